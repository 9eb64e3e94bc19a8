//! Free ends, placed after the moves.

use super::flow::Flow;
use super::lack::Shortage;
use super::{Answer, Factor, NONE, Pace, Wanted};
use crate::Random;

/// Moves and ends chosen so far.
pub(super) struct Placing {
    flow: Flow,
    /// The vertices of the ends.
    ends: Vec<u32>,
    /// How many ends each colour is to have, and has.
    shares: [u32; 2],
    placed: [u32; 2],
    /// Where the search for vertices with room for an end begins.
    first: u32,
}

/// What a search has reached, and how: at each vertex the one before it. Behind the vertices stand
/// the two stores from which the vertices of either colour have their ends.
struct Reach {
    before: Vec<u32>,
    queue: Vec<u32>,
}

/// The search begins here.
const ROOT: u32 = NONE - 1;

impl Reach {
    fn visit(&mut self, vertex: u32, before: u32) {
        let place = &mut self.before[vertex as usize];
        if *place == NONE {
            *place = before;
            self.queue.push(vertex);
        }
    }
}

/// Gives the ends to vertices, and changes moves where that takes it. A flow that is as large as
/// it can be without ends becomes so with them.
pub(super) fn place<R: Fn(u32) -> u8, O: Fn(u32, u32) -> bool, E>(
    wanted: &Wanted<'_, R, O>,
    flow: Flow,
    random: &mut Random,
    pace: &mut Pace<impl FnMut() -> Result<(), E>>,
) -> Result<Answer, E> {
    let first = random.below(wanted.needs.len().max(1) as u64) as u32;
    let shares = wanted.shares();
    let mut placing = Placing { flow, ends: Vec::new(), shares, placed: [0; 2], first };
    if wanted.ends > 0 {
        loop {
            let (reach, target) = placing.reach(0, wanted, pace)?;
            let Some(target) = target else { break };
            placing.change_back_from(target, &reach, wanted);
        }
    }
    let Placing { flow, ends, placed, .. } = &placing;
    if *placed == shares && flow.missing.iter().all(|&missing| missing == 0) {
        debug_assert_eq!(ends.len(), wanted.ends as usize);
        return Ok(Answer::Factor(Factor { beside: placing.flow.beside, ends: placing.ends }));
    }
    let mut sets = [Vec::new(), Vec::new()];
    for (colour, set) in (0..).zip(&mut sets) {
        let (reach, _) = placing.reach(colour, wanted, pace)?;
        set.extend(wanted.of_colour(colour).filter(|&at| reach.before[at as usize] != NONE));
    }
    drop(placing);
    Ok(Answer::Lack(Shortage::new(wanted).explain(&sets, pace)?))
}

impl Placing {
    /// What can be reached by alternating paths from the vertices of a colour that miss some, and
    /// from the ends of the other colour that are not placed; and where one of them ends, if it
    /// can be made use of.
    fn reach<R: Fn(u32) -> u8, O: Fn(u32, u32) -> bool, E>(
        &self,
        colour: u8,
        wanted: &Wanted<'_, R, O>,
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<(Reach, Option<u32>), E> {
        let count = wanted.needs.len() as u32;
        let colour_at = |vertex: u32| wanted.colours[vertex as usize];
        let ends_on = |vertex: u32| self.ends.iter().filter(|&&end| end == vertex).count();
        let has_room = |vertex: u32| ends_on(vertex) < usize::from((wanted.room)(vertex));
        let is_missing = |vertex: u32| self.flow.missing[vertex as usize] > 0;
        let is_short =
            |colour: u8| self.placed[usize::from(colour)] < self.shares[usize::from(colour)];
        // The store of ends of a colour stands on the other side, like a vertex of the other.
        let store = |colour: u8| count + u32::from(colour);
        let mut reach = Reach { before: vec![NONE; count as usize + 2], queue: Vec::new() };
        for vertex in wanted.of_colour(colour).filter(|&vertex| is_missing(vertex)) {
            reach.visit(vertex, ROOT);
        }
        if is_short(1 - colour) {
            reach.visit(store(1 - colour), ROOT);
        }
        let mut at = 0;
        while let Some(&from) = reach.queue.get(at) {
            at += 1;
            pace.step()?;
            if from >= count {
                let of = (from - count) as u8;
                if of == colour {
                    if is_short(of) {
                        return Ok((reach, Some(from)));
                    }
                    let back = self.ends.iter().filter(|&&end| colour_at(end) == of);
                    back.for_each(|&end| reach.visit(end, from));
                    continue;
                }
                for vertex in (self.first..count).chain(0..self.first) {
                    if colour_at(vertex) == of && has_room(vertex) {
                        reach.visit(vertex, from);
                    }
                }
                continue;
            }
            if colour_at(from) == colour {
                for &to in wanted.graph.neighbours(from) {
                    if !self.flow.makes(from, to) && (wanted.is_open)(from, to) {
                        reach.visit(to, from);
                    }
                }
                if has_room(from) {
                    reach.visit(store(colour), from);
                }
                continue;
            }
            if is_missing(from) {
                return Ok((reach, Some(from)));
            }
            for to in self.flow.beside[from as usize].into_iter().filter(|&to| to != NONE) {
                reach.visit(to, from);
            }
            if ends_on(from) > 0 {
                reach.visit(store(1 - colour), from);
            }
        }
        Ok((reach, None))
    }

    /// Makes use of a path that was found from colour 0: what it joins is chosen and taken back in
    /// turn.
    fn change_back_from<R, O>(&mut self, target: u32, reach: &Reach, wanted: &Wanted<'_, R, O>) {
        let count = wanted.needs.len() as u32;
        let mut path = vec![target];
        let mut at = reach.before[target as usize];
        while at != ROOT {
            path.push(at);
            at = reach.before[at as usize];
        }
        path.reverse();
        // Takers and the store of the givers' ends are on the far side.
        let is_near = |at: u32| {
            if at < count { wanted.colours[at as usize] == 0 } else { at == count + 1 }
        };
        for (end, by) in [(path[0], true), (target, false)] {
            debug_assert_eq!(is_near(end), by);
            match end.checked_sub(count) {
                None => self.flow.missing[end as usize] -= 1,
                Some(colour) => self.placed[colour as usize] += 1,
            }
        }
        // What is taken back comes first: a vertex has two places only.
        for chooses in [false, true] {
            for pair in path.windows(2).filter(|pair| is_near(pair[0]) == chooses) {
                self.change(pair[0].min(pair[1]), pair[0].max(pair[1]), chooses, count);
            }
        }
    }

    /// Chooses the move between two vertices, or the end of a vertex, or takes it back.
    fn change(&mut self, vertex: u32, other: u32, chooses: bool, count: u32) {
        match (other < count, chooses) {
            (true, true) => self.flow.add(vertex, other),
            (true, false) => self.flow.remove(vertex, other),
            (false, true) => self.ends.push(vertex),
            (false, false) => {
                let at = self.ends.iter().position(|&end| end == vertex);
                debug_assert!(at.is_some(), "{vertex} has no end");
                at.map(|at| self.ends.swap_remove(at));
            }
        }
    }
}

impl<R, O> Wanted<'_, R, O> {
    /// The vertices of a colour.
    pub(super) fn of_colour(&self, colour: u8) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(self.colours).filter(move |&(_, &its)| its == colour).map(|(vertex, _)| vertex)
    }

    /// How many of the ends each colour has: as many as make what is left of the needs equal, for
    /// each move serves one of either colour. Where no number does, the nearest.
    fn shares(&self) -> [u32; 2] {
        let mut sums = [0_i64; 2];
        for (&colour, &need) in self.colours.iter().zip(self.needs) {
            sums[usize::from(colour)] += i64::from(need);
        }
        let ends = i64::from(self.ends);
        let first = ((ends + sums[0] - sums[1]).div_euclid(2)).clamp(0, ends);
        [first as u32, (ends - first) as u32]
    }
}
