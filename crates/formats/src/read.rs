//! Reads a tour or a graph in any format.

use caracole_core::{Board, Graph, Kind, Path, Piece, Problem};
use caracole_verify::Verdict;

use crate::documents::{Document, report_name};
use crate::error::{ReadError, ReadErrorKind};
use crate::header::Header;
use crate::{
    Format, coordinates, csv, dimacs, graph_file, graph6, grid, json, recognise, stream, tsplib,
};

/// Facts about an input that take precedence over the input itself.
///
/// ```
/// use caracole_formats::{Format, ReadHint, read_tour};
///
/// // Without a hint, three numbers could be a tour of any board with three squares.
/// let hint = ReadHint {
///     board: Some("torus:3x1".parse()?),
///     format: Some(Format::Grid),
///     base: Some(0),
///     ..ReadHint::default()
/// };
/// let tour = read_tour(b"0 1 2", &hint)?;
/// assert_eq!(tour.board.to_string(), "torus:3x1");
/// assert_eq!(tour.path.names(&tour.board), "a1 b1 c1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadHint {
    /// The board.
    pub board: Option<Board>,
    /// The piece.
    pub piece: Option<Piece>,
    /// The format; detected if `None`.
    pub format: Option<Format>,
    /// The number of the first step in a grid, 0 or 1; inferred if `None`.
    pub base: Option<u8>,
}

/// A tour that was read from an input. It is not verified.
#[derive(Clone, Debug)]
pub struct ParsedTour {
    /// The format of the input.
    pub format: Format,
    /// The board of the hint or of the input, else the smallest that contains the path.
    pub board: Board,
    /// The piece of the hint or of the input, else the knight.
    pub piece: Piece,
    /// The squares in order. They may be holes of the board, but are not beyond its edge. The path of
    /// a grid with unvisited squares is shorter than a tour.
    pub path: Path,
    /// The assumptions of the reader.
    pub assumed: Assumptions,
    /// The problem in the input, for the same board and piece.
    stated: Option<Problem>,
    pub(crate) convention: Option<String>,
}

/// The assumptions of the reader of a grid about facts that the input does not state.
///
/// ```
/// use caracole_formats::{ReadHint, read_tour};
///
/// let tour = read_tour(b"5 2 7\n0 . 4\n3 6 1\n", &ReadHint::default())?;
/// assert!(tour.assumed.holes && tour.assumed.from_zero);
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The holes of the board are the squares marked `.` in the grid.
    pub holes: bool,
    /// The steps are counted from 0.
    pub from_zero: bool,
}

impl ParsedTour {
    /// Returns a tour without further conditions.
    pub(crate) fn new(format: Format, board: Board, piece: Piece, path: Path) -> Self {
        Self {
            format,
            board,
            piece,
            path,
            assumed: Assumptions::default(),
            stated: None,
            convention: None,
        }
    }

    /// Returns the tour with the problem that the input states.
    pub(crate) fn of_problem(mut self, problem: Problem) -> Self {
        self.stated = Some(problem);
        self
    }

    /// Returns the tour with the kind and the convention of a header.
    pub(crate) fn with_header(mut self, header: &Header) -> Self {
        self.convention = header.convention().map(str::to_owned);
        let kind = header.kind();
        if kind != Kind::Any {
            let any = Problem::with_piece(self.board.clone(), self.piece.clone());
            self.stated = Some(any.of_kind(kind));
        }
        self
    }

    /// Returns the problem that the tour must solve: the one in the input, or any tour of the board.
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

    /// Verifies the path against the problem and returns all defects.
    ///
    /// ```
    /// use caracole_formats::{ReadHint, read_tour};
    ///
    /// let parsed = read_tour(b"[[1, 6, 3], [4, 0, 8], [7, 2, 5]]", &ReadHint::default())?;
    /// assert!(!parsed.check().is_valid(), "3x3 has no tour");
    /// # Ok::<(), caracole_formats::ReadError>(())
    /// ```
    pub fn check(&self) -> Verdict {
        caracole_verify::check(&self.problem(), || self.path.iter())
    }

    /// Returns the convention in the input: which tours were counted or listed.
    ///
    /// ```
    /// use caracole_formats::{ReadHint, read_tour};
    ///
    /// let text = br#"{"board":"1x1","outcome":"found","squares":["a1"],"convention":"directed tours"}"#;
    /// let tour = read_tour(text, &ReadHint::default())?;
    /// assert_eq!(tour.convention(), Some("directed tours"));
    /// # Ok::<(), caracole_formats::ReadError>(())
    /// ```
    pub fn convention(&self) -> Option<&str> {
        self.convention.as_deref()
    }
}

/// Reads a tour in any format that contains tours. Of several grids or lists of squares, reads the
/// first; a JSON object with several tours is an error. [`documents`](crate::documents) reads all.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_verify::Tour;
/// use caracole_formats::{Format, ReadHint, read_tour};
///
/// let pasted = b"
///     [[ 1,  4,  7, 10],
///      [ 8, 11,  2,  5],
///      [ 3,  6,  9, 12]]";
/// let tour = read_tour(pasted, &ReadHint::default())?;
/// assert_eq!(tour.format, Format::Grid);
/// assert_eq!(tour.board.to_string(), "4x3");
/// assert!(Tour::verify(&Problem::new(tour.board), tour.path).is_ok());
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<ParsedTour, ReadError> {
    text(bytes)?;
    let format = match hint.format_of_graph(bytes)?.or(hint.format) {
        Some(format) => format,
        None if is_blank(bytes) => return Err(ReadErrorKind::Empty.into()),
        None if let Some(what) = report_name(text(bytes)?) => {
            return Err(ReadErrorKind::NotATour { what }.into());
        }
        None => recognise(bytes).ok_or(ReadErrorKind::Unrecognised)?,
    };
    match format {
        Format::Csv => csv::read_tour(bytes, hint),
        Format::Grid => grid::read_tour(bytes, hint).or_else(|error| {
            let boards = grid::read_transcript(text(bytes)?, hint).into_iter().flatten();
            let mut tours = boards.filter_map(|document| match document {
                Document::Tour(tour) => Some(tour),
                _ => None,
            });
            tours.next().ok_or(error)
        }),
        Format::Json => json::read_tour(bytes, hint),
        Format::Coordinates => coordinates::read_tour(bytes, hint),
        Format::Tsplib => tsplib::read_tour(bytes, hint),
        Format::Squares | Format::Moves => stream(|| Ok(Box::new(bytes)), format, hint)?.collect(),
        Format::Graph6 => Err(ReadErrorKind::GraphNotTour.into()),
        _ => Err(ReadErrorKind::NoTours { format }.into()),
    }
}

impl ReadHint {
    /// Returns the format of a tour if the board of the hint is a graph: names of vertices, unless the file is JSON or
    /// a TSPLIB file.
    ///
    /// # Errors
    /// The hint has a format of files and ranks.
    pub(crate) fn format_of_graph(&self, bytes: &[u8]) -> Result<Option<Format>, ReadErrorKind> {
        if self.board.as_ref().is_none_or(|board| board.graph().is_none()) {
            return Ok(None);
        }
        match self.format {
            Some(format @ (Format::Grid | Format::Csv | Format::Moves)) => {
                Err(ReadErrorKind::NoCoordinates { format })
            }
            Some(format) => Ok(Some(format)),
            None if is_blank(bytes) => Ok(None),
            None => Ok(Some(match recognise(bytes) {
                Some(format @ (Format::Json | Format::Tsplib)) => format,
                _ => Format::Squares,
            })),
        }
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
    let is_detected = format.is_none();
    let format = match format {
        Some(format) => format,
        None if is_blank(bytes) => return Err(ReadErrorKind::Empty.into()),
        None => recognise(bytes).ok_or(ReadErrorKind::Unrecognised)?,
    };
    match format {
        Format::Tsplib => tsplib::read_graph(bytes),
        Format::Graph6 => graph6::read_graph(bytes),
        Format::Dimacs => dimacs::read_graph(text(bytes)?),
        Format::Graphml => {
            let file = graph_file::read(bytes, Some(graph_file::GraphFormat::Graphml))?;
            Ok(file.graph.graph().clone())
        }
        // Graph6 may begin with any printable character, such as the bracket of a list.
        _ if is_detected => {
            graph6::read_graph(bytes).map_err(|_| ReadErrorKind::NoGraphs { format }.into())
        }
        _ => Err(ReadErrorKind::NoGraphs { format }.into()),
    }
}

/// Decodes UTF-8 text, without its byte-order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ReadErrorKind> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(ReadErrorKind::Utf16);
    }
    if bytes.contains(&0) {
        return Err(ReadErrorKind::Binary);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| ReadErrorKind::Binary)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Returns true if the input contains only blanks and comments.
pub(crate) fn is_blank(bytes: &[u8]) -> bool {
    text(bytes).is_ok_and(|text| {
        text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    })
}
