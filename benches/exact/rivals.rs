//! Other ways to decide the same problems.

#[cfg(feature = "cadical")]
mod formula;
mod plain;

use std::time::Duration;

use caracole_core::{Kind, MoveGraph, Moves, Path, Problem};

/// A rival: its name, how long it may take for a set of problems, and what it does.
pub(crate) struct Rival {
    pub(crate) name: &'static str,
    pub(crate) budget: Duration,
    pub(crate) decide: fn(&Question, Duration) -> Answer,
}

impl Rival {
    /// How long it may take for one of so many problems.
    pub(crate) fn limit(&self, problems: usize) -> Duration {
        let share = self.budget / problems as u32;
        share.clamp(Duration::from_millis(100), self.budget / 2)
    }
}

/// What a rival says.
pub(crate) enum Answer {
    Tour(Path),
    None,
    GaveUp,
}

/// A problem as rivals read it: numbered squares, and for each the squares a move away.
pub(crate) struct Question {
    near: Vec<Vec<u32>>,
    is_closed: bool,
    /// The start and the end, if they are given.
    ends: Option<[u32; 2]>,
    graph: MoveGraph,
}

impl Question {
    pub(crate) fn new(problem: &Problem) -> Self {
        let moves = Moves::new(problem.piece(), problem.board());
        let graph = MoveGraph::new(problem.board(), &moves).expect("a board that fits");
        let vertices = 0..graph.graph().vertices();
        let near = vertices.map(|at| graph.graph().neighbours(at).to_vec()).collect();
        let vertex = |square| graph.vertex(square).expect("a square of the board");
        Self {
            near,
            is_closed: problem.kind() == Kind::Closed,
            ends: problem.start().zip(problem.end()).map(|(a, b)| [vertex(a), vertex(b)]),
            graph,
        }
    }

    fn path(&self, vertices: impl IntoIterator<Item = u32>) -> Path {
        vertices.into_iter().map(|vertex| self.graph.square(vertex)).collect()
    }
}

/// All rivals of this build.
pub(crate) fn all() -> Vec<Rival> {
    vec![
        Rival { name: "plain", budget: Duration::from_secs(4), decide: plain::decide },
        #[cfg(feature = "cadical")]
        Rival { name: "cadical", budget: Duration::from_secs(10), decide: formula::decide },
    ]
}
