//! What goes wrong on reading and writing, where, and how to put it right.

mod fault;

use std::fmt;
use std::io;

use caracole_core::{ProblemError, SquareError};
use thiserror::Error;

use crate::Format;
pub use fault::{Fault, GraphFault, GridFault, ShapeFault};

/// A place in a text: line and column, both counted from 1; columns count characters.
///
/// ```
/// use caracole_formats::shape;
///
/// let error = shape::read(b"##\n#?\n").expect_err("no such mark");
/// let position = error.position().ok_or("it is in one place")?;
/// assert_eq!((position.line, position.column), (2, 2));
/// assert_eq!(position.to_string(), "line 2, column 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u64,
    /// The character in the line; 0 where the whole line is meant.
    pub column: u64,
}

impl Position {
    pub(crate) const fn new(line: u64, column: u64) -> Self {
        Self { line, column }
    }

    /// A whole line.
    pub(crate) const fn line(line: u64) -> Self {
        Self { line, column: 0 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { line, column: 0 } => write!(f, "line {line}"),
            Self { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

/// Why an input cannot be read: what is wrong, and where. Its text is one short line.
///
/// ```
/// use caracole_formats::{Fault, ReadHint, read_tour};
///
/// let hint = ReadHint { board: Some("3x3".parse()?), ..ReadHint::default() };
/// let error = read_tour(b"a1 c2\na3 d1\n", &hint).expect_err("the board ends with file c");
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 4: 'd1' is not on the board: files a to c, ranks 1 to 3"
/// );
/// assert!(error.is_off_board(), "it can be read, and is no tour");
/// assert!(matches!(error.fault(), Fault::Square(_)));
/// assert!(error.position().is_some_and(|position| position.line == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ReadError {
    position: Option<Position>,
    fault: Fault,
}

impl ReadError {
    pub(crate) fn new(position: Position, fault: impl Into<Fault>) -> Self {
        Self { position: Some(position), fault: fault.into() }
    }

    /// The same error at another place.
    pub(crate) fn at(self, position: Position) -> Self {
        Self { position: Some(position), ..self }
    }

    /// Where it is, if it is in one place.
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// What is wrong.
    pub const fn fault(&self) -> &Fault {
        &self.fault
    }

    /// The field of an object in which it is, if it is in one.
    ///
    /// ```
    /// use caracole_formats::json::parse_problem;
    ///
    /// let error = parse_problem(&serde_json::json!({"board": "8x8", "from": "i9"})).unwrap_err();
    /// assert_eq!(error.field(), Some("from"));
    /// assert!(!error.is_contradiction());
    /// ```
    pub fn field(&self) -> Option<&str> {
        match &self.fault {
            Fault::Field { field, .. } => Some(field),
            Fault::In { field, .. } => Some(field),
            _ => None,
        }
    }

    /// Does the file hold a proof that there is no tour, where a tour should be?
    ///
    /// ```
    /// use caracole_formats::{ReadHint, json, read_tour};
    ///
    /// let text = br#"{
    ///     "schema": "caracole.certificate/1",
    ///     "problem": { "board": "3x3" },
    ///     "kind": "no-move",
    ///     "square": ["b2"]
    /// }"#;
    /// let error = read_tour(text, &ReadHint::default()).unwrap_err();
    /// assert!(error.is_proof() && json::read_certificate(text).is_ok());
    /// ```
    pub fn is_proof(&self) -> bool {
        match &self.fault {
            Fault::ProofNotTour => true,
            Fault::OtherOutcome { word } => word == "impossible",
            _ => false,
        }
    }

    /// Could the problem be read, but not be?
    ///
    /// ```
    /// use caracole_formats::json::parse_problem;
    ///
    /// let problem = serde_json::json!({"board": "8x8", "from": "a1", "to": "a1"});
    /// assert!(parse_problem(&problem).unwrap_err().is_contradiction());
    /// ```
    pub fn is_contradiction(&self) -> bool {
        let fault = match &self.fault {
            Fault::In { fault, .. } => &**fault,
            fault => fault,
        };
        matches!(fault, Fault::Problem(error) if !matches!(error, ProblemError::Square(_)))
    }

    /// Could the input be read, but for a square beyond the edge of its board? Then it says
    /// clearly that it is no tour of that board.
    pub const fn is_off_board(&self) -> bool {
        matches!(
            self.fault,
            Fault::Square(SquareError::OffBoard { .. })
                | Fault::Step { error: SquareError::OffBoard { .. }, .. }
                | Fault::LeavesBoard { .. }
        )
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position {
            Some(position) => write!(f, "{position}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl<F: Into<Fault>> From<F> for ReadError {
    fn from(fault: F) -> Self {
        Self { position: None, fault: fault.into() }
    }
}

/// Why something cannot be written.
///
/// ```
/// use caracole_core::{Path, Problem, Tour};
/// use caracole_formats::{Format, WriteError, WriteOptions, write_tour};
///
/// let tour = Tour::verify(&Problem::new("1x1".parse()?), Path::from_indices(vec![0]))?;
/// let error = write_tour(&mut Vec::new(), &tour, Format::Dot, &WriteOptions::default())
///     .expect_err("dot is for graphs");
/// assert!(matches!(error, WriteError::NoTours { format: Format::Dot }));
/// assert_eq!(
///     error.to_string(),
///     "dot holds graphs, not tours: tours are written as grid, squares, json, csv, moves, tsplib"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The receiver failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Whoever watched has stopped it.
    #[error("stopped before all was written")]
    Stopped,
    /// A format for graphs only.
    #[error(
        "{format} holds graphs, not tours: tours are written as {}",
        Format::names(Format::writes_tours)
    )]
    NoTours {
        /// The format.
        format: Format,
    },
    /// A format for whole tours only.
    #[error("{format} holds tours of all squares: other paths are written as grid or squares")]
    NoPaths {
        /// The format.
        format: Format,
    },
    /// A format for tours only.
    #[error(
        "{format} holds tours, not graphs: graphs are written as {}",
        Format::names(Format::writes_graphs)
    )]
    NoGraphs {
        /// The format.
        format: Format,
    },
    /// A format for the path of one knight.
    #[error("{format} holds one knight: several are written as grid, squares or json")]
    NoCovers {
        /// The format.
        format: Format,
    },
    /// A format that draws squares, for a graph without a board.
    #[error("{format} needs a board to place the vertices on: use tsplib, dimacs or graph6")]
    NoBoard {
        /// The format.
        format: Format,
    },
    /// More moves than digits.
    #[error("the {piece} has {moves} moves here, too many for one digit each: use squares")]
    TooManyMoves {
        /// The piece.
        piece: String,
        /// How many moves it has.
        moves: usize,
    },
    /// A stored tour whose numbering would not fit in memory.
    #[error("a grid of {squares} squares is too large: use squares")]
    TooManySteps {
        /// The squares.
        squares: u64,
    },
    /// A graph that the format makes too large.
    #[error(
        "graph6 takes a bit for each pair of squares: {squares} squares are too many, the most is {most}; use tsplib or dimacs"
    )]
    TooLarge {
        /// The squares.
        squares: u64,
        /// The most there may be.
        most: u64,
    },
}
