//! What is drawn, whatever it is drawn on.

mod mark;
mod words;

use std::io;

use crate::canvas::{Canvas, Drawing, Sheet, outline, track};

pub use mark::Mark;
pub use words::{Align, Turn, Words};

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
