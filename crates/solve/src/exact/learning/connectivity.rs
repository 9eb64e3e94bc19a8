//! Connectivity: cut clauses for edges that do not join all vertices well enough.

use super::Literal;
use super::constraints::Constraints;
use crate::graph::{DepthFirstSearch, Entry, Visitor};

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
    search: DepthFirstSearch,
    subtrees: Subtrees,
}

/// The subtrees that hang on one vertex.
#[derive(Default)]
struct Subtrees {
    root: u32,
    /// The vertices in the order of the search, and the place of each.
    visited: Vec<u32>,
    places: Vec<u32>,
    /// How many vertices each subtree has.
    sizes: Vec<u32>,
    /// The smallest subtree that hangs on another vertex than the root: its size, its first vertex, and that vertex.
    smallest: Option<Hanging>,
    /// The smallest subtree of the root, and how many it has.
    smallest_of_root: Option<Hanging>,
    of_root: u32,
}

type Hanging = (u32, u32, u32);

impl Subtrees {
    fn start(&mut self, vertices: u32, root: u32) {
        self.root = root;
        self.visited.clear();
        self.places.clear();
        self.places.resize(vertices as usize, 0);
        self.sizes.clear();
        self.sizes.resize(vertices as usize, 1);
        (self.smallest, self.smallest_of_root, self.of_root) = (None, None, 0);
    }
}

impl Visitor for Subtrees {
    fn enter(&mut self, vertex: u32) {
        self.places[vertex as usize] = self.visited.len() as u32;
        self.visited.push(vertex);
    }

    fn leave(&mut self, vertex: u32, parent: u32, is_hanging: bool) {
        let size = self.sizes[vertex as usize];
        self.sizes[parent as usize] += size;
        let smallest = if parent == self.root {
            self.of_root += 1;
            &mut self.smallest_of_root
        } else if is_hanging {
            &mut self.smallest
        } else {
            return;
        };
        let candidate = (size, vertex, parent);
        *smallest = Some(smallest.map_or(candidate, |other| other.min(candidate)));
    }
}

impl Connectivity {
    /// Returns a cut if the open edges do not join all vertices, or if all would fall apart without one
    /// vertex. The part does not contain the apex, and is small.
    pub(super) fn find_cut(
        &mut self,
        constraints: &Constraints,
        is_open: impl Fn(u32) -> bool,
    ) -> Option<Cut> {
        let vertices = constraints.vertices();
        let root = constraints.apex().unwrap_or(0);
        let Self { search, subtrees } = self;
        search.start(vertices);
        subtrees.start(vertices, root);
        let entry = |vertex, place: usize| match constraints.members(vertex).get(place) {
            Some(&edge) if is_open(edge) => Entry::Open(constraints.other_end(edge, vertex)),
            Some(_) => Entry::Closed,
            None => Entry::End,
        };
        search.visit_from(root, entry, subtrees);
        if search.visited() < vertices {
            // The component of the root is one part, all others are the other.
            let part = (0..vertices).filter(|&vertex| !search.has_visited(vertex)).collect();
            return Some(Self::cut(constraints, None, part));
        }
        let of_root = subtrees.smallest_of_root.filter(|_| subtrees.of_root > 1);
        let (size, top, point) = subtrees.smallest.into_iter().chain(of_root).min()?;
        // A subtree is visited without interruption.
        let first = subtrees.places[top as usize] as usize;
        let part = subtrees.visited[first..first + size as usize].to_vec();
        Some(Self::cut(constraints, Some(point), part))
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
