//! Watching a solver at work.

use std::ops::ControlFlow;

use caracole_core::{MoveGraph, Square};

/// Sees every visit and every retreat of a solver, and may stop it.
///
/// Each method does nothing by default. Returning [`ControlFlow::Break`] stops the solver, which
/// then answers that it was interrupted.
pub trait Observer {
    /// A walk begins anew from this square. The visit of the square follows.
    fn attempt(&mut self, start: Square) -> ControlFlow<()> {
        let _ = start;
        ControlFlow::Continue(())
    }

    /// The knight goes to `square`, which becomes step `step`, counted from 1.
    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let _ = (step, square);
        ControlFlow::Continue(())
    }

    /// The knight leaves the last square and goes back to `square`, which is step `step`.
    fn retreat(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let _ = (step, square);
        ControlFlow::Continue(())
    }

    /// A neural network has been swept once more.
    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        let _ = network;
        ControlFlow::Continue(())
    }

    /// A cycle of ants has come home, and their trails have changed.
    fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
        let _ = trails;
        ControlFlow::Continue(())
    }
}

/// A neural network between two sweeps: which moves it has switched on.
#[derive(Clone, Copy, Debug)]
pub struct NetworkView<'a> {
    pub(crate) attempt: u64,
    pub(crate) sweep: u64,
    pub(crate) graph: &'a MoveGraph,
    /// The moves as pairs of vertices, and whether each is on.
    pub(crate) neurons: &'a [(u32, u32)],
    pub(crate) active: &'a [bool],
}

impl NetworkView<'_> {
    /// Which attempt this is, from 1.
    pub const fn attempt(&self) -> u64 {
        self.attempt
    }

    /// How many sweeps this attempt has had.
    pub const fn sweep(&self) -> u64 {
        self.sweep
    }

    /// The moves that are switched on.
    pub fn active_moves(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let moves = self.neurons.iter().zip(self.active).filter(|&(_, &is_active)| is_active);
        moves.map(|(&(a, b), _)| (self.graph.square(a), self.graph.square(b)))
    }
}

/// The trails that ants have left, after a cycle.
#[derive(Clone, Copy, Debug)]
pub struct TrailView<'a> {
    pub(crate) cycle: u64,
    pub(crate) graph: &'a MoveGraph,
    /// How strong the trail is, for every move from every vertex as the graph lists them.
    pub(crate) strengths: &'a [f64],
}

impl TrailView<'_> {
    /// How many cycles there were.
    pub const fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Every move, and how strong the trail along it is. A move and its way back are two.
    pub fn strengths(&self) -> impl Iterator<Item = (Square, Square, f64)> + '_ {
        let graph = self.graph.graph();
        let moves = (0..graph.vertices())
            .flat_map(move |from| graph.neighbours(from).iter().map(move |&to| (from, to)));
        moves
            .zip(self.strengths)
            .map(|((from, to), &trail)| (self.graph.square(from), self.graph.square(to), trail))
    }
}
