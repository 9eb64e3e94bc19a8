//! How the lines of a chart are told apart: by colour, by dashes and by markers.

use std::f64::consts::TAU;

use super::page::PAPER;
use crate::scene::{Colour, Mark, Point, Stroke};

/// Colours that people with any kind of colour vision tell apart: those of Okabe and Ito, but for
/// their yellow, which is hardly seen on white; in its place a dark red of Tol's.
const COLOURS: [Colour; 8] = [
    Colour(0, 114, 178),
    Colour(213, 94, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(230, 159, 0),
    Colour(51, 51, 51),
    Colour(86, 180, 233),
    Colour(136, 34, 85),
];

/// Unbroken, long dashes, dots, short dashes.
const DASHES: [Option<(f64, f64)>; 4] =
    [None, Some((9.0, 5.0)), Some((0.0, 4.5)), Some((4.0, 5.0))];

/// The radius of a marker.
const RADIUS: f64 = 4.2;

/// What a marker looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Disc,
    /// So many corners, the first one turned from the top by this part of a full turn.
    Polygon(u8, f64),
    /// So many arms, likewise.
    Star(u8, f64),
}

const SHAPES: [Shape; 8] = [
    Shape::Disc,
    Shape::Polygon(4, 0.125),
    Shape::Polygon(3, 0.0),
    Shape::Polygon(4, 0.0),
    Shape::Polygon(3, 0.5),
    Shape::Star(4, 0.125),
    Shape::Polygon(6, 0.0),
    Shape::Star(4, 0.0),
];

/// How a line is told from the others. Sixteen looks differ in colour or dashes and in markers;
/// then they begin again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The line.
    pub(super) stroke: Stroke,
    shape: Shape,
    /// Is the marker only an outline? Stars, which have no inside, get more arms instead.
    is_hollow: bool,
}

impl Look {
    /// The look of the line with this number.
    pub(super) const fn new(number: usize) -> Self {
        let round = number / COLOURS.len();
        let stroke = Stroke {
            colour: COLOURS[number % COLOURS.len()],
            width: 2.0,
            dash: DASHES[(number + round) % DASHES.len()],
        };
        Self { stroke, shape: SHAPES[number % SHAPES.len()], is_hollow: round % 2 == 1 }
    }

    /// Draws the marker at a point, set off from what lies below it.
    pub(super) fn mark(&self, at: Point, marks: &mut Vec<Mark>) {
        let ink = self.stroke.colour;
        match self.shape {
            Shape::Disc => {
                let radius = RADIUS * 0.95;
                marks.push(Mark::Disc { centre: at, radius: radius + 1.2, fill: PAPER });
                marks.push(Mark::Disc { centre: at, radius, fill: ink });
                if self.is_hollow {
                    marks.push(Mark::Disc { centre: at, radius: radius - 1.6, fill: PAPER });
                }
            }
            Shape::Polygon(corners, turn) => {
                // Polygons with few corners are larger, so that all look alike in size.
                let radius = RADIUS * (1.0 + 1.0 / f64::from(corners * corners));
                let corners = ring(at, radius, corners, turn);
                let outline: Vec<Point> = corners.iter().chain(corners.first()).copied().collect();
                let line = |stroke| Mark::Line { points: outline.clone(), stroke };
                marks.push(line(Stroke::solid(PAPER, 3.2)));
                let fill = if self.is_hollow { PAPER } else { ink };
                marks.push(Mark::Area { corners: corners.clone(), fill });
                marks.push(line(Stroke::solid(ink, if self.is_hollow { 1.6 } else { 0.8 })));
            }
            Shape::Star(arms, turn) => {
                let arms = if self.is_hollow { arms + 2 } else { arms };
                // One line, in and out along every arm: a picture holds hundreds of stars.
                let ends = ring(at, RADIUS * 1.05, arms, turn);
                let points: Vec<Point> = ends.into_iter().flat_map(|end| [end, at]).collect();
                for stroke in [Stroke::solid(PAPER, 4.4), Stroke::solid(ink, 2.0)] {
                    marks.push(Mark::Line { points: points.clone(), stroke });
                }
            }
        }
    }
}

/// Points at even distances around another.
fn ring(centre: Point, radius: f64, count: u8, turn: f64) -> Vec<Point> {
    let angle = |k: u8| TAU * (turn + f64::from(k) / f64::from(count));
    (0..count).map(|k| centre.moved(radius * angle(k).sin(), -radius * angle(k).cos())).collect()
}
