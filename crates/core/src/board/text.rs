//! Boards as text: `8x8-a1,h8`, `8` for `8x8`, `cylinder:6x8`, `torus:6x6`, `box:4x4x4`.

use std::fmt;
use std::str::FromStr;

use super::{Board, BoardError, Surface};
use crate::{
    Coord, File, Level, NamedGraph, Rank, Square, SquareError, UnknownName, closest_name,
    pluralize, shorten,
};

/// The separators of two sides; blanks may surround them.
const SIGNS: [char; 4] = ['x', 'X', '×', '*'];

impl Board {
    /// The name of a square: `e4`, on wide boards `x,y`, on boxes with its level, `a1:3`; on graphs the name of the
    /// vertex.
    pub fn name(&self, square: Square) -> String {
        if let Some(graph) = self.graph() {
            return graph.name(square.index() as u32).to_owned();
        }
        self.coord(square).name(self.is_box())
    }

    /// Reads the name of a square in any of its forms and either case.
    pub fn parse_square(&self, text: &str) -> Result<Square, SquareError> {
        let text = text.trim();
        if let Some(graph) = self.graph() {
            let vertex = graph.vertex(text).map(|vertex| Square::from_index(vertex.into()));
            return vertex
                .ok_or_else(|| SquareError::Vertex { text: shorten(text), vertices: self.len() });
        }
        let (place, with_level) = Coord::parse(text).ok_or_else(|| SquareError::syntax(text))?;
        // A flat board is a box of one level.
        let fits = if self.is_box() { with_level } else { place.level.index() == 0 };
        if !fits {
            let text = shorten(text);
            return Err(SquareError::Level { text, needed: self.is_box() });
        }
        let (file, rank, level) = (place.file.index(), place.rank.index(), place.level.index());
        if file >= self.files || rank >= self.ranks || level >= self.levels {
            return Err(SquareError::off_board(text, self));
        }
        self.square(place).ok_or_else(|| SquareError::Hole { text: shorten(text) })
    }

    /// Returns the board for use in a sentence: its text, or the number of squares if the text would be a long list of
    /// holes.
    ///
    /// ```
    /// use caracole_core::Board;
    ///
    /// let board: Board = "8x8-a1,h8".parse()?;
    /// assert_eq!(board.title(), "8x8-a1,h8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn title(&self) -> String {
        const MOST_HOLES: u64 = 8;
        if self.graph().is_some() {
            return format!("a graph of {}", pluralize(self.len(), "vertex"));
        }
        if self.area() - self.len() <= MOST_HOLES {
            return self.to_string();
        }
        format!("a board of {}", pluralize(self.len(), "square"))
    }

    /// Returns the range of the squares in words.
    pub(crate) fn extent(&self) -> String {
        if self.graph().is_some() {
            return format!("the graph has {}", pluralize(self.len(), "vertex"));
        }
        let corner = Coord {
            file: File::new(self.files - 1),
            rank: Rank::new(self.ranks - 1),
            level: Level::new(self.levels - 1),
        };
        if corner.name(false).contains(',') {
            return format!("x runs from 0 to {}, y from 0 to {}", self.files - 1, self.ranks - 1);
        }
        let levels =
            if self.is_box() { format!(", levels 1 to {}", corner.level) } else { String::new() };
        format!("files a to {}, ranks 1 to {}{levels}", corner.file, corner.rank)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let text = text.trim();
        if let Some(graph) = text.strip_prefix(GRAPH) {
            return Ok(Self::from_graph(NamedGraph::parse(graph)?));
        }
        let syntax = || BoardError::Syntax { text: shorten(text), meant: meant(text) };
        let (sides, holes) = match text.split_once('-') {
            Some((sides, holes)) => (sides, Some(holes)),
            None => (text, None),
        };
        let (kind, sides) = match sides.split_once(':') {
            Some((kind, sides)) => (kind.trim().to_ascii_lowercase(), sides),
            None => (String::new(), sides),
        };
        let sides: Vec<u32> = sides
            .split(SIGNS)
            .map(|side| parse_side(side.trim(), syntax))
            .collect::<Result<_, _>>()?;
        let board = match (kind.as_str(), &sides[..]) {
            ("", &[side]) => Self::rectangle(side, side)?,
            ("", &[files, ranks]) => Self::rectangle(files, ranks)?,
            ("cylinder", &[files, ranks]) => Self::wrapped(files, ranks, Surface::Cylinder)?,
            ("torus", &[files, ranks]) => Self::wrapped(files, ranks, Surface::Torus)?,
            ("box", &[files, ranks, levels]) => Self::cuboid(files, ranks, levels)?,
            ("" | "cylinder" | "torus" | "box", _) => return Err(syntax()),
            _ => {
                return Err(BoardError::UnknownSurface(UnknownName::new(
                    "kind of board",
                    &kind,
                    KINDS,
                )));
            }
        };
        match holes {
            Some(holes) => {
                let holes = parse_holes(&board, holes)?;
                board.without(holes)
            }
            None => Ok(board),
        }
    }
}

/// The kinds of boards that are named before a colon.
const KINDS: [&str; 4] = ["cylinder", "torus", "box", "graph"];

/// What the text of a graph begins with.
const GRAPH: &str = "graph:";

/// Accepted texts between two sides, and at both ends.
const BETWEEN: [&str; 8] = ["", "x", "×", "*", "by", ",", "-", "/"];

/// The board that was probably meant, if what is written differs in its signs only.
fn meant(text: &str) -> Option<String> {
    const LONGEST: usize = 40;
    if text.len() > LONGEST {
        return None;
    }
    let (kind, rest) = match text.find(|c: char| c.is_ascii_digit()) {
        Some(at) => text.split_at(at),
        None => return None,
    };
    let kind = kind.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    // Holes stand behind the first dash, if a letter follows.
    let (sides, holes) = match rest.split_once('-') {
        Some((sides, holes)) if holes.trim().starts_with(|c: char| c.is_alphabetic()) => {
            (sides, Some(holes.replace(|c: char| c.is_whitespace() || c.is_control(), "")))
        }
        _ => (rest, None),
    };
    let is_sign = |sign: &str| BETWEEN.contains(&sign.trim().to_lowercase().as_str());
    if !sides.split(|c: char| c.is_ascii_digit()).all(is_sign) {
        return None;
    }
    let sides = sides.split(|c: char| !c.is_ascii_digit()).filter(|side| !side.is_empty());
    let sides: Vec<&str> = sides.collect();
    let kind = match (&kind[..], &sides[..]) {
        ("", [_] | [_, _]) => String::new(),
        ("", [_, _, _]) => "box:".to_owned(),
        (kind, [_, _] | [_, _, _]) => format!("{}:", closest_name(kind, KINDS)?),
        _ => return None,
    };
    let sides = match &sides[..] {
        [side] => format!("{side}x{side}"),
        [a, b] if kind == "box:" => format!("{a}x{b}x{a}"),
        sides => sides.join("x"),
    };
    let holes = holes.map(|holes| format!("-{holes}")).unwrap_or_default();
    let meant = format!("{kind}{sides}{holes}");
    // It must be a board, and another text, or it is no help.
    let is_plain = !meant.contains(char::is_control);
    (meant != text && is_plain && meant.parse::<Board>().is_ok()).then_some(meant)
}

fn parse_side(text: &str, syntax: impl Fn() -> BoardError) -> Result<u32, BoardError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(syntax());
    }
    let side = text.parse().map_err(|_| BoardError::SideTooLong { text: shorten(text) })?;
    if side == 0 { Err(BoardError::EmptySide) } else { Ok(side) }
}

/// Names between commas; a number alone and the one after it are a pair `x,y`.
fn parse_holes(board: &Board, text: &str) -> Result<Vec<Square>, BoardError> {
    let mut words = text.split(',');
    let mut holes = Vec::new();
    while let Some(word) = words.next() {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let hole = match words.clone().next().filter(|_| is_number) {
            Some(next) => {
                words.next();
                board.parse_square(&format!("{word},{next}"))?
            }
            None => board.parse_square(word)?,
        };
        holes.push(hole);
    }
    Ok(holes)
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.surface {
            Surface::Flat if self.is_box() => "box:",
            Surface::Flat => "",
            Surface::Cylinder => "cylinder:",
            Surface::Torus => "torus:",
            Surface::Graph => GRAPH,
        };
        if let Some(graph) = self.graph() {
            return write!(f, "{kind}{graph}");
        }
        write!(f, "{kind}{}x{}", self.files, self.ranks)?;
        if self.is_box() {
            write!(f, "x{}", self.levels)?;
        }
        for (hole, separator) in
            self.holes().zip(std::iter::once('-').chain(std::iter::repeat(',')))
        {
            write!(f, "{separator}{}", self.name(hole))?;
        }
        Ok(())
    }
}
