//! Boards: rectangles with or without holes, wrapped surfaces, boxes.

mod error;
mod holes;
mod text;

use std::sync::Arc;

use crate::{Coord, File, Level, NamedGraph, Offset, Rank, Square, SquareSet};

pub use error::BoardError;
use holes::Holes;

/// How the edges of a flat board are joined.
///
/// ```
/// use caracole_core::{Board, Offset, Surface};
///
/// let cylinder: Board = "cylinder:6x8".parse()?;
/// assert_eq!(cylinder.surface(), Surface::Cylinder);
/// let a1 = cylinder.parse_square("a1")?;
/// let to = |by| cylinder.step(a1, by).map(|to| cylinder.name(to));
/// assert_eq!(to(Offset::flat(-1, 2)), Some("f3".to_owned()), "round the left edge");
/// assert_eq!(to(Offset::flat(1, -2)), None, "ranks do not wrap");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Not at all.
    #[default]
    Flat,
    /// The files wrap: from the last file a knight goes on to the first.
    Cylinder,
    /// Files and ranks both wrap.
    Torus,
    /// The board is a graph and has no coordinates. Its vertices count as the files of one rank.
    Graph,
}

/// A board: its sides, its surface, its holes.
///
/// A plain rectangle stores its sides only, so a board of 10^18 squares costs nothing. Holes cost
/// a bit for each square, or eight bytes for each hole where that is less. Clones share them.
///
/// | text | board |
/// | --- | --- |
/// | `8x8`, `3x10` | files x ranks |
/// | `8x8-a1,h8` | without two corners |
/// | `cylinder:6x8`, `torus:6x6` | files wrap; files and ranks wrap |
/// | `box:4x4x4` | files x ranks x levels |
/// | `graph:a-b,b-c,c-a` | the vertices of a graph; its edges are the moves of every piece |
///
/// ```
/// use caracole_core::Board;
///
/// let board: Board = "8x8-a1,h8".parse()?;
/// assert_eq!(board.len(), 62);
/// assert_eq!(board.to_string(), "8x8-a1,h8");
/// assert!(board.parse_square("h8").is_err());
///
/// let vast: Board = "4294967295x4294967295".parse()?;
/// assert_eq!(vast.len(), 18_446_744_065_119_617_025);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A square is found by its name, by its place, or from another square:
///
/// ```
/// use caracole_core::{Board, Offset};
///
/// let board = Board::rectangle(8, 6)?;
/// assert_eq!((board.files(), board.ranks(), board.levels(), board.area()), (8, 6, 1, 48));
/// assert!(board.is_plain());
///
/// let e4 = board.parse_square("e4")?;
/// let place = board.coord(e4);
/// assert_eq!((place.file.index(), place.rank.index()), (4, 3));
/// assert_eq!(board.square(place), Some(e4));
///
/// let move_1 = Offset::flat(1, 2);
/// assert_eq!(board.step(e4, move_1).map(|to| board.name(to)), Some("f6".to_owned()));
/// let h6 = board.parse_square("h6")?;
/// assert_eq!(board.step(h6, move_1), None, "beyond the edge");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    files: u32,
    ranks: u32,
    levels: u32,
    surface: Surface,
    holes: Holes,
    /// The graph, if the surface is [`Surface::Graph`].
    graph: Option<Arc<NamedGraph>>,
}

impl Board {
    /// A plain rectangle.
    pub fn rectangle(files: u32, ranks: u32) -> Result<Self, BoardError> {
        Self::cuboid(files, ranks, 1)
    }

    /// A box of `levels` boards on top of each other. With one level it is a plain rectangle.
    ///
    /// ```
    /// use caracole_core::Board;
    ///
    /// let cube = Board::cuboid(4, 4, 4)?;
    /// assert!(cube.is_box());
    /// assert_eq!((cube.to_string().as_str(), cube.len()), ("box:4x4x4", 64));
    /// let corner = cube.squares().last().ok_or("a box has squares")?;
    /// assert_eq!(cube.name(corner), "d4:4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cuboid(files: u32, ranks: u32, levels: u32) -> Result<Self, BoardError> {
        if files == 0 || ranks == 0 || levels == 0 {
            return Err(BoardError::EmptySide);
        }
        let area = u128::from(files) * u128::from(ranks) * u128::from(levels);
        if area >= u128::from(u64::MAX) {
            return Err(BoardError::TooManySquares);
        }
        Ok(Self { files, ranks, levels, surface: Surface::Flat, holes: Holes::None, graph: None })
    }

    /// Returns the board whose squares are the vertices of a graph and whose moves are its edges.
    ///
    /// ```
    /// use caracole_core::{Board, Moves, NamedGraph, Piece};
    ///
    /// let triangle = NamedGraph::new(["a", "b", "c"], [(0, 1), (1, 2), (2, 0)])?;
    /// let board = Board::from_graph(triangle);
    /// assert_eq!((board.len(), board.title().as_str()), (3, "a graph of 3 vertices"));
    /// assert_eq!(board, "graph:a,b-a,c-a,c-b".parse()?);
    /// let b = board.parse_square("b")?;
    /// let names: Vec<_> =
    ///     Moves::new(&Piece::KNIGHT, &board).from(&board, b).map(|to| board.name(to)).collect();
    /// assert_eq!(names, ["a", "c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_graph(graph: NamedGraph) -> Self {
        Self {
            files: graph.graph().vertices(),
            ranks: 1,
            levels: 1,
            surface: Surface::Graph,
            holes: Holes::None,
            graph: Some(Arc::new(graph)),
        }
    }

    /// Returns the graph if the board is one.
    ///
    /// ```
    /// use caracole_core::Board;
    ///
    /// let board: Board = "graph:a-b".parse()?;
    /// assert_eq!(board.graph().map(|graph| graph.graph().edges()), Some(1));
    /// assert_eq!("8x8".parse::<Board>()?.graph(), None);
    /// # Ok::<(), caracole_core::BoardError>(())
    /// ```
    pub fn graph(&self) -> Option<&NamedGraph> {
        self.graph.as_deref()
    }

    /// A rectangle with joined edges.
    ///
    /// ```
    /// use caracole_core::{Board, Offset, Surface};
    ///
    /// let torus = Board::wrapped(6, 6, Surface::Torus)?;
    /// assert_eq!(torus.to_string(), "torus:6x6");
    /// assert_eq!(torus.surface(), Surface::Torus);
    /// let f6 = torus.coord(torus.parse_square("f6")?);
    /// let to = torus.shift(f6, Offset::flat(1, 2)).ok_or("a torus has no edge")?;
    /// assert_eq!((to.file.to_string().as_str(), to.rank.to_string().as_str()), ("a", "2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wrapped(files: u32, ranks: u32, surface: Surface) -> Result<Self, BoardError> {
        Ok(Self { surface, ..Self::rectangle(files, ranks)? })
    }

    /// The same board with more holes.
    ///
    /// Fails if a hole is not on the board, is a hole already, or none but holes are left.
    ///
    /// ```
    /// use caracole_core::Board;
    ///
    /// let whole = Board::rectangle(5, 5)?;
    /// let middle = whole.parse_square("c3")?;
    /// let ring = whole.without([middle])?;
    /// assert_eq!(ring.to_string(), "5x5-c3");
    /// assert!(ring.has_holes() && !ring.contains(middle));
    /// assert!(ring.holes().eq([middle]));
    /// assert_eq!((ring.len(), ring.area()), (24, 25));
    /// assert_eq!(ring.colour_counts(), [12, 12]);
    ///
    /// let place = ring.coord(middle);
    /// assert_eq!(ring.square(place), None, "no square");
    /// assert_eq!(ring.at(place), Some(middle), "but it has a number");
    /// assert!(ring.without([middle]).is_err(), "a hole cannot be taken out again");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without(self, holes: impl IntoIterator<Item = Square>) -> Result<Self, BoardError> {
        if self.graph.is_some() {
            return Err(BoardError::HolesOfGraph);
        }
        let mut all: Vec<u64> = self.holes.iter().collect();
        for hole in holes {
            if hole.index() >= self.area() {
                let (number, area) = (hole.index(), self.area());
                return Err(BoardError::HoleBeyond { number, area });
            }
            if !self.contains(hole) {
                return Err(BoardError::HoleTwice { text: self.name(hole) });
            }
            all.push(hole.index());
        }
        all.sort_unstable();
        if let Some(pair) = all.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(BoardError::HoleTwice { text: self.name(Square::from_index(pair[0])) });
        }
        self.with_holes(all.len() as u64, all.into_iter())
    }

    /// The squares of `set` on a flat rectangle; all else is holes.
    ///
    /// `set` numbers the squares as [`Square`] says, for sides `files` and `ranks`.
    ///
    /// ```
    /// use caracole_core::{Board, Square, SquareSet};
    ///
    /// // An L: three squares up the first file, and one to the right.
    /// let mut letter = SquareSet::with_area(6);
    /// for number in [0, 1, 2, 4] {
    ///     letter.insert(Square::from_index(number));
    /// }
    /// let board = Board::from_squares(2, 3, &letter)?;
    /// assert_eq!(board.to_string(), "2x3-b2,b3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_squares(files: u32, ranks: u32, set: &SquareSet) -> Result<Self, BoardError> {
        let board = Self::rectangle(files, ranks)?;
        let is_hole = |&index: &u64| !set.contains(Square::from_index(index));
        // Counted first, for a list of them may be far larger than the board.
        let count = (0..board.area()).filter(is_hole).count() as u64;
        let holes = (0..board.area()).filter(is_hole);
        board.with_holes(count, holes)
    }

    fn with_holes(self, count: u64, sorted: impl Iterator<Item = u64>) -> Result<Self, BoardError> {
        if count == self.area() {
            return Err(BoardError::NoSquares);
        }
        Ok(Self { holes: Holes::from_sorted(count, sorted, self.area()), ..self })
    }

    /// How many files the board has.
    pub const fn files(&self) -> u32 {
        self.files
    }

    /// How many ranks the board has.
    pub const fn ranks(&self) -> u32 {
        self.ranks
    }

    /// How many levels the board has: 1 unless it is a box.
    pub const fn levels(&self) -> u32 {
        self.levels
    }

    /// How the edges are joined.
    pub const fn surface(&self) -> Surface {
        self.surface
    }

    /// Squares and holes together. Square numbers are below this.
    pub const fn area(&self) -> u64 {
        self.files as u64 * self.ranks as u64 * self.levels as u64
    }

    /// How many squares the board has.
    #[expect(clippy::len_without_is_empty, reason = "a board has at least one square")]
    pub fn len(&self) -> u64 {
        self.area() - self.holes.len()
    }

    /// Returns true if the board has more than one level.
    pub const fn is_box(&self) -> bool {
        self.levels > 1
    }

    /// Returns true if the board is a flat rectangle without holes.
    pub const fn is_plain(&self) -> bool {
        matches!(self.surface, Surface::Flat) && self.levels == 1 && !self.has_holes()
    }

    /// Returns true if the board has holes.
    pub const fn has_holes(&self) -> bool {
        !matches!(self.holes, Holes::None)
    }

    /// Is this a square of the board, and no hole?
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        square.index() < self.area() && !self.holes.contains(square.index())
    }

    /// The square at a place; `None` beyond the edge and on holes.
    pub fn square(&self, place: Coord) -> Option<Square> {
        self.at(place).filter(|square| !self.holes.contains(square.index()))
    }

    /// The square or the hole at a place; `None` beyond the edge.
    #[inline]
    pub fn at(&self, place: Coord) -> Option<Square> {
        let (file, rank, level) = (place.file.index(), place.rank.index(), place.level.index());
        if file >= self.files || rank >= self.ranks || level >= self.levels {
            return None;
        }
        let row = u64::from(level) * u64::from(self.ranks) + u64::from(rank);
        Some(Square::from_index(row * u64::from(self.files) + u64::from(file)))
    }

    /// The place of a square of this board.
    pub const fn coord(&self, square: Square) -> Coord {
        let (index, files, ranks) = (square.index(), self.files as u64, self.ranks as u64);
        let row = index / files;
        Coord {
            file: File::new((index % files) as u32),
            rank: Rank::new((row % ranks) as u32),
            level: Level::new((row / ranks) as u32),
        }
    }

    /// The square `offset` away, around joined edges; `None` beyond the edge, on holes, and where
    /// a move round the board comes back to the square it left.
    pub fn step(&self, from: Square, offset: Offset) -> Option<Square> {
        let to = self.shift(self.coord(from), offset)?;
        self.square(to).filter(|&to| to != from)
    }

    /// The place `offset` away, around joined edges, be it a square or a hole; `None` beyond the
    /// edge.
    pub fn shift(&self, from: Coord, offset: Offset) -> Option<Coord> {
        let [wraps_files, wraps_ranks] = match self.surface {
            Surface::Flat => [false, false],
            Surface::Cylinder => [true, false],
            Surface::Torus => [true, true],
            // A graph has no directions.
            Surface::Graph => return None,
        };
        let file = shift(from.file.index(), offset.files, self.files, wraps_files)?;
        let rank = shift(from.rank.index(), offset.ranks, self.ranks, wraps_ranks)?;
        let level = shift(from.level.index(), offset.levels, self.levels, false)?;
        Some(Coord { file: File::new(file), rank: Rank::new(rank), level: Level::new(level) })
    }

    /// The squares of the board in the order of their numbers.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.area()).filter(|&index| !self.holes.contains(index)).map(Square::from_index)
    }

    /// The holes of the board in the order of their numbers.
    pub fn holes(&self) -> impl Iterator<Item = Square> + '_ {
        self.holes.iter().map(Square::from_index)
    }

    /// The colour of a square on the chequered board: 0 for `a1` and its like, 1 for the others. On a bipartite graph
    /// the first vertex of each component has colour 0; on other graphs all vertices have.
    ///
    /// ```
    /// use caracole_core::Board;
    ///
    /// let board: Board = "8x8".parse()?;
    /// assert_eq!(board.colour(board.parse_square("a1")?), 0);
    /// assert_eq!(board.colour(board.parse_square("b1")?), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn colour(&self, square: Square) -> u8 {
        if let Some(graph) = &self.graph {
            let colours = graph.colours().unwrap_or_default();
            return colours.get(square.index() as usize).copied().unwrap_or_default();
        }
        let place = self.coord(square);
        ((place.file.index() ^ place.rank.index() ^ place.level.index()) & 1) as u8
    }

    /// How many squares each colour has, colour 0 first. Costs a look at each hole.
    pub fn colour_counts(&self) -> [u64; 2] {
        if self.graph.is_some() {
            let second = self.squares().map(|square| u64::from(self.colour(square))).sum();
            return [self.len() - second, second];
        }
        let mut counts = [self.area().div_ceil(2), self.area() / 2];
        for hole in self.holes() {
            counts[usize::from(self.colour(hole))] -= 1;
        }
        counts
    }
}

/// One coordinate moved by `by` on a side of `side`, around the edge if that is joined.
fn shift(at: u32, by: i64, side: u32, wraps: bool) -> Option<u32> {
    let to = i64::from(at) + by;
    let to = if wraps { to.rem_euclid(i64::from(side)) } else { to };
    u32::try_from(to).ok().filter(|&to| to < side)
}

#[cfg(test)]
mod tests;
