//! One thing on a scene.

use super::{Colour, Point, Stroke, Turn, Words};

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
