//! The constraints that need no clauses: how many variables of a group are true.

use super::Literal;

/// No group.
pub(super) const NONE: u32 = u32::MAX;

/// The edges of a graph, for the constraints.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Edges {
    /// The number of vertices, the apex included.
    pub(in super::super) vertices: u32,
    /// The vertices of each variable.
    pub(in super::super) endpoints: Vec<[u32; 2]>,
    /// The last vertex, if it joins the path ends.
    pub(in super::super) apex: Option<u32>,
}

/// The variables of a problem, and what holds for them besides clauses.
#[derive(Clone, Debug)]
pub(in super::super) struct Constraints {
    edges: Edges,
    /// The groups: of those variables as many are true. The first are the vertices.
    counts: Vec<u32>,
    /// The offset of the variables of each group, and their number.
    offsets: Vec<u32>,
    members: Vec<u32>,
    /// The groups of each variable: its vertices, and one more.
    groups: Vec<[u32; 3]>,
    /// Clauses that hold, of two literals each.
    pub(in super::super) pairs: Vec<[Literal; 2]>,
    /// Literals that hold.
    pub(in super::super) units: Vec<Literal>,
}

impl Constraints {
    /// Returns the constraints of a cycle that visits all vertices. `more_groups` are groups of
    /// variables with the number of true ones; a variable can be in one of them.
    pub(in super::super) fn new(edges: Edges, more_groups: &[(Vec<u32>, u32)]) -> Self {
        let vertices = edges.vertices as usize;
        let mut groups: Vec<[u32; 3]> =
            edges.endpoints.iter().map(|&[a, b]| [a, b, NONE]).collect();
        let mut counts = vec![2; vertices];
        for (members, count) in more_groups {
            for &variable in members {
                groups[variable as usize][2] = counts.len() as u32;
            }
            counts.push(*count);
        }
        let mut offsets = vec![0_u32; counts.len() + 1];
        for group in groups.iter().flatten().filter(|&&group| group != NONE) {
            offsets[*group as usize + 1] += 1;
        }
        for at in 1..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        let mut next = offsets.clone();
        let mut members = vec![0; offsets[counts.len()] as usize];
        for (variable, of_variable) in (0..).zip(&groups) {
            for &group in of_variable.iter().filter(|&&group| group != NONE) {
                members[next[group as usize] as usize] = variable;
                next[group as usize] += 1;
            }
        }
        Self { edges, counts, offsets, members, groups, pairs: Vec::new(), units: Vec::new() }
    }

    pub(in super::super) const fn variables(&self) -> u32 {
        self.groups.len() as u32
    }

    pub(super) const fn vertices(&self) -> u32 {
        self.edges.vertices
    }

    pub(super) const fn apex(&self) -> Option<u32> {
        self.edges.apex
    }

    pub(in super::super) const fn group_count(&self) -> usize {
        self.counts.len()
    }

    #[inline]
    pub(super) fn endpoints(&self, variable: u32) -> [u32; 2] {
        self.edges.endpoints[variable as usize]
    }

    /// Returns the vertex of an edge that is not the given one.
    #[inline]
    pub(super) fn other_end(&self, variable: u32, vertex: u32) -> u32 {
        let [a, b] = self.endpoints(variable);
        a ^ b ^ vertex
    }

    #[inline]
    pub(super) fn groups_of(&self, variable: u32) -> impl Iterator<Item = u32> + use<> {
        self.groups[variable as usize].into_iter().filter(|&group| group != NONE)
    }

    /// Returns the variables of a group; those of the group of a vertex are its edges.
    #[inline]
    pub(in super::super) fn members(&self, group: u32) -> &[u32] {
        let at = group as usize;
        &self.members[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }

    /// Returns how many variables of a group are true.
    #[inline]
    pub(in super::super) fn count(&self, group: u32) -> u32 {
        self.counts[group as usize]
    }

    /// Returns the edge between two vertices.
    pub(super) fn edge_between(&self, a: u32, b: u32) -> Option<u32> {
        let (from, to) =
            if self.members(a).len() <= self.members(b).len() { (a, b) } else { (b, a) };
        self.members(from).iter().copied().find(|&edge| self.other_end(edge, from) == to)
    }
}
