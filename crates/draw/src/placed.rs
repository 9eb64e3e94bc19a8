//! One drawing on another: a picture on a poster, several on a page.

use std::io;

use crate::canvas::{Canvas, Drawing, Leg};
use crate::scene::{Colour, Point, Stroke, Words};

/// Paints a drawing smaller or larger, with its top left corner at a point of a canvas.
///
/// The background is part of its sheet and not of what it paints, so it is left to the caller.
///
/// ```
/// use caracole_draw::{Canvas, Colour, Drawing, Mark, Point, Scene, Sheet, paint_at, svg};
///
/// struct Pair(Scene);
///
/// impl Drawing for Pair {
///     fn sheet(&self) -> Sheet {
///         Sheet { width: 30.0, ..self.0.sheet() }
///     }
///
///     fn paint(&self, canvas: &mut dyn Canvas) -> std::io::Result<()> {
///         paint_at(&self.0, Point::default(), 1.0, canvas)?;
///         paint_at(&self.0, Point::new(20.0, 0.0), 0.5, canvas)
///     }
/// }
///
/// let dot = Mark::Disc { centre: Point::new(5.0, 4.0), radius: 3.0, fill: Colour(0, 114, 178) };
/// let (width, height, background) = (20.0, 10.0, Colour(255, 255, 255));
/// let (title, description) = ("Two dots".to_owned(), String::new());
/// let scene = Scene { width, height, title, description, background, marks: vec![dot] };
/// let mut file = Vec::new();
/// svg::write(&Pair(scene), &mut file)?;
/// let text = String::from_utf8_lossy(&file);
/// assert!(text.contains("cx=\"5\" cy=\"4\" r=\"3\""));
/// assert!(text.contains("cx=\"22.5\" cy=\"2\" r=\"1.5\""));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn paint_at(
    drawing: &dyn Drawing,
    at: Point,
    scale: f64,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    drawing.paint(&mut Placed { canvas, spot: Spot { at, scale } })
}

/// Where a drawing stands, and how large.
#[derive(Clone, Copy)]
struct Spot {
    at: Point,
    scale: f64,
}

impl Spot {
    fn point(self, Point { x, y }: Point) -> Point {
        self.at.moved(x * self.scale, y * self.scale)
    }

    fn leg(self, leg: Leg) -> Leg {
        match leg {
            Leg::Start(point) => Leg::Start(self.point(point)),
            Leg::To(point) => Leg::To(self.point(point)),
            Leg::Close => Leg::Close,
        }
    }
}

/// A part of a canvas, in units of its own.
struct Placed<'a> {
    canvas: &'a mut dyn Canvas,
    spot: Spot,
}

impl Canvas for Placed<'_> {
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        let spot = self.spot;
        self.canvas.fill(fill, &mut legs.map(|leg| spot.leg(leg)))
    }

    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        let spot = self.spot;
        let dash = stroke.dash.map(|(on, off)| (on * spot.scale, off * spot.scale));
        let stroke = Stroke { width: stroke.width * spot.scale, dash, ..*stroke };
        self.canvas.stroke(&stroke, &mut legs.map(|leg| spot.leg(leg)))
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        self.canvas.disc(self.spot.point(centre), radius * self.spot.scale, fill)
    }

    fn words(&mut self, words: &Words) -> io::Result<()> {
        let (at, size) = (self.spot.point(words.at), words.size * self.spot.scale);
        self.canvas.words(&Words { at, size, ..words.clone() })
    }
}
