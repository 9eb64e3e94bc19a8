//! A puzzle with exactly one solution, to be solved.

use caracole::Board;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::screen::{Screen, Turn};
use crate::theme::Theme;

/// A puzzle with exactly one solution, to be solved.
pub struct Puzzle {
    board: Board,
}

impl Puzzle {
    /// Makes a puzzle on a board.
    pub fn new(board: Board) -> Self {
        Self { board }
    }
}

impl Screen for Puzzle {
    fn title(&self) -> String {
        format!("Puzzle {}", self.board.title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Esc", "back")]
    }

    fn draw(&mut self, _frame: &mut Frame<'_>, _area: Rect, _theme: &Theme) {}

    fn key(&mut self, key: KeyEvent) -> Turn {
        if key.code == KeyCode::Esc { Turn::Back } else { Turn::Stay }
    }
}
