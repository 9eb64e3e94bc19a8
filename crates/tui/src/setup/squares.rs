//! The board of the form, changed where it is drawn.

use caracole::{Board, File, Level, Place, Rank, Square, Surface};
use crossterm::event::{KeyCode, KeyEvent};

use super::Setup;
use crate::line_input::LineInput;
use crate::screen::Turn;

impl Setup {
    /// Moves the cursor on the board; beyond the side of a level is the next level.
    fn step(&mut self, right: i64, up: i64) {
        let board = &self.board;
        let place = board.place(self.cursor);
        let rank = i64::from(place.rank.index()) + up;
        let file = i64::from(place.file.index()) + right;
        let files = i64::from(board.files());
        let level = i64::from(place.level.index()) + file.div_euclid(files);
        let part = |index: i64| u32::try_from(index).ok();
        let (Some(rank), Some(level)) = (part(rank), part(level)) else { return };
        let file = File::new(file.rem_euclid(files) as u32);
        let place = Place { file, rank: Rank::new(rank), level: Level::new(level) };
        self.cursor = board.at(place).unwrap_or(self.cursor);
    }

    /// Makes a square an end, or no end if it was one.
    pub(super) fn set_end(&mut self, square: Square, is_start: bool) {
        if !self.goal.has_ends() || !self.board.contains(square) {
            return;
        }
        self.was_asked = false;
        let name = self.board.name(square);
        let entry = if is_start { &mut self.start } else { &mut self.end };
        let name = if entry.text() == name { String::new() } else { name };
        *entry = LineInput::new(name);
    }

    /// Makes a hole of a square, or a square of a hole.
    pub(super) fn toggle_hole(&mut self, square: Square) {
        let board = if self.board.contains(square) {
            self.board.clone().without([square])
        } else {
            let board = &self.board;
            let whole = match board.surface() {
                Surface::Flat => Board::cuboid(board.files(), board.ranks(), board.levels()),
                surface => Board::wrapped(board.files(), board.ranks(), surface),
            };
            whole.and_then(|whole| whole.without(board.holes().filter(|&hole| hole != square)))
        };
        // The last square stays.
        if let Ok(board) = board {
            self.was_asked = false;
            self.board_text = LineInput::new(board.to_string());
            self.board = board;
        }
    }

    /// A key while the drawn board is being changed.
    pub(super) fn board_key(&mut self, key: KeyEvent) -> Turn {
        if self.view.key(key) {
            return Turn::Stay;
        }
        match key.code {
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, 1),
            KeyCode::Down => self.step(0, -1),
            KeyCode::Enter | KeyCode::Char(' ' | 's') => self.set_end(self.cursor, true),
            KeyCode::Char('e') => self.set_end(self.cursor, false),
            KeyCode::Char('x') => self.toggle_hole(self.cursor),
            KeyCode::Char('g') => return self.go(),
            _ => {}
        }
        Turn::Stay
    }
}
