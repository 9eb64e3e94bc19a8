//! Numberings: boards with the steps of some of their squares.

use std::collections::BTreeMap;

use caracole_core::{Board, BoardError, Moves, Path, Piece, Square};

use super::knight_name;
use super::lexer::Mark;
use super::rows::TextGrid;
use crate::Format;
use crate::documents::cover_problem;
use crate::error::{GridError, Position, ReadError, ReadErrorKind};
use crate::json::ParsedCover;
use crate::read::{Assumptions, ParsedTour};

/// A board and the known steps of its squares.
///
/// Every known step is a step of the board, and no two squares have the same step. Tours, clue
/// puzzles and everything in between are numberings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbering {
    board: Board,
    /// By square, from 1; 0 for holes and unknown steps.
    steps: Vec<u32>,
    /// The number of squares without a step.
    pub(super) unknown: u64,
    assumed: Assumptions,
    /// Whether the base was inferred because every number from 0 occurs once.
    is_base_inferred: bool,
}

/// Rows of marks, top rank first, level by level.
pub(crate) trait MarkGrid {
    /// Returns the numbers of files, ranks and levels.
    fn sides(&self) -> Result<[usize; 3], ReadError>;
    /// Returns the mark in a file of a row. Rows are counted from the top of the first level.
    fn mark(&self, row: usize, file: usize) -> Mark;
}

impl MarkGrid for TextGrid {
    fn sides(&self) -> Result<[usize; 3], ReadError> {
        let files = self.row(0).len();
        for at in 1..self.rows.len() {
            let found = self.row(at).len();
            if found != files {
                let place = Position::line(u64::from(self.rows[at].line));
                return Err(ReadError::new(place, GridError::Ragged { found, expected: files }));
            }
        }
        let (rows, blocks) = (self.rows.len(), self.blocks.len());
        let ranks = rows / blocks;
        // Single rows with blank lines between them are one level.
        let are_levels =
            ranks > 1 && self.blocks.iter().enumerate().all(|(at, &first)| first == at * ranks);
        Ok(if are_levels && ranks * blocks == rows {
            [files, ranks, blocks]
        } else {
            [files, rows, 1]
        })
    }

    fn mark(&self, row: usize, file: usize) -> Mark {
        self.marks[self.rows[row].start + file]
    }
}

impl Numbering {
    /// Returns the board.
    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns all known steps with their squares, in the order of the squares.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Square, u32)> + '_ {
        let known = self.steps.iter().zip(0..).filter(|&(&step, _)| step > 0);
        known.map(|(&step, at)| (Square::from_index(at), step))
    }

    /// Returns the numbered squares in order. An unfinished tour has fewer than the board, but the
    /// numbers must have no gaps.
    fn path(&self) -> Result<Path, ReadErrorKind> {
        let known = self.steps().count();
        let mut path = vec![None; known];
        let mut beyond = None;
        for (square, step) in self.steps() {
            match path.get_mut(step as usize - 1) {
                Some(place) => *place = Some(square.index() as u32),
                None => beyond = Some((square, step)),
            }
        }
        let below = u64::from(self.assumed.from_zero);
        if let Some((square, step)) = beyond {
            let missing = path.iter().position(Option::is_none).unwrap_or(known) as u64 + 1;
            let (square, number) = (self.board.name(square), u64::from(step) - below);
            return Err(GridError::Gap { missing: missing - below, number, square }.into());
        }
        match path.into_iter().collect::<Option<Vec<_>>>() {
            Some(path) if !path.is_empty() => Ok(Path::from_indices(path)),
            _ => Err(GridError::NoNumbers.into()),
        }
    }

    /// Returns the numbering as a tour.
    ///
    /// A grid with every number from 0 is a tour that counts from 0, or one that counts from 1 and has
    /// `0` on its last unvisited square. It is the former if 0 and 1 are a move apart.
    pub(crate) fn into_tour(
        self,
        format: Format,
        piece: Piece,
    ) -> Result<ParsedTour, ReadErrorKind> {
        let mut path = self.path()?;
        let mut assumed = self.assumed;
        if self.is_base_inferred && self.unknown == 0 {
            let first: Vec<Square> = path.iter().take(2).collect();
            if let [zero, one] = first[..] {
                let moves = Moves::new(&piece, &self.board);
                if !moves.from(&self.board, zero).any(|to| to == one) {
                    path = path.iter().skip(1).collect();
                    assumed.from_zero = false;
                }
            }
        }
        let mut tour = ParsedTour::new(format, self.board, piece, path);
        tour.assumed = assumed;
        Ok(tour)
    }

    /// Reads marks on a board: the given one, or the one that they show. `first` is the number of the
    /// first step, inferred if `None`.
    pub(crate) fn from_marks(
        grid: &impl MarkGrid,
        given: Option<Board>,
        first: Option<u8>,
    ) -> Result<Self, ReadError> {
        let (bare, sides) = bare_board(grid.sides()?, given.as_ref())?;
        let marks = || marks(grid, sides);
        let counts = MarkCounts::of(marks().map(|(_, mark)| mark), first);
        if counts.squares == 0 {
            return Err(GridError::OnlyHoles.into());
        }
        if let Some((square, _)) = marks().find(|(_, mark)| matches!(mark, Mark::Visit { .. })) {
            return Err(GridError::SeveralKnights { square: bare.name(square) }.into());
        }
        if first.is_none() && counts.has_minus_one && counts.zeros > 1 {
            let mut zeros = marks().filter(|(_, mark)| *mark == Mark::Number(0));
            let mut next = || zeros.next().map(|(square, _)| bare.name(square)).unwrap_or_default();
            return Err(GridError::ZeroAndMinusOne { squares: [next(), next()] }.into());
        }
        let infers_holes = given.is_none() && marks().any(|(_, mark)| mark == Mark::Hole);
        let holes = marks().filter(|&(_, mark)| mark == Mark::Hole).map(|(square, _)| square);
        let board = given.map_or_else(|| bare.without(holes), Ok)?;
        let steps = vec![0; sides.iter().product()];
        let assumed = Assumptions { holes: infers_holes, from_zero: counts.from_zero };
        let is_base_inferred = first.is_none() && counts.from_zero;
        let mut numbering = Self { board, steps, unknown: 0, assumed, is_base_inferred };
        let mut seen: Vec<Option<Square>> = vec![None; counts.squares as usize];
        for (square, mark) in marks() {
            let Some(number) = counts.step_of(mark) else {
                if mark != Mark::Hole {
                    numbering.unknown += 1;
                }
                continue;
            };
            match seen.get_mut(number as usize) {
                Some(place @ None) => *place = Some(square),
                Some(Some(before)) => {
                    let squares = [numbering.board.name(*before), numbering.board.name(square)];
                    let (number, missing) = (counts.written(number), counts.first_missing(marks()));
                    return Err(GridError::Repeated { number, squares, missing }.into());
                }
                None => {
                    let square = numbering.board.name(square);
                    let (number, missing) = (counts.written(number), counts.first_missing(marks()));
                    let squares = counts.squares;
                    return Err(GridError::TooLarge { number, square, squares, missing }.into());
                }
            }
            numbering.steps[square.index() as usize] = number as u32 + 1;
        }
        Ok(numbering)
    }
}

/// Returns the squares of a grid with their marks.
fn marks(
    grid: &impl MarkGrid,
    [files, ranks, levels]: [usize; 3],
) -> impl Iterator<Item = (Square, Mark)> {
    (0..ranks * levels).flat_map(move |row| {
        let rank = row / ranks * ranks + (ranks - 1 - row % ranks);
        (0..files).map(move |file| {
            (Square::from_index((rank * files + file) as u64), grid.mark(row, file))
        })
    })
}

/// Returns the rectangle or box of the rows without holes, and its sides. These are the sides of the
/// given board, which must fit.
fn bare_board(
    sides: [usize; 3],
    given: Option<&Board>,
) -> Result<(Board, [usize; 3]), ReadErrorKind> {
    let [files, ranks, levels] = sides.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let bare = Board::cuboid(files, ranks, levels)?;
    if bare.area() > u64::from(u32::MAX) {
        return Err(BoardError::TooManySquares.into());
    }
    let Some(board) = given else {
        return Ok((bare, sides));
    };
    // Levels with one rank, or without a blank line between, look like a flat board.
    let rows = |board: &Board| u64::from(board.ranks()) * u64::from(board.levels());
    if board.files() != files || rows(board) != rows(&bare) {
        let sides = |board: &Board| match board.levels() {
            1 => format!("{}x{}", board.files(), board.ranks()),
            levels => format!("{}x{}x{levels}", board.files(), board.ranks()),
        };
        return Err(GridError::OtherSize { grid: sides(&bare), board: sides(board) }.into());
    }
    Ok((bare, [board.files(), board.ranks(), board.levels()].map(|side| side as usize)))
}

/// Statistics of the marks of a grid.
struct MarkCounts {
    squares: u64,
    unknown: u64,
    zeros: u64,
    has_minus_one: bool,
    from_zero: bool,
}

impl MarkCounts {
    fn of(marks: impl Iterator<Item = Mark>, first: Option<u8>) -> Self {
        let (mut squares, mut unknown, mut zeros, mut largest) = (0, 0, 0, 0);
        let mut has_minus_one = false;
        for mark in marks {
            match mark {
                Mark::Hole => continue,
                Mark::MinusOne => {
                    has_minus_one = true;
                    unknown += 1;
                }
                Mark::Unknown | Mark::Visit { .. } => unknown += 1,
                Mark::Number(0) => zeros += 1,
                Mark::Number(number) => largest = largest.max(u64::from(number)),
            }
            squares += 1;
        }
        let from_zero = first.map_or(zeros == 1 && largest < squares, |first| first == 0);
        let unknown = if from_zero { unknown } else { unknown + zeros };
        Self { squares, unknown, zeros, has_minus_one, from_zero }
    }

    /// Returns the step of a mark, counted from 0.
    fn step_of(&self, mark: Mark) -> Option<u64> {
        match mark {
            Mark::Number(number) => u64::from(number).checked_sub(u64::from(!self.from_zero)),
            Mark::Hole | Mark::Unknown | Mark::MinusOne | Mark::Visit { .. } => None,
        }
    }

    /// Returns the number that the grid has for a step counted from 0.
    fn written(&self, step: u64) -> u64 {
        step + u64::from(!self.from_zero)
    }

    /// Returns the first missing number, if every square has a number.
    fn first_missing(&self, marks: impl Iterator<Item = (Square, Mark)>) -> Option<u64> {
        if self.unknown > 0 {
            return None;
        }
        let mut occurs = vec![false; self.squares as usize];
        for (_, mark) in marks {
            if let Some(place) = self.step_of(mark).and_then(|step| occurs.get_mut(step as usize)) {
                *place = true;
            }
        }
        occurs.iter().position(|occurs| !occurs).map(|step| self.written(step as u64))
    }
}

/// Reads the paths of several knights: `12B` is step 12 of knight B.
pub(super) fn read_cover(
    grid: &TextGrid,
    given: Option<Board>,
    piece: Piece,
) -> Result<(ParsedCover, Assumptions), ReadError> {
    let (bare, sides) = bare_board(grid.sides()?, given.as_ref())?;
    let mut visits_by_letter: BTreeMap<u32, Vec<(u32, Square)>> = BTreeMap::new();
    let mut holes = Vec::new();
    for (square, mark) in marks(grid, sides) {
        match mark {
            Mark::Hole => holes.push(square),
            Mark::Unknown | Mark::MinusOne => {}
            Mark::Number(number) => {
                let square = bare.name(square);
                return Err(GridError::NoKnight { number, square }.into());
            }
            Mark::Visit { knight, step } => {
                visits_by_letter.entry(knight).or_default().push((step, square));
            }
        }
    }
    let from_zero = visits_by_letter.values().flatten().any(|&(step, _)| step == 0);
    let assumed = Assumptions { holes: given.is_none() && !holes.is_empty(), from_zero };
    let board = given.map_or_else(|| bare.without(holes), Ok)?;
    let first = u32::from(!from_zero);
    let mut paths = Vec::new();
    for (knight, (letter, mut visits)) in (0..).zip(visits_by_letter) {
        let error = |step: u32, count: usize| GridError::KnightSteps {
            step: step.into(),
            knight: knight_name(knight),
            count: count as u64,
        };
        if letter != knight {
            return Err(error(first, 0).into());
        }
        visits.sort_unstable_by_key(|&(step, _)| step);
        for (&(step, _), expected) in visits.iter().zip(first..) {
            if step != expected {
                let step = step.min(expected);
                let count = visits.iter().filter(|&&(other, _)| other == step).count();
                return Err(error(step, count).into());
            }
        }
        paths.push(visits.into_iter().map(|(_, square)| square).collect::<Path>());
    }
    let problem = cover_problem(board, piece, paths.len() as u32)?;
    Ok((ParsedCover { problem, paths }, assumed))
}
