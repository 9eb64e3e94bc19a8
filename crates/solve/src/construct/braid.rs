//! Braided tours: closed tours with few turns and few crossings.

use caracole_verify::StopCause;

use crate::{KNIGHT_MOVES, Run};

use super::sides::Sides;
use crate::links::Links;

/// The minimum side of a braided board: two corner pieces.
pub(super) const SHORTEST: u32 = 2 * CORNER;

/// Returns a closed tour of a board with sides of at least 12 and an even number of squares; `None` for other
/// boards.
///
/// Nearly all squares are on straight strands, two files to the right for each rank down. Four parallel
/// strands form a zigzag from the lower left to the upper right corner: at the top and the bottom edge they
/// turn in heels, at the left and the right edge in pieces of two files. The corner pieces join their ends to
/// one closed tour. The moves of a square depend only on its place. With heels along `n` files and pieces
/// along `m` ranks the tour has less than 5n + 4m turns and at most 5.75n + 5m crossings.
///
/// The idea is that of Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour" (2022), whose
/// tours of squares have 9.25n turns and 12n crossings, up to a constant. The pieces here come from another
/// search. Their heels overlap; those of the paper do not.
///
/// The result is one cycle on large boards too. A heel permutes the four strands to 2 3 4 1, a side piece to
/// 2 1 4 3. Two heels, two side pieces, or one of each, applied twice, are the identity. So the cycles do not
/// change if the board grows by 8 ranks or 16 files, unless the strands in the middle join other edges, which
/// depends only on whether the board has more files than twice its ranks.
pub(super) fn braid(sides: Sides, run: &mut Run<'_>) -> Result<Option<Links>, StopCause> {
    let Some(layout) = BraidLayout::new(sides) else {
        return Ok(None);
    };
    let memory = run.reserve(Links::bytes(sides.area()))?;
    let mut links = Links::in_memory(sides.area(), memory, run)?;
    for rank in 0..layout.sides.ranks {
        run.check_limits()?;
        for file in 0..layout.sides.files {
            for other in layout.neighbours(file, rank) {
                let (here, there) = (layout.number((file, rank)), layout.number(other));
                // Each move occurs at both its squares.
                if here < there {
                    links.join(here, there);
                }
            }
        }
    }
    Ok(Some(links))
}

/// The arrangement of the pieces on a board.
struct BraidLayout {
    /// The sides, with the heels along the files.
    sides: Sides,
    /// True if files and ranks are swapped.
    is_swapped: bool,
    /// The phases of the upper half, and of the lower half after a rotation by 180 degrees.
    phases: [u32; 2],
}

impl BraidLayout {
    const fn new(sides: Sides) -> Option<Self> {
        if sides.shorter() < SHORTEST || !sides.area().is_multiple_of(2) {
            return None;
        }
        // Heels need an even side. They have more turns than the pieces along the other sides.
        let is_swapped = !sides.files.is_multiple_of(2)
            || (sides.ranks.is_multiple_of(2) && sides.ranks < sides.files);
        let Sides { files, ranks } = sides;
        let (files, ranks) = if is_swapped { (ranks, files) } else { (files, ranks) };
        let upper = PHASES[(ranks % 4) as usize][(files / 2 % 4) as usize];
        // The upper half joins four strands to those on their left, the lower half to those on their
        // right. Eleven is -1 modulo 4, without a negative intermediate result.
        let lower = (ranks % 4 + 11 - upper - files / 2 % 4) % 4;
        Some(Self { sides: Sides { files, ranks }, is_swapped, phases: [upper, lower] })
    }

    /// Returns the index of a square on the board.
    const fn number(&self, (file, rank): (u32, u32)) -> u32 {
        if self.is_swapped { file * self.sides.ranks + rank } else { self.sides.at(file, rank) }
    }

    /// Returns the two neighbours of a place in the tour.
    fn neighbours(&self, file: u32, rank: u32) -> [(u32, u32); 2] {
        self.moves(file, self.sides.ranks - 1 - rank).moves().map(|number| {
            let by = KNIGHT_MOVES[usize::from(number)];
            ((i64::from(file) + by.files) as u32, (i64::from(rank) + by.ranks) as u32)
        })
    }

    /// Returns the two moves of a square, whose file counts from the left and whose rank from the top.
    fn moves(&self, file: u32, down: u32) -> MovePair {
        let [upper, lower] = self.phases;
        let rotated = (self.sides.files - 1 - file, self.sides.ranks - 1 - down);
        self.near_edge(upper, (file, down))
            .or_else(|| self.near_edge(lower, rotated).map(MovePair::rotated))
            .unwrap_or(MovePair::STRAIGHT)
    }

    /// Returns the moves of a square near the top or the left edge, except in the lower left corner.
    const fn near_edge(&self, phase: u32, (file, down): (u32, u32)) -> Option<MovePair> {
        let Sides { files, ranks } = self.sides;
        let from_corner = (file + CORNER).checked_sub(files);
        if down < CORNER && file < CORNER {
            Some(LEFT_CORNERS[phase as usize].at(file, down))
        } else if let (true, Some(file)) = (down < CORNER, from_corner) {
            Some(RIGHT_CORNERS[((files / 2 + phase + 1) % 4) as usize].at(file, down))
        } else if down < 3 {
            Some(HEEL.at((file + 2 * phase) % 8, down))
        } else if file < 2 && down < ranks - CORNER {
            Some(SIDE.at(file, (down + 4 - phase) % 4))
        } else {
            None
        }
    }
}

/// The two moves of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MovePair([u8; 2]);

impl MovePair {
    /// The moves of all squares that are not near an edge.
    const STRAIGHT: Self = Self([2, 6]);

    /// Returns the indices of the two moves.
    const fn moves(self) -> [u8; 2] {
        self.0
    }

    /// Returns the moves after a rotation of the board by 180 degrees.
    const fn rotated(self) -> Self {
        Self([(self.0[0] + 4) % 8, (self.0[1] + 4) % 8])
    }
}

/// A rectangle of squares with their moves, as it is repeated along an edge or used in a corner.
///
/// A piece is written with its top rank first. Each square has two digits, the indices of its moves in
/// [`KNIGHT_MOVES`](crate::KNIGHT_MOVES), clockwise from "one to the right, two up". So `26` is a straight
/// strand from the upper left to the lower right.
#[derive(Clone, Copy, Debug)]
struct Piece<const FILES: usize, const RANKS: usize>([[MovePair; FILES]; RANKS]);

impl<const FILES: usize, const RANKS: usize> Piece<FILES, RANKS> {
    /// Parses a piece at compile time.
    const fn parse(rows: [&str; RANKS]) -> Self {
        let mut piece = [[MovePair::STRAIGHT; FILES]; RANKS];
        let mut down = 0;
        while down < RANKS {
            let line = rows[down].as_bytes();
            assert!(line.len() + 1 == 3 * FILES);
            let mut file = 0;
            while file < FILES {
                let moves = [line[3 * file] - b'0', line[3 * file + 1] - b'0'];
                assert!(moves[0] < moves[1] && moves[1] < 8);
                piece[down][file] = MovePair(moves);
                file += 1;
            }
            down += 1;
        }
        Self(piece)
    }

    /// Returns the moves of a square, whose file counts from the left and whose rank from the top.
    const fn at(&self, file: u32, down: u32) -> MovePair {
        self.0[down as usize][file as usize]
    }
}

/// The side of the corner pieces.
const CORNER: u32 = 6;

/// The heel: four strands from below return four files to the right. It is repeated along the top edge.
///
/// It has 20 turns and 23 crossings on eight files. The other heels found have 18 and 31, 22 and 17, or 25
/// and 16.
const HEEL: Piece<8, 3> = Piece::parse([
    "25 25 25 45 45 45 45 25", //
    "15 16 16 16 16 12 12 12",
    "26 26 02 02 02 02 12 26",
]);

/// The side piece: four strands from the right return two ranks lower. It is repeated along the left edge,
/// and has 8 turns and 10 crossings on four ranks.
const SIDE: Piece<2, 4> = Piece::parse([
    "23 24", //
    "23 24", //
    "02 27", //
    "02 27",
]);

/// The upper left corners by the phase of the upper half: the rank from the top, modulo 4, at which the pieces
/// along the left edge begin.
const LEFT_CORNERS: [Piece<{ CORNER as usize }, { CORNER as usize }>; 4] = [
    Piece::parse([
        "23 24 25 45 45 45",
        "13 14 16 16 16 12",
        "02 27 02 02 02 02",
        "02 27 26 26 26 26",
        "23 24 26 26 26 26",
        "23 24 26 26 26 26",
    ]),
    Piece::parse([
        "23 34 35 45 45 25",
        "13 14 16 12 12 12",
        "03 27 07 07 12 26",
        "02 27 25 26 25 24",
        "12 27 16 26 26 26",
        "23 24 26 26 02 26",
    ]),
    Piece::parse([
        "23 24 25 25 25 24",
        "13 12 16 26 16 16",
        "03 27 25 26 02 26",
        "13 27 25 26 26 26",
        "12 27 25 26 26 26",
        "12 27 26 26 26 26",
    ]),
    Piece::parse([
        "23 24 25 25 25 45",
        "12 12 16 16 16 16",
        "02 27 26 26 02 02",
        "23 24 26 26 26 26",
        "23 24 26 26 26 26",
        "02 27 26 26 26 26",
    ]),
];

/// The upper right corners by the rank from the top, modulo 4, at which the pieces along the right edge begin.
const RIGHT_CORNERS: [Piece<{ CORNER as usize }, { CORNER as usize }>; 4] = [
    Piece::parse([
        "25 35 25 25 34 45",
        "15 16 26 12 36 46",
        "26 26 27 02 06 67",
        "26 26 26 26 06 67",
        "26 26 26 26 36 46",
        "26 26 26 26 36 46",
    ]),
    Piece::parse([
        "25 25 24 23 35 45",
        "26 26 16 16 36 46",
        "23 02 26 26 07 47",
        "26 26 26 26 06 67",
        "26 67 26 26 06 56",
        "26 26 26 12 36 46",
    ]),
    Piece::parse([
        "45 45 45 25 35 45",
        "16 13 15 15 45 56",
        "01 01 12 12 03 47",
        "26 26 27 02 36 46",
        "26 26 26 26 06 67",
        "26 26 26 26 06 67",
    ]),
    Piece::parse([
        "45 45 45 25 35 45",
        "12 13 13 12 35 46",
        "02 06 16 23 03 67",
        "26 26 67 37 03 67",
        "26 26 26 26 37 47",
        "26 26 26 26 67 67",
    ]),
];

/// The phase of the upper half for which all strands form one cycle, by the ranks modulo 4 and half the files
/// modulo 4.
const PHASES: [[u32; 4]; 4] = [[0, 0, 2, 1], [1, 0, 0, 0], [2, 1, 0, 0], [0, 0, 1, 0]];

#[cfg(test)]
mod tests;
