//! The search state: what is known of edges and vertices, and the trail that undoes it.

use caracole_verify::StopCause;

use super::CheckLimits;
use super::model::Model;
use super::step_domains::StepDomains;

/// A contradiction: the current branch has no tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict;

/// The state of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum EdgeState {
    Undecided,
    Included,
    Excluded,
}

/// The state of a vertex. It has two included edges and path ends together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VertexState {
    /// The number of undecided edges.
    pub(super) undecided: u16,
    /// The number of included edges.
    pub(super) included: u8,
    /// Bounds on the number of path ends.
    pub(super) min_ends: u8,
    pub(super) max_ends: u8,
    /// Whether the vertex is in the propagation queue.
    pub(super) is_queued: bool,
}

impl VertexState {
    /// Returns how many edges or ends are still to be found.
    pub(super) const fn demand(self) -> u8 {
        2 - self.included - self.min_ends
    }

    /// Returns how many edges and ends the demand can be met from.
    pub(super) const fn choices(self) -> u16 {
        self.undecided + (self.max_ends - self.min_ends) as u16
    }
}

/// One change of the state, with the value before it.
#[derive(Clone, Copy)]
enum Change {
    /// The edge was undecided.
    Edge(u32),
    /// The fragment end had this mate, and its fragment this length.
    Fragment { end: u32, mate: u32, len: u32 },
    /// The vertex had these bounds on its ends.
    Ends { vertex: u32, min: u8, max: u8 },
    /// A word of the step domains had this value.
    StepWord { at: u32, word: u64 },
}

/// The state at a search node.
///
/// Included edges form path fragments. The two ends of a fragment know each other (`mates`) and
/// the length of the fragment; the entries of its inner vertices are stale.
pub(super) struct State<'m> {
    pub(super) model: &'m Model<'m>,
    pub(super) vertices: Vec<VertexState>,
    edges: Vec<EdgeState>,
    mates: Vec<u32>,
    fragment_lens: Vec<u32>,
    /// Bounds on the ends of all vertices of each colour: the minimum and the maximum.
    end_bounds: [[i64; 2]; 2],
    /// Vertices that have a path end, in the order in which they became known.
    pub(super) path_ends: Vec<u32>,
    /// The number of included edges.
    included: usize,
    trail: Vec<Change>,
    queue: Vec<u32>,
    /// True if the fragment rules must be applied again.
    fragments_changed: bool,
    pub(super) step_domains: Option<StepDomains>,
}

impl<'m> State<'m> {
    /// Returns the state in which nothing is decided. [`State::initialise`] adds what the problem
    /// requires.
    pub(super) fn new(model: &'m Model<'m>) -> Self {
        let len = model.len();
        let max_ends = match model.paths {
            0 => 0,
            1 if len > 1 => 1,
            _ => 2,
        };
        let vertex_state = |vertex: u32| VertexState {
            undecided: model.graph().degree(vertex) as u16,
            max_ends,
            ..VertexState::default()
        };
        let mut end_bounds = [[0, 0]; 2];
        for vertex in 0..len as u32 {
            end_bounds[model.colour(vertex)][1] += i64::from(max_ends);
        }
        Self {
            model,
            vertices: (0..len as u32).map(vertex_state).collect(),
            edges: vec![EdgeState::Undecided; model.edge_count()],
            mates: (0..len as u32).collect(),
            fragment_lens: vec![1; len],
            end_bounds,
            path_ends: Vec::new(),
            included: 0,
            trail: Vec::new(),
            queue: Vec::new(),
            fragments_changed: false,
            step_domains: StepDomains::new(model),
        }
    }

    /// Applies what the problem requires, and propagates.
    pub(super) fn initialise(
        &mut self,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Result<(), Conflict>, StopCause> {
        /// Propagation from so many vertices takes a few milliseconds.
        const VERTICES_BETWEEN_CHECKS: usize = 1 << 15;
        if self.apply_requirements().is_err() {
            return Ok(Err(Conflict));
        }
        for first in (0..self.model.len()).step_by(VERTICES_BETWEEN_CHECKS) {
            check_limits()?;
            let after = self.model.len().min(first + VERTICES_BETWEEN_CHECKS);
            (first..after).for_each(|vertex| self.enqueue(vertex as u32));
            if self.propagate(check_limits)?.is_err() {
                return Ok(Err(Conflict));
            }
        }
        Ok(Ok(()))
    }

    /// Sets the given ends and includes the required edges.
    fn apply_requirements(&mut self) -> Result<(), Conflict> {
        let model = self.model;
        for &end in &model.ends {
            let VertexState { min_ends, max_ends, .. } = self.vertices[end as usize];
            self.bound_ends(end, min_ends + 1, max_ends)?;
        }
        for &edge in &model.required {
            self.include(edge)?;
        }
        self.fragments_changed = true;
        Ok(())
    }

    /// Returns what is known of an edge.
    #[inline]
    pub(super) fn edge_state(&self, edge: u32) -> EdgeState {
        self.edges[edge as usize]
    }

    /// Returns the other end of the fragment that ends at a vertex.
    pub(super) fn mate(&self, end: u32) -> u32 {
        self.mates[end as usize]
    }

    /// Returns the number of vertices of the fragment that ends at a vertex.
    pub(super) fn fragment_len(&self, end: u32) -> u32 {
        self.fragment_lens[end as usize]
    }

    /// Returns true if the included edges are a whole tour, or paths that cover the board.
    pub(super) const fn is_complete(&self) -> bool {
        self.included == self.model.edges_in_tour()
    }

    /// Returns the undecided edges of a vertex, each with the vertex that it leads to.
    #[inline]
    pub(super) fn undecided(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.model
            .incident(vertex)
            .filter(|&(_, edge)| self.edge_state(edge) == EdgeState::Undecided)
    }

    /// Returns the minimum and the maximum number of ends on the vertices of a colour.
    pub(super) const fn end_bounds(&self, colour: usize) -> [i64; 2] {
        self.end_bounds[colour]
    }

    /// Puts a vertex into the propagation queue.
    #[inline]
    pub(super) fn enqueue(&mut self, vertex: u32) {
        let vertex_state = &mut self.vertices[vertex as usize];
        if !vertex_state.is_queued {
            vertex_state.is_queued = true;
            self.queue.push(vertex);
        }
        if let Some(domains) = &mut self.step_domains {
            domains.enqueue(vertex);
        }
    }

    /// Takes a vertex from the propagation queue.
    pub(super) fn dequeue(&mut self) -> Option<u32> {
        let vertex = self.queue.pop()?;
        self.vertices[vertex as usize].is_queued = false;
        Some(vertex)
    }

    /// Returns true if the propagation queue of the vertices is empty.
    pub(super) const fn is_queue_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Returns true if fragments changed since the last call.
    pub(super) const fn take_fragments_changed(&mut self) -> bool {
        std::mem::replace(&mut self.fragments_changed, false)
    }

    /// Excludes an undecided edge.
    pub(super) fn exclude(&mut self, edge: u32) {
        debug_assert_eq!(self.edge_state(edge), EdgeState::Undecided);
        self.edges[edge as usize] = EdgeState::Excluded;
        self.trail.push(Change::Edge(edge));
        for end in self.model.endpoints(edge) {
            self.vertices[end as usize].undecided -= 1;
            self.enqueue(end);
        }
    }

    /// Includes an edge that is undecided or already included, and excludes the edge that would
    /// close the new fragment to a subtour.
    pub(super) fn include(&mut self, edge: u32) -> Result<(), Conflict> {
        match self.edge_state(edge) {
            EdgeState::Included => return Ok(()),
            EdgeState::Excluded => return Err(Conflict),
            EdgeState::Undecided => {}
        }
        let [a, b] = self.model.endpoints(edge);
        if self.vertices[a as usize].demand() == 0 || self.vertices[b as usize].demand() == 0 {
            return Err(Conflict);
        }
        self.edges[edge as usize] = EdgeState::Included;
        self.trail.push(Change::Edge(edge));
        self.included += 1;
        for end in [a, b] {
            let vertex_state = &mut self.vertices[end as usize];
            vertex_state.undecided -= 1;
            vertex_state.included += 1;
            self.enqueue(end);
        }
        let (x, y) = (self.mate(a), self.mate(b));
        if x == b {
            // A cycle: the closed tour, or a subtour.
            let is_tour = self.model.is_closed() && self.is_complete();
            return if is_tour { Ok(()) } else { Err(Conflict) };
        }
        let len = self.fragment_len(a) + self.fragment_len(b);
        self.set_fragment(x, y, len);
        self.set_fragment(y, x, len);
        let may_close = self.model.is_closed() && len as usize == self.model.len();
        if !may_close
            && let Some(closing) = self.model.edge_between(x, y)
            && self.edge_state(closing) == EdgeState::Undecided
        {
            self.exclude(closing);
        }
        self.fragments_changed = true;
        Ok(())
    }

    fn set_fragment(&mut self, end: u32, mate: u32, len: u32) {
        let at = end as usize;
        let (old_mate, old_len) = (self.mates[at], self.fragment_lens[at]);
        self.trail.push(Change::Fragment { end, mate: old_mate, len: old_len });
        (self.mates[at], self.fragment_lens[at]) = (mate, len);
    }

    /// Sets the bounds on the number of ends of a vertex.
    pub(super) fn bound_ends(&mut self, vertex: u32, min: u8, max: u8) -> Result<(), Conflict> {
        let vertex_state = &mut self.vertices[vertex as usize];
        let (old_min, old_max) = (vertex_state.min_ends, vertex_state.max_ends);
        if (old_min, old_max) == (min, max) {
            return Ok(());
        }
        if min > max || min + vertex_state.included > 2 {
            return Err(Conflict);
        }
        (vertex_state.min_ends, vertex_state.max_ends) = (min, max);
        self.trail.push(Change::Ends { vertex, min: old_min, max: old_max });
        self.shift_end_bounds(vertex, [old_min, old_max], [min, max]);
        if old_min == 0 && min > 0 {
            self.path_ends.push(vertex);
        }
        self.fragments_changed = true;
        self.enqueue(vertex);
        Ok(())
    }

    fn shift_end_bounds(&mut self, vertex: u32, old: [u8; 2], new: [u8; 2]) {
        let bounds = &mut self.end_bounds[self.model.colour(vertex)];
        for ((bound, old), new) in bounds.iter_mut().zip(old).zip(new) {
            *bound += i64::from(new) - i64::from(old);
        }
    }

    /// Notes on the trail that a word of the step domains is about to change.
    pub(super) fn record_step_word(&mut self, at: u32, word: u64) {
        self.trail.push(Change::StepWord { at, word });
    }

    /// Returns the length of the trail, to which [`State::backtrack_to`] returns.
    pub(super) const fn trail_len(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes after a point of the trail, and clears the queues.
    pub(super) fn backtrack_to(&mut self, trail_len: usize) {
        for vertex in self.queue.drain(..) {
            self.vertices[vertex as usize].is_queued = false;
        }
        self.fragments_changed = false;
        if let Some(domains) = &mut self.step_domains {
            domains.clear_queue();
        }
        while self.trail.len() > trail_len {
            match self.trail.pop() {
                None => return,
                Some(Change::Edge(edge)) => self.undo_edge(edge),
                Some(Change::Fragment { end, mate, len }) => {
                    self.mates[end as usize] = mate;
                    self.fragment_lens[end as usize] = len;
                }
                Some(Change::Ends { vertex, min, max }) => self.undo_ends(vertex, min, max),
                Some(Change::StepWord { at, word }) => {
                    if let Some(domains) = &mut self.step_domains {
                        domains.restore(at, word);
                    }
                }
            }
        }
    }

    fn undo_edge(&mut self, edge: u32) {
        let before = std::mem::replace(&mut self.edges[edge as usize], EdgeState::Undecided);
        let was_included = before == EdgeState::Included;
        for end in self.model.endpoints(edge) {
            let vertex_state = &mut self.vertices[end as usize];
            vertex_state.undecided += 1;
            if was_included {
                vertex_state.included -= 1;
            }
        }
        if was_included {
            self.included -= 1;
        }
    }

    fn undo_ends(&mut self, vertex: u32, min: u8, max: u8) {
        let vertex_state = &mut self.vertices[vertex as usize];
        let (old_min, old_max) = (vertex_state.min_ends, vertex_state.max_ends);
        (vertex_state.min_ends, vertex_state.max_ends) = (min, max);
        self.shift_end_bounds(vertex, [old_min, old_max], [min, max]);
        if old_min > 0 && min == 0 {
            self.path_ends.pop();
        }
    }
}
