//! Errors of commands, and how they are printed.

use std::fmt::Display;
use std::io;

use anstyle::{AnsiColor, Style};

use crate::interrupt;

/// The failure of a command: bad usage, bad input or a file error.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A message of one line; exit code 2.
    Message(String),
    /// The reader closed the output, which is a success.
    BrokenPipe,
    /// Ctrl-C or another signal.
    Interrupted,
}

impl Failure {
    /// Returns a failure with a message.
    pub(crate) fn new(line: impl Display) -> Self {
        Self::Message(line.to_string())
    }

    /// Returns a failure with the message `what: why`.
    pub(crate) fn of(what: impl Display, why: impl Display) -> Self {
        Self::Message(format!("{what}: {why}"))
    }

    /// Returns the failure for a write error.
    pub(crate) fn writing(what: impl Display, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        Self::of(what, error_text(error))
    }

    /// Prints the message and returns the exit code.
    pub(crate) fn print(&self) -> u8 {
        match self {
            Self::BrokenPipe => 0,
            Self::Interrupted => {
                print_error(&interrupt::with_hint("interrupted"));
                130
            }
            Self::Message(line) => {
                print_error(line);
                2
            }
        }
    }
}

/// Prints one line on standard error. Control characters become spaces.
pub(crate) fn print_error(line: &str) {
    use io::Write;
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    // An error means that standard error is closed.
    let _ = writeln!(anstream::stderr(), "{style}caracole:{style:#} {line}");
}

/// Returns the text of an error without Rust's `(os error 2)`.
pub(crate) fn error_text(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::IsADirectory => "is a folder, not a file".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_owned()
        }
    }
}
