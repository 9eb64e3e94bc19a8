//! All tours of a board, counted.

use caracole::Problem;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::screen::{Screen, Turn};
use crate::theme::Theme;

/// All tours of a board, counted.
pub struct Count {
    problem: Problem,
}

impl Count {
    /// Counts the tours that the problem asks for.
    pub fn new(problem: Problem) -> Self {
        Self { problem }
    }
}

impl Screen for Count {
    fn title(&self) -> String {
        format!("Count {}", self.problem.board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Esc", "back")]
    }

    fn draw(&mut self, _frame: &mut Frame<'_>, _area: Rect, _theme: &Theme) {}

    fn key(&mut self, key: KeyEvent) -> Turn {
        if key.code == KeyCode::Esc { Turn::Back } else { Turn::Stay }
    }
}
