//! Problems as objects.

use caracole_core::{Board, Kind, Piece, Problem, Square};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::fields::{
    BoardField, Clues, Leapers, MoveField, MoveList, Number, Object, PieceFields, SquareField,
    squares,
};
use super::parse::{FieldError, contradiction, from_text, from_value, invalid};
use super::schema::SchemaFields;
use super::tour::{StatedProblem, from_contents, only_tour, read_lines, read_tours};
use super::{names, number};
use crate::error::{ReadError, ReadErrorKind};
use crate::puzzle;
use crate::read::{ParsedTour, ReadHint, text};

/// The fields of a problem.
///
/// ```
/// use caracole_formats::json::PROBLEM_FIELDS;
///
/// assert!(["board", "closed", "from"].iter().all(|field| PROBLEM_FIELDS.contains(field)));
/// ```
pub const PROBLEM_FIELDS: [&str; 14] = [
    "board", "leapers", "leaper", "piece", "moves", "closed", "open", "from", "to", "clues", "use",
    "avoid", "knights", "starts",
];

/// Returns a problem as an object, without the fields that it does not need.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::json;
///
/// let problem = Problem::new("8x8".parse()?).closed().start("e4")?;
/// let value = json::problem(&problem);
/// assert_eq!(value.to_string(), r#"{"board":"8x8","closed":true,"from":"e4"}"#);
/// assert_eq!(json::parse_problem(&value)?, problem);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn problem(problem: &Problem) -> Value {
    let board = problem.board();
    let mut object = Map::new();
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("board", board.to_string().into());
    if !problem.piece().is_knight() {
        for (field, value) in piece_fields(problem.piece()) {
            put(field, value);
        }
    }
    match problem.kind() {
        Kind::Any => {}
        Kind::Closed => put("closed", true.into()),
        Kind::Open => put("open", true.into()),
    }
    for (field, end) in [("from", problem.start_square()), ("to", problem.end_square())] {
        if let Some(square) = end {
            put(field, board.name(square).into());
        }
    }
    let clues = problem.clues().filter(|&(step, _)| step != 1 && step != board.len());
    let clues: Map<_, _> = clues.map(|(step, square)| (board.name(square), number(step))).collect();
    if !clues.is_empty() {
        put("clues", clues.into());
    }
    for (field, moves) in [("use", problem.required()), ("avoid", problem.forbidden())] {
        if !moves.is_empty() {
            put(field, moves.iter().map(|pair| move_name(board, pair)).collect());
        }
    }
    if problem.knights() > 1 {
        put("knights", problem.knights().into());
    }
    if !problem.knight_starts().is_empty() {
        put("starts", names(board, problem.knight_starts().iter().copied()));
    }
    object.into()
}

/// Returns the fields of a piece: its leapers and its single moves, as far as it has them.
///
/// ```
/// use caracole_core::Piece;
/// use caracole_formats::json::piece_fields;
///
/// let king: Piece = "king".parse()?;
/// let fields: Vec<_> = piece_fields(&king).collect();
/// assert_eq!(fields, [("leapers", serde_json::json!(["0,1", "1,1"]))]);
/// # Ok::<(), caracole_core::PieceError>(())
/// ```
pub fn piece_fields(piece: &Piece) -> impl Iterator<Item = (&'static str, Value)> + use<> {
    let leapers: Vec<_> = piece.leapers().map(|leaper| leaper.to_string()).collect();
    let moves = piece.moves_text();
    let leapers = (!leapers.is_empty()).then(|| ("leapers", leapers.into()));
    let moves = (!moves.is_empty()).then(|| ("moves", moves.into()));
    leapers.into_iter().chain(moves)
}

/// Reads the problem of a puzzle: an object with a `problem`, or the problem itself.
pub(crate) fn read_puzzle(bytes: &[u8], hint: &ReadHint) -> Result<Problem, ReadError> {
    if let Some(tour) = read_lines(bytes, hint)? {
        return with_clues(tour.problem(), &tour);
    }
    let text = text(bytes)?;
    let located = |error: FieldError| error.in_text(text);
    let fields = SchemaFields::read(text)?;
    if fields.problem.is_none() {
        return match from_text::<Object<ProblemFields>>(text) {
            Ok(Object(problem)) => {
                problem.check_clue_count().map_err(located)?;
                problem.with_hint(hint).map_err(located)
            }
            Err(error) => {
                let Ok(tours) = read_tours(text, hint) else { return Err(error) };
                let tour = only_tour(tours)?;
                with_clues(tour.problem(), &tour)
            }
        };
    }
    let contents = fields.contents(text)?;
    if let Some(Object(problem)) = &contents.problem {
        problem.check_clue_count().map_err(located)?;
    }
    let problem = StatedProblem::of(&contents, hint).map_err(located)?.problem;
    let problem = problem.ok_or_else(|| located(invalid("problem", "an object with a board")))?;
    let shown = problem.clues().count() as u64;
    if contents.clues.is_some_and(|Number(claimed)| claimed != shown) {
        let why = format!("the problem shows {shown}");
        return Err(located(contradiction("clues", "problem.clues", why)));
    }
    if problem.knights() > 1 || contents.paths.is_some() {
        return Err(ReadErrorKind::SeveralKnights.into());
    }
    // The squares of a tour are clues. The solutions of a puzzle are not.
    let has_tours =
        contents.squares.is_some() || contents.grid.is_some() || contents.tours.is_some();
    if !has_tours {
        return Ok(problem);
    }
    with_clues(problem, &only_tour(from_contents(&contents, hint).map_err(located)?)?)
}

/// Adds the squares of a tour to a problem as clues.
fn with_clues(problem: Problem, tour: &ParsedTour) -> Result<Problem, ReadError> {
    puzzle::check_size(tour.path.len())?;
    let mut squares = (1..).zip(tour.path.iter());
    Ok(squares.try_fold(problem, |problem, (step, square)| problem.clue(square, step))?)
}

fn move_name(board: &Board, &(a, b): &(Square, Square)) -> Value {
    format!("{}-{}", board.name(a), board.name(b)).into()
}

/// Reads a problem. Unknown fields are errors.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::json::parse_problem;
/// use serde_json::json;
///
/// let value = json!({ "board": "5x5", "from": "a1", "clues": { "c3": 25 } });
/// let problem = Problem::new("5x5".parse()?).start("a1")?.end("c3")?;
/// assert_eq!(parse_problem(&value)?, problem);
///
/// let error = parse_problem(&json!({ "board": "5x5", "form": "a1" })).expect_err("misspelt");
/// assert!(error.to_string().starts_with("there is no field 'form': did you mean from?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_problem(value: &Value) -> Result<Problem, ReadError> {
    if !value.is_object() {
        return Err(invalid("problem", "an object with a board").into());
    }
    let Object(fields) = from_value::<Object<ProblemFields>>(value)?;
    Ok(fields.problem(None, None)?)
}

/// The fields of a problem as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProblemFields {
    board: Option<BoardField>,
    leapers: Option<Leapers>,
    leaper: Option<Leapers>,
    piece: Option<String>,
    moves: Option<MoveList>,
    closed: Option<bool>,
    open: Option<bool>,
    from: Option<SquareField>,
    to: Option<SquareField>,
    clues: Option<Clues>,
    #[serde(rename = "use")]
    used: Option<Vec<MoveField>>,
    avoid: Option<Vec<MoveField>>,
    knights: Option<Number>,
    starts: Option<Vec<SquareField>>,
}

impl ProblemFields {
    const fn piece_fields(&self) -> PieceFields<'_> {
        PieceFields {
            leapers: self.leapers.as_ref(),
            leaper: self.leaper.as_ref(),
            piece: self.piece.as_ref(),
            moves: self.moves.as_ref(),
        }
    }

    /// Returns an error if there are more clues than a puzzle may have.
    pub(super) fn check_clue_count(&self) -> Result<(), FieldError> {
        Ok(puzzle::check_size(self.clues.as_ref().map_or(0, |clues| clues.0.len() as u64))?)
    }

    /// Returns the problem, with the board and the piece of the hint if given.
    pub(super) fn with_hint(&self, hint: &ReadHint) -> Result<Problem, FieldError> {
        let problem = self.problem(None, None)?;
        if hint.board.is_none() && hint.piece.is_none() {
            return Ok(problem);
        }
        // The replaced fields were valid, too.
        self.problem(hint.board.as_ref(), hint.piece.as_ref())
    }

    /// Returns the problem, with a given board and piece instead of its own.
    pub(super) fn problem(
        &self,
        given_board: Option<&Board>,
        given_piece: Option<&Piece>,
    ) -> Result<Problem, FieldError> {
        let written =
            self.board.as_ref().ok_or_else(|| invalid("board", "given, such as \"8x8\""))?;
        let board = match given_board {
            Some(board) => board.clone(),
            None => written.board().map_err(|error| error.inside("board"))?,
        };
        let piece = if let Some(piece) = given_piece {
            piece.clone()
        } else {
            let stated = self.piece_fields().piece()?;
            if let Some(piece) = stated.as_ref().filter(|_| board.graph().is_some()) {
                let field = if self.piece.is_some() { "piece" } else { "leapers" };
                let why = format!("the moves of a graph are its edges, not those of a {piece}");
                return Err(contradiction(field, "board", why));
            }
            stated.unwrap_or_default()
        };
        let kind = match (self.closed == Some(true), self.open == Some(true)) {
            (false, false) => Kind::Any,
            (true, false) => Kind::Closed,
            (false, true) => Kind::Open,
            (true, true) => return Err(contradiction("open", "closed", "both are true")),
        };
        let board = &board;
        let mut problem = Problem::with_piece(board.clone(), piece).of_kind(kind);
        let at = |field: &'static str| move |kind: ReadErrorKind| FieldError::new(field, kind);
        if let Some(start) = &self.from {
            let start = start.square(board).map_err(at("from"))?;
            problem = problem.start(start).map_err(|error| at("from")(error.into()))?;
        }
        if let Some(end) = &self.to {
            let end = end.square(board).map_err(at("to"))?;
            problem = problem.end(end).map_err(|error| at("to")(error.into()))?;
        }
        for (name, Number(step)) in self.clues.iter().flat_map(|clues| &clues.0) {
            let error = |kind: ReadErrorKind| FieldError::new(format!("clues.{name}"), kind);
            let square = board.parse_square(name).map_err(|cause| error(cause.into()))?;
            problem = problem.clue(square, *step).map_err(|cause| error(cause.into()))?;
        }
        for (item, moved) in self.used.iter().flatten().enumerate() {
            let item = format!("use[{item}]");
            let [a, b] = moved.squares(board).map_err(|error| error.inside(&item))?;
            problem = problem.require(a, b).map_err(|error| FieldError::new(item, error))?;
        }
        for (item, moved) in self.avoid.iter().flatten().enumerate() {
            let item = format!("avoid[{item}]");
            let [a, b] = moved.squares(board).map_err(|error| error.inside(&item))?;
            problem = problem.forbid(a, b).map_err(|error| FieldError::new(item, error))?;
        }
        let starts = self.starts.as_deref().unwrap_or_default();
        let starts = squares(board, starts).map_err(|error| error.inside("starts"))?;
        match self.knights {
            None if starts.is_empty() => Ok(problem),
            None => Err(invalid("knights", "given where starts are")),
            Some(Number(count)) => {
                let count =
                    u32::try_from(count).map_err(|_| invalid("knights", "a number from 1"))?;
                let problem = problem.with_knights(count, starts);
                problem.map_err(|error| FieldError::new("knights", error))
            }
        }
    }
}
