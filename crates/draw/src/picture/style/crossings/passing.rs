//! Which pieces pass which squares, so that only those near each other are compared.

use super::{Segment, along, cross};
use crate::picture::Picture;
use crate::scene::Point;

/// Lines longer than this, in squares, cross so many others that nobody would see a knot.
const LONGEST: i64 = 9;
/// More lines than this through one square are a tangle, not a knot.
const TANGLE: usize = 64;

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
pub(super) struct Passing {
    grid: Grid,
    /// Where the list of a place begins; it ends where the next one begins.
    begin: Vec<u32>,
    lists: Vec<u32>,
}

impl Passing {
    pub(super) fn new(picture: &Picture, segments: &[Segment]) -> Self {
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
    pub(super) fn meet_later(
        &self,
        segments: &[Segment],
        number: u32,
        mut tell: impl FnMut(f64, f64, u32),
    ) {
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
