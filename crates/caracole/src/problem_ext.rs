//! The queries of a problem.
//!
//! [`Problem`] is defined in `caracole-core`, on which all solvers depend, and Rust allows inherent methods only in
//! the crate that defines the type. So the queries are an extension trait. A type of our own around `Problem`
//! would need a second copy of every builder.

use std::ops::ControlFlow;

use caracole_compare::{Comparison, ConflictingAnswers, CurrentThread, MethodVariant, TrialResult};
use caracole_core::{Problem, Square};
use caracole_count::{
    Count, CountError, Direction, Job, Question, Tables, by_start, count, list, orbits,
};
use caracole_play::GameError;
use caracole_play::coach::{self, Advice};
use caracole_runtime::Options;
use caracole_solve::{
    Auto, Decision, Locator, Longest, Run, Solver, cover, decide, locate, longest,
};
use caracole_verify::{Cover, Outcome, Stop, Tour};

use crate::StartMap;
use crate::counting::random_tours;

/// The queries of a [`Problem`]. Import the trait to call them as methods.
///
/// ```
/// use caracole::solvers::Decision;
/// use caracole::{Kind, Problem, ProblemExt};
///
/// let outcome = Problem::new("5x5".parse()?).start("b1")?.solve();
/// assert!(outcome.is_impossible(), "b1 has the wrong colour");
///
/// // Constraints: ends, the step of a square, required and forbidden moves.
/// let problem = Problem::new("8x8".parse()?)
///     .of_kind(Kind::Open)
///     .start("a1")?
///     .clue("e4", 32)?
///     .require("a8", "b6")?
///     .forbid("a1", "b3")?;
/// assert_eq!(problem.decide(), Decision::Undecided);
/// assert!(problem.solve().is_found());
///
/// // A camel never leaves the colour of its start. A king visits every square.
/// assert!(Problem::with_piece("8x8".parse()?, "camel".parse()?).solve().is_impossible());
/// assert!(Problem::with_piece("8x8".parse()?, "king".parse()?).closed().solve().is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ProblemExt {
    /// Finds a tour or proves that none exists, by the best methods for the problem and without limits.
    fn solve(&self) -> Outcome;

    /// Solves the problem with options: limits, threads, seed, cancel flag and progress callback.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let options = Options::new()
    ///     .timeout(Duration::from_secs(5))
    ///     .memory(512 << 20)
    ///     .seed(7)
    ///     .on_progress(&|progress| eprintln!("{progress}"));
    /// let tour = Problem::new("100x100".parse()?).solve_with(&options).into_result()?;
    /// assert_eq!(tour.len(), 10_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn solve_with(&self, options: &Options<'_>) -> Outcome;

    /// Solves the problem with one of the [`solvers`](crate::solvers).
    ///
    /// ```
    /// use caracole::solvers::Warnsdorff;
    /// use caracole::{Options, Problem, ProblemExt, StopCause, TieBreak};
    ///
    /// let problem = Problem::new("50x50".parse()?).start("a1")?;
    /// let rule = Warnsdorff { order: None, tie: TieBreak::Roth };
    /// assert!(problem.solve_by(&rule, &Options::new()).is_found());
    /// let outcome = problem.solve_by(&rule, &Options::new().steps(100));
    /// assert!(outcome.stop().is_some_and(|stop| stop.cause == StopCause::Steps));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn solve_by(&self, solver: &dyn Solver, options: &Options<'_>) -> Outcome;

    /// Finds paths for all knights of the problem, which together visit each square once.
    ///
    /// ```
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// // 4x4 has no tour, but two knights can share it.
    /// let problem = Problem::new("4x4".parse()?);
    /// assert!(problem.solve().is_impossible());
    /// let cover = problem.with_knights(2, ["a1", "d4"])?.cover(&Options::new()).into_result()?;
    /// let names = cover.names();
    /// assert!(names[0].starts_with("a1 ") && names[1].starts_with("d4 "));
    /// assert_eq!(cover.paths().iter().map(|path| path.len()).sum::<u64>(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn cover(&self, options: &Options<'_>) -> Outcome<Cover>;

    /// Decides by theorems whether a tour exists, in constant time; [`Decision::Undecided`] if no theorem applies.
    fn decide(&self) -> Decision;

    /// Returns the constructed tour of a rectangle of any size as a formula that is evaluated at single steps
    /// and squares.
    ///
    /// ```
    /// use caracole::{Problem, ProblemExt};
    ///
    /// let problem = Problem::new("1000000x1000000".parse()?).closed().start("e4")?;
    /// let tour = problem.locate().into_result()?;
    /// let board = tour.board();
    /// let square = board.parse_square("123456,654321")?;
    /// let step = tour.step_of(square).ok_or("not on the board")?;
    /// assert_eq!(tour.square_at(step), Some(square));
    /// assert_eq!(tour.square_at(step + 1), tour.successor(square));
    /// assert_eq!(tour.square_at(1), Some(board.parse_square("e4")?));
    ///
    /// let closed = Problem::new("999999x999999".parse()?).closed();
    /// assert!(closed.locate().is_impossible());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn locate(&self) -> Outcome<Locator>;

    /// Returns a longest path, and an upper bound of its length. A limit makes the path shorter and the bound larger.
    ///
    /// ```
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let answer = Problem::new("3x5".parse()?).longest(&Options::new())?;
    /// assert!(answer.is_proved() && answer.len() == 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the problem has constraints that are defined only for tours, such as a kind.
    fn longest(&self, options: &Options<'_>) -> Result<Longest, Stop>;

    /// Determines for each square whether a tour can start on it, by a theorem or by a search from each square.
    ///
    /// ```
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let starts = Problem::new("5x5".parse()?).starts(&Options::new());
    /// assert_eq!((starts.count(), starts.rule()), (13, Some("every square of the colour of a1")));
    /// let starts = Problem::new("3x4".parse()?).starts(&Options::new());
    /// assert_eq!((starts.count(), starts.undecided()), (6, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn starts(&self, options: &Options<'_>) -> StartMap;

    /// Judges a position of a game: the path so far and each onward move.
    /// [`coach::QUICK_LIMITS`](crate::play::coach::QUICK_LIMITS) are limits for interactive use.
    ///
    /// ```
    /// use caracole::play::coach::QUICK_LIMITS;
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("8x8".parse()?);
    /// let played = problem.board().parse_square("a1")?;
    /// let advice = problem.coach(&[played], &Options::new().limits(QUICK_LIMITS))?;
    /// for (square, judgement) in &advice.moves {
    ///     println!("{}: {}", problem.board().name(*square), judgement.name());
    /// }
    /// assert_eq!(advice.position.name(), "open");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn coach(&self, played: &[Square], options: &Options<'_>) -> Result<Advice, GameError>;

    /// Runs all methods, each with the limits of the options.
    ///
    /// ```
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("5x5".parse()?).start("c3")?;
    /// let results = problem.compare(&Options::new().steps(100_000))?;
    /// let exact = results.iter().find(|result| result.name == "exact").ok_or("no result")?;
    /// assert!(exact.outcome.is_found());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn compare(&self, options: &Options<'_>) -> Result<Vec<TrialResult>, ConflictingAnswers>;

    /// Returns the problem with the usual convention of counting: closed tours and open tours are undirected,
    /// tours of any kind are directed. [`Question::counting`] changes the convention.
    ///
    /// ```
    /// use caracole::counting::Direction;
    /// use caracole::{Problem, ProblemExt};
    ///
    /// let question = Problem::new("8x8".parse()?).closed().question();
    /// assert_eq!(question.convention(), "undirected closed tours");
    /// let question = question.counting(Direction::Directed);
    /// assert_eq!(question.convention(), "directed closed tours");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn question(&self) -> Question;

    /// Counts the tours by the usual convention, on all threads and without limits.
    ///
    /// ```
    /// use caracole::{Problem, ProblemExt};
    ///
    /// assert_eq!(Problem::new("5x5".parse()?).count()?.to_string(), "1728");
    /// assert_eq!(Problem::new("6x6".parse()?).closed().count()?.to_string(), "9862");
    /// assert!(Problem::new("4x4".parse()?).count()?.is_zero());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn count(&self) -> Result<Count, CountError>;

    /// Counts the tours by the usual convention, with options.
    ///
    /// ```
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let options = Options::new().threads(2).memory(256 << 20);
    /// let problem = Problem::new("6x6".parse()?).closed();
    /// assert_eq!(problem.count_with(&options)?.to_string(), "9862");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn count_with(&self, options: &Options<'_>) -> Result<Count, CountError>;

    /// Counts the directed tours from each square. Closed tours start on every square, so each square has the
    /// number of all closed tours.
    ///
    /// ```
    /// use caracole::{Count, Options, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let starts = problem.count_by_start(&Options::new())?;
    /// assert_eq!((starts.len(), starts[0].1.to_string()), (25, "304".to_owned()));
    /// assert_eq!(starts.into_iter().map(|(_, count)| count).sum::<Count>(), problem.count()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn count_by_start(&self, options: &Options<'_>) -> Result<Vec<(Square, Count)>, CountError>;

    /// Counts the orbits of the tours under the symmetries of the board.
    ///
    /// ```
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("6x6".parse()?).closed();
    /// assert_eq!(problem.count_orbits(&Options::new())?.to_string(), "1245");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn count_orbits(&self, options: &Options<'_>) -> Result<Count, CountError>;

    /// Passes every tour to a callback, always in the same order, until the callback breaks, and returns how many
    /// it received.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let tours = problem.list(&Options::new(), |tour| {
    ///     println!("{}", tour.names());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(problem.count()?, tours.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn list(
        &self,
        options: &Options<'_>,
        each: impl FnMut(Tour) -> ControlFlow<()>,
    ) -> Result<u64, CountError>;

    /// Computes the tables that sample, rank and unrank tours, in memory. Use them for several such queries.
    ///
    /// ```
    /// use caracole::{Count, Options, Problem, ProblemExt};
    ///
    /// let tables = Problem::new("6x6".parse()?).closed().tables(&Options::new())?;
    /// let last = Count::from(9861_u64);
    /// let tour = tables.unrank(&last)?.ok_or("ranks run from 0 to 9861")?;
    /// assert_eq!(tables.rank(&tour)?, last);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn tables(&self, options: &Options<'_>) -> Result<Tables, CountError>;

    /// Samples tours uniformly and independently; none if the problem has none.
    ///
    /// ```
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("6x6".parse()?).closed();
    /// let options = Options::new().seed(7);
    /// assert_eq!(problem.sample(3, &options)?, problem.sample(3, &options)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn sample(&self, tours: usize, options: &Options<'_>) -> Result<Vec<Tour>, CountError>;

    /// Returns the rank of a tour among all tours of the problem, from 0.
    ///
    /// ```
    /// use caracole::{Options, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let tour = problem.solve().into_result()?;
    /// let rank = problem.rank(&tour, &Options::new())?;
    /// let again = problem.unrank(&rank, &Options::new())?.ok_or("fewer tours")?;
    /// assert_eq!(problem.rank(&again, &Options::new())?, rank);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn rank(&self, tour: &Tour, options: &Options<'_>) -> Result<Count, CountError>;

    /// Returns the tour of a rank, or `None` if the problem has fewer tours.
    ///
    /// ```
    /// use caracole::{Count, Options, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// assert!(problem.unrank(&Count::from(863_u64), &Options::new())?.is_some());
    /// assert!(problem.unrank(&Count::from(1728_u64), &Options::new())?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn unrank(&self, rank: &Count, options: &Options<'_>) -> Result<Option<Tour>, CountError>;
}

impl ProblemExt for Problem {
    fn solve(&self) -> Outcome {
        self.solve_with(&Options::new())
    }

    fn solve_with(&self, options: &Options<'_>) -> Outcome {
        self.solve_by(&Auto, options)
    }

    fn solve_by(&self, solver: &dyn Solver, options: &Options<'_>) -> Outcome {
        solver.solve(self, &mut Run::with_options(options))
    }

    fn cover(&self, options: &Options<'_>) -> Outcome<Cover> {
        cover(self, &mut Run::with_options(options))
    }

    fn decide(&self) -> Decision {
        decide(self)
    }

    fn locate(&self) -> Outcome<Locator> {
        locate(self, &mut Run::new())
    }

    fn longest(&self, options: &Options<'_>) -> Result<Longest, Stop> {
        longest(self, &mut Run::with_options(options))
    }

    fn starts(&self, options: &Options<'_>) -> StartMap {
        StartMap::new(self, options)
    }

    fn coach(&self, played: &[Square], options: &Options<'_>) -> Result<Advice, GameError> {
        coach::judge(self, played, &mut Run::with_options(options))
    }

    fn compare(&self, options: &Options<'_>) -> Result<Vec<TrialResult>, ConflictingAnswers> {
        Comparison {
            problem: self.clone(),
            variants: MethodVariant::all(),
            limits: options.get_limits(),
            seed: options.get_seed(),
            repeats: 1,
        }
        .run(&mut CurrentThread, |_| {})
    }

    fn question(&self) -> Question {
        Question::new(self.clone())
    }

    fn count(&self) -> Result<Count, CountError> {
        self.count_with(&Options::new())
    }

    fn count_with(&self, options: &Options<'_>) -> Result<Count, CountError> {
        count(&self.question(), &Job::with_options(options))
    }

    fn count_by_start(&self, options: &Options<'_>) -> Result<Vec<(Square, Count)>, CountError> {
        by_start(&self.question().counting(Direction::Directed), &Job::with_options(options))
    }

    fn count_orbits(&self, options: &Options<'_>) -> Result<Count, CountError> {
        orbits(&self.question(), &Job::with_options(options))
    }

    fn list(
        &self,
        options: &Options<'_>,
        mut each: impl FnMut(Tour) -> ControlFlow<()>,
    ) -> Result<u64, CountError> {
        list(&self.question(), &Job::with_options(options), &mut each)
    }

    fn tables(&self, options: &Options<'_>) -> Result<Tables, CountError> {
        Tables::new(&self.question(), None, &Job::with_options(options))
    }

    fn sample(&self, tours: usize, options: &Options<'_>) -> Result<Vec<Tour>, CountError> {
        random_tours(&self.tables(options)?, options.get_seed()).take(tours).collect()
    }

    fn rank(&self, tour: &Tour, options: &Options<'_>) -> Result<Count, CountError> {
        self.tables(options)?.rank(tour)
    }

    fn unrank(&self, rank: &Count, options: &Options<'_>) -> Result<Option<Tour>, CountError> {
        self.tables(options)?.unrank(rank)
    }
}
