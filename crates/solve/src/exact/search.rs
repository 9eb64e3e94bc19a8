//! The search: suppose, follow the rules, and take it back.

use caracole_core::StopCause;

use crate::Random;

use super::alike::Alike;
use super::knot::{Broken, Mark};
use super::model::Model;
use super::record::Record;
use super::state::State;
use super::think::{Look, Thinker};

/// What a search has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Find {
    /// The state is whole: an answer.
    Whole,
    /// There is no further answer.
    Nothing,
    /// As many cases were closed as it was given.
    Enough,
}

/// What a search tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A move is supposed.
    Supposition,
    /// It is at work.
    Look,
}

/// How much is thought before the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thought {
    /// Whether it falls apart or starves.
    Short,
    /// All that is to be seen.
    Long,
}

/// A supposition: the move is made first, and out afterwards.
#[derive(Clone, Copy)]
struct Branch {
    edge: u32,
    /// What to take back.
    then: usize,
    /// Vertices before this one had all they need.
    settled: u32,
    is_second: bool,
    /// Are all moves that are alike out in the second case?
    is_alike: bool,
}

/// A search that can be continued after each answer.
pub(super) struct Search<'m> {
    pub(super) state: State<'m>,
    branches: Vec<Branch>,
    pub(super) record: Record,
    has_begun: bool,
    settled: u32,
    /// How many suppositions were made.
    pub(super) supposed: u64,
    /// How many cases were closed.
    pub(super) closed: u64,
    thought: Thought,
    thinker: Thinker,
    /// Chance between moves that look the same, after the first attempt.
    random: Option<Random>,
    /// Which moves are alike, where that is used.
    alike: Option<&'m Alike>,
}

/// With fewer closed cases a search is likely to be on its way to a tour, and looks at the flow
/// only once.
const EASY: u64 = 64;
/// How far apart the choices of two neighbours may be and still look alike.
const ALIKE: u64 = 3;

impl<'m> Search<'m> {
    pub(super) fn new(
        model: &'m Model,
        thought: Thought,
        random: Option<Random>,
        alike: Option<&'m Alike>,
    ) -> Self {
        Self {
            state: State::new(model),
            branches: Vec::new(),
            record: Record::default(),
            has_begun: false,
            settled: 0,
            supposed: 0,
            closed: 0,
            thought,
            thinker: Thinker::default(),
            random,
            alike,
        }
    }

    /// Goes on to the next answer, until so many cases are closed. `hear` is told of every
    /// supposition before it is made, and asked from time to time meanwhile; it can stop the search.
    pub(super) fn next(
        &mut self,
        most: u64,
        hear: &mut dyn FnMut(Event) -> Result<(), StopCause>,
    ) -> Result<Find, StopCause> {
        let mut known = if std::mem::replace(&mut self.has_begun, true) {
            Err(Broken)
        } else {
            let begun = self.state.begin(&mut || hear(Event::Look))?;
            begun.inspect_err(|_| self.record.forced())
        };
        loop {
            if known.is_ok() && !self.state.is_whole() {
                known = self.think(&mut || hear(Event::Look))?;
            }
            if known.is_err() {
                self.closed += 1;
                if self.closed > most {
                    return Ok(Find::Enough);
                }
                if !self.other_case() {
                    return Ok(Find::Nothing);
                }
                let taken_out = self.take_out();
                known = self.follow(taken_out, &mut || hear(Event::Look))?;
            } else if self.state.is_whole() {
                return Ok(Find::Whole);
            } else {
                hear(Event::Supposition)?;
                self.supposed += 1;
                let edge = self.choose();
                let made = self.suppose(edge);
                known = self.follow(made, &mut || hear(Event::Look))?;
            }
        }
    }

    /// Says of what was found whether it is an answer. If it is none, its case is closed.
    pub(super) fn judge(&mut self, is_answer: bool) {
        if is_answer {
            self.record.answer();
        } else {
            self.record.forced();
        }
    }

    fn suppose(&mut self, edge: u32) -> Result<(), Broken> {
        let then = self.state.now();
        // Nothing else is supposed but that moves with all that are alike are out.
        let is_alike = self.alike.is_some()
            && self.branches.last().is_none_or(|last| last.is_alike && last.is_second);
        let (settled, is_second) = (self.settled, false);
        self.branches.push(Branch { edge, then, settled, is_second, is_alike });
        self.record.branch(edge, is_alike);
        self.state.make(edge)
    }

    /// Follows what was supposed.
    fn follow(
        &mut self,
        supposed: Result<(), Broken>,
        look: &mut Look<'_>,
    ) -> Result<Result<(), Broken>, StopCause> {
        let known = match supposed {
            Ok(()) => self.state.settle(look)?,
            broken => broken,
        };
        Ok(known.inspect_err(|_| self.record.forced()))
    }

    /// Goes to the nearest case that is open, if there is one.
    fn other_case(&mut self) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            self.state.back_to(branch.then);
            self.settled = branch.settled;
            if std::mem::replace(&mut branch.is_second, true) {
                self.branches.pop();
                continue;
            }
            return true;
        }
        false
    }

    /// The second case: the move is out, and so are those that are alike.
    fn take_out(&mut self) -> Result<(), Broken> {
        let Some(&Branch { edge, is_alike, .. }) = self.branches.last() else { return Ok(()) };
        let Some(alike) = self.alike.filter(|_| is_alike) else {
            self.state.take_out(edge);
            return Ok(());
        };
        for &edge in alike.to(edge) {
            match self.state.mark(edge) {
                Mark::Open => self.state.take_out(edge),
                Mark::Made => return Err(Broken),
                Mark::Out => {}
            }
        }
        Ok(())
    }

    /// Looks for what the rules do not tell: once at the beginning, and again and again when the
    /// search turns out to be hard.
    fn think(&mut self, look: &mut Look<'_>) -> Result<Result<(), Broken>, StopCause> {
        if self.supposed == 0 && self.thought == Thought::Short {
            return self.thinker.think(&self.state, &mut self.record, look);
        }
        if self.supposed == 0 {
            return self.thinker.think_hard(&mut self.state, &mut self.record, look);
        }
        // On large boards a look costs as much as many cases.
        let pause = 1 + self.state.model.len() as u64 / 256;
        if self.closed >= EASY && self.closed.is_multiple_of(pause) {
            return self.thinker.think(&self.state, &mut self.record, look);
        }
        Ok(Ok(()))
    }

    /// The move to suppose next: from the square with the fewest choices, to the neighbour with the
    /// fewest.
    ///
    /// Squares are looked at in their order, so that the search stays near where it was.
    fn choose(&mut self) -> u32 {
        let state = &self.state;
        let (mut fewest, mut from) = (u32::MAX, 0);
        let mut is_settled = true;
        for (vertex, knot) in (self.settled..).zip(&state.knots[self.settled as usize..]) {
            let need = knot.need();
            if need == 0 || knot.open == 0 {
                continue;
            }
            if std::mem::replace(&mut is_settled, false) {
                self.settled = vertex;
            }
            let choices = u32::from(knot.choices());
            // A line that can be continued in few ways comes before any square on no line.
            let choices = if need == 1 { choices } else { 8 + choices };
            if choices < fewest {
                (fewest, from) = (choices, vertex);
                if choices == 2 {
                    break;
                }
            }
        }
        let mut noise = || self.random.as_mut().map_or(0, |random| random.below(ALIKE) as u32);
        let ways = state.open(from).map(|(near, edge)| {
            let knot = state.knots[near as usize];
            (2 * u32::from(knot.choices()) + u32::from(knot.need()) + noise(), edge)
        });
        ways.min().map_or(0, |(_, edge)| edge)
    }
}
