//! Neighbour arithmetic of the verifier's own.

use crate::{Board, Piece, Square, Surface};

/// Tells whether two squares are a move apart, from nothing but their places.
pub(super) struct Arithmetic<'a> {
    board: &'a Board,
    /// The jumps of each leaper, sorted, with a 0 for the third direction.
    jumps: Vec<[u32; 3]>,
}

impl<'a> Arithmetic<'a> {
    pub(super) fn new(board: &'a Board, piece: &Piece) -> Self {
        let mut jumps = Vec::new();
        for leaper in piece.leapers() {
            let mut jump = [0, leaper.short(), leaper.long()];
            jump.sort_unstable();
            jumps.push(jump);
        }
        Self { board, jumps }
    }

    pub(super) fn is_move(&self, a: Square, b: Square) -> bool {
        if a == b || a.index() >= self.board.area() || b.index() >= self.board.area() {
            return false;
        }
        let (from, to) = (self.board.place(a), self.board.place(b));
        let surface = self.board.surface();
        let files = from.file.index().abs_diff(to.file.index());
        let ranks = from.rank.index().abs_diff(to.rank.index());
        let levels = from.level.index().abs_diff(to.level.index());
        if surface == Surface::Flat {
            let mut distances = [files, ranks, levels];
            distances.sort_unstable();
            return self.jumps.contains(&distances);
        }
        let around_files = Some(self.board.files());
        let around_ranks = (surface == Surface::Torus).then(|| self.board.ranks());
        self.jumps.iter().any(|&[_, short, long]| {
            let both = |on_files, on_ranks| {
                comes_to(files, on_files, around_files) && comes_to(ranks, on_ranks, around_ranks)
            };
            both(short, long) || both(long, short)
        })
    }
}

/// Does a jump, in either direction and round a side if it is joined, cover this distance?
const fn comes_to(distance: u32, jump: u32, around: Option<u32>) -> bool {
    match around {
        None => distance == jump,
        Some(side) => {
            let jump = jump % side;
            distance == jump || distance == (side - jump) % side
        }
    }
}
