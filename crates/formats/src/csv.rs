//! `csv`: a line for each step.
//!
//! ```text
//! step,square,file,rank
//! 1,a1,1,1
//! 2,b3,2,3
//! ```
//!
//! Files, ranks and levels count from 1; boxes have a column `level` more. On boards so wide that some
//! squares are named `x,y`, all names stand in quotes. If the squares do not show the board, because
//! it has holes or joined edges, a line `# board 8x8-a1` comes first, and a line `# leaper 2,3` if
//! the piece is not the knight.
//!
//! Read with the same columns; those behind `square` may be left out, and must agree with the name
//! of the square. Steps count from 0 or from 1, line by line.

use caracole_core::{Path, Place, SquareError, Surface, Tour, shorten};

use crate::error::{Fault, Position, ReadError};
use crate::head::{self, Head};
use crate::pieces::walk;
use crate::read::{Assumed, ReadHint, Reading, text};
use crate::sink::Sink;
use crate::stream::Extent;
use crate::text::FIRST_UNNAMED;
use crate::{Format, WriteError, WriteOptions};

pub(crate) fn write(
    sink: &mut Sink<'_>,
    tour: &Tour,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let board = tour.board();
    if board.holes().next().is_some() || board.surface() != Surface::Flat {
        head::write(sink, "#", board, tour.piece())?;
    } else {
        head::write_piece(sink, "#", tour.piece())?;
    }
    sink.text("step,square,file,rank")?;
    sink.text(if board.is_box() { ",level\n" } else { "\n" })?;
    // Only very wide boards have names with a comma in them.
    let quote: &[u8] = if board.files() > FIRST_UNNAMED { b"\"" } else { b"" };
    let (with_level, base) = (board.is_box(), u64::from(options.base != 0));
    sink.list(tour.len(), 96, |steps, text| {
        let mut step = steps.start + base;
        walk(tour, steps.start + 1, steps.end - steps.start, |places| {
            for &place in places {
                text.number(step);
                text.byte(b',');
                text.text(quote);
                text.name(place, with_level);
                text.text(quote);
                let level = with_level.then_some(place.level.index());
                for number in [place.file.index(), place.rank.index()].into_iter().chain(level) {
                    text.byte(b',');
                    text.number(u64::from(number) + 1);
                }
                text.byte(b'\n');
                step += 1;
            }
        });
    })
}

/// The columns that may follow `square`.
const COLUMNS: [&str; 3] = ["file", "rank", "level"];

pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<Reading, ReadError> {
    let mut head = Head::default();
    let mut columns = None;
    let mut first_step = 0;
    let mut places: Vec<(Place, bool, u64)> = Vec::new();
    for (line, number) in text(bytes)?.lines().zip(1..) {
        let line = line.trim();
        let at = |fault: Fault| ReadError::new(Position::line(number), fault);
        if let Some(comment) = line.strip_prefix('#') {
            head.comment(comment, number).map_err(at)?;
            continue;
        }
        if line.is_empty() {
            continue;
        }
        let Some(columns) = columns else {
            columns = Some(count_columns(line).ok_or_else(|| at(Fault::CsvHead))?);
            continue;
        };
        let (step, name, rest) = values(line).map_err(at)?;
        let expected = first_step + places.len() as u64;
        let is_next = step == expected || (places.is_empty() && step <= 1);
        if !is_next {
            let (column, found) = ("step", step.to_string());
            let expected = format!("the line before makes it {expected}");
            return Err(at(Fault::CsvValue { column, found, expected }));
        }
        if places.is_empty() {
            first_step = step;
        }
        let found = rest.len() + 2;
        if found != columns {
            return Err(at(Fault::CsvValues { found, expected: columns }));
        }
        let text = || shorten(name);
        let (place, has_level) =
            Place::parse(name).ok_or_else(|| at(SquareError::Syntax { text: text() }.into()))?;
        let sides = [place.file.index(), place.rank.index(), place.level.index()];
        for ((column, value), side) in COLUMNS.into_iter().zip(rest).zip(sides) {
            if value.parse() != Ok(u64::from(side) + 1) {
                let expected = format!("{} has {column} {}", text(), u64::from(side) + 1);
                return Err(at(Fault::CsvValue { column, found: shorten(value), expected }));
            }
        }
        places.push((place, has_level, number));
    }
    if places.is_empty() {
        return Err(Fault::Empty.into());
    }
    let board = if let Some(board) = head.board(hint) {
        board
    } else {
        let mut extent = Extent::default();
        for &(place, has_level, number) in &places {
            let added = extent.add(place, has_level);
            added.map_err(|fault| ReadError::new(Position::line(number), fault))?;
        }
        extent.board()?
    };
    let mut path = Path::new();
    for (place, has_level, number) in places {
        let square = board.at(place).filter(|_| has_level == board.is_box());
        path.push(square.ok_or_else(|| {
            let level = if has_level { format!(":{}", place.level) } else { String::new() };
            let name = format!("{}{}{level}", place.file, place.rank);
            let error = board.parse_square(&name).err();
            let error = error.unwrap_or(SquareError::Syntax { text: name });
            ReadError::new(Position::line(number), error)
        })?);
    }
    let piece = head.piece(hint);
    let mut reading = Reading::new(Format::Csv, board, piece, path).of_kind(head.kind());
    reading.assumed = Assumed { from_zero: first_step == 0, ..Assumed::default() };
    Ok(reading)
}

/// How many columns a head names, if they are ours.
fn count_columns(line: &str) -> Option<usize> {
    let rest = line.to_ascii_lowercase().strip_prefix("step,square").map(str::to_owned)?;
    let columns = (0..=COLUMNS.len()).find(|&count| {
        let named =
            COLUMNS[..count].iter().fold(String::new(), |named, column| named + "," + column);
        named == rest
    });
    Some(2 + columns?)
}

/// The step, the name of the square without quotes, and the other values.
fn values(line: &str) -> Result<(u64, &str, Vec<&str>), Fault> {
    let (step, rest) = line.split_once(',').unwrap_or((line, ""));
    let step = step.trim().parse().map_err(|_| Fault::CsvValue {
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
