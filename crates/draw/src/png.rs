//! Drawings as PNG: pixels, with the same letters on every machine.

mod hairline;

use std::io::{self, Write};

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

use crate::DrawError;
use crate::canvas::{Canvas, Drawing, Leg, Sheet};
use crate::letters;
use crate::scene::{Colour, Point, Stroke, Words};

/// The longest side of a picture, in pixels.
const MAX_SIDE: f64 = 65_535.0;
/// The most pixels a picture has; they take a gibibyte while it is drawn.
const MAX_PIXELS: f64 = 268_435_456.0;
/// Pictures with more pixels than this are packed less tightly, or that would take most of the time.
const MANY_PIXELS: usize = 1 << 22;
/// Nothing further from the picture than this is drawn in its place: it is out of sight anyway,
/// and the painter's numbers are small ones.
const FAR: f64 = 200_000.0;

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

/// What is painted with.
#[derive(Clone, Copy, PartialEq)]
enum Ink {
    Fill(Colour),
    Stroke(Stroke),
}

/// So many legs are painted at once.
const MOST_LEGS: usize = 1024;

/// Pixels to paint on.
pub(crate) struct Painter {
    pixmap: Pixmap,
    scale: f64,
    /// What is not yet painted, because more of the same ink may follow.
    open: Option<Ink>,
    path: PathBuilder,
    legs: usize,
    /// Where the pen was set down and where it is.
    start: (f32, f32),
    at: (f32, f32),
}

impl Painter {
    /// An empty sheet, `scale` pixels for each of its units.
    pub(crate) fn new(sheet: &Sheet, scale: f64) -> Result<Self, DrawError> {
        let (width, height) = ((sheet.width * scale).ceil(), (sheet.height * scale).ceil());
        let too_strange = DrawError::Size { width, height };
        let fits = |side: f64| (1.0..=MAX_SIDE).contains(&side);
        if !(fits(width) && fits(height) && width * height <= MAX_PIXELS && scale > 0.0) {
            return Err(too_strange);
        }
        let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(too_strange)?;
        let Colour(red, green, blue) = sheet.background;
        pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        let path = PathBuilder::new();
        Ok(Self { pixmap, scale, open: None, path, legs: 0, start: (0.0, 0.0), at: (0.0, 0.0) })
    }

    /// The pixels as they are by now; more can be painted on them.
    pub(crate) fn pixels(&mut self) -> &mut Pixmap {
        self.flush();
        &mut self.pixmap
    }

    /// The pixels, with everything painted.
    pub(crate) fn finish(mut self) -> Pixmap {
        self.flush();
        self.pixmap
    }

    /// Paints what is not yet painted.
    fn flush(&mut self) {
        let path = std::mem::take(&mut self.path).finish();
        self.legs = 0;
        match self.open.take() {
            Some(Ink::Fill(colour)) => self.fill_path(path, colour),
            Some(Ink::Stroke(stroke)) => self.stroke_path(path, &stroke),
            None => {}
        }
    }

    fn legs(&mut self, ink: Ink, legs: &mut dyn Iterator<Item = Leg>) {
        if self.open != Some(ink) {
            self.flush();
            self.open = Some(ink);
        }
        for leg in legs {
            match leg {
                Leg::Start(point) => {
                    let place = self.place(point);
                    if self.legs >= MOST_LEGS {
                        self.flush();
                        self.open = Some(ink);
                    }
                    // A line goes on where the one before it ended.
                    if self.legs == 0 || self.at != place {
                        self.path.move_to(place.0, place.1);
                        self.start = place;
                    }
                    self.at = place;
                }
                Leg::To(point) => {
                    // An area cannot be painted in parts, a line can, unless it shall be closed.
                    if self.legs >= MOST_LEGS && matches!(ink, Ink::Stroke(_)) {
                        self.flush();
                        self.open = Some(ink);
                        self.path.move_to(self.at.0, self.at.1);
                    }
                    self.at = self.place(point);
                    self.path.line_to(self.at.0, self.at.1);
                }
                Leg::Close => {
                    match ink {
                        Ink::Fill(_) => self.path.close(),
                        Ink::Stroke(_) => self.path.line_to(self.start.0, self.start.1),
                    }
                    self.at = self.start;
                }
            }
            self.legs += 1;
        }
    }

    fn stroke_path(&mut self, path: Option<Path>, stroke: &Stroke) {
        let Some(path) = path else { return };
        let width = self.length(stroke.width);
        if width <= 1.0 && stroke.dashes().is_none() {
            return hairline::stroke(&mut self.pixmap, &path, stroke.colour, width);
        }
        let dashes = stroke
            .dashes()
            .and_then(|(on, off)| StrokeDash::new(vec![self.length(on), self.length(off)], 0.0));
        let pen = tiny_skia::Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: dashes,
            ..tiny_skia::Stroke::default()
        };
        self.pixmap.stroke_path(&path, &paint_of(stroke.colour), &pen, Transform::identity(), None);
    }

    fn fill_path(&mut self, path: Option<Path>, colour: Colour) {
        // A path that encloses nothing is none.
        if let Some(path) = path {
            let paint = paint_of(colour);
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    fn place(&self, point: Point) -> (f32, f32) {
        (self.length(point.x), self.length(point.y))
    }

    fn length(&self, length: f64) -> f32 {
        (length * self.scale).clamp(-FAR, FAR) as f32
    }
}

impl Canvas for Painter {
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        self.legs(Ink::Fill(fill), legs);
        Ok(())
    }

    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        if stroke.dashes().is_some() {
            // Dashes begin anew with each line.
            self.flush();
        }
        self.legs(Ink::Stroke(*stroke), legs);
        Ok(())
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        self.flush();
        let (x, y) = self.place(centre);
        self.fill_path(PathBuilder::from_circle(x, y, self.length(radius)), fill);
        Ok(())
    }

    fn words(&mut self, words: &Words) -> io::Result<()> {
        letters::paint(words, self)
    }
}

fn paint_of(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(colour.0, colour.1, colour.2, 255);
    paint
}
