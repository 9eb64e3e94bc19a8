//! Moves that are alike: a symmetry of the problem takes one to the other.
//!
//! If no tour makes a move, none makes one that is alike, for its image would make the first. So where
//! nothing else is supposed, all moves of a class are out when one of them is.

use caracole_core::{Board, Cases, File, Place, Problem, Rank, Square, Surface, Symmetry};

use super::model::Model;

/// The moves of a problem, sorted by what is alike.
pub(super) struct Alike {
    /// The class of each edge.
    classes: Vec<u32>,
    /// The edges of each class.
    members: Vec<Vec<u32>>,
}

impl Alike {
    /// `None` where no moves are alike; where steps are given, for which a tour has a direction; and on
    /// boards that the checker would not look at.
    pub(super) fn new(problem: &Problem, model: &Model) -> Option<Self> {
        if !model.clues.is_empty() || model.len() as u64 > Cases::MOST_ALIKE {
            return None;
        }
        let mut classes: Vec<u32> = (0..model.edges() as u32).collect();
        for image in images(problem.board()) {
            if let Some(images) = edges(model, &image) {
                for (edge, image) in (0..).zip(images) {
                    join(&mut classes, edge, image);
                }
            }
        }
        let mut members = vec![Vec::new(); classes.len()];
        for edge in 0..classes.len() as u32 {
            members[root(&mut classes, edge) as usize].push(edge);
        }
        let classes = (0..classes.len() as u32).map(|edge| root(&mut classes, edge)).collect();
        members.iter().any(|class| class.len() > 1).then_some(Self { classes, members })
    }

    /// The moves that are alike, the move itself among them.
    pub(super) fn to(&self, edge: u32) -> &[u32] {
        &self.members[self.classes[edge as usize] as usize]
    }
}

/// Turns and mirrors of a board, and the shifts round it: all others are made of these.
fn images(board: &Board) -> Vec<Box<dyn Fn(Square) -> Option<Square> + '_>> {
    let mut images: Vec<Box<dyn Fn(Square) -> Option<Square> + '_>> = Vec::new();
    for symmetry in Symmetry::of(board).into_iter().skip(1) {
        images.push(Box::new(move |square| Some(symmetry.apply(board, square))));
    }
    if board.surface() != Surface::Flat {
        images.push(Box::new(move |square| {
            let place = board.place(square);
            let file = File::new((place.file.index() + 1) % board.files());
            board.square(Place { file, ..place })
        }));
    }
    if board.surface() == Surface::Torus {
        images.push(Box::new(move |square| {
            let place = board.place(square);
            let rank = Rank::new((place.rank.index() + 1) % board.ranks());
            board.square(Place { rank, ..place })
        }));
    }
    images
}

/// Where an image takes each edge, if it takes the whole problem to itself.
fn edges(model: &Model, image: &dyn Fn(Square) -> Option<Square>) -> Option<Vec<u32>> {
    let vertices: Vec<u32> = (0..model.len() as u32)
        .map(|vertex| image(model.square(vertex)).and_then(|square| model.vertex(square)))
        .collect::<Option<_>>()?;
    let to = |edge: u32| {
        let [a, b] = model.ends_of(edge).map(|vertex| vertices[vertex as usize]);
        model.edge(a, b)
    };
    let edges: Vec<u32> = (0..model.edges() as u32).map(to).collect::<Option<_>>()?;
    let keeps = |set: &[u32], to: &dyn Fn(u32) -> u32| {
        let mut images: Vec<u32> = set.iter().map(|&one| to(one)).collect();
        let mut set = set.to_vec();
        images.sort_unstable();
        set.sort_unstable();
        images == set
    };
    let by_vertex = |vertex: u32| vertices[vertex as usize];
    let is_kept = keeps(&model.ends, &by_vertex)
        && keeps(&model.knights_from, &by_vertex)
        && keeps(&model.used, &|edge| edges[edge as usize]);
    is_kept.then_some(edges)
}

/// The edge that stands for a class.
fn root(classes: &mut [u32], mut edge: u32) -> u32 {
    while classes[edge as usize] != edge {
        let above = classes[classes[edge as usize] as usize];
        classes[edge as usize] = above;
        edge = above;
    }
    edge
}

fn join(classes: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(classes, a), root(classes, b));
    classes[a.max(b) as usize] = a.min(b);
}
