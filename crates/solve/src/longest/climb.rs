//! Long paths, found by walking and mending.

mod trail;

use caracole_core::StopCause;

use super::part::Part;
use crate::{Random, Run};
use trail::Trail;

/// So many squares may be shifted in all: enough for many walks on small boards, for hundreds of
/// turns on one of 10^5 squares, and a second or so of time.
const MOST_WORK: u64 = 400_000_000;

/// Beyond so many walks hardly any gets longer.
const MOST_WALKS: u64 = 40;

/// Looks for a path of `wanted` squares, and gives the longest one it finds: a path as asked, or an
/// empty one if there was none between the given ends.
///
/// Each walk goes to the square with the fewest ways on, by lot where several have as few. Where it
/// is stuck, the path is *turned*: from its last square a move leads to one inside it, and what
/// comes after that is walked backwards, so that it ends elsewhere and may go on (Posa). Then pairs
/// of squares that were left out are put between squares of the path, with two moves exchanged if
/// need be. A path between two given ends is one from the first that comes a move away from the
/// second.
///
/// The same seed finds the same path. Stopped, it gives the longest so far.
pub(super) fn climb(part: &Part, wanted: u32, run: &mut Run<'_>) -> (Vec<u32>, Option<StopCause>) {
    // Walks begin at the given end, and at the start if both are given.
    let [first, second] = part.ends;
    let (root, target) = if first.is_some() { (first, second) } else { (second, None) };
    let is_reversed = first.is_none() && second.is_some();
    let mut work = MOST_WORK;
    let mut best: Vec<u32> = if target.is_some() { Vec::new() } else { vec![root.unwrap_or(0)] };
    let mut stop = None;
    for number in 0..MOST_WALKS {
        if best.len() as u32 >= wanted || work == 0 {
            break;
        }
        if let Err(cause) = run.look() {
            stop = Some(cause);
            break;
        }
        let random = Random::numbered(run.get_seed(), "longest", number);
        let mut trail = Trail::new(part, target, random, &mut work);
        let from = root.unwrap_or_else(|| trail.choose_root());
        if let Err(cause) = trail.walk(from, wanted, run) {
            stop = Some(cause);
        }
        let found = trail.into_best();
        if found.len() > best.len() {
            best = found;
        }
        if stop.is_some() {
            break;
        }
    }
    if is_reversed {
        best.reverse();
    }
    (best, stop)
}
