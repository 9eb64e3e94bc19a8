//! Files that appear whole or not at all.

use std::fs;
use std::path::Path;

use super::tool::Failure;

/// Writes a file beside the place where it belongs, and gives it its name when it is whole.
pub(crate) fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut name = file.file_name().ok_or("this is no name of a file")?.to_owned();
    name.push(".part");
    let part = file.with_file_name(name);
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, file)).map_err(|error| {
        // An incomplete file is useless.
        drop(fs::remove_file(&part));
        format!("{}: {error}", file.display()).into()
    })
}
