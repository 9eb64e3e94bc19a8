//! Puzzles: made, printed, read again, solved.

use std::io::Write as _;
use std::process::{Output, Stdio};

use crate::support::{caracole, json, run, stderr, stdout};

/// Runs a line with a text on standard input.
fn run_on(line: &str, input: &str) -> Output {
    let mut child = caracole(line.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("caracole can be started");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

#[test]
fn what_is_made_is_solved_to_its_solution() {
    for line in [
        "8x8",
        "6x6 --minimal --closed",
        "7x7-d4 --symmetric --open --seed 3",
        "torus:5x5 --clues 15 --hide-ends --seed 5",
        "box:3x4x2 --seed 2",
        "9x8 --leaper 1,4 --seed 1",
        "6x6 --from c3 --to d5 --seed 4",
    ] {
        let made = run(&format!("puzzle make {line} --solution"));
        assert_eq!(made.status.code(), Some(0), "{line}: {}", stderr(&made));
        let object = json(&run(&format!("puzzle make {line} --json")));
        assert_eq!(object["schema"], "caracole.puzzle/2");
        let alone = stdout(&run(&format!("puzzle make {line}")));
        for input in [alone.clone(), stdout(&made), object.to_string()] {
            let solved = json(&run_on("puzzle solve - --json", &input));
            assert_eq!(solved["squares"], object["solution"], "{line}");
            let unique = run_on("puzzle unique - --json", &input);
            assert_eq!(unique.status.code(), Some(0), "{line}");
            let unique = json(&unique);
            assert_eq!(unique["unique"], true, "{line}");
            assert_eq!(unique["solutions"][0], object["solution"], "{line}");
            assert_eq!(unique["grade"], object["grade"], "{line}");
            assert_eq!(unique["branches"], object["branches"], "{line}");
        }
        // The solution stands below the puzzle, in comments.
        let below = stdout(&made);
        let below: Vec<&str> = below.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        let grid = stdout(&run_on("puzzle solve -", &alone));
        let mut rows = grid.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert!(rows.all(|row| below.contains(&row)), "{line}");
    }
}

#[test]
fn a_printed_puzzle_is_solved() {
    let output = run("puzzle unique data/puzzles/printed.txt");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with("unique: easy, by logic alone\n"), "{}", stdout(&output));
    let solved = run("puzzle solve data/puzzles/printed.txt");
    assert_eq!(solved.status.code(), Some(0));
    assert!(stdout(&output).ends_with(&stdout(&solved)));
    let checked = run_on("check -", &stdout(&solved));
    assert_eq!(checked.status.code(), Some(0));
}

#[test]
fn several_none_and_unknown_have_their_exit_codes() {
    let several = run("puzzle unique 5x5 --clue a1=1");
    assert_eq!(several.status.code(), Some(1));
    assert!(stdout(&several).starts_with("several solutions: step "), "{}", stdout(&several));
    let object = json(&run("puzzle unique 5x5 --clue a1=1 --json"));
    assert_eq!(
        (&object["unique"], object["solutions"].as_array().map(Vec::len)),
        (&false.into(), Some(2))
    );
    let none = run("puzzle unique 5x5 --clue b1=1");
    assert_eq!(none.status.code(), Some(1));
    assert!(stdout(&none).starts_with("impossible: 5x5: "));
    let object = json(&run("puzzle unique 5x5 --clue b1=1 --json"));
    assert_eq!(
        (&object["unique"], &object["reason"]["kind"]),
        (&false.into(), &"step-colour".into())
    );
    assert_eq!(run("puzzle solve 5x5 --clue b1=1").status.code(), Some(1));
    let unknown = run("puzzle unique 8x8 --timeout 0s --json");
    assert_eq!(unknown.status.code(), Some(3));
    let object = json(&unknown);
    assert!(object["unique"].is_null() && object["stopped_by"] == "time");
}

#[test]
fn a_wish_that_is_not_reached_is_unknown_and_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzle.svg");
    for (line, code, word) in [
        ("puzzle make 5x5 --clues 2", 3, "unknown: 2 clues were not reached; the fewest are "),
        ("puzzle make 8x8 --minimal --timeout 0s", 3, "unknown: "),
        ("puzzle make 4x4", 1, "impossible: 4x4: "),
    ] {
        let output = caracole(line.split(' ')).arg("-o").arg(&path).output().expect("runs");
        assert_eq!(output.status.code(), Some(code), "{line}");
        assert!(stdout(&output).starts_with(word), "{line}: {}", stdout(&output));
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0, "{line}");
    }
    assert_eq!(json(&run("puzzle make 4x4 --json"))["outcome"], "impossible");
}

#[test]
fn sheets_have_frames_and_the_solution_goes_where_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let solution = folder.path().join("solution.squares");
    let line = format!("puzzle make 5x5-c3 --format text --solution={}", solution.display());
    let sheet = run(&line);
    let text = stdout(&sheet);
    assert!(text.starts_with("Knight's tour puzzle, 5x5-c3, "), "{text}{}", stderr(&sheet));
    assert!(text.contains("|////|") && !text.contains("Solution"), "{text}");
    let checked = caracole(["check", "-b", "5x5-c3"]).arg(&solution).output().expect("runs");
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
    let with_solution = stdout(&run("puzzle make 5x5-c3 --format text"));
    assert!(with_solution.starts_with(&text) && with_solution.contains("\u{c}\nSolution of: "));
    let svg = stdout(&run("puzzle make 5x5-c3 --format svg"));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // The numbers of the solution are upside down.
    assert_eq!(svg.matches("rotate(180").count(), 24);
    for (ending, head) in [("pdf", &b"%PDF"[..]), ("png", b"\x89PNG")] {
        let page = folder.path().join("page").with_extension(ending);
        let made = caracole(["puzzle", "make", "5x5-c3", "-o"]).arg(&page).output().expect("runs");
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        assert!(std::fs::read(&page).expect("a page").starts_with(head), "{ending}");
    }
}

#[test]
fn grids_may_be_numbered_from_zero() {
    let solved = |line: &str, grid: &str| stdout(&run_on(line, grid));
    let from_one = solved("puzzle solve -", "1 _ _ _\n_ _ 2 _\n_ _ _ 12\n");
    assert!(!from_one.is_empty());
    assert_eq!(solved("puzzle solve -", "0 _ _ _\n_ _ 1 _\n_ _ _ 11\n"), from_one);
    assert_eq!(solved("puzzle solve - --from-base 0", "_ _ _ _\n_ _ 1 _\n_ _ _ 11\n"), from_one);
}

/// What `unique` says of a puzzle without a solution is a proof like any other.
#[test]
fn a_puzzle_without_a_solution_has_a_certificate() {
    let none = run("puzzle unique 6x5 --clue b3=1 --clue c3=30 --json");
    assert_eq!(none.status.code(), Some(1));
    let checked = run_on("check-proof -", &stdout(&none));
    assert_eq!(checked.status.code(), Some(0), "{}{}", stdout(&checked), stderr(&checked));
    assert!(
        stdout(&checked).starts_with("holds: there is no tour of 6x5 from "),
        "{}",
        stdout(&checked)
    );
}
