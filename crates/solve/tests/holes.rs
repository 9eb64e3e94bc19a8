//! Boards with holes, decided by the exact search.

#[path = "support/decided.rs"]
mod decided;
#[path = "holes/eight.rs"]
mod eight;
#[path = "holes/one_hole.rs"]
mod one_hole;
#[path = "holes/printed.rs"]
mod printed;
#[path = "holes/small.rs"]
mod small;
#[path = "holes/truth.rs"]
mod truth;

use caracole_core::{Board, Kind, Square, SquareSet};

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];

/// Returns the board of some squares of a rectangle.
fn board_of(files: u32, ranks: u32, squares: impl IntoIterator<Item = Square>) -> Board {
    let mut set = SquareSet::with_area(u64::from(files) * u64::from(ranks));
    for square in squares {
        set.insert(square);
    }
    Board::from_squares(files, ranks, &set).expect("at least one square")
}
