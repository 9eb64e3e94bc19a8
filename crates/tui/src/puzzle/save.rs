//! A puzzle goes to a file.

use std::io;
use std::path::{Path, PathBuf};

use caracole::formats::WriteError;
use caracole::formats::puzzle::{Sheet, write_grid, write_svg};
use caracole::puzzle::Puzzle;
use crossterm::event::KeyEvent;

use crate::line_input::{LineInput, Typed};
use crate::whole_file::write_whole;

/// The name of a file in the making.
pub(super) struct Save {
    pub(super) line: LineInput,
    /// The file that is there, and shall be replaced if the same name is given again.
    there: Option<PathBuf>,
}

/// What came of a key.
pub(super) enum Saved {
    /// The name is not finished, and there may be something to say.
    NotYet(Option<String>),
    /// It is there.
    There(PathBuf),
    /// It was dropped.
    Dropped,
}

impl Save {
    pub(super) fn new() -> Self {
        Self { line: LineInput::new("puzzle.svg"), there: None }
    }

    pub(super) fn key(&mut self, key: KeyEvent, puzzle: &Puzzle) -> Saved {
        match self.line.key(key) {
            Typed::On => return Saved::NotYet(None),
            Typed::Dropped => return Saved::Dropped,
            Typed::Done => {}
        }
        let path = PathBuf::from(self.line.text().trim());
        if path.is_file() && self.there.as_ref() != Some(&path) {
            let say = format!("{} is there: Enter again replaces it", path.display());
            self.there = Some(path);
            return Saved::NotYet(Some(say));
        }
        match write(&path, puzzle) {
            Ok(()) => Saved::There(path),
            Err(error) => Saved::NotYet(Some(format!("{}: {error}", path.display()))),
        }
    }
}

/// A page to print with the solution upside down, or a grid that can be read again.
fn write(path: &Path, puzzle: &Puzzle) -> io::Result<()> {
    if path.as_os_str().is_empty() {
        return Err(io::Error::other("the name of the file is missing"));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let is_sheet = match ending.as_deref() {
        Some("svg") => true,
        None | Some("txt" | "grid") => false,
        Some(_) => return Err(io::Error::other("puzzles are .svg to print, or .txt")),
    };
    write_whole(path, |out| {
        let (problem, solution) = (puzzle.problem(), Some(puzzle.solution()));
        let written = if is_sheet {
            write_svg(out, &Sheet { problem, solution, grade: puzzle.grade().name() })
        } else {
            write_grid(out, problem)
        };
        written.map_err(|error| match error {
            WriteError::Io(error) => error,
            error => io::Error::other(error),
        })
    })
}
