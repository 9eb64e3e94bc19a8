//! Problems.

use caracole_core::{Board, Kind, Problem, Square};
use serde_json::{Map, Value};

use super::fields::{self, get, wrong};
use super::schema::{self, Schema, contradiction, only};
use super::tour::{frame, with_hint};
use super::{number, parse_number};
use crate::error::{Fault, ReadError};
use crate::puzzle;
use crate::read::ReadHint;

/// The fields that a problem has.
///
/// ```
/// use caracole_formats::json::PROBLEM_FIELDS;
///
/// assert!(["board", "closed", "from"].iter().all(|field| PROBLEM_FIELDS.contains(field)));
/// ```
pub const PROBLEM_FIELDS: [&str; 12] = [
    "board", "leapers", "leaper", "closed", "open", "from", "to", "clues", "use", "avoid",
    "knights", "starts",
];

/// A problem as an object. What it does not ask for is left out.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::json;
///
/// let problem = Problem::new("8x8".parse()?).closed().from("e4")?;
/// let value = json::problem(&problem);
/// assert_eq!(value.to_string(), r#"{"board":"8x8","closed":true,"from":"e4"}"#);
/// assert_eq!(json::parse_problem(&value)?, problem);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn problem(problem: &Problem) -> Value {
    let board = problem.board();
    let mut object = Map::new();
    let mut put = |field: &str, value: Value| object.insert(field.into(), value);
    put("board", board.to_string().into());
    if !problem.piece().is_knight() {
        let leapers: Vec<_> = problem.piece().leapers().map(|l| l.to_string()).collect();
        put("leapers", leapers.into());
    }
    match problem.kind() {
        Kind::Any => {}
        Kind::Closed => drop(put("closed", true.into())),
        Kind::Open => drop(put("open", true.into())),
    }
    for (field, end) in [("from", problem.start()), ("to", problem.end())] {
        if let Some(square) = end {
            put(field, board.name(square).into());
        }
    }
    let inner = problem.clues().filter(|&(step, _)| step != 1 && step != board.len());
    let clues: Map<_, _> = inner.map(|(step, square)| (board.name(square), number(step))).collect();
    if !clues.is_empty() {
        put("clues", clues.into());
    }
    for (field, moves) in [("use", problem.used()), ("avoid", problem.avoided())] {
        if !moves.is_empty() {
            put(field, moves.iter().map(|pair| move_name(board, pair)).collect());
        }
    }
    if problem.knights() > 1 {
        put("knights", problem.knights().into());
    }
    if !problem.knights_from().is_empty() {
        let starts = problem.knights_from().iter();
        put("starts", starts.map(|&start| Value::from(board.name(start))).collect());
    }
    object.into()
}

/// Reads the problem of a puzzle: an object with a `problem`, or the problem itself.
pub(crate) fn read_puzzle(bytes: &[u8], hint: &ReadHint) -> Result<Problem, ReadError> {
    let value = schema::parse(bytes)?;
    let object = value.as_object().ok_or_else(|| wrong("problem", "an object with a board"))?;
    let Some(stated) = get(object, "problem") else {
        assert_few_clues(&value)?;
        return with_hint(&value, hint);
    };
    let schema = Schema::of(object)?;
    assert_few_clues(stated)?;
    let problem = frame(object, hint)?.problem;
    let problem = problem.ok_or_else(|| wrong("problem", "an object with a board"))?;
    if schema == Schema::Puzzle
        && let Some(shown) = get(object, "clues").and_then(parse_number)
        && shown != problem.clues().count() as u64
    {
        let why = format!("the problem shows {}", problem.clues().count());
        return Err(contradiction("clues", "problem.clues", why).into());
    }
    Ok(problem)
}

/// Are there no more clues than a puzzle has? Other things are found out later.
pub(super) fn assert_few_clues(problem: &Value) -> Result<(), Fault> {
    puzzle::assert_few(match problem.get("clues") {
        Some(Value::Object(clues)) => clues.len(),
        Some(Value::Array(clues)) => clues.len(),
        _ => 0,
    })
}

fn move_name(board: &Board, &(a, b): &(Square, Square)) -> Value {
    format!("{}-{}", board.name(a), board.name(b)).into()
}

/// Reads a problem. An unknown field is an error, answered with the nearest one.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::json::parse_problem;
/// use serde_json::json;
///
/// let value = json!({ "board": "5x5", "from": "a1", "clues": { "c3": 25 } });
/// let problem = Problem::new("5x5".parse()?).from("a1")?.to("c3")?;
/// assert_eq!(parse_problem(&value)?, problem);
///
/// let error = parse_problem(&json!({ "board": "5x5", "form": "a1" })).expect_err("misspelt");
/// assert!(error.to_string().starts_with("there is no field 'form': did you mean from?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_problem(value: &Value) -> Result<Problem, ReadError> {
    Ok(parse(value)?)
}

fn parse(value: &Value) -> Result<Problem, Fault> {
    let object = value.as_object().ok_or_else(|| wrong("problem", "an object with a board"))?;
    only(object, &PROBLEM_FIELDS)?;
    let board = get(object, "board").ok_or_else(|| wrong("board", "given, such as \"8x8\""))?;
    let board = fields::board(board).map_err(inside("board"))?;
    let piece = fields::piece(object).map_err(inside("leaper"))?.unwrap_or_default();
    let mut problem = Problem::with_piece(board, piece).of_kind(kind(object)?);
    for field in ["from", "to", "clues", "use", "avoid", "knights"] {
        problem = with_field(problem, object, field).map_err(inside(field))?;
    }
    Ok(problem)
}

/// Adds what a field says to a problem.
fn with_field(
    mut problem: Problem,
    object: &Map<String, Value>,
    field: &str,
) -> Result<Problem, Fault> {
    match (field, get(object, field)) {
        ("knights", _) => return with_knights(problem, object),
        (_, None) => {}
        ("from", Some(start)) => {
            let start = fields::square(problem.board(), start, field)?;
            problem = problem.from(start)?;
        }
        ("to", Some(end)) => {
            let end = fields::square(problem.board(), end, field)?;
            problem = problem.to(end)?;
        }
        ("clues", _) => {
            for (square, step) in clues(problem.board(), object)? {
                problem = problem.clue(square, step)?;
            }
        }
        ("use", _) => {
            for (a, b) in moves(problem.board(), object, field)? {
                problem = problem.using(a, b)?;
            }
        }
        _ => {
            for (a, b) in moves(problem.board(), object, field)? {
                problem = problem.avoiding(a, b)?;
            }
        }
    }
    Ok(problem)
}

/// Names the field of a fault, unless it does so by itself.
fn inside(field: &'static str) -> impl Fn(Fault) -> Fault {
    move |fault| match fault {
        Fault::Field { .. } | Fault::In { .. } => fault,
        fault => Fault::In { field, fault: Box::new(fault) },
    }
}

/// `"knights":2` and `"starts":["a1"]`.
fn with_knights(problem: Problem, object: &Map<String, Value>) -> Result<Problem, Fault> {
    let starts = match get(object, "starts") {
        None => Vec::new(),
        Some(list) => {
            let expected = "a list of squares, one for each knight that has its start";
            let list = list.as_array().ok_or_else(|| wrong("starts", expected))?;
            let read =
                |start| fields::square(problem.board(), start, "starts").map_err(inside("starts"));
            list.iter().map(read).collect::<Result<_, _>>()?
        }
    };
    let Some(count) = get(object, "knights") else {
        return if starts.is_empty() {
            Ok(problem)
        } else {
            Err(wrong("knights", "given where starts are"))
        };
    };
    let count = parse_number(count).and_then(|count| u32::try_from(count).ok());
    let count = count.ok_or_else(|| wrong("knights", "a number from 1"))?;
    Ok(problem.with_knights(count, starts)?)
}

fn kind(object: &Map<String, Value>) -> Result<Kind, Fault> {
    let flag = |field: &str| match get(object, field) {
        None => Ok(false),
        Some(value) => value.as_bool().ok_or_else(|| wrong(field, "true or false")),
    };
    match (flag("closed")?, flag("open")?) {
        (false, false) => Ok(Kind::Any),
        (true, false) => Ok(Kind::Closed),
        (false, true) => Ok(Kind::Open),
        (true, true) => Err(wrong("open", "false where closed is true")),
    }
}

/// `{"c3":5}`, or `["c3=5"]` as on the command line.
fn clues(board: &Board, object: &Map<String, Value>) -> Result<Vec<(Square, u64)>, Fault> {
    let expected = "an object such as {\"c3\":5}";
    let clue = |square: &str, step: Option<u64>| {
        let step = step.ok_or_else(|| wrong("clues", expected))?;
        Ok((board.parse_square(square)?, step))
    };
    match get(object, "clues") {
        None => Ok(Vec::new()),
        Some(Value::Object(clues)) => {
            clues.iter().map(|(square, step)| clue(square, parse_number(step))).collect()
        }
        Some(Value::Array(clues)) => clues
            .iter()
            .map(|text| {
                let pair = text.as_str().and_then(|text| text.split_once('='));
                let (square, step) = pair.ok_or_else(|| wrong("clues", expected))?;
                clue(square, step.trim().parse().ok())
            })
            .collect(),
        Some(_) => Err(wrong("clues", expected)),
    }
}

/// `["a1-b3"]` or `[["a1","b3"]]`.
fn moves(
    board: &Board,
    object: &Map<String, Value>,
    field: &str,
) -> Result<Vec<(Square, Square)>, Fault> {
    let wrong = || wrong(field, "a list of moves such as [\"a1-b3\"]");
    let Some(list) = get(object, field) else {
        return Ok(Vec::new());
    };
    let read = |value: &Value| match value {
        Value::String(text) => {
            let (a, b) = text.split_once('-').ok_or_else(wrong)?;
            Ok((board.parse_square(a)?, board.parse_square(b)?))
        }
        Value::Array(pair) => match &pair[..] {
            [a, b] => Ok((fields::square(board, a, field)?, fields::square(board, b, field)?)),
            _ => Err(wrong()),
        },
        _ => Err(wrong()),
    };
    list.as_array().ok_or_else(wrong)?.iter().map(read).collect()
}
