//! The symmetries of a board.

use crate::{Board, Coord, File, Level, Offset, Piece, Rank, Square, Surface};

/// A rotation or a reflection that maps a board onto itself.
///
/// Each symmetry sends file, rank and level to file, rank and level in some order, some of them
/// counted from the other side. Shifts of wrapped boards are not among them.
///
/// ```
/// use caracole_core::{Board, Symmetry};
///
/// let board: Board = "8x8".parse()?;
/// let all = Symmetry::of(&board);
/// assert_eq!(all.len(), 8);
/// let half_turn = all.iter().find(|symmetry| symmetry.name() == "half turn").ok_or("none")?;
/// let a1 = board.parse_square("a1")?;
/// assert_eq!(board.name(half_turn.apply(&board, a1)), "h8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Places and moves go along:
///
/// ```
/// use caracole_core::{Board, Offset, Symmetry};
///
/// let board: Board = "3x5".parse()?;
/// let all = Symmetry::of(&board);
/// assert_eq!(all[0], Symmetry::IDENTITY);
/// let mirror = all.iter().find(|way| way.name() == "mirror left to right").ok_or("none")?;
/// let a2 = board.parse_square("a2")?;
/// assert_eq!(mirror.apply_coord(&board, board.coord(a2)), board.coord(mirror.apply(&board, a2)));
/// assert_eq!(mirror.apply_offset(Offset::flat(1, 2)), Offset::flat(-1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// From which direction (0 file, 1 rank, 2 level) each direction of the image comes.
    axes: [usize; 3],
    /// The directions of the image that are counted from the other side.
    flips: [bool; 3],
}

const AXES: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self { axes: AXES[0], flips: [false; 3] };

    /// Returns the symmetries of a board, the identity first. With holes, takes time proportional to the squares.
    /// Of a graph only the identity is returned.
    pub fn of(board: &Board) -> Vec<Self> {
        if board.graph().is_some() {
            return vec![Self::IDENTITY];
        }
        let sides = [board.files(), board.ranks(), board.levels()];
        let mut all = Vec::new();
        for axes in AXES {
            let fits = (0..3).all(|to| sides[axes[to]] == sides[to]);
            let keeps_levels = board.is_box() || axes[2] == 2;
            let keeps_wrap = board.surface() != Surface::Cylinder || axes[0] == 0;
            if !fits || !keeps_levels || !keeps_wrap {
                continue;
            }
            for bits in 0..8_u8 {
                let flips = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
                let symmetry = Self { axes, flips };
                if (board.is_box() || !flips[2]) && symmetry.keeps_holes(board) {
                    all.push(symmetry);
                }
            }
        }
        all
    }

    /// Returns the symmetries of a board that map every move of a piece to a move, the identity first. Only lists of
    /// single moves exclude any.
    ///
    /// ```
    /// use caracole_core::{Board, Piece, Symmetry};
    ///
    /// let board: Board = "8x8".parse()?;
    /// assert_eq!(Symmetry::of_piece(&board, &Piece::KNIGHT).len(), 8);
    /// let piece = Piece::parse_moves("1,2;-1,2")?;
    /// let names: Vec<_> = Symmetry::of_piece(&board, &piece).iter().map(|way| way.name()).collect();
    /// assert_eq!(names, ["identity", "mirror left to right", "mirror top to bottom", "half turn"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_piece(board: &Board, piece: &Piece) -> Vec<Self> {
        let keeps_move = |symmetry: Self, offset| {
            let image = symmetry.apply_offset(offset);
            piece.moves().any(|other| other == image || other == image.reversed())
        };
        let mut all = Self::of(board);
        all.retain(|&symmetry| piece.moves().all(|offset| keeps_move(symmetry, offset)));
        all
    }

    fn keeps_holes(self, board: &Board) -> bool {
        board.holes().all(|hole| !board.contains(self.apply(board, hole)))
    }

    /// Returns the image of a square of the board.
    pub fn apply(self, board: &Board, square: Square) -> Square {
        let to = self.apply_coord(board, board.coord(square));
        let row =
            u64::from(to.level.index()) * u64::from(board.ranks()) + u64::from(to.rank.index());
        Square::from_index(row * u64::from(board.files()) + u64::from(to.file.index()))
    }

    /// Returns the image of coordinates on the board.
    pub fn apply_coord(self, board: &Board, place: Coord) -> Coord {
        let from = [place.file.index(), place.rank.index(), place.level.index()];
        let sides = [board.files(), board.ranks(), board.levels()];
        let to = |at: usize| {
            let value = from[self.axes[at]];
            if self.flips[at] { sides[at] - 1 - value } else { value }
        };
        Coord { file: File::new(to(0)), rank: Rank::new(to(1)), level: Level::new(to(2)) }
    }

    /// Returns the image of an offset.
    pub fn apply_offset(self, offset: Offset) -> Offset {
        let from = [offset.files, offset.ranks, offset.levels];
        let to = |at: usize| {
            let by = from[self.axes[at]];
            if self.flips[at] { -by } else { by }
        };
        Offset { files: to(0), ranks: to(1), levels: to(2) }
    }

    /// Returns the inverse.
    ///
    /// ```
    /// use caracole_core::{Board, Symmetry};
    ///
    /// let board: Board = "8x8".parse()?;
    /// for symmetry in Symmetry::of(&board) {
    ///     for square in board.squares() {
    ///         let image = symmetry.apply(&board, square);
    ///         assert_eq!(symmetry.inverse().apply(&board, image), square);
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn inverse(self) -> Self {
        let mut inverse = Self::IDENTITY;
        for (to, from) in self.axes.into_iter().enumerate() {
            inverse.axes[from] = to;
            inverse.flips[from] = self.flips[to];
        }
        inverse
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match (self.axes, self.flips) {
            ([0, 1, 2], [false, false, false]) => "identity",
            ([0, 1, 2], [true, true, false]) => "half turn",
            ([1, 0, 2], [false, true, false]) => "quarter turn clockwise",
            ([1, 0, 2], [true, false, false]) => "quarter turn anticlockwise",
            ([0, 1, 2], [true, false, false]) => "mirror left to right",
            ([0, 1, 2], [false, true, false]) => "mirror top to bottom",
            ([1, 0, 2], [false, false, false]) => "mirror in the rising diagonal",
            ([1, 0, 2], [true, true, false]) => "mirror in the falling diagonal",
            _ => "turn or mirror of the box",
        }
    }
}

#[cfg(test)]
mod tests;
