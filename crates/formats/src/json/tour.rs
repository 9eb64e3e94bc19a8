//! Tours.

use caracole_core::{
    Board, Path, Piece, Place, Problem, Square, SquareError, Tour, shorten, verify,
};
use serde_json::{Map, Value};

use super::fields::{self, get, wrong};
use super::schema::{Schema, check_closed, check_outcome, contradiction};
use super::{object, outcome, parse, parse_number, parse_problem, problem};
use crate::error::{Fault, GridFault, ReadError};
use crate::grid::{Mark, Numbering, Rows, mark};
use crate::read::{ReadHint, Reading};
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
    let value = parse(bytes)?;
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
    let schema = Schema::of(object)?;
    if schema == Schema::Certificate {
        return Err(Fault::ProofNotTour.into());
    }
    check_outcome(object)?;
    if let Some(word) = get(object, "outcome").and_then(Value::as_str)
        && word != "found"
    {
        return Err(Fault::OtherOutcome { word: shorten(word) }.into());
    }
    let frame = frame(object, hint)?;
    let Frame { board, piece, problem } = frame.clone();
    let squares = if schema == Schema::Puzzle { "solution" } else { "squares" };
    let list = |value| -> Result<&Vec<Value>, Fault> {
        Value::as_array(value).ok_or_else(|| wrong(squares, "a list of squares"))
    };
    let mut source = squares;
    let reading = match (get(object, "grid"), get(object, squares), get(object, "tours")) {
        (Some(_), Some(_), _) => {
            return Err(contradiction("grid", "squares", "both hold the tour: keep one").into());
        }
        (Some(grid), ..) => {
            source = "grid";
            from_grid(grid, board, piece)?
        }
        (None, Some(value), _) => from_list(list(value)?, board, piece)?,
        (None, None, Some(tours)) => {
            source = "tours";
            let tours = tours.as_array().ok_or_else(|| wrong("tours", "a list of tours"))?;
            check_count(object, "count", "tours", tours.len())?;
            let mut all = tours.iter().map(|tour| {
                let tour = tour.as_array().ok_or_else(|| wrong("tours", "a list of tours"))?;
                from_list(tour, frame.board.clone(), frame.piece.clone())
            });
            let first = all.next().ok_or(Fault::Empty)??;
            all.try_for_each(|tour| tour.map(drop))?;
            first
        }
        _ => return Err(Fault::NoTourInJson.into()),
    };
    if let Some(undone) = get(object, "undone") {
        let undone = undone.as_array().ok_or_else(|| wrong("undone", "a list of squares"))?;
        for value in undone {
            fields::square(&reading.board, value, "undone")?;
        }
    }
    check_closed(object, source, &reading.board, &reading.piece, &reading.path)?;
    check_count(object, "length", squares, reading.path.len() as usize)?;
    let reading = match problem {
        Some(problem) => reading.of_problem(problem),
        None => reading,
    };
    if let Some(claimed) = get(object, "valid").and_then(Value::as_bool) {
        let verdict = verify::check(&reading.problem(), || reading.path.iter());
        if verdict.is_valid() != claimed {
            let first = verdict.in_short(&reading.board, "check");
            let why = if claimed { first } else { "the squares are a tour".to_owned() };
            return Err(contradiction("valid", squares, why).into());
        }
    }
    Ok(reading)
}

/// Compares a number of items with the list that it counts.
pub(super) fn check_count(
    object: &Map<String, Value>,
    count: &str,
    list: &str,
    found: usize,
) -> Result<(), Fault> {
    match get(object, count).and_then(parse_number) {
        Some(claimed) if claimed != found as u64 => {
            Err(contradiction(count, list, format!("the list has {found}")))
        }
        None if get(object, count).is_some() => Err(wrong(count, "a number")),
        _ => Ok(()),
    }
}

/// The board and the piece of an object, and the problem that it states on them.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) board: Option<Board>,
    pub(super) piece: Piece,
    pub(super) problem: Option<Problem>,
}

/// Reads the board, the piece and the problem of an object, which must agree. A hint replaces
/// the board and the piece, and leaves the other conditions.
pub(super) fn frame(object: &Map<String, Value>, hint: &ReadHint) -> Result<Frame, ReadError> {
    let board = get(object, "board").map(fields::board).transpose()?;
    let piece = fields::piece(object)?;
    let problem = get(object, "problem").map(|stated| with_hint(stated, hint)).transpose()?;
    if let Some(problem) = &problem {
        if let Some(board) = board.filter(|board| board != problem.board() && hint.board.is_none())
        {
            let why = format!("{} is not {}", board.title(), problem.board().title());
            return Err(contradiction("board", "problem.board", why).into());
        }
        if let Some(piece) = piece.filter(|piece| piece != problem.piece() && hint.piece.is_none())
        {
            let why = format!("{piece} is not {}", problem.piece());
            return Err(contradiction("leapers", "problem.leapers", why).into());
        }
        let (board, piece) = (problem.board().clone(), problem.piece().clone());
        return Ok(Frame { board: Some(board), piece, problem: Some(problem.clone()) });
    }
    let board = hint.board.clone().or(board);
    let piece = hint.piece.clone().or(piece).unwrap_or_default();
    Ok(Frame { board, piece, problem: None })
}

/// The problem of an object, on the board and for the piece of the hint if it names them.
pub(super) fn with_hint(stated: &Value, hint: &ReadHint) -> Result<Problem, ReadError> {
    if hint.board.is_some() || hint.piece.is_some() {
        // What the hint replaces must still be right.
        parse_problem(stated)?;
    }
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
