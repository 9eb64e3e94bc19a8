//! Writing answers: whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use caracole::formats::{Format, WriteError};
use caracole_tui::WholeFile;

use crate::args::{OutputArgs, PictureFormat};
use crate::failure::{Failure, error_text};
use crate::interrupt;

/// Where an answer goes. A file is written under another name beside its own and renamed when it
/// is complete, so nobody ever sees half of it. A pipe or a device is written to as it is.
pub(crate) enum Output {
    Standard(BufWriter<io::StdoutLock<'static>>),
    File { file: BufWriter<WholeFile>, path: PathBuf },
    Device { device: BufWriter<File>, path: PathBuf },
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// A file, or standard output without one or for `-`. Fails before any work is done if the
    /// file could not be written.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::standard());
        };
        let failure = |error: io::Error| Failure::of(path.display(), error_text(&error));
        match std::fs::metadata(path) {
            Ok(existing) if !existing.is_file() && !existing.is_dir() => {
                let device = OpenOptions::new().write(true).open(path).map_err(failure)?;
                Ok(Self::Device { device: BufWriter::new(device), path: path.to_owned() })
            }
            _ => {
                let file =
                    interrupt::begin_file(|| WholeFile::create(path)).map_err(Failure::new)?;
                let file = BufWriter::with_capacity(1 << 16, file);
                Ok(Self::File { file, path: path.to_owned() })
            }
        }
    }

    /// What it is called in messages.
    fn name(&self) -> String {
        match self {
            Self::Standard(_) => "standard output".to_owned(),
            Self::File { path, .. } | Self::Device { path, .. } => path.display().to_string(),
        }
    }

    /// Is it standard output, whether nobody named a file or somebody `-`?
    pub(crate) const fn is_standard(&self) -> bool {
        matches!(self, Self::Standard(_))
    }

    /// Is it something that a person is looking at?
    pub(crate) fn is_terminal(&self) -> bool {
        match self {
            Self::Standard(out) => out.get_ref().is_terminal(),
            Self::Device { device, .. } => device.get_ref().is_terminal(),
            Self::File { .. } => false,
        }
    }

    /// Is it whole or not at all?
    pub(crate) const fn is_file(&self) -> bool {
        matches!(self, Self::File { .. })
    }

    /// What is told if it cannot be written.
    pub(crate) fn failure(&self, error: &WriteError) -> Failure {
        match error {
            WriteError::Io(error) => Failure::writing(self.name(), error),
            error => Failure::new(error),
        }
    }

    /// Writes and finishes.
    pub(crate) fn write(
        mut self,
        content: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
    ) -> Result<(), Failure> {
        content(self.writer()).map_err(|error| self.failure(&error))?;
        self.finish()
    }

    /// To write piece by piece. Only what is finished stays.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Standard(out) => out,
            Self::File { file, .. } => file,
            Self::Device { device, .. } => device,
        }
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.writer().flush().map_err(|error| self.failure(&error.into()))?;
        if let Self::File { file, path } = self {
            let what = path.display().to_string();
            let file = file.into_inner().map_err(|error| Failure::writing(&what, error.error()))?;
            interrupt::finish_file(|| file.finish())
                .map_err(|error| Failure::writing(&what, &error))?;
        }
        Ok(())
    }
}

impl OutputArgs {
    /// The format: asked for, or told by the file's ending, or `otherwise`.
    pub(crate) fn format(
        &self,
        asked: Option<Format>,
        otherwise: Format,
    ) -> Result<Format, Failure> {
        if self.json {
            return Ok(Format::Json);
        }
        if let Some(format) = asked {
            return Ok(format);
        }
        let Some(path) = self.output.as_deref().filter(|path| path.extension().is_some()) else {
            return Ok(otherwise);
        };
        Format::from_ending(path).ok_or_else(|| {
            let why = match PictureFormat::from_ending(path) {
                Some(_) => "is a picture, which this does not draw: see `caracole draw --help`",
                None => "no format has this ending: name one with --format",
            };
            Failure::of(path.display(), why)
        })
    }
}
