//! Neighbour arithmetic of the verifier's own.

use crate::{Board, File, Leaper, Level, Offset, Piece, Place, Rank, Square, Surface, Symmetry};

/// The directions in which a piece moves on a board, and which of them leads from one place to
/// another.
///
/// Directions are told by nothing but the difference of two places. Along a side whose edges are
/// joined the difference is counted upwards, round the edge if need be; offsets that come to the
/// same difference are one direction.
pub(super) struct Compass<'a> {
    board: &'a Board,
    /// For files, ranks, levels: the length of the way round, and 0 where there is none.
    around: [i64; 3],
    /// As the piece is described, the first of those that come to the same.
    offsets: Vec<Offset>,
    /// As places differ. None twice, none that leads nowhere.
    differences: Vec<[i64; 3]>,
}

impl<'a> Compass<'a> {
    pub(super) fn new(board: &'a Board, piece: &Piece) -> Self {
        let around = match board.surface() {
            Surface::Flat => [0, 0, 0],
            Surface::Cylinder => [i64::from(board.files()), 0, 0],
            Surface::Torus => [i64::from(board.files()), i64::from(board.ranks()), 0],
        };
        let mut compass = Self { board, around, offsets: Vec::new(), differences: Vec::new() };
        for (files, ranks) in piece.leapers().flat_map(clockwise) {
            compass.add(Offset::flat(files, ranks));
        }
        if board.is_box() {
            for (flat, levels) in piece.leapers().flat_map(clockwise).filter(|&(_, l)| l != 0) {
                compass.add(Offset { files: flat, ranks: 0, levels });
                compass.add(Offset { files: 0, ranks: flat, levels });
            }
        }
        compass
    }

    fn add(&mut self, offset: Offset) {
        let difference = self.difference_of(offset);
        if difference != [0; 3] && !self.differences.contains(&difference) {
            self.offsets.push(offset);
            self.differences.push(difference);
        }
    }

    fn difference_of(&self, offset: Offset) -> [i64; 3] {
        let mut difference = [offset.files, offset.ranks, offset.levels];
        for (by, around) in difference.iter_mut().zip(self.around) {
            if around > 0 {
                *by = by.rem_euclid(around);
            }
        }
        difference
    }

    pub(super) const fn board(&self) -> &'a Board {
        self.board
    }

    /// The offset of each direction.
    pub(super) fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// The place of a square, or `None` for a hole or a number beyond the board.
    pub(super) fn place(&self, square: Square) -> Option<Place> {
        if !self.board.contains(square) {
            return None;
        }
        let files = u64::from(self.board.files());
        let (row, file) = (square.index() / files, square.index() % files);
        // Divisions cost more than all the rest of a step; flat boards do with one.
        let (level, rank) = if self.board.is_box() {
            let ranks = u64::from(self.board.ranks());
            (row / ranks, row % ranks)
        } else {
            (0, row)
        };
        Some(Place {
            file: File::new(file as u32),
            rank: Rank::new(rank as u32),
            level: Level::new(level as u32),
        })
    }

    /// The direction from one place to another, or `None` if they are not a move apart.
    pub(super) fn direction(&self, from: Place, to: Place) -> Option<usize> {
        let mut difference = [
            i64::from(to.file.index()) - i64::from(from.file.index()),
            i64::from(to.rank.index()) - i64::from(from.rank.index()),
            i64::from(to.level.index()) - i64::from(from.level.index()),
        ];
        for (by, around) in difference.iter_mut().zip(self.around) {
            if *by < 0 {
                *by += around;
            }
        }
        self.differences.iter().position(|&known| known == difference)
    }

    /// The square that a move leads to. Only for moves that were seen to stay on the board.
    pub(super) fn follow(&self, from: Square, direction: usize) -> Square {
        let place = self.board.place(from);
        let start = [place.file.index(), place.rank.index(), place.level.index()];
        let mut to = [0; 3];
        for axis in 0..3 {
            to[axis] = i64::from(start[axis]) + self.differences[direction][axis];
            if self.around[axis] > 0 && to[axis] >= self.around[axis] {
                to[axis] -= self.around[axis];
            }
        }
        let [file, rank, level] = to.map(|at| at as u64);
        let row = level * u64::from(self.board.ranks()) + rank;
        Square::from_index(row * u64::from(self.board.files()) + file)
    }

    /// The direction that takes this one back.
    pub(super) fn opposite(&self, direction: usize) -> Option<usize> {
        self.find(self.offsets[direction].reversed())
    }

    /// What becomes of a direction under a symmetry of the board.
    pub(super) fn image(&self, symmetry: Symmetry, direction: usize) -> Option<usize> {
        self.find(symmetry.apply_offset(self.offsets[direction]))
    }

    fn find(&self, offset: Offset) -> Option<usize> {
        let difference = self.difference_of(offset);
        self.differences.iter().position(|&known| known == difference)
    }
}

/// The moves of a leaper as files and ranks, clockwise from "short to the right, long up".
fn clockwise(leaper: Leaper) -> impl Iterator<Item = (i64, i64)> {
    let (short, long) = (i64::from(leaper.short()), i64::from(leaper.long()));
    let quarter = |pair: &[(i64, i64); 2]| Some(pair.map(|(right, up)| (up, -right)));
    std::iter::successors(Some([(short, long), (long, short)]), quarter).take(4).flatten()
}
