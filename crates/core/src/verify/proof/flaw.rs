//! What can be wrong with a proof.

use crate::{Board, Kind, Square, Theorem};

/// The first thing that is wrong with a proof, and where.
///
/// ```
/// use caracole_core::verify::check_proof;
/// use caracole_core::{Problem, Reason};
///
/// let problem = Problem::new("8x8".parse()?);
/// let square = problem.board().parse_square("a1")?;
/// let flaw = check_proof(&problem, &Reason::NoMove { square }).expect_err("a1 has two moves");
/// assert_eq!((flaw.kind(), flaw.squares()), ("other-moves", vec![square]));
/// assert_eq!(flaw.text(problem.board()), "a1 has 2 moves, not 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The line of a proof by cases, from 1.
    pub line: Option<u64>,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What can be wrong.
///
/// ```
/// use caracole_core::verify::{Wrong, check_proof};
/// use caracole_core::{Problem, Reason};
///
/// let problem = Problem::new("8x8".parse()?).closed();
/// let flaw = check_proof(&problem, &Reason::Colours { counts: [33, 31] }).expect_err("32 each");
/// assert_eq!(flaw.wrong, Wrong::OtherCounts([32, 32]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// A square number that is a hole or beyond the board.
    OffBoard(Square),
    /// A square that is named twice.
    Twice(Square),
    /// The argument is about one knight.
    SeveralKnights,
    /// The argument is about tours of another kind.
    OtherKind(Kind),
    /// The board has squares enough.
    EnoughSquares(u64),
    /// The colours have other numbers of squares: these.
    OtherCounts([u64; 2]),
    /// A move does not change the colour.
    KeepsColour,
    /// The colours do not stand against a tour.
    ColoursFit,
    /// The problem does not fix this step.
    NotFixed(Square, u64),
    /// The problem fixes no end there.
    NotAnEnd(Square),
    /// The squares are a move apart, or not, and the argument says otherwise.
    MoveApart([Square; 2], bool),
    /// A square with another number of moves.
    OtherMoves {
        /// The square.
        square: Square,
        /// How many moves it has.
        found: u64,
        /// How many it should have.
        expected: u64,
    },
    /// There are ends enough for those squares.
    EndsEnough,
    /// There is a way between the squares.
    Way([Square; 2]),
    /// There are no outer lines as the argument has them.
    NoOuterLines,
    /// The square is on an outer line.
    OnOuterLine(Square),
    /// A move that nothing forces.
    NotForced([Square; 2]),
    /// What is forced takes in the whole board.
    WholeBoard,
    /// The theorem does not speak of this problem.
    OtherTheorem(Theorem),
    /// No move joins the squares of a branch.
    NoSuchMove([Square; 2]),
    /// Something is supposed that symmetries do not keep.
    Supposed,
    /// No moves are alike, because steps are given, or the board is too large to look.
    NothingAlike,
    /// More is there for a set than it needs.
    NotTight {
        /// Two for each square.
        need: u64,
        /// What there is.
        supply: u64,
    },
    /// As much is there for a set as it needs, or more.
    NotStarved {
        /// Two for each square.
        need: u64,
        /// What there is.
        supply: u64,
    },
    /// The parts need no more moves than the squares have.
    FewParts {
        /// The moves that the parts need.
        needed: u64,
        /// The moves that the squares have.
        most: u64,
    },
    /// The forced moves do not contradict each other.
    NoContradiction,
    /// A line after the last case.
    LeftOver,
    /// A case that is not closed.
    Unfinished,
}

impl Flaw {
    /// The flaw in one word, as in JSON.
    pub const fn kind(&self) -> &'static str {
        match self.wrong {
            Wrong::OffBoard(_) => "off-board",
            Wrong::Twice(_) => "twice",
            Wrong::SeveralKnights => "several-knights",
            Wrong::OtherKind(_) => "other-kind",
            Wrong::EnoughSquares(_) => "enough-squares",
            Wrong::OtherCounts(_) => "other-counts",
            Wrong::KeepsColour => "keeps-colour",
            Wrong::ColoursFit => "colours-fit",
            Wrong::NotFixed(..) => "not-fixed",
            Wrong::NotAnEnd(_) => "not-an-end",
            Wrong::MoveApart(..) => "move-apart",
            Wrong::OtherMoves { .. } => "other-moves",
            Wrong::EndsEnough => "ends-enough",
            Wrong::Way(_) => "way",
            Wrong::NoOuterLines => "no-outer-lines",
            Wrong::OnOuterLine(_) => "on-outer-line",
            Wrong::NotForced(_) => "not-forced",
            Wrong::WholeBoard => "whole-board",
            Wrong::OtherTheorem(_) => "other-theorem",
            Wrong::NoSuchMove(_) => "no-such-move",
            Wrong::Supposed => "supposed",
            Wrong::NothingAlike => "nothing-alike",
            Wrong::NotTight { .. } => "not-tight",
            Wrong::NotStarved { .. } => "not-starved",
            Wrong::FewParts { .. } => "few-parts",
            Wrong::NoContradiction => "no-contradiction",
            Wrong::LeftOver => "left-over",
            Wrong::Unfinished => "unfinished",
        }
    }

    /// The squares that it names.
    pub fn squares(&self) -> Vec<Square> {
        match self.wrong {
            Wrong::OffBoard(square)
            | Wrong::Twice(square)
            | Wrong::NotFixed(square, _)
            | Wrong::NotAnEnd(square)
            | Wrong::OtherMoves { square, .. }
            | Wrong::OnOuterLine(square) => vec![square],
            Wrong::MoveApart(squares, _)
            | Wrong::Way(squares)
            | Wrong::NotForced(squares)
            | Wrong::NoSuchMove(squares) => squares.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The flaw in words, with its line and with squares by name.
    pub fn text(&self, board: &Board) -> String {
        match self.line {
            Some(line) => format!("line {line}: {}", words(&self.wrong, board)),
            None => words(&self.wrong, board),
        }
    }
}

fn words(wrong: &Wrong, board: &Board) -> String {
    let name = |square: &Square| match square {
        square if board.contains(*square) => board.name(*square),
        square => format!("square number {}", square.index()),
    };
    let pair = |[a, b]: &[Square; 2]| format!("{}-{}", name(a), name(b));
    let both = |[a, b]: &[Square; 2]| format!("{} and {}", name(a), name(b));
    match wrong {
        Wrong::OffBoard(square) => format!("{} is not on the board", name(square)),
        Wrong::Twice(square) => format!("{} is named twice", name(square)),
        Wrong::SeveralKnights => "the argument is about one knight, and there are several".into(),
        Wrong::OtherKind(Kind::Closed) => {
            "the argument is about closed tours, and any other would do".into()
        }
        Wrong::OtherKind(Kind::Open) => {
            "the argument is about open tours, and any other would do".into()
        }
        Wrong::OtherKind(Kind::Any) => "a closed tour has no ends".into(),
        Wrong::EnoughSquares(1) => "one square alone is a tour".into(),
        Wrong::EnoughSquares(count) => format!("the board has {count} squares, which are enough"),
        Wrong::OtherCounts([same, other]) => {
            format!("the board has {same} squares of a1's colour and {other} of the other")
        }
        Wrong::KeepsColour => "not every move changes the colour on this board".into(),
        Wrong::ColoursFit => "a tour fits these colours".into(),
        Wrong::NotFixed(square, step) => {
            format!("the problem does not fix {} at step {step}", name(square))
        }
        Wrong::NotAnEnd(square) => format!("the problem does not fix an end on {}", name(square)),
        Wrong::MoveApart(squares, true) => format!("{} are a move apart", both(squares)),
        Wrong::MoveApart(squares, false) => format!("{} are not a move apart", both(squares)),
        Wrong::OtherMoves { square, found, expected } => {
            let moves = if *found == 1 { "move" } else { "moves" };
            format!("{} has {found} {moves}, not {expected}", name(square))
        }
        Wrong::EndsEnough => "a tour has ends enough for these squares".into(),
        Wrong::Way([a, b]) => format!("there is a way from {} to {}", name(a), name(b)),
        Wrong::NoOuterLines => "the board has no outer lines that hold half of its squares, \
                                in both colours, and that a move always leaves"
            .into(),
        Wrong::OnOuterLine(square) => format!("{} is on an outer line", name(square)),
        Wrong::NotForced(squares) => format!("nothing forces the move {}", pair(squares)),
        Wrong::WholeBoard => "what is forced takes in the whole board".into(),
        Wrong::OtherTheorem(theorem) => {
            format!("the theorem of {} is not about this problem", theorem.source())
        }
        Wrong::NoSuchMove(squares) => format!("no move joins {}", both(squares)),
        Wrong::Supposed => "moves are alike only where nothing else is supposed".into(),
        Wrong::NothingAlike => {
            "no moves are alike where steps are given, or on a board as large as this".into()
        }
        Wrong::NotTight { need, supply } => {
            format!("the squares need {need} and there are {supply}, so nothing follows")
        }
        Wrong::NotStarved { need, supply } => {
            format!("the squares need {need} and there are {supply}, which is enough")
        }
        Wrong::FewParts { needed, most } => {
            format!("the parts need {needed} moves to these squares, and there may be {most}")
        }
        Wrong::NoContradiction => "the forced moves do not contradict each other".into(),
        Wrong::LeftOver => "all cases are closed, and the proof goes on".into(),
        Wrong::Unfinished => "the proof ends, and a case is not closed".into(),
    }
}
