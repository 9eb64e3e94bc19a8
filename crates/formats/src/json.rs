//! `json`: problems, tours, outcomes and reports as objects.
//!
//! A problem is `{"board":"8x8","closed":true,"from":"a1"}`. Its fields are `board`, `leapers`,
//! `closed`, `open`, `from`, `to`, `clues`, `use`, `avoid`, `knights` and `starts`, as the arguments of
//! the command line. All except `board` are optional.
//!
//! Numbers above 2^53 are written as decimal strings, because other programs would round them. The
//! reader accepts strings for all numbers.
//!
//! A tour is read from the outcome of a solver, and from simple objects:
//! `{"board":"8x8","squares":["a1","b3"]}`, with the squares as names, pairs `[x,y]` or numbers
//! from 0, or `{"board":"8x8","grid":[[1,2],[3,4]]}`, or either list alone. The board may also be
//! `{"files":8,"ranks":8,"levels":1,"surface":"torus","holes":["a1"]}`.
//!
//! Unknown fields, repeated keys, and fields that contradict each other are errors.
//!
//! The paths of several knights are a list of lists:
//! `{"board":"3x3-b2","paths":[["a1","c2"],["a2","c1","b3"]]}`.

mod certificate;
mod clauses;
mod cover;
mod fields;
mod game;
mod outcome;
mod parse;
mod problem;
mod report;
mod schema;
mod tour;

use caracole_core::{Board, Square};
use serde_json::{Map, Value};

pub use certificate::{certificate, read_certificate, reason};
pub use clauses::{open_certificate, write_certificate};
pub(crate) use cover::write_cover;
pub use cover::{ParsedCover, cover_outcome, read_cover, write_cover_outcome};
pub use fields::Number;
pub use game::{SavedGame, game, read_game, write_game};
pub use outcome::{RunRecord, outcome, write_outcome, write_outcome_with_progress};
pub use parse::parse;
pub(crate) use problem::read_puzzle;
pub use problem::{PROBLEM_FIELDS, parse_problem, piece_fields, problem};
pub use report::{checked_proof, cover_verdict, graph_facts, verdict};
pub(crate) use tour::{read_documents, read_tour, write_tour};

/// Returns an object with its schema and the version of this program.
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

/// Returns a number, above 2^53 as a decimal string.
///
/// ```
/// use caracole_formats::json::number;
///
/// assert_eq!(number(7), 7);
/// assert_eq!(number(1 << 60), "1152921504606846976");
/// ```
pub fn number(number: u64) -> Value {
    if number <= 1 << 53 { number.into() } else { number.to_string().into() }
}

/// Adds fields to an object.
fn with_fields<const N: usize>(
    mut object: Map<String, Value>,
    fields: [(&str, Value); N],
) -> Map<String, Value> {
    object.extend(fields.map(|(field, value)| (field.to_owned(), value)));
    object
}

/// Returns the names of squares.
fn names(board: &Board, squares: impl IntoIterator<Item = Square>) -> Value {
    squares.into_iter().map(|square| Value::from(board.name(square))).collect()
}

#[cfg(test)]
mod tests;
