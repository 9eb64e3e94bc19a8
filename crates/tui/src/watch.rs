//! A method at work, step by step.

use std::time::Duration;

use caracole::{Method, MethodSettings, Problem};
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::screen::{Screen, Turn};
use crate::theme::Theme;

/// What is watched.
#[derive(Clone, Debug)]
pub struct Work {
    /// The question.
    pub problem: Problem,
    /// Who answers it.
    pub method: Method,
    /// What it is told.
    pub settings: MethodSettings,
    /// Where its chance begins.
    pub seed: u64,
    /// How long a step stays on the screen.
    pub pause: Duration,
}

/// A method at work, step by step.
pub struct Watch {
    work: Work,
}

impl Watch {
    /// Lets a method work on a problem.
    pub fn new(work: Work) -> Self {
        Self { work }
    }
}

impl Screen for Watch {
    fn title(&self) -> String {
        format!("Watch {}", self.work.problem.board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Esc", "back")]
    }

    fn draw(&mut self, _frame: &mut Frame<'_>, _area: Rect, _theme: &Theme) {}

    fn key(&mut self, key: KeyEvent) -> Turn {
        if key.code == KeyCode::Esc { Turn::Back } else { Turn::Stay }
    }
}
