//! Knight's tours: find them, prove that none exist, count, check, write and draw them.
//!
//! A [`Problem`] is a board, a piece, a kind of tour and constraints. Import [`ProblemExt`] to query it. Solving
//! ends in one of three [`Outcome`]s: found, impossible with a checked reason, or unknown with the limit that was
//! reached.
//!
//! ```
//! use caracole::{Explain, Outcome, Problem, ProblemExt};
//!
//! match Problem::new("8x8".parse()?).closed().start("e4")?.solve() {
//!     Outcome::Found(tour) => println!("{tour}"),
//!     Outcome::Impossible(evidence) => println!("impossible: {}", evidence.text()),
//!     Outcome::Unknown(stop) => println!("unknown: {stop}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tours of rectangles are formulas that take no memory. [`ProblemExt::locate`] evaluates such a formula at
//! single steps and squares:
//!
//! ```
//! use caracole::{Problem, ProblemExt};
//!
//! let problem = Problem::new("1000000x1000000".parse()?);
//! let tour = problem.locate().into_result()?;
//! let square = tour.square_at(123_456_789_012).ok_or("beyond the end")?;
//! assert_eq!(tour.step_of(square), Some(123_456_789_012));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`counting`] counts all tours without listing them, and samples them uniformly. Every number states its
//! convention:
//!
//! ```
//! use caracole::{Options, Problem, ProblemExt};
//!
//! let problem = Problem::new("6x6".parse()?).closed();
//! println!("{} {}", problem.count()?, problem.question().convention());
//! let tours = problem.sample(3, &Options::new())?;
//! assert!(tours.iter().all(|tour| tour.is_closed()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Options`] set limits, threads, the random seed, a cancel flag and a progress callback, for all long calls:
//!
//! ```
//! use std::time::Duration;
//!
//! use caracole::{Options, Problem, ProblemExt};
//!
//! let options = Options::new().timeout(Duration::from_secs(5)).memory(512 << 20).seed(7);
//! let problem = Problem::new("8x8".parse()?);
//! let tour = problem.solve_with(&options).into_result()?;
//! let longest = Problem::new("4x4".parse()?).longest(&options)?;
//! assert_eq!((tour.len(), longest.len()), (64, 15));
//! # Ok::<(), caracole::Error>(())
//! ```
//!
//! [`TourExt`] writes and draws tours. [`formats::read`] reads them, and [`verify`] lists all defects of a path that
//! comes from elsewhere:
//!
//! ```
//! use caracole::{Problem, ProblemExt, TourExt, draw, formats};
//!
//! # let folder = tempfile::tempdir()?;
//! # std::env::set_current_dir(folder.path())?;
//! let tour = Problem::new("8x8".parse()?).closed().solve().into_result()?;
//! tour.write("tour.json")?;
//! tour.draw(draw::Style::Celtic).save("tour.svg")?;
//!
//! let parsed = formats::read("tour.json")?;
//! assert!(parsed.check().is_valid());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`play::recording`] records the steps of a solver, [`play::Game`] is a tour that a person plays, and
//! [`play::coach`] judges its moves.
//!
//! # Features
//!
//! `serde`: boards, methods, counts and results implement `Serialize` and `Deserialize`, and the module `serde` contains
//! functions for problems and tours.
//!
//! # Compilers
//!
//! rustc 1.95 and 1.96 have a [defect](https://github.com/rust-lang/rust/issues/158206) at optimisation
//! levels 2 and 3: they lose the value of a flag that is read and then branched on. In
//! `fn set(…) -> bool { …; *len += u64::from(new); new }`, called as `if !set(…)`, the addition is lost.
//! rustc 1.97 is correct. The sources of Caracole avoid the pattern, `cargo xtask flags` searches them and the
//! compiler's output for it, and the command is built with overflow checks, which protect additions. With an
//! older compiler, build your program with overflow checks too:
//!
//! ```toml
//! [profile.release]
//! overflow-checks = true
//! ```

mod error;
mod problem_ext;
mod puzzle_sheet;
pub mod report;
#[cfg(feature = "serde")]
pub mod serde;
mod start_map;
mod tour_ext;

pub use caracole_core::{Board, Kind, MoveOrder, Path, Piece, Problem, Square, Symmetry};
pub use caracole_count::Count;
pub use caracole_explain::Explain;
pub use caracole_runtime::{Options, Progress};
pub use caracole_solve::{Locator, Longest, Method, TieBreak};
pub use caracole_verify::{Evidence, Outcome, Stop, StopCause, Tour};
pub use error::Error;
pub use problem_ext::ProblemExt;
pub use start_map::StartMap;
pub use tour_ext::TourExt;

/// Squares, surfaces, moves and move graphs, and the errors of building a problem.
pub mod board {
    pub use caracole_core::{
        BoardError, Coord, File, Graph, GraphError, GraphFacts, IntoSquare, Leaper, LeaperError,
        Level, MoveGraph, Moves, NamedGraph, Offset, OrderError, PieceError, ProblemError, Rank,
        SquareError, SquareSet, Surface,
    };
}

/// The tour verifier and the certificate checker.
pub mod verify {
    pub use caracole_core::{
        Case, Cases, Certificate, ClauseLine, ClauseLines, Clauses, CutVertex, FieldValue, Formula,
        Literal, Reason, StoredClauses, Theorem,
    };
    pub use caracole_explain::{
        Facts, Highlight, MagicSums, MixingQuality, Role, SymmetryClass, describe, describe_within,
    };
    pub use caracole_verify::{
        Checked, Cover, CoverDefect, CoverVerdict, Defect, FormulaError, InvalidCertificate,
        InvalidCover, InvalidTour, NotFound, ProgressFn, Proof, ProofError, ProofErrorKind,
        SimplePath, Squares, UncheckedCause, UncheckedCertificate, Verdict, adjacent_steps, check,
        check_cover, check_formula, check_proof, check_simple_path, check_step, no_progress,
    };
}

/// Readers and writers of tours, graphs and puzzles.
pub mod formats {
    pub use crate::tour_ext::read;
    pub use caracole_formats::{
        Assumptions, Document, Documents, Format, GraphFileError, GridError, ParsedTour, Position,
        ReadError, ReadErrorKind, ReadHint, RunRecord, Shape, ShapeError, Stream, WriteError,
        WriteOptions, documents, graph_file, json, puzzle, read_graph, read_tour, recognise, shape,
        stream, write_bare_graph, write_cover, write_graph, write_path, write_tour,
        write_tour_with_progress,
    };
}

/// Pictures and charts as SVG, PNG, PDF, GIF and HTML.
pub mod draw {
    pub use crate::puzzle_sheet::{letter_pages, puzzle_sheet, puzzle_sheets};
    pub use crate::tour_ext::TourPicture;
    pub use caracole_draw::{
        Align, Appearance, Axis, Bar, BarChart, BarStatus, Canvas, Colour, DrawError, DrawOptions,
        Drawing, DrawingInfo, LineChart, Mark, OptionError, Paint, PathCommand, Picture,
        PictureFormat, Point, ProofPicture, Rotation, Scale, Scene, Series, Stroke, Style,
        TextLine, Theme, Unit, Walk, film, gif, group_digits, html, paint_at, panels, pdf,
        pluralize_grouped, png, polygon, polyline, svg, text_width,
    };
}

/// Clue puzzles: making, grading and solving.
pub mod puzzle {
    pub use caracole_play::puzzle::{
        Grade, Puzzle, PuzzleError, PuzzleSettings, Unique, Uniqueness, make, unique,
    };
}

/// Games, the coach, and recordings of solvers.
pub mod play {
    pub use caracole_play::{DeadEnd, Game, GameError, GameState, coach, recording};
}

/// Comparisons of methods, and studies of growing boards.
pub mod compare {
    pub use caracole_compare::{
        Comparison, ConflictingAnswers, CurrentThread, DataPoint, Executor, MethodVariant,
        OutcomeSummary, Study, StudyCurve, StudyPart, StudyStarts, StudyStartsError, Trial,
        TrialResult, UnknownMethodVariant, plot_comparison, plot_curve, plot_study,
    };
}

/// All methods as types, the trait that they implement, and the searches beside them.
pub mod solvers {
    pub use crate::start_map::StartVerdict;
    pub use caracole_runtime::Limits;
    pub use caracole_solve::classic::warnsdorff;
    pub use caracole_solve::{
        Ants, Auto, Backtracking, BruteForce, CnfFormula, ColonyNumberError, ColonyStats,
        Construct, ConstructionStyle, Decision, Evaporation, Exact, Exponent, ExportError,
        FrontierDp, Listing, LongestFound, MethodSettings, MoveOrdering, NetworkStats, NetworkView,
        Neural, Observer, Others, Patch, Random, Reservation, Run, Solver, Starts, Stats, Strength,
        Support, TrailView, Until, Warnsdorff, cover, decide, free_memory, locate, longest,
        longest_with, starts, supports_longest,
    };
}

/// Counting, listing, sampling and ranking of all tours.
pub mod counting {
    pub use caracole_count::{
        By, CountError, Direction, Job, ParseCountError, Question, Tables, Tally, by_start, count,
        forecast, is_count_folder, list, orbits, symmetric,
    };
    pub use caracole_runtime::{CountProgress, CountStage};
    use caracole_solve::Random;
    use caracole_verify::Tour;

    /// Returns an endless iterator over tours that are sampled uniformly and independently from
    /// tables, empty if there are no tours. Equal seeds sample equal tours.
    ///
    /// ```
    /// use caracole::counting::{Job, Tables, random_tours};
    /// use caracole::{Problem, ProblemExt};
    ///
    /// let question = Problem::new("5x5".parse()?).question();
    /// let tables = Tables::new(&question, None, &Job::new())?;
    /// let three = random_tours(&tables, 7).take(3).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(three.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_tours(
        tables: &Tables,
        seed: u64,
    ) -> impl Iterator<Item = Result<Tour, CountError>> + '_ {
        let mut random = Random::new(seed, "sample");
        std::iter::from_fn(move || tables.sample(&mut random).transpose())
    }
}

/// Memory accounts, and threads of writers and of the verifier.
pub mod runtime {
    pub use caracole_core::{OneThread, Workers};
    pub use caracole_runtime::{memory, parallel};
}

/// Helpers for messages: plurals, lists, suggestions, and the error of an unknown name.
pub mod text {
    pub use caracole_core::{UnknownName, closest_name, list_names, pluralize, shorten};
}

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
