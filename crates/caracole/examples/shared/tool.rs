//! Command lines of the tools in this folder, and their errors of one line.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;

/// An error as one line.
pub(crate) type Failure = Box<dyn Error>;

/// Runs a tool with the words after its name. A failure is told in one line, with exit code 2; a reader
/// who has seen enough, as `head` has, is no failure.
pub(crate) fn run(
    name: &str,
    tool: impl FnOnce(&[String], &mut dyn Write) -> Result<(), Failure>,
) -> ExitCode {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let mut screen = io::stdout().lock();
    let Err(failure) = tool(&words, &mut screen).and_then(|()| Ok(screen.flush()?)) else {
        return ExitCode::SUCCESS;
    };
    let is_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if failure.downcast_ref::<io::Error>().is_some_and(is_pipe) {
        return ExitCode::SUCCESS;
    }
    eprintln!("{name}: {failure}");
    ExitCode::from(2)
}

/// Words as they were typed: some are `--name value`, the others stand alone.
pub(crate) struct Typed<'a> {
    words: Vec<&'a str>,
}

impl<'a> Typed<'a> {
    pub(crate) fn new(words: &'a [String]) -> Self {
        Self { words: words.iter().map(String::as_str).collect() }
    }

    /// Returns the value after `--name`, or a default.
    pub(crate) fn value<T>(&mut self, name: &str, otherwise: T) -> Result<T, Failure>
    where
        T: FromStr<Err: Display>,
    {
        let Some(at) = self.words.iter().position(|&word| word == name) else {
            return Ok(otherwise);
        };
        let pair: Vec<&str> = self.words.drain(at..self.words.len().min(at + 2)).collect();
        let [_, value] = pair[..] else { return Err(format!("{name}: needs a value").into()) };
        value.parse().map_err(|error| format!("{name} {value}: {error}").into())
    }

    /// The words that stand alone. All values must have been taken.
    pub(crate) fn alone<const N: usize>(self, usage: &str) -> Result<[&'a str; N], Failure> {
        if let Some(word) = self.words.iter().find(|word| word.starts_with("--")) {
            return Err(
                format!("{word}: there is no such option, or it came twice; {usage}").into()
            );
        }
        self.words.try_into().map_err(|_| usage.into())
    }
}
