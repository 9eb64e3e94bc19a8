//! Loops become one, by exchanges of moves.

use caracole_core::StopCause;

use super::loops::Loops;
use super::mend::mend;
use crate::{Random, Run};

/// Merges loops until one is left or the effort seems in vain.
pub(crate) fn merge(
    loops: &mut Loops<'_>,
    random: &mut Random,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    sweep(loops, random, run)?;
    mend(loops, random, run)
}

/// Joins loops by exchanges of two moves, as long as there are any. Only the vertices outside the
/// largest loop are gone over again.
///
/// On large boards this joins nearly all.
pub(super) fn sweep(
    loops: &mut Loops<'_>,
    random: &mut Random,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    let mut order: Vec<u32> = (0..loops.graph().vertices()).collect();
    for part in order.chunks_mut(SQUARES_BETWEEN_LOOKS) {
        run.look()?;
        random.shuffle(part);
    }
    while loops.count() > 1 {
        let before = loops.count();
        for part in order.chunks(SQUARES_BETWEEN_LOOKS) {
            run.look()?;
            for &vertex in part {
                if let Some(ring) = joint_at(loops, vertex) {
                    loops.exchange(&ring);
                }
            }
        }
        if loops.count() == before {
            break;
        }
        let largest = loops.largest();
        order.retain(|&vertex| loops.of(vertex) != largest);
    }
    Ok(())
}

/// Squares without a look at the clock between them.
const SQUARES_BETWEEN_LOOKS: usize = 1 << 13;

/// An exchange that joins the loop of a vertex to another, beginning with a move from it: between
/// moves of two loops that lie like the sides of a parallelogram.
#[inline]
pub(super) fn joint_at(loops: &Loops<'_>, b: u32) -> Option<[u32; 4]> {
    let (graph, own) = (loops.graph(), loops.of(b));
    for &c in graph.neighbours(b) {
        if loops.of(c) == own {
            continue;
        }
        for d in loops.beside(c) {
            for a in loops.beside(b) {
                if graph.has_edge(d, a) && !loops.is_fixed(a, b) && !loops.is_fixed(c, d) {
                    return Some([a, b, c, d]);
                }
            }
        }
    }
    None
}
