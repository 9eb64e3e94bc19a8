//! Attempts: a search that takes long is restarted with other choices, on all cores.
//!
//! Attempts are numbered, and each has its own limit and its own random numbers. The answer is that
//! of the attempt with the lowest number that comes to one, whichever comes first in time, so it
//! does not depend on how many threads there are.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use caracole_core::{Cases, Path, Problem, StopCause, parallel};

use crate::{Random, Run};

use super::alike::Alike;
use super::answer;
use super::model::Model;
use super::search::{Event, Find, Search, Thought};
use super::simpler;

/// What is looked for.
pub(super) struct Quest<'a> {
    pub(super) problem: &'a Problem,
    pub(super) model: &'a Model,
    /// How many answers, at most.
    pub(super) answers: usize,
    /// The number of the first attempt; those before it came to nothing elsewhere.
    pub(super) first: u64,
    /// How many attempts, those before the first included, if not as many as it takes.
    pub(super) attempts: Option<u64>,
    /// On how many cores.
    pub(super) threads: usize,
    pub(super) seed: u64,
    /// Which moves are alike; found out when it is first asked.
    pub(super) alike: OnceLock<Option<Alike>>,
    /// The attempt that panics.
    #[cfg(test)]
    pub(super) panics_at: Option<u64>,
}

/// What an attempt came to.
pub(super) struct Attempt {
    /// Answers, each with the paths of all knights.
    pub(super) answers: Vec<Vec<Path>>,
    pub(super) end: End,
    /// How many cases were supposed.
    supposed: u64,
}

impl Attempt {
    /// There is nothing to search.
    pub(super) const fn none() -> Self {
        Self { answers: Vec::new(), end: End::All(None), supposed: 0 }
    }
}

/// How an attempt ended.
pub(super) enum End {
    /// There are no other answers. If there are none at all, this is the proof, unless it became
    /// too long to keep.
    All(Option<Cases>),
    /// As many answers as were wanted.
    Answers,
    /// As many cases were closed as it may.
    Enough,
}

/// Hears of an attempt, and stops it when there is reason to.
type Hear<'a> = dyn FnMut(Event) -> Result<(), StopCause> + 'a;

/// From this attempt on, symmetries are looked at.
const HARD: u64 = 6;

/// The cases that a hasty attempt may close.
const HASTY: u64 = 16;

/// The cases that an attempt may close. On large boards an attempt mostly closes a few, or far too
/// many.
const fn most_closed(number: u64, squares: usize) -> u64 {
    let first = if squares > 1000 { 40 } else { 300 };
    let doubled = number / 2;
    if doubled < 50 { first << doubled } else { u64::MAX }
}

impl Quest<'_> {
    /// Makes attempts until one comes to an end. If all run out, the last one is returned.
    pub(super) fn go(&self, run: &mut Run<'_>) -> Result<Attempt, StopCause> {
        let last = self.attempts.unwrap_or(u64::MAX).max(self.first + 1);
        let mut number = self.first;
        loop {
            // The first attempt mostly settles it, and a limit of steps is kept one by one.
            let is_alone = number == 0 || run.limits_steps() || self.threads <= 1;
            if !is_alone && number + 1 < last {
                return self.side_by_side(number, last, run);
            }
            let attempt = self.attempt(number, &mut |event| hear(run, event))?;
            number += 1;
            if !matches!(attempt.end, End::Enough) || number == last {
                return Ok(attempt);
            }
        }
    }

    /// Makes the attempts from `first` up to `last` on all threads, each of which takes the next
    /// attempt when it has finished one.
    fn side_by_side(&self, first: u64, last: u64, run: &mut Run<'_>) -> Result<Attempt, StopCause> {
        let pool = Pool::new(first, last, self.threads);
        let answer = thread::scope(|scope| {
            let workers: Vec<_> = (1..self.threads)
                .map(|_| parallel::spawn(scope, || pool.work(self, &mut || Ok(()))))
                .collect();
            let worked = pool.work(self, &mut || run.look()).and_then(|()| pool.wait(run));
            if worked.is_err() {
                pool.is_stopped.store(true, Ordering::Relaxed);
            }
            let others = workers
                .into_iter()
                .map(|worker| !matches!(worker.join(), Err(_) | Ok(Err(StopCause::Fault))));
            // All are joined before a panic is reported.
            let are_whole = others.fold(true, |all, is_whole| all & is_whole);
            if are_whole { worked } else { Err(StopCause::Fault) }
        });
        let answer = answer.map(|()| pool.answer());
        let supposed = match &answer {
            Ok((_, supposed)) => *supposed,
            Err(_) => pool.supposed.load(Ordering::Relaxed),
        };
        run.add_cases(supposed);
        answer.and_then(|(attempt, _)| attempt.ok_or(StopCause::Fault))
    }

    fn alike(&self) -> Option<&Alike> {
        self.alike.get_or_init(|| Alike::new(self.problem, self.model)).as_ref()
    }

    /// One attempt.
    fn attempt(&self, number: u64, hear: &mut Hear<'_>) -> Result<Attempt, StopCause> {
        #[cfg(test)]
        assert_ne!(self.panics_at, Some(number), "on purpose");
        // The first follows the board alone, unless chance is asked for.
        let (model, seed) = (self.model, self.seed);
        let random = (number > 0 || seed > 0).then(|| Random::numbered(seed, "exact", number));
        // Most tours are found without much thought; proofs are better with it.
        let thought = if number == 0 && self.answers == 1 { Thought::Short } else { Thought::Long };
        let most = match thought {
            Thought::Short => HASTY,
            Thought::Long => most_closed(number, model.len()),
        };
        // Other answers would be alike, and a short proof is easier to read without it.
        let alike = if self.answers == 1 && number >= HARD { self.alike() } else { None };
        let mut search = Search::new(model, thought, random, alike);
        let mut answers: Vec<Vec<Path>> = Vec::new();
        let end = loop {
            match search.next(most, hear)? {
                Find::Enough => break End::Enough,
                Find::Nothing if thought == Thought::Short && search.supposed > 0 => {
                    break End::Enough;
                }
                Find::Nothing => break End::All(simpler::proof(model, &search.record)),
                Find::Whole => {}
            }
            let before = answers.len();
            let left = self.answers - before;
            answers.extend(answer::all(model, self.problem, &search.state).take(left));
            if answers.len() == self.answers {
                break End::Answers;
            }
            search.judge(answers.len() > before);
        };
        Ok(Attempt { answers, end, supposed: search.supposed })
    }
}

/// Tells the run what an attempt does.
fn hear(run: &mut Run<'_>, event: Event) -> Result<(), StopCause> {
    match event {
        Event::Supposition => run.suppose(),
        Event::Look => run.look(),
    }
}

/// Attempts on several threads.
struct Pool {
    /// The next attempt that nobody has taken, and the end of all.
    next: AtomicU64,
    last: u64,
    /// The lowest attempt so far that came to an end. No later one is needed.
    best: AtomicU64,
    /// What the attempts came to.
    finished: Mutex<BTreeMap<u64, Attempt>>,
    /// How many cases were supposed in all attempts, also in those that were not finished.
    supposed: AtomicU64,
    /// How many threads are at work.
    working: AtomicUsize,
    is_stopped: AtomicBool,
}

impl Pool {
    const fn new(first: u64, last: u64, threads: usize) -> Self {
        Self {
            next: AtomicU64::new(first),
            last,
            best: AtomicU64::new(u64::MAX),
            finished: Mutex::new(BTreeMap::new()),
            supposed: AtomicU64::new(0),
            working: AtomicUsize::new(threads),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// Makes one attempt after another as long as any is needed. `look` can stop all of them.
    fn work(
        &self,
        quest: &Quest<'_>,
        look: &mut dyn FnMut() -> Result<(), StopCause>,
    ) -> Result<(), StopCause> {
        let _at_work = AtWork(self);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.last || number > self.best.load(Ordering::Relaxed) {
                return Ok(());
            }
            let mut hear = |event| {
                if event == Event::Supposition {
                    self.supposed.fetch_add(1, Ordering::Relaxed);
                }
                look()?;
                let is_needed = number < self.best.load(Ordering::Relaxed);
                let goes_on = is_needed && !self.is_stopped.load(Ordering::Relaxed);
                if goes_on { Ok(()) } else { Err(StopCause::Interrupt) }
            };
            let attempt = || quest.attempt(number, &mut hear);
            // What a panic leaves behind is not used again.
            let attempt = catch_unwind(AssertUnwindSafe(attempt)).unwrap_or_else(|_| {
                self.is_stopped.store(true, Ordering::Relaxed);
                Err(StopCause::Fault)
            });
            match attempt {
                Ok(attempt) => {
                    if !matches!(attempt.end, End::Enough) {
                        self.best.fetch_min(number, Ordering::Relaxed);
                    }
                    let mut finished = self.finished();
                    finished.insert(number, attempt);
                }
                // An earlier attempt came to an end.
                Err(StopCause::Interrupt) if self.best.load(Ordering::Relaxed) < number => {}
                Err(cause) => return Err(cause),
            }
        }
    }

    /// Waits for the other threads.
    fn wait(&self, run: &mut Run<'_>) -> Result<(), StopCause> {
        while self.working.load(Ordering::Acquire) > 0 {
            run.look()?;
            thread::sleep(Duration::from_micros(200));
        }
        Ok(())
    }

    fn finished(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Attempt>> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The attempt with the lowest number that came to an end, or else the last; and how many cases
    /// were supposed up to it.
    fn answer(&self) -> (Option<Attempt>, u64) {
        let best = self.best.load(Ordering::Relaxed).min(self.last - 1);
        let mut finished = self.finished();
        let supposed = finished.range(..=best).map(|(_, attempt)| attempt.supposed).sum();
        (finished.remove(&best), supposed)
    }
}

/// A thread at work. However it ends, the others learn of it.
struct AtWork<'a>(&'a Pool);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.working.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::{Leaper, Piece};

    use super::*;
    use crate::{Exact, Solver};

    /// A problem that takes many attempts.
    fn hard() -> Problem {
        let giraffe = Piece::from("1,4".parse::<Leaper>().unwrap());
        Problem::with_piece("cylinder:6x6".parse().unwrap(), giraffe)
    }

    fn quest<'a>(problem: &'a Problem, model: &'a Model, threads: usize) -> Quest<'a> {
        Quest {
            problem,
            model,
            answers: 1,
            first: 0,
            attempts: None,
            threads,
            seed: 0,
            alike: OnceLock::new(),
            panics_at: None,
        }
    }

    #[test]
    fn an_attempt_that_panics_ends_the_search() {
        let problem = hard();
        let model = Model::new(&problem, &mut Run::new()).unwrap();
        for threads in [2, 3, 8] {
            let quest = Quest { panics_at: Some(3), ..quest(&problem, &model, threads) };
            assert_eq!(quest.go(&mut Run::new()).err(), Some(StopCause::Fault), "{threads}");
        }
    }

    /// The same end after the same number of cases, however many threads there are.
    #[test]
    fn threads_change_nothing() {
        let problem = hard();
        let model = Model::new(&problem, &mut Run::new()).unwrap();
        let cases = |threads| {
            let mut run = Run::new();
            let quest = Quest { attempts: Some(9), ..quest(&problem, &model, threads) };
            let attempt = quest.go(&mut run).map_err(StopCause::word).unwrap();
            assert!(matches!(attempt.end, End::Enough), "it is harder than that");
            run.stats().cases
        };
        let alone = cases(1);
        assert_eq!([2, 3, 7].map(cases), [alone; 3]);
    }

    #[test]
    fn attempts_that_were_made_before_are_not_made_again() {
        let problem = hard();
        let model = Model::new(&problem, &mut Run::new()).unwrap();
        let cases = |first, attempts| {
            let mut run = Run::new();
            let attempts = Some(attempts);
            let quest = Quest { first, attempts, ..quest(&problem, &model, 2) };
            assert!(quest.go(&mut run).is_ok());
            run.stats().cases
        };
        assert_eq!(cases(0, 6) + cases(6, 8), cases(0, 8));
        let short = crate::auto::SHORT;
        let mut run = Run::new();
        assert!(!short.solve(&problem, &mut run).is_impossible());
        assert_eq!((short.attempts, run.stats().cases), (Some(6), cases(0, 6)));
        assert_eq!(Exact::default().attempts, None);
    }
}
