//! Where the lines of walks cross, and which of two goes over the other.

use crate::picture::Picture;
use crate::scene::Point;

/// Lines longer than this, in squares, cross so many others that nobody would see a knot.
const LONGEST: i64 = 9;
/// More lines than this through one square are a tangle, not a knot.
const TANGLE: usize = 64;

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

/// The sheet as squares, in a table. Squares far from each other may share a place of it: who looks
/// there compares points anyway.
#[derive(Clone, Copy)]
struct Grid {
    side: f64,
    /// How many squares are in a row of the sheet.
    row: i64,
    /// How many places the table has.
    len: i64,
}

impl Grid {
    fn square(self, point: Point) -> (i64, i64) {
        ((point.x / self.side).floor() as i64, (point.y / self.side).floor() as i64)
    }

    const fn place(self, (x, y): (i64, i64)) -> usize {
        y.wrapping_mul(self.row).wrapping_add(x).rem_euclid(self.len) as usize
    }

    /// The squares that a piece passes; none if it is too long.
    fn squares(self, segment: &Segment) -> impl Iterator<Item = (i64, i64)> + use<> {
        let Segment { from, to, .. } = *segment;
        let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
        let (top, bottom) = (self.square(low).1, self.square(high).1);
        let reach = LONGEST as f64 * self.side;
        let is_short = bottom - top <= LONGEST && (to.x - from.x).abs() <= reach;
        let rows = if is_short { top..bottom + 1 } else { 0..0 };
        let slope = if high.y > low.y { (high.x - low.x) / (high.y - low.y) } else { 0.0 };
        let row = move |y: i64| {
            // A little more than the part of the piece in this row, so that rounding loses nothing.
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

/// Which pieces pass which squares.
struct Passing {
    grid: Grid,
    /// Where the list of a place begins; it ends where the next one begins.
    begin: Vec<u32>,
    lists: Vec<u32>,
}

impl Passing {
    fn new(picture: &Picture, segments: &[Segment]) -> Self {
        let side = picture.layout.side;
        let row = (picture.layout.width / side).ceil() as i64;
        let grid = Grid { side, row, len: 2 * segments.len() as i64 + 1 };
        let mut begin = vec![0_u32; grid.len as usize + 1];
        for segment in segments {
            for square in grid.squares(segment) {
                begin[grid.place(square) + 1] += 1;
            }
        }
        for at in 1..begin.len() {
            begin[at] += begin[at - 1];
        }
        let mut next = begin.clone();
        let mut lists = vec![0; begin.last().map_or(0, |&end| end as usize)];
        for (number, segment) in (0..).zip(segments) {
            for square in grid.squares(segment) {
                let next = &mut next[grid.place(square)];
                lists[*next as usize] = number;
                *next += 1;
            }
        }
        Self { grid, begin, lists }
    }

    /// Tells the later pieces that cross one, and where along both.
    fn meet_later(&self, segments: &[Segment], number: u32, mut tell: impl FnMut(f64, f64, u32)) {
        let segment = &segments[number as usize];
        for square in self.grid.squares(segment) {
            let place = self.grid.place(square);
            let list = &self.lists[self.begin[place] as usize..self.begin[place + 1] as usize];
            if list.len() > TANGLE {
                continue;
            }
            // Lists are in order, and end with the later ones.
            for &other in list.iter().rev().take_while(|&&other| other > number) {
                let Some((a, b)) = cross(segment, &segments[other as usize]) else { continue };
                // Both may pass several squares together, and cross in one of them.
                if self.grid.square(along(segment, a)) == square {
                    tell(a, b, other);
                }
            }
        }
    }
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
