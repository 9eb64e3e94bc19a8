//! Compares counts with lists, with equal counts of other questions, and with counts that were interrupted, had
//! little memory, or used several threads.
//!
//! The problems are random, and the same in every run. `CARACOLE_CASES=20000` tests more of them.

#[path = "differential/folders.rs"]
mod folders;
#[path = "differential/laws.rs"]
mod laws;
#[path = "differential/listing.rs"]
mod listing;
#[path = "differential/problems.rs"]
mod problems;

use caracole_count::{Count, CountError, Job, Options, Question, count};
use caracole_verify::StopCause;
use tempfile::TempDir;

/// Returns the number of problems of a test.
fn cases(usual: u64) -> u64 {
    std::env::var("CARACOLE_CASES").map_or(usual, |text| text.parse().expect("a number of cases"))
}

/// Returns a folder for files, in memory if the system supports it, because each layer is synced to disk.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder")
}

/// A question whose tours are not counted one by one, which can take long.
fn is_swept(question: &Question) -> bool {
    let problem = question.problem();
    let last = problem.board().len();
    last > 3 && problem.clues().all(|(step, _)| step == 1 || step == last)
}

/// Returns the count.
fn number(question: &Question, job: &Job<'_>) -> Count {
    tried(question, job).unwrap_or_else(|| panic!("too wide: {question:?}"))
}

/// Returns the count, unless the frontier is too large.
fn tried(question: &Question, job: &Job<'_>) -> Option<Count> {
    match count(question, job) {
        Ok(count) => Some(count),
        Err(CountError::Stopped(stop)) if stop.cause == StopCause::Unsupported => None,
        Err(error) => panic!("{error}: {question:?}"),
    }
}

/// Returns the count with a low memory limit, so that the states are in files.
fn frugal<'a>(question: &Question, job: impl Fn(Options<'a>) -> Job<'a>) -> Option<Count> {
    for bits in 10..40 {
        match count(question, &job(Options::new().memory(1 << bits))) {
            Err(CountError::Stopped(stop)) if stop.cause == StopCause::Memory => {}
            Err(CountError::Stopped(stop)) if stop.cause == StopCause::Unsupported => return None,
            Err(error) => panic!("{error}: {question:?}"),
            Ok(count) => return Some(count),
        }
    }
    panic!("no memory is enough: {question:?}");
}
