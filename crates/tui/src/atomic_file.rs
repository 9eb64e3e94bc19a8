//! Files that are written atomically: completely or not at all.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use caracole::formats::WriteError;

/// The reason why a file cannot be read or written, in one line.
///
/// ```
/// use std::path::Path;
///
/// use caracole_tui::PlayScreen;
///
/// let error = PlayScreen::open(Path::new("no-such-game.json")).err().ok_or("it was opened")?;
/// assert_eq!(error.to_string(), "no-such-game.json: there is no such file");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    path: PathBuf,
    why: String,
}

impl FileError {
    pub(crate) fn new(path: &Path, why: impl Into<String>) -> Self {
        Self { path: path.to_owned(), why: why.into() }
    }

    pub(crate) fn io(path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::StorageFull => "the disk is full".to_owned(),
            // Without Rust's `(os error 2)`.
            _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
        };
        Self::new(path, why)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for FileError {}

/// A file that appears under its name only when it is complete.
///
/// It is written under a hidden name in the same folder and renamed by [`AtomicFile::finish`]. A
/// symbolic link stays, and its target is written, even if that does not exist yet. An existing file is
/// replaced and keeps its permissions. A file that is dropped unfinished is removed.
///
/// A process that is killed cannot remove its hidden file. The next one that writes to the same
/// name does: it holds a lock on its own hidden file, so a file without a lock belongs to no process.
///
/// ```
/// use std::io::Write;
/// use std::path::Path;
///
/// use caracole_tui::AtomicFile;
///
/// let path = std::env::temp_dir().join(format!("caracole-example-{}", std::process::id()));
/// let mut file = AtomicFile::create(&path)?;
/// file.write_all(b"a1 c2")?;
/// assert!(!path.exists() && file.temporary().exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"a1 c2");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    file: File,
    temporary: PathBuf,
    target: PathBuf,
    is_finished: bool,
}

impl AtomicFile {
    /// Creates the hidden file. Fails if the target could not be written.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let failed = |error: io::Error| FileError::io(path, &error);
        let existing = fs::metadata(path).ok();
        match &existing {
            Some(existing) if existing.is_dir() => {
                return Err(FileError::new(path, "is a folder: name a file in it"));
            }
            Some(existing) if !existing.is_file() => {
                return Err(FileError::new(path, "is not a file"));
            }
            // A write-protected file is not replaced.
            Some(_) => drop(OpenOptions::new().append(true).open(path).map_err(failed)?),
            None => {}
        }
        let target = target_of(path).map_err(failed)?;
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let Some(name) = target.file_name().filter(|_| folder.is_dir()) else {
            let why = format!("there is no folder {}: create it first", folder.display());
            return Err(FileError::new(path, why));
        };
        let prefix = hidden_prefix(name);
        remove_abandoned(folder, &prefix);
        let (file, temporary) = create_locked(folder, &prefix).map_err(failed)?;
        let file = Self { file, temporary, target, is_finished: false };
        if let Some(existing) = existing {
            file.file.set_permissions(existing.permissions()).map_err(failed)?;
        }
        Ok(file)
    }

    /// Returns the hidden file, which must be removed if the program ends without dropping this value.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Renames the file to its target.
    pub fn finish(mut self) -> io::Result<()> {
        // The lock is held until the file has its own name.
        fs::rename(&self.temporary, &self.target)?;
        self.is_finished = true;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.is_finished {
            // If it cannot be removed, the next file with this name removes it.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Follows symbolic links, even to a file that does not exist.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&target).is_ok_and(|found| found.is_symlink()) {
            return Ok(target);
        }
        let to = fs::read_link(&target)?;
        target = target.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns the prefix of the hidden files for a name. It is a hash, because the name itself may be too
/// long to be extended.
fn hidden_prefix(name: &std::ffi::OsStr) -> String {
    // FNV-1a: the same name in every process.
    let hash = name.as_encoded_bytes().iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!(".caracole-{hash:016x}-")
}

/// Removes hidden files that no process holds a lock on.
fn remove_abandoned(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .and_then(|name| name.strip_prefix(prefix))
            .is_some_and(|rest| Path::new(rest).extension().is_some_and(|end| end == "tmp"));
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        // A file that cannot be opened or locked is left alone.
        if is_ours
            && is_file
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Creates a hidden file with a new name, and locks it.
fn create_locked(folder: &Path, prefix: &str) -> io::Result<(File, PathBuf)> {
    let mut number = 0;
    loop {
        let temporary = folder.join(format!("{prefix}{}-{number}.tmp", std::process::id()));
        match File::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
            Ok(file) => {
                // Some file systems have no locks, so that abandoned files stay there.
                let _ = file.try_lock();
                // Another process may have removed it before it was locked.
                if temporary.exists() {
                    return Ok((file, temporary));
                }
            }
        }
    }
}

/// Writes a file completely or not at all.
pub(crate) fn write_atomically(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
) -> Result<(), FileError> {
    let mut out = BufWriter::new(AtomicFile::create(path)?);
    let written = content(&mut out).and_then(|()| {
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.file.sync_all()?;
        Ok(file.finish()?)
    });
    written.map_err(|error| match error {
        WriteError::Io(error) => FileError::io(path, &error),
        error => FileError::new(path, error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = std::env::temp_dir().join(format!("caracole-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("tour.txt");
        write_atomically(&path, |out| Ok(out.write_all(b"one")?)).expect("written");
        let failed = write_atomically(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::from_raw_os_error(28).into())
        });
        let message = format!("{}: the disk is full", path.display());
        assert_eq!(failed.unwrap_err().to_string(), message);
        assert_eq!(fs::read(&path).expect("a file"), b"one");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no hidden file is left");
        for bad in [folder.clone(), folder.join("none/x.txt"), folder.join(".."), PathBuf::new()] {
            assert!(write_atomically(&bad, |_| Ok(())).is_err(), "{}", bad.display());
        }
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("caracole-links-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (path, link) = (folder.join("tour.txt"), folder.join("link.txt"));
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("a mode");
        std::os::unix::fs::symlink("tour.txt", &link).expect("a link");
        write_atomically(&link, |out| Ok(out.write_all(b"new")?)).expect("written");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        assert!(fs::symlink_metadata(&link).is_ok_and(|link| link.is_symlink()));
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    #[cfg(unix)]
    fn a_dangling_link_creates_its_target() {
        let folder = std::env::temp_dir().join(format!("caracole-dangling-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (path, link) = (folder.join("tour.txt"), folder.join("link.txt"));
        std::os::unix::fs::symlink("tour.txt", &link).expect("a link");
        write_atomically(&link, |out| Ok(out.write_all(b"new")?)).expect("written");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        assert!(fs::symlink_metadata(&link).is_ok_and(|link| link.is_symlink()));
        let round = folder.join("round.txt");
        std::os::unix::fs::symlink("round.txt", &round).expect("a link");
        assert!(write_atomically(&round, |_| Ok(())).is_err(), "a link to itself");
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn only_abandoned_files_of_the_same_name_are_removed() {
        let folder =
            std::env::temp_dir().join(format!("caracole-abandoned-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("tour.txt");
        let prefix = hidden_prefix("tour.txt".as_ref());
        let [abandoned, other, near] =
            [format!("{prefix}1-0.tmp"), ".caracole-1-0.tmp".into(), format!("{prefix}1-0.txt")]
                .map(|name| folder.join(name));
        for file in [&abandoned, &other, &near] {
            fs::write(file, "half").expect("written");
        }
        let living = AtomicFile::create(&path).expect("begun");
        assert!(!abandoned.exists() && other.exists() && near.exists());
        write_atomically(&path, |out| Ok(out.write_all(b"one")?)).expect("written");
        assert!(living.temporary().exists(), "it is locked");
        living.finish().expect("finished");
        assert_eq!(fs::read(&path).expect("a file"), b"");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
