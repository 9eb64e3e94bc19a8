//! An observer of a colony, and the trails that follow from its walks.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use caracole_core::{Moves, Problem, Square};
use caracole_solve::{Ants, Observer, TrailView};

/// All walks, and the trails after each cycle.
#[derive(Default)]
pub(crate) struct Record {
    pub(crate) walks: Vec<Vec<Square>>,
    /// The number of walks and the trails after each cycle.
    pub(crate) cycles: Vec<(usize, Strengths)>,
    /// True if trails are not recorded.
    pub(crate) walks_only: bool,
}

type Strengths = BTreeMap<(Square, Square), f64>;

impl Observer for Record {
    fn begin_walk(&mut self, _: Square) -> ControlFlow<()> {
        self.walks.push(Vec::new());
        ControlFlow::Continue(())
    }

    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let walk = self.walks.last_mut().expect("a walk has begun");
        walk.push(square);
        assert_eq!(walk.len() as u64, step);
        ControlFlow::Continue(())
    }

    fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
        if self.walks_only {
            return ControlFlow::Continue(());
        }
        assert_eq!(trails.cycle(), self.cycles.len() as u64 + 1);
        let strengths = trails.strengths().map(|(from, to, trail)| ((from, to), trail)).collect();
        self.cycles.push((self.walks.len(), strengths));
        ControlFlow::Continue(())
    }
}

/// Returns true if the last square of a walk has no free neighbour.
pub(crate) fn is_stuck(problem: &Problem, walk: &[Square]) -> bool {
    let moves = Moves::new(problem.piece(), problem.board());
    let last = *walk.last().expect("a walk has a start");
    moves.from(problem.board(), last).all(|to| walk.contains(&to))
}

/// Returns the largest relative difference between a trail and the formula, over all cycles.
pub(crate) fn worst_ratio(ants: Ants, problem: &Problem, record: &Record) -> f64 {
    let (board, moves) = (problem.board(), Moves::new(problem.piece(), problem.board()));
    let all = board.squares().flat_map(|from| moves.from(board, from).map(move |to| (from, to)));
    let mut trails: Strengths = all.map(|way| (way, ants.first_trail.get())).collect();
    let (mut worst, mut seen) = (1.0_f64, 0);
    for (walks, strengths) in &record.cycles {
        for trail in trails.values_mut() {
            *trail *= 1.0 - ants.evaporation.get();
        }
        for walk in &record.walks[seen..*walks] {
            let made = walk.len() - 1;
            for at in 0..made {
                let share = (made - at) as f64 / (board.len() as usize - 1 - at) as f64;
                let trail = trails.get_mut(&(walk[at], walk[at + 1])).expect("a move");
                *trail += ants.deposit.get() * share;
            }
        }
        seen = *walks;
        assert!(trails.keys().eq(strengths.keys()));
        for (a, b) in trails.values().zip(strengths.values()) {
            worst = worst.max(a / b).max(b / a);
        }
    }
    worst
}
