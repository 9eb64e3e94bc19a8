//! Writes the paths of several knights; [`documents`](crate::documents) reads them.
//!
//! As `grid`, each square has the step of the knight that visits it, then the knight's letter:
//!
//! ```text
//! 2B 2A 4B
//! 5B  . 1B
//! 1A 3B 3A
//! ```
//!
//! Every knight counts its own steps, and its letter shows at a glance who goes where. The letter
//! stands behind, because `A1` is the name of a square. After knight `Z` come `AA`, `AB`, as with
//! files.
//!
//! As `squares`, each knight has a line.

use std::io::{self, Write as _};

use caracole_core::{Cover, File};

use crate::sink::Sink;
use crate::{Format, WriteError, WriteOptions, grid, head, json};

/// Writes the paths of several knights, as `grid`, `squares` or `json`.
///
/// A `grid` takes eight bytes a square.
///
/// ```
/// use caracole_core::{Cover, Path, Problem};
/// use caracole_formats::{Format, WriteOptions, write_cover};
///
/// let problem = Problem::new("3x3-b2".parse()?).with_knights(2, ["a1"])?;
/// let path = |names: &str| -> Result<Path, _> {
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect()
/// };
/// let cover = Cover::verify(&problem, vec![path("a1 b3 c1")?, path("c2 a3 b1 c3 a2")?])?;
/// let written = |format| {
///     let mut text = Vec::new();
///     write_cover(&mut text, &cover, format, &WriteOptions::default()).map(|()| text)
/// };
/// assert_eq!(String::from_utf8(written(Format::Grid)?)?, "2B 2A 4B\n5B  . 1B\n1A 3B 3A\n");
/// assert_eq!(
///     String::from_utf8(written(Format::Squares)?)?,
///     "# board 3x3-b2\n# knights 2\na1 b3 c1\nc2 a3 b1 c3 a2\n"
/// );
/// assert!(written(Format::Moves).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_cover(
    out: &mut dyn io::Write,
    cover: &Cover,
    format: Format,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    let mut sink = Sink::new(out);
    match format {
        Format::Grid => write_grid(&mut sink, cover, *options)?,
        Format::Squares => write_squares(&mut sink, cover)?,
        Format::Json => json::write_cover(&mut sink, cover)?,
        _ => return Err(WriteError::NoCovers { format }),
    }
    sink.flush()?;
    Ok(())
}

fn write_squares(sink: &mut Sink<'_>, cover: &Cover) -> Result<(), WriteError> {
    head::write(sink, "#", cover.board(), cover.piece())?;
    writeln!(sink, "# knights {}", cover.knights())?;
    for path in cover.paths() {
        for (square, at) in path.iter().zip(0..) {
            if at > 0 {
                sink.byte(b' ')?;
            }
            sink.name(cover.board(), square)?;
        }
        sink.byte(b'\n')?;
    }
    Ok(())
}

/// The letter of a knight, counted from 0.
fn letter(knight: u32) -> String {
    File::new(knight).to_string().to_uppercase()
}

fn write_grid(sink: &mut Sink<'_>, cover: &Cover, options: WriteOptions) -> Result<(), WriteError> {
    let board = cover.board();
    if u32::try_from(board.area()).is_err() {
        return Err(WriteError::TooManySteps { squares: cover.len() });
    }
    // Knight and step, both from 1; holes have neither.
    let mut visits = vec![(0_u32, 0_u32); board.area() as usize];
    for (knight, step, square) in cover.visits() {
        visits[square.index() as usize] = (knight as u32 + 1, step as u32);
    }
    grid::write_head(sink, board, cover.piece())?;
    let below = u32::from(options.base == 0);
    let label = |&(knight, step): &(u32, u32)| match knight.checked_sub(1) {
        None => ".".to_owned(),
        Some(knight) => format!("{}{}", step - below, letter(knight)),
    };
    let widest = visits.iter().map(|visit| label(visit).len()).max().unwrap_or_default();
    let (files, ranks) = (board.files() as usize, board.ranks() as usize);
    for (level, rows) in visits.chunks(files * ranks).enumerate() {
        if level > 0 {
            sink.byte(b'\n')?;
        }
        for row in rows.chunks(files).rev() {
            for (file, visit) in row.iter().enumerate() {
                let width = if file > 0 { widest + 1 } else { widest };
                write!(sink, "{:>width$}", label(visit))?;
            }
            sink.byte(b'\n')?;
        }
    }
    Ok(())
}
