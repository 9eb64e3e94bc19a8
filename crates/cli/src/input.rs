//! Reading files and standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, error_text};

/// Where something is read from, as often as is needed.
pub(crate) enum Source {
    /// A file, opened anew each time.
    File(PathBuf),
    /// Standard input, which can be read once only, so all of it is kept.
    Kept(Vec<u8>),
}

impl Source {
    /// A file, or standard input for `-`. What cannot be opened is found out here.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return standard_input().map(Self::Kept);
        }
        let source = Self::File(path.to_owned());
        let is_folder = path.is_dir();
        if is_folder {
            return Err(Failure::of(path.display(), "is a folder, not a file"));
        }
        source.reader().map_err(|error| source.failure(error_text(&error)))?;
        Ok(source)
    }

    /// What it is called in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Kept(_) => "standard input".to_owned(),
        }
    }

    /// A failure about it.
    pub(crate) fn failure(&self, why: impl std::fmt::Display) -> Failure {
        Failure::of(self.name(), why)
    }

    /// Reads it from the beginning.
    pub(crate) fn reader(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match self {
            Self::File(path) => Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)),
            Self::Kept(bytes) => Box::new(&bytes[..]),
        })
    }

    /// The first bytes, enough to recognise a format.
    pub(crate) fn head(&self) -> Result<Vec<u8>, Failure> {
        let mut head = Vec::new();
        self.reader()
            .and_then(|reader| reader.take(1 << 16).read_to_end(&mut head))
            .map_err(|error| self.failure(error_text(&error)))?;
        Ok(head)
    }

    /// All of it.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        self.reader()
            .and_then(|mut reader| reader.read_to_end(&mut bytes))
            .map_err(|error| self.failure(error_text(&error)))?;
        Ok(bytes)
    }
}

fn standard_input() -> Result<Vec<u8>, Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        return Err(Failure::new("standard input is a terminal: pipe a file in, or name one"));
    }
    let mut bytes = Vec::new();
    input
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::of("standard input", error_text(&error)))?;
    Ok(bytes)
}
