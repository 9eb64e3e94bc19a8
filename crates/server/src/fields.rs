//! The fields of a request body.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use caracole::formats::json::{self, Number, PROBLEM_FIELDS};
use caracole::text::{UnknownName, closest_name};
use caracole::{Board, Problem, Square};
use serde::de::value::MapDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::Settings;
use crate::error::ApiError;

/// The maximum lengths of lists whose parsing takes more than linear time, before a time limit applies.
const MAX_LIST_LENGTHS: [(&str, usize); 5] =
    [("leapers", 16), ("leaper", 16), ("piece", 16), ("moves", 64), ("clues", 10_000)];

/// Takes fields as variables: options of these types.
macro_rules! take {
    ($fields:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),* $(,)? }) => {
        #[derive(serde::Deserialize)]
        struct Taken {
            $($(#[$attribute])* $field: Option<$type>,)*
        }
        let Taken { $($field),* } = $fields.take()?;
    };
}
pub(crate) use take;

/// The fields of a request. An endpoint takes the fields of its types, and [`Fields::finish`] rejects
/// the other ones.
pub(crate) struct Fields<'a> {
    remaining: Map<String, Value>,
    known: Vec<&'static str>,
    pub(crate) settings: &'a Settings,
}

impl<'a> Fields<'a> {
    /// Parses a body.
    pub(crate) fn parse(body: &[u8], settings: &'a Settings) -> Result<Self, ApiError> {
        let value = json::parse(body)
            .map_err(|error| ApiError::unreadable(format!("the body cannot be read: {error}")))?;
        check_list_lengths(&value)?;
        match value {
            Value::Object(remaining) => Ok(Self { remaining, known: Vec::new(), settings }),
            _ => {
                Err(ApiError::unreadable("the body is not a JSON object: send {\"board\":\"8x8\"}"))
            }
        }
    }

    /// Takes the fields of a type. All of them are options: `null` is equivalent to a missing field.
    pub(crate) fn take<T: DeserializeOwned>(&mut self) -> Result<T, ApiError> {
        serde_path_to_error::deserialize(Remaining(self)).map_err(|error| {
            let field = error.path().to_string();
            let message = error.inner().to_string();
            // The other messages are those of `parsed`.
            let typed = message.strip_prefix("invalid ");
            let text = match typed.and_then(|text| text.rsplit_once(", expected ")) {
                Some((_, "a boolean")) => "must be true or false".to_owned(),
                Some((_, expected)) => format!("must be {expected}"),
                None => message,
            };
            ApiError::field(field.split(['.', '[']).next().unwrap_or_default(), text)
        })
    }

    /// Takes the time limit, given in milliseconds.
    pub(crate) fn time_limit(&mut self) -> Result<Option<Duration>, ApiError> {
        take!(self { timeout_ms: Number });
        Ok(timeout_ms.map(|Number(milliseconds)| Duration::from_millis(milliseconds)))
    }

    /// Takes the problem, whose fields are in the object `problem` or among the other fields.
    ///
    /// # Errors
    /// The board has more squares than the server allows, or more than `max_squares`.
    pub(crate) fn problem(&mut self, max_squares: u64) -> Result<Problem, ApiError> {
        let fields = self.problem_fields()?;
        // Without a board every other error is misleading, so look for a misspelled name first.
        let is_board = |field: &&String| closest_name(field, ["board"]).is_some();
        if !fields.contains_key("board")
            && let Some(field) = self.remaining.keys().find(is_board)
        {
            return Err(self.unknown(field));
        }
        let problem =
            json::parse_problem(&fields.into()).map_err(|error| ApiError::problem(&error))?;
        self.check_size(problem.board(), max_squares)?;
        Ok(problem)
    }

    /// Takes the problem of an endpoint that needs squares with files and ranks.
    ///
    /// # Errors
    /// The board is a graph, or those of [`Fields::problem`].
    pub(crate) fn problem_with_coordinates(
        &mut self,
        max_squares: u64,
    ) -> Result<Problem, ApiError> {
        let problem = self.problem(max_squares)?;
        if problem.board().graph().is_some() {
            let text = "board: squares with files and ranks are needed here, and a graph has none";
            return Err(ApiError::contradiction(text));
        }
        Ok(problem)
    }

    /// Takes the fields of a problem without parsing them.
    pub(crate) fn problem_fields(&mut self) -> Result<Map<String, Value>, ApiError> {
        self.known.extend(PROBLEM_FIELDS);
        self.known.push("problem");
        match self.remaining.remove("problem").filter(|value| !value.is_null()) {
            Some(Value::Object(problem)) => {
                let is_given =
                    |field: &&&str| self.remaining.get(**field).is_some_and(|v| !v.is_null());
                if let Some(field) = PROBLEM_FIELDS.iter().find(is_given) {
                    let text = format!(
                        "'{field}' and 'problem' contradict each other: put '{field}' into 'problem'"
                    );
                    return Err(ApiError::field(field, text));
                }
                Ok(problem)
            }
            Some(_) => Err(ApiError::field("problem", "must be an object with a board")),
            None => {
                let fields =
                    PROBLEM_FIELDS.iter().filter_map(|&field| self.remaining.remove_entry(field));
                Ok(fields.filter(|(_, value)| !value.is_null()).collect())
            }
        }
    }

    /// Returns an error if the board has more squares than the server allows, or more than `max_squares`.
    pub(crate) fn check_size(&self, board: &Board, max_squares: u64) -> Result<(), ApiError> {
        let (squares, max_squares) = (board.len(), max_squares.min(self.settings.max_squares));
        if squares > max_squares {
            let text = format!("a board of {squares} squares: at most {max_squares} here");
            return Err(ApiError::too_much(text));
        }
        Ok(())
    }

    /// Returns an error if a field is left that the endpoint did not take.
    pub(crate) fn finish(mut self) -> Result<(), ApiError> {
        // A client may send back an object that it got from this server.
        for field in ["schema", "version"] {
            self.remaining.remove(field);
        }
        self.remaining.keys().next().map_or(Ok(()), |field| Err(self.unknown(field)))
    }

    fn unknown(&self, field: &str) -> ApiError {
        let unknown = UnknownName::new("field", field, self.known.iter().copied());
        ApiError::unreadable(unknown.to_string())
    }
}

/// Gives a type its fields, or an object all fields.
struct Remaining<'a, 'b>(&'a mut Fields<'b>);

impl<'de> Deserializer<'de> for Remaining<'_, '_> {
    type Error = serde_json::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.0.known.extend(fields);
        let taken = fields.iter().filter_map(|&field| self.0.remaining.remove_entry(field));
        visitor.visit_map(MapDeserializer::new(taken))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_map(MapDeserializer::new(std::mem::take(&mut self.0.remaining).into_iter()))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Deserializes a string and parses it.
pub(crate) fn parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

/// A list of squares by their names.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "must be a list of squares such as [\"a1\",\"b3\"]")]
pub(crate) enum SquareNames {
    List(Vec<String>),
}

/// Returns the squares of a field; none if it is missing.
pub(crate) fn squares_of(
    problem: &Problem,
    field: &str,
    names: Option<SquareNames>,
) -> Result<Vec<Square>, ApiError> {
    let Some(SquareNames::List(names)) = names else { return Ok(Vec::new()) };
    let square = |name: String| {
        problem.board().parse_square(&name).map_err(|error| ApiError::square(field, &error))
    };
    names.into_iter().map(square).collect()
}

/// Returns an error if a list of leapers, moves or clues, at any depth, is too long.
pub(crate) fn check_list_lengths(value: &Value) -> Result<(), ApiError> {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        let Value::Object(object) = value else { continue };
        for (field, max_length) in MAX_LIST_LENGTHS {
            let length = match object.get(field) {
                Some(Value::Array(list)) => list.len(),
                Some(Value::Object(list)) => list.len(),
                Some(Value::String(text)) => text.matches(['+', ';']).count() + 1,
                _ => 0,
            };
            if length > max_length {
                let text = format!("{field}: a list of {length}: at most {max_length} here");
                return Err(ApiError::too_much(text));
            }
        }
        pending.extend(object.values());
    }
    Ok(())
}
