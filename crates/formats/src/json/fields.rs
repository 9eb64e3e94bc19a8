//! Fields that problems and tours have in common.

use caracole_core::{Board, Leaper, Piece, Square, SquareArg, Surface, shorten};
use serde_json::{Map, Value};

use super::parse_number;
use super::schema::{contradiction, only};
use crate::error::Fault;

/// A field of the wrong type.
pub(super) fn wrong(field: &str, expected: &'static str) -> Fault {
    Fault::Field { field: shorten(field), expected }
}

/// The field, unless it is missing or null.
pub(super) fn get<'a>(object: &'a Map<String, Value>, field: &str) -> Option<&'a Value> {
    object.get(field).filter(|value| !value.is_null())
}

pub(super) fn board(value: &Value) -> Result<Board, Fault> {
    match value {
        Value::String(text) => Ok(text.parse()?),
        Value::Object(object) => sides_and_holes(object),
        _ => Err(wrong("board", "a text such as \"8x8\", or an object with files and ranks")),
    }
}

fn sides_and_holes(object: &Map<String, Value>) -> Result<Board, Fault> {
    only(object, &["files", "ranks", "levels", "surface", "holes"])?;
    let side = |name: &'static str, missing: Option<u32>| {
        let side = match get(object, name) {
            None => missing,
            Some(value) => parse_number(value).and_then(|side| u32::try_from(side).ok()),
        };
        side.ok_or_else(|| wrong(name, "a number from 1 to 4294967295"))
    };
    let (files, ranks, levels) =
        (side("files", None)?, side("ranks", None)?, side("levels", Some(1))?);
    let surface = match get(object, "surface").map(|surface| surface.as_str()) {
        None | Some(Some("flat")) => Surface::Flat,
        Some(Some("cylinder")) => Surface::Cylinder,
        Some(Some("torus")) => Surface::Torus,
        Some(_) => return Err(wrong("surface", "flat, cylinder or torus")),
    };
    let board = match surface {
        Surface::Flat => Board::cuboid(files, ranks, levels)?,
        _ if levels > 1 => return Err(wrong("levels", "1 on a board with joined edges")),
        _ => Board::wrapped(files, ranks, surface)?,
    };
    let Some(holes) = get(object, "holes") else {
        return Ok(board);
    };
    let holes = holes.as_array().ok_or_else(|| wrong("holes", "a list of squares"))?;
    let holes =
        holes.iter().map(|hole| square(&board, hole, "holes")).collect::<Result<Vec<_>, _>>()?;
    Ok(board.without(holes)?)
}

/// A square by its name, its pair `[x,y]`, or its number.
pub(super) fn square(board: &Board, value: &Value, field: &str) -> Result<Square, Fault> {
    let expected = "a square, such as \"e4\"";
    match value {
        Value::String(name) => Ok(board.parse_square(name)?),
        Value::Number(_) => {
            let index = value.as_u64().filter(|&index| index < u64::MAX);
            let index = index.ok_or_else(|| wrong(field, expected))?;
            Ok(Square::from_index(index).on(board)?)
        }
        Value::Array(pair) => {
            let numbers: Option<Vec<u64>> = pair.iter().map(Value::as_u64).collect();
            match numbers.as_deref() {
                Some([x, y]) => Ok(board.parse_square(&format!("{x},{y}"))?),
                Some([x, y, level]) => {
                    Ok(board.parse_square(&format!("{x},{y}:{}", level.saturating_add(1)))?)
                }
                _ => Err(wrong(field, expected)),
            }
        }
        _ => Err(wrong(field, expected)),
    }
}

/// The piece, if it is given: `"leaper":"2,3"`, `"leaper":[2,3]`, or a list of either.
pub(super) fn piece(object: &Map<String, Value>) -> Result<Option<Piece>, Fault> {
    let expected = "two jumps such as \"2,3\", or a list of them";
    if get(object, "leapers").is_some() && get(object, "leaper").is_some() {
        return Err(contradiction("leapers", "leaper", "both name the piece: keep one"));
    }
    let Some((field, value)) =
        ["leapers", "leaper"].into_iter().find_map(|field| Some((field, get(object, field)?)))
    else {
        return Ok(None);
    };
    let leapers = match value {
        Value::Array(list) if !list.iter().all(Value::is_number) => {
            list.iter().map(|value| leaper(value, field, expected)).collect::<Result<_, _>>()?
        }
        _ => vec![leaper(value, field, expected)?],
    };
    Piece::new(leapers).map(Some).ok_or_else(|| wrong(field, expected))
}

fn leaper(value: &Value, field: &str, expected: &'static str) -> Result<Leaper, Fault> {
    match value {
        Value::String(text) => Ok(text.parse()?),
        Value::Array(jumps) => {
            let jumps: Option<Vec<u32>> =
                jumps.iter().map(|jump| u32::try_from(jump.as_u64()?).ok()).collect();
            match jumps.as_deref() {
                Some(&[a, b]) => Ok(Leaper::new(a, b)?),
                _ => Err(wrong(field, expected)),
            }
        }
        _ => Err(wrong(field, expected)),
    }
}
