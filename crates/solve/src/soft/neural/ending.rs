//! How an attempt ends that leads to no tour.

use std::num::NonZeroU32;

use crate::patch::Plan;
use caracole_core::counted;

/// What the network came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// After so many sweeps only some of all squares had what they need.
    Restless { sweeps: u32, plan: Plan, squares: [usize; 2] },
    /// Every square has two moves, but in several loops, one of which may be a path; `left` of them
    /// after repair.
    Loops { sweeps: u32, plan: Plan, count: usize, left: Option<usize> },
    /// The ends of the path are a move apart, and may not be.
    EndsMeet { sweeps: u32 },
}

impl Ending {
    /// The ending of the last of so many attempts in words.
    pub(super) fn story(self, attempts: NonZeroU32) -> String {
        let last = match self {
            Self::Restless { sweeps, plan, squares: [satisfied, squares] } => {
                let sweeps = counted(sweeps.into(), "sweep");
                let or = if plan == Plan::Path { ", or one and an end of the path" } else { "" };
                format!(
                    "the network did not settle in {sweeps}: {satisfied} of {squares} squares had \
                     two moves{or}"
                )
            }
            Self::Loops { sweeps, plan, count, left } => {
                let sweeps = counted(sweeps.into(), "sweep");
                let with = if plan == Plan::Ring { " with two moves at every square" } else { "" };
                let repair = match left {
                    None => "repair may join them".to_owned(),
                    Some(left) => format!("repair left {}", pieces(plan, left)),
                };
                let pieces = pieces(plan, count);
                format!("the network settled after {sweeps}{with}, but in {pieces}; {repair}")
            }
            Self::EndsMeet { sweeps } => format!(
                "the network settled after {}, but on a path whose ends are a move apart",
                counted(sweeps.into(), "sweep")
            ),
        };
        match attempts.get() {
            1 => last,
            attempts => format!("{attempts} attempts failed; in the last {last}"),
        }
    }
}

fn pieces(plan: Plan, count: usize) -> String {
    match plan {
        Plan::Ring => counted(count as u64, "loop"),
        Plan::Path => format!("a path and {}", counted(count as u64 - 1, "loop")),
    }
}
