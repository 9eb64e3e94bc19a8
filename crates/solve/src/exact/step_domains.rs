//! The step domain of each vertex: the steps that it can still be, if clues fix some (rules 6 to 8).

use caracole_core::Cases;

use super::model::Model;
use super::state::{Conflict, EdgeState, State};

/// For each vertex the set of its possible steps, counted from 0, as bits.
pub(super) struct StepDomains {
    /// Words in a domain.
    words: usize,
    len: usize,
    is_closed: bool,
    domains: Vec<u64>,
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    scratch: Scratch,
}

/// Sets of steps, reused for each vertex.
#[derive(Clone, Default)]
struct Scratch {
    /// The remaining domain of the vertex.
    kept: Vec<u64>,
    /// The union of the domains of its neighbours.
    union: Vec<u64>,
    /// Steps before and after those of another set.
    adjacent: Vec<u64>,
}

/// Words that are filtered between two checks of the limits.
const WORDS_BETWEEN_CHECKS: usize = 1 << 17;

impl StepDomains {
    /// Returns the domains that the clues leave; `None` without clues and on large boards.
    pub(super) fn new(model: &Model<'_>) -> Option<Self> {
        let len = model.len();
        if model.clues.is_empty() || len as u64 > Cases::MAX_STEP_SET_SQUARES {
            return None;
        }
        let words = len.div_ceil(64);
        let mut all = vec![u64::MAX; words];
        if let Some(last) = all.last_mut().filter(|_| !len.is_multiple_of(64)) {
            *last = (1 << (len % 64)) - 1;
        }
        let set = vec![0; words];
        let mut step_domains = Self {
            words,
            len,
            is_closed: model.is_closed(),
            domains: all.repeat(len),
            queue: (0..len as u32).collect(),
            is_queued: vec![true; len],
            scratch: Scratch { kept: set.clone(), union: set.clone(), adjacent: set },
        };
        for &(vertex, step) in &model.clues {
            let at = vertex as usize * words;
            step_domains.domains[at..at + words].fill(0);
            step_domains.domains[at + step as usize / 64] = 1 << (step % 64);
        }
        step_domains.restrict_by_distance(model);
        Some(step_domains)
    }

    /// Removes steps that differ from the step of a clue by less than the distance, or that have
    /// the wrong parity on a bipartite graph. Propagation would find all this step by step.
    fn restrict_by_distance(&mut self, model: &Model<'_>) {
        /// With more clues little is left to find.
        const MAX_CLUES: usize = 64;
        for &(clue, step) in model.clues.iter().take(MAX_CLUES) {
            for (vertex, distance) in (0..).zip(model.graph().distances(clue)) {
                if vertex == clue || distance == u32::MAX {
                    continue;
                }
                for by in 0..distance {
                    self.forbid(vertex, step.checked_add(by));
                    self.forbid(vertex, step.checked_sub(by));
                    if self.is_closed {
                        let len = self.len as u32;
                        self.forbid(vertex, Some((step + by) % len));
                        self.forbid(vertex, Some((step + len - by % len) % len));
                    }
                }
            }
        }
        let (Some(&(clue, step)), true) = (model.clues.first(), model.colours.is_some()) else {
            return;
        };
        // Even steps are the bits of 5s, odd ones those of As.
        for vertex in (0..model.len() as u32).filter(|&vertex| vertex != clue) {
            let is_same = model.colour(vertex) == model.colour(clue);
            let is_even = (step % 2 == 0) == is_same;
            let mask = if is_even { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA };
            let at = vertex as usize * self.words;
            self.domains[at..at + self.words].iter_mut().for_each(|word| *word &= mask);
        }
    }

    fn forbid(&mut self, vertex: u32, step: Option<u32>) {
        if let Some(step) = step.filter(|&step| step <= self.last()) {
            self.domains[vertex as usize * self.words + step as usize / 64] &= !(1 << (step % 64));
        }
    }

    #[inline]
    pub(super) fn enqueue(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.is_queued[vertex as usize], true) {
            self.queue.push(vertex);
        }
    }

    pub(super) fn clear_queue(&mut self) {
        for vertex in self.queue.drain(..) {
            self.is_queued[vertex as usize] = false;
        }
    }

    pub(super) fn restore(&mut self, at: u32, word: u64) {
        self.domains[at as usize] = word;
    }

    fn domain(&self, vertex: u32) -> &[u64] {
        let at = vertex as usize * self.words;
        &self.domains[at..at + self.words]
    }

    /// Returns the step of a vertex whose domain has one step.
    fn only_step(&self, vertex: u32) -> Option<u32> {
        let domain = self.domain(vertex);
        let (at, word) = (0..).zip(domain).find(|&(_, &word)| word != 0)?;
        (count(domain) == 1).then(|| 64 * at + word.trailing_zeros())
    }

    const fn last(&self) -> u32 {
        self.len as u32 - 1
    }

    /// Adds to `onto` the steps after those of a set, and those before.
    fn add_adjacent(&self, set: &[u64], onto: &mut [u64], after: bool, before: bool) {
        let last = self.last();
        if after {
            let mut carry = u64::from(self.is_closed && contains(set, last));
            for (word, onto) in set.iter().zip(onto.iter_mut()) {
                *onto |= word << 1 | carry;
                carry = word >> 63;
            }
        }
        if before {
            for at in 0..self.words {
                let carry = set.get(at + 1).map_or(0, |next| next << 63);
                onto[at] |= set[at] >> 1 | carry;
            }
            if self.is_closed && set[0] & 1 == 1 {
                onto[last as usize / 64] |= 1 << (last % 64);
            }
        }
        // What was shifted beyond the last step is no step.
        let spare = self.len % 64;
        if spare != 0 {
            onto[self.words - 1] &= (1 << spare) - 1;
        }
    }
}

impl State<'_> {
    /// Filters the step domains where something changed. Returns true if something followed and the
    /// domains are at a fixpoint.
    pub(super) fn filter_step_domains(&mut self) -> Result<bool, Conflict> {
        let Some(mut domains) = self.step_domains.take() else { return Ok(false) };
        let before = self.trail_len();
        let outcome = self.filter_queue(&mut domains);
        self.step_domains = Some(domains);
        outcome?;
        Ok(self.trail_len() > before && self.are_step_domains_filtered())
    }

    /// Returns true if the queue of the step domains is empty.
    pub(super) fn are_step_domains_filtered(&self) -> bool {
        self.step_domains.as_ref().is_none_or(|domains| domains.queue.is_empty())
    }

    fn filter_queue(&mut self, domains: &mut StepDomains) -> Result<(), Conflict> {
        let max_vertices = WORDS_BETWEEN_CHECKS / domains.words;
        for _ in 0..max_vertices {
            let Some(vertex) = domains.queue.pop() else { break };
            domains.is_queued[vertex as usize] = false;
            let mut scratch = std::mem::take(&mut domains.scratch);
            let outcome = self.filter_vertex(domains, vertex, &mut scratch);
            domains.scratch = scratch;
            outcome?;
            if domains.queue.is_empty() {
                self.assign_unique_steps(domains)?;
            }
        }
        Ok(())
    }

    /// Writes a word of a domain, and queues the vertices that it concerns.
    fn write_word(&mut self, domains: &mut StepDomains, vertex: u32, at: usize, word: u64) {
        let place = vertex as usize * domains.words + at;
        self.record_step_word(place as u32, domains.domains[place]);
        domains.domains[place] = word;
        domains.enqueue(vertex);
        for (near, edge) in self.model.incident(vertex) {
            if self.edge_state(edge) != EdgeState::Excluded {
                domains.enqueue(near);
            }
        }
    }

    fn filter_vertex(
        &mut self,
        domains: &mut StepDomains,
        vertex: u32,
        scratch: &mut Scratch,
    ) -> Result<(), Conflict> {
        let model = self.model;
        let Scratch { kept, union, adjacent } = scratch;
        kept.copy_from_slice(domains.domain(vertex));
        union.fill(0);
        for (near, edge) in model.incident(vertex) {
            let edge_state = self.edge_state(edge);
            if edge_state == EdgeState::Excluded {
                continue;
            }
            for (onto, word) in union.iter_mut().zip(domains.domain(near)) {
                *onto |= word;
            }
            if edge_state == EdgeState::Included {
                adjacent.fill(0);
                domains.add_adjacent(domains.domain(near), adjacent, true, true);
                intersect(kept, adjacent);
            }
        }
        // A neighbour is needed for the step before, and one for the step after.
        let last = domains.last();
        for is_after in [true, false] {
            adjacent.fill(0);
            domains.add_adjacent(union, adjacent, is_after, !is_after);
            if !domains.is_closed {
                // Nothing comes before the first step, and nothing after the last.
                let end = if is_after { 0 } else { last };
                adjacent[end as usize / 64] |= 1 << (end % 64);
            }
            intersect(kept, adjacent);
        }
        if !domains.is_closed {
            self.filter_ends(vertex, last, kept)?;
        }
        if kept.iter().all(|&word| word == 0) {
            return Err(Conflict);
        }
        for (at, &word) in kept.iter().enumerate() {
            if word != domains.domain(vertex)[at] {
                self.write_word(domains, vertex, at, word);
            }
        }
        adjacent.fill(0);
        domains.add_adjacent(domains.domain(vertex), adjacent, true, true);
        self.filter_edges(domains, vertex, adjacent)
    }

    /// Rule 6: the vertices of the first step and the last are the ends.
    fn filter_ends(&mut self, vertex: u32, last: u32, kept: &mut [u64]) -> Result<(), Conflict> {
        let vertex_state = self.vertices[vertex as usize];
        let is_end = vertex_state.min_ends > 0;
        let [can_be_first, can_be_last] = [0, last].map(|step| contains(kept, step));
        let steps = count(kept);
        if is_end {
            kept.fill(0);
        }
        if vertex_state.max_ends == 0 || is_end {
            for (step, was_possible) in [(0, can_be_first), (last, can_be_last)] {
                let word = &mut kept[step as usize / 64];
                *word &= !(1 << (step % 64));
                *word |= u64::from(is_end && was_possible) << (step % 64);
            }
            return Ok(());
        }
        let end_steps = [can_be_first, can_be_last].into_iter().filter(|&is_left| is_left).count();
        match end_steps {
            0 => self.bound_ends(vertex, 0, 0),
            _ if end_steps == steps as usize => self.bound_ends(vertex, 1, 1),
            _ => Ok(()),
        }
    }

    /// Rules 7 and 8 for the edges of a vertex, whose domain is next to the steps `adjacent`.
    fn filter_edges(
        &mut self,
        domains: &mut StepDomains,
        vertex: u32,
        adjacent: &[u64],
    ) -> Result<(), Conflict> {
        let model = self.model;
        let only = domains.only_step(vertex);
        for (near, edge) in model.incident(vertex) {
            if self.edge_state(edge) != EdgeState::Undecided {
                continue;
            }
            let mut shared = adjacent.iter().zip(domains.domain(near)).map(|(a, b)| a & b);
            if shared.all(|word| word == 0) {
                self.exclude(edge);
                domains.enqueue(vertex);
                domains.enqueue(near);
            } else if only.is_some() && domains.only_step(near).is_some() {
                self.include(edge)?;
                domains.enqueue(vertex);
                domains.enqueue(near);
            }
        }
        let Some(step) = only else { return Ok(()) };
        for other in (0..domains.len as u32).filter(|&other| other != vertex) {
            if contains(domains.domain(other), step) {
                let at = step as usize / 64;
                let word = domains.domain(other)[at] & !(1 << (step % 64));
                self.write_word(domains, other, at, word);
            }
        }
        Ok(())
    }

    /// Rule 8: assigns each step that only one vertex can be.
    fn assign_unique_steps(&mut self, domains: &mut StepDomains) -> Result<(), Conflict> {
        let words = domains.words;
        let (mut once, mut again) = (vec![0; words], vec![0; words]);
        for domain in domains.domains.chunks(words) {
            for at in 0..words {
                again[at] |= once[at] & domain[at];
                once[at] |= domain[at];
            }
        }
        if count(&once) as usize != domains.len {
            return Err(Conflict);
        }
        for vertex in 0..domains.len as u32 {
            let unique =
                (0..words).find(|&at| domains.domain(vertex)[at] & once[at] & !again[at] != 0);
            let Some(unique) = unique.filter(|_| domains.only_step(vertex).is_none()) else {
                continue;
            };
            let step = domains.domain(vertex)[unique] & once[unique] & !again[unique];
            if !step.is_power_of_two() {
                return Err(Conflict);
            }
            for at in 0..words {
                let word = if at == unique { step } else { 0 };
                if domains.domain(vertex)[at] != word {
                    self.write_word(domains, vertex, at, word);
                }
            }
        }
        Ok(())
    }
}

fn contains(set: &[u64], step: u32) -> bool {
    set[step as usize / 64] >> (step % 64) & 1 == 1
}

fn count(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn intersect(kept: &mut [u64], with: &[u64]) {
    for (kept, with) in kept.iter_mut().zip(with) {
        *kept &= with;
    }
}
