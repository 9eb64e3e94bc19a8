//! Edge orbits: edges that symmetries of the problem take to each other.
//!
//! If no tour has an edge, none has an edge of the same orbit, because its image would have the
//! first. So if nothing else is decided, all edges of an orbit are excluded together.

use caracole_core::{Board, Cases, Coord, File, Problem, Rank, Square, Surface, Symmetry};

use super::model::Model;

/// The edges of a problem by orbits.
pub(super) struct EdgeOrbits {
    /// The orbit of each edge.
    orbits: Vec<u32>,
    /// The edges of each orbit.
    members: Vec<Vec<u32>>,
}

impl EdgeOrbits {
    /// Returns the orbits; `None` if all have a single edge, if steps are given, which give a tour a
    /// direction, and on boards that are too large for the checker.
    pub(super) fn new(problem: &Problem, model: &Model<'_>) -> Option<Self> {
        if !model.clues.is_empty() || model.len() as u64 > Cases::MAX_ORBIT_SQUARES {
            return None;
        }
        let count = model.edge_count() as u32;
        let mut parents: Vec<u32> = (0..count).collect();
        for map in symmetry_generators(problem.board()) {
            if let Some(images) = edge_images(model, &map) {
                for (edge, image) in (0..).zip(images) {
                    union(&mut parents, edge, image);
                }
            }
        }
        let mut members = vec![Vec::new(); count as usize];
        for edge in 0..count {
            members[find(&mut parents, edge) as usize].push(edge);
        }
        let orbits = (0..count).map(|edge| find(&mut parents, edge)).collect();
        members.iter().any(|orbit| orbit.len() > 1).then_some(Self { orbits, members })
    }

    /// Returns the edges of the orbit of an edge, the edge itself among them.
    pub(super) fn orbit_of(&self, edge: u32) -> &[u32] {
        &self.members[self.orbits[edge as usize] as usize]
    }
}

/// Returns the orbits of the vertices under the symmetries of the board, whether these are symmetries
/// of the problem or not.
pub(super) fn vertex_orbits(model: &Model<'_>) -> Vec<Vec<u32>> {
    let count = model.len() as u32;
    let mut parents: Vec<u32> = (0..count).collect();
    for map in symmetry_generators(model.instance.board()) {
        for (vertex, image) in (0..).zip(vertex_images(model, &map).into_iter().flatten()) {
            union(&mut parents, vertex, image);
        }
    }
    let mut orbits = vec![Vec::new(); count as usize];
    for vertex in 0..count {
        orbits[find(&mut parents, vertex) as usize].push(vertex);
    }
    orbits.retain(|orbit| !orbit.is_empty());
    orbits
}

/// Returns the image of each vertex, if the map takes the board to itself.
fn vertex_images(model: &Model<'_>, map: &dyn Fn(Square) -> Option<Square>) -> Option<Vec<u32>> {
    let image = |vertex| map(model.square(vertex)).and_then(|square| model.vertex(square));
    (0..model.len() as u32).map(image).collect()
}

/// Returns the rotations and reflections of a board, and the shifts round joined edges by one, which
/// generate all its symmetries.
fn symmetry_generators(board: &Board) -> Vec<Box<dyn Fn(Square) -> Option<Square> + '_>> {
    let mut generators: Vec<Box<dyn Fn(Square) -> Option<Square> + '_>> = Vec::new();
    for symmetry in Symmetry::of(board).into_iter().skip(1) {
        generators.push(Box::new(move |square| Some(symmetry.apply(board, square))));
    }
    if matches!(board.surface(), Surface::Cylinder | Surface::Torus) {
        generators.push(Box::new(move |square| {
            let place = board.coord(square);
            let file = File::new((place.file.index() + 1) % board.files());
            board.square(Coord { file, ..place })
        }));
    }
    if board.surface() == Surface::Torus {
        generators.push(Box::new(move |square| {
            let place = board.coord(square);
            let rank = Rank::new((place.rank.index() + 1) % board.ranks());
            board.square(Coord { rank, ..place })
        }));
    }
    generators
}

/// Returns the image of each edge, if the map takes the whole problem to itself.
fn edge_images(model: &Model<'_>, map: &dyn Fn(Square) -> Option<Square>) -> Option<Vec<u32>> {
    let vertices = vertex_images(model, map)?;
    let image_of_edge = |edge: u32| {
        let [a, b] = model.endpoints(edge).map(|vertex| vertices[vertex as usize]);
        model.edge_between(a, b)
    };
    let edges: Vec<u32> =
        (0..model.edge_count() as u32).map(image_of_edge).collect::<Option<_>>()?;
    let keeps = |set: &[u32], image: &dyn Fn(u32) -> u32| {
        let mut images: Vec<u32> = set.iter().map(|&one| image(one)).collect();
        let mut set = set.to_vec();
        images.sort_unstable();
        set.sort_unstable();
        images == set
    };
    let image_of_vertex = |vertex: u32| vertices[vertex as usize];
    let is_symmetry = keeps(&model.ends, &image_of_vertex)
        && keeps(&model.instance.knight_starts, &image_of_vertex)
        && keeps(&model.required, &|edge| edges[edge as usize]);
    is_symmetry.then_some(edges)
}

/// Returns the representative of an edge (union-find).
fn find(parents: &mut [u32], mut edge: u32) -> u32 {
    while parents[edge as usize] != edge {
        let above = parents[parents[edge as usize] as usize];
        parents[edge as usize] = above;
        edge = above;
    }
    edge
}

fn union(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(parents, a), find(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}
