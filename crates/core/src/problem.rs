//! One question: a board, a piece, a kind of tour, and what is fixed.

mod error;

use std::collections::BTreeMap;

use crate::{Board, Moves, Piece, Square, SquareError};

pub use error::ProblemError;

/// Which tours answer a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Open or closed.
    #[default]
    Any,
    /// The ends must be a move apart, so that the tour can be walked round and round. It takes
    /// three squares at least, for the move home must be another than the one out.
    Closed,
    /// The ends must not be a move apart.
    Open,
}

/// A problem: everything Caracole answers is an answer to one of these.
///
/// Steps are counted from 1. A start is a clue for step 1, an end a clue for the last step.
///
/// ```
/// use caracole_core::Problem;
///
/// let problem = Problem::new("8x8".parse()?).closed().from("e4")?.clue("f6", 2)?;
/// assert_eq!(problem.start(), problem.clue_at(1));
/// assert_eq!(problem.clues().count(), 2);
/// assert!(problem.clue("e4", 7).is_err(), "e4 is step 1 already");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    board: Board,
    piece: Piece,
    kind: Kind,
    /// By step. No square stands at two steps.
    clues: BTreeMap<u64, Square>,
    /// Smaller square first; sorted, none twice; none in both lists.
    used: Vec<(Square, Square)>,
    avoided: Vec<(Square, Square)>,
    knights: Knights,
}

/// How many knights share the board. One makes a tour, several a cover.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Knights {
    One,
    Several {
        count: u32,
        /// Sorted, none twice, no more than there are knights.
        starts: Box<[Square]>,
    },
}

impl Problem {
    /// Any knight's tour of the board.
    pub const fn new(board: Board) -> Self {
        Self::with_piece(board, Piece::KNIGHT)
    }

    /// Any tour of the board by a piece.
    pub const fn with_piece(board: Board, piece: Piece) -> Self {
        Self {
            board,
            piece,
            kind: Kind::Any,
            clues: BTreeMap::new(),
            used: Vec::new(),
            avoided: Vec::new(),
            knights: Knights::One,
        }
    }

    /// Demands a closed tour.
    #[must_use]
    pub fn closed(self) -> Self {
        self.of_kind(Kind::Closed)
    }

    /// Demands a tour whose ends are not a move apart.
    #[must_use]
    pub fn open(self) -> Self {
        self.of_kind(Kind::Open)
    }

    /// Demands a tour of this kind. Open and closed are words for the tour of one knight, so with
    /// them one knight is left of several.
    #[must_use]
    pub fn of_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        if kind != Kind::Any {
            self.knights = Knights::One;
        }
        self
    }

    /// Fixes the first square.
    pub fn from(self, start: impl SquareArg) -> Result<Self, ProblemError> {
        let start = start.on(&self.board)?;
        if self.start() == Some(start) { Ok(self) } else { self.fix(start, 1) }
    }

    /// Fixes the last square.
    pub fn to(self, end: impl SquareArg) -> Result<Self, ProblemError> {
        let end = end.on(&self.board)?;
        let last = self.board.len();
        if self.end() == Some(end) { Ok(self) } else { self.fix(end, last) }
    }

    /// Fixes the step of a square, counted from 1.
    pub fn clue(self, square: impl SquareArg, step: u64) -> Result<Self, ProblemError> {
        let square = square.on(&self.board)?;
        self.fix(square, step)
    }

    fn fix(mut self, square: Square, step: u64) -> Result<Self, ProblemError> {
        if self.knights() > 1 {
            return Err(ProblemError::OneKnightOnly);
        }
        let name = || self.board.name(square);
        let last = self.board.len();
        if !(1..=last).contains(&step) {
            return Err(ProblemError::NoSuchStep { square: name(), step, last });
        }
        if let Some((&before, _)) = self.clues.iter().find(|&(_, &other)| other == square) {
            return Err(ProblemError::SquareTwice { square: name(), steps: [before, step], last });
        }
        if let Some(&before) = self.clues.get(&step) {
            let squares = [self.board.name(before), name()];
            return Err(ProblemError::StepTwice { step, squares, last });
        }
        self.clues.insert(step, square);
        Ok(self)
    }

    /// Demands that the tour makes the move between two squares, in either direction.
    pub fn using(mut self, a: impl SquareArg, b: impl SquareArg) -> Result<Self, ProblemError> {
        let pair = self.legal_move(a, b)?;
        insert_sorted(&mut self.used, pair);
        self.without_conflict(pair)
    }

    /// Forbids the move between two squares, in either direction.
    pub fn avoiding(mut self, a: impl SquareArg, b: impl SquareArg) -> Result<Self, ProblemError> {
        let pair = self.legal_move(a, b)?;
        insert_sorted(&mut self.avoided, pair);
        self.without_conflict(pair)
    }

    /// Asks for several knights, whose paths cover the board together, each square once. Some of
    /// them, or all, start on given squares; which knight is which does not matter.
    ///
    /// A knight takes one square at least. Kinds of tours, first and last squares and clues belong
    /// to one knight alone, and are refused with several.
    ///
    /// ```
    /// use caracole_core::Problem;
    ///
    /// let problem = Problem::new("4x4".parse()?).with_knights(2, ["a1"])?;
    /// assert_eq!((problem.knights(), problem.knights_from().len()), (2, 1));
    /// assert!(problem.clone().from("d4").is_err() && problem.with_knights(17, ["a1"]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_knights<S: SquareArg>(
        mut self,
        count: u32,
        from: impl IntoIterator<Item = S>,
    ) -> Result<Self, ProblemError> {
        let squares = self.board.len();
        if count == 0 || u64::from(count) > squares {
            return Err(ProblemError::Knights { count, squares });
        }
        let mut starts = Vec::new();
        for start in from {
            starts.push(start.on(&self.board)?);
        }
        if starts.len() > count as usize {
            return Err(ProblemError::Starts { count, starts: starts.len() });
        }
        starts.sort_unstable();
        if let Some(pair) = starts.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ProblemError::StartTwice { square: self.board.name(pair[0]) });
        }
        if count == 1 {
            self.knights = Knights::One;
            return starts.into_iter().try_fold(self, Self::from);
        }
        if self.kind != Kind::Any || !self.clues.is_empty() {
            return Err(ProblemError::OneKnightOnly);
        }
        self.knights = Knights::Several { count, starts: starts.into() };
        Ok(self)
    }

    fn legal_move(
        &self,
        a: impl SquareArg,
        b: impl SquareArg,
    ) -> Result<(Square, Square), ProblemError> {
        let (a, b) = (a.on(&self.board)?, b.on(&self.board)?);
        if !Moves::new(&self.piece, &self.board).from(&self.board, a).any(|to| to == b) {
            let squares = [self.board.name(a), self.board.name(b)];
            return Err(ProblemError::NotAMove { squares, piece: self.piece.to_string() });
        }
        Ok((a.min(b), a.max(b)))
    }

    fn without_conflict(self, pair: (Square, Square)) -> Result<Self, ProblemError> {
        let is_in = |list: &[(Square, Square)]| list.binary_search(&pair).is_ok();
        if is_in(&self.used) && is_in(&self.avoided) {
            let squares = [self.board.name(pair.0), self.board.name(pair.1)];
            return Err(ProblemError::UsedAndAvoided { squares });
        }
        Ok(self)
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece.
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Which tours count.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The first square, if it is fixed.
    pub fn start(&self) -> Option<Square> {
        self.clue_at(1)
    }

    /// The last square, if it is fixed.
    pub fn end(&self) -> Option<Square> {
        self.clue_at(self.board.len())
    }

    /// The square that is fixed at a step, if one is.
    pub fn clue_at(&self, step: u64) -> Option<Square> {
        self.clues.get(&step).copied()
    }

    /// All fixed steps with their squares, start and end among them, in rising order.
    pub fn clues(&self) -> impl Iterator<Item = (u64, Square)> + '_ {
        self.clues.iter().map(|(&step, &square)| (step, square))
    }

    /// Moves the tour must make; the smaller square comes first.
    pub fn used(&self) -> &[(Square, Square)] {
        &self.used
    }

    /// Moves the tour must not make; the smaller square comes first.
    pub fn avoided(&self) -> &[(Square, Square)] {
        &self.avoided
    }

    /// How many knights share the board.
    pub const fn knights(&self) -> u32 {
        match self.knights {
            Knights::One => 1,
            Knights::Several { count, .. } => count,
        }
    }

    /// The given starts where there are several knights, in rising order.
    pub fn knights_from(&self) -> &[Square] {
        match &self.knights {
            Knights::One => &[],
            Knights::Several { starts, .. } => starts,
        }
    }

    /// Is one knight alone on the board, and nothing fixed but, at most, the two ends?
    pub fn fixes_ends_only(&self) -> bool {
        if self.knights() > 1 {
            return false;
        }
        let ends = usize::from(self.start().is_some()) + usize::from(self.end().is_some());
        let ends = if self.board.len() == 1 { ends.min(1) } else { ends };
        self.clues.len() == ends && self.used.is_empty() && self.avoided.is_empty()
    }
}

fn insert_sorted(list: &mut Vec<(Square, Square)>, pair: (Square, Square)) {
    if let Err(at) = list.binary_search(&pair) {
        list.insert(at, pair);
    }
}

/// Something that names a square of a board: a [`Square`], or a text such as `"e4"`.
pub trait SquareArg {
    /// The square on this board.
    fn on(self, board: &Board) -> Result<Square, SquareError>;
}

impl SquareArg for Square {
    fn on(self, board: &Board) -> Result<Square, SquareError> {
        if board.contains(self) {
            return Ok(self);
        }
        let text = format!("square number {}", self.index());
        Err(if self.index() < board.area() {
            SquareError::Hole { text }
        } else {
            SquareError::off_board(&text, board)
        })
    }
}

impl SquareArg for &str {
    fn on(self, board: &Board) -> Result<Square, SquareError> {
        board.parse_square(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eight() -> Problem {
        Problem::new("8x8".parse().unwrap())
    }

    #[test]
    fn contradictions_are_refused_in_words() {
        for (problem, why) in [
            (eight().from("i9"), "'i9' is not on the board: files a to h, ranks 1 to 8"),
            (eight().from("a1").unwrap().to("a1"), "a1 cannot be both the start and the end"),
            (eight().clue("a1", 65), "a1 cannot be step 65: steps run from 1 to 64"),
            (eight().clue("a1", 0), "a1 cannot be step 0: steps run from 1 to 64"),
            (eight().clue("a1", 3).unwrap().clue("a1", 4), "a1 cannot be both step 3 and step 4"),
            (eight().clue("a1", 3).unwrap().clue("a1", 3), "a1 is fixed at step 3 twice"),
            (eight().clue("a1", 3).unwrap().clue("b1", 3), "step 3 cannot be both on a1 and on b1"),
            (eight().from("a1").unwrap().from("b1"), "the start cannot be both on a1 and on b1"),
            (eight().using("a1", "a2"), "a1 and a2 are not a knight's move apart"),
            (
                eight().using("a1", "b3").unwrap().avoiding("b3", "a1"),
                "the move a1-b3 cannot be both used and avoided",
            ),
        ] {
            let error = problem.expect_err(why).to_string();
            assert!(error.starts_with(why), "{error}");
        }
    }

    #[test]
    fn starts_and_ends_are_clues() {
        let problem = eight().from("a1").unwrap().from("a1").unwrap().clue("h8", 64).unwrap();
        assert_eq!(problem.end(), Some(Square::from_index(63)));
        assert!(problem.fixes_ends_only());
        assert!(!problem.clue("c3", 5).unwrap().fixes_ends_only());
        let single = Problem::new("1x1".parse().unwrap()).from("a1").unwrap().to("a1").unwrap();
        assert!(single.fixes_ends_only());
    }
}
