//! What a run counts.

/// What a solver has done.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Backtracking, Neural, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?;
/// let mut run = Run::new();
/// Backtracking::default().solve(&problem, &mut run);
/// let stats = run.stats();
/// assert_eq!((stats.attempts, stats.farthest), (1, 25));
/// assert_eq!(stats.steps, 24 + stats.retreats, "what was taken back was taken first");
/// assert!(stats.counts().is_empty());
///
/// let mut run = Run::new();
/// Neural::default().solve(&Problem::new("6x6".parse()?).closed(), &mut run);
/// for (name, number) in run.stats().counts() {
///     println!("{name}: {number}");
/// }
/// assert_eq!(run.stats().counts()[0], ("updates", run.stats().updates));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Squares gone to, starts not counted.
    pub steps: u64,
    /// Squares left again because they led nowhere.
    pub retreats: u64,
    /// Walks begun.
    pub attempts: u64,
    /// The most squares a path has had.
    pub farthest: u64,
    /// Cases looked at by a search that supposes moves anywhere on the board, and does not walk.
    pub cases: u64,
    /// Neurons updated, each as often as it was.
    pub updates: u64,
    /// What a neural network did, where one was at work.
    pub network: Option<NetworkStats>,
    /// What a colony of ants did, where one was at work.
    pub colony: Option<ColonyStats>,
}

impl Stats {
    /// What only some methods count, by its name.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        let mut counts = Vec::new();
        if let Some(NetworkStats { sweeps, loops }) = self.network {
            counts.extend([("updates", self.updates), ("sweeps", sweeps)]);
            counts.extend(loops.map(|loops| ("loops", loops)));
        }
        if let Some(ColonyStats { cycles, tours, distinct }) = self.colony {
            let ants = self.attempts;
            counts.extend([("ants", ants), ("cycles", cycles), ("tours", tours)]);
            counts.push(("distinct", distinct));
        }
        counts
    }
}

/// What a neural network has done.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Neural, Run, Solver};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let mut run = Run::new();
/// let outcome = Neural::default().solve(&problem, &mut run);
/// let network = run.stats().network.ok_or("no network was at work")?;
/// assert!(network.sweeps > 0);
/// assert_eq!(network.loops == Some(1), outcome.is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NetworkStats {
    /// How often all neurons were updated, in all attempts.
    pub sweeps: u64,
    /// The loops that the last attempt ended in; `None` if it did not settle.
    pub loops: Option<u64>,
}

/// What a colony of ants has done.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Ants, Run, Solver, Until};
///
/// let ants = Ants { cycles: 100.try_into()?, until: Until::LastCycle, ..Ants::default() };
/// let mut run = Run::new();
/// ants.solve(&Problem::new("5x5".parse()?), &mut run);
/// let colony = run.stats().colony.ok_or("no ants were at work")?;
/// assert_eq!(colony.cycles, 100);
/// assert!(colony.tours >= colony.distinct && colony.distinct > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColonyStats {
    /// Cycles completed, in each of which every ant walks once.
    pub cycles: u64,
    /// Walks over all squares that answer the problem.
    pub tours: u64,
    /// How many of them differ, each direction and each start being a tour of its own.
    pub distinct: u64,
}
