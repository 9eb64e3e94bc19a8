//! Conflict-driven clause learning on edges.
//!
//! A variable is an edge of a graph that may be included. A tour is a set of included edges such that
//! exactly two meet at each vertex and all form one cycle. An open tour is a cycle too, through one more
//! vertex, the *apex*, whose edges lead to the path ends. A conflict is analysed back to the first
//! unique implication point, and the learned clause excludes it in all later branches (Marques-Silva
//! and Sakallah 1999).
//!
//! Degrees and fragments are propagated without clauses; their reasons are clauses that are written
//! when an analysis needs them. Connectivity is checked between decisions: if the edges that are not
//! excluded fall apart, or one vertex holds them together, a *cut clause* states that one of the
//! excluded edges between the parts is included.
//!
//! | file | contains |
//! | --- | --- |
//! | `constraints` | the variables, and the groups of them that have a given number of true ones |
//! | `clauses`, `activity` | the clause database; the order of decisions |
//! | `trail` | assignments, propagation and reasons |
//! | `connectivity` | cut clauses |
//! | `analysis` | learned clauses |
//! | `replay` | the clauses without which a proof cannot be checked by other programs |

mod activity;
mod analysis;
mod clauses;
mod connectivity;
mod constraints;
mod replay;
mod trail;

pub(super) use connectivity::Cut;
pub(super) use constraints::{Constraints, Edges};
pub(super) use replay::{Axiom, Replay};
use trail::{Reason, Trail};

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) const fn new(variable: u32, is_included: bool) -> Self {
        Self(2 * variable + if is_included { 0 } else { 1 })
    }

    pub(super) const fn variable(self) -> u32 {
        self.0 / 2
    }

    /// Returns true if the literal states that the edge is included.
    pub(super) const fn is_included(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// Returns the literal as a number.
    pub(super) const fn code(self) -> u32 {
        self.0
    }

    /// Returns the literal with this number.
    pub(super) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }

    const fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A line of a proof.
#[derive(Clone, Copy, Debug)]
pub(super) enum ProofLine<'a> {
    /// A clause that follows by propagation from the constraints and the clauses before it.
    Learned(&'a [Literal]),
    /// The clause of a cut.
    Cut(&'a Cut),
    /// The clauses of these lines are not used any more.
    Deleted(&'a [u32]),
}

/// A learned clause that another search may use.
#[derive(Clone, Debug)]
pub(super) struct SharedClause {
    pub(super) literals: Box<[Literal]>,
    /// The line of the proof that derived it. No search deletes it.
    pub(super) line: u32,
}

/// What a search reports to, and receives from.
pub(super) trait SearchContext {
    type Error;

    /// Is called before each decision. An error ends the search.
    fn decide(&mut self) -> Result<(), Self::Error>;

    /// Adds a line to the proof, and returns its number, from 1.
    fn log(&mut self, line: ProofLine<'_>) -> u32;

    /// Offers a learned clause that is never deleted.
    fn share(&mut self, _literals: &[Literal], _line: u32) {}

    /// Returns clauses of other searches, each once.
    fn receive(&mut self) -> Vec<SharedClause> {
        Vec::new()
    }
}

/// What may differ between searches for the same constraints.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The first activities of the variables.
    pub(super) activities: Vec<f64>,
    /// The first values of the variables.
    pub(super) phases: Vec<bool>,
    /// The unit of the Luby sequence, in conflicts.
    pub(super) restart_unit: u64,
    /// The factor by which activities decay with each conflict.
    pub(super) decay: f64,
}

impl Settings {
    /// Returns the settings that measured best.
    pub(super) fn new(variables: u32) -> Self {
        Self {
            activities: vec![0.0; variables as usize],
            phases: vec![true; variables as usize],
            restart_unit: 64,
            decay: 0.95,
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LearningResult {
    /// The included edges are a tour.
    Solution,
    /// There is no tour.
    Refuted,
    /// The search met as many conflicts as it may.
    ConflictLimit,
}

/// Conflicts before the learned clauses are reduced for the first time, and how many more each time.
const FIRST_REDUCTION: u64 = 2000;
const MORE_PER_REDUCTION: u64 = 500;
/// Learned clauses of at most this many levels are kept forever, and shared.
const GLUE_TO_KEEP: u32 = 2;

/// A search that keeps its clauses from one call to the next.
pub(super) struct LearningSearch<'c> {
    constraints: &'c Constraints,
    trail: Trail<'c>,
    activities: activity::Activities,
    /// The last value of each variable.
    phases: Vec<bool>,
    analyser: analysis::Analyser,
    connectivity: connectivity::Connectivity,
    /// Decisions until connectivity is checked again, and between two checks.
    until_check: u32,
    check_interval: u32,
    conflicts: u64,
    until_restart: u64,
    restarts: u64,
    until_reduction: u64,
    reductions: u64,
    restart_unit: u64,
    decay: f64,
    is_refuted: bool,
}

impl<'c> LearningSearch<'c> {
    pub(super) fn new(constraints: &'c Constraints, settings: Settings) -> Self {
        let Settings { activities, phases, restart_unit, decay } = settings;
        Self {
            constraints,
            trail: Trail::new(constraints),
            phases,
            activities: activity::Activities::new(activities),
            analyser: analysis::Analyser::new(constraints.variables()),
            connectivity: connectivity::Connectivity::default(),
            until_check: 0,
            check_interval: 1,
            conflicts: 0,
            until_restart: restart_unit,
            restarts: 0,
            until_reduction: FIRST_REDUCTION,
            reductions: 0,
            restart_unit,
            decay,
            is_refuted: false,
        }
    }

    /// Returns true if the edge is included, after a solution was found.
    pub(super) fn is_included(&self, variable: u32) -> bool {
        self.trail.is_true(Literal::new(variable, true))
    }

    /// Goes on until a solution is found, or all are refuted, or there were `max_conflicts` more
    /// conflicts.
    pub(super) fn search<C: SearchContext>(
        &mut self,
        max_conflicts: u64,
        context: &mut C,
    ) -> Result<LearningResult, C::Error> {
        let last = self.conflicts.saturating_add(max_conflicts);
        if self.is_refuted {
            return Ok(LearningResult::Refuted);
        }
        if !self.trail.is_initialised() && self.trail.initialise().is_err() {
            return Ok(self.refute(context));
        }
        loop {
            let conflict = match self.trail.propagate() {
                Ok(()) => self.check_connectivity(context),
                Err(conflict) => Some(conflict),
            };
            if let Some(conflict) = conflict {
                self.conflicts += 1;
                if self.trail.lower_to_conflict(&conflict, &mut self.activities, &mut self.phases)
                    == 0
                {
                    return Ok(self.refute(context));
                }
                self.learn(&conflict, context);
                self.until_restart = self.until_restart.saturating_sub(1);
                self.until_reduction = self.until_reduction.saturating_sub(1);
                continue;
            }
            if self.trail.is_complete() {
                return Ok(LearningResult::Solution);
            }
            if self.conflicts >= last {
                self.backtrack_to(0);
                return Ok(LearningResult::ConflictLimit);
            }
            if self.until_restart == 0 {
                self.restarts += 1;
                self.until_restart = self.restart_unit * luby(self.restarts);
                self.backtrack_to(0);
                if self.import(context).is_err() {
                    return Ok(self.refute(context));
                }
                continue;
            }
            if self.until_reduction == 0 {
                self.reduce(context);
            }
            context.decide()?;
            self.decide();
        }
    }

    fn refute(&mut self, context: &mut impl SearchContext) -> LearningResult {
        context.log(ProofLine::Learned(&[]));
        self.is_refuted = true;
        LearningResult::Refuted
    }

    /// Adds the clauses of other searches, at level 0. An error is a contradiction.
    fn import(&mut self, context: &mut impl SearchContext) -> Result<(), ()> {
        let shared = context.receive();
        shared.into_iter().try_for_each(|clause| self.trail.import(&clause, GLUE_TO_KEEP))
    }

    fn backtrack_to(&mut self, level: u32) {
        self.trail.backtrack_to(level, &mut self.activities, &mut self.phases);
        // Connectivity changes with the first decisions after a restart, too.
        self.until_check = self.until_check.min(self.check_interval);
    }

    fn decide(&mut self) {
        while let Some(variable) = self.activities.pop() {
            if self.trail.is_undecided(variable) {
                self.trail.decide(Literal::new(variable, self.phases[variable as usize]));
                return;
            }
        }
    }

    /// Learns from a conflict at the current level, and asserts the learned clause.
    fn learn(&mut self, conflict: &Reason, context: &mut impl SearchContext) {
        let glue = self.analyser.analyse(&mut self.trail, conflict, &mut self.activities);
        let learned = std::mem::take(&mut self.analyser.learned);
        let level = learned.get(1).map_or(0, |&second| self.trail.level(second.variable()));
        self.backtrack_to(level);
        let line = context.log(ProofLine::Learned(&learned));
        self.trail.assert_learned(&learned, glue, line);
        if glue <= GLUE_TO_KEEP {
            context.share(&learned, line);
        }
        self.analyser.learned = learned;
        self.activities.decay(self.decay);
        self.trail.clauses.decay();
    }

    /// Returns a conflict if the edges that are not excluded are not connected well enough. Checks
    /// less often if that does not happen.
    fn check_connectivity(&mut self, context: &mut impl SearchContext) -> Option<Reason> {
        const MAX_INTERVAL: u32 = 32;
        self.until_check = self.until_check.saturating_sub(1);
        if self.until_check > 0 {
            return None;
        }
        let trail = &self.trail;
        let is_open = |variable| !trail.is_true(Literal::new(variable, false));
        let cut = self.connectivity.find_cut(self.constraints, is_open);
        let Some(cut) = cut else {
            self.check_interval = (2 * self.check_interval).min(MAX_INTERVAL);
            self.until_check = self.check_interval;
            return None;
        };
        self.check_interval = 1;
        self.until_check = 1;
        let line = context.log(ProofLine::Cut(&cut));
        let conflict = self.trail.add_cut_clause(&cut.clause, line);
        Some(conflict)
    }

    fn reduce(&mut self, context: &mut impl SearchContext) {
        self.reductions += 1;
        self.until_reduction = FIRST_REDUCTION + self.reductions * MORE_PER_REDUCTION;
        let deleted = self.trail.reduce_clauses(GLUE_TO_KEEP);
        if !deleted.is_empty() {
            context.log(ProofLine::Deleted(&deleted));
        }
    }
}

/// Returns a number of the Luby sequence 1, 1, 2, 1, 1, 2, 4, …, from 1.
const fn luby(mut number: u64) -> u64 {
    loop {
        let bits = u64::BITS - number.leading_zeros();
        if number + 1 == 1 << bits {
            return 1 << (bits - 1);
        }
        number = number + 1 - (1 << (bits - 1));
    }
}

#[cfg(test)]
mod tests;
