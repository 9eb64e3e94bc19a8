//! How much squares lack, counted once more.

use std::collections::{HashMap, HashSet};

use super::knot::Mark;
use super::state::State;

/// As few of the squares as starve by themselves, if they are not too many to try.
pub(super) fn fewest(state: &State<'_>, squares: Vec<u32>) -> Vec<u32> {
    const MOST: usize = 2000;
    if squares.len() > MOST {
        return squares;
    }
    let mut kept = squares;
    let mut at = 0;
    while at < kept.len() {
        let dropped = kept.swap_remove(at);
        if shortfall(state, &kept) <= 0 {
            kept.push(dropped);
            let last = kept.len() - 1;
            kept.swap(at, last);
            at += 1;
        }
    }
    kept.sort_unstable();
    kept
}

/// How much more the squares need than they can get, as [`Case::Starved`] counts it.
///
/// [`Case::Starved`]: caracole_core::Case::Starved
pub(super) fn shortfall(state: &State<'_>, squares: &[u32]) -> i64 {
    let model = state.model;
    let is_in: HashSet<u32> = squares.iter().copied().collect();
    let mut beside: HashMap<u32, i64> = HashMap::new();
    let (mut most, mut sure) = ([0, 0], [0, 0]);
    for &square in squares {
        let knot = state.knots[square as usize];
        most[model.colour(square)] += i64::from(knot.high);
        sure[model.colour(square)] += i64::from(knot.low);
        for (near, edge) in model.around(square) {
            if state.mark(edge) != Mark::Out {
                *beside.entry(near).or_insert(0) += 1;
            }
        }
    }
    let given = beside.into_iter().map(|(near, moves)| {
        let made = model
            .around(near)
            .filter(|&(to, edge)| state.mark(edge) == Mark::Made && !is_in.contains(&to));
        moves.min(2 - i64::from(state.knots[near as usize].low) - made.count() as i64)
    });
    let ends = (0..2).map(|colour| {
        let others = state.ends(colour)[0] - sure[colour];
        most[colour].min(model.ends_wanted[colour] - others)
    });
    2 * squares.len() as i64 - given.sum::<i64>() - ends.sum::<i64>()
}
