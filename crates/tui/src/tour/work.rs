//! The search for an answer, while somebody waits.

use std::time::{Duration, Instant};

use caracole::{Limits, Outcome, Run, Stats};

use super::Question;
use crate::job::Job;
use crate::memory;

/// An answer, and how it was found.
pub(super) struct Solved {
    pub(super) outcome: Outcome,
    /// Who found it, where one method hands over to others.
    pub(super) method: &'static str,
    pub(super) stats: Stats,
    pub(super) elapsed: Duration,
}

enum News {
    /// So many squares of so many are done.
    Progress(u64, u64),
    Done(Box<Solved>),
}

/// A search that goes on.
pub(super) struct Search {
    job: Job<News>,
    pub(super) elapsed: Duration,
    pub(super) progress: Option<(u64, u64)>,
}

impl Search {
    pub(super) fn start(question: Question) -> Self {
        let job = Job::start(move |flag, tell| {
            let Question { problem, method, settings, seed } = &question;
            // Nobody listens any more where the screen is gone.
            let progress = |done: u64, all: u64| drop(tell.send(News::Progress(done, all)));
            let solver = method.solver(settings);
            let limits = Limits { memory: Some(memory::share()), ..Limits::default() };
            let run = Run::new().limits(limits).seed(*seed);
            let mut run = run.interrupted_by(flag).told_to(&progress);
            let begun = Instant::now();
            let outcome = problem.solve_with(&*solver, &mut run);
            let elapsed = begun.elapsed();
            let method = run.method().unwrap_or(solver.name());
            let answer = Solved { outcome, method, stats: run.stats(), elapsed };
            let _ = tell.send(News::Done(Box::new(answer)));
        });
        Self { job, elapsed: Duration::ZERO, progress: None }
    }

    /// Looks whether the answer has come.
    pub(super) fn look(&mut self, elapsed: Duration) -> Option<Box<Solved>> {
        self.elapsed += elapsed;
        let mut solved = None;
        for news in self.job.news() {
            match news {
                News::Progress(done, all) => self.progress = Some((done, all)),
                News::Done(done) => solved = Some(done),
            }
        }
        solved
    }
}
