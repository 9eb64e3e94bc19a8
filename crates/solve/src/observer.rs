//! Watching a solver at work.

use std::ops::ControlFlow;

use caracole_core::{MoveGraph, Square};

/// Sees every visit and every retreat of a solver, and may stop it.
///
/// Each method does nothing by default. Returning [`ControlFlow::Break`] stops the solver, which
/// then answers that it was interrupted.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::{Board, Problem, Square};
/// use caracole_solve::{BruteForce, Observer, Run, Solver};
///
/// /// Writes down what the knight does.
/// struct Diary<'a> {
///     board: &'a Board,
///     lines: Vec<String>,
/// }
///
/// impl Observer for Diary<'_> {
///     fn attempt(&mut self, start: Square) -> ControlFlow<()> {
///         self.lines.push(format!("a walk from {}", self.board.name(start)));
///         ControlFlow::Continue(())
///     }
///
///     fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
///         self.lines.push(format!("{step}: visiting {}", self.board.name(square)));
///         ControlFlow::Continue(())
///     }
///
///     fn retreat(&mut self, step: u64, square: Square) -> ControlFlow<()> {
///         self.lines.push(format!("{step}: going back to {}", self.board.name(square)));
///         // That is enough to see how it goes.
///         ControlFlow::Break(())
///     }
/// }
///
/// let problem = Problem::new("3x4".parse()?).from("b2")?;
/// let mut diary = Diary { board: problem.board(), lines: Vec::new() };
/// BruteForce::default().solve(&problem, &mut Run::new().observed_by(&mut diary));
/// assert_eq!(diary.lines[..3], ["a walk from b2", "1: visiting b2", "2: visiting c4"]);
/// assert!(diary.lines.last().is_some_and(|line| line.contains("going back to")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use caracole_core::Problem;
    /// use caracole_solve::{NetworkView, Neural, Observer, Run, Solver};
    ///
    /// /// Waits for the first sweep.
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

    /// A cycle of ants has come home, and their trails have changed.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use caracole_core::Problem;
    /// use caracole_solve::{Ants, Observer, Run, Solver, TrailView};
    ///
    /// /// Lets the ants go out three times.
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

/// A neural network between two sweeps: which moves it has switched on.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::Problem;
/// use caracole_solve::{NetworkView, Neural, Observer, Run, Solver};
///
/// /// How many moves are on after each sweep, attempt by attempt.
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
/// // A network that has settled has two moves on each square.
/// assert!(matches!(curve.0[..], [(1, 1, _), .., (1, _, 36)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
/// assert!(strongest.0.iter().all(|&trail| trail > 1e-6), "stronger than at first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
