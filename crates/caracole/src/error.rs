//! The error of a program that uses the library.

use std::io;
use std::path::{Path, PathBuf};

use caracole_core::{
    BoardError, GraphError, LeaperError, OrderError, PieceError, ProblemError, SquareError, Stop,
    UnknownName,
};
use caracole_count::{CountError, ParseCountError};
use caracole_draw::{DrawError, OptionError};
use caracole_formats::{Format, ReadError, WriteError};
use caracole_play::GameError;
use caracole_play::puzzle::PuzzleError;
use caracole_verify::{InvalidCertificate, InvalidTour, NotFound};

/// Any error of this library, for functions that use several parts of it. Each part has an error of its own, which
/// `?` converts.
///
/// ```
/// use caracole::{Error, Options, Problem, ProblemExt};
///
/// fn squares(board: &str, start: &str) -> Result<u64, Error> {
///     let problem = Problem::new(board.parse()?).start(start)?;
///     Ok(problem.solve_with(&Options::new()).into_result()?.len())
/// }
///
/// assert_eq!(squares("8x8", "e4")?, 64);
/// assert!(matches!(squares("8x", "e4"), Err(Error::Board(_))));
/// assert!(matches!(squares("8x8", "e9"), Err(Error::Problem(_))));
/// assert!(matches!(squares("5x5", "b1"), Err(Error::NotFound(_))));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text of a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The name of a square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The text of a leaper.
    #[error(transparent)]
    Leaper(#[from] LeaperError),
    /// The text of a piece.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// The text of a move order.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// The name of a method, a style or a format.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// The edges of a graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A constraint that contradicts the others.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// No tour was found.
    #[error(transparent)]
    NotFound(#[from] NotFound),
    /// A limit was reached.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// A path is not a tour.
    #[error(transparent)]
    InvalidTour(#[from] Box<InvalidTour>),
    /// A certificate does not hold.
    #[error(transparent)]
    InvalidCertificate(#[from] Box<InvalidCertificate>),
    /// A count failed.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The text of a number.
    #[error(transparent)]
    ParseCount(#[from] ParseCountError),
    /// An input file cannot be understood.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An output format does not support the content.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// A picture format does not support an option.
    #[error(transparent)]
    DrawOption(#[from] OptionError),
    /// A puzzle cannot be made.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A move of a game is not allowed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The file extension names no format.
    #[error("{path}: the file extension names no format; use one of {}", .formats.join(", "))]
    UnknownExtension {
        /// The file.
        path: PathBuf,
        /// The formats.
        formats: Vec<&'static str>,
    },
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl Error {
    /// Adds the file to an I/O error.
    pub(crate) fn of_file(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    /// Returns the error for an extension that names no tour format.
    pub(crate) fn unknown_tour_format(path: &Path) -> Self {
        let formats = Format::ALL.into_iter().filter(|format| format.writes_tours());
        Self::UnknownExtension {
            path: path.to_owned(),
            formats: formats.map(Format::name).collect(),
        }
    }
}
