//! The specification of a count: a graph whose Hamiltonian cycles are counted.
//!
//! A closed tour is a Hamiltonian cycle of the move graph. A tour with two ends becomes a cycle by an additional
//! vertex, the **apex**, which is adjacent to the squares where the tour may end.

use caracole_core::{Board, Coord, Graph, MoveGraph, Square, Symmetry};

use crate::CountError;
use crate::list::list_task;

/// The number of a vertex. Boards that can be counted have far fewer than 2^16 vertices.
pub(crate) type Vertex = u16;
/// The largest number of squares.
pub(crate) const MAX_SQUARES: u64 = 1 << 15;

/// A graph whose Hamiltonian cycles are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    /// The neighbours of each vertex, in increasing order. The apex is the last vertex.
    neighbours: Vec<Vec<Vertex>>,
    /// The edges that every cycle must contain, the smaller vertex first, in increasing order.
    required: Vec<(Vertex, Vertex)>,
    /// The squares of the vertices, without the apex.
    squares: Vec<Square>,
    places: Vec<Coord>,
    /// True if the places are those of a graph, which has no axes.
    is_graph: bool,
    /// The automorphisms that preserve the required edges, without the identity.
    symmetries: Vec<Vec<Vertex>>,
}

/// The ends that tours may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    /// The vertices that may be ends.
    pub(crate) allowed: Vec<Vertex>,
    /// The vertices that must be ends, at most two.
    pub(crate) required: Vec<Vertex>,
}

impl Spec {
    /// Returns a spec whose cycles contain required edges and no forbidden ones. With ends, its cycles are paths
    /// between these.
    pub(crate) fn new(
        board: &Board,
        graph: &MoveGraph,
        [required, forbidden]: [&[(Square, Square)]; 2],
        ends: Option<Ends>,
    ) -> Result<Self, CountError> {
        let vertex = |square| vertex_of(graph, square);
        let edge = |&(a, b): &(Square, Square)| -> Result<_, CountError> {
            Ok(sorted(vertex(a)?, vertex(b)?))
        };
        let forbidden = forbidden.iter().map(edge).collect::<Result<Vec<_>, _>>()?;
        let mut required = required.iter().map(edge).collect::<Result<Vec<_>, _>>()?;
        let mut neighbours = neighbour_lists(graph.graph(), &forbidden);
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
        let places = squares.iter().map(|&square| board.coord(square)).collect();
        let is_graph = board.graph().is_some();
        let symmetries = Vec::new();
        let mut spec = Self { neighbours, required, squares, places, is_graph, symmetries };
        for symmetry in Symmetry::of(board).into_iter().skip(1) {
            let image = |square: &Square| vertex(symmetry.apply(board, *square));
            let mut map = spec.squares.iter().map(image).collect::<Result<Vec<_>, _>>()?;
            map.extend(spec.apex());
            if spec.is_preserved_by(&map) {
                spec.symmetries.push(map);
            }
        }
        Ok(spec)
    }

    /// Returns the number of vertices, with the apex.
    pub(crate) const fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns true if the vertices have no places.
    pub(crate) const fn is_graph(&self) -> bool {
        self.is_graph
    }

    /// Returns the number of squares.
    pub(crate) const fn squares(&self) -> usize {
        self.squares.len()
    }

    /// Returns the square of a vertex, or `None` for the apex.
    pub(crate) fn square(&self, vertex: Vertex) -> Option<Square> {
        self.squares.get(usize::from(vertex)).copied()
    }

    /// Returns the vertex of a square.
    pub(crate) fn vertex(&self, square: Square) -> Option<Vertex> {
        self.squares.binary_search(&square).ok().map(|vertex| vertex as Vertex)
    }

    /// Returns the edges that every cycle must contain.
    pub(crate) fn required(&self) -> &[(Vertex, Vertex)] {
        &self.required
    }

    pub(crate) fn place(&self, vertex: Vertex) -> Coord {
        self.places[usize::from(vertex)]
    }

    /// Returns the vertex that is adjacent to both ends.
    pub(crate) fn apex(&self) -> Option<Vertex> {
        (self.len() > self.squares.len()).then_some(self.squares.len() as Vertex)
    }

    pub(crate) fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        &self.neighbours[usize::from(vertex)]
    }

    /// Returns true if every cycle must contain this edge.
    pub(crate) fn is_required(&self, a: Vertex, b: Vertex) -> bool {
        !self.required.is_empty() && self.required.binary_search(&sorted(a, b)).is_ok()
    }

    /// Returns the automorphisms that preserve the required edges, without the identity.
    pub(crate) fn symmetries(&self) -> &[Vec<Vertex>] {
        &self.symmetries
    }

    /// Returns a number that identifies the spec in names of files.
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

    fn is_preserved_by(&self, map: &[Vertex]) -> bool {
        let image = |vertex: Vertex| map[usize::from(vertex)];
        (0..self.len() as Vertex).all(|vertex| {
            let mut list: Vec<_> =
                self.neighbours(vertex).iter().map(|&next| image(next)).collect();
            list.sort_unstable();
            list == self.neighbours(image(vertex))
        }) && self.required.iter().all(|&(a, b)| self.is_required(image(a), image(b)))
    }
}

/// Returns the vertex of a square, which must have one.
pub(crate) fn vertex_of(graph: &MoveGraph, square: Square) -> Result<Vertex, CountError> {
    let vertex = list_task::vertex_of(graph, square)?;
    Vertex::try_from(vertex).map_err(|_| CountError::inconsistent("the list of moves"))
}

/// A hash of numbers that is the same on every machine and in every version.
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

/// Returns the neighbours of each vertex, without forbidden edges. Their numbers fit in 16 bits, because the
/// graph has at most [`MAX_SQUARES`] vertices.
fn neighbour_lists(graph: &Graph, forbidden: &[(Vertex, Vertex)]) -> Vec<Vec<Vertex>> {
    let list = |a: u32| {
        let all = graph.neighbours(a).iter().map(|&b| b as Vertex);
        let mut list: Vec<_> =
            all.filter(|&b| !forbidden.contains(&sorted(a as Vertex, b))).collect();
        list.sort_unstable();
        list
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

    /// Files of other machines and versions are found by these numbers, which were computed separately.
    #[test]
    fn fingerprints_never_change() {
        let of = |numbers: &[u64]| {
            let mut print = Fingerprint::new();
            for &number in numbers {
                print.add(number);
            }
            print.0
        };
        assert_eq!(of(&[1]), 2_214_556_662_049_684_931);
        assert_eq!(of(&[12_345, 1 << 40]), 18_224_414_156_386_213_651);
        let board: Board = "4x4".parse().unwrap();
        let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
        let [a1, c1, a2, b3] = [0, 2, 4, 9].map(Square::from_index);
        let print = |required: &[(Square, Square)]| {
            Spec::new(&board, &graph, [required, &[]], None).unwrap().fingerprint()
        };
        assert_eq!(print(&[]), 1_608_339_511_842_754_436);
        assert_eq!(print(&[(a2, c1), (a1, b3)]), 17_122_255_718_359_958_919);
    }

    #[test]
    fn a_square_that_is_not_in_the_graph_is_an_error() {
        let board: Board = "4x4-a1".parse().unwrap();
        let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
        let [hole, b3, outside] = [0, 9, 16].map(Square::from_index);
        assert!(Spec::new(&board, &graph, [&[], &[]], None).is_ok());
        for moves in [[(hole, b3)], [(b3, outside)]] {
            for lists in [[&moves[..], &[]], [&[], &moves[..]]] {
                let error = Spec::new(&board, &graph, lists, None).unwrap_err();
                assert!(error.to_string().contains("cannot be right"), "{error}");
            }
        }
    }
}
