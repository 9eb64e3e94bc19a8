//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file under another name beside its own and renames it when it is complete, so nobody ever
/// sees half of it. A file that is there is replaced.
pub(crate) fn write_whole(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // Where a link points to is replaced, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let there = fs::metadata(&path).ok();
    match &there {
        Some(there) if there.is_dir() => {
            return Err(io::Error::other("is a folder: name a file in it"));
        }
        Some(there) if !there.is_file() => return Err(io::Error::other("is not a plain file")),
        // A file that may not be written is not replaced either.
        Some(_) => drop(OpenOptions::new().append(true).open(&path)?),
        None => {}
    }
    let (file, temporary) = beside(&path)?;
    let permitted = there.map_or(Ok(()), |there| file.set_permissions(there.permissions()));
    let written = permitted.and_then(|()| fill(file, content));
    let written = written.and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        // If it cannot be removed either there is nothing left to do.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn fill(file: File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// A new file in the same folder.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let mut number = 0;
    loop {
        let name = format!(".caracole-{}-{number}.tmp", std::process::id());
        let temporary = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(io::Error::other("there is no such folder: create it first"));
            }
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
        write_whole(&path, |out| out.write_all(b"one")).expect("written");
        let failed = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the pen broke"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "the pen broke");
        assert_eq!(fs::read(&path).expect("it is there"), b"one");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing else is left");
        assert!(write_whole(&folder, |_| Ok(())).is_err());
        assert!(write_whole(&folder.join("none/x.txt"), |_| Ok(())).is_err());
        fs::remove_dir_all(&folder).expect("it was ours");
    }
}
