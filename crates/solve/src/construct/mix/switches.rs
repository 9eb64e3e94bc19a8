//! Switches of moves that leave one tour.
//!
//! Four squares `a`, `a + v`, `b = a + w`, `b + v` are the corners of a parallelogram. Where the
//! tour has the two moves along `v`, a switch puts the two along `w` in their place. If both moves
//! are on one strand, that does one of two things, whatever the tour is like elsewhere:
//!
//! - Walked in the same direction, `a → a + v … b → b + v`, the piece between them is reversed:
//!   `a → b … a + v → b + v`. The strand keeps its ends and its squares.
//! - Walked in opposite directions, `a → a + v … b + v → b`, the piece between them becomes a ring
//!   of its own, and `a → b` closes the strand. A second switch, of a move of the ring and a move
//!   of any strand, makes the ring a part of that strand. It does not matter which of them, nor
//!   how they are directed, for a ring can be walked either way.
//!
//! The smallest ring are two squares a move apart, `a + v` and `b + v`, linked already: three
//! sides of the parallelogram are moves of the tour. Its one move counts twice, and the second
//! switch takes it once.

use crate::Random;

use super::ways::{back, bit};
use super::window::{NEAR, Window, first, go};

/// The most squares that one switch reverses or moves.
const PIECE: usize = 64;

/// A parallelogram with two moves of one strand along its way `v`.
#[derive(Clone, Copy)]
struct Switch {
    a: usize,
    v: usize,
    w: usize,
}

/// The squares between two moves of a strand, in order, and the way from each to the next; from
/// the last to the first if they become a ring.
struct Piece {
    squares: [u16; PIECE],
    ways: [u8; PIECE],
    len: usize,
}

impl Window {
    /// Goes to each square, and switches one of its moves if that can be.
    pub(super) fn sweep(&mut self, random: &mut Random) {
        for square in self.squares() {
            self.switch_at(square, random);
        }
    }

    fn switch_at(&mut self, a: usize, random: &mut Random) {
        let chance = random.bits();
        let ways = self.ways[a];
        if ways == 0 {
            return;
        }
        let others = ways & (ways - 1);
        let v = first(if others != 0 && chance & 8 != 0 { others } else { ways });
        for turn in 0..8 {
            let w = (chance as usize + turn) & 7;
            let b = go(a, w);
            let is_parallel = self.ways[b] & bit(v) != 0 && w != v && w != back(v);
            if is_parallel
                && self.line[a].abs_diff(self.line[b]) <= NEAR
                && self.try_switch(Switch { a, v, w }, (chance >> 8) as usize)
            {
                return;
            }
        }
    }

    /// Switches two moves that lie near each other on a strand, and tells whether that can be.
    fn try_switch(&mut self, switch: Switch, chance: usize) -> bool {
        let Switch { a, v, w } = switch;
        let b = go(a, w);
        let [ends_a, ends_b] = [a, b].map(|end| [end, go(end, v)]);
        let is_up = |[end, other]: [usize; 2]| self.line[end] < self.line[other];
        let is_reversal = is_up(ends_a) == is_up(ends_b);
        // The piece goes up the line, from the later square of the first move.
        let (low, high) =
            if self.line[a] < self.line[b] { (ends_a, ends_b) } else { (ends_b, ends_a) };
        let inner = |ends: [usize; 2], is_first: bool| usize::from(is_up(ends) == is_first);
        let (from, to) = (inner(low, true), inner(high, false));
        let out = if from == 1 { back(v) } else { v };
        let Some(mut piece) = self.piece(low[from], out, high[to]) else { return false };
        if is_reversal {
            self.toggle(switch);
            self.reverse(&piece);
            return true;
        }
        // The ring closes along the way from its last square to its first.
        piece.ways[piece.len - 1] = if low[0] == b { w } else { back(w) } as u8;
        self.toggle(switch);
        let closing = [low[1 - from], high[1 - to]];
        let has_place = self.insert(&piece, closing, chance);
        if !has_place {
            self.toggle(switch);
        }
        has_place
    }

    /// The squares of a strand from one to another, without the move along `out`; `None` if they
    /// are too many.
    fn piece(&self, from: usize, out: usize, to: usize) -> Option<Piece> {
        let mut piece = Piece { squares: [0; PIECE], ways: [0; PIECE], len: 0 };
        let (mut square, mut out) = (from, out);
        while piece.len < PIECE {
            let way = first(self.ways[square] & !bit(out));
            piece.squares[piece.len] = square as u16;
            piece.ways[piece.len] = way as u8;
            piece.len += 1;
            if square == to {
                return Some(piece);
            }
            square = go(square, way);
            out = back(way);
        }
        None
    }

    /// Takes two moves out and puts two in, or the other way round.
    fn toggle(&mut self, Switch { a, v, w }: Switch) {
        let b = go(a, w);
        self.ways[a] ^= bit(v) | bit(w);
        self.ways[b] ^= bit(v) | bit(back(w));
        self.ways[go(a, v)] ^= bit(back(v)) | bit(w);
        self.ways[go(b, v)] ^= bit(back(v)) | bit(back(w));
    }

    /// Turns the places of a piece on the line round.
    fn reverse(&mut self, piece: &Piece) {
        let squares = &piece.squares[..piece.len];
        let place = |square: u16| self.line[usize::from(square)];
        let (low, high) = (place(squares[0]), place(squares[piece.len - 1]));
        for &square in squares {
            let place = &mut self.line[usize::from(square)];
            *place = low + (high - *place);
        }
    }

    /// Makes a ring a part of some strand near it, and tells whether there is one; not of the move
    /// that closes the strand it was taken from, by the same switch.
    fn insert(&mut self, ring: &Piece, closing: [usize; 2], chance: usize) -> bool {
        let len = ring.len;
        let at = |index: usize| usize::from(ring.squares[index]);
        let [low, high] = [0, len - 1].map(|index| self.line[at(index)]);
        // Of two squares there is but one move.
        let moves = if len == 2 { 1 } else { len };
        let begin = (chance >> 8) % moves;
        for index in (begin..moves).chain(0..begin) {
            let (c, v) = (at(index), usize::from(ring.ways[index]));
            for turn in 0..8 {
                let w = (chance + turn) & 7;
                let d = go(c, w);
                if self.ways[d] & bit(v) == 0 || (low..=high).contains(&self.line[d]) {
                    continue;
                }
                let next = go(d, v);
                let is_undoing = match index {
                    _ if len == 2 => [d, next] == closing,
                    _ => index == len - 1 && [next, d] == closing,
                };
                let room = self.line[d].abs_diff(self.line[next]) / (len as u32 + 1);
                if is_undoing || room == 0 {
                    continue;
                }
                self.toggle(Switch { a: c, v, w });
                // From `d` to `c`, round the ring against its order, and to `next`.
                let is_up = self.line[d] < self.line[next];
                let mut place = self.line[d];
                for square in (0..=index).rev().chain((index + 1..len).rev()).map(at) {
                    place = if is_up { place + room } else { place - room };
                    self.line[square] = place;
                }
                return true;
            }
        }
        false
    }
}
