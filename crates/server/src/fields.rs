//! The fields of a request, taken one by one until none is left.

use std::time::Duration;

use caracole::formats::json::{self, PROBLEM_FIELDS};
use caracole::{Board, Problem, Square, UnknownWord, nearest};
use serde_json::{Map, Value};

use crate::Settings;
use crate::refusal::Refusal;

/// Lists that take longer than their length to read, before anybody looks at a clock, and the most
/// that they may hold: far more than anybody plays with.
const LISTS: [(&str, usize); 3] = [("leapers", 16), ("leaper", 16), ("clues", 10_000)];

/// The fields of a request. Whoever reads takes what he knows; [`Fields::end`] refuses what is left.
pub(crate) struct Fields<'a> {
    left: Map<String, Value>,
    known: Vec<&'static str>,
    pub(crate) settings: &'a Settings,
}

impl<'a> Fields<'a> {
    /// Reads a body.
    pub(crate) fn read(body: &[u8], settings: &'a Settings) -> Result<Self, Refusal> {
        let mut value = json::parse(body)
            .map_err(|error| Refusal::unreadable(format!("the body cannot be read: {error}")))?;
        write_integers(&mut value);
        allow_lists(&value)?;
        match value {
            Value::Object(left) => Ok(Self { left, known: Vec::new(), settings }),
            _ => Err(Refusal::unreadable(
                "the body is JSON, but no object: send {\"board\":\"8x8\"}",
            )),
        }
    }

    /// Takes a field; `null` is as good as none.
    pub(crate) fn take(&mut self, field: &'static str) -> Option<Value> {
        self.known.push(field);
        self.left.remove(field).filter(|value| !value.is_null())
    }

    /// Takes `true` or `false`; none is `false`.
    pub(crate) fn flag(&mut self, field: &'static str) -> Result<bool, Refusal> {
        self.flag_or(field, false)
    }

    /// Takes `true` or `false`, or what none stands for.
    pub(crate) fn flag_or(&mut self, field: &'static str, none: bool) -> Result<bool, Refusal> {
        match self.take(field) {
            None => Ok(none),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(Refusal::field(field, "must be true or false")),
        }
    }

    /// Takes a text.
    pub(crate) fn text(&mut self, field: &'static str) -> Result<Option<String>, Refusal> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Refusal::field(field, "must be a text")),
        }
    }

    /// Takes a text that means something.
    pub(crate) fn word<T: std::str::FromStr<Err: std::fmt::Display>>(
        &mut self,
        field: &'static str,
    ) -> Result<Option<T>, Refusal> {
        let parse = |text: String| {
            text.parse().map_err(|error: T::Err| Refusal::field(field, error.to_string()))
        };
        self.text(field)?.map(parse).transpose()
    }

    /// Takes a whole number, as a number or as a decimal text.
    pub(crate) fn number(&mut self, field: &'static str) -> Result<Option<u64>, Refusal> {
        let expected = || Refusal::field(field, "must be a whole number from 0, below 2^64");
        self.take(field).map(|value| json::parse_number(&value).ok_or_else(expected)).transpose()
    }

    /// Takes the time that an answer may take, in milliseconds: at most what the server lends.
    pub(crate) fn time(&mut self) -> Result<Option<Duration>, Refusal> {
        Ok(self.number("timeout_ms")?.map(Duration::from_millis))
    }

    /// Takes the problem: its fields stand beside those of the question, or in an object `problem`.
    /// It must not have more squares than the server lends, nor than `most`.
    pub(crate) fn problem(&mut self, most: u64) -> Result<Problem, Refusal> {
        let rules = self.rules()?;
        // Nothing can be read without a board, and perhaps it is there under another name.
        let is_board = |field: &&String| nearest(field, ["board"]).is_some();
        if !rules.contains_key("board")
            && let Some(field) = self.left.keys().find(is_board)
        {
            return Err(self.unknown(field));
        }
        let problem =
            json::parse_problem(&rules.into()).map_err(|error| Refusal::problem(&error))?;
        self.allow(problem.board(), most)?;
        Ok(problem.into())
    }

    /// Takes the fields of a problem, as they are.
    pub(crate) fn rules(&mut self) -> Result<Map<String, Value>, Refusal> {
        self.known.extend(PROBLEM_FIELDS);
        match self.take("problem") {
            Some(Value::Object(problem)) => {
                let is_given = |field: &&&str| self.left.get(**field).is_some_and(|v| !v.is_null());
                if let Some(field) = PROBLEM_FIELDS.iter().find(is_given) {
                    let text = format!(
                        "'{field}' and 'problem' contradict each other: put '{field}' into 'problem'"
                    );
                    return Err(Refusal::field(field, text));
                }
                Ok(problem)
            }
            Some(_) => Err(Refusal::field("problem", "must be an object with a board")),
            None => {
                let fields =
                    PROBLEM_FIELDS.iter().filter_map(|&field| self.left.remove_entry(field));
                Ok(fields.filter(|(_, value)| !value.is_null()).collect())
            }
        }
    }

    /// A board must not have more squares than the server lends, nor than `most`.
    pub(crate) fn allow(&self, board: &Board, most: u64) -> Result<(), Refusal> {
        let (squares, most) = (board.len(), most.min(self.settings.squares));
        if squares > most {
            let text = format!("a board of {squares} squares: at most {most} here");
            return Err(Refusal::too_much(text));
        }
        Ok(())
    }

    /// Takes all that is there: an object that says by itself what it is.
    pub(crate) fn whole(&mut self) -> Value {
        std::mem::take(&mut self.left).into()
    }

    /// Takes a list of squares.
    pub(crate) fn squares(
        &mut self,
        field: &'static str,
        problem: &Problem,
    ) -> Result<Vec<Square>, Refusal> {
        let expected =
            || Refusal::field(field, "must be a list of squares such as [\"a1\",\"b3\"]");
        let list = match self.take(field) {
            None => return Ok(Vec::new()),
            Some(Value::Array(list)) => list,
            Some(_) => return Err(expected()),
        };
        let square = |value: &Value| {
            let name = value.as_str().ok_or_else(expected)?;
            let parsed = problem.board().parse_square(name);
            parsed.map_err(|error| Refusal::square(field, &error))
        };
        list.iter().map(square).collect()
    }

    /// Nothing may be left.
    pub(crate) fn end(mut self) -> Result<(), Refusal> {
        // Objects that came from here may be sent back.
        for field in ["schema", "version"] {
            self.left.remove(field);
        }
        self.left.keys().next().map_or(Ok(()), |field| Err(self.unknown(field)))
    }

    fn unknown(&self, field: &str) -> Refusal {
        let unknown = UnknownWord::new("field", field, self.known.iter().copied());
        Refusal::unreadable(unknown.to_string())
    }
}

/// Writes numbers such as `5.0` as integers: in JSON they are the same number.
fn write_integers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let float = number.as_f64().filter(|_| number.is_f64());
            // Below 2^64, so nothing is lost.
            let is_whole =
                |float: &f64| float.fract() == 0.0 && (0.0..2_f64.powi(64)).contains(float);
            if let Some(float) = float.filter(is_whole) {
                *number = (float as u64).into();
            }
        }
        Value::Array(list) => list.iter_mut().for_each(write_integers),
        Value::Object(object) => object.values_mut().for_each(write_integers),
        _ => {}
    }
}

/// No list of leapers or clues, wherever it stands, may be longer than anybody needs.
pub(crate) fn allow_lists(value: &Value) -> Result<(), Refusal> {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        let Value::Object(object) = value else { continue };
        for (field, most) in LISTS {
            let length = match object.get(field) {
                Some(Value::Array(list)) => list.len(),
                Some(Value::Object(list)) => list.len(),
                _ => 0,
            };
            if length > most {
                let text = format!("{field}: a list of {length}: at most {most} here");
                return Err(Refusal::too_much(text));
            }
        }
        left.extend(object.values());
    }
    Ok(())
}
