//! Hamiltonian paths of small blocks between two given squares, by randomised depth-first search.

use crate::Random;

use super::sides::Sides;

/// The result of a search for a path through a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlockSearch {
    /// The squares in order.
    Path(Vec<u8>),
    /// No such path exists.
    Exhausted,
    /// The step limit was reached.
    StepLimit,
}

/// Searches for a path over all squares of a block from `from` to `to` in about `max_steps` steps. Blocks have
/// at most 255 squares.
///
/// The search tries neighbours of lowest degree first, and restarts with a growing step limit. Two rules prune
/// it. A neighbour that is not visited next needs two other free neighbours; so one with fewer must be visited
/// next, and two such neighbours are a conflict. The last square needs one free neighbour.
pub(super) fn search_block(
    sides: Sides,
    [from, to]: [u8; 2],
    max_steps: u64,
    random: &mut Random,
) -> BlockSearch {
    let mut search = Search::new(sides, to);
    let area = sides.area();
    let (mut steps, mut step_limit) = (0, 2 * area);
    while steps < max_steps {
        match search.run(from, step_limit, random) {
            BlockSearch::StepLimit => {}
            result => return result,
        }
        steps += step_limit;
        step_limit += area;
    }
    BlockSearch::StepLimit
}

struct Search {
    neighbours: Vec<Vec<u8>>,
    /// The squares of the path, and its final length.
    path: Vec<u8>,
    total: usize,
    to: u8,
    is_free: Vec<bool>,
    /// The number of free neighbours of each square.
    degree: Vec<u8>,
    /// For each square of the path, the neighbours that are left to try.
    options: Vec<Options>,
}

/// Squares with scores, the best one last.
#[derive(Default)]
struct Options {
    squares: [(u64, u8); 8],
    len: usize,
}

impl Options {
    const fn push(&mut self, score: u64, square: u8) {
        self.squares[self.len] = (score, square);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        Some(self.squares[self.len].1)
    }
}

impl Search {
    fn new(sides: Sides, to: u8) -> Self {
        let area = sides.area() as u32;
        let neighbours = (0..area).map(|square| sides.moves(square).map(|to| to as u8).collect());
        Self {
            neighbours: neighbours.collect(),
            path: Vec::new(),
            total: area as usize,
            to,
            is_free: Vec::new(),
            degree: Vec::new(),
            options: Vec::new(),
        }
    }

    fn run(&mut self, from: u8, step_limit: u64, random: &mut Random) -> BlockSearch {
        self.path.clear();
        self.options.clear();
        self.is_free = vec![true; self.neighbours.len()];
        self.degree = self.neighbours.iter().map(|all| all.len() as u8).collect();
        self.enter(from, random);
        for _ in 0..step_limit {
            if self.path.len() == self.total {
                return BlockSearch::Path(std::mem::take(&mut self.path));
            }
            match self.options.last_mut().map(Options::pop) {
                Some(Some(square)) => self.enter(square, random),
                Some(None) => self.backtrack(),
                None => return BlockSearch::Exhausted,
            }
        }
        BlockSearch::StepLimit
    }

    fn enter(&mut self, square: u8, random: &mut Random) {
        self.occupy(square);
        self.path.push(square);
        let options = self.options(square, random);
        self.options.push(options);
    }

    fn backtrack(&mut self) {
        self.options.pop();
        if let Some(square) = self.path.pop() {
            self.is_free[usize::from(square)] = true;
            for &other in &self.neighbours[usize::from(square)] {
                self.degree[usize::from(other)] += 1;
            }
        }
    }

    fn occupy(&mut self, square: u8) {
        self.is_free[usize::from(square)] = false;
        for &other in &self.neighbours[usize::from(square)] {
            self.degree[usize::from(other)] -= 1;
        }
    }

    /// Returns the neighbours of `head` to try.
    fn options(&self, head: u8, random: &mut Random) -> Options {
        let mut options = Options::default();
        let is_last = self.path.len() + 1 == self.total;
        let mut forced = None;
        for &square in &self.neighbours[usize::from(head)] {
            let degree = self.degree[usize::from(square)];
            if !self.is_free[usize::from(square)] {
                continue;
            }
            if (square == self.to) != is_last {
                if square == self.to && degree == 0 {
                    return Options::default();
                }
                continue;
            }
            if degree < 2 && !is_last && forced.replace(square).is_some() {
                return Options::default();
            }
            // The noise breaks ties, and sometimes prefers a square of the next higher degree.
            options.push(8 * u64::from(degree) + random.below(9), square);
        }
        if let Some(square) = forced {
            options = Options::default();
            options.push(0, square);
        }
        options.squares[..options.len].sort_unstable_by(|a, b| b.cmp(a));
        options
    }
}
