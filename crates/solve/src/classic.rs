//! The classic methods: brute force, backtracking, and Warnsdorff's rule.
//!
//! | method | finds a tour | says impossible |
//! | --- | --- | --- |
//! | [`BruteForce`] | if it lives to see it; lonely squares first makes that likely | when all paths were tried |
//! | [`Backtracking`] | on small boards | when all paths were tried |
//! | [`Warnsdorff`] | nearly always on small boards, at once | never |
//!
//! All of them honour everything a [`Problem`](caracole_core::Problem) can ask: holes, wrapped
//! edges, boxes, leapers, ends, clues, moves to use and to avoid.

mod backtracking;
mod brute_force;
mod depth_first;
mod rules;
mod starts;
mod task;
pub mod warnsdorff;

pub use backtracking::Backtracking;
pub use brute_force::{BruteForce, Children};
pub(crate) use rules::Rules;
pub(crate) use task::{Task, bytes_of_graph};
pub use warnsdorff::{Tie, Warnsdorff};
