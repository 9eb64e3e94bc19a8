//! A puzzle to print, as `caracole puzzle make` writes it.

use caracole::puzzle_sheet;
use caracole_core::Problem;
use caracole_draw::svg;
use caracole_formats::puzzle::Sheet;
use caracole_solve::Run;
use caracole_solve::puzzle::{PuzzleSettings, make};

/// `caracole puzzle make 6x6 --symmetric --clues 10 --seed 3 -o sheet.svg`
pub(super) fn draw() -> Result<String, String> {
    let board = "6x6".parse().map_err(|_| "no board")?;
    let settings = PuzzleSettings { clues: Some(10), symmetric: true, ..PuzzleSettings::default() };
    let puzzle = make(&Problem::new(board), &settings, &mut Run::new().seed(3))
        .map_err(|error| error.to_string())?;
    let sheet = Sheet {
        problem: puzzle.problem(),
        solution: Some(puzzle.solution()),
        grade: puzzle.grade().name(),
    };
    let mut text = Vec::new();
    svg::write(&puzzle_sheet(&sheet), &mut text).map_err(|error| error.to_string())?;
    String::from_utf8(text).map_err(|error| error.to_string())
}
