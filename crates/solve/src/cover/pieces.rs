//! A tour in pieces: each is the path of a knight.
//!
//! A closed tour can be cut before any square, so it serves whatever starts are given. An open one
//! serves if it begins on one of them, or if there is a knight to spare for its first piece.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use caracole_core::{Cover, Outcome, Path, Problem, StopCause, Tour};

use crate::{Construct, Decision, Run, Solver, decide};

use super::{given_first, make_room};

/// Where every knight has its start and no tour closes, so many starts are tried.
const MOST_STARTS: usize = 64;
/// So many squares are taken between two looks at the clock.
const SQUARES_BETWEEN_LOOKS: u64 = 1 << 16;

/// The pieces of a constructed tour; `None` where that does not apply, or no tour fits the starts.
pub(super) fn of_a_tour(
    problem: &Problem,
    run: &mut Run<'_>,
) -> Result<Option<Outcome<Cover>>, StopCause> {
    let is_free = problem.used().is_empty() && problem.avoided().is_empty();
    if !is_free || !problem.board().is_plain() || !problem.piece().is_knight() {
        return Ok(None);
    }
    let Some(whole) = tours(problem).into_iter().find(|tour| decide(tour) == Decision::Exists)
    else {
        return Ok(None);
    };
    make_room(problem, run)?;
    let construct = Construct::default();
    run.work_by(construct.name());
    match construct.solve(&whole, run) {
        Outcome::Found(tour) => {
            let paths = cut(problem, &tour, run)?;
            Ok(paths.map(|paths| run.found_cover(problem, paths)))
        }
        Outcome::Unknown(stop) if stop.cause != StopCause::Heuristic => {
            Ok(Some(Outcome::Unknown(stop)))
        }
        Outcome::Unknown(_) | Outcome::Impossible(_) => Ok(None),
    }
}

/// Tours that could be cut, the best first.
fn tours(problem: &Problem) -> Vec<Problem> {
    let (knights, starts) = (problem.knights() as usize, problem.knights_from());
    let any = Problem::new(problem.board().clone());
    let mut all = vec![any.clone().closed()];
    if starts.len() < knights {
        all.push(any);
    } else {
        all.extend(
            starts.iter().take(MOST_STARTS).filter_map(|&start| any.clone().from(start).ok()),
        );
    }
    all
}

/// Cuts a tour before every given start, and then so that all pieces are about as long.
fn cut(problem: &Problem, tour: &Tour, run: &mut Run<'_>) -> Result<Option<Vec<Path>>, StopCause> {
    let mut begins: Vec<u64> =
        problem.knights_from().iter().filter_map(|&start| tour.step_of(start)).collect();
    begins.sort_unstable();
    if begins.first() != Some(&1) && (begins.is_empty() || !tour.is_closed()) {
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
