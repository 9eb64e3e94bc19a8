//! Counting: true numbers, and what is said of them.

use crate::support::{assert_one_line, caracole, json, run, stderr, stdout};

/// Numbers that others have published too.
const COUNTS: [(&str, &str); 12] = [
    ("6x6 --closed", "9862 undirected closed tours"),
    ("6x6 --closed --directed", "19724 directed closed tours"),
    ("5x6 --closed", "8 undirected closed tours"),
    ("5x5", "1728 directed tours, open and closed together"),
    ("5x5 --undirected", "864 undirected tours, open and closed together"),
    ("5x5 --open", "864 undirected open tours, whose ends are not a move apart"),
    ("5x5 --open --directed", "1728 directed open tours, whose ends are not a move apart"),
    ("5x5 --from a1", "304 directed tours, open and closed together"),
    ("5x5 --closed", "0 undirected closed tours"),
    ("4x4", "0 directed tours, open and closed together"),
    ("3x4", "16 directed tours, open and closed together"),
    (
        "6x6 --closed --classes",
        "1245 undirected closed tours, up to turns and mirrors of the board",
    ),
];

#[test]
fn the_number_comes_first_on_one_line() {
    for (line, expected) in COUNTS {
        let output = run(&format!("count {line}"));
        assert_eq!(stdout(&output), format!("{expected}\n"), "{line}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{line}");
        assert_eq!(output.status.code(), Some(0), "{line}: no tours are an answer too");
        let object = json(&run(&format!("count {line} --json")));
        let (count, convention) = expected.split_once(' ').expect("a number and words");
        assert_eq!(object["schema"], "caracole.count/1", "{line}");
        assert_eq!(object["count"], count, "{line}");
        assert_eq!(object["convention"], convention, "{line}");
        let board = line.split(' ').next().expect("a board");
        assert_eq!(object["problem"]["board"], board, "{line}");
    }
}

/// A board with holes that coaches draw, with a marked start.
#[test]
fn a_board_of_any_shape_is_counted() {
    let output = run("count @data/printed/coaches.txt");
    assert_eq!(stdout(&output), "48422 directed tours, open and closed together\n");
}

#[test]
fn each_square_has_its_number() {
    let picture = "   5  304   0  56   0 304
   4    0  56   0  56   0
   3   56   0  64   0  56
   2    0  56   0  56   0
   1  304   0  56   0 304
        a   b   c   d   e
1728 directed tours, open and closed together
";
    assert_eq!(stdout(&run("count 5x5 --by-start")), picture);
    let object = json(&run("count 5x5 --by-start --json"));
    assert_eq!(object["count"], "1728");
    assert_eq!(object["by_start"].as_array().map(Vec::len), Some(25));
    assert_eq!(object["by_start"][12]["square"], "c3");
    assert_eq!(object["by_start"][12]["count"], "64");
    let closed = stdout(&run("count 6x6 --closed --by-start"));
    assert!(closed.ends_with("\n19724 directed closed tours\n"), "{closed}");
    assert_eq!(closed.matches("19724").count(), 37);
}

#[test]
fn limits_change_nothing_but_the_time() {
    for limits in ["--threads 1", "--threads 3", "--memory 64M", "--timeout 1h", "--memory 8G -q"] {
        let output = run(&format!("count 6x6 --closed {limits}"));
        assert_eq!(stdout(&output), "9862 undirected closed tours\n", "{limits}");
    }
}

#[test]
fn giving_up_is_unknown_and_says_how_far_it_came() {
    let output = run("count 8x8 --timeout 0s");
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(stdout(&output).starts_with("unknown: time limit (0 s) reached while "));
    let object = json(&run("count 8x8 --timeout 0s --json"));
    assert!(object["count"].is_null() && object["tried"].is_string());
    assert_eq!(object["stopped_by"], "time");
    assert_eq!(object["convention"], "directed tours, open and closed together");
    let output = run("count 100x100");
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(stdout(&output).starts_with("unknown: "), "{}", stdout(&output));
}

#[test]
fn a_checkpoint_is_gone_on_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new").join("work");
    let count = |board: &str, flag: &str| {
        caracole(["count", board, "--closed", flag]).arg(&path).output().expect("runs")
    };
    assert_one_line("resume", &count("6x6", "--resume"), "there is nothing to go on from");
    for flag in ["--checkpoint", "--checkpoint", "--resume"] {
        let output = count("6x6", flag);
        assert_eq!(stdout(&output), "9862 undirected closed tours\n", "{}", stderr(&output));
    }
    assert_one_line("another board", &count("6x7", "--resume"), "work");
    assert_one_line("another board", &count("6x7", "--checkpoint"), "work");
}

#[test]
fn a_time_limit_with_a_checkpoint_tells_how_to_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["count", "8x8", "--timeout", "1s", "--checkpoint"];
    let output = caracole(args).arg(folder.path()).output().expect("runs");
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(stderr(&output).starts_with("go on with --resume "), "{}", stderr(&output));
}

/// Without a terminal there is no bar, and a line for each layer only if it was asked for.
#[test]
fn long_work_can_be_followed_in_a_file() {
    let lines = stderr(&run("count 6x6 --closed -v"));
    assert!(
        lines.lines().any(|line| line.contains("layer ") && line.contains(" states, ")),
        "{lines}"
    );
    assert_eq!(stderr(&run("count 6x6 --closed -v --quiet")), "");
    assert_eq!(stderr(&run("count 6x6 --closed")), "");
}
