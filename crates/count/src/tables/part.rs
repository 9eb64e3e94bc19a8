//! The tables of one part of a question.

use caracole_core::{Problem, Tour};
use num_bigint::BigUint;

use super::loops::{Loop, edges_of};
use super::walk::{State, Trail};
use crate::block::Block;
use crate::engine::{Engine, Swept};
use crate::join::{Chosen, Joiner, renumber};
use crate::layer::Layer;
use crate::parts::{Directions, Part};
use crate::plan::{Plan, Second};
use crate::seam::{entries, renumbered_entries, renumbering, size_of_join};
use crate::skeleton::opposite;
use crate::spec::{Vertex, sorted};
use crate::store::{Store, Sweep};
use crate::weight::{Size, Weight};
use crate::word::pairs;
use crate::{CountError, Job};

/// The bytes that tables of changes may take when single tours are looked up.
const TABLE_BYTES: u64 = 16 << 20;

/// The layers of a part, and how many loops each class of its seam has.
pub(super) struct PartTables {
    part: Part,
    problem: Problem,
    plan: Plan,
    swept: Swept,
    shares: Layer,
    /// Before each class of the shares so many loops, and at the end all.
    before: Vec<BigUint>,
}

impl PartTables {
    pub(super) fn new(
        part: Part,
        problem: &Problem,
        store: &Store,
        job: &Job<'_>,
    ) -> Result<Self, CountError> {
        let engine = Engine::new(&part.spec, store, job)?;
        let swept = engine.sweep()?;
        let shares = match store.find(&engine.identity(Sweep::Loops, 0), engine.plan.seam())? {
            Some(shares) => shares,
            None => engine.join(&swept)?.1.unwrap_or_else(Layer::empty),
        };
        let mut before = vec![BigUint::ZERO];
        let mut sum = BigUint::ZERO;
        let mut reader = shares.reader();
        for class in 0..shares.words.len() {
            sum += reader.block(class)?.get(0).unwrap_or(BigUint::ZERO);
            before.push(sum.clone());
        }
        let (plan, problem) = (engine.plan, problem.clone());
        Ok(Self { part, problem, plan, swept, shares, before })
    }

    /// How many tours.
    pub(super) fn count(&self) -> BigUint {
        self.before.last().map_or(BigUint::ZERO, |loops| loops * self.part.times())
    }

    /// The loop of a tour's number.
    pub(super) fn unrank(&self, number: &BigUint) -> Result<Loop, CountError> {
        let times = self.part.times();
        let is_reversed = number % times == BigUint::from(1_u64);
        let index = number / times;
        let class = self.before.partition_point(|before| *before <= index);
        let class = class.checked_sub(1).ok_or_else(lost)?;
        let word = *self.shares.words.get(class).ok_or_else(lost)?;
        let Chosen { first, second } = self
            .at_seam(word, |seam| seam.choose(&index - &self.before[class]))?
            .ok_or_else(lost)?;
        let mut edges = Vec::with_capacity(self.part.spec.len());
        let state = State { word, number: first.0 };
        let (state, index) = self.inner().back(state, first.1, &mut edges)?;
        self.first().back(state, index, &mut edges)?;
        let other = opposite(&self.plan, word);
        let number = from_first(&self.plan, word, second.0);
        let mut others = Vec::new();
        self.second().back(State { word: other, number }, second.1, &mut others)?;
        edges.extend(others.into_iter().map(|edge| self.on_second(edge)));
        Loop::new(&self.part.spec, &self.problem, &edges, is_reversed).ok_or_else(lost)
    }

    /// The number of a tour; none if it is not of this part.
    pub(super) fn rank(&self, tour: &Tour) -> Result<Option<BigUint>, CountError> {
        let Some((edges, is_reversed)) = edges_of(&self.part, &self.problem, tour) else {
            return Ok(None);
        };
        let (first, inner, second) = (self.first(), self.inner(), self.second());
        let others = edges.iter().map(|&edge| self.as_swept(edge)).collect::<Option<_>>();
        let others = others.ok_or_else(lost)?;
        let ways = (first.forth(State::default(), &edges), second.forth(State::default(), &others));
        let (Some(went), Some(went_second)) = ways else { return Ok(None) };
        let Some(went_inner) = went.last().and_then(|last| inner.forth(last.before, &edges)) else {
            return Ok(None);
        };
        let (Some(seam), Some(other)) = (went_inner.last(), went_second.last()) else {
            return Ok(None);
        };
        let word = seam.before.word;
        let index = first.number(&went, BigUint::ZERO)?;
        let chosen = Chosen {
            first: (seam.before.number, inner.number(&went_inner, index)?),
            second: (
                to_first(&self.plan, word, other.before.number),
                second.number(&went_second, BigUint::ZERO)?,
            ),
        };
        let Some(class) = self.shares.find(word) else { return Ok(None) };
        let Some(place) = self.at_seam(word, |seam| seam.place(&chosen))? else { return Ok(None) };
        let number = (&self.before[class] + place) * self.part.times();
        Ok(Some(number + u64::from(is_reversed && self.part.directions == Directions::Both)))
    }

    fn first(&self) -> Trail<'_> {
        Trail { side: &self.plan.main, layers: &self.swept.main, steps: self.plan.first }
    }

    fn inner(&self) -> Trail<'_> {
        let steps = self.plan.inner.steps.len();
        Trail { side: &self.plan.inner, layers: &self.swept.seam, steps }
    }

    fn second(&self) -> Trail<'_> {
        match &self.plan.second {
            Second::Swept(side) => {
                Trail { side, layers: &self.swept.second, steps: side.steps.len() }
            }
            Second::Mirrored { steps, .. } => Trail { steps: *steps, ..self.first() },
        }
    }

    /// From an edge of the sweep that stands for the second side to the edge there.
    fn on_second(&self, (a, b): (Vertex, Vertex)) -> (Vertex, Vertex) {
        match &self.plan.second {
            Second::Swept(_) => (a, b),
            Second::Mirrored { map, .. } => sorted(map[usize::from(a)], map[usize::from(b)]),
        }
    }

    /// The way back.
    fn as_swept(&self, (a, b): (Vertex, Vertex)) -> Option<(Vertex, Vertex)> {
        match &self.plan.second {
            Second::Swept(_) => Some((a, b)),
            Second::Mirrored { map, .. } => {
                let old =
                    |vertex| (0..).zip(map).find(|&(_, &to)| to == vertex).map(|(old, _)| old);
                Some(sorted(old(a)?, old(b)?))
            }
        }
    }

    /// Asks something of the two blocks of a class at the seam.
    fn at_seam<T>(
        &self,
        word: u64,
        ask: impl FnOnce(&mut dyn AtSeam) -> Option<T>,
    ) -> Result<Option<T>, CountError> {
        let second = match &self.plan.second {
            Second::Swept(_) => self.swept.second.last(),
            Second::Mirrored { steps, .. } => self.swept.main.get(*steps),
        };
        let (Some(Some(first)), Some(Some(second))) = (self.swept.seam.last(), second) else {
            return Err(lost());
        };
        let other = opposite(&self.plan, word);
        let (Some(class), Some(other_class)) = (first.find(word), second.find(other)) else {
            return Ok(None);
        };
        let new = renumbering(&self.plan, word, other);
        let (mut readers, mut second_reader) = (first.reader(), second.reader());
        let (first, second) = (readers.block(class)?, second_reader.block(other_class)?);
        Ok(match size_of_join(first, second) {
            Size::Small => ask(&mut Lists::<u64>::new(first, second, &new)),
            Size::Middle => ask(&mut Lists::<u128>::new(first, second, &new)),
            Size::Large => ask(&mut Lists::<BigUint>::new(first, second, &new)),
        })
    }
}

fn lost() -> CountError {
    CountError::Unanswerable("the tables do not fit together: build them again".into())
}

/// The matching of the second side by the numbering of the first.
fn to_first(plan: &Plan, word: u64, number: u64) -> u64 {
    renumber(pairs(word), number, &renumbering(plan, word, opposite(plan, word)))
}

/// The way back.
fn from_first(plan: &Plan, word: u64, number: u64) -> u64 {
    let new = renumbering(plan, word, opposite(plan, word));
    let mut old = vec![0; new.len()];
    new.iter().enumerate().for_each(|(end, &to)| old[to] = end);
    renumber(pairs(word), number, &old)
}

/// The matchings of both sides of a class.
trait AtSeam {
    fn choose(&mut self, index: BigUint) -> Option<Chosen>;
    fn place(&mut self, chosen: &Chosen) -> Option<BigUint>;
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

impl<W: Weight> AtSeam for Lists<W> {
    fn choose(&mut self, index: BigUint) -> Option<Chosen> {
        Joiner::new(TABLE_BYTES).choose(self.pairs, [&self.first, &self.second], index)
    }

    fn place(&mut self, chosen: &Chosen) -> Option<BigUint> {
        Joiner::new(TABLE_BYTES).place(self.pairs, [&self.first, &self.second], chosen)
    }
}
