//! The moves of a piece, in the order in which they are tried.

use crate::{Board, Leaper, MoveOrder, OrderError, Piece, Square, Surface};

/// A move as a difference of places.
///
/// ```
/// use caracole_core::Offset;
///
/// let move_1 = Offset::flat(1, 2);
/// assert_eq!((move_1.files, move_1.ranks, move_1.levels), (1, 2, 0));
/// assert_eq!(move_1.reversed(), Offset::flat(-1, -2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// Files to the right.
    pub files: i64,
    /// Ranks upwards.
    pub ranks: i64,
    /// Levels upwards.
    pub levels: i64,
}

impl Offset {
    /// A move on one level.
    pub const fn flat(files: i64, ranks: i64) -> Self {
        Self { files, ranks, levels: 0 }
    }

    /// The move that takes this one back.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { files: -self.files, ranks: -self.ranks, levels: -self.levels }
    }
}

/// The moves of a piece on a board, in a fixed order.
///
/// On flat boards they are numbered clockwise from "short to the right, long up"; for the knight
/// 1 is one right, two up. On boxes the moves within a level come first. Single moves follow, each before its
/// opposite. On a graph the moves are its edges, and there are no offsets.
///
/// ```
/// use caracole_core::{Board, Moves, Piece};
///
/// let board: Board = "8x8".parse()?;
/// let moves = Moves::new(&Piece::KNIGHT, &board);
/// let b1 = board.parse_square("b1")?;
/// let names: Vec<_> = moves.from(&board, b1).map(|to| board.name(to)).collect();
/// assert_eq!(names, ["c3", "d2", "a3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    offsets: Vec<Offset>,
    /// The largest distance in files or ranks between the targets of two moves from one square.
    span: u64,
}

impl Moves {
    /// Returns the moves in their natural order.
    pub fn new(piece: &Piece, board: &Board) -> Self {
        let mut offsets = Vec::new();
        // The moves on a graph are its edges.
        if board.graph().is_some() {
            return Self { offsets, span: 0 };
        }
        for leaper in piece.leapers() {
            push_new(&mut offsets, leaper.offsets());
        }
        if board.is_box() {
            for leaper in piece.leapers() {
                push_new(&mut offsets, between_levels(leaper));
            }
        }
        push_new(&mut offsets, piece.moves().flat_map(|offset| [offset, offset.reversed()]));
        Self { offsets, span: 2 * piece.longest_jump() }
    }

    /// Returns the moves in a given order.
    ///
    /// ```
    /// use caracole_core::{Board, Moves, Offset, Piece};
    ///
    /// let board: Board = "8x8".parse()?;
    /// let moves = Moves::ordered(&Piece::KNIGHT, &board, &"87654321".parse()?)?;
    /// assert_eq!(moves.offsets()[0], Offset::flat(-1, 2), "one left, two up");
    /// let a1 = board.parse_square("a1")?;
    /// let names: Vec<_> = moves.from(&board, a1).map(|to| board.name(to)).collect();
    /// assert_eq!(names, ["c2", "b3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ordered(piece: &Piece, board: &Board, order: &MoveOrder) -> Result<Self, OrderError> {
        let natural = Self::new(piece, board);
        Ok(Self { offsets: order.arrange(&natural.offsets)?, ..natural })
    }

    /// Returns the offsets in the order in which they are tried.
    pub fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// Returns the squares one move away from `square`, each once, in the order in which they are tried.
    pub fn from<'a>(
        &'a self,
        board: &'a Board,
        square: Square,
    ) -> impl Iterator<Item = Square> + 'a {
        let may_repeat = self.may_repeat(board);
        let vertices = board.graph().map_or(&[][..], |graph| {
            u32::try_from(square.index()).map_or(&[], |vertex| graph.graph().neighbours(vertex))
        });
        let by_edges = vertices.iter().map(|&vertex| Square::from_index(vertex.into()));
        let by_offsets = self.offsets.iter().enumerate().filter_map(move |(at, &offset)| {
            let to = board.step(square, offset)?;
            let repeats = may_repeat
                && self.offsets[..at].iter().any(|&before| board.step(square, before) == Some(to));
            (!repeats).then_some(to)
        });
        by_edges.chain(by_offsets)
    }

    /// Returns an upper bound of the number of moves from all squares of a board, each counted in both directions.
    ///
    /// ```
    /// use caracole_core::{Board, Moves, Piece};
    ///
    /// let star: Board = "graph:a-b,a-c,a-d".parse()?;
    /// assert_eq!(Moves::new(&Piece::KNIGHT, &star).bound(&star), 6);
    /// # Ok::<(), caracole_core::BoardError>(())
    /// ```
    pub fn bound(&self, board: &Board) -> u64 {
        match board.graph() {
            Some(graph) => 2 * graph.graph().edges(),
            None => board.len().saturating_mul(self.offsets.len() as u64),
        }
    }

    /// Returns an upper bound of the number of moves from one square.
    ///
    /// ```
    /// use caracole_core::{Board, Moves, Piece};
    ///
    /// let star: Board = "graph:a-b,a-c,a-d".parse()?;
    /// assert_eq!(Moves::new(&Piece::KNIGHT, &star).max_degree(&star), 3);
    /// # Ok::<(), caracole_core::BoardError>(())
    /// ```
    pub fn max_degree(&self, board: &Board) -> usize {
        board.graph().map_or(self.offsets.len(), |graph| graph.max_degree() as usize)
    }

    /// Returns true if two moves from one square of `board` can lead to the same square. This happens on cylinders and tori
    /// whose joined side is not longer than the distance between the two targets.
    pub(crate) fn may_repeat(&self, board: &Board) -> bool {
        let is_short = |side: u32| u64::from(side) <= self.span;
        match board.surface() {
            Surface::Flat | Surface::Graph => false,
            Surface::Cylinder => is_short(board.files()),
            Surface::Torus => is_short(board.files()) || is_short(board.ranks()),
        }
    }
}

fn push_new(offsets: &mut Vec<Offset>, new: impl IntoIterator<Item = Offset>) {
    for offset in new {
        if !offsets.contains(&offset) {
            offsets.push(offset);
        }
    }
}

/// Returns the moves that change the level, in ascending order of levels, ranks and files.
fn between_levels(leaper: Leaper) -> Vec<Offset> {
    let (a, b) = (i64::from(leaper.short()), i64::from(leaper.long()));
    let mut offsets = Vec::new();
    for levels in [-b, -a, a, b] {
        let other = if levels.abs() == a { b } else { a };
        for by in [-other, other] {
            offsets.push(Offset { files: 0, ranks: by, levels });
            offsets.push(Offset { files: by, ranks: 0, levels });
        }
    }
    offsets.retain(|offset| offset.levels != 0);
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &str, piece: &Piece, from: &str) -> Vec<String> {
        let board: Board = board.parse().unwrap();
        let from = board.parse_square(from).unwrap();
        Moves::new(piece, &board).from(&board, from).map(|to| board.name(to)).collect()
    }

    #[test]
    fn pieces_have_the_right_number_of_moves() {
        let flat: Board = "9x9".parse().unwrap();
        let cube: Board = "box:9x9x9".parse().unwrap();
        for ((a, b), in_plane, in_space) in
            [((1, 2), 8, 24), ((0, 1), 4, 6), ((1, 1), 4, 12), ((0, 3), 4, 6), ((2, 3), 8, 24)]
        {
            let piece = Piece::from(Leaper::new(a, b).unwrap());
            assert_eq!(Moves::new(&piece, &flat).offsets().len(), in_plane, "{piece}");
            assert_eq!(Moves::new(&piece, &cube).offsets().len(), in_space, "{piece}");
        }
    }

    #[test]
    fn every_move_can_be_taken_back() {
        let cube: Board = "box:9x9x9".parse().unwrap();
        let moves = Moves::new(&Piece::KNIGHT, &cube);
        for offset in moves.offsets() {
            assert!(moves.offsets().contains(&offset.reversed()), "{offset:?}");
        }
    }

    #[test]
    fn knights_move_clockwise_from_one_right_two_up() {
        let around = ["e5", "f4", "f2", "e1", "c1", "b2", "b4", "c5"];
        assert_eq!(names("8x8", &Piece::KNIGHT, "d3"), around);
    }

    #[test]
    fn small_wrapped_boards_give_each_square_once() {
        let mut around = names("torus:3x3", &Piece::KNIGHT, "b2");
        around.sort();
        assert_eq!(around, ["a1", "a3", "c1", "c3"]);
        assert_eq!(names("torus:1x3", &Piece::KNIGHT, "a1").len(), 2);
    }

    /// Every small cylinder and torus, and sides just above and below twice the longer jump.
    #[test]
    fn no_neighbour_repeats_on_any_wrapped_board() {
        let pieces =
            [(1, 2), (0, 1), (2, 2), (1, 4)].map(|(a, b)| Piece::from(Leaper::new(a, b).unwrap()));
        let mut repeated = 0;
        for (files, ranks) in (1..=9).flat_map(|files| (1..=9).map(move |ranks| (files, ranks))) {
            for surface in [Surface::Cylinder, Surface::Torus] {
                let board = Board::wrapped(files, ranks, surface).unwrap();
                for moves in pieces.iter().map(|piece| Moves::new(piece, &board)) {
                    let square = Square::from_index(board.area() / 2);
                    let all: Vec<Square> = moves.from(&board, square).collect();
                    let mut once: Vec<Square> = moves
                        .offsets()
                        .iter()
                        .filter_map(|&offset| board.step(square, offset))
                        .collect();
                    let with_repeats = once.len();
                    once.sort_unstable();
                    once.dedup();
                    if once.len() < with_repeats {
                        repeated += 1;
                    }
                    let mut sorted = all.clone();
                    sorted.sort_unstable();
                    assert_eq!(sorted, once, "{board} {:?}", moves.offsets());
                    assert!(once.len() == with_repeats || moves.may_repeat(&board), "{board}");
                }
            }
        }
        assert!(repeated > 100, "{repeated}");
    }
}
