//! Scenes as PNG: pixels, with the same letters on every machine.

use png::{BitDepth, ColorType, Encoder};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

use crate::DrawError;
use crate::letters::{self, glyph};
use crate::scene::{Align, Colour, Mark, Point, Scene, Stroke, Turn, Words};

/// The longest side of a picture, in pixels.
const MAX_SIDE: f64 = 65_535.0;
/// The most pixels a picture has; they take a gibibyte while it is drawn.
const MAX_PIXELS: f64 = 268_435_456.0;
/// Nothing further from the picture than this is drawn in its place: it is out of sight anyway,
/// and the painter's numbers are small ones.
const FAR: f64 = 200_000.0;

/// Draws a scene as a PNG file, `scale` pixels for each of its units.
///
/// Words are drawn with letters of our own, so no font is needed and every machine draws the
/// same. The same scene gives the same bytes.
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
pub fn encode(scene: &Scene, scale: f64) -> Result<Vec<u8>, DrawError> {
    let picture = paint(scene, scale)?;
    let (width, height) = (picture.width(), picture.height());
    let opaque: Vec<u8> =
        picture.data().chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
    drop(picture);

    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&opaque)?;
    writer.finish()?;
    Ok(file)
}

/// Draws a scene on pixels.
pub(crate) fn paint(scene: &Scene, scale: f64) -> Result<Pixmap, DrawError> {
    let (width, height) = ((scene.width * scale).ceil(), (scene.height * scale).ceil());
    let too_strange = DrawError::Size { width, height };
    let fits = |side: f64| (1.0..=MAX_SIDE).contains(&side);
    if !(fits(width) && fits(height) && width * height <= MAX_PIXELS && scale > 0.0) {
        return Err(too_strange);
    }
    let pixmap = Pixmap::new(width as u32, height as u32).ok_or(too_strange)?;
    let mut painter = Painter { pixmap, scale };
    let Colour(red, green, blue) = scene.background;
    painter.pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    for mark in scene.marks.iter().filter(|mark| mark.is_visible()) {
        painter.paint(mark);
    }
    Ok(painter.pixmap)
}

/// Pixels that marks are painted on.
struct Painter {
    pixmap: Pixmap,
    scale: f64,
}

impl Painter {
    fn paint(&mut self, mark: &Mark) {
        match mark {
            Mark::Area { corners, fill } => {
                let mut path = self.track(corners);
                path.close();
                self.fill(path.finish(), *fill);
            }
            Mark::Line { points, stroke } => self.line(points, stroke),
            Mark::Disc { centre, radius, fill } => self.disc(*centre, *radius, *fill),
            Mark::Words(words) => self.words(words),
        }
    }

    fn line(&mut self, points: &[Point], stroke: &Stroke) {
        if let [point] = points {
            return self.disc(*point, stroke.width / 2.0, stroke.colour);
        }
        let Some(path) = self.track(points).finish() else { return };
        let dashes = stroke
            .dashes()
            .and_then(|(on, off)| StrokeDash::new(vec![self.length(on), self.length(off)], 0.0));
        let pen = tiny_skia::Stroke {
            width: self.length(stroke.width),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: dashes,
            ..tiny_skia::Stroke::default()
        };
        self.pixmap.stroke_path(&path, &paint_of(stroke.colour), &pen, Transform::identity(), None);
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) {
        let (x, y) = self.place(centre);
        self.fill(PathBuilder::from_circle(x, y, self.length(radius)), fill);
    }

    /// Draws words letter by letter, each by the strokes of a pen.
    fn words(&mut self, words: &Words) {
        let width = letters::text_width(&words.text) * words.size;
        let mut along = match words.align {
            Align::Start => 0.0,
            Align::Middle => -width / 2.0,
            Align::End => -width,
        };
        let pen = if words.is_bold { letters::BOLD_PEN } else { letters::PEN };
        let stroke = Stroke::solid(words.colour, pen * words.size);
        for letter in words.text.chars() {
            let glyph = glyph(letter);
            for track in &glyph.strokes {
                let place = |&(right, up): &(f64, f64)| {
                    let (right, up) = (along + right * words.size, up * words.size);
                    match words.turn {
                        Turn::None => words.at.moved(right, -up),
                        Turn::Left => words.at.moved(-up, -right),
                    }
                };
                let points: Vec<Point> = track.iter().map(place).collect();
                self.line(&points, &stroke);
            }
            along += glyph.advance * words.size;
        }
    }

    fn fill(&mut self, path: Option<Path>, colour: Colour) {
        // A path that encloses nothing is none.
        if let Some(path) = path {
            let paint = paint_of(colour);
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    fn track(&self, points: &[Point]) -> PathBuilder {
        let mut path = PathBuilder::with_capacity(points.len() + 1, points.len());
        for (step, &point) in points.iter().enumerate() {
            let (x, y) = self.place(point);
            if step == 0 {
                path.move_to(x, y);
            } else {
                path.line_to(x, y);
            }
        }
        path
    }

    fn place(&self, point: Point) -> (f32, f32) {
        (self.length(point.x), self.length(point.y))
    }

    fn length(&self, length: f64) -> f32 {
        (length * self.scale).clamp(-FAR, FAR) as f32
    }
}

fn paint_of(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(colour.0, colour.1, colour.2, 255);
    paint
}
