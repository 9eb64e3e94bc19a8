//! Shapes from PNG pictures: one pixel, one square.

use std::io::Cursor;

use caracole_core::{Board, Square, SquareSet};
use png::{ColorType, Decoder, DecodingError, Transformations};

use super::Shape;
use crate::error::{Fault, ReadError, ShapeFault};

/// The eight bytes that every PNG file begins with.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// The largest picture, in pixels: a frame of it takes four bytes each while it is read.
const MOST_PIXELS: u64 = 1 << 26;

/// No byte of a file unpacks to more pixels than this: deflate packs 1032 bytes into one, and a
/// byte holds eight pixels. A file that claims more is cut short, and gets no memory.
const MOST_PIXELS_A_BYTE: u64 = 1032 * 8;

/// Is this the beginning of a PNG file?
pub(super) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(&SIGNATURE)
}

pub(super) fn read(bytes: &[u8]) -> Result<Shape, ReadError> {
    let mut decoder = Decoder::new(Cursor::new(bytes));
    // Palettes, few bits, 16 bits, transparent colours: all become bytes of grey or of red, green
    // and blue, with opacity.
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let (width, height) = decoder.read_header_info().map_err(fault)?.size();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MOST_PIXELS {
        return Err(ShapeFault::LargePicture { width, height, most: MOST_PIXELS }.into());
    }
    if pixels / MOST_PIXELS_A_BYTE > bytes.len() as u64 {
        return Err(broken("the file ends too early").into());
    }
    let mut reader = decoder.read_info().map_err(fault)?;
    let size = reader.output_buffer_size().ok_or_else(|| fault(DecodingError::LimitsExceeded))?;
    let mut frame = vec![0; size];
    let drawn = reader.next_frame(&mut frame).map_err(fault)?;
    // What comes behind the picture must be whole too.
    reader.finish().map_err(fault)?;
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
        return Err(ShapeFault::NoDarkPixel.into());
    }
    let board = Board::from_squares(width, height, &squares).map_err(Fault::from)?;
    Ok(Shape { board, start: None, end: None })
}

/// Is the pixel opaque by half at least, and darker than half?
fn is_square(kind: ColorType, pixel: &[u8]) -> bool {
    // As bright as the eye takes the colours for (ITU-R BT.601), in thousandths.
    let luminance =
        |r: u8, g: u8, b: u8| 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
    let (luminance, opacity) = match (kind, pixel) {
        (ColorType::Rgba, &[r, g, b, opacity]) => (luminance(r, g, b), opacity),
        (ColorType::Rgb, &[r, g, b]) => (luminance(r, g, b), u8::MAX),
        (_, &[grey, opacity]) => (luminance(grey, grey, grey), opacity),
        (_, &[grey]) => (luminance(grey, grey, grey), u8::MAX),
        _ => return false,
    };
    2 * luminance < 1000 * u32::from(u8::MAX) && 2 * u32::from(opacity) >= u32::from(u8::MAX)
}

fn fault(error: DecodingError) -> ShapeFault {
    match error {
        DecodingError::IoError(_) => broken("the file ends too early"),
        DecodingError::LimitsExceeded => broken("it needs too much memory"),
        error => broken(&error.to_string()),
    }
}

fn broken(text: &str) -> ShapeFault {
    ShapeFault::Picture { text: caracole_core::shorten(text) }
}
