//! Reasons as `caracole draw` draws them.

use caracole_core::{Problem, Proof, Reason, Square};
use caracole_draw::{Look, ProofPicture, svg};

use super::reasons::must_hold;

/// The middle of 4x4 taken out.
pub(super) fn cut() -> Result<String, String> {
    why("4x4", "b2 c2 b3 c3", |squares| Reason::Cut { squares })
}

/// Four squares that need more than their neighbours have.
pub(super) fn starved() -> Result<String, String> {
    why("4x5-d2,d3", "a1 c1 a5 c5", |squares| Reason::Starved { squares })
}

fn why(
    board: &str,
    names: &str,
    reason: impl FnOnce(Vec<Square>) -> Reason,
) -> Result<String, String> {
    let problem = Problem::new(board.parse().map_err(|_| format!("no board: {board}"))?);
    let squares = names.split(' ').map(|name| problem.board().parse_square(name));
    let squares = squares.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let proof = Proof::new(problem, reason(squares));
    must_hold(proof.problem(), proof.reason())?;
    let mut file = Vec::new();
    svg::write(&ProofPicture::new(&proof, Look::default()), &mut file)
        .map_err(|error| error.to_string())?;
    String::from_utf8(file).map_err(|error| error.to_string())
}
