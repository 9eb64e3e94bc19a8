//! `--format coordinates`: (row, column) pairs and the numbered board, as textbook programs print.

use crate::support::{assert_one_line, caracole, json, run, stderr, stdout};

/// A printed run of a textbook: rows and columns from 0, steps from 0, from the top left corner.
#[test]
fn pairs_stand_beside_the_board() {
    let line = "solve 8x8 --method backtracking-warnsdorff --from a8 --order 36274518";
    let text = stdout(&run(&format!("{line} --format coordinates --base 0 --quiet")));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2 + 64);
    assert_eq!(lines[0], "# board 8x8");
    assert_eq!(lines[1], "# coordinates from 0: step (row, column), row 0 at the top");
    assert_eq!(lines[2], " 0 (0, 0)    0  3 56 19 46  5 48 21");
    assert_eq!(lines[3], " 1 (1, 2)   33 18  1  4 57 20 45  6");
    assert_eq!(lines[10], " 8 (5, 7)");
    assert_eq!(lines[65], "63 (6, 5)");
    let text = stdout(&run(&format!("{line} --format coordinates --quiet")));
    assert_eq!(text.lines().nth(2), Some(" 1 (1, 1)    1  4 57 20 47  6 49 22"));
}

#[test]
fn coordinates_are_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.coordinates");
    for (board, words) in [
        ("8x8", "--closed"),
        ("5x5", "--from c3 --base 0"),
        ("10x3", ""),
        ("6x6-a1,a6", ""),
        ("torus:5x5", "--base 0"),
        ("box:3x3x4", ""),
    ] {
        let line = format!("solve {board} --quiet {words} -o");
        let output = caracole(line.split_whitespace()).arg(&path).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        let check = caracole(["check", "--json"]).arg(&path).output().expect("runs");
        let object = json(&check);
        assert_eq!(object["valid"], true, "{line}: {object}");
        assert_eq!(object["problem"]["board"], board, "{line}");
    }
}

#[test]
fn a_changed_board_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.txt");
    let text = stdout(&run("solve 5x5 --from a5 --format coordinates --quiet"));
    std::fs::write(&path, text.replacen("(1, 1)", "(1, 2)", 1)).expect("a file");
    let output = caracole(["check"]).arg(&path).output().expect("runs");
    assert_one_line("check", &output, "the board beside the pairs does not agree with them");
    let output = caracole("solve 5x5 --format squares --base 0".split(' ')).output();
    let why = "goes with grid, csv and coordinates";
    assert_one_line("--base", &output.expect("runs"), why);
}
