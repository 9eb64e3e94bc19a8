//! Files that are written whole or not at all, and what is said if they are not.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use caracole::formats::WriteError;

/// Why a file cannot be read or written, in one line.
///
/// ```
/// use std::path::Path;
///
/// use caracole_tui::Play;
///
/// let error = Play::open(Path::new("no-such-game.json")).err().ok_or("there is none")?;
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

/// Writes a file under another name beside its own and renames it when it is complete, so nobody ever
/// sees half of it. A file that is there is replaced, and what it permits stays as it was.
pub(crate) fn write_whole(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
) -> Result<(), FileError> {
    let failed = |error: &io::Error| FileError::io(path, error);
    let there = fs::metadata(path).ok();
    match &there {
        Some(there) if there.is_dir() => {
            return Err(FileError::new(path, "is a folder: name a file in it"));
        }
        Some(there) if !there.is_file() => return Err(FileError::new(path, "is not a file")),
        // A file that may not be written is not replaced either.
        Some(_) => {
            OpenOptions::new().append(true).open(path).map_err(|error| failed(&error))?;
        }
        None => {}
    }
    // A link stays, and what it leads to is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if target.file_name().is_none() || !folder.is_dir() {
        let why = format!("there is no folder {}: create it first", folder.display());
        return Err(FileError::new(path, why));
    }
    let (file, temporary) = beside(folder).map_err(|error| failed(&error))?;
    let permitted = there.map_or(Ok(()), |there| file.set_permissions(there.permissions()));
    let written = permitted.map_err(WriteError::from).and_then(|()| fill(file, content));
    let written = written.and_then(|()| Ok(fs::rename(&temporary, &target)?));
    written.map_err(|error| {
        // If it cannot be removed either there is nothing left to do.
        let _ = fs::remove_file(&temporary);
        match error {
            WriteError::Io(error) => failed(&error),
            error => FileError::new(path, error.to_string()),
        }
    })
}

fn fill(
    file: File,
    content: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    Ok(out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?)
}

/// A new file in a folder, under a name that nobody else has.
fn beside(folder: &Path) -> io::Result<(File, PathBuf)> {
    let mut number = 0;
    loop {
        let name = format!(".caracole-{}-{number}.tmp", std::process::id());
        let temporary = folder.join(name);
        match File::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            opened => return Ok((opened?, temporary)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("caracole-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("tour.txt");
        write_whole(&path, |out| Ok(out.write_all(b"one")?)).expect("written");
        let failed = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::from_raw_os_error(28).into())
        });
        let told = format!("{}: the disk is full", path.display());
        assert_eq!(failed.unwrap_err().to_string(), told);
        assert_eq!(fs::read(&path).expect("it is there"), b"one");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing else is left");
        for bad in [folder.clone(), folder.join("none/x.txt"), folder.join(".."), PathBuf::new()] {
            assert!(write_whole(&bad, |_| Ok(())).is_err(), "{}", bad.display());
        }
        fs::remove_dir_all(&folder).expect("it was ours");
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("caracole-links-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (path, link) = (folder.join("tour.txt"), folder.join("link.txt"));
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
        std::os::unix::fs::symlink("tour.txt", &link).expect("a link");
        write_whole(&link, |out| Ok(out.write_all(b"new")?)).expect("written");
        assert_eq!(fs::read(&path).expect("it is there"), b"new");
        assert!(fs::symlink_metadata(&link).is_ok_and(|link| link.is_symlink()));
        let mode = fs::metadata(&path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        fs::remove_dir_all(&folder).expect("it was ours");
    }
}
