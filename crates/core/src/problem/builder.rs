//! Builder methods of problems. Each constraint is checked against the others.

use std::collections::BTreeMap;

use crate::{Board, IntoSquare, Moves, Piece, Square};

use super::{Kind, Knights, Problem, ProblemError};

impl Problem {
    /// Returns the problem of any knight's tour of the board.
    pub const fn new(board: Board) -> Self {
        Self::with_piece(board, Piece::KNIGHT)
    }

    /// Returns the problem of any tour of the board by a piece.
    pub const fn with_piece(board: Board, piece: Piece) -> Self {
        Self {
            board,
            piece,
            kind: Kind::Any,
            clues: BTreeMap::new(),
            required: Vec::new(),
            forbidden: Vec::new(),
            knights: Knights::One,
        }
    }

    /// Requires a closed tour.
    ///
    /// # Panics
    /// If several knights share the board; see [`Problem::try_of_kind`].
    #[must_use]
    pub fn closed(self) -> Self {
        self.of_kind(Kind::Closed)
    }

    /// Requires an open tour.
    ///
    /// # Panics
    /// If several knights share the board; see [`Problem::try_of_kind`].
    #[must_use]
    pub fn open(self) -> Self {
        self.of_kind(Kind::Open)
    }

    /// Requires a tour of this kind.
    ///
    /// # Panics
    /// If several knights share the board and the kind is open or closed; see [`Problem::try_of_kind`].
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Self {
        self.try_of_kind(kind).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Requires a tour of this kind. Only the tour of one knight is open or closed, so both are refused with several
    /// knights, in either order of the calls.
    ///
    /// ```
    /// use caracole_core::{Kind, Problem, ProblemError};
    ///
    /// let problem = Problem::new("4x4".parse()?);
    /// let knights_first = problem.clone().with_knights(2, ["a1"])?.try_of_kind(Kind::Closed);
    /// assert_eq!(knights_first, Err(ProblemError::OneKnightOnly));
    /// let kind_first = problem.closed().with_knights(2, ["a1"]);
    /// assert_eq!(kind_first, Err(ProblemError::OneKnightOnly));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_of_kind(mut self, kind: Kind) -> Result<Self, ProblemError> {
        if kind != Kind::Any && self.knights() > 1 {
            return Err(ProblemError::OneKnightOnly);
        }
        self.kind = kind;
        Ok(self)
    }

    /// Fixes the first square.
    pub fn start(self, start: impl IntoSquare) -> Result<Self, ProblemError> {
        let start = start.into_square(&self.board)?;
        if self.start_square() == Some(start) { Ok(self) } else { self.fix(start, 1) }
    }

    /// Fixes the last square.
    pub fn end(self, end: impl IntoSquare) -> Result<Self, ProblemError> {
        let end = end.into_square(&self.board)?;
        let last = self.board.len();
        if self.end_square() == Some(end) { Ok(self) } else { self.fix(end, last) }
    }

    /// Fixes the step of a square, counted from 1.
    pub fn clue(self, square: impl IntoSquare, step: u64) -> Result<Self, ProblemError> {
        let square = square.into_square(&self.board)?;
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

    /// Requires the move between two squares, in either direction.
    pub fn require(mut self, a: impl IntoSquare, b: impl IntoSquare) -> Result<Self, ProblemError> {
        let pair = self.legal_move(a, b)?;
        insert_sorted(&mut self.required, pair);
        self.without_conflict(pair)
    }

    /// Forbids the move between two squares, in either direction.
    pub fn forbid(mut self, a: impl IntoSquare, b: impl IntoSquare) -> Result<Self, ProblemError> {
        let pair = self.legal_move(a, b)?;
        insert_sorted(&mut self.forbidden, pair);
        self.without_conflict(pair)
    }

    /// Sets the number of knights, whose paths together visit each square once. `starts` are the start squares of some or
    /// all of them; the knights are not distinguished.
    ///
    /// A path has at least one square. Kinds of tours, first and last squares and clues are constraints of a single knight
    /// and are refused with several.
    ///
    /// ```
    /// use caracole_core::Problem;
    ///
    /// let problem = Problem::new("4x4".parse()?).with_knights(2, ["a1"])?;
    /// assert_eq!((problem.knights(), problem.knight_starts().len()), (2, 1));
    /// assert!(problem.clone().start("d4").is_err() && problem.with_knights(17, ["a1"]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_knights<S: IntoSquare>(
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
            starts.push(start.into_square(&self.board)?);
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
            return starts.into_iter().try_fold(self, Self::start);
        }
        if self.kind != Kind::Any || !self.clues.is_empty() {
            return Err(ProblemError::OneKnightOnly);
        }
        self.knights = Knights::Several { count, starts: starts.into() };
        Ok(self)
    }

    fn legal_move(
        &self,
        a: impl IntoSquare,
        b: impl IntoSquare,
    ) -> Result<(Square, Square), ProblemError> {
        let (a, b) = (a.into_square(&self.board)?, b.into_square(&self.board)?);
        if !Moves::new(&self.piece, &self.board).from(&self.board, a).any(|to| to == b) {
            let squares = [self.board.name(a), self.board.name(b)];
            if self.board.graph().is_some() {
                return Err(ProblemError::NotAnEdge { squares });
            }
            return Err(ProblemError::NotAMove { squares, piece: self.piece.to_string() });
        }
        Ok((a.min(b), a.max(b)))
    }

    fn without_conflict(self, pair: (Square, Square)) -> Result<Self, ProblemError> {
        let is_in = |list: &[(Square, Square)]| list.binary_search(&pair).is_ok();
        if is_in(&self.required) && is_in(&self.forbidden) {
            let squares = [self.board.name(pair.0), self.board.name(pair.1)];
            return Err(ProblemError::RequiredAndForbidden { squares });
        }
        Ok(self)
    }
}

fn insert_sorted(list: &mut Vec<(Square, Square)>, pair: (Square, Square)) {
    if let Err(at) = list.binary_search(&pair) {
        list.insert(at, pair);
    }
}
