//! Maximum b-matchings: greedy, push-relabel, and shortest augmenting paths.

use std::collections::VecDeque;
use std::iter;

use super::{FactorProblem, NONE, Ticker};
use crate::Random;

/// A set of edges, at most two at each vertex. Vertices of colour 0 are *senders*, those of colour 1
/// *receivers*.
pub(crate) struct Matching {
    /// The at most two partners of each vertex.
    pub(crate) partners: Vec<[u32; 2]>,
    /// The number of edges that each vertex still needs.
    pub(crate) demand: Vec<u8>,
}

/// The label of a vertex from which no receiver with a demand can be reached.
const UNREACHED: u32 = u32::MAX;

/// The maximum number of push-relabel rounds. Then shortest augmenting paths follow, which have a better
/// time bound.
const MAX_ROUNDS: u64 = 64;

/// Vertices are shuffled in chunks, so that neighbours stay near each other in memory.
const SHUFFLED_TOGETHER: usize = 1 << 14;

/// The levels of one phase of shortest augmenting paths.
struct Levels {
    /// The distance from the nearest sender with a demand.
    of: Vec<u32>,
    /// The next neighbour to try of each sender.
    next: Vec<u32>,
    queue: Vec<u32>,
}

/// The labels of push-relabel: for each receiver a lower bound on the distance to a receiver with a demand,
/// in removed edges.
struct Labels {
    of: Vec<u32>,
    queue: Vec<u32>,
}

impl Matching {
    /// Returns the matching without edges.
    pub(crate) fn new(demand: Vec<u8>) -> Self {
        Self { partners: vec![[NONE; 2]; demand.len()], demand }
    }

    /// Returns a maximum matching.
    ///
    /// Begins with a random greedy matching. A bounded number of push-relabel rounds nearly always makes
    /// it maximum; otherwise shortest augmenting paths do, many in each phase.
    pub(super) fn maximum<R, O: Fn(u32, u32) -> bool, E>(
        problem: &FactorProblem<'_, R, O>,
        random: &mut Random,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<Self, E> {
        let mut matching = Self::new(problem.degrees.to_vec());
        matching.add_greedily(problem, random, ticker)?;
        matching.push_relabel(problem, ticker)?;
        matching.augment_to_maximum(problem, ticker)?;
        Ok(matching)
    }

    /// Returns true if the edge is in the matching.
    #[inline]
    pub(crate) fn contains(&self, a: u32, b: u32) -> bool {
        self.partners[a as usize].contains(&b)
    }

    #[inline]
    fn replace(&mut self, vertex: u32, old: u32, new: u32) {
        let partners = &mut self.partners[vertex as usize];
        debug_assert!(partners.contains(&old), "{vertex} has the partners {partners:?}, not {old}");
        partners[usize::from(partners[0] != old)] = new;
    }

    /// Adds an edge. The caller lowers the demands.
    #[inline]
    pub(crate) fn add(&mut self, a: u32, b: u32) {
        self.replace(a, NONE, b);
        self.replace(b, NONE, a);
    }

    /// Removes an edge. The caller raises the demands.
    #[inline]
    pub(crate) fn remove(&mut self, a: u32, b: u32) {
        self.replace(a, b, NONE);
        self.replace(b, a, NONE);
    }

    /// Matches each sender, in random order, with the receivers that have the fewest later senders; ties
    /// are broken at random.
    pub(super) fn add_greedily<R, O: Fn(u32, u32) -> bool, E>(
        &mut self,
        problem: &FactorProblem<'_, R, O>,
        random: &mut Random,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        let mut order: Vec<u32> = problem.of_colour(0).collect();
        for chunk in order.chunks_mut(SHUFFLED_TOGETHER) {
            ticker.tick()?;
            random.shuffle(chunk);
        }
        // The number of later senders adjacent to each receiver.
        let mut left: Vec<u32> = vec![0; self.demand.len()];
        for &from in &order {
            ticker.tick()?;
            for &to in problem.graph.neighbours(from) {
                left[to as usize] += 1;
            }
        }
        for &from in &order {
            ticker.tick()?;
            let all = problem.graph.neighbours(from);
            for &to in all {
                left[to as usize] -= 1;
            }
            for _ in 0..self.demand[from as usize] {
                let first = random.below(all.len().max(1) as u64) as usize;
                let (before, after) = all.split_at(first.min(all.len()));
                let is_free = |&&to: &&u32| {
                    self.demand[to as usize] > 0
                        && !self.contains(from, to)
                        && (problem.is_open)(from, to)
                };
                let spare =
                    |&&to: &&u32| left[to as usize] + 2 - u32::from(self.demand[to as usize]);
                let free = after.iter().chain(before).filter(is_free);
                let Some(&to) = free.min_by_key(spare) else { break };
                self.add(from, to);
                self.demand[from as usize] -= 1;
                self.demand[to as usize] -= 1;
            }
        }
        Ok(())
    }

    /// Matches each sender with a demand with the receiver of lowest label. A full receiver drops one of
    /// its partners, which is queued. The label of the receiver rises each time, so the number of steps is
    /// bounded (Goldberg and Tarjan 1988, for unit capacities).
    ///
    /// On large boards demands are far apart, and labels lead one to the other without a search of the
    /// whole board. After many changes the labels are computed again.
    pub(super) fn push_relabel<R, O: Fn(u32, u32) -> bool, E>(
        &mut self,
        problem: &FactorProblem<'_, R, O>,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        let count = self.demand.len();
        let times = |sender: u32| usize::from(self.demand[sender as usize]);
        let mut active: VecDeque<u32> =
            problem.of_colour(0).flat_map(|sender| iter::repeat_n(sender, times(sender))).collect();
        let mut labels = Labels { of: vec![0; count], queue: Vec::new() };
        let mut rounds = 0;
        while !active.is_empty() && rounds < MAX_ROUNDS {
            rounds += 1;
            self.compute_labels(&mut labels, problem, ticker)?;
            let mut work = 0;
            while work < count / 4 + 64 {
                let Some(sender) = active.pop_front() else { break };
                ticker.tick()?;
                work += 1;
                self.push(sender, &mut labels, &mut active, problem);
            }
        }
        Ok(())
    }

    /// Sets all labels to the exact distances by breadth-first search from the receivers with a demand.
    fn compute_labels<R, O: Fn(u32, u32) -> bool, E>(
        &self,
        labels: &mut Labels,
        problem: &FactorProblem<'_, R, O>,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        let Labels { of, queue } = labels;
        of.fill(UNREACHED);
        queue.clear();
        queue.extend(problem.of_colour(1).filter(|&receiver| self.demand[receiver as usize] > 0));
        for &receiver in &*queue {
            of[receiver as usize] = 0;
        }
        let mut at = 0;
        while let Some(&receiver) = queue.get(at) {
            at += 1;
            ticker.tick()?;
            let label = of[receiver as usize] + 1;
            for &sender in problem.graph.neighbours(receiver) {
                if self.contains(sender, receiver) || !(problem.is_open)(sender, receiver) {
                    continue;
                }
                for other in self.partners[sender as usize] {
                    if other != NONE && of[other as usize] == UNREACHED {
                        of[other as usize] = label;
                        queue.push(other);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the neighbour of lowest label that is not a partner of a sender, with that label.
    fn lowest<R, O: Fn(u32, u32) -> bool>(
        &self,
        sender: u32,
        labels: &Labels,
        problem: &FactorProblem<'_, R, O>,
    ) -> Option<(u32, u32)> {
        let mut best = None;
        let mut least = UNREACHED;
        for &receiver in problem.graph.neighbours(sender) {
            let label = labels.of[receiver as usize];
            if label < least
                && !self.contains(sender, receiver)
                && (problem.is_open)(sender, receiver)
            {
                least = label;
                best = Some((label, receiver));
            }
        }
        best
    }

    /// Matches a sender with the receiver of lowest label, if there is one, and relabels that receiver.
    fn push<R, O: Fn(u32, u32) -> bool>(
        &mut self,
        sender: u32,
        labels: &mut Labels,
        active: &mut VecDeque<u32>,
        problem: &FactorProblem<'_, R, O>,
    ) {
        // A sender without a receiver never gets one: unreachable vertices do not become reachable.
        let Some((_, receiver)) = self.lowest(sender, labels, problem) else { return };
        self.demand[sender as usize] -= 1;
        if self.demand[receiver as usize] > 0 {
            self.demand[receiver as usize] -= 1;
            self.add(sender, receiver);
            return;
        }
        // The partner with the lowest alternative is dropped.
        let label_without = |matching: &Self, sender: u32| {
            matching.lowest(sender, labels, problem).map_or(UNREACHED, |(label, _)| label)
        };
        let [first, second] = self.partners[receiver as usize];
        let alternatives = [first, second]
            .map(|partner| if partner == NONE { UNREACHED } else { label_without(self, partner) });
        let drops_second = first == NONE || alternatives[1] < alternatives[0];
        let (dropped, other) =
            if drops_second { (second, alternatives[0]) } else { (first, alternatives[1]) };
        self.remove(dropped, receiver);
        self.add(sender, receiver);
        let label = label_without(self, sender).min(other).saturating_add(1);
        labels.of[receiver as usize] = label.max(labels.of[receiver as usize]);
        self.demand[dropped as usize] += 1;
        active.push_back(dropped);
    }

    /// Augments along shortest alternating paths, many in each phase, until the matching is maximum
    /// (Hopcroft and Karp 1973; Dinic 1970).
    pub(super) fn augment_to_maximum<R, O: Fn(u32, u32) -> bool, E>(
        &mut self,
        problem: &FactorProblem<'_, R, O>,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        let has_demand = |matching: &Self, vertex: u32| matching.demand[vertex as usize] > 0;
        let mut roots: Vec<u32> =
            problem.of_colour(0).filter(|&sender| has_demand(self, sender)).collect();
        let count = self.demand.len();
        let mut levels =
            Levels { of: vec![UNREACHED; count], next: vec![0; count], queue: Vec::new() };
        let mut path = Vec::new();
        while !roots.is_empty() && self.compute_levels(&mut levels, &roots, problem, ticker)? {
            for &root in &roots {
                while has_demand(self, root)
                    && self.find_path(root, &mut levels, &mut path, problem, ticker)?
                {
                    self.augment(&path);
                }
            }
            roots.retain(|&root| has_demand(self, root));
        }
        Ok(())
    }

    /// Computes the distances from the roots, up to the nearest receivers with a demand, by breadth-first
    /// search. Returns false if none is reached.
    fn compute_levels<R, O: Fn(u32, u32) -> bool, E>(
        &self,
        levels: &mut Levels,
        roots: &[u32],
        problem: &FactorProblem<'_, R, O>,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<bool, E> {
        levels.of.fill(UNREACHED);
        levels.queue.clear();
        levels.queue.extend(roots);
        for &root in roots {
            levels.of[root as usize] = 0;
            levels.next[root as usize] = 0;
        }
        let demand = |vertex: u32| u64::from(self.demand[vertex as usize]);
        let total: u64 = roots.iter().map(|&root| demand(root)).sum();
        let (mut at, mut last, mut reached) = (0, UNREACHED, 0);
        while let Some(&from) = levels.queue.get(at) {
            at += 1;
            let level = levels.of[from as usize] + 1;
            if level > last {
                break;
            }
            ticker.tick()?;
            for &to in problem.graph.neighbours(from) {
                if levels.of[to as usize] != UNREACHED
                    || self.contains(from, to)
                    || !(problem.is_open)(from, to)
                {
                    continue;
                }
                levels.of[to as usize] = level;
                reached += demand(to);
                if reached >= total {
                    last = level;
                }
                for next in self.partners[to as usize] {
                    if next != NONE && levels.of[next as usize] == UNREACHED {
                        levels.of[next as usize] = level + 1;
                        levels.next[next as usize] = 0;
                        levels.queue.push(next);
                    }
                }
            }
        }
        Ok(reached > 0)
    }

    /// Finds an augmenting path along the levels from a root to a receiver with a demand. Returns false if
    /// there is none.
    fn find_path<R, O: Fn(u32, u32) -> bool, E>(
        &self,
        root: u32,
        levels: &mut Levels,
        path: &mut Vec<u32>,
        problem: &FactorProblem<'_, R, O>,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<bool, E> {
        path.clear();
        path.push(root);
        while let Some(&from) = path.last() {
            ticker.tick()?;
            let level = levels.of[from as usize];
            let all = problem.graph.neighbours(from);
            let mut next = None;
            while let Some(&to) = all.get(levels.next[from as usize] as usize) {
                if levels.of[to as usize] == level + 1
                    && !self.contains(from, to)
                    && (problem.is_open)(from, to)
                {
                    if self.demand[to as usize] > 0 {
                        path.push(to);
                        return Ok(true);
                    }
                    let is_up = |&next: &u32| next != NONE && levels.of[next as usize] == level + 2;
                    next = self.partners[to as usize].into_iter().find(is_up);
                    if let Some(next) = next {
                        path.extend([to, next]);
                        break;
                    }
                }
                levels.next[from as usize] += 1;
            }
            if next.is_none() {
                levels.of[from as usize] = UNREACHED;
                path.truncate(path.len().saturating_sub(2));
            }
        }
        Ok(false)
    }

    /// Augments along a path: adds its edges at even positions and removes the others.
    fn augment(&mut self, path: &[u32]) {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return };
        self.demand[first as usize] -= 1;
        self.demand[last as usize] -= 1;
        let mut before = NONE;
        for (at, &vertex) in path.iter().enumerate() {
            let after = path.get(at + 1).copied().unwrap_or(NONE);
            // Even positions drop the edge to `before` and gain the edge to `after`; odd positions
            // do the reverse.
            let (old, new) = if at % 2 == 0 { (before, after) } else { (after, before) };
            self.replace(vertex, old, new);
            before = vertex;
        }
    }
}
