//! The types of fields that have several written forms.

use std::fmt;
use std::marker::PhantomData;

use caracole_core::{
    Board, Coord, IntoSquare, Leaper, Path, Piece, PieceError, Square, SquareError, Surface,
    shorten,
};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::parse::{FieldError, StrictValue, contradiction, invalid, repeated};
use crate::bounding_box::{BoundingBox, place};
use crate::error::ReadErrorKind;
use crate::graph_file;

/// A text or an object.
pub(super) enum TextOr<T> {
    Text(String),
    Object(T),
}

/// The written forms of a type, for error messages.
pub(super) trait Expected {
    const EXPECTED: &'static str;
}

impl<'de, T: Deserialize<'de> + Expected> Deserialize<'de> for TextOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ObjectVisitor(T::EXPECTED, PhantomData))
    }
}

/// An object. Derived readers would also accept a list with the fields in order.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = ObjectVisitor("an object", PhantomData);
        match deserializer.deserialize_map(visitor)? {
            TextOr::Object(object) => Ok(Self(object)),
            TextOr::Text(_) => Err(de::Error::custom("an object")),
        }
    }
}

struct ObjectVisitor<T>(&'static str, PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = TextOr<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E>(self, text: &str) -> Result<TextOr<T>, E> {
        Ok(TextOr::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TextOr<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(TextOr::Object)
    }
}

/// A number, written as a number or as a decimal string.
///
/// ```
/// use caracole_formats::json::{Number, number};
///
/// let Number(large) = serde_json::from_value(number(1 << 60))?;
/// assert_eq!(large, 1 << 60);
/// assert!(serde_json::from_str::<Number>("-1").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number(pub u64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0, below 2^64")
    }

    fn visit_u64<E>(self, number: u64) -> Result<Number, E> {
        Ok(Number(number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
        let unexpected = de::Unexpected::Str(text);
        text.parse().map(Number).map_err(|_| E::invalid_value(unexpected, &self))
    }
}

/// The entries of an object, each key once.
pub(super) struct Entries(pub(super) Vec<(String, Number)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor).map(Self)
    }
}

/// Clues: `{"c3":5}`, or `["c3=5"]` as on the command line.
pub(super) struct Clues(pub(super) Vec<(String, Number)>);

impl<'de> Deserialize<'de> for Clues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EntriesVisitor).map(Self)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Vec<(String, Number)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object such as {\"c3\":5}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        let mut keys = std::collections::HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if !keys.insert(key.clone()) {
                return Err(repeated(&key));
            }
            entries.push((key, map.next_value()?));
        }
        Ok(entries)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(text) = list.next_element::<String>()? {
            let entry = text.split_once('=').and_then(|(square, step)| {
                Some((square.to_owned(), Number(step.trim().parse().ok()?)))
            });
            entries.push(entry.ok_or_else(|| de::Error::custom("a clue such as \"c3=5\""))?);
        }
        Ok(entries)
    }
}

/// A board: its name, or its sides and holes.
pub(super) type BoardField = TextOr<Sides>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sides {
    files: Option<Number>,
    ranks: Option<Number>,
    levels: Option<Number>,
    surface: Option<String>,
    holes: Option<Vec<SquareField>>,
    vertices: Option<StrictValue>,
    edges: Option<StrictValue>,
}

impl Expected for Sides {
    const EXPECTED: &'static str = "a text such as \"8x8\", or an object with files and ranks";
}

impl BoardField {
    pub(super) fn board(&self) -> Result<Board, FieldError> {
        match self {
            Self::Text(text) => Ok(text.parse::<Board>()?),
            Self::Object(sides) => sides.board(),
        }
    }
}

impl Sides {
    /// Returns the graph of the fields `vertices` and `edges`.
    fn graph(&self) -> Result<Board, FieldError> {
        let others = [
            ("files", self.files.is_some()),
            ("ranks", self.ranks.is_some()),
            ("levels", self.levels.is_some()),
            ("surface", self.surface.is_some()),
            ("holes", self.holes.is_some()),
        ];
        if let Some((field, _)) = others.into_iter().find(|&(_, is_given)| is_given) {
            return Err(contradiction(field, "edges", "a graph has vertices and edges only"));
        }
        let fields = [("vertices", &self.vertices), ("edges", &self.edges)];
        let fields = fields.into_iter().filter_map(|(name, field)| {
            field.as_ref().map(|StrictValue(value)| (name.to_owned(), value.clone()))
        });
        let graph = graph_file::from_json(&Value::Object(fields.collect()))?;
        Ok(Board::from_graph(graph))
    }

    fn board(&self) -> Result<Board, FieldError> {
        if self.vertices.is_some() || self.edges.is_some() {
            return self.graph();
        }
        let side = |name: &str, side: Option<Number>| {
            let side = side.and_then(|Number(side)| u32::try_from(side).ok());
            side.ok_or_else(|| invalid(name, "a number from 1 to 4294967295"))
        };
        let (files, ranks) = (side("files", self.files)?, side("ranks", self.ranks)?);
        let levels = side("levels", self.levels.or(Some(Number(1))))?;
        let surface = match self.surface.as_deref() {
            None | Some("flat") => Surface::Flat,
            Some("cylinder") => Surface::Cylinder,
            Some("torus") => Surface::Torus,
            Some(_) => return Err(invalid("surface", "flat, cylinder or torus")),
        };
        let board = match surface {
            Surface::Flat => Board::cuboid(files, ranks, levels)?,
            _ if levels > 1 => return Err(invalid("levels", "1 on a board with joined edges")),
            _ => Board::wrapped(files, ranks, surface)?,
        };
        let Some(holes) = &self.holes else { return Ok(board) };
        let holes = squares(&board, holes).map_err(|error| error.inside("holes"))?;
        board.without(holes).map_err(|error| FieldError::new("holes", error))
    }
}

/// A square by its name, its number, or its pair `[x,y]`, with a level on boxes.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a square, such as \"e4\"")]
pub(super) enum SquareField {
    Name(String),
    Index(u64),
    Pair([u64; 2]),
    Triple([u64; 3]),
}

impl SquareField {
    pub(super) fn square(&self, board: &Board) -> Result<Square, ReadErrorKind> {
        Ok(match self {
            Self::Name(name) => board.parse_square(name)?,
            Self::Index(u64::MAX) => {
                let expected = "a square, such as \"e4\"".to_owned();
                return Err(ReadErrorKind::Field { field: String::new(), expected });
            }
            Self::Index(index) => Square::from_index(*index).into_square(board)?,
            Self::Pair([x, y]) => board.parse_square(&format!("{x},{y}"))?,
            Self::Triple([x, y, level]) => {
                board.parse_square(&format!("{x},{y}:{}", level.saturating_add(1)))?
            }
        })
    }

    /// Returns the place of a name or a pair, and whether it has a level.
    fn place(&self) -> Option<(Coord, bool)> {
        let side = |number: u64| u32::try_from(number).ok();
        match *self {
            Self::Name(ref name) => Coord::parse(name.trim()),
            Self::Index(_) => None,
            Self::Pair([x, y]) => Some((place(side(x)?, side(y)?, 0), false)),
            Self::Triple([x, y, level]) => Some((place(side(x)?, side(y)?, side(level)?), true)),
        }
    }
}

/// Converts a list of squares.
pub(super) fn squares(board: &Board, list: &[SquareField]) -> Result<Vec<Square>, FieldError> {
    let square = |(at, field): (usize, &SquareField)| {
        field.square(board).map_err(|kind| FieldError::new(format!("[{at}]"), kind))
    };
    list.iter().enumerate().map(square).collect()
}

/// Converts a path whose first square is step `first`; `or_hole` accepts holes of the board.
pub(super) fn path(
    board: &Board,
    list: &[SquareField],
    first: u64,
    or_hole: bool,
) -> Result<Path, FieldError> {
    let square = |(at, field): (usize, &SquareField)| {
        field.square(board).or_else(|kind| {
            let kind = match kind {
                ReadErrorKind::Square(SquareError::Hole { .. }) if or_hole => {
                    let hole = match field {
                        SquareField::Index(index) => Some(Square::from_index(*index)),
                        field => field.place().and_then(|(place, _)| board.at(place)),
                    };
                    return hole.ok_or_else(|| ReadErrorKind::NoTourInJson.into());
                }
                ReadErrorKind::Square(error) => {
                    ReadErrorKind::Step { step: first + at as u64, error }
                }
                kind => kind,
            };
            Err(FieldError::new(format!("[{at}]"), kind))
        })
    };
    list.iter().enumerate().map(square).collect()
}

/// Returns the smallest board that contains all squares of a list.
pub(super) fn smallest_board(list: &[SquareField]) -> Result<Board, FieldError> {
    let mut bounds = BoundingBox::default();
    for (at, field) in list.iter().enumerate() {
        let error = || match field {
            SquareField::Index(_) => FieldError::from(ReadErrorKind::NoBoard),
            SquareField::Name(text) => {
                let error = SquareError::Syntax { text: shorten(text) };
                FieldError::new(
                    format!("[{at}]"),
                    ReadErrorKind::Step { step: at as u64 + 1, error },
                )
            }
            _ => invalid(&format!("[{at}]"), "a square, such as \"e4\""),
        };
        let (place, has_level) = field.place().ok_or_else(error)?;
        bounds.add(place, has_level).map_err(|kind| FieldError::new(format!("[{at}]"), kind))?;
    }
    Ok(bounds.board()?)
}

/// A piece: `"2,3"`, `[2,3]`, or a list of either.
#[derive(Deserialize)]
#[serde(untagged, expecting = "two jumps such as \"2,3\", or a list of them")]
pub(super) enum Leapers {
    One(LeaperField),
    Several(Vec<LeaperField>),
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum LeaperField {
    Text(String),
    Jumps([u32; 2]),
}

/// Single moves: `"1,2;-1,2"`, or a list of `"1,2"` or `[1,2]`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "moves such as \"1,2;-1,2\", or a list of them")]
pub(super) enum MoveList {
    Text(String),
    List(Vec<OffsetField>),
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum OffsetField {
    Text(String),
    Pair([i64; 2]),
}

impl MoveList {
    fn piece(&self) -> Result<Piece, PieceError> {
        match self {
            Self::Text(text) => Piece::parse_moves(text),
            Self::List(list) => {
                let words = list.iter().map(|field| match field {
                    OffsetField::Text(text) => text.clone(),
                    OffsetField::Pair([files, ranks]) => format!("{files},{ranks}"),
                });
                Piece::parse_moves(&words.collect::<Vec<_>>().join(";"))
            }
        }
    }
}

/// The fields of a piece as they are written.
pub(super) struct PieceFields<'a> {
    pub(super) leapers: Option<&'a Leapers>,
    pub(super) leaper: Option<&'a Leapers>,
    pub(super) piece: Option<&'a String>,
    pub(super) moves: Option<&'a MoveList>,
}

impl PieceFields<'_> {
    /// Converts the fields: the piece has the moves of `leapers` and `moves`, and `piece` names the same piece.
    pub(super) fn piece(&self) -> Result<Option<Piece>, FieldError> {
        let moves =
            self.moves.map(|moves| moves.piece().map_err(|error| FieldError::new("moves", error)));
        let (leapers, moves) = (leaper_piece(self.leapers, self.leaper)?, moves.transpose()?);
        let listed = match (leapers, moves) {
            (Some(leapers), Some(moves)) => Some(leapers.union(&moves)),
            (leapers, moves) => leapers.or(moves),
        };
        let Some(name) = self.piece else { return Ok(listed) };
        let named: Piece = name.parse().map_err(|error| FieldError::new("piece", error))?;
        match listed {
            Some(listed) if listed != named => {
                let field = match (self.leapers, self.leaper) {
                    (Some(_), _) => "leapers",
                    (_, Some(_)) => "leaper",
                    _ => "moves",
                };
                Err(contradiction("piece", field, format!("{named} is not {listed}")))
            }
            _ => Ok(Some(named)),
        }
    }
}

/// Converts the fields `leapers` and `leaper`, of which at most one is given.
fn leaper_piece(
    leapers: Option<&Leapers>,
    leaper: Option<&Leapers>,
) -> Result<Option<Piece>, FieldError> {
    let (name, field) = match (leapers, leaper) {
        (Some(_), Some(_)) => {
            return Err(contradiction("leapers", "leaper", "both name the piece: keep one"));
        }
        (Some(field), None) => ("leapers", field),
        (None, Some(field)) => ("leaper", field),
        (None, None) => return Ok(None),
    };
    let list = match field {
        Leapers::One(one) => std::slice::from_ref(one),
        Leapers::Several(list) => list,
    };
    let leaper = |field: &LeaperField| match field {
        LeaperField::Text(text) => text.parse(),
        LeaperField::Jumps([a, b]) => Leaper::new(*a, *b),
    };
    let leapers = list.iter().map(leaper).collect::<Result<Vec<_>, _>>();
    let piece = Piece::new(leapers.map_err(|error| FieldError::new(name, error))?);
    let expected = "two jumps such as \"2,3\", or a list of them";
    piece.map(Some).ok_or_else(|| invalid(name, expected))
}

/// A move: `"a1-b3"` or `["a1","b3"]`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a move such as \"a1-b3\"")]
pub(super) enum MoveField {
    Text(String),
    Pair([SquareField; 2]),
}

impl MoveField {
    pub(super) fn squares(&self, board: &Board) -> Result<[Square; 2], FieldError> {
        Ok(match self {
            Self::Text(text) => {
                let (a, b) =
                    text.split_once('-').ok_or_else(|| invalid("", "a move such as \"a1-b3\""))?;
                [board.parse_square(a)?, board.parse_square(b)?]
            }
            Self::Pair([a, b]) => [a.square(board)?, b.square(board)?],
        })
    }
}

/// The rows of a grid, or the levels of a box, each a list of rows.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a list of rows, each a list of numbers")]
pub(super) enum Grid {
    Rows(Vec<Vec<Option<GridEntry>>>),
    Levels(Vec<Vec<Vec<Option<GridEntry>>>>),
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum GridEntry {
    Number(serde_json::Number),
    Text(String),
}
