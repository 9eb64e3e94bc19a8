//! The menu.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::screen::{Screen, Turn};
use crate::theme::{Theme, Tone};

/// What can be chosen.
#[derive(Debug, Default)]
pub struct Menu {
    chosen: usize,
    /// The answer to a bad choice.
    answer: Option<String>,
}

const CHOICES: [(&str, &str); 8] = [
    ("Open tour", "from any square to any other"),
    ("Closed tour", "that ends a move from where it began"),
    ("Watch", "a method at work, step by step"),
    ("Play", "a tour of your own, with a coach"),
    ("Compare", "all methods on one board"),
    ("Count", "all tours of a board"),
    ("Puzzle", "with exactly one solution"),
    ("Exit", "back to the shell"),
];

impl Screen for Menu {
    fn title(&self) -> String {
        "Caracole".to_owned()
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("1-8", "choose"), ("↑↓ Enter", "choose"), ("q", "exit")]
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let choices = CHOICES.iter().enumerate().map(|(at, (name, about))| {
            let tone = if at == self.chosen { Tone::Chosen } else { Tone::Plain };
            Line::styled(format!("  {} {name:12} {about}", at + 1), theme.style(tone))
        });
        let answer = self.answer.iter().map(|answer| Line::from(answer.as_str()));
        frame.render_widget(ratatui::text::Text::from_iter(choices.chain(answer)), area);
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        match key.code {
            KeyCode::Char('8' | 'q') => Turn::Quit,
            KeyCode::Char(other) => {
                self.answer = Some(format!("{other} is no choice: press 1 to 8"));
                Turn::Stay
            }
            _ => Turn::Stay,
        }
    }
}
