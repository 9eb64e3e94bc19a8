//! A canvas of pixels.

mod thin_lines;

use std::io;

use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, StrokeDash, Transform};
use ttf_parser::OutlineBuilder;

use crate::DrawError;
use crate::canvas::{Canvas, DrawingInfo, Paint, PathCommand};
use crate::font::Font;
use crate::scene::{Colour, Point, Stroke, TextLine};
use thin_lines::Coverage;

/// The largest side in pixels.
const MAX_SIDE: f64 = 65_535.0;
/// The largest number of pixels; they take a gibibyte of memory.
const MAX_PIXELS: f64 = 268_435_456.0;
/// Coordinates are clamped to this range, because the rasteriser uses 32-bit numbers. Points outside it
/// are not visible.
const MAX_COORDINATE: f64 = 200_000.0;
/// The largest number of commands of a path, except for filled paths.
const MAX_COMMANDS: usize = 1024;

/// The largest area of a small path in pixels.
const MAX_SMALL_AREA: f32 = 65_536.0;

/// A canvas of pixels.
pub(crate) struct Raster {
    pixmap: Pixmap,
    scale: f64,
    /// The paint of the open path, which is not painted yet because more of the same paint may follow.
    open: Option<Paint>,
    path: PathBuilder,
    coverage: Coverage,
    commands: usize,
    /// The start and the end of the open path.
    start: (f32, f32),
    at: (f32, f32),
}

impl Raster {
    /// Creates an empty raster with `scale` pixels per unit.
    pub(crate) fn new(info: &DrawingInfo, scale: f64) -> Result<Self, DrawError> {
        // A scale is often a quotient of sizes, so a product may exceed a whole number by a rounding error.
        let pixels = |side: f64| (side * scale - 1e-6).ceil();
        let (width, height) = (pixels(info.width), pixels(info.height));
        let error = DrawError::Size { width, height };
        let fits = |side: f64| (1.0..=MAX_SIDE).contains(&side);
        if !(fits(width) && fits(height) && width * height <= MAX_PIXELS && scale > 0.0) {
            return Err(error);
        }
        let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(error)?;
        let Colour(red, green, blue) = info.background;
        pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        Ok(Self {
            pixmap,
            scale,
            open: None,
            path: PathBuilder::new(),
            coverage: Coverage::default(),
            commands: 0,
            start: (0.0, 0.0),
            at: (0.0, 0.0),
        })
    }

    /// Paints the open path and returns the pixels.
    pub(crate) fn pixels(&mut self) -> &mut Pixmap {
        self.flush();
        &mut self.pixmap
    }

    /// Returns the pixels.
    pub(crate) fn finish(mut self) -> Pixmap {
        self.flush();
        self.pixmap
    }

    /// Paints the open path.
    fn flush(&mut self) {
        let path = std::mem::take(&mut self.path).finish();
        self.commands = 0;
        match self.open.take() {
            Some(Paint::Fill(colour)) => self.fill_path(path, colour),
            Some(Paint::Stroke(stroke)) => self.stroke_path(path, &stroke),
            None => {}
        }
    }

    fn stroke_path(&mut self, path: Option<Path>, stroke: &Stroke) {
        let Some(path) = path else { return };
        let width = self.length(stroke.width);
        if width <= 1.0 && stroke.dashes().is_none() {
            return thin_lines::stroke_hairline(&mut self.pixmap, &path, stroke.colour, width);
        }
        if width <= thin_lines::MAX_WIDTH && stroke.dashes().is_none() {
            return self.coverage.stroke(&mut self.pixmap, &path, stroke.colour, width);
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
        // An empty path is `None`.
        if let Some(path) = path {
            let paint = paint_of(colour);
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    /// Returns true if a path is inside the picture and covers few pixels, like most lines of text.
    fn is_small(&self, path: &Path) -> bool {
        let bounds = path.bounds();
        let (width, height) = (self.pixmap.width() as f32, self.pixmap.height() as f32);
        let is_inside = bounds.left() >= 0.0 && bounds.right() <= width;
        is_inside
            && bounds.top() >= 0.0
            && bounds.bottom() <= height
            && bounds.width() * bounds.height() <= MAX_SMALL_AREA
    }

    fn place(&self, point: Point) -> (f32, f32) {
        (self.length(point.x), self.length(point.y))
    }

    fn length(&self, length: f64) -> f32 {
        (length * self.scale).clamp(-MAX_COORDINATE, MAX_COORDINATE) as f32
    }
}

impl Canvas for Raster {
    fn path(&mut self, ink: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
        // Each dashed line starts with a new dash.
        if self.open != Some(ink) || self.commands >= MAX_COMMANDS || ink.dashes().is_some() {
            self.flush();
            self.open = Some(ink);
        }
        for command in path {
            match command {
                PathCommand::MoveTo(point) => {
                    let place = self.place(point);
                    // A line that starts at the end of the last one continues it.
                    if self.commands == 0 || self.at != place {
                        self.path.move_to(place.0, place.1);
                        self.start = place;
                    }
                    self.at = place;
                }
                PathCommand::LineTo(point) => {
                    if self.commands >= MAX_COMMANDS && ink.can_split() {
                        self.flush();
                        self.open = Some(ink);
                        self.path.move_to(self.at.0, self.at.1);
                    }
                    self.at = self.place(point);
                    self.path.line_to(self.at.0, self.at.1);
                }
                PathCommand::Close => {
                    match ink {
                        Paint::Fill(_) => self.path.close(),
                        Paint::Stroke(_) => self.path.line_to(self.start.0, self.start.1),
                    }
                    self.at = self.start;
                }
            }
            self.commands += 1;
        }
        Ok(())
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        self.flush();
        let (x, y) = self.place(centre);
        self.fill_path(PathBuilder::from_circle(x, y, self.length(radius)), fill);
        Ok(())
    }

    fn text(&mut self, line: &TextLine) -> io::Result<()> {
        self.flush();
        let font = Font::of(line.is_bold);
        let (start, (right, down)) = line.base_line();
        let unit = font.unit() * line.size;
        let mut outline = Outline {
            path: PathBuilder::new(),
            origin: self.place(start),
            right: (self.length(right * unit), self.length(down * unit)),
        };
        for glyph in font.glyphs(&line.text) {
            font.outline(glyph, &mut outline);
            outline.advance(glyph.advance.into());
        }
        let path = outline.path.finish();
        if let Some(path) = path.as_ref().filter(|path| self.is_small(path)) {
            self.coverage.fill(&mut self.pixmap, path, line.colour);
        } else {
            self.fill_path(path, line.colour);
        }
        Ok(())
    }
}

/// Adds outlines of glyphs to a path.
struct Outline {
    path: PathBuilder,
    /// The start of the next glyph in pixels.
    origin: (f32, f32),
    /// A font unit along the base line in pixels. The vertical axis of the font is perpendicular to it.
    right: (f32, f32),
}

impl Outline {
    const fn advance(&mut self, units: f32) {
        self.origin = self.place(units, 0.0);
    }

    const fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let (across, down) = self.right;
        (self.origin.0 + x * across + y * down, self.origin.1 + x * down - y * across)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) =
            (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

fn paint_of(colour: Colour) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint::default();
    paint.set_color_rgba8(colour.0, colour.1, colour.2, 255);
    paint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::polygon;

    #[test]
    fn many_polygons_are_filled_as_one_path() {
        let (white, black) = (Colour(255, 255, 255), Colour(0, 0, 0));
        let info = DrawingInfo {
            width: 600.0,
            height: 600.0,
            title: String::new(),
            description: String::new(),
            background: white,
        };
        let mut raster = Raster::new(&info, 1.0).expect("a raster");
        let stripe = |at: u32, is_upright: bool| {
            let (from, to) = (f64::from(2 * at), f64::from(2 * at + 1));
            let points = [(from, 0.0), (to, 0.0), (to, 600.0), (from, 600.0)];
            // Horizontal stripes run in the other direction, because their coordinates are swapped.
            polygon(
                points.map(|(x, y)| if is_upright { Point::new(x, y) } else { Point::new(y, x) }),
            )
        };
        let upright = (0..300).flat_map(|at| stripe(at, true));
        let lying = (0..300).flat_map(|at| stripe(at, false));
        raster
            .path(Paint::Fill(black), &mut upright.chain(lying))
            .expect("painting on pixels cannot fail");
        let pixels = raster.finish();
        for (at, pixel) in pixels.pixels().iter().enumerate() {
            let (x, y) = (at % 600, at / 600);
            assert_eq!(pixel.red() == 0, x % 2 != y % 2, "{x}, {y}");
        }
    }
}
