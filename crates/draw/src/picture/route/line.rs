//! The line of a walk, leg by leg.

use std::ops::RangeInclusive;

use caracole_core::Surface;

use super::Piece;
use crate::canvas::Leg;
use crate::picture::{Picture, Walk};
use crate::scene::Point;

/// A turn takes so many straight pieces.
const TURN_PIECES: u32 = 5;

impl Picture<'_> {
    /// The line of a walk while the moments last. It does not show moves between levels.
    pub(in crate::picture) fn line<'a>(
        &'a self,
        walk: &'a Walk,
        moments: &RangeInclusive<u64>,
    ) -> Line<'a> {
        let last = walk.moments().min(*moments.end());
        Line {
            picture: self,
            walk,
            moments: *moments.start()..=last,
            legs: Vec::new(),
            at: 0,
            pen: None,
        }
    }
}

/// The legs of a line, moment by moment.
///
/// The line of a moment begins with the turn on the square it leaves and ends where the turn on
/// the square it reaches begins, so that a line drawn moment by moment is the line drawn at once.
/// On the first square and the last there is no turn.
pub(in crate::picture) struct Line<'a> {
    picture: &'a Picture<'a>,
    walk: &'a Walk,
    moments: RangeInclusive<u64>,
    /// The legs of a moment, and which is the next.
    legs: Vec<Leg>,
    at: usize,
    pen: Option<Point>,
}

impl Line<'_> {
    fn go(&mut self, from: Point, to: impl IntoIterator<Item = Point>) {
        if self.pen != Some(from) {
            self.legs.push(Leg::Start(from));
        }
        self.pen = Some(from);
        for point in to {
            self.legs.push(Leg::To(point));
            self.pen = Some(point);
        }
    }

    fn draw(&mut self, moment: u64) {
        let (picture, walk) = (self.picture, self.walk);
        let Some((from, to)) = walk.moved(moment) else { return };
        let Some(by) = picture.displacement(from, to) else { return };
        let course = picture.course(by);
        let turn = picture.turn(course);
        let (mut start, mut end) = (picture.centre(from), picture.centre(to));
        if turn > 0.0 {
            // The first square has no turn, and the last leads nowhere.
            let before = (moment > 2).then(|| picture.course_of(walk, moment - 1)).flatten();
            if let Some(before) = before {
                let from = before.point(start, -picture.turn(before));
                let to = course.point(start, turn);
                self.go(from, curve(from, start, to, TURN_PIECES));
                start = to;
            }
            if picture.course_of(walk, moment + 1).is_some() {
                end = course.point(end, -turn);
            }
        }
        if picture.board.surface() == Surface::Flat {
            self.go(start, [end]);
            return;
        }
        let mut pieces = picture.pieces(from, by);
        if let Some(first) = pieces.first_mut() {
            first.from = start;
        }
        if let Some(last) = pieces.last_mut() {
            last.to = end;
        }
        for Piece { from, to } in pieces {
            self.go(from, [to]);
        }
    }
}

impl Iterator for Line<'_> {
    type Item = Leg;

    fn next(&mut self) -> Option<Leg> {
        while self.at == self.legs.len() {
            self.legs.clear();
            self.at = 0;
            let moment = self.moments.next()?;
            self.draw(moment);
        }
        self.at += 1;
        Some(self.legs[self.at - 1])
    }
}

/// The points of a curve after its first one, bent towards another.
pub(in crate::picture) fn curve(
    from: Point,
    bend: Point,
    to: Point,
    pieces: u32,
) -> impl Iterator<Item = Point> {
    (1..=pieces).map(move |piece| {
        if piece == pieces {
            return to;
        }
        let t = f64::from(piece) / f64::from(pieces);
        let s = 1.0 - t;
        let mix = |a: f64, b: f64, c: f64| s * s * a + 2.0 * s * t * b + t * t * c;
        Point::new(mix(from.x, bend.x, to.x), mix(from.y, bend.y, to.y))
    })
}
