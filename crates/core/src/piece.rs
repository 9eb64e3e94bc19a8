//! Pieces: leapers, their standard names, and lists of single moves.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::{Leaper, LeaperError, Offset, closest_name, shorten};

/// A piece: the moves that it can choose from at each step, as leapers and single moves.
///
/// A piece is parsed from a standard name, from the two jumps of a leaper, or from several of these with `+`
/// between them.
///
/// ```
/// use caracole_core::{Leaper, Piece};
///
/// assert_eq!(Piece::default(), Piece::KNIGHT);
/// let zebra = Piece::from(Leaper::new(2, 3)?);
/// assert_eq!(zebra.to_string(), "zebra");
/// let king: Piece = "king".parse()?;
/// assert_eq!(king, "wazir+ferz".parse()?);
/// assert_eq!(king, "0,1+1,1".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A piece of two leapers moves as either of them:
///
/// ```
/// use caracole_core::{Leaper, Piece};
///
/// let camel = Leaper::new(1, 3)?;
/// let piece = Piece::new([camel, Leaper::KNIGHT]).ok_or("no leapers")?;
/// assert!(piece.leapers().eq([Leaper::KNIGHT, camel]));
/// assert!(!piece.is_knight());
/// assert!(!piece.changes_colour(), "the camel keeps to its colour");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Sorted, none twice.
    leapers: Cow<'static, [Leaper]>,
    /// The moves that belong to no leaper of the piece: of each pair of opposite offsets the one whose files are
    /// positive, or whose ranks are positive if it has no files. Sorted, none twice.
    moves: Vec<Offset>,
}

/// The standard names and their leapers. The first name of a piece is the one that is written.
const NAMES: [(&str, &[(u32, u32)]); 37] = [
    ("knight", &[(1, 2)]),
    ("wazir", &[(0, 1)]),
    ("ferz", &[(1, 1)]),
    ("fers", &[(1, 1)]),
    ("king", &[(0, 1), (1, 1)]),
    ("mann", &[(0, 1), (1, 1)]),
    ("dabbaba", &[(0, 2)]),
    ("alfil", &[(2, 2)]),
    ("threeleaper", &[(0, 3)]),
    ("camel", &[(1, 3)]),
    ("zebra", &[(2, 3)]),
    ("tripper", &[(3, 3)]),
    ("fourleaper", &[(0, 4)]),
    ("giraffe", &[(1, 4)]),
    ("stag", &[(2, 4)]),
    ("antelope", &[(3, 4)]),
    ("commuter", &[(4, 4)]),
    ("fiveleaper", &[(0, 5), (3, 4)]),
    ("ibis", &[(1, 5)]),
    ("curassow", &[(2, 5)]),
    ("flamingo", &[(1, 6)]),
    ("alibaba", &[(0, 2), (2, 2)]),
    ("gnu", &[(1, 2), (1, 3)]),
    ("wildebeest", &[(1, 2), (1, 3)]),
    ("okapi", &[(1, 2), (2, 3)]),
    ("bison", &[(1, 3), (2, 3)]),
    ("squirrel", &[(0, 2), (1, 2), (2, 2)]),
    ("centaur", &[(0, 1), (1, 1), (1, 2)]),
    ("carpenter", &[(0, 2), (1, 2)]),
    ("kangaroo", &[(1, 2), (2, 2)]),
    ("phoenix", &[(0, 1), (2, 2)]),
    ("waffle", &[(0, 1), (2, 2)]),
    ("kirin", &[(0, 2), (1, 1)]),
    ("kylin", &[(0, 2), (1, 1)]),
    ("root-25-leaper", &[(0, 5), (3, 4)]),
    ("root-50-leaper", &[(1, 7), (5, 5)]),
    ("root-65-leaper", &[(1, 8), (4, 7)]),
];

/// The longest jump of a single move: no board is longer.
const LONGEST: u64 = u32::MAX as u64;

impl Piece {
    /// The knight.
    pub const KNIGHT: Self = Self { leapers: Cow::Borrowed(&[Leaper::KNIGHT]), moves: Vec::new() };

    /// The piece with these leapers; `None` if there are none.
    pub fn new(leapers: impl IntoIterator<Item = Leaper>) -> Option<Self> {
        let mut leapers: Vec<Leaper> = leapers.into_iter().collect();
        leapers.sort_unstable();
        leapers.dedup();
        (!leapers.is_empty()).then(|| Self { leapers: leapers.into(), moves: Vec::new() })
    }

    /// Returns the piece with these moves.
    ///
    /// Moves have no direction: an offset and its opposite are the same move. The list need not be symmetric
    /// under turns and reflections of the board. If it contains all moves of a leaper, the piece has that leaper.
    /// The moves stay on their level.
    ///
    /// ```
    /// use caracole_core::{Board, Moves, Offset, Piece};
    ///
    /// let piece = Piece::from_moves([Offset::flat(1, 2), Offset::flat(-1, 2)])?;
    /// assert_eq!(piece.to_string(), "piece that moves 1,-2;1,2");
    /// let board: Board = "5x5".parse()?;
    /// let c3 = board.parse_square("c3")?;
    /// assert_eq!(Moves::new(&piece, &board).from(&board, c3).count(), 4);
    ///
    /// let wazir = Piece::from_moves([Offset::flat(1, 0), Offset::flat(0, 1)])?;
    /// assert_eq!(wazir, "wazir".parse()?);
    /// assert!(Piece::from_moves([]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_moves(moves: impl IntoIterator<Item = Offset>) -> Result<Self, PieceError> {
        let mut all = Vec::new();
        for offset in moves {
            if offset.files == 0 && offset.ranks == 0 {
                return Err(PieceError::Still);
            }
            if offset.levels != 0 {
                return Err(PieceError::BetweenLevels);
            }
            if offset.files.unsigned_abs().max(offset.ranks.unsigned_abs()) > LONGEST {
                return Err(PieceError::TooLong);
            }
            all.push(canonical(offset));
        }
        if all.is_empty() { Err(PieceError::NoMoves) } else { Ok(Self::of(Vec::new(), all)) }
    }

    /// Returns the piece with these leapers and single moves; at least one is given.
    fn of(mut leapers: Vec<Leaper>, mut moves: Vec<Offset>) -> Self {
        moves.sort_unstable();
        moves.dedup();
        for &offset in &moves {
            let leaper = leaper_of(offset);
            if moves_of(leaper).all(|offset| moves.binary_search(&offset).is_ok()) {
                leapers.push(leaper);
            }
        }
        leapers.sort_unstable();
        leapers.dedup();
        moves.retain(|&offset| !leapers.contains(&leaper_of(offset)));
        Self { leapers: leapers.into(), moves }
    }

    /// Returns the piece that has the moves of both pieces.
    ///
    /// ```
    /// use caracole_core::Piece;
    ///
    /// let gnu = Piece::KNIGHT.union(&"camel".parse()?);
    /// assert_eq!(gnu.to_string(), "gnu");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let leapers = self.leapers().chain(other.leapers()).collect();
        let moves = self.moves().chain(other.moves()).collect();
        Self::of(leapers, moves)
    }

    /// Parses a list of single moves, such as `1,2;-1,2`, for [`Piece::from_moves`].
    ///
    /// ```
    /// use caracole_core::Piece;
    ///
    /// let piece = Piece::parse_moves("1,2; 1,0")?;
    /// assert_eq!(piece.moves().count(), 2);
    /// let error = Piece::parse_moves("1;2").expect_err("one number");
    /// assert_eq!(error.to_string(), "'1' is not a move: write files and ranks, such as 1,2;-1,2");
    /// # Ok::<(), caracole_core::PieceError>(())
    /// ```
    pub fn parse_moves(text: &str) -> Result<Self, PieceError> {
        let offset = |text: &str| -> Result<Offset, PieceError> {
            let syntax = || PieceError::Move { text: shorten(text) };
            let (files, ranks) = text.split_once(',').ok_or_else(syntax)?;
            let number = |text: &str| {
                let text = text.trim();
                let digits = text.trim_start_matches(['-', '+']);
                let is_number = !digits.is_empty()
                    && text.len() - digits.len() < 2
                    && digits.bytes().all(|byte| byte.is_ascii_digit());
                if is_number {
                    text.parse().map_err(|_| PieceError::TooLong)
                } else {
                    Err(syntax())
                }
            };
            Ok(Offset::flat(number(files)?, number(ranks)?))
        };
        let words = text.split(';').filter(|word| !word.trim().is_empty());
        Self::from_moves(words.map(offset).collect::<Result<Vec<_>, PieceError>>()?)
    }

    /// The leapers, smallest first.
    pub fn leapers(&self) -> impl Iterator<Item = Leaper> + '_ {
        self.leapers.iter().copied()
    }

    /// Returns the single moves that belong to no leaper of the piece, one of each pair of opposite offsets, in
    /// rising order.
    ///
    /// ```
    /// use caracole_core::{Offset, Piece};
    ///
    /// let piece = Piece::parse_moves("-1,-2")?;
    /// assert!(piece.leapers().next().is_none());
    /// assert!(piece.moves().eq([Offset::flat(1, 2)]));
    /// assert_eq!(Piece::KNIGHT.moves().count(), 0);
    /// # Ok::<(), caracole_core::PieceError>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Offset> + '_ {
        self.moves.iter().copied()
    }

    /// Returns the standard name of the piece, if it has one.
    ///
    /// ```
    /// use caracole_core::{Leaper, Piece};
    ///
    /// assert_eq!(Piece::from(Leaper::new(1, 4)?).name(), Some("giraffe"));
    /// assert_eq!(Piece::from(Leaper::new(1, 9)?).name(), None);
    /// # Ok::<(), caracole_core::LeaperError>(())
    /// ```
    pub fn name(&self) -> Option<&'static str> {
        let has_jumps = |jumps: &[(u32, u32)]| {
            self.leapers().map(|leaper| (leaper.short(), leaper.long())).eq(jumps.iter().copied())
        };
        let known = NAMES.into_iter().find(|(_, jumps)| has_jumps(jumps));
        known.filter(|_| self.moves.is_empty()).map(|(name, _)| name)
    }

    /// Returns true if the piece is the knight.
    pub fn is_knight(&self) -> bool {
        *self == Self::KNIGHT
    }

    /// Returns true if every move on a flat board changes the colour.
    pub fn changes_colour(&self) -> bool {
        self.leapers().all(Leaper::changes_colour)
            && self.moves().all(|offset| (offset.files ^ offset.ranks) & 1 == 1)
    }

    /// Returns the longest jump along one direction.
    pub(crate) fn longest_jump(&self) -> u64 {
        let moves = self.moves().map(|by| by.files.unsigned_abs().max(by.ranks.unsigned_abs()));
        self.leapers().map(|leaper| leaper.long().into()).chain(moves).max().unwrap_or_default()
    }
}

/// Returns the offset of a pair of opposite ones that is stored.
const fn canonical(offset: Offset) -> Offset {
    if offset.files < 0 || offset.files == 0 && offset.ranks < 0 {
        offset.reversed()
    } else {
        offset
    }
}

/// Returns the leaper that has a move.
fn leaper_of(offset: Offset) -> Leaper {
    let jump = |by: i64| by.unsigned_abs() as u32;
    // The move is not 0,0 and no jump is longer than 2^32-1.
    Leaper::new(jump(offset.files), jump(offset.ranks)).unwrap_or(Leaper::KNIGHT)
}

fn moves_of(leaper: Leaper) -> impl Iterator<Item = Offset> {
    leaper.offsets().into_iter().map(canonical)
}

impl Default for Piece {
    fn default() -> Self {
        Self::KNIGHT
    }
}

impl From<Leaper> for Piece {
    fn from(leaper: Leaper) -> Self {
        Self { leapers: vec![leaper].into(), moves: Vec::new() }
    }
}

impl FromStr for Piece {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        let words = text.split('+').flat_map(|word| word.split(" or "));
        let pieces = words.map(|word| {
            let word = word.trim();
            if let Some(moves) = word.strip_prefix(MOVES) {
                return Self::parse_moves(moves);
            }
            let jumps = word.strip_suffix("-leaper").unwrap_or(word);
            if jumps.starts_with(|c: char| c.is_ascii_digit()) {
                return Ok(Self::from(jumps.parse::<Leaper>()?));
            }
            // A reader may not know which of several names is listed.
            let named = NAMES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            let (_, jumps) = named.ok_or_else(|| PieceError::Name {
                text: shorten(word),
                near: closest_name(word, NAMES.map(|(name, _)| name)),
            })?;
            let leapers: Result<Vec<_>, _> =
                jumps.iter().map(|&(a, b)| Leaper::new(a, b)).collect();
            Self::new(leapers?).ok_or(PieceError::NoMoves)
        });
        let all = pieces.collect::<Result<Vec<_>, _>>()?;
        all.into_iter().reduce(|one, other| one.union(&other)).ok_or(PieceError::NoMoves)
    }
}

/// The text before the single moves of a piece.
const MOVES: &str = "piece that moves ";

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        for (at, leaper) in self.leapers().enumerate() {
            let separator = if at > 0 { " or " } else { "" };
            match Self::from(leaper).name() {
                Some(name) => write!(f, "{separator}{name}")?,
                None => write!(f, "{separator}{leaper}-leaper")?,
            }
        }
        if !self.moves.is_empty() {
            let separator = if self.leapers.is_empty() { "" } else { " or " };
            write!(f, "{separator}{MOVES}{}", self.moves_text())?;
        }
        Ok(())
    }
}

impl Piece {
    /// Returns the single moves as [`Piece::parse_moves`] reads them.
    ///
    /// ```
    /// use caracole_core::Piece;
    ///
    /// assert_eq!(Piece::parse_moves("0,1;1,2;2,-1")?.moves_text(), "0,1;1,2;2,-1");
    /// # Ok::<(), caracole_core::PieceError>(())
    /// ```
    pub fn moves_text(&self) -> String {
        let moves = self.moves.iter().map(|by| format!("{},{}", by.files, by.ranks));
        moves.collect::<Vec<_>>().join(";")
    }
}

/// An invalid piece.
///
/// ```
/// use caracole_core::{Piece, PieceError};
///
/// let error = "kign".parse::<Piece>().expect_err("misspelt");
/// assert!(matches!(error, PieceError::Name { near: Some("king"), .. }));
/// assert_eq!(error.to_string(), "'kign' is not the name of a piece: did you mean king?");
/// assert_eq!(Piece::parse_moves("0,0"), Err(PieceError::Still));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceError {
    /// A name that is not in the list.
    Name {
        /// The text.
        text: String,
        /// The nearest name.
        near: Option<&'static str>,
    },
    /// An invalid leaper.
    Leaper(LeaperError),
    /// A move is not two numbers.
    Move {
        /// The text.
        text: String,
    },
    /// A move has no jump.
    Still,
    /// A jump is longer than any board.
    TooLong,
    /// A single move changes the level.
    BetweenLevels,
    /// No moves are given.
    NoMoves,
}

impl From<LeaperError> for PieceError {
    fn from(error: LeaperError) -> Self {
        Self::Leaper(error)
    }
}

impl fmt::Display for PieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { text, near: Some(near) } => {
                write!(f, "'{text}' is not the name of a piece: did you mean {near}?")
            }
            Self::Name { text, near: None } => write!(
                f,
                "'{text}' is not the name of a piece: write a name such as king or zebra, or two jumps such as 1,2"
            ),
            Self::Leaper(error) => error.fmt(f),
            Self::Move { text } => {
                write!(f, "'{text}' is not a move: write files and ranks, such as 1,2;-1,2")
            }
            Self::Still => {
                f.write_str("the move 0,0 stays on its square: one number must not be 0")
            }
            Self::TooLong => write!(f, "a move is longer than any board: at most {LONGEST}"),
            Self::BetweenLevels => f.write_str("single moves stay on their level"),
            Self::NoMoves => f.write_str("a piece has at least one move, such as 1,2"),
        }
    }
}

impl std::error::Error for PieceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_depend_on_the_order_of_their_leapers() {
        let zebra = Leaper::new(2, 3).unwrap();
        let both = Piece::new([zebra, Leaper::KNIGHT, zebra]);
        assert_eq!(both, Piece::new([Leaper::KNIGHT, zebra]));
        assert!(!both.as_ref().unwrap().is_knight());
        assert!(both.unwrap().changes_colour());
        assert_eq!(Piece::new([]), None);
    }

    #[test]
    fn names_read_back_as_the_first_name_of_the_same_piece() {
        for (name, jumps) in NAMES {
            let piece: Piece = name.parse().unwrap();
            let leapers = jumps.iter().map(|&(a, b)| Leaper::new(a, b).unwrap());
            assert!(piece.leapers().eq(leapers), "{name}: sorted as in the table");
            assert_eq!(piece.to_string().parse(), Ok(piece.clone()), "{name}");
            let first = NAMES.into_iter().find(|&(_, other)| other == jumps).unwrap();
            assert_eq!(piece.name(), Some(first.0));
        }
    }

    #[test]
    fn all_texts_of_pieces_read_back() {
        for text in ["1,9", "knight+giraffe", "1,9 + wazir", "KING", "piece that moves 1,2;3,-1"] {
            let piece: Piece = text.parse().unwrap();
            assert_eq!(piece.to_string().parse(), Ok(piece), "{text}");
        }
        let both = Piece::KNIGHT.union(&Piece::parse_moves("0,1;2,1").unwrap());
        assert_eq!(both.to_string(), "knight or piece that moves 0,1", "2,1 is a knight's move");
        assert_eq!(both.to_string().parse(), Ok(both));
        for text in ["", "kings", "+", "1", "0,0", "king+", "2,1;1,2"] {
            assert!(text.parse::<Piece>().is_err(), "{text}");
        }
    }

    #[test]
    fn all_moves_of_a_leaper_are_the_leaper() {
        let knight = Piece::parse_moves("1,2;2,1;-1,2;-2,1").unwrap();
        assert!(knight.is_knight());
        let three = Piece::parse_moves("1,2;2,1;-1,2;-1,-2").unwrap();
        assert_eq!((three.leapers().count(), three.moves().count()), (0, 3));
        assert_eq!(Piece::parse_moves("2,2;2,-2"), "alfil".parse());
        for text in
            ["", ";", "1", "1,2,3", "a,b", "--1,2", "0,0", "9999999999,1", "1,99999999999999999999"]
        {
            assert!(Piece::parse_moves(text).is_err(), "{text}");
        }
    }
}
