//! A puzzle goes to a file.

use std::path::Path;

use caracole::draw::{pdf, svg};
use caracole::formats::WriteError;
use caracole::formats::puzzle::{Sheet, write_grid};
use caracole::puzzle_sheet;
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
    let (problem, solution) = (puzzle.problem(), Some(puzzle.solution()));
    let page = || puzzle_sheet(&Sheet { problem, solution, grade: puzzle.grade().name() });
    match ending.as_deref() {
        Some("svg") => write_whole(path, |out| Ok(svg::write(&page(), out)?)),
        Some("pdf") => write_whole(path, |out| {
            pdf::write(&page(), out).map_err(|error| WriteError::Io(error.into()))
        }),
        None | Some("txt" | "grid") => write_whole(path, |out| write_grid(out, problem)),
        Some(_) => Err(FileError::new(path, "puzzles are .svg or .pdf to print, or .txt")),
    }
}
