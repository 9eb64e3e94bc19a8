//! Caracole in the terminal: a menu, and what can be chosen there.
//!
//! Each thing that fills the terminal is a [`Screen`](screen::Screen); the [`App`](app::App) keeps a
//! stack of them, and [`terminal`] is what lies below: keys, mouse, and a terminal that is always given
//! back as it was. Screens never touch the terminal, so tests draw them as text.

mod app;
mod board_view;
mod compare;
mod count;
mod job;
mod menu;
mod play;
mod puzzle;
mod screen;
mod terminal;
mod theme;
mod watch;

pub use compare::Compare;
pub use count::Count;
pub use menu::Menu;
pub use play::{GameFileError, Play};
pub use puzzle::Puzzle;
pub use screen::{Screen, Turn};
pub use terminal::{Ending, Options, restore, run};
pub use theme::{Theme, Tone};
pub use watch::{Watch, Work};
