//! Exchanges of moves along alternating rings, and what becomes of the loops.

use super::{Loops, other};

/// The most vertices of an exchange.
pub(in crate::patch) const MOST: usize = 8;

/// A stretch of a loop between two vertices of an exchange, by their places in it.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    ends: [usize; 2],
    /// How many vertices it has; unknown for the longest, which nobody walked to its end.
    len: Option<u32>,
}

impl Loops<'_> {
    /// Exchanges moves along an alternating ring of vertices, all different: the moves from the
    /// first to the second, the third to the fourth and so on are given up, and those from the
    /// second to the third and so on, and from the last to the first, are made.
    ///
    /// What this does to the loops is found by walking all stretches between the vertices of the
    /// ring at the same pace, so the longest of them is never walked to its end. Two loops become
    /// one in as many steps as the smaller has vertices, up to a factor.
    pub(in crate::patch) fn exchange(&mut self, ring: &[u32]) {
        let is_made = self.exchange_within(ring, u32::MAX);
        debug_assert!(is_made, "{ring:?}");
    }

    /// Makes an exchange if so many steps along each stretch tell what becomes of the loops.
    pub(in crate::patch) fn exchange_within(&mut self, ring: &[u32], most_steps: u32) -> bool {
        debug_assert!(ring.len() >= 4 && ring.len() <= MOST && ring.len().is_multiple_of(2));
        self.change(ring);
        let Some(stretches) = self.stretches(ring, most_steps) else {
            self.change(&back(ring));
            return false;
        };
        self.relabel(ring, &stretches);
        true
    }

    /// Gives up moves and makes others, and lets the loops be what they are.
    fn change(&mut self, ring: &[u32]) {
        for (at, &vertex) in ring.iter().enumerate() {
            let (old, new) = (ring[at ^ 1], ring[partner(ring, at)]);
            let beside = &mut self.beside[vertex as usize];
            debug_assert!(beside.contains(&old) && !beside.contains(&new), "{ring:?}");
            beside[usize::from(beside[0] != old)] = new;
        }
        if let Some(bridge) = &mut self.bridge
            && bridge.joins(ring[0], ring[1])
        {
            bridge.move_end(ring[0], ring[ring.len() - 1]);
        }
    }

    /// The stretches of loops between the vertices of a ring, the longest one last; `None` if more
    /// than one is too long.
    fn stretches(&mut self, ring: &[u32], most_steps: u32) -> Option<Vec<Stretch>> {
        let mut walkers: Vec<(usize, u32, u32)> =
            (0..ring.len()).map(|at| (at, ring[partner(ring, at)], ring[at])).collect();
        let mut found: Vec<Stretch> = Vec::with_capacity(ring.len() / 2);
        let mut steps = 1;
        while walkers.len() > 2 {
            if steps >= most_steps {
                return None;
            }
            steps += 1;
            self.work += walkers.len() as u64;
            for (_, before, at) in &mut walkers {
                (*before, *at) = (*at, other(self.beside[*at as usize], *before));
            }
            for at in (0..walkers.len()).rev() {
                let Some(&(from, _, now)) = walkers.get(at) else { continue };
                if let Some(to) = ring.iter().position(|&vertex| vertex == now)
                    && walkers.len() > 2
                {
                    found.push(Stretch { ends: [from, to], len: Some(steps) });
                    walkers.retain(|&(begin, ..)| begin != from && begin != to);
                }
            }
        }
        if let [(from, ..), (to, ..)] = walkers[..] {
            found.push(Stretch { ends: [from, to], len: None });
        }
        Some(found)
    }

    /// Numbers the loops that an exchange has made. The loop of the longest stretch keeps the
    /// number of that stretch.
    fn relabel(&mut self, ring: &[u32], stretches: &[Stretch]) {
        let mut before: Vec<u32> = ring.iter().map(|&vertex| self.of(vertex)).collect();
        before.sort_unstable();
        before.dedup();
        let Some(longest) = stretches.last() else { return };
        let kept = self.of(ring[longest.ends[0]]);
        let total: u32 = before.iter().map(|&number| self.sizes[number as usize]).sum();
        self.count -= before.len();
        for &number in &before {
            self.sizes[number as usize] = 0;
        }
        self.unused.extend(before.iter().filter(|&&number| number != kept));
        let stretch_at = |place: usize| stretches.iter().position(|it| it.ends.contains(&place));
        let (mut is_done, mut rest) = ([false; MOST], total);
        for first in (0..stretches.len()).rev() {
            if is_done[first] {
                continue;
            }
            self.count += 1;
            let number = if first + 1 == stretches.len() { kept } else { self.new_number() };
            let mut place = stretches[first].ends[0];
            while let Some(at) = stretch_at(place)
                && !is_done[at]
            {
                is_done[at] = true;
                let Stretch { ends: [a, b], len } = stretches[at];
                let end = if place == a { b } else { a };
                if let Some(len) = len {
                    rest -= len;
                    self.sizes[number as usize] += len;
                    self.label_stretch(ring[place], ring[partner(ring, place)], len, number);
                }
                place = partner(ring, end);
            }
        }
        self.sizes[kept as usize] += rest;
    }

    fn new_number(&mut self) -> u32 {
        self.unused.pop().unwrap_or_else(|| {
            self.sizes.push(0);
            self.sizes.len() as u32 - 1
        })
    }

    fn label_stretch(&mut self, start: u32, before: u32, len: u32, number: u32) {
        if self.of(start) == number {
            return;
        }
        let (mut before, mut at) = (before, start);
        for _ in 0..len {
            self.of[at as usize] = number;
            (before, at) = (at, other(self.beside(at), before));
        }
    }
}

/// The place in a ring of the vertex that the one at a place is joined to by an exchange.
const fn partner(ring: &[u32], at: usize) -> usize {
    match at {
        0 => ring.len() - 1,
        at if at == ring.len() - 1 => 0,
        at if at % 2 == 0 => at - 1,
        at => at + 1,
    }
}

/// The ring that takes an exchange back.
pub(in crate::patch) fn back(ring: &[u32]) -> Vec<u32> {
    let mut back = ring.to_vec();
    back[1..].reverse();
    back
}
