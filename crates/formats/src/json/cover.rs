//! The paths of several knights.

use std::io::Write;

use caracole_core::verify::{CoverDefect, CoverVerdict};
use caracole_core::{Board, Cover, Outcome, Path, Problem, Square};
use serde_json::{Map, Value};

use super::fields::{get, wrong};
use super::outcome::{without_squares, write_filled};
use super::report::defect;
use super::schema::{Schema, check_outcome, contradiction};
use super::tour::{Frame, frame, square};
use super::{RunRecord, number, object, parse, parse_number, problem};
use crate::WriteError;
use crate::error::{Fault, ReadError};
use crate::read::ReadHint;
use crate::sink::Sink;

/// An outcome of several knights as an object. Paths that were found can be read from it by
/// [`read_cover`].
///
/// ```
/// use caracole_core::{Cover, Outcome, Path, Problem};
/// use caracole_formats::json::{RunRecord, cover_outcome, read_cover};
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["b1"])?;
/// let paths = vec![Path::from_indices(vec![1]), Path::from_indices(vec![0])];
/// let outcome = Outcome::Found(Cover::verify(&problem, paths)?);
/// let value = cover_outcome(&problem, &outcome, &RunRecord::default());
/// assert_eq!(value["knights"], 2);
/// assert_eq!(value["paths"].to_string(), r#"[["b1"],["a1"]]"#);
/// let reading = read_cover(value.to_string().as_bytes()).ok_or("no paths")??;
/// assert!(Cover::verify(&reading.problem, reading.paths).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover_outcome(problem: &Problem, outcome: &Outcome<Cover>, record: &RunRecord) -> Value {
    let mut object = without_squares(problem, outcome, record, of_cover);
    if let Outcome::Found(cover) = outcome {
        let name = |square: Square| Value::from(cover.board().name(square));
        let paths = cover.paths().iter().map(|path| path.iter().map(name).collect::<Value>());
        object.insert("paths".into(), paths.collect());
    }
    object.into()
}

/// Writes an outcome of several knights on one line, the same text that [`cover_outcome`] prints as.
///
/// ```
/// use caracole_core::{Cover, Outcome, Path, Problem};
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
    let mut sink = Sink::new(out);
    let object = without_squares(problem, outcome, record, of_cover);
    match outcome {
        Outcome::Found(cover) => write_with_paths(&mut sink, &object, cover)?,
        _ => writeln!(sink, "{}", Value::from(object))?,
    }
    sink.flush()?;
    Ok(())
}

/// What is said of paths, with an empty list where they belong.
fn of_cover(cover: &Cover) -> [(&'static str, Value); 2] {
    [("knights", number(cover.knights() as u64)), ("paths", Value::Array(Vec::new()))]
}

pub(crate) fn write_cover(sink: &mut Sink<'_>, cover: &Cover) -> Result<(), WriteError> {
    let mut object = object("caracole.cover/1");
    let asked = Problem::with_piece(cover.board().clone(), cover.piece().clone());
    object.insert("problem".into(), problem(&asked));
    object.extend(of_cover(cover).map(|(field, value)| (field.to_owned(), value)));
    write_with_paths(sink, &object, cover)
}

fn write_with_paths(
    sink: &mut Sink<'_>,
    object: &Map<String, Value>,
    cover: &Cover,
) -> Result<(), WriteError> {
    write_filled(sink, object, "paths", |sink| {
        for (path, knight) in cover.paths().iter().zip(0..) {
            sink.text(if knight == 0 { "[[" } else { ",[" })?;
            for (square, at) in path.iter().zip(0..) {
                sink.text(if at == 0 { "\"" } else { ",\"" })?;
                sink.name(cover.board(), square)?;
                sink.byte(b'"')?;
            }
            sink.byte(b']')?;
        }
        Ok(sink.byte(b']')?)
    })
}

/// What an input says of several knights. Nobody has checked it.
///
/// ```
/// use caracole_core::Cover;
/// use caracole_formats::json::read_cover;
///
/// let text = br#"{"board":"3x1","paths":[["b1"],["a1"]]}"#;
/// let reading = read_cover(text).ok_or("no paths")??;
/// assert_eq!((reading.problem.knights(), reading.paths.len()), (2, 2));
/// let rejected = Cover::verify(&reading.problem, reading.paths).expect_err("c1 is missing");
/// assert_eq!(rejected.verdict.defect_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverReading {
    /// The problem, as far as the input tells.
    pub problem: Problem,
    /// The path of each knight. Squares may be holes of the board, but are not beyond its edge.
    pub paths: Vec<Path>,
}

/// Reads the paths of several knights; `None` if the input is not an object with `paths`.
///
/// The problem is what `problem` says, or the `board` and the `leapers` beside the paths. Where it
/// does not say how many knights there are, `knights` beside the paths does, or the number of paths.
///
/// ```
/// use caracole_core::verify;
/// use caracole_formats::json::read_cover;
///
/// let text = br#"{"board":"3x3-b2","paths":[["a1","c2","a3","b1"],["b3","c1","a2","c3"]]}"#;
/// let reading = read_cover(text).ok_or("no paths")??;
/// assert_eq!(reading.problem.knights(), 2);
/// assert!(verify::check_cover(&reading.problem, &reading.paths).is_valid());
/// assert!(read_cover(b"a1 b3").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_cover(bytes: &[u8]) -> Option<Result<CoverReading, ReadError>> {
    // What is not JSON, or has a key twice, is refused by the reader of tours.
    let value = parse(bytes).ok()?;
    let object = value.as_object()?;
    let paths = get(object, "paths")?;
    Some(read(object, paths))
}

fn read(object: &Map<String, Value>, paths: &Value) -> Result<CoverReading, ReadError> {
    Schema::of(object)?;
    check_outcome(object)?;
    for other in ["squares", "grid"] {
        if get(object, other).is_some() {
            return Err(contradiction("paths", other, "both hold what was found: keep one").into());
        }
    }
    let lists = || wrong("paths", "a list with a list of squares for each knight");
    let paths = paths.as_array().ok_or_else(lists)?;
    let Frame { board, piece, problem } = frame(object, &ReadHint::default())?;
    let problem = match (problem, board) {
        (Some(problem), _) => problem,
        (None, Some(board)) => Problem::with_piece(board, piece),
        (None, None) => return Err(Fault::NoBoard.into()),
    };
    let problem = with_knights(problem, object, paths.len())?;
    let read = |path: &Value| -> Result<Path, ReadError> {
        let squares = path.as_array().ok_or_else(lists)?.iter().zip(1..);
        let squares = squares.map(|(value, step)| Ok(square(problem.board(), value, step)?));
        squares.collect()
    };
    let paths = paths.iter().map(read).collect::<Result<_, _>>()?;
    Ok(CoverReading { problem, paths })
}

/// The problem for as many knights as it states, else for those of `knights` or of the paths.
fn with_knights(
    problem: Problem,
    object: &Map<String, Value>,
    paths: usize,
) -> Result<Problem, Fault> {
    let given = get(object, "knights");
    let count = match given {
        Some(count) => parse_number(count).and_then(|count| u32::try_from(count).ok()),
        None => u32::try_from(paths).ok(),
    };
    let count = count.ok_or_else(|| wrong("knights", "a number from 1"))?;
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
    Ok(problem.with_knights(count, [] as [Square; 0])?)
}

/// What the verifier says of the paths of several knights.
///
/// ```
/// use caracole_core::{Path, Problem, verify};
/// use caracole_formats::json::cover_verdict;
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["b1"])?;
/// let verdict = verify::check_cover(&problem, &[Path::from_indices(vec![0])]);
/// let value = cover_verdict(&problem, &verdict);
/// assert_eq!((&value["valid"], &value["knights"]), (&false.into(), &2.into()));
/// assert_eq!(value["defects"][0]["kind"], "paths");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover_verdict(problem: &Problem, verdict: &CoverVerdict) -> Value {
    let mut object = object("caracole.check/1");
    object.insert("problem".into(), super::problem(problem));
    object.insert("valid".into(), verdict.is_valid().into());
    object.insert("knights".into(), problem.knights().into());
    let defects = verdict.defects().iter().map(|one| cover_defect(problem.board(), one));
    object.insert("defects".into(), defects.collect());
    object.insert("defect_count".into(), number(verdict.defect_count()));
    object.into()
}

fn cover_defect(board: &Board, one: &CoverDefect) -> Value {
    let (knight, place) = match *one {
        CoverDefect::Step { knight, defect: of_step } => (Some(knight), defect(board, &of_step)),
        CoverDefect::Whole(of_whole) => (None, defect(board, &of_whole)),
        CoverDefect::Repeat { square, knights: [_, knight], steps: [_, step] } => {
            (Some(knight), at(board, Some(square), Some(step)))
        }
        CoverDefect::NoStart { square } => (None, at(board, Some(square), None)),
        CoverDefect::Empty { knight } => (Some(knight), at(board, None, None)),
        _ => (None, at(board, None, None)),
    };
    let mut object = Map::new();
    object.insert("kind".into(), one.kind().into());
    object.insert("text".into(), one.text(board).into());
    object.insert("knight".into(), knight.map_or(Value::Null, number));
    object.extend(place.into_iter().filter(|(field, _)| field == "square" || field == "step"));
    object.into()
}

fn at(board: &Board, square: Option<Square>, step: Option<u64>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("square".into(), square.map(|square| board.name(square)).into());
    object.insert("step".into(), step.map_or(Value::Null, number));
    object
}
