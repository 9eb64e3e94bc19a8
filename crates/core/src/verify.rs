//! The verifier: says whether a list of squares is a tour, and everything that is wrong with it.
//!
//! Whoever finds does not check. This module has its own neighbour arithmetic and uses neither
//! [`Moves`](crate::Moves) nor any graph: two squares are a move apart if the distances of their
//! places, round the board where it wraps, are the jumps of a leaper.

mod arithmetic;
mod defect;

use std::collections::HashMap;

use crate::{Kind, Problem, Square, SquareSet};

use arithmetic::Arithmetic;
pub use defect::Defect;

/// What the verifier says of a path.
#[derive(Clone, Debug)]
pub struct Verdict {
    defects: Vec<Defect>,
    closed: bool,
}

impl Verdict {
    /// Is it a tour, and the answer to the problem?
    pub const fn is_valid(&self) -> bool {
        self.defects.is_empty()
    }

    /// Are the ends a move apart, on three squares or more?
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Everything that is wrong: first what is wrong with the steps, in their order, then with
    /// the whole.
    pub fn defects(&self) -> &[Defect] {
        &self.defects
    }
}

/// Checks a path against a problem. The path is walked once, and once more if squares repeat, to
/// find the steps at which they came first. Takes a bit for each square.
pub fn check<I>(problem: &Problem, path: impl Fn() -> I) -> Verdict
where
    I: Iterator<Item = Square>,
{
    let board = problem.board();
    let arithmetic = Arithmetic::new(board, problem.piece());
    let mut visited = SquareSet::new(board);
    let mut defects = Vec::new();
    let mut ends: Option<(Square, Square)> = None;
    let mut length = 0;
    let mut used = vec![false; problem.used().len()];
    for (square, step) in path().zip(1_u64..) {
        length = step;
        if !board.contains(square) {
            defects.push(Defect::OffBoard { step, square });
        } else if !visited.insert(square) {
            defects.push(Defect::Repeat { square, steps: [0, step] });
        }
        if let Some((_, before)) = ends {
            if !arithmetic.is_move(before, square) {
                defects.push(Defect::NotAMove { step, squares: [before, square] });
            }
            let pair = (before.min(square), before.max(square));
            if problem.avoided().contains(&pair) {
                defects.push(Defect::AvoidedMove { step, squares: [before, square] });
            }
            if let Ok(at) = problem.used().binary_search(&pair) {
                used[at] = true;
            }
        }
        if let Some(expected) = problem.clue_at(step).filter(|&expected| expected != square) {
            defects.push(Defect::WrongSquare { step, expected, found: square });
        }
        ends = Some((ends.map_or(square, |(first, _)| first), square));
    }
    let closed = length >= 3 && ends.is_some_and(|(first, last)| arithmetic.is_move(last, first));
    if closed && let Some((first, last)) = ends {
        // Where a closed tour is asked for, the move home is a move like any other.
        let pair = (first.min(last), first.max(last));
        let goes_home = problem.kind() == Kind::Closed;
        if goes_home && problem.avoided().contains(&pair) {
            defects.push(Defect::AvoidedMove { step: 1, squares: [last, first] });
        }
        if let Ok(at) = problem.used().binary_search(&pair) {
            used[at] |= goes_home;
        }
    }
    defects.extend(
        board.squares().filter(|&s| !visited.contains(s)).map(|square| Defect::Missing { square }),
    );
    for (&(a, b), _) in problem.used().iter().zip(&used).filter(|&(_, &used)| !used) {
        defects.push(Defect::UnusedMove { squares: [a, b] });
    }
    match (problem.kind(), ends) {
        (Kind::Closed, Some((first, last))) if !closed => {
            defects.push(Defect::NotClosed { squares: [first, last] });
        }
        (Kind::Open, Some((first, last))) if closed => {
            defects.push(Defect::NotOpen { squares: [first, last] });
        }
        _ => {}
    }
    date_repeats(&mut defects, path());
    Verdict { defects, closed }
}

/// Fills in at which step each repeated square came first.
fn date_repeats(defects: &mut [Defect], path: impl Iterator<Item = Square>) {
    let mut first: HashMap<Square, u64> = defects
        .iter()
        .filter_map(|defect| match defect {
            Defect::Repeat { square, .. } => Some((*square, 0)),
            _ => None,
        })
        .collect();
    if first.is_empty() {
        return;
    }
    for (square, step) in path.zip(1..) {
        if let Some(first) = first.get_mut(&square)
            && *first == 0
        {
            *first = step;
        }
    }
    for defect in defects {
        if let Defect::Repeat { square, steps } = defect {
            steps[0] = first[square];
        }
    }
}
