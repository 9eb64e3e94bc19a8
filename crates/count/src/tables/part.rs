//! The tables of one part of a question.

use caracole_core::Problem;
use caracole_verify::Tour;
use num_bigint::BigUint;

use super::cycle::{Cycle, edges_of};
use super::walk::{State, SweepLayers};
use crate::block::Block;
use crate::driver::{Driver, Layers, LocalExchange};
use crate::join::{Joiner, MatchingPair, renumber};
use crate::join::{entries, renumbered_entries, renumbering, size_of_join};
use crate::layer::Layer;
use crate::parts::Part;
use crate::pattern::pairs;
use crate::patterns::opposite;
use crate::plan::{Plan, Second, Sweep};
use crate::schedule::Schedule;
use crate::spec::{Vertex, sorted};
use crate::store::{Store, SweepKind};
use crate::weight::{Size, Weight};
use crate::{CountError, Direction, Job};

/// The limit of bytes of all tables of changes for queries of single tours.
const TABLE_BYTES: u64 = 16 << 20;

/// The layers of a part, and the number of cycles of each pattern of its separator.
pub(super) struct PartTables {
    part: Part,
    problem: Problem,
    schedule: Schedule,
    layers: Layers<()>,
    shares: Layer,
    /// The number of cycles before each pattern of the shares.
    before: Vec<BigUint>,
    /// The number of cycles of all patterns.
    cycles: BigUint,
}

impl PartTables {
    pub(super) fn new(
        part: Part,
        problem: &Problem,
        store: &Store,
        job: &Job<'_>,
    ) -> Result<Self, CountError> {
        let schedule = Schedule::new(&part.spec, 1)?;
        let mut exchange = LocalExchange;
        let mut driver = Driver::new(&schedule, store, &mut exchange, job);
        let layers = driver.layers()?;
        let shares = match store.find(&schedule.shares(), schedule.plan.separator())? {
            Some(shares) => shares,
            None => driver.join(&layers, true)?.1.ok_or_else(lost)?,
        };
        let mut before = Vec::new();
        let mut cycles = BigUint::ZERO;
        let mut reader = shares.reader();
        for place in 0..shares.patterns.len() {
            before.push(cycles.clone());
            cycles += reader.block(place)?.get::<BigUint>(0).ok_or_else(lost)?;
        }
        Ok(Self { part, problem: problem.clone(), schedule, layers, shares, before, cycles })
    }

    /// Returns the number of tours.
    pub(super) fn count(&self) -> BigUint {
        &self.cycles * self.part.tours_per_cycle()
    }

    /// Returns the cycle of a rank.
    pub(super) fn unrank(&self, rank: &BigUint) -> Result<Cycle, CountError> {
        let times = self.part.tours_per_cycle();
        let is_reversed = rank % times == BigUint::from(1_u64);
        let index = rank / times;
        let place = self.before.partition_point(|before| *before <= index);
        let place = place.checked_sub(1).ok_or_else(lost)?;
        let pattern = *self.shares.patterns.get(place).ok_or_else(lost)?;
        let MatchingPair { first, second } = self
            .with_blocks(pattern, |separator| separator.choose(&index - &self.before[place]))?
            .ok_or_else(lost)?;
        let mut edges = Vec::with_capacity(self.part.spec.len());
        let state = State { pattern, number: first.0 };
        let (state, index) = self.inner().trace_back(state, first.1, &mut edges)?;
        self.first().trace_back(state, index, &mut edges)?;
        let other = opposite(&self.schedule.plan, pattern);
        let number = from_first(&self.schedule.plan, pattern, second.0);
        let mut others = Vec::new();
        self.second().trace_back(State { pattern: other, number }, second.1, &mut others)?;
        edges.extend(others.into_iter().map(|edge| self.on_second(edge)));
        Cycle::new(&self.part.spec, &self.problem, &edges, is_reversed).ok_or_else(lost)
    }

    /// Returns the rank of a tour; `None` if it is not a tour of this part.
    pub(super) fn rank(&self, tour: &Tour) -> Result<Option<BigUint>, CountError> {
        let Some((edges, is_reversed)) = edges_of(&self.part, &self.problem, tour) else {
            return Ok(None);
        };
        let (first, inner, second) = (self.first(), self.inner(), self.second());
        let others = edges.iter().map(|&edge| self.as_swept(edge)).collect::<Option<_>>();
        let others = others.ok_or_else(lost)?;
        let start = State::default();
        let traces = (first.trace(start, &edges), second.trace(start, &others));
        let (Some(first_trace), Some(second_trace)) = traces else { return Ok(None) };
        let inner_trace = first_trace.last().and_then(|last| inner.trace(last.before, &edges));
        let Some(inner_trace) = inner_trace else { return Ok(None) };
        let (Some(separator), Some(other)) = (inner_trace.last(), second_trace.last()) else {
            return Ok(None);
        };
        let pattern = separator.before.pattern;
        let index = first.index(&first_trace, BigUint::ZERO)?;
        let chosen = MatchingPair {
            first: (separator.before.number, inner.index(&inner_trace, index)?),
            second: (
                to_first(&self.schedule.plan, pattern, other.before.number),
                second.index(&second_trace, BigUint::ZERO)?,
            ),
        };
        let Some(place) = self.shares.find(pattern) else { return Ok(None) };
        let Some(rank) = self.with_blocks(pattern, |separator| separator.place(&chosen))? else {
            return Ok(None);
        };
        let number = (&self.before[place] + rank) * self.part.tours_per_cycle();
        Ok(Some(number + u64::from(is_reversed && self.part.direction == Direction::Directed)))
    }

    fn first(&self) -> SweepLayers<'_> {
        let plan = &self.schedule.plan;
        self.sweep(&plan.main, SweepKind::Main, plan.first)
    }

    fn inner(&self) -> SweepLayers<'_> {
        let inner = &self.schedule.plan.inner;
        self.sweep(inner, SweepKind::Separator, inner.steps.len())
    }

    fn second(&self) -> SweepLayers<'_> {
        match &self.schedule.plan.second {
            Second::Swept(second) => self.sweep(second, SweepKind::Second, second.steps.len()),
            Second::Mirrored { steps, .. } => SweepLayers { steps: *steps, ..self.first() },
        }
    }

    fn sweep<'a>(&'a self, sweep: &'a Sweep, kind: SweepKind, steps: usize) -> SweepLayers<'a> {
        SweepLayers { sweep, kind, steps, schedule: &self.schedule, layers: &self.layers }
    }

    /// Returns the edge of the second half for an edge of the sweep that computes it.
    fn on_second(&self, (a, b): (Vertex, Vertex)) -> (Vertex, Vertex) {
        match &self.schedule.plan.second {
            Second::Swept(_) => (a, b),
            Second::Mirrored { map, .. } => sorted(map[usize::from(a)], map[usize::from(b)]),
        }
    }

    /// Returns the inverse of [`PartTables::on_second`].
    fn as_swept(&self, (a, b): (Vertex, Vertex)) -> Option<(Vertex, Vertex)> {
        match &self.schedule.plan.second {
            Second::Swept(_) => Some((a, b)),
            Second::Mirrored { map, .. } => {
                let old =
                    |vertex| (0..).zip(map).find(|&(_, &to)| to == vertex).map(|(old, _)| old);
                Some(sorted(old(a)?, old(b)?))
            }
        }
    }

    /// Calls `query` with the matchings of both halves of a pattern at the separator.
    fn with_blocks<T>(
        &self,
        pattern: u64,
        query: impl FnOnce(&mut dyn MatchingLists) -> Option<T>,
    ) -> Result<Option<T>, CountError> {
        let joined = self.schedule.joined().map(|layer| self.layers[layer].as_ref());
        let [Some(first), Some(second)] = joined else { return Err(lost()) };
        let (first, second) = (&first.layer, &second.layer);
        let other = opposite(&self.schedule.plan, pattern);
        let (Some(place), Some(other_place)) = (first.find(pattern), second.find(other)) else {
            return Ok(None);
        };
        let new = renumbering(&self.schedule.plan, pattern, other);
        let (mut readers, mut second_reader) = (first.reader(), second.reader());
        let (first, second) = (readers.block(place)?, second_reader.block(other_place)?);
        Ok(match size_of_join(first, second) {
            Size::Small => query(&mut Lists::<u64>::new(first, second, &new)),
            Size::Middle => query(&mut Lists::<u128>::new(first, second, &new)),
            Size::Large => query(&mut Lists::<BigUint>::new(first, second, &new)),
        })
    }
}

/// Returns the error for layers that contradict each other.
pub(super) fn lost() -> CountError {
    CountError::Unanswerable("the tables do not fit together: build them again".into())
}

/// Returns the rank of a matching of the second half in the numbering of the first half.
fn to_first(plan: &Plan, pattern: u64, number: u64) -> u64 {
    renumber(pairs(pattern), number, &renumbering(plan, pattern, opposite(plan, pattern)))
}

/// Returns the inverse of [`to_first`].
fn from_first(plan: &Plan, pattern: u64, number: u64) -> u64 {
    let new = renumbering(plan, pattern, opposite(plan, pattern));
    let mut old = vec![0; new.len()];
    new.iter().enumerate().for_each(|(end, &to)| old[to] = end);
    renumber(pairs(pattern), number, &old)
}

/// The matchings of both halves of a pattern.
trait MatchingLists {
    fn choose(&mut self, index: BigUint) -> Option<MatchingPair>;
    fn place(&mut self, chosen: &MatchingPair) -> Option<BigUint>;
}

struct Lists<W> {
    pairs: usize,
    first: Vec<(u64, W)>,
    second: Vec<(u64, W)>,
}

impl<W: Weight> Lists<W> {
    fn new(first: Block<'_>, second: Block<'_>, new: &[usize]) -> Self {
        let pairs = first.pairs;
        Self { pairs, first: entries(first), second: renumbered_entries(second, new) }
    }
}

impl<W: Weight> MatchingLists for Lists<W> {
    fn choose(&mut self, index: BigUint) -> Option<MatchingPair> {
        Joiner::new(TABLE_BYTES).choose(self.pairs, [&self.first, &self.second], index)
    }

    fn place(&mut self, chosen: &MatchingPair) -> Option<BigUint> {
        Joiner::new(TABLE_BYTES).place(self.pairs, [&self.first, &self.second], chosen)
    }
}
