//! What the outputs have in common: inks, and numbers as exact as anybody can see.

use crate::scene::{Colour, Point, Stroke};

/// What a path is drawn with. Paths in the same ink become one, as long as none other comes between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ink {
    /// It is filled.
    Fill(Colour),
    /// It is a line.
    Stroke(Stroke),
}

impl Ink {
    /// Can a path be ended between two legs and go on as another? An area cannot, nor can a line
    /// whose dashes go on.
    pub(crate) fn may_part(self) -> bool {
        matches!(self, Self::Stroke(stroke) if stroke.dashes().is_none())
    }
}

/// A place in hundredths: no output that writes numbers has more than two decimals.
pub(crate) fn place(point: Point) -> (i64, i64) {
    (hundredths(point.x), hundredths(point.y))
}

/// A length in hundredths. What is further away than anybody looks stays there.
pub(crate) fn hundredths(length: f64) -> i64 {
    (length * 100.0).round().clamp(-1e15, 1e15) as i64
}
