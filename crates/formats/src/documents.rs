//! Reads all tours, paths and covers of a file.

use std::io::{self, BufRead, Read as _};
use std::iter;

use caracole_core::{Board, Piece, Problem, ProblemError, Square};

use crate::error::{ReadError, ReadErrorKind};
use crate::json::ParsedCover;
use crate::read::{Assumptions, ParsedTour, ReadHint, is_blank, text};
use crate::stream::{TourReader, read_header};
use crate::{Format, coordinates, csv, grid, json, puzzle, recognise, tsplib};

/// One item of a file, not verified.
///
/// ```
/// use caracole_formats::{Document, ReadHint, documents};
///
/// let text = "# board 3x3\n# path\na1 c2 a3\n";
/// let open = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
/// let document = documents(open, &ReadHint::default())?.next().ok_or("empty")??;
/// assert!(matches!(document, Document::Path(path) if path.path.len() == 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Document {
    /// A tour.
    Tour(ParsedTour),
    /// A path that need not visit every square, such as a longest one.
    Path(ParsedTour),
    /// The paths of several knights, and the assumptions of the reader.
    Cover(ParsedCover, Assumptions),
}

/// An iterator over the items of a file, which ends at the first error. See [`documents()`].
///
/// ```
/// use caracole_formats::{Documents, ReadHint, documents};
///
/// let text = "1 2 3\n\n3 2 1\n";
/// let open = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
/// let all: Documents<'_> = documents(open, &ReadHint::default())?;
/// assert_eq!(all.count(), 2);
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub struct Documents<'a> {
    items: Box<dyn Iterator<Item = Result<Document, ReadError>> + 'a>,
}

/// Reads every tour, path and cover of a file.
///
/// `source` opens the input from its beginning each time it is called.
///
/// ```
/// use caracole_formats::{Document, ReadHint, documents};
///
/// // Two knights that share a board, as `solve --knights 2` writes them.
/// let text = "2B 2A 4B\n5B  . 1B\n1A 3B 3A\n";
/// let open = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
/// let document = documents(open, &ReadHint::default())?.next().ok_or("empty")??;
/// let Document::Cover(cover, assumed) = document else { return Err("one knight".into()) };
/// assert_eq!((cover.paths.len(), assumed.holes), (2, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn documents<'a>(
    source: impl Fn() -> io::Result<Box<dyn BufRead + 'a>> + 'a,
    hint: &ReadHint,
) -> Result<Documents<'a>, ReadError> {
    let format = match hint.format_of_graph(&read_start(&source)?)?.or(hint.format) {
        Some(format) => format,
        None => detect_format(&source)?,
    };
    if !matches!(format, Format::Squares | Format::Moves) {
        let read = read_all(&source, format, hint)?;
        return Ok(Documents { items: Box::new(read.into_iter().map(Ok)) });
    }
    let (board, header) = read_header(&source, format, hint)?;
    let piece = header.piece(hint);
    if let Some(knights) = header.knights().filter(|_| format == Format::Squares) {
        // Each knight has a line.
        let mut reader = TourReader::new(source()?, format, &board, &piece, 1)?;
        let mut paths = Vec::new();
        loop {
            let path = reader.next_path(&board)?;
            if path.is_empty() {
                break;
            }
            paths.push(path);
        }
        let problem = cover_problem(board, piece, knights)?;
        let cover = Document::Cover(ParsedCover { problem, paths }, Assumptions::default());
        return Ok(Documents { items: Box::new(iter::once(Ok(cover))) });
    }
    // One tour at a time, because there may be more than fit in memory.
    let mut reader = TourReader::new(source()?, format, &board, &piece, board.len())?;
    let items = iter::from_fn(move || {
        let path = match reader.next_path(&board) {
            Ok(path) if path.is_empty() => return None,
            Ok(path) => path,
            Err(error) => return Some(Err(error)),
        };
        let tour = ParsedTour::new(format, board.clone(), piece.clone(), path);
        let tour = tour.with_header(&header);
        Some(Ok(if header.is_path() { Document::Path(tour) } else { Document::Tour(tour) }))
    });
    Ok(Documents { items: Box::new(items) })
}

/// The number of bytes of a file from which its format is detected.
const DETECTION_BYTES: u64 = 1 << 16;

fn read_start<'a>(source: &impl Fn() -> io::Result<Box<dyn BufRead + 'a>>) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    source()?.take(DETECTION_BYTES).read_to_end(&mut start)?;
    Ok(start)
}

/// Detects the format. Refuses reports of this program.
fn detect_format<'a>(
    source: &impl Fn() -> io::Result<Box<dyn BufRead + 'a>>,
) -> Result<Format, ReadError> {
    let start = read_start(source)?;
    if let Some(what) = report_name(&String::from_utf8_lossy(&start)) {
        return Err(ReadErrorKind::NotATour { what }.into());
    }
    if let Some(format) = recognise(&start) {
        return Ok(format);
    }
    let bytes = read_bytes(source)?;
    text(&bytes)?;
    let kind = if is_blank(&bytes) { ReadErrorKind::Empty } else { ReadErrorKind::Unrecognised };
    Err(kind.into())
}

/// Reads all documents of a file at once.
fn read_all<'a>(
    source: &impl Fn() -> io::Result<Box<dyn BufRead + 'a>>,
    format: Format,
    hint: &ReadHint,
) -> Result<Vec<Document>, ReadError> {
    let bytes = read_bytes(source)?;
    text(&bytes)?;
    match format {
        Format::Grid => grid::read_documents(&bytes, hint).or_else(|error| {
            text(&bytes).ok().and_then(|text| grid::read_transcript(text, hint)).ok_or(error)
        }),
        Format::Json => json::read_documents(&bytes, hint),
        Format::Csv => Ok(vec![Document::Tour(csv::read_tour(&bytes, hint)?)]),
        Format::Coordinates => Ok(vec![Document::Tour(coordinates::read_tour(&bytes, hint)?)]),
        Format::Tsplib => Ok(vec![Document::Tour(tsplib::read_tour(&bytes, hint)?)]),
        Format::Graph6 => Err(ReadErrorKind::GraphNotTour.into()),
        _ => Err(ReadErrorKind::NoTours { format }.into()),
    }
}

fn read_bytes<'a>(source: &impl Fn() -> io::Result<Box<dyn BufRead + 'a>>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the problem of covering a board with the paths of some knights.
pub(crate) fn cover_problem(
    board: Board,
    piece: Piece,
    knights: u32,
) -> Result<Problem, ProblemError> {
    Problem::with_piece(board, piece).with_knights(knights, [] as [Square; 0])
}

impl Iterator for Documents<'_> {
    type Item = Result<Document, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.items.next();
        if !matches!(next, Some(Ok(_))) {
            self.items = Box::new(iter::empty());
        }
        next
    }
}

impl std::fmt::Debug for Documents<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Documents")
    }
}

/// Returns what a text is, if it is a report of this program without a tour.
pub(crate) fn report_name(text: &str) -> Option<&'static str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if first.starts_with("step ") && text.contains(" squares visited; ") {
        return Some("the output of `watch --plain`");
    }
    if puzzle::is_sheet(text) {
        return Some("a puzzle to print");
    }
    if is_count(first) || lines.next_back().is_some_and(is_count) {
        return Some(if first.contains("counted from 0") {
            "the result of `rank`"
        } else {
            "the result of `count`"
        });
    }
    [
        (first.contains(": a tour can start from "), "the result of `starts`"),
        (first.starts_with("board      "), "the result of `graph`"),
        (is_location(first), "the result of `locate`"),
        (first.starts_with("several solutions: "), "the result of `puzzle unique`"),
        (
            first.contains(" tour: ") && first.contains(" methods, at most "),
            "the result of `compare`",
        ),
        (first.starts_with("starting from "), "the trace of a search"),
        (
            ["an open tour of ", "a closed tour of ", "not a tour of ", "a path ", "a cover of "]
                .iter()
                .any(|start| first.starts_with(start)),
            "the result of `check`",
        ),
        (
            ["holds: ", "rejected: ", "not checked: "].iter().any(|start| first.starts_with(start)),
            "the result of `check-proof`",
        ),
        (first.starts_with("impossible: "), "the answer that there is no tour"),
    ]
    .into_iter()
    .find_map(|(is_it, what)| is_it.then_some(what))
}

/// Returns true for `9862 undirected closed tours` and `7 of 9862 ...`.
fn is_count(line: &str) -> bool {
    let (count, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_number = count.bytes().all(|byte| byte.is_ascii_digit());
    is_number
        && ["directed tour", "undirected "].iter().any(|word| rest.contains(word))
        && rest.contains("tour")
}

/// Returns true for `e4: step 36` and `step 3: f2`.
fn is_location(line: &str) -> bool {
    let Some((left, right)) = line.split_once(": ") else { return false };
    let is_step = |text: &str| {
        text.strip_prefix("step ").is_some_and(|step| {
            !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
        })
    };
    is_step(left) || is_step(right)
}
