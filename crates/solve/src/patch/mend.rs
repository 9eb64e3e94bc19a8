//! Loops that no exchange of two moves joins.

mod ring;

use caracole_core::StopCause;

use super::loops::{Loops, MOST};
use crate::{Random, Run};

use ring::{closes, extension, gains, leaves_bridge};

/// Joins the loops that are left, by exchanges of up to four moves; where there are none, exchanges
/// moves at random and tries again, until one loop is left or the effort seems in vain.
pub(super) fn mend(
    loops: &mut Loops<'_>,
    random: &mut Random,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    let vertices = u64::from(loops.graph().vertices());
    let limit = loops.work() + MOST_WORK.min(300 * vertices) + 64 * vertices;
    let mut mending = Mending { random, tries: 0, patience: 0, limit, next_look: 0 };
    let mut shakes = 0;
    while loops.count() > 1 && shakes < MOST_SHAKES && mending.work(loops) < limit {
        let (before, largest) = (loops.count(), loops.largest());
        let outside: Vec<u32> =
            (0..loops.graph().vertices()).filter(|&vertex| loops.of(vertex) != largest).collect();
        mending.mend_all(loops, &outside, run)?;
        if loops.count() >= before {
            mending.shake(loops, &outside, run)?;
            shakes += 1;
        }
    }
    Ok(())
}

/// Steps along loops that may be walked, and rings that may be looked at, beside some for each
/// vertex. Small boards get less.
const MOST_WORK: u64 = 2_000_000;

/// Steps along a loop that take no time.
const SHORT: u32 = 1 << 10;

/// Random exchanges that may be made in vain.
const MOST_SHAKES: u32 = 400;

/// The work on loops that are left over.
struct Mending<'a> {
    random: &'a mut Random,
    /// Rings that were looked at.
    tries: u64,
    /// How many steps may be walked to find out what an exchange does.
    patience: u32,
    /// The work after which it is given up.
    limit: u64,
    next_look: u64,
}

impl Mending<'_> {
    const fn work(&self, loops: &Loops<'_>) -> u64 {
        self.tries + loops.work()
    }

    fn look(&mut self, loops: &Loops<'_>, run: &mut Run<'_>) -> Result<(), StopCause> {
        const WORK_BETWEEN_LOOKS: u64 = 1 << 16;
        if self.work(loops) >= self.next_look {
            self.next_look = self.work(loops) + WORK_BETWEEN_LOOKS;
            run.look()?;
        }
        Ok(())
    }

    /// Tries exchanges of two moves, then of three, then of four, from the vertices outside the
    /// largest loop: first those that concern short stretches of it, for the others take long.
    fn mend_all(
        &mut self,
        loops: &mut Loops<'_>,
        outside: &[u32],
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let largest = loops.largest();
        for (patience, moves) in [(SHORT, 2), (SHORT, 3), (SHORT, 4), (u32::MAX, 3), (u32::MAX, 4)]
        {
            self.patience = patience;
            for &vertex in outside {
                run.look()?;
                if loops.count() > 1 && loops.of(vertex) != largest {
                    self.mend_at(loops, vertex, moves, run)?;
                }
            }
        }
        for kept in 0..2 {
            if loops.count() > 1
                && let Some(bridge) = loops.bridge()
                && bridge.is_free[1 - kept]
            {
                self.mend_from(loops, bridge.ends[kept], bridge.ends[1 - kept], 2, run)?;
            }
        }
        Ok(())
    }

    /// Exchanges so many moves, the first of them at a vertex, if that leaves fewer loops.
    fn mend_at(
        &mut self,
        loops: &mut Loops<'_>,
        vertex: u32,
        moves: usize,
        run: &mut Run<'_>,
    ) -> Result<bool, StopCause> {
        for second in loops.beside(vertex) {
            if self.mend_from(loops, vertex, second, moves, run)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes through all alternating rings of so many moves from a first one on, without recursion:
    /// at each depth it is known which neighbour comes next, and which of the two beside it.
    fn mend_from(
        &mut self,
        loops: &mut Loops<'_>,
        first: u32,
        second: u32,
        moves: usize,
        run: &mut Run<'_>,
    ) -> Result<bool, StopCause> {
        let is_bridge = leaves_bridge(loops, first, second);
        if loops.is_fixed(first, second) && !is_bridge {
            return Ok(false);
        }
        let mut ring = vec![first, second];
        let mut next = [0_usize; MOST / 2];
        while let depth @ 1.. = ring.len() / 2 {
            self.tries += 1;
            if self.work(loops) > self.limit {
                return Ok(false);
            }
            if depth == moves {
                self.look(loops, run)?;
                if closes(loops, &ring, is_bridge) && gains(loops, &ring, self.patience) {
                    return Ok(true);
                }
                ring.truncate(2 * depth - 2);
                continue;
            }
            match extension(loops, &ring, &mut next[depth]) {
                Some(pair) => {
                    ring.extend(pair);
                    if let Some(next) = next.get_mut(depth + 1) {
                        *next = 0;
                    }
                }
                None => ring.truncate(2 * depth - 2),
            }
        }
        Ok(false)
    }

    /// Makes a random exchange of two moves near the loops that are left over, whatever comes of
    /// it.
    fn shake(
        &mut self,
        loops: &mut Loops<'_>,
        outside: &[u32],
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        for _ in 0..64 {
            run.look()?;
            let graph = loops.graph();
            let near = outside[self.random.below(outside.len() as u64) as usize];
            let all = graph.neighbours(near);
            let near = match self.random.below(all.len() as u64 + 1) as usize {
                at if at < all.len() => all[at],
                _ => near,
            };
            let second = loops.beside(near)[self.random.below(2) as usize];
            let is_bridge = leaves_bridge(loops, near, second);
            if loops.is_fixed(near, second) && !is_bridge {
                continue;
            }
            let mut rings = Vec::new();
            let mut next = 0;
            while let Some([c, d]) = extension(loops, &[near, second], &mut next) {
                let ring = [near, second, c, d];
                if closes(loops, &ring, is_bridge) {
                    rings.push(ring);
                }
            }
            if !rings.is_empty() {
                let ring = rings[self.random.below(rings.len() as u64) as usize];
                loops.exchange(&ring);
                return Ok(());
            }
        }
        Ok(())
    }
}
