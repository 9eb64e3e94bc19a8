//! What the engine counts: loops through all vertices of a graph.
//!
//! A closed tour is such a loop in the move graph. A tour with two ends becomes one by a further
//! vertex, the **apex**, joined to the squares where it may end.

use caracole_core::{Board, Graph, MoveGraph, Place, Square, Symmetry};

use crate::CountError;

/// Vertices are numbered in 16 bits; boards that can be counted have far fewer.
pub(crate) type Vertex = u16;
/// The most squares.
pub(crate) const MOST_SQUARES: u64 = 1 << 15;

/// A graph whose loops through all vertices are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    /// Of each vertex the neighbours, growing. The apex is the last vertex.
    neighbours: Vec<Vec<Vertex>>,
    /// Edges that every loop must use, smaller vertex first, growing.
    required: Vec<(Vertex, Vertex)>,
    /// The squares of the vertices, without the apex.
    squares: Vec<Square>,
    places: Vec<Place>,
    /// Maps of the vertices onto themselves that keep all edges, and which are required.
    symmetries: Vec<Vec<Vertex>>,
}

/// Where tours may end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    /// Where an end may be.
    pub(crate) allowed: Vec<Vertex>,
    /// Where an end must be: two at most.
    pub(crate) required: Vec<Vertex>,
}

impl Spec {
    /// The loops of a graph without some edges and with others, or its paths between ends.
    pub(crate) fn new(
        board: &Board,
        graph: &MoveGraph,
        [used, avoided]: [&[(Square, Square)]; 2],
        ends: Option<Ends>,
    ) -> Result<Self, CountError> {
        let vertex = |square| vertex_of(graph, square);
        let edge = |&(a, b): &(Square, Square)| -> Result<_, CountError> {
            Ok(sorted(vertex(a)?, vertex(b)?))
        };
        let avoided = avoided.iter().map(edge).collect::<Result<Vec<_>, _>>()?;
        let mut required = used.iter().map(edge).collect::<Result<Vec<_>, _>>()?;
        let mut neighbours = lists(graph.graph(), &avoided);
        let squares: Vec<_> = (0..graph.graph().vertices()).map(|v| graph.square(v)).collect();
        if let Some(ends) = ends {
            let apex = neighbours.len() as Vertex;
            for &end in &ends.allowed {
                neighbours[usize::from(end)].push(apex);
            }
            neighbours.push(ends.allowed);
            required.extend(ends.required.iter().map(|&end| (end, apex)));
        }
        required.sort_unstable();
        let places = squares.iter().map(|&square| board.place(square)).collect();
        let mut spec = Self { neighbours, required, squares, places, symmetries: Vec::new() };
        for symmetry in Symmetry::of(board).into_iter().skip(1) {
            let image = |square: &Square| vertex(symmetry.apply(board, *square));
            let mut map = spec.squares.iter().map(image).collect::<Result<Vec<_>, _>>()?;
            map.extend(spec.apex());
            if spec.is_kept_by(&map) {
                spec.symmetries.push(map);
            }
        }
        Ok(spec)
    }

    /// How many vertices there are, with the apex.
    pub(crate) const fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// How many squares.
    pub(crate) const fn squares(&self) -> usize {
        self.squares.len()
    }

    /// The square of a vertex; none of the apex.
    pub(crate) fn square(&self, vertex: Vertex) -> Option<Square> {
        self.squares.get(usize::from(vertex)).copied()
    }

    /// The vertex of a square.
    pub(crate) fn vertex(&self, square: Square) -> Option<Vertex> {
        self.squares.binary_search(&square).ok().map(|vertex| vertex as Vertex)
    }

    /// The edges that every loop must use.
    pub(crate) fn required(&self) -> &[(Vertex, Vertex)] {
        &self.required
    }

    pub(crate) fn place(&self, vertex: Vertex) -> Place {
        self.places[usize::from(vertex)]
    }

    /// The vertex at which ends meet.
    pub(crate) fn apex(&self) -> Option<Vertex> {
        (self.len() > self.squares.len()).then_some(self.squares.len() as Vertex)
    }

    pub(crate) fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        &self.neighbours[usize::from(vertex)]
    }

    /// Must every loop use this edge?
    pub(crate) fn is_required(&self, a: Vertex, b: Vertex) -> bool {
        !self.required.is_empty() && self.required.binary_search(&sorted(a, b)).is_ok()
    }

    /// Maps of the vertices onto themselves that keep the spec, the identity not among them.
    pub(crate) fn symmetries(&self) -> &[Vec<Vertex>] {
        &self.symmetries
    }

    /// What tells this spec from others, for names of files.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::new();
        for list in &self.neighbours {
            print.add(list.len() as u64);
            for &vertex in list {
                print.add(vertex.into());
            }
        }
        for &(a, b) in &self.required {
            print.add(u64::from(a) << 16 | u64::from(b));
        }
        print.0
    }

    fn is_kept_by(&self, map: &[Vertex]) -> bool {
        let image = |vertex: Vertex| map[usize::from(vertex)];
        (0..self.len() as Vertex).all(|vertex| {
            let mut list: Vec<_> =
                self.neighbours(vertex).iter().map(|&next| image(next)).collect();
            list.sort_unstable();
            list == self.neighbours(image(vertex))
        }) && self.required.iter().all(|&(a, b)| self.is_required(image(a), image(b)))
    }
}

/// The vertex of a square. A square without a vertex ends the count; it would change the number.
pub(crate) fn vertex_of(graph: &MoveGraph, square: Square) -> Result<Vertex, CountError> {
    let vertex = graph.vertex(square).and_then(|vertex| Vertex::try_from(vertex).ok());
    vertex.ok_or_else(|| CountError::inconsistent("the list of moves"))
}

/// Numbers mixed into one, the same on every machine and in every version.
pub(crate) struct Fingerprint(pub(crate) u64);

impl Fingerprint {
    pub(crate) const fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    pub(crate) const fn add(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.0 = (mixed ^ (mixed >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB).rotate_left(31);
    }
}

fn lists(graph: &Graph, avoided: &[(Vertex, Vertex)]) -> Vec<Vec<Vertex>> {
    let list = |a: u32| {
        let all = graph.neighbours(a).iter().map(|&b| b as Vertex);
        let mut kept: Vec<_> =
            all.filter(|&b| !avoided.contains(&sorted(a as Vertex, b))).collect();
        kept.sort_unstable();
        kept
    };
    (0..graph.vertices()).map(list).collect()
}

pub(crate) const fn sorted(a: Vertex, b: Vertex) -> (Vertex, Vertex) {
    if a < b { (a, b) } else { (b, a) }
}

#[cfg(test)]
mod tests {
    use caracole_core::{Moves, Piece};

    use super::*;

    #[test]
    fn a_square_that_is_not_in_the_graph_ends_the_count() {
        let board: Board = "4x4-a1".parse().unwrap();
        let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
        let [hole, b3, beyond] = [0, 9, 16].map(Square::from_index);
        assert!(Spec::new(&board, &graph, [&[], &[]], None).is_ok());
        for move_of_none in [[(hole, b3)], [(b3, beyond)]] {
            for lists in [[&move_of_none[..], &[]], [&[], &move_of_none[..]]] {
                let error = Spec::new(&board, &graph, lists, None).unwrap_err();
                assert!(error.to_string().contains("cannot be right"), "{error}");
            }
        }
    }
}
