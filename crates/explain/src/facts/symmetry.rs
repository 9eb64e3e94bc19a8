//! Symmetries of tours.

use std::fmt;

use caracole_core::{Square, Symmetry};
use caracole_verify::Adjacency;

use super::Departures;

/// The symmetries that map the moves of a tour onto themselves.
pub(super) fn symmetries(adjacency: &Adjacency, departures: &Departures) -> Vec<Symmetry> {
    let mut all = Symmetry::of(adjacency.board());
    all.retain(|&symmetry| {
        symmetry == Symmetry::IDENTITY || is_kept(adjacency, departures.as_slice(), symmetry)
    });
    all
}

/// Returns true if the image of every move is a move. Different moves have different images, so every move is then an
/// image.
fn is_kept(adjacency: &Adjacency, departures: &[u8], symmetry: Symmetry) -> bool {
    let board = adjacency.board();
    let table = |image: &dyn Fn(usize) -> Option<usize>| -> Vec<u8> {
        let directions = 0..adjacency.offsets().len();
        directions.map(|at| image(at).map_or(Departures::NONE, |image| image as u8)).collect()
    };
    let images = table(&|at| adjacency.image(symmetry, at));
    let reversed_images = table(&|at| adjacency.image(symmetry, adjacency.opposite(at)?));
    let is_left = |square: Square, direction: u8| {
        departures[symmetry.apply(board, square).index() as usize] == direction
    };
    departures.iter().zip(0..).filter(|&(&direction, _)| direction != Departures::NONE).all(
        |(&direction, index)| {
            let (from, at) = (Square::from_index(index), usize::from(direction));
            // The image of the move may be walked either way.
            is_left(from, images[at]) || is_left(adjacency.follow(from, at), reversed_images[at])
        },
    )
}

/// The classes of symmetric tours.
///
/// ```
/// use caracole_core::{Board, Symmetry};
/// use caracole_explain::SymmetryClass;
///
/// let board: Board = "3x4".parse()?;
/// let mut symmetries = Symmetry::of(&board);
/// assert_eq!(SymmetryClass::of(&symmetries), SymmetryClass::Biaxial);
/// symmetries.retain(|way| ["identity", "half turn"].contains(&way.name()));
/// assert_eq!(SymmetryClass::of(&symmetries).name(), "rotary");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SymmetryClass {
    /// None but the identity.
    Asymmetric,
    /// The half turn.
    Rotary,
    /// The quarter turns, and so the half turn.
    Birotary,
    /// One reflection, left to right or top to bottom.
    Axial,
    /// Both of these mirrors, and so the half turn.
    Biaxial,
    /// One reflection in a diagonal.
    Diagonal,
    /// The mirrors in both diagonals, and so the half turn.
    Bidiagonal,
    /// All eight rotations and reflections of a square.
    Full,
    /// Some turn or mirror of a box.
    Spatial,
}

impl SymmetryClass {
    /// The class of tours with these symmetries, which must be those of a tour: with two of them
    /// comes the one that does both.
    pub fn of(symmetries: &[Symmetry]) -> Self {
        let count = |names: [&str; 2]| {
            symmetries.iter().filter(|symmetry| names.contains(&symmetry.name())).count()
        };
        let half_turns = count(["half turn", ""]).min(1);
        let quarter_turns = count(["quarter turn clockwise", "quarter turn anticlockwise"]);
        let mirrors = count(["mirror left to right", "mirror top to bottom"]);
        let diagonals = count(["mirror in the rising diagonal", "mirror in the falling diagonal"]);
        let known = 1 + half_turns + quarter_turns + mirrors + diagonals;
        match (half_turns > 0, quarter_turns, mirrors, diagonals) {
            _ if known < symmetries.len() => Self::Spatial,
            (false, 0, 0, 0) => Self::Asymmetric,
            (true, 0, 0, 0) => Self::Rotary,
            (true, 2, 0, 0) => Self::Birotary,
            (false, 0, _, 0) => Self::Axial,
            (true, 0, _, 0) => Self::Biaxial,
            (false, 0, 0, _) => Self::Diagonal,
            (true, 0, 0, _) => Self::Bidiagonal,
            _ => Self::Full,
        }
    }

    /// The class in one word, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asymmetric => "asymmetric",
            Self::Rotary => "rotary",
            Self::Birotary => "birotary",
            Self::Axial => "axial",
            Self::Biaxial => "biaxial",
            Self::Diagonal => "diagonal",
            Self::Bidiagonal => "bidiagonal",
            Self::Full => "full",
            Self::Spatial => "spatial",
        }
    }
}

impl fmt::Display for SymmetryClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
