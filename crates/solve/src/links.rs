//! A path or a tour as the neighbours of each vertex.

use caracole_verify::StopCause;

use crate::{Reservation, Run};

/// The at most two neighbours of each vertex on a path or a tour. In constructions the vertices are squares.
///
/// Edges are added in any order. Takes eight bytes per vertex.
#[derive(Debug)]
pub(crate) struct Links {
    neighbours: Vec<[u32; 2]>,
    _memory: Option<Reservation>,
}

/// No vertex: graphs and stored tours have fewer vertices than this.
const NONE: u32 = u32::MAX;

impl Links {
    /// Returns the bytes of the links of a board of this area and of the path that is built from them.
    pub(crate) const fn bytes(area: u64) -> u64 {
        area.saturating_mul(16)
    }

    /// Returns empty links of a number of vertices.
    pub(crate) fn new(vertices: usize) -> Self {
        Self { neighbours: vec![[NONE; 2]; vertices], _memory: None }
    }

    /// Returns empty links in reserved memory.
    pub(crate) fn in_memory(
        area: u64,
        memory: Reservation,
        run: &mut Run<'_>,
    ) -> Result<Self, StopCause> {
        const SQUARES_BETWEEN_CHECKS: usize = 1 << 20;
        let area = area as usize;
        let mut neighbours = Vec::with_capacity(area);
        while neighbours.len() < area {
            run.check_limits()?;
            neighbours.resize(area.min(neighbours.len() + SQUARES_BETWEEN_CHECKS), [NONE; 2]);
        }
        Ok(Self { neighbours, _memory: Some(memory) })
    }

    /// Returns the neighbours of a vertex.
    pub(crate) fn of(&self, vertex: u32) -> impl Iterator<Item = u32> + use<> {
        self.neighbours[vertex as usize].into_iter().filter(|&other| other != NONE)
    }

    /// Sets the at most two neighbours of a vertex. The caller sets those of the other vertices too.
    pub(crate) fn set(&mut self, vertex: u32, others: impl IntoIterator<Item = u32>) {
        let mut neighbours = [NONE; 2];
        neighbours.iter_mut().zip(others).for_each(|(place, other)| *place = other);
        self.neighbours[vertex as usize] = neighbours;
    }

    /// Joins two vertices with at most one neighbour each.
    pub(crate) fn join(&mut self, a: u32, b: u32) {
        for (vertex, other) in [(a, b), (b, a)] {
            let slots = &mut self.neighbours[vertex as usize];
            debug_assert!(slots.contains(&NONE), "{vertex} has the neighbours {slots:?}");
            slots[usize::from(slots[0] != NONE)] = other;
        }
    }

    /// Joins consecutive vertices.
    pub(crate) fn join_all(&mut self, vertices: impl IntoIterator<Item = u32>) {
        let mut before = None;
        for vertex in vertices {
            if let Some(before) = before {
                self.join(before, vertex);
            }
            before = Some(vertex);
        }
    }

    /// Returns an end of the path, or the first vertex of a closed tour.
    pub(crate) fn first_end(&self) -> Option<u32> {
        let places = || (0..).zip(&self.neighbours);
        let with = |empty: usize| {
            places()
                .find(|(_, neighbours)| {
                    neighbours.iter().filter(|&&other| other == NONE).count() == empty
                })
                .map(|(vertex, _)| vertex)
        };
        with(1).or_else(|| with(0))
    }

    /// Returns the vertices from `start` to the other end, or once around a closed tour.
    pub(crate) fn walk(&self, start: u32) -> impl Iterator<Item = u32> + '_ {
        let mut before = NONE;
        std::iter::successors(Some(start), move |&vertex| {
            let neighbours = self.neighbours[vertex as usize];
            let next = neighbours[usize::from(neighbours[0] == before)];
            before = vertex;
            (next != NONE && next != start).then_some(next)
        })
    }
}
