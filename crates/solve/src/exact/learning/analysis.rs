//! Conflict analysis: the clause of the first unique implication point, without literals that follow
//! from the others.

use super::Literal;
use super::activity::Activities;
use super::trail::{Reason, Trail};

/// The mark of a literal during conflict analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// In the learned clause, or resolved away.
    Seen,
    /// Follows from literals that were seen.
    Redundant,
    /// Does not.
    Needed,
}

/// The analysis of conflicts, with memory that is kept between uses.
pub(super) struct Analyser {
    marks: Vec<Mark>,
    marked: Vec<u32>,
    /// The learned clause: the literal to assert, then one of the highest level among the others.
    pub(super) learned: Vec<Literal>,
    literals: Vec<Literal>,
    levels: Vec<u32>,
}

impl Analyser {
    pub(super) fn new(variables: u32) -> Self {
        Self {
            marks: vec![Mark::Unseen; variables as usize],
            marked: Vec::new(),
            learned: Vec::new(),
            literals: Vec::new(),
            levels: Vec::new(),
        }
    }

    fn mark(&mut self, variable: u32, mark: Mark) {
        if self.marks[variable as usize] == Mark::Unseen {
            self.marked.push(variable);
        }
        self.marks[variable as usize] = mark;
    }

    /// Analyses a conflict at the current level, which is not 0. Leaves the clause in `learned`, and
    /// returns its glue: how many levels it has.
    pub(super) fn analyse(
        &mut self,
        trail: &mut Trail<'_>,
        conflict: &Reason,
        activities: &mut Activities,
    ) -> u32 {
        let current = trail.current_level();
        self.learned.clear();
        self.learned.push(Literal::new(0, true));
        let mut open = 0;
        let mut at = trail.literals().len();
        let mut reason = conflict.clone();
        let mut of = None;
        loop {
            let mut literals = std::mem::take(&mut self.literals);
            literals.clear();
            trail.reason_literals(&reason, of, &mut literals);
            if let Reason::Clause(clause) = reason {
                let glue = self.glue(trail, &literals) + u32::from(of.is_some());
                trail.clauses.bump(clause, glue);
            }
            for &literal in &literals {
                let variable = literal.variable();
                let level = trail.level(variable);
                if level == 0 || self.marks[variable as usize] != Mark::Unseen {
                    continue;
                }
                self.mark(variable, Mark::Seen);
                activities.bump(variable);
                if level == current {
                    open += 1;
                } else {
                    self.learned.push(literal);
                }
            }
            self.literals = literals;
            // The last seen literal of the current level.
            let last = loop {
                at -= 1;
                let literal = trail.literals()[at];
                if self.marks[literal.variable() as usize] == Mark::Seen {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                self.learned[0] = last.negated();
                break;
            }
            reason = trail.reason(last.variable()).clone();
            of = Some(last);
        }
        self.minimise(trail);
        for variable in self.marked.drain(..) {
            self.marks[variable as usize] = Mark::Unseen;
        }
        if self.learned.len() > 2 {
            let level = |at: usize| trail.level(self.learned[at].variable());
            let highest = (1..self.learned.len()).max_by_key(|&at| level(at)).unwrap_or(1);
            self.learned.swap(1, highest);
        }
        let learned = std::mem::take(&mut self.learned);
        let glue = self.glue(trail, &learned);
        self.learned = learned;
        glue
    }

    /// Returns how many levels the literals have.
    fn glue(&mut self, trail: &Trail<'_>, literals: &[Literal]) -> u32 {
        self.levels.clear();
        self.levels.extend(literals.iter().map(|literal| trail.level(literal.variable())));
        self.levels.sort_unstable();
        self.levels.dedup();
        self.levels.len() as u32
    }

    /// Removes the literals that follow from others of the learned clause (Sörensson and Biere 2009).
    fn minimise(&mut self, trail: &Trail<'_>) {
        let mut kept = 1;
        for at in 1..self.learned.len() {
            let literal = self.learned[at];
            if !self.is_redundant(trail, literal, 0) {
                self.learned[kept] = literal;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    /// Returns true if a false literal follows from literals of the learned clause.
    fn is_redundant(&mut self, trail: &Trail<'_>, literal: Literal, depth: u32) -> bool {
        const MAX_DEPTH: u32 = 64;
        let variable = literal.variable();
        let reason = trail.reason(variable);
        if depth > MAX_DEPTH || *reason == Reason::None {
            return false;
        }
        let mut literals = Vec::new();
        trail.reason_literals(reason, Some(literal.negated()), &mut literals);
        for near in literals {
            let near_variable = near.variable();
            if trail.level(near_variable) == 0 {
                continue;
            }
            match self.marks[near_variable as usize] {
                Mark::Seen | Mark::Redundant => continue,
                Mark::Needed => return false,
                Mark::Unseen => {}
            }
            if !self.is_redundant(trail, near, depth + 1) {
                self.mark(near_variable, Mark::Needed);
                return false;
            }
            self.mark(near_variable, Mark::Redundant);
        }
        true
    }
}
