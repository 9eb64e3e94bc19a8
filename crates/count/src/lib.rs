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

mod block;
mod classes;
mod cores;
mod count;
mod engine;
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
pub mod spread;
mod step;
mod store;
mod sweep;
mod tables;
mod tally;
mod tell;
mod weight;
mod word;

pub use classes::{classes, symmetric};
pub use count::{by_start, count, forecast};
pub use error::CountError;
pub use folder::is_count_folder;
pub use job::{Job, Progress, Stage};
pub use list::list;
pub use number::{Count, ParseCountError};
pub use question::{Direction, Question};
pub use tables::Tables;
pub use tally::{By, Tally};
