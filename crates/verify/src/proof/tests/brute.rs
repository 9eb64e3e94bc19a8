//! All tours of a problem, without any thought.

use std::collections::BTreeSet;

use crate::check;
use caracole_core::{Kind, Moves, Problem, Square};

/// A tour, or a cover by several knights: its moves, the smaller square first, and its ends.
pub(super) type Answer = (BTreeSet<(Square, Square)>, Vec<Square>);

/// Every answer once, whatever its direction.
pub(super) fn answers(problem: &Problem) -> BTreeSet<Answer> {
    let board = problem.board();
    let squares: Vec<Square> = board.squares().collect();
    assert!(squares.len() <= 16, "that would take for ever");
    let moves = Moves::new(problem.piece(), board);
    let near = squares
        .iter()
        .map(|&square| {
            let to = moves.from(board, square);
            to.filter_map(|to| squares.binary_search(&to).ok()).collect()
        })
        .collect();
    let mut search = Search { problem, squares, near, answers: BTreeSet::new() };
    search.go(&mut Vec::new(), 0, problem.knights());
    search.answers
}

struct Search<'a> {
    problem: &'a Problem,
    squares: Vec<Square>,
    near: Vec<Vec<usize>>,
    answers: BTreeSet<Answer>,
}

impl Search<'_> {
    /// Goes on with the last path, or begins another one while there are knights left.
    fn go(&mut self, paths: &mut Vec<Vec<usize>>, taken: u32, knights: u32) {
        if taken.count_ones() as usize == self.squares.len() {
            if knights == 0 {
                self.note(paths);
            }
            return;
        }
        if let Some(here) = paths.last().and_then(|path| path.last().copied()) {
            for to in self.near[here].clone() {
                if taken >> to & 1 == 0 {
                    paths.last_mut().unwrap().push(to);
                    self.go(paths, taken | 1 << to, knights);
                    paths.last_mut().unwrap().pop();
                }
            }
        }
        // Paths begin in rising order, so that the same ones do not come in every order.
        let after = paths.last().map_or(0, |path| path[0] + 1);
        for start in (after..self.squares.len()).filter(|start| taken >> start & 1 == 0) {
            if knights > 0 {
                paths.push(vec![start]);
                self.go(paths, taken | 1 << start, knights - 1);
                paths.pop();
            }
        }
    }

    fn note(&mut self, paths: &[Vec<usize>]) {
        let named = |path: &Vec<usize>| path.iter().map(|&at| self.squares[at]).collect();
        let paths: Vec<Vec<Square>> = paths.iter().map(named).collect();
        if self.problem.knights() == 1 {
            self.note_tour(&paths[0]);
            return;
        }
        let pairs = paths.iter().flat_map(|path| path.windows(2)).map(sorted);
        let moves: BTreeSet<_> = pairs.collect();
        let ends: Vec<[Square; 2]> =
            paths.iter().map(|path| [path[0], path[path.len() - 1]]).collect();
        let starts = self.problem.knight_starts();
        let fits = self.problem.required().iter().all(|pair| moves.contains(pair))
            && !self.problem.forbidden().iter().any(|pair| moves.contains(pair))
            && starts.iter().all(|start| ends.iter().flatten().any(|end| end == start))
            && !ends.iter().any(|[a, b]| a != b && starts.contains(a) && starts.contains(b));
        if fits {
            let mut ends = ends.concat();
            ends.sort_unstable();
            self.answers.insert((moves, ends));
        }
    }

    /// One knight: the verifier for paths knows what answers the problem. All starts are tried
    /// anyway.
    fn note_tour(&mut self, path: &[Square]) {
        if !check(self.problem, || path.iter().copied()).is_valid() {
            return;
        }
        let mut moves: BTreeSet<_> = path.windows(2).map(sorted).collect();
        let mut ends = vec![path[0], path[path.len() - 1]];
        if self.problem.kind() == Kind::Closed {
            moves.insert(sorted(&ends));
            ends.clear();
        }
        ends.sort_unstable();
        self.answers.insert((moves, ends));
    }
}

fn sorted(pair: &[Square]) -> (Square, Square) {
    (pair[0].min(pair[1]), pair[0].max(pair[1]))
}
