//! How letters are written down, and how strokes come from that.

use super::{Glyph, PEN};

/// One letter as it is written in the tables: steps on a grid of hundredths of the size.
///
/// Heights count from the middle of a stroke that lies on the base line, so that small letters
/// are 44 high, capitals and digits 62, and the stems of `b`, `d`, `h` 66.
pub(super) struct Drawing {
    pub(super) letter: char,
    pub(super) room: Room,
    pub(super) strokes: &'static [&'static [Step]],
}

/// How much room a letter takes beside its strokes.
pub(super) enum Room {
    /// So much to the left of the strokes, and so much to the right of them.
    Sides(i8, i8),
    /// So much altogether, with the strokes in its middle.
    Width(i8),
}

/// One step of the pen.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// The pen goes here.
    To(i8, i8),
    /// The pen does not go straight to its next point, but in a bow towards this corner.
    Corner(i8, i8),
}

/// Room beside a straight stem. The rounder a letter, the closer its neighbour may come.
pub(super) const STEM: i8 = 11;
/// Room beside a bow.
pub(super) const ROUND: i8 = 9;
/// Room beside a side that stands open, or ends in an arm.
pub(super) const OPEN: i8 = 8;
/// Room beside a slanted stroke.
pub(super) const SLANT: i8 = 6;

/// Writes a table of letters: each with its room and its strokes, where `(x, y)` is a point and
/// `{x, y}` the corner towards which the stroke bows on its way to the next point.
macro_rules! letters {
    ($($letter:literal $room:tt $([$($step:tt)*])*;)*) => {
        &[$($crate::letters::drawing::Drawing {
            letter: $letter,
            room: $crate::letters::drawing::room!($room),
            strokes: &[$(&[$($crate::letters::drawing::step!($step)),*]),*],
        }),*]
    };
}

macro_rules! room {
    (($width:expr)) => {
        $crate::letters::drawing::Room::Width($width)
    };
    (($left:expr, $right:expr)) => {
        $crate::letters::drawing::Room::Sides($left, $right)
    };
}

macro_rules! step {
    (($x:literal, $y:literal)) => {
        $crate::letters::drawing::Step::To($x, $y)
    };
    ({$x:literal, $y:literal}) => {
        $crate::letters::drawing::Step::Corner($x, $y)
    };
}

pub(super) use {letters, room, step};

impl Drawing {
    /// The letter in units of the size.
    pub(super) fn glyph(&self) -> Glyph {
        let mut strokes: Vec<Vec<(f64, f64)>> =
            self.strokes.iter().map(|steps| flatten(steps)).collect();
        let across = || strokes.iter().flatten().map(|point| point.0);
        let left = across().reduce(f64::min).unwrap_or(0.0);
        let right = across().reduce(f64::max).unwrap_or(0.0);
        let (before, advance) = match self.room {
            Room::Sides(before, after) => {
                (hundredths(before), hundredths(before) + right - left + hundredths(after))
            }
            Room::Width(width) => ((hundredths(width) - (right - left)) / 2.0, hundredths(width)),
        };
        for (x, y) in strokes.iter_mut().flatten() {
            *x += before - left;
            // Half the pen lies below the middle of the stroke: lift it onto the base line.
            *y += PEN / 2.0;
        }
        Glyph { advance, strokes }
    }
}

/// The points of a stroke, with its bows dissolved into short straight lines.
fn flatten(steps: &[Step]) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut bow = None;
    for step in steps {
        match *step {
            Step::Corner(x, y) => bow = Some((hundredths(x), hundredths(y))),
            Step::To(x, y) => {
                let to = (hundredths(x), hundredths(y));
                match (points.last().copied(), bow.take()) {
                    (Some(from), Some(corner)) => points.extend(curve(from, corner, to)),
                    _ => points.push(to),
                }
            }
        }
    }
    match points[..] {
        [centre] => dot(centre),
        _ => points,
    }
}

/// A dot: the pen turns once on the spot. A single touch would look thinner than a line.
pub(super) fn dot((x, y): (f64, f64)) -> Vec<(f64, f64)> {
    /// How far from the centre the pen turns, and in how many lines.
    const RADIUS: f64 = 0.012;
    const LINES: u32 = 12;

    let turn = |line: u32| std::f64::consts::TAU * f64::from(line) / f64::from(LINES);
    let point = |angle: f64| (x + RADIUS * angle.cos(), y + RADIUS * angle.sin());
    (0..=LINES).map(|line| point(turn(line))).collect()
}

/// The points after `from` on a bow to `to` that leaves and arrives in the direction of `corner`.
///
/// It is a cubic curve. With a right angle at the corner it is a quarter of an ellipse, a little
/// fuller, as bowls look too thin at the shoulders otherwise.
fn curve(from: (f64, f64), corner: (f64, f64), to: (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
    /// With so many lines, even a capital O strays from its curve by less than a thousandth.
    const LINES: u32 = 12;
    /// How far the handles reach to the corner; 0.5523 would be an ellipse.
    const REACH: f64 = 0.58;

    let along = move |from: f64, corner: f64, to: f64, t: f64| {
        let rest = 1.0 - t;
        let first = from + (corner - from) * REACH;
        let second = to + (corner - to) * REACH;
        rest.powi(3) * from
            + 3.0 * rest * rest * t * first
            + 3.0 * rest * t * t * second
            + t.powi(3) * to
    };
    (1..=LINES).map(move |line| {
        let t = f64::from(line) / f64::from(LINES);
        (along(from.0, corner.0, to.0, t), along(from.1, corner.1, to.1, t))
    })
}

/// A place on the grid, in units of the size.
fn hundredths(grid: i8) -> f64 {
    f64::from(grid) / 100.0
}
