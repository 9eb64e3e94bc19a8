//! All methods on one board.

use caracole::Problem;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::screen::{Screen, Turn};
use crate::theme::Theme;

/// All methods on one board.
pub struct Compare {
    problem: Problem,
}

impl Compare {
    /// Every method on this problem.
    pub fn new(problem: Problem) -> Self {
        Self { problem }
    }
}

impl Screen for Compare {
    fn title(&self) -> String {
        format!("Compare {}", self.problem.board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Esc", "back")]
    }

    fn draw(&mut self, _frame: &mut Frame<'_>, _area: Rect, _theme: &Theme) {}

    fn key(&mut self, key: KeyEvent) -> Turn {
        if key.code == KeyCode::Esc { Turn::Back } else { Turn::Stay }
    }
}
