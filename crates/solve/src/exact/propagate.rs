//! Constraint propagation: the rules that [`Cases`](caracole_core::Cases) lists, to a fixpoint.

use caracole_verify::StopCause;

use super::CheckLimits;
use super::state::{Conflict, EdgeState, State, VertexState};

impl State<'_> {
    /// Propagates to the fixpoint. Checks the limits in between, because on large boards with clues
    /// this can take long.
    pub(super) fn propagate(
        &mut self,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Result<(), Conflict>, StopCause> {
        loop {
            if self.propagate_for_a_while().is_err() {
                return Ok(Err(Conflict));
            }
            if self.is_at_fixpoint() {
                return Ok(Ok(()));
            }
            check_limits()?;
        }
    }

    /// Propagates to the fixpoint, or for some milliseconds.
    fn propagate_for_a_while(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(vertex) = self.dequeue() {
                self.check_degree(vertex)?;
            }
            if self.take_fragments_changed() {
                self.check_end_counts()?;
                self.check_fragments()?;
                continue;
            }
            if !self.filter_step_domains()? {
                return Ok(());
            }
        }
    }

    /// Returns true if every rule was applied to everything that changed.
    fn is_at_fixpoint(&self) -> bool {
        self.is_queue_empty() && self.are_step_domains_filtered()
    }

    /// Rule 1: the edges and ends of a vertex come to two.
    fn check_degree(&mut self, vertex: u32) -> Result<(), Conflict> {
        let VertexState { undecided, included, min_ends, max_ends, .. } =
            self.vertices[vertex as usize];
        if included + min_ends > 2 {
            return Err(Conflict);
        }
        let max = max_ends.min(2 - included);
        let available = u16::from(included) + undecided + u16::from(max);
        if available < 2 {
            return Err(Conflict);
        }
        let needed = 2_u8.saturating_sub(included).saturating_sub(undecided.min(2) as u8);
        let min = min_ends.max(needed);
        if included + min == 2 {
            self.bound_ends(vertex, min, min)?;
            self.exclude_undecided(vertex);
            return Ok(());
        }
        if available == 2 {
            self.bound_ends(vertex, max, max)?;
            return self.include_undecided(vertex);
        }
        self.bound_ends(vertex, min, max)
    }

    fn exclude_undecided(&mut self, vertex: u32) {
        if self.vertices[vertex as usize].undecided == 0 {
            return;
        }
        let model = self.model;
        for (_, edge) in model.incident(vertex) {
            if self.edge_state(edge) == EdgeState::Undecided {
                self.exclude(edge);
            }
        }
    }

    fn include_undecided(&mut self, vertex: u32) -> Result<(), Conflict> {
        if self.vertices[vertex as usize].undecided == 0 {
            return Ok(());
        }
        let model = self.model;
        for (_, edge) in model.incident(vertex) {
            if self.edge_state(edge) == EdgeState::Undecided {
                self.include(edge)?;
            }
        }
        Ok(())
    }

    /// Rule 2: the ends of all vertices come to two per path, and those of each colour to what the
    /// colour balance requires.
    fn check_end_counts(&mut self) -> Result<(), Conflict> {
        for colour in 0..2 {
            let wanted = self.model.ends_per_colour[colour];
            let [min, max] = self.end_bounds(colour);
            if min > wanted || max < wanted {
                return Err(Conflict);
            }
            if min == max || min < wanted && wanted < max {
                continue;
            }
            for vertex in 0..self.model.len() as u32 {
                if self.model.colour(vertex) == colour {
                    let VertexState { min_ends, max_ends, .. } = self.vertices[vertex as usize];
                    let ends = if min == wanted { min_ends } else { max_ends };
                    self.bound_ends(vertex, ends, ends)?;
                }
            }
        }
        Ok(())
    }

    /// Rules 4 and 5: no path is finished too early, and the ends of an open tour are not adjacent.
    fn check_fragments(&mut self) -> Result<(), Conflict> {
        let model = self.model;
        let (mut finished, mut vertices) = (0, 0);
        let mut at = 0;
        while let Some(&end) = self.path_ends.get(at) {
            at += 1;
            if let Some(adjacent) = &model.adjacent_to_ends {
                for &near in adjacent.neighbours(end) {
                    self.bound_ends(near, self.vertices[near as usize].min_ends, 0)?;
                }
            }
            let VertexState { included, min_ends, .. } = self.vertices[end as usize];
            let other = self.mate(end);
            // A fragment is met at both of its ends, and counted at the smaller.
            let is_finished = if included == 0 {
                min_ends == 2
            } else {
                other > end && self.vertices[other as usize].min_ends == 1
            };
            if is_finished {
                if included == 1
                    && model.instance.knight_starts.contains(&end)
                    && model.instance.knight_starts.contains(&other)
                {
                    return Err(Conflict);
                }
                finished += 1;
                vertices += self.fragment_len(end) as usize;
            }
        }
        let left = model.len() - vertices;
        if finished > model.paths || finished == model.paths && left > 0 && model.paths > 0 {
            return Err(Conflict);
        }
        if finished + 1 == model.paths { self.keep_last_path_open(left) } else { Ok(()) }
    }

    /// Returns the free end of the fragment with a path end at this vertex, or `None` if the
    /// fragment is a finished path.
    fn free_end(&self, end: u32) -> Option<u32> {
        let VertexState { included, min_ends, .. } = self.vertices[end as usize];
        if included == 0 {
            return (min_ends == 1).then_some(end);
        }
        let other = self.mate(end);
        (self.vertices[other as usize].min_ends == 0).then_some(other)
    }

    /// The last path must visit all `left` vertices.
    fn keep_last_path_open(&mut self, left: usize) -> Result<(), Conflict> {
        for at in 0..self.path_ends.len() {
            let Some(free) = self.free_end(self.path_ends[at]) else { continue };
            let len = self.fragment_len(free) as usize;
            if len < left {
                let min = self.vertices[free as usize].min_ends;
                self.bound_ends(free, min, min)?;
            }
            for before in 0..at {
                let Some(other) = self.free_end(self.path_ends[before]) else { continue };
                if len + (self.fragment_len(other) as usize) < left
                    && let Some(edge) = self.model.edge_between(free, other)
                    && self.edge_state(edge) == EdgeState::Undecided
                {
                    self.exclude(edge);
                }
            }
        }
        Ok(())
    }
}
