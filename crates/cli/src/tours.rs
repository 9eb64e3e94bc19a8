//! Many tours, one after the other.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use caracole::formats::{Format, WriteError, WriteOptions, write_tour};
use caracole::report::{self, ManyTours};
use caracole::{Outcome, Stop, Tour, unwatched};
use serde_json::Value;

use crate::Exit;
use crate::args::{PictureFormat, ToursOutputArgs, holds_many_tours};
use crate::commands::solve::exit_of;
use crate::failure::{self, Failure};
use crate::form::TourForm;
use crate::interrupt;
use crate::output::Output;

/// How many tours are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As a format has them: grids with blank lines between, lines of squares or of moves, or one
    /// object with all.
    Format(Format),
    /// An object a line.
    JsonLines,
    /// A picture of the only one.
    Picture(PictureFormat),
}

/// Where many tours go, and how.
pub(crate) struct ToursOutput {
    output: Output,
    form: Form,
    options: WriteOptions,
}

impl ToursOutputArgs {
    /// Opens the file; all that is wrong with it is found out here.
    pub(crate) fn open(&self) -> Result<ToursOutput, Failure> {
        let form = if self.jsonl {
            Form::JsonLines
        } else {
            if let Some(path) = self.picture() {
                let why = "is a picture, which holds one tour: `caracole sample` draws one";
                return Err(Failure::of(path.display(), why));
            }
            let format = self.to.format(self.format, Format::Squares)?;
            if !holds_many_tours(format) {
                let why = "does not hold many tours: choose grid, squares, moves or json";
                return Err(Failure::of(format, why));
            }
            Form::Format(format)
        };
        self.open_in(form)
    }

    /// The same for a single tour, which can be a picture.
    pub(crate) fn open_for_one(&self) -> Result<ToursOutput, Failure> {
        match self.picture().and_then(PictureFormat::from_ending) {
            Some(picture) => self.open_in(Form::Picture(picture)),
            None => self.open(),
        }
    }

    /// The file, if its ending asks for a picture and nothing else does.
    fn picture(&self) -> Option<&Path> {
        let is_asked = self.jsonl || self.to.json || self.format.is_some();
        let path = self.to.output.as_deref().filter(|_| !is_asked)?;
        PictureFormat::from_ending(path).map(|_| path)
    }

    fn open_in(&self, form: Form) -> Result<ToursOutput, Failure> {
        // A tour of a board that can be counted is written sooner than a thread is started.
        let options = WriteOptions { base: self.base.base, threads: Some(NonZeroUsize::MIN) };
        Ok(ToursOutput { output: Output::open(self.to.output.as_deref())?, form, options })
    }
}

impl ToursOutput {
    /// Is it a file, which appears whole or not at all?
    pub(crate) const fn is_file(&self) -> bool {
        self.output.is_file()
    }

    /// Is a person looking on?
    pub(crate) fn is_terminal(&self) -> bool {
        self.output.is_terminal()
    }

    /// From now on tours may come.
    pub(crate) fn begin(self, about: ManyTours<'_>) -> Tours<'_> {
        let is_seen = self.is_terminal();
        Tours { to: self, about, is_seen, begun: Instant::now(), count: 0, text: Vec::new() }
    }
}

/// Tours on their way out.
pub(crate) struct Tours<'a> {
    to: ToursOutput,
    about: ManyTours<'a>,
    /// Does each tour go out at once?
    is_seen: bool,
    begun: Instant,
    count: u64,
    /// The next piece of text.
    text: Vec<u8>,
}

impl Tours<'_> {
    /// How many there were.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    /// Writes the next one.
    pub(crate) fn put(&mut self, tour: Tour) -> Result<(), Failure> {
        self.add(tour).and_then(|()| self.hand_on()).map_err(|error| self.to.output.failure(&error))
    }

    fn hand_on(&mut self) -> Result<(), WriteError> {
        let out = self.to.output.writer();
        out.write_all(&self.text)?;
        self.text.clear();
        if self.is_seen {
            out.flush()?;
        }
        Ok(())
    }

    fn add(&mut self, tour: Tour) -> Result<(), WriteError> {
        let is_first = self.count == 0;
        self.count += 1;
        match self.to.form {
            Form::JsonLines => self.add_outcome(&Outcome::Found(tour)),
            Form::Picture(format) => {
                let form = TourForm::Picture(format);
                form.write(&mut self.text, &tour, &self.to.options, &unwatched)?;
            }
            Form::Format(Format::Json) => {
                let squares = report::squares(&tour).to_string();
                let before = if is_first { self.head() } else { ",".to_owned() };
                self.text.extend_from_slice(before.as_bytes());
                self.text.extend_from_slice(squares.as_bytes());
            }
            Form::Format(format) => {
                if !is_first && format == Format::Grid {
                    self.text.push(b'\n');
                }
                let mut text = Vec::new();
                write_tour(&mut text, &tour, format, &self.to.options)?;
                if !is_first {
                    drop_comments(&mut text);
                }
                self.text.append(&mut text);
            }
        }
        Ok(())
    }

    /// An outcome on a line.
    fn add_outcome(&mut self, outcome: &Outcome) {
        let object = self.about.line(outcome, self.begun.elapsed());
        self.text.extend_from_slice(format!("{object}\n").as_bytes());
    }

    /// The object up to its first tour.
    fn head(&self) -> String {
        let mut text = Value::from(self.about.head()).to_string();
        text.pop();
        text + ",\"tours\":["
    }

    /// The end: all there are, or as far as one could come. What was stopped leaves no file.
    pub(crate) fn end(mut self, stop: Option<&Stop>) -> Result<Exit, Failure> {
        let exit = stop.map_or(Exit::Yes, |stop| self.tell(stop));
        if stop.is_some() && self.to.output.is_file() {
            return Ok(exit);
        }
        self.add_end(stop);
        self.hand_on().map_err(|error| self.to.output.failure(&error))?;
        self.to.output.finish()?;
        Ok(exit)
    }

    /// The end, where there is no tour at all: objects say so, and other files are not written.
    pub(crate) fn end_with_none(self) -> Result<Exit, Failure> {
        if self.to.form == Form::Format(Format::Json) {
            self.end(None)?;
        }
        Ok(Exit::No)
    }

    fn add_end(&mut self, stop: Option<&Stop>) {
        match (self.to.form, stop) {
            (Form::JsonLines, Some(stop)) => self.add_outcome(&Outcome::Unknown(stop.clone())),
            (Form::Format(Format::Json), stop) => {
                let head = if self.count == 0 { self.head() } else { String::new() };
                let tail = Value::from(ManyTours::tail(self.count, stop)).to_string();
                let tail = tail.strip_prefix('{').unwrap_or_default();
                self.text.extend_from_slice(format!("{head}],{tail}\n").as_bytes());
            }
            _ => {}
        }
    }

    /// Says what stopped it, unless the objects say so.
    fn tell(&self, stop: &Stop) -> Exit {
        let exit = exit_of(&<Outcome>::Unknown(stop.clone()));
        let has_words = matches!(self.to.form, Form::JsonLines | Form::Format(Format::Json));
        if exit == Exit::Interrupted {
            failure::tell(&interrupt::with_advice(stop));
        } else if !has_words || self.to.output.is_file() {
            failure::tell(&format!("unknown: {stop}"));
        }
        exit
    }
}

/// Board and piece are told once.
fn drop_comments(text: &mut Vec<u8>) {
    while text.starts_with(b"#") {
        let end = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| at + 1);
        text.drain(..end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_a_tour_are_dropped() {
        let mut text = b"# board 3x4\n# leaper 1,2\na1 b3\n# behind\n".to_vec();
        drop_comments(&mut text);
        assert_eq!(text, b"a1 b3\n# behind\n");
        let mut text = b"# nothing else".to_vec();
        drop_comments(&mut text);
        assert_eq!(text, b"");
    }
}
