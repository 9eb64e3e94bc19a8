//! Output of answers: files are written completely or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use caracole::draw::PictureFormat;
use caracole::formats::{Format, WriteError};
use caracole_tui::AtomicFile;
use clap::Args;

use crate::failure::{Failure, error_text};
use crate::interrupt;

/// The destination of an answer.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The output of an answer. A file is written under another name and renamed when it is
/// complete. A pipe or a device is written directly.
pub(crate) enum Output {
    Standard(BufWriter<io::StdoutLock<'static>>),
    File { file: BufWriter<AtomicFile>, path: PathBuf },
    Device { device: BufWriter<File>, path: PathBuf },
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Opens a file, or standard output without a path or for `-`. Fails now if the
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
                    interrupt::begin_file(|| AtomicFile::create(path)).map_err(Failure::new)?;
                let file = BufWriter::with_capacity(1 << 16, file);
                Ok(Self::File { file, path: path.to_owned() })
            }
        }
    }

    /// Returns the name in messages.
    fn name(&self) -> String {
        match self {
            Self::Standard(_) => "standard output".to_owned(),
            Self::File { path, .. } | Self::Device { path, .. } => path.display().to_string(),
        }
    }

    /// Returns true for standard output.
    pub(crate) const fn is_standard(&self) -> bool {
        matches!(self, Self::Standard(_))
    }

    /// Returns true for a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        match self {
            Self::Standard(out) => out.get_ref().is_terminal(),
            Self::Device { device, .. } => device.get_ref().is_terminal(),
            Self::File { .. } => false,
        }
    }

    /// Returns true for a file, which appears completely or not at all.
    pub(crate) const fn is_file(&self) -> bool {
        matches!(self, Self::File { .. })
    }

    /// Returns the failure for a write error.
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

    /// Returns the writer. A file stays only after [`Output::finish`].
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Standard(out) => out,
            Self::File { file, .. } => file,
            Self::Device { device, .. } => device,
        }
    }

    /// Finishes the output, and renames a file to its name.
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

/// Writes a file at once, while another thread may have the same file open as an [`Output`] that it will
/// not finish.
pub(crate) fn write_now(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failure = |error: io::Error| Failure::writing(path.display(), &error);
    if std::fs::metadata(path).is_ok_and(|existing| !existing.is_file()) {
        return std::fs::write(path, bytes).map_err(failure);
    }
    let mut file = AtomicFile::create(path).map_err(Failure::new)?;
    file.write_all(bytes).and_then(|()| file.finish()).map_err(failure)
}

impl OutputArgs {
    /// Returns the format: the given one, that of the file extension, or `otherwise`.
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
        Format::from_extension(path).ok_or_else(|| {
            let why = match PictureFormat::from_extension(path) {
                Some(_) => "is a picture, which this does not draw: see `caracole draw --help`",
                None => "this file extension is not a format: use --format",
            };
            Failure::of(path.display(), why)
        })
    }
}

/// The meaning of a coloured word.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tone {
    /// Found, valid, possible.
    Good,
    /// Impossible, invalid.
    Bad,
    /// Unknown.
    Open,
}

/// Returns the text in colour, or unchanged without colours: in pipes and files, with `NO_COLOR`,
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
