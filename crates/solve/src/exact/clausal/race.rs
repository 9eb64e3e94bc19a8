//! Several learning searches at the same time, which share short clauses and one proof. The first answer ends all.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use caracole_runtime::parallel;
use caracole_verify::StopCause;

use super::super::learning::{LearningResult, Literal, ProofLine, SearchContext, SharedClause};
use super::super::restarts::OnEvent;
use super::super::search::SearchEvent;
use super::proof_writer::ProofWriter;
use super::{Job, Learned};

/// Longer clauses are rarely useful to other searches.
const MAX_SHARED_LITERALS: usize = 16;

/// What the searches have in common.
///
/// Every clause follows from the lines before it in the common proof, because these contain all lines that the search
/// itself used. A search deletes only its own clauses, and never one that it shares.
struct Race<'a> {
    proof: Mutex<ProofWriter<'a>>,
    /// Shared clauses, each with the number of the search that derived it.
    shared: Mutex<Vec<(usize, SharedClause)>>,
    is_over: AtomicBool,
    decisions: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One of the searches.
struct Runner<'a, 'b, 'c> {
    race: &'a Race<'b>,
    number: usize,
    /// How many shared clauses were received.
    received: usize,
    check_limits: &'a mut (dyn FnMut() -> Result<(), StopCause> + 'c),
}

impl SearchContext for Runner<'_, '_, '_> {
    type Error = StopCause;

    fn decide(&mut self) -> Result<(), StopCause> {
        self.race.decisions.fetch_add(1, Ordering::Relaxed);
        if self.race.is_over.load(Ordering::Relaxed) {
            return Err(StopCause::Interrupt);
        }
        (self.check_limits)()
    }

    fn log(&mut self, line: ProofLine<'_>) -> u32 {
        lock(&self.race.proof).push(line)
    }

    fn share(&mut self, literals: &[Literal], line: u32) {
        if literals.len() <= MAX_SHARED_LITERALS {
            let clause = SharedClause { literals: literals.into(), line };
            lock(&self.race.shared).push((self.number, clause));
        }
    }

    fn receive(&mut self) -> Vec<SharedClause> {
        let shared = lock(&self.race.shared);
        let new = &shared[self.received..];
        let of_others = new.iter().filter(|(number, _)| *number != self.number);
        let clauses = of_others.map(|(_, clause)| clause.clone()).collect();
        self.received = shared.len();
        clauses
    }
}

impl<'a> Job<'a> {
    /// Searches on several threads until one of them has an answer. `on_event` is called on the thread of the caller;
    /// an error from it ends all searches. Returns the answer and the number of decisions of all searches.
    pub(in super::super) fn race(
        &self,
        threads: usize,
        on_event: &mut OnEvent<'_>,
    ) -> (Result<Learned<'a>, StopCause>, u64) {
        let race = Race {
            proof: Mutex::new(ProofWriter::new(self.proof_folder)),
            shared: Mutex::new(Vec::new()),
            is_over: AtomicBool::new(false),
            decisions: AtomicU64::new(0),
        };
        let answers = thread::scope(|scope| {
            let race = &race;
            let others: Vec<_> = (1..threads)
                .map(|number| {
                    parallel::spawn(scope, move || self.take_part(race, number, &mut || Ok(())))
                })
                .collect();
            let mut check_limits = || on_event(SearchEvent::CheckLimits);
            let first = self.take_part(race, 0, &mut check_limits);
            let others =
                others.into_iter().map(|other| other.join().unwrap_or(Err(StopCause::Fault)));
            std::iter::once(first).chain(others.collect::<Vec<_>>()).collect::<Vec<_>>()
        });
        let decisions = race.decisions.load(Ordering::Relaxed);
        (self.first_answer(race, answers), decisions)
    }

    fn first_answer(
        &self,
        race: Race<'_>,
        answers: Vec<Result<Answer<'a>, StopCause>>,
    ) -> Result<Learned<'a>, StopCause> {
        let mut cause = StopCause::Interrupt;
        let mut won = None;
        for answer in answers {
            match answer {
                Ok(answer) => won = won.or(Some(answer)),
                // Those that were ended by the winner, or by the limit of the first, say nothing.
                Err(StopCause::Interrupt) => {}
                Err(StopCause::Fault) => return Err(StopCause::Fault),
                Err(other) => cause = other,
            }
        }
        match won.ok_or(cause)? {
            Answer::Solution(solution) => Ok(solution),
            Answer::Refuted => {
                let proof = race.proof.into_inner().unwrap_or_else(PoisonError::into_inner);
                Ok(Learned::Refuted(proof.finish(self.model)))
            }
        }
    }

    /// Makes one of the searches. Whatever its end, the others end too.
    fn take_part(
        &self,
        race: &Race<'_>,
        number: usize,
        check_limits: &mut dyn FnMut() -> Result<(), StopCause>,
    ) -> Result<Answer<'a>, StopCause> {
        let work = || {
            let mut search = self.search(number as u64);
            let mut runner = Runner { race, number, received: 0, check_limits };
            match search.search(u64::MAX, &mut runner)? {
                LearningResult::Solution => self.solution(&search).map(Answer::Solution),
                LearningResult::Refuted => Ok(Answer::Refuted),
                LearningResult::ConflictLimit => Err(StopCause::Fault),
            }
        };
        // What a panic leaves behind is not used again.
        let answer = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(StopCause::Fault));
        race.is_over.store(true, Ordering::Relaxed);
        answer
    }
}

enum Answer<'m> {
    Solution(Learned<'m>),
    Refuted,
}
