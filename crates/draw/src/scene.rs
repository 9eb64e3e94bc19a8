//! Scenes: drawings that are lists of marks.

use std::io;

use crate::canvas::{Canvas, Drawing, DrawingInfo, polygon, polyline};
use crate::font::Font;

/// A point, in units from the top left corner. A screen shows a unit as a pixel.
///
/// ```
/// use caracole_draw::Point;
///
/// let corner = Point::new(10.0, 20.0);
/// assert_eq!(corner.translated(5.0, -20.0), Point { x: 15.0, y: 0.0 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The distance to the right.
    pub x: f64,
    /// The distance downwards.
    pub y: f64,
}

impl Point {
    /// Creates the point at `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the point moved to the right and down.
    #[must_use]
    pub const fn translated(self, right: f64, down: f64) -> Self {
        Self { x: self.x + right, y: self.y + down }
    }

    const fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

/// An opaque colour: red, green and blue.
///
/// ```
/// use caracole_draw::Colour;
///
/// let Colour(red, green, blue) = Colour(0, 114, 178);
/// assert_eq!(format!("#{red:02x}{green:02x}{blue:02x}"), "#0072b2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Creates a colour from a code such as `0x00_72_b2`.
    pub(crate) const fn hex(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Self(red, green, blue)
    }
}

/// Creates colours from their codes.
pub(crate) const fn colours<const N: usize>(codes: [u32; N]) -> [Colour; N] {
    let mut colours = [Colour(0, 0, 0); N];
    let mut at = 0;
    while at < N {
        colours[at] = Colour::hex(codes[at]);
        at += 1;
    }
    colours
}

/// The colour, width and dashes of a line. Its ends and corners are round.
///
/// ```
/// use caracole_draw::{Colour, Stroke};
///
/// let solid = Stroke::solid(Colour(0, 0, 0), 1.5);
/// let dotted = Stroke { dash: Some((0.0, 4.0)), ..solid };
/// assert_eq!((solid.dash, dotted.width), (None, 1.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub colour: Colour,
    /// The width.
    pub width: f64,
    /// The lengths of dashes and of the gaps between them. The line is solid if `None`. A dash of
    /// length 0 is a dot, because ends are round.
    pub dash: Option<(f64, f64)>,
}

impl Stroke {
    /// Creates a stroke without dashes.
    pub const fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: None }
    }

    /// Returns the lengths of dashes and gaps, or `None` if they are missing or invalid.
    pub(crate) fn dashes(&self) -> Option<(f64, f64)> {
        self.dash.filter(|(on, off)| on.is_finite() && off.is_finite() && *on >= 0.0 && *off > 0.0)
    }
}

/// A drawing that is a list of marks.
///
/// ```
/// use caracole_draw::{Colour, Mark, Point, Scene, Stroke, pdf, png, svg};
///
/// // One move, from a white square to a brown one.
/// let [from, to] = [Point::new(20.0, 100.0), Point::new(60.0, 20.0)];
/// let square = |middle: Point, fill| {
///     Mark::rectangle(middle.translated(-20.0, -20.0), middle.translated(20.0, 20.0), fill)
/// };
/// let scene = Scene {
///     width: 80.0,
///     height: 120.0,
///     title: "A knight's move".to_owned(),
///     description: "A line from the lower left square to the upper right one.".to_owned(),
///     background: Colour(200, 200, 200),
///     marks: vec![
///         square(from, Colour(255, 255, 255)),
///         square(to, Colour(150, 110, 70)),
///         Mark::Line {
///             points: vec![from, to],
///             stroke: Stroke::solid(Colour(30, 70, 120), 3.0),
///         },
///     ],
/// };
/// let (mut on_screen, mut on_paper) = (Vec::new(), Vec::new());
/// svg::write(&scene, &mut on_screen)?;
/// pdf::write(&scene, &mut on_paper)?;
/// assert!(on_screen.starts_with(b"<svg") && on_paper.starts_with(b"%PDF"));
/// assert!(png::encode(&scene, 2.0)?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The title, for screen readers and document properties.
    pub title: String,
    /// The description, for screen readers and document properties.
    pub description: String,
    /// The background colour.
    pub background: Colour,
    /// The marks, from bottom to top.
    pub marks: Vec<Mark>,
}

impl Drawing for Scene {
    fn info(&self) -> DrawingInfo {
        let Self { width, height, title, description, background, .. } = self;
        DrawingInfo {
            width: *width,
            height: *height,
            title: title.clone(),
            description: description.clone(),
            background: *background,
        }
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        for mark in self.marks.iter().filter(|mark| mark.is_visible()) {
            match mark {
                Mark::Polygon { corners, fill } => {
                    // All polygons run clockwise: a canvas may join polygons of one colour, and
                    // opposite directions would cut holes.
                    if is_clockwise(corners) {
                        canvas.fill(*fill, &mut polygon(corners.iter().copied()))?;
                    } else {
                        canvas.fill(*fill, &mut polygon(corners.iter().rev().copied()))?;
                    }
                }
                Mark::Line { points, stroke } => match points.as_slice() {
                    // Viewers disagree on whether a line without length is visible.
                    [point] => canvas.disc(*point, stroke.width / 2.0, stroke.colour)?,
                    points => canvas.stroke(stroke, &mut polyline(points.iter().copied()))?,
                },
                Mark::Disc { centre, radius, fill } => canvas.disc(*centre, *radius, *fill)?,
                Mark::Text(line) => canvas.text(line)?,
            }
        }
        Ok(())
    }
}

/// Returns true if the corners run clockwise.
fn is_clockwise(corners: &[Point]) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f64>() >= 0.0
}

/// An element of a scene.
///
/// ```
/// use caracole_draw::{Colour, Mark, Point};
///
/// let square = Mark::rectangle(Point::new(0.0, 0.0), Point::new(40.0, 40.0), Colour(226, 218, 203));
/// let next = square.clone().translated(40.0, 0.0);
/// assert!(matches!(&next, Mark::Polygon { corners, .. } if corners[0] == Point::new(40.0, 0.0)));
/// let dot = Mark::Disc { centre: Point::new(20.0, 20.0), radius: 5.0, fill: Colour(0, 0, 0) };
/// assert_ne!(dot.clone().translated(40.0, 0.0), dot);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A filled polygon.
    Polygon {
        /// The corners.
        corners: Vec<Point>,
        /// The colour.
        fill: Colour,
    },
    /// A line through points, or a dot if the list has one point.
    Line {
        /// The points.
        points: Vec<Point>,
        /// The colour, width and dashes.
        stroke: Stroke,
    },
    /// A filled circle.
    Disc {
        /// The centre.
        centre: Point,
        /// The radius.
        radius: f64,
        /// The colour.
        fill: Colour,
    },
    /// A line of text.
    Text(TextLine),
}

impl Mark {
    /// Creates the rectangle with two opposite corners.
    pub fn rectangle(from: Point, to: Point, fill: Colour) -> Self {
        let corners = vec![from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)];
        Self::Polygon { corners, fill }
    }

    /// Returns true if the mark is visible and all its numbers are finite. Every output leaves out other
    /// marks.
    pub(crate) fn is_visible(&self) -> bool {
        let is_size = |size: f64| size.is_finite() && size > 0.0;
        match self {
            Self::Polygon { corners, .. } => {
                corners.len() > 2 && corners.iter().all(|corner| corner.is_finite())
            }
            Self::Line { points, stroke } => {
                is_size(stroke.width)
                    && !points.is_empty()
                    && points.iter().all(|point| point.is_finite())
            }
            Self::Disc { centre, radius, .. } => is_size(*radius) && centre.is_finite(),
            Self::Text(line) => {
                is_size(line.size) && line.at.is_finite() && !line.text.trim().is_empty()
            }
        }
    }

    /// Returns the mark moved to the right and down.
    #[must_use]
    pub fn translated(mut self, right: f64, down: f64) -> Self {
        match &mut self {
            Self::Polygon { corners: points, .. } | Self::Line { points, .. } => {
                for point in points {
                    *point = point.translated(right, down);
                }
            }
            Self::Disc { centre, .. } => *centre = centre.translated(right, down),
            Self::Text(line) => line.at = line.at.translated(right, down),
        }
        self
    }

    /// Returns the mark rotated by half a turn about a point. Text that runs upwards keeps its
    /// direction.
    ///
    /// ```
    /// use caracole_draw::{Colour, Mark, Point};
    ///
    /// let black = Colour(0, 0, 0);
    /// let dot = |x, y| Mark::Disc { centre: Point::new(x, y), radius: 2.0, fill: black };
    /// assert_eq!(dot(10.0, 20.0).half_turned(Point::new(50.0, 50.0)), dot(90.0, 80.0));
    /// ```
    #[must_use]
    pub fn half_turned(mut self, about: Point) -> Self {
        let rotate = |point: &mut Point| {
            *point = Point::new(2.0 * about.x - point.x, 2.0 * about.y - point.y);
        };
        match &mut self {
            Self::Polygon { corners: points, .. } | Self::Line { points, .. } => {
                points.iter_mut().for_each(rotate);
            }
            Self::Disc { centre, .. } => rotate(centre),
            Self::Text(line) => {
                rotate(&mut line.at);
                line.rotation = match line.rotation {
                    Rotation::None => Rotation::HalfTurn,
                    Rotation::HalfTurn => Rotation::None,
                    Rotation::CounterClockwise => Rotation::CounterClockwise,
                };
            }
        }
        self
    }
}

/// The alignment of a line of text: the part of it that is at its point.
///
/// ```
/// use caracole_draw::{Align, text_width};
///
/// /// Returns the start and end of a text of size 12.
/// fn extent(x: f64, text: &str, align: Align) -> [f64; 2] {
///     let width = 12.0 * text_width(text);
///     let begin = match align {
///         Align::Start => x,
///         Align::Middle => x - width / 2.0,
///         Align::End => x - width,
///     };
///     [begin, begin + width]
/// }
///
/// let [begin, end] = extent(100.0, "8x8", Align::Middle);
/// assert!(begin < 100.0 && 100.0 < end);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// The beginning.
    #[default]
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// The direction of a line of text.
///
/// ```
/// use caracole_draw::{Align, Colour, Mark, Point, Scene, Rotation, TextLine, png};
///
/// // A label along the left edge.
/// let label = TextLine {
///     at: Point::new(20.0, 90.0),
///     text: "time".to_owned(),
///     size: 12.0,
///     colour: Colour(0, 0, 0),
///     align: Align::Start,
///     rotation: Rotation::CounterClockwise,
///     is_bold: false,
/// };
/// let scene = Scene {
///     width: 100.0,
///     height: 100.0,
///     title: "A label".to_owned(),
///     description: String::new(),
///     background: Colour(255, 255, 255),
///     marks: vec![Mark::Text(label)],
/// };
/// assert!(png::encode(&scene, 1.0)?.starts_with(b"\x89PNG"));
/// # Ok::<(), caracole_draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rotation {
    /// From left to right.
    #[default]
    None,
    /// Upwards.
    CounterClockwise,
    /// Upside down, like the answers below puzzles.
    HalfTurn,
}

/// A line of text.
///
/// ```
/// use caracole_draw::{Align, Colour, Mark, Point, Rotation, TextLine};
///
/// let line = TextLine {
///     at: Point::new(50.0, 20.0),
///     text: "8x8".to_owned(),
///     size: 12.0,
///     colour: Colour(0, 0, 0),
///     align: Align::Middle,
///     rotation: Rotation::None,
///     is_bold: true,
/// };
/// let lower = Mark::Text(line).translated(0.0, 15.0);
/// assert!(matches!(lower, Mark::Text(line) if line.at == Point::new(50.0, 35.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// The start, middle or end of the base line.
    pub at: Point,
    /// The text.
    pub text: String,
    /// The font size; the height of a capital letter is about seven tenths of it.
    pub size: f64,
    /// The colour.
    pub colour: Colour,
    /// The part of the line that is at the point.
    pub align: Align,
    /// The direction.
    pub rotation: Rotation,
    /// True for bold text.
    pub is_bold: bool,
}

impl TextLine {
    /// Creates a horizontal line of regular text.
    ///
    /// ```
    /// use caracole_draw::{Align, Colour, Point, Rotation, TextLine};
    ///
    /// let line = TextLine::new(Point::default(), "8x8", 12.0, Colour(0, 0, 0), Align::Middle);
    /// assert_eq!((line.rotation, line.is_bold), (Rotation::None, false));
    /// ```
    pub fn new(
        at: Point,
        text: impl Into<String>,
        size: f64,
        colour: Colour,
        align: Align,
    ) -> Self {
        let (text, rotation, is_bold) = (text.into(), Rotation::None, false);
        Self { at, text, size, colour, align, rotation, is_bold }
    }

    /// Returns the width, which is the same in all outputs.
    ///
    /// ```
    /// use caracole_draw::{Align, Colour, Point, TextLine};
    ///
    /// let line = TextLine::new(Point::default(), "8x8", 12.0, Colour(0, 0, 0), Align::Middle);
    /// let bold = TextLine { is_bold: true, ..line.clone() };
    /// assert!(20.0 < line.width() && line.width() < bold.width());
    /// ```
    pub fn width(&self) -> f64 {
        Font::of(self.is_bold).width(&self.text) * self.size
    }

    /// Returns the start of the base line, and its direction to the right and down.
    pub(crate) fn base_line(&self) -> (Point, (f64, f64)) {
        let (right, down) = match self.rotation {
            Rotation::None => (1.0, 0.0),
            Rotation::CounterClockwise => (0.0, -1.0),
            Rotation::HalfTurn => (-1.0, 0.0),
        };
        let before = match self.align {
            Align::Start => 0.0,
            Align::Middle => self.width() / 2.0,
            Align::End => self.width(),
        };
        (self.at.translated(-before * right, -before * down), (right, down))
    }
}
