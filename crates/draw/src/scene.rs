//! What is drawn, whatever it is drawn on.

use std::io;

use crate::canvas::{Canvas, Drawing, Sheet, outline, track};

/// A place on the scene: to the right and down from the top left corner, in units that a screen
/// shows as pixels.
///
/// ```
/// use caracole_draw::Point;
///
/// let corner = Point::new(10.0, 20.0);
/// assert_eq!(corner.moved(5.0, -20.0), Point { x: 15.0, y: 0.0 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point at `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point so much further to the right and down.
    #[must_use]
    pub const fn moved(self, right: f64, down: f64) -> Self {
        Self { x: self.x + right, y: self.y + down }
    }

    /// Are both its numbers numbers?
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

/// How a line is drawn. Its ends and corners are round.
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
    /// Its colour.
    pub colour: Colour,
    /// How wide it is.
    pub width: f64,
    /// The lengths of dashes and of the gaps between them; unbroken if `None`. Since ends are
    /// round, a dash of length 0 is a dot.
    pub dash: Option<(f64, f64)>,
}

impl Stroke {
    /// An unbroken line.
    pub const fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: None }
    }

    /// The dashes, unless the line is unbroken because they have no length or a strange one.
    pub(crate) fn dashes(&self) -> Option<(f64, f64)> {
        self.dash.filter(|(on, off)| on.is_finite() && off.is_finite() && *on >= 0.0 && *off > 0.0)
    }
}

/// Which part of a line of words stands at its point.
///
/// ```
/// use caracole_draw::{Align, text_width};
///
/// /// Where a text of size 12 begins, and where it ends.
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

/// Which way a line of words runs.
///
/// ```
/// use caracole_draw::{Align, Colour, Mark, Point, Scene, Turn, Words, png};
///
/// // A label that runs up along the left edge.
/// let label = Words {
///     at: Point::new(20.0, 90.0),
///     text: "time".to_owned(),
///     size: 12.0,
///     colour: Colour(0, 0, 0),
///     align: Align::Start,
///     turn: Turn::Left,
///     is_bold: false,
/// };
/// let scene = Scene {
///     width: 100.0,
///     height: 100.0,
///     title: "A label".to_owned(),
///     description: String::new(),
///     background: Colour(255, 255, 255),
///     marks: vec![Mark::Words(label)],
/// };
/// assert!(png::encode(&scene, 1.0)?.starts_with(b"\x89PNG"));
/// # Ok::<(), caracole_draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// To the right.
    #[default]
    None,
    /// Upwards.
    Left,
}

/// A line of words.
///
/// ```
/// use caracole_draw::{Align, Colour, Mark, Point, Turn, Words};
///
/// let words = Words {
///     at: Point::new(50.0, 20.0),
///     text: "8x8".to_owned(),
///     size: 12.0,
///     colour: Colour(0, 0, 0),
///     align: Align::Middle,
///     turn: Turn::None,
///     is_bold: true,
/// };
/// let lower = Mark::Words(words).moved(0.0, 15.0);
/// assert!(matches!(lower, Mark::Words(words) if words.at == Point::new(50.0, 35.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// Where the base line begins, has its middle, or ends.
    pub at: Point,
    /// What it says.
    pub text: String,
    /// The height of a line; a capital letter has about seven tenths of it.
    pub size: f64,
    /// Its colour.
    pub colour: Colour,
    /// Which part of it stands at the point.
    pub align: Align,
    /// Which way it runs.
    pub turn: Turn,
    /// Heavier than usual?
    pub is_bold: bool,
}

/// One thing on a scene. Later marks cover earlier ones.
///
/// ```
/// use caracole_draw::{Colour, Mark, Point};
///
/// let square = Mark::rectangle(Point::new(0.0, 0.0), Point::new(40.0, 40.0), Colour(226, 218, 203));
/// let next = square.clone().moved(40.0, 0.0);
/// assert!(matches!(&next, Mark::Area { corners, .. } if corners[0] == Point::new(40.0, 0.0)));
/// let dot = Mark::Disc { centre: Point::new(20.0, 20.0), radius: 5.0, fill: Colour(0, 0, 0) };
/// assert_ne!(dot.clone().moved(40.0, 0.0), dot);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// The inside of a polygon.
    Area {
        /// Its corners.
        corners: Vec<Point>,
        /// Its colour.
        fill: Colour,
    },
    /// A line through points; a dot if there is only one.
    Line {
        /// The points.
        points: Vec<Point>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A full circle.
    Disc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Its colour.
        fill: Colour,
    },
    /// A line of words.
    Words(Words),
}

impl Mark {
    /// The rectangle between two corners.
    pub fn rectangle(from: Point, to: Point, fill: Colour) -> Self {
        let corners = vec![from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)];
        Self::Area { corners, fill }
    }

    /// Is there anything to see, at places that are numbers? Every output leaves the other marks
    /// out, so that they all show the same.
    pub(crate) fn is_visible(&self) -> bool {
        let is_size = |size: f64| size.is_finite() && size > 0.0;
        match self {
            Self::Area { corners, .. } => {
                corners.len() > 2 && corners.iter().all(|corner| corner.is_finite())
            }
            Self::Line { points, stroke } => {
                is_size(stroke.width)
                    && !points.is_empty()
                    && points.iter().all(|point| point.is_finite())
            }
            Self::Disc { centre, radius, .. } => is_size(*radius) && centre.is_finite(),
            Self::Words(words) => {
                is_size(words.size) && words.at.is_finite() && !words.text.trim().is_empty()
            }
        }
    }

    /// The same mark, moved to the right and down.
    #[must_use]
    pub fn moved(mut self, right: f64, down: f64) -> Self {
        match &mut self {
            Self::Area { corners: points, .. } | Self::Line { points, .. } => {
                for point in points {
                    *point = point.moved(right, down);
                }
            }
            Self::Disc { centre, .. } => *centre = centre.moved(right, down),
            Self::Words(words) => words.at = words.at.moved(right, down),
        }
        self
    }
}

/// A picture, not yet on paper.
///
/// ```
/// use caracole_draw::{Colour, Mark, Point, Scene, Stroke, pdf, png, svg};
///
/// // One move, from a white square to a brown one.
/// let [from, to] = [Point::new(20.0, 100.0), Point::new(60.0, 20.0)];
/// let square = |middle: Point, fill| {
///     Mark::rectangle(middle.moved(-20.0, -20.0), middle.moved(20.0, 20.0), fill)
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
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it is, for those who cannot see it.
    pub title: String,
    /// What can be seen on it, for those who cannot.
    pub description: String,
    /// The colour behind everything.
    pub background: Colour,
    /// What is on it.
    pub marks: Vec<Mark>,
}

impl Drawing for Scene {
    fn sheet(&self) -> Sheet {
        let Self { width, height, title, description, background, .. } = self;
        Sheet {
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
                Mark::Area { corners, fill } => {
                    // All the same way round: areas in one colour may become one, and those that run
                    // against each other would take each other off where they overlap.
                    if is_clockwise(corners) {
                        canvas.fill(*fill, &mut outline(corners.iter().copied()))?;
                    } else {
                        canvas.fill(*fill, &mut outline(corners.iter().rev().copied()))?;
                    }
                }
                Mark::Line { points, stroke } => match points.as_slice() {
                    // Viewers disagree on whether a line without length is seen.
                    [point] => canvas.disc(*point, stroke.width / 2.0, stroke.colour)?,
                    points => canvas.stroke(stroke, &mut track(points.iter().copied()))?,
                },
                Mark::Disc { centre, radius, fill } => canvas.disc(*centre, *radius, *fill)?,
                Mark::Words(words) => canvas.words(words)?,
            }
        }
        Ok(())
    }
}

/// Do most of the corners follow each other clockwise?
fn is_clockwise(corners: &[Point]) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f64>() >= 0.0
}
