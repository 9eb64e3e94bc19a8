//! Input from files and standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use caracole::formats::{Document, Format, ReadError, ReadErrorKind, ReadHint, documents, puzzle};
use clap::Args;

use crate::args::values::formats_to_read;
use crate::failure::{Failure, error_text};
use crate::memory;

/// A file that holds a tour.
#[derive(Debug, Args)]
pub(crate) struct TourFileArgs {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The board, if the file does not state it
    #[arg(short, long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Input format [default: recognised]
    #[arg(long, value_name = "FORMAT", value_parser = formats_to_read())]
    pub(crate) from_format: Option<Format>,
    /// Which tour of a file with several, from 1
    #[arg(long, value_name = "N", value_parser = tour_number)]
    pub(crate) tour: Option<u64>,
}

fn tour_number(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "tours are numbered from 1".to_owned())
}

/// Returns what a file contains, if it is a tour, a puzzle or a result of this program.
pub(crate) fn content_name(bytes: &[u8]) -> Option<&'static str> {
    /// Fewer numbers may also be a shape.
    const MIN_STEPS: u64 = 3;
    let hint = ReadHint::default();
    let source = || Ok(Box::new(bytes) as Box<dyn BufRead>);
    let read = || -> Result<Option<&'static str>, ReadError> {
        let mut all = documents(source, &hint)?;
        let first = all.next().transpose()?;
        let has_more = all.next().transpose()?.is_some();
        Ok(match first {
            Some(Document::Tour(tour) | Document::Path(tour)) if tour.path.len() < MIN_STEPS => {
                None
            }
            Some(_) if has_more => Some("a list of tours"),
            Some(Document::Tour(_)) => Some("a tour"),
            Some(Document::Path(_)) => Some("a path"),
            Some(Document::Cover(..)) => Some("the paths of several knights"),
            _ => None,
        })
    };
    match read() {
        Ok(what) => what,
        Err(error) => {
            if let ReadErrorKind::NotATour { what } = error.kind() {
                return Some(what);
            }
            let clues = puzzle::read(bytes, &hint).map(|problem| problem.clues().count());
            clues.is_ok_and(|clues| clues as u64 >= MIN_STEPS).then_some("a puzzle")
        }
    }
}

/// Returns the failure for a board in the place of a file.
fn board_instead(path: &Path) -> Option<Failure> {
    let text = path.to_str().filter(|text| text.parse::<caracole::Board>().is_ok())?;
    let why = format!(
        "is a board, and this needs a file with a tour: write `caracole solve {text} -o tour.svg`"
    );
    Some(Failure::of(text, why))
}

/// An input that can be read several times.
pub(crate) enum Source {
    /// A file, opened each time.
    File(PathBuf),
    /// Standard input or a pipe, which can be read only once, so its content is stored.
    Buffered { name: String, bytes: Vec<u8> },
}

impl Source {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Self::buffer("standard input".to_owned(), io::stdin().lock());
        }
        if path.as_os_str().is_empty() {
            return Err(Failure::new("the name of the file is missing"));
        }
        let failure = |error: io::Error| Failure::of(path.display(), error_text(&error));
        let there = match std::fs::metadata(path) {
            Ok(there) => there,
            Err(error) => return Err(board_instead(path).unwrap_or_else(|| failure(error))),
        };
        if there.is_dir() {
            return Err(Failure::of(path.display(), "is a folder, not a file"));
        }
        let file = File::open(path).map_err(failure)?;
        if there.is_file() {
            return Ok(Self::File(path.to_owned()));
        }
        Self::buffer(path.display().to_string(), file)
    }

    /// Reads the whole input, up to a limit.
    fn buffer(name: String, mut input: impl Read + IsTerminal) -> Result<Self, Failure> {
        if input.is_terminal() {
            return Err(Failure::of(name, "is a terminal: pipe a file in, or name one"));
        }
        let most = memory::free().unwrap_or(memory::DEFAULT_LIMIT) / 4;
        let mut bytes = Vec::new();
        loop {
            let read = input.by_ref().take(1 << 20).read_to_end(&mut bytes);
            let read = read.map_err(|error| Failure::of(&name, error_text(&error)))?;
            if read == 0 {
                return Ok(Self::Buffered { name, bytes });
            }
            if bytes.len() as u64 > most {
                let why = format!("more than {} MiB are too much to keep: use a file", most >> 20);
                return Err(Failure::of(name, why));
            }
        }
    }

    /// Returns the name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Buffered { name, .. } => name.clone(),
        }
    }

    /// Returns a failure about this input.
    pub(crate) fn failure(&self, why: impl std::fmt::Display) -> Failure {
        Failure::of(self.name(), why)
    }

    /// Returns a reader from the beginning.
    pub(crate) fn reader(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match self {
            Self::File(path) => Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)),
            Self::Buffered { bytes, .. } => Box::new(&bytes[..]),
        })
    }

    /// Returns the first bytes, for recognising the format.
    pub(crate) fn head(&self) -> Result<Vec<u8>, Failure> {
        let mut head = Vec::new();
        self.reader()
            .and_then(|reader| reader.take(1 << 16).read_to_end(&mut head))
            .map_err(|error| self.failure(error_text(&error)))?;
        Ok(head)
    }

    /// Returns the whole content.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        self.reader()
            .and_then(|mut reader| reader.read_to_end(&mut bytes))
            .map_err(|error| self.failure(error_text(&error)))?;
        Ok(bytes)
    }
}
