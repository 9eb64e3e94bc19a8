//! The trail: assignments in their order, propagation to a fixpoint, and the reasons of assignments.

use std::collections::{HashMap, HashSet};

use super::activity::Activities;
use super::clauses::{ClauseRef, Clauses, Watch};
use super::constraints::Constraints;
use super::{Literal, SharedClause};

/// Why a literal is true, or what is contradictory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A decision, or a literal that holds in every tour.
    None,
    /// The other literals of a clause are false; for a conflict, all.
    Clause(ClauseRef),
    /// The maximum number of variables of a group is true; in a conflict, more.
    Full(u32),
    /// Only as many variables of a group are left as must be true; for a conflict, fewer.
    Short(u32),
    /// The edge would close a fragment to a subtour; for a conflict, it does.
    Fragment,
    /// These literals are all false: a conflict.
    Literals(Vec<Literal>),
    /// The included edge closes a subtour: a conflict.
    Subtour(u32),
}

/// Two fragments that became one, with what is needed to undo that.
struct Join {
    variable: u32,
    inner: [u32; 2],
    outer: [u32; 2],
    lens: [u32; 2],
}

/// The numbers of true and false variables of a group.
#[derive(Clone, Copy, Default)]
struct Tally {
    included: u32,
    excluded: u32,
}

/// All assignments.
pub(super) struct Trail<'c> {
    constraints: &'c Constraints,
    pub(super) clauses: Clauses,
    /// Per literal: true, false, or undecided.
    values: Vec<i8>,
    levels: Vec<u32>,
    positions: Vec<u32>,
    reasons: Vec<Reason>,
    literals: Vec<Literal>,
    /// The index of the first assignment of each level.
    level_starts: Vec<u32>,
    /// Literals before this one were propagated.
    next: usize,
    tallies: Vec<Tally>,
    mates: Vec<u32>,
    fragment_lens: Vec<u32>,
    /// The included edges of each vertex that are part of a fragment.
    slots: Vec<[u32; 2]>,
    slot_counts: Vec<u8>,
    joins: Vec<Join>,
    /// The level at which a cycle through all vertices was closed.
    is_closed: Option<u32>,
    is_initialised: bool,
}

impl<'c> Trail<'c> {
    pub(super) fn new(constraints: &'c Constraints) -> Self {
        let (variables, vertices) =
            (constraints.variables() as usize, constraints.vertices() as usize);
        Self {
            constraints,
            clauses: Clauses::new(variables),
            values: vec![0; 2 * variables],
            levels: vec![0; variables],
            positions: vec![0; variables],
            reasons: vec![Reason::None; variables],
            literals: Vec::with_capacity(variables),
            level_starts: Vec::new(),
            next: 0,
            tallies: vec![Tally::default(); constraints.group_count()],
            mates: (0..vertices as u32).collect(),
            fragment_lens: vec![1; vertices],
            slots: vec![[0; 2]; vertices],
            slot_counts: vec![0; vertices],
            joins: Vec::new(),
            is_closed: None,
            is_initialised: false,
        }
    }

    pub(super) const fn is_initialised(&self) -> bool {
        self.is_initialised
    }

    /// Asserts what holds in every tour, or returns a conflict.
    pub(super) fn initialise(&mut self) -> Result<(), Reason> {
        self.is_initialised = true;
        for pair in &self.constraints.pairs {
            self.clauses.add(pair, 1, 0);
        }
        for &unit in &self.constraints.units {
            if self.is_false(unit) {
                return Err(Reason::Literals(vec![unit]));
            }
            self.assert(unit, Reason::None);
        }
        (0..self.constraints.group_count() as u32).try_for_each(|group| self.check_group(group))
    }

    #[inline]
    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline]
    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    #[inline]
    pub(super) fn is_undecided(&self, variable: u32) -> bool {
        self.values[2 * variable as usize] == 0
    }

    #[inline]
    pub(super) fn level(&self, variable: u32) -> u32 {
        self.levels[variable as usize]
    }

    pub(super) const fn current_level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Returns true if all variables are decided, and nothing is left to propagate.
    pub(super) const fn is_complete(&self) -> bool {
        self.is_closed.is_some() && self.literals.len() == self.reasons.len()
    }

    /// Starts a level with a decision.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.level_starts.push(self.literals.len() as u32);
        self.assert(literal, Reason::None);
    }

    /// Makes an undecided literal true; does nothing if it is true.
    #[inline]
    fn assert(&mut self, literal: Literal, reason: Reason) {
        if self.is_true(literal) {
            return;
        }
        debug_assert!(!self.is_false(literal));
        let variable = literal.variable() as usize;
        self.values[literal.index()] = 1;
        self.values[literal.negated().index()] = -1;
        self.levels[variable] = self.level_starts.len() as u32;
        self.positions[variable] = self.literals.len() as u32;
        self.reasons[variable] = reason;
        self.literals.push(literal);
    }

    /// Adds a learned clause whose first literal is undecided and whose others are false, and makes the
    /// first literal true. The second literal has the highest level of the others.
    pub(super) fn assert_learned(&mut self, learned: &[Literal], glue: u32, line: u32) {
        let reason = match learned {
            [] => return,
            [_] => Reason::None,
            _ => {
                let clause = self.clauses.add(learned, glue, line);
                self.clauses.learned.push(clause);
                Reason::Clause(clause)
            }
        };
        self.assert(learned[0], reason);
    }

    /// Adds a clause of another search, at level 0. An error is a contradiction.
    pub(super) fn import(&mut self, clause: &SharedClause, glue: u32) -> Result<(), ()> {
        let mut literals = clause.literals.to_vec();
        if literals.iter().any(|&literal| self.is_true(literal)) {
            return Ok(());
        }
        literals.sort_by_key(|&literal| self.is_false(literal));
        let open = literals.iter().filter(|&&literal| !self.is_false(literal)).count();
        match open {
            0 => return Err(()),
            1 => self.assert(literals[0], Reason::None),
            _ => {
                let clause = self.clauses.add(&literals, glue, clause.line);
                self.clauses.learned.push(clause);
            }
        }
        Ok(())
    }

    /// Adds a clause whose literals are all false, and returns it as a conflict.
    pub(super) fn add_cut_clause(&mut self, clause: &[Literal], line: u32) -> Reason {
        if clause.len() < 2 {
            return Reason::Literals(clause.to_vec());
        }
        let mut literals = clause.to_vec();
        literals
            .sort_by_key(|literal| std::cmp::Reverse(self.positions[literal.variable() as usize]));
        let glue = literals.len() as u32;
        let clause = self.clauses.add(&literals, glue, line);
        self.clauses.learned.push(clause);
        Reason::Clause(clause)
    }

    /// Propagates to the fixpoint, or returns a conflict.
    pub(super) fn propagate(&mut self) -> Result<(), Reason> {
        while let Some(&literal) = self.literals.get(self.next) {
            self.next += 1;
            self.count(literal);
            for group in self.constraints.groups_of(literal.variable()) {
                self.check_group(group)?;
            }
            if literal.is_included() {
                self.join(literal.variable())?;
            }
            self.propagate_clauses(literal.negated())?;
        }
        Ok(())
    }

    fn count(&mut self, literal: Literal) {
        for group in self.constraints.groups_of(literal.variable()) {
            let tally = &mut self.tallies[group as usize];
            if literal.is_included() {
                tally.included += 1;
            } else {
                tally.excluded += 1;
            }
        }
    }

    /// Decides the other variables of a group if it is full or short.
    fn check_group(&mut self, group: u32) -> Result<(), Reason> {
        let constraints = self.constraints;
        let (count, members) = (constraints.count(group), constraints.members(group));
        let Tally { included, excluded } = self.tallies[group as usize];
        if included > count {
            return Err(Reason::Full(group));
        }
        let left = members.len() as u32 - excluded;
        if left < count {
            return Err(Reason::Short(group));
        }
        if included == count {
            for &variable in members {
                if self.is_undecided(variable) {
                    self.assert(Literal::new(variable, false), Reason::Full(group));
                }
            }
        } else if left == count {
            for &variable in members {
                if self.is_undecided(variable) {
                    self.assert(Literal::new(variable, true), Reason::Short(group));
                }
            }
        }
        Ok(())
    }

    /// Joins the fragments at the two vertices of an included edge, and excludes the edge that would
    /// close the new one.
    fn join(&mut self, variable: u32) -> Result<(), Reason> {
        let inner @ [a, b] = self.constraints.endpoints(variable);
        let outer @ [x, y] = inner.map(|vertex| self.mates[vertex as usize]);
        if x == b {
            if self.fragment_lens[a as usize] == self.constraints.vertices() {
                self.is_closed = Some(variable);
                return Ok(());
            }
            return Err(Reason::Subtour(variable));
        }
        let lens = inner.map(|vertex| self.fragment_lens[vertex as usize]);
        let len = lens[0] + lens[1];
        self.joins.push(Join { variable, inner, outer, lens });
        for (end, mate) in [(x, y), (y, x)] {
            self.mates[end as usize] = mate;
            self.fragment_lens[end as usize] = len;
        }
        for vertex in inner {
            let count = &mut self.slot_counts[vertex as usize];
            self.slots[vertex as usize][usize::from(*count)] = variable;
            *count += 1;
        }
        if len < self.constraints.vertices()
            && let Some(closing) = self.constraints.edge_between(x, y)
            && self.is_undecided(closing)
        {
            self.assert(Literal::new(closing, false), Reason::Fragment);
        }
        Ok(())
    }

    /// Looks at the clauses that watch a literal which became false.
    fn propagate_clauses(&mut self, falsified: Literal) -> Result<(), Reason> {
        let mut watches = std::mem::take(&mut self.clauses.watches[falsified.index()]);
        let (mut kept, mut at) = (0, 0);
        let mut outcome = Ok(());
        'watches: while at < watches.len() {
            let Watch { clause, blocker } = watches[at];
            at += 1;
            if self.is_true(blocker) {
                watches[kept] = Watch { clause, blocker };
                kept += 1;
                continue;
            }
            if self.clauses.literal(clause, 0) == falsified {
                self.clauses.swap(clause, 0, 1);
            }
            let first = self.clauses.literal(clause, 0);
            let watch = Watch { clause, blocker: first };
            if first != blocker && self.is_true(first) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            for place in 2..self.clauses.len_of(clause) {
                let literal = self.clauses.literal(clause, place);
                if !self.is_false(literal) {
                    self.clauses.swap(clause, 1, place);
                    self.clauses.watches[literal.index()].push(watch);
                    continue 'watches;
                }
            }
            watches[kept] = watch;
            kept += 1;
            if self.is_false(first) {
                outcome = Err(Reason::Clause(clause));
                while at < watches.len() {
                    watches[kept] = watches[at];
                    (kept, at) = (kept + 1, at + 1);
                }
                break;
            }
            self.assert(first, Reason::Clause(clause));
        }
        watches.truncate(kept);
        self.clauses.watches[falsified.index()] = watches;
        outcome
    }

    /// Adds the literals of a reason clause, except the literal that it makes true, to `literals`. All
    /// of them are false.
    pub(super) fn reason_literals(
        &self,
        reason: &Reason,
        of: Option<Literal>,
        literals: &mut Vec<Literal>,
    ) {
        let before = of.map_or(u32::MAX, |literal| self.positions[literal.variable() as usize]);
        match *reason {
            Reason::None => {}
            Reason::Literals(ref all) => literals.extend_from_slice(all),
            Reason::Clause(clause) => {
                let all =
                    (0..self.clauses.len_of(clause)).map(|at| self.clauses.literal(clause, at));
                literals.extend(all.filter(|&literal| Some(literal) != of));
            }
            Reason::Full(group) => {
                let wanted = self.constraints.count(group) + u32::from(of.is_none());
                self.first_members(group, true, wanted, before, literals);
            }
            Reason::Short(group) => {
                let members = self.constraints.members(group).len() as u32;
                let wanted = members - self.constraints.count(group) + u32::from(of.is_none());
                self.first_members(group, false, wanted, before, literals);
            }
            Reason::Fragment => {
                if let Some(literal) = of {
                    let [from, to] = self.constraints.endpoints(literal.variable());
                    self.fragment_literals(from, to, literals);
                }
            }
            Reason::Subtour(closing) => {
                let [from, to] = self.constraints.endpoints(closing);
                literals.push(Literal::new(closing, false));
                self.fragment_literals(from, to, literals);
            }
        }
    }

    /// Adds the negations of the first `wanted` literals of a group that were asserted before a
    /// position.
    fn first_members(
        &self,
        group: u32,
        is_included: bool,
        wanted: u32,
        before: u32,
        literals: &mut Vec<Literal>,
    ) {
        let start = literals.len();
        for &variable in self.constraints.members(group) {
            let literal = Literal::new(variable, is_included);
            if self.is_true(literal) && self.positions[variable as usize] < before {
                literals.push(literal.negated());
            }
        }
        let wanted = wanted as usize;
        if literals.len() - start > wanted {
            literals[start..].sort_by_key(|literal| self.positions[literal.variable() as usize]);
            literals.truncate(start + wanted);
        }
    }

    /// Adds the negations of the edges of the fragment from one end to another.
    fn fragment_literals(&self, from: u32, to: u32, literals: &mut Vec<Literal>) {
        let mut edge = self.slots[from as usize][0];
        let mut vertex = from;
        loop {
            literals.push(Literal::new(edge, false));
            vertex = self.constraints.other_end(edge, vertex);
            if vertex == to {
                return;
            }
            let [first, second] = self.slots[vertex as usize];
            edge = if first == edge { second } else { first };
        }
    }

    pub(super) fn reason(&self, variable: u32) -> &Reason {
        &self.reasons[variable as usize]
    }

    /// Backtracks to the highest level of the literals of a conflict, and returns it.
    pub(super) fn lower_to_conflict(
        &mut self,
        conflict: &Reason,
        activities: &mut Activities,
        phases: &mut [bool],
    ) -> u32 {
        if !matches!(conflict, Reason::Clause(_) | Reason::Literals(_)) {
            return self.current_level();
        }
        let mut literals = Vec::new();
        self.reason_literals(conflict, None, &mut literals);
        let levels = literals.iter().map(|literal| self.levels[literal.variable() as usize]);
        let level = levels.max().unwrap_or(0);
        self.backtrack_to(level, activities, phases);
        level
    }

    /// Undoes all levels after one.
    pub(super) fn backtrack_to(
        &mut self,
        level: u32,
        activities: &mut Activities,
        phases: &mut [bool],
    ) {
        let Some(&start) = self.level_starts.get(level as usize) else { return };
        let start = start as usize;
        for at in (start..self.literals.len()).rev() {
            let literal = self.literals[at];
            let variable = literal.variable();
            if at < self.next {
                self.undo_counts(literal);
            }
            self.values[literal.index()] = 0;
            self.values[literal.negated().index()] = 0;
            phases[variable as usize] = literal.is_included();
            activities.insert(variable);
        }
        self.literals.truncate(start);
        self.level_starts.truncate(level as usize);
        self.next = self.next.min(start);
    }

    fn undo_counts(&mut self, literal: Literal) {
        let variable = literal.variable();
        for group in self.constraints.groups_of(variable) {
            let tally = &mut self.tallies[group as usize];
            if literal.is_included() {
                tally.included -= 1;
            } else {
                tally.excluded -= 1;
            }
        }
        if self.is_closed == Some(variable) {
            self.is_closed = None;
        }
        let Some(join) = self.joins.pop_if(|join| join.variable == variable) else { return };
        for side in 0..2 {
            let (inner, outer) = (join.inner[side], join.outer[side]);
            self.mates[outer as usize] = inner;
            self.fragment_lens[outer as usize] = join.lens[side];
            self.slot_counts[inner as usize] -= 1;
        }
    }

    /// Deletes the worse half of the learned clauses, and returns their lines in the proof.
    pub(super) fn reduce_clauses(&mut self, glue_to_keep: u32) -> Vec<u32> {
        let reasons = self.reason_clauses();
        let worse = self.clauses.worse_half(glue_to_keep, |clause| reasons.contains(&clause));
        let lines = worse.iter().map(|&clause| self.clauses.line(clause)).collect();
        self.remove_clauses(worse);
        lines
    }

    /// Returns the clauses that are reasons of assignments.
    fn reason_clauses(&self) -> HashSet<ClauseRef> {
        let reasons =
            self.literals.iter().map(|literal| &self.reasons[literal.variable() as usize]);
        reasons
            .filter_map(|reason| match reason {
                Reason::Clause(clause) => Some(*clause),
                _ => None,
            })
            .collect()
    }

    fn remove_clauses(&mut self, mut removed: Vec<ClauseRef>) {
        let reasons = self.reason_clauses();
        removed.sort_unstable();
        let mut places = HashMap::new();
        self.clauses.remove(&removed, |from, to| {
            if reasons.contains(&from) {
                places.insert(from, to);
            }
        });
        for literal in &self.literals {
            if let Reason::Clause(clause) = &mut self.reasons[literal.variable() as usize]
                && let Some(&place) = places.get(clause)
            {
                *clause = place;
            }
        }
    }
}

/// The replay of proofs.
impl Trail<'_> {
    /// Adds a clause at level 0, which is satisfied or not, with its line in the proof. Returns a conflict
    /// if all its literals are false.
    pub(super) fn add_given(&mut self, clause: &[Literal], line: u32) -> Result<(), Reason> {
        let mut literals = clause.to_vec();
        literals.sort_by_key(|&literal| {
            (self.is_false(literal), self.positions[literal.variable() as usize])
        });
        let is_unit = literals.len() < 2 || self.is_false(literals[1]);
        match literals.as_slice() {
            [] => return Err(Reason::Literals(Vec::new())),
            [single] if self.is_false(*single) => return Err(Reason::Literals(literals)),
            [single] => self.assert(*single, Reason::None),
            [first, ..] => {
                let clause = self.clauses.add(&literals, 0, line);
                self.clauses.learned.push(clause);
                if self.is_false(*first) {
                    return Err(Reason::Clause(clause));
                }
                if is_unit {
                    self.assert(*first, Reason::Clause(clause));
                }
            }
        }
        Ok(())
    }

    /// Deletes the clauses of these lines, except reasons. Returns the deleted clauses.
    pub(super) fn delete_given(&mut self, lines: &HashSet<u32>) -> Vec<Vec<Literal>> {
        let reasons = self.reason_clauses();
        let is_deleted = |clause: &ClauseRef| {
            lines.contains(&self.clauses.line(*clause)) && !reasons.contains(clause)
        };
        let removed: Vec<ClauseRef> =
            self.clauses.learned.iter().copied().filter(is_deleted).collect();
        let literals = |&clause: &ClauseRef| {
            (0..self.clauses.len_of(clause)).map(|at| self.clauses.literal(clause, at)).collect()
        };
        let deleted = removed.iter().map(literals).collect();
        self.remove_clauses(removed);
        deleted
    }
}
