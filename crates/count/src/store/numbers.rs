//! Numbers that were found, as files of one line with its check sum.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::whole::write_whole;
use crate::{Count, CountError};

fn path(folder: &Path, plan: u64) -> PathBuf {
    folder.join(format!("{plan:016x}.count"))
}

/// Keeps a number in a folder, by what tells its plan from others.
///
/// ```
/// use caracole_count::Count;
/// use caracole_count::spread::{find_count, keep_count};
///
/// let folder = tempfile::tempdir()?;
/// let (plan, count) = (0x5ea1, Count::from(9862_u64));
/// assert_eq!(find_count(folder.path(), plan)?, None);
/// keep_count(folder.path(), plan, &count)?;
/// assert_eq!(find_count(folder.path(), plan)?, Some(count));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn keep_count(folder: &Path, plan: u64, count: &Count) -> Result<(), CountError> {
    let line = format!("{plan:016x} {count}");
    let check = crc32fast::hash(line.as_bytes());
    write_whole(&path(folder, plan), &format!("{line} {check:08x}\n"))
}

/// A number that was kept in a folder.
///
/// ```
/// use caracole_count::spread::find_count;
///
/// let folder = tempfile::tempdir()?;
/// assert_eq!(find_count(folder.path(), 0x5ea1)?, None);
/// // A number without its check sum is not believed.
/// let name = folder.path().join("0000000000005ea1.count");
/// std::fs::write(name, "0000000000005ea1 9863 00000000\n")?;
/// assert!(find_count(folder.path(), 0x5ea1).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_count(folder: &Path, plan: u64) -> Result<Option<Count>, CountError> {
    let path = path(folder, plan);
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
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
