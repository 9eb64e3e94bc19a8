//! A tour of your own, with a coach.

use caracole::Problem;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::screen::{Screen, Turn};
use crate::theme::Theme;

/// A tour of your own, with a coach.
pub struct Play {
    problem: Problem,
}

impl Play {
    /// A new game.
    pub fn new(problem: Problem) -> Self {
        Self { problem }
    }
}

impl Screen for Play {
    fn title(&self) -> String {
        format!("Play {}", self.problem.board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Esc", "back")]
    }

    fn draw(&mut self, _frame: &mut Frame<'_>, _area: Rect, _theme: &Theme) {}

    fn key(&mut self, key: KeyEvent) -> Turn {
        if key.code == KeyCode::Esc { Turn::Back } else { Turn::Stay }
    }
}
