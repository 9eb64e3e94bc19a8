//! Reading: what every format has in common.

use caracole_core::{Board, Graph, Kind, Path, Piece, Problem};

use crate::documents::report_name;
use crate::error::{Fault, ReadError};
use crate::recognise::recognise;
use crate::{Format, csv, graph6, grid, json, stream, tsplib};

/// What is known of an input before it is read. What is given here comes before what the input
/// says.
///
/// ```
/// use caracole_formats::{Format, ReadHint, read_tour};
///
/// // Three numbers could be counted from 0 or from 1, and lie on any board of three squares.
/// let hint = ReadHint {
///     board: Some("torus:3x1".parse()?),
///     format: Some(Format::Grid),
///     base: Some(0),
///     ..ReadHint::default()
/// };
/// let reading = read_tour(b"0 1 2", &hint)?;
/// assert_eq!(reading.board.to_string(), "torus:3x1");
/// assert_eq!(reading.path.names(&reading.board), "a1 b1 c1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadHint {
    /// The board.
    pub board: Option<Board>,
    /// The piece.
    pub piece: Option<Piece>,
    /// The format; without it, it is recognised.
    pub format: Option<Format>,
    /// Whether the steps of a grid are counted from 0 or from 1; without it, that is guessed.
    pub base: Option<u8>,
}

/// What an input says. It is not checked to be a tour.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The format it was read in.
    pub format: Format,
    /// The board: given, written in the input, or the smallest that holds the path.
    pub board: Board,
    /// The piece: given, written in the input, or the knight.
    pub piece: Piece,
    /// The squares in order. They may be holes of the board, but are not beyond its edge. A grid with
    /// unvisited squares gives a path that is shorter than a tour.
    pub path: Path,
    /// What was assumed to read it.
    pub assumed: Assumed,
    /// The problem that the input states, on the same board and for the same piece.
    stated: Option<Problem>,
}

/// What was assumed to read a grid because the input does not say it.
///
/// ```
/// use caracole_formats::{ReadHint, read_tour};
///
/// let reading = read_tour(b"5 2 7\n0 . 4\n3 6 1\n", &ReadHint::default())?;
/// assert!(reading.assumed.holes && reading.assumed.from_zero);
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumed {
    /// The holes of the board are the squares marked `.` in the grid.
    pub holes: bool,
    /// The steps are counted from 0.
    pub from_zero: bool,
}

impl Reading {
    /// A path without any further conditions.
    pub(crate) fn new(format: Format, board: Board, piece: Piece, path: Path) -> Self {
        Self { format, board, piece, path, assumed: Assumed::default(), stated: None }
    }

    /// The same path, with the problem that the input states for it.
    pub(crate) fn of_problem(mut self, problem: Problem) -> Self {
        self.stated = Some(problem);
        self
    }

    /// The same path, as a tour of a kind.
    pub(crate) fn of_kind(mut self, kind: Kind) -> Self {
        if kind != Kind::Any {
            let any = Problem::with_piece(self.board.clone(), self.piece.clone());
            self.stated = Some(any.of_kind(kind));
        }
        self
    }

    /// Returns the problem that the path must answer: the one that the input states, or any tour
    /// of the board.
    ///
    /// ```
    /// use caracole_formats::{ReadHint, read_tour};
    ///
    /// let text = br#"{"problem":{"board":"2x1","closed":true},"outcome":"found","squares":["a1"]}"#;
    /// let problem = read_tour(text, &ReadHint::default())?.problem();
    /// assert_eq!(problem.kind(), caracole_core::Kind::Closed);
    /// # Ok::<(), caracole_formats::ReadError>(())
    /// ```
    pub fn problem(&self) -> Problem {
        let any_tour = || Problem::with_piece(self.board.clone(), self.piece.clone());
        self.stated.clone().unwrap_or_else(any_tour)
    }
}

/// Reads a tour in any format that tours can be read from; of several, the first.
/// [`documents`](crate::documents) reads all.
///
/// ```
/// use caracole_core::{Problem, Tour};
/// use caracole_formats::{Format, ReadHint, read_tour};
///
/// let pasted = b"
///     [[ 1,  4,  7, 10],
///      [ 8, 11,  2,  5],
///      [ 3,  6,  9, 12]]";
/// let reading = read_tour(pasted, &ReadHint::default())?;
/// assert_eq!(reading.format, Format::Grid);
/// assert_eq!(reading.board.to_string(), "4x3");
/// assert!(Tour::verify(&Problem::new(reading.board), reading.path).is_ok());
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<Reading, ReadError> {
    text(bytes)?;
    let format = match hint.format {
        Some(format) => format,
        None if is_blank(bytes) => return Err(Fault::Empty.into()),
        None if let Some(what) = report_name(text(bytes)?) => {
            return Err(Fault::NotATour { what }.into());
        }
        None => recognise(bytes).ok_or(Fault::Unrecognised)?,
    };
    match format {
        Format::Csv => csv::read_tour(bytes, hint),
        Format::Grid => grid::read_tour(bytes, hint),
        Format::Json => json::read_tour(bytes, hint),
        Format::Tsplib => tsplib::read_tour(bytes, hint),
        Format::Squares | Format::Moves => stream(|| Ok(Box::new(bytes)), format, hint)?.collect(),
        Format::Graph6 => Err(Fault::GraphNotTour.into()),
        _ => Err(Fault::NoTours { format }.into()),
    }
}

/// Reads a graph.
///
/// ```
/// use caracole_formats::{Format, read_graph};
///
/// let pentagon = read_graph(b"Dhc\n", Some(Format::Graph6))?;
/// assert_eq!((pentagon.vertices(), pentagon.edges()), (5, 5));
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read_graph(bytes: &[u8], format: Option<Format>) -> Result<Graph, ReadError> {
    text(bytes)?;
    let is_open = format.is_none();
    let format = match format {
        Some(format) => format,
        None if is_blank(bytes) => return Err(Fault::Empty.into()),
        None => recognise(bytes).ok_or(Fault::Unrecognised)?,
    };
    match format {
        Format::Tsplib => tsplib::read_graph(bytes),
        Format::Graph6 => graph6::read(bytes),
        // Graph6 may begin with any sign, also with the bracket of a list.
        _ if is_open => graph6::read(bytes).map_err(|_| Fault::NoGraphs { format }.into()),
        _ => Err(Fault::NoGraphs { format }.into()),
    }
}

/// The bytes as text, if they are.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Fault::Utf16);
    }
    if bytes.contains(&0) {
        return Err(Fault::Binary);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Fault::Binary)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Blanks and comments only?
pub(crate) fn is_blank(bytes: &[u8]) -> bool {
    text(bytes).is_ok_and(|text| {
        text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    })
}
