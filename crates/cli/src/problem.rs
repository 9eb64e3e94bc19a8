//! Arguments for a problem, and how they are parsed.

use std::path::Path;

use caracole::board::ProblemError;
use caracole::formats::graph_file::{self, GraphFile, GraphFormat};
use caracole::formats::shape;
use caracole::solvers::Random;
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
    /// Fix the step of a square, such as c3=5; may be repeated
    #[arg(long, value_name = "SQ=N")]
    pub(crate) clue: Vec<String>,
    /// Require a move, such as a1-b3; may be repeated
    #[arg(long = "use", value_name = "SQ-SQ")]
    pub(crate) using: Vec<String>,
    /// Forbid a move; may be repeated
    #[arg(long, value_name = "SQ-SQ")]
    pub(crate) avoid: Vec<String>,
    #[command(flatten)]
    pub(crate) piece: PieceArgs,
}

/// The conditions on the ends of a tour.
#[derive(Debug, Args)]
#[command(next_help_heading = "The tour")]
pub(crate) struct EndArgs {
    /// Require a closed tour
    #[arg(long, conflicts_with = "open")]
    pub(crate) closed: bool,
    /// Require an open tour
    #[arg(long)]
    pub(crate) open: bool,
    /// Start square, such as e4, or random
    #[arg(long, value_name = "SQ")]
    pub(crate) from: Vec<String>,
    /// The seed of a random start square.
    #[arg(skip)]
    pub(crate) start_seed: u64,
    /// End square
    #[arg(long, value_name = "SQ")]
    pub(crate) to: Option<String>,
}

/// A parsed board, with the ends that a shape file may mark and the edges that a graph file may require.
pub(crate) struct ParsedBoard {
    pub(crate) board: Board,
    start: Option<Square>,
    end: Option<Square>,
    required: Vec<(Square, Square)>,
}

/// Parses `8x8`, or reads a shape or a graph from `@shape.txt`, `@shape.png`, `@graph.hcp` or `@-`.
pub(crate) fn board(text: &str) -> Result<ParsedBoard, Failure> {
    let Some(path) = text.strip_prefix('@') else {
        let board = text.parse().map_err(Failure::new)?;
        return Ok(ParsedBoard { board, start: None, end: None, required: Vec::new() });
    };
    let source = Source::open(Path::new(path))?;
    let bytes = source.bytes()?;
    let other_content = || {
        match content_name(&bytes) {
        Some(what @ ("a tour" | "a path")) => Some(source.failure(format_args!(
            "this is {what}, not a shape: `caracole check FILE` checks it, `caracole draw FILE` shows it"
        ))),
        Some(what) => Some(source.failure(format_args!("this is {what}, not a shape"))),
        None => None,
    }
    };
    let graph = |format: GraphFormat| {
        let problem = graph_file::read(&bytes, Some(format)).and_then(GraphFile::problem);
        let problem =
            problem.map_err(|error| other_content().unwrap_or_else(|| source.failure(error)))?;
        let (board, required) = (problem.board().clone(), problem.required().to_vec());
        Ok(ParsedBoard { board, start: None, end: None, required })
    };
    // The content decides if the extension does not.
    if let Some(format) = GraphFormat::from_extension(Path::new(path)) {
        return graph(format);
    }
    match shape::read(&bytes) {
        Ok(shape) => Ok(ParsedBoard {
            board: shape.board,
            start: shape.start,
            end: shape.end,
            required: Vec::new(),
        }),
        Err(error) => match (other_content(), GraphFormat::recognise(&bytes)) {
            (Some(failure), _) => Err(failure),
            (None, Some(format)) => graph(format),
            (None, None) => Err(source.failure(error)),
        },
    }
}

impl ParsedBoard {
    /// Returns the problem of any tour by a piece, with the ends that the shape marks.
    fn problem(self, piece: &PieceArgs) -> Result<(Problem, [Option<Square>; 2]), Failure> {
        let mut problem = Problem::with_piece(self.board.clone(), self.piece(piece)?);
        for (a, b) in self.required {
            problem = problem.require(a, b).map_err(Failure::new)?;
        }
        Ok((problem, [self.start, self.end]))
    }

    /// Returns the piece. A graph has no pieces.
    pub(crate) fn piece(&self, piece: &PieceArgs) -> Result<Piece, Failure> {
        match piece.given().filter(|_| self.board.graph().is_some()) {
            Some(option) => {
                Err(Failure::of(option, "the moves of a graph are its edges: leave it out"))
            }
            None => piece.piece(),
        }
    }
}

/// Returns an error for a command or an option that needs files and ranks, if the board is a graph.
pub(crate) fn needs_coordinates(what: &str, board: &Board) -> Result<(), Failure> {
    if board.graph().is_some() {
        let why = "needs squares with files and ranks, and a graph has none";
        return Err(Failure::of(what, why));
    }
    Ok(())
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
        let (problem, [start, _]) = typed.problem(&self.rules.piece)?;
        self.rules.apply_to_several(problem, knights, start.as_slice())
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
        let EndArgs { closed, open, from, to, .. } = &self.ends;
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
    let (problem, marks) = typed.problem(&rules.piece)?;
    with_marks(rules.apply(problem)?, marks)
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

/// The value of `--from` that draws the start.
const RANDOM: &str = "random";

/// Draws a square of a board, each with the same chance.
fn random_square(board: &Board, seed: u64) -> Square {
    let mut random = Random::new(seed, "start");
    loop {
        let square = Square::from_index(random.below(board.area()));
        if board.contains(square) {
            return square;
        }
    }
}

impl EndArgs {
    /// Returns true if the start is drawn at random.
    pub(crate) fn has_random_start(&self) -> bool {
        self.from.iter().any(|from| from == RANDOM)
    }

    /// Returns the problem of a knight's tour with only the ends fixed.
    pub(crate) fn problem(&self, text: &str) -> Result<Problem, Failure> {
        self.problem_of(text, &PieceArgs::default())
    }

    /// Returns the same problem for another piece.
    pub(crate) fn problem_of(&self, text: &str, piece: &PieceArgs) -> Result<Problem, Failure> {
        let (problem, marks) = board(text)?.problem(piece)?;
        with_marks(self.apply(problem)?, marks)
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
            let started = match from.as_str() {
                RANDOM => {
                    let start = random_square(problem.board(), self.start_seed);
                    problem.start(start)
                }
                from => problem.start(from),
            };
            problem = started.map_err(|error| Failure::of("--from", error))?;
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
