//! The short board that replaces a long one, and the sections of its tour.

use std::ops::Range;

use caracole_core::{Board, Coord, File, Kind, Path, Problem, Rank, Square};

use crate::{Decision, decide};

use super::super::sides::problem_with_ends;
use super::section::{Body, End, Explicit, Section, Strand, StripSquare};

/// A problem on a short horizontal board, from which files without given ends were removed.
#[derive(Debug)]
pub(super) struct Shortened {
    pub(super) problem: Problem,
    /// Gaps of the short board into which files are inserted, from the left.
    pub(super) gaps: Vec<Gap>,
}

/// Consecutive files of the short board without a given end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) first: u32,
    pub(super) width: u32,
    /// The number of removed files.
    pub(super) missing: u32,
}

/// The rule for the length of a gap: at least `keep` files stay, and a multiple of `period` is removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shortening {
    pub(super) keep: u32,
    pub(super) period: u32,
}

impl Shortening {
    /// Returns the number of files of a gap that stay.
    const fn apply(self, width: u32) -> u32 {
        match width.checked_sub(self.keep) {
            Some(more) => self.keep + more % self.period,
            None => width,
        }
    }
}

/// Returns the distances from the corner `a1` along the long side of a board and across.
pub(super) const fn along_across(board: &Board, square: Square) -> (u32, u32) {
    let place = board.coord(square);
    let (file, rank) = (place.file.index(), place.rank.index());
    if is_vertical(board) { (rank, file) } else { (file, rank) }
}

/// Returns true if the board has more ranks than files.
pub(super) const fn is_vertical(board: &Board) -> bool {
    board.ranks() > board.files()
}

impl Shortened {
    pub(super) fn new(problem: &Problem, shortening: Shortening) -> Option<Self> {
        let board = problem.board();
        let long = board.files().max(board.ranks());
        let ends = [problem.start_square(), problem.end_square()]
            .map(|end| end.map(|end| along_across(board, end)));
        let mut marks: Vec<u32> = ends.iter().flatten().map(|&(along, _)| along).collect();
        marks.sort_unstable();
        marks.dedup();
        marks.push(long);

        let mut gaps = Vec::new();
        // The first file of the gap on the long board and on the short board.
        let (mut from, mut first) = (0, 0);
        let mut moved = Vec::new();
        for mark in marks {
            let width = shortening.apply(mark - from);
            if mark - from > width {
                gaps.push(Gap { first, width, missing: mark - from - width });
            }
            moved.push((mark, first + width));
            (from, first) = (mark.saturating_add(1), first + width + 1);
        }
        let new_place = |along| moved.iter().find(|&&(mark, _)| mark == along).map(|&(_, new)| new);

        let short = Board::rectangle(new_place(long)?, board.files().min(board.ranks())).ok()?;
        let ends = ends.map(|end| {
            let (along, across) = end?;
            short.square(Coord::flat(File::new(new_place(along)?), Rank::new(across)))
        });
        Some(Self { problem: problem_with_ends(short, problem.kind(), ends)?, gaps })
    }
}

/// The maximum distance between a given end and a chosen one.
const MAX_DISTANCE: u32 = 6;

/// Returns the problem with both ends given, unless it asks for a closed tour or no pair is found.
///
/// With given ends, frontier dynamic programming is many times faster.
pub(super) fn fix_ends(problem: &Problem) -> Problem {
    let given = problem.start_square().or(problem.end_square());
    let board = problem.board();
    if problem.kind() == Kind::Closed || problem.start_square().and(problem.end_square()).is_some()
    {
        return problem.clone();
    }
    let first = given.map_or(0, |given| along_across(board, given).0);
    let with = |problem: &Problem, square: Square| match problem.start_square() {
        Some(_) => problem.clone().end(square).ok(),
        None => problem.clone().start(square).ok(),
    };
    let one_given: Vec<Problem> = match given {
        Some(_) => vec![problem.clone()],
        None => near(board, 0).filter_map(|square| with(problem, square)).collect(),
    };
    one_given
        .iter()
        .flat_map(|one| near(board, first).filter_map(move |square| with(one, square)))
        .find(|both| decide(both) == Decision::Exists)
        .unwrap_or_else(|| problem.clone())
}

/// Returns the squares near a file along the strip, and those near the short edges.
fn near(board: &Board, along: u32) -> impl Iterator<Item = Square> + '_ {
    let (long, short) = (board.files().max(board.ranks()), board.files().min(board.ranks()));
    let around = move |along: u32| {
        along.saturating_sub(MAX_DISTANCE)..long.min(along.saturating_add(MAX_DISTANCE))
    };
    let files = around(along).chain(around(0)).chain(around(long - 1));
    files.flat_map(move |along| {
        (0..short).filter_map(move |across| {
            let (file, rank) = if is_vertical(board) { (across, along) } else { (along, across) };
            board.square(Coord::flat(File::new(file), Rank::new(rank)))
        })
    })
}

/// A tour of a short board.
#[derive(Debug)]
pub(super) struct ShortTour {
    pub(super) ranks: u32,
    squares: Vec<StripSquare>,
    /// The moves across the cut before each file, in the order of the tour.
    crossings: Vec<Vec<Crossing>>,
}

/// A move across a cut: its left and right square, by their distance from the cut and their rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    left: (u32, u32),
    right: (u32, u32),
}

/// The pattern of a cut: its crossing moves in rising order, each with the index of the one to which the tour
/// joins it on the left side, or none if an end of the tour is there.
type CutPattern = Vec<(Crossing, Option<usize>)>;

/// A section that can be repeated any number of times, and the number of repetitions.
#[derive(Clone, Debug)]
pub(super) struct Repeat {
    pub(super) files: Range<u32>,
    pub(super) times: u32,
}

impl ShortTour {
    /// Returns the tour of a horizontal board.
    pub(super) fn new(board: &Board, path: &Path) -> Self {
        let squares = path.iter().map(|square| {
            let place = board.coord(square);
            StripSquare { along: place.file.index(), across: place.rank.index() }
        });
        let squares: Vec<StripSquare> = squares.collect();
        let mut crossings = vec![Vec::new(); board.files() as usize + 1];
        for pair in squares.windows(2) {
            let (left, right) =
                (pair[0].along.min(pair[1].along), pair[0].along.max(pair[1].along));
            for cut in left + 1..=right {
                crossings[cut as usize].extend(crossing(pair[0], pair[1], cut));
            }
        }
        Self { ranks: board.ranks(), squares, crossings }
    }

    fn sorted_crossings(&self, cut: u32) -> Vec<Crossing> {
        let mut crossings = self.crossings[cut as usize].clone();
        crossings.sort_unstable();
        crossings
    }

    fn pattern(&self, cut: u32) -> CutPattern {
        let sorted = self.sorted_crossings(cut);
        let walked = &self.crossings[cut as usize];
        // The tour changes sides at each crossing.
        let begins_left = self.squares.first().is_some_and(|square| square.along < cut);
        let mate = |crossing: &Crossing| {
            let at = walked.iter().position(|other| other == crossing)?;
            let comes_from_left = at.is_multiple_of(2) == begins_left;
            let mate = if comes_from_left { at.checked_sub(1)? } else { at + 1 };
            sorted.binary_search(walked.get(mate)?).ok()
        };
        sorted.iter().map(|crossing| (*crossing, mate(crossing))).collect()
    }

    /// Returns a section of a gap whose two cuts have the same pattern, and whose width divides the number of
    /// missing files.
    ///
    /// The tour left of either cut joins the same crossing moves. So a repetition of the section keeps all
    /// joins, and the result is one tour. The section contains no end of the tour.
    pub(super) fn repeat(&self, gap: Gap) -> Option<Repeat> {
        // Sections have at least two files, so that no move crosses both of their cuts.
        let cuts = gap.first + 2..(gap.first + gap.width).saturating_sub(1);
        let patterns: Vec<CutPattern> = cuts.clone().map(|cut| self.pattern(cut)).collect();
        let ends = [self.squares.first()?.along, self.squares.last()?.along];
        (2..gap.width).filter(|width| gap.missing.is_multiple_of(*width)).find_map(|width| {
            let mut pairs =
                patterns.iter().zip(patterns.iter().skip(width as usize)).zip(cuts.clone());
            pairs.find_map(|((left, right), first)| {
                let files = first..first + width;
                let fits = left == right && !ends.iter().any(|end| files.contains(end));
                fits.then(|| Repeat { files, times: gap.missing / width })
            })
        })
    }

    /// Returns the explicit section of some files.
    pub(super) fn section(&self, files: Range<u32>) -> Section {
        let cuts = [files.start, files.end].map(|cut| self.sorted_crossings(cut));
        let end = |from: StripSquare, to: StripSquare| {
            let number = |cut: usize, at: u32| {
                crossing(from, to, at).and_then(|crossing| cuts[cut].binary_search(&crossing).ok())
            };
            number(0, files.start).map(End::Left).or_else(|| number(1, files.end).map(End::Right))
        };
        let is_here = |square: &StripSquare| files.contains(&square.along);
        let mut strands = Vec::new();
        let mut strand_squares = Vec::new();
        let mut step = 0;
        for run in self.squares.chunk_by(|a, b| is_here(a) == is_here(b)) {
            let next = step + run.len();
            if is_here(&run[0]) {
                let before =
                    step.checked_sub(1).and_then(|before| end(self.squares[before], run[0]));
                let after =
                    self.squares.get(next).and_then(|&after| end(run[run.len() - 1], after));
                let ends = [before.unwrap_or(End::Start), after.unwrap_or(End::Finish)];
                strands.push(Strand { len: run.len() as u64, ends });
                let here = |square: &StripSquare| StripSquare {
                    along: square.along - files.start,
                    ..*square
                };
                strand_squares.push(run.iter().map(here).collect());
            }
            step = next;
        }
        let body = Body::Explicit(Explicit::new(self.ranks, &strand_squares));
        Section { width: files.end - files.start, strands: strands.into(), body }
    }
}

/// Returns the move between two squares as a crossing of a cut, if it crosses it.
fn crossing(a: StripSquare, b: StripSquare, cut: u32) -> Option<Crossing> {
    let (left, right) = if a.along < b.along { (a, b) } else { (b, a) };
    let from = cut.checked_sub(left.along + 1)?;
    let to = right.along.checked_sub(cut)?;
    Some(Crossing { left: (from, left.across), right: (to, right.across) })
}
