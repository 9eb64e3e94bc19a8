//! Moves as lines: straight from square to square, in pieces where they go around a joined edge,
//! with a small curve at each turn.

use std::ops::RangeInclusive;

use caracole_core::{Square, Surface};

use super::{Picture, Walk};
use crate::canvas::Leg;
use crate::scene::Point;

/// How far from the middle of a square a turn begins, as a share of its side. No two moves of a
/// knight cross as near to a square as this.
const TURN: f64 = 0.27;
/// A turn takes so many straight pieces.
const TURN_PIECES: u32 = 5;
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

    /// The line of a walk while the moments last. It does not show moves between levels.
    pub(super) fn line<'a>(&'a self, walk: &'a Walk, moments: &RangeInclusive<u64>) -> Line<'a> {
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

/// The legs of a line, moment by moment.
///
/// The line of a moment begins with the turn on the square it leaves and ends where the turn on
/// the square it reaches begins, so that a line drawn moment by moment is the line drawn at once.
/// On the first square and the last there is no turn.
pub(super) struct Line<'a> {
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
pub(super) fn curve(
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

#[cfg(test)]
mod tests;
