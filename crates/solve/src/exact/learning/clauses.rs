//! The clause database: clauses in one arena, two watched literals each.

use super::Literal;

/// The place of a clause in the arena.
pub(super) type ClauseRef = u32;

/// A clause that a literal watches. If the blocker is true, the clause needs no look.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: ClauseRef,
    pub(super) blocker: Literal,
}

/// Words before the literals of a clause: its length, its glue, its activity, and its line in the
/// proof.
const HEADER: usize = 4;

/// Clauses, those given and those learned.
#[derive(Default)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    /// The clauses that may be deleted.
    pub(super) learned: Vec<ClauseRef>,
    /// For each literal, the clauses that watch it, to be looked at when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
    increment: f32,
}

impl Clauses {
    pub(super) fn new(variables: usize) -> Self {
        Self { watches: vec![Vec::new(); 2 * variables], increment: 1.0, ..Self::default() }
    }

    /// Adds a clause of two literals or more, which watches the first two.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, line: u32) -> ClauseRef {
        let clause = self.arena.len() as ClauseRef;
        self.arena.extend([literals.len() as u32, glue, self.increment.to_bits(), line]);
        self.arena.extend(literals.iter().map(|literal| literal.0));
        for (at, other) in [(0, 1), (1, 0)] {
            let watch = Watch { clause, blocker: literals[other] };
            self.watches[literals[at].index()].push(watch);
        }
        clause
    }

    pub(super) fn len_of(&self, clause: ClauseRef) -> usize {
        self.arena[clause as usize] as usize
    }

    pub(super) fn glue(&self, clause: ClauseRef) -> u32 {
        self.arena[clause as usize + 1]
    }

    /// Returns the line of the proof that added the clause.
    pub(super) fn line(&self, clause: ClauseRef) -> u32 {
        self.arena[clause as usize + 3]
    }

    fn activity(&self, clause: ClauseRef) -> f32 {
        f32::from_bits(self.arena[clause as usize + 2])
    }

    /// Lowers the glue of a clause that took part in a conflict, and raises its activity.
    pub(super) fn bump(&mut self, clause: ClauseRef, glue: u32) {
        const LIMIT: f32 = 1e20;
        let at = clause as usize;
        self.arena[at + 1] = self.arena[at + 1].min(glue);
        let activity = self.activity(clause) + self.increment;
        self.arena[at + 2] = activity.to_bits();
        if activity > LIMIT {
            for index in 0..self.learned.len() {
                let at = self.learned[index] as usize + 2;
                self.arena[at] = (f32::from_bits(self.arena[at]) / LIMIT).to_bits();
            }
            self.increment /= LIMIT;
        }
    }

    /// Makes the activities of the past count less.
    pub(super) fn decay(&mut self) {
        self.increment /= 0.999;
    }

    #[inline]
    pub(super) fn literal(&self, clause: ClauseRef, at: usize) -> Literal {
        Literal(self.arena[clause as usize + HEADER + at])
    }

    #[inline]
    pub(super) fn swap(&mut self, clause: ClauseRef, a: usize, b: usize) {
        let first = clause as usize + HEADER;
        self.arena.swap(first + a, first + b);
    }

    /// Returns the worse half of the learned clauses, except those that are kept: reasons, and those with
    /// a glue of `glue_to_keep` at most.
    pub(super) fn worse_half(
        &self,
        glue_to_keep: u32,
        is_kept: impl Fn(ClauseRef) -> bool,
    ) -> Vec<ClauseRef> {
        let mut candidates: Vec<ClauseRef> = self.learned.clone();
        candidates.retain(|&clause| self.glue(clause) > glue_to_keep && !is_kept(clause));
        candidates.sort_by(|&a, &b| {
            let by_glue = self.glue(b).cmp(&self.glue(a));
            by_glue.then(self.activity(a).total_cmp(&self.activity(b))).then(a.cmp(&b))
        });
        candidates.truncate(candidates.len() / 2);
        candidates
    }

    /// Removes these clauses, in ascending order, from the arena, and rebuilds the watch lists. `moved`
    /// receives the old and the new place of every other clause.
    pub(super) fn remove(
        &mut self,
        removed: &[ClauseRef],
        mut moved: impl FnMut(ClauseRef, ClauseRef),
    ) {
        for watches in &mut self.watches {
            watches.clear();
        }
        let (mut from, mut to, mut next) = (0, 0, 0);
        let mut new_places = Vec::with_capacity(self.learned.len());
        let mut learned = self.learned.iter().copied().peekable();
        while from < self.arena.len() {
            let size = HEADER + self.arena[from] as usize;
            let clause = from as ClauseRef;
            let is_learned = learned.next_if_eq(&clause).is_some();
            if removed.get(next) == Some(&clause) {
                next += 1;
            } else {
                self.arena.copy_within(from..from + size, to);
                let place = to as ClauseRef;
                if is_learned {
                    new_places.push(place);
                }
                moved(clause, place);
                for (at, other) in [(0, 1), (1, 0)] {
                    let watch = Watch { clause: place, blocker: self.literal(place, other) };
                    let watched = self.literal(place, at);
                    self.watches[watched.index()].push(watch);
                }
                to += size;
            }
            from += size;
        }
        self.arena.truncate(to);
        self.learned = new_places;
    }
}
