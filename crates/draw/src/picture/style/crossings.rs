//! Where the lines of walks cross, and which of two goes over the other.

mod passing;

use crate::picture::Picture;
use crate::scene::Point;

use passing::Passing;

/// A straight piece of a move on its board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) moment: u64,
    pub(super) walk: u32,
}

/// Two pieces that cross, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crossing {
    pub(super) over: u32,
    pub(super) under: u32,
}

impl Crossing {
    /// The one that comes later.
    const fn later(self) -> u32 {
        if self.over > self.under { self.over } else { self.under }
    }
}

/// All pieces in the order in which they are walked, and all crossings by the later of both.
#[derive(Clone, Debug, Default)]
pub(in crate::picture) struct Knots {
    pub(super) segments: Vec<Segment>,
    crossings: Vec<Crossing>,
}

impl Knots {
    /// Finds all crossings.
    ///
    /// Who walks along a walk goes over and under by turns. At a crossing that was met before, it
    /// was decided then. On a closed walk in the plane this comes to going over and under by turns
    /// as well: the way from a crossing back to it is a closed curve, and crosses the rest an even
    /// number of times.
    pub(super) fn new(picture: &Picture) -> Self {
        let segments = segments(picture);
        let passing = Passing::new(picture, &segments);
        let mut met = vec![0_u64; picture.walks.len()];
        let mut crossings = Vec::new();
        let mut waiting = Waiting::new(segments.len());
        let mut found: Vec<(f64, Option<u32>)> = Vec::new();
        for (number, segment) in (0_u32..).zip(&segments) {
            found.clear();
            found.extend(waiting.at(number).map(|share| (share, None)));
            passing.meet_later(&segments, number, |share, others_share, other| {
                found.push((share, Some(other)));
                waiting.push(other, others_share);
            });
            found.sort_by(|a, b| a.0.total_cmp(&b.0));
            let met = &mut met[segment.walk as usize];
            for &(_, other) in &found {
                let is_over = met.is_multiple_of(2);
                *met += 1;
                if let Some(other) = other {
                    let (over, under) = if is_over { (number, other) } else { (other, number) };
                    crossings.push(Crossing { over, under });
                }
            }
        }
        crossings.sort_by_key(|crossing| crossing.later());
        Self { segments, crossings }
    }

    /// The crossings that come with some moments.
    pub(super) fn crossings(&self, moments: &std::ops::RangeInclusive<u64>) -> &[Crossing] {
        let moment = |crossing: &Crossing| self.segments[crossing.later() as usize].moment;
        let first = self.crossings.partition_point(|crossing| moment(crossing) < *moments.start());
        let last = self.crossings.partition_point(|crossing| moment(crossing) <= *moments.end());
        &self.crossings[first..last.max(first)]
    }

    /// Where the two pieces of a crossing meet.
    pub(super) fn point(&self, crossing: Crossing) -> Option<Point> {
        let (first, second) = (crossing.over.min(crossing.under), crossing.later());
        let (first, second) = (self.segments[first as usize], self.segments[second as usize]);
        cross(&first, &second).map(|(t, _)| along(&first, t))
    }
}

/// All pieces, by moment and walk.
fn segments(picture: &Picture) -> Vec<Segment> {
    let mut segments = Vec::new();
    for moment in 2..=picture.moments() {
        for (number, walk) in (0_u32..).zip(&picture.walks) {
            let Some((from, to)) = walk.moved(moment) else { continue };
            let Some(by) = picture.displacement(from, to) else { continue };
            for piece in picture.pieces(from, by) {
                segments.push(Segment { from: piece.from, to: piece.to, moment, walk: number });
            }
        }
    }
    segments
}

/// Places along pieces where an earlier one crosses: a list for each piece, all in one.
struct Waiting {
    /// The last of each list, counted from 1.
    last: Vec<u32>,
    /// A place, and the one before it in its list.
    places: Vec<(f64, u32)>,
}

impl Waiting {
    fn new(pieces: usize) -> Self {
        Self { last: vec![0; pieces], places: Vec::new() }
    }

    fn push(&mut self, piece: u32, share: f64) {
        let last = &mut self.last[piece as usize];
        self.places.push((share, *last));
        *last = self.places.len() as u32;
    }

    fn at(&self, piece: u32) -> impl Iterator<Item = f64> + '_ {
        let mut next = self.last[piece as usize];
        std::iter::from_fn(move || {
            let (share, before) = *self.places.get((next as usize).checked_sub(1)?)?;
            next = before;
            Some(share)
        })
    }
}

/// Where two pieces cross, as shares of their lengths; `None` if they only touch.
pub(super) fn cross(first: &Segment, second: &Segment) -> Option<(f64, f64)> {
    let way = |segment: &Segment| (segment.to.x - segment.from.x, segment.to.y - segment.from.y);
    let ((ax, ay), (bx, by)) = (way(first), way(second));
    let (dx, dy) = (second.from.x - first.from.x, second.from.y - first.from.y);
    let turn = ax * by - ay * bx;
    let (along_first, along_second) = (dx * by - dy * bx, dx * ay - dy * ax);
    let is_inside = |share: f64| {
        if turn > 0.0 { share > 0.0 && share < turn } else { share < 0.0 && share > turn }
    };
    (is_inside(along_first) && is_inside(along_second))
        .then(|| (along_first / turn, along_second / turn))
}

/// The point at a share of a piece's length.
pub(super) fn along(segment: &Segment, share: f64) -> Point {
    let Segment { from, to, .. } = segment;
    from.moved((to.x - from.x) * share, (to.y - from.y) * share)
}

#[cfg(test)]
mod tests;
