//! `csv`: a line per step.
//!
//! ```text
//! step,square,file,rank
//! 1,a1,1,1
//! 2,b3,2,3
//! ```
//!
//! Files, ranks and levels count from 1; boxes have an additional column `level`. On boards so wide
//! that some squares are named `x,y`, all names are quoted. If the squares do not show the board,
//! because it has holes or joined edges, the first line is `# board 8x8-a1`; if the piece is not the
//! knight, a line `# leaper 2,3` states it.
//!
//! The reader accepts the same columns. Those after `square` are optional, and must agree with the
//! name of the square. Steps count from 0 or from 1, line by line.

use caracole_core::{Coord, Path, SquareError, Surface, shorten};
use caracole_verify::Tour;

use crate::bounding_box::{BoundingBox, place_name};
use crate::error::{Position, ReadError, ReadErrorKind};
use crate::header::{self, Header};
use crate::output::Output;
use crate::output::for_each_places;
use crate::read::{Assumptions, ParsedTour, ReadHint, text};
use crate::text::FIRST_UNNAMED;
use crate::{Format, WriteError, WriteOptions};

pub(crate) fn write_tour(
    out: &mut Output<'_>,
    tour: &Tour,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let board = tour.board();
    if board.holes().next().is_some() || board.surface() != Surface::Flat {
        header::write(out, "#", board, tour.piece())?;
    } else {
        header::write_piece(out, "#", tour.piece())?;
    }
    out.write_str("step,square,file,rank")?;
    out.write_str(if board.is_box() { ",level\n" } else { "\n" })?;
    // Only very wide boards have names with a comma.
    let quote: &[u8] = if board.files() > FIRST_UNNAMED { b"\"" } else { b"" };
    let (with_level, base) = (board.is_box(), u64::from(options.base != 0));
    out.write_list(tour.len(), 96, |steps, text| {
        let mut step = steps.start + base;
        for_each_places(tour, steps.start + 1, steps.end - steps.start, |places| {
            for &place in places {
                text.push_number(step);
                text.push_byte(b',');
                text.push_bytes(quote);
                text.push_name(place, with_level);
                text.push_bytes(quote);
                let level = with_level.then_some(place.level.index());
                for number in [place.file.index(), place.rank.index()].into_iter().chain(level) {
                    text.push_byte(b',');
                    text.push_number(u64::from(number) + 1);
                }
                text.push_byte(b'\n');
                step += 1;
            }
        });
    })
}

/// The columns that may follow `square`.
const COLUMNS: [&str; 3] = ["file", "rank", "level"];

pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<ParsedTour, ReadError> {
    let mut header = Header::default();
    let mut columns = None;
    let mut first_step = 0;
    let mut places: Vec<(Coord, bool, u64)> = Vec::new();
    for (line, number) in text(bytes)?.lines().zip(1..) {
        let line = line.trim();
        let at = |kind: ReadErrorKind| ReadError::new(Position::line(number), kind);
        if let Some(comment) = line.strip_prefix('#') {
            header.read_comment(comment, number).map_err(at)?;
            continue;
        }
        if line.is_empty() {
            continue;
        }
        let Some(columns) = columns else {
            columns = Some(count_columns(line).ok_or_else(|| at(ReadErrorKind::CsvHeader))?);
            continue;
        };
        let (step, name, rest) = values(line).map_err(at)?;
        let expected = first_step + places.len() as u64;
        let is_next = step == expected || (places.is_empty() && step <= 1);
        if !is_next {
            let (column, found) = ("step", step.to_string());
            let expected = format!("the line before makes it {expected}");
            return Err(at(ReadErrorKind::CsvValue { column, found, expected }));
        }
        if places.is_empty() {
            first_step = step;
        }
        let found = rest.len() + 2;
        if found != columns {
            return Err(at(ReadErrorKind::CsvValues { found, expected: columns }));
        }
        let text = || shorten(name);
        let (place, has_level) =
            Coord::parse(name).ok_or_else(|| at(SquareError::Syntax { text: text() }.into()))?;
        let sides = [place.file.index(), place.rank.index(), place.level.index()];
        for ((column, value), side) in COLUMNS.into_iter().zip(rest).zip(sides) {
            if value.parse() != Ok(u64::from(side) + 1) {
                let expected = format!("{} has {column} {}", text(), u64::from(side) + 1);
                return Err(at(ReadErrorKind::CsvValue {
                    column,
                    found: shorten(value),
                    expected,
                }));
            }
        }
        places.push((place, has_level, number));
    }
    if places.is_empty() {
        return Err(ReadErrorKind::Empty.into());
    }
    let board = if let Some(board) = header.board(hint) {
        board
    } else {
        let mut bounds = BoundingBox::default();
        for &(place, has_level, number) in &places {
            let added = bounds.add(place, has_level);
            added.map_err(|kind| ReadError::new(Position::line(number), kind))?;
        }
        bounds.board()?
    };
    let mut path = Path::new();
    for (place, has_level, number) in places {
        let square = board.at(place).filter(|_| has_level == board.is_box());
        path.push(square.ok_or_else(|| {
            let name = place_name(place, has_level);
            let error = board.parse_square(&name).err();
            let error = error.unwrap_or(SquareError::Syntax { text: name });
            ReadError::new(Position::line(number), error)
        })?);
    }
    let piece = header.piece(hint);
    let mut tour = ParsedTour::new(Format::Csv, board, piece, path).with_header(&header);
    tour.assumed = Assumptions { from_zero: first_step == 0, ..Assumptions::default() };
    Ok(tour)
}

/// Returns the number of columns in a header; `None` for unknown columns.
fn count_columns(line: &str) -> Option<usize> {
    let rest = line.to_ascii_lowercase().strip_prefix("step,square").map(str::to_owned)?;
    let columns = (0..=COLUMNS.len()).find(|&count| {
        let named =
            COLUMNS[..count].iter().fold(String::new(), |named, column| named + "," + column);
        named == rest
    });
    Some(2 + columns?)
}

/// Splits a line into the step, the name of the square without quotes, and the other values.
fn values(line: &str) -> Result<(u64, &str, Vec<&str>), ReadErrorKind> {
    let (step, rest) = line.split_once(',').unwrap_or((line, ""));
    let step = step.trim().parse().map_err(|_| ReadErrorKind::CsvValue {
        column: "step",
        found: shorten(step),
        expected: "it must be a number".to_owned(),
    })?;
    let (name, rest) = match rest.trim_start().strip_prefix('"') {
        Some(quoted) => {
            let (name, rest) = quoted.split_once('"').unwrap_or((quoted, ""));
            (name, rest.trim_start().strip_prefix(','))
        }
        None => match rest.split_once(',') {
            Some((name, rest)) => (name, Some(rest)),
            None => (rest, None),
        },
    };
    let rest = rest.map(|rest| rest.split(',').map(str::trim).collect()).unwrap_or_default();
    Ok((step, name.trim(), rest))
}
