//! Caracole in the terminal: a menu, and what can be chosen there.
//!
//! [`run`] shows a [`Screen`], and all that it leads to, until the app is left; [`Menu`] is the one that
//! leads to all others. [`Setup`] asks for the board and the rest; then there are
//!
//! | screen | shows |
//! | --- | --- |
//! | [`Answer`] | a tour, or why there is none |
//! | [`Watch`] | a method at work, step by step |
//! | [`Play`] | a tour of your own, with a coach |
//! | [`Compare`] | all methods on one board |
//! | [`Count`] | all tours of a board, counted |
//! | [`Puzzle`] | a tour to be found from a few clues |
//!
//! Screens never touch the terminal: keys, mouse and time go in, a picture comes out, so tests draw them
//! as text. What lies below keeps a stack of them, puts a line above and a line below, and sees to it
//! that the terminal is always given back as it was: whoever ends the program on a signal calls
//! [`restore`].

mod app;
mod board_view;
mod compare;
mod count;
mod file_name;
mod files;
mod frames;
mod job;
mod line_input;
mod memory;
mod menu;
mod numbers;
mod play;
mod puzzle;
mod screen;
mod setup;
mod terminal;
mod text;
mod theme;
mod tour;
mod watch;

pub use compare::Compare;
pub use count::Count;
pub use files::{FileError, WholeFile};
pub use frames::Frames;
pub use menu::Menu;
pub use play::Play;
pub use puzzle::Puzzle;
pub use screen::{Screen, Turn};
pub use setup::{Goal, Setup};
pub use terminal::{Ending, Options, restore, run};
pub use theme::{Theme, Tone};
pub use tour::{Answer, Question};
pub use watch::{Watch, Work};
