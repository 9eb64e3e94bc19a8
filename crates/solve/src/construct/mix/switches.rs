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
use super::window::{NEAR, ROOM, Window, first, go, place};

/// The most squares that one switch reverses or moves.
const PIECE: usize = 64;

/// A parallelogram, of which the two sides along `v` are moves of a tour.
#[derive(Clone, Copy)]
struct Switch {
    a: usize,
    v: usize,
    w: usize,
}

/// The squares between two moves of a strand, up the line, and the way from each to the next; from
/// the last to the first if they become a ring.
struct Piece {
    squares: [u16; PIECE],
    ways: [u8; PIECE],
    len: usize,
}

impl Piece {
    fn at(&self, index: usize) -> usize {
        usize::from(self.squares[index]) % ROOM
    }
}

impl Window {
    /// Goes to each square, and switches one of its moves if that can be.
    pub(super) fn sweep(&mut self, random: &mut Random) {
        let mut piece = Piece { squares: [0; PIECE], ways: [0; PIECE], len: 0 };
        for rank in 0..self.ranks {
            for file in 0..self.files {
                self.switch_at(place(file, rank), random.bits() as usize, &mut piece);
            }
        }
    }

    fn switch_at(&mut self, a: usize, chance: usize, piece: &mut Piece) {
        let ways = self.ways[a];
        if ways == 0 {
            return;
        }
        let others = ways & (ways - 1);
        let v = first(if others != 0 && chance & 8 != 0 { others } else { ways });
        let near = |b: usize| self.line[a].abs_diff(self.line[b]) <= NEAR;
        let mut choices = self.parallels(a, v, near);
        while choices != 0 {
            let w = any(choices, chance);
            if self.try_switch(Switch { a, v, w }, chance >> 8, piece) {
                return;
            }
            choices &= !bit(w);
        }
    }

    /// The ways from `a` to the moves of the tour that are parallel to its move along `v`, and
    /// that are fit to be switched with it.
    #[inline]
    fn parallels(&self, a: usize, v: usize, is_fit: impl Fn(usize) -> bool) -> u8 {
        let mut ways = 0;
        // No branch here: chance would have it taken half the time.
        for w in 0..8 {
            let b = go(a, w);
            ways |= ((self.ways[b] >> (v & 7)) & u8::from(is_fit(b))) << w;
        }
        ways & !(bit(v) | bit(back(v)))
    }

    /// Switches two moves that lie near each other on a strand, and tells whether that can be.
    fn try_switch(&mut self, switch: Switch, chance: usize, piece: &mut Piece) -> bool {
        let Switch { a, v, w } = switch;
        let b = go(a, w);
        let [ends_a, ends_b] = [a, b].map(|end| [end, go(end, v)]);
        let is_up = |[end, other]: [usize; 2]| self.line[end] < self.line[other];
        let is_reversal = is_up(ends_a) == is_up(ends_b);
        // The piece goes up the line from the later square of the first move.
        let (low, high) =
            if self.line[a] < self.line[b] { (ends_a, ends_b) } else { (ends_b, ends_a) };
        let from = usize::from(is_up(low));
        let to = usize::from(!is_up(high));
        let out = if from == 1 { back(v) } else { v };
        if !self.look_along(piece, low[from], out, high[to]) {
            return false;
        }
        self.toggle(switch);
        if is_reversal {
            self.reverse(piece);
            return true;
        }
        // The ring closes from its last square, at the second move, to its first.
        piece.ways[piece.len - 1] = if low[0] == a { back(w) } else { w } as u8;
        let has_place = self.insert(piece, [low[1 - from], high[1 - to]], chance);
        if !has_place {
            self.toggle(switch);
        }
        has_place
    }

    /// Looks at the squares of a strand from one to another, away from `out`, and tells whether
    /// they are not too many.
    fn look_along(&self, piece: &mut Piece, from: usize, mut out: usize, to: usize) -> bool {
        let mut square = from;
        for len in 0..PIECE {
            let way = first(self.ways[square] & !bit(out));
            piece.squares[len] = square as u16;
            piece.ways[len] = way as u8;
            if square == to {
                piece.len = len + 1;
                return true;
            }
            square = go(square, way);
            out = back(way);
        }
        false
    }

    /// Takes two moves out and puts two in, or the other way round.
    const fn toggle(&mut self, Switch { a, v, w }: Switch) {
        let b = go(a, w);
        self.ways[a] ^= bit(v) | bit(w);
        self.ways[b] ^= bit(v) | bit(back(w));
        self.ways[go(a, v)] ^= bit(back(v)) | bit(w);
        self.ways[go(b, v)] ^= bit(back(v)) | bit(back(w));
    }

    /// Turns the places of a piece on the line round.
    fn reverse(&mut self, piece: &Piece) {
        let [low, high] = [0, piece.len - 1].map(|index| self.line[piece.at(index)]);
        for index in 0..piece.len {
            let place = &mut self.line[piece.at(index)];
            *place = low + (high - *place);
        }
    }

    /// Makes a ring a part of some strand near it, and tells whether there is one; not by the move
    /// that closed the gap it left, if it would only go back.
    fn insert(&mut self, ring: &Piece, closing: [usize; 2], chance: usize) -> bool {
        let Some((index, w)) = self.place_for(ring, closing, chance) else { return false };
        let (c, v) = (ring.at(index), usize::from(ring.ways[index]));
        let d = go(c, w);
        self.toggle(Switch { a: c, v, w });
        // From `d` to `c`, round the ring against its order, and on to the square after `d`.
        let [begin, end] = [d, go(d, v)].map(|square| self.line[square]);
        let step = begin.abs_diff(end) / (ring.len as u32 + 1);
        let mut place = begin;
        for index in (0..=index).rev().chain((index + 1..ring.len).rev()) {
            place = if begin < end { place + step } else { place - step };
            self.line[ring.at(index)] = place;
        }
        true
    }

    /// A move of a ring and the way to a parallel move of a strand.
    fn place_for(
        &self,
        ring: &Piece,
        closing: [usize; 2],
        chance: usize,
    ) -> Option<(usize, usize)> {
        let last = ring.len - 1;
        let own = self.line[ring.at(0)]..=self.line[ring.at(last)];
        // Two squares have one move only.
        let moves = if ring.len == 2 { 1 } else { ring.len };
        let mut index = (chance >> 8) % moves;
        for _ in 0..moves {
            let (c, v) = (ring.at(index), usize::from(ring.ways[index]));
            let mut choices = self.parallels(c, v, |d| !own.contains(&self.line[d]));
            while choices != 0 {
                let w = any(choices, chance);
                let d = go(c, w);
                let next = go(d, v);
                let goes_back = match index {
                    _ if ring.len == 2 => [d, next] == closing,
                    _ => index == last && [next, d] == closing,
                };
                let has_room = self.line[d].abs_diff(self.line[next]) > ring.len as u32;
                if has_room && !goes_back {
                    return Some((index, w));
                }
                choices &= !bit(w);
            }
            index = if index + 1 < moves { index + 1 } else { 0 };
        }
        None
    }
}

/// The first way of a set that is not empty, counted from some way on.
const fn any(ways: u8, from: usize) -> usize {
    let from = (from & 7) as u32;
    (ways.rotate_right(from).trailing_zeros() + from) as usize & 7
}
