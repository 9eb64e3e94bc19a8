//! Certificates: proofs that there is no tour, as files that anybody can check.

mod read;
mod report;

use caracole_core::{Board, Case, Cases, Fact, Proof, Square};
use serde_json::{Map, Value, json};

use super::{number, object, problem};

pub use read::read_certificate;
pub use report::checked_proof;

pub(super) const SCHEMA: &str = "caracole.certificate/1";

/// A proof as an object, with all that a checker needs: the problem, and what the reason names.
///
/// ```
/// use caracole_core::{Problem, Proof, Reason};
/// use caracole_formats::json::{certificate, read_certificate};
///
/// let problem = Problem::new("7x7".parse()?).closed();
/// let proof = Proof::new(problem, Reason::Colours { counts: [25, 24] });
/// let text = certificate(&proof).to_string();
/// let end = r#""problem":{"board":"7x7","closed":true},"kind":"colours","a1_colour":25,"other_colour":24}"#;
/// assert!(text.ends_with(end), "{text}");
/// assert_eq!(read_certificate(text.as_bytes())?, proof);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certificate(proof: &Proof) -> Value {
    let mut object = object(SCHEMA);
    object.insert("problem".into(), problem(proof.problem()));
    object.insert("kind".into(), proof.reason().kind().into());
    let board = proof.problem().board();
    object.extend(proof.reason().facts().into_iter().map(|(field, fact)| {
        let value = match &fact {
            Fact::Cases(cases) => cases_lines(board, cases),
            _ => value(board, &fact),
        };
        (field.to_owned(), value)
    }));
    object.into()
}

/// A proof for those who read it: its kind, its words, and what it names. Cases are counted; they
/// are listed in the certificate.
///
/// ```
/// use caracole_core::{Problem, Proof, Reason};
/// use caracole_formats::json;
///
/// let problem = Problem::new("7x7".parse()?).closed();
/// let reason = json::reason(&Proof::new(problem, Reason::Colours { counts: [25, 24] }));
/// assert_eq!((&reason["kind"], &reason["a1_colour"]), (&"colours".into(), &25.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reason(proof: &Proof) -> Value {
    let mut object = Map::new();
    object.insert("kind".into(), proof.reason().kind().into());
    object.insert("text".into(), proof.text().into());
    let board = proof.problem().board();
    let facts = proof.reason().facts().into_iter();
    object.extend(facts.map(|(field, fact)| (field.to_owned(), value(board, &fact))));
    object.into()
}

fn value(board: &Board, fact: &Fact) -> Value {
    match fact {
        Fact::Number(fact) => number(*fact),
        Fact::Squares(squares) => names(board, squares),
        Fact::Text(text) => text.as_str().into(),
        Fact::Cases(cases) => number(cases.closed()),
    }
}

fn names(board: &Board, squares: &[Square]) -> Value {
    squares.iter().map(|&square| Value::from(board.name(square))).collect()
}

/// A proof by cases, a line an item: `"a1-b3"` and `"a1"` for two cases each, of a move and of an
/// end, `"!"` for a contradiction, and objects for the rest.
fn cases_lines(board: &Board, cases: &Cases) -> Value {
    let line = |case: &Case| match case {
        Case::Move([a, b]) => Value::from(format!("{}-{}", board.name(*a), board.name(*b))),
        Case::Alike(pair) => json!({ "alike": names(board, pair) }),
        Case::End(square) => Value::from(board.name(*square)),
        Case::Tight(squares) => json!({ "tight": names(board, squares) }),
        Case::Starved(squares) => json!({ "starved": names(board, squares) }),
        Case::Cut(squares) => json!({ "cut": names(board, squares) }),
        Case::Forced => Value::from("!"),
    };
    cases.lines().iter().map(line).collect()
}

#[cfg(test)]
mod tests;
