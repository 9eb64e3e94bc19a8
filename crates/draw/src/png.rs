//! Drawings as PNG: pixels, with the same letters on every machine.

mod hairline;
mod lines;
mod painter;
mod thin;

use std::io::Write;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use tiny_skia::Pixmap;

use crate::DrawError;
use crate::canvas::Drawing;

pub(crate) use painter::Painter;

/// Pictures with more pixels than this are packed less tightly, or that would take most of the time.
const MANY_PIXELS: usize = 1 << 22;

/// Draws a PNG file, `scale` pixels for each of its units.
///
/// Words are drawn with letters of our own, so no font is needed and every machine draws the
/// same. The same drawing gives the same bytes.
///
/// ```
/// use caracole_draw::{Colour, DrawError, Scene, png};
///
/// let white = Colour(255, 255, 255);
/// let mut scene = Scene {
///     width: 20.0,
///     height: 10.0,
///     title: String::new(),
///     description: String::new(),
///     background: white,
///     marks: Vec::new(),
/// };
/// let file = png::encode(&scene, 2.0)?;
/// assert_eq!(&file[1..4], b"PNG");
///
/// scene.width = 1e9;
/// assert!(matches!(png::encode(&scene, 2.0), Err(DrawError::Size { .. })));
/// # Ok::<(), DrawError>(())
/// ```
pub fn encode(drawing: &dyn Drawing, scale: f64) -> Result<Vec<u8>, DrawError> {
    let picture = paint(drawing, scale)?;
    let (width, height) = (picture.width(), picture.height());
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // Of few colours in straight shapes, no pixel is told by its neighbours better than by itself.
    encoder.set_filter(Filter::NoFilter);
    if picture.pixels().len() > MANY_PIXELS {
        encoder.set_deflate_compression(DeflateCompression::Level(1));
    }
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    // Row by row, without their transparency: there is none.
    let mut row = Vec::new();
    for pixels in picture.data().chunks_exact(4 * width as usize) {
        row.clear();
        row.extend(pixels.chunks_exact(4).flat_map(|pixel| &pixel[..3]));
        stream.write_all(&row)?;
    }
    stream.finish()?;
    writer.finish()?;
    Ok(file)
}

/// Draws on pixels.
pub(crate) fn paint(drawing: &dyn Drawing, scale: f64) -> Result<Pixmap, DrawError> {
    let mut painter = Painter::new(&drawing.sheet(), scale)?;
    drawing.paint(&mut painter)?;
    Ok(painter.finish())
}
