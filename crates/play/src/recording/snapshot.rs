//! Snapshots of a network and of the trails of a colony.

use std::sync::Arc;

use caracole_core::Square;
use caracole_solve::{NetworkView, TrailView};

/// Moves as pairs of squares, shared by all snapshots of one network or colony.
type MoveList = Arc<[(Square, Square)]>;

/// A neural network after a sweep.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::recording::Recorder;
/// use caracole_solve::{Neural, Run, Solver};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let mut recorder = Recorder::new(&problem);
/// Neural::default().solve(&problem, &mut Run::new().observed_by(&mut recorder));
/// let recording = recorder.into_recording();
/// for snapshot in recording.networks() {
///     println!(
///         "attempt {}, sweep {}: {} moves, {} of 36 squares have degree 2",
///         snapshot.attempt(),
///         snapshot.sweep(),
///         snapshot.active_move_count(),
///         snapshot.squares_with_two()
///     );
/// }
/// let last = recording.networks().last().ok_or("no sweep")?;
/// assert_eq!((last.active_move_count(), last.squares_with_two()), (36, 36), "a stable network");
/// assert_eq!(last.active_moves().count(), 36);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkSnapshot {
    attempt: u64,
    sweep: u64,
    moves: MoveList,
    /// A bit for each move, set if it is on.
    active: Box<[u64]>,
    active_move_count: usize,
    squares_with_two: usize,
}

impl NetworkSnapshot {
    /// Copies the view. `before` is an earlier snapshot of the same network.
    pub(super) fn new(view: &NetworkView<'_>, before: Option<&Self>) -> Self {
        let square = |vertex| view.graph.square(vertex);
        let list = || view.neurons.iter().map(|&(a, b)| (square(a), square(b))).collect();
        let moves = share(before.map(|snapshot| &snapshot.moves), view.neurons.len(), list);
        let mut active = vec![0_u64; view.active.len().div_ceil(64)].into_boxed_slice();
        let mut degrees = vec![0_u16; view.graph.graph().vertices() as usize];
        let mut active_move_count = 0;
        let on = view.neurons.iter().zip(view.active).enumerate();
        for (at, (&(a, b), _)) in on.filter(|(_, (_, is_active))| **is_active) {
            active[at / 64] |= 1 << (at % 64);
            active_move_count += 1;
            for vertex in [a, b] {
                let degree = &mut degrees[vertex as usize];
                *degree = degree.saturating_add(1);
            }
        }
        let squares_with_two = degrees.iter().filter(|&&degree| degree == 2).count();
        let (attempt, sweep) = (view.attempt(), view.sweep());
        Self { attempt, sweep, moves, active, active_move_count, squares_with_two }
    }

    /// Returns the attempt, counted from 1.
    pub const fn attempt(&self) -> u64 {
        self.attempt
    }

    /// Returns the number of sweeps of this attempt.
    pub const fn sweep(&self) -> u64 {
        self.sweep
    }

    /// Returns the moves that are switched on.
    pub fn active_moves(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let is_on = |at: &usize| self.active[at / 64] >> (at % 64) & 1 == 1;
        (0..self.moves.len()).filter(is_on).map(|at| self.moves[at])
    }

    /// Returns the number of moves that are switched on.
    pub const fn active_move_count(&self) -> usize {
        self.active_move_count
    }

    /// Returns the number of squares with two moves.
    pub const fn squares_with_two(&self) -> usize {
        self.squares_with_two
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.active) + unshared_bytes(&self.moves)
    }
}

/// The trails of a colony after a cycle.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::recording::Recorder;
/// use caracole_solve::{Ants, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?);
/// let mut recorder = Recorder::new(&problem);
/// let ants = Ants { cycles: 3.try_into()?, ..Ants::default() };
/// ants.solve(&problem, &mut Run::new().observed_by(&mut recorder));
/// let recording = recorder.into_recording();
/// let last = recording.trails().last().ok_or("no cycle")?;
/// assert_eq!(last.cycle(), 3);
/// let (from, to) = last.strongest().ok_or("no moves")?;
/// println!("most ants go {}-{}", problem.board().name(from), problem.board().name(to));
/// assert!(last.strengths().any(|trail| trail == (from, to, 1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TrailSnapshot {
    cycle: u64,
    moves: MoveList,
    /// The strength of the trail of each move, the strongest being 1.
    strengths: Box<[f32]>,
}

impl TrailSnapshot {
    /// Copies the view. `before` is an earlier snapshot of the same colony.
    pub(super) fn new(view: &TrailView<'_>, before: Option<&Self>) -> Self {
        let list = || view.strengths().map(|(from, to, _)| (from, to)).collect();
        let moves = share(before.map(|snapshot| &snapshot.moves), view.strengths.len(), list);
        let strongest = view.strengths.iter().copied().fold(0.0, f64::max);
        let share = |&trail: &f64| if strongest > 0.0 { (trail / strongest) as f32 } else { 0.0 };
        let strengths = view.strengths.iter().map(share).collect();
        Self { cycle: view.cycle(), moves, strengths }
    }

    /// Returns the number of cycles that have ended.
    pub const fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Returns every move with the strength of its trail, from 0 to 1, the strongest being 1. Each
    /// direction of a move has its own trail.
    pub fn strengths(&self) -> impl Iterator<Item = (Square, Square, f32)> + '_ {
        self.moves.iter().zip(&self.strengths).map(|(&(from, to), &trail)| (from, to, trail))
    }

    /// Returns the move with the strongest trail, the first one if several are equal.
    pub fn strongest(&self) -> Option<(Square, Square)> {
        let mut trails = self.strengths();
        let first = trails.next()?;
        let (from, to, _) =
            trails.fold(first, |best, trail| if trail.2 > best.2 { trail } else { best });
        Some((from, to))
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.strengths) + unshared_bytes(&self.moves)
    }
}

/// Returns the list of moves of an earlier snapshot, or a new list if the number of moves differs. One
/// recorder observes one network or colony, whose moves do not change.
fn share(before: Option<&MoveList>, moves: usize, list: impl FnOnce() -> MoveList) -> MoveList {
    before.filter(|list| list.len() == moves).map_or_else(list, Arc::clone)
}

/// Returns the bytes of a list of moves, which count for the snapshot that made it.
fn unshared_bytes(moves: &MoveList) -> usize {
    if Arc::strong_count(moves) == 1 { size_of_val(&**moves) } else { 0 }
}
