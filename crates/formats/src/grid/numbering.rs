//! A board with the steps of some of its squares.

use caracole_core::{Board, Moves, Path, Piece, Square};

use super::lex::Mark;
use super::rows::Picture;
use crate::Format;
use crate::error::{Fault, GridFault, Position, ReadError};
use crate::read::{Assumed, Reading};

/// A board, and the step of every square where it is known.
///
/// Every known step is a step of the board, and no step stands on two squares. A tour, a clue
/// puzzle and anything between them is a numbering.
///
/// ```
/// use caracole_formats::{ReadHint, grid};
///
/// let text = b"1 _ 7 _\n8 _ 2 5\n_ . 9 11";
/// let numbering = grid::read(text, &ReadHint::default())?;
/// let board = numbering.board();
/// assert_eq!(numbering.step(board.parse_square("c2")?), Some(2));
/// assert_eq!(numbering.step(board.parse_square("a1")?), None);
/// assert_eq!((numbering.steps().count(), numbering.unknown()), (7, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    board: Board,
    /// By square number, from 1; 0 for holes and what is unknown.
    steps: Vec<u32>,
    /// Squares without a step.
    unknown: u64,
    /// Whether holes of the board come from `.` in the grid, and steps were counted from 0.
    assumed: Assumed,
    /// Whether the base was guessed because every number from 0 occurs once.
    is_base_guessed: bool,
}

/// Rows of marks, top rank first, level by level.
pub(crate) trait Rows {
    /// Files, ranks and levels.
    fn sides(&self) -> Result<[usize; 3], ReadError>;
    /// The mark in a file of a row, rows counted from the top of the first level.
    fn mark(&self, row: usize, file: usize) -> Mark;
}

impl Rows for Picture {
    fn sides(&self) -> Result<[usize; 3], ReadError> {
        let files = self.row(0).len();
        for at in 1..self.rows.len() {
            let found = self.row(at).len();
            if found != files {
                let place = Position::line(u64::from(self.rows[at].line));
                return Err(ReadError::new(place, GridFault::Ragged { found, expected: files }));
            }
        }
        let (rows, blocks) = (self.rows.len(), self.blocks.len());
        let ranks = rows / blocks;
        // Rows with blank lines between them are still one board.
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
    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The step of a square, from 1, if it is known.
    pub fn step(&self, square: Square) -> Option<u32> {
        self.steps.get(square.index() as usize).copied().filter(|&step| step > 0)
    }

    /// All known steps with their squares, in the order of the squares.
    pub fn steps(&self) -> impl Iterator<Item = (Square, u32)> + '_ {
        let known = self.steps.iter().zip(0..).filter(|&(&step, _)| step > 0);
        known.map(|(&step, at)| (Square::from_index(at), step))
    }

    /// How many squares have no step.
    pub const fn unknown(&self) -> u64 {
        self.unknown
    }

    /// The numbered squares in order: all of a tour, or the first of one that was not finished. The
    /// numbers have no gaps.
    pub(crate) fn path(&self) -> Result<Path, Fault> {
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
            return Err(GridFault::Gap { missing: missing - below, number, square }.into());
        }
        match path.into_iter().collect::<Option<Vec<_>>>() {
            Some(path) if !path.is_empty() => Ok(Path::from_indices(path)),
            _ => Err(GridFault::NoNumbers.into()),
        }
    }

    /// The path of a piece, with what was assumed to read it.
    ///
    /// A grid of the numbers from 0 to one less than its squares is a tour that counts from 0, or one
    /// that counts from 1 and has `0` on its last unvisited square. It is the former if 0 and 1 are
    /// a move apart.
    pub(crate) fn into_reading(self, format: Format, piece: Piece) -> Result<Reading, Fault> {
        let mut path = self.path()?;
        let mut assumed = self.assumed;
        if self.is_base_guessed && self.unknown == 0 {
            let first: Vec<Square> = path.iter().take(2).collect();
            if let [zero, one] = first[..] {
                let moves = Moves::new(&piece, &self.board);
                if !moves.from(&self.board, zero).any(|to| to == one) {
                    path = path.iter().skip(1).collect();
                    assumed.from_zero = false;
                }
            }
        }
        let mut reading = Reading::new(format, self.board, piece, path);
        reading.assumed = assumed;
        Ok(reading)
    }

    /// Puts rows of marks on a board: the given one, or the one that they show. Steps are counted
    /// from `first`, or from where it seems.
    pub(crate) fn from_rows(
        rows: &impl Rows,
        given: Option<Board>,
        first: Option<u8>,
    ) -> Result<Self, ReadError> {
        let (bare, frame) = frame(rows.sides()?, given.as_ref())?;
        let [files, ranks, levels] = frame;
        let marks = || {
            (0..ranks * levels).flat_map(|row| {
                let rank = row / ranks * ranks + (ranks - 1 - row % ranks);
                (0..files).map(move |file| {
                    let square = Square::from_index((rank * files + file) as u64);
                    (square, rows.mark(row, file))
                })
            })
        };
        let tally = Tally::of(marks().map(|(_, mark)| mark), first);
        if tally.squares == 0 {
            return Err(GridFault::OnlyHoles.into());
        }
        let named = |square| bare.name(square);
        if let Some((square, _)) = marks().find(|(_, mark)| matches!(mark, Mark::Visit { .. })) {
            return Err(GridFault::SeveralKnights { square: named(square) }.into());
        }
        if first.is_none() && tally.has_minus_one && tally.zeros > 1 {
            let mut zeros = marks().filter(|(_, mark)| *mark == Mark::Number(0));
            let mut next = || zeros.next().map(|(square, _)| named(square)).unwrap_or_default();
            return Err(GridFault::ZeroAndMinusOne { squares: [next(), next()] }.into());
        }
        let infers_holes = given.is_none() && marks().any(|(_, mark)| mark == Mark::Hole);
        let holes = marks().filter(|&(_, mark)| mark == Mark::Hole).map(|(square, _)| square);
        let board = given.map_or_else(|| bare.without(holes), Ok)?;
        let steps = vec![0; files * ranks * levels];
        let assumed = Assumed { holes: infers_holes, from_zero: tally.from_zero };
        let is_base_guessed = first.is_none() && tally.from_zero;
        let mut numbering = Self { board, steps, unknown: 0, assumed, is_base_guessed };
        let mut seen: Vec<Option<Square>> = vec![None; tally.squares as usize];
        for (square, mark) in marks() {
            let Some(number) = tally.step_of(mark) else {
                if mark != Mark::Hole {
                    numbering.unknown += 1;
                }
                continue;
            };
            match seen.get_mut(number as usize) {
                Some(place @ None) => *place = Some(square),
                Some(Some(before)) => {
                    let squares = [numbering.board.name(*before), numbering.board.name(square)];
                    let (number, lost) = (tally.written(number), tally.lost(marks()));
                    return Err(GridFault::Repeated { number, squares, lost }.into());
                }
                None => {
                    let square = numbering.board.name(square);
                    let (number, lost) = (tally.written(number), tally.lost(marks()));
                    let squares = tally.squares;
                    return Err(GridFault::TooLarge { number, square, squares, lost }.into());
                }
            }
            numbering.steps[square.index() as usize] = number as u32 + 1;
        }
        Ok(numbering)
    }
}

/// The rectangle or box of the rows, and its sides: those of the given board, if they fit.
pub(super) fn frame(
    sides: [usize; 3],
    given: Option<&Board>,
) -> Result<(Board, [usize; 3]), Fault> {
    let [files, ranks, levels] = sides.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let bare = Board::cuboid(files, ranks, levels)?;
    if bare.area() > u64::from(u32::MAX) {
        return Err(caracole_core::BoardError::TooManySquares.into());
    }
    let Some(board) = given else {
        return Ok((bare, sides));
    };
    // One rank to a level, or levels without a blank line between, look like a flat board.
    let rows = |board: &Board| u64::from(board.ranks()) * u64::from(board.levels());
    if board.files() != files || rows(board) != rows(&bare) {
        let sides = |board: &Board| match board.levels() {
            1 => format!("{}x{}", board.files(), board.ranks()),
            levels => format!("{}x{}x{levels}", board.files(), board.ranks()),
        };
        return Err(GridFault::OtherSize { grid: sides(&bare), board: sides(board) }.into());
    }
    Ok((bare, [board.files(), board.ranks(), board.levels()].map(|side| side as usize)))
}

/// What the numbers say as a whole.
struct Tally {
    squares: u64,
    unknown: u64,
    zeros: u64,
    has_minus_one: bool,
    from_zero: bool,
}

impl Tally {
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

    /// The step that a mark gives, counted from 0 here.
    fn step_of(&self, mark: Mark) -> Option<u64> {
        match mark {
            Mark::Number(number) => u64::from(number).checked_sub(u64::from(!self.from_zero)),
            Mark::Hole | Mark::Unknown | Mark::MinusOne | Mark::Visit { .. } => None,
        }
    }

    /// A step counted from 0, as the text would write it.
    fn written(&self, step: u64) -> u64 {
        step + u64::from(!self.from_zero)
    }

    /// The first number that does not come, if every square has one.
    fn lost(&self, marks: impl Iterator<Item = (Square, Mark)>) -> Option<u64> {
        if self.unknown > 0 {
            return None;
        }
        let mut comes = vec![false; self.squares as usize];
        for (_, mark) in marks {
            if let Some(place) = self.step_of(mark).and_then(|step| comes.get_mut(step as usize)) {
                *place = true;
            }
        }
        comes.iter().position(|comes| !comes).map(|step| self.written(step as u64))
    }
}
