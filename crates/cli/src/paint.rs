//! Colour on standard output, where it is wanted.

use std::io;

use anstyle::{AnsiColor, Style};

/// What a word says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tone {
    /// Found, valid, possible.
    Good,
    /// Impossible, invalid.
    Bad,
    /// Unknown.
    Open,
}

/// The text in colour, or as it is where no colour is wanted: in pipes and files, with `NO_COLOR`,
/// with `--color never`.
pub(crate) fn paint(tone: Tone, text: &str) -> String {
    if anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never {
        return text.to_owned();
    }
    let colour = match tone {
        Tone::Good => AnsiColor::Green,
        Tone::Bad => AnsiColor::Red,
        Tone::Open => AnsiColor::Yellow,
    };
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{text}{style:#}")
}
