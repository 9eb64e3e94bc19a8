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
        let mut found: Vec<(f64, u32)> = Vec::new();
        for (number, segment) in (0_u32..).zip(&segments) {
            found.clear();
            passing.meet(&segments, number, &mut found);
            found.sort_by(|a, b| a.0.total_cmp(&b.0));
            let met = &mut met[segment.walk as usize];
            for &(_, other) in &found {
                let is_over = *met % 2 == 0;
                *met += 1;
                if other > number {
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

    /// The squares that a piece may pass; none if it is too long.
    fn squares(self, segment: &Segment) -> impl Iterator<Item = (i64, i64)> + use<> {
        let Segment { from, to, .. } = segment;
        let (left, top) = self.square(Point::new(from.x.min(to.x), from.y.min(to.y)));
        let (right, bottom) = self.square(Point::new(from.x.max(to.x), from.y.max(to.y)));
        let is_short = right - left <= LONGEST && bottom - top <= LONGEST;
        let rows = if is_short { top..bottom + 1 } else { 0..0 };
        rows.flat_map(move |y| (left..=right).map(move |x| (x, y)))
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

    /// Adds the pieces that cross one, each with where along it.
    fn meet(&self, segments: &[Segment], number: u32, found: &mut Vec<(f64, u32)>) {
        let segment = &segments[number as usize];
        for square in self.grid.squares(segment) {
            let place = self.grid.place(square);
            let list = &self.lists[self.begin[place] as usize..self.begin[place + 1] as usize];
            if list.len() > TANGLE {
                continue;
            }
            for &other in list {
                // The same point, to the last bit, whoever asks.
                let is_first = number < other;
                let (first, second) = if is_first { (number, other) } else { (other, number) };
                let (first, second) = (&segments[first as usize], &segments[second as usize]);
                let Some((a, b)) = cross(first, second) else { continue };
                // Both pass several squares together, and cross in one of them.
                if self.grid.square(along(first, a)) == square {
                    found.push((if is_first { a } else { b }, other));
                }
            }
        }
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
