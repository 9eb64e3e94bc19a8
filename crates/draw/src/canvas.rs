//! The interface between drawings and output formats.

use std::io;

use crate::scene::{Colour, Point, Stroke, TextLine};

/// A command of a path.
///
/// ```
/// use caracole_draw::{PathCommand, Point, polyline};
///
/// let [a, b] = [Point::new(0.0, 0.0), Point::new(3.0, 4.0)];
/// assert!(polyline([a, b]).eq([PathCommand::MoveTo(a), PathCommand::LineTo(b)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathCommand {
    /// Starts a new part of the path. Alone it draws nothing.
    MoveTo(Point),
    /// Draws a straight line.
    LineTo(Point),
    /// Draws a straight line back to the start of the part.
    Close,
}

/// An output format, on which a [`Drawing`] paints. Later elements cover earlier ones.
///
/// Paths are iterators, so a line through a million squares is never stored. A canvas may join
/// consecutive paths with the same colour and stroke. A line that starts where the last one ended then
/// has a round corner there, which looks like two round ends.
///
/// A canvas that measures the lines of a drawing:
///
/// ```
/// use std::io;
///
/// use caracole_draw::{Canvas, Colour, Drawing, Mark, Paint, PathCommand, Point, Scene, Stroke, TextLine};
///
/// #[derive(Default)]
/// struct Tape {
///     length: f64,
/// }
///
/// impl Canvas for Tape {
///     fn path(&mut self, ink: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
///         let (mut start, mut pen) = (Point::default(), Point::default());
///         for command in path {
///             let to = match command {
///                 PathCommand::MoveTo(point) => {
///                     (start, pen) = (point, point);
///                     continue;
///                 }
///                 PathCommand::LineTo(point) => point,
///                 PathCommand::Close => start,
///             };
///             if let Paint::Stroke(_) = ink {
///                 self.length += (to.x - pen.x).hypot(to.y - pen.y);
///             }
///             pen = to;
///         }
///         Ok(())
///     }
///
///     fn disc(&mut self, _: Point, _: f64, _: Colour) -> io::Result<()> {
///         Ok(())
///     }
///
///     fn text(&mut self, _: &TextLine) -> io::Result<()> {
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
    /// Fills a path, or draws a line along it.
    fn path(&mut self, ink: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()>;

    /// Fills a circle.
    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()>;

    /// Writes a line of text.
    fn text(&mut self, line: &TextLine) -> io::Result<()>;
}

impl dyn Canvas + '_ {
    /// Fills a path.
    pub(crate) fn fill(
        &mut self,
        fill: Colour,
        path: &mut dyn Iterator<Item = PathCommand>,
    ) -> io::Result<()> {
        self.path(Paint::Fill(fill), path)
    }

    /// Draws a line along a path.
    pub(crate) fn stroke(
        &mut self,
        stroke: &Stroke,
        path: &mut dyn Iterator<Item = PathCommand>,
    ) -> io::Result<()> {
        self.path(Paint::Stroke(*stroke), path)
    }
}

/// The colour or stroke of a path.
///
/// ```
/// use caracole_draw::{Colour, Paint, Stroke};
///
/// let line = Paint::Stroke(Stroke::solid(Colour(0, 0, 0), 1.5));
/// assert_ne!(line, Paint::Fill(Colour(0, 0, 0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// The path is filled by the non-zero winding rule: parts that run in opposite directions cut holes
    /// into each other.
    Fill(Colour),
    /// The path is a line.
    Stroke(Stroke),
}

impl Paint {
    /// Returns the lengths of dashes and gaps of a dashed line.
    pub(crate) fn dashes(self) -> Option<(f64, f64)> {
        match self {
            Self::Fill(_) => None,
            Self::Stroke(stroke) => stroke.dashes(),
        }
    }

    /// Returns true if a path can be split between two commands. A filled or dashed path cannot.
    pub(crate) fn can_split(self) -> bool {
        matches!(self, Self::Stroke(_)) && self.dashes().is_none()
    }
}

/// The size, background and description of a drawing.
///
/// ```
/// use caracole_core::Board;
/// use caracole_draw::{Drawing, Appearance, Picture};
///
/// let board: Board = "8x8".parse()?;
/// let info = Picture::new(&board, Vec::new(), Appearance::default()).info();
/// assert!(info.width > 8.0 * 40.0, "eight squares and the coordinates");
/// assert_eq!(info.title, "Knights' walks on 8x8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DrawingInfo {
    /// The width in units; a screen shows a unit as a pixel.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The title, for screen readers and document properties.
    pub title: String,
    /// The description, for screen readers and document properties.
    pub description: String,
    /// The background colour.
    pub background: Colour,
}

/// An image that can be painted on any canvas. Equal drawings give equal files.
///
/// ```
/// use std::io;
///
/// use caracole_draw::{Canvas, Colour, Drawing, Point, DrawingInfo, svg};
///
/// /// Concentric rings.
/// struct Target {
///     rings: u32,
/// }
///
/// impl Drawing for Target {
///     fn info(&self) -> DrawingInfo {
///         DrawingInfo {
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
    /// Returns the size, background and description.
    fn info(&self) -> DrawingInfo;

    /// Paints the drawing, without the background.
    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()>;
}

/// Returns the path through points.
///
/// ```
/// use caracole_draw::{PathCommand, Point, polyline};
///
/// let points = [0.0, 1.0, 4.0].map(|x| Point::new(x, x * x));
/// let path: Vec<PathCommand> = polyline(points).collect();
/// assert_eq!(path[0], PathCommand::MoveTo(points[0]));
/// assert_eq!(path[2], PathCommand::LineTo(points[2]));
/// ```
pub fn polyline(points: impl IntoIterator<Item = Point>) -> impl Iterator<Item = PathCommand> {
    let command =
        |(at, point)| if at == 0 { PathCommand::MoveTo(point) } else { PathCommand::LineTo(point) };
    points.into_iter().enumerate().map(command)
}

/// Returns the path around a polygon.
///
/// ```
/// use caracole_draw::{PathCommand, Point, polygon};
///
/// let triangle = [Point::new(0.0, 0.0), Point::new(2.0, 0.0), Point::new(1.0, 2.0)];
/// assert_eq!(polygon(triangle).count(), 4);
/// assert_eq!(polygon(triangle).last(), Some(PathCommand::Close));
/// ```
pub fn polygon(corners: impl IntoIterator<Item = Point>) -> impl Iterator<Item = PathCommand> {
    polyline(corners).chain([PathCommand::Close])
}

/// Paints a scaled drawing with its top left corner at a point of a canvas, without its background.
///
/// ```
/// use caracole_draw::{Canvas, Colour, Drawing, Mark, Point, Scene, DrawingInfo, paint_at, svg};
///
/// struct Pair(Scene);
///
/// impl Drawing for Pair {
///     fn info(&self) -> DrawingInfo {
///         DrawingInfo { width: 30.0, ..self.0.info() }
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
    drawing.paint(&mut Transformed { canvas, transform: Transform { origin: at, scale } })
}

/// A scaling followed by a translation.
#[derive(Clone, Copy)]
struct Transform {
    origin: Point,
    scale: f64,
}

impl Transform {
    fn point(self, Point { x, y }: Point) -> Point {
        self.origin.translated(x * self.scale, y * self.scale)
    }

    fn command(self, command: PathCommand) -> PathCommand {
        match command {
            PathCommand::MoveTo(point) => PathCommand::MoveTo(self.point(point)),
            PathCommand::LineTo(point) => PathCommand::LineTo(self.point(point)),
            PathCommand::Close => PathCommand::Close,
        }
    }
}

/// A canvas that transforms everything before it passes it on.
struct Transformed<'a> {
    canvas: &'a mut dyn Canvas,
    transform: Transform,
}

impl Canvas for Transformed<'_> {
    fn path(&mut self, ink: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
        let transform = self.transform;
        let ink = match ink {
            Paint::Fill(_) => ink,
            Paint::Stroke(stroke) => {
                let scaled = |(on, off)| (on * transform.scale, off * transform.scale);
                let (width, dash) = (stroke.width * transform.scale, stroke.dash.map(scaled));
                Paint::Stroke(Stroke { width, dash, ..stroke })
            }
        };
        self.canvas.path(ink, &mut path.map(|command| transform.command(command)))
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        self.canvas.disc(self.transform.point(centre), radius * self.transform.scale, fill)
    }

    fn text(&mut self, line: &TextLine) -> io::Result<()> {
        let (at, size) = (self.transform.point(line.at), line.size * self.transform.scale);
        self.canvas.text(&TextLine { at, size, ..line.clone() })
    }
}

/// Returns a point in hundredths of a unit, the precision of SVG and PDF output.
pub(crate) fn point_in_hundredths(point: Point) -> (i64, i64) {
    (hundredths(point.x), hundredths(point.y))
}

/// Returns a length in hundredths of a unit. Lengths beyond 10^13 are clamped.
pub(crate) fn hundredths(length: f64) -> i64 {
    (length * 100.0).round().clamp(-1e15, 1e15) as i64
}
