//! Errors of proofs.

use caracole_core::{Board, Kind, Square, Theorem};

/// The first error of a proof, and its line.
///
/// ```
/// use caracole_core::{Problem, Reason};
/// use caracole_verify::{check_proof, no_progress};
///
/// let problem = Problem::new("8x8".parse()?);
/// let square = problem.board().parse_square("a1")?;
/// let flaw = check_proof(&problem, &Reason::NoMove { square }, &no_progress).expect_err("a1 has two moves");
/// assert_eq!((flaw.name(), flaw.squares()), ("other-moves", vec![square]));
/// assert_eq!(flaw.text(problem.board()), "a1 has 2 moves, not 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The line of a proof by cases or clauses, from 1.
    pub line: Option<u64>,
    /// The error.
    pub kind: ProofErrorKind,
}

/// The kind of a [`ProofError`].
///
/// ```
/// use caracole_core::{Problem, Reason};
/// use caracole_verify::{ProofErrorKind, check_proof, no_progress};
///
/// let problem = Problem::new("8x8".parse()?).closed();
/// let flaw = check_proof(&problem, &Reason::Colours { counts: [33, 31] }, &no_progress).expect_err("32 each");
/// assert_eq!(flaw.kind, ProofErrorKind::OtherCounts([32, 32]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofErrorKind {
    /// A square number that is a hole or off the board.
    OffBoard(Square),
    /// A square that is named twice.
    Twice(Square),
    /// The reason is for one knight.
    SeveralKnights,
    /// The reason is for tours of another kind.
    OtherKind(Kind),
    /// The board has enough squares.
    EnoughSquares(u64),
    /// The numbers of squares of the colours are different; these are the right ones.
    OtherCounts([u64; 2]),
    /// A move does not change the colour.
    KeepsColour,
    /// The colours allow a tour.
    ColoursFit,
    /// The problem does not fix this step.
    NotFixed(Square, u64),
    /// The problem does not fix this end.
    NotAnEnd(Square),
    /// The reason states the opposite about whether two squares are a move apart.
    MoveApart([Square; 2], bool),
    /// A square with another number of moves.
    OtherMoves {
        /// The square.
        square: Square,
        /// The number of its moves.
        found: u64,
        /// The required number.
        expected: u64,
    },
    /// The tour has enough ends for these squares.
    EndsEnough,
    /// The squares are connected.
    Way([Square; 2]),
    /// The board does not have the outer lines of the reason.
    NoOuterLines,
    /// The square is on an outer line.
    OnOuterLine(Square),
    /// A move that is not forced.
    NotForced([Square; 2]),
    /// The forced moves visit the whole board.
    WholeBoard,
    /// The problem does not meet the conditions of the theorem.
    OtherTheorem(Theorem),
    /// No move joins the squares of a branch.
    NoSuchMove([Square; 2]),
    /// An assumption that symmetries do not preserve.
    Decision,
    /// Orbits of moves are not available: steps are fixed, or the board is too large.
    NothingAlike,
    /// The supply of a set exceeds its demand.
    NotTight {
        /// The demand: two for each square.
        need: u64,
        /// The supply.
        supply: u64,
    },
    /// The supply of a set is at least its demand.
    NotStarved {
        /// The demand: two for each square.
        need: u64,
        /// The supply.
        supply: u64,
    },
    /// The components do not need more moves than the squares have.
    FewParts {
        /// The moves that the components need.
        needed: u64,
        /// The moves that the squares have.
        most: u64,
    },
    /// A proof by clauses for several knights, for clues between the ends, or for two squares.
    NoClauses,
    /// A part without squares, or without a rest.
    NoCut,
    /// This line, counted from 1, has no clause, or a deleted one.
    NoSuchClause(u64),
    /// The lines of the proof cannot be read, for this reason.
    Unreadable(String),
    /// The forced moves do not contradict each other.
    NoContradiction,
    /// A line after the last case, or after the empty clause.
    LeftOver,
    /// A case that is not closed, or no empty clause.
    Unfinished,
}

impl ProofError {
    /// Returns the name of the error in JSON.
    pub const fn name(&self) -> &'static str {
        match self.kind {
            ProofErrorKind::OffBoard(_) => "off-board",
            ProofErrorKind::Twice(_) => "twice",
            ProofErrorKind::SeveralKnights => "several-knights",
            ProofErrorKind::OtherKind(_) => "other-kind",
            ProofErrorKind::EnoughSquares(_) => "enough-squares",
            ProofErrorKind::OtherCounts(_) => "other-counts",
            ProofErrorKind::KeepsColour => "keeps-colour",
            ProofErrorKind::ColoursFit => "colours-fit",
            ProofErrorKind::NotFixed(..) => "not-fixed",
            ProofErrorKind::NotAnEnd(_) => "not-an-end",
            ProofErrorKind::MoveApart(..) => "move-apart",
            ProofErrorKind::OtherMoves { .. } => "other-moves",
            ProofErrorKind::EndsEnough => "ends-enough",
            ProofErrorKind::Way(_) => "way",
            ProofErrorKind::NoOuterLines => "no-outer-lines",
            ProofErrorKind::OnOuterLine(_) => "on-outer-line",
            ProofErrorKind::NotForced(_) => "not-forced",
            ProofErrorKind::WholeBoard => "whole-board",
            ProofErrorKind::OtherTheorem(_) => "other-theorem",
            ProofErrorKind::NoSuchMove(_) => "no-such-move",
            ProofErrorKind::Decision => "supposed",
            ProofErrorKind::NothingAlike => "nothing-alike",
            ProofErrorKind::NotTight { .. } => "not-tight",
            ProofErrorKind::NotStarved { .. } => "not-starved",
            ProofErrorKind::FewParts { .. } => "few-parts",
            ProofErrorKind::NoClauses => "no-clauses",
            ProofErrorKind::NoCut => "no-cut",
            ProofErrorKind::NoSuchClause(_) => "no-such-clause",
            ProofErrorKind::Unreadable(_) => "unreadable",
            ProofErrorKind::NoContradiction => "no-contradiction",
            ProofErrorKind::LeftOver => "left-over",
            ProofErrorKind::Unfinished => "unfinished",
        }
    }

    /// Returns the squares that it names.
    pub fn squares(&self) -> Vec<Square> {
        match self.kind {
            ProofErrorKind::OffBoard(square)
            | ProofErrorKind::Twice(square)
            | ProofErrorKind::NotFixed(square, _)
            | ProofErrorKind::NotAnEnd(square)
            | ProofErrorKind::OtherMoves { square, .. }
            | ProofErrorKind::OnOuterLine(square) => vec![square],
            ProofErrorKind::MoveApart(squares, _)
            | ProofErrorKind::Way(squares)
            | ProofErrorKind::NotForced(squares)
            | ProofErrorKind::NoSuchMove(squares) => squares.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Returns a description with the line and the names of squares.
    pub fn text(&self, board: &Board) -> String {
        match self.line {
            Some(line) => format!("line {line}: {}", words(&self.kind, board)),
            None => words(&self.kind, board),
        }
    }
}

fn words(kind: &ProofErrorKind, board: &Board) -> String {
    let name = |square: &Square| match square {
        square if board.contains(*square) => board.name(*square),
        square => format!("square number {}", square.index()),
    };
    let pair = |[a, b]: &[Square; 2]| format!("{}-{}", name(a), name(b));
    let both = |[a, b]: &[Square; 2]| format!("{} and {}", name(a), name(b));
    match kind {
        ProofErrorKind::OffBoard(square) => format!("{} is not on the board", name(square)),
        ProofErrorKind::Twice(square) => format!("{} is named twice", name(square)),
        ProofErrorKind::SeveralKnights => {
            "the argument is about one knight, and there are several".into()
        }
        ProofErrorKind::OtherKind(Kind::Closed) => {
            "the argument is about closed tours, and any other would do".into()
        }
        ProofErrorKind::OtherKind(Kind::Open) => {
            "the argument is about open tours, and any other would do".into()
        }
        ProofErrorKind::OtherKind(Kind::Any) => "a closed tour has no ends".into(),
        ProofErrorKind::EnoughSquares(1) => "one square alone is a tour".into(),
        ProofErrorKind::EnoughSquares(count) => {
            format!("the board has {count} squares, which are enough")
        }
        ProofErrorKind::OtherCounts([same, other]) => {
            format!("the board has {same} squares of a1's colour and {other} of the other")
        }
        ProofErrorKind::KeepsColour => "not every move changes the colour on this board".into(),
        ProofErrorKind::ColoursFit => "a tour fits these colours".into(),
        ProofErrorKind::NotFixed(square, step) => {
            format!("the problem does not fix {} at step {step}", name(square))
        }
        ProofErrorKind::NotAnEnd(square) => {
            format!("the problem does not fix an end on {}", name(square))
        }
        ProofErrorKind::MoveApart(squares, true) => format!("{} are a move apart", both(squares)),
        ProofErrorKind::MoveApart(squares, false) => {
            format!("{} are not a move apart", both(squares))
        }
        ProofErrorKind::OtherMoves { square, found, expected } => {
            let moves = if *found == 1 { "move" } else { "moves" };
            format!("{} has {found} {moves}, not {expected}", name(square))
        }
        ProofErrorKind::EndsEnough => "a tour has ends enough for these squares".into(),
        ProofErrorKind::Way([a, b]) => format!("there is a way from {} to {}", name(a), name(b)),
        ProofErrorKind::NoOuterLines => {
            "the board has no outer lines that hold half of its squares, \
                                in both colours, and that a move always departures"
                .into()
        }
        ProofErrorKind::OnOuterLine(square) => format!("{} is on an outer line", name(square)),
        ProofErrorKind::NotForced(squares) => format!("nothing forces the move {}", pair(squares)),
        ProofErrorKind::WholeBoard => "what is forced takes in the whole board".into(),
        ProofErrorKind::OtherTheorem(theorem) => {
            format!("the theorem of {} is not about this problem", theorem.source())
        }
        ProofErrorKind::NoSuchMove(squares) => format!("no move joins {}", both(squares)),
        ProofErrorKind::Decision => "moves are alike only where nothing else is supposed".into(),
        ProofErrorKind::NothingAlike => {
            "no moves are alike where steps are given, or on a board as large as this".into()
        }
        ProofErrorKind::NotTight { need, supply } => {
            format!("the squares need {need} and there are {supply}, so nothing follows")
        }
        ProofErrorKind::NotStarved { need, supply } => {
            format!("the squares need {need} and there are {supply}, which is enough")
        }
        ProofErrorKind::FewParts { needed, most } => {
            format!("the parts need {needed} moves to these squares, and there may be {most}")
        }
        ProofErrorKind::NoClauses => {
            "a proof by clauses is for one knight without clues between its ends".into()
        }
        ProofErrorKind::NoCut => "there is no part with a rest beside it".into(),
        ProofErrorKind::NoSuchClause(line) => format!("line {line} has no clause to delete"),
        ProofErrorKind::Unreadable(why) => why.clone(),
        ProofErrorKind::NoContradiction => "the forced moves do not contradict each other".into(),
        ProofErrorKind::LeftOver => "all cases are closed, and the proof goes on".into(),
        ProofErrorKind::Unfinished => "the proof ends, and a case is not closed".into(),
    }
}
