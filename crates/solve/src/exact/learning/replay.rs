//! The replay of a proof: which constraints each of its clauses follows from, as clauses.
//!
//! The search and the checker derive degrees and subtours without clauses. Other programs need them as clauses, and
//! there are too many to list them all. A replay derives the proof again, and collects those that occur.

use std::collections::HashSet;

use super::activity::Activities;
use super::connectivity::{Connectivity, Cut};
use super::constraints::Constraints;
use super::trail::{Reason, Trail};
use super::{Literal, ProofLine};

/// The origin of a clause that holds in every tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) enum Axiom {
    /// What the problem requires.
    Given,
    /// The number of edges at a vertex, or of ends of a colour.
    Degree,
    /// The edges of a subtour are not all included.
    Subtour,
    /// An edge joins a part to the rest.
    Cut,
}

/// The replay of a proof.
pub(in super::super) struct Replay<'c> {
    constraints: &'c Constraints,
    trail: Trail<'c>,
    activities: Activities,
    phases: Vec<bool>,
    /// Clauses that were used, sorted.
    axioms: HashSet<(Axiom, Vec<Literal>)>,
    /// The lines of cuts that were not deleted.
    cuts: HashSet<u32>,
    /// Whether the clauses contradict each other.
    is_refuted: bool,
    /// Variables whose reason was collected: those at level 0 stay.
    is_explained: Vec<bool>,
}

impl<'c> Replay<'c> {
    pub(in super::super) fn new(constraints: &'c Constraints) -> Self {
        let variables = constraints.variables() as usize;
        let mut replay = Self {
            constraints,
            trail: Trail::new(constraints),
            activities: Activities::new(vec![0.0; variables]),
            phases: vec![true; variables],
            axioms: HashSet::new(),
            cuts: HashSet::new(),
            is_refuted: false,
            is_explained: vec![false; variables],
        };
        for &unit in &constraints.units {
            replay.axioms.insert((Axiom::Given, vec![unit]));
        }
        for &pair in &constraints.pairs {
            replay.add_axiom(Axiom::Given, pair.to_vec());
        }
        let result = replay.trail.initialise();
        replay.settle(result);
        replay
    }

    /// Returns true if the clauses so far contradict each other.
    pub(in super::super) const fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Returns the clauses that were used, in a fixed order.
    pub(in super::super) fn into_axioms(self) -> Vec<(Axiom, Vec<Literal>)> {
        let mut axioms: Vec<_> = self.axioms.into_iter().collect();
        axioms.sort_unstable();
        axioms
    }

    /// Replays a learned clause or the clause of a cut, with the number of its line. Returns false if a learned clause
    /// does not follow.
    pub(in super::super) fn add(&mut self, line: &ProofLine<'_>, number: u32) -> bool {
        if self.is_refuted {
            return true;
        }
        let clause = match line {
            ProofLine::Learned(clause) => {
                if !self.follows(clause) {
                    return false;
                }
                clause.to_vec()
            }
            ProofLine::Cut(cut) => {
                self.add_axiom(Axiom::Cut, cut.clause.clone());
                self.cuts.insert(number);
                cut.clause.clone()
            }
            ProofLine::Deleted(_) => return true,
        };
        let result = self.trail.add_given(&clause, number);
        self.settle(result);
        true
    }

    /// Deletes the clauses of these lines, except those that are still needed. Returns the learned ones, because a cut
    /// may occur again, and is an axiom only once.
    pub(in super::super) fn delete(&mut self, lines: &[u32]) -> Vec<Vec<Literal>> {
        let (cuts, learned): (HashSet<u32>, HashSet<u32>) =
            lines.iter().partition(|line| self.cuts.remove(line));
        self.trail.delete_given(&cuts);
        self.trail.delete_given(&learned)
    }

    /// Returns the cut of a part without the vertex `removed`; `None` if it is not one.
    pub(in super::super) fn cut(&self, removed: Option<u32>, part: Vec<u32>) -> Option<Cut> {
        let mut sorted = part.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let outside = u64::from(self.constraints.vertices()) - sorted.len() as u64;
        let is_removed_inside = removed.is_some_and(|vertex| sorted.contains(&vertex));
        let has_rest = outside > u64::from(u32::from(removed.is_some()));
        let is_cut =
            !part.is_empty() && sorted.len() == part.len() && !is_removed_inside && has_rest;
        is_cut.then(|| Connectivity::cut(self.constraints, removed, part))
    }

    /// Propagates at level 0.
    fn settle(&mut self, result: Result<(), Reason>) {
        if let Err(conflict) = result.and_then(|()| self.trail.propagate()) {
            self.explain(vec![(conflict, None)]);
            self.is_refuted = true;
        }
    }

    /// Returns true if assuming the negations of all literals leads to a conflict, and collects what it follows from.
    fn follows(&mut self, clause: &[Literal]) -> bool {
        let mut conflict = None;
        for &literal in clause {
            if self.trail.is_true(literal) {
                let reason = self.trail.reason(literal.variable()).clone();
                conflict = Some((reason, Some(literal)));
                break;
            }
            if !self.trail.is_false(literal) {
                self.trail.decide(literal.negated());
                if let Err(reason) = self.trail.propagate() {
                    conflict = Some((reason, None));
                    break;
                }
            }
        }
        let follows = conflict.is_some();
        self.explain(conflict.into_iter().collect());
        self.trail.backtrack_to(0, &mut self.activities, &mut self.phases);
        follows
    }

    /// Collects the clauses that reasons stand for, and those of the literals in them.
    fn explain(&mut self, mut reasons: Vec<(Reason, Option<Literal>)>) {
        let mut above_level_0 = Vec::new();
        let mut literals = Vec::new();
        while let Some((reason, of)) = reasons.pop() {
            if reason == Reason::None {
                continue;
            }
            literals.clear();
            self.trail.reason_literals(&reason, of, &mut literals);
            let axiom = match reason {
                Reason::None | Reason::Clause(_) | Reason::Literals(_) => None,
                Reason::Full(_) | Reason::Short(_) => Some(Axiom::Degree),
                Reason::Fragment | Reason::Subtour(_) => Some(Axiom::Subtour),
            };
            if let Some(axiom) = axiom {
                self.add_axiom(axiom, literals.iter().copied().chain(of).collect());
            }
            for literal in &literals {
                let variable = literal.variable();
                if std::mem::replace(&mut self.is_explained[variable as usize], true) {
                    continue;
                }
                if self.trail.level(variable) > 0 {
                    above_level_0.push(variable);
                }
                reasons.push((self.trail.reason(variable).clone(), Some(literal.negated())));
            }
        }
        for variable in above_level_0 {
            self.is_explained[variable as usize] = false;
        }
    }

    fn add_axiom(&mut self, axiom: Axiom, mut clause: Vec<Literal>) {
        clause.sort_unstable();
        self.axioms.insert((axiom, clause));
    }
}
