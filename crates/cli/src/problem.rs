//! From what was typed to a problem.

use std::path::Path;

use caracole::formats::shape;
use caracole::{Board, Kind, Leaper, Piece, Problem, ProblemError, Square};

use crate::args::{EndArgs, ProblemArgs, RuleArgs};
use crate::failure::Failure;
use crate::input::Source;

/// A board as it is typed, with the ends that a picture may mark.
pub(crate) struct TypedBoard {
    pub(crate) board: Board,
    start: Option<Square>,
    end: Option<Square>,
}

/// Reads `8x8`, or a picture from `@shape.txt`, `@shape.png` or `@-`.
pub(crate) fn board(text: &str) -> Result<TypedBoard, Failure> {
    let Some(path) = text.strip_prefix('@') else {
        let board = text.parse().map_err(Failure::new)?;
        return Ok(TypedBoard { board, start: None, end: None });
    };
    let source = Source::open(Path::new(path))?;
    let shape = shape::read(&source.bytes()?).map_err(|error| source.failure(error))?;
    Ok(TypedBoard { board: shape.board, start: shape.start, end: shape.end })
}

/// Reads `--leaper A,B`, once or several times; without any it is the knight.
pub(crate) fn piece(leapers: &[String]) -> Result<Piece, Failure> {
    let leapers: Vec<Leaper> = leapers
        .iter()
        .map(|text| text.parse().map_err(|error| Failure::of("--leaper", error)))
        .collect::<Result<_, _>>()?;
    Ok(Piece::new(leapers).unwrap_or_default())
}

impl ProblemArgs {
    pub(crate) fn problem(&self) -> Result<Problem, Failure> {
        of_board(&self.board, &self.rules)
    }

    /// The problem of several knights.
    pub(crate) fn problem_of_several(&self, knights: u32) -> Result<Problem, Failure> {
        let typed = board(&self.board)?;
        if typed.end.is_some() {
            return Err(for_one_knight("E"));
        }
        let problem = Problem::with_piece(typed.board, piece(&self.rules.leaper)?);
        self.rules.apply_to_several(problem, knights, typed.start.as_slice())
    }
}

/// What is said to a flag that several knights do not go with.
pub(crate) fn for_one_knight(flag: &str) -> Failure {
    Failure::of(flag, "is for one knight: leave it out, or --knights")
}

impl RuleArgs {
    /// Several knights on the board of a problem, from the starts that are typed, or else from
    /// those that were `marked`. What belongs to one knight alone is a mistake.
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

/// A board as it is typed, with what is asked of its tours.
pub(crate) fn of_board(text: &str, rules: &RuleArgs) -> Result<Problem, Failure> {
    let typed = board(text)?;
    let problem = Problem::with_piece(typed.board, piece(&rules.leaper)?);
    with_marks(rules.apply(problem)?, [typed.start, typed.end])
}

/// A picture marks ends that were not typed.
fn with_marks(problem: Problem, [start, end]: [Option<Square>; 2]) -> Result<Problem, Failure> {
    let problem = match start.filter(|_| problem.start().is_none()) {
        Some(start) => problem.from(start).map_err(|error| Failure::of("S", error))?,
        None => problem,
    };
    match end.filter(|_| problem.end().is_none()) {
        Some(end) => problem.to(end).map_err(|error| Failure::of("E", error)),
        None => Ok(problem),
    }
}

impl EndArgs {
    /// A knight's tour of a board as it is typed, with nothing fixed but the ends.
    pub(crate) fn problem(&self, text: &str) -> Result<Problem, Failure> {
        self.problem_of(text, Piece::KNIGHT)
    }

    /// The same for another piece.
    pub(crate) fn problem_of(&self, text: &str, piece: Piece) -> Result<Problem, Failure> {
        let typed = board(text)?;
        let problem = self.apply(Problem::with_piece(typed.board, piece))?;
        with_marks(problem, [typed.start, typed.end])
    }

    /// Which tours are asked for.
    pub(crate) const fn kind(&self) -> Kind {
        match (self.closed, self.open) {
            (true, _) => Kind::Closed,
            (_, true) => Kind::Open,
            (false, false) => Kind::Any,
        }
    }

    /// Adds what is asked to a problem. Each mistake names its flag.
    fn apply(&self, mut problem: Problem) -> Result<Problem, Failure> {
        // What is not said stays as it is: the problem may come from a file.
        if self.kind() != Kind::Any {
            let flag = if self.closed { "--closed" } else { "--open" };
            problem = problem.try_of_kind(self.kind()).map_err(|error| Failure::of(flag, error))?;
        }
        if let [_, _, ..] = &self.from[..] {
            let why = "a tour has one start; several knights have several: see solve --knights";
            return Err(Failure::of("--from", why));
        }
        for from in &self.from {
            problem = problem.from(&**from).map_err(|error| Failure::of("--from", error))?;
        }
        if let Some(to) = &self.to {
            problem = problem.to(&**to).map_err(|error| Failure::of("--to", error))?;
        }
        Ok(problem)
    }
}

impl RuleArgs {
    /// Adds what is asked to a problem. Each mistake names its flag.
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
            problem = problem.using(a, b).map_err(|error| Failure::of("--use", error))?;
        }
        for avoid in &self.avoid {
            let (a, b) = pair("--avoid", avoid, '-', "two squares, such as a1-b3")?;
            problem = problem.avoiding(a, b).map_err(|error| Failure::of("--avoid", error))?;
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
