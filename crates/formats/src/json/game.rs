//! Saved games: a problem, the played squares, and the undone ones.

use std::io::Write;

use caracole_core::{Problem, Square};
use serde_json::Value;

use super::fields::{Object, path};
use super::parse::{FieldError, invalid};
use super::schema::{Contents, SchemaFields};
use super::tour::read_lines;
use super::{names, object, problem, with_fields};
use crate::WriteError;
use crate::error::ReadError;
use crate::read::{ParsedTour, ReadHint, read_tour, text};

const SCHEMA: &str = "caracole.game/1";

/// A saved game. The squares are on the board, but may be against the rules of the game.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::json::SavedGame;
///
/// // A game that began with e4 f6, of which f6 was undone.
/// let problem = Problem::new("8x8".parse()?);
/// let [e4, f6] = [problem.board().parse_square("e4")?, problem.board().parse_square("f6")?];
/// let saved = SavedGame { problem, squares: vec![e4], undone: vec![f6] };
/// assert_eq!(saved.squares.len() + saved.undone.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The problem to solve.
    pub problem: Problem,
    /// The played squares, in order.
    pub squares: Vec<Square>,
    /// The undone squares, in the order in which they would be played again.
    pub undone: Vec<Square>,
}

/// Returns a game as an object, which readers of tours can read as a path.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::ReadHint;
/// use caracole_formats::json::{self, SavedGame};
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?;
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
    let fields = [
        ("problem", problem(&saved.problem)),
        ("squares", names(board, saved.squares.iter().copied())),
        ("undone", names(board, saved.undone.iter().copied())),
    ];
    with_fields(object(SCHEMA), fields).into()
}

/// Writes a game on one line.
///
/// ```
/// use caracole_formats::ReadHint;
/// use caracole_formats::json::{read_game, write_game};
///
/// // Any path is the beginning of a game.
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

/// Reads a saved game. A tour in any format, complete or not, is read as a game without undone
/// squares.
///
/// The hint is for tours only: a saved game states everything.
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
    if let Some(tour) = read_lines(bytes, hint)? {
        return Ok(of_tour(&tour));
    }
    let text = text(bytes)?;
    let fields =
        text.trim_start().starts_with('{').then(|| SchemaFields::read(text)).transpose()?;
    if let Some(fields) = fields.filter(SchemaFields::is_game) {
        let located = |error: FieldError| error.in_text(text);
        if fields.schema.as_deref() != Some(SCHEMA) {
            return Err(located(invalid("schema", "\"caracole.game/1\"")));
        }
        return from_contents(&fields.contents(text)?).map_err(located);
    }
    Ok(of_tour(&read_tour(bytes, hint)?))
}

fn of_tour(tour: &ParsedTour) -> SavedGame {
    let squares = tour.path.iter().collect();
    SavedGame { problem: tour.problem(), squares, undone: Vec::new() }
}

impl SchemaFields {
    /// Returns true if the document is a game of any version, or has the fields of one.
    fn is_game(&self) -> bool {
        match &self.schema {
            Some(schema) => schema.starts_with("caracole.game"),
            None => self.undone.is_some(),
        }
    }
}

fn from_contents(contents: &Contents) -> Result<SavedGame, FieldError> {
    let Object(fields) = contents.problem.as_ref().ok_or_else(|| invalid("problem", "given"))?;
    fields.check_clue_count()?;
    let problem = fields.problem(None, None).map_err(|error| error.inside("problem"))?;
    let board = problem.board();
    let list = "a list of squares such as [\"a1\",\"b3\"]";
    let played = contents.squares.as_ref().ok_or_else(|| invalid("squares", list))?;
    let squares = path(board, played, 1, false).map_err(|error| error.inside("squares"))?;
    let undone =
        path(board, contents.undone.as_deref().unwrap_or_default(), squares.len() + 1, false);
    let undone = undone.map_err(|error| error.inside("undone"))?.iter().collect();
    Ok(SavedGame { squares: squares.iter().collect(), undone, problem })
}
