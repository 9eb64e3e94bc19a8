//! Certificates: claims that a problem has no tour, with the reason.

use caracole_core::{
    Board, Case, Cases, Certificate, FieldValue, Reason, Square, Theorem, closest_name, shorten,
};
use caracole_explain::Explain;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use super::clauses::{self, ClauseField, clause_list, read_clause_list};
use super::fields::{self, Expected, Number, Object, SquareField, TextOr};
use super::parse::{FieldError, StrictValue, contradiction, from_text, invalid, unknown_field};
use super::schema::{Contents, SchemaFields, documents};
use super::{names, number, object, problem, with_fields};
use crate::error::{ReadError, ReadErrorKind};
use crate::read::text;

pub(super) const SCHEMA: &str = "caracole.certificate/2";

/// The first version, in which some kinds and fields have other names.
const FIRST_SCHEMA: &str = "caracole.certificate/1";

const EXPECTED_SCHEMA: &str = "\"caracole.certificate/2\"";

/// Returns a certificate as an object: the problem, and the facts of the reason.
///
/// The object of a proof by clauses that are [stored](caracole_core::StoredClauses) contains only their number;
/// [`write_certificate`](super::write_certificate) writes such proofs.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_formats::json::{certificate, read_certificate};
///
/// let problem = Problem::new("7x7".parse()?).closed();
/// let claim = Certificate::new(problem, Reason::Colours { counts: [25, 24] });
/// let text = certificate(&claim).to_string();
/// let end = r#""problem":{"board":"7x7","closed":true},"kind":"colours","a1_colour":25,"other_colour":24}"#;
/// assert!(text.ends_with(end), "{text}");
/// assert_eq!(read_certificate(text.as_bytes())?, claim);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certificate(claim: &Certificate) -> Value {
    let kind = claim.reason().name().into();
    let mut object =
        with_fields(object(SCHEMA), [("problem", problem(claim.problem())), ("kind", kind)]);
    let board = claim.problem().board();
    object.extend(claim.reason().fields().into_iter().map(|(field, fact)| {
        let value = match &fact {
            FieldValue::Cases(cases) => case_list(board, cases),
            FieldValue::Clauses(clauses) => match clauses.listed() {
                Some(lines) => clause_list(board, lines),
                None => number(clauses.learned()),
            },
            _ => fact_value(board, &fact),
        };
        (field.to_owned(), value)
    }));
    object.into()
}

/// Returns the reason of a certificate for a reader: its kind, its text, and its facts, with the
/// number of cases instead of the cases.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_formats::json;
///
/// let problem = Problem::new("7x7".parse()?).closed();
/// let reason = json::reason(&Certificate::new(problem, Reason::Colours { counts: [25, 24] }));
/// assert_eq!((&reason["kind"], &reason["a1_colour"]), (&"colours".into(), &25.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reason(claim: &Certificate) -> Value {
    let fields = [("kind", claim.reason().name().into()), ("text", claim.text().into())];
    let mut object = with_fields(Map::new(), fields);
    let board = claim.problem().board();
    let facts = claim.reason().fields().into_iter();
    object.extend(facts.map(|(field, fact)| (field.to_owned(), fact_value(board, &fact))));
    object.into()
}

fn fact_value(board: &Board, fact: &FieldValue) -> Value {
    match fact {
        FieldValue::Number(fact) => number(*fact),
        FieldValue::Squares(squares) => names(board, squares.iter().copied()),
        FieldValue::Text(text) => text.as_str().into(),
        FieldValue::Cases(cases) => number(cases.closed()),
        FieldValue::Clauses(clauses) => number(clauses.learned()),
    }
}

/// Returns a proof by cases as a list: `"a1-b3"` branches on a move, `"a1"` on an end, `"!"` is a
/// contradiction, and objects are the other steps.
fn case_list(board: &Board, cases: &Cases) -> Value {
    let names = |squares: &[Square]| names(board, squares.iter().copied());
    let line = |case: &Case| match case {
        Case::Move([a, b]) => Value::from(format!("{}-{}", board.name(*a), board.name(*b))),
        Case::Orbit(pair) => json!({ "orbit": names(pair) }),
        Case::End(square) => Value::from(board.name(*square)),
        Case::TightSet(squares) => json!({ "tight": names(squares) }),
        Case::DeficientSet(squares) => json!({ "deficient": names(squares) }),
        Case::VertexCut(squares) => json!({ "cut": names(squares) }),
        Case::Forced => Value::from("!"),
    };
    cases.lines().iter().map(line).collect()
}

/// Reads a certificate, also inside the outcome of a solver or another document.
///
/// Takes memory in proportion to the file; [`open_certificate`](super::open_certificate) reads long proofs in bounded
/// memory. A certificate is only a claim, even if the file says that
/// it was checked: [`Evidence::check`](caracole_verify::Evidence::check) checks it.
///
/// ```
/// use caracole_explain::Explain;
/// use caracole_verify::Evidence;
/// use caracole_verify::no_progress;
/// use caracole_formats::json::read_certificate;
///
/// let text = br#"{
///     "schema": "caracole.certificate/2",
///     "problem": { "board": "3x3" },
///     "kind": "no-move",
///     "square": ["b2"]
/// }"#;
/// let certificate = read_certificate(text)?;
/// assert_eq!(certificate.text(), "3x3: b2 has no move");
/// assert!(Evidence::check(certificate, &no_progress)?.is_checked());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_certificate(bytes: &[u8]) -> Result<Certificate, ReadError> {
    let text = text(bytes)?;
    if text.trim_start().starts_with('[') {
        from_text::<IgnoredAny>(text)?;
    }
    if !text.trim_start().starts_with('{') {
        return Err(ReadErrorKind::NoCertificate.into());
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if let Some(header) = clauses::read_header(first)? {
        return header.certificate_of(rest.as_bytes());
    }
    let located = |error: FieldError| error.in_text(text);
    let fields = SchemaFields::read(text)?;
    match (fields.schema.as_deref(), &fields.outcome) {
        (Some(SCHEMA | FIRST_SCHEMA), _) => {
            let Object(certificate) = from_text::<Object<CertificateFields>>(text)?;
            certificate.certificate().map_err(located)
        }
        (_, Some(StrictValue(outcome))) if outcome != "impossible" => {
            let word = outcome.as_str();
            let word = word.ok_or_else(|| located(invalid("outcome", "\"impossible\"")))?;
            Err(ReadErrorKind::NotImpossible { word: shorten(word) }.into())
        }
        (None, None) if fields.certificate.is_none() => Err(ReadErrorKind::NoCertificate.into()),
        (Some(_), None) if fields.certificate.is_none() => {
            Err(located(invalid("schema", EXPECTED_SCHEMA)))
        }
        // The other fields of the document must be valid, too.
        _ => from_contents(&fields.contents(text)?).map_err(located),
    }
}

fn from_contents(contents: &Contents) -> Result<Certificate, FieldError> {
    let Object(fields) = contents.certificate.as_ref().ok_or(ReadErrorKind::NoCertificate)?;
    let certificate = fields.certificate().map_err(|error| error.inside("certificate"))?;
    if let Some(stated) = &contents.reason {
        check_reason(&stated.0, &certificate)?;
    }
    if let Some(Object(stated)) = &contents.problem {
        let stated = stated.problem(None, None).map_err(|error| error.inside("problem"))?;
        if stated != *certificate.problem() {
            return Err(ReadErrorKind::OtherProblem.into());
        }
    }
    Ok(certificate)
}

/// Compares a stated reason, except its text, with a certificate.
fn check_reason(stated: &Value, certificate: &Certificate) -> Result<(), FieldError> {
    let facts = |value: &Value| {
        let mut facts = value.as_object().cloned().unwrap_or_default();
        facts.remove("text");
        if let Some(cycle) = facts.remove("ring") {
            facts.insert("cycle".into(), cycle);
        }
        if let Some(Value::String(kind)) = facts.get_mut("kind") {
            *kind = current_kind(kind).to_owned();
        }
        facts
    };
    if stated.is_object() && facts(stated) == facts(&reason(certificate)) {
        return Ok(());
    }
    Err(contradiction("reason", "certificate", "they name different facts: one was changed"))
}

/// Returns the name of a kind in the current version.
fn current_kind(kind: &str) -> &str {
    match kind {
        "starved" => "deficient",
        "forced-ring" => "forced-cycle",
        kind => kind,
    }
}

/// The methods of exhaustive searches.
const SEARCHES: [&str; 9] = [
    "backtracking-warnsdorff",
    // The former name.
    "brute-force",
    "naive",
    "backtracking",
    "warnsdorff",
    "construct",
    "sweep",
    "exact",
    "patch",
];

/// The kinds of reasons.
const KINDS: [&str; 20] = [
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
    "forced-cycle",
    "theorem",
    "searched",
    "cut",
    "deficient",
    "cases",
    "clauses",
    "exhausted",
];

documents! {
    /// The fields of a certificate of any kind.
    #[expect(dead_code, reason = "the type of the version is checked")]
    CertificateFields [] {
        kind: String, a1_colour: Number, other_colour: Number, square: Vec<SquareField>,
        step: Number, squares: Vec<SquareField>, first_step: Number, second_step: Number,
        ends: Vec<SquareField>, end: Vec<SquareField>, needed_by: Vec<SquareField>,
        path: Vec<SquareField>, #[serde(alias = "ring")] cycle: Vec<SquareField>, theorem: String, cases: Vec<CaseField>,
        clauses: Vec<ClauseField>,
        method: String, steps: Number,
    }
}

/// A line of a proof by cases: `"a1-b3"`, `"a1"`, `"!"`, or an object.
type CaseField = TextOr<NamedCase>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedCase {
    #[serde(alias = "alike")]
    orbit: Option<Vec<SquareField>>,
    tight: Option<Vec<SquareField>>,
    #[serde(alias = "starved")]
    deficient: Option<Vec<SquareField>>,
    cut: Option<Vec<SquareField>>,
}

impl Expected for NamedCase {
    const EXPECTED: &'static str =
        "\"a1-b3\", \"a1\", \"!\", or an object with orbit, tight, deficient or cut";
}

impl CertificateFields {
    fn certificate(&self) -> Result<Certificate, FieldError> {
        if !matches!(self.schema.as_deref(), Some(SCHEMA | FIRST_SCHEMA)) {
            return Err(invalid("schema", EXPECTED_SCHEMA));
        }
        let Object(problem) = self.problem.as_ref().ok_or_else(|| invalid("problem", "given"))?;
        let problem = problem.problem(None, None).map_err(|error| error.inside("problem"))?;
        let reason = self.reason(problem.board())?;
        let facts = reason.fields().into_iter().map(|(field, _)| field);
        let known: Vec<_> =
            ["schema", "version", "problem", "kind"].into_iter().chain(facts).collect();
        if let Some(field) = self.present_fields().into_iter().find(|field| !known.contains(field))
        {
            return Err(unknown_field(field, &known).into());
        }
        Ok(Certificate::new(problem, reason))
    }

    fn reason(&self, board: &Board) -> Result<Reason, FieldError> {
        let squares = |name: &str, list: &Option<Vec<SquareField>>| {
            let list = list.as_ref();
            let list =
                list.ok_or_else(|| invalid(name, "a list of squares such as [\"a1\",\"b3\"]"))?;
            fields::squares(board, list).map_err(|error| error.inside(name))
        };
        let pair =
            |name: &str, list: &Option<Vec<SquareField>>| -> Result<[Square; 2], FieldError> {
                squares(name, list)?.try_into().map_err(|_| invalid(name, "two squares"))
            };
        let square = |name: &str, list: &Option<Vec<SquareField>>| -> Result<Square, FieldError> {
            let one = squares(name, list)?.try_into().map_err(|_| invalid(name, "one square"));
            one.map(|[square]: [Square; 1]| square)
        };
        let number = |name: &str, number: Option<Number>| match number {
            Some(Number(number)) => Ok(number),
            None => Err(invalid(name, "a number")),
        };
        let counts = || {
            let a1_colour = number("a1_colour", self.a1_colour)?;
            Ok::<_, FieldError>([a1_colour, number("other_colour", self.other_colour)?])
        };
        let kind = self.kind.as_deref();
        let kind = kind.ok_or_else(|| invalid("kind", "a word such as \"colours\""))?;
        Ok(match current_kind(kind) {
            "too-few-squares" => Reason::TooFewSquares,
            "colours" => Reason::Colours { counts: counts()? },
            "step-colour" => Reason::StepColour {
                square: square("square", &self.square)?,
                step: number("step", self.step)?,
                counts: counts()?,
            },
            "step-colours" => Reason::StepColours {
                squares: pair("squares", &self.squares)?,
                steps: [
                    number("first_step", self.first_step)?,
                    number("second_step", self.second_step)?,
                ],
            },
            "ends-not-a-move-apart" => {
                let [start, end] = pair("ends", &self.ends)?;
                Reason::EndsNotAMoveApart { start, end }
            }
            "ends-a-move-apart" => {
                let [start, end] = pair("ends", &self.ends)?;
                Reason::EndsAMoveApart { start, end }
            }
            "no-move" => Reason::NoMove { square: square("square", &self.square)? },
            "dead-ends" => Reason::DeadEnds { squares: squares("squares", &self.squares)? },
            "no-way" => Reason::Disconnected { squares: pair("squares", &self.squares)? },
            "shared-neighbour" => Reason::SharedNeighbour {
                end: square("end", &self.end)?,
                needed_by: squares("needed_by", &self.needed_by)?,
            },
            "outer-lines" => {
                let end = self.end.is_some().then(|| square("end", &self.end)).transpose()?;
                Reason::OuterLines { end }
            }
            "forced-path" => Reason::ForcedPath { path: squares("path", &self.path)? },
            "forced-cycle" => Reason::ForcedCycle { cycle: squares("cycle", &self.cycle)? },
            "theorem" => {
                let source = self.theorem.as_deref();
                let mut all = [Theorem::Schwenk, Theorem::ChiaOng].into_iter();
                let theorem = all.find(|theorem| Some(theorem.source()) == source);
                let expected = "\"Schwenk 1991\" or \"Chia and Ong 2005\"";
                Reason::Theorem { theorem: theorem.ok_or_else(|| invalid("theorem", expected))? }
            }
            "searched" => Reason::Searched { ends: squares("ends", &self.ends)? },
            "cut" => Reason::VertexCut { squares: squares("squares", &self.squares)? },
            "deficient" => Reason::DeficientSet { squares: squares("squares", &self.squares)? },
            "cases" => {
                let cases =
                    self.cases.as_ref().ok_or_else(|| invalid("cases", "a list of cases"))?;
                let cases = cases.iter().enumerate().map(|(at, field)| {
                    case(board, field).map_err(|error| error.inside(&format!("cases[{at}]")))
                });
                Reason::Cases { cases: Cases::new(cases.collect::<Result<_, _>>()?) }
            }
            "clauses" => {
                let lines = self.clauses.as_ref();
                let lines = lines.ok_or_else(|| invalid("clauses", "a list of clauses"))?;
                Reason::Clauses { clauses: read_clause_list(board, lines)? }
            }
            "exhausted" => {
                let name = self.method.as_deref();
                let method = SEARCHES.into_iter().find(|search| Some(*search) == name);
                let expected = "the name of a search, such as \"backtracking\"";
                let method = method.ok_or_else(|| invalid("method", expected))?;
                Reason::Exhausted { method, steps: number("steps", self.steps)? }
            }
            other => {
                let error = ReadErrorKind::UnknownKind {
                    word: shorten(other),
                    near: closest_name(other, KINDS),
                };
                return Err(FieldError::new("kind", error));
            }
        })
    }
}

fn case(board: &Board, field: &CaseField) -> Result<Case, FieldError> {
    let squares = |name: &str, list: &[SquareField]| {
        fields::squares(board, list).map_err(|error| error.inside(name))
    };
    Ok(match field {
        TextOr::Text(text) if text == "!" => Case::Forced,
        TextOr::Text(text) => match text.split_once('-') {
            Some((a, b)) => Case::Move([board.parse_square(a)?, board.parse_square(b)?]),
            None => Case::End(board.parse_square(text)?),
        },
        TextOr::Object(NamedCase { orbit, tight, deficient, cut }) => {
            match (orbit, tight, deficient, cut) {
                (Some(pair), None, None, None) => {
                    let pair = squares("orbit", pair)?.try_into();
                    Case::Orbit(pair.map_err(|_| invalid("orbit", "two squares"))?)
                }
                (None, Some(list), None, None) => Case::TightSet(squares("tight", list)?),
                (None, None, Some(list), None) => Case::DeficientSet(squares("deficient", list)?),
                (None, None, None, Some(list)) => Case::VertexCut(squares("cut", list)?),
                _ => return Err(invalid("", NamedCase::EXPECTED)),
            }
        }
    })
}

#[cfg(test)]
mod tests;
