//! Counts against lists, against other ways to ask for the same number, and against themselves:
//! stopped and gone on with, with little memory, on several cores.
//!
//! Problems are drawn at random, the same ones each time; `CARACOLE_CASES=20000` draws more.

#[path = "differential/folders.rs"]
mod folders;
#[path = "differential/laws.rs"]
mod laws;
#[path = "differential/listing.rs"]
mod listing;
#[path = "differential/problems.rs"]
mod problems;

use caracole_core::StopCause;
use caracole_count::{Count, CountError, Job, Question, count};
use tempfile::TempDir;

/// How many problems a test draws.
fn cases(usual: u64) -> u64 {
    std::env::var("CARACOLE_CASES").map_or(usual, |text| text.parse().expect("a number of cases"))
}

/// A folder for files, in memory where the system has that: each layer waits for its disk.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder")
}

/// A question whose tours are never counted one by one, which may take long.
fn is_swept(question: &Question) -> bool {
    let problem = question.problem();
    let last = problem.board().len();
    last > 3 && problem.clues().all(|(step, _)| step == 1 || step == last)
}

/// The count, which there must be.
fn number(question: &Question, job: &Job<'_>) -> Count {
    tried(question, job).unwrap_or_else(|| panic!("too wide: {question:?}"))
}

/// The count, unless the board is too wide for the engine.
fn tried(question: &Question, job: &Job<'_>) -> Option<Count> {
    match count(question, job) {
        Ok(count) => Some(count),
        Err(CountError::Stopped(stop)) if stop.cause == StopCause::Unsupported => None,
        Err(error) => panic!("{error}: {question:?}"),
    }
}

/// The count in about as little memory as it can be done in, so that the states are in files.
fn frugal(question: &Question, job: &Job<'_>) -> Option<Count> {
    for bits in 10..40 {
        match count(question, &job.memory(1 << bits)) {
            Err(CountError::Stopped(stop)) if stop.cause == StopCause::Memory => {}
            Err(CountError::Stopped(stop)) if stop.cause == StopCause::Unsupported => return None,
            Err(error) => panic!("{error}: {question:?}"),
            Ok(count) => return Some(count),
        }
    }
    panic!("no memory is enough: {question:?}");
}
