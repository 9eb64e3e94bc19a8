//! All tours of a JSON text: one object, or one object a line.

use serde_json::{Value, json};

use super::schema::Schema;
use super::tour::check_count;
use super::{parse, read_cover, read_tour};
use crate::documents::Document;
use crate::error::{Fault, Position, ReadError};
use crate::read::{Assumed, ReadHint, text};

/// Reads every tour, path and cover of a text, at least one.
pub(crate) fn read_documents(bytes: &[u8], hint: &ReadHint) -> Result<Vec<Document>, ReadError> {
    let mut read = Vec::new();
    let error = match parse(bytes) {
        Ok(value) => {
            add(&value, text(bytes)?, hint, &mut read)?;
            return if read.is_empty() { Err(Fault::Empty.into()) } else { Ok(read) };
        }
        Err(error) => error,
    };
    let whole = text(bytes)?;
    let lines = || (1..).zip(whole.lines()).filter(|(_, line)| !line.trim().is_empty());
    let is_lines = lines().nth(1).is_some()
        && lines().next().is_some_and(|(_, line)| parse(line.as_bytes()).is_ok());
    if !is_lines {
        return Err(error);
    }
    for (number, line) in lines() {
        let added = parse(line.as_bytes()).and_then(|value| {
            // A list that was stopped says so in its last line.
            let is_end = !read.is_empty() && value["outcome"] == "unknown";
            if is_end { Ok(()) } else { add(&value, line, hint, &mut read) }
        });
        added.map_err(|error| {
            let column = error.position().map_or(0, |place| place.column);
            error.at(Position::new(number, column))
        })?;
    }
    if read.is_empty() { Err(Fault::NoTourInJson.into()) } else { Ok(read) }
}

/// Adds what a value contains; `source` is its text.
fn add(
    value: &Value,
    source: &str,
    hint: &ReadHint,
    read: &mut Vec<Document>,
) -> Result<(), ReadError> {
    let schema = value["schema"].as_str().unwrap_or_default();
    let kind = schema.strip_prefix("caracole.").and_then(|kind| kind.split('/').next());
    let what = match kind.unwrap_or_default() {
        // The events before an outcome.
        "trace" => return Ok(()),
        "list" | "sample" => return add_all(value, "tours", hint, read),
        "unique" => return add_all(value, "solutions", hint, read),
        "longest" => {
            read.push(Document::Path(read_tour(source.as_bytes(), hint)?));
            return Ok(());
        }
        "count" => "the result of `count`",
        "rank" => "the result of `rank`",
        "starts" => "the result of `starts`",
        "locate" => "the result of `locate`",
        "graph" => "the result of `graph`",
        "compare" => "the result of `compare`",
        "check" => "the result of `check`",
        "proof" => "the result of `check-proof`",
        "puzzle" => "a puzzle",
        _ => {
            read.push(match read_cover(source.as_bytes()) {
                Some(_) if hint.board.is_some() || hint.piece.is_some() => {
                    return Err(Fault::CoverHasBoard.into());
                }
                Some(cover) => Document::Cover(cover?, Assumed::default()),
                None => Document::Tour(read_tour(source.as_bytes(), hint)?),
            });
            return Ok(());
        }
    };
    Err(Fault::NotATour { what }.into())
}

/// Adds the tours of a list of lists of squares.
fn add_all(
    value: &Value,
    field: &'static str,
    hint: &ReadHint,
    read: &mut Vec<Document>,
) -> Result<(), ReadError> {
    let object = value.as_object().ok_or(Fault::NoTourInJson)?;
    Schema::of(object)?;
    let Some(tours) = value[field].as_array() else {
        let expected = "a list of tours, each a list of squares";
        return Err(Fault::Field { field: field.to_owned(), expected }.into());
    };
    if tours.is_empty() {
        return Err(Fault::NotATour { what: "an answer without tours" }.into());
    }
    if field == "tours" {
        check_count(object, "count", field, tours.len())?;
    }
    for tour in tours {
        read.push(Document::Tour(squares(&value["problem"], tour, hint)?));
    }
    Ok(())
}

/// Reads squares on the board of a problem, as a tour object with both is read.
fn squares(problem: &Value, squares: &Value, hint: &ReadHint) -> Result<crate::Reading, ReadError> {
    let object = json!({ "problem": problem, "squares": squares }).to_string();
    read_tour(object.as_bytes(), hint)
}
