//! From moves that were made to paths.

use caracole_core::{Path, Problem};

use super::knot::Mark;
use super::model::Model;
use super::state::State;

/// All answers that a whole state holds, each with the paths of all knights: a tour can be walked in
/// two directions, and a closed one from any square, as far as the problem leaves that open.
pub(super) fn all<'a>(
    model: &'a Model,
    problem: &'a Problem,
    state: &State<'_>,
) -> impl Iterator<Item = Vec<Path>> + 'a {
    let lines = lines(model, state);
    let is_cover = model.paths > 1;
    let tours = lines.first().filter(|_| !is_cover).into_iter().cloned();
    let tours: Vec<Vec<u32>> = tours.collect();
    let cover = is_cover.then(|| cover(model, lines));
    tours.into_iter().flat_map(move |line| numberings(model, problem, line)).chain(cover)
}

/// The lines of moves that were made, each from one of its ends; a ring from its first vertex.
fn lines(model: &Model, state: &State<'_>) -> Vec<Vec<u32>> {
    let mut is_seen = vec![false; model.len()];
    let mut lines = Vec::new();
    for start in 0..model.len() as u32 {
        let is_end = model.is_closed() || state.knots[start as usize].made < 2;
        if is_seen[start as usize] || !is_end {
            continue;
        }
        let mut line = Vec::new();
        let mut at = Some(start);
        while let Some(vertex) = at {
            is_seen[vertex as usize] = true;
            line.push(vertex);
            at = model
                .around(vertex)
                .find(|&(to, edge)| state.mark(edge) == Mark::Made && !is_seen[to as usize])
                .map(|(to, _)| to);
        }
        lines.push(line);
    }
    lines
}

/// The ways to walk a line that fit the problem.
fn numberings<'a>(
    model: &'a Model,
    problem: &'a Problem,
    line: Vec<u32>,
) -> impl Iterator<Item = Vec<Path>> + 'a {
    let len = line.len();
    let mut back = line.clone();
    back.reverse();
    let turns = if model.is_closed() { len } else { 1 };
    // A single square is its own reverse.
    let both = [line, back].into_iter().take(if len == 1 { 1 } else { 2 });
    both.flat_map(move |walk| {
        let turns = turns_that_fit(model, problem, &walk, turns);
        turns.into_iter().map(move |turn| {
            let squares = walk[turn..].iter().chain(&walk[..turn]);
            vec![squares.map(|&vertex| model.square(vertex)).collect()]
        })
    })
}

/// At which vertices of a walk the first step can be, so that all clues fit.
fn turns_that_fit(model: &Model, problem: &Problem, walk: &[u32], turns: usize) -> Vec<usize> {
    let clues: Vec<_> = problem.clues().collect();
    let fits = |turn: usize| {
        clues.iter().all(|&(step, square)| {
            let at = (turn as u64 + step - 1) % walk.len() as u64;
            model.square(walk[at as usize]) == square
        })
    };
    match clues.first() {
        None => (0..turns).collect(),
        Some(&(step, square)) => {
            // One clue leaves one turn.
            let at = walk.iter().position(|&vertex| model.square(vertex) == square);
            let turn = at.map(|at| (at + walk.len() - (step - 1) as usize) % walk.len());
            turn.filter(|&turn| turn < turns && fits(turn)).into_iter().collect()
        }
    }
}

/// The paths of several knights, each from its given start if it has one.
fn cover(model: &Model, lines: Vec<Vec<u32>>) -> Vec<Path> {
    let is_start = |vertex: Option<&u32>| vertex.is_some_and(|at| model.knights_from.contains(at));
    let turned = lines.into_iter().map(|mut line| {
        if is_start(line.last()) {
            line.reverse();
        }
        line.into_iter().map(|vertex| model.square(vertex)).collect()
    });
    turned.collect()
}
