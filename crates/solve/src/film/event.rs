//! What happens in a film.

use caracole_core::Square;

/// What a solver did.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::film::{Camera, Event};
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("3x4".parse()?).from("a1")?;
/// let board = problem.board();
/// let mut camera = Camera::new(&problem);
/// Backtracking::default().solve(&problem, &mut Run::new().observed_by(&mut camera));
/// let mut path = Vec::new();
/// for event in camera.film().events() {
///     match event {
///         Event::Attempt { start } => path = vec![board.name(start)],
///         Event::Visit { square, .. } => path.push(board.name(square)),
///         Event::Retreat { step, .. } => path.truncate(step as usize),
///         Event::Sweep { .. } | Event::Trails { .. } => unreachable!("nobody learns here"),
///     }
/// }
/// assert_eq!(path.len(), 12);
/// println!("{}", path.join(" "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A walk begins. Its start is step 1.
    Attempt {
        /// Where.
        start: Square,
    },
    /// The knight goes on.
    Visit {
        /// The step that the square becomes, counted from 1.
        step: u64,
        /// Where it goes.
        square: Square,
    },
    /// The knight goes back.
    Retreat {
        /// The step it goes back to.
        step: u64,
        /// The square it leaves.
        left: Square,
        /// The square it goes back to.
        to: Square,
    },
    /// A network was swept over once more.
    Sweep {
        /// Which attempt of the network this is, from 1.
        attempt: u64,
        /// How many sweeps this attempt has had.
        sweep: u64,
    },
    /// The trails of a colony have changed.
    Trails {
        /// How many cycles there were.
        cycle: u64,
    },
}

/// An event as it is kept: what is needed to go on and to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A walk begins; the path before it is kept apart.
    Attempt(Square),
    Visit(Square),
    /// The square that is left.
    Retreat(Square),
    Sweep,
    Trails,
}

/// An action in eight bytes: three bits tell which, the others the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame(u64);

const KIND_BITS: u32 = 3;

impl Frame {
    /// Can a square of this number be kept? Nobody walks on boards where it cannot.
    pub(super) const fn holds(square: Square) -> bool {
        square.index() >> (u64::BITS - KIND_BITS) == 0
    }

    /// A square must be one that a frame holds.
    pub(super) const fn new(action: Action) -> Self {
        let (kind, number) = match action {
            Action::Attempt(square) => (0, square.index()),
            Action::Visit(square) => (1, square.index()),
            Action::Retreat(square) => (2, square.index()),
            Action::Sweep => (3, 0),
            Action::Trails => (4, 0),
        };
        Self(number << KIND_BITS | kind)
    }

    pub(super) const fn action(self) -> Action {
        let square = Square::from_index(self.0 >> KIND_BITS);
        match self.0 & ((1 << KIND_BITS) - 1) {
            0 => Action::Attempt(square),
            1 => Action::Visit(square),
            2 => Action::Retreat(square),
            3 => Action::Sweep,
            _ => Action::Trails,
        }
    }
}
