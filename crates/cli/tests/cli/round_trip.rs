//! What one command writes, another reads: `data/round-trip.tsv`, row by row; and what people paste
//! of walks that were not finished, `data/unvisited`.

use std::fs;

use crate::support::{caracole, json, run, stderr, stdout};

#[test]
fn every_command_reads_what_the_others_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = fs::read_to_string("../../data/round-trip.tsv").expect("a table");
    let mut wrong = Vec::new();
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let [write, file, read, exit, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: five columns");
        };
        let path = folder.path().join(file);
        let path = path.to_str().expect("a name");
        let command = |line: &str| {
            caracole(line.split(' ').map(|word| word.replace("{}", path))).output().expect("runs")
        };
        let written = command(write);
        if !write.contains("{}") {
            fs::write(path, &written.stdout).expect("a file");
        }
        let output = command(read);
        let text = format!("{}{}", stdout(&output), stderr(&output));
        let first = text.lines().next().unwrap_or_default();
        let code = output.status.code().map(|code| code.to_string());
        if code.as_deref() != Some(exit) || !first.contains(expected) {
            wrong.push(format!("{write} | {read}: {code:?} {first}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unvisited_squares_are_named_and_are_no_holes() {
    let table = fs::read_to_string("../../data/unvisited/expected.tsv").expect("a table");
    let names = fs::read_dir("../../data/unvisited").expect("a folder").count();
    assert_eq!(names, table.lines().count() + 1);
    for row in table.lines() {
        let (file, expected) = row.split_once('\t').expect("two columns");
        let output = run(&format!("check data/unvisited/{file}"));
        assert_eq!(stdout(&output).lines().next(), Some(expected), "{file}: {}", stderr(&output));
        let code = i32::from(expected.starts_with("not"));
        assert_eq!(output.status.code(), Some(code), "{file}");
    }
    let object = json(&run("check data/unvisited/numpy-minus-one.txt --json"));
    assert_eq!(object["valid"], false);
    let missing: Vec<_> = object["defects"].as_array().expect("a list").iter().collect();
    assert!(missing.iter().all(|defect| defect["kind"] == "missing"));
    let squares: Vec<_> = missing.iter().filter_map(|defect| defect["square"].as_str()).collect();
    assert_eq!(squares, ["c2", "g2", "e3", "h4"]);
    let object = json(&run("check data/unvisited/dots.txt --json"));
    assert_eq!(object["inferred_holes"].as_array().map(Vec::len), Some(4));
}

#[test]
fn unknown_squares_of_a_puzzle_are_filled_in() {
    let output = run("puzzle solve data/unvisited/python-minus-one.txt --quiet");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(!text.contains('.') && text.contains("64"), "{text}");
}

#[test]
fn one_broken_tour_of_several_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tours.txt");
    let mut text = stdout(&run("list 3x4 --format grid --quiet"));
    let at = text.rfind("12").expect("the last step");
    text.replace_range(at..at + 2, " _");
    fs::write(&path, text).expect("a file");
    let output = caracole(["check"]).arg(&path).output().expect("runs");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.contains("\n16: not a tour of 3x4: 11 of 12 squares visited; missing: "),
        "{text}"
    );
    assert!(text.ends_with("16 tours: 15 valid, 1 not valid\n"), "{text}");
    let output = caracole(["check", "--json"]).arg(&path).output().expect("runs");
    let object = json(&output);
    assert_eq!((&object["count"], &object["invalid"]), (&16.into(), &1.into()));
    assert_eq!(object["tours"][15]["valid"], false);
}

#[test]
fn a_1_among_zeros_is_where_the_tour_starts() {
    let output = run("solve @data/shapes/holy.txt --format squares --quiet");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("\na3 "), "{}", stdout(&output));
    let output = run("solve @data/malformed-shapes/ones-and-zeros.txt");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 1, column 2: '1' is the start"), "{}", stderr(&output));
}

/// A tour that contradicts the problem of its file is refused by every command that reads it.
#[test]
fn a_tour_must_answer_the_problem_of_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.json");
    let picture = folder.path().join("tour.svg");
    let mut object = json(&run("solve 5x5 --from a1 --json"));
    let last = object["squares"].as_array().and_then(|squares| squares.last());
    object["problem"]["to"] = if last == Some(&"e5".into()) { "c3" } else { "e5" }.into();
    fs::write(&path, object.to_string()).expect("a file");
    let read = |words: &[&str]| {
        let output = caracole(words).arg(&path).arg("-o").arg(&picture).output().expect("runs");
        (output.status.code(), format!("{}{}", stdout(&output), stderr(&output)))
    };
    for (command, code) in [("convert", 1), ("draw", 1), ("rank", 2)] {
        let (found, text) = read(&[command]);
        assert_eq!(found, Some(code), "{command}: {text}");
        assert!(text.contains("step 25: should be"), "{command}: {text}");
    }
    // A game that is not finished has not reached its last square yet.
    for (from, code) in [("a1", 0), ("e5", 1)] {
        let game = format!(
            r#"{{"schema":"caracole.game/1","problem":{{"board":"5x5","from":"{from}","to":"c3"}},
            "squares":["a1","b3"]}}"#
        );
        fs::write(&path, game).expect("a file");
        let (found, text) = read(&["draw"]);
        assert_eq!(found, Some(code), "{text}");
    }
}

/// JSON errors have their place and their field on every command.
#[test]
fn errors_in_json_say_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.json");
    let text = "{\"problem\":{\"board\":\"5x5\",\n\"to\":\"z9\"},\"squares\":[\"a1\"]}";
    fs::write(&path, text).expect("a file");
    for command in ["check", "rank", "convert", "puzzle solve", "draw --format svg", "play --load"]
    {
        let output = caracole(command.split(' ')).arg(&path).output().expect("runs");
        assert_eq!(output.status.code(), Some(2), "{command}: {}", stderr(&output));
        let expected = "line 2, column 6: problem.to: 'z9' is not on the board";
        assert!(stderr(&output).contains(expected), "{command}: {}", stderr(&output));
    }
}
