//! Problems, puzzles and games, as they are written in files and sent to servers.

use caracole::draw::puzzle_sheet;
use caracole_core::{Problem, Square};
use caracole_draw::svg;
use caracole_formats::json::{self, parse_problem};
use caracole_formats::{Format, ReadHint, puzzle as puzzles};
use caracole_play::Game;
use serde_json::Value;

use crate::words::one_line;

/// The largest board that is written, in squares.
pub(crate) const FEW: u64 = 1 << 12;

/// A problem as JSON: what is read is written, and read again the same.
pub fn problem(data: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(data) else { return };
    match parse_problem(&value) {
        Ok(problem) => assert_same(&problem),
        Err(error) => one_line(&error),
    }
}

fn assert_same(problem: &Problem) {
    let written = json::problem(problem);
    assert_eq!(parse_problem(&written).ok().as_ref(), Some(problem), "{written}");
}

/// A puzzle, as a grid or as JSON: the grid of what is read is read again the same.
pub fn puzzle(data: &[u8]) {
    let read = match puzzles::read(data, &ReadHint::default()) {
        Ok(problem) => problem,
        Err(error) => return one_line(&error),
    };
    assert_same(&read);
    if read.board().area() > FEW {
        return;
    }
    let mut grid = Vec::new();
    puzzles::write_grid(&mut grid, &read).expect("memory does not fail");
    let shown = String::from_utf8_lossy(&grid).into_owned();
    let hint = ReadHint { format: Some(Format::Grid), ..ReadHint::default() };
    match puzzles::read(&grid, &hint) {
        Ok(again) => assert_eq!(again, told_by_grid(&read), "{shown}"),
        // A grid without a number is no puzzle to be seen.
        Err(error) => assert!(read.clues().count() == 0, "{error}\n{shown}"),
    }
    let sheet = puzzles::PuzzleSheet { problem: &read, solution: None, grade: "" };
    puzzles::write_text(&mut Vec::new(), &sheet).expect("memory does not fail");
    svg::write(&puzzle_sheet(&sheet), &mut Vec::new()).expect("memory does not fail");
}

/// A grid tells of clues and of the kind, and of nothing else.
fn told_by_grid(problem: &Problem) -> Problem {
    let (board, piece) = (problem.board().clone(), problem.piece().clone());
    let bare = Problem::with_piece(board, piece).of_kind(problem.kind());
    let clue = |told: Problem, (step, square)| told.clue(square, step).expect("the same clues");
    problem.clues().fold(bare, clue)
}

/// A saved game: what is read is written, and read again the same; and it is played on by the rules
/// or refused by them.
pub fn game(data: &[u8]) {
    let saved = match json::read_game(data, &ReadHint::default()) {
        Ok(saved) => saved,
        Err(error) => return one_line(&error),
    };
    // A tour that goes over holes is read, so that its defects can be told; it is no game to be saved.
    let is_square = |&square: &Square| saved.problem.board().contains(square);
    if !saved.squares.iter().all(is_square) {
        return;
    }
    let mut file = Vec::new();
    json::write_game(&mut file, &saved).expect("memory does not fail");
    let again = json::read_game(&file, &ReadHint::default());
    let shown = String::from_utf8_lossy(&file);
    assert_eq!(again.ok().as_ref(), Some(&saved), "{shown}");
    if saved.problem.board().area() > FEW {
        return;
    }
    let undone = saved.undone.clone();
    match Game::resume(saved.problem.clone(), saved.squares.iter().copied(), undone) {
        Ok(mut game) => {
            assert_eq!(game.played(), saved.squares);
            game.state();
            let played = game.played().len();
            while game.redo().is_some() {}
            assert_eq!(game.played().len(), played + saved.undone.len());
            while game.undo().is_some() {}
            assert_eq!(game.undone().count(), played + saved.undone.len());
        }
        Err(error) => one_line(&error),
    }
}
