//! Reasons why a board has no tour. Each reason is checked as a proof before it is drawn.

use caracole_core::{Case, Cases, Certificate, Leaper, Piece, Problem, Reason, Square};
use caracole_draw::{Appearance, ProofPicture, svg};
use caracole_verify::no_progress;
use caracole_verify::{Checked, check_proof};

use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

/// Returns an error if the reason does not prove that the problem has no tour.
pub(super) fn must_hold(problem: &Problem, reason: &Reason) -> Result<(), String> {
    match check_proof(problem, reason, &no_progress) {
        Ok(Checked::Proved { .. }) => Ok(()),
        Ok(_) => Err(format!("{}: not checked", problem.board())),
        Err(flaw) => Err(format!("{}: {}", problem.board(), flaw.text(problem.board()))),
    }
}

/// Draws a deficient set of four squares.
pub(super) fn deficient() -> Result<String, String> {
    let mut sketch = Sketch::new("4x5-d2,d3", 44, 290, "Four squares that starve on 4x5-d2,d3")?;
    let needy = sketch.squares("a1 c1 a5 c5")?;
    let problem = Problem::new(sketch.board.clone());
    must_hold(&problem, &Reason::DeficientSet { squares: needy.clone() })?;
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
    sketch.explain(Sign::Patch(Ink::Tooth), "their neighbours");
    sketch.explain(Sign::Line(Ink::Outward), "all moves of the four");
    sketch.explain(Sign::Patch(Ink::Hole), "holes");
    Ok(sketch.finish())
}

/// Draws the vertex cut of 4x4.
pub(super) fn cut() -> Result<String, String> {
    let mut sketch = Sketch::new("4x4", 44, 290, "4x4 falls into six parts without its middle")?;
    let taken = sketch.squares("b2 c2 b3 c3")?;
    must_hold(&Problem::new(sketch.board.clone()), &Reason::VertexCut { squares: taken.clone() })?;
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
    sketch.explain(Sign::Patch(Ink::Cut), "four squares removed");
    sketch.explain(Sign::Patch(Ink::Root), "four components of one square");
    sketch.explain(Sign::Line(Ink::Outward), "a component of four squares");
    sketch.explain(Sign::Line(Ink::Homeward), "another one of four squares");
    Ok(sketch.finish())
}

/// The vertex cut of 11x11 for the giraffe.
const GIRAFFE: &str = "e2 g2 e4 g4 b5 d5 h5 j5 b7 d7 h7 j7 e8 g8 e10 g10";

/// Draws a vertex cut of sixteen squares with seventeen isolated squares.
pub(super) fn giraffe() -> Result<String, String> {
    let mut sketch = Sketch::new("11x11", 30, 290, "Why no giraffe tours 11x11")?;
    let taken = sketch.squares(GIRAFFE)?;
    let giraffe = Piece::from(Leaper::new(1, 4).map_err(|error| error.to_string())?);
    let problem = Problem::with_piece(sketch.board.clone(), giraffe.clone());
    must_hold(&problem, &Reason::VertexCut { squares: taken.clone() })?;
    let left = sketch.all_moves(&giraffe, |a, b| !taken.contains(&a) && !taken.contains(&b))?;
    let isolated: Vec<Square> = sketch
        .board
        .squares()
        .filter(|square| !taken.contains(square))
        .filter(|square| !left.iter().flatten().any(|joined| joined == square))
        .collect();
    if isolated.len() <= taken.len() {
        return Err(format!("only {} squares are isolated", isolated.len()));
    }
    let lost = sketch.all_moves(&giraffe, |a, b| isolated.contains(&a) || isolated.contains(&b))?;
    sketch.moves(&lost, Ink::Tour);
    sketch.mark(&taken, Ink::Cut);
    sketch.mark(&isolated, Ink::Root);
    sketch.explain(Sign::Patch(Ink::Cut), "16 squares removed");
    sketch.explain(Sign::Patch(Ink::Root), "17 squares without other moves");
    sketch.explain(Sign::Line(Ink::Tour), "all moves of these squares");
    sketch.explain(Sign::Patch(Ink::LightSquare), "the rest: one more component");
    Ok(sketch.finish())
}

/// Draws the forced cycle of the corners of 5x5 without its middle.
pub(super) fn ring() -> Result<String, String> {
    let mut sketch = Sketch::new("5x5-c3", 44, 290, "Forced moves close a ring on 5x5-c3")?;
    let problem = Problem::new(sketch.board.clone()).closed();
    must_hold(&problem, &Reason::Cases { cases: Cases::new(vec![Case::Forced]) })?;
    let corners = sketch.squares("a1 e1 a5 e5")?;
    let moves =
        sketch.all_moves(&Piece::KNIGHT, |a, b| corners.contains(&a) || corners.contains(&b))?;
    sketch.mark(&corners, Ink::Root);
    sketch.moves(&moves, Ink::PutIn);
    sketch.explain(Sign::Patch(Ink::Root), "have only two moves");
    sketch.explain(Sign::Line(Ink::PutIn), "so these moves are forced");
    sketch.explain(Sign::Patch(Ink::Hole), "a hole");
    Ok(sketch.finish())
}

/// Draws the moves of 6x4 that the tight set of the outer ranks leaves.
pub(super) fn outer_ranks() -> Result<String, String> {
    let mut sketch = Sketch::new("6x4", 44, 330, "What the outer ranks of 6x4 leave")?;
    let outer = sketch.squares("a1 b1 c1 d1 e1 f1 a4 b4 c4 d4 e4 f4")?;
    let problem = Problem::new(sketch.board.clone()).closed();
    let lines = vec![Case::TightSet(outer.clone()), Case::VertexCut(Vec::new())];
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
    sketch.explain(Sign::Patch(Ink::Root), "use all moves of the inner ranks");
    sketch.explain(Sign::Line(Ink::Outward), "the rest: one component");
    sketch.explain(Sign::Line(Ink::Homeward), "and another one");
    Ok(sketch.finish())
}

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

/// Draws two corners that both require the start.
pub(super) fn shared() -> Result<String, String> {
    let mut sketch = Sketch::new("6x5", 44, 300, "Two corners of 6x5 that share b3")?;
    let [start, end] = ["b3", "c3"].map(|name| sketch.squares(name));
    let (start, end) = (start?, end?);
    let corners = sketch.squares("a1 a5")?;
    let problem = Problem::new(sketch.board.clone()).start(start[0]);
    let problem = problem.and_then(|problem| problem.end(end[0]));
    let problem = problem.map_err(|error| error.to_string())?;
    must_hold(&problem, &Reason::SharedNeighbour { end: start[0], needed_by: corners.clone() })?;
    let moves =
        sketch.all_moves(&Piece::KNIGHT, |a, b| corners.contains(&a) || corners.contains(&b))?;
    sketch.mark(&corners, Ink::Root);
    sketch.moves(&moves, Ink::PutIn);
    sketch.dots(&start, Ink::Start);
    sketch.dots(&end, Ink::End);
    sketch.explain(Sign::Patch(Ink::Root), "need both of their moves");
    sketch.explain(Sign::Line(Ink::PutIn), "so these moves are forced");
    sketch.explain(Sign::Dot(Ink::Start), "the start: it makes one move");
    sketch.explain(Sign::Dot(Ink::End), "the required end");
    Ok(sketch.finish())
}

/// Draws the cut of 4x4 like `caracole draw`.
pub(super) fn cut_picture() -> Result<String, String> {
    proof_picture("4x4", "b2 c2 b3 c3", |squares| Reason::VertexCut { squares })
}

/// Draws a deficient set like `caracole draw`.
pub(super) fn deficient_picture() -> Result<String, String> {
    proof_picture("4x5-d2,d3", "a1 c1 a5 c5", |squares| Reason::DeficientSet { squares })
}

fn proof_picture(
    board: &str,
    names: &str,
    reason: impl FnOnce(Vec<Square>) -> Reason,
) -> Result<String, String> {
    let problem = Problem::new(board.parse().map_err(|_| format!("no board: {board}"))?);
    let squares = names.split(' ').map(|name| problem.board().parse_square(name));
    let squares = squares.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let proof = Certificate::new(problem, reason(squares));
    must_hold(proof.problem(), proof.reason())?;
    let mut file = Vec::new();
    svg::write(&ProofPicture::new(&proof, Appearance::default()), &mut file)
        .map_err(|error| error.to_string())?;
    String::from_utf8(file).map_err(|error| error.to_string())
}
