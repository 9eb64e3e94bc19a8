//! Writing answers: whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use caracole::formats::{Format, WriteError};
use tempfile::NamedTempFile;

use crate::args::OutputArgs;
use crate::failure::{Failure, error_text};

/// Where an answer goes. A file is written under another name beside its own and renamed when it
/// is complete, so nobody ever sees half of it.
pub(crate) enum Output {
    Standard(BufWriter<io::StdoutLock<'static>>),
    File { file: BufWriter<NamedTempFile>, path: PathBuf },
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
        if path.is_dir() {
            return Err(Failure::of(path.display(), "is a folder: name a file in it"));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            let why = format!("there is no folder {}: create it first", folder.display());
            return Err(Failure::of(path.display(), why));
        }
        let file = tempfile::Builder::new()
            .prefix(".caracole-")
            .suffix(".tmp")
            .tempfile_in(folder)
            .map_err(|error| Failure::of(path.display(), error_text(&error)))?;
        Ok(Self::File { file: BufWriter::with_capacity(1 << 16, file), path: path.to_owned() })
    }

    /// What it is called in messages.
    fn name(&self) -> String {
        match self {
            Self::Standard(_) => "standard output".to_owned(),
            Self::File { path, .. } => path.display().to_string(),
        }
    }

    fn failure(&self, error: &WriteError) -> Failure {
        match error {
            WriteError::Io(error) => Failure::writing(self.name(), error),
            error => Failure::new(error),
        }
    }

    /// Writes and finishes: puts the file in its place.
    pub(crate) fn write(
        mut self,
        content: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
    ) -> Result<(), Failure> {
        let written = match &mut self {
            Self::Standard(out) => content(out).and_then(|()| Ok(out.flush()?)),
            Self::File { file, .. } => content(file).and_then(|()| Ok(file.flush()?)),
        };
        written.map_err(|error| self.failure(&error))?;
        if let Self::File { file, path } = self {
            let what = path.display().to_string();
            let file = file.into_inner().map_err(|error| Failure::writing(&what, error.error()))?;
            readable_by_all(file.as_file());
            file.persist(&path).map_err(|error| Failure::writing(&what, &error.error))?;
        }
        Ok(())
    }
}

/// Temporary files are for their owner's eyes; the finished one is a file like any other.
#[cfg(unix)]
fn readable_by_all(file: &std::fs::File) {
    use std::os::unix::fs::PermissionsExt;
    // A file that stays private is still a whole file.
    let _ = file.set_permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn readable_by_all(_: &std::fs::File) {}

impl OutputArgs {
    /// The format: asked for, or told by the file's ending, or `otherwise`.
    pub(crate) fn format_or(&self, otherwise: Format) -> Result<Format, Failure> {
        if self.json {
            return Ok(Format::Json);
        }
        if let Some(format) = self.format {
            return Ok(format);
        }
        let Some(path) = self.output.as_deref().filter(|path| *path != Path::new("-")) else {
            return Ok(otherwise);
        };
        match path.extension() {
            None => Ok(otherwise),
            Some(_) => Format::from_ending(path).ok_or_else(|| {
                Failure::of(path.display(), "no format has this ending: name one with --format")
            }),
        }
    }
}
