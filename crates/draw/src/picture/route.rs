//! Moves as lines: straight from square to square, in several pieces across a joined edge, with
//! rounded corners.

use std::ops::RangeInclusive;

use caracole_core::{Offset, Square, Surface};

use super::{Picture, Walk};
use crate::canvas::PathCommand;
use crate::scene::Point;

/// The distance of a rounded corner from the middle of a square, as a share of its side. No two knight
/// moves cross closer to a square.
const CORNER_DISTANCE: f64 = 0.27;
/// Corners on smaller squares are not rounded.
const MIN_ROUNDED_SQUARE: f64 = 12.0;

/// A straight segment of a move, on one board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineSegment {
    pub(super) from: Point,
    pub(super) to: Point,
}

/// The displacement of a move in units, and its length.
#[derive(Clone, Copy)]
struct Displacement {
    right: f64,
    down: f64,
    length: f64,
}

impl Displacement {
    fn point(self, from: Point, distance: f64) -> Point {
        let share = if self.length > 0.0 { distance / self.length } else { 0.0 };
        from.translated(self.right * share, self.down * share)
    }
}

impl Picture<'_> {
    /// Returns the files and ranks from one square to another, possibly across joined edges, or `None` if the
    /// squares are on different levels.
    ///
    /// On small surfaces several displacements are possible. Of those that are moves of the piece, the one
    /// with the fewest edges is returned; if none is a move, the shortest one.
    pub(super) fn squares_between(&self, from: Square, to: Square) -> Option<(i64, i64)> {
        let (from, to) = (self.board.coord(from), self.board.coord(to));
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
        let is_move = |(files, ranks): (i64, i64)| {
            let jumps = [files.unsigned_abs(), ranks.unsigned_abs()];
            let has = |short: u32, long: u32| {
                (jumps[0].min(jumps[1]), jumps[0].max(jumps[1])) == (short.into(), long.into())
            };
            let is_single = |by: Offset| {
                [(by.files, by.ranks), (-by.files, -by.ranks)].contains(&(files, ranks))
            };
            self.piece.leapers().any(|leaper| has(leaper.short(), leaper.long()))
                || self.piece.moves().any(is_single)
        };
        // Two times around is enough for a knight even if the board has only one file.
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
            if is_move((files, ranks)) { (false, edges, length) } else { (true, length, edges) }
        };
        ways.min_by_key(key)
    }

    /// Returns the segments of the straight line from the middle of a square by a number of files and ranks.
    pub(super) fn segments(&self, from: Square, (files, ranks): (i64, i64)) -> Vec<LineSegment> {
        let place = self.board.coord(from);
        let start = self.layout.centre(place);
        let Displacement { right, down, .. } = self.displacement((files, ranks));
        let end = start.translated(right, down);
        if self.board.surface() == Surface::Flat {
            return vec![LineSegment { from: start, to: end }];
        }
        // The positions along the line, as shares of its length, at which it meets an edge. Beyond the edge is
        // the same board again.
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
        let origin = self.layout.level_corner(place.level.index());
        let (width, height) = (self.layout.board_width, self.layout.board_height);
        let segment = |ends: &[f64]| {
            let at = |share: f64| start.translated(right * share, down * share);
            let middle = at(f64::midpoint(ends[0], ends[1]));
            // Back by the number of boards that the segment is away.
            let back_x = ((middle.x - origin.x) / width).floor() * -width;
            let back_y = ((middle.y - origin.y) / height).floor() * -height;
            let on_board = |point: Point| point.translated(back_x, back_y);
            LineSegment { from: on_board(at(ends[0])), to: on_board(at(ends[1])) }
        };
        cuts.windows(2).map(segment).collect()
    }

    fn displacement(&self, (files, ranks): (i64, i64)) -> Displacement {
        let (right, down) = (files as f64 * self.layout.side, -(ranks as f64) * self.layout.side);
        Displacement { right, down, length: (right * right + down * down).sqrt() }
    }

    /// Returns the distance of a rounded corner from the middle of a square.
    fn corner_distance(&self, displacement: Displacement) -> f64 {
        if self.layout.side < MIN_ROUNDED_SQUARE {
            0.0
        } else {
            (CORNER_DISTANCE * self.layout.side).min(displacement.length * 0.45)
        }
    }

    /// Returns the displacement of the move of a moment, or `None` between levels.
    fn displacement_at(&self, walk: &Walk, moment: u64) -> Option<Displacement> {
        let (from, to) = walk.move_at(moment)?;
        self.squares_between(from, to).map(|by| self.displacement(by))
    }

    /// Returns the last part of the line before a moment, which a wider line from there would cover, and the
    /// first part of the line if a closed walk returns to its start. `length` is added to the corner.
    pub(super) fn joints(&self, walk: &Walk, moment: u64, length: f64) -> Vec<LineSegment> {
        let mut joints = Vec::new();
        let before = moment.saturating_sub(1);
        if let (Some((_, square)), Some(displacement)) =
            (walk.move_at(before), self.displacement_at(walk, before))
        {
            let has_corner = self.displacement_at(walk, moment).is_some();
            let corner = if has_corner { self.corner_distance(displacement) } else { 0.0 };
            let at = |distance| displacement.point(self.centre(square), distance);
            joints.push(LineSegment { from: at(-corner - length), to: at(-corner) });
        }
        let returns = walk.is_closed && moment == walk.moments();
        if let (true, Some((square, _)), Some(displacement)) =
            (returns, walk.move_at(2), self.displacement_at(walk, 2))
        {
            let from = self.centre(square);
            joints.push(LineSegment {
                from,
                to: displacement.point(from, self.corner_distance(displacement) + length),
            });
        }
        joints
    }

    /// Returns the moves between levels during the moments, as straight lines.
    pub(super) fn level_moves<'a>(
        &'a self,
        walk: &'a Walk,
        moments: &RangeInclusive<u64>,
    ) -> impl Iterator<Item = LineSegment> + 'a {
        // Other boards have no such moves.
        let last = if self.board.is_box() { walk.moments().min(*moments.end()) } else { 0 };
        (*moments.start()..=last).filter_map(|moment| {
            let (from, to) = walk.move_at(moment)?;
            let is_level_move = self.squares_between(from, to).is_none();
            is_level_move.then(|| LineSegment { from: self.centre(from), to: self.centre(to) })
        })
    }
}

/// The number of lines of a rounded corner.
const CORNER_LINES: u32 = 5;

impl Picture<'_> {
    /// Returns the line of a walk during the moments, without moves between levels.
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
            commands: Vec::new(),
            at: 0,
            pen: None,
        }
    }
}

/// The commands of a line, moment by moment.
///
/// The line of a moment starts with the rounded corner on the square that the knight leaves and ends before
/// the corner on the next square, so that lines of consecutive moments join. The first and the last square
/// have no corner.
pub(in crate::picture) struct Line<'a> {
    picture: &'a Picture<'a>,
    walk: &'a Walk,
    moments: RangeInclusive<u64>,
    /// The commands of a moment, and the index of the next one.
    commands: Vec<PathCommand>,
    at: usize,
    pen: Option<Point>,
}

impl Line<'_> {
    fn go(&mut self, from: Point, to: impl IntoIterator<Item = Point>) {
        if self.pen != Some(from) {
            self.commands.push(PathCommand::MoveTo(from));
        }
        self.pen = Some(from);
        for point in to {
            self.commands.push(PathCommand::LineTo(point));
            self.pen = Some(point);
        }
    }

    fn draw(&mut self, moment: u64) {
        let (picture, walk) = (self.picture, self.walk);
        let Some((from, to)) = walk.move_at(moment) else { return };
        let Some(by) = picture.squares_between(from, to) else { return };
        let displacement = picture.displacement(by);
        let corner = picture.corner_distance(displacement);
        let (mut start, mut end) = (picture.centre(from), picture.centre(to));
        if corner > 0.0 {
            // The first square has no corner, and the last has no next move.
            let before = (moment > 2).then(|| picture.displacement_at(walk, moment - 1)).flatten();
            if let Some(before) = before {
                let from = before.point(start, -picture.corner_distance(before));
                let to = displacement.point(start, corner);
                self.go(from, curve(from, start, to, CORNER_LINES));
                start = to;
            }
            if picture.displacement_at(walk, moment + 1).is_some() {
                end = displacement.point(end, -corner);
            }
        }
        if picture.board.surface() == Surface::Flat {
            self.go(start, [end]);
            return;
        }
        let mut segments = picture.segments(from, by);
        if let Some(first) = segments.first_mut() {
            first.from = start;
        }
        if let Some(last) = segments.last_mut() {
            last.to = end;
        }
        for LineSegment { from, to } in segments {
            self.go(from, [to]);
        }
    }
}

impl Iterator for Line<'_> {
    type Item = PathCommand;

    fn next(&mut self) -> Option<PathCommand> {
        while self.at == self.commands.len() {
            self.commands.clear();
            self.at = 0;
            let moment = self.moments.next()?;
            self.draw(moment);
        }
        self.at += 1;
        Some(self.commands[self.at - 1])
    }
}

/// Returns the points of a quadratic curve after its first one.
pub(in crate::picture) fn curve(
    from: Point,
    bend: Point,
    to: Point,
    lines: u32,
) -> impl Iterator<Item = Point> {
    (1..=lines).map(move |line| {
        if line == lines {
            return to;
        }
        let t = f64::from(line) / f64::from(lines);
        let s = 1.0 - t;
        let mix = |a: f64, b: f64, c: f64| s * s * a + 2.0 * s * t * b + t * t * c;
        Point::new(mix(from.x, bend.x, to.x), mix(from.y, bend.y, to.y))
    })
}

#[cfg(test)]
mod tests {
    use caracole_core::{Moves, Piece};

    use crate::picture::{Appearance, Picture};
    use crate::scene::Point;

    #[test]
    fn moves_around_a_joined_edge_end_there() {
        for board in ["torus:6x6", "cylinder:6x8", "torus:3x5", "cylinder:1x9", "torus:2x2"] {
            let board = board.parse().expect("a board");
            let picture = Picture::new(&board, Vec::new(), Appearance::default());
            let (corner, side) = (picture.layout.level_corner(0), picture.layout.side);
            let (width, height) = (picture.layout.board_width, picture.layout.board_height);
            let moves = Moves::new(&Piece::KNIGHT, &board);
            for from in board.squares() {
                for &offset in moves.offsets() {
                    let Some(to) = board.step(from, offset) else { continue };
                    let by = picture.squares_between(from, to).expect("one level");
                    assert_eq!(by.0.abs() + by.1.abs(), 3, "a knight's move");
                    let segments = picture.segments(from, by);
                    let near =
                        |a: Point, b: Point| (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9;
                    assert!(near(segments[0].from, picture.centre(from)));
                    assert!(near(segments[segments.len() - 1].to, picture.centre(to)));
                    let length = |x: f64, y: f64| (x * x + y * y).sqrt();
                    let lengths =
                        segments.iter().map(|p| length(p.to.x - p.from.x, p.to.y - p.from.y));
                    assert!((lengths.sum::<f64>() - side * 5_f64.sqrt()).abs() < 1e-9);
                    for pair in segments.windows(2) {
                        let (out, back) = (pair[0].to, pair[1].from);
                        let (x, y) = ((out.x - back.x).abs(), (out.y - back.y).abs());
                        let jumps = [
                            near(Point::new(x, y), Point::new(width, 0.0)),
                            near(Point::new(x, y), Point::new(0.0, height)),
                            near(Point::new(x, y), Point::new(width, height)),
                        ];
                        assert!(jumps.contains(&true), "from an edge to the one across");
                        let on = |at: f64, from: f64, size: f64| {
                            (at - from).abs() < 1e-9 || (at - from - size).abs() < 1e-9
                        };
                        assert!(on(out.x, corner.x, width) || on(out.y, corner.y, height));
                    }
                }
            }
        }
    }
}
