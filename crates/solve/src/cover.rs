//! Several knights that cover a board together.
//!
//! A closed tour can be cut before any square, so it fits any given starts. An open tour fits if it begins on one of
//! them, or if one knight without a given start can take its first part.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use caracole_core::{Kind, MoveGraph, Path, Problem, Square};
use caracole_verify::{Cover, Outcome, StopCause, Tour};

use crate::auto::{SHORT, SMALL};
use crate::{Auto, Construct, Decision, Exact, Patch, Reservation, Run, Solver, Support, decide};

/// Finds the paths of all knights of a problem, or the reason why none exist.
///
/// * The colours decide some problems without a search.
/// * If the board has a tour, and no move is required, the tour is cut into parts: before every given start, and then
///   so that all parts have about the same length. On a plain rectangle the tour is constructed, which takes linear
///   time and about four bytes per square. On other boards a short exact search finds it, or [`Patch`] if they are
///   large.
/// * [`Exact::cover`] searches for all other covers.
///
/// Knights with a given start come first, in the order of their starts.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, cover};
///
/// let problem = Problem::new("100x99".parse()?).with_knights(3, ["c3", "b2"])?;
/// let Outcome::Found(cover) = cover(&problem, &mut Run::new()) else {
///     return Err("there is one".into());
/// };
/// let starts: Vec<_> = cover.names().iter().map(|names| names[..2].to_owned()).collect();
/// assert_eq!(starts[..2], ["b2", "c3"]);
/// # use caracole_verify::Outcome;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover(problem: &Problem, run: &mut Run<'_>) -> Outcome<Cover> {
    run.set_method("theorem");
    if let Decision::Impossible(certificate) = decide(problem) {
        return run.impossible(problem, certificate.into_reason());
    }
    let answer = match problem.knights() {
        1 => of_one_knight(problem, run).map(Some),
        _ => cut_a_tour(problem, run),
    };
    match answer {
        Ok(Some(outcome)) => outcome,
        Ok(None) => {
            let exact = Exact::default();
            run.set_method(exact.name());
            exact.cover(problem, run)
        }
        Err(cause) => {
            let method = run.method().unwrap_or_default();
            Outcome::Unknown(run.stop(problem, cause, method))
        }
    }
}

/// Solves a problem of one knight, whose path is a tour.
fn of_one_knight(problem: &Problem, run: &mut Run<'_>) -> Result<Outcome<Cover>, StopCause> {
    let _memory = reserve_paths(problem, run)?;
    Ok(match Auto.solve(problem, run) {
        Outcome::Found(tour) => run.found_cover(problem, vec![tour.into_path()]),
        Outcome::Impossible(proof) => Outcome::Impossible(proof),
        Outcome::Unknown(stop) => Outcome::Unknown(stop),
    })
}

/// Reserves the memory of the paths, and of a bit for each square to check them.
fn reserve_paths(problem: &Problem, run: &Run<'_>) -> Result<Reservation, StopCause> {
    let squares = problem.board().len();
    if squares > MoveGraph::MAX_SQUARES {
        return Err(StopCause::Memory);
    }
    run.reserve(4 * squares + squares / 8)
}

/// Puts the knights with a given start before the others, in the order of their starts.
pub(crate) fn given_first(problem: &Problem, paths: &mut [Path]) {
    let starts = problem.knight_starts();
    paths.sort_by_key(|path| {
        let start = path.first().map(|first| starts.binary_search(&first));
        start.and_then(Result::ok).unwrap_or(starts.len())
    });
}

/// The maximum number of starts that are tried if every start is given and no closed tour exists.
const MAX_STARTS: usize = 64;
/// The maximum number of searches for a tour that cannot be constructed.
const MAX_SEARCHES: u32 = 4;
/// The squares between two checks of the limits.
const SQUARES_BETWEEN_CHECKS: u64 = 1 << 16;

/// Cuts a tour that is found quickly; `None` if none is found, or none fits the starts. A cut could remove a required
/// move, so problems with required moves are not cut.
fn cut_a_tour(problem: &Problem, run: &mut Run<'_>) -> Result<Option<Outcome<Cover>>, StopCause> {
    if !problem.required().is_empty() {
        return Ok(None);
    }
    let _memory = reserve_paths(problem, run)?;
    let mut searches = 0;
    for whole in tours(problem) {
        let decision = decide(&whole);
        let construct = Construct::default();
        let solver: &dyn Solver = match decision {
            Decision::Impossible(_) => continue,
            Decision::Exists if construct.supports(&whole) == Support::Yes => &construct,
            _ if searches == MAX_SEARCHES => continue,
            _ if whole.board().len() <= SMALL => &SHORT,
            _ if Patch.supports(&whole) == Support::Yes => &Patch,
            _ => continue,
        };
        if solver.name() != construct.name() {
            searches += 1;
        }
        run.set_method(solver.name());
        match solver.solve(&whole, run) {
            Outcome::Found(tour) => {
                let is_closed = whole.kind() == Kind::Closed;
                let paths = cut(problem, &tour, is_closed, run)?;
                return Ok(paths.map(|paths| run.found_cover(problem, paths)));
            }
            Outcome::Unknown(stop) if stop.cause != StopCause::Heuristic => {
                return Ok(Some(Outcome::Unknown(stop)));
            }
            Outcome::Unknown(_) | Outcome::Impossible(_) => {}
        }
    }
    Ok(None)
}

/// Returns the problems whose tours can be cut, the best first.
fn tours(problem: &Problem) -> impl Iterator<Item = Problem> + '_ {
    let starts = problem.knight_starts();
    let none: [Square; 0] = [];
    let any = problem.clone().with_knights(1, none).ok();
    let closed = any.clone().map(Problem::closed);
    let has_free_start = starts.len() < problem.knights() as usize;
    let from = any.clone().into_iter().flat_map(move |any| {
        let few = if has_free_start { 0 } else { MAX_STARTS };
        starts.iter().take(few).filter_map(move |&start| any.clone().start(start).ok())
    });
    closed.into_iter().chain(any.filter(|_| has_free_start)).chain(from)
}

/// Cuts a tour before every given start, and then so that all parts have about the same length. A
/// closed tour can be cut before any square.
fn cut(
    problem: &Problem,
    tour: &Tour,
    is_closed: bool,
    run: &mut Run<'_>,
) -> Result<Option<Vec<Path>>, StopCause> {
    let mut begins: Vec<u64> =
        problem.knight_starts().iter().filter_map(|&start| tour.step_of(start)).collect();
    begins.sort_unstable();
    if begins.first() != Some(&1) && (begins.is_empty() || !is_closed) {
        begins.insert(0, 1);
    }
    let Some(more) = (problem.knights() as usize).checked_sub(begins.len()) else {
        return Ok(None);
    };
    let first = begins[0];
    let ends = begins[1..].iter().copied().chain([first + tour.len()]);
    let lengths: Vec<u64> = begins.iter().zip(ends).map(|(begin, end)| end - begin).collect();
    let round = tour.squares_from(first).chain(tour.squares().take(first as usize - 1));
    let mut round = round.zip(0..);
    let mut paths = Vec::with_capacity(problem.knights() as usize);
    for length in cut_longest(&lengths, more) {
        let mut path = Path::new();
        for (square, before) in round.by_ref().take(length as usize) {
            if before % SQUARES_BETWEEN_CHECKS == 0 {
                run.check_limits()?;
            }
            path.push(square);
        }
        paths.push(path);
    }
    given_first(problem, &mut paths);
    Ok(Some(paths))
}

/// Returns the lengths of all parts after `more` cuts, each of the longest part.
fn cut_longest(lengths: &[u64], more: usize) -> Vec<u64> {
    let mut parts = vec![1; lengths.len()];
    // Of equal lengths the first one is cut first.
    let mut longest: BinaryHeap<(u64, Reverse<usize>)> =
        lengths.iter().enumerate().map(|(at, &length)| (length, Reverse(at))).collect();
    for _ in 0..more {
        let Some((_, Reverse(at))) = longest.pop() else { break };
        parts[at] += 1;
        longest.push((lengths[at].div_ceil(parts[at]), Reverse(at)));
    }
    let each = lengths.iter().zip(parts);
    each.flat_map(|(&length, parts)| {
        (0..parts).map(move |part| length / parts + u64::from(part < length % parts))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_piece_is_cut_first() {
        assert_eq!(cut_longest(&[10], 2), [4, 3, 3]);
        assert_eq!(cut_longest(&[1, 7, 2], 3), [1, 2, 2, 2, 1, 2]);
        assert_eq!(cut_longest(&[3, 1], 2), [1, 1, 1, 1]);
        assert_eq!(cut_longest(&[5, 5], 0), [5, 5]);
    }
}
