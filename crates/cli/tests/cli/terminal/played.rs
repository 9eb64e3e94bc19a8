//! Games, played key by key.

use super::{ENTER, ESCAPE};
use crate::pty::Terminal;
use crate::support::{run, stdout};

/// Plays squares by their names.
fn walk(terminal: &mut Terminal, squares: &str) {
    for square in squares.split_whitespace() {
        terminal.press(&format!("t{square}{ENTER}"));
    }
}

#[test]
fn a_whole_game_is_played_and_verified() {
    let tour = stdout(&run("solve 5x5 --from a1 --format squares"));
    let squares: Vec<&str> = tour.lines().filter(|line| !line.starts_with('#')).collect();
    let squares = squares.join(" ");
    let mut terminal = Terminal::start(&["play", "5x5"]);
    terminal.sees("Choose the first of 25 squares.");
    let (most, last) = squares.trim().rsplit_once(' ').expect("25 squares");
    walk(&mut terminal, most);
    terminal.sees("Step 24 of 25");
    walk(&mut terminal, last);
    terminal.sees("An open tour of 25 squares, and the verifier agrees.");
    // One key does not discard it.
    terminal.press(ESCAPE);
    terminal.sees("The game is not saved");
    terminal.press(ESCAPE);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn blindfold_a_dead_end_is_told_with_its_reason() {
    let mut terminal = Terminal::start(&["play", "5x5", "--blindfold"]);
    terminal.sees("type squares");
    for square in ["b3", "d4", "c2", "a1"] {
        terminal.press(&format!("{square}{ENTER}"));
    }
    terminal.sees("Stuck, dead end: no unvisited square is a move away from a1");
    terminal.press(&format!("undo{ENTER}"));
    terminal.sees("Step 3 of 25, on c2.");
}

#[test]
fn the_coach_tells_what_loses_and_why() {
    let mut terminal = Terminal::start(&["play", "5x5"]);
    terminal.sees("Choose the first");
    terminal.press("c");
    // He has judged all squares to start from: those of the other colour lose.
    terminal.sees("13 winning, 12 losing");
    walk(&mut terminal, "b1");
    terminal.sees("b1 loses: the board has 13 squares of a1's colour and 12 of the other");
    terminal.press("u");
    terminal.sees("13 winning, 12 losing");
    walk(&mut terminal, "a1 b3 d4");
    terminal.sees_all(&["e2 + winning", "c2 x losing"]);
    walk(&mut terminal, "c2");
    terminal.sees("c2 loses: ");
}

#[test]
fn a_saved_game_is_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json").display().to_string();
    let mut terminal = Terminal::start(&["play", "5x5"]);
    terminal.sees("Choose the first");
    walk(&mut terminal, "a1 c2 e1");
    terminal.sees("Step 3 of 25, on e1.");
    terminal.press("us");
    terminal.sees("Save as: game.json");
    terminal.press(&format!("{file}{ENTER}"));
    terminal.sees("Saved in");
    terminal.press(ESCAPE);
    assert_eq!(terminal.ends(), 0);
    let mut terminal = Terminal::start(&["play", "--load", &file]);
    terminal.sees_all(&["Play 5x5", "Step 2 of 25, on c2."]);
    // What was taken back was saved too.
    terminal.press("r");
    terminal.sees("Step 3 of 25, on e1.");
}
