//! Shapes: boards as pictures, top rank first.
//!
//! ```text
//! .##.
//! S###
//! ###E
//! .##.
//! ```
//!
//! `.` and the blank are holes; `#`, `x`, `X`, `0` and `1` are squares; `S` is the start and `E`
//! the end. Short lines are filled up with holes; blank lines at the end are ignored. Any other
//! character is an error, so `0` and `1` are squares only where no other digit occurs: a numbering
//! is no shape.

use caracole_core::{Board, Square, SquareSet};

use crate::error::{Fault, Position, ReadError};
use crate::read::text;

/// A board from a picture, with what the picture fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The board.
    pub board: Board,
    /// Where `S` stands.
    pub start: Option<Square>,
    /// Where `E` stands.
    pub end: Option<Square>,
}

/// Reads a picture. Takes a bit for each of its characters, beside what the board takes.
///
/// ```
/// let shape = caracole_formats::shape::read(b".xx\nSxx\nxx\n")?;
/// assert_eq!(shape.board.to_string(), "3x3-c1,a3");
/// assert_eq!(shape.start.map(|start| shape.board.name(start)), Some("a2".to_owned()));
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Shape, ReadError> {
    let picture = text(bytes)?.trim_end();
    let lines = || picture.lines().map(str::trim_end);
    let ranks = lines().count() as u64;
    let files = lines().map(|line| line.chars().count() as u64).max().unwrap_or(0);
    if files == 0 {
        return Err(Fault::Empty.into());
    }
    // A long line and many short ones would make a board out of nearly nothing.
    if files * ranks > (16 * bytes.len() as u64).max(1 << 20) {
        return Err(Fault::NearlyEmpty { files, ranks }.into());
    }
    let mut marks = Marks { squares: SquareSet::with_area(files * ranks), start: None, end: None };
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

/// What was read of a picture. Where nothing was read there is a hole.
struct Marks {
    squares: SquareSet,
    start: Option<Square>,
    end: Option<Square>,
}

impl Marks {
    fn add(&mut self, c: char, square: Square) -> Result<(), Fault> {
        match c {
            '.' | ' ' => return Ok(()),
            '#' | 'x' | 'X' | '0' | '1' => {}
            'S' => put(&mut self.start, square, "start S")?,
            'E' => put(&mut self.end, square, "end E")?,
            found => return Err(Fault::ShapeCharacter { found }),
        }
        self.squares.insert(square);
        Ok(())
    }
}

const fn put(place: &mut Option<Square>, square: Square, name: &'static str) -> Result<(), Fault> {
    match place.replace(square) {
        None => Ok(()),
        Some(_) => Err(Fault::Second(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_of_the_coaches_has_36_squares() {
        let text = "\
.xxx....
.x.xx...
.xxxxxxx
xxx..x.x
x.x..xxx
Sxxxxxx.
..xx.x..
...xxx..
";
        let shape = read(text.as_bytes()).unwrap();
        assert_eq!(shape.board.len(), 36);
        assert_eq!((shape.board.files(), shape.board.ranks()), (8, 8));
        assert_eq!(shape.start, shape.board.parse_square("a3").ok());
        // Windows ends lines in two characters; the zeros and ones of other programs; no holes
        // to the right of the last square of a line.
        let other = text.replace('\n', "\r\n").replace('x', "1").replace('.', " ");
        assert_eq!(read(other.as_bytes()).unwrap(), shape);
    }

    #[test]
    fn pictures_of_nearly_nothing_are_refused_at_once() {
        let text = format!("{}\n{}", "#".repeat(100_000), "#\n".repeat(100_000));
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("the picture is 100000 wide and 100001 high"), "{error}");
    }
}
