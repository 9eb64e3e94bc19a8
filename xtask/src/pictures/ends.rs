//! Boards whose colours, dead ends or corners leave no room for a tour.

use caracole_core::{Piece, Problem, Reason, Square};

use super::reasons::must_hold;
use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

/// The chessboard without two corners of one colour.
pub(super) fn colours() -> Result<String, String> {
    let mut sketch = Sketch::new("8x8-a1,h8", 30, 270, "The colours of 8x8-a1,h8")?;
    let board = sketch.board.clone();
    let (one, other): (Vec<Square>, Vec<Square>) =
        board.squares().partition(|&square| board.colour(square) == 0);
    let counts = [one.len() as u64, other.len() as u64];
    must_hold(&Problem::new(board), &Reason::Colours { counts })?;
    sketch.mark(&one, Ink::Root);
    sketch.mark(&other, Ink::Tooth);
    sketch.explain(Sign::Patch(Ink::Root), &format!("{} squares of a1's colour", one.len()));
    sketch.explain(Sign::Patch(Ink::Tooth), &format!("{} squares of the other", other.len()));
    sketch.explain(Sign::Patch(Ink::Hole), "holes");
    Ok(sketch.finish())
}

/// Three squares with one move each.
pub(super) fn dead_ends() -> Result<String, String> {
    let mut sketch = Sketch::new("5x5-c3,d3,b4", 44, 290, "Three dead ends on 5x5-c3,d3,b4")?;
    let dead = sketch.squares("e1 a2 d5")?;
    let problem = Problem::new(sketch.board.clone());
    must_hold(&problem, &Reason::DeadEnds { squares: dead.clone() })?;
    let all = sketch.all_moves(&Piece::KNIGHT, |_, _| true)?;
    let (theirs, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|pair| pair.iter().any(|square| dead.contains(square)));
    sketch.mark(&dead, Ink::Root);
    sketch.moves(&others, Ink::Tour);
    sketch.moves(&theirs, Ink::Homeward);
    sketch.explain(Sign::Patch(Ink::Root), "three dead ends");
    sketch.explain(Sign::Line(Ink::Homeward), "the one move of each");
    sketch.explain(Sign::Line(Ink::Tour), "all other moves");
    sketch.explain(Sign::Patch(Ink::Hole), "holes");
    Ok(sketch.finish())
}

/// Two corners that both need the square where the tour begins.
pub(super) fn shared() -> Result<String, String> {
    let mut sketch = Sketch::new("6x5", 44, 300, "Two corners of 6x5 that share b3")?;
    let [start, end] = ["b3", "c3"].map(|name| sketch.squares(name));
    let (start, end) = (start?, end?);
    let corners = sketch.squares("a1 a5")?;
    let problem = Problem::new(sketch.board.clone()).from(start[0]);
    let problem = problem.and_then(|problem| problem.to(end[0]));
    let problem = problem.map_err(|error| error.to_string())?;
    must_hold(&problem, &Reason::SharedNeighbour { end: start[0], needed_by: corners.clone() })?;
    let moves =
        sketch.all_moves(&Piece::KNIGHT, |a, b| corners.contains(&a) || corners.contains(&b))?;
    sketch.mark(&corners, Ink::Root);
    sketch.moves(&moves, Ink::PutIn);
    sketch.dots(&start, Ink::Start);
    sketch.dots(&end, Ink::End);
    sketch.explain(Sign::Patch(Ink::Root), "need both of their moves");
    sketch.explain(Sign::Line(Ink::PutIn), "so all these are made");
    sketch.explain(Sign::Dot(Ink::Start), "the start: it makes one move");
    sketch.explain(Sign::Dot(Ink::End), "the end that was asked for");
    Ok(sketch.finish())
}
