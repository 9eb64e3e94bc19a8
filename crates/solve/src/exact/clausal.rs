//! The learning search of a problem: its constraints, and the proof by clauses that it writes.

mod proof_writer;
mod race;

use std::path::Path;

use caracole_core::Clauses;
use caracole_verify::StopCause;

use crate::Random;

use super::learning::{
    Constraints, Edges, LearningResult, LearningSearch, Literal, ProofLine, SearchContext, Settings,
};
use super::model::Model;
use super::restarts::OnEvent;
use super::search::SearchEvent;
use super::state::State;
use proof_writer::ProofWriter;

/// The result of a search with clause learning.
pub(super) enum Learned<'m> {
    /// A state with the edges of a tour.
    Solution(Box<State<'m>>),
    /// There is no tour. `None` if the proof could not be kept.
    Refuted(Option<Clauses>),
    ConflictLimit,
}

/// Returns the constraints of a model; `None` for several knights, for clues between the first step
/// and the last, and for boards of two squares.
pub(super) fn constraints(model: &Model<'_>) -> Option<Constraints> {
    let (len, edges) = (model.len() as u32, model.edge_count() as u32);
    let is_possible = model.ends_per_colour.iter().all(|&ends| ends >= 0);
    if model.paths > 1 || !model.clues.is_empty() || len < 3 || !is_possible {
        return None;
    }
    let mut endpoints: Vec<[u32; 2]> = (0..edges).map(|edge| model.endpoints(edge)).collect();
    let end = |vertex: u32| edges + vertex;
    let mut groups = Vec::new();
    if !model.is_closed() {
        endpoints.extend((0..len).map(|vertex| [vertex, len]));
        if model.colours.is_some() {
            for colour in 0..2 {
                let vertices = (0..len).filter(|&vertex| model.colour(vertex) == colour);
                let ends = model.ends_per_colour[colour] as u32;
                groups.push((vertices.map(end).collect(), ends));
            }
        }
    }
    let apex = (!model.is_closed()).then_some(len);
    let vertices = len + u32::from(apex.is_some());
    let mut constraints = Constraints::new(Edges { vertices, endpoints, apex }, &groups);
    let given = model.ends.iter().map(|&vertex| end(vertex));
    let units = given.chain(model.required.iter().copied());
    constraints.units.extend(units.map(|variable| Literal::new(variable, true)));
    if let Some(adjacent) = &model.adjacent_to_ends {
        let pairs = adjacent.edge_list();
        let is_no_end = |vertex| Literal::new(end(vertex), false);
        constraints.pairs.extend(pairs.map(|(a, b)| [is_no_end(a), is_no_end(b)]));
    }
    Some(constraints)
}

/// What a learning search may use, and what it looks for.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) model: &'a Model<'a>,
    pub(super) constraints: &'a Constraints,
    pub(super) seed: u64,
    /// The folder for a long proof.
    pub(super) proof_folder: Option<&'a Path>,
}

impl<'a> Job<'a> {
    /// Returns the settings of the search with this number, which differ from each other.
    fn settings(&self, number: u64) -> Settings {
        let variables = self.constraints.variables();
        let mut settings = Settings::new(variables);
        // Without a seed, the first search decides variables in the order of the board first.
        if self.seed > 0 || number > 0 {
            let mut random = Random::numbered(self.seed, "learning", number);
            let mut activity = || random.below(1 << 20) as f64 / f64::from(1 << 20);
            settings.activities = (0..variables).map(|_| activity()).collect();
        }
        settings.phases = vec![number % 4 != 3; variables as usize];
        settings.restart_unit = [64, 32, 128, 64][number as usize % 4];
        settings.decay = [0.95, 0.9, 0.975, 0.95][number as usize % 4];
        settings
    }

    fn search(&self, number: u64) -> LearningSearch<'a> {
        LearningSearch::new(self.constraints, self.settings(number))
    }

    /// Searches for a tour or a refutation, up to a limit of conflicts.
    pub(super) fn run(
        &self,
        max_conflicts: u64,
        on_event: &mut OnEvent<'_>,
    ) -> Result<Learned<'a>, StopCause> {
        let mut search = self.search(0);
        let mut context = Alone { on_event, proof: ProofWriter::new(self.proof_folder) };
        let result = search.search(max_conflicts, &mut context)?;
        let proof = context.proof;
        Ok(match result {
            LearningResult::ConflictLimit => Learned::ConflictLimit,
            LearningResult::Refuted => {
                drop(search);
                Learned::Refuted(proof.finish(self.model))
            }
            LearningResult::Solution => self.solution(&search)?,
        })
    }

    fn solution(&self, search: &LearningSearch<'_>) -> Result<Learned<'a>, StopCause> {
        let mut state = State::new(self.model);
        for edge in (0..self.model.edge_count() as u32).filter(|&edge| search.is_included(edge)) {
            state.include(edge).map_err(|_| StopCause::Fault)?;
        }
        Ok(Learned::Solution(Box::new(state)))
    }
}

/// The context of a single search.
struct Alone<'a, 'b> {
    on_event: &'a mut OnEvent<'b>,
    proof: ProofWriter<'a>,
}

impl SearchContext for Alone<'_, '_> {
    type Error = StopCause;

    fn decide(&mut self) -> Result<(), StopCause> {
        (self.on_event)(SearchEvent::Decision)
    }

    fn log(&mut self, line: ProofLine<'_>) -> u32 {
        self.proof.push(line)
    }
}

#[cfg(test)]
mod stress;
#[cfg(test)]
mod tests;
