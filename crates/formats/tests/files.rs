//! The folders `data/malformed`, `data/malformed-games` and `data/pasted`: what people hand in, right
//! and wrong.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use caracole_core::{Problem, Tour};
use caracole_formats::{Format, ReadError, ReadHint, json, read_tour};

fn files(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .filter(|(name, _)| name != "expected.tsv")
        .collect();
    files.sort();
    files
}

/// What the ending says, except for `txt`, which may be anything.
fn hint(path: &Path) -> ReadHint {
    let format = Format::from_ending(path).filter(|&format| format != Format::Grid);
    ReadHint { format, ..ReadHint::default() }
}

#[test]
fn every_pasted_tour_is_read_and_is_a_tour() {
    let files = files("pasted");
    assert!(files.len() > 30);
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/pasted/expected.tsv");
    let expected = fs::read_to_string(table).unwrap();
    assert_eq!(files.len(), expected.lines().count());
    for (name, path) in files {
        let bytes = fs::read(&path).unwrap();
        // Once with what the ending says, once by looking at the text alone.
        for hint in [hint(&path), ReadHint::default()] {
            let reading =
                read_tour(&bytes, &hint).unwrap_or_else(|error| panic!("{name}: {error}"));
            let row = format!("{name}\t{}", reading.board);
            assert!(expected.lines().any(|line| line == row), "{row}");
            let problem = Problem::new(reading.board);
            if let Err(rejected) = Tour::verify(&problem, reading.path) {
                let first = rejected.verdict.defects()[0].text(problem.board());
                panic!("{name}: {first}");
            }
        }
    }
}

/// What every file of a folder is answered with must stand in its `expected.tsv`: a line for each
/// file, with its name, a tab, and the error in full.
fn assert_answers(folder: &str, read: impl Fn(&[u8], &ReadHint) -> Result<String, ReadError>) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let table = data.join(folder).join("expected.tsv");
    let mut found = String::new();
    for (name, path) in files(folder) {
        let bytes = fs::read(&path).unwrap();
        let text = match read(&bytes, &hint(&path)) {
            Ok(what) => format!("READ: {what}"),
            Err(error) => error.to_string(),
        };
        assert!(!text.contains(char::is_control), "{name}: {text}");
        assert!(text.chars().count() < 160, "{name}: {text}");
        writeln!(found, "{name}\t{text}").unwrap();
    }
    if std::env::var_os("CARACOLE_BLESS").is_some() {
        fs::write(&table, &found).unwrap();
    }
    let expected = fs::read_to_string(&table).unwrap();
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

#[test]
fn every_malformed_file_is_answered_in_one_line_that_says_where() {
    assert_answers("malformed", |bytes, hint| {
        read_tour(bytes, hint).map(|reading| reading.path.names(&reading.board))
    });
}

/// Those that are against the rules of the game can be read; whoever plays refuses them.
#[test]
fn every_malformed_game_is_answered_in_one_line_that_says_where() {
    assert_answers("malformed-games", |bytes, hint| {
        json::read_game(bytes, hint).map(|saved| {
            let path: caracole_core::Path = saved.squares.iter().copied().collect();
            path.names(saved.problem.board())
        })
    });
}

/// A tour that was pasted is a game that is won.
#[test]
fn every_pasted_tour_is_read_as_a_game() {
    for (name, path) in files("pasted") {
        let bytes = fs::read(&path).unwrap();
        let reading = read_tour(&bytes, &ReadHint::default()).unwrap();
        let saved = json::read_game(&bytes, &ReadHint::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(saved.problem.board(), &reading.board, "{name}");
        assert!(reading.path.iter().eq(saved.squares), "{name}");
    }
}
