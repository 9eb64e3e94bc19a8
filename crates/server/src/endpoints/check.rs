//! `check` and `check-proof`: the verifier and the certificate checker.

use std::ops::ControlFlow;

use caracole::formats::{Assumptions, Document, ReadError, ReadHint, documents, json};
use caracole::verify::Certificate;
use caracole::verify::{Checked, UncheckedCause};
use caracole::{Board, Evidence, Path, Problem, verify};
use serde_json::{Map, Value};

use super::Endpoint;
use crate::error::ApiError;
use crate::fields::{Fields, check_list_lengths, take};
use crate::response::Content;
use crate::work::WorkContext;

/// The memory limit for the facts of a tour, even if the server allows more.
const MAX_FACTS_MEMORY: u64 = 512 << 20;

/// `check` verifies a tour and describes it.
pub(crate) struct Check {
    problem: Problem,
    path: Path,
    format: String,
    assumed: Assumptions,
}

impl Endpoint for Check {
    const NAME: &'static str = "check";
    const HAS_TIME_LIMIT: bool = false;

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        take!(fields { text: String });
        let text = text.ok_or_else(|| ApiError::field("text", "must contain the tour to check"))?;
        let invalid = |error: ReadError| ApiError::invalid("text", error.to_string());
        let document = json::parse(text.as_bytes()).ok();
        if let Some(document) = &document {
            check_list_lengths(document)?;
        }
        let problem_fields = fields.problem_fields()?;
        let hint = read_hint(&problem_fields)?;
        if let (Some(document), Some(board)) = (&document, &hint.board) {
            check_same_board(document, board)?;
        }
        let source = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
        let mut documents = documents(source, &hint).map_err(invalid)?;
        let first = documents.next().transpose().map_err(invalid)?;
        let is_only = documents.next().transpose().map_err(invalid)?.is_none();
        drop(documents);
        if !is_only {
            return Err(ApiError::field("text", "contains several tours: send them one at a time"));
        }
        let Some(Document::Tour(reading) | Document::Path(reading)) = first else {
            let why = "text: contains the paths of several knights: check takes one knight";
            return Err(ApiError::contradiction(why));
        };
        fields.check_size(&reading.board, u64::MAX)?;
        let problem = override_fields(json::problem(&reading.problem()), problem_fields)?;
        if problem.knights() > 1 {
            return Err(ApiError::contradiction("knights: check takes one knight"));
        }
        let (format, assumed) = (reading.format.to_string(), reading.assumed);
        Ok(Self { problem, path: reading.path, format, assumed })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { problem, path, format, assumed } = self;
        let (board, piece) = (problem.board(), problem.piece());
        let verdict = verify::check(&problem, || path.iter());
        let memory = context.memory_limit().min(MAX_FACTS_MEMORY);
        let facts = verdict
            .is_valid()
            .then(|| verify::describe_within(memory, board, piece, || path.iter()));
        let mut answer = json::verdict(&problem, &verdict, facts.as_ref());
        if let Value::Object(object) = &mut answer {
            object.insert("board".into(), board.to_string().into());
            let names = path.iter().map(|square| Value::from(board.name(square)));
            object.insert("squares".into(), names.collect());
            object.insert("format".into(), format.into());
            if assumed.from_zero {
                object.insert("from_zero".into(), true.into());
            }
            if assumed.holes {
                let holes = board.holes().map(|hole| Value::from(board.name(hole)));
                object.insert("inferred_holes".into(), holes.collect());
            }
        }
        Ok(Content::Json(answer))
    }
}

/// The fields of a problem that name its piece.
const PIECE_FIELDS: [&str; 4] = ["leapers", "leaper", "piece", "moves"];

/// Returns the board and the piece that the request names.
fn read_hint(problem_fields: &Map<String, Value>) -> Result<ReadHint, ApiError> {
    let is_given = |field: &str| problem_fields.contains_key(field);
    // The parser of a problem needs a board, so a piece without one gets the smallest board.
    let mut hint = Map::from_iter([("board".to_owned(), Value::from("1x1"))]);
    for field in std::iter::once("board").chain(PIECE_FIELDS) {
        if let Some(value) = problem_fields.get(field) {
            hint.insert(field.to_owned(), value.clone());
        }
    }
    let problem = parse_problem(hint)?;
    let board = is_given("board").then(|| problem.board().clone());
    let piece = PIECE_FIELDS.into_iter().any(is_given).then(|| problem.piece().clone());
    Ok(ReadHint { board, piece, ..ReadHint::default() })
}

/// Returns an error if the text states another board than the request.
fn check_same_board(document: &Value, board: &Board) -> Result<(), ApiError> {
    let inner = document.get("problem").and_then(|problem| problem.get("board"));
    for (field, stated) in [("problem.board", inner), ("board", document.get("board"))] {
        let Some(stated) = stated else { continue };
        let problem = Map::from_iter([("board".to_owned(), stated.clone())]);
        // The reader reports a board that is not valid.
        let Ok(problem) = json::parse_problem(&problem.into()) else { continue };
        if problem.board() != board {
            let (given, stated) = (board.title(), problem.board().title());
            let why = format!(
                "'board' and '{field}' in the text contradict each other: {given} is not {stated}"
            );
            return Err(ApiError::contradiction(why));
        }
    }
    Ok(())
}

/// Returns the problem that the text states, with the fields that the request overrides.
fn override_fields(stated: Value, given: Map<String, Value>) -> Result<Problem, ApiError> {
    let mut fields = match stated {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    if given.contains_key("closed") || given.contains_key("open") {
        fields.remove("closed");
        fields.remove("open");
    }
    if PIECE_FIELDS.into_iter().any(|field| given.contains_key(field)) {
        for field in PIECE_FIELDS {
            fields.remove(field);
        }
    }
    fields.extend(given);
    parse_problem(fields)
}

fn parse_problem(fields: Map<String, Value>) -> Result<Problem, ApiError> {
    let problem = json::parse_problem(&fields.into());
    problem.map_err(|error| ApiError::problem(&error))
}

/// `check-proof` checks a certificate.
pub(crate) struct CheckProof {
    certificate: Certificate,
}

impl Endpoint for CheckProof {
    const NAME: &'static str = "check-proof";
    const HAS_TIME_LIMIT: bool = false;

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let text = Value::Object(fields.take()?).to_string();
        let certificate = json::read_certificate(text.as_bytes())
            .map_err(|error| ApiError::invalid("certificate", error.to_string()))?;
        fields.check_size(certificate.problem().board(), u64::MAX)?;
        Ok(Self { certificate })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let watch = |_| {
            if context.must_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let result = Evidence::check(self.certificate, &watch);
        let stopped = Checked::NotChecked(UncheckedCause::Stopped);
        if result.as_ref().is_ok_and(|evidence| evidence.checked() == stopped) {
            let why = "checking the proof exceeds the time limit of this server";
            return Err(ApiError::too_much(why));
        }
        Ok(Content::Json(json::checked_proof(&result)))
    }
}
