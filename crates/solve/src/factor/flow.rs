//! The flow from one colour to the other, in phases of shortest paths.

use super::{NONE, Pace, Wanted};
use crate::Random;

/// The moves chosen so far. Vertices of colour 0 give, those of colour 1 take.
pub(super) struct Flow {
    /// The at most two vertices that each is joined to.
    pub(super) beside: Vec<[u32; 2]>,
    /// What each vertex still needs.
    pub(super) missing: Vec<u8>,
}

/// A vertex that no path reaches, or that leads nowhere.
const UNSEEN: u32 = u32::MAX;

/// Where the paths of one phase go.
struct Levels {
    /// How many moves away from a vertex that gives and misses some.
    of: Vec<u32>,
    /// The next neighbour to be tried of each vertex that gives.
    arcs: Vec<u32>,
    queue: Vec<u32>,
}

impl Flow {
    /// No moves yet.
    pub(super) fn new(needs: &[u8]) -> Self {
        Self { beside: vec![[NONE; 2]; needs.len()], missing: needs.to_vec() }
    }

    /// Is the move among the chosen ones?
    #[inline]
    pub(super) fn makes(&self, a: u32, b: u32) -> bool {
        self.beside[a as usize].contains(&b)
    }

    #[inline]
    fn replace(&mut self, vertex: u32, old: u32, new: u32) {
        let beside = &mut self.beside[vertex as usize];
        debug_assert!(beside.contains(&old), "{vertex} is beside {beside:?}, not {old}");
        beside[usize::from(beside[0] != old)] = new;
    }

    /// Chooses a move. What is missing is told by the caller.
    #[inline]
    pub(super) fn add(&mut self, a: u32, b: u32) {
        self.replace(a, NONE, b);
        self.replace(b, NONE, a);
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn remove(&mut self, a: u32, b: u32) {
        self.replace(a, b, NONE);
        self.replace(b, a, NONE);
    }

    /// Gives each vertex of colour 0, in random order, moves to the neighbours that the fewest can
    /// still give one to; between equal ones chance decides.
    pub(super) fn begin<R, O: Fn(u32, u32) -> bool, E>(
        &mut self,
        wanted: &Wanted<'_, R, O>,
        random: &mut Random,
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        let mut order: Vec<u32> = wanted.of_colour(0).collect();
        for part in order.chunks_mut(PART) {
            pace.step()?;
            random.shuffle(part);
        }
        let mut left: Vec<u32> = vec![0; self.missing.len()];
        for &from in &order {
            pace.step()?;
            for &to in wanted.graph.neighbours(from) {
                left[to as usize] += 1;
            }
        }
        for &from in &order {
            pace.step()?;
            let all = wanted.graph.neighbours(from);
            for &to in all {
                left[to as usize] -= 1;
            }
            for _ in 0..self.missing[from as usize] {
                let first = random.below(all.len().max(1) as u64) as usize;
                let (before, after) = all.split_at(first.min(all.len()));
                let is_free = |&&to: &&u32| {
                    self.missing[to as usize] > 0
                        && !self.makes(from, to)
                        && (wanted.is_open)(from, to)
                };
                let spare =
                    |&&to: &&u32| left[to as usize] + 2 - u32::from(self.missing[to as usize]);
                let free = after.iter().chain(before).filter(is_free);
                let Some(&to) = free.min_by_key(spare) else { break };
                self.add(from, to);
                self.missing[from as usize] -= 1;
                self.missing[to as usize] -= 1;
            }
        }
        Ok(())
    }

    /// Changes moves along alternating paths until no more of them can be chosen.
    pub(super) fn complete<R, O: Fn(u32, u32) -> bool, E>(
        &mut self,
        wanted: &Wanted<'_, R, O>,
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        let lacks = |flow: &Self, vertex: u32| flow.missing[vertex as usize] > 0;
        let mut roots: Vec<u32> = wanted.of_colour(0).filter(|&giver| lacks(self, giver)).collect();
        let count = self.missing.len();
        let mut levels =
            Levels { of: vec![UNSEEN; count], arcs: vec![0; count], queue: Vec::new() };
        let mut path = Vec::new();
        while !roots.is_empty() && self.set_levels(&mut levels, &roots, wanted, pace)? {
            for &root in &roots {
                while lacks(self, root) && self.lead(root, &mut levels, &mut path, wanted, pace)? {
                    self.change_along(&path);
                }
            }
            roots.retain(|&root| lacks(self, root));
        }
        Ok(())
    }

    /// Finds how far each vertex is from the roots, as far as the first that takes; false if none
    /// is reached.
    fn set_levels<R, O: Fn(u32, u32) -> bool, E>(
        &self,
        levels: &mut Levels,
        roots: &[u32],
        wanted: &Wanted<'_, R, O>,
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<bool, E> {
        levels.of.fill(UNSEEN);
        levels.queue.clear();
        levels.queue.extend(roots);
        for &root in roots {
            levels.of[root as usize] = 0;
            levels.arcs[root as usize] = 0;
        }
        let lacking = |vertex: u32| u64::from(self.missing[vertex as usize]);
        let wished: u64 = roots.iter().map(|&root| lacking(root)).sum();
        let (mut at, mut last, mut reached) = (0, UNSEEN, 0);
        while let Some(&from) = levels.queue.get(at) {
            at += 1;
            let level = levels.of[from as usize] + 1;
            if level > last {
                break;
            }
            pace.step()?;
            for &to in wanted.graph.neighbours(from) {
                if levels.of[to as usize] != UNSEEN
                    || self.makes(from, to)
                    || !(wanted.is_open)(from, to)
                {
                    continue;
                }
                levels.of[to as usize] = level;
                reached += lacking(to);
                if reached >= wished {
                    last = level;
                }
                for next in self.beside[to as usize] {
                    if next != NONE && levels.of[next as usize] == UNSEEN {
                        levels.of[next as usize] = level + 1;
                        levels.arcs[next as usize] = 0;
                        levels.queue.push(next);
                    }
                }
            }
        }
        Ok(reached > 0)
    }

    /// A path from a root up the levels to a vertex that takes: moves to choose and moves to take
    /// back in turn. Left empty where there is none.
    fn lead<R, O: Fn(u32, u32) -> bool, E>(
        &self,
        root: u32,
        levels: &mut Levels,
        path: &mut Vec<u32>,
        wanted: &Wanted<'_, R, O>,
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<bool, E> {
        path.clear();
        path.push(root);
        while let Some(&from) = path.last() {
            pace.step()?;
            let level = levels.of[from as usize];
            let all = wanted.graph.neighbours(from);
            let mut next = None;
            while let Some(&to) = all.get(levels.arcs[from as usize] as usize) {
                if levels.of[to as usize] == level + 1
                    && !self.makes(from, to)
                    && (wanted.is_open)(from, to)
                {
                    if self.missing[to as usize] > 0 {
                        path.push(to);
                        return Ok(true);
                    }
                    let leads = |&next: &u32| next != NONE && levels.of[next as usize] == level + 2;
                    next = self.beside[to as usize].into_iter().find(leads);
                    if let Some(next) = next {
                        path.extend([to, next]);
                        break;
                    }
                }
                levels.arcs[from as usize] += 1;
            }
            if next.is_none() {
                levels.of[from as usize] = UNSEEN;
                path.truncate(path.len().saturating_sub(2));
            }
        }
        Ok(false)
    }

    /// Chooses the first move of a path, takes the second back, and so on to the last, which is
    /// chosen.
    fn change_along(&mut self, path: &[u32]) {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return };
        self.missing[first as usize] -= 1;
        self.missing[last as usize] -= 1;
        let mut before = NONE;
        for (at, &vertex) in path.iter().enumerate() {
            let after = path.get(at + 1).copied().unwrap_or(NONE);
            // A vertex that gives comes by the move that it loses, one that takes by the one that
            // it wins.
            let (old, new) = if at % 2 == 0 { (before, after) } else { (after, before) };
            self.replace(vertex, old, new);
            before = vertex;
        }
    }
}

/// The order of vertices is shuffled in parts, so that neighbours stay near each other in memory.
const PART: usize = 1 << 14;
