//! Tours.

use caracole_core::{Board, Path, Piece, Place, Problem, Square, SquareError, Tour, shorten};
use serde_json::{Map, Value};

use super::fields::{self, get, wrong};
use super::{certificate, not_json, object, outcome, parse_problem, problem};
use crate::error::{Fault, GridFault, ReadError};
use crate::grid::{Mark, Numbering, Rows, mark};
use crate::read::{ReadHint, Reading, text};
use crate::sink::Sink;
use crate::stream::{Extent, place};
use crate::{Format, WriteError};

pub(crate) fn write_tour(sink: &mut Sink<'_>, tour: &Tour) -> Result<(), WriteError> {
    let mut object = object("caracole.tour/1");
    let asked = Problem::with_piece(tour.board().clone(), tour.piece().clone());
    object.insert("problem".into(), problem(&asked));
    object.insert("closed".into(), tour.is_closed().into());
    object.insert("squares".into(), Value::Array(Vec::new()));
    outcome::write_with_squares(sink, &object, tour)?;
    Ok(())
}

pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<Reading, ReadError> {
    let value: Value = serde_json::from_str(text(bytes)?).map_err(|error| not_json(&error))?;
    match &value {
        Value::Object(object) => from_object(object, hint),
        Value::Array(list) => {
            let piece = hint.piece.clone().unwrap_or_default();
            let board = hint.board.clone();
            if is_grid(list) {
                from_grid(&value, board, piece)
            } else {
                from_list(list, board, piece)
            }
        }
        _ => Err(Fault::NoTourInJson.into()),
    }
}

fn from_object(object: &Map<String, Value>, hint: &ReadHint) -> Result<Reading, ReadError> {
    if let Some(word) = get(object, "outcome").and_then(Value::as_str)
        && word != "found"
    {
        return Err(Fault::OtherOutcome { word: shorten(word) }.into());
    }
    if get(object, "schema").and_then(Value::as_str) == Some(certificate::SCHEMA) {
        return Err(Fault::ProofNotTour.into());
    }
    let mut board = get(object, "board").map(fields::board).transpose()?;
    let mut piece = fields::piece(object)?;
    let problem = get(object, "problem").map(|stated| with_hint(stated, hint)).transpose()?;
    if let Some(problem) = &problem {
        if board.as_ref().is_some_and(|board| board != problem.board() && hint.board.is_none()) {
            return Err(wrong("board", "the same as problem.board: leave one of them out").into());
        }
        if piece.as_ref().is_some_and(|piece| piece != problem.piece() && hint.piece.is_none()) {
            let expected = "the same as problem.leapers: leave one of them out";
            return Err(wrong("leapers", expected).into());
        }
        board = Some(problem.board().clone());
        piece = Some(problem.piece().clone());
    }
    let board = hint.board.clone().or(board);
    let piece = hint.piece.clone().or(piece).unwrap_or_default();
    let reading = match (get(object, "grid"), get(object, "squares")) {
        (Some(grid), _) => from_grid(grid, board, piece)?,
        (_, Some(Value::Array(list))) => from_list(list, board, piece)?,
        (_, Some(_)) => return Err(wrong("squares", "a list of squares").into()),
        _ if object.contains_key("certificate") => return Err(Fault::ProofNotTour.into()),
        _ => return Err(Fault::NoTourInJson.into()),
    };
    Ok(match problem {
        Some(problem) => reading.of_problem(problem),
        None => reading,
    })
}

/// The problem of an object, on the board and for the piece of the hint if it names them.
fn with_hint(stated: &Value, hint: &ReadHint) -> Result<Problem, ReadError> {
    let mut stated = stated.clone();
    if let Some(object) = stated.as_object_mut() {
        if let Some(board) = &hint.board {
            object.insert("board".into(), board.to_string().into());
        }
        if let Some(piece) = &hint.piece {
            object.remove("leaper");
            let leapers: Vec<_> = piece.leapers().map(|leaper| leaper.to_string()).collect();
            object.insert("leapers".into(), leapers.into());
        }
    }
    parse_problem(&stated)
}

/// Rows of a grid, and no list of names, numbers or pairs?
fn is_grid(list: &[Value]) -> bool {
    list.first().is_some_and(Value::is_array)
        && !list.iter().all(|row| row.as_array().is_some_and(|row| row.len() == 2))
}

fn from_list(list: &[Value], board: Option<Board>, piece: Piece) -> Result<Reading, ReadError> {
    if list.is_empty() {
        return Err(Fault::Empty.into());
    }
    let board = match board {
        Some(board) => board,
        None => guess(list)?,
    };
    let mut path = Path::new();
    for (value, step) in list.iter().zip(1..) {
        path.push(square(&board, value, step)?);
    }
    Ok(Reading::new(Format::Json, board, piece, path))
}

/// A square of a list; holes are squares here.
pub(super) fn square(board: &Board, value: &Value, step: u64) -> Result<Square, Fault> {
    match fields::square(board, value, &format!("squares[{}]", step - 1)) {
        Err(Fault::Square(SquareError::Hole { .. })) => {
            let index = value.as_u64().map(Square::from_index);
            let hole = index.or_else(|| board.at(a_place(value)?.0));
            hole.ok_or(Fault::NoTourInJson)
        }
        Err(Fault::Square(error)) => Err(Fault::Step { step, error }),
        square => square,
    }
}

/// The place that a name or a pair gives, and whether it has a level.
fn a_place(value: &Value) -> Option<(Place, bool)> {
    match value {
        Value::String(name) => Place::parse(name.trim()),
        Value::Array(pair) => {
            let numbers: Option<Vec<u32>> =
                pair.iter().map(|number| u32::try_from(number.as_u64()?).ok()).collect();
            match *numbers.as_deref()? {
                [x, y] => Some((place(x, y, 0), false)),
                [x, y, level] => Some((place(x, y, level), true)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The smallest board that holds all squares.
fn guess(list: &[Value]) -> Result<Board, Fault> {
    let mut extent = Extent::default();
    for (value, step) in list.iter().zip(1..) {
        if value.is_number() {
            return Err(Fault::NoBoard);
        }
        let (place, has_level) = a_place(value).ok_or_else(|| match value {
            Value::String(text) => {
                Fault::Step { step, error: SquareError::Syntax { text: shorten(text) } }
            }
            _ => wrong(&format!("squares[{}]", step - 1), "a square, such as \"e4\""),
        })?;
        extent.add(place, has_level)?;
    }
    extent.board()
}

/// Rows of numbers, level by level on boxes.
struct Levels {
    rows: Vec<Vec<Mark>>,
    levels: usize,
}

fn from_grid(value: &Value, board: Option<Board>, piece: Piece) -> Result<Reading, ReadError> {
    let numbering = Numbering::from_rows(&levels(value)?, board, None)?;
    Ok(numbering.into_reading(Format::Json, piece)?)
}

fn levels(value: &Value) -> Result<Levels, Fault> {
    let outer = list(value)?;
    let is_deep = outer
        .first()
        .and_then(Value::as_array)
        .is_some_and(|row| row.first().is_some_and(Value::is_array));
    if !is_deep {
        let rows = outer.iter().map(row).collect::<Result<_, _>>()?;
        return Ok(Levels { rows, levels: 1 });
    }
    let ranks = list(&outer[0])?.len();
    let mut rows = Vec::new();
    for level in outer {
        let level = list(level)?;
        if level.len() != ranks {
            return Err(wrong("grid", "levels of the same size"));
        }
        for one in level {
            rows.push(row(one)?);
        }
    }
    Ok(Levels { rows, levels: outer.len() })
}

fn list(value: &Value) -> Result<&Vec<Value>, Fault> {
    value.as_array().ok_or_else(|| wrong("grid", "a list of rows, each a list of numbers"))
}

fn row(value: &Value) -> Result<Vec<Mark>, Fault> {
    list(value)?.iter().map(one).collect()
}

fn one(value: &Value) -> Result<Mark, Fault> {
    match value {
        Value::Null => Ok(Mark::Unknown),
        Value::String(text) => Ok(mark(text.trim())?),
        Value::Number(number) => Ok(mark(&number.to_string())?),
        _ => Err(wrong("grid", "a list of rows, each a list of numbers")),
    }
}

impl Rows for Levels {
    fn sides(&self) -> Result<[usize; 3], ReadError> {
        let expected = self.rows.first().map_or(0, Vec::len);
        if expected == 0 {
            return Err(Fault::Empty.into());
        }
        for row in &self.rows {
            if row.len() != expected {
                return Err(GridFault::Ragged { found: row.len(), expected }.into());
            }
        }
        Ok([expected, self.rows.len() / self.levels, self.levels])
    }

    fn mark(&self, row: usize, file: usize) -> Mark {
        self.rows[row][file]
    }
}
