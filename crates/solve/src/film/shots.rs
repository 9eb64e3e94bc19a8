//! A network and the trails of a colony, as they are kept.

use std::sync::Arc;

use caracole_core::Square;

use crate::{NetworkView, TrailView};

/// Moves as pairs of squares, shared by all shots of one network or colony.
type MoveList = Arc<[(Square, Square)]>;

/// A neural network after a sweep.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::film::Camera;
/// use caracole_solve::{Neural, Run, Solver};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let mut camera = Camera::new(&problem);
/// Neural::default().solve(&problem, &mut Run::new().observed_by(&mut camera));
/// let film = camera.film();
/// for shot in film.networks() {
///     println!(
///         "attempt {}, sweep {}: {} moves, {} of 36 squares have two",
///         shot.attempt(),
///         shot.sweep(),
///         shot.moves_on(),
///         shot.squares_with_two()
///     );
/// }
/// let last = film.networks().last().ok_or("there was no sweep")?;
/// assert_eq!((last.moves_on(), last.squares_with_two()), (36, 36), "it has settled");
/// assert_eq!(last.active_moves().count(), 36);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkShot {
    attempt: u64,
    sweep: u64,
    moves: MoveList,
    /// A bit for each move: is it on?
    active: Box<[u64]>,
    moves_on: usize,
    squares_with_two: usize,
}

impl NetworkShot {
    /// What the view shows; `before` is an earlier shot of the same network.
    pub(super) fn new(view: &NetworkView<'_>, before: Option<&Self>) -> Self {
        let square = |vertex| view.graph.square(vertex);
        let list = || view.neurons.iter().map(|&(a, b)| (square(a), square(b))).collect();
        let moves = shared(before.map(|shot| &shot.moves), view.neurons.len(), list);
        let mut active = vec![0_u64; view.active.len().div_ceil(64)].into_boxed_slice();
        let mut degrees = vec![0_u16; view.graph.graph().vertices() as usize];
        let mut moves_on = 0;
        let on = view.neurons.iter().zip(view.active).enumerate();
        for (at, (&(a, b), _)) in on.filter(|(_, (_, is_active))| **is_active) {
            active[at / 64] |= 1 << (at % 64);
            moves_on += 1;
            for vertex in [a, b] {
                let degree = &mut degrees[vertex as usize];
                *degree = degree.saturating_add(1);
            }
        }
        let squares_with_two = degrees.iter().filter(|&&degree| degree == 2).count();
        let (attempt, sweep) = (view.attempt(), view.sweep());
        Self { attempt, sweep, moves, active, moves_on, squares_with_two }
    }

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
        let is_on = |at: &usize| self.active[at / 64] >> (at % 64) & 1 == 1;
        (0..self.moves.len()).filter(is_on).map(|at| self.moves[at])
    }

    /// How many moves are switched on.
    pub const fn moves_on(&self) -> usize {
        self.moves_on
    }

    /// How many squares have two moves.
    pub const fn squares_with_two(&self) -> usize {
        self.squares_with_two
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.active) + share_of_list(&self.moves)
    }
}

/// The trails of a colony after a cycle.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::film::Camera;
/// use caracole_solve::{Ants, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?);
/// let mut camera = Camera::new(&problem);
/// let ants = Ants { cycles: 3.try_into()?, ..Ants::default() };
/// ants.solve(&problem, &mut Run::new().observed_by(&mut camera));
/// let film = camera.film();
/// let last = film.trails().last().ok_or("there was no cycle")?;
/// assert_eq!(last.cycle(), 3);
/// let (from, to) = last.strongest().ok_or("there are no moves")?;
/// println!("most ants go {}-{}", problem.board().name(from), problem.board().name(to));
/// assert!(last.strengths().any(|trail| trail == (from, to, 1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TrailShot {
    cycle: u64,
    moves: MoveList,
    /// How strong the trail of each move is, the strongest being 1.
    strengths: Box<[f32]>,
}

impl TrailShot {
    /// What the view shows; `before` is an earlier shot of the same colony.
    pub(super) fn new(view: &TrailView<'_>, before: Option<&Self>) -> Self {
        let list = || view.strengths().map(|(from, to, _)| (from, to)).collect();
        let moves = shared(before.map(|shot| &shot.moves), view.strengths.len(), list);
        let strongest = view.strengths.iter().copied().fold(0.0, f64::max);
        let share = |&trail: &f64| if strongest > 0.0 { (trail / strongest) as f32 } else { 0.0 };
        let strengths = view.strengths.iter().map(share).collect();
        Self { cycle: view.cycle(), moves, strengths }
    }

    /// How many cycles there were.
    pub const fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Every move, and how strong the trail along it is, from 0 to 1, the strongest being 1. A move
    /// and its way back are two.
    pub fn strengths(&self) -> impl Iterator<Item = (Square, Square, f32)> + '_ {
        self.moves.iter().zip(&self.strengths).map(|(&(from, to), &trail)| (from, to, trail))
    }

    /// The move with the strongest trail; the first of several.
    pub fn strongest(&self) -> Option<(Square, Square)> {
        let mut trails = self.strengths();
        let first = trails.next()?;
        let (from, to, _) =
            trails.fold(first, |best, trail| if trail.2 > best.2 { trail } else { best });
        Some((from, to))
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.strengths) + share_of_list(&self.moves)
    }
}

/// The list of moves of an earlier shot. One camera sees one network or colony, whose moves stay as
/// they are; should another one come, it is told by their number.
fn shared(before: Option<&MoveList>, moves: usize, list: impl FnOnce() -> MoveList) -> MoveList {
    before.filter(|list| list.len() == moves).map_or_else(list, Arc::clone)
}

/// A list of moves counts for the shot that made it, before others share it.
fn share_of_list(moves: &MoveList) -> usize {
    if Arc::strong_count(moves) == 1 { size_of_val(&**moves) } else { 0 }
}
