//! Reads `moves` and `squares` square by square, so that files may be larger than memory.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead};

use caracole_core::{Board, Coord, Path, Piece, Problem, Square};

use crate::char_reader::CharReader;
use crate::error::{ReadError, ReadErrorKind};
use crate::header::Header;
use crate::moves::{self, MoveReader};
use crate::read::ReadHint;
use crate::squares::{self, SquareReader};
use crate::{Format, ParsedTour};

/// An input that can be opened repeatedly.
type Source<'a> = Box<dyn Fn() -> io::Result<Box<dyn BufRead + 'a>> + 'a>;

/// A tour that is read in bounded memory, as often as needed.
///
/// [`Self::squares`] yields squares without errors between them, as the verifier needs them. It ends
/// at the first error, which [`Self::finish`] returns: call it after the last iteration.
///
/// ```
/// use caracole_formats::{Format, ReadHint, stream};
///
/// let text = "# board 4x3\na3 36136163163\nd1 9\n";
/// let open = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
/// let stream = stream(open, Format::Moves, &ReadHint::default())?;
/// assert!(stream.piece().is_knight());
/// let board = stream.board();
/// let names: Vec<_> = stream.squares().take(3).map(|square| board.name(square)).collect();
/// assert_eq!(names, ["a3", "c2", "a1"]);
/// assert_eq!(stream.squares().count(), 12, "starts from the beginning");
/// assert!(stream.has_more_tours(), "only the first tour is read");
/// stream.finish()?;
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub struct Stream<'a> {
    source: Source<'a>,
    format: Format,
    board: Board,
    piece: Piece,
    header: Header,
    error: RefCell<Option<ReadError>>,
    has_more_tours: Cell<bool>,
}

/// Opens a tour in the format `moves` or `squares` for reading square by square.
///
/// `source` opens the input from its beginning each time it is called. If neither the hint nor the
/// input states the board, it is inferred in a separate pass.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_verify as verify;
/// use caracole_formats::{Format, ReadHint, stream};
///
/// let text = "# board 3x1\n# leaper 0,1\na1 22\n";
/// let open = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
/// let stream = stream(open, Format::Moves, &ReadHint::default())?;
/// let problem = Problem::with_piece(stream.board().clone(), stream.piece().clone());
/// let verdict = verify::check(&problem, || stream.squares());
/// stream.finish()?;
/// assert!(verdict.is_valid());
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn stream<'a>(
    source: impl Fn() -> io::Result<Box<dyn BufRead + 'a>> + 'a,
    format: Format,
    hint: &ReadHint,
) -> Result<Stream<'a>, ReadError> {
    let source: Source<'a> = Box::new(source);
    let (board, header) = read_header(&source, format, hint)?;
    let piece = header.piece(hint);
    let (error, has_more_tours) = (RefCell::new(None), Cell::new(false));
    Ok(Stream { source, format, board, piece, header, error, has_more_tours })
}

/// Reads the board and the header comments of a file, or infers the board from its squares.
pub(crate) fn read_header<'a>(
    source: impl Fn() -> io::Result<Box<dyn BufRead + 'a>>,
    format: Format,
    hint: &ReadHint,
) -> Result<(Board, Header), ReadError> {
    let chars = CharReader::new(source()?)?;
    match format {
        Format::Moves => moves::read_header(MoveReader::new(chars), hint),
        Format::Squares => squares::read_header(SquareReader::new(chars, u64::MAX), hint),
        _ => Err(ReadErrorKind::NoStream { format }.into()),
    }
}

impl Stream<'_> {
    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece.
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns true if the file contains a tour of one knight; false if its comments say that it
    /// contains a path that need not visit every square, or the paths of several knights.
    ///
    /// ```
    /// use caracole_formats::{Format, ReadHint, stream};
    ///
    /// let text = "# board 3x3\n# path\na1 c2 a3\n";
    /// let open = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
    /// assert!(!stream(open, Format::Squares, &ReadHint::default())?.is_tour());
    /// # Ok::<(), caracole_formats::ReadError>(())
    /// ```
    pub const fn is_tour(&self) -> bool {
        !self.header.is_path() && self.header.knights().is_none()
    }

    /// Returns the problem that the tour must solve: any tour of the board, or a closed or an open
    /// one if the comments of the file say so.
    ///
    /// ```
    /// use caracole_core::Kind;
    /// use caracole_formats::{Format, ReadHint, stream};
    ///
    /// let text = "# board 4x3\n# closed\na1 c2\n";
    /// let open = || Ok(Box::new(text.as_bytes()) as Box<dyn std::io::BufRead>);
    /// assert_eq!(stream(open, Format::Squares, &ReadHint::default())?.problem().kind(), Kind::Closed);
    /// # Ok::<(), caracole_formats::ReadError>(())
    /// ```
    pub fn problem(&self) -> Problem {
        Problem::with_piece(self.board.clone(), self.piece.clone()).of_kind(self.header.kind())
    }

    /// Returns the squares from the first on. The iterator ends at the first error.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let mut reader = self.ok_or_store(self.reader());
        std::iter::from_fn(move || {
            let reader = reader.as_mut()?;
            if let Some(square) = reader.next_buffered_square(&self.board) {
                return Some(square);
            }
            let next = self.ok_or_store(reader.next_square(&self.board))?;
            if next.is_none() {
                self.has_more_tours.set(self.ok_or_store(reader.has_more()).unwrap_or_default());
            }
            next
        })
    }

    /// Returns true if an iteration reached the end of the tour and another tour follows.
    pub const fn has_more_tours(&self) -> bool {
        self.has_more_tours.get()
    }

    /// Returns the first error of all iterations.
    pub fn finish(self) -> Result<(), ReadError> {
        self.error.into_inner().map_or(Ok(()), Err)
    }

    /// Reads the whole path into memory.
    pub(crate) fn collect(self) -> Result<ParsedTour, ReadError> {
        let path = self.squares().collect();
        let (format, board, piece) = (self.format, self.board.clone(), self.piece.clone());
        let header = self.header.clone();
        self.finish()?;
        if header.knights().is_some() {
            return Err(ReadErrorKind::SeveralKnights.into());
        }
        Ok(ParsedTour::new(format, board, piece, path).with_header(&header))
    }

    fn ok_or_store<T>(&self, result: Result<T, ReadError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.error.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    fn reader(&self) -> Result<TourReader<'_>, ReadError> {
        TourReader::new((self.source)()?, self.format, &self.board, &self.piece, self.board.len())
    }
}

impl std::fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { format, board, piece, .. } = self;
        write!(f, "Stream({format}, {board}, {piece})")
    }
}

/// Reads tours in the format `moves` or `squares` square by square.
pub(crate) enum TourReader<'a> {
    Moves {
        reader: MoveReader<'a>,
        /// The last place; `None` before the start.
        place: Option<Coord>,
    },
    Squares(SquareReader<'a>),
}

impl<'a> TourReader<'a> {
    /// Creates a reader. A tour of the format `squares` ends with the line in which it has
    /// `tour_len` squares.
    pub(crate) fn new(
        source: Box<dyn BufRead + 'a>,
        format: Format,
        board: &Board,
        piece: &Piece,
        tour_len: u64,
    ) -> Result<Self, ReadError> {
        let chars = CharReader::new(source)?;
        if format != Format::Moves {
            return Ok(Self::Squares(SquareReader::new(chars, tour_len)));
        }
        let mut reader = MoveReader::new(chars);
        reader.set_moves(board, piece)?;
        Ok(Self::Moves { reader, place: None })
    }

    /// Reads the next square in the common case, without error handling. `None` does not mean that
    /// the tour ends.
    #[inline]
    fn next_buffered_square(&mut self, board: &Board) -> Option<Square> {
        let Self::Moves { reader, place: Some(place) } = self else { return None };
        *place = reader.next_buffered_place(board, *place)?;
        board.at(*place)
    }

    /// Reads the next square of the tour; `None` at its end.
    fn next_square(&mut self, board: &Board) -> Result<Option<Square>, ReadError> {
        match self {
            Self::Squares(reader) => reader.next_square(board),
            Self::Moves { reader, place: last @ None } => {
                let (place, square) = reader.read_start_on(board)?;
                *last = Some(place);
                Ok(Some(square))
            }
            Self::Moves { reader, place: Some(last) } => {
                let Some(place) = reader.next_place(board, *last)? else {
                    return Ok(None);
                };
                *last = place;
                Ok(board.at(place))
            }
        }
    }

    /// Returns true if another tour follows. Must be called at the end of a tour.
    fn has_more(&mut self) -> Result<bool, ReadError> {
        match self {
            Self::Squares(reader) => reader.has_more(),
            Self::Moves { reader, .. } => reader.has_more(),
        }
    }

    /// Reads the next tour; an empty path at the end of the file.
    pub(crate) fn next_path(&mut self, board: &Board) -> Result<Path, ReadError> {
        let mut path = Path::new();
        if matches!(self, Self::Squares(_)) || self.has_more()? {
            while let Some(square) = self.next_square(board)? {
                path.push(square);
            }
        }
        match self {
            Self::Squares(reader) => reader.next_tour(),
            Self::Moves { place, .. } => *place = None,
        }
        Ok(path)
    }
}
