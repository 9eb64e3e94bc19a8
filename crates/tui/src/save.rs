//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use caracole::formats::{Format, WriteError, WriteOptions, write_tour};
use caracole::{Tour, draw};

/// Writes a tour in the format that the ending of the file's name stands for. What is wrong is told in
/// a line.
pub(crate) fn save_tour(path: &Path, tour: &Tour) -> Result<(), String> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) {
        let picture = draw::Picture::of_tour(tour, draw::Look::default());
        return whole(path, |out| Ok(draw::svg::write(&picture, out)?));
    }
    let format = match path.extension() {
        None => Format::Grid,
        Some(_) => Format::from_ending(path)
            .filter(|format| format.writes_tours())
            .ok_or("end the name in .txt, .squares, .json, .csv, .moves, .tour or .svg")?,
    };
    whole(path, |out| write_tour(out, tour, format, &WriteOptions::default()))
}

/// Writes a file under another name beside its own, and renames it when it is complete.
pub(crate) fn whole(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
) -> Result<(), String> {
    let failure = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let beside = beside(path).ok_or_else(|| failure(&"is no name of a file"))?;
    if path.is_dir() {
        return Err(failure(&"is a folder: name a file in it"));
    }
    let written = File::create_new(&beside).map_err(WriteError::from).and_then(|file| {
        let mut out = BufWriter::new(file);
        content(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        Ok(fs::rename(&beside, path)?)
    });
    written.map_err(|error| {
        // If it was never made it cannot be removed, and need not be.
        let _ = fs::remove_file(&beside);
        match error {
            WriteError::Io(error) => failure(&words(&error)),
            error => failure(&error),
        }
    })
}

/// A name beside the file's own that nobody else has.
fn beside(path: &Path) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name()?);
    name.push(format!(".{}.tmp", std::process::id()));
    Some(path.with_file_name(name))
}

/// The error in words, without the number that the system has for it.
fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
    }
}
