//! The facts of a tour: symmetry, magic sums, turns, crossings.

mod crossings;
mod magic_sums;
mod symmetry;
#[cfg(test)]
mod tests;

use caracole_core::{Board, Coord, Offset, Piece, Square, Symmetry};
use caracole_verify::{Adjacency, Tour};

pub use magic_sums::MagicSums;
pub use symmetry::SymmetryClass;

use magic_sums::Lines;

/// The facts of a tour. Facts that are undefined on a board are `None`.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_explain::{Facts, SymmetryClass};
/// use caracole_verify::Tour;
///
/// let problem = Problem::new("3x4".parse()?);
/// let steps = vec![0, 7, 2, 3, 10, 5, 6, 1, 8, 9, 4, 11];
/// let facts = Facts::of(&Tour::verify(&problem, Path::from_indices(steps))?);
/// assert!(!facts.closed);
/// assert_eq!(facts.symmetry_class(), Some(SymmetryClass::Rotary));
/// assert_eq!(facts.moves.iter().map(|&(_, count)| count).sum::<u64>(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// True if the tour has at least three squares and its ends are a move apart. The other facts then include
    /// the move from the end to the start.
    pub closed: bool,
    /// The symmetries of the board that map the moves of the tour onto themselves, in either direction; the
    /// identity first. `None` for pieces with more than 255 moves.
    pub symmetries: Option<Vec<Symmetry>>,
    /// The sums of the step numbers along ranks, files and diagonals, on flat rectangles without
    /// holes.
    pub sums: Option<MagicSums>,
    /// The number of squares that the tour leaves in another direction than it enters them, without the ends of
    /// an open tour.
    pub turns: u64,
    /// The number of pairs of moves that cross, drawn as straight lines between the middles of squares:
    /// the ends of each lie on different sides of the other. Moves that meet in a square, touch,
    /// or run along each other do not cross. Known on flat boards, for pieces that jump no
    /// farther than 8 and have no more than 64 moves.
    pub crossings: Option<u64>,
    /// The number of moves in each direction, clockwise from "short to the
    /// right, long up"; on boxes the moves within a level come first. Offsets that lead to the
    /// same square round joined edges are counted under the first of them.
    pub moves: Vec<(Offset, u64)>,
    /// The bytes that symmetries and crossings need, if they are `None` because [`describe_within`] has less.
    pub left_out: Option<u64>,
}

impl Facts {
    /// Describes a tour. Takes a byte per square.
    pub fn of(tour: &Tour) -> Self {
        describe(tour.board(), tour.piece(), || tour.squares())
    }

    /// Returns the class of the symmetries.
    pub fn symmetry_class(&self) -> Option<SymmetryClass> {
        self.symmetries.as_deref().map(SymmetryClass::of)
    }
}

/// Describes a tour.
///
/// The path must be a tour of the piece on the board, which [`check`](caracole_verify::check) verifies; the facts of
/// other paths are meaningless. Takes a byte for each square of the board, and walks the path once, on boards with
/// sides beyond 2^18 several times.
///
/// ```
/// use caracole_core::{Board, Piece};
/// use caracole_explain::{SymmetryClass, describe};
///
/// let board: Board = "3x4".parse()?;
/// let names = "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4";
/// let path = names.split(' ').map(|name| board.parse_square(name)).collect::<Result<Vec<_>, _>>()?;
/// let facts = describe(&board, &Piece::KNIGHT, || path.iter().copied());
/// assert!(!facts.closed);
/// assert_eq!(facts.symmetry_class(), Some(SymmetryClass::Rotary));
/// assert_eq!((facts.turns, facts.crossings), (10, Some(20)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn describe<I>(board: &Board, piece: &Piece, path: impl Fn() -> I) -> Facts
where
    I: Iterator<Item = Square>,
{
    describe_within(u64::MAX, board, piece, path)
}

/// [`describe`] in bounded memory: if a byte for each square of the board is more than `limit`,
/// the facts that need it, symmetries and crossings, are left out.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_explain::describe_within;
/// use caracole_verify::Tour;
///
/// let problem = Problem::new("3x4".parse()?);
/// let steps = vec![0, 7, 2, 3, 10, 5, 6, 1, 8, 9, 4, 11];
/// let tour = Tour::verify(&problem, Path::from_indices(steps))?;
/// let facts = describe_within(8, tour.board(), tour.piece(), || tour.squares());
/// assert_eq!((facts.symmetries, facts.crossings), (None, None));
/// assert_eq!(facts.left_out, Some(12), "bytes that they would have taken");
/// assert_eq!(facts.turns, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn describe_within<I>(limit: u64, board: &Board, piece: &Piece, path: impl Fn() -> I) -> Facts
where
    I: Iterator<Item = Square>,
{
    if board.graph().is_some() {
        return of_graph(board, piece, path());
    }
    let left_out = Some(board.area()).filter(|&bytes| bytes > limit);
    let mut survey = Survey::new(Adjacency::new(board, piece), left_out.is_none());
    path().for_each(|square| survey.step(square));
    survey.go_home();
    let Survey { adjacency, departures, lines, counts, turns, closed, .. } = survey;
    Facts {
        closed,
        symmetries: departures
            .as_ref()
            .map(|departures| symmetry::symmetries(&adjacency, departures)),
        sums: lines.map(|lines| lines.sums(path)),
        turns,
        crossings: departures
            .as_ref()
            .and_then(|departures| crossings::count(&adjacency, departures)),
        moves: adjacency.offsets().iter().copied().zip(counts).collect(),
        left_out,
    }
}

/// Returns the only fact of a tour of a graph, which has no directions: whether it is closed.
fn of_graph(board: &Board, piece: &Piece, path: impl Iterator<Item = Square>) -> Facts {
    let adjacency = Adjacency::new(board, piece);
    let places: Vec<Coord> = path.filter_map(|square| adjacency.place(square)).collect();
    let ends = places.first().zip(places.last()).filter(|_| places.len() >= 3);
    Facts {
        closed: ends.is_some_and(|(&first, &last)| adjacency.direction(last, first).is_some()),
        symmetries: None,
        sums: None,
        turns: 0,
        crossings: None,
        moves: Vec::new(),
        left_out: None,
    }
}

/// The directions in which a tour leaves the squares of a board, one byte each.
struct Departures(Vec<u8>);

impl Departures {
    /// The mark of holes and of the end of an open tour. Directions are below it.
    const NONE: u8 = u8::MAX;

    /// `None` if there are too many directions.
    fn new(adjacency: &Adjacency) -> Option<Self> {
        let fits = adjacency.offsets().len() <= usize::from(Self::NONE);
        fits.then(|| Self(vec![Self::NONE; adjacency.board().area() as usize]))
    }

    /// The directions by the numbers of the squares, [`Self::NONE`] where there is none.
    fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

/// The facts that one walk along a path collects.
struct Survey<'a> {
    adjacency: Adjacency<'a>,
    departures: Option<Departures>,
    lines: Option<Lines<'a>>,
    counts: Vec<u64>,
    turns: u64,
    closed: bool,
    step: u64,
    ends: Option<[(Square, Coord); 2]>,
    /// The first direction and the latest.
    directions: Option<[usize; 2]>,
}

impl<'a> Survey<'a> {
    fn new(adjacency: Adjacency<'a>, with_leaves: bool) -> Self {
        Self {
            departures: if with_leaves { Departures::new(&adjacency) } else { None },
            lines: adjacency.board().is_plain().then(|| Lines::new(adjacency.board())),
            counts: vec![0; adjacency.offsets().len()],
            turns: 0,
            closed: false,
            step: 0,
            ends: None,
            directions: None,
            adjacency,
        }
    }

    fn step(&mut self, square: Square) {
        let before = self.ends.map(|[_, before]| before);
        let (Some(place), direction) = self.adjacency.enter(before, square) else { return };
        self.step += 1;
        if let Some(lines) = &mut self.lines {
            lines.add(place, self.step);
        }
        let here = (square, place);
        if let (Some((from, _)), Some(direction)) = (before, direction) {
            self.go(from, direction);
        }
        match &mut self.ends {
            Some([_, last]) => *last = here,
            none => *none = Some([here; 2]),
        }
    }

    /// Adds a move.
    fn go(&mut self, from: Square, direction: usize) {
        self.counts[direction] += 1;
        if let Some(Departures(departures)) = &mut self.departures {
            departures[from.index() as usize] = direction as u8;
        }
        let [first, before] = self.directions.unwrap_or([direction; 2]);
        if before != direction {
            self.turns += 1;
        }
        self.directions = Some([first, direction]);
    }

    /// Adds the closing move of a closed tour.
    fn go_home(&mut self) {
        if self.step < 3 {
            return;
        }
        if let Some([first, last]) = self.ends
            && let Some(direction) = self.adjacency.direction(last.1, first.1)
        {
            self.go(last.0, direction);
            self.closed = true;
            if self.directions.is_some_and(|[first, last]| first != last) {
                self.turns += 1;
            }
        }
    }
}
