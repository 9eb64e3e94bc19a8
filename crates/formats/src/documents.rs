//! All tours, paths and covers of a file, one after another.

use std::io::{self, BufRead, Read as _};
use std::vec;

use caracole_core::{Board, Path, Piece, Problem, Square};

use crate::chars::Chars;
use crate::error::{Fault, ReadError};
use crate::head::Head;
use crate::json::CoverReading;
use crate::moves::{self, Walk};
use crate::read::{Assumed, ReadHint, Reading, is_blank, text};
use crate::squares::{self, Names};
use crate::{Format, csv, grid, json, recognise, tsplib};

/// One item of a file. The verifier has not seen it.
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
    /// A tour, or what should be one.
    Tour(Reading),
    /// A path that need not visit every square, such as a longest one.
    Path(Reading),
    /// The paths of several knights, and what was assumed to read them.
    Cover(CoverReading, Assumed),
}

/// The items of a file; the first error ends them. [`documents()`] makes it.
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
    rest: Rest<'a>,
}

enum Rest<'a> {
    Read(vec::IntoIter<Document>),
    /// Lists of squares are read one at a time: there may be more than memory holds.
    Squares {
        names: Names<'a>,
        board: Board,
        piece: Piece,
        head: Head,
    },
    Moves {
        walk: Walk<'a>,
        board: Board,
        piece: Piece,
        head: Head,
    },
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
    let open = || Chars::new(source()?);
    let format = if let Some(format) = hint.format {
        format
    } else {
        let mut head = Vec::new();
        source()?.take(LOOK).read_to_end(&mut head)?;
        if let Some(what) = report_name(&String::from_utf8_lossy(&head)) {
            return Err(Fault::NotATour { what }.into());
        }
        let Some(format) = recognise(&head) else {
            let bytes = all(&source)?;
            text(&bytes)?;
            let fault = if is_blank(&bytes) { Fault::Empty } else { Fault::Unrecognised };
            return Err(fault.into());
        };
        format
    };
    let rest = match format {
        Format::Squares => {
            let (board, head) = squares::frame(Names::new(open()?), hint)?;
            let piece = head.piece(hint);
            let mut names = Names::new(open()?);
            // Each knight has a line.
            names.until = if head.knights().is_some() { 1 } else { board.len() };
            if let Some(knights) = head.knights() {
                let cover = cover(&mut names, board, piece, knights)?;
                let read = vec![Document::Cover(cover, Assumed::default())];
                return Ok(Documents { rest: Rest::Read(read.into_iter()) });
            }
            Rest::Squares { names, board, piece, head }
        }
        Format::Moves => {
            let (board, head) = moves::frame(Walk::new(open()?), hint)?;
            let piece = head.piece(hint);
            let mut walk = Walk::new(open()?);
            walk.enter(&board, &piece)?;
            Rest::Moves { walk, board, piece, head }
        }
        _ => {
            let bytes = all(&source)?;
            text(&bytes)?;
            let read = match format {
                Format::Grid => grid::read_documents(&bytes, hint)?,
                Format::Json => json::read_documents(&bytes, hint)?,
                Format::Csv => vec![Document::Tour(csv::read_tour(&bytes, hint)?)],
                Format::Tsplib => vec![Document::Tour(tsplib::read_tour(&bytes, hint)?)],
                Format::Graph6 => return Err(Fault::GraphNotTour.into()),
                _ => return Err(Fault::NoTours { format }.into()),
            };
            Rest::Read(read.into_iter())
        }
    };
    Ok(Documents { rest })
}

/// This much of a file is read to recognise its format.
const LOOK: u64 = 1 << 16;

fn all<'a>(source: impl Fn() -> io::Result<Box<dyn BufRead + 'a>>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The paths of several knights, a line each.
fn cover(
    names: &mut Names<'_>,
    board: Board,
    piece: Piece,
    knights: u32,
) -> Result<CoverReading, ReadError> {
    let mut paths = Vec::new();
    loop {
        let path = squares_of(names, &board)?;
        if path.is_empty() {
            break;
        }
        paths.push(path);
        names.next_tour();
    }
    let problem = Problem::with_piece(board, piece);
    let problem = match knights {
        1 => problem,
        _ => problem.with_knights(knights, [] as [Square; 0])?,
    };
    Ok(CoverReading { problem, paths })
}

/// The squares up to the end of a tour; none at the end of the file.
fn squares_of(names: &mut Names<'_>, board: &Board) -> Result<Path, ReadError> {
    let mut path = Path::new();
    while let Some(square) = names.next_square(board)? {
        path.push(square);
    }
    Ok(path)
}

impl Documents<'_> {
    fn read(&mut self) -> Result<Option<Document>, ReadError> {
        let (format, board, piece, head, path) = match &mut self.rest {
            Rest::Read(read) => return Ok(read.next()),
            Rest::Squares { names, board, piece, head } => {
                let path = squares_of(names, board)?;
                names.next_tour();
                (Format::Squares, board, piece, head, path)
            }
            Rest::Moves { walk, board, piece, head } => {
                let mut path = Path::new();
                if walk.has_more()? {
                    let (mut at, start) = walk.start_on(board)?;
                    path.push(start);
                    while let Some(place) = walk.next_place(board, at)? {
                        at = place;
                        path.extend(board.at(place));
                    }
                }
                (Format::Moves, board, piece, head, path)
            }
        };
        if path.is_empty() {
            return Ok(None);
        }
        let reading = Reading::new(format, board.clone(), piece.clone(), path).of_kind(head.kind());
        Ok(Some(if head.is_path() { Document::Path(reading) } else { Document::Tour(reading) }))
    }
}

impl Iterator for Documents<'_> {
    type Item = Result<Document, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.read().transpose();
        if !matches!(next, Some(Ok(_))) {
            self.rest = Rest::Read(Vec::new().into_iter());
        }
        next
    }
}

impl std::fmt::Debug for Documents<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Documents")
    }
}

/// What a text is, if it is a report of this program that contains no tour.
pub(crate) fn report_name(text: &str) -> Option<&'static str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
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

/// `9862 undirected closed tours`, `7 of 9862 ...`.
fn is_count(line: &str) -> bool {
    let (count, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_number = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    is_number
        && ["directed tour", "undirected "].iter().any(|word| rest.contains(word))
        && rest.contains("tour")
}

/// `e4: step 36` or `step 3: f2`.
fn is_location(line: &str) -> bool {
    let Some((left, right)) = line.split_once(": ") else { return false };
    let is_step = |text: &str| {
        text.strip_prefix("step ").is_some_and(|step| {
            !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
        })
    };
    is_step(left) || is_step(right)
}
