//! A tour in pieces: each is the path of a knight.
//!
//! A closed tour can be cut before any square, so it serves whatever starts are given. An open one
//! serves if it begins on one of them, or if there is a knight to spare for its first piece.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use caracole_core::{Cover, Kind, Outcome, Path, Problem, Square, StopCause, Tour};

use crate::auto::{SHORT, SMALL};
use crate::{Construct, Decision, Patch, Run, Solver, Support, decide};

use super::{given_first, make_room};

/// Where every knight has its start and no tour closes, so many starts are looked at.
const MOST_STARTS: usize = 64;
/// So many tours are searched for, where they cannot be constructed.
const MOST_SEARCHES: u32 = 4;
/// So many squares are taken between two looks at the clock.
const SQUARES_BETWEEN_LOOKS: u64 = 1 << 16;

/// The pieces of a tour that is found quickly; `None` if none is, or none fits the starts. A move
/// that must be made is not to be cut, so where there are such moves this is not tried.
pub(super) fn of_a_tour(
    problem: &Problem,
    run: &mut Run<'_>,
) -> Result<Option<Outcome<Cover>>, StopCause> {
    if !problem.used().is_empty() {
        return Ok(None);
    }
    let _memory = make_room(problem, run)?;
    let mut searches = 0;
    for whole in tours(problem) {
        let decision = decide(&whole);
        let construct = Construct::default();
        let solver: &dyn Solver = match decision {
            Decision::Impossible(_) => continue,
            Decision::Exists if construct.supports(&whole) == Support::Yes => &construct,
            _ if searches == MOST_SEARCHES => continue,
            _ if whole.board().len() <= SMALL => &SHORT,
            _ if Patch.supports(&whole) == Support::Yes => &Patch,
            _ => continue,
        };
        if solver.name() != construct.name() {
            searches += 1;
        }
        run.work_by(solver.name());
        match solver.solve(&whole, run) {
            Outcome::Found(tour) => {
                let is_round = whole.kind() == Kind::Closed;
                let paths = cut(problem, &tour, is_round, run)?;
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

/// Tours that could be cut, the best first.
fn tours(problem: &Problem) -> impl Iterator<Item = Problem> + '_ {
    let starts = problem.knights_from();
    let none: [Square; 0] = [];
    let any = problem.clone().with_knights(1, none).ok();
    let closed = any.clone().map(Problem::closed);
    let is_one_spare = starts.len() < problem.knights() as usize;
    let from = any.clone().into_iter().flat_map(move |any| {
        let few = if is_one_spare { 0 } else { MOST_STARTS };
        starts.iter().take(few).filter_map(move |&start| any.clone().from(start).ok())
    });
    closed.into_iter().chain(any.filter(|_| is_one_spare)).chain(from)
}

/// Cuts a tour before every given start, and then so that all pieces are about as long. One that
/// is round has its move home as well, and no first square.
fn cut(
    problem: &Problem,
    tour: &Tour,
    is_round: bool,
    run: &mut Run<'_>,
) -> Result<Option<Vec<Path>>, StopCause> {
    let mut begins: Vec<u64> =
        problem.knights_from().iter().filter_map(|&start| tour.step_of(start)).collect();
    begins.sort_unstable();
    if begins.first() != Some(&1) && (begins.is_empty() || !is_round) {
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
    for length in shared(&lengths, more) {
        let mut path = Path::new();
        for (square, before) in round.by_ref().take(length as usize) {
            if before % SQUARES_BETWEEN_LOOKS == 0 {
                run.look()?;
            }
            path.push(square);
        }
        paths.push(path);
    }
    given_first(problem, &mut paths);
    Ok(Some(paths))
}

/// The lengths of all pieces when so many more cuts are made, always through the longest.
fn shared(lengths: &[u64], more: usize) -> Vec<u64> {
    let mut parts = vec![1; lengths.len()];
    // The first of those that are equally long comes first.
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
        assert_eq!(shared(&[10], 2), [4, 3, 3]);
        assert_eq!(shared(&[1, 7, 2], 3), [1, 2, 2, 2, 1, 2]);
        assert_eq!(shared(&[3, 1], 2), [1, 1, 1, 1]);
        assert_eq!(shared(&[5, 5], 0), [5, 5]);
    }
}
