//! What fills the terminal, one at a time.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::theme::Theme;

/// Something that fills the terminal and hears keys.
///
/// State goes in by [`Screen::key`], [`Screen::mouse`] and [`Screen::tick`], the picture comes out by
/// [`Screen::draw`]; nothing else changes or shows it.
pub trait Screen {
    /// What it is, for the top line.
    fn title(&self) -> String;

    /// The keys that do something now, and what they do, for the bottom line: the most useful first.
    fn keys(&self) -> Vec<(&'static str, &'static str)>;

    /// All keys that do something now, for the list of keys: those of the bottom line, and more.
    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.keys()
    }

    /// Draws itself. What it remembers is only where things are, for the mouse.
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme);

    /// A key was pressed. Ctrl-C never comes here.
    fn key(&mut self, key: KeyEvent) -> Turn;

    /// Is text being typed, so that `?` is a letter like any other?
    fn is_typing(&self) -> bool {
        false
    }

    /// The mouse did something.
    fn mouse(&mut self, _mouse: MouseEvent) -> Turn {
        Turn::Stay
    }

    /// How long it may sleep before [`Screen::tick`] is called; for ever if `None`.
    fn rest(&self) -> Option<Duration> {
        None
    }

    /// So much time has passed since the last tick, or since the screen came up.
    fn tick(&mut self, _elapsed: Duration) -> Turn {
        Turn::Stay
    }
}

/// What becomes of a screen after it has heard something.
pub enum Turn {
    /// It stays.
    Stay,
    /// It goes, and the one below comes up.
    Back,
    /// Another one is laid over it.
    Go(Box<dyn Screen>),
    /// The app ends.
    Quit,
}
