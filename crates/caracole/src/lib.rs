//! Knight's tours: found, proved impossible, counted, checked, written, drawn.
//!
//! A [`Problem`] is a board, a piece, a kind of tour and what is fixed. It has one of three
//! [`Outcome`]s, and never less: found, impossible with a reason, unknown with what was tried.
//!
//! ```
//! use caracole::{Board, Outcome, Problem};
//!
//! match Problem::new("8x8".parse()?).closed().from("e4")?.solve() {
//!     Outcome::Found(tour) => println!("{}", tour.names()),
//!     Outcome::Impossible(proof) => println!("impossible: {}", proof.text()),
//!     Outcome::Unknown(stop) => println!("unknown: {stop}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tours of rectangles are arithmetic: they take no memory, and [`Problem::locate`] answers for single
//! steps of tours that nobody could walk:
//!
//! ```
//! use caracole::Problem;
//!
//! let problem = Problem::new("1000000x1000000".parse()?);
//! let tour = problem.locate().map_err(|outcome| outcome.word())?;
//! let square = tour.square_at(123_456_789_012).ok_or("beyond the end")?;
//! assert_eq!(tour.step_of(square), Some(123_456_789_012));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All tours can be counted, without looking at them one by one, and drawn from, each as likely as any
//! other. What counts as one is said with every number:
//!
//! ```
//! use caracole::Problem;
//!
//! let problem = Problem::new("6x6".parse()?).closed();
//! println!("{} {}", problem.count()?, problem.question().convention());
//! let tours = problem.sample(3, 0)?;
//! assert!(tours.iter().all(|tour| tour.is_closed()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where a tour comes from elsewhere, the verifier says everything that is wrong with it:
//!
//! ```
//! use caracole::formats::{ReadHint, read_tour};
//! use caracole::{Problem, verify};
//!
//! let text = "[[1, 6, 3], [4, 0, 8], [7, 2, 5]]";
//! let reading = read_tour(text.as_bytes(), &ReadHint::default())?;
//! let problem = Problem::new(reading.board.clone());
//! let verdict = verify::check(&problem, || reading.path.iter());
//! assert!(!verdict.is_valid(), "nobody tours 3x3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A tour becomes a picture in three lines; [`draw`] has the styles and the outputs:
//!
//! ```
//! use caracole::Problem;
//! use caracole::draw::{Look, Picture, svg};
//!
//! # let mut file = Vec::new();
//! let tour = Problem::new("8x8".parse()?).closed().solve().tour().ok_or("no tour")?;
//! let picture = Picture::of_tour(&tour, Look::default());
//! svg::write(&picture, &mut file)?;
//! # assert!(file.starts_with(b"<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What a method does can be looked at step by step, forwards and backwards, as a [`film`]; a [`Game`] is
//! a tour that somebody plays, and the [`coach`] judges its moves.
//!
//! # Compilers
//!
//! rustc 1.95 and 1.96 have a [defect](https://github.com/rust-lang/rust/issues/158206) at optimisation
//! levels 2 and 3: they forget the value of a flag that is read and then branched on. In
//! `fn set(…) -> bool { …; *len += u64::from(new); new }`, called as `if !set(…)`, the addition is lost.
//! rustc 1.97 is right. The sources of Caracole avoid the pattern, `cargo xtask flags` searches them and the
//! compiler's output for it, and the command is built with overflow checks, which protect additions. With an
//! older compiler, build your program with overflow checks too:
//!
//! ```toml
//! [profile.release]
//! overflow-checks = true
//! ```

mod problem;
mod puzzle_sheet;
mod random_tours;
pub mod report;
mod start_map;

pub use caracole_compare as compare;
pub use caracole_core::*;
pub use caracole_count::*;
pub use caracole_draw as draw;
pub use caracole_formats as formats;
pub use caracole_solve::*;
// A solver and a count tell in different words how far they have come.
pub use caracole_count::Progress as CountProgress;
pub use caracole_solve::Progress;
pub use problem::Problem;
pub use puzzle_sheet::puzzle_sheet;
pub use random_tours::random_tours;
pub use start_map::{StartMap, StartVerdict};

/// The examples of the README and of the guide run with the tests.
#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
struct Readme;

#[doc = include_str!("../../../docs/construction.md")]
#[cfg(doctest)]
struct Construction;

#[doc = include_str!("../../../docs/counting.md")]
#[cfg(doctest)]
struct Counting;

#[doc = include_str!("../../../docs/examples.md")]
#[cfg(doctest)]
struct Examples;

#[doc = include_str!("../../../docs/formats.md")]
#[cfg(doctest)]
struct Formats;

#[doc = include_str!("../../../docs/impossible.md")]
#[cfg(doctest)]
struct Impossible;

#[doc = include_str!("../../../docs/methods.md")]
#[cfg(doctest)]
struct Methods;

#[doc = include_str!("../../../docs/pictures.md")]
#[cfg(doctest)]
struct Pictures;

#[doc = include_str!("../../../docs/puzzles.md")]
#[cfg(doctest)]
struct Puzzles;

#[doc = include_str!("../../../docs/sampling.md")]
#[cfg(doctest)]
struct Sampling;

#[doc = include_str!("../../../docs/search.md")]
#[cfg(doctest)]
struct Search;

#[doc = include_str!("../../../docs/terminal.md")]
#[cfg(doctest)]
struct Terminal;
