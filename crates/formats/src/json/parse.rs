//! Parses JSON text as typed values, with the line, the column and the field of every error.

use std::fmt;

use caracole_core::{closest_name, shorten};
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::error::{Position, ReadError, ReadErrorKind};
use crate::read::text;

/// Parses a JSON text. A byte-order mark is skipped; a key that occurs twice in one object is an
/// error. A number such as `5.0` is the integer 5.
///
/// ```
/// use caracole_formats::json;
///
/// assert_eq!(json::parse("\u{feff}[1,2.0]".as_bytes())?, serde_json::json!([1, 2]));
/// let error = json::parse(br#"{"to":"a1","to":"e5"}"#).expect_err("two ends");
/// assert_eq!(error.to_string(), "line 1, column 15: the field 'to' is given twice: keep one");
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn parse(bytes: &[u8]) -> Result<Value, ReadError> {
    from_text(text(bytes)?).map(|StrictValue(value)| value)
}

/// Parses a text as a value of a type.
pub(super) fn from_text<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ReadError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let parsed = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        (path, error.into_inner())
    });
    let parsed = parsed.and_then(|value| match deserializer.end() {
        Ok(()) => Ok(value),
        Err(error) => Err((".".to_owned(), error)),
    });
    parsed.map_err(|(path, error)| {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
        let position = Some(position_at(text, line, column));
        if !error.is_data() {
            return ReadError { position, kind: ReadErrorKind::Json { text: shorten(message) } };
        }
        let error = FieldError::from_message(&path, message);
        match error.kind {
            ReadErrorKind::UnknownField { .. } | ReadErrorKind::Repeated { .. } => {
                ReadError { position, ..error.into() }
            }
            _ => {
                let error = error.in_text(text);
                ReadError { position: error.position.or(position), ..error }
            }
        }
    })
}

/// Converts a JSON value to a value of a type.
pub(super) fn from_value<'a, T: Deserialize<'a>>(value: &'a Value) -> Result<T, FieldError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        FieldError::from_message(&path, &error.into_inner().to_string())
    })
}

/// An error in a field, before its position in the text is known.
#[derive(Debug)]
pub(super) struct FieldError {
    /// Such as `problem.to` or `squares[3]`; empty for the whole object.
    path: String,
    kind: ReadErrorKind,
}

impl FieldError {
    pub(super) fn new(path: impl Into<String>, kind: impl Into<ReadErrorKind>) -> Self {
        Self { path: path.into(), kind: kind.into() }
    }

    /// Converts the message of a derived reader.
    fn from_message(path: &str, message: &str) -> Self {
        let path = if path == "." { "" } else { path };
        let quoted = |prefix: &str, end: &str| message.strip_prefix(prefix)?.rsplit_once(end);
        if let Some((field, known)) = quoted("unknown field `", "`, expected ") {
            let known: Vec<_> = known.split('`').skip(1).step_by(2).collect();
            return Self::new(parent(path, field), unknown_field(field, &known));
        }
        if let Some((field, _)) = quoted("duplicate field `", "`") {
            return Self::new(
                parent(path, field),
                ReadErrorKind::Repeated { field: shorten(field) },
            );
        }
        if let Some((field, _)) = quoted("missing field `", "`") {
            return invalid(field, "given").inside(path);
        }
        let expected = message.rsplit_once(", expected ").map_or(message, |(_, it)| it);
        let expected = match expected {
            "a boolean" => "true or false",
            "a string" => "a text",
            "a sequence" => "a list",
            "a map" => "an object",
            "f64" => "a number",
            other => other,
        };
        let expected = expected.replace("an array of length ", "a list of ");
        invalid("", &expected.replace('`', "'")).inside(path)
    }

    /// Returns the error in an object that is the value of a field.
    pub(super) fn inside(mut self, outer: &str) -> Self {
        if let ReadErrorKind::Contradiction { fields, .. } = &mut self.kind {
            for field in fields {
                *field = joined(outer, field);
            }
        }
        self.path = joined(outer, &self.path);
        self
    }

    /// Returns the error with its line and column.
    pub(super) fn in_text(self, text: &str) -> ReadError {
        let position = locate(text, &self.path);
        ReadError { position, ..self.into() }
    }
}

impl From<FieldError> for ReadError {
    fn from(FieldError { path, kind }: FieldError) -> Self {
        let kind = match kind {
            ReadErrorKind::Field { expected, .. } => {
                let field = if path.is_empty() { "the input" } else { &path };
                ReadErrorKind::Field { field: one_line(field), expected }
            }
            // These contain the step or the fields, or concern the whole input.
            kind @ (ReadErrorKind::Step { .. }
            | ReadErrorKind::Contradiction { .. }
            | ReadErrorKind::Empty) => kind,
            kind if path.is_empty() => kind,
            kind => ReadErrorKind::InField { field: one_line(&path), kind: Box::new(kind) },
        };
        Self { position: None, kind }
    }
}

impl<K: Into<ReadErrorKind>> From<K> for FieldError {
    fn from(kind: K) -> Self {
        Self::new("", kind)
    }
}

/// Returns the error for a field with an invalid value.
pub(super) fn invalid(path: &str, expected: &str) -> FieldError {
    FieldError::new(
        path,
        ReadErrorKind::Field { field: String::new(), expected: one_line(expected) },
    )
}

/// Shortens a text of this program if a key of the input makes it long.
fn one_line(text: &str) -> String {
    if text.len() > 120 || text.contains(char::is_control) { shorten(text) } else { text.into() }
}

/// Returns the error for two fields that contradict each other.
pub(super) fn contradiction(first: &str, second: &str, why: impl Into<String>) -> FieldError {
    let fields = [first.to_owned(), second.to_owned()];
    FieldError::new(first, ReadErrorKind::Contradiction { fields, why: why.into() })
}

/// Returns the error for an unknown field, with the nearest known one.
pub(super) fn unknown_field(field: &str, known: &[&str]) -> ReadErrorKind {
    let near = closest_name(field, known.iter().copied());
    // Conditions belong into `problem`.
    let in_problem = known.contains(&"problem") && super::PROBLEM_FIELDS.contains(&field);
    let near = if in_problem { Some("the same field in 'problem'") } else { near };
    let near = near.map(str::to_owned);
    ReadErrorKind::UnknownField { field: shorten(field), near, known: known.join(", ") }
}

fn joined(outer: &str, inner: &str) -> String {
    let dot = if outer.is_empty() || inner.is_empty() || inner.starts_with('[') { "" } else { "." };
    format!("{outer}{dot}{inner}")
}

/// Returns the path of the object that contains a field.
fn parent<'a>(path: &'a str, field: &str) -> &'a str {
    let outer = path.strip_suffix(field).map(|outer| outer.strip_suffix('.').unwrap_or(outer));
    outer.unwrap_or(path)
}

/// Returns the position after a number of bytes of a line, in characters.
fn position_at(text: &str, line: usize, bytes: usize) -> Position {
    let of_line = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default().as_bytes();
    let is_first = |byte: &&u8| **byte & 0xc0 != 0x80;
    let column = of_line.iter().take(bytes).filter(is_first).count();
    Position::new(line as u64, column as u64)
}

/// Returns the position of the value of a field, or else of the innermost object on its path. The text is JSON.
fn locate(text: &str, path: &str) -> Option<Position> {
    let mut found = None;
    for name in path.split(['.', '[']).filter(|name| !name.is_empty()) {
        let Some(inner) = inner(found.unwrap_or(text).trim_start(), name) else { break };
        found = Some(inner);
    }
    let before = &text[..text.len() - found?.len()];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let before = position_at(text, line, before.len() - before.rfind('\n').map_or(0, |at| at + 1));
    Some(Position::new(before.line, before.column + 1))
}

/// Returns the text from the value of a key, or of an index such as `3]`.
fn inner<'a>(outer: &'a str, name: &str) -> Option<&'a str> {
    let index = outer.starts_with('[').then(|| name.trim_end_matches(']').parse::<u64>());
    let mut rest = outer.get(1..)?;
    for at in 0.. {
        let is_found = if let Some(index) = &index {
            *index == Ok(at)
        } else {
            let (key, after) = first_value::<String>(rest)?;
            rest = after.strip_prefix(':')?;
            key == name
        };
        if is_found {
            return Some(rest.trim_start());
        }
        rest = first_value::<IgnoredAny>(rest)?.1.strip_prefix(',')?;
    }
    None
}

/// Returns the first value of a text and what follows it.
fn first_value<'a, T: Deserialize<'a>>(text: &'a str) -> Option<(T, &'a str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    let value = values.next()?.ok()?;
    Some((value, text[values.byte_offset()..].trim_start()))
}

/// A value in which no object has a key twice.
#[derive(Clone, Debug)]
pub(super) struct StrictValue(pub(super) Value);

impl<'de> Deserialize<'de> for StrictValue {
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
        // Below 2^64 the conversion is exact.
        let is_whole = value.fract() == 0.0 && (0.0..2_f64.powi(64)).contains(&value);
        Ok(if is_whole { (value as u64).into() } else { value.into() })
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(StrictValue(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(repeated(&key));
            }
            let StrictValue(value) = map.next_value()?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

/// The error that derived readers raise for a repeated field.
pub(super) fn repeated<E: de::Error>(key: &str) -> E {
    E::custom(format_args!("duplicate field `{key}`"))
}
