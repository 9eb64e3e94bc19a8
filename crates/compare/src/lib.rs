//! Comparisons of methods, on one problem or on boards of growing size.
//!
//! A [`MethodVariant`] is a method with its settings. A [`Trial`] runs it on a problem, and a
//! [`TrialResult`] holds the outcome and the measurements. A [`Comparison`] runs several variants on
//! one problem. A [`Study`] runs them on boards of many sizes, from many starts, and returns a
//! [`DataPoint`] for each size and variant.
//!
//! An [`Executor`] runs the trials. [`CurrentThread`] runs them in the calling thread. A program that
//! must survive a method that does not stop runs them in another process.
//!
//! ```
//! use caracole_compare::{Comparison, CurrentThread, MethodVariant};
//! use caracole_core::Problem;
//! use caracole_solve::Limits;
//!
//! let problem = Problem::new("6x6".parse()?).start("a1")?;
//! let limits = Limits { steps: Some(100_000), ..Limits::default() };
//! let variants = MethodVariant::all();
//! let results = Comparison { problem, variants, limits, seed: 0, repeats: 1 }
//!     .run(&mut CurrentThread, |_| {})?;
//! let found = results.iter().filter(|result| result.outcome.is_found()).count();
//! assert!(found > results.len() / 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comparison;
mod method_variant;
mod plot;
mod study;
mod trial;

pub use comparison::{Comparison, ConflictingAnswers};
pub use method_variant::{MethodVariant, UnknownMethodVariant};
pub use plot::{StudyCurve, plot_comparison, plot_curve, plot_study};
pub use study::{DataPoint, Study, StudyPart, StudyStarts, StudyStartsError};
pub use trial::{CurrentThread, Executor, OutcomeSummary, Trial, TrialResult};
