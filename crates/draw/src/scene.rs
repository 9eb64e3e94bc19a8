//! What is drawn, whatever it is drawn on.

use std::io;

use crate::canvas::{Canvas, Drawing, Sheet, outline, track};

/// A place on the scene: to the right and down from the top left corner, in units that a screen
/// shows as pixels.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// How a line is drawn. Its ends and corners are round.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// To the right.
    #[default]
    None,
    /// Upwards.
    Left,
    /// To the left, upside down, as answers stand below riddles.
    Over,
}

/// A line of words.
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

    /// The same mark upside down: turned by half a turn about a point. Words that run upwards stay as
    /// they run.
    ///
    /// ```
    /// use caracole_draw::{Colour, Mark, Point};
    ///
    /// let black = Colour(0, 0, 0);
    /// let dot = |x, y| Mark::Disc { centre: Point::new(x, y), radius: 2.0, fill: black };
    /// assert_eq!(dot(10.0, 20.0).turned_over(Point::new(50.0, 50.0)), dot(90.0, 80.0));
    /// ```
    #[must_use]
    pub fn turned_over(mut self, about: Point) -> Self {
        let over = |point: &mut Point| {
            *point = Point::new(2.0 * about.x - point.x, 2.0 * about.y - point.y);
        };
        match &mut self {
            Self::Area { corners: points, .. } | Self::Line { points, .. } => {
                points.iter_mut().for_each(over);
            }
            Self::Disc { centre, .. } => over(centre),
            Self::Words(words) => {
                over(&mut words.at);
                words.turn = match words.turn {
                    Turn::None => Turn::Over,
                    Turn::Over => Turn::None,
                    Turn::Left => Turn::Left,
                };
            }
        }
        self
    }
}

/// A picture, not yet on paper.
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
