//! Tours of thin boards of any length as a formula: strip decomposition.

mod section;
mod shortened;

use std::ops::Range;

use caracole_core::{Board, Coord, File, Formula, Problem, Rank};
use caracole_verify::StopCause;

use crate::run::Answer;
use crate::{Decision, Run, decide};

use super::frontier_dp;
use super::outcome::{Construction, path_along};
use section::{Body, Chain, Explicit, Section, Strand, StrandPosition, StripSquare};
use shortened::{ShortTour, Shortened, Shortening, fix_ends, is_vertical};

/// The maximum number of ranks. With more, frontier dynamic programming takes too long.
const MAX_RANKS: u32 = 5;

/// The rules for the length of the short board, tried in this order. The first one nearly always succeeds,
/// because most tours found by frontier dynamic programming have a period of 2, 4, 8 or 12 files.
const SHORTENINGS: [Shortening; 3] = [
    Shortening { keep: 40, period: 24 },
    Shortening { keep: 60, period: 120 },
    Shortening { keep: 120, period: 840 },
];

/// A tour of a thin board of any length: a strip decomposition into sections.
///
/// A short board replaces the long one: files far from the edges and the given ends are removed. Frontier
/// dynamic programming finds a tour of the short board. Two equal cuts through that tour bound a section that
/// can be repeated any number of times to reach the full length.
///
/// The sections form a grammar: short sections list their squares, and a repeated section is a chain of 32
/// sections, each of which is again a chain of 32. This takes about ten kilobytes, and time logarithmic in the
/// length to find the square of a step or the step of a square.
#[derive(Debug)]
pub(super) struct StripTour {
    board: Board,
    /// Each section comes after its parts. The last one is the whole board.
    sections: Vec<Section>,
}

/// Returns a tour of a board with a side of at most 5.
///
/// `None` for other boards, without a tour, and if no section of the tours of the short boards can be repeated.
pub(super) fn strip_tour(
    problem: &Problem,
    run: &mut Run<'_>,
) -> Result<Option<StripTour>, StopCause> {
    let board = problem.board();
    if board.files().min(board.ranks()) > MAX_RANKS || decide(problem) != Decision::Exists {
        return Ok(None);
    }
    let problem = fix_ends(problem);
    for shortening in SHORTENINGS {
        let Some(short) = Shortened::new(&problem, shortening) else { continue };
        let path = match frontier_dp::solve(&short.problem, run)? {
            Construction::Links(links) => path_along(&short.problem, &links),
            Construction::Answer(Answer::Tour(path)) => path,
            _ => continue,
        };
        let short_tour = ShortTour::new(short.problem.board(), &path);
        if let Some(strip_tour) = StripTour::new(board, &short_tour, &short) {
            return Ok(Some(strip_tour));
        }
    }
    Ok(None)
}

/// The maximum number of files of an explicit section: its squares fit into the innermost cache.
const EXPLICIT_FILES: u32 = 384;
/// The number of equal sections of a chain.
const RADIX: u32 = 32;

impl StripTour {
    /// Extends the tour of a short board to the long one.
    fn new(board: &Board, short_tour: &ShortTour, short: &Shortened) -> Option<Self> {
        let mut sections = Vec::new();
        let mut parts = Vec::new();
        let mut from = 0;
        for &gap in &short.gaps {
            let repeat = short_tour.repeat(gap)?;
            sections.push(short_tour.section(from..repeat.files.end));
            parts.push(sections.len() - 1);
            from = repeat.files.end;
            sections.push(short_tour.section(repeat.files));
            parts.extend(repeated(&mut sections, repeat.times, short_tour.ranks)?);
        }
        sections.push(short_tour.section(from..short.problem.board().files()));
        parts.push(sections.len() - 1);
        let whole = Section::chain(&sections, &parts)?;
        if !matches!(*whole.strands, [Strand { len, .. }] if len == board.area()) {
            return None;
        }
        sections.push(whole);
        Some(Self { board: board.clone(), sections })
    }
}

/// Repeats the last section `times` times. Returns the sections of the result, from the left.
fn repeated(sections: &mut Vec<Section>, times: u32, ranks: u32) -> Option<Vec<usize>> {
    let one = sections.len() - 1;
    let copies = (EXPLICIT_FILES / sections[one].width).max(1);
    let mut parts = Vec::new();
    let mut left = times / copies;
    if !times.is_multiple_of(copies) {
        sections.push(Section::repeated_explicitly(sections, one, times % copies, ranks)?);
        parts.push(sections.len() - 1);
    }
    if left > 0 {
        sections.push(Section::repeated_explicitly(sections, one, copies, ranks)?);
    }
    while left > 0 {
        let wide = sections.len() - 1;
        parts.extend((0..left % RADIX).map(|_| wide));
        left /= RADIX;
        if left > 0 {
            sections.push(Section::chain(sections, &[wide; RADIX as usize])?);
        }
    }
    Some(parts)
}

/// An upper bound for the depth of nested chains: each is 32 times as wide as the next, and the board is
/// another chain.
const DEPTH: usize = 8;

impl Formula for StripTour {
    fn board(&self) -> &Board {
        &self.board
    }

    fn coord_at(&self, step: u64) -> Coord {
        let strand_part = self.strand_part(step - 1);
        let next = if strand_part.is_reversed {
            strand_part.squares.last()
        } else {
            strand_part.squares.first()
        };
        self.place(strand_part.first, next.copied().unwrap_or(StripSquare { along: 0, across: 0 }))
    }

    fn step_of(&self, place: Coord) -> u64 {
        let spot = self.spot(place);
        let placed = self.placed_section(spot.along);
        let (strand, at) = placed.strand(spot);
        placed.position(strand).outer(at) + 1
    }

    fn walk(&self, step: u64, places: &mut [Coord]) {
        let (mut step, mut places) = (step - 1, places);
        while !places.is_empty() {
            let strand_part = self.strand_part(step);
            let (now, later) = places.split_at_mut(strand_part.squares.len().min(places.len()));
            let place = |spot: &StripSquare| self.place(strand_part.first, *spot);
            if strand_part.is_reversed {
                fill(now, strand_part.squares.iter().rev().map(place));
            } else {
                fill(now, strand_part.squares.iter().map(place));
            }
            step += now.len() as u64;
            places = later;
        }
    }

    fn steps_of(&self, places: &[Coord], steps: &mut [u64]) {
        let mut reader = Reader::new(self);
        fill(steps, places.iter().map(|&place| reader.step_of(place)));
    }

    fn number_rank(&self, rank: Rank, file: File, steps: &mut [u64]) {
        fill(steps, self.steps_along(rank, file));
    }

    fn number_rank_u32(&self, rank: Rank, file: File, steps: &mut [u32]) {
        fill(steps, self.steps_along(rank, file).map(|step| step as u32));
    }
}

fn fill<T>(slots: &mut [T], values: impl Iterator<Item = T>) {
    for (slot, value) in slots.iter_mut().zip(values) {
        *slot = value;
    }
}

impl StripTour {
    /// Returns the steps of the squares of a rank, from a file on.
    fn steps_along(&self, rank: Rank, file: File) -> impl Iterator<Item = u64> + '_ {
        let mut reader = Reader::new(self);
        (file.index()..).map(move |file| reader.step_of(Coord::flat(File::new(file), rank)))
    }

    /// Returns the rest of an explicit strand from a step on, counted from 0.
    fn strand_part(&self, step: u64) -> StrandPart<'_> {
        let (mut section, mut strand, mut at) = (self.sections.len() - 1, 0, step);
        let (mut first, mut is_reversed) = (0, false);
        loop {
            match &self.sections[section].body {
                Body::Explicit(explicit) => {
                    let (squares, at) = (explicit.strand(strand), at as usize);
                    let squares = if is_reversed { &squares[..=at] } else { &squares[at..] };
                    return StrandPart { squares, first, is_reversed };
                }
                Body::Chain(chain) => {
                    let piece = chain.piece(strand, at);
                    let child = chain.child(piece.child);
                    at = piece.inner(at);
                    is_reversed ^= piece.is_reversed;
                    first += child.along;
                    (section, strand) = (child.section, piece.strand.into());
                }
            }
        }
    }

    /// Returns the explicit section that contains a file along the strip.
    fn placed_section(&self, along: u32) -> PlacedSection<'_> {
        let mut section = self.sections.len() - 1;
        let mut within = [None; DEPTH];
        let mut first = 0;
        let mut depth = 0;
        loop {
            let found = &self.sections[section];
            match &found.body {
                Body::Explicit(explicit) => {
                    let files = first..first + found.width;
                    return PlacedSection { explicit, files, strands: found.strands.len(), within };
                }
                Body::Chain(chain) => {
                    let child = chain.child_at(along - first);
                    within[depth] = Some((chain, child));
                    depth += 1;
                    first += chain.child(child).along;
                    section = chain.child(child).section;
                }
            }
        }
    }

    const fn place(&self, first: u32, StripSquare { along, across }: StripSquare) -> Coord {
        let along = first + along;
        let (file, rank) = if is_vertical(&self.board) { (across, along) } else { (along, across) };
        Coord::flat(File::new(file), Rank::new(rank))
    }

    const fn spot(&self, place: Coord) -> StripSquare {
        let (file, rank) = (place.file.index(), place.rank.index());
        if is_vertical(&self.board) {
            StripSquare { along: rank, across: file }
        } else {
            StripSquare { along: file, across: rank }
        }
    }
}

/// The rest of an explicit strand, from a square on.
struct StrandPart<'a> {
    /// The next square is the first one, or the last one if the strand is reversed.
    squares: &'a [StripSquare],
    first: u32,
    is_reversed: bool,
}

/// An explicit section at its place on the board.
struct PlacedSection<'a> {
    explicit: &'a Explicit,
    /// Its files, counted along the strip.
    files: Range<u32>,
    strands: usize,
    /// The chains that contain it, the widest first, each with the index of its child.
    within: [Option<(&'a Chain, u32)>; DEPTH],
}

impl PlacedSection<'_> {
    /// Returns the strand of a square of the board and the index of the square in it.
    fn strand(&self, spot: StripSquare) -> (usize, u64) {
        self.explicit.position(StripSquare { along: spot.along - self.files.start, ..spot })
    }

    /// Returns the position of a strand in the tour.
    fn position(&self, strand: usize) -> StrandPosition {
        let around = self.within.iter().rev().flatten();
        around.fold(StrandPosition::of(strand), |position, (chain, child)| {
            position.within(chain.position(*child, position.strand.into()))
        })
    }
}

/// Finds the steps of nearby squares, and caches the positions of strands.
struct Reader<'a> {
    strip_tour: &'a StripTour,
    placed: PlacedSection<'a>,
    positions: Vec<Option<StrandPosition>>,
}

impl<'a> Reader<'a> {
    fn new(strip_tour: &'a StripTour) -> Self {
        let placed = strip_tour.placed_section(0);
        Self { strip_tour, positions: vec![None; placed.strands], placed }
    }

    fn step_of(&mut self, place: Coord) -> u64 {
        let spot = self.strip_tour.spot(place);
        if !self.placed.files.contains(&spot.along) {
            self.placed = self.strip_tour.placed_section(spot.along);
            self.positions.clear();
            self.positions.resize(self.placed.strands, None);
        }
        let (strand, at) = self.placed.strand(spot);
        let position = self.positions[strand].get_or_insert_with(|| self.placed.position(strand));
        position.outer(at) + 1
    }
}

#[cfg(test)]
mod tests;
