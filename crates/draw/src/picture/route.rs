//! Moves as lines: straight from square to square, in pieces where they go around a joined edge,
//! with a small curve at each turn.

mod line;

use std::ops::RangeInclusive;

use caracole_core::{Square, Surface};

use super::{Picture, Walk};
use crate::scene::Point;

pub(super) use line::curve;

/// How far from the middle of a square a turn begins, as a share of its side. No two moves of a
/// knight cross as near to a square as this.
const TURN: f64 = 0.27;
/// On squares smaller than this nobody sees whether turns are round.
const ROUND: f64 = 12.0;

/// A straight piece of a move, all of it on one board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) from: Point,
    pub(super) to: Point,
}

/// By how far a move goes to the right and down, in units, and how long it is.
#[derive(Clone, Copy)]
struct Course {
    right: f64,
    down: f64,
    length: f64,
}

impl Course {
    fn point(self, from: Point, distance: f64) -> Point {
        let share = if self.length > 0.0 { distance / self.length } else { 0.0 };
        from.moved(self.right * share, self.down * share)
    }
}

impl Picture<'_> {
    /// Files and ranks from one square to another, around joined edges as the piece went; `None`
    /// from level to level.
    ///
    /// On small surfaces a square can be reached in several ways. That with the fewest edges is
    /// taken of those that the piece can go, and the shortest of all if there is none.
    pub(super) fn displacement(&self, from: Square, to: Square) -> Option<(i64, i64)> {
        let (from, to) = (self.board.place(from), self.board.place(to));
        if from.level != to.level {
            return None;
        }
        let straight = (
            i64::from(to.file.index()) - i64::from(from.file.index()),
            i64::from(to.rank.index()) - i64::from(from.rank.index()),
        );
        if self.board.surface() == Surface::Flat {
            return Some(straight);
        }
        let is_jump = |(files, ranks): (i64, i64)| {
            let (files, ranks) = (files.unsigned_abs(), ranks.unsigned_abs());
            let has = |short: u32, long: u32| {
                (files.min(ranks), files.max(ranks)) == (short.into(), long.into())
            };
            self.piece.leapers().any(|leaper| has(leaper.short(), leaper.long()))
        };
        // Twice around is enough for a knight even where there is but one file.
        let rounds = [0, -1, 1, -2, 2_i64];
        let wraps = |is_joined: bool| if is_joined { &rounds[..] } else { &rounds[..1] };
        let files = wraps(true).iter().map(|round| round * i64::from(self.board.files()));
        let all = files.flat_map(|files| {
            let ranks = wraps(self.board.surface() == Surface::Torus).iter();
            ranks.map(move |round| (files, round * i64::from(self.board.ranks())))
        });
        let ways = all.map(|(files, ranks)| (straight.0 + files, straight.1 + ranks));
        let key = |&(files, ranks): &(i64, i64)| {
            let edges = u64::from(files != straight.0) + u64::from(ranks != straight.1);
            let length = files.unsigned_abs() + ranks.unsigned_abs();
            if is_jump((files, ranks)) { (false, edges, length) } else { (true, length, edges) }
        };
        ways.min_by_key(key)
    }

    /// The pieces of the straight line from the middle of a square over so many files and ranks.
    pub(super) fn pieces(&self, from: Square, (files, ranks): (i64, i64)) -> Vec<Piece> {
        let place = self.board.place(from);
        let start = self.layout.centre(place);
        let Course { right, down, .. } = self.course((files, ranks));
        let end = start.moved(right, down);
        if self.board.surface() == Surface::Flat {
            return vec![Piece { from: start, to: end }];
        }
        // Places along the line, in its lengths, where it meets the edge of a board; beyond it
        // lies the same board again.
        let mut cuts = vec![0.0, 1.0];
        let mut cut = |at: u32, by: i64, side: u32| {
            let at = f64::from(at) + 0.5;
            let to = at + by as f64;
            let (first, last) = (at.min(to) / f64::from(side), at.max(to) / f64::from(side));
            let mut edge = first.floor() + 1.0;
            while edge < last {
                cuts.push((edge * f64::from(side) - at) / by as f64);
                edge += 1.0;
            }
        };
        cut(place.file.index(), files, self.board.files());
        cut(place.rank.index(), ranks, self.board.ranks());
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        let corner = self.layout.panel(place.level.index());
        let (width, height) = (self.layout.board_width, self.layout.board_height);
        let piece = |ends: &[f64]| {
            let at = |share: f64| start.moved(right * share, down * share);
            let middle = at(f64::midpoint(ends[0], ends[1]));
            // As many boards back as the piece lies away.
            let back_x = ((middle.x - corner.x) / width).floor() * -width;
            let back_y = ((middle.y - corner.y) / height).floor() * -height;
            let on_board = |point: Point| point.moved(back_x, back_y);
            Piece { from: on_board(at(ends[0])), to: on_board(at(ends[1])) }
        };
        cuts.windows(2).map(piece).collect()
    }

    fn course(&self, (files, ranks): (i64, i64)) -> Course {
        let (right, down) = (files as f64 * self.layout.side, -(ranks as f64) * self.layout.side);
        Course { right, down, length: (right * right + down * down).sqrt() }
    }

    /// How far from the middle of a square the turn from or to a move begins.
    fn turn(&self, course: Course) -> f64 {
        if self.layout.side < ROUND {
            0.0
        } else {
            (TURN * self.layout.side).min(course.length * 0.45)
        }
    }

    /// The course of the move of a moment, if it stays on its level.
    fn course_of(&self, walk: &Walk, moment: u64) -> Option<Course> {
        let (from, to) = walk.moved(moment)?;
        self.displacement(from, to).map(|by| self.course(by))
    }

    /// The last bit of the line before a moment, which a wider line from there would cover, and
    /// the first bit of all where a closed walk comes home; so much longer than the turn there.
    pub(super) fn seams(&self, walk: &Walk, moment: u64, length: f64) -> Vec<Piece> {
        let mut seams = Vec::new();
        let before = moment.saturating_sub(1);
        if let (Some((_, square)), Some(course)) =
            (walk.moved(before), self.course_of(walk, before))
        {
            let has_turn = self.course_of(walk, moment).is_some();
            let turn = if has_turn { self.turn(course) } else { 0.0 };
            let at = |distance| course.point(self.centre(square), distance);
            seams.push(Piece { from: at(-turn - length), to: at(-turn) });
        }
        let comes_home = walk.is_closed && moment == walk.moments();
        if let (true, Some((square, _)), Some(course)) =
            (comes_home, walk.moved(2), self.course_of(walk, 2))
        {
            let from = self.centre(square);
            seams.push(Piece { from, to: course.point(from, self.turn(course) + length) });
        }
        seams
    }

    /// The moves between levels while the moments last, straight.
    pub(super) fn links<'a>(
        &'a self,
        walk: &'a Walk,
        moments: &RangeInclusive<u64>,
    ) -> impl Iterator<Item = Piece> + 'a {
        // On flat boards there are none, and nobody looks for them.
        let last = if self.board.is_box() { walk.moments().min(*moments.end()) } else { 0 };
        (*moments.start()..=last).filter_map(|moment| {
            let (from, to) = walk.moved(moment)?;
            let is_link = self.displacement(from, to).is_none();
            is_link.then(|| Piece { from: self.centre(from), to: self.centre(to) })
        })
    }
}

#[cfg(test)]
mod tests;
