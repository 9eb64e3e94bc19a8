//! Reading files and standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, error_text};
use crate::memory;

/// Where something is read from, as often as is needed.
pub(crate) enum Source {
    /// A file, opened anew each time.
    File(PathBuf),
    /// Standard input or a pipe, which can be read once only, so all of it is kept.
    Kept { name: String, bytes: Vec<u8> },
}

impl Source {
    /// A file, or standard input for `-`. What cannot be opened is found out here.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Self::keep("standard input".to_owned(), io::stdin().lock());
        }
        if path.as_os_str().is_empty() {
            return Err(Failure::new("the name of the file is missing"));
        }
        let failure = |error: io::Error| Failure::of(path.display(), error_text(&error));
        let there = std::fs::metadata(path).map_err(failure)?;
        if there.is_dir() {
            return Err(Failure::of(path.display(), "is a folder, not a file"));
        }
        let file = File::open(path).map_err(failure)?;
        if there.is_file() {
            return Ok(Self::File(path.to_owned()));
        }
        Self::keep(path.display().to_string(), file)
    }

    /// Reads all there is, unless it is too much.
    fn keep(name: String, mut input: impl Read + IsTerminal) -> Result<Self, Failure> {
        if input.is_terminal() {
            return Err(Failure::of(name, "is a terminal: pipe a file in, or name one"));
        }
        let most = memory::free().unwrap_or(memory::MODEST) / 4;
        let mut bytes = Vec::new();
        loop {
            let read = input.by_ref().take(1 << 20).read_to_end(&mut bytes);
            let read = read.map_err(|error| Failure::of(&name, error_text(&error)))?;
            if read == 0 {
                return Ok(Self::Kept { name, bytes });
            }
            if bytes.len() as u64 > most {
                let why = format!("more than {} MiB are too much to keep: use a file", most >> 20);
                return Err(Failure::of(name, why));
            }
        }
    }

    /// What it is called in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Kept { name, .. } => name.clone(),
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
            Self::Kept { bytes, .. } => Box::new(&bytes[..]),
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
