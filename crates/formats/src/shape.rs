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
//! A single `1` among `0` is also the start. All squares may be written as `1`; any other `1` is an
//! error, because it could be a start or a square beside holes `0`. Short lines are padded with
//! holes; blank lines at the end are ignored. Any other character is an error.
//!
//! A PNG picture, detected by its signature, is also a shape: a pixel is a square if it is *dark*
//! (luminance below half) and *opaque* (opacity of at least half). All other pixels are holes. The
//! board has the sides of the picture, margins included.

use std::io::Cursor;

use caracole_core::{Board, Square, SquareSet, shorten};
use png::{ColorType, Decoder, DecodingError, Transformations};

use crate::error::{Position, ReadError, ReadErrorKind, ShapeError};
use crate::read::text;

/// A board with its start and end.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::shape;
///
/// let shape = shape::read(b".##.\nS###\n###E\n.##.\n")?;
/// assert_eq!(shape.board.len(), 12);
/// let mut problem = Problem::new(shape.board);
/// if let Some(start) = shape.start {
///     problem = problem.start(start)?;
/// }
/// if let Some(end) = shape.end {
///     problem = problem.end(end)?;
/// }
/// assert!(problem.start_square().is_some() && problem.end_square().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The board.
    pub board: Board,
    /// The square of `S`.
    pub start: Option<Square>,
    /// The square of `E`.
    pub end: Option<Square>,
}

/// Reads a shape from text or from a PNG picture. Reading text takes a bit per character, besides
/// the board; reading PNG takes four bytes per pixel.
///
/// ```
/// let shape = caracole_formats::shape::read(b".xx\nSxx\nxx\n")?;
/// assert_eq!(shape.board.to_string(), "3x3-c1,a3");
/// assert_eq!(shape.start.map(|start| shape.board.name(start)), Some("a2".to_owned()));
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Shape, ReadError> {
    if bytes.starts_with(&PNG_SIGNATURE) {
        return read_png(bytes);
    }
    let picture = text(bytes)?.trim_end();
    let lines = || picture.lines().map(str::trim_end);
    let ranks = lines().count() as u64;
    let files = lines().map(|line| line.chars().count() as u64).max().unwrap_or(0);
    if files == 0 {
        return Err(ReadErrorKind::Empty.into());
    }
    // A long line and many short ones would take too much memory.
    if files * ranks > (16 * bytes.len() as u64).max(1 << 20) {
        return Err(ShapeError::NearlyEmpty { files, ranks }.into());
    }
    let one = One::of(picture, lines())?;
    let squares = SquareSet::with_area(files * ranks);
    let mut builder = Builder { squares, one, start: None, end: None };
    for (line, (number, rank)) in lines().zip((1..).zip((0..ranks).rev())) {
        for (c, file) in line.chars().zip(0..) {
            let square = Square::from_index(rank * files + file);
            builder
                .add(c, square)
                .map_err(|error| ReadError::new(Position::new(number, file + 1), error))?;
        }
    }
    let side = |side: u64| u32::try_from(side).unwrap_or(u32::MAX);
    let board = Board::from_squares(side(files), side(ranks), &builder.squares)
        .map_err(ReadErrorKind::from)?;
    Ok(Shape { board, start: builder.start, end: builder.end })
}

/// The meaning of `1` in a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum One {
    Square,
    Start,
}

impl One {
    /// Determines the meaning from the other characters.
    fn of<'a>(picture: &str, lines: impl Iterator<Item = &'a str>) -> Result<Self, ReadError> {
        let ones = picture.bytes().filter(|&byte| byte == b'1').count();
        let has_zeros = picture.contains('0');
        match ones {
            0 => Ok(Self::Square),
            1 if has_zeros => Ok(Self::Start),
            _ if !has_zeros && !picture.contains(['#', 'x', 'X']) => Ok(Self::Square),
            _ => {
                let mut positions = (1..).zip(lines).filter_map(|(number, line)| {
                    let column = line.chars().position(|c| c == '1')?;
                    Some(Position::new(number, column as u64 + 1))
                });
                let first = positions.next().unwrap_or(Position::line(1));
                Err(ReadError::new(first, ShapeError::One))
            }
        }
    }
}

/// The squares of a picture.
struct Builder {
    squares: SquareSet,
    one: One,
    start: Option<Square>,
    end: Option<Square>,
}

impl Builder {
    fn add(&mut self, c: char, square: Square) -> Result<(), ShapeError> {
        match c {
            '.' | ' ' => return Ok(()),
            '1' if self.one == One::Start => set_once(&mut self.start, square, "start")?,
            '#' | 'x' | 'X' | '0' | '1' => {}
            'S' => set_once(&mut self.start, square, "start S")?,
            'E' => set_once(&mut self.end, square, "end E")?,
            found => return Err(ShapeError::Character { found }),
        }
        self.squares.insert(square);
        Ok(())
    }
}

const fn set_once(
    end: &mut Option<Square>,
    square: Square,
    name: &'static str,
) -> Result<(), ShapeError> {
    match end.replace(square) {
        None => Ok(()),
        Some(_) => Err(ShapeError::Second(name)),
    }
}

/// The first eight bytes of every PNG file.
const PNG_SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// The maximum number of pixels. Each takes four bytes while the picture is read.
const MAX_PIXELS: u64 = 1 << 26;

/// The maximum number of pixels per byte of a file: deflate compresses at most 1032 bytes into one,
/// and a byte contains up to eight pixels. A file with more is truncated.
const MAX_PIXELS_PER_BYTE: u64 = 1032 * 8;

fn read_png(bytes: &[u8]) -> Result<Shape, ReadError> {
    let mut decoder = Decoder::new(Cursor::new(bytes));
    // Converts all colour types and depths to 8-bit grey or RGB with opacity.
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let (width, height) = decoder.read_header_info().map_err(png_error)?.size();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS {
        return Err(ShapeError::LargePicture { width, height, most: MAX_PIXELS }.into());
    }
    if pixels / MAX_PIXELS_PER_BYTE > bytes.len() as u64 {
        return Err(damaged("the file ends too early").into());
    }
    let mut reader = decoder.read_info().map_err(png_error)?;
    let size =
        reader.output_buffer_size().ok_or_else(|| png_error(DecodingError::LimitsExceeded))?;
    let mut frame = vec![0; size];
    let drawn = reader.next_frame(&mut frame).map_err(png_error)?;
    // The chunks after the picture must be complete, too.
    reader.finish().map_err(png_error)?;
    let samples = drawn.color_type.samples();
    let mut squares = SquareSet::with_area(pixels);
    let lines = frame.chunks_exact(drawn.line_size.max(1));
    for (line, rank) in lines.zip((0..u64::from(height)).rev()) {
        for (pixel, file) in line.chunks_exact(samples).zip(0..u64::from(width)) {
            if is_square(drawn.color_type, pixel) {
                squares.insert(Square::from_index(rank * u64::from(width) + file));
            }
        }
    }
    if squares.is_empty() {
        return Err(ShapeError::NoDarkPixel.into());
    }
    let board = Board::from_squares(width, height, &squares).map_err(ReadErrorKind::from)?;
    Ok(Shape { board, start: None, end: None })
}

/// Returns true if the pixel is dark and opaque.
fn is_square(color_type: ColorType, pixel: &[u8]) -> bool {
    // ITU-R BT.601, in thousandths.
    let luminance =
        |r: u8, g: u8, b: u8| 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
    let (luminance, opacity) = match (color_type, pixel) {
        // The decoder was told to add the opacity.
        (ColorType::Rgba, &[r, g, b, opacity]) => (luminance(r, g, b), opacity),
        (_, &[grey, opacity]) => (luminance(grey, grey, grey), opacity),
        _ => return false,
    };
    2 * luminance < 1000 * u32::from(u8::MAX) && 2 * u32::from(opacity) >= u32::from(u8::MAX)
}

fn png_error(error: DecodingError) -> ShapeError {
    match error {
        DecodingError::IoError(_) => damaged("the file ends too early"),
        DecodingError::LimitsExceeded => damaged("it needs too much memory"),
        error => damaged(&error.to_string()),
    }
}

fn damaged(text: &str) -> ShapeError {
    ShapeError::Picture { text: shorten(text) }
}

#[cfg(test)]
mod tests;
