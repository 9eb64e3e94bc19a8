//! Boards as they are typed.

use std::fs;

use caracole::Board;
use caracole::formats::shape;

use super::tool::Failure;

/// A board by its text, such as `8x8`, or `@` and the file of a shape.
pub(crate) fn read(text: &str) -> Result<Board, Failure> {
    let Some(file) = text.strip_prefix('@') else {
        return text.parse().map_err(|error| format!("{text}: {error}").into());
    };
    let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let shape = shape::read(&bytes).map_err(|error| format!("{file}: {error}"))?;
    Ok(shape.board)
}
