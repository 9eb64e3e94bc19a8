//! Observers of a solver.

use std::ops::ControlFlow;

use caracole_core::{MoveGraph, Square};

/// Receives the events of a solver, and can stop it.
///
/// Each method does nothing by default. [`ControlFlow::Break`] stops the solver, whose outcome is then `Unknown` by
/// an interrupt.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::{Board, Problem, Square};
/// use caracole_solve::{BruteForce, Observer, Run, Solver};
///
/// /// A log of the events.
/// struct Log<'a> {
///     board: &'a Board,
///     lines: Vec<String>,
/// }
///
/// impl Observer for Log<'_> {
///     fn begin_walk(&mut self, start: Square) -> ControlFlow<()> {
///         self.lines.push(format!("a walk from {}", self.board.name(start)));
///         ControlFlow::Continue(())
///     }
///
///     fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
///         self.lines.push(format!("{step}: visiting {}", self.board.name(square)));
///         ControlFlow::Continue(())
///     }
///
///     fn backtrack(&mut self, step: u64, square: Square) -> ControlFlow<()> {
///         self.lines.push(format!("{step}: backtracking to {}", self.board.name(square)));
///         ControlFlow::Break(())
///     }
/// }
///
/// let problem = Problem::new("3x4".parse()?).start("b2")?;
/// let mut log = Log { board: problem.board(), lines: Vec::new() };
/// BruteForce::default().solve(&problem, &mut Run::new().observed_by(&mut log));
/// assert_eq!(log.lines[..3], ["a walk from b2", "1: visiting b2", "2: visiting c4"]);
/// assert!(log.lines.last().is_some_and(|line| line.contains("backtracking to")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// A walk begins from this square. The visit of the square follows.
    fn begin_walk(&mut self, start: Square) -> ControlFlow<()> {
        let _ = start;
        ControlFlow::Continue(())
    }

    /// The knight visits `square`, which becomes step `step`, counted from 1.
    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let _ = (step, square);
        ControlFlow::Continue(())
    }

    /// The knight backtracks from the last square to `square`, which is step `step`.
    fn backtrack(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let _ = (step, square);
        ControlFlow::Continue(())
    }

    /// A neural network has completed a sweep.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use caracole_core::Problem;
    /// use caracole_solve::{NetworkView, Neural, Observer, Run, Solver};
    ///
    /// /// Stops after the first sweep.
    /// struct First;
    ///
    /// impl Observer for First {
    ///     fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
    ///         assert_eq!((network.attempt(), network.sweep()), (1, 1));
    ///         ControlFlow::Break(())
    ///     }
    /// }
    ///
    /// let problem = Problem::new("6x6".parse()?).closed();
    /// Neural::default().solve(&problem, &mut Run::new().observed_by(&mut First));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        let _ = network;
        ControlFlow::Continue(())
    }

    /// A colony has completed a cycle and updated its trails.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use caracole_core::Problem;
    /// use caracole_solve::{Ants, Observer, Run, Solver, TrailView};
    ///
    /// /// Stops after three cycles.
    /// struct Three;
    ///
    /// impl Observer for Three {
    ///     fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
    ///         if trails.cycle() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    ///     }
    /// }
    ///
    /// let (problem, mut three) = (Problem::new("8x8".parse()?), Three);
    /// let mut run = Run::new().observed_by(&mut three);
    /// Ants::default().solve(&problem, &mut run);
    /// assert_eq!(run.stats().colony.map(|colony| colony.cycles), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
        let _ = trails;
        ControlFlow::Continue(())
    }
}

/// The state of a neural network between two sweeps.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::Problem;
/// use caracole_solve::{NetworkView, Neural, Observer, Run, Solver};
///
/// /// The number of active moves after each sweep of each attempt.
/// #[derive(Default)]
/// struct Curve(Vec<(u64, u64, usize)>);
///
/// impl Observer for Curve {
///     fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
///         let moves = network.active_moves().count();
///         self.0.push((network.attempt(), network.sweep(), moves));
///         ControlFlow::Continue(())
///     }
/// }
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let mut curve = Curve::default();
/// Neural::default().solve(&problem, &mut Run::new().observed_by(&mut curve));
/// // A network that has converged has two active moves at each square.
/// assert!(matches!(curve.0[..], [(1, 1, _), .., (1, _, 36)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NetworkView<'a> {
    pub(crate) attempt: u64,
    pub(crate) sweep: u64,
    /// The graph whose edges are the neurons.
    pub graph: &'a MoveGraph,
    /// The moves as pairs of vertices.
    pub neurons: &'a [(u32, u32)],
    /// True for each active move.
    pub active: &'a [bool],
}

impl NetworkView<'_> {
    /// Returns the number of the restart, from 1.
    pub const fn attempt(&self) -> u64 {
        self.attempt
    }

    /// Returns the number of sweeps of this restart.
    pub const fn sweep(&self) -> u64 {
        self.sweep
    }

    /// Returns the moves whose neurons are active.
    pub fn active_moves(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let moves = self.neurons.iter().zip(self.active).filter(|&(_, &is_active)| is_active);
        moves.map(|(&(a, b), _)| (self.graph.square(a), self.graph.square(b)))
    }
}

/// The trails of an ant colony after a cycle.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::Problem;
/// use caracole_solve::{Ants, Observer, Run, Solver, TrailView};
///
/// /// The strongest trail after each cycle.
/// #[derive(Default)]
/// struct Strongest(Vec<f64>);
///
/// impl Observer for Strongest {
///     fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
///         self.0.push(trails.strengths().map(|(_, _, trail)| trail).fold(0.0, f64::max));
///         assert_eq!(trails.cycle() as usize, self.0.len());
///         ControlFlow::Continue(())
///     }
/// }
///
/// let ants = Ants { cycles: 5.try_into()?, ..Ants::default() };
/// let mut strongest = Strongest::default();
/// ants.solve(&Problem::new("8x8".parse()?), &mut Run::new().observed_by(&mut strongest));
/// assert_eq!(strongest.0.len(), 5);
/// assert!(strongest.0.iter().all(|&trail| trail > 1e-6), "stronger than the initial trails");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TrailView<'a> {
    pub(crate) cycle: u64,
    /// The graph whose edges have trails.
    pub graph: &'a MoveGraph,
    /// The strengths of the trails, in the order of the moves of the graph.
    pub strengths: &'a [f64],
}

impl TrailView<'_> {
    /// Returns the number of cycles.
    pub const fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Returns every move with the strength of its trail. A move and its reverse have separate trails.
    pub fn strengths(&self) -> impl Iterator<Item = (Square, Square, f64)> + '_ {
        let graph = self.graph.graph();
        let moves = (0..graph.vertices())
            .flat_map(move |from| graph.neighbours(from).iter().map(move |&to| (from, to)));
        moves
            .zip(self.strengths)
            .map(|((from, to), &trail)| (self.graph.square(from), self.graph.square(to), trail))
    }
}
