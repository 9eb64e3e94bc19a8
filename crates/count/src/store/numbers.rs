//! Numbers that were found, as files of one line with its check sum.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::file::sync_folder;
use crate::{Count, CountError};

fn path(folder: &Path, plan: u64) -> PathBuf {
    folder.join(format!("{plan:016x}.count"))
}

/// Writes a text to a file that is there whole or not at all.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), CountError> {
    let part = path.with_extension(format!("{}.part", std::process::id()));
    let write = || {
        let mut file = fs::File::create(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|why| CountError::File { path: path.to_path_buf(), why })?;
    sync_folder(path)
}

pub(super) fn keep_count(folder: &Path, plan: u64, count: &Count) -> Result<(), CountError> {
    let line = format!("{plan:016x} {count}");
    let check = crc32fast::hash(line.as_bytes());
    write_whole(&path(folder, plan), &format!("{line} {check:08x}\n"))
}

pub(super) fn find_count(folder: &Path, plan: u64) -> Result<Option<Count>, CountError> {
    let path = path(folder, plan);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(CountError::File { path, why }),
    };
    let words: Vec<_> = text.split_whitespace().collect();
    if let [of, number, check] = words[..]
        && of == format!("{plan:016x}")
        && check == format!("{:08x}", crc32fast::hash(format!("{of} {number}").as_bytes()))
        && let Ok(count) = number.parse()
    {
        return Ok(Some(count));
    }
    let what = "damaged: the number does not have its check sum; remove the file".into();
    Err(CountError::Damaged { path, what })
}
