//! Styles of lines: colours, dashes and markers.

use std::f64::consts::TAU;

use super::plot_area::PAPER;
use crate::scene::{Colour, Mark, Point, Stroke, colours};

/// Colours that are distinct for every kind of colour vision: those of Okabe and Ito, with a dark red by
/// Tol instead of their yellow, which is hardly visible on white.
const COLOURS: [Colour; 8] = colours([
    0x00_72_b2, 0xd5_5e_00, 0x00_9e_73, 0xcc_79_a7, 0xe6_9f_00, 0x33_33_33, 0x56_b4_e9, 0x88_22_55,
]);

/// Solid, long dashes, dots, short dashes.
const DASHES: [Option<(f64, f64)>; 4] =
    [None, Some((9.0, 5.0)), Some((0.0, 4.5)), Some((4.0, 5.0))];

/// The radius of a marker.
const RADIUS: f64 = 4.2;

/// The shape of a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Disc,
    /// The number of corners, and the rotation of the first corner from the top in full turns.
    Polygon(u8, f64),
    /// The number of arms, and the rotation.
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

/// The style of a line. Sixteen styles differ in colour or dashes and in markers;
/// then they repeat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineStyle {
    /// The stroke of the line.
    pub(super) stroke: Stroke,
    shape: Shape,
    /// True if the marker is an outline. A star has no inside and gets more arms instead.
    is_hollow: bool,
}

impl LineStyle {
    /// Returns the style of the line with this number.
    pub(super) const fn new(number: usize) -> Self {
        let round = number / COLOURS.len();
        let stroke = Stroke {
            colour: COLOURS[number % COLOURS.len()],
            width: 2.0,
            dash: DASHES[(number + round) % DASHES.len()],
        };
        Self { stroke, shape: SHAPES[number % SHAPES.len()], is_hollow: round % 2 == 1 }
    }

    /// Draws the marker at a point, with an edge in the background colour.
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
                // Polygons with few corners have a larger radius, so that all areas are similar.
                let radius = RADIUS * (1.0 + 1.0 / f64::from(corners * corners));
                let corners = ring(at, radius, corners, turn);
                let outline: Vec<Point> = corners.iter().chain(corners.first()).copied().collect();
                let line = |stroke| Mark::Line { points: outline.clone(), stroke };
                marks.push(line(Stroke::solid(PAPER, 3.2)));
                let fill = if self.is_hollow { PAPER } else { ink };
                marks.push(Mark::Polygon { corners: corners.clone(), fill });
                marks.push(line(Stroke::solid(ink, if self.is_hollow { 1.6 } else { 0.8 })));
            }
            Shape::Star(arms, turn) => {
                let arms = if self.is_hollow { arms + 2 } else { arms };
                // One line along all arms: a picture contains hundreds of stars.
                let ends = ring(at, RADIUS * 1.05, arms, turn);
                let points: Vec<Point> = ends.into_iter().flat_map(|end| [end, at]).collect();
                for stroke in [Stroke::solid(PAPER, 4.4), Stroke::solid(ink, 2.0)] {
                    marks.push(Mark::Line { points: points.clone(), stroke });
                }
            }
        }
    }
}

/// Returns points at equal distances on a circle.
fn ring(centre: Point, radius: f64, count: u8, turn: f64) -> Vec<Point> {
    let angle = |k: u8| TAU * (turn + f64::from(k) / f64::from(count));
    (0..count)
        .map(|k| centre.translated(radius * angle(k).sin(), -radius * angle(k).cos()))
        .collect()
}
