//! Drawings as PNG. The text looks the same on every machine.

use std::io::Write;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use tiny_skia::Pixmap;

use crate::DrawError;
use crate::canvas::Drawing;
use crate::raster::Raster;

/// Larger pictures are compressed less, because compression would take most of the time.
const MAX_FULLY_COMPRESSED_PIXELS: usize = 1 << 22;

/// Returns a drawing as a PNG file, with `scale` pixels per unit.
///
/// Text needs no system font. Equal drawings give equal bytes.
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
    // Row filters do not improve the compression of pictures with few colours.
    encoder.set_filter(Filter::NoFilter);
    if picture.pixels().len() > MAX_FULLY_COMPRESSED_PIXELS {
        encoder.set_deflate_compression(DeflateCompression::Level(1));
    }
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    // Row by row, without the alpha channel.
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

/// Paints a drawing on pixels.
pub(crate) fn paint(drawing: &dyn Drawing, scale: f64) -> Result<Pixmap, DrawError> {
    let mut raster = Raster::new(&drawing.info(), scale)?;
    drawing.paint(&mut raster)?;
    Ok(raster.finish())
}
