//! The crossings of lines, and which line passes over the other.

use std::ops::RangeInclusive;

use crate::picture::Picture;
use crate::scene::Point;

/// A straight segment of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveSegment {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) moment: u64,
    pub(super) walk: u32,
}

/// Two segments that cross, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crossing {
    pub(super) over: u32,
    pub(super) under: u32,
}

impl Crossing {
    /// Returns the later segment.
    const fn later(self) -> u32 {
        if self.over > self.under { self.over } else { self.under }
    }
}

/// All segments in the order of the walks, and all crossings in the order of their later segments.
#[derive(Clone, Debug, Default)]
pub(in crate::picture) struct Crossings {
    pub(super) segments: Vec<MoveSegment>,
    crossings: Vec<Crossing>,
}

impl Crossings {
    /// Finds all crossings.
    ///
    /// A walk passes alternately over and under. The first visit of a crossing decides which segment is on
    /// top. On a closed walk in the plane the second visits alternate too, because the part of the walk
    /// between two visits of a crossing is a closed curve and crosses the rest an even number of times.
    pub(super) fn new(picture: &Picture) -> Self {
        let segments = segments(picture);
        let grid = SegmentGrid::new(picture, &segments);
        let mut met = vec![0_u64; picture.walks.len()];
        let mut crossings = Vec::new();
        let mut pending = PendingCrossings::new(segments.len());
        let mut found: Vec<(f64, Option<u32>)> = Vec::new();
        for (number, segment) in (0_u32..).zip(&segments) {
            found.clear();
            found.extend(pending.at(number).map(|share| (share, None)));
            grid.for_each_later_crossing(&segments, number, |share, others_share, other| {
                found.push((share, Some(other)));
                pending.push(other, others_share);
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

    /// Returns the crossings whose later segments belong to the moments.
    pub(super) fn crossings(&self, moments: &RangeInclusive<u64>) -> &[Crossing] {
        let moment = |crossing: &Crossing| self.segments[crossing.later() as usize].moment;
        let first = self.crossings.partition_point(|crossing| moment(crossing) < *moments.start());
        let last = self.crossings.partition_point(|crossing| moment(crossing) <= *moments.end());
        &self.crossings[first..last.max(first)]
    }

    /// Returns the point of a crossing.
    pub(super) fn point(&self, crossing: Crossing) -> Option<Point> {
        let (first, second) = (crossing.over.min(crossing.under), crossing.later());
        let (first, second) = (self.segments[first as usize], self.segments[second as usize]);
        cross(&first, &second).map(|(t, _)| along(&first, t))
    }
}

/// Returns all segments, by moment and walk.
fn segments(picture: &Picture) -> Vec<MoveSegment> {
    let mut segments = Vec::new();
    for moment in 2..=picture.moments() {
        for (number, walk) in (0_u32..).zip(&picture.walks) {
            let Some((from, to)) = walk.move_at(moment) else { continue };
            let Some(by) = picture.squares_between(from, to) else { continue };
            for piece in picture.segments(from, by) {
                segments.push(MoveSegment { from: piece.from, to: piece.to, moment, walk: number });
            }
        }
    }
    segments
}

/// The positions of crossings with earlier segments, as a linked list per segment.
struct PendingCrossings {
    /// The last entry of each list, counted from 1; 0 for an empty list.
    last: Vec<u32>,
    /// A position, and the entry before it in its list.
    entries: Vec<(f64, u32)>,
}

impl PendingCrossings {
    fn new(pieces: usize) -> Self {
        Self { last: vec![0; pieces], entries: Vec::new() }
    }

    fn push(&mut self, piece: u32, share: f64) {
        let last = &mut self.last[piece as usize];
        self.entries.push((share, *last));
        *last = self.entries.len() as u32;
    }

    fn at(&self, piece: u32) -> impl Iterator<Item = f64> + '_ {
        let mut next = self.last[piece as usize];
        std::iter::from_fn(move || {
            let (share, before) = *self.entries.get((next as usize).checked_sub(1)?)?;
            next = before;
            Some(share)
        })
    }
}

/// Returns the positions of the crossing of two segments as shares of their lengths, or `None` if they do
/// not cross. Segments that only touch do not cross.
pub(super) fn cross(first: &MoveSegment, second: &MoveSegment) -> Option<(f64, f64)> {
    let way =
        |segment: &MoveSegment| (segment.to.x - segment.from.x, segment.to.y - segment.from.y);
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

/// Returns the point at a share of the length of a segment.
pub(super) fn along(segment: &MoveSegment, share: f64) -> Point {
    let MoveSegment { from, to, .. } = segment;
    from.translated((to.x - from.x) * share, (to.y - from.y) * share)
}

/// Longer segments, in squares, are ignored: they cross too many others.
const MAX_LENGTH: i64 = 9;
/// Squares with more segments are ignored.
const MAX_SEGMENTS_PER_SQUARE: usize = 64;

/// The picture as a grid of squares, in a hash table. Distant squares may share a bucket, so callers compare
/// points too.
#[derive(Clone, Copy)]
struct Grid {
    side: f64,
    /// The number of squares in a row of the picture.
    row: i64,
    /// The number of buckets.
    len: i64,
}

impl Grid {
    fn square(self, point: Point) -> (i64, i64) {
        ((point.x / self.side).floor() as i64, (point.y / self.side).floor() as i64)
    }

    const fn bucket(self, (x, y): (i64, i64)) -> usize {
        y.wrapping_mul(self.row).wrapping_add(x).rem_euclid(self.len) as usize
    }

    /// Returns the squares of a segment, or none if it is too long.
    fn squares(self, segment: &MoveSegment) -> impl Iterator<Item = (i64, i64)> + use<> {
        let MoveSegment { from, to, .. } = *segment;
        let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
        let (top, bottom) = (self.square(low).1, self.square(high).1);
        let reach = MAX_LENGTH as f64 * self.side;
        let is_short = bottom - top <= MAX_LENGTH && (to.x - from.x).abs() <= reach;
        let rows = if is_short { top..bottom + 1 } else { 0..0 };
        let slope = if high.y > low.y { (high.x - low.x) / (high.y - low.y) } else { 0.0 };
        let row = move |y: i64| {
            // Slightly more than the part of the segment in this row, because of rounding.
            let little = self.side * 1e-6;
            let (first, last) = if top == bottom {
                (low.x, high.x)
            } else {
                let at = |y: f64| low.x + slope * (y.clamp(low.y, high.y) - low.y);
                (at(y as f64 * self.side), at((y + 1) as f64 * self.side))
            };
            let column = |x: f64| (x / self.side).floor() as i64;
            column(first.min(last) - little)..=column(first.max(last) + little)
        };
        rows.flat_map(move |y| row(y).map(move |x| (x, y)))
    }
}

/// The segments of each square.
pub(super) struct SegmentGrid {
    grid: Grid,
    /// The start of the list of each bucket; it ends at the start of the next.
    starts: Vec<u32>,
    lists: Vec<u32>,
}

impl SegmentGrid {
    pub(super) fn new(picture: &Picture, segments: &[MoveSegment]) -> Self {
        let side = picture.layout.side;
        let row = (picture.layout.width / side).ceil() as i64;
        let grid = Grid { side, row, len: 2 * segments.len() as i64 + 1 };
        let mut starts = vec![0_u32; grid.len as usize + 1];
        for segment in segments {
            for square in grid.squares(segment) {
                starts[grid.bucket(square) + 1] += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut lists = vec![0; starts.last().map_or(0, |&end| end as usize)];
        for (number, segment) in (0..).zip(segments) {
            for square in grid.squares(segment) {
                let next = &mut next[grid.bucket(square)];
                lists[*next as usize] = number;
                *next += 1;
            }
        }
        Self { grid, starts, lists }
    }

    /// Calls `visit` for each later segment that crosses one, with the positions along both.
    pub(super) fn for_each_later_crossing(
        &self,
        segments: &[MoveSegment],
        number: u32,
        mut visit: impl FnMut(f64, f64, u32),
    ) {
        let segment = &segments[number as usize];
        for square in self.grid.squares(segment) {
            let bucket = self.grid.bucket(square);
            let list = &self.lists[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
            if list.len() > MAX_SEGMENTS_PER_SQUARE {
                continue;
            }
            // Lists are sorted.
            for &other in list.iter().rev().take_while(|&&other| other > number) {
                let Some((a, b)) = cross(segment, &segments[other as usize]) else { continue };
                // Both segments may share several squares, and cross in one of them.
                if self.grid.square(along(segment, a)) == square {
                    visit(a, b, other);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use caracole_core::Problem;
    use caracole_solve::{Auto, Patch, Run, Solver};
    use caracole_verify::{Outcome, Tour};

    use super::Crossings;
    use crate::picture::{Appearance, Picture};

    fn closed_tour(board: &str) -> Tour {
        let problem = Problem::new(board.parse().expect("a board")).closed();
        for solver in [&Patch as &dyn Solver, &Auto] {
            if let Outcome::Found(tour) = solver.solve(&problem, &mut Run::new()) {
                return tour;
            }
        }
        panic!("{board} has a closed tour");
    }

    /// Returns the crossings of all pairs of moves, computed with integers, as pairs of moments.
    fn all_pairs(tour: &Tour) -> BTreeSet<(u64, u64)> {
        let at = |step: u64| {
            let square = tour.square_at((step - 1) % tour.len() + 1).expect("a step");
            let place = tour.board().coord(square);
            (i64::from(place.file.index()), i64::from(place.rank.index()))
        };
        let side = |a: (i64, i64), b: (i64, i64), c: (i64, i64)| {
            ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
        };
        let mut pairs = BTreeSet::new();
        for first in 2..=tour.len() + 1 {
            for second in first + 1..=tour.len() + 1 {
                let (a, b, c, d) = (at(first - 1), at(first), at(second - 1), at(second));
                if side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0 {
                    pairs.insert((first, second));
                }
            }
        }
        pairs
    }

    #[test]
    fn crossings_are_those_of_all_pairs_and_alternate() {
        for board in ["6x6", "8x8", "7x10", "9x9-e5", "8x8-d4,e4,d5,e5", "20x20"] {
            let tour = closed_tour(board);
            let picture = Picture::from_tour(&tour, Appearance::default());
            let all = Crossings::new(&picture);
            let crossings = all.crossings(&(1..=picture.moments()));
            let moment = |number: u32| all.segments[number as usize].moment;
            let pairs: Vec<(u64, u64)> = crossings
                .iter()
                .map(|crossing| (moment(crossing.over), moment(crossing.under)))
                .map(|(over, under)| (over.min(under), over.max(under)))
                .collect();
            assert_eq!(pairs.iter().copied().collect::<BTreeSet<_>>(), all_pairs(&tour), "{board}");
            assert_eq!(
                pairs.len() as u64,
                caracole_explain::Facts::of(&tour).crossings.expect("a flat board"),
                "{board}"
            );

            // Along the walk, by the distance from the start of each move.
            let mut met: BTreeMap<(u64, u64), bool> = BTreeMap::new();
            for &crossing in crossings {
                let point = all.point(crossing).expect("they cross");
                for (number, is_over) in [(crossing.over, true), (crossing.under, false)] {
                    let from = all.segments[number as usize].from;
                    let distance = (point.x - from.x).hypot(point.y - from.y);
                    met.insert((moment(number), (distance * 1e6) as u64), is_over);
                }
            }
            let turns: Vec<bool> = met.into_values().collect();
            assert_eq!(turns.len(), 2 * pairs.len(), "{board}: no three lines meet in a point");
            assert!(turns.windows(2).all(|pair| pair[0] != pair[1]), "{board}");
            assert_ne!(turns.first(), turns.last(), "{board}: all the way round");
        }
    }
}
