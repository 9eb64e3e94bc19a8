//! Methods that learn or settle: they often find tours, and never prove anything.

mod neural;

pub use neural::Neural;
