//! A count taken apart, for engines that spread it over several processes.
//!
//! A [`Relay`] is the counting of one part of a question: legs, run one after the other. A leg makes a
//! layer of classes out of the layer before. Each class is made out of few others, so whoever is to make
//! some of the classes of a leg needs only the blocks of those that lead to them, and the result does not
//! depend on who makes what. At the end the layers of two legs are joined, class by class.
//!
//! A class is a word: for each square that is open how many moves it has so far, 0, 1 or 2, in two bits,
//! the first square lowest. A leg changes few of these digits, and what it leaves alone tells which
//! classes can be made apart from others: those that differ there have no class before them in common.

mod blocks;

use caracole_core::{Kind, Problem};

use crate::count::is_free;
use crate::parts::{Part, is_for_loops, parts};
use crate::plan::{Plan, Second};
use crate::seam::join_layers;
use crate::skeleton::{Skeleton, facing, opposite, seek, targets};
use crate::step::Step;
use crate::store::Store;
use crate::sweep::Advance;
use crate::tell::{Teller, work};
use crate::word::{low_mask, remove};
use crate::{Count, CountError, Direction, Job, Question};

pub use crate::folder::Entered;
pub use crate::store::{WholeFile, find_count, keep_count};
pub use blocks::Blocks;

/// The counting of one part of a question.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question};
/// use caracole_count::spread::{Blocks, Relay};
///
/// let question = Question::new(Problem::new("5x6".parse()?).closed());
/// let job = Job::new();
/// let relays = Relay::all(&question, &job)?;
/// let mut loops = Vec::new();
/// for relay in &relays {
///     let mut layers: Vec<Blocks> = Vec::new();
///     for leg in 0..relay.legs() {
///         let start = Blocks::first();
///         let before = relay.source(leg).map_or(&start, |earlier| &layers[earlier]);
///         layers.push(relay.run(leg, before, relay.classes(leg), &job)?);
///     }
///     let [first, second] = relay.joined().map(|leg| &layers[leg]);
///     loops.push(relay.join(first, second, &job)?);
/// }
/// assert_eq!(Relay::total(&relays, &loops).to_string(), "8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Who makes what does not matter:
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::spread::{Blocks, Relay};
/// use caracole_count::{CountError, Job, Question};
///
/// let question = Question::new(Problem::new("5x6".parse()?).closed());
/// let job = Job::new();
/// let relays = Relay::all(&question, &job)?;
/// let relay = relays.first().ok_or("a question has a part")?;
/// println!("{:016x}: {} legs, times {}", relay.fingerprint(), relay.legs(), relay.times());
/// let mut layers: Vec<Blocks> = Vec::new();
/// for leg in 0..relay.legs() {
///     let start = Blocks::first();
///     let before = relay.source(leg).map_or(&start, |earlier| &layers[earlier]);
///     // Two workers make half of the classes each, and hand them over.
///     let reached = relay.reached(leg, before)?;
///     println!("leg {leg}: {} classes, {} to do", reached.len(), relay.work(leg));
///     let (one, other) = reached.split_at(reached.len() / 2);
///     let mut parcel: Vec<(u64, Vec<u8>)> = Vec::new();
///     for classes in [one, other] {
///         relay.run(leg, before, classes, &job)?.for_each(|class, bytes| {
///             parcel.push((class, bytes.to_vec()));
///             Ok::<(), CountError>(())
///         })?;
///     }
///     let list = parcel.iter().map(|(class, bytes)| (*class, &bytes[..])).collect();
///     layers.push(Blocks::from_unsorted(relay.open(leg), list)?);
/// }
/// let [first, second] = relay.joined();
/// // Each class of one side is joined with one of the other.
/// let facing = |&class: &u64| relay.facing(relay.opposite(class)) == class;
/// assert!(relay.classes(first).iter().all(facing));
/// let loops = relay.join(&layers[first], &layers[second], &job)?;
/// assert_eq!(Relay::total(&relays[..1], &[loops]).to_string(), "8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Relay {
    plan: Plan,
    fingerprint: u64,
    times: i64,
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
    pub fn all(question: &Question, job: &Job<'_>) -> Result<Vec<Self>, CountError> {
        let problem = question.problem();
        if !is_for_loops(problem) {
            let why = "clues, and boards of up to three squares, are counted in one process";
            return Err(CountError::Unanswerable(why.into()));
        }
        if problem.kind() != Kind::Open || !is_free(problem) {
            return Self::of_kind(problem, problem.kind(), (question.direction(), 1), job);
        }
        // A closed tour has as many moves as squares, and is a tour with close ends without each.
        let squares = problem.board().len() as i64;
        let times = if question.direction() == Direction::Directed { 2 } else { 1 };
        let undirected = |times| (Direction::Undirected, times);
        let mut all = Self::of_kind(problem, Kind::Any, undirected(times), job)?;
        all.extend(Self::of_kind(problem, Kind::Closed, undirected(-squares * times), job)?);
        Ok(all)
    }

    fn of_kind(
        problem: &Problem,
        kind: Kind,
        (direction, times): (Direction, i64),
        job: &Job<'_>,
    ) -> Result<Vec<Self>, CountError> {
        let question = Question::new(problem.clone().of_kind(kind)).counting(direction);
        let relay = |part: &Part| {
            let plan = Plan::new(&part.spec)?;
            Self::new(plan.fingerprint(&part.spec), plan, part.times() as i64 * times, job)
        };
        parts(&question)?.iter().map(relay).collect()
    }

    /// The count, from the loops of all parts in their order.
    pub fn total(all: &[Self], loops: &[Count]) -> Count {
        let sum = |sign: i64| {
            let of_sign = all.iter().zip(loops).filter(|(relay, _)| relay.times.signum() == sign);
            of_sign.map(|(relay, loops)| loops.clone() * relay.times.unsigned_abs()).sum::<Count>()
        };
        Count::from(sum(1).as_big() - sum(-1).as_big())
    }

    fn new(fingerprint: u64, plan: Plan, times: i64, job: &Job<'_>) -> Result<Self, CountError> {
        let Skeleton { main, second, inner } = Skeleton::new(&plan, job)?;
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

    /// How often each loop counts in the answer; what is below zero is taken off.
    pub const fn times(&self) -> i64 {
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

    /// How many squares are open after a leg: so many digits its classes have.
    pub fn open(&self, leg: usize) -> usize {
        self.legs[leg].step.open
    }

    /// The digits that a leg leaves alone, as a mask on the classes of the layer before.
    pub fn untouched(&self, leg: usize) -> u64 {
        let open = self.source(leg).map_or(0, |earlier| self.open(earlier));
        low_mask(open) & !self.legs[leg].step.touched()
    }

    /// Where untouched digits stand in the classes of the leg.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_count::spread::Relay;
    /// use caracole_count::{Job, Question};
    ///
    /// let question = Question::new(Problem::new("5x6".parse()?).closed());
    /// let relays = Relay::all(&question, &Job::new())?;
    /// let relay = relays.first().ok_or("a question has a part")?;
    /// // Where a leg touches few squares, the others are the same before and after.
    /// let leg = relay.legs() - 1;
    /// let source = relay.source(leg).ok_or("the last leg is not the first")?;
    /// let kept = relay.untouched(leg);
    /// let digits = relay.classes(source).iter().map(|class| relay.carried(leg, class & kept));
    /// let before: Vec<u64> = digits.collect();
    /// let mask = relay.carried(leg, kept);
    /// assert!(relay.classes(leg).iter().all(|class| before.contains(&(class & mask))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn carried(&self, leg: usize, digits: u64) -> u64 {
        self.legs[leg].step.removed.map_or(digits, |at| remove(digits, at))
    }

    /// About how much there is to do in a leg, to be compared with other legs.
    pub fn work(&self, leg: usize) -> u64 {
        work(self.classes(leg))
    }

    /// The classes of a leg that some blocks of the layer before lead to, growing.
    pub fn reached(&self, leg: usize, before: &Blocks) -> Result<Vec<u64>, CountError> {
        let Leg { step, classes, .. } = &self.legs[leg];
        let mut reached = targets(&before.0.words, step, &Job::new().threads(1))?;
        let mut at = 0;
        reached.retain(|&class| {
            at = seek(classes, at, class);
            classes.get(at) == Some(&class)
        });
        Ok(reached)
    }

    /// Makes some of the classes of a leg, growing. `before` must hold all blocks that lead to them, and
    /// may hold others.
    pub fn run(
        &self,
        leg: usize,
        before: &Blocks,
        classes: &[u64],
        job: &Job<'_>,
    ) -> Result<Blocks, CountError> {
        let store = Store::new(&job.without_files());
        let teller = Teller::silent(job);
        let tray = store.begin(crate::store::Identity::NONE)?;
        let (layer, step) = (&before.0, &self.legs[leg].step);
        Advance { layer, step, targets: classes, job, teller: &teller }.run(tray).map(Blocks)
    }

    /// The legs whose layers are joined in the end: the first side with its seam, and the second side.
    pub const fn joined(&self) -> [usize; 2] {
        self.joined
    }

    /// The class of the second side that a class of the first is joined with.
    pub fn opposite(&self, class: u64) -> u64 {
        opposite(&self.plan, class)
    }

    /// The class of the first side that a class of the second is joined with: the way back.
    pub fn facing(&self, class: u64) -> u64 {
        facing(&self.plan, class)
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

#[cfg(test)]
mod tests;
