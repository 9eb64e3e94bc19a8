//! The order in which a sweep goes over the squares.

use std::cmp::Reverse;

use caracole_core::{Graph, Place};

/// An order of the vertices, and how many of them must be kept in view at once.
pub(super) struct Order {
    /// The vertices, first to last.
    pub(super) vertices: Vec<u32>,
    /// The most squares in view.
    pub(super) width: usize,
}

impl Order {
    /// The best of a few: along each side of the board, and outwards from some squares.
    pub(super) fn best(graph: &Graph, places: &[Place]) -> Option<Self> {
        const ROOTS: u32 = 8;
        let all = || (0..graph.vertices()).collect::<Vec<u32>>();
        let sides = |vertex: u32| {
            let place = places[vertex as usize];
            [place.file.index(), place.rank.index(), place.level.index()]
        };
        let turns = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let along = turns.into_iter().map(|turn| {
            let mut vertices = all();
            vertices.sort_by_key(|&vertex| turn.map(|side: usize| sides(vertex)[side]));
            vertices
        });
        let mut roots = all();
        roots.sort_by_key(|&vertex| graph.degree(vertex));
        roots.truncate(ROOTS as usize);
        let outwards = roots.into_iter().map(|root| outwards(graph, root));
        let orders = along.chain(outwards).map(|vertices| {
            let (width, sum) = widths(graph, &vertices);
            (Self { vertices, width }, sum)
        });
        // The first of the best.
        orders.min_by_key(|(order, sum)| (order.width, *sum)).map(|(order, _)| order)
    }
}

/// The squares by their distance from one of them; in doubt those first that have most neighbours
/// among the ones before.
fn outwards(graph: &Graph, root: u32) -> Vec<u32> {
    let mut is_known = vec![false; graph.vertices() as usize];
    let mut order = vec![root];
    is_known[root as usize] = true;
    let mut at = 0;
    while let Some(&vertex) = order.get(at) {
        at += 1;
        let mut next: Vec<u32> = Vec::new();
        for &other in graph.neighbours(vertex) {
            if !std::mem::replace(&mut is_known[other as usize], true) {
                next.push(other);
            }
        }
        next.sort_by_key(|&other| {
            let before = graph.neighbours(other).iter().filter(|&&n| is_known[n as usize]).count();
            (Reverse(before), other)
        });
        order.append(&mut next);
    }
    order
}

/// The most squares in view at a time, and the sum of all views.
fn widths(graph: &Graph, order: &[u32]) -> (usize, u64) {
    let mut in_view = vec![false; order.len()];
    let (mut width, mut most, mut sum) = (0_usize, 0, 0);
    for &vertex in order {
        let mut see = |vertex: u32| {
            if !std::mem::replace(&mut in_view[vertex as usize], true) {
                width += 1;
            }
        };
        see(vertex);
        graph.neighbours(vertex).iter().for_each(|&next| see(next));
        most = most.max(width);
        sum += width as u64;
        width -= 1;
    }
    (most, sum)
}
