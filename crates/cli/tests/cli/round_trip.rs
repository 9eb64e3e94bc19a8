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
