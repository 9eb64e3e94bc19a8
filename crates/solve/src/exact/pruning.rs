//! Pruning beyond propagation: vertex cuts, deficient sets, and filtering by flow.

use std::collections::{HashMap, HashSet};

use caracole_verify::StopCause;

use crate::Random;

use super::CheckLimits;
use super::cut_search::{CutSearch, groupings};
use super::degree_flow::DegreeFlow;
use super::proof_log::ProofLog;
use super::state::{Conflict, EdgeState, State};
use super::vertex_cuts::VertexCuts;

/// Looks for conflicts that the rules of propagation do not find.
pub(super) struct Pruner {
    flow: DegreeFlow,
    cuts: VertexCuts,
    cut_search: CutSearch,
    /// The number of steps of the search for larger vertex cuts; 0 for no search.
    cut_effort: u64,
    /// The random numbers of that search.
    random: Random,
}

impl Pruner {
    /// Returns a pruner that spends about `cut_effort` steps on vertex cuts of two vertices or more,
    /// whenever it prunes to the fixpoint.
    pub(super) fn new(cut_effort: u64, random: Random) -> Self {
        Self {
            flow: DegreeFlow::default(),
            cuts: VertexCuts::default(),
            cut_search: CutSearch::default(),
            cut_effort,
            random,
        }
    }

    /// Looks for a conflict, and filters by flow until nothing more follows.
    pub(super) fn prune_to_fixpoint(
        &mut self,
        state: &mut State<'_>,
        log: &mut ProofLog,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Result<(), Conflict>, StopCause> {
        loop {
            check_limits()?;
            if let Some(vertices) = self.cuts.find(state, check_limits)? {
                log.cut(vertices);
                return Ok(Err(Conflict));
            }
            check_limits()?;
            if let Some(vertices) = self.flow.deficient_set(state, check_limits)? {
                log.deficient(shrink_deficient_set(state, vertices));
                return Ok(Err(Conflict));
            }
            check_limits()?;
            if let Some(vertices) = self.larger_cut(state, check_limits)? {
                log.cut(vertices);
                return Ok(Err(Conflict));
            }
            match self.filter_by_flow(state, log, check_limits)? {
                Ok(true) => {}
                Ok(false) => return Ok(Ok(())),
                Err(Conflict) => return Ok(Err(Conflict)),
            }
        }
    }

    /// Searches for a vertex cut of two vertices or more.
    fn larger_cut(
        &mut self,
        state: &State<'_>,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Option<Vec<u32>>, StopCause> {
        if self.cut_effort == 0 {
            return Ok(None);
        }
        let Self { cut_search, cut_effort, random, .. } = self;
        cut_search.find(state, &groupings(state.model), *cut_effort, random, check_limits)
    }

    /// Looks for a conflict once.
    pub(super) fn find_conflict(
        &mut self,
        state: &State<'_>,
        log: &mut ProofLog,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Result<(), Conflict>, StopCause> {
        if let Some(vertices) = self.cuts.find(state, check_limits)? {
            log.cut(vertices);
            return Ok(Err(Conflict));
        }
        if let Some(vertices) = self.flow.deficient_set(state, check_limits)? {
            // Small sets are easier to read, and proofs with many branches are not read.
            let is_first = log.is_empty();
            log.deficient(if is_first { shrink_deficient_set(state, vertices) } else { vertices });
            return Ok(Err(Conflict));
        }
        Ok(Ok(()))
    }

    /// Decides the edges and ends that the flow fixes, and propagates. Returns true if there were
    /// any.
    fn filter_by_flow(
        &self,
        state: &mut State<'_>,
        log: &mut ProofLog,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Result<bool, Conflict>, StopCause> {
        let Some(facts) = self.flow.facts(state, check_limits)? else { return Ok(Ok(false)) };
        for set in facts.tight_sets {
            log.tight(set);
        }
        for edge in facts.excluded {
            if state.edge_state(edge) == EdgeState::Undecided {
                state.exclude(edge);
            }
        }
        let included = facts.included.into_iter().try_for_each(|edge| state.include(edge));
        let decided = included.and_then(|()| {
            let mut ends = facts.ends.into_iter();
            ends.try_for_each(|(vertex, ends)| state.bound_ends(vertex, ends, ends))
        });
        let outcome = match decided {
            Ok(()) => state.propagate(check_limits)?,
            conflict => conflict,
        };
        Ok(outcome.map(|()| true).inspect_err(|_| log.conflict()))
    }
}

/// Returns a small deficient subset of a deficient set that is not too large to try.
fn shrink_deficient_set(state: &State<'_>, vertices: Vec<u32>) -> Vec<u32> {
    const MAX_VERTICES: usize = 2000;
    if vertices.len() > MAX_VERTICES {
        return vertices;
    }
    let mut kept = vertices;
    let mut at = 0;
    while at < kept.len() {
        let dropped = kept.swap_remove(at);
        if deficiency(state, &kept) <= 0 {
            kept.push(dropped);
            let last = kept.len() - 1;
            kept.swap(at, last);
            at += 1;
        }
    }
    kept.sort_unstable();
    kept
}

/// Returns how much more the vertices need than they can get, as
/// [`Case::DeficientSet`](caracole_core::Case::DeficientSet) counts it.
pub(super) fn deficiency(state: &State<'_>, vertices: &[u32]) -> i64 {
    let model = state.model;
    let is_in: HashSet<u32> = vertices.iter().copied().collect();
    // For each vertex its edges to the set.
    let mut edges_to_set: HashMap<u32, i64> = HashMap::new();
    let (mut max_ends, mut min_ends) = ([0, 0], [0, 0]);
    for &vertex in vertices {
        let vertex_state = state.vertices[vertex as usize];
        max_ends[model.colour(vertex)] += i64::from(vertex_state.max_ends);
        min_ends[model.colour(vertex)] += i64::from(vertex_state.min_ends);
        for (near, edge) in model.incident(vertex) {
            if state.edge_state(edge) != EdgeState::Excluded {
                *edges_to_set.entry(near).or_insert(0) += 1;
            }
        }
    }
    let from_neighbours = edges_to_set.into_iter().map(|(near, edges)| {
        let is_lost = |&(to, edge): &(u32, u32)| {
            state.edge_state(edge) == EdgeState::Included && !is_in.contains(&to)
        };
        let lost = model.incident(near).filter(is_lost).count() as i64;
        edges.min(2 - i64::from(state.vertices[near as usize].min_ends) - lost)
    });
    let from_ends = (0..2).map(|colour| {
        let elsewhere = state.end_bounds(colour)[0] - min_ends[colour];
        max_ends[colour].min(model.ends_per_colour[colour] - elsewhere)
    });
    2 * vertices.len() as i64 - from_neighbours.sum::<i64>() - from_ends.sum::<i64>()
}
