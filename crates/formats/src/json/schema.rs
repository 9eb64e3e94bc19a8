//! The objects that are read, each with the fields that it may have and their types.
//!
//! Everything in a file is understood or refused: a key that occurs twice, an unknown field, a field
//! of another type, and two fields that contradict each other are errors.

use std::fmt;

use caracole_core::{Board, Moves, Path, Piece, nearest, shorten};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::fields::{get, wrong};
use super::parse_number;
use crate::error::{Fault, Position, ReadError};
use crate::read::text;

/// Parses a JSON text. A byte-order mark is skipped; a key that occurs twice in one object is an
/// error.
///
/// ```
/// use caracole_formats::json;
///
/// assert_eq!(json::parse("\u{feff}[1,2]".as_bytes())?, serde_json::json!([1, 2]));
/// let error = json::parse(br#"{"to":"a1","to":"e5"}"#).expect_err("two ends");
/// assert_eq!(error.to_string(), "line 1, column 15: the field 'to' is given twice: keep one");
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn parse(bytes: &[u8]) -> Result<Value, ReadError> {
    let parsed: Result<Strict, _> = serde_json::from_str(text(bytes)?);
    parsed.map(|Strict(value)| value).map_err(|error| not_json(&error))
}

fn not_json(error: &serde_json::Error) -> ReadError {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    let place = Position::new(error.line() as u64, error.column() as u64);
    // Every type of value is accepted, so the only error in the data is a repeated key.
    let text = shorten(message);
    let fault =
        if error.is_data() { Fault::Repeated { field: text } } else { Fault::Json { text } };
    ReadError::new(place, fault)
}

/// A value in which no object has a key twice.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(de::Error::custom(key));
            }
            let Strict(value) = map.next_value()?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

/// The type of a field.
#[derive(Clone, Copy)]
enum Type {
    Text,
    Number,
    Flag,
    List,
    Object,
    /// An object of whole numbers with these names, and perhaps others that are listed.
    Numbers(&'static [&'static str]),
    /// Decoded by the reader of the document.
    Decoded,
}

type Field = (&'static str, Type);

/// An object that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Schema {
    Outcome,
    Tour,
    Cover,
    Game,
    Longest,
    Puzzle,
    Unique,
    List,
    Sample,
    Check,
    Certificate,
}

const COMMON: &[Field] =
    &[("schema", Type::Text), ("version", Type::Text), ("problem", Type::Decoded)];
const FRAME: &[Field] =
    &[("board", Type::Decoded), ("leapers", Type::Decoded), ("leaper", Type::Decoded)];
const STOP: &[Field] = &[("stopped_by", Type::Text), ("tried", Type::Text)];
const MANY: &[Field] = &[
    ("convention", Type::Text),
    ("seed", Type::Number),
    ("of", Type::Text),
    ("tours", Type::Decoded),
    ("count", Type::Text),
];
const STATS: Type = Type::Numbers(&[
    "steps",
    "retreats",
    "attempts",
    "cases",
    "updates",
    "sweeps",
    "loops",
    "ants",
    "cycles",
    "tours",
    "distinct",
    "elapsed_ms",
]);

impl Schema {
    const ALL: [Self; 11] = [
        Self::Outcome,
        Self::Tour,
        Self::Cover,
        Self::Game,
        Self::Longest,
        Self::Puzzle,
        Self::Unique,
        Self::List,
        Self::Sample,
        Self::Check,
        Self::Certificate,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "caracole.outcome/1",
            Self::Tour => "caracole.tour/1",
            Self::Cover => "caracole.cover/1",
            Self::Game => "caracole.game/1",
            Self::Longest => "caracole.longest/1",
            Self::Puzzle => "caracole.puzzle/1",
            Self::Unique => "caracole.unique/1",
            Self::List => "caracole.list/1",
            Self::Sample => "caracole.sample/1",
            Self::Check => "caracole.check/1",
            Self::Certificate => "caracole.certificate/1",
        }
    }

    /// Returns the schema of an object, by its schema or else by its fields, after a check
    /// of its fields.
    pub(super) fn of(object: &Map<String, Value>) -> Result<Self, Fault> {
        let has = |field: &str| get(object, field).is_some();
        let kind = match get(object, "schema") {
            Some(Value::String(schema)) => Self::ALL
                .into_iter()
                .find(|kind| kind.name() == schema)
                .ok_or_else(|| Fault::OtherSchema { schema: shorten(schema) })?,
            Some(_) => return Err(wrong("schema", "a text such as \"caracole.tour/1\"")),
            None if has("outcome") || has("certificate") => Self::Outcome,
            None if has("paths") => Self::Cover,
            None => Self::Tour,
        };
        // The facts of a certificate depend on its kind, so its reader checks them.
        if kind != Self::Certificate {
            kind.check_fields(object)?;
        }
        Ok(kind)
    }

    fn fields(self) -> Vec<Field> {
        use Type::{Decoded, Flag, List, Number, Object, Text};
        let own: &[&[Field]] = match self {
            Self::Outcome => &[
                FRAME,
                &[
                    ("outcome", Text),
                    ("method", Text),
                    ("seed", Number),
                    ("look", Text),
                    ("mix", Number),
                    ("mixture", Object),
                    ("closed", Flag),
                    ("squares", Decoded),
                    ("grid", Decoded),
                    ("knights", Number),
                    ("paths", Decoded),
                    ("reason", Object),
                    ("certificate", Object),
                    ("stats", STATS),
                    ("rank", Text),
                    ("of", Text),
                    ("convention", Text),
                ],
                STOP,
            ],
            Self::Tour => &[FRAME, &[("closed", Flag), ("squares", Decoded), ("grid", Decoded)]],
            Self::Cover => &[FRAME, &[("knights", Number), ("paths", Decoded)]],
            Self::Game => &[&[("squares", Decoded), ("undone", Decoded)]],
            Self::Longest => &[
                &[
                    ("seed", Number),
                    ("length", Number),
                    ("upper_bound", Number),
                    ("proved", Flag),
                    ("squares", Decoded),
                    ("reason", Text),
                ],
                STOP,
            ],
            Self::Puzzle => &[&[
                ("seed", Number),
                ("clues", Number),
                ("minimal", Flag),
                ("grade", Text),
                ("cases", Number),
                ("closed", Flag),
                ("solution", Decoded),
            ]],
            Self::Unique => &[
                &[
                    ("unique", Flag),
                    ("solutions", List),
                    ("grade", Text),
                    ("cases", Number),
                    ("reason", Object),
                    ("certificate", Object),
                ],
                STOP,
            ],
            Self::List | Self::Sample => &[MANY, STOP],
            Self::Check => &[
                FRAME,
                &[
                    ("valid", Flag),
                    ("closed", Flag),
                    ("knights", Number),
                    ("defects", List),
                    ("defect_count", Number),
                    ("facts", Object),
                    ("squares", Decoded),
                    ("format", Text),
                ],
            ],
            Self::Certificate => &[],
        };
        [&[COMMON], own].concat().concat()
    }

    fn check_fields(self, object: &Map<String, Value>) -> Result<(), Fault> {
        let fields = self.fields();
        let names: Vec<_> = fields.iter().map(|&(name, _)| name).collect();
        only(object, &names)?;
        for (name, kind) in fields {
            if let Some(value) = get(object, name) {
                kind.check(name, value)?;
            }
        }
        Ok(())
    }
}

impl Type {
    fn check(self, field: &str, value: &Value) -> Result<(), Fault> {
        let (fits, expected) = match self {
            Self::Text => (value.is_string(), "a text"),
            Self::Number => (parse_number(value).is_some(), "a whole number from 0, below 2^64"),
            Self::Flag => (value.is_boolean(), "true or false"),
            Self::List => (value.is_array(), "a list"),
            Self::Object => (value.is_object(), "an object"),
            Self::Numbers(names) => {
                let object = value.as_object().ok_or_else(|| wrong(field, "an object"))?;
                only(object, names)?;
                let is_number = |value: &Value| {
                    value.is_null() || value.is_number() || parse_number(value).is_some()
                };
                (object.values().all(is_number), "an object of numbers")
            }
            Self::Decoded => (true, ""),
        };
        if fits { Ok(()) } else { Err(wrong(field, expected)) }
    }
}

/// Refuses a field that is not known, with the nearest known one.
pub(super) fn only(object: &Map<String, Value>, known: &[&'static str]) -> Result<(), Fault> {
    let Some(field) = object.keys().find(|field| !known.contains(&field.as_str())) else {
        return Ok(());
    };
    let near = nearest(field, known.iter().copied());
    // A condition that stands beside the problem would be easy to overlook.
    let in_problem = known.contains(&"problem") && super::PROBLEM_FIELDS.contains(&&**field);
    let near = if in_problem { Some("the same field in 'problem'") } else { near };
    Err(Fault::UnknownField { field: shorten(field), near, known: known.join(", ") })
}

/// Two fields that cannot both be right.
pub(super) fn contradiction(first: &str, second: &str, why: impl Into<String>) -> Fault {
    Fault::Contradiction { fields: [first.to_owned(), second.to_owned()], why: why.into() }
}

/// An outcome has the fields of what came of it, and no others.
pub(super) fn check_outcome(object: &Map<String, Value>) -> Result<(), Fault> {
    let Some(Value::String(word)) = get(object, "outcome") else { return Ok(()) };
    let (needed, foreign): (&[&str], &[&str]) = match word.as_str() {
        "found" => {
            (&["squares", "grid", "paths"], &["reason", "certificate", "stopped_by", "tried"])
        }
        "impossible" => {
            (&["certificate"], &["squares", "grid", "paths", "closed", "stopped_by", "tried"])
        }
        "unknown" => {
            (&["stopped_by"], &["squares", "grid", "paths", "closed", "reason", "certificate"])
        }
        _ => return Err(wrong("outcome", "\"found\", \"impossible\" or \"unknown\"")),
    };
    if let Some(field) = foreign.iter().find(|field| get(object, field).is_some()) {
        return Err(contradiction("outcome", field, format!("the outcome is '{word}'")));
    }
    if word == "found" && !needed.iter().any(|field| get(object, field).is_some()) {
        return Err(contradiction("outcome", "squares", "a tour was found, and none is given"));
    }
    Ok(())
}

/// Compares `closed` with the ends of a path.
pub(super) fn check_closed(
    object: &Map<String, Value>,
    squares: &str,
    board: &Board,
    piece: &Piece,
    path: &Path,
) -> Result<(), Fault> {
    let Some(claimed) = get(object, "closed").and_then(Value::as_bool) else { return Ok(()) };
    let (Some(first), Some(last)) = (path.first(), path.last()) else { return Ok(()) };
    if !board.contains(first) || !board.contains(last) {
        return Ok(());
    }
    let moves = Moves::new(piece, board);
    let is_closed = path.len() >= 3 && moves.from(board, last).any(|to| to == first);
    if claimed == is_closed {
        return Ok(());
    }
    let are = if is_closed { "are" } else { "are not" };
    let [first, last] = [first, last].map(|square| board.name(square));
    let why = format!("the ends {first} and {last} {are} a move apart");
    Err(contradiction("closed", squares, why))
}
