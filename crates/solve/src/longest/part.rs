//! The connected part of a board in which a path stays.

use caracole_core::{Graph, MoveGraph, Place, Problem, StopCause};

/// A connected part of the moves on a board, with vertices of its own.
pub(super) struct Part {
    /// The moves between the squares of the part.
    pub(super) graph: Graph,
    /// The vertices of the whole graph.
    whole: Vec<u32>,
    /// Two colours such that every move changes colour, if there are.
    pub(super) colours: Option<Vec<u8>>,
    /// The first and the last square of the path, if they are given.
    pub(super) ends: [Option<u32>; 2],
}

impl Part {
    /// The parts in which a path as the problem asks can lie, the largest first; none if the given
    /// ends lie in different ones.
    pub(super) fn all(problem: &Problem, moves: &MoveGraph) -> Result<Vec<Self>, StopCause> {
        let whole = moves.graph();
        let ends =
            [problem.start(), problem.end()].map(|end| end.and_then(|square| moves.vertex(square)));
        // At each vertex its number in its part.
        let mut numbers = vec![u32::MAX; whole.vertices() as usize];
        let mut parts = Vec::new();
        for (root, size) in whole.parts() {
            let vertices = number_part(whole, root, size, &mut numbers);
            let is_in =
                |end: Option<u32>| end.is_none_or(|end| vertices.binary_search(&end).is_ok());
            if ends.into_iter().all(is_in) {
                parts.push(Self::new(whole, vertices, &numbers, ends)?);
            }
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.whole.len()));
        Ok(parts)
    }

    fn new(
        whole: &Graph,
        vertices: Vec<u32>,
        numbers: &[u32],
        ends: [Option<u32>; 2],
    ) -> Result<Self, StopCause> {
        let edges = vertices.iter().flat_map(|&a| {
            let later = whole.neighbours(a).iter().filter(move |&&b| a < b);
            later.map(move |&b| (numbers[a as usize], numbers[b as usize]))
        });
        let graph =
            Graph::from_edges(vertices.len() as u32, edges).map_err(|_| StopCause::Fault)?;
        let colours = graph.two_colours();
        let ends = ends.map(|end| end.map(|end| numbers[end as usize]));
        Ok(Self { graph, whole: vertices, colours, ends })
    }

    /// How many squares it has.
    pub(super) const fn len(&self) -> u32 {
        self.whole.len() as u32
    }

    /// How many ends are given.
    pub(super) fn given_ends(&self) -> u32 {
        self.ends.iter().flatten().count() as u32
    }

    /// Must the path end there?
    pub(super) fn is_given_end(&self, vertex: u32) -> bool {
        self.ends.contains(&Some(vertex))
    }

    /// How many moves of a path can touch a square.
    pub(super) fn room(&self, vertex: u32) -> u32 {
        if self.is_given_end(vertex) { 1 } else { 2 }
    }

    /// The vertex of the whole graph.
    pub(super) fn in_whole(&self, vertex: u32) -> u32 {
        self.whole[vertex as usize]
    }

    /// The places of the vertices.
    pub(super) fn places(&self, problem: &Problem, moves: &MoveGraph) -> Vec<Place> {
        let place = |&vertex: &u32| problem.board().place(moves.square(vertex));
        self.whole.iter().map(place).collect()
    }

    /// How many squares of each colour there are.
    pub(super) fn colour_counts(&self) -> Option<[u32; 2]> {
        let second = self.colours.as_ref()?.iter().map(|&colour| u32::from(colour)).sum();
        Some([self.len() - second, second])
    }
}

/// The vertices of a part in rising order, each of which is given its number there.
fn number_part(whole: &Graph, root: u32, size: u32, numbers: &mut [u32]) -> Vec<u32> {
    let mut vertices = Vec::with_capacity(size as usize);
    vertices.push(root);
    numbers[root as usize] = 0;
    let mut at = 0;
    while let Some(&vertex) = vertices.get(at) {
        at += 1;
        for &next in whole.neighbours(vertex) {
            if numbers[next as usize] == u32::MAX {
                numbers[next as usize] = 0;
                vertices.push(next);
            }
        }
    }
    vertices.sort_unstable();
    for (&vertex, number) in vertices.iter().zip(0..) {
        numbers[vertex as usize] = number;
    }
    vertices
}
