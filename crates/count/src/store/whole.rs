//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::file::sync_folder;
use crate::CountError;

/// A file in the making. It gets its name when it is finished and on disk; until then its name ends with
/// `.part`.
///
/// ```
/// use caracole_count::spread::WholeFile;
///
/// let folder = tempfile::tempdir()?;
/// let name = folder.path().join("layer");
/// let mut file = WholeFile::create(&name)?;
/// file.write(b"half of it, ")?;
/// assert!(!name.exists());
/// file.write(b"and the rest")?;
/// file.finish()?;
/// assert_eq!(std::fs::read(&name)?, b"half of it, and the rest");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WholeFile {
    name: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
}

impl WholeFile {
    /// Begins a file.
    pub fn create(name: &Path) -> Result<Self, CountError> {
        // Two programs that write the same file must not write in the same place.
        let part = name.with_extension(format!("{}.part", std::process::id()));
        let file = File::create(&part);
        let file = file.map_err(|why| CountError::File { path: part.clone(), why })?;
        Ok(Self { name: name.to_path_buf(), part, file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Adds bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), CountError> {
        let written = self.file.write_all(bytes);
        written.map_err(|why| CountError::File { path: self.part.clone(), why })
    }

    /// Waits for the disk, and gives the file its name.
    pub fn finish(self) -> Result<(), CountError> {
        let Self { name, part, mut file } = self;
        let mut finish = || {
            file.flush()?;
            file.get_ref().sync_all()?;
            fs::rename(&part, &name)
        };
        finish().map_err(|why| CountError::File { path: name.clone(), why })?;
        sync_folder(&name)
    }
}

/// Writes a text to a file that is there whole or not at all.
pub(crate) fn write_whole(name: &Path, text: &str) -> Result<(), CountError> {
    let mut file = WholeFile::create(name)?;
    file.write(text.as_bytes())?;
    file.finish()
}
