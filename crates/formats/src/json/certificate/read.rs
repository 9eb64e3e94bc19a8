//! Reading certificates.

use caracole_core::{Board, Case, Cases, Proof, Reason, Square, Theorem, nearest, shorten};
use serde_json::{Map, Value};

use super::{SCHEMA, reason};
use crate::error::{Fault, ReadError};
use crate::json::fields::{self, get, wrong};
use crate::json::schema::{Schema, check_outcome, contradiction, only};
use crate::json::{parse, parse_number, parse_problem};
use crate::read::text;

/// Reads a certificate, or the certificate in the outcome of a solver or in another answer.
///
/// Takes memory in proportion to the file. Whether the proof holds is for
/// [`check_proof`](caracole_core::verify::check_proof) to say.
///
/// ```
/// use caracole_core::verify::{Checked, check_proof};
/// use caracole_formats::json::read_certificate;
///
/// let text = br#"{
///     "schema": "caracole.certificate/1",
///     "problem": { "board": "3x3" },
///     "kind": "no-move",
///     "square": ["b2"]
/// }"#;
/// let proof = read_certificate(text)?;
/// assert_eq!(check_proof(proof.problem(), proof.reason()), Ok(Checked::Proved { cases: 1 }));
/// assert_eq!(proof.text(), "3x3: b2 has no move");
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read_certificate(bytes: &[u8]) -> Result<Proof, ReadError> {
    let text = text(bytes)?;
    if text.trim().is_empty() {
        return Err(Fault::NoCertificate.into());
    }
    let value = parse(bytes)?;
    let object = value.as_object().ok_or(Fault::NoCertificate)?;
    if let Some(word) = get(object, "outcome") {
        let word = word.as_str().ok_or_else(|| wrong("outcome", "\"impossible\""))?;
        if word != "impossible" {
            return Err(Fault::NotImpossible { word: shorten(word) }.into());
        }
    } else if !object.contains_key("certificate") {
        return read(object);
    }
    // What else an outcome or the answer about a puzzle says must be right, too.
    Schema::of(object)?;
    check_outcome(object)?;
    let inner =
        get(object, "certificate").and_then(Value::as_object).ok_or(Fault::NoCertificate)?;
    let proof = read(inner)?;
    if let Some(stated) = get(object, "reason") {
        check_reason(stated, &proof)?;
    }
    match get(object, "problem") {
        Some(asked) if parse_problem(asked)? != *proof.problem() => Err(Fault::OtherProblem.into()),
        _ => Ok(proof),
    }
}

/// Compares the reason in words with the certificate; the words themselves may differ.
fn check_reason(stated: &Value, proof: &Proof) -> Result<(), Fault> {
    let facts = |value: &Value| {
        let mut facts = value.as_object().cloned().unwrap_or_default();
        facts.remove("text");
        facts
    };
    if facts(stated) == facts(&reason(proof)) {
        return Ok(());
    }
    Err(contradiction("reason", "certificate", "they name different facts: one was changed"))
}

fn read(object: &Map<String, Value>) -> Result<Proof, ReadError> {
    let schema = get(object, "schema").ok_or(Fault::NoCertificate)?;
    if schema != SCHEMA {
        return Err(wrong("schema", "\"caracole.certificate/1\"").into());
    }
    let problem = get(object, "problem").ok_or_else(|| wrong("problem", "given"))?;
    let problem = parse_problem(problem)?;
    let mut facts =
        Facts { object, board: problem.board(), known: vec!["schema", "version", "problem"] };
    let reason = facts.reason()?;
    let known = facts.known;
    only(object, &known)?;
    Ok(Proof::new(problem, reason))
}

/// The searches that a certificate may name.
const SEARCHES: [&str; 7] =
    ["brute-force", "backtracking", "warnsdorff", "construct", "sweep", "exact", "patch"];

/// The kinds of reasons.
const KINDS: [&str; 19] = [
    "too-few-squares",
    "colours",
    "step-colour",
    "step-colours",
    "ends-not-a-move-apart",
    "ends-a-move-apart",
    "no-move",
    "dead-ends",
    "no-way",
    "shared-neighbour",
    "outer-lines",
    "forced-path",
    "forced-ring",
    "theorem",
    "searched",
    "cut",
    "starved",
    "cases",
    "exhausted",
];

/// The fields of a certificate, and which of them are known by now.
struct Facts<'a> {
    object: &'a Map<String, Value>,
    board: &'a Board,
    known: Vec<&'static str>,
}

impl Facts<'_> {
    fn reason(&mut self) -> Result<Reason, Fault> {
        let kind = self.word("kind", "a word such as \"colours\"")?;
        Ok(match kind {
            "too-few-squares" => Reason::TooFewSquares,
            "colours" => Reason::Colours { counts: self.counts()? },
            "step-colour" => Reason::StepColour {
                square: self.square("square")?,
                step: self.number("step")?,
                counts: self.counts()?,
            },
            "step-colours" => Reason::StepColours {
                squares: self.pair("squares")?,
                steps: [self.number("first_step")?, self.number("second_step")?],
            },
            "ends-not-a-move-apart" => {
                let [start, end] = self.pair("ends")?;
                Reason::EndsNotAMoveApart { start, end }
            }
            "ends-a-move-apart" => {
                let [start, end] = self.pair("ends")?;
                Reason::EndsAMoveApart { start, end }
            }
            "no-move" => Reason::NoMove { square: self.square("square")? },
            "dead-ends" => Reason::DeadEnds { squares: self.squares("squares")? },
            "no-way" => Reason::NoWay { squares: self.pair("squares")? },
            "shared-neighbour" => Reason::SharedNeighbour {
                end: self.square("end")?,
                needed_by: self.squares("needed_by")?,
            },
            "outer-lines" => {
                self.known.push("end");
                let is_given = get(self.object, "end").is_some();
                Reason::OuterLines { end: is_given.then(|| self.square("end")).transpose()? }
            }
            "forced-path" => Reason::ForcedPath { path: self.squares("path")? },
            "forced-ring" => Reason::ForcedRing { ring: self.squares("ring")? },
            "theorem" => Reason::Theorem { theorem: self.theorem()? },
            "searched" => Reason::Searched { ends: self.squares("ends")? },
            "cut" => Reason::Cut { squares: self.squares("squares")? },
            "starved" => Reason::Starved { squares: self.squares("squares")? },
            "cases" => Reason::Cases { cases: self.cases()? },
            "exhausted" => {
                let expected = "the name of a search, such as \"backtracking\"";
                let name = self.word("method", expected)?;
                let method = SEARCHES.into_iter().find(|search| *search == name);
                let method = method.ok_or_else(|| wrong("method", expected))?;
                Reason::Exhausted { method, steps: self.number("steps")? }
            }
            other => {
                let near = nearest(other, KINDS);
                return Err(Fault::UnknownKind { word: shorten(other), near });
            }
        })
    }

    /// A field that must be there.
    fn field(&mut self, field: &'static str, expected: &'static str) -> Result<&Value, Fault> {
        self.known.push(field);
        get(self.object, field).ok_or_else(|| wrong(field, expected))
    }

    fn word(&mut self, field: &'static str, expected: &'static str) -> Result<&str, Fault> {
        self.field(field, expected)?.as_str().ok_or_else(|| wrong(field, expected))
    }

    fn number(&mut self, field: &'static str) -> Result<u64, Fault> {
        let value = self.field(field, "a number")?;
        parse_number(value).ok_or_else(|| wrong(field, "a number"))
    }

    fn counts(&mut self) -> Result<[u64; 2], Fault> {
        Ok([self.number("a1_colour")?, self.number("other_colour")?])
    }

    fn squares(&mut self, field: &'static str) -> Result<Vec<Square>, Fault> {
        let board = self.board;
        squares(board, self.field(field, A_LIST)?, field)
    }

    fn pair(&mut self, field: &'static str) -> Result<[Square; 2], Fault> {
        self.squares(field)?.try_into().map_err(|_| wrong(field, "two squares"))
    }

    fn square(&mut self, field: &'static str) -> Result<Square, Fault> {
        let [square] = self.squares(field)?.try_into().map_err(|_| wrong(field, "one square"))?;
        Ok(square)
    }

    fn theorem(&mut self) -> Result<Theorem, Fault> {
        let expected = "\"Schwenk 1991\" or \"Chia and Ong 2005\"";
        let source = self.word("theorem", expected)?;
        let mut all = [Theorem::Schwenk, Theorem::ChiaOng].into_iter();
        all.find(|theorem| theorem.source() == source).ok_or_else(|| wrong("theorem", expected))
    }

    fn cases(&mut self) -> Result<Cases, Fault> {
        let expected = "a list of cases";
        let board = self.board;
        let list = self.field("cases", expected)?;
        let list = list.as_array().ok_or_else(|| wrong("cases", expected))?;
        let lines = list.iter().zip(1..).map(|(value, item)| {
            case(board, value).map_err(|fault| Fault::Item { item, fault: Box::new(fault) })
        });
        Ok(Cases::new(lines.collect::<Result<_, _>>()?))
    }
}

const A_LIST: &str = "a list of squares such as [\"a1\",\"b3\"]";

fn squares(board: &Board, value: &Value, field: &str) -> Result<Vec<Square>, Fault> {
    let list = value.as_array().ok_or_else(|| wrong(field, A_LIST))?;
    list.iter().map(|value| fields::square(board, value, field)).collect()
}

/// A line of a proof by cases.
fn case(board: &Board, value: &Value) -> Result<Case, Fault> {
    let expected = "\"a1-b3\", \"a1\", \"!\", or an object with alike, tight, starved or cut";
    match value {
        Value::String(text) if text == "!" => Ok(Case::Forced),
        Value::String(text) => Ok(match text.split_once('-') {
            Some((a, b)) => Case::Move([board.parse_square(a)?, board.parse_square(b)?]),
            None => Case::End(board.parse_square(text)?),
        }),
        Value::Object(object) => {
            let mut fields = object.iter();
            let (Some((field, value)), None) = (fields.next(), fields.next()) else {
                return Err(wrong("cases", expected));
            };
            if field == "alike" {
                let pair = squares(board, value, field)?.try_into();
                return pair.map(Case::Alike).map_err(|_| wrong("alike", "two squares"));
            }
            let make = match field.as_str() {
                "tight" => Case::Tight,
                "starved" => Case::Starved,
                "cut" => Case::Cut,
                _ => return Err(wrong("cases", expected)),
            };
            Ok(make(squares(board, value, field)?))
        }
        _ => Err(wrong("cases", expected)),
    }
}
