//! Free ends, placed after the edges by augmenting paths.

use super::deficiency::DeficiencySearch;
use super::{Factor, FactorProblem, FactorResult, Matching, NONE, Ticker};
use crate::Random;

/// A matching and the ends placed so far.
///
/// The vertices of each colour are joined to a virtual node of the other colour, their *hub*. An edge to it
/// is an end. Its number is `vertices + colour`.
struct EndPlacement {
    matching: Matching,
    /// The vertices of the ends.
    ends: Vec<u32>,
    /// The required and the placed number of ends of each colour.
    required: [u32; 2],
    placed: [u32; 2],
    /// The first vertex to try for an end.
    first: u32,
}

/// A breadth-first search for alternating paths: the parent of each node that was reached.
struct SearchTree {
    parents: Vec<u32>,
    queue: Vec<u32>,
}

/// The parent of a root.
const ROOT: u32 = NONE - 1;

impl SearchTree {
    fn visit(&mut self, node: u32, from: u32) {
        let parent = &mut self.parents[node as usize];
        if *parent == NONE {
            *parent = from;
            self.queue.push(node);
        }
    }

    fn is_reached(&self, node: u32) -> bool {
        self.parents[node as usize] != NONE
    }

    /// Returns the path from a root to a node.
    fn path_to(&self, target: u32) -> Vec<u32> {
        let mut path = vec![target];
        let mut at = self.parents[target as usize];
        while at != ROOT {
            path.push(at);
            at = self.parents[at as usize];
        }
        path.reverse();
        path
    }
}

/// Places the ends along augmenting paths. A maximum matching without ends becomes a maximum one with
/// them.
pub(super) fn place<R: Fn(u32) -> u8, O: Fn(u32, u32) -> bool, E>(
    problem: &FactorProblem<'_, R, O>,
    matching: Matching,
    random: &mut Random,
    ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
) -> Result<FactorResult, E> {
    let first = random.below(problem.degrees.len().max(1) as u64) as u32;
    let required = problem.ends_per_colour();
    let mut placement =
        EndPlacement { matching, ends: Vec::new(), required, placed: [0; 2], first };
    if problem.ends > 0 {
        loop {
            let (tree, target) = placement.search(0, problem, ticker)?;
            let Some(target) = target else { break };
            placement.augment(&tree.path_to(target), problem);
        }
    }
    let EndPlacement { matching, ends, placed, .. } = &placement;
    if *placed == required && matching.demand.iter().all(|&demand| demand == 0) {
        debug_assert_eq!(ends.len(), problem.ends as usize);
        let EndPlacement { matching, ends, .. } = placement;
        return Ok(FactorResult::Factor(Factor { partners: matching.partners, ends }));
    }
    let mut sets = [Vec::new(), Vec::new()];
    for (colour, set) in (0..).zip(&mut sets) {
        let (tree, _) = placement.search(colour, problem, ticker)?;
        set.extend(problem.of_colour(colour).filter(|&vertex| tree.is_reached(vertex)));
    }
    drop(placement);
    Ok(FactorResult::None(DeficiencySearch::new(problem).explain(&sets, ticker)?))
}

impl EndPlacement {
    /// Searches along alternating paths from the vertices of a colour with a demand, and from the hub
    /// of the other colour if it has ends left. Returns the search tree, and the last node of an
    /// augmenting path if one exists.
    fn search<R: Fn(u32) -> u8, O: Fn(u32, u32) -> bool, E>(
        &self,
        colour: u8,
        problem: &FactorProblem<'_, R, O>,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<(SearchTree, Option<u32>), E> {
        let count = problem.degrees.len() as u32;
        let colour_of = |vertex: u32| problem.colours[vertex as usize];
        let ends_on = |vertex: u32| self.ends.iter().filter(|&&end| end == vertex).count();
        let has_room = |vertex: u32| ends_on(vertex) < usize::from((problem.end_room)(vertex));
        let has_demand = |vertex: u32| self.matching.demand[vertex as usize] > 0;
        let has_ends_left =
            |colour: u8| self.placed[usize::from(colour)] < self.required[usize::from(colour)];
        let hub = |colour: u8| count + u32::from(colour);
        let mut tree = SearchTree { parents: vec![NONE; count as usize + 2], queue: Vec::new() };
        for vertex in problem.of_colour(colour).filter(|&vertex| has_demand(vertex)) {
            tree.visit(vertex, ROOT);
        }
        if has_ends_left(1 - colour) {
            tree.visit(hub(1 - colour), ROOT);
        }
        let mut at = 0;
        while let Some(&from) = tree.queue.get(at) {
            at += 1;
            ticker.tick()?;
            if from >= count {
                let of = (from - count) as u8;
                if of == colour {
                    if has_ends_left(of) {
                        return Ok((tree, Some(from)));
                    }
                    let back = self.ends.iter().filter(|&&end| colour_of(end) == of);
                    back.for_each(|&end| tree.visit(end, from));
                    continue;
                }
                for vertex in (self.first..count).chain(0..self.first) {
                    if colour_of(vertex) == of && has_room(vertex) {
                        tree.visit(vertex, from);
                    }
                }
                continue;
            }
            if colour_of(from) == colour {
                for &to in problem.graph.neighbours(from) {
                    if !self.matching.contains(from, to) && (problem.is_open)(from, to) {
                        tree.visit(to, from);
                    }
                }
                if has_room(from) {
                    tree.visit(hub(colour), from);
                }
                continue;
            }
            if has_demand(from) {
                return Ok((tree, Some(from)));
            }
            for to in self.matching.partners[from as usize].into_iter().filter(|&to| to != NONE) {
                tree.visit(to, from);
            }
            if ends_on(from) > 0 {
                tree.visit(hub(1 - colour), from);
            }
        }
        Ok((tree, None))
    }

    /// Augments along a path found from colour 0: adds and removes its edges in turn.
    fn augment<R, O>(&mut self, path: &[u32], problem: &FactorProblem<'_, R, O>) {
        let count = problem.degrees.len() as u32;
        // Vertices of colour 0 and the hub of colour 1 send.
        let sends = |node: u32| {
            if node < count { problem.colours[node as usize] == 0 } else { node == count + 1 }
        };
        debug_assert!(sends(path[0]) && !sends(path[path.len() - 1]), "{path:?}");
        for node in [path[0], path[path.len() - 1]] {
            match node.checked_sub(count) {
                None => self.matching.demand[node as usize] -= 1,
                Some(colour) => self.placed[colour as usize] += 1,
            }
        }
        // Removals come first, because a vertex has only two slots.
        for is_added in [false, true] {
            for pair in path.windows(2).filter(|pair| sends(pair[0]) == is_added) {
                self.change(pair[0].min(pair[1]), pair[0].max(pair[1]), is_added, count);
            }
        }
    }

    /// Adds or removes the edge between two vertices, or the end of a vertex.
    fn change(&mut self, vertex: u32, other: u32, is_added: bool, count: u32) {
        match (other < count, is_added) {
            (true, true) => self.matching.add(vertex, other),
            (true, false) => self.matching.remove(vertex, other),
            (false, true) => self.ends.push(vertex),
            (false, false) => {
                let at = self.ends.iter().position(|&end| end == vertex);
                debug_assert!(at.is_some(), "{vertex} has no end");
                at.map(|at| self.ends.swap_remove(at));
            }
        }
    }
}

impl<R, O> FactorProblem<'_, R, O> {
    /// Returns the number of ends of each colour that makes the remaining degrees of the colours equal,
    /// because each edge has a vertex of either colour; or the nearest possible number.
    fn ends_per_colour(&self) -> [u32; 2] {
        let mut sums = [0_i64; 2];
        for (&colour, &degree) in self.colours.iter().zip(self.degrees) {
            sums[usize::from(colour)] += i64::from(degree);
        }
        let ends = i64::from(self.ends);
        let first = ((ends + sums[0] - sums[1]).div_euclid(2)).clamp(0, ends);
        [first as u32, (ends - first) as u32]
    }
}
