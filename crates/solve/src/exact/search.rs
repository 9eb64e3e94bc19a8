//! The backtracking search: decide an edge, propagate, and backtrack on a conflict.

use caracole_verify::StopCause;

use crate::Random;

use super::CheckLimits;
use super::edge_orbits::EdgeOrbits;
use super::model::Model;
use super::proof_log::ProofLog;
use super::pruning::Pruner;
use super::state::{Conflict, EdgeState, State};

/// Why a search paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchResult {
    /// The state is complete: a solution.
    Solution,
    /// There are no more solutions.
    Exhausted,
    /// The search met as many conflicts as it may.
    ConflictLimit,
}

/// An event of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEvent {
    /// A decision is about to be made.
    Decision,
    /// The limits are to be checked.
    CheckLimits,
}

/// The amount of pruning before the first decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pruning {
    /// One search for a conflict.
    Quick,
    /// Filtering by flow to a fixpoint.
    Thorough,
}

/// A decision: the edge is included first, and excluded second.
#[derive(Clone, Copy)]
struct Branch {
    edge: u32,
    /// The length of the trail before the decision.
    trail_len: usize,
    /// The cursor before the decision.
    cursor: u32,
    is_second: bool,
    /// Whether the second branch excludes the whole orbit of the edge.
    excludes_orbit: bool,
}

/// A search that can be continued after each solution.
pub(super) struct Search<'m> {
    pub(super) state: State<'m>,
    branches: Vec<Branch>,
    pub(super) log: ProofLog,
    is_initialised: bool,
    /// Vertices before this one have all their edges and ends.
    cursor: u32,
    /// The number of decisions.
    pub(super) decisions: u64,
    /// The number of conflicts.
    pub(super) conflicts: u64,
    pruning: Pruning,
    pruner: Pruner,
    /// Random tie-breaks between similar edges, after the first restart.
    random: Option<Random>,
    /// The orbits of the edges, if symmetries are used.
    orbits: Option<&'m EdgeOrbits>,
}

/// With fewer conflicts a search is likely to be on its way to a tour, and prunes only once.
const CONFLICTS_BEFORE_PRUNING: u64 = 64;
/// Two edges whose scores differ by less can be exchanged at random.
const SCORE_NOISE: u64 = 3;

impl<'m> Search<'m> {
    pub(super) fn new(
        model: &'m Model<'m>,
        pruning: Pruning,
        pruner: Pruner,
        random: Option<Random>,
        orbits: Option<&'m EdgeOrbits>,
    ) -> Self {
        Self {
            state: State::new(model),
            branches: Vec::new(),
            log: ProofLog::default(),
            is_initialised: false,
            cursor: 0,
            decisions: 0,
            conflicts: 0,
            pruning,
            pruner,
            random,
            orbits,
        }
    }

    /// Goes on to the next solution, until there were more than `max_conflicts` conflicts.
    /// `on_event` is called before every decision, and from time to time meanwhile; an error from it
    /// ends the search.
    pub(super) fn next(
        &mut self,
        max_conflicts: u64,
        on_event: &mut dyn FnMut(SearchEvent) -> Result<(), StopCause>,
    ) -> Result<SearchResult, StopCause> {
        let mut outcome = if std::mem::replace(&mut self.is_initialised, true) {
            // The last solution is left like a conflict.
            Err(Conflict)
        } else {
            let outcome = self.state.initialise(&mut || on_event(SearchEvent::CheckLimits))?;
            outcome.inspect_err(|_| self.log.conflict())
        };
        loop {
            if outcome.is_ok() && !self.state.is_complete() {
                outcome = self.prune(&mut || on_event(SearchEvent::CheckLimits))?;
            }
            if outcome.is_err() {
                self.conflicts += 1;
                if self.conflicts > max_conflicts {
                    return Ok(SearchResult::ConflictLimit);
                }
                if !self.backtrack() {
                    return Ok(SearchResult::Exhausted);
                }
                let excluded = self.exclude_branch();
                outcome = self.propagate(excluded, &mut || on_event(SearchEvent::CheckLimits))?;
            } else if self.state.is_complete() {
                return Ok(SearchResult::Solution);
            } else {
                on_event(SearchEvent::Decision)?;
                self.decisions += 1;
                let edge = self.choose_edge();
                let included = self.decide(edge);
                outcome = self.propagate(included, &mut || on_event(SearchEvent::CheckLimits))?;
            }
        }
    }

    /// Logs whether the last solution fits the problem. One that does not is a conflict.
    pub(super) fn log_solution(&mut self, fits: bool) {
        if fits {
            self.log.solution();
        } else {
            self.log.conflict();
        }
    }

    /// Makes a decision: includes the edge.
    fn decide(&mut self, edge: u32) -> Result<(), Conflict> {
        // An orbit is excluded if above this branch nothing but orbits is decided.
        let excludes_orbit = self.orbits.is_some()
            && self.branches.last().is_none_or(|last| last.excludes_orbit && last.is_second);
        self.branches.push(Branch {
            edge,
            trail_len: self.state.trail_len(),
            cursor: self.cursor,
            is_second: false,
            excludes_orbit,
        });
        self.log.branch(edge, excludes_orbit);
        self.state.include(edge)
    }

    /// Propagates what was decided.
    fn propagate(
        &mut self,
        decided: Result<(), Conflict>,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Result<(), Conflict>, StopCause> {
        let outcome = match decided {
            Ok(()) => self.state.propagate(check_limits)?,
            conflict => conflict,
        };
        Ok(outcome.inspect_err(|_| self.log.conflict()))
    }

    /// Backtracks to the last decision whose second branch is open. Returns false if there is none.
    fn backtrack(&mut self) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            self.state.backtrack_to(branch.trail_len);
            self.cursor = branch.cursor;
            if std::mem::replace(&mut branch.is_second, true) {
                self.branches.pop();
                continue;
            }
            return true;
        }
        false
    }

    /// Enters the second branch: excludes the edge, or its orbit.
    fn exclude_branch(&mut self) -> Result<(), Conflict> {
        let Some(&Branch { edge, excludes_orbit, .. }) = self.branches.last() else {
            return Ok(());
        };
        let Some(orbits) = self.orbits.filter(|_| excludes_orbit) else {
            self.state.exclude(edge);
            return Ok(());
        };
        for &edge in orbits.orbit_of(edge) {
            match self.state.edge_state(edge) {
                EdgeState::Undecided => self.state.exclude(edge),
                EdgeState::Included => return Err(Conflict),
                EdgeState::Excluded => {}
            }
        }
        Ok(())
    }

    /// Prunes before the first decision, and again and again if the search turns out to be hard.
    fn prune(
        &mut self,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Result<(), Conflict>, StopCause> {
        if self.decisions == 0 && self.pruning == Pruning::Thorough {
            return self.pruner.prune_to_fixpoint(&mut self.state, &mut self.log, check_limits);
        }
        // On large boards pruning costs as much as many conflicts.
        let pause = 1 + self.state.model.len() as u64 / 256;
        let is_hard = self.conflicts >= CONFLICTS_BEFORE_PRUNING;
        if self.decisions == 0 || is_hard && self.conflicts.is_multiple_of(pause) {
            return self.pruner.find_conflict(&self.state, &mut self.log, check_limits);
        }
        Ok(Ok(()))
    }

    /// Chooses the edge to decide: from the vertex with the fewest choices, to the neighbour with the
    /// fewest. Vertices are tried in their order, so that decisions stay near each other.
    fn choose_edge(&mut self) -> u32 {
        let state = &self.state;
        let (mut fewest, mut from) = (u32::MAX, 0);
        let mut is_first = true;
        let vertices = &state.vertices[self.cursor as usize..];
        for (vertex, vertex_state) in (self.cursor..).zip(vertices) {
            let demand = vertex_state.demand();
            if demand == 0 || vertex_state.undecided == 0 {
                continue;
            }
            if std::mem::replace(&mut is_first, false) {
                self.cursor = vertex;
            }
            let choices = u32::from(vertex_state.choices());
            // The end of a fragment comes before any vertex without edges.
            let choices = if demand == 1 { choices } else { 8 + choices };
            if choices < fewest {
                (fewest, from) = (choices, vertex);
                if choices == 2 {
                    break;
                }
            }
        }
        let mut noise =
            || self.random.as_mut().map_or(0, |random| random.below(SCORE_NOISE) as u32);
        let scores = state.undecided(from).map(|(near, edge)| {
            let vertex_state = state.vertices[near as usize];
            let score = 2 * u32::from(vertex_state.choices()) + u32::from(vertex_state.demand());
            (score + noise(), edge)
        });
        scores.min().map_or(0, |(_, edge)| edge)
    }
}
