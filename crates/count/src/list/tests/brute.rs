//! All paths that the verifier accepts, by plain search.

use std::collections::BTreeSet;

use caracole_core::{Kind, MoveGraph, Moves, Problem, Square};
use caracole_verify as verify;

use crate::{Direction, Question};

/// Returns all paths over all squares of a small board, without other constraints.
pub(crate) fn paths(problem: &Problem) -> Vec<Vec<Square>> {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let graph = MoveGraph::new(board, &moves).expect("a small board");
    let mut paths = Vec::new();
    let mut stack: Vec<Vec<Square>> = board.squares().map(|square| vec![square]).collect();
    while let Some(path) = stack.pop() {
        let head = graph.vertex(path[path.len() - 1]).expect("a square");
        for &near in graph.graph().neighbours(head) {
            let next = graph.square(near);
            if !path.contains(&next) {
                stack.push(path.iter().copied().chain([next]).collect());
            }
        }
        if path.len() as u64 == board.len() {
            paths.push(path);
        }
    }
    paths
}

/// Returns the tours of a question among all paths, each as the least of its numberings.
pub(crate) fn tours(question: &Question, paths: &[Vec<Square>]) -> BTreeSet<Vec<u64>> {
    let answers = paths.iter().filter(|path| answers(question.problem(), path));
    answers.map(|path| key(question, path.iter().map(|square| square.index()))).collect()
}

fn answers(problem: &Problem, path: &[Square]) -> bool {
    verify::check(problem, || path.iter().copied()).is_valid()
}

/// Returns the least of the numberings that count as one tour.
pub(crate) fn key(question: &Question, tour: impl Iterator<Item = u64>) -> Vec<u64> {
    let least = |mut tour: Vec<u64>| {
        if question.problem().kind() == Kind::Closed {
            let first = (0..tour.len()).min_by_key(|&at| tour[at]).unwrap_or_default();
            tour.rotate_left(first);
        }
        tour
    };
    let tour: Vec<u64> = tour.collect();
    let reversed = tour.iter().rev().copied().collect();
    match question.direction() {
        Direction::Directed => least(tour),
        Direction::Undirected => least(tour).min(least(reversed)),
    }
}
