//! A ring of moves, in turn on loops and between them: what exchanging them does.

use crate::patch::bridge::Bridge;
use crate::patch::loops::{Loops, back};
use crate::patch::merge::joint_at;

/// Is this the bridge, and can the path end elsewhere than on `second`?
pub(super) fn leaves_bridge(loops: &Loops<'_>, first: u32, second: u32) -> bool {
    let leaves = |bridge: &Bridge| bridge.joins(first, second) && bridge.can_leave(second);
    loops.bridge().is_some_and(leaves)
}

/// The next two vertices that can go on a ring: one a move away from the last, and one beside that.
pub(super) fn extension(loops: &Loops<'_>, ring: &[u32], next: &mut usize) -> Option<[u32; 2]> {
    let &last = ring.last()?;
    let all = loops.graph().neighbours(last);
    let taken = loops.beside(last);
    while let Some(&c) = all.get(*next / 2) {
        let d = loops.beside(c)[*next % 2];
        *next += 1;
        let is_new = !ring.contains(&c) && !ring.contains(&d);
        if is_new && !taken.contains(&c) && !loops.is_fixed(c, d) {
            return Some([c, d]);
        }
    }
    None
}

/// Can the last vertex of a ring be joined to the first?
pub(super) fn closes(loops: &Loops<'_>, ring: &[u32], is_bridge: bool) -> bool {
    let (first, last) = (ring[0], ring[ring.len() - 1]);
    if is_bridge {
        let may_close = loops.bridge().is_some_and(|bridge| bridge.may_close);
        return !loops.beside(first).contains(&last)
            && (may_close || !loops.graph().has_edge(first, last));
    }
    loops.graph().has_edge(last, first) && !loops.beside(first).contains(&last)
}

/// Makes an exchange, and takes it back unless it leaves fewer loops, perhaps after one more.
pub(super) fn gains(loops: &mut Loops<'_>, ring: &[u32], patience: u32) -> bool {
    let own = loops.of(ring[0]);
    if ring.iter().all(|&vertex| loops.of(vertex) == own) {
        return false;
    }
    let before = loops.count();
    if !loops.exchange_within(ring, patience) {
        return false;
    }
    if loops.count() < before || (loops.count() == before && join_split(loops, ring)) {
        return true;
    }
    loops.exchange(&back(ring));
    false
}

/// An exchange has split a loop: joins the smaller of its loops to others, if that is possible.
fn join_split(loops: &mut Loops<'_>, ring: &[u32]) -> bool {
    let largest = loops.largest();
    for &vertex in ring {
        let number = loops.of(vertex);
        if number == largest {
            continue;
        }
        let joint = loops.walk(vertex, u32::MAX).find_map(|at| joint_at(loops, at));
        if let Some(joint) = joint {
            loops.exchange(&joint);
            return true;
        }
    }
    false
}
