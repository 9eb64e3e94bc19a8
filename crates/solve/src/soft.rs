//! Methods that learn or settle: they often find tours, and never prove anything.

mod ants;
mod neural;

pub use ants::{Ants, ColonyNumberError, Evaporation, Exponent, Strength, Until};
pub use neural::Neural;
