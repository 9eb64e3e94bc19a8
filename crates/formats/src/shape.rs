//! Shapes: boards as pictures, top rank first.
//!
//! ```text
//! .##.
//! S###
//! ###E
//! .##.
//! ```
//!
//! `.` and the blank are holes; `#`, `x`, `X` and `0` are squares; `S` is the start and `E` the end.
//! A single `1` among `0` is the start too. Squares may all be written as `1`; any other `1` is an
//! error, because in some shapes it is a start and in others a square beside holes `0`. Short lines
//! are filled up with holes; blank lines at the end are ignored. Any other character is an error.
//!
//! A PNG picture is a shape too, known by its first bytes: one pixel is one square, if it is *dark*,
//! which is a luminance below half, and *opaque*, which is an opacity of half at least. All other
//! pixels are holes. The board has the sides of the picture, margins included, as a text keeps the
//! holes that are drawn round its squares.

mod png;

use caracole_core::{Board, Square, SquareSet};

use crate::error::{Fault, Position, ReadError, ShapeFault};
use crate::read::text;

/// A board from a picture, with what the picture fixes.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::shape;
///
/// let shape = shape::read(b".##.\nS###\n###E\n.##.\n")?;
/// assert_eq!(shape.board.len(), 12);
/// let mut problem = Problem::new(shape.board);
/// if let Some(start) = shape.start {
///     problem = problem.from(start)?;
/// }
/// if let Some(end) = shape.end {
///     problem = problem.to(end)?;
/// }
/// assert!(problem.start().is_some() && problem.end().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The board.
    pub board: Board,
    /// Where `S` stands.
    pub start: Option<Square>,
    /// Where `E` stands.
    pub end: Option<Square>,
}

/// Reads a picture, from text or from PNG. Takes a bit for each of its characters, beside what the
/// board takes; a PNG takes four bytes for each pixel meanwhile.
///
/// ```
/// let shape = caracole_formats::shape::read(b".xx\nSxx\nxx\n")?;
/// assert_eq!(shape.board.to_string(), "3x3-c1,a3");
/// assert_eq!(shape.start.map(|start| shape.board.name(start)), Some("a2".to_owned()));
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Shape, ReadError> {
    if png::is_png(bytes) {
        return png::read(bytes);
    }
    let picture = text(bytes)?.trim_end();
    let lines = || picture.lines().map(str::trim_end);
    let ranks = lines().count() as u64;
    let files = lines().map(|line| line.chars().count() as u64).max().unwrap_or(0);
    if files == 0 {
        return Err(Fault::Empty.into());
    }
    // A long line and many short ones would make a board out of nearly nothing.
    if files * ranks > (16 * bytes.len() as u64).max(1 << 20) {
        return Err(ShapeFault::NearlyEmpty { files, ranks }.into());
    }
    let one = one(picture, lines())?;
    let squares = SquareSet::with_area(files * ranks);
    let mut marks = Marks { squares, one, start: None, end: None };
    for (line, (number, rank)) in lines().zip((1..).zip((0..ranks).rev())) {
        for (c, file) in line.chars().zip(0..) {
            let square = Square::from_index(rank * files + file);
            marks
                .add(c, square)
                .map_err(|fault| ReadError::new(Position::new(number, file + 1), fault))?;
        }
    }
    let side = |side: u64| u32::try_from(side).unwrap_or(u32::MAX);
    let board =
        Board::from_squares(side(files), side(ranks), &marks.squares).map_err(Fault::from)?;
    Ok(Shape { board, start: marks.start, end: marks.end })
}

/// What `1` means in a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum One {
    Square,
    Start,
}

/// Decides what `1` means by the other marks.
fn one<'a>(picture: &str, lines: impl Iterator<Item = &'a str>) -> Result<One, ReadError> {
    let ones = picture.bytes().filter(|&byte| byte == b'1').count();
    let has_zeros = picture.contains('0');
    match ones {
        0 => Ok(One::Square),
        1 if has_zeros => Ok(One::Start),
        _ if !has_zeros && !picture.contains(['#', 'x', 'X']) => Ok(One::Square),
        _ => {
            let mut places = (1..).zip(lines).filter_map(|(number, line)| {
                let column = line.chars().position(|c| c == '1')?;
                Some(Position::new(number, column as u64 + 1))
            });
            let first = places.next().unwrap_or(Position::line(1));
            Err(ReadError::new(first, ShapeFault::One))
        }
    }
}

/// What was read of a picture. Where nothing was read there is a hole.
struct Marks {
    squares: SquareSet,
    one: One,
    start: Option<Square>,
    end: Option<Square>,
}

impl Marks {
    fn add(&mut self, c: char, square: Square) -> Result<(), ShapeFault> {
        match c {
            '.' | ' ' => return Ok(()),
            '1' if self.one == One::Start => put(&mut self.start, square, "start")?,
            '#' | 'x' | 'X' | '0' | '1' => {}
            'S' => put(&mut self.start, square, "start S")?,
            'E' => put(&mut self.end, square, "end E")?,
            found => return Err(ShapeFault::Character { found }),
        }
        self.squares.insert(square);
        Ok(())
    }
}

const fn put(
    place: &mut Option<Square>,
    square: Square,
    name: &'static str,
) -> Result<(), ShapeFault> {
    match place.replace(square) {
        None => Ok(()),
        Some(_) => Err(ShapeFault::Second(name)),
    }
}

#[cfg(test)]
mod tests;
