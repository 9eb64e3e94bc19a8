//! Windows of a board, and switches of moves inside them that leave one tour.
//!
//! Directions are indices of [`KNIGHT_MOVES`], and sets of directions are bits. Four squares `a`, `a + v`,
//! `b = a + w`, `b + v` are the corners of a parallelogram. If the tour includes the two moves along `v`, a
//! switch replaces them by the two along `w`. If both moves are on one path of the window, the result depends
//! only on their order along the path:
//!
//! - In the same direction, `a → a + v … b → b + v`, the segment between them is reversed:
//!   `a → b … a + v → b + v`. The path keeps its ends and its squares.
//! - In opposite directions, `a → a + v … b + v → b`, the segment between them becomes a cycle, and `a → b`
//!   closes the path. A second switch, of a move of the cycle and a move of any path, inserts the cycle into
//!   that path. The directions of the two moves do not matter, because a cycle can be walked either way.
//!
//! The smallest cycle consists of two adjacent squares, `a + v` and `b + v`, if three sides of the
//! parallelogram are moves of the tour. Its only move counts twice, and the second switch removes it once.

use std::ops::Range;

use caracole_core::Offset;

use super::super::sides::Sides;
use crate::links::Links;
use crate::{KNIGHT_MOVES, Random};

/// Returns the opposite direction.
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 4
}

/// Returns the set of one direction.
pub(super) const fn bit(direction: usize) -> u8 {
    1 << (direction & 7)
}

/// Returns the first direction of a set that is not empty.
pub(super) const fn first(set: u8) -> usize {
    set.trailing_zeros() as usize
}

/// Returns the first direction of a set that is not empty, counted cyclically from `from`.
const fn first_from(set: u8, from: usize) -> usize {
    let from = (from & 7) as u32;
    (set.rotate_right(from).trailing_zeros() + from) as usize & 7
}

/// A tour as the set of at most two directions of the moves at each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveDirections {
    sides: Sides,
    of: Vec<u8>,
}

impl MoveDirections {
    /// Returns the directions of a tour.
    pub(super) fn of(sides: Sides, links: &Links) -> Self {
        let mut of = vec![0; sides.area() as usize];
        let steps = KNIGHT_MOVES.map(|by| by.ranks * i64::from(sides.files) + by.files);
        let mut square = 0;
        for _ in 0..sides.ranks {
            for file in 0..i64::from(sides.files) {
                // Each move occurs at both its squares.
                for other in links.of(square).filter(|&other| other > square) {
                    let step = i64::from(other - square);
                    // On narrow boards two moves can have the same step, but one of them leaves the board.
                    let fits = |&direction: &usize| {
                        let file = file + KNIGHT_MOVES[direction].files;
                        steps[direction] == step && (0..i64::from(sides.files)).contains(&file)
                    };
                    if let Some(direction) = (0..8).find(fits) {
                        of[square as usize] |= bit(direction);
                        of[other as usize] |= bit(opposite(direction));
                    }
                }
                square += 1;
            }
        }
        Self { sides, of }
    }

    /// Writes the tour as links.
    pub(super) fn write(&self, links: &mut Links) {
        let files = i64::from(self.sides.files);
        let steps = KNIGHT_MOVES.map(|by| by.ranks * files + by.files);
        for (square, &set) in (0..).zip(&self.of) {
            let other = |direction: usize| (i64::from(square) + steps[direction]) as u32;
            links.set(square, (0..8).filter(|&direction| set & bit(direction) != 0).map(other));
        }
    }

    pub(super) const fn sides(&self) -> Sides {
        self.sides
    }

    /// Returns consecutive bands of ranks.
    pub(super) fn bands(&mut self, ranks: &[[usize; 2]]) -> impl Iterator<Item = &mut [u8]> {
        let files = self.sides.files as usize;
        let mut rest = &mut self.of[..];
        ranks.iter().map(move |&[from, to]| {
            let (band, after) = std::mem::take(&mut rest).split_at_mut((to - from) * files);
            rest = after;
            band
        })
    }
}

/// The maximum number of files and ranks of a window.
pub(super) const SIDE: usize = 60;

/// The cells from one rank of a window to the next, with a margin for moves that leave it on either side.
const ROW: usize = 64;

/// The cells of a window and its margin. They are numbered cyclically, so that each direction leads to a cell.
const CELLS: usize = ROW * ROW;

/// The distance of the positions of consecutive squares of a path before the first switch.
const GAP: u32 = 1 << 17;

/// Positions of different paths differ by more than this. Squares whose positions differ by less are on one
/// path, and before the first switch at most 48 moves apart.
pub(super) const NEAR: u32 = 48 * GAP;

/// A part of the board. Moves that leave it are stored apart; the rest of the tour inside it consists of paths.
///
/// Each square has a position on a line: the squares of a path in their order, one path after the other. So
/// positions show whether two squares are on one path, and which of them comes first. A window has less than
/// 500 paths, because two moves leave it for each; so positions are less than 2^32.
pub(super) struct Window {
    /// The directions of the moves at each cell that stay inside.
    pub(super) inside: [u8; CELLS],
    /// The directions of the other moves.
    outward: [u8; CELLS],
    /// The position of each cell on the line; 0 in the margin.
    pub(super) positions: [u32; CELLS],
    files: usize,
    ranks: usize,
}

/// Returns the cell that a direction leads to.
pub(super) const fn go(cell: usize, direction: usize) -> usize {
    const STEPS: [usize; 8] = {
        let mut steps = [0; 8];
        let mut direction = 0;
        while direction < 8 {
            let by = KNIGHT_MOVES[direction];
            steps[direction] = (by.ranks as isize * ROW as isize + by.files as isize) as usize;
            direction += 1;
        }
        steps
    };
    cell.wrapping_add(STEPS[direction & 7]) % CELLS
}

/// Returns the cell of a square of the window.
const fn cell(file: usize, rank: usize) -> usize {
    (rank + 2) * ROW + file + 2
}

impl Window {
    pub(super) const fn new() -> Self {
        Self { inside: [0; CELLS], outward: [0; CELLS], positions: [0; CELLS], files: 0, ranks: 0 }
    }

    /// Loads some files of a band of ranks, in which a rank has `stride` squares.
    pub(super) fn load(&mut self, band: &[u8], stride: usize, files: Range<usize>) {
        (self.files, self.ranks) = (files.len(), band.len() / stride);
        let staying = |at: usize, side: usize, by: fn(Offset) -> i64| {
            let is_inside = |&direction: &usize| {
                (0..side as i64).contains(&(at as i64 + by(KNIGHT_MOVES[direction])))
            };
            (0..8).filter(is_inside).fold(0, |set, direction| set | bit(direction))
        };
        let mut along = [0; SIDE];
        for (file, set) in along.iter_mut().enumerate().take(self.files) {
            *set = staying(file, self.files, |by| by.files);
        }
        for (rank, row) in band.chunks_exact(stride).enumerate() {
            let across = staying(rank, self.ranks, |by| by.ranks);
            let at = cell(0, rank);
            for ((file, &set), &along) in row[files.clone()].iter().enumerate().zip(&along) {
                self.inside[at + file] = set & along & across;
                self.outward[at + file] = set & !(along & across);
            }
        }
        self.set_positions();
    }

    /// Writes the window back to the band.
    pub(super) fn store(&self, band: &mut [u8], stride: usize, files: Range<usize>) {
        for (rank, row) in band.chunks_exact_mut(stride).enumerate() {
            let at = cell(0, rank);
            for (file, set) in row[files.clone()].iter_mut().enumerate() {
                *set = self.inside[at + file] | self.outward[at + file];
            }
        }
    }

    /// Returns the cells of the squares, rank by rank.
    pub(super) fn squares(&self) -> impl Iterator<Item = usize> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| cell(file, rank)))
    }

    /// Sets the positions of all squares.
    fn set_positions(&mut self) {
        let mut at = 0;
        for square in self.squares() {
            let set = self.inside[square];
            if self.positions[square] == 0 && set & set.wrapping_sub(1) == 0 {
                at = self.set_positions_of_path(square, at + NEAR);
            }
        }
        // A closed tour can be inside the window as a whole. Without one of its moves it is a path.
        if let Some(square) = self.squares().find(|&square| self.positions[square] == 0) {
            let direction = first(self.inside[square]);
            let other = (go(square, direction), opposite(direction));
            for (square, direction) in [(square, direction), other] {
                self.inside[square] &= !bit(direction);
                self.outward[square] |= bit(direction);
            }
            self.set_positions_of_path(square, at + NEAR);
        }
    }

    /// Sets the positions of a path from its end `square` to values after `at`. Returns the last one.
    const fn set_positions_of_path(&mut self, mut square: usize, mut at: u32) -> u32 {
        let mut set = self.inside[square];
        loop {
            at += GAP;
            self.positions[square] = at;
            if set == 0 {
                return at;
            }
            let direction = first(set);
            square = go(square, direction);
            set = self.inside[square] & !bit(opposite(direction));
        }
    }
}

/// The maximum number of squares that a switch reverses or moves.
const MAX_SEGMENT: usize = 64;

/// A parallelogram, of which the two sides along `v` are moves of a tour.
#[derive(Clone, Copy)]
struct Switch {
    a: usize,
    v: usize,
    w: usize,
}

/// The squares between two moves of a path by rising position, and the direction from each to the next. If they
/// become a cycle, the last direction leads to the first square.
struct Segment {
    squares: [u16; MAX_SEGMENT],
    directions: [u8; MAX_SEGMENT],
    len: usize,
}

impl Segment {
    fn at(&self, index: usize) -> usize {
        usize::from(self.squares[index]) % CELLS
    }
}

impl Window {
    /// Switches a random move of each square with another one if possible.
    pub(super) fn sweep(&mut self, random: &mut Random) {
        let mut segment =
            Segment { squares: [0; MAX_SEGMENT], directions: [0; MAX_SEGMENT], len: 0 };
        for rank in 0..self.ranks {
            for file in 0..self.files {
                self.switch_at(cell(file, rank), random.bits() as usize, &mut segment);
            }
        }
    }

    fn switch_at(&mut self, a: usize, random: usize, segment: &mut Segment) {
        let set = self.inside[a];
        if set == 0 {
            return;
        }
        let others = set & (set - 1);
        let v = first(if others != 0 && random & 8 != 0 { others } else { set });
        let near = |b: usize| self.positions[a].abs_diff(self.positions[b]) <= NEAR;
        let mut choices = self.parallels(a, v, near);
        while choices != 0 {
            let w = first_from(choices, random);
            if self.try_switch(Switch { a, v, w }, random >> 8, segment) {
                return;
            }
            choices &= !bit(w);
        }
    }

    /// Returns the directions from `a` to those moves of the tour that are parallel to its move along `v`, and
    /// whose square fits.
    #[inline]
    fn parallels(&self, a: usize, v: usize, fits: impl Fn(usize) -> bool) -> u8 {
        let mut set = 0;
        // A branch would be taken half the time, at random.
        for w in 0..8 {
            let b = go(a, w);
            set |= ((self.inside[b] >> (v & 7)) & u8::from(fits(b))) << w;
        }
        set & !(bit(v) | bit(opposite(v)))
    }

    /// Switches two moves of one path. Returns false if that is not possible.
    fn try_switch(&mut self, switch: Switch, random: usize, segment: &mut Segment) -> bool {
        let Switch { a, v, w } = switch;
        let b = go(a, w);
        let [ends_a, ends_b] = [a, b].map(|end| [end, go(end, v)]);
        let rises = |[end, other]: [usize; 2]| self.positions[end] < self.positions[other];
        let is_reversal = rises(ends_a) == rises(ends_b);
        // The segment begins at the later square of the first move.
        let is_a_first = self.positions[a] < self.positions[b];
        let (low, high) = if is_a_first { (ends_a, ends_b) } else { (ends_b, ends_a) };
        let from = usize::from(rises(low));
        let to = usize::from(!rises(high));
        let out = if from == 1 { opposite(v) } else { v };
        if !self.walk_segment(segment, low[from], out, high[to]) {
            return false;
        }
        self.toggle(switch);
        if is_reversal {
            self.reverse(segment);
            return true;
        }
        // The cycle closes from its last square, at the second move, to its first.
        segment.directions[segment.len - 1] = if low[0] == a { opposite(w) } else { w } as u8;
        let is_inserted = self.insert(segment, [low[1 - from], high[1 - to]], random);
        if !is_inserted {
            self.toggle(switch);
        }
        is_inserted
    }

    /// Walks the squares of a path from one to another, away from direction `out`. Returns false if they are
    /// too many.
    fn walk_segment(&self, segment: &mut Segment, from: usize, mut out: usize, to: usize) -> bool {
        let mut square = from;
        for len in 0..MAX_SEGMENT {
            let direction = first(self.inside[square] & !bit(out));
            segment.squares[len] = square as u16;
            segment.directions[len] = direction as u8;
            if square == to {
                segment.len = len + 1;
                return true;
            }
            square = go(square, direction);
            out = opposite(direction);
        }
        false
    }

    /// Exchanges the moves along `v` for those along `w`, or the reverse.
    const fn toggle(&mut self, Switch { a, v, w }: Switch) {
        let b = go(a, w);
        self.inside[a] ^= bit(v) | bit(w);
        self.inside[b] ^= bit(v) | bit(opposite(w));
        self.inside[go(a, v)] ^= bit(opposite(v)) | bit(w);
        self.inside[go(b, v)] ^= bit(opposite(v)) | bit(opposite(w));
    }

    /// Reverses the positions of a segment.
    fn reverse(&mut self, segment: &Segment) {
        let [low, high] = [0, segment.len - 1].map(|index| self.positions[segment.at(index)]);
        for index in 0..segment.len {
            let position = &mut self.positions[segment.at(index)];
            *position = low + (high - *position);
        }
    }

    /// Inserts a cycle into a path near it, except by the move `closing` that closed the gap, if that would
    /// revert the first switch. Returns false if there is no such path.
    fn insert(&mut self, cycle: &Segment, closing: [usize; 2], random: usize) -> bool {
        let Some((index, w)) = self.find_insertion(cycle, closing, random) else { return false };
        let (c, v) = (cycle.at(index), usize::from(cycle.directions[index]));
        let d = go(c, w);
        self.toggle(Switch { a: c, v, w });
        // From `d` to `c`, along the cycle against its order, and on to the square after `d`.
        let [begin, end] = [d, go(d, v)].map(|square| self.positions[square]);
        let step = begin.abs_diff(end) / (cycle.len as u32 + 1);
        let mut position = begin;
        for index in (0..=index).rev().chain((index + 1..cycle.len).rev()) {
            position = if begin < end { position + step } else { position - step };
            self.positions[cycle.at(index)] = position;
        }
        true
    }

    /// Returns the index of a move of a cycle and the direction to a parallel move of a path.
    fn find_insertion(
        &self,
        cycle: &Segment,
        closing: [usize; 2],
        random: usize,
    ) -> Option<(usize, usize)> {
        let last = cycle.len - 1;
        let own = self.positions[cycle.at(0)]..=self.positions[cycle.at(last)];
        // Two squares have only one move.
        let moves = if cycle.len == 2 { 1 } else { cycle.len };
        let mut index = (random >> 8) % moves;
        for _ in 0..moves {
            let (c, v) = (cycle.at(index), usize::from(cycle.directions[index]));
            let mut choices = self.parallels(c, v, |d| !own.contains(&self.positions[d]));
            while choices != 0 {
                let w = first_from(choices, random);
                let d = go(c, w);
                let next = go(d, v);
                let reverts = match index {
                    _ if cycle.len == 2 => [d, next] == closing,
                    _ => index == last && [next, d] == closing,
                };
                let has_room = self.positions[d].abs_diff(self.positions[next]) > cycle.len as u32;
                if has_room && !reverts {
                    return Some((index, w));
                }
                choices &= !bit(w);
            }
            index = if index + 1 < moves { index + 1 } else { 0 };
        }
        None
    }
}
