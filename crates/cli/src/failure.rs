//! What goes wrong before there is an answer.

use std::fmt::Display;
use std::io;

use crate::interrupt;

/// Bad usage, bad input or file trouble: one line that says what, where and how to mend it.
#[derive(Debug)]
pub(crate) enum Failure {
    /// To be told; exit code 2.
    Told(String),
    /// Whoever read our output has read enough. That is success.
    BrokenPipe,
    /// Ctrl-C, or another signal.
    Interrupted,
}

impl Failure {
    /// A failure with its line.
    pub(crate) fn new(line: impl Display) -> Self {
        Self::Told(line.to_string())
    }

    /// A failure about something: `what: why`.
    pub(crate) fn of(what: impl Display, why: impl Display) -> Self {
        Self::Told(format!("{what}: {why}"))
    }

    /// Writing failed.
    pub(crate) fn writing(what: impl Display, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        Self::of(what, error_text(error))
    }

    /// Tells it and gives the exit code.
    pub(crate) fn tell(&self) -> u8 {
        match self {
            Self::BrokenPipe => 0,
            Self::Interrupted => {
                tell(&interrupt::with_advice("interrupted"));
                130
            }
            Self::Told(line) => {
                tell(line);
                2
            }
        }
    }
}

/// One line on standard error, whatever stands in it.
pub(crate) fn tell(line: &str) {
    use io::Write;
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // When standard error is closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "caracole: {line}");
}

/// The error in words, without Rust's `(os error 2)`.
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
