//! Output of many tours.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;

use crate::args::BaseArgs;
use crate::args::values::formats_of_many_tours;
use crate::output::OutputArgs;
use caracole::draw::PictureFormat;
use caracole::formats::{Format, WriteError, WriteOptions, write_tour};
use caracole::report;
use caracole::report::ManyTours;
use caracole::verify::no_progress;
use caracole::{Board, Outcome, Problem, ProblemExt, Stop, Tour};
use serde_json::Value;

use crate::args::values::holds_many_tours;
use crate::commands::solve::exit_of;
use crate::failure::{self, Failure};
use crate::output::Output;
use crate::tour_format::TourFormat;
use crate::watchdog::Report;
use crate::{Exit, interrupt};

/// The format and the destination of several tours.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ToursOutputArgs {
    /// Output format [default: by the file extension]
    #[arg(short, long, value_parser = formats_of_many_tours())]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) base: BaseArgs,
    #[command(flatten)]
    pub(crate) to: OutputArgs,
    /// Print one JSON object per tour, one per line
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub(crate) jsonl: bool,
}

/// The format of many tours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToursFormat {
    /// A text format: grids with blank lines between, lines of squares or of moves, or one
    /// object with all.
    Format(Format),
    /// One JSON object per line.
    JsonLines,
    /// A picture of a single tour.
    Picture(PictureFormat),
}

impl ToursFormat {
    /// Returns the format of each tour.
    fn of_one(self) -> TourFormat {
        match self {
            Self::Format(format) => TourFormat::Format(format),
            Self::JsonLines => TourFormat::JSON,
            Self::Picture(picture) => TourFormat::of_picture(picture),
        }
    }
}

/// The output of many tours, and its format.
pub(crate) struct ToursOutput {
    output: Output,
    form: ToursFormat,
    options: WriteOptions,
}

impl ToursOutputArgs {
    /// Opens the output, and checks its format.
    pub(crate) fn open(&self, board: &Board) -> Result<ToursOutput, Failure> {
        let form = if self.jsonl {
            ToursFormat::JsonLines
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
            ToursFormat::Format(format)
        };
        self.open_in(form, board)
    }

    /// Opens the output of a single tour, which can be a picture.
    pub(crate) fn open_for_one(&self, board: &Board) -> Result<ToursOutput, Failure> {
        match self.picture().and_then(PictureFormat::from_extension) {
            Some(picture) => self.open_in(ToursFormat::Picture(picture), board),
            None => self.open(board),
        }
    }

    /// Returns the file if its extension names a picture and no other format is given.
    fn picture(&self) -> Option<&Path> {
        let is_asked = self.jsonl || self.to.json || self.format.is_some();
        let path = self.to.output.as_deref().filter(|_| !is_asked)?;
        PictureFormat::from_extension(path).map(|_| path)
    }

    fn open_in(&self, form: ToursFormat, board: &Board) -> Result<ToursOutput, Failure> {
        // A tour of a board that can be counted is written sooner than a thread is started.
        let threads = Some(NonZeroUsize::MIN);
        let options = WriteOptions { threads, ..self.base.options(form.of_one())? };
        let output = Output::open(self.to.output.as_deref())?;
        if board.graph().is_some() {
            form.of_one().check_output(board, &output)?;
        }
        Ok(ToursOutput { output, form, options })
    }
}

impl ToursOutput {
    /// Returns true for a file, which appears completely or not at all.
    pub(crate) const fn is_file(&self) -> bool {
        self.output.is_file()
    }

    /// Returns true for a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.output.is_terminal()
    }

    /// Returns the report for a process that is ended: the whole document if JSON is written to standard output
    /// and no tour was written, otherwise a line on standard error.
    pub(crate) fn report(
        &self,
        about: ManyTours<'_>,
        has_tours: &Arc<AtomicBool>,
    ) -> impl FnOnce(&Stop) -> Report + Send + 'static {
        let (form, is_standard) = (self.form, self.output.is_standard());
        let (verb, question, seed) = (about.verb, about.question.clone(), about.seed);
        let (has_tours, begun) = (Arc::clone(has_tours), Instant::now());
        move |stop| {
            let about = ManyTours { verb, question: &question, seed, of: None };
            let is_first = is_standard && !has_tours.load(Ordering::Relaxed);
            let document = match form {
                ToursFormat::Format(Format::Json) if is_first => about.object(&[], Some(stop)),
                ToursFormat::JsonLines if is_first => {
                    about.line(&Outcome::Unknown(stop.clone()), begun.elapsed())
                }
                _ => return Report::remark(&format!("unknown: {stop}")),
            };
            Report::json_or_words(true, stop, || document.to_string())
        }
    }

    /// Returns the writer of the tours.
    pub(crate) fn begin(self, about: ManyTours<'_>) -> TourWriter<'_> {
        let is_seen = self.is_terminal();
        TourWriter { to: self, about, is_seen, begun: Instant::now(), count: 0, text: Vec::new() }
    }
}

/// Writes tours one by one.
pub(crate) struct TourWriter<'a> {
    to: ToursOutput,
    about: ManyTours<'a>,
    /// True if each tour is flushed at once.
    is_seen: bool,
    begun: Instant,
    count: u64,
    /// The text that is not written yet.
    text: Vec<u8>,
}

impl TourWriter<'_> {
    /// Returns the number of tours.
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
            ToursFormat::JsonLines => self.add_outcome(&Outcome::Found(tour)),
            ToursFormat::Picture(format) => {
                let form = TourFormat::of_picture(format);
                form.write(&mut self.text, &tour, &self.to.options, &no_progress)?;
            }
            ToursFormat::Format(Format::Json) => {
                let squares = report::squares(&tour).to_string();
                let before = if is_first { self.head() } else { ",".to_owned() };
                self.text.extend_from_slice(before.as_bytes());
                self.text.extend_from_slice(squares.as_bytes());
            }
            ToursFormat::Format(format) => {
                if !is_first && format == Format::Grid {
                    self.text.push(b'\n');
                }
                let mut text = Vec::new();
                write_tour(&mut text, &tour, format, &self.to.options)?;
                if is_first {
                    let at = comments_len(&text);
                    text.splice(at..at, self.convention(&tour).into_bytes());
                } else {
                    text.drain(..comments_len(&text));
                }
                self.text.append(&mut text);
            }
        }
        Ok(())
    }

    /// Returns the comment with the convention, unless it is that of any tour of the board.
    fn convention(&self, tour: &Tour) -> String {
        let any_tour = Problem::with_piece(tour.board().clone(), tour.piece().clone());
        let convention = self.about.question.convention();
        if convention == any_tour.question().convention() {
            return String::new();
        }
        format!("# convention {convention}\n")
    }

    /// Adds an outcome on a line.
    fn add_outcome(&mut self, outcome: &Outcome) {
        let object = self.about.line(outcome, self.begun.elapsed());
        self.text.extend_from_slice(format!("{object}\n").as_bytes());
    }

    /// Returns the JSON object up to its first tour.
    fn head(&self) -> String {
        let mut text = Value::from(self.about.head()).to_string();
        text.pop();
        text + ",\"tours\":["
    }

    /// Finishes the output. Stopped work leaves no file.
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

    /// Finishes the output without tours: JSON says so, and other files are not written.
    pub(crate) fn end_with_none(self) -> Result<Exit, Failure> {
        if self.to.form == ToursFormat::Format(Format::Json) {
            self.end(None)?;
        }
        Ok(Exit::No)
    }

    fn add_end(&mut self, stop: Option<&Stop>) {
        match (self.to.form, stop) {
            (ToursFormat::JsonLines, Some(stop)) => {
                self.add_outcome(&Outcome::Unknown(stop.clone()));
            }
            (ToursFormat::Format(Format::Json), stop) => {
                let head = if self.count == 0 { self.head() } else { String::new() };
                let tail = Value::from(ManyTours::tail(self.count, stop)).to_string();
                let tail = tail.strip_prefix('{').unwrap_or_default();
                self.text.extend_from_slice(format!("{head}],{tail}\n").as_bytes());
            }
            _ => {}
        }
    }

    /// Prints what stopped the work, unless the JSON says so.
    fn tell(&self, stop: &Stop) -> Exit {
        let exit = exit_of(&<Outcome>::Unknown(stop.clone()));
        let has_words =
            matches!(self.to.form, ToursFormat::JsonLines | ToursFormat::Format(Format::Json));
        if exit == Exit::Interrupted {
            failure::print_error(&interrupt::with_hint(stop));
        } else if !has_words || self.to.output.is_file() {
            failure::print_error(&format!("unknown: {stop}"));
        }
        exit
    }
}

/// Returns the length of the comments before a tour, which come only once.
fn comments_len(text: &[u8]) -> usize {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.take_while(|line| line.starts_with(b"#")).map(<[u8]>::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_a_tour_are_dropped() {
        let text = b"# board 3x4\n# leaper 1,2\na1 b3\n# behind\n";
        assert_eq!(&text[comments_len(text)..], b"a1 b3\n# behind\n");
        let text = b"# nothing else";
        assert_eq!(comments_len(text), text.len());
    }
}
