//! Long boards made short.

use caracole_core::{Board, File, Place, Problem, Rank, Square};

/// A problem on a board that lies on its long side, with some files taken out where nothing is
/// given.
#[derive(Debug)]
pub(super) struct Shortened {
    pub(super) problem: Problem,
    /// Files of the short board between which more are to be put in, from the left.
    pub(super) gaps: Vec<Gap>,
}

/// Neighbouring files of the short board without a given end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) first: u32,
    pub(super) width: u32,
    /// How many files were taken out here.
    pub(super) missing: u32,
}

/// How much is left of a gap: from `keep` files on, and a multiple of `period` is taken out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub(super) keep: u32,
    pub(super) period: u32,
}

impl Measure {
    /// How many files of a gap are left.
    const fn shorten(self, width: u32) -> u32 {
        match width.checked_sub(self.keep) {
            Some(more) => self.keep + more % self.period,
            None => width,
        }
    }
}

/// Distances from the corner `a1` along the long side of a board and across.
pub(super) const fn along_across(board: &Board, square: Square) -> (u32, u32) {
    let place = board.place(square);
    let (file, rank) = (place.file.index(), place.rank.index());
    if stands(board) { (rank, file) } else { (file, rank) }
}

/// Is the board higher than it is wide?
pub(super) const fn stands(board: &Board) -> bool {
    board.ranks() > board.files()
}

impl Shortened {
    pub(super) fn new(problem: &Problem, measure: Measure) -> Option<Self> {
        let board = problem.board();
        let long = board.files().max(board.ranks());
        let ends =
            [problem.start(), problem.end()].map(|end| end.map(|end| along_across(board, end)));
        let mut marks: Vec<u32> = ends.iter().flatten().map(|&(along, _)| along).collect();
        marks.sort_unstable();
        marks.dedup();
        marks.push(long);

        let mut gaps = Vec::new();
        // What lies before this file on the long board, and before that one on the short board.
        let (mut from, mut first) = (0, 0);
        let mut moved = Vec::new();
        for mark in marks {
            let width = measure.shorten(mark - from);
            if mark - from > width {
                gaps.push(Gap { first, width, missing: mark - from - width });
            }
            moved.push((mark, first + width));
            (from, first) = (mark.saturating_add(1), first + width + 1);
        }
        let new_place = |along| moved.iter().find(|&&(mark, _)| mark == along).map(|&(_, new)| new);

        let short = Board::rectangle(new_place(long)?, board.files().min(board.ranks())).ok()?;
        let [start, end] = ends.map(|end| {
            let (along, across) = end?;
            short.square(Place::flat(File::new(new_place(along)?), Rank::new(across)))
        });
        let mut shorter = Problem::new(short).of_kind(problem.kind());
        if let Some(start) = start {
            shorter = shorter.from(start).ok()?;
        }
        if let Some(end) = end {
            shorter = shorter.to(end).ok()?;
        }
        Some(Self { problem: shorter, gaps })
    }
}
