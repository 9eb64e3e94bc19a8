//! A count taken apart, for engines that spread it over several processes.
//!
//! A [`Relay`] is the counting of one part of a question: legs, run one after the other. A leg makes a
//! layer of classes out of the layer before. Each class is made out of few others, so whoever is to make
//! some of the classes of a leg needs only the blocks of those that lead to them, and the result does not
//! depend on who makes what. At the end the layers of two legs are joined, class by class.

use std::ops::Range;

use crate::block::Block;
use crate::layer::{Growing, Layer};
use crate::parts::{is_for_loops, parts};
use crate::plan::{Plan, Second};
use crate::seam::join_layers;
use crate::skeleton::{Skeleton, opposite};
use crate::step::Step;
use crate::store::Store;
use crate::sweep::advance;
use crate::tell::Teller;
use crate::word::pairs;
use crate::{Count, CountError, Job, Question};

/// The counting of one part of a question.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question};
/// use caracole_count::spread::{Blocks, Relay};
///
/// let question = Question::new(Problem::new("5x6".parse()?).closed());
/// let job = Job::new();
/// for relay in Relay::all(&question)? {
///     let mut layers: Vec<Blocks> = Vec::new();
///     for leg in 0..relay.legs() {
///         let start = Blocks::first();
///         let before = relay.source(leg).map_or(&start, |earlier| &layers[earlier]);
///         let all = 0..relay.classes(leg).len();
///         layers.push(relay.run(leg, before, all, &job)?);
///     }
///     let [first, second] = relay.joined().map(|leg| &layers[leg]);
///     let loops = relay.join(first, second, &job)?;
///     assert_eq!((loops * relay.times()).to_string(), "8");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Relay {
    plan: Plan,
    fingerprint: u64,
    times: u64,
    legs: Vec<Leg>,
    joined: [usize; 2],
}

struct Leg {
    step: Step,
    source: Option<usize>,
    classes: Vec<u64>,
}

impl Relay {
    /// The parts of a question; their numbers of loops, each times [`Relay::times`], add up to its
    /// count. Questions that are answered by listing are refused.
    pub fn all(question: &Question) -> Result<Vec<Self>, CountError> {
        if !is_for_loops(question.problem()) {
            let why = "clues, and boards of up to three squares, are counted in one process";
            return Err(CountError::Unanswerable(why.into()));
        }
        parts(question)?
            .iter()
            .map(|part| {
                let plan = Plan::new(&part.spec)?;
                Self::new(plan.fingerprint(&part.spec), plan, part.times())
            })
            .collect()
    }

    fn new(fingerprint: u64, plan: Plan, times: u64) -> Result<Self, CountError> {
        let Skeleton { main, second, inner } = Skeleton::new(&plan, &Job::new().threads(1))?;
        let mut legs: Vec<Leg> = Vec::new();
        let mut add = |steps: &[Step], classes: Vec<Vec<u64>>, start: Option<usize>| {
            for (at, (step, classes)) in steps.iter().zip(classes.into_iter().skip(1)).enumerate() {
                let source = if at == 0 { start } else { Some(legs.len() - 1) };
                legs.push(Leg { step: step.clone(), source, classes });
            }
            legs.len()
        };
        let before = match &plan.second {
            Second::Swept(side) => add(&side.steps, second, None),
            Second::Mirrored { .. } => 0,
        };
        // The layer after so many steps of the main sweep is made by the leg before.
        let of_main = |steps: usize| (before + steps).checked_sub(1).filter(|_| steps > 0);
        add(&plan.main.steps, main, None);
        let last = add(&plan.inner.steps, inner, of_main(plan.first));
        let first = if plan.inner.steps.is_empty() { of_main(plan.first) } else { Some(last - 1) };
        let second = match plan.second {
            Second::Swept(_) => before.checked_sub(1),
            Second::Mirrored { steps, .. } => of_main(steps),
        };
        let joined = [first.unwrap_or(0), second.unwrap_or(0)];
        Ok(Self { plan, fingerprint, times, legs, joined })
    }

    /// What tells this relay from others.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// How often each loop counts in the answer.
    pub const fn times(&self) -> u64 {
        self.times
    }

    /// How many legs there are.
    pub const fn legs(&self) -> usize {
        self.legs.len()
    }

    /// The leg whose layer this leg goes on from; none if it is [`Blocks::first`].
    pub fn source(&self, leg: usize) -> Option<usize> {
        self.legs[leg].source
    }

    /// The classes that a leg may make, growing. Some of them may turn out to have no state.
    pub fn classes(&self, leg: usize) -> &[u64] {
        &self.legs[leg].classes
    }

    /// Which classes of a leg, by their places in [`Relay::classes`], need a class of the layer before.
    pub fn needed_by(&self, leg: usize, class: u64) -> impl Iterator<Item = usize> + '_ {
        let Leg { step, classes, .. } = &self.legs[leg];
        let targets = step.choices.iter().filter_map(move |choice| step.target(choice, class));
        targets.filter_map(|target| classes.binary_search(&target).ok())
    }

    /// Makes some of the classes of a leg. `before` must hold all blocks that lead to them, and may hold
    /// others.
    pub fn run(
        &self,
        leg: usize,
        before: &Blocks,
        classes: Range<usize>,
        job: &Job<'_>,
    ) -> Result<Blocks, CountError> {
        let Leg { step, classes: all, .. } = &self.legs[leg];
        let store = Store::new(&job.without_files());
        let teller = Teller::silent(job);
        let tray = store.begin(crate::store::Identity::NONE)?;
        advance(&before.0, &all[classes], step, tray, job, &teller).map(Blocks)
    }

    /// The legs whose layers are joined in the end: the first side with its seam, and the second side.
    pub const fn joined(&self) -> [usize; 2] {
        self.joined
    }

    /// The class of the second side that a class of the first is joined with.
    pub fn opposite(&self, class: u64) -> u64 {
        opposite(&self.plan, class)
    }

    /// The loops of some classes of the first side. `second` must hold their opposites, as far as they
    /// have states.
    pub fn join(
        &self,
        first: &Blocks,
        second: &Blocks,
        job: &Job<'_>,
    ) -> Result<Count, CountError> {
        let (loops, _) = join_layers(&self.plan, [&first.0, &second.0], None, job, &|_| ())?;
        Ok(loops.into())
    }
}

/// Classes with their states: a layer, or some of it.
pub struct Blocks(Layer);

impl Blocks {
    /// What every count begins with.
    pub fn first() -> Self {
        Self(Layer::first(&Store::new(&Job::new())))
    }

    /// Blocks that came from elsewhere, by their classes; a class must not occur twice. The bytes must
    /// be those that [`Blocks::iter`] gave.
    pub fn from_unsorted(mut list: Vec<(u64, Vec<u8>)>) -> Self {
        list.sort_unstable_by_key(|(class, _)| *class);
        let store = Store::new(&Job::new());
        let mut layer = Layer::empty();
        let mut growing = Growing::default();
        for (class, bytes) in list {
            growing.push(class, |out| Block { bytes: &bytes, pairs: pairs(class) }.copy(out));
            if growing.bytes.len() > store.segment() {
                layer.push(store.in_memory(std::mem::take(&mut growing)));
            }
        }
        layer.push(store.in_memory(growing));
        Self(layer)
    }

    /// The classes, growing, each with its block.
    pub fn iter(&self) -> impl Iterator<Item = Result<(u64, Vec<u8>), CountError>> + '_ {
        let mut reader = self.0.reader();
        self.0.words.iter().enumerate().map(move |(place, &class)| {
            let mut bytes = Vec::new();
            reader.block(place)?.copy(&mut bytes);
            Ok((class, bytes))
        })
    }

    /// How many classes.
    pub const fn classes(&self) -> usize {
        self.0.words.len()
    }

    /// How many states.
    pub const fn states(&self) -> u64 {
        self.0.states
    }
}
