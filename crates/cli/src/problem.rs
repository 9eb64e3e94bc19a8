//! Arguments for a problem, and how they are parsed.

use std::path::Path;

use caracole::board::ProblemError;
use caracole::formats::shape;
use caracole::{Board, Kind, Piece, Problem, Square};
use clap::Args;

use crate::args::{BOARD, PieceArgs};
use crate::failure::Failure;
use crate::input::{Source, content_name};

/// A board and the conditions on its tours.
#[derive(Debug, Args)]
pub(crate) struct ProblemArgs {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

/// The conditions on a tour.
#[derive(Debug, Args)]
#[command(next_help_heading = "The tour")]
pub(crate) struct RuleArgs {
    #[command(flatten)]
    pub(crate) ends: EndArgs,
    /// The step of a square, counted from 1; may be repeated
    #[arg(long, value_name = "SQ=N", allow_hyphen_values = true)]
    pub(crate) clue: Vec<String>,
    /// A move that must be made, such as a1-b3; may be repeated
    #[arg(long = "use", value_name = "SQ-SQ", allow_hyphen_values = true)]
    pub(crate) using: Vec<String>,
    /// A move that must not be made; may be repeated
    #[arg(long, value_name = "SQ-SQ", allow_hyphen_values = true)]
    pub(crate) avoid: Vec<String>,
    #[command(flatten)]
    pub(crate) piece: PieceArgs,
}

/// The conditions on the ends of a tour.
#[derive(Debug, Args)]
#[command(next_help_heading = "The tour")]
pub(crate) struct EndArgs {
    /// The ends must be a move apart
    #[arg(long, conflicts_with = "open")]
    pub(crate) closed: bool,
    /// The ends must not be a move apart
    #[arg(long)]
    pub(crate) open: bool,
    /// The first square, such as e4
    #[arg(long, value_name = "SQ", allow_hyphen_values = true)]
    pub(crate) from: Vec<String>,
    /// The last square
    #[arg(long, value_name = "SQ", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
}

/// A parsed board, with the ends that a shape file may mark.
pub(crate) struct ParsedBoard {
    pub(crate) board: Board,
    start: Option<Square>,
    end: Option<Square>,
}

/// Parses `8x8`, or reads a shape from `@shape.txt`, `@shape.png` or `@-`.
pub(crate) fn board(text: &str) -> Result<ParsedBoard, Failure> {
    let Some(path) = text.strip_prefix('@') else {
        let board = text.parse().map_err(Failure::new)?;
        return Ok(ParsedBoard { board, start: None, end: None });
    };
    let source = Source::open(Path::new(path))?;
    let bytes = source.bytes()?;
    let shape = shape::read(&bytes).map_err(|error| match content_name(&bytes) {
        Some(what @ ("a tour" | "a path")) => source.failure(format_args!(
            "this is {what}, not a shape: `caracole check FILE` checks it, `caracole draw FILE` shows it"
        )),
        Some(what) => source.failure(format_args!("this is {what}, not a shape")),
        None => source.failure(error),
    })?;
    Ok(ParsedBoard { board: shape.board, start: shape.start, end: shape.end })
}

impl ProblemArgs {
    pub(crate) fn problem(&self) -> Result<Problem, Failure> {
        of_board(&self.board, &self.rules)
    }

    /// Returns the problem for several knights.
    pub(crate) fn problem_of_several(&self, knights: u32) -> Result<Problem, Failure> {
        let typed = board(&self.board)?;
        if typed.end.is_some() {
            return Err(for_one_knight("E"));
        }
        let problem = Problem::with_piece(typed.board, self.rules.piece.piece()?);
        self.rules.apply_to_several(problem, knights, typed.start.as_slice())
    }
}

/// Returns the error for an option that several knights do not support.
pub(crate) fn for_one_knight(flag: &str) -> Failure {
    Failure::of(flag, "is for one knight: leave it out, or --knights")
}

impl RuleArgs {
    /// Adds several knights to a problem, from the starts that are given, or else from those that are
    /// `marked`. Options for a single knight are an error.
    pub(crate) fn apply_to_several(
        &self,
        problem: Problem,
        knights: u32,
        marked: &[Square],
    ) -> Result<Problem, Failure> {
        let EndArgs { closed, open, from, to } = &self.ends;
        let flags = [
            ("--closed", *closed),
            ("--open", *open),
            ("--to", to.is_some()),
            ("--clue", !self.clue.is_empty()),
        ];
        if let Some((flag, _)) = flags.into_iter().find(|&(_, is_given)| is_given) {
            return Err(for_one_knight(flag));
        }
        let problem = if from.is_empty() {
            problem.with_knights(knights, marked.iter().copied())
        } else {
            problem.with_knights(knights, from.iter().map(String::as_str))
        };
        let problem = problem.map_err(|error| {
            let is_count = matches!(error, ProblemError::Knights { .. });
            Failure::of(if is_count { "--knights" } else { "--from" }, error)
        })?;
        self.apply_moves(problem)
    }
}

/// Returns the problem for a board argument and conditions.
pub(crate) fn of_board(text: &str, rules: &RuleArgs) -> Result<Problem, Failure> {
    let typed = board(text)?;
    let problem = Problem::with_piece(typed.board, rules.piece.piece()?);
    with_marks(rules.apply(problem)?, [typed.start, typed.end])
}

/// Uses the ends of a shape file, unless they are given as options.
fn with_marks(problem: Problem, [start, end]: [Option<Square>; 2]) -> Result<Problem, Failure> {
    let problem = match start.filter(|_| problem.start_square().is_none()) {
        Some(start) => problem.start(start).map_err(|error| Failure::of("S", error))?,
        None => problem,
    };
    match end.filter(|_| problem.end_square().is_none()) {
        Some(end) => problem.end(end).map_err(|error| Failure::of("E", error)),
        None => Ok(problem),
    }
}

impl EndArgs {
    /// Returns the problem of a knight's tour with only the ends fixed.
    pub(crate) fn problem(&self, text: &str) -> Result<Problem, Failure> {
        self.problem_of(text, Piece::KNIGHT)
    }

    /// Returns the same problem for another piece.
    pub(crate) fn problem_of(&self, text: &str, piece: Piece) -> Result<Problem, Failure> {
        let typed = board(text)?;
        let problem = self.apply(Problem::with_piece(typed.board, piece))?;
        with_marks(problem, [typed.start, typed.end])
    }

    /// Returns the kind of tour.
    pub(crate) const fn kind(&self) -> Kind {
        match (self.closed, self.open) {
            (true, _) => Kind::Closed,
            (_, true) => Kind::Open,
            (false, false) => Kind::Any,
        }
    }

    /// Adds the conditions to a problem. Each error names its option.
    fn apply(&self, mut problem: Problem) -> Result<Problem, Failure> {
        // Conditions of the problem stay if no option replaces them: it may come from a file.
        if self.kind() != Kind::Any {
            let flag = if self.closed { "--closed" } else { "--open" };
            problem = problem.try_of_kind(self.kind()).map_err(|error| Failure::of(flag, error))?;
        }
        if let [_, _, ..] = &self.from[..] {
            let why = "a tour has one start; several knights have several: see solve --knights";
            return Err(Failure::of("--from", why));
        }
        for from in &self.from {
            problem = problem.start(&**from).map_err(|error| Failure::of("--from", error))?;
        }
        if let Some(to) = &self.to {
            problem = problem.end(&**to).map_err(|error| Failure::of("--to", error))?;
        }
        Ok(problem)
    }
}

impl RuleArgs {
    /// Adds the conditions to a problem. Each error names its option.
    pub(crate) fn apply(&self, problem: Problem) -> Result<Problem, Failure> {
        let mut problem = self.ends.apply(problem)?;
        for clue in &self.clue {
            let (square, step) = pair("--clue", clue, '=', "a square and its step, such as e4=17")?;
            let step = step
                .parse()
                .map_err(|_| Failure::of("--clue", format!("'{step}' is not a step number")))?;
            problem = problem.clue(square, step).map_err(|error| Failure::of("--clue", error))?;
        }
        self.apply_moves(problem)
    }

    /// Adds the moves to use and to avoid.
    fn apply_moves(&self, mut problem: Problem) -> Result<Problem, Failure> {
        for using in &self.using {
            let (a, b) = pair("--use", using, '-', "two squares, such as a1-b3")?;
            problem = problem.require(a, b).map_err(|error| Failure::of("--use", error))?;
        }
        for avoid in &self.avoid {
            let (a, b) = pair("--avoid", avoid, '-', "two squares, such as a1-b3")?;
            problem = problem.forbid(a, b).map_err(|error| Failure::of("--avoid", error))?;
        }
        Ok(problem)
    }
}

fn pair<'a>(
    flag: &str,
    text: &'a str,
    between: char,
    wanted: &str,
) -> Result<(&'a str, &'a str), Failure> {
    text.split_once(between).ok_or_else(|| Failure::of(flag, format!("'{text}' is not {wanted}")))
}
