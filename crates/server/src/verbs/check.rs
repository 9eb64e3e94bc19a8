//! `check`: is this a tour, and what kind?

use caracole::formats::{Document, ReadError, ReadHint, documents, json};
use caracole::{Path, Problem, verify};
use serde_json::{Map, Value};

use super::Verb;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::{Fields, allow_lists};
use crate::refusal::Refusal;

/// The facts of a tour take no more bytes than this, whatever is lent.
const MEMORY_FOR_FACTS: u64 = 512 << 20;

/// A path, and what is asked of it.
pub(crate) struct Check {
    problem: Problem,
    path: Path,
    format: String,
}

impl Verb for Check {
    const NAME: &'static str = "check";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let text = fields.text("text")?;
        let text = text.ok_or_else(|| Refusal::field("text", "must hold the tour to check"))?;
        let unreadable = |error: ReadError| Refusal::content("text", error.to_string());
        if let Ok(value) = json::parse(text.as_bytes()) {
            allow_lists(&value)?;
        }
        let rules = fields.rules()?;
        let hint = hint(&rules)?;
        let source = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
        let mut all = documents(source, &hint).map_err(unreadable)?;
        let first = all.next().transpose().map_err(unreadable)?;
        let several = all.next().transpose().map_err(unreadable)?.is_some();
        drop(all);
        if several {
            return Err(Refusal::field("text", "contains several tours: send them one at a time"));
        }
        let Some(Document::Tour(reading) | Document::Path(reading)) = first else {
            let why = "text: these are the paths of several knights: here one knight is checked";
            return Err(Refusal::contradiction(why));
        };
        fields.allow(&reading.board, u64::MAX)?;
        let asked = json::problem(&reading.problem());
        let problem = with_rules(asked, rules)?;
        if problem.knights() > 1 {
            return Err(Refusal::contradiction("knights: here one knight is checked"));
        }
        Ok(Self { problem, path: reading.path, format: reading.format.to_string() })
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { problem, path, format } = self;
        let (board, piece) = (problem.board(), problem.piece());
        let verdict = verify::check(&problem, || path.iter());
        let memory = desk.memory().min(MEMORY_FOR_FACTS);
        let facts = verdict
            .is_valid()
            .then(|| verify::describe_within(memory, board, piece, || path.iter()));
        let mut answer = json::verdict(&problem, &verdict, facts.as_ref());
        if let Value::Object(object) = &mut answer {
            object.insert("board".into(), board.to_string().into());
            let names = path.iter().map(|square| Value::from(board.name(square)));
            object.insert("squares".into(), names.collect());
            object.insert("format".into(), format.into());
        }
        Ok(Answer::Json(answer))
    }
}

/// The board and the piece, where the client names them.
fn hint(rules: &Map<String, Value>) -> Result<ReadHint, Refusal> {
    let is_given = |field: &str| rules.contains_key(field);
    // A piece needs some board to be read with.
    let mut told = Map::from_iter([("board".to_owned(), Value::from("1x1"))]);
    for field in ["board", "leapers", "leaper"] {
        if let Some(value) = rules.get(field) {
            told.insert(field.to_owned(), value.clone());
        }
    }
    let told = parse(told)?;
    let board = is_given("board").then(|| told.board().clone());
    let piece = (is_given("leapers") || is_given("leaper")).then(|| told.piece().clone());
    Ok(ReadHint { board, piece, ..ReadHint::default() })
}

/// What was asked before, with what the client asks instead.
fn with_rules(asked: Value, rules: Map<String, Value>) -> Result<Problem, Refusal> {
    let mut fields = match asked {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    if rules.contains_key("closed") || rules.contains_key("open") {
        fields.remove("closed");
        fields.remove("open");
    }
    if rules.contains_key("leaper") {
        fields.remove("leapers");
    }
    fields.extend(rules);
    parse(fields)
}

fn parse(fields: Map<String, Value>) -> Result<Problem, Refusal> {
    let problem = json::parse_problem(&fields.into());
    Ok(problem.map_err(|error| Refusal::problem(&error))?.into())
}
