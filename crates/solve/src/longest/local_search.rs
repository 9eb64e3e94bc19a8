//! Long paths by local search: Warnsdorff's rule, rotations, and insertions.

use caracole_verify::StopCause;

use super::component::Component;
use crate::{Random, Run};

/// The limit of shifted path entries in all walks together: enough for many walks on small boards, for
/// hundreds of rotations on one of 10^5 squares, and about a second of time.
const MAX_WORK: u64 = 400_000_000;

/// More walks hardly ever find a longer path.
const MAX_WALKS: u64 = 40;

/// Searches for a path of `target_len` vertices, and returns the longest that it finds; an empty one if
/// it finds none between the given ends.
///
/// Each walk follows Warnsdorff's rule with random tie-breaks. At a dead end the path is rotated (Pósa
/// 1976): a move leads from its last vertex to an inner one, and the part after that one is reversed, so
/// that the path has another last vertex and can be extended. Then unvisited vertices are inserted, alone
/// or in pairs. A path between two given ends is a path from the first to a neighbour of the second.
///
/// The same seed finds the same path. A search that a limit stops returns the longest path so far.
pub(super) fn local_search(
    component: &Component,
    target_len: u32,
    run: &mut Run<'_>,
) -> (Vec<u32>, Option<StopCause>) {
    // Walks begin at the given end, and at the start if both are given.
    let [first, second] = component.ends;
    let (root, last) = if first.is_some() { (first, second) } else { (second, None) };
    let is_reversed = first.is_none() && second.is_some();
    let mut work = MAX_WORK;
    let mut best: Vec<u32> = if last.is_some() { Vec::new() } else { vec![root.unwrap_or(0)] };
    let mut stop = None;
    for number in 0..MAX_WALKS {
        if best.len() as u32 >= target_len || work == 0 {
            break;
        }
        if let Err(cause) = run.check_limits() {
            stop = Some(cause);
            break;
        }
        let random = Random::numbered(run.seed(), "longest", number);
        let mut search = PathSearch::new(component, last, random, &mut work);
        let from = root.unwrap_or_else(|| search.choose_root());
        if let Err(cause) = search.walk(from, target_len, run) {
            stop = Some(cause);
        }
        let found = search.into_best();
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

/// A path that is extended and changed. A given first vertex stays the first.
struct PathSearch<'a> {
    component: &'a Component,
    /// The given last vertex, which is on the path only in `best`.
    last_vertex: Option<u32>,
    random: Random,
    /// The entries of paths that may still be shifted.
    work: &'a mut u64,
    path: Vec<u32>,
    /// The position of each vertex in the path.
    positions: Vec<u32>,
    /// The number of neighbours of each vertex that are not on the path.
    degrees: Vec<u32>,
    best: Vec<u32>,
}

/// The position of a vertex that is not on the path.
const NONE: u32 = u32::MAX;

impl<'a> PathSearch<'a> {
    fn new(
        component: &'a Component,
        last_vertex: Option<u32>,
        random: Random,
        work: &'a mut u64,
    ) -> Self {
        Self {
            component,
            last_vertex,
            random,
            work,
            path: Vec::new(),
            positions: vec![NONE; component.len() as usize],
            degrees: (0..component.len()).map(|vertex| component.graph.degree(vertex)).collect(),
            best: Vec::new(),
        }
    }

    /// Returns the best of a few random first vertices: of the majority colour, and of lowest degree.
    fn choose_root(&mut self) -> u32 {
        const CANDIDATES: usize = 4;
        let counts = self.component.colour_counts().unwrap_or_default();
        let key = |vertex: u32| {
            let colours = self.component.colours.as_ref();
            let colour = colours.map_or(0, |colours| usize::from(colours[vertex as usize]));
            (counts[colour] < counts[1 - colour], self.component.graph.degree(vertex))
        };
        let mut best = self.random.below(self.component.len().into()) as u32;
        for _ in 1..CANDIDATES {
            let other = self.random.below(self.component.len().into()) as u32;
            if key(other) < key(best) {
                best = other;
            }
        }
        best
    }

    /// Walks from a vertex and improves the path until it has `target_len` vertices or nothing improves it.
    fn walk(&mut self, root: u32, target_len: u32, run: &mut Run<'_>) -> Result<(), StopCause> {
        if let Some(last) = self.last_vertex {
            // It is reserved until the end.
            self.update_degrees(last, false);
        }
        self.append(root);
        loop {
            let before = self.path.len();
            self.extend(run)?;
            self.insert_all(run);
            self.exchange_and_insert(target_len, run)?;
            self.insert_pairs(run)?;
            self.rotate(target_len, run)?;
            self.store_best();
            if self.best.len() as u32 >= target_len || self.path.len() <= before || *self.work == 0
            {
                return Ok(());
            }
        }
    }

    /// Returns the longest path, also after a stop.
    fn into_best(mut self) -> Vec<u32> {
        self.store_best();
        self.best
    }

    /// Returns true if the vertex is not on the path and not reserved.
    fn is_free(&self, vertex: u32) -> bool {
        self.positions[vertex as usize] == NONE && self.last_vertex != Some(vertex)
    }

    /// Updates the degrees after a vertex was added to the path or removed from it.
    fn update_degrees(&mut self, vertex: u32, is_free: bool) {
        for &next in self.component.graph.neighbours(vertex) {
            let degree = &mut self.degrees[next as usize];
            *degree = if is_free { *degree + 1 } else { *degree - 1 };
        }
    }

    fn append(&mut self, vertex: u32) {
        self.positions[vertex as usize] = self.path.len() as u32;
        self.path.push(vertex);
        self.update_degrees(vertex, false);
    }

    fn last(&self) -> u32 {
        self.path[self.path.len() - 1]
    }

    /// Extends the path by Warnsdorff's rule to a dead end, and then at its other end unless that is
    /// given.
    fn extend(&mut self, run: &mut Run<'_>) -> Result<(), StopCause> {
        for side in 0..2 {
            if side == 1 {
                if self.component.given_ends() > 0 {
                    break;
                }
                self.reverse(0, self.path.len());
            }
            while let Some(next) = self.next_vertex() {
                if run.steps_until_check() == 0 {
                    run.check_limits()?;
                }
                self.append(next);
                run.count_steps(1, self.path.len() as u64);
            }
        }
        Ok(())
    }

    /// Returns a free neighbour of lowest degree of the last vertex; ties are broken at random.
    fn next_vertex(&mut self) -> Option<u32> {
        let component = self.component;
        let mut chosen = None;
        let mut ties = 0;
        let mut lowest = u32::MAX;
        for &next in component.graph.neighbours(self.last()) {
            let degree = self.degrees[next as usize];
            if !self.is_free(next) || degree > lowest {
                continue;
            }
            ties = if degree < lowest { 1 } else { ties + 1 };
            lowest = degree;
            if self.random.below(ties) == 0 {
                chosen = Some(next);
            }
        }
        chosen
    }

    /// Reverses a part of the path.
    fn reverse(&mut self, from: usize, to: usize) {
        self.path[from..to].reverse();
        self.update_positions(from, to);
    }

    fn update_positions(&mut self, from: usize, to: usize) {
        for (&vertex, position) in self.path[from..to].iter().zip(from as u32..) {
            self.positions[vertex as usize] = position;
        }
        *self.work = self.work.saturating_sub(4 + (to - from) as u64);
    }

    /// Rotates the path until it can be extended, and extends it, up to a number of rotations without
    /// success.
    fn rotate(&mut self, target_len: u32, run: &mut Run<'_>) -> Result<(), StopCause> {
        let max_failures = 50 + 4 * u64::from(self.component.len()).min(1000);
        // Three quarters of the work are reserved for later phases.
        let min_work = *self.work - *self.work / 4;
        let mut failures = 0;
        while failures < max_failures && *self.work > min_work {
            self.store_best();
            if self.best.len() as u32 >= target_len {
                return Ok(());
            }
            failures += 1;
            if failures % 64 == 0 {
                run.check_limits()?;
            }
            if failures % 16 == 0 && self.component.given_ends() == 0 {
                self.reverse(0, self.path.len());
            }
            let pivots = self.component.graph.neighbours(self.last());
            let pivots: Vec<u32> = pivots
                .iter()
                .map(|&inner| self.positions[inner as usize])
                .filter(|&position| position != NONE && position as usize + 2 < self.path.len())
                .collect();
            if pivots.is_empty() {
                return Ok(());
            }
            // A pivot whose new last vertex has a free neighbour, or else a random one.
            let can_extend =
                |&&position: &&u32| self.degrees[self.path[position as usize + 1] as usize] > 0;
            let pivot = match pivots.iter().find(can_extend) {
                Some(&pivot) => pivot,
                None => pivots[self.random.below(pivots.len() as u64) as usize],
            };
            self.reverse(pivot as usize + 1, self.path.len());
            let before = self.path.len();
            self.extend(run)?;
            if self.path.len() > before {
                failures = 0;
            }
        }
        Ok(())
    }

    /// Stores the path if it is the longest so far. If the last vertex is given, this is the path up to
    /// the last neighbour of that vertex.
    fn store_best(&mut self) {
        let Some(last) = self.last_vertex else {
            if self.path.len() > self.best.len() {
                self.best.clone_from(&self.path);
            }
            return;
        };
        let positions = self.component.graph.neighbours(last).iter();
        let positions = positions.map(|&near| self.positions[near as usize]);
        if let Some(at) = positions.filter(|&at| at != NONE).max().map(|at| at as usize)
            && at + 2 > self.best.len()
        {
            self.best.clear();
            self.best.extend(&self.path[..=at]);
            self.best.push(last);
        }
    }
}

/// Insertion of unvisited vertices into the path.
impl PathSearch<'_> {
    /// Inserts free vertices between consecutive vertices of the path, one or two adjacent ones at a time,
    /// until no more can be inserted. Takes time linear in the edges of free and inserted vertices.
    fn insert_all(&mut self, run: &mut Run<'_>) {
        // In a bipartite graph only two adjacent free vertices can be inserted.
        let is_isolated =
            |vertex: u32| self.component.colours.is_some() && self.degrees[vertex as usize] == 0;
        let last = self.last();
        let mut candidates: Vec<u32> = (0..self.component.len())
            .filter(|&vertex| self.is_free(vertex) && !is_isolated(vertex))
            .flat_map(|vertex| self.component.graph.neighbours(vertex))
            .copied()
            .filter(|&near| near != last && self.positions[near as usize] != NONE)
            .collect();
        if candidates.is_empty() {
            return;
        }
        let before = self.path.len();
        let mut next = vec![NONE; self.component.len() as usize];
        for pair in self.path.windows(2) {
            next[pair[0] as usize] = pair[1];
        }
        let mut len = before as u64;
        while let Some(from) = candidates.pop() {
            let to = next[from as usize];
            let Some(between) = self.free_between(from, to) else { continue };
            let mut at = from;
            for vertex in between.into_iter().flatten() {
                next[at as usize] = vertex;
                at = vertex;
                // Any position marks the vertex as visited; all are updated below.
                self.positions[vertex as usize] = 0;
                self.update_degrees(vertex, false);
                len += 1;
                candidates.push(vertex);
            }
            next[at as usize] = to;
            candidates.push(from);
        }
        let mut at = self.path[0];
        self.path.clear();
        while at != NONE {
            self.path.push(at);
            at = next[at as usize];
        }
        debug_assert_eq!(self.path.len() as u64, len);
        self.update_positions(0, self.path.len());
        run.count_steps(len - before as u64, len);
    }

    /// Exchanges free vertices with random vertices of the path, and inserts free vertices that become
    /// adjacent.
    fn exchange_and_insert(&mut self, target_len: u32, run: &mut Run<'_>) -> Result<(), StopCause> {
        const MAX_FAILURES: u32 = 50;
        let mut failures = 0;
        while failures < MAX_FAILURES && *self.work > 0 && (self.path.len() as u32) < target_len {
            run.check_limits()?;
            let before = self.path.len();
            let free: Vec<u32> =
                (0..self.component.len()).filter(|&vertex| self.is_free(vertex)).collect();
            for vertex in free {
                self.exchange(vertex);
            }
            let can_extend = |end: u32| self.degrees[end as usize] > 0;
            if can_extend(self.last()) || can_extend(self.path[0]) {
                self.extend(run)?;
            }
            self.insert_all(run);
            *self.work = self.work.saturating_sub(self.component.len().into());
            failures = if self.path.len() > before { 0 } else { failures + 1 };
        }
        Ok(())
    }

    /// Exchanges a free vertex with a random vertex of the path whose two neighbours there are adjacent to
    /// it, if there is one.
    fn exchange(&mut self, vertex: u32) {
        let component = self.component;
        let mut chosen = None;
        let mut ties = 0;
        for &near in component.graph.neighbours(vertex) {
            let position = self.positions[near as usize];
            // The given first vertex stays.
            if position == NONE || position as usize + 2 >= self.path.len() {
                continue;
            }
            if component.graph.has_edge(vertex, self.path[position as usize + 2]) {
                ties += 1;
                if self.random.below(ties) == 0 {
                    chosen = Some(position as usize + 1);
                }
            }
        }
        if let Some(position) = chosen {
            let other = std::mem::replace(&mut self.path[position], vertex);
            self.positions[vertex as usize] = position as u32;
            self.positions[other as usize] = NONE;
            self.update_degrees(vertex, false);
            self.update_degrees(other, true);
        }
    }

    /// Returns one or two free vertices that form a path from one vertex to another.
    fn free_between(&self, from: u32, to: u32) -> Option<[Option<u32>; 2]> {
        let graph = &self.component.graph;
        for &one in graph.neighbours(from).iter().filter(|&&one| self.is_free(one)) {
            let joins = |&&other: &&u32| self.is_free(other) && graph.has_edge(other, to);
            if let Some(&other) = graph.neighbours(one).iter().find(joins) {
                return Some([Some(one), Some(other)]);
            }
            if graph.has_edge(one, to) {
                return Some([Some(one), None]);
            }
        }
        None
    }

    /// Inserts pairs of adjacent free vertices into the path, with an exchange of two edges if necessary.
    fn insert_pairs(&mut self, run: &mut Run<'_>) -> Result<(), StopCause> {
        let component = self.component;
        for one in 0..component.len() {
            if one % 1024 == 0 {
                run.check_limits()?;
            }
            if !self.is_free(one) || *self.work == 0 {
                continue;
            }
            for &other in component.graph.neighbours(one) {
                if self.is_free(other)
                    && (self.insert_pair(one, other) || self.insert_pair(other, one))
                {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Inserts two vertices into the path, `one` first. Returns false if they fit nowhere.
    fn insert_pair(&mut self, one: u32, other: u32) -> bool {
        let component = self.component;
        for &before in component.graph.neighbours(one) {
            let at = self.positions[before as usize];
            if at == NONE {
                continue;
            }
            for &after in component.graph.neighbours(other) {
                let to = self.positions[after as usize];
                if to == NONE || to <= at {
                    continue;
                }
                let (at, to) = (at as usize, to as usize);
                // The new path is `at`, `one`, `other`, `to`, then the part between `at` and `to` reversed,
                // then an edge from its last vertex to the vertex that followed `to`.
                if to > at + 1 {
                    let follows = match self.path.get(to + 1) {
                        // The last vertex of the path can change: a given one is not on the path.
                        None => true,
                        Some(&next) => component.graph.has_edge(self.path[at + 1], next),
                    };
                    if !follows {
                        continue;
                    }
                    self.reverse(at + 1, to + 1);
                }
                self.path.splice(at + 1..=at, [one, other]);
                self.update_degrees(one, false);
                self.update_degrees(other, false);
                self.update_positions(at + 1, self.path.len());
                return true;
            }
        }
        false
    }
}
