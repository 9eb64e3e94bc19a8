//! Finds knight's tours, and decides whether there are any.
//!
//! Every method is a [`Solver`]: it takes a [`Problem`](caracole_core::Problem) and a [`Run`],
//! which carries the limits, the seed, the stop flag and the observer, and gives an
//! [`Outcome`](caracole_verify::Outcome).

mod ants;
mod auto;
pub mod classic;
mod construct;
mod cover;
mod exact;
mod existence;
mod flow;
mod graph;
mod instance;
mod links;
mod locate;
mod longest;
mod method;
mod neural;
mod observer;
mod patch;
mod random;
mod run;
mod solver;

use caracole_core::{Leaper, Offset};

/// The moves of a knight, clockwise from one file right and two ranks up. Opposite moves are four apart.
pub(crate) const KNIGHT_MOVES: [Offset; 8] = Leaper::KNIGHT.offsets();

pub use ants::{Ants, ColonyNumberError, Evaporation, Exponent, Strength, Until};
pub use auto::Auto;
pub use caracole_runtime::{Limits, Options};
pub use classic::{Backtracking, BruteForce, MoveOrdering, TieBreak, Warnsdorff};
pub use construct::{Construct, ConstructionStyle, FrontierDp};
pub use cover::cover;
pub use exact::{CnfFormula, Exact, ExportError, Listing, Others};
pub use existence::{Decision, Starts, decide, starts};
pub use locate::{Locator, locate};
pub use longest::{Longest, LongestFound, longest, longest_with, supports_longest};
pub use method::{Method, MethodSettings};
pub use neural::Neural;
pub use observer::{NetworkView, Observer, TrailView};
pub use patch::Patch;
pub use random::Random;
pub use run::{ColonyStats, NetworkStats, Reservation, Run, Stats, free_memory};
pub use solver::{Solver, Support};
