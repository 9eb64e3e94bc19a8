//! Methods that learn or settle: they often find tours, and never prove anything.

mod ants;
mod neural;

pub use ants::{Ants, ColonyNumberError, Evaporation, Exponent, Strength, Until};
pub use neural::Neural;

/// A number with its word, in the plural where it must be.
fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
