//! From a problem to loops.

use caracole_core::{Kind, StopCause};

use super::{Plan, Task};
use crate::factor::{Answer, Factor, Lack, NONE, Wanted};
use crate::patch::bridge::Bridge;
use crate::patch::loops::Loops;
use crate::{Random, Run};

/// What covers the board.
pub(in crate::patch) enum Cover<'a> {
    Loops(Loops<'a>),
    /// There is no cover.
    None(Lack),
    /// There are covers, but the ends came out a move apart.
    EndsMeet,
}

impl Task<'_> {
    /// Covers the board with loops, or with a path and loops.
    pub(in crate::patch) fn cover(
        &self,
        plan: Plan,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<Cover<'_>, StopCause> {
        let given = self.ends(plan);
        let factor = match self.factor(plan, &given, &[], random, run)? {
            Answer::Factor(factor) => factor,
            Answer::Lack(lack) => return Ok(Cover::None(lack)),
        };
        if plan == Plan::Ring || self.problem.kind() != Kind::Open || !self.meet(&given, &factor) {
            return self.loops(factor, plan, &given, run).map(Cover::Loops);
        }
        // One of the ends stays, and no square a move away from it is the other.
        let mut ends: Vec<u32> = given.iter().chain(&factor.ends).copied().collect();
        if given.is_empty() && random.below(2) == 1 {
            ends.reverse();
        }
        for &end in if given.is_empty() { &ends[..] } else { &given[..] } {
            let near = self.near(end);
            if let Answer::Factor(factor) = self.factor(plan, &[end], &near, random, run)? {
                return self.loops(factor, plan, &[end], run).map(Cover::Loops);
            }
        }
        Ok(Cover::EndsMeet)
    }

    /// Are the ends a move apart?
    fn meet(&self, given: &[u32], factor: &Factor) -> bool {
        let mut ends = given.iter().chain(&factor.ends).map(|&end| self.graph.square(end));
        let (Some(a), Some(b)) = (ends.next(), ends.next()) else { return false };
        self.is_move(a, b)
    }

    /// A factor with these ends, and others that are not among those without room.
    fn factor(
        &self,
        plan: Plan,
        given: &[u32],
        no_room: &[u32],
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<Answer, StopCause> {
        let fixed = self.fixed(plan);
        let mut needs = self.needs(plan, &fixed).unwrap_or_default();
        // An end that was chosen here is not among those that the problem gives.
        for &end in given.iter().filter(|&&end| !self.given.contains(&Some(end))) {
            needs[end as usize] -= 1;
        }
        let mut closed: Vec<(u32, u32)> = fixed;
        if let (Plan::Path, &[a, b]) = (plan, given) {
            closed.push((a, b));
        }
        let closed: Vec<(u32, u32)> = {
            let mut both: Vec<_> = closed.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
            both.sort_unstable();
            both
        };
        let ends = if plan == Plan::Ring { 0 } else { 2 - given.len() as u32 };
        let room = |vertex: u32| {
            let has_none = given.contains(&vertex) || no_room.contains(&vertex);
            if has_none { 0 } else { needs[vertex as usize].min(1) }
        };
        let is_open = |a: u32, b: u32| closed.is_empty() || closed.binary_search(&(a, b)).is_err();
        let wanted = Wanted {
            graph: self.graph(),
            colours: &self.colours,
            needs: &needs,
            ends,
            room,
            is_open,
        };
        wanted.factor(random, || run.look())
    }

    /// The loops of a factor, with what is fixed, and a bridge between the ends.
    pub(crate) fn loops(
        &self,
        factor: Factor,
        plan: Plan,
        given: &[u32],
        run: &mut Run<'_>,
    ) -> Result<Loops<'_>, StopCause> {
        let Factor { mut beside, ends } = factor;
        let fixed = self.fixed(plan);
        let mut join = |a: u32, b: u32| {
            for (from, to) in [(a, b), (b, a)] {
                let beside = &mut beside[from as usize];
                beside[usize::from(beside[0] != NONE)] = to;
            }
        };
        for &(a, b) in &fixed {
            join(a, b);
        }
        let ends: Vec<u32> = given.iter().chain(&ends).copied().collect();
        let bridge = if let (Plan::Path, &[a, b]) = (plan, &ends[..]) {
            join(a, b);
            // Moves to avoid are not in the graph, and yet they may not join the ends.
            let stays_open = self.problem.kind() == Kind::Open;
            let can_move = !stays_open || self.problem.avoided().is_empty();
            let is_free = [a, b].map(|end| can_move && !self.given.contains(&Some(end)));
            Some(Bridge { ends: [a, b], is_free, may_close: !stays_open })
        } else {
            None
        };
        Loops::new(self.graph(), beside, &fixed, bridge, || run.look())
    }
}
