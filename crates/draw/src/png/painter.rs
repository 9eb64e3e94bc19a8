//! Pixels to paint on.

use std::io;

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

use super::hairline;
use super::thin::{self, Cover};
use crate::DrawError;
use crate::canvas::{Canvas, Leg, Sheet};
use crate::ink::Ink;
use crate::letters;
use crate::scene::{Colour, Point, Stroke, Words};

/// The longest side of a picture, in pixels.
const MAX_SIDE: f64 = 65_535.0;
/// The most pixels a picture has; they take a gibibyte while it is drawn.
const MAX_PIXELS: f64 = 268_435_456.0;
/// Nothing further from the picture than this is drawn in its place: it is out of sight anyway,
/// and the painter's numbers are small ones.
const FAR: f64 = 200_000.0;
/// So many legs are painted at once, or as many as an area has.
const MOST_LEGS: usize = 1024;

/// Pixels to paint on.
pub(crate) struct Painter {
    pixmap: Pixmap,
    scale: f64,
    /// What is not yet painted, because more of the same ink may follow.
    open: Option<Ink>,
    path: PathBuilder,
    cover: Cover,
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
        Ok(Self {
            pixmap,
            scale,
            open: None,
            path: PathBuilder::new(),
            cover: Cover::default(),
            legs: 0,
            start: (0.0, 0.0),
            at: (0.0, 0.0),
        })
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
        if self.open != Some(ink) || self.legs >= MOST_LEGS {
            self.flush();
            self.open = Some(ink);
        }
        for leg in legs {
            match leg {
                Leg::Start(point) => {
                    let place = self.place(point);
                    // A line goes on where the one before it ended.
                    if self.legs == 0 || self.at != place {
                        self.path.move_to(place.0, place.1);
                        self.start = place;
                    }
                    self.at = place;
                }
                Leg::To(point) => {
                    if self.legs >= MOST_LEGS && ink.may_part() {
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
        if width <= thin::WIDEST && stroke.dashes().is_none() {
            return self.cover.stroke(&mut self.pixmap, &path, stroke.colour, width);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::outline;

    #[test]
    fn an_area_of_many_outlines_is_one_area() {
        let (white, black) = (Colour(255, 255, 255), Colour(0, 0, 0));
        let sheet = Sheet {
            width: 600.0,
            height: 600.0,
            title: String::new(),
            description: String::new(),
            background: white,
        };
        let mut painter = Painter::new(&sheet, 1.0).expect("a sheet");
        let stripe = |at: u32, is_upright: bool| {
            let (from, to) = (f64::from(2 * at), f64::from(2 * at + 1));
            let points = [(from, 0.0), (to, 0.0), (to, 600.0), (from, 600.0)];
            // Those that lie run the other way round, since their sides are swapped.
            outline(
                points.map(|(x, y)| if is_upright { Point::new(x, y) } else { Point::new(y, x) }),
            )
        };
        let upright = (0..300).flat_map(|at| stripe(at, true));
        let lying = (0..300).flat_map(|at| stripe(at, false));
        painter.fill(black, &mut upright.chain(lying)).expect("pixels take everything");
        let pixels = painter.finish();
        for (at, pixel) in pixels.pixels().iter().enumerate() {
            let (x, y) = (at % 600, at / 600);
            assert_eq!(pixel.red() == 0, x % 2 != y % 2, "{x}, {y}");
        }
    }
}
