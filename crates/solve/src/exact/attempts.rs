//! Attempts: a search that takes long is begun anew with other choices, on all cores.
//!
//! Attempts are numbered, and each has its own limit and its own chance. The answer is that of the
//! first attempt in this order that comes to one, whichever comes first in time, so it does not
//! depend on how many cores there are.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use caracole_core::{Cases, Path, Problem, StopCause};

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
    /// How many attempts, if not as many as it takes.
    pub(super) attempts: Option<u64>,
    /// On how many cores.
    pub(super) threads: usize,
    pub(super) seed: u64,
    /// Which moves are alike; found out when it is first asked.
    pub(super) alike: OnceLock<Option<Alike>>,
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
    /// Lets the attempts have their turns. The last one has come to nothing if all have.
    pub(super) fn go(&self, run: &mut Run<'_>) -> Result<Attempt, StopCause> {
        let last = self.attempts.unwrap_or(u64::MAX).max(1);
        let mut number = 0;
        loop {
            // The first attempt mostly settles it, and a limit of steps is kept one by one.
            let alone = number == 0 || run.limits_steps();
            let others = if alone { 0 } else { self.threads as u64 - 1 }.min(last - number - 1);
            let attempt = if others == 0 {
                self.attempt(number, &mut |event| hear(run, event))?
            } else {
                self.side_by_side(number, others, run)?
            };
            number += 1 + others;
            if !matches!(attempt.end, End::Enough) || number == last {
                return Ok(attempt);
            }
        }
    }

    /// Makes an attempt here and the next ones beside it. The answer is that of the first that has
    /// one.
    fn side_by_side(
        &self,
        first: u64,
        others: u64,
        run: &mut Run<'_>,
    ) -> Result<Attempt, StopCause> {
        let stop = AtomicBool::new(false);
        let (tell, told) = mpsc::channel();
        thread::scope(|scope| {
            for number in first + 1..=first + others {
                let (tell, stop) = (tell.clone(), &stop);
                scope.spawn(move || {
                    let mut heed = |_| {
                        let is_over = stop.load(Ordering::Relaxed);
                        if is_over { Err(StopCause::Interrupt) } else { Ok(()) }
                    };
                    // When nobody listens any more, the answer came from elsewhere.
                    let _ = tell.send((number, self.attempt(number, &mut heed)));
                });
            }
            let answer = self.attempt(first, &mut |event| hear(run, event));
            let answer =
                answer.and_then(|attempt| wait_for_first(first, others, attempt, &told, run));
            stop.store(true, Ordering::Relaxed);
            answer
        })
    }

    fn alike(&self) -> Option<&Alike> {
        self.alike.get_or_init(|| Alike::new(self.problem, self.model)).as_ref()
    }

    /// One attempt.
    fn attempt(&self, number: u64, hear: &mut Hear<'_>) -> Result<Attempt, StopCause> {
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

/// Waits until it is clear which attempt is the first with an answer.
fn wait_for_first(
    first: u64,
    others: u64,
    mut attempt: Attempt,
    told: &mpsc::Receiver<(u64, Result<Attempt, StopCause>)>,
    run: &mut Run<'_>,
) -> Result<Attempt, StopCause> {
    let mut early: Vec<(u64, Attempt)> = Vec::new();
    for number in first + 1..=first + others {
        if !matches!(attempt.end, End::Enough) {
            break;
        }
        attempt = loop {
            if let Some(at) = early.iter().position(|&(told, _)| told == number) {
                break early.swap_remove(at).1;
            }
            match told.recv_timeout(Duration::from_millis(5)) {
                Ok((number, attempt)) => early.push((number, attempt?)),
                Err(_) => run.look()?,
            }
        };
        run.add_cases(attempt.supposed);
    }
    Ok(attempt)
}
