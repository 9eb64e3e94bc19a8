//! A tour goes to a file.

use std::path::Path;

use caracole::formats::{Format, WriteOptions, write_tour};
use caracole::{Tour, draw};

use crate::files::{FileError, write_whole};

/// Writes a tour in the format that the ending of the file's name stands for.
pub(crate) fn save_tour(path: &Path, tour: &Tour) -> Result<(), FileError> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) {
        let picture = draw::Picture::of_tour(tour, draw::Look::default());
        return write_whole(path, |out| Ok(draw::svg::write(&picture, out)?));
    }
    let format = match path.extension() {
        None => Some(Format::Grid),
        Some(_) => Format::from_ending(path).filter(|format| format.writes_tours()),
    };
    let format = format.ok_or_else(|| {
        let why = "end the name in .txt, .squares, .json, .csv, .moves, .tour or .svg";
        FileError::new(path, why)
    })?;
    write_whole(path, |out| write_tour(out, tour, format, &WriteOptions::default()))
}
