//! A window of the board, with the strands of the tour inside it.

use std::ops::Range;

use super::ways::{WAYS, back, bit};

/// The most files and ranks of a window.
pub(super) const SIDE: usize = 60;

/// A row of a window in memory, with room for moves that leave it on either side.
const ROW: usize = 64;

/// Squares of a window, its surroundings included. They are numbered round and round, so that
/// each way leads somewhere.
pub(super) const ROOM: usize = ROW * ROW;

/// How far apart squares that follow each other on a strand stand on the line at first.
const GAP: u32 = 1 << 17;

/// Strands stand farther apart on the line than this; so squares that do not are on one strand.
/// They are at first at most 48 moves apart.
pub(super) const NEAR: u32 = 48 * GAP;

/// A part of the board on its own. Moves that lead out of it are kept aside, and what is left of
/// the tour inside are strands.
///
/// All squares have a place on a line: those of a strand in their order, the strands one after the
/// other. So places tell whether two squares are on one strand, and which of them comes first. A
/// window has less than 500 strands, because two moves lead out of it for each; so the line ends
/// before 2^32.
pub(super) struct Window {
    /// The ways of the tour at each square, those that stay inside.
    pub(super) ways: [u8; ROOM],
    /// The other ways.
    outward: [u8; ROOM],
    /// The place of each square on the line; 0 beyond the window.
    pub(super) line: [u32; ROOM],
    pub(super) files: usize,
    pub(super) ranks: usize,
}

/// The square that a way leads to.
pub(super) const fn go(square: usize, way: usize) -> usize {
    const STEPS: [usize; 8] = {
        let mut steps = [0; 8];
        let mut way = 0;
        while way < 8 {
            let (right, up) = WAYS[way];
            steps[way] = (up as isize * ROW as isize + right as isize) as usize;
            way += 1;
        }
        steps
    };
    square.wrapping_add(STEPS[way & 7]) % ROOM
}

/// The first way of a set that has one.
pub(super) const fn first(ways: u8) -> usize {
    ways.trailing_zeros() as usize
}

impl Window {
    pub(super) const fn new() -> Self {
        Self { ways: [0; ROOM], outward: [0; ROOM], line: [0; ROOM], files: 0, ranks: 0 }
    }

    /// Looks at some files of a band of ranks, in which `stride` squares make a rank.
    pub(super) fn load(&mut self, band: &[u8], stride: usize, files: Range<usize>) {
        (self.files, self.ranks) = (files.len(), band.len() / stride);
        let staying = |at: usize, side: usize, by: fn((i32, i32)) -> i32| {
            let inside = |&way: &usize| (0..side as i32).contains(&(at as i32 + by(WAYS[way])));
            (0..8).filter(inside).fold(0, |set, way| set | bit(way))
        };
        let mut along = [0; SIDE];
        for (file, set) in along.iter_mut().enumerate().take(self.files) {
            *set = staying(file, self.files, |(right, _)| right);
        }
        for (rank, row) in band.chunks_exact(stride).enumerate() {
            let across = staying(rank, self.ranks, |(_, up)| up);
            let at = place(0, rank);
            for ((file, &set), &along) in row[files.clone()].iter().enumerate().zip(&along) {
                self.ways[at + file] = set & along & across;
                self.outward[at + file] = set & !(along & across);
            }
        }
        self.lay_out();
    }

    /// Writes the window back to where it was loaded from.
    pub(super) fn store(&self, band: &mut [u8], stride: usize, files: Range<usize>) {
        for (rank, row) in band.chunks_exact_mut(stride).enumerate() {
            let at = place(0, rank);
            for (file, set) in row[files.clone()].iter_mut().enumerate() {
                *set = self.ways[at + file] | self.outward[at + file];
            }
        }
    }

    /// The squares, rank by rank.
    pub(super) fn squares(&self) -> impl Iterator<Item = usize> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| place(file, rank)))
    }

    /// Gives all squares their places on the line.
    fn lay_out(&mut self) {
        let mut at = 0;
        for square in self.squares() {
            let ways = self.ways[square];
            if self.line[square] == 0 && ways & ways.wrapping_sub(1) == 0 {
                at = self.lay_strand(square, at + NEAR);
            }
        }
        // A closed tour may lie in the window as a whole. Without one of its moves it is a strand.
        if let Some(square) = self.squares().find(|&square| self.line[square] == 0) {
            let way = first(self.ways[square]);
            for (square, way) in [(square, way), (go(square, way), back(way))] {
                self.ways[square] &= !bit(way);
                self.outward[square] |= bit(way);
            }
            self.lay_strand(square, at + NEAR);
        }
    }

    /// Gives the squares of a strand from its end `square` on their places after `at`, and says
    /// the last.
    const fn lay_strand(&mut self, mut square: usize, mut at: u32) -> u32 {
        let mut ways = self.ways[square];
        loop {
            at += GAP;
            self.line[square] = at;
            if ways == 0 {
                return at;
            }
            let way = first(ways);
            square = go(square, way);
            ways = self.ways[square] & !bit(back(way));
        }
    }
}

/// Where the squares of a window stand in memory.
pub(super) const fn place(file: usize, rank: usize) -> usize {
    (rank + 2) * ROW + file + 2
}
