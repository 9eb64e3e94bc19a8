//! `json`: problems, outcomes, verdicts and tours as objects.
//!
//! A problem is `{"board":"8x8","closed":true,"from":"a1"}`; what is not asked for is left out.
//! Its fields are `board`, `leapers`, `closed`, `open`, `from`, `to`, `clues`, `use`, `avoid`,
//! `knights` and `starts`, and mean what the arguments of the command line mean.
//!
//! Numbers up to 2^53 are numbers, larger ones decimal strings, for other programs would round
//! them; both are read.
//!
//! A tour is read from the outcome of a solver, and from what people write by hand:
//! `{"board":"8x8","squares":["a1","b3"]}`, with the squares as names, pairs `[x,y]` or numbers
//! from 0, or `{"board":"8x8","grid":[[1,2],[3,4]]}`, or either list alone. The board may also be
//! `{"files":8,"ranks":8,"levels":1,"surface":"torus","holes":["a1"]}`.
//!
//! Whatever is in an object is understood or refused: an unknown field, a key given twice, and two fields
//! that contradict each other are errors.
//!
//! The paths of several knights are lists beside each other:
//! `{"board":"3x3-b2","paths":[["a1","c2"],["a2","c1","b3"]]}`.

mod certificate;
mod cover;
mod documents;
mod fields;
mod game;
mod outcome;
mod problem;
mod report;
mod schema;
mod tour;

use serde_json::{Map, Value};

pub use certificate::{certificate, checked_proof, read_certificate, reason};
pub(crate) use cover::write_cover;
pub use cover::{CoverReading, cover_outcome, cover_verdict, read_cover, write_cover_outcome};
pub(crate) use documents::read_documents;
pub use game::{SavedGame, game, read_game, write_game};
pub use outcome::{RunRecord, outcome, write_outcome, write_outcome_watched};
pub(crate) use problem::read_puzzle;
pub use problem::{PROBLEM_FIELDS, parse_problem, problem};
pub use report::{graph_facts, verdict};
pub use schema::parse;
pub(crate) use tour::{read_tour, write_tour};

/// A new object with its schema and the version of this program.
///
/// ```
/// let object = caracole_formats::json::object("caracole.count/1");
/// assert_eq!(object["schema"], "caracole.count/1");
/// ```
pub fn object(schema: &str) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), schema.into());
    object.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    object
}

/// A number; above 2^53 a decimal string.
///
/// ```
/// use caracole_formats::json::{number, parse_number};
///
/// assert_eq!(number(7), 7);
/// assert_eq!(number(1 << 60), "1152921504606846976");
/// assert_eq!(parse_number(&number(1 << 60)), Some(1 << 60));
/// ```
pub fn number(number: u64) -> Value {
    if number <= 1 << 53 { number.into() } else { number.to_string().into() }
}

/// A number written as a number or as a decimal string.
///
/// ```
/// use caracole_formats::json::parse_number;
/// use serde_json::json;
///
/// assert_eq!(parse_number(&json!(64)), Some(64));
/// assert_eq!(parse_number(&json!("18446744073709551615")), Some(u64::MAX));
/// assert_eq!(parse_number(&json!(-1)), None);
/// ```
pub fn parse_number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests;
