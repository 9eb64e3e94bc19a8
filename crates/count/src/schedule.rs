//! The layers that a count computes, in their order, and the two that it joins.

use caracole_core::{Kind, Problem};

use crate::count::is_free;
use crate::layer::Layer;
use crate::parts::{Part, has_layers, parts};
use crate::pattern::{low_mask, remove};
use crate::patterns::{PatternLists, facing, opposite, seek, targets};
use crate::plan::{Plan, Second};
use crate::progress::ProgressReporter;
use crate::spec::Spec;
use crate::step::Step;
use crate::store::{Identity, Store, SweepKind};
use crate::sweep::Advance;
use crate::{Count, CountError, Direction, Job, Options, Question};

/// The layers of one part of a question.
///
/// Layer 0 of every count has one state with weight 1 and no frontier squares. Each other layer is computed from an
/// earlier one, its source, by one step. At the end two layers are joined.
///
/// The states of a layer are grouped by their degree patterns. A pattern is a number: for each frontier square its
/// degree, 0, 1 or 2, in two bits, the first square lowest. A step changes few of these digits. Patterns that
/// differ in a digit that the step does not change have no common source, so different workers can compute them.
/// The result does not depend on the partition.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::driver::{Layer, Schedule};
/// use caracole_count::{CountError, Job, Question};
///
/// let question = Question::new(Problem::new("5x6".parse()?).closed());
/// let job = Job::new();
/// let schedules = Schedule::all(&question, &job)?;
/// let schedule = schedules.first().ok_or("a question has a part")?;
/// println!("{:016x}, times {}", schedule.fingerprint(), schedule.factor());
/// let mut layers = vec![Layer::initial()];
/// for layer in 1..schedule.layers() {
///     let before = &layers[schedule.source(layer)];
///     assert!(before.patterns().iter().all(|pattern| {
///         pattern & schedule.untouched(layer) == 0 || schedule.frontier(schedule.source(layer)) > 0
///     }));
///     // Two workers compute half of the patterns each.
///     let reached = schedule.reached(layer, before)?;
///     assert!(reached.iter().all(|pattern| schedule.patterns(layer).contains(pattern)));
///     let (one, other) = reached.split_at(reached.len() / 2);
///     let mut blocks: Vec<(u64, Vec<u8>)> = Vec::new();
///     for patterns in [one, other] {
///         schedule.compute(layer, before, patterns, &job)?.for_each_block(|pattern, block| {
///             blocks.push((pattern, block.to_vec()));
///             Ok::<(), CountError>(())
///         })?;
///     }
///     let blocks = blocks.iter().map(|(pattern, block)| (*pattern, &block[..])).collect();
///     layers.push(Layer::from_blocks(schedule.frontier(layer), blocks)?);
/// }
/// // Each pattern of the first half is joined with one of the second.
/// let [first, second] = schedule.joined();
/// let facing = |&pattern: &u64| schedule.facing(schedule.opposite(pattern)) == pattern;
/// assert!(schedule.patterns(first).iter().all(facing));
/// let cycles = schedule.join(&layers[first], &layers[second], &job)?;
/// assert_eq!(Schedule::total(&schedules[..1], &[cycles])?.to_string(), "8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Schedule {
    pub(crate) plan: Plan,
    fingerprint: u64,
    factor: i64,
    layers: Vec<ScheduledLayer>,
    joined: [usize; 2],
    /// The patterns of each layer; empty until they are listed.
    patterns: Vec<Vec<u64>>,
}

struct ScheduledLayer {
    step: Step,
    source: usize,
    sweep: SweepKind,
    /// The number of steps of its sweep.
    steps: usize,
}

impl Schedule {
    /// Returns the parts of a question with the patterns of all layers. Their numbers of cycles, each times
    /// [`Schedule::factor`], add up to the count.
    ///
    /// # Errors
    ///
    /// [`CountError::Unanswerable`] if the tours of the question are counted one by one.
    pub fn all(question: &Question, job: &Job<'_>) -> Result<Vec<Self>, CountError> {
        if !has_layers(question.problem()) {
            let why = "clues, and boards of up to three squares, are counted in one process";
            return Err(CountError::Unanswerable(why.into()));
        }
        let mut all = Self::unlisted(question)?;
        for schedule in &mut all {
            schedule.patterns = schedule.list_patterns(job)?;
        }
        Ok(all)
    }

    /// Returns the parts of a question without their patterns, which may take long to list.
    pub(crate) fn unlisted(question: &Question) -> Result<Vec<Self>, CountError> {
        let problem = question.problem();
        if problem.kind() != Kind::Open || !is_free(problem) {
            return Self::of_kind(problem, problem.kind(), question.direction(), 1);
        }
        let factor = if question.direction() == Direction::Directed { 2 } else { 1 };
        let mut all = Self::of_kind(problem, Kind::Any, Direction::Undirected, factor)?;
        // A closed tour has as many moves as squares, and without any one of them is a tour whose ends
        // are a move apart.
        let squares = i64::try_from(problem.board().len());
        let squares = squares.map_err(|_| CountError::inconsistent("the number of squares"))?;
        let factor = -squares * factor;
        all.extend(Self::of_kind(problem, Kind::Closed, Direction::Undirected, factor)?);
        Ok(all)
    }

    fn of_kind(
        problem: &Problem,
        kind: Kind,
        direction: Direction,
        factor: i64,
    ) -> Result<Vec<Self>, CountError> {
        let question = Question::new(problem.clone().of_kind(kind)).counting(direction);
        let schedule =
            |part: &Part| Self::new(&part.spec, i64::from(part.tours_per_cycle()) * factor);
        parts(&question)?.iter().map(schedule).collect()
    }

    pub(crate) fn new(spec: &Spec, factor: i64) -> Result<Self, CountError> {
        let plan = Plan::new(spec)?;
        let fingerprint = plan.fingerprint(spec);
        let initial = Step { choices: Vec::new(), removed: None, frontier: 0 };
        let mut layers =
            vec![ScheduledLayer { step: initial, source: 0, sweep: SweepKind::Main, steps: 0 }];
        let mut add = |sweep: SweepKind, steps: &[Step], first: usize| {
            for (at, step) in steps.iter().enumerate() {
                let source = if at == 0 { first } else { layers.len() - 1 };
                layers.push(ScheduledLayer { step: step.clone(), source, sweep, steps: at + 1 });
            }
        };
        if let Second::Swept(second) = &plan.second {
            add(SweepKind::Second, &second.steps, 0);
        }
        add(SweepKind::Main, &plan.main.steps, 0);
        let mut schedule = Self {
            plan,
            fingerprint,
            factor,
            layers: Vec::new(),
            joined: [0; 2],
            patterns: vec![],
        };
        let first = schedule.layer_after(SweepKind::Main, schedule.plan.first);
        add(SweepKind::Separator, &schedule.plan.inner.steps, first);
        schedule.layers = layers;
        let second = match &schedule.plan.second {
            Second::Swept(second) => schedule.layer_after(SweepKind::Second, second.steps.len()),
            Second::Mirrored { steps, .. } => schedule.layer_after(SweepKind::Main, *steps),
        };
        let inner = schedule.plan.inner.steps.len();
        schedule.joined = [schedule.layer_after(SweepKind::Separator, inner), second];
        Ok(schedule)
    }

    /// Returns the layer after some steps of a sweep.
    pub(crate) const fn layer_after(&self, sweep: SweepKind, steps: usize) -> usize {
        let second = match &self.plan.second {
            Second::Swept(second) => second.steps.len(),
            Second::Mirrored { .. } => 0,
        };
        match sweep {
            SweepKind::Separator if steps > 0 => second + self.plan.main.steps.len() + steps,
            SweepKind::Separator => self.layer_after(SweepKind::Main, self.plan.first),
            SweepKind::Main if steps > 0 => second + steps,
            SweepKind::Second => steps,
            SweepKind::Main | SweepKind::Cycles => 0,
        }
    }

    /// Returns the patterns of all layers.
    pub(crate) fn list_patterns(&self, job: &Job<'_>) -> Result<Vec<Vec<u64>>, CountError> {
        let PatternLists { main, second, inner } = PatternLists::new(&self.plan, job)?;
        let sweeps = [second, main, inner];
        let mut all = vec![vec![0]];
        all.extend(sweeps.into_iter().flat_map(|sweep| sweep.into_iter().skip(1)));
        if all.len() == self.layers.len() {
            Ok(all)
        } else {
            Err(CountError::inconsistent("the lists of patterns"))
        }
    }

    /// Returns the count, from the numbers of cycles of all parts in their order.
    ///
    /// # Errors
    ///
    /// [`CountError::Stopped`] if the number of parts differs from the number of results, or more would
    /// be subtracted than was added.
    pub fn total(all: &[Self], cycles: &[Count]) -> Result<Count, CountError> {
        let inconsistent = || CountError::inconsistent("the sum of all parts");
        if all.len() != cycles.len() {
            return Err(inconsistent());
        }
        let sum = |sign: i64| {
            let of_sign = all.iter().zip(cycles).filter(|(part, _)| part.factor.signum() == sign);
            of_sign.map(|(part, one)| one.clone() * part.factor.unsigned_abs()).sum::<Count>()
        };
        let (added, subtracted) = (sum(1), sum(-1));
        if added < subtracted {
            return Err(inconsistent());
        }
        Ok(Count::from(added.as_big() - subtracted.as_big()))
    }

    /// Returns a number that identifies this schedule in every version of the program.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns how often each cycle counts; cycles with a negative factor are subtracted.
    pub const fn factor(&self) -> i64 {
        self.factor
    }

    /// Returns the number of layers, with layer 0.
    pub const fn layers(&self) -> usize {
        self.layers.len()
    }

    /// Returns the layer that a layer is computed from.
    pub fn source(&self, layer: usize) -> usize {
        self.layers[layer].source
    }

    /// Returns the patterns that a layer may have, in increasing order. Some of them may turn out to have
    /// no state.
    pub fn patterns(&self, layer: usize) -> &[u64] {
        &self.patterns[layer]
    }

    /// Returns the patterns of all layers, if they were listed.
    pub(crate) fn listed(&self) -> &[Vec<u64>] {
        &self.patterns
    }

    /// Returns the number of frontier squares of a layer, which is the number of digits of its patterns.
    pub fn frontier(&self, layer: usize) -> usize {
        self.layers[layer].step.frontier
    }

    /// Returns the digits that the step to a layer does not change, as a mask on the patterns of its source.
    pub fn untouched(&self, layer: usize) -> u64 {
        low_mask(self.frontier(self.source(layer))) & !self.layers[layer].step.touched()
    }

    /// Returns the digits of a layer that untouched digits of its source become.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_count::driver::Schedule;
    /// use caracole_count::{Job, Question};
    ///
    /// let question = Question::new(Problem::new("5x6".parse()?).closed());
    /// let schedules = Schedule::all(&question, &Job::new())?;
    /// let schedule = schedules.first().ok_or("a question has a part")?;
    /// let layer = schedule.layers() - 1;
    /// let untouched = schedule.untouched(layer);
    /// let sources = schedule.patterns(schedule.source(layer)).iter();
    /// let before: Vec<u64> =
    ///     sources.map(|pattern| schedule.carried(layer, pattern & untouched)).collect();
    /// let mask = schedule.carried(layer, untouched);
    /// assert!(schedule.patterns(layer).iter().all(|pattern| before.contains(&(pattern & mask))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn carried(&self, layer: usize, digits: u64) -> u64 {
        self.layers[layer].step.removed.map_or(digits, |at| remove(digits, at))
    }

    /// Returns the patterns of a layer that some patterns of its source lead to, in increasing order.
    pub fn reached(&self, layer: usize, before: &Layer) -> Result<Vec<u64>, CountError> {
        self.reached_of(layer, before, self.patterns(layer))
    }

    pub(crate) fn reached_of(
        &self,
        layer: usize,
        before: &Layer,
        patterns: &[u64],
    ) -> Result<Vec<u64>, CountError> {
        let step = &self.layers[layer].step;
        let mut reached =
            targets(before.patterns(), step, &Job::with_options(&Options::new().threads(1)))?;
        let mut at = 0;
        reached.retain(|&pattern| {
            at = seek(patterns, at, pattern);
            patterns.get(at) == Some(&pattern)
        });
        Ok(reached)
    }

    /// Computes some patterns of a layer, which must be in increasing order. `before` must hold all blocks
    /// that lead to them, and may hold others.
    pub fn compute(
        &self,
        layer: usize,
        before: &Layer,
        patterns: &[u64],
        job: &Job<'_>,
    ) -> Result<Layer, CountError> {
        let store = Store::new(&job.without_files());
        let reporter = ProgressReporter::silent(job);
        self.advance(layer, before, patterns, &store, &reporter)
    }

    /// Computes some patterns of a layer in a store.
    pub(crate) fn advance(
        &self,
        layer: usize,
        before: &Layer,
        targets: &[u64],
        store: &Store,
        reporter: &ProgressReporter<'_>,
    ) -> Result<Layer, CountError> {
        let writer = store.begin(self.identity(layer))?;
        let step = &self.layers[layer].step;
        Advance { layer: before, step, targets, job: reporter.job(), reporter }.run(writer)
    }

    /// Returns the layers that are joined: that of the first half with the separator, and that of the
    /// second half.
    pub const fn joined(&self) -> [usize; 2] {
        self.joined
    }

    /// Returns the pattern of the second half that a pattern of the first is joined with.
    pub fn opposite(&self, pattern: u64) -> u64 {
        opposite(&self.plan, pattern)
    }

    /// Returns the pattern of the first half that a pattern of the second is joined with.
    pub fn facing(&self, pattern: u64) -> u64 {
        facing(&self.plan, pattern)
    }

    /// Returns the number of cycles of some patterns of the first half. `second` must hold their opposites,
    /// as far as they have states.
    pub fn join(&self, first: &Layer, second: &Layer, job: &Job<'_>) -> Result<Count, CountError> {
        let (cycles, _) =
            crate::join::join_layers(&self.plan, [first, second], None, job, &|_| ())?;
        Ok(cycles.into())
    }

    /// Returns the name of a layer in a store.
    pub(crate) fn identity(&self, layer: usize) -> Identity {
        let ScheduledLayer { sweep, steps, .. } = self.layers[layer];
        Identity { plan: self.fingerprint, sweep, step: steps }
    }

    /// Returns the name of the numbers of cycles of each pattern in a store.
    pub(crate) const fn shares(&self) -> Identity {
        Identity { plan: self.fingerprint, sweep: SweepKind::Cycles, step: 0 }
    }
}

#[cfg(test)]
mod tests;
