//! Restarts: a search that takes long is restarted with other decisions, on several threads.
//!
//! Restarts are numbered, and each has its own conflict limit and random stream. The result is that
//! of the restart with the lowest number that comes to an end, whichever comes first in time, so it
//! does not depend on the number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use caracole_core::{Cases, Clauses, Path, Problem};
use caracole_runtime::parallel;
use caracole_verify::StopCause;

use crate::{Random, Run};

use super::CheckLimits;
use super::clausal::{self, Learned};
use super::edge_orbits::EdgeOrbits;
use super::learning::Constraints;
use super::model::Model;
use super::paths;
use super::pruning::Pruner;
use super::search::{Pruning, Search, SearchEvent, SearchResult};

/// A search with restarts.
///
/// After [`FIRST_LEARNING`] restarts, problems that the learning search supports are left to it. It
/// keeps what it learned, has the conflict limits of the restarts that it replaces together, and
/// uses one thread, unless the run is a [race](caracole_runtime::Options::race).
pub(super) struct RestartingSearch<'a> {
    pub(super) problem: &'a Problem,
    pub(super) model: &'a Model<'a>,
    /// The most solutions to look for.
    pub(super) max_solutions: usize,
    /// The number of the first restart; those before it were made elsewhere, without a result.
    pub(super) first: u64,
    /// The most restarts, those before the first included.
    pub(super) max_restarts: Option<u64>,
    pub(super) threads: usize,
    pub(super) seed: u64,
    /// The orbits of the edges, computed when they are first used.
    pub(super) orbits: OnceLock<Option<EdgeOrbits>>,
    /// The restart that panics.
    #[cfg(test)]
    pub(super) panics_at: Option<u64>,
}

/// The result of a restart.
pub(super) struct Restart {
    /// Solutions, each with the paths of all knights.
    pub(super) solutions: Vec<Vec<Path>>,
    pub(super) end: End,
    /// The number of decisions.
    decisions: u64,
}

impl Restart {
    /// Returns the result for a problem that has no solution before any search.
    pub(super) const fn without_search() -> Self {
        Self { solutions: Vec::new(), end: End::Exhausted(None), decisions: 0 }
    }
}

/// The result of a restart.
pub(super) enum End {
    /// There are no other solutions. If there are none at all, this is the proof, unless it became
    /// too long to keep.
    Exhausted(Option<Proof>),
    /// The requested number of solutions was found.
    Solutions,
    /// The conflict limit was reached.
    ConflictLimit,
}

/// The proof of a search without a solution.
pub(super) enum Proof {
    Cases(Cases),
    Clauses(Clauses),
}

/// Receives the events of a restart; an error from it ends the restart.
pub(super) type OnEvent<'a> = dyn FnMut(SearchEvent) -> Result<(), StopCause> + 'a;

/// The number of the restart from which on the learning search is used. The first finds easy tours, the
/// second short proofs, and the third vertex cuts.
const FIRST_LEARNING: u64 = 3;

/// The first restart that uses symmetries.
const FIRST_WITH_ORBITS: u64 = 6;

/// The conflict limit of a restart with quick pruning.
const QUICK_CONFLICTS: u64 = 16;

/// Returns the conflict limit of a restart with thorough pruning. On large boards a search mostly
/// meets a few conflicts, or far too many.
const fn conflict_limit(number: u64, squares: usize) -> u64 {
    let first = if squares > 1000 { 40 } else { 300 };
    let doubled = number / 2;
    if doubled < 50 { first << doubled } else { u64::MAX }
}

/// The first restart that searches for vertex cuts of two vertices or more.
const FIRST_WITH_CUTS: u64 = 2;

/// Returns how many steps a restart spends on vertex cuts.
const fn cut_effort(number: u64) -> u64 {
    const FIRST: u64 = 1 << 19;
    const MAX_DOUBLED: u64 = 6;
    let doubled = number / 2;
    FIRST << if doubled < MAX_DOUBLED { doubled } else { MAX_DOUBLED }
}

impl RestartingSearch<'_> {
    /// Restarts until a search comes to an end. If none does, the last one is returned.
    pub(super) fn search(&self, run: &mut Run<'_>) -> Result<Restart, StopCause> {
        let last = self.max_restarts.unwrap_or(u64::MAX).max(self.first + 1);
        let mut number = self.first;
        let constraints =
            if self.max_solutions == 1 { clausal::constraints(self.model) } else { None };
        loop {
            if number >= FIRST_LEARNING
                && let Some(constraints) = &constraints
            {
                return self.learn(constraints, number..last, run);
            }
            // The first restart is mostly the last, and a limit of steps needs one thread.
            let is_alone =
                number == 0 || run.limits_steps() || self.threads <= 1 || constraints.is_some();
            if !is_alone && number + 1 < last {
                return self.search_in_parallel(number, last, run);
            }
            let restart = self.restart(number, &mut |event| report(run, event))?;
            number += 1;
            if !matches!(restart.end, End::ConflictLimit) || number == last {
                return Ok(restart);
            }
        }
    }

    /// Searches with clause learning, instead of these restarts.
    fn learn(
        &self,
        constraints: &Constraints,
        restarts: Range<u64>,
        run: &mut Run<'_>,
    ) -> Result<Restart, StopCause> {
        let max_conflicts = if self.max_restarts.is_none() {
            u64::MAX
        } else {
            restarts.map(|number| conflict_limit(number, self.model.len())).sum()
        };
        let decisions = run.stats().decisions;
        let job = clausal::Job {
            model: self.model,
            constraints,
            seed: self.seed,
            proof_folder: run.proof_folder(),
        };
        let is_race = run.is_race() && self.threads > 1 && max_conflicts == u64::MAX;
        let learned = if is_race && !run.limits_steps() {
            let (learned, made) = job.race(self.threads, &mut |event| report(run, event));
            run.add_decisions(made);
            learned?
        } else {
            job.run(max_conflicts, &mut |event| report(run, event))?
        };
        let (solutions, end) = match learned {
            Learned::ConflictLimit => (Vec::new(), End::ConflictLimit),
            Learned::Refuted(proof) => (Vec::new(), End::Exhausted(proof.map(Proof::Clauses))),
            Learned::Solution(state) => {
                let paths = paths::all(self.model, self.problem, &state).take(1).collect();
                (paths, End::Solutions)
            }
        };
        Ok(Restart { solutions, end, decisions: run.stats().decisions - decisions })
    }

    /// Makes the restarts from `first` up to `last` on all threads, each of which takes the next
    /// restart when it has finished one.
    fn search_in_parallel(
        &self,
        first: u64,
        last: u64,
        run: &mut Run<'_>,
    ) -> Result<Restart, StopCause> {
        let pool = Pool::new(first, last, self.threads);
        let outcome = thread::scope(|scope| {
            let workers: Vec<_> = (1..self.threads)
                .map(|_| parallel::spawn(scope, || pool.work(self, &mut || Ok(()))))
                .collect();
            let worked = pool.work(self, &mut || run.check_limits()).and_then(|()| pool.wait(run));
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
        let outcome = outcome.map(|()| pool.result());
        let decisions = match &outcome {
            Ok((_, decisions)) => *decisions,
            Err(_) => pool.decisions.load(Ordering::Relaxed),
        };
        run.add_decisions(decisions);
        outcome.and_then(|(restart, _)| restart.ok_or(StopCause::Fault))
    }

    fn orbits(&self) -> Option<&EdgeOrbits> {
        self.orbits.get_or_init(|| EdgeOrbits::new(self.problem, self.model)).as_ref()
    }

    /// Makes one restart.
    fn restart(&self, number: u64, on_event: &mut OnEvent<'_>) -> Result<Restart, StopCause> {
        #[cfg(test)]
        assert_ne!(self.panics_at, Some(number), "on purpose");
        // The first breaks ties by the order of the board, unless a seed is given.
        let (model, seed) = (self.model, self.seed);
        let random = (number > 0 || seed > 0).then(|| Random::numbered(seed, "exact", number));
        // Most tours are found without much pruning; proofs are better with it.
        let is_quick = number == 0 && self.max_solutions == 1;
        let (pruning, max_conflicts) = if is_quick {
            (Pruning::Quick, QUICK_CONFLICTS)
        } else {
            (Pruning::Thorough, conflict_limit(number, model.len()))
        };
        // Symmetries exclude other solutions, and a short proof is easier to read without them.
        let uses_orbits = self.max_solutions == 1 && number >= FIRST_WITH_ORBITS;
        let orbits = if uses_orbits { self.orbits() } else { None };
        // A few hundred cases take less time.
        let cut_effort = if number < FIRST_WITH_CUTS { 0 } else { cut_effort(number) };
        let pruner = Pruner::new(cut_effort, Random::numbered(seed, "cuts", number));
        let mut search = Search::new(model, pruning, pruner, random, orbits);
        let mut solutions: Vec<Vec<Path>> = Vec::new();
        let end = loop {
            match search.next(max_conflicts, on_event)? {
                SearchResult::ConflictLimit => break End::ConflictLimit,
                SearchResult::Exhausted if is_quick && search.decisions > 0 => {
                    break End::ConflictLimit;
                }
                SearchResult::Exhausted => {
                    break End::Exhausted(search.log.simplified_cases(model).map(Proof::Cases));
                }
                SearchResult::Solution => {}
            }
            let before = solutions.len();
            let left = self.max_solutions - before;
            solutions.extend(paths::all(model, self.problem, &search.state).take(left));
            if solutions.len() == self.max_solutions {
                break End::Solutions;
            }
            search.log_solution(solutions.len() > before);
        };
        Ok(Restart { solutions, end, decisions: search.decisions })
    }
}

/// Reports an event of a restart to the run.
fn report(run: &mut Run<'_>, event: SearchEvent) -> Result<(), StopCause> {
    match event {
        SearchEvent::Decision => run.count_decision(),
        SearchEvent::CheckLimits => run.check_limits(),
    }
}

/// Restarts on several threads.
struct Pool {
    /// The next restart to make, and the end of all.
    next: AtomicU64,
    last: u64,
    /// The lowest restart so far that came to an end. No later one is needed.
    best: AtomicU64,
    finished: Mutex<BTreeMap<u64, Restart>>,
    /// The number of decisions in all restarts, unfinished ones included.
    decisions: AtomicU64,
    /// The number of running threads.
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
            decisions: AtomicU64::new(0),
            working: AtomicUsize::new(threads),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// Makes one restart after another as long as any is needed. An error from `check_limits` stops
    /// all of them.
    fn work(
        &self,
        search: &RestartingSearch<'_>,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<(), StopCause> {
        let _guard = WorkerGuard(self);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.last || number > self.best.load(Ordering::Relaxed) {
                return Ok(());
            }
            let mut on_event = |event| {
                if event == SearchEvent::Decision {
                    self.decisions.fetch_add(1, Ordering::Relaxed);
                }
                check_limits()?;
                let is_needed = number < self.best.load(Ordering::Relaxed);
                if is_needed && !self.is_stopped.load(Ordering::Relaxed) {
                    Ok(())
                } else {
                    Err(StopCause::Interrupt)
                }
            };
            let restart = || search.restart(number, &mut on_event);
            // The state after a panic is not used again.
            let restart = catch_unwind(AssertUnwindSafe(restart)).unwrap_or_else(|_| {
                self.is_stopped.store(true, Ordering::Relaxed);
                Err(StopCause::Fault)
            });
            match restart {
                Ok(restart) => {
                    if !matches!(restart.end, End::ConflictLimit) {
                        self.best.fetch_min(number, Ordering::Relaxed);
                    }
                    self.finished().insert(number, restart);
                }
                // An earlier restart came to an end.
                Err(StopCause::Interrupt) if self.best.load(Ordering::Relaxed) < number => {}
                Err(cause) => return Err(cause),
            }
        }
    }

    /// Waits for the other threads.
    fn wait(&self, run: &mut Run<'_>) -> Result<(), StopCause> {
        while self.working.load(Ordering::Acquire) > 0 {
            run.check_limits()?;
            thread::sleep(Duration::from_micros(200));
        }
        Ok(())
    }

    fn finished(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Restart>> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the restart with the lowest number that came to an end, or else the last; and how many
    /// decisions were made up to it.
    fn result(&self) -> (Option<Restart>, u64) {
        let best = self.best.load(Ordering::Relaxed).min(self.last - 1);
        let mut finished = self.finished();
        let decisions = finished.range(..=best).map(|(_, restart)| restart.decisions).sum();
        (finished.remove(&best), decisions)
    }
}

/// Counts a thread as working until it is dropped.
struct WorkerGuard<'a>(&'a Pool);

impl Drop for WorkerGuard<'_> {
    fn drop(&mut self) {
        self.0.working.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::{Leaper, Piece};

    use super::*;
    use crate::{Exact, Solver};

    /// A problem that takes many restarts. The learning search does not support the clues.
    fn hard() -> Problem {
        let giraffe = Piece::from("1,4".parse::<Leaper>().unwrap());
        let problem = Problem::with_piece("9x10".parse().unwrap(), giraffe).closed();
        [("a1", 1), ("e5", 45), ("i10", 60)]
            .into_iter()
            .fold(problem, |problem, (square, step)| problem.clue(square, step).unwrap())
    }

    fn search<'a>(
        problem: &'a Problem,
        model: &'a Model<'a>,
        threads: usize,
    ) -> RestartingSearch<'a> {
        RestartingSearch {
            problem,
            model,
            max_solutions: 1,
            first: 0,
            max_restarts: None,
            threads,
            seed: 0,
            orbits: OnceLock::new(),
            panics_at: None,
        }
    }

    #[test]
    fn a_restart_that_panics_ends_the_search() {
        let problem = hard();
        let model = Model::new(&problem, &mut Run::new()).unwrap();
        for threads in [2, 3, 8] {
            let search =
                RestartingSearch { panics_at: Some(3), ..search(&problem, &model, threads) };
            assert_eq!(search.search(&mut Run::new()).err(), Some(StopCause::Fault), "{threads}");
        }
    }

    /// The same end after the same number of decisions, however many threads there are.
    #[test]
    fn threads_change_nothing() {
        let problem = hard();
        let model = Model::new(&problem, &mut Run::new()).unwrap();
        let cases = |threads| {
            let mut run = Run::new();
            let search =
                RestartingSearch { max_restarts: Some(9), ..search(&problem, &model, threads) };
            let restart = search.search(&mut run).map_err(StopCause::name).unwrap();
            assert!(matches!(restart.end, End::ConflictLimit), "it is harder than that");
            run.stats().decisions
        };
        let alone = cases(1);
        assert_eq!([2, 3, 7].map(cases), [alone; 3]);
    }

    #[test]
    fn restarts_that_were_made_before_are_not_made_again() {
        let problem = hard();
        let model = Model::new(&problem, &mut Run::new()).unwrap();
        let cases = |first, max_restarts| {
            let mut run = Run::new();
            let max_restarts = Some(max_restarts);
            let search = RestartingSearch { first, max_restarts, ..search(&problem, &model, 2) };
            assert!(search.search(&mut run).is_ok());
            run.stats().decisions
        };
        assert_eq!(cases(0, 6) + cases(6, 8), cases(0, 8));
        let short = crate::auto::SHORT;
        let mut run = Run::new();
        assert!(!short.solve(&problem, &mut run).is_impossible());
        assert_eq!((short.max_restarts, run.stats().decisions), (Some(6), cases(0, 6)));
        assert_eq!(Exact::default().max_restarts, None);
    }
}
