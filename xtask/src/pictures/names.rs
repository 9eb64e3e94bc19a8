//! How squares and moves are named.

use caracole_core::{Piece, Square};

use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

/// A board of four files and three ranks, each square with both of its names.
pub(super) fn squares() -> Result<String, String> {
    let mut sketch = Sketch::new("4x3", 60, 0, "The squares of 4x3")?;
    let squares: Vec<Square> = sketch.board.squares().collect();
    for square in squares {
        let place = sketch.board.place(square);
        let name = sketch.board.name(square);
        sketch.write_two(square, &name, &format!("{},{}", place.file.index(), place.rank.index()));
    }
    Ok(sketch.finish())
}

/// The eight moves of a knight and their digits.
pub(super) fn order() -> Result<String, String> {
    let mut sketch = Sketch::new("5x5", 44, 210, "The digits of an order of moves")?;
    let knight = sketch.board.parse_square("c3").map_err(|error| error.to_string())?;
    let places = ["d5", "e4", "e2", "d1", "b1", "a2", "a4", "b5"];
    let moves = sketch.all_moves(&Piece::KNIGHT, |a, b| a == knight || b == knight)?;
    sketch.moves(&moves, Ink::Outward);
    sketch.mark(&[knight], Ink::Root);
    for (digit, place) in (1..).zip(places) {
        let square = sketch.board.parse_square(place).map_err(|error| error.to_string())?;
        sketch.seal(square, digit);
    }
    sketch.explain(Sign::Patch(Ink::Root), "the knight");
    sketch.explain(Sign::Dot(Ink::Seal), "1: one right, two up,");
    sketch.explain(Sign::Dot(Ink::Seal), "the others clockwise");
    Ok(sketch.finish())
}
