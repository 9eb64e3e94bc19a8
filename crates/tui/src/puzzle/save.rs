//! A puzzle goes to a file.

use std::path::Path;

use caracole::formats::puzzle::{Sheet, write_grid, write_svg};
use crossterm::event::KeyEvent;

use super::{Puzzle, State};
use crate::file_name::FileName;
use crate::files::{FileError, write_whole};

impl Puzzle {
    /// A key while the name of a file is being typed.
    pub(super) fn save_key(&mut self, key: KeyEvent) {
        let State::Playing(game) = &self.state else { return };
        self.note = FileName::save(&mut self.save, key, |path| write(path, game.puzzle()));
    }
}

/// Writes a page to print with the solution upside down, or a grid that can be read again.
fn write(path: &Path, puzzle: &caracole::puzzle::Puzzle) -> Result<(), FileError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let is_sheet = match ending.as_deref() {
        Some("svg") => true,
        None | Some("txt" | "grid") => false,
        Some(_) => return Err(FileError::new(path, "puzzles are .svg to print, or .txt")),
    };
    write_whole(path, |out| {
        let (problem, solution) = (puzzle.problem(), Some(puzzle.solution()));
        if is_sheet {
            write_svg(out, &Sheet { problem, solution, grade: puzzle.grade().name() })
        } else {
            write_grid(out, problem)
        }
    })
}
