//! Saved games: a problem, the squares that were played, and those that were taken back.

use std::io::Write;

use caracole_core::{Board, Problem, Square};
use serde_json::{Map, Value};

use super::fields::{self, get, wrong};
use super::problem::assert_few_clues;
use super::schema::Schema;
use super::{object, parse, parse_problem, problem};
use crate::WriteError;
use crate::error::{Fault, ReadError};
use crate::read::{ReadHint, read_tour, text};

const SCHEMA: &str = "caracole.game/1";
const A_LIST: &str = "a list of squares such as [\"a1\",\"b3\"]";

/// A game as a file holds it. The squares are on the board; whether they may be played in this
/// order is for the rules of the game to say.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::json::SavedGame;
///
/// // A game that began with e4 f6, of which f6 was taken back.
/// let problem = Problem::new("8x8".parse()?);
/// let [e4, f6] = [problem.board().parse_square("e4")?, problem.board().parse_square("f6")?];
/// let saved = SavedGame { problem, squares: vec![e4], undone: vec![f6] };
/// assert_eq!(saved.squares.len() + saved.undone.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// By whose rules it is played.
    pub problem: Problem,
    /// What was played, in order.
    pub squares: Vec<Square>,
    /// What was taken back, in the order in which it would come again.
    pub undone: Vec<Square>,
}

/// A game as an object. As far as it goes it is a path, which whoever reads tours can read.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::ReadHint;
/// use caracole_formats::json::{self, SavedGame};
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?;
/// let [a1, c2] = [problem.board().parse_square("a1")?, problem.board().parse_square("c2")?];
/// let saved = SavedGame { problem, squares: vec![a1], undone: vec![c2] };
/// let value = json::game(&saved);
/// assert_eq!(value["schema"], "caracole.game/1");
/// assert_eq!(value["undone"][0], "c2");
/// assert_eq!(json::read_game(value.to_string().as_bytes(), &ReadHint::default())?, saved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn game(saved: &SavedGame) -> Value {
    let board = saved.problem.board();
    let names = |squares: &[Square]| {
        squares.iter().map(|&square| Value::from(board.name(square))).collect::<Value>()
    };
    let mut object = object(SCHEMA);
    object.insert("problem".into(), problem(&saved.problem));
    object.insert("squares".into(), names(&saved.squares));
    object.insert("undone".into(), names(&saved.undone));
    object.into()
}

/// Writes a game on one line.
///
/// ```
/// use caracole_formats::ReadHint;
/// use caracole_formats::json::{read_game, write_game};
///
/// // Any path begins a game.
/// let saved = read_game(b"# board 5x5\na1 b3 d2\n", &ReadHint::default())?;
/// let mut file = Vec::new();
/// write_game(&mut file, &saved)?;
/// assert!(file.starts_with(br#"{"schema":"caracole.game/1","#) && file.ends_with(b"}\n"));
/// assert_eq!(read_game(&file, &ReadHint::default())?, saved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_game(out: &mut dyn Write, saved: &SavedGame) -> Result<(), WriteError> {
    Ok(out.write_all(format!("{}\n", game(saved)).as_bytes())?)
}

/// Reads a saved game. A tour in any format that can be read, whole or only begun, is read as a game
/// too, in which nothing was taken back.
///
/// Of a saved game the hint is not heard: the file says everything.
///
/// ```
/// use caracole_formats::ReadHint;
/// use caracole_formats::json::read_game;
///
/// let text = br#"{
///     "schema": "caracole.game/1",
///     "problem": { "board": "5x5", "closed": true },
///     "squares": ["a1", "b3"],
///     "undone": ["c5"]
/// }"#;
/// let game = read_game(text, &ReadHint::default())?;
/// let board = game.problem.board();
/// assert_eq!(game.squares, [board.parse_square("a1")?, board.parse_square("b3")?]);
/// assert_eq!(game.undone, [board.parse_square("c5")?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_game(bytes: &[u8], hint: &ReadHint) -> Result<SavedGame, ReadError> {
    if text(bytes)?.trim_start().starts_with('{') {
        let value = parse(bytes)?;
        if let Some(object) = value.as_object().filter(|object| is_game(object)) {
            return read(object);
        }
    }
    let reading = read_tour(bytes, hint)?;
    let problem = reading.problem();
    Ok(SavedGame { problem, squares: reading.path.iter().collect(), undone: Vec::new() })
}

/// Does it say that it is a game, of whatever version, or look like one?
fn is_game(object: &Map<String, Value>) -> bool {
    match get(object, "schema") {
        Some(schema) => schema.as_str().is_none_or(|schema| schema.starts_with("caracole.game")),
        None => object.contains_key("undone"),
    }
}

fn read(object: &Map<String, Value>) -> Result<SavedGame, ReadError> {
    if get(object, "schema").is_none_or(|schema| schema != SCHEMA) {
        return Err(wrong("schema", "\"caracole.game/1\"").into());
    }
    Schema::of(object)?;
    let problem = get(object, "problem").ok_or_else(|| wrong("problem", "given"))?;
    assert_few_clues(problem)?;
    let problem = parse_problem(problem)?;
    let list = |field: &str| match get(object, field) {
        None => Ok(&[][..]),
        Some(Value::Array(list)) => Ok(&list[..]),
        Some(_) => Err(wrong(field, A_LIST)),
    };
    let played =
        get(object, "squares").ok_or_else(|| wrong("squares", A_LIST)).and(list("squares"))?;
    let squares = squares(problem.board(), "squares", played, 1)?;
    let undone =
        self::squares(problem.board(), "undone", list("undone")?, played.len() as u64 + 1)?;
    Ok(SavedGame { problem, squares, undone })
}

/// The squares of a list that begins with a step.
fn squares(board: &Board, field: &str, list: &[Value], first: u64) -> Result<Vec<Square>, Fault> {
    let read = |(at, value): (usize, &Value)| {
        let square = fields::square(board, value, &format!("{field}[{at}]"));
        square.map_err(|fault| match fault {
            Fault::Square(error) => Fault::Step { step: first + at as u64, error },
            fault => fault,
        })
    };
    list.iter().enumerate().map(read).collect()
}
