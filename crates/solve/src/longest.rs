//! The longest path, where there is no tour.

mod answer;
mod bound;
mod climb;
mod flow;
mod order;
mod part;
mod search;
mod sweep;

use caracole_core::{
    Kind, LongPath, MoveGraph, Moves, Outcome, Path, Problem, Stop, StopCause, Tour,
};

use crate::{Auto, Decision, Run, Solver, Support, decide};
pub use answer::{Longest, LongestFound};
use part::Part;
use search::Search;

/// Beyond so many squares a path is not searched for.
const MOST_SQUARES: u64 = 1 << 22;

/// Bytes that the search takes for each square: its moves twice, and a path.
const BYTES_A_SQUARE: u64 = 160;

/// Can the longest path be asked of this problem?
///
/// Boards, pieces, avoided moves and the two ends may be as they like. What fixes more belongs to
/// tours: clues, moves that must be made, open or closed, several knights.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Support, supports_longest};
///
/// let problem = Problem::new("4x4".parse()?).from("a1")?;
/// assert_eq!(supports_longest(&problem), Support::Yes);
/// let Support::No(why) = supports_longest(&problem.closed()) else {
///     return Err("a longest path is neither open nor closed".into());
/// };
/// assert_eq!(why, "the longest path knows nothing of open or closed: leave it out");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn supports_longest(problem: &Problem) -> Support {
    let what = if problem.kind() != Kind::Any {
        "open or closed"
    } else if problem.knights() > 1 {
        "several knights"
    } else if !problem.used().is_empty() {
        "moves that must be made"
    } else if !problem.clues().all(|(step, _)| step == 1 || step == problem.board().len()) {
        "clues"
    } else {
        return Support::Yes;
    };
    Support::No(format!("the longest path knows nothing of {what}: leave it out"))
}

/// A longest path: the most squares that can be visited, each once, by moves of the piece.
///
/// Where there is a tour, it is the tour. Elsewhere a long path is found by walking and mending,
/// and bounds tell how much longer it could be: connected parts, colours, squares with a single
/// move, and the most moves that touch no square three times. If path and bound do not meet, a sweep
/// over all paths decides, on boards that are small or thin: it keeps up to 25 squares in view, and
/// a knight on a strip of any length needs two for each rank and two more. Strips of up to five ranks
/// are swept at once; from six on there may be too many states. Limits that are met leave a path
/// and a bound.
///
/// A given start is the first square of the path and a given end the last, however long it is; see
/// [`supports_longest`]. Fails for other problems, and if the verifier rejects a path of ours.
///
/// Takes `O(moves * sqrt(squares))` time for the bounds and about 160 bytes a square, up to four
/// million squares; the sweep takes what its states take.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, longest};
///
/// let answer = longest(&Problem::new("4x4".parse()?), &mut Run::new())?;
/// assert_eq!((answer.len(), answer.upper_bound()), (15, 15));
/// assert!(answer.is_proved());
///
/// let ring = longest(&Problem::new("3x3".parse()?).from("a1")?, &mut Run::new())?;
/// assert_eq!(ring.len(), 8, "nothing leads to the middle");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest(problem: &Problem, run: &mut Run<'_>) -> Result<Longest, Stop> {
    if let Support::No(why) = supports_longest(problem) {
        return Err(Stop::new(StopCause::Unsupported, why));
    }
    let mut no_tour = None;
    let mut stop = None;
    match decide(problem) {
        Decision::Impossible(proof) => no_tour = Some(proof.text()),
        Decision::Undecided => {}
        Decision::Exists => match Auto.solve(problem, run) {
            Outcome::Found(tour) => return Ok(Longest::tour(tour)),
            Outcome::Impossible(proof) => no_tour = Some(proof.text()),
            Outcome::Unknown(other) => stop = Some(other),
        },
    }
    let mut search = Search::new(problem, no_tour);
    if stop.is_none() {
        stop = look_for(problem, &mut search, run).err().map(|cause| search.stopped(cause, run));
    }
    let Search { best, upper, why, .. } = search;
    let found = accept(problem, best)?;
    if let LongestFound::Whole(tour) = found {
        return Ok(Longest::tour(tour));
    }
    // A bound that was met needs no more search.
    let stop = stop.filter(|_| found.len() < upper);
    Ok(Longest::new(found, upper, why, stop))
}

/// Finds the best path of all parts, and what bounds it.
fn look_for(problem: &Problem, search: &mut Search, run: &mut Run<'_>) -> Result<(), StopCause> {
    let board = problem.board();
    if board.len() > MOST_SQUARES {
        return Err(StopCause::Unsupported);
    }
    run.look()?;
    let _memory = run.reserve(board.len() * BYTES_A_SQUARE)?;
    let moves = Moves::new(problem.piece(), board);
    let moves = MoveGraph::build(board, &moves, problem.avoided(), |_| run.look())?;
    let moves = moves.ok_or(StopCause::Unsupported)?;
    let parts = Part::all(problem, &moves)?;
    if parts.is_empty() {
        search.no_way(problem);
        return Ok(());
    }
    search.in_parts(problem, &moves, &parts, run)
}

/// Hands the path to the verifier.
fn accept(problem: &Problem, path: Path) -> Result<LongestFound, Stop> {
    if path.is_empty() {
        return Ok(LongestFound::Nothing);
    }
    let accepted = if path.len() == problem.board().len() {
        Tour::verify(problem, path).map(LongestFound::Whole)
    } else {
        LongPath::verify(problem, path).map(LongestFound::Part)
    };
    accepted.map_err(|rejected| {
        let first = rejected.verdict.defects().first().map(|defect| defect.text(problem.board()));
        debug_assert!(false, "{}: {first:?}", problem.board());
        let text = first.unwrap_or_default();
        Stop::new(StopCause::Fault, format!("a path was rejected by the verifier: {text}"))
    })
}

#[cfg(test)]
mod tests;
