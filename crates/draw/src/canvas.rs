//! What every output can paint, and what can be painted on it.

use std::io;

use crate::scene::{Colour, Point, Stroke, Words};

/// A part of an outline or of a line.
///
/// ```
/// use caracole_draw::{Leg, Point, track};
///
/// let [a, b] = [Point::new(0.0, 0.0), Point::new(3.0, 4.0)];
/// assert!(track([a, b]).eq([Leg::Start(a), Leg::To(b)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leg {
    /// The pen is set down here. Alone this draws nothing.
    Start(Point),
    /// It goes straight to here.
    To(Point),
    /// It goes straight back to where it was set down.
    Close,
}

/// Something to paint on, one thing over the other.
///
/// Legs are asked for one by one, so a line through a million squares is never stored. What has the
/// same ink as what was painted before it may become one with it: lines that go on where the last one
/// ended have a round corner there, as they would have round ends.
///
/// An output of one's own: how long are the lines of a drawing?
///
/// ```
/// use std::io;
///
/// use caracole_draw::{Canvas, Colour, Drawing, Leg, Mark, Point, Scene, Stroke, Words};
///
/// #[derive(Default)]
/// struct Tape {
///     length: f64,
/// }
///
/// impl Canvas for Tape {
///     fn fill(&mut self, _: Colour, _: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
///         Ok(())
///     }
///
///     fn stroke(&mut self, _: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
///         let (mut start, mut pen) = (Point::default(), Point::default());
///         for leg in legs {
///             let to = match leg {
///                 Leg::Start(point) => {
///                     (start, pen) = (point, point);
///                     continue;
///                 }
///                 Leg::To(point) => point,
///                 Leg::Close => start,
///             };
///             self.length += (to.x - pen.x).hypot(to.y - pen.y);
///             pen = to;
///         }
///         Ok(())
///     }
///
///     fn disc(&mut self, _: Point, _: f64, _: Colour) -> io::Result<()> {
///         Ok(())
///     }
///
///     fn words(&mut self, _: &Words) -> io::Result<()> {
///         Ok(())
///     }
/// }
///
/// let points = vec![Point::new(0.0, 0.0), Point::new(3.0, 4.0), Point::new(3.0, 10.0)];
/// let stroke = Stroke::solid(Colour(0, 0, 0), 1.0);
/// let scene = Scene {
///     width: 20.0,
///     height: 20.0,
///     title: "A line".to_owned(),
///     description: String::new(),
///     background: Colour(255, 255, 255),
///     marks: vec![Mark::Line { points, stroke }],
/// };
/// let mut tape = Tape::default();
/// scene.paint(&mut tape)?;
/// assert_eq!(tape.length, 11.0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Canvas {
    /// Fills outlines. Where several overlap, those that run clockwise and those that run the other
    /// way take each other off, so holes can be cut.
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()>;

    /// Draws lines.
    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()>;

    /// Fills a circle.
    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()>;

    /// Writes a line of words.
    fn words(&mut self, words: &Words) -> io::Result<()>;
}

/// What a drawing is painted on: its size, and what it says to those who cannot see it.
///
/// ```
/// use caracole_core::Board;
/// use caracole_draw::{Drawing, Look, Picture};
///
/// let board: Board = "8x8".parse()?;
/// let sheet = Picture::new(&board, Vec::new(), Look::default()).sheet();
/// assert!(sheet.width > 8.0 * 40.0, "eight squares and the rim");
/// assert_eq!(sheet.title, "Knights' walks on 8x8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// How wide it is, in units that a screen shows as pixels.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it is.
    pub title: String,
    /// What can be seen on it.
    pub description: String,
    /// The colour behind everything.
    pub background: Colour,
}

/// Something that can be painted on any canvas. Equal drawings give equal files.
///
/// ```
/// use std::io;
///
/// use caracole_draw::{Canvas, Colour, Drawing, Point, Sheet, svg};
///
/// /// Rings round a middle, one in the other.
/// struct Target {
///     rings: u32,
/// }
///
/// impl Drawing for Target {
///     fn sheet(&self) -> Sheet {
///         Sheet {
///             width: 100.0,
///             height: 100.0,
///             title: "A target".to_owned(),
///             description: format!("{} rings, red and white by turns.", self.rings),
///             background: Colour(255, 255, 255),
///         }
///     }
///
///     fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
///         for ring in (1..=self.rings).rev() {
///             let radius = 45.0 * f64::from(ring) / f64::from(self.rings);
///             let fill = if ring % 2 == 1 { Colour(200, 30, 30) } else { Colour(255, 255, 255) };
///             canvas.disc(Point::new(50.0, 50.0), radius, fill)?;
///         }
///         Ok(())
///     }
/// }
///
/// let mut file = Vec::new();
/// svg::write(&Target { rings: 5 }, &mut file)?;
/// let text = String::from_utf8(file).expect("SVG is text");
/// assert_eq!(text.matches("<circle").count(), 5);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Drawing {
    /// What it is painted on.
    fn sheet(&self) -> Sheet;

    /// Paints it.
    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()>;
}

/// The legs through points, one after the other.
///
/// ```
/// use caracole_draw::{Leg, Point, track};
///
/// let points = [0.0, 1.0, 4.0].map(|x| Point::new(x, x * x));
/// let legs: Vec<Leg> = track(points).collect();
/// assert_eq!(legs[0], Leg::Start(points[0]));
/// assert_eq!(legs[2], Leg::To(points[2]));
/// ```
pub fn track(points: impl IntoIterator<Item = Point>) -> impl Iterator<Item = Leg> {
    let leg = |(at, point)| if at == 0 { Leg::Start(point) } else { Leg::To(point) };
    points.into_iter().enumerate().map(leg)
}

/// The legs around a polygon.
///
/// ```
/// use caracole_draw::{Leg, Point, outline};
///
/// let triangle = [Point::new(0.0, 0.0), Point::new(2.0, 0.0), Point::new(1.0, 2.0)];
/// assert_eq!(outline(triangle).count(), 4);
/// assert_eq!(outline(triangle).last(), Some(Leg::Close));
/// ```
pub fn outline(corners: impl IntoIterator<Item = Point>) -> impl Iterator<Item = Leg> {
    track(corners).chain([Leg::Close])
}
