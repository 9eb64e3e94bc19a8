//! From included edges to paths, and the report of the paths.

use caracole_core::{Path, Problem};
use caracole_verify::{Cover, Outcome, StopCause};

use crate::Run;
use crate::cover::given_first;

use super::model::Model;
use super::state::{EdgeState, State};

/// Returns all solutions that a complete state stands for, each with the paths of all knights: a
/// tour can be walked in two directions, and a closed one from any square, as far as the problem
/// leaves that open.
pub(super) fn all<'a>(
    model: &'a Model<'a>,
    problem: &'a Problem,
    state: &State<'_>,
) -> impl Iterator<Item = Vec<Path>> + 'a {
    let fragments = fragments(model, state);
    let is_cover = model.paths > 1;
    let tour: Vec<Vec<u32>> =
        fragments.first().filter(|_| !is_cover).into_iter().cloned().collect();
    let cover = is_cover.then(|| cover(model, fragments));
    tour.into_iter().flat_map(move |tour| numberings(model, problem, tour)).chain(cover)
}

/// Returns the fragments of included edges, each from one of its ends; a cycle from its first
/// vertex.
fn fragments(model: &Model<'_>, state: &State<'_>) -> Vec<Vec<u32>> {
    let mut is_seen = vec![false; model.len()];
    let mut fragments = Vec::new();
    for start in 0..model.len() as u32 {
        let is_end = model.is_closed() || state.vertices[start as usize].included < 2;
        if is_seen[start as usize] || !is_end {
            continue;
        }
        let mut fragment = Vec::new();
        let mut at = Some(start);
        while let Some(vertex) = at {
            is_seen[vertex as usize] = true;
            fragment.push(vertex);
            let is_next = |&(to, edge): &(u32, u32)| {
                state.edge_state(edge) == EdgeState::Included && !is_seen[to as usize]
            };
            at = model.incident(vertex).find(is_next).map(|(to, _)| to);
        }
        fragments.push(fragment);
    }
    fragments
}

/// Returns the numberings of a tour that fit the problem.
fn numberings<'a>(
    model: &'a Model<'a>,
    problem: &'a Problem,
    tour: Vec<u32>,
) -> impl Iterator<Item = Vec<Path>> + 'a {
    let len = tour.len();
    let mut reversed = tour.clone();
    reversed.reverse();
    let rotations = if model.is_closed() { len } else { 1 };
    // A single square is its own reverse.
    let directions = [tour, reversed].into_iter().take(if len == 1 { 1 } else { 2 });
    directions.flat_map(move |tour| {
        let rotations = fitting_rotations(model, problem, &tour, rotations);
        rotations.into_iter().map(move |first| {
            let squares = tour[first..].iter().chain(&tour[..first]);
            vec![squares.map(|&vertex| model.square(vertex)).collect()]
        })
    })
}

/// Returns the positions in a tour at which the first step can be, so that all clues fit.
fn fitting_rotations(
    model: &Model<'_>,
    problem: &Problem,
    tour: &[u32],
    rotations: usize,
) -> Vec<usize> {
    let clues: Vec<_> = problem.clues().collect();
    let fits = |first: usize| {
        clues.iter().all(|&(step, square)| {
            let at = (first as u64 + step - 1) % tour.len() as u64;
            model.square(tour[at as usize]) == square
        })
    };
    match clues.first() {
        None => (0..rotations).collect(),
        Some(&(step, square)) => {
            // One clue leaves one rotation.
            let at = tour.iter().position(|&vertex| model.square(vertex) == square);
            let first = at.map(|at| (at + tour.len() - (step - 1) as usize) % tour.len());
            first.filter(|&first| first < rotations && fits(first)).into_iter().collect()
        }
    }
}

/// Returns the paths of several knights, each from its given start if it has one.
fn cover(model: &Model<'_>, fragments: Vec<Vec<u32>>) -> Vec<Path> {
    let is_start =
        |vertex: Option<&u32>| vertex.is_some_and(|at| model.instance.knight_starts.contains(at));
    let paths = fragments.into_iter().map(|mut path| {
        if is_start(path.last()) {
            path.reverse();
        }
        path.into_iter().map(|vertex| model.square(vertex)).collect()
    });
    paths.collect()
}

/// Reports the steps of a tour to the run, and passes it to the verifier.
pub(super) fn report_tour(
    problem: &Problem,
    paths: Vec<Path>,
    run: &mut Run<'_>,
) -> Result<Outcome, StopCause> {
    let path = paths.into_iter().next().unwrap_or_default();
    report_steps(&path, run)?;
    Ok(run.found(problem, path))
}

/// Reports the steps of the paths of all knights, those with given starts first, and passes them to
/// the verifier.
pub(super) fn report_cover(
    problem: &Problem,
    mut paths: Vec<Path>,
    run: &mut Run<'_>,
) -> Result<Outcome<Cover>, StopCause> {
    given_first(problem, &mut paths);
    paths.iter().try_for_each(|path| report_steps(path, run))?;
    Ok(run.found_cover(problem, paths))
}

fn report_steps(path: &Path, run: &mut Run<'_>) -> Result<(), StopCause> {
    for (step, square) in (1..).zip(path.iter()) {
        if step == 1 {
            run.begin_walk(square)?;
        } else {
            run.visit(step, square)?;
        }
    }
    Ok(())
}
