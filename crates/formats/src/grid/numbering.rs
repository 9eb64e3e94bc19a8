//! A board with the steps of some of its squares.

use caracole_core::{Board, Path, Square};

use super::lex::Mark;
use super::rows::Picture;
use crate::error::{Fault, GridFault, Position, ReadError};

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
    /// Squares without a step, and the first of them.
    unknown: u64,
    first_unknown: Option<Square>,
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

    /// The board alone.
    pub(crate) fn into_board(self) -> Board {
        self.board
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

    /// The squares in the order of their steps; a fault if some have none.
    pub(crate) fn path(&self) -> Result<Path, Fault> {
        if let Some(square) = self.first_unknown {
            let square = self.board.name(square);
            return Err(GridFault::Unknown { square, count: self.unknown }.into());
        }
        // As many different steps as squares, none of them above their number: a whole tour.
        let mut path = vec![0; self.steps().count()];
        for (square, step) in self.steps() {
            path[step as usize - 1] = square.index() as u32;
        }
        Ok(Path::from_indices(path))
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
        let holes = marks().filter(|&(_, mark)| mark == Mark::Hole).map(|(square, _)| square);
        let board = given.map_or_else(|| bare.without(holes), Ok)?;
        let steps = vec![0; files * ranks * levels];
        let mut numbering = Self { board, steps, unknown: 0, first_unknown: None };
        let mut seen: Vec<Option<Square>> = vec![None; tally.squares as usize];
        for (square, mark) in marks() {
            let Some(number) = tally.step_of(mark) else {
                if mark != Mark::Hole {
                    numbering.unknown += 1;
                    numbering.first_unknown.get_or_insert(square);
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
fn frame(sides: [usize; 3], given: Option<&Board>) -> Result<(Board, [usize; 3]), Fault> {
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
    from_zero: bool,
}

impl Tally {
    fn of(marks: impl Iterator<Item = Mark>, first: Option<u8>) -> Self {
        let (mut squares, mut unknown, mut zeros, mut largest) = (0, 0, 0, 0);
        for mark in marks {
            match mark {
                Mark::Hole => continue,
                Mark::Unknown => unknown += 1,
                Mark::Number(0) => zeros += 1,
                Mark::Number(number) => largest = largest.max(u64::from(number)),
            }
            squares += 1;
        }
        let from_zero = first.map_or(zeros == 1 && largest < squares, |first| first == 0);
        Self { squares, unknown: if from_zero { unknown } else { unknown + zeros }, from_zero }
    }

    /// The step that a mark gives, counted from 0 here.
    fn step_of(&self, mark: Mark) -> Option<u64> {
        match mark {
            Mark::Number(number) => u64::from(number).checked_sub(u64::from(!self.from_zero)),
            Mark::Hole | Mark::Unknown => None,
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
