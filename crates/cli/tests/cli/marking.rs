//! `check` of many files, and of what programs and people write around a tour.

use std::fs;
use std::path::Path;

use crate::support::{assert_one_line, caracole, json, run, stderr, stdout};

/// A folder of homework: two tours, one with a defect, and one file that is none.
fn homework() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("late")).expect("a folder");
    for (line, name) in
        [("solve 6x6 --closed", "anna.txt"), ("solve 5x5 --format squares", "late/dora.squares")]
    {
        fs::write(path(name), stdout(&run(line))).expect("a file");
    }
    fs::write(path("ben.txt"), "1 4 7 10\n8 11 2 5\n3 6 12 9\n").expect("a file");
    fs::write(path("carl, jr.txt"), "The dog ate it.\n").expect("a file");
    fs::write(path(".hidden"), "nothing").expect("a file");
    folder
}

fn check(folder: &Path, words: &str) -> std::process::Output {
    let mut command = caracole(["check"].into_iter().chain(words.split_whitespace()));
    command.current_dir(folder).output().expect("runs")
}

#[test]
fn a_folder_gets_a_line_for_each_file() {
    let folder = homework();
    let output = check(folder.path(), ".");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!(lines[0], "./anna.txt: a closed tour of 6x6");
    assert!(lines[1].starts_with("./ben.txt: not a tour of 4x3: 3 defects: "), "{text}");
    assert!(lines[2].starts_with("./carl, jr.txt: cannot be read: "), "{text}");
    assert_eq!(lines[3], "./late/dora.squares: an open tour of 5x5");
    assert_eq!(stderr(&output), "4 files: 2 valid, 1 not valid, 1 cannot be read\n");
}

#[test]
fn the_exit_code_is_that_of_the_worst_answer() {
    let folder = homework();
    let code = |words: &str| check(folder.path(), words).status.code();
    assert_eq!(code("anna.txt late/dora.squares"), Some(0));
    assert_eq!(code("anna.txt ben.txt missing.txt"), Some(1));
    assert_eq!(code("anna.txt missing.txt"), Some(2));
    assert_eq!(code("anna.txt late --closed"), Some(1));
    for (words, why) in [
        ("anna.txt ben.txt --memory 1G", "--memory: is for the report of a single file"),
        ("anna.txt ben.txt --tour 2", "--tour: is for the report of a single file"),
        (". --csv -o marks.json", "--csv: does not go with a file .json"),
    ] {
        assert_one_line(words, &check(folder.path(), words), why);
    }
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    assert_one_line("empty", &check(folder.path(), "empty"), "the folder contains no files");
}

#[test]
fn a_mark_book_is_a_table() {
    let folder = homework();
    let output = check(folder.path(), ". --csv -o marks.csv");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = fs::read_to_string(folder.path().join("marks.csv")).expect("the marks");
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "file,verdict,board,kind,tours,defects,reason");
    assert_eq!(rows[1], "./anna.txt,valid,6x6,closed,1,0,");
    assert!(rows[2].starts_with("./ben.txt,invalid,4x3,,1,3,"), "{text}");
    assert!(rows[3].starts_with("\"./carl, jr.txt\",unreadable,,,,,"), "{text}");
    assert_eq!(rows[4], "./late/dora.squares,valid,5x5,open,1,0,");
    assert_eq!(rows.len(), 5);
    // One file has a row, too.
    let one = check(folder.path(), "anna.txt --csv");
    assert_eq!(stdout(&one).lines().nth(1), Some("anna.txt,valid,6x6,closed,1,0,"));
}

#[test]
fn json_has_each_file() {
    let folder = homework();
    let output = check(folder.path(), "anna.txt ben.txt missing.txt --json");
    assert_eq!(output.status.code(), Some(1));
    let object = json(&output);
    assert_eq!(object["schema"], "caracole.check/1");
    assert_eq!((&object["valid"], &object["count"]), (&false.into(), &3.into()));
    let verdicts: Vec<_> = (0..3).map(|at| object["files"][at]["verdict"].clone()).collect();
    assert_eq!(verdicts, ["valid", "invalid", "unreadable"]);
    assert_eq!(object["files"][0]["tours"][0]["closed"], true);
    assert!(object["files"][2]["error"].as_str().expect("why").contains("no such file"));
}

/// Runs `check` on a text.
fn check_text(text: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("text"), text).expect("a file");
    let output = check(folder.path(), "text");
    (output.status.code(), stdout(&output) + &stderr(&output))
}

#[test]
fn what_programs_print_around_a_tour_is_skipped() {
    let grid = "1 4 7 10\n8 11 2 5\n3 6 9 12\n";
    for (text, expected) in [
        (format!("{grid}Time: 0.4 s\n"), "an open tour of 4x3\n"),
        (format!("{grid}\nExecution time = 12 ms, 345 backtracks\n"), "an open tour of 4x3\n"),
        (format!("Enter n: 4\n{grid}Found after 12 steps.\n"), "an open tour of 4x3\n"),
        (
            format!("Run 1\n{grid}Time: 0.4 s\nRun 2\n{grid}Time: 0.5 s\n"),
            "2 tours: 2 valid, 0 not valid\n",
        ),
        ("1. Na1 Nc2 2. Na3 Nb1 3. Nd2 Nb3 4. Nc1 Na2 5. Nb4\n".to_owned(), "not a tour of 4x4"),
        ("Na1 Nb3 Nd2 Nc4 Na3 Nb1 Nc3 Na2 Nb4 Nd3 Nc1\n".to_owned(), "not a tour of 4x4"),
    ] {
        let (code, printed) = check_text(&text);
        assert!(printed.contains(expected), "{text}: {code:?} {printed}");
        assert_ne!(code, Some(2), "{text}: {printed}");
    }
    // A row with an unknown mark is not skipped.
    let (code, printed) = check_text("1 4 7 10\n8 ten 2 5\n3 6 9 12\n");
    assert_eq!(code, Some(2), "{printed}");
}
