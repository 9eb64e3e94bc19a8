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

mod activity;
mod analysis;
mod clauses;
mod connectivity;
mod constraints;
mod trail;

pub(super) use connectivity::Cut;
pub(super) use constraints::{Constraints, Edges};
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
    /// These lines, numbered from 0, are not used any more.
    Deleted(&'a [u32]),
}

/// The kind of a line of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProofLineKind {
    Learned,
    Cut,
    Deleted,
}

impl ProofLineKind {
    /// Returns the kind with this number, if there is one.
    pub(super) fn from_code(code: u32) -> Option<Self> {
        [Self::Learned, Self::Cut, Self::Deleted].into_iter().find(|kind| *kind as u32 == code)
    }
}

impl ProofLine<'_> {
    pub(super) const fn kind(&self) -> ProofLineKind {
        match self {
            Self::Learned(_) => ProofLineKind::Learned,
            Self::Cut(_) => ProofLineKind::Cut,
            Self::Deleted(_) => ProofLineKind::Deleted,
        }
    }
}

/// How a search ended.
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
/// The unit of the Luby sequence, in conflicts.
const RESTART_UNIT: u64 = 64;
/// The factor by which activities decay with each conflict.
const DECAY: f64 = 0.95;

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
    /// How many lines the proof has.
    lines: u32,
    is_refuted: bool,
}

impl<'c> LearningSearch<'c> {
    /// `activities` are the first activities of the variables.
    pub(super) fn new(constraints: &'c Constraints, activities: Vec<f64>) -> Self {
        Self {
            constraints,
            trail: Trail::new(constraints),
            phases: vec![true; constraints.variables() as usize],
            activities: activity::Activities::new(activities),
            analyser: analysis::Analyser::new(constraints.variables()),
            connectivity: connectivity::Connectivity::default(),
            until_check: 0,
            check_interval: 1,
            conflicts: 0,
            until_restart: RESTART_UNIT,
            restarts: 0,
            until_reduction: FIRST_REDUCTION,
            reductions: 0,
            lines: 0,
            is_refuted: false,
        }
    }

    /// Returns true if the edge is included, after a solution was found.
    pub(super) fn is_included(&self, variable: u32) -> bool {
        self.trail.is_true(Literal::new(variable, true))
    }

    /// Goes on until a solution is found, or all are refuted, or there were `max_conflicts` more
    /// conflicts. `on_decision` is called before each decision, and an error from it ends the search.
    /// `log` receives the lines of the proof.
    pub(super) fn search<E>(
        &mut self,
        max_conflicts: u64,
        on_decision: &mut dyn FnMut() -> Result<(), E>,
        log: &mut dyn FnMut(ProofLine<'_>),
    ) -> Result<LearningResult, E> {
        let last = self.conflicts.saturating_add(max_conflicts);
        if self.is_refuted {
            return Ok(LearningResult::Refuted);
        }
        if !self.trail.is_initialised() && self.trail.initialise().is_err() {
            return Ok(self.refute(log));
        }
        loop {
            let conflict = match self.trail.propagate() {
                Ok(()) => self.check_connectivity(log),
                Err(conflict) => Some(conflict),
            };
            if let Some(conflict) = conflict {
                self.conflicts += 1;
                if self.trail.lower_to_conflict(&conflict, &mut self.activities, &mut self.phases)
                    == 0
                {
                    return Ok(self.refute(log));
                }
                self.learn(&conflict, log);
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
                self.until_restart = RESTART_UNIT * luby(self.restarts);
                self.backtrack_to(0);
                continue;
            }
            if self.until_reduction == 0 {
                self.reduce(log);
            }
            on_decision()?;
            self.decide();
        }
    }

    fn refute(&mut self, log: &mut dyn FnMut(ProofLine<'_>)) -> LearningResult {
        log(ProofLine::Learned(&[]));
        self.is_refuted = true;
        LearningResult::Refuted
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
    fn learn(&mut self, conflict: &Reason, log: &mut dyn FnMut(ProofLine<'_>)) {
        let glue = self.analyser.analyse(&mut self.trail, conflict, &mut self.activities);
        let learned = std::mem::take(&mut self.analyser.learned);
        let level = learned.get(1).map_or(0, |&second| self.trail.level(second.variable()));
        self.backtrack_to(level);
        log(ProofLine::Learned(&learned));
        self.trail.assert_learned(&learned, glue, self.lines);
        self.lines += 1;
        self.analyser.learned = learned;
        self.activities.decay(DECAY);
        self.trail.clauses.decay();
    }

    /// Returns a conflict if the edges that are not excluded are not connected well enough. Checks
    /// less often if that does not happen.
    fn check_connectivity(&mut self, log: &mut dyn FnMut(ProofLine<'_>)) -> Option<Reason> {
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
        log(ProofLine::Cut(&cut));
        let conflict = self.trail.add_cut_clause(&cut.clause, self.lines);
        self.lines += 1;
        Some(conflict)
    }

    fn reduce(&mut self, log: &mut dyn FnMut(ProofLine<'_>)) {
        self.reductions += 1;
        self.until_reduction = FIRST_REDUCTION + self.reductions * MORE_PER_REDUCTION;
        let deleted = self.trail.reduce_clauses();
        if !deleted.is_empty() {
            log(ProofLine::Deleted(&deleted));
            self.lines += 1;
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
