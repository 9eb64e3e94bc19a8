//! `coordinates`: (row, column) pairs with the numbered board beside them, as textbook programs print.
//!
//! ```text
//! # board 4x3
//! # coordinates from 0: step (row, column), row 0 at the top
//!  0 (0, 0)    0  3  6  9
//!  1 (1, 2)    7 10  1  4
//!  2 (2, 0)    2  5  8 11
//!  3 (0, 1)
//! ```
//!
//! Steps, rows and columns count from 0 or from 1. Row 0 is the top rank and column 0 the file `a`. On boxes
//! the level comes first.
//!
//! The reader accepts a step before the pair or none, and a board beside the pairs or none. What is
//! there must agree with the pairs. Without the comment, the first row and column are those of a 0, else 1.

use caracole_core::{Board, Coord, File, Level, Path, Rank, shorten};
use caracole_verify::Tour;

use crate::error::{Position, ReadError, ReadErrorKind};
use crate::grid::Steps;
use crate::header::{self, Header};
use crate::output::{Output, for_each_places};
use crate::read::{Assumptions, ParsedTour, ReadHint, text};
use crate::text::TextBuffer;
use crate::{Format, WriteError, WriteOptions};

/// The first word of the comment that names the format.
const KEY: &str = "coordinates";

/// Returns true if the comments at the beginning of a text name the format.
pub(crate) fn is_named(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take_while(|line| line.starts_with('#')).any(|line| stated_base(line).is_some())
}

/// Returns the base of a comment `# coordinates from 0: ...`.
fn stated_base(line: &str) -> Option<u8> {
    let comment = line.trim_start_matches('#').trim_start();
    let rest = comment.strip_prefix(KEY)?.trim_start().strip_prefix("from ")?;
    match rest.as_bytes() {
        [b'0', b':', ..] => Some(0),
        [b'1', b':', ..] => Some(1),
        _ => None,
    }
}

pub(crate) fn write_tour(
    out: &mut Output<'_>,
    tour: &Tour,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let board = tour.board();
    let steps = Steps::of_tour(tour)?;
    let base = u64::from(options.base != 0);
    header::write(out, "#", board, tour.piece())?;
    let (names, first) = if board.is_box() {
        ("level, row, column", "row {base} of level {base}")
    } else {
        ("row, column", "row {base}")
    };
    let first = first.replace("{base}", &base.to_string());
    out.write_str(&format!("# {KEY} from {base}: step ({names}), {first} at the top\n"))?;
    let layout = Layout::new(board, tour.len(), base);
    let (rows, len) = (u64::from(board.ranks()) * u64::from(board.levels()), tour.len());
    // A line with a row of the board may be long.
    let mut line = TextBuffer::default();
    let mut row = 0;
    let mut written = Ok(());
    for_each_places(tour, 1, rows.min(len), |places| {
        for &place in places {
            line.clear();
            layout.push_pair(&mut line, row + base, place);
            layout.push_row(&mut line, &steps, board, row);
            line.push_byte(b'\n');
            row += 1;
            if written.is_ok() {
                written = std::io::Write::write_all(out, line.as_bytes());
            }
        }
    });
    written?;
    // Holes may leave fewer steps than rows.
    for row in len..rows {
        line.clear();
        line.push_blanks(layout.pair);
        layout.push_row(&mut line, &steps, board, row);
        line.push_byte(b'\n');
        std::io::Write::write_all(out, line.as_bytes())?;
    }
    let rest = len.saturating_sub(rows);
    out.set_items_before(rows);
    out.write_list(rest, layout.pair + 1, |range, text| {
        let mut step = rows + range.start;
        for_each_places(tour, step + 1, range.end - range.start, |places| {
            for &place in places {
                layout.push_pair(text, step + base, place);
                text.push_byte(b'\n');
                step += 1;
            }
        });
    })
}

/// The widths of the columns.
struct Layout {
    files: u64,
    ranks: u32,
    is_box: bool,
    base: u64,
    /// Digits of a level, a row, a column and a step.
    level: usize,
    row: usize,
    column: usize,
    step: usize,
    /// Characters of a step and its pair.
    pair: usize,
}

impl Layout {
    fn new(board: &Board, len: u64, base: u64) -> Self {
        let digits = |count: u64| (count - 1 + base).max(1).ilog10() as usize + 1;
        let [level, row, column] =
            [board.levels(), board.ranks(), board.files()].map(|side| digits(side.into()));
        let step = digits(len);
        let is_box = board.is_box();
        let with_level = if is_box { level + 2 } else { 0 };
        // A step, a blank, two brackets, and a comma with a blank.
        let pair = step + 1 + 2 + with_level + row + 2 + column;
        let (files, ranks) = (u64::from(board.files()), board.ranks());
        Self { files, ranks, is_box, base, level, row, column, step, pair }
    }

    fn push_pair(&self, text: &mut TextBuffer, step: u64, place: Coord) {
        text.push_aligned(step, self.step);
        text.push_bytes(b" (");
        if self.is_box {
            text.push_aligned(u64::from(place.level.index()) + self.base, self.level);
            text.push_bytes(b", ");
        }
        let from_top = self.ranks - 1 - place.rank.index();
        text.push_aligned(u64::from(from_top) + self.base, self.row);
        text.push_bytes(b", ");
        text.push_aligned(u64::from(place.file.index()) + self.base, self.column);
        text.push_byte(b')');
    }

    /// Appends a row of the numbered board, counted from the top of the first level.
    fn push_row(&self, text: &mut TextBuffer, steps: &Steps<'_>, board: &Board, row: u64) {
        const CHUNK: usize = 512;
        let ranks = u64::from(self.ranks);
        let rank = row / ranks * ranks + (ranks - 1 - row % ranks);
        let mut numbers = [0; CHUNK];
        text.push_blanks(2);
        let mut file = 0;
        while file < self.files {
            let count = (self.files - file).min(CHUNK as u64) as usize;
            let numbers = &mut numbers[..count];
            steps.fill(rank, file, numbers);
            for (at, &number) in (file..).zip(&*numbers) {
                text.push_blanks(1);
                let square = caracole_core::Square::from_index(rank * self.files + at);
                if number > 0 && board.contains(square) {
                    text.push_aligned(number - 1 + self.base, self.step);
                } else {
                    text.push_blanks(self.step - 1);
                    text.push_byte(b'.');
                }
            }
            file += count as u64;
        }
    }
}

/// A line of the text: its number, the step, the coordinates and the row of the board.
struct Line<'a> {
    number: u64,
    step: Option<u64>,
    coordinates: Vec<u64>,
    row: Vec<&'a str>,
}

/// Reads a line. Lines without coordinates contain a row of the board only.
fn read_line(line: &str, number: u64) -> Result<Line<'_>, ReadErrorKind> {
    let wrong = || ReadErrorKind::Coordinates { text: shorten(line) };
    let value = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let words = |text| str::split_whitespace(text).collect();
    let Some((step, rest)) = line.split_once('(') else {
        return Ok(Line { number, step: None, coordinates: Vec::new(), row: words(line) });
    };
    let (coordinates, row) = rest.split_once(')').ok_or_else(wrong)?;
    let coordinates: Vec<u64> = coordinates.split(',').map(value).collect::<Result<_, _>>()?;
    if !matches!(coordinates.len(), 2 | 3) {
        return Err(wrong());
    }
    let step = step.trim().trim_end_matches(['.', ':', ')']);
    let step = if step.is_empty() { None } else { Some(value(step)?) };
    Ok(Line { number, step, coordinates, row: words(row) })
}

pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<ParsedTour, ReadError> {
    let mut header = Header::default();
    let mut base = None;
    let mut lines = Vec::new();
    for (line, number) in text(bytes)?.lines().zip(1..) {
        let at = |kind: ReadErrorKind| ReadError::new(Position::line(number), kind);
        if let Some(comment) = line.trim_start().strip_prefix('#') {
            base = base.or(stated_base(line));
            header.read_comment(comment, number).map_err(at)?;
        } else if !line.trim().is_empty() {
            lines.push(read_line(line, number).map_err(at)?);
        }
    }
    let pairs: Vec<&Line<'_>> = lines.iter().filter(|line| !line.coordinates.is_empty()).collect();
    if pairs.is_empty() {
        return Err(ReadErrorKind::Empty.into());
    }
    let has_zero = || pairs.iter().any(|line| line.coordinates.contains(&0));
    let base = hint.base.or(base).map_or_else(|| u64::from(!has_zero()), u64::from);
    let is_box = pairs.iter().any(|line| line.coordinates.len() == 3);
    let board = match header.board(hint) {
        Some(board) => board,
        None => smallest_board(&pairs, base, is_box)?,
    };
    let mut path = Path::new();
    for (line, step) in pairs.iter().zip(base..) {
        let at = |kind: ReadErrorKind| ReadError::new(Position::line(line.number), kind);
        if let Some(found) = line.step.filter(|&found| found != step) {
            let (column, found) = ("step", found.to_string());
            let expected = format!("the line before makes it {step}");
            return Err(at(ReadErrorKind::CsvValue { column, found, expected }));
        }
        let square = place(&board, &line.coordinates, base).and_then(|place| board.at(place));
        let off = || {
            let text: Vec<String> = line.coordinates.iter().map(u64::to_string).collect();
            ReadErrorKind::CoordinatesOffBoard { text: text.join(", "), board: board.title(), base }
        };
        path.push(square.ok_or_else(|| at(off()))?);
    }
    check_rows(&lines, &board, &path, base)?;
    let piece = header.piece(hint);
    let mut tour = ParsedTour::new(Format::Coordinates, board, piece, path).with_header(&header);
    tour.assumed = Assumptions { from_zero: base == 0, ..Assumptions::default() };
    Ok(tour)
}

/// Returns the place of coordinates; `None` if it is off the board.
fn place(board: &Board, coordinates: &[u64], base: u64) -> Option<Coord> {
    let mut indices = coordinates
        .iter()
        .map(|&number| number.checked_sub(base).and_then(|index| u32::try_from(index).ok()));
    let level = if coordinates.len() == 3 { indices.next()?? } else { 0 };
    let (row, column) = (indices.next()??, indices.next()??);
    let rank = board.ranks().checked_sub(row)?.checked_sub(1)?;
    let is_on = (coordinates.len() == 3) == board.is_box();
    let place = Coord { file: File::new(column), rank: Rank::new(rank), level: Level::new(level) };
    (is_on && column < board.files() && level < board.levels()).then_some(place)
}

/// Returns the smallest board with all coordinates.
fn smallest_board(pairs: &[&Line<'_>], base: u64, is_box: bool) -> Result<Board, ReadError> {
    let side = |from_end: usize| -> u32 {
        let of_line = |line: &&Line<'_>| {
            let at = line.coordinates.len().checked_sub(from_end)?;
            line.coordinates.get(at).map(|number| (number + 1).saturating_sub(base))
        };
        let most = pairs.iter().filter_map(of_line).max().unwrap_or(1);
        u32::try_from(most).unwrap_or(u32::MAX)
    };
    let (files, ranks) = (side(1), side(2));
    let board =
        if is_box { Board::cuboid(files, ranks, side(3)) } else { Board::rectangle(files, ranks) };
    board.map_err(|error| ReadErrorKind::from(error).into())
}

/// Compares the board beside the pairs with them, if there is one.
fn check_rows(lines: &[Line<'_>], board: &Board, path: &Path, base: u64) -> Result<(), ReadError> {
    if lines.iter().all(|line| line.row.is_empty()) {
        return Ok(());
    }
    let mut steps: std::collections::HashMap<u64, u64> = std::collections::HashMap::new();
    for (square, step) in path.iter().zip(base..) {
        steps.insert(square.index(), step);
    }
    let (files, ranks) = (u64::from(board.files()), u64::from(board.ranks()));
    for (line, row) in lines.iter().zip(0..) {
        if line.row.is_empty() && row >= ranks * u64::from(board.levels()) {
            continue;
        }
        let rank = row / ranks * ranks + (ranks - 1 - row % ranks);
        let expected = (0..files).map(|file| steps.get(&(rank * files + file)));
        let is_same = line.row.len() as u64 == files
            && line.row.iter().zip(expected).all(|(word, step)| match step {
                Some(step) => word.parse() == Ok(*step),
                None => word.parse::<u64>().is_err(),
            });
        if !is_same {
            return Err(ReadError::new(Position::line(line.number), ReadErrorKind::CoordinatesRow));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# board 4x3\n# coordinates from 0: step (row, column), row 0 at the top\n \
        0 (0, 0)    0  3  6  9\n 1 (1, 2)    7 10  1  4\n 2 (2, 0)    2  5  8 11\n 3 (0, 1)\n \
        4 (2, 2)\n 5 (1, 0)\n";

    fn read(text: &str) -> Result<String, String> {
        let tour = read_tour(text.as_bytes(), &ReadHint::default());
        tour.map(|tour| tour.path.names(&tour.board)).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_count_from_the_top() {
        let plain = "(0, 0)\n(1, 2)\n(2, 0)\n";
        assert_eq!(read(plain), Ok("a3 c2 a1".to_owned()));
        assert_eq!(read("(1, 1)\n(2, 3)\n(3, 1)\n"), Ok("a3 c2 a1".to_owned()));
        assert_eq!(read("# board 8x8\n(0, 0)\n(1, 2)\n"), Ok("a8 c7".to_owned()));
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let error = read(TEXT).expect_err("the row has steps that the pairs lack");
        assert!(error.contains("the board beside the pairs"), "{error}");
        for (text, why) in [
            ("# board 3x3\n(0, 3)\n", "(0, 3) is not on 3x3: rows and columns count from 0"),
            ("0 (0, 0)\n2 (1, 2)\n", "step is 2, and the line before makes it 1"),
            ("0 (0; 0)\n", "is not a step with its row and column"),
            ("(0, 0, 0, 1)\n", "is not a step with its row and column"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
