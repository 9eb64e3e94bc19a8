//! The paths of several knights as objects.

use std::io::Write;

use caracole_core::{Path, Problem, Square};
use caracole_verify::{Cover, Outcome};
use serde_json::{Map, Value};

use super::fields::{Number, path};
use super::outcome::{without_squares, write_filled};
use super::parse::{FieldError, contradiction, invalid};
use super::schema::{Contents, SchemaFields};
use super::tour::StatedProblem;
use super::{RunRecord, names, number, object, problem, with_fields};
use crate::WriteError;
use crate::error::{ReadError, ReadErrorKind};
use crate::output::Output;
use crate::read::{ReadHint, text};

/// Returns an outcome of several knights as an object. [`read_cover`] reads the paths.
///
/// ```
/// use caracole_verify::{Cover, Outcome};
/// use caracole_core::{Path, Problem};
/// use caracole_formats::json::{RunRecord, cover_outcome, read_cover};
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["b1"])?;
/// let paths = vec![Path::from_indices(vec![1]), Path::from_indices(vec![0])];
/// let outcome = Outcome::Found(Cover::verify(&problem, paths)?);
/// let value = cover_outcome(&problem, &outcome, &RunRecord::default());
/// assert_eq!(value["knights"], 2);
/// assert_eq!(value["paths"].to_string(), r#"[["b1"],["a1"]]"#);
/// let parsed = read_cover(value.to_string().as_bytes()).ok_or("no paths")??;
/// assert!(Cover::verify(&parsed.problem, parsed.paths).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover_outcome(problem: &Problem, outcome: &Outcome<Cover>, record: &RunRecord) -> Value {
    let mut object = without_squares(problem, outcome, record, cover_fields);
    if let Outcome::Found(cover) = outcome {
        let paths = cover.paths().iter().map(|path| names(cover.board(), path.iter()));
        object.insert("paths".into(), paths.collect());
    }
    object.into()
}

/// Writes the object of [`cover_outcome`] on one line.
///
/// ```
/// use caracole_verify::{Cover, Outcome};
/// use caracole_core::{Path, Problem};
/// use caracole_formats::json::{RunRecord, cover_outcome, write_cover_outcome};
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["a1"])?;
/// let paths = vec![Path::from_indices(vec![0]), Path::from_indices(vec![1])];
/// let found = Outcome::Found(Cover::verify(&problem, paths)?);
/// let record = RunRecord::default();
/// let mut file = Vec::new();
/// write_cover_outcome(&mut file, &problem, &found, &record)?;
/// assert_eq!(file, format!("{}\n", cover_outcome(&problem, &found, &record)).as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_cover_outcome(
    out: &mut dyn Write,
    problem: &Problem,
    outcome: &Outcome<Cover>,
    record: &RunRecord,
) -> Result<(), WriteError> {
    let mut out = Output::new(out);
    let object = without_squares(problem, outcome, record, cover_fields);
    match outcome {
        Outcome::Found(cover) => write_with_paths(&mut out, &object, cover)?,
        _ => writeln!(out, "{}", Value::from(object))?,
    }
    out.flush()?;
    Ok(())
}

/// Returns the fields of a cover, without its paths.
fn cover_fields(cover: &Cover) -> [(&'static str, Value); 2] {
    [("knights", number(cover.knights() as u64)), ("paths", Value::Array(Vec::new()))]
}

pub(crate) fn write_cover(out: &mut Output<'_>, cover: &Cover) -> Result<(), WriteError> {
    let asked = Problem::with_piece(cover.board().clone(), cover.piece().clone());
    let object = with_fields(object("caracole.cover/1"), [("problem", problem(&asked))]);
    write_with_paths(out, &with_fields(object, cover_fields(cover)), cover)
}

fn write_with_paths(
    out: &mut Output<'_>,
    object: &Map<String, Value>,
    cover: &Cover,
) -> Result<(), WriteError> {
    write_filled(out, object, "paths", |out| {
        for (path, knight) in cover.paths().iter().zip(0..) {
            out.write_str(if knight == 0 { "[[" } else { ",[" })?;
            for (square, at) in path.iter().zip(0..) {
                out.write_str(if at == 0 { "\"" } else { ",\"" })?;
                out.write_name(cover.board(), square)?;
                out.write_byte(b'"')?;
            }
            out.write_byte(b']')?;
        }
        Ok(out.write_byte(b']')?)
    })
}

/// The paths of several knights that were read from an input. They are not verified.
///
/// ```
/// use caracole_verify::Cover;
/// use caracole_formats::json::read_cover;
///
/// let text = br#"{"board":"3x1","paths":[["b1"],["a1"]]}"#;
/// let parsed = read_cover(text).ok_or("no paths")??;
/// assert_eq!((parsed.problem.knights(), parsed.paths.len()), (2, 2));
/// let rejected = Cover::verify(&parsed.problem, parsed.paths).expect_err("c1 is missing");
/// assert_eq!(rejected.verdict.defect_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParsedCover {
    /// The problem that the input states.
    pub problem: Problem,
    /// The path of each knight. Its squares may be holes of the board, but are not beyond its edge.
    pub paths: Vec<Path>,
}

/// Reads the paths of several knights; `None` if the input is not an object with `paths`.
///
/// The problem is the field `problem`, or the fields `board` and `leapers`. The number of knights is
/// that of the problem, else the field `knights`, else the number of paths.
///
/// ```
/// use caracole_verify as verify;
/// use caracole_formats::json::read_cover;
///
/// let text = br#"{"board":"3x3-b2","paths":[["a1","c2","a3","b1"],["b3","c1","a2","c3"]]}"#;
/// let parsed = read_cover(text).ok_or("no paths")??;
/// assert_eq!(parsed.problem.knights(), 2);
/// assert!(verify::check_cover(&parsed.problem, &parsed.paths).is_valid());
/// assert!(read_cover(b"a1 b3").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_cover(bytes: &[u8]) -> Option<Result<ParsedCover, ReadError>> {
    let text = text(bytes).ok()?;
    let fields = SchemaFields::read(text).ok()?;
    fields.paths.as_ref()?;
    Some(read(text, &fields))
}

pub(super) fn read(text: &str, fields: &SchemaFields) -> Result<ParsedCover, ReadError> {
    from_contents(&fields.contents(text)?).map_err(|error| error.in_text(text))
}

fn from_contents(contents: &Contents) -> Result<ParsedCover, FieldError> {
    let others = [("squares", contents.squares.is_some()), ("grid", contents.grid.is_some())];
    if let Some((other, _)) = others.iter().find(|(_, is_present)| *is_present) {
        return Err(contradiction("paths", other, "both hold what was found: keep one"));
    }
    let lists = contents.paths.as_deref().ok_or(ReadErrorKind::NoTourInJson)?;
    let StatedProblem { board, piece, problem } =
        StatedProblem::of(contents, &ReadHint::default())?;
    let problem = match (problem, board) {
        (Some(problem), _) => problem,
        (None, Some(board)) => Problem::with_piece(board, piece),
        (None, None) => return Err(ReadErrorKind::NoBoard.into()),
    };
    let problem = with_knights(problem, contents.knights, lists.len())?;
    let read = |(knight, list): (usize, &Vec<_>)| {
        let path = path(problem.board(), list, 1, true);
        path.map_err(|error| error.inside(&format!("paths[{knight}]")))
    };
    let paths = lists.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(ParsedCover { problem, paths })
}

/// Returns the problem with its number of knights, else the given one, else that of the paths.
fn with_knights(
    problem: Problem,
    given: Option<Number>,
    paths: usize,
) -> Result<Problem, FieldError> {
    let count = u32::try_from(given.map_or(paths as u64, |Number(count)| count));
    let count = count.map_err(|_| invalid("knights", "a number from 1"))?;
    if problem.knights() > 1 {
        if given.is_some() && count != problem.knights() {
            let why = format!("{count} is not {}", problem.knights());
            return Err(contradiction("knights", "problem.knights", why));
        }
        return Ok(problem);
    }
    if count == 1 {
        return Ok(problem);
    }
    let several = problem.with_knights(count, [] as [Square; 0]);
    several.map_err(|error| FieldError::new("knights", error))
}
