//! A plain method that counts what fits.

use super::*;

/// Counts the numberings that fit, up to two, by walking from step to step: a plain method that
/// shares no code with the search. A walk ends where the next clue cannot be reached in time.
pub(super) struct Plain {
    near: Vec<Vec<usize>>,
    /// By square, the step that is given.
    given: Vec<Option<usize>>,
    /// By step from 1, the square that is given, and the next step that is.
    fixed: Vec<Option<usize>>,
    next: Vec<Option<usize>>,
    /// How many moves it takes from square to square.
    apart: Vec<Vec<usize>>,
    is_closed: bool,
    seen: Vec<bool>,
    found: usize,
}

const JUMPS: [(i64, i64); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Plain {
    pub(super) fn count(problem: &Problem) -> usize {
        let board = problem.board();
        let (files, ranks) = (i64::from(board.files()), i64::from(board.ranks()));
        let squares: Vec<i64> = board.squares().map(|square| square.index() as i64).collect();
        let near = squares.iter().map(|&at| {
            let places = JUMPS.iter().map(|&(dx, dy)| (at % files + dx, at / files + dy));
            let places =
                places.filter(|&(x, y)| (0..files).contains(&x) && (0..ranks).contains(&y));
            let squares = &squares;
            places.filter_map(|(x, y)| squares.iter().position(|&at| at == y * files + x)).collect()
        });
        let near: Vec<Vec<usize>> = near.collect();
        let len = squares.len();
        let (mut given, mut fixed) = (vec![None; len], vec![None; len + 1]);
        for (step, square) in problem.clues() {
            let at = squares.iter().position(|&at| at == square.index() as i64).unwrap();
            (given[at], fixed[step as usize]) = (Some(step as usize), Some(at));
        }
        let next = (0..=len).map(|step| (step + 1..=len).find(|&later| fixed[later].is_some()));
        let mut plain = Self {
            apart: (0..len).map(|from| distances(&near, from)).collect(),
            next: next.collect(),
            is_closed: problem.kind() == caracole_core::Kind::Closed,
            seen: vec![false; len],
            found: 0,
            near,
            given,
            fixed,
        };
        for start in 0..len {
            plain.visit(start, 1, start);
        }
        plain.found
    }

    fn visit(&mut self, at: usize, step: usize, start: usize) {
        let fits = match (self.fixed[step], self.given[at]) {
            (None, None) => true,
            (fixed, _) => fixed == Some(at),
        };
        let in_time = self.next[step].is_none_or(|later| {
            self.fixed[later].is_some_and(|there| self.apart[at][there] <= later - step)
        });
        if self.found == 2 || self.seen[at] || !fits || !in_time {
            return;
        }
        if step == self.seen.len() {
            if !self.is_closed || self.near[at].contains(&start) {
                self.found += 1;
            }
            return;
        }
        self.seen[at] = true;
        for way in 0..self.near[at].len() {
            self.visit(self.near[at][way], step + 1, start);
        }
        self.seen[at] = false;
    }
}

fn distances(near: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut apart = vec![usize::MAX; near.len()];
    apart[from] = 0;
    let mut reached = vec![from];
    let mut done = 0;
    while done < reached.len() {
        let at = reached[done];
        done += 1;
        for &to in &near[at] {
            if apart[to] == usize::MAX {
                apart[to] = apart[at] + 1;
                reached.push(to);
            }
        }
    }
    apart
}
