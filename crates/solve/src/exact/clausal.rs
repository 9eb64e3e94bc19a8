//! The learning search of a problem: its constraints, and the proof by clauses that it writes.

use caracole_core::{ClauseLine, Clauses, CutVertex, Literal as Statement};
use caracole_verify::StopCause;

use crate::Random;

use super::learning::{
    Constraints, Edges, LearningResult, LearningSearch, Literal, ProofLine, ProofLineKind,
};
use super::model::Model;
use super::restarts::OnEvent;
use super::search::SearchEvent;
use super::state::State;

/// How a learning search ended.
pub(super) enum Learned<'m> {
    /// A state with the edges of a tour.
    Solution(Box<State<'m>>),
    /// There is no tour. `None` if the proof became too long to keep.
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

/// Searches for a tour or a refutation, up to a limit of conflicts.
pub(super) fn search<'m>(
    model: &'m Model<'m>,
    constraints: &Constraints,
    seed: u64,
    max_conflicts: u64,
    on_event: &mut OnEvent<'_>,
) -> Result<Learned<'m>, StopCause> {
    let mut random = (seed > 0).then(|| Random::new(seed, "learning"));
    // Without a seed, variables are decided in the order of the board first.
    let mut activity =
        || random.as_mut().map_or(0.0, |random| random.below(1 << 20) as f64 / f64::from(1 << 20));
    let activities = (0..constraints.variables()).map(|_| activity()).collect();
    let mut search = LearningSearch::new(constraints, activities);
    let mut proof = Proof::default();
    let result =
        search.search(max_conflicts, &mut || on_event(SearchEvent::Decision), &mut |line| {
            proof.push(line);
        })?;
    Ok(match result {
        LearningResult::ConflictLimit => Learned::ConflictLimit,
        LearningResult::Refuted => Learned::Refuted(proof.clauses(model)),
        LearningResult::Solution => {
            let mut state = State::new(model);
            for edge in (0..model.edge_count() as u32).filter(|&edge| search.is_included(edge)) {
                state.include(edge).map_err(|_| StopCause::Fault)?;
            }
            Learned::Solution(Box::new(state))
        }
    })
}

/// The lines of a proof: each its kind, the number of its words, and the words.
#[derive(Default)]
struct Proof {
    words: Vec<u32>,
    is_void: bool,
}

/// Longer proofs are not kept: they take some hundred megabytes when they are written.
const MAX_WORDS: usize = 1 << 24;

/// In a line of a cut: no vertex was removed.
const NOTHING: u32 = u32::MAX;

impl Proof {
    fn push(&mut self, line: ProofLine<'_>) {
        if self.is_void {
            return;
        }
        let kind = line.kind() as u32;
        match line {
            ProofLine::Learned(clause) => {
                self.words.extend([kind, clause.len() as u32]);
                self.words.extend(clause.iter().map(|literal| literal.code()));
            }
            ProofLine::Cut(cut) => {
                let removed = cut.removed.unwrap_or(NOTHING);
                self.words.extend([kind, cut.part.len() as u32 + 1, removed]);
                self.words.extend(&cut.part);
            }
            ProofLine::Deleted(lines) => {
                self.words.extend([kind, lines.len() as u32]);
                self.words.extend(lines);
            }
        }
        if self.words.len() > MAX_WORDS {
            self.is_void = true;
            self.words = Vec::new();
        }
    }

    fn clauses(&self, model: &Model<'_>) -> Option<Clauses> {
        if self.is_void {
            return None;
        }
        let mut lines = Vec::new();
        let mut words = self.words.as_slice();
        while let [kind, len, rest @ ..] = words {
            let (line, after) = rest.split_at_checked(*len as usize)?;
            words = after;
            lines.push(match ProofLineKind::from_code(*kind)? {
                ProofLineKind::Learned => {
                    ClauseLine::Learned(line.iter().map(|&code| statement(model, code)).collect())
                }
                ProofLineKind::Cut => {
                    let (&removed, part) = line.split_first()?;
                    let except = match removed {
                        NOTHING => CutVertex::None,
                        apex if apex as usize == model.len() => CutVertex::Ends,
                        vertex => CutVertex::Square(model.square(vertex)),
                    };
                    let part = part.iter().map(|&vertex| model.square(vertex)).collect();
                    ClauseLine::Cut { part, except }
                }
                ProofLineKind::Deleted => ClauseLine::Deleted(line.to_vec()),
            });
        }
        Some(Clauses::new(lines))
    }
}

fn statement(model: &Model<'_>, code: u32) -> Statement {
    let literal = Literal::from_code(code);
    let (variable, holds) = (literal.variable(), literal.is_included());
    match variable.checked_sub(model.edge_count() as u32) {
        None => {
            let squares = model.endpoints(variable).map(|vertex| model.square(vertex));
            Statement::Move { squares, holds }
        }
        Some(vertex) => Statement::End { square: model.square(vertex), holds },
    }
}

#[cfg(test)]
mod tests;
