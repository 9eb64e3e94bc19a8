//! The arena: methods compete on the same problem, or on boards that grow.
//!
//! A [`Contestant`] is a method with its settings. It answers a problem in a [`Bout`], and a
//! [`Row`] tells what came of it. A [`Study`] lets contestants meet boards of many sizes, from many
//! starts, and makes a [`Point`] of each size and contestant.
//!
//! Bouts are fought in a [`Ring`]. The one here, [`Here`], is this very thread; a program that
//! wants to survive a contestant that does not stop sends it to a process of its own.
//!
//! ```
//! use caracole_compare::{Contestant, Here, Match};
//! use caracole_core::Problem;
//! use caracole_solve::Limits;
//!
//! let problem = Problem::new("6x6".parse()?).from("a1")?;
//! let limits = Limits { steps: Some(100_000), ..Limits::default() };
//! let rows = Match { problem, contestants: Contestant::all(), limits, seed: 0, repeats: 1 }
//!     .fight(&mut Here, |_| {})?;
//! let found = rows.iter().filter(|row| row.answer.is_found()).count();
//! assert!(found > rows.len() / 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bout;
mod contestant;
mod plot;
mod rivals;
mod study;

pub use bout::{Answer, Bout, Here, Ring, Row};
pub use contestant::{Contestant, UnknownContestant};
pub use plot::{plot_rows, plot_study};
pub use rivals::{Match, Quarrel};
pub use study::{Point, Starts, StartsError, Study, Unit};
