//! Boards without tours, and the squares that show it. What is drawn is checked as a proof first.

use caracole_core::verify::{Checked, check_proof};
use caracole_core::{Case, Cases, Leaper, Piece, Problem, Reason, Square};

use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

/// Draws nothing that is not true.
pub(super) fn must_hold(problem: &Problem, reason: &Reason) -> Result<(), String> {
    match check_proof(problem, reason) {
        Ok(Checked::Proved { .. }) => Ok(()),
        Ok(_) => Err(format!("{}: not checked", problem.board())),
        Err(flaw) => Err(format!("{}: {}", problem.board(), flaw.text(problem.board()))),
    }
}

/// Four squares that need more than their neighbours have.
pub(super) fn starved() -> Result<String, String> {
    let mut sketch = Sketch::new("4x5-d2,d3", 44, 290, "Four squares that starve on 4x5-d2,d3")?;
    let needy = sketch.squares("a1 c1 a5 c5")?;
    let problem = Problem::new(sketch.board.clone());
    must_hold(&problem, &Reason::Starved { squares: needy.clone() })?;
    let moves =
        sketch.all_moves(&Piece::KNIGHT, |a, b| needy.contains(&a) || needy.contains(&b))?;
    let neighbours: Vec<Square> =
        moves.iter().flatten().copied().filter(|square| !needy.contains(square)).collect();
    sketch.mark(&needy, Ink::Root);
    for square in sketch.board.clone().squares().filter(|square| neighbours.contains(square)) {
        sketch.mark(&[square], Ink::Tooth);
    }
    sketch.moves(&moves, Ink::Outward);
    sketch.explain(Sign::Patch(Ink::Root), "need two moves or ends each");
    sketch.explain(Sign::Patch(Ink::Tooth), "have moves to give them");
    sketch.explain(Sign::Line(Ink::Outward), "all moves of the four");
    sketch.explain(Sign::Patch(Ink::Hole), "holes");
    Ok(sketch.finish())
}

/// The middle of 4x4 taken out.
pub(super) fn cut() -> Result<String, String> {
    let mut sketch = Sketch::new("4x4", 44, 290, "4x4 falls into six parts without its middle")?;
    let taken = sketch.squares("b2 c2 b3 c3")?;
    must_hold(&Problem::new(sketch.board.clone()), &Reason::Cut { squares: taken.clone() })?;
    let rest =
        sketch.all_moves(&Piece::KNIGHT, |a, b| !taken.contains(&a) && !taken.contains(&b))?;
    let one_ring = sketch.squares("a2 c1 d3 b4")?;
    let (one, other): (Vec<_>, Vec<_>) =
        rest.into_iter().partition(|pair| one_ring.contains(&pair[0]));
    let corners = sketch.squares("a1 d1 a4 d4")?;
    sketch.mark(&taken, Ink::Cut);
    sketch.mark(&corners, Ink::Root);
    sketch.moves(&one, Ink::Outward);
    sketch.moves(&other, Ink::Homeward);
    sketch.explain(Sign::Patch(Ink::Cut), "four squares taken out");
    sketch.explain(Sign::Patch(Ink::Root), "four parts of one square");
    sketch.explain(Sign::Line(Ink::Outward), "a part of four squares");
    sketch.explain(Sign::Line(Ink::Homeward), "another part of four");
    Ok(sketch.finish())
}

/// The squares that keep the giraffe from touring 11x11.
const GIRAFFE: &str = "e2 g2 e4 g4 b5 d5 h5 j5 b7 d7 h7 j7 e8 g8 e10 g10";

/// Sixteen squares taken out, and seventeen that are lonely then.
pub(super) fn giraffe() -> Result<String, String> {
    let mut sketch = Sketch::new("11x11", 30, 290, "Why no giraffe tours 11x11")?;
    let taken = sketch.squares(GIRAFFE)?;
    let giraffe = Piece::from(Leaper::new(1, 4).map_err(|error| error.to_string())?);
    let problem = Problem::with_piece(sketch.board.clone(), giraffe.clone());
    must_hold(&problem, &Reason::Cut { squares: taken.clone() })?;
    let left = sketch.all_moves(&giraffe, |a, b| !taken.contains(&a) && !taken.contains(&b))?;
    let lonely: Vec<Square> = sketch
        .board
        .squares()
        .filter(|square| !taken.contains(square))
        .filter(|square| !left.iter().flatten().any(|joined| joined == square))
        .collect();
    if lonely.len() <= taken.len() {
        return Err(format!("only {} squares are lonely", lonely.len()));
    }
    let lost = sketch.all_moves(&giraffe, |a, b| lonely.contains(&a) || lonely.contains(&b))?;
    sketch.moves(&lost, Ink::Tour);
    sketch.mark(&taken, Ink::Cut);
    sketch.mark(&lonely, Ink::Root);
    sketch.explain(Sign::Patch(Ink::Cut), "16 squares taken out");
    sketch.explain(Sign::Patch(Ink::Root), "17 squares that are lonely then");
    sketch.explain(Sign::Line(Ink::Tour), "all moves of the lonely ones");
    sketch.explain(Sign::Patch(Ink::LightSquare), "all the rest is one part more");
    Ok(sketch.finish())
}

/// The corners of 5x5 without its middle close a ring.
pub(super) fn ring() -> Result<String, String> {
    let mut sketch = Sketch::new("5x5-c3", 44, 290, "Forced moves close a ring on 5x5-c3")?;
    let problem = Problem::new(sketch.board.clone()).closed();
    must_hold(&problem, &Reason::Cases { cases: Cases::new(vec![Case::Forced]) })?;
    let corners = sketch.squares("a1 e1 a5 e5")?;
    let moves =
        sketch.all_moves(&Piece::KNIGHT, |a, b| corners.contains(&a) || corners.contains(&b))?;
    sketch.mark(&corners, Ink::Root);
    sketch.moves(&moves, Ink::PutIn);
    sketch.explain(Sign::Patch(Ink::Root), "have two moves only");
    sketch.explain(Sign::Line(Ink::PutIn), "so all these are made");
    sketch.explain(Sign::Patch(Ink::Hole), "a hole");
    Ok(sketch.finish())
}

/// The moves that are left on 6x4 when the outer ranks have taken what they need.
pub(super) fn outer_ranks() -> Result<String, String> {
    let mut sketch = Sketch::new("6x4", 44, 330, "What the outer ranks of 6x4 leave")?;
    let outer = sketch.squares("a1 b1 c1 d1 e1 f1 a4 b4 c4 d4 e4 f4")?;
    let problem = Problem::new(sketch.board.clone()).closed();
    let lines = vec![Case::Tight(outer.clone()), Case::Cut(Vec::new())];
    must_hold(&problem, &Reason::Cases { cases: Cases::new(lines) })?;
    let left = sketch.all_moves(&Piece::KNIGHT, |a, b| outer.contains(&a) != outer.contains(&b))?;
    let board = sketch.board.clone();
    let (one, other): (Vec<_>, Vec<_>) = left.into_iter().partition(|pair| {
        let outer_one = if outer.contains(&pair[0]) { pair[0] } else { pair[1] };
        board.colour(outer_one) == 0
    });
    sketch.mark(&outer, Ink::Root);
    sketch.moves(&one, Ink::Outward);
    sketch.moves(&other, Ink::Homeward);
    sketch.explain(Sign::Patch(Ink::Root), "take all that the inner ranks have");
    sketch.explain(Sign::Line(Ink::Outward), "what is left: one part");
    sketch.explain(Sign::Line(Ink::Homeward), "and another");
    Ok(sketch.finish())
}
