//! Connectivity: cut clauses for edges that do not join all vertices well enough.

use super::Literal;
use super::constraints::Constraints;

/// A cut: the vertices `removed`, and a part of the others that only excluded edges join to the rest.
///
/// A cycle through all vertices leaves the part. Without the removed vertices it falls into at most as
/// many pieces, so one edge of it joins the part to the rest directly if at most one vertex is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Cut {
    /// No vertex or one.
    pub(in super::super) removed: Option<u32>,
    pub(in super::super) part: Vec<u32>,
    /// The edges between the part and the rest, of which one must be included.
    pub(in super::super) clause: Vec<Literal>,
}

/// The search for cuts, with memory that is kept between uses.
#[derive(Default)]
pub(super) struct Connectivity {
    order: Vec<u32>,
    low: Vec<u32>,
    /// The number of vertices of each subtree.
    sizes: Vec<u32>,
    stack: Vec<(u32, u32)>,
    /// The vertices in the order of the search.
    visited: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

impl Connectivity {
    /// Returns a cut if the open edges do not join all vertices, or if all would fall apart without one
    /// vertex (Hopcroft and Tarjan 1973). The part does not contain the apex, and is small.
    pub(super) fn find_cut(
        &mut self,
        constraints: &Constraints,
        is_open: impl Fn(u32) -> bool,
    ) -> Option<Cut> {
        let vertices = constraints.vertices();
        let root = constraints.apex().unwrap_or(0);
        for list in [&mut self.order, &mut self.low] {
            list.clear();
            list.resize(vertices as usize, UNSEEN);
        }
        self.sizes.clear();
        self.sizes.resize(vertices as usize, 1);
        self.visited.clear();
        self.stack.clear();
        self.visit(root);
        let mut subtrees_of_root = 0;
        // The size of the smallest hanging subtree, its root, and the vertex that it hangs on.
        let mut best: Option<(u32, u32, u32)> = None;
        let mut last_of_root = None;
        while let Some(&mut (vertex, ref mut place)) = self.stack.last_mut() {
            if let Some(&edge) = constraints.members(vertex).get(*place as usize) {
                *place += 1;
                if !is_open(edge) {
                    continue;
                }
                let next = constraints.other_end(edge, vertex);
                if self.order[next as usize] == UNSEEN {
                    self.visit(next);
                } else {
                    let order = self.order[next as usize];
                    self.low[vertex as usize] = self.low[vertex as usize].min(order);
                }
                continue;
            }
            self.stack.pop();
            let Some(&(parent, _)) = self.stack.last() else { break };
            let low = self.low[vertex as usize];
            self.low[parent as usize] = self.low[parent as usize].min(low);
            self.sizes[parent as usize] += self.sizes[vertex as usize];
            let candidate = (self.sizes[vertex as usize], vertex, parent);
            if parent == root {
                subtrees_of_root += 1;
                let is_smaller = last_of_root.is_none_or(|last| candidate < last);
                if is_smaller {
                    last_of_root = Some(candidate);
                }
            } else if low >= self.order[parent as usize]
                && best.is_none_or(|smallest| candidate < smallest)
            {
                best = Some(candidate);
            }
        }
        if self.visited.len() < vertices as usize {
            // The component of the root is one part, all others are the other.
            let is_part = |vertex: &u32| self.order[*vertex as usize] == UNSEEN;
            let part: Vec<u32> = (0..vertices).filter(is_part).collect();
            return Some(Self::cut(constraints, None, part));
        }
        if subtrees_of_root > 1
            && let Some(candidate) = last_of_root
            && best.is_none_or(|smallest| candidate < smallest)
        {
            best = Some(candidate);
        }
        let (size, top, point) = best?;
        // A subtree is visited without interruption.
        let first = self.order[top as usize] as usize;
        let part = self.visited[first..first + size as usize].to_vec();
        Some(Self::cut(constraints, Some(point), part))
    }

    fn visit(&mut self, vertex: u32) {
        let order = self.visited.len() as u32;
        (self.order[vertex as usize], self.low[vertex as usize]) = (order, order);
        self.visited.push(vertex);
        self.stack.push((vertex, 0));
    }

    /// Returns the cut of a part.
    pub(super) fn cut(constraints: &Constraints, removed: Option<u32>, mut part: Vec<u32>) -> Cut {
        part.sort_unstable();
        let is_in = |vertex: u32| part.binary_search(&vertex).is_ok();
        let mut clause = Vec::new();
        for &vertex in &part {
            for &edge in constraints.members(vertex) {
                let other = constraints.other_end(edge, vertex);
                if !is_in(other) && Some(other) != removed {
                    clause.push(Literal::new(edge, true));
                }
            }
        }
        Cut { removed, part, clause }
    }
}
