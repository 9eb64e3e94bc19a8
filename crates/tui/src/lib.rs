//! The terminal app of Caracole.
//!
//! [`run`] shows a [`Screen`] and the screens it opens until the user quits. [`MenuScreen`] is the first one;
//! [`SetupScreen`] asks for the board and the options, and opens one of these:
//!
//! | screen | shows |
//! | --- | --- |
//! | [`SolveScreen`] | a tour, or the reason why there is none |
//! | [`WatchScreen`] | a method step by step |
//! | [`PlayScreen`] | a game with a coach |
//! | [`CompareScreen`] | all methods on one board |
//! | [`CountScreen`] | the number of tours |
//! | [`PuzzleScreen`] | a puzzle with one solution |
//!
//! Screens never access the terminal, so tests draw them as text. The app keeps a stack of screens and
//! restores the terminal when it ends; a signal handler that ends the program must call [`restore`].
//!
//! A screen is one file, or a file for its state and one or two more for its view and its background
//! task.

mod app;
mod atomic_file;
mod board_view;
mod compare;
mod count;
mod frame_printer;
mod line_input;
mod menu;
mod play;
mod puzzle;
mod screen;
mod setup;
mod solve;
mod task;
mod terminal;
mod text;
mod theme;
mod watch;

pub use atomic_file::{AtomicFile, FileError};
pub use compare::CompareScreen;
pub use count::CountScreen;
pub use frame_printer::FramePrinter;
pub use menu::{Goal, MenuScreen};
pub use play::PlayScreen;
pub use puzzle::PuzzleScreen;
pub use screen::{Screen, Turn};
pub use setup::SetupScreen;
pub use solve::{SolveRequest, SolveScreen};
pub use terminal::{ExitReason, TerminalOptions, restore, run};
pub use theme::{TerminalTheme, Tone};
pub use watch::{WatchRequest, WatchScreen};
