//! Finds knight's tours, and decides whether there are any.
//!
//! Every method is a [`Solver`]: it takes a [`Problem`](caracole_core::Problem) and a [`Run`],
//! which carries the limits, the seed, the stop flag and the observer, and gives an
//! [`Outcome`](caracole_core::Outcome).

mod auto;
pub mod classic;
pub mod coach;
mod construct;
mod cover;
mod exact;
mod existence;
mod factor;
pub mod film;
mod game;
mod locate;
mod longest;
mod memory;
mod method;
mod observer;
mod patch;
pub mod puzzle;
mod random;
mod run;
mod soft;
mod solver;

pub use auto::Auto;
pub use classic::{Backtracking, BruteForce, Children, Tie, Warnsdorff};
pub use construct::{Construct, Look, Sweep};
pub use cover::cover;
pub use exact::{Exact, Listing, Others};
pub use existence::{Decision, Starts, decide, starts};
pub use game::{Game, Impasse, Standing};
pub use locate::{Locator, locate};
pub use longest::{Longest, LongestFound, longest, supports_longest};
pub use memory::free_memory;
pub use method::{Method, MethodSettings};
pub use observer::{NetworkView, Observer, TrailView};
pub use patch::Patch;
pub use random::Random;
pub use run::{ColonyStats, Limits, NetworkStats, Progress, Reservation, Run, Stats};
pub use soft::{Ants, ColonyNumberError, Evaporation, Exponent, Neural, Strength, Until};
pub use solver::{Solver, Support};
