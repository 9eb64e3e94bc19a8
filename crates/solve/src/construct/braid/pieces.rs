//! The pieces along the edges of a braided tour.
//!
//! Every piece is drawn as a board is, its top rank first. Each square shows its two moves, each
//! by its number in [`LEAPS`](super::super::sides::LEAPS), clockwise from "one to the right, two
//! up": `26` goes straight on, from the upper left to the lower right.

/// The two moves of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bend([u8; 2]);

impl Bend {
    /// What all squares have but those near the edges.
    pub(super) const STRAIGHT: Self = Self([2, 6]);

    /// The two moves, by their numbers.
    pub(super) const fn moves(self) -> [u8; 2] {
        self.0
    }

    /// The moves after half a turn of the board.
    pub(super) const fn turned(self) -> Self {
        Self([(self.0[0] + 4) % 8, (self.0[1] + 4) % 8])
    }
}

/// A rectangle of squares with their moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<const FILES: usize, const RANKS: usize>([[Bend; FILES]; RANKS]);

impl<const FILES: usize, const RANKS: usize> Piece<FILES, RANKS> {
    /// Reads a drawing. What is none does not compile.
    const fn read(drawing: [&str; RANKS]) -> Self {
        let mut piece = [[Bend::STRAIGHT; FILES]; RANKS];
        let mut down = 0;
        while down < RANKS {
            let line = drawing[down].as_bytes();
            assert!(line.len() + 1 == 3 * FILES);
            let mut file = 0;
            while file < FILES {
                let moves = [line[3 * file] - b'0', line[3 * file + 1] - b'0'];
                assert!(moves[0] < moves[1] && moves[1] < 8);
                piece[down][file] = Bend(moves);
                file += 1;
            }
            down += 1;
        }
        Self(piece)
    }

    /// The moves of a square, counted from the left and from the top.
    pub(super) const fn at(&self, file: u32, down: u32) -> Bend {
        self.0[down as usize][file as usize]
    }
}

/// The side of the corner pieces.
pub(super) const CORNER: u32 = 6;

/// Where four strands come up and go down again, four files to the right; it is repeated along
/// the top edge.
///
/// It has 20 turns and 23 crossings on eight files. The other heels that were found trade one for
/// the other: 18 and 31, 22 and 17, 25 and 16.
pub(super) const HEEL: Piece<8, 3> = Piece::read([
    "25 25 25 45 45 45 45 25", //
    "15 16 16 16 16 12 12 12",
    "26 26 02 02 02 02 12 26",
]);

/// Where four strands come from the right and go back, two ranks lower; it is repeated along the
/// left edge. 8 turns and 10 crossings on four ranks.
pub(super) const SIDE: Piece<2, 4> = Piece::read([
    "23 24", //
    "23 24", //
    "02 27", //
    "02 27",
]);

/// The upper left corners, by the phase of the upper half: the rank, counted from the top and
/// modulo 4, where the pieces along the left edge begin.
pub(super) const LEFT_CORNERS: [Piece<{ CORNER as usize }, { CORNER as usize }>; 4] = [
    Piece::read([
        "23 24 25 45 45 45",
        "13 14 16 16 16 12",
        "02 27 02 02 02 02",
        "02 27 26 26 26 26",
        "23 24 26 26 26 26",
        "23 24 26 26 26 26",
    ]),
    Piece::read([
        "23 34 35 45 45 25",
        "13 14 16 12 12 12",
        "03 27 07 07 12 26",
        "02 27 25 26 25 24",
        "12 27 16 26 26 26",
        "23 24 26 26 02 26",
    ]),
    Piece::read([
        "23 24 25 25 25 24",
        "13 12 16 26 16 16",
        "03 27 25 26 02 26",
        "13 27 25 26 26 26",
        "12 27 25 26 26 26",
        "12 27 26 26 26 26",
    ]),
    Piece::read([
        "23 24 25 25 25 45",
        "12 12 16 16 16 16",
        "02 27 26 26 02 02",
        "23 24 26 26 26 26",
        "23 24 26 26 26 26",
        "02 27 26 26 26 26",
    ]),
];

/// The upper right corners, by the rank, counted likewise, where the pieces along the right edge
/// begin.
pub(super) const RIGHT_CORNERS: [Piece<{ CORNER as usize }, { CORNER as usize }>; 4] = [
    Piece::read([
        "25 35 25 25 34 45",
        "15 16 26 12 36 46",
        "26 26 27 02 06 67",
        "26 26 26 26 06 67",
        "26 26 26 26 36 46",
        "26 26 26 26 36 46",
    ]),
    Piece::read([
        "25 25 24 23 35 45",
        "26 26 16 16 36 46",
        "23 02 26 26 07 47",
        "26 26 26 26 06 67",
        "26 67 26 26 06 56",
        "26 26 26 12 36 46",
    ]),
    Piece::read([
        "45 45 45 25 35 45",
        "16 13 15 15 45 56",
        "01 01 12 12 03 47",
        "26 26 27 02 36 46",
        "26 26 26 26 06 67",
        "26 26 26 26 06 67",
    ]),
    Piece::read([
        "45 45 45 25 35 45",
        "12 13 13 12 35 46",
        "02 06 16 23 03 67",
        "26 26 67 37 03 67",
        "26 26 26 26 37 47",
        "26 26 26 26 67 67",
    ]),
];

/// A phase of the upper half with which all strands become one tour, by the ranks modulo 4 and by
/// half the files modulo 4.
pub(super) const PHASES: [[u32; 4]; 4] = [[0, 0, 2, 1], [1, 0, 0, 0], [2, 1, 0, 0], [0, 0, 1, 0]];
