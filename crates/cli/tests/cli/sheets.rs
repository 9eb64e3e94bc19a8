//! Puzzles for print: grades, several on a sheet, one's own, and letters along a tour.

use std::fs;
use std::path::Path;

use crate::support::{assert_one_line, caracole, json, run, stderr, stdout};

fn puzzle(folder: &Path, words: &[&str]) -> std::process::Output {
    caracole(["puzzle"].iter().chain(words)).current_dir(folder).output().expect("runs")
}

/// The number of pages of a PDF.
fn pages(path: &Path) -> usize {
    let bytes = fs::read(path).expect("a PDF");
    let text = String::from_utf8_lossy(&bytes);
    let count = text.split("/Count ").nth(1).expect("pages");
    count.split(|c: char| !c.is_ascii_digit()).next().expect("a number").parse().expect("a number")
}

#[test]
fn puzzles_have_the_grade_and_the_clues_that_are_asked() {
    for grade in ["easy", "medium"] {
        let object = json(&run(&format!("puzzle make 6x6 --grade {grade} --seed 4 --json")));
        assert_eq!(object["grade"], grade, "{object}");
    }
    let object = json(&run("puzzle make 6x6 --clues-at a1,f6,c3 --seed 2 --json"));
    let clues = &object["problem"]["clues"];
    let fixed = |square: &str| {
        let is_end = ["from", "to"].iter().any(|end| object["problem"][end] == square);
        is_end || clues.get(square).is_some()
    };
    for square in ["a1", "f6", "c3"] {
        assert!(fixed(square), "{square}: {object}");
    }
    // The grade that a seed gives does not change.
    let words = "puzzle make 6x6 --grade medium --seed 4 --json";
    assert_eq!(json(&run(words))["problem"], json(&run(words))["problem"]);
}

#[test]
fn several_puzzles_are_a_sheet_with_solutions() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = ["make", "5x5", "-n", "7", "--grade", "easy", "--title", "Week 12", "-o", "x.pdf"];
    let output = puzzle(folder.path(), &words);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output).lines().count(), 7);
    assert_eq!(pages(&folder.path().join("x.pdf")), 3, "two of puzzles, one of solutions");
    // As grids, each of them has one solution, and no two are the same.
    let text = stdout(&puzzle(folder.path(), &["make", "5x5", "-n", "3", "--quiet"]));
    let grids: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(grids.len(), 3, "{text}");
    assert!(grids[0].starts_with("# puzzle 1, "), "{text}");
    assert_ne!(grids[0].lines().nth(1), grids[1].lines().nth(1));
    for grid in &grids {
        fs::write(folder.path().join("one.txt"), grid).expect("a file");
        let unique = puzzle(folder.path(), &["unique", "one.txt"]);
        assert_eq!(unique.status.code(), Some(0), "{grid}: {}", stderr(&unique));
    }
    // The first one is the puzzle of a single command.
    let one = stdout(&puzzle(folder.path(), &["make", "5x5", "--quiet"]));
    assert_eq!(grids[0].lines().skip(1).collect::<Vec<_>>(), one.lines().collect::<Vec<_>>());
}

#[test]
fn own_puzzles_become_a_sheet() {
    let folder = tempfile::tempdir().expect("a folder");
    for (seed, file) in [("1", "a.txt"), ("2", "b.txt")] {
        puzzle(folder.path(), &["make", "5x5", "--seed", seed, "-o", file]);
    }
    let output = puzzle(folder.path(), &["sheet", "a.txt", "b.txt", "-o", "x.pdf"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(pages(&folder.path().join("x.pdf")), 2);
    fs::write(folder.path().join("open.txt"), "1 0 0 0\n0 0 0 0\n0 0 0 0\n").expect("a file");
    let output = puzzle(folder.path(), &["sheet", "open.txt", "-o", "y.pdf"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("open.txt: several solutions"), "{}", stderr(&output));
    assert!(!folder.path().join("y.pdf").exists());
}

/// Reads the letters of a puzzle along its solution.
fn read_along(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| *line == "# The solution:").expect("a solution");
    let mut cells: Vec<(u32, String)> = Vec::new();
    for (letters, steps) in lines[..at].iter().zip(&lines[at + 1..]) {
        let letters = letters.replace('>', " ");
        let steps = steps.trim_start_matches('#').split_whitespace();
        for (letter, step) in letters.split_whitespace().zip(steps) {
            cells.push((step.parse().expect("a step"), letter.to_owned()));
        }
    }
    cells.sort();
    cells.into_iter().map(|(_, letter)| letter).collect()
}

#[test]
fn a_text_lies_along_a_tour() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "The knight visits every square once.";
    let output = puzzle(folder.path(), &["letters", text, "--solution", "--seed", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(read_along(&stdout(&output)), "THEKNIGHTVISITSEVERYSQUAREONCE");
    assert!(stderr(&output).contains("30 letters, seed 3; read from "), "{}", stderr(&output));
    assert_eq!(stdout(&output).matches('>').count(), 1, "the start is marked");
    // Syllables, a given board, a closed tour, and filled squares.
    let words = ["letters", "a|horse|jumps", "5x6", "--closed", "--fill", "X", "--solution"];
    let text = read_along(&stdout(&puzzle(folder.path(), &words)));
    assert_eq!(text, format!("AHORSEJUMPS{}", "X".repeat(27)));
    let output = puzzle(folder.path(), &["letters", "Knights move in an L", "-o", "x.pdf"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(pages(&folder.path().join("x.pdf")), 2);
}

#[test]
fn what_cannot_be_printed_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, why) in [
        (&["make", "5x5", "-n", "2", "--json"][..], "--number: several puzzles are written as pdf"),
        (
            &["make", "5x5", "-n", "2", "-o", "x.svg"],
            "--number: several puzzles are written as pdf",
        ),
        (&["make", "5x5", "-n", "2", "--solution"], "--solution: goes with one puzzle"),
        (&["make", "5x5", "--title", "x"], "--title: goes with several puzzles in a PDF"),
        (&["make", "5x5", "--clues-at", "z9"], "--clues-at: 'z9' is not on the board"),
        (&["make", "5x5", "--grade", "mad"], "there is no grade 'mad'"),
        (&["make", "5x5", "--grade", "easy", "--minimal"], "--grade: does not go with --minimal"),
        (&["letters", "..."], "TEXT: has no letters"),
        (&["letters", "a long text", "2x2"], "2x2: has 4 squares, and the text has 9 letters"),
        (&["letters", "abc", "--fill", "xy"], "--fill: write one letter"),
        (&["letters", "abc", "-o", "x.gif"], "--output: letters are written as .pdf"),
        (&["sheet", "x.txt", "-o", "x.svg"], "x.svg: sheets are PDF"),
    ] {
        assert_one_line(&words.join(" "), &puzzle(folder.path(), words), why);
    }
    // A small board has no hard puzzle, and the answer says so.
    let output = puzzle(folder.path(), &["make", "4x3", "--grade", "fiendish"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("choose another grade"), "{}", stdout(&output));
}
