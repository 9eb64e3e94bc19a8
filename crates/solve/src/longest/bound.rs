//! How long a path can be at most, and why.

use caracole_core::StopCause;

use super::flow;
use super::part::Part;
use crate::Run;

/// No path in a part visits more squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) squares: u32,
    pub(super) why: String,
}

/// The bounds that are seen at once.
pub(super) fn bound(part: &Part, is_whole: bool) -> Bound {
    let why = if is_whole {
        "there are no more squares".to_owned()
    } else {
        format!("a path stays among {} squares that moves join", part.len())
    };
    let mut best = Bound { squares: part.len(), why };
    for other in [colours(part), dead_ends(part)].into_iter().flatten() {
        keep_least(&mut best, other);
    }
    best
}

/// Lowers a bound by counting moves, where that lowers it. A path makes one move less than it visits
/// squares.
pub(super) fn count_moves(
    part: &Part,
    best: &mut Bound,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    let moves = flow::most_moves(part, run)?;
    let why = format!(
        "no more than {moves} moves can be made if no square is to be touched by more than two of \
         them, and a given end by one"
    );
    keep_least(best, Bound { squares: moves + 1, why });
    Ok(())
}

fn keep_least(best: &mut Bound, other: Bound) {
    if other.squares < best.squares {
        *best = other;
    }
}

/// Colours alternate along a path.
fn colours(part: &Part) -> Option<Bound> {
    let counts = part.colour_counts()?;
    let colour = |end: u32| part.colours.as_ref().map(|colours| usize::from(colours[end as usize]));
    let [start, end] = part.ends.map(|end| end.and_then(colour));
    let squares = match (start.or(end), start.and(end)) {
        (None, _) => 2 * counts[0].min(counts[1]) + 1,
        (Some(one), None) if counts[one] > counts[1 - one] => 2 * counts[1 - one] + 1,
        (Some(one), None) => 2 * counts[one],
        (Some(one), Some(_)) if start == end => 2 * counts[1 - one].min(counts[one] - 1) + 1,
        (Some(one), Some(_)) => 2 * counts[one].min(counts[1 - one]),
    };
    let why = format!(
        "the squares that moves join are {} of one colour and {} of the other, and a path changes \
         colour with every move",
        counts[0].max(counts[1]),
        counts[0].min(counts[1]),
    );
    Some(Bound { squares, why })
}

/// A square with a single move is an end of the path or not on it, and a path has two ends.
fn dead_ends(part: &Part) -> Option<Bound> {
    let is_dead_end = |vertex: u32| part.graph.degree(vertex) == 1;
    let count = (0..part.len()).filter(|&vertex| is_dead_end(vertex)).count() as u32;
    let elsewhere = part.ends.into_iter().flatten().filter(|&end| !is_dead_end(end)).count() as u32;
    let left_out = count.saturating_sub(2 - elsewhere);
    (left_out > 0).then(|| Bound {
        squares: part.len() - left_out,
        why: format!("{count} squares have a single move, and a path has two ends"),
    })
}
