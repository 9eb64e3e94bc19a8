//! Counts, lists, samples and ranks tours exactly.
//!
//! A [`Question`] is a problem and a convention of what counts as one tour. [`count`] answers it without visiting
//! single tours. A [`Job`] contains the options and the folders.
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

#[cfg(not(target_pointer_width = "64"))]
compile_error!(
    "counting converts between u64 and usize, which loses nothing on 64-bit targets only"
);

mod block;
mod count;
pub mod driver;
mod error;
mod folder;
mod job;
mod join;
mod layer;
mod list;
mod matching;
mod number;
mod orbits;
mod parts;
mod pattern;
mod patterns;
mod plan;
mod progress;
mod question;
mod schedule;
mod spec;
mod step;
mod store;
mod sweep;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod threads;
mod weight;

pub use caracole_runtime::{CountProgress, CountStage, Limits, Options};
pub use count::{by_start, count, forecast};
pub use error::CountError;
pub use folder::is_count_folder;
pub use job::Job;
pub use list::list;
pub use number::{Count, ParseCountError};
pub use orbits::{orbits, symmetric};
pub use question::{Direction, Question};
pub use tables::Tables;
pub use tally::{By, Tally};
