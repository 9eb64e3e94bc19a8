//! Drawings as files, by their ending.

use std::path::Path;

use caracole::draw::{Drawing, pdf, png, svg};

use super::files::write_whole;
use super::tool::Failure;

/// A millimetre in units of drawings, of which 96 are an inch.
pub(crate) const MILLIMETRE: f64 = 96.0 / 25.4;

/// Writes a drawing to a file in its own size: `.svg`, `.pdf`, or `.png` with two pixels for each unit.
pub(crate) fn save(drawing: &dyn Drawing, file: &str) -> Result<(), Failure> {
    let path = Path::new(file);
    let mut bytes = Vec::new();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => svg::write(drawing, &mut bytes)?,
        Some("pdf") => pdf::write_full_size(drawing, &mut bytes)?,
        Some("png") => bytes = png::encode(drawing, 2.0)?,
        _ => return Err(format!("{file}: must end in .svg, .pdf or .png").into()),
    }
    write_whole(path, &bytes)
}
