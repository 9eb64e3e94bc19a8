//! A path through a small block between two given squares.

use crate::Random;

use super::sides::Sides;

/// What came of a search for a path through a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// The squares in order.
    Path(Vec<u8>),
    /// There is no such path.
    Never,
    /// None was found with the effort that was allowed.
    GaveUp,
}

/// A path over all squares of the block from `from` to `to`, found with at most about
/// `effort` steps. Blocks have at most 255 squares.
///
/// It is a depth-first search that goes where the fewest moves lead on, begun anew with other
/// chance when it is stuck, each time with a little more patience. Two rules cut it short, both
/// about the squares that the knight could go to but leaves aside. Such a square will be entered
/// and left by other squares, so one with less than two free neighbours must be gone to now, and
/// two of them are the end; and the last square needs one free neighbour to be entered from.
pub(super) fn fill(sides: Sides, [from, to]: [u8; 2], effort: u64, random: &mut Random) -> Filled {
    let mut search = Search::new(sides, to);
    let area = sides.area();
    let (mut spent, mut patience) = (0, 2 * area);
    while spent < effort {
        match search.run(from, patience, random) {
            Filled::GaveUp => {}
            answer => return answer,
        }
        spent += patience;
        patience += area;
    }
    Filled::GaveUp
}

struct Search {
    neighbours: Vec<Vec<u8>>,
    /// The squares of the path, and how many it shall have.
    path: Vec<u8>,
    total: usize,
    to: u8,
    is_free: Vec<bool>,
    /// How many free neighbours each square has.
    degree: Vec<u8>,
    /// For each square of the path, where else the knight can go from there.
    options: Vec<Options>,
}

/// Squares with how little they promise, the best last.
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

    fn run(&mut self, from: u8, patience: u64, random: &mut Random) -> Filled {
        self.path.clear();
        self.options.clear();
        self.is_free = vec![true; self.neighbours.len()];
        self.degree = self.neighbours.iter().map(|all| all.len() as u8).collect();
        self.go(from, random);
        for _ in 0..patience {
            if self.path.len() == self.total {
                return Filled::Path(std::mem::take(&mut self.path));
            }
            match self.options.last_mut().map(Options::pop) {
                Some(Some(square)) => self.go(square, random),
                Some(None) => self.go_back(),
                None => return Filled::Never,
            }
        }
        Filled::GaveUp
    }

    fn go(&mut self, square: u8, random: &mut Random) {
        self.occupy(square);
        self.path.push(square);
        let options = self.look_ahead(square, random);
        self.options.push(options);
    }

    fn go_back(&mut self) {
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

    /// Where the knight can go from `head`.
    fn look_ahead(&self, head: u8, random: &mut Random) -> Options {
        let mut options = Options::default();
        let is_last = self.path.len() + 1 == self.total;
        let mut urgent = None;
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
            if degree < 2 && !is_last && urgent.replace(square).is_some() {
                return Options::default();
            }
            // Ties are broken by chance, and now and then a square with one move more wins.
            options.push(8 * u64::from(degree) + random.below(9), square);
        }
        if let Some(square) = urgent {
            options = Options::default();
            options.push(0, square);
        }
        options.squares[..options.len].sort_unstable_by(|a, b| b.cmp(a));
        options
    }
}
