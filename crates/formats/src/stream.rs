//! Reading a tour piece by piece, for files larger than memory.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead};

use caracole_core::{Board, File, Level, Piece, Place, Problem, Rank, Square};

use crate::chars::Chars;
use crate::error::{Fault, ReadError};
use crate::head::Head;
use crate::moves::{self, Walk};
use crate::read::ReadHint;
use crate::squares::{self, Names};
use crate::{Format, Reading};

/// A source that can be opened again and again.
type Source<'a> = Box<dyn Fn() -> io::Result<Box<dyn BufRead + 'a>> + 'a>;

/// A tour that is read while it is walked, in bounded memory, as often as one likes.
///
/// The squares come without errors between them, as the verifier wants them. If something cannot
/// be read the walk ends there, and [`Stream::finish`] tells what it was: ask it after the last
/// walk.
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
/// assert_eq!(stream.squares().count(), 12, "from the beginning again");
/// assert!(stream.holds_more(), "another tour follows, of which nothing is read");
/// stream.finish()?;
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub struct Stream<'a> {
    source: Source<'a>,
    format: Format,
    board: Board,
    piece: Piece,
    head: Head,
    trouble: RefCell<Option<ReadError>>,
    holds_more: Cell<bool>,
}

/// Opens a tour in the format `moves` or `squares` for reading piece by piece.
///
/// `source` opens the input from its beginning each time it is called. Where neither the hint nor
/// the input gives the board, it is guessed in a walk of its own.
///
/// ```
/// use caracole_core::{Problem, verify};
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
    let chars = Chars::new(source()?)?;
    let (board, head) = match format {
        Format::Moves => moves::frame(Walk::new(chars), hint)?,
        Format::Squares => squares::frame(Names::new(chars), hint)?,
        _ => return Err(Fault::NoStream { format }.into()),
    };
    let piece = head.piece(hint);
    Ok(Stream {
        source,
        format,
        board,
        piece,
        head,
        trouble: RefCell::new(None),
        holds_more: Cell::new(false),
    })
}

impl Stream<'_> {
    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece.
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
        !self.head.is_path() && self.head.knights().is_none()
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
        Problem::with_piece(self.board.clone(), self.piece.clone()).of_kind(self.head.kind())
    }

    /// The squares from the first on. A walk that meets something it cannot read ends there.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let mut walker = self.note(self.walker());
        std::iter::from_fn(move || {
            let walker = walker.as_mut()?;
            if let Some(square) = walker.quick(&self.board) {
                return Some(square);
            }
            let next = self.note(walker.next(&self.board))?;
            if next.is_none() {
                self.holds_more.set(self.note(walker.has_more()).unwrap_or_default());
            }
            next
        })
    }

    /// Did a walk to the end of the tour see that more follows? Only one tour is read.
    pub const fn holds_more(&self) -> bool {
        self.holds_more.get()
    }

    /// Could everything be read, in all walks so far?
    pub fn finish(self) -> Result<(), ReadError> {
        self.trouble.into_inner().map_or(Ok(()), Err)
    }

    /// The whole path in memory.
    pub(crate) fn collect(self) -> Result<Reading, ReadError> {
        let path = self.squares().collect();
        let (format, board, piece) = (self.format, self.board.clone(), self.piece.clone());
        let (kind, knights) = (self.head.kind(), self.head.knights());
        self.finish()?;
        if knights.is_some() {
            return Err(Fault::SeveralKnights.into());
        }
        Ok(Reading::new(format, board, piece, path).of_kind(kind))
    }

    fn note<T>(&self, result: Result<T, ReadError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.trouble.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    fn walker(&self) -> Result<Walker<'_>, ReadError> {
        let chars = Chars::new((self.source)()?)?;
        Ok(if self.format == Format::Moves {
            let mut walk = Walk::new(chars);
            walk.enter(&self.board, &self.piece)?;
            Walker::Moves { walk, at: None }
        } else {
            let mut names = Names::new(chars);
            names.until = self.board.len();
            Walker::Squares(names)
        })
    }
}

impl std::fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { format, board, piece, .. } = self;
        write!(f, "Stream({format}, {board}, {piece})")
    }
}

enum Walker<'a> {
    Moves { walk: Walk<'a>, at: Option<Place> },
    Squares(Names<'a>),
}

impl Walker<'_> {
    /// The next square, if that is plain to see. Nearly all moves are, and they come without the
    /// apparatus for errors.
    #[inline]
    fn quick(&mut self, board: &Board) -> Option<Square> {
        let Self::Moves { walk, at: Some(at) } = self else { return None };
        *at = walk.quick_place(board, *at)?;
        board.at(*at)
    }

    /// Behind the end of the tour: does more follow?
    fn has_more(&mut self) -> Result<bool, ReadError> {
        match self {
            Self::Squares(names) => names.has_more(),
            Self::Moves { walk, .. } => Ok(walk.next_tour.is_some()),
        }
    }

    fn next(&mut self, board: &Board) -> Result<Option<Square>, ReadError> {
        match self {
            Self::Squares(names) => names.next_square(board),
            Self::Moves { walk, at: at @ None } => {
                let (place, square) = walk.start_on(board)?;
                *at = Some(place);
                Ok(Some(square))
            }
            Self::Moves { walk, at: Some(at) } => {
                let Some(place) = walk.next_place(board, *at)? else {
                    return Ok(None);
                };
                *at = place;
                Ok(board.at(place))
            }
        }
    }
}

/// The smallest rectangle or box that holds some squares.
#[derive(Default)]
pub(crate) struct Extent {
    corner: Option<Place>,
    has_level: bool,
    count: u64,
}

impl Extent {
    pub(crate) fn add(&mut self, place: Place, has_level: bool) -> Result<(), Fault> {
        let corner = *self.corner.get_or_insert(place);
        if self.count > 0 && self.has_level != has_level {
            let text = format!("{}{}", place.file, place.rank);
            return Err(Fault::MixedLevels { text, has_level });
        }
        self.count += 1;
        self.has_level = has_level;
        self.corner = Some(Place {
            file: corner.file.max(place.file),
            rank: corner.rank.max(place.rank),
            level: corner.level.max(place.level),
        });
        Ok(())
    }

    /// The board. A few squares far apart do not make a vast one, which nobody could check.
    pub(crate) fn board(&self) -> Result<Board, Fault> {
        let corner = self.corner.ok_or(Fault::Empty)?;
        let Place { file, rank, level } = corner;
        let side = |index: u32| index.saturating_add(1);
        let sides = (side(file.index()), side(rank.index()), side(level.index()));
        let board = Board::cuboid(sides.0, sides.1, sides.2)?;
        if board.area() / 64 > self.count + (1 << 10) {
            return Err(Fault::Scattered { board: board.to_string() });
        }
        Ok(board)
    }
}

/// The place with these numbers, from 0.
pub(crate) const fn place(file: u32, rank: u32, level: u32) -> Place {
    Place { file: File::new(file), rank: Rank::new(rank), level: Level::new(level) }
}
