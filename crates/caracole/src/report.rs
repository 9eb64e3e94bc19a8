//! Results as JSON objects. The command and the server write the same ones.
//!
//! The objects of outcomes, verdicts and problems are in [`formats::json`](crate::formats::json). This module
//! contains those of counts, ranked and sampled tours, longest paths and puzzles, and the record of a run.
//!
//! ```
//! use caracole::{Problem, ProblemExt, report};
//! use caracole::counting::{By, Job, Tally};
//!
//! let question = Problem::new("6x6".parse()?).closed().question();
//! let tally = Tally::of(&question, By::All, &Job::new())?;
//! let object = report::count(&question, By::All, Ok(&tally), std::time::Duration::ZERO);
//! assert_eq!(object["count"], "9862");
//! assert_eq!(object["convention"], "undirected closed tours");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::time::Duration;

use caracole_core::{Problem, Square, shorten};
use caracole_count::{By, Count, Question, Tally};
use caracole_formats::{RunRecord, json};
use caracole_play::puzzle::{Puzzle, Uniqueness};
use caracole_solve::{Longest, Stats};
use caracole_verify::{Outcome, Stop, Tour};
use serde_json::{Map, Value, json};

/// Adds the cause of a stop, and what had been tried, to an object.
///
/// ```
/// use caracole::{Stop, StopCause, report};
///
/// let mut object = serde_json::Map::new();
/// report::put_stop(&Stop::new(StopCause::Time, "half of it"), &mut object);
/// assert_eq!((&object["stopped_by"], &object["tried"]), (&"time".into(), &"half of it".into()));
/// ```
pub fn put_stop(stop: &Stop, object: &mut Map<String, Value>) {
    object.insert("stopped_by".into(), stop.cause.name().into());
    object.insert("tried".into(), stop.tried.as_str().into());
}

/// Returns the names of the squares of a tour, in visiting order.
///
/// ```
/// use caracole::{Problem, ProblemExt, report};
///
/// let tour = Problem::new("3x4".parse()?).solve().found().ok_or("no tour")?;
/// assert_eq!(report::squares(&tour).as_array().map(Vec::len), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn squares(tour: &Tour) -> Value {
    tour.squares().map(|square| Value::from(tour.board().name(square))).collect()
}

/// Returns the record of a finished run.
///
/// The seed is given for methods that use one. The record of a theorem has no seed, because nothing was
/// searched.
///
/// ```
/// use std::time::Instant;
/// use caracole::{Problem, Options, report};
/// use caracole::solvers::Run;
/// use caracole::formats::json;
/// use caracole::solvers::{Auto, Solver};
///
/// let problem = Problem::new("8x8".parse()?);
/// let (begun, mut run) = (Instant::now(), Run::with_options(&Options::new().seed(7)));
/// let outcome = Auto.solve(&problem, &mut run);
/// let method = run.method().unwrap_or(Auto.name());
/// let record = report::run(method, 7, run.stats(), begun.elapsed());
/// assert_eq!(json::outcome(&problem, &outcome, &record)["seed"], 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    method: &str,
    seed: impl Into<Option<u64>>,
    stats: Stats,
    elapsed: Duration,
) -> RunRecord {
    RunRecord {
        method: method.to_owned(),
        seed: seed.into().filter(|_| method != "theorem"),
        steps: stats.steps,
        backtracks: stats.backtracks,
        attempts: stats.walks,
        decisions: stats.decisions,
        counts: stats.counts(),
        elapsed,
        ..RunRecord::default()
    }
}

/// Returns the JSON object `caracole.count/1`: the number of tours, or what stopped the count. Counts are strings,
/// because many JSON readers cannot represent such large numbers.
///
/// ```
/// use std::time::Duration;
/// use caracole::{Problem, ProblemExt, Stop, StopCause, report};
/// use caracole::counting::By;
///
/// let question = Problem::new("8x8".parse()?).question();
/// let stop = Stop::new(StopCause::Time, "half of it");
/// let object = report::count(&question, By::All, Err(&stop), Duration::from_micros(1500));
/// assert!(object["count"].is_null());
/// assert_eq!(object["stopped_by"], "time");
/// assert_eq!(object["stats"]["elapsed_ms"], 1.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    question: &Question,
    by: By,
    answer: Result<&Tally, &Stop>,
    elapsed: Duration,
) -> Value {
    let problem = question.problem();
    let mut object = json::object("caracole.count/1");
    object.insert("problem".into(), json::problem(problem));
    let count = answer.ok().map(|answer| answer.count.to_string());
    object.insert("count".into(), count.into());
    object.insert("convention".into(), by.convention(question).into());
    match answer {
        Err(stop) => put_stop(stop, &mut object),
        Ok(Tally { starts: Some(starts), .. }) => {
            let entry = |(square, count): &(Square, Count)| {
                let square = problem.board().name(*square);
                json!({ "square": square, "count": count.to_string() })
            };
            object.insert("by_start".into(), starts.iter().map(entry).collect());
        }
        Ok(_) => {}
    }
    let elapsed = elapsed.as_micros() as f64 / 1000.0;
    object.insert("stats".into(), json!({ "elapsed_ms": elapsed }));
    object.into()
}

/// Returns the JSON object `caracole.rank/1`: the rank of a tour and the number of tours, or what stopped the work.
///
/// ```
/// use caracole::{Options, Problem, ProblemExt, report};
///
/// let problem = Problem::new("5x5".parse()?);
/// let tables = problem.tables(&Options::new())?;
/// let tour = problem.solve().found().ok_or("no tour")?;
/// let rank = tables.rank(&tour)?;
/// let object = report::rank(&problem.question(), Ok((&rank, tables.count())));
/// assert_eq!((&object["rank"], &object["of"]), (&rank.to_string().into(), &"1728".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank(question: &Question, answer: Result<(&Count, &Count), &Stop>) -> Value {
    let mut object = json::object("caracole.rank/1");
    object.insert("problem".into(), json::problem(question.problem()));
    object.insert("convention".into(), question.convention().into());
    let (rank, of) = answer.ok().map(|(rank, of)| (rank.to_string(), of.to_string())).unzip();
    object.insert("rank".into(), rank.into());
    object.insert("of".into(), of.into());
    if let Err(stop) = answer {
        put_stop(stop, &mut object);
    }
    object.into()
}

/// Returns the outcome of unranking, with the rank and the number of tours.
///
/// ```
/// use std::time::Duration;
/// use caracole::{Options, Count, Outcome, Problem, ProblemExt, report};
///
/// let problem = Problem::new("5x5".parse()?);
/// let (tables, index) = (problem.tables(&Options::new())?, Count::from(42_u64));
/// let outcome = Outcome::Found(tables.unrank(&index)?.ok_or("beyond the last")?);
/// let of = Some(tables.count());
/// let object = report::unrank(&problem.question(), &index, &outcome, of, Duration::ZERO);
/// assert_eq!((&object["outcome"], &object["rank"]), (&"found".into(), &"42".into()));
/// assert_eq!(object["of"], "1728");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unrank(
    question: &Question,
    index: &Count,
    outcome: &Outcome,
    of: Option<&Count>,
    elapsed: Duration,
) -> Value {
    let record = RunRecord { method: "unrank".to_owned(), elapsed, ..RunRecord::default() };
    let mut object = json::outcome(question.problem(), outcome, &record);
    object["rank"] = index.to_string().into();
    object["of"] = of.map(Count::to_string).into();
    object["convention"] = question.convention().into();
    object
}

/// Returns a count with its convention.
///
/// ```
/// use caracole::{Count, report};
///
/// let convention = "undirected closed tours";
/// assert_eq!(report::counted(&Count::from(9862_u64), convention), "9862 undirected closed tours");
/// assert_eq!(report::counted(&Count::from(1_u64), convention), "1 undirected closed tour");
/// ```
pub fn counted(number: &Count, convention: &str) -> String {
    if *number == Count::from(1_u64) {
        return format!("1 {}", one_of(convention));
    }
    format!("{number} {convention}")
}

/// Returns a convention in the singular.
///
/// ```
/// assert_eq!(caracole::report::one_of("undirected closed tours"), "undirected closed tour");
/// ```
pub fn one_of(convention: &str) -> String {
    convention.replacen(" tours", " tour", 1)
}

/// Returns the error text for a rank that no tour has.
///
/// ```
/// use caracole::{Count, Problem, ProblemExt, report};
///
/// let question = Problem::new("6x6".parse()?).closed().question();
/// let of = Count::from(9862_u64);
/// assert_eq!(
///     report::beyond(&question, &of, &of),
///     "9862 is beyond the last: undirected closed tours run from 0 to 9861",
/// );
/// let none = Count::default();
/// assert_eq!(
///     report::beyond(&question, &none, &none),
///     "there is no tour to number: 0 undirected closed tours",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn beyond(question: &Question, index: &Count, of: &Count) -> String {
    let convention = question.convention();
    if of.is_zero() {
        return format!("there is no tour to number: 0 {convention}");
    }
    let (index, last) = (index.to_string(), of.as_big() - 1_u32);
    let index = shorten(&index);
    format!("{index} is beyond the last: {convention} run from 0 to {last}")
}

/// The JSON objects `caracole.sample/1` and `caracole.list/1`, which contain several tours.
///
/// To write the tours one by one, write the head, then the list `tours`, then the tail.
///
/// ```
/// use caracole::{Options, Problem, ProblemExt};
/// use caracole::report::ManyTours;
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let question = problem.question();
/// let (tours, all) = (problem.sample(3, &Options::new().seed(7))?, problem.count()?);
/// let about = ManyTours { verb: "sample", question: &question, seed: Some(7), of: Some(&all) };
/// let object = about.object(&tours, None);
/// assert_eq!(object["schema"], "caracole.sample/1");
/// assert_eq!((&object["of"], &object["count"]), (&"9862".into(), &"3".into()));
///
/// // In pieces, if the tours do not fit into memory.
/// assert_eq!(about.head()["convention"], "undirected closed tours");
/// assert_eq!(ManyTours::tail(3, None)["count"], "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ManyTours<'a> {
    /// The command: `sample` or `list`.
    pub verb: &'static str,
    /// The question that the tours answer.
    pub question: &'a Question,
    /// The random seed of a sample.
    pub seed: Option<u64>,
    /// The number of all tours, if it is known.
    pub of: Option<&'a Count>,
}

impl ManyTours<'_> {
    /// Returns the fields before the tours.
    pub fn head(&self) -> Map<String, Value> {
        let Self { verb, question, seed, of } = self;
        let mut object = json::object(&format!("caracole.{verb}/1"));
        let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
        put("problem", json::problem(question.problem()));
        put("convention", question.convention().into());
        if let Some(seed) = seed {
            put("seed", json::number(*seed));
        }
        if let Some(of) = of {
            put("of", of.to_string().into());
        }
        object
    }

    /// Returns the outcome of one tour, or of a stop, as a line of JSON lines.
    ///
    /// ```
    /// use std::time::Duration;
    /// use caracole::report::ManyTours;
    /// use caracole::{Outcome, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let question = problem.question();
    /// let about = ManyTours { verb: "list", question: &question, seed: None, of: None };
    /// let tour = problem.solve().found().ok_or("no tour")?;
    /// let line = about.line(&Outcome::Found(tour), Duration::ZERO);
    /// assert_eq!(line["schema"], "caracole.outcome/2");
    /// assert_eq!(line["convention"], "directed tours, open and closed together");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(&self, outcome: &Outcome, elapsed: Duration) -> Value {
        let &Self { verb, question, seed, of } = self;
        let record = RunRecord { method: verb.to_owned(), seed, elapsed, ..RunRecord::default() };
        let mut object = json::outcome(question.problem(), outcome, &record);
        object["convention"] = question.convention().into();
        if let Some(of) = of {
            object["of"] = of.to_string().into();
        }
        object
    }

    /// Returns the fields after the tours: their number, and what stopped the work, if anything did.
    pub fn tail(count: u64, stop: Option<&Stop>) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("count".into(), count.to_string().into());
        if let Some(stop) = stop {
            put_stop(stop, &mut object);
        }
        object
    }

    /// Returns the complete object.
    pub fn object(&self, tours: &[Tour], stop: Option<&Stop>) -> Value {
        let mut object = self.head();
        object.insert("tours".into(), tours.iter().map(squares).collect());
        object.extend(Self::tail(tours.len() as u64, stop));
        object.into()
    }
}

/// Returns the JSON object `caracole.longest/1` with `null` instead of the squares, which the caller writes, because
/// there may be too many for a JSON value in memory.
///
/// ```
/// use caracole::{Options, Problem, ProblemExt, report};
///
/// let problem = Problem::new("4x4".parse()?);
/// let object = report::longest(&problem, &problem.longest(&Options::new())?, 0);
/// assert_eq!((&object["length"], &object["proved"]), (&15.into(), &true.into()));
/// assert!(object["squares"].is_null());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest(problem: &Problem, answer: &Longest, seed: u64) -> Map<String, Value> {
    let mut object = json::object("caracole.longest/1");
    let mut put = |field: &str, value: Value| drop(object.insert(field.to_owned(), value));
    put("problem", json::problem(problem));
    put("seed", json::number(seed));
    put("length", json::number(answer.len()));
    put("upper_bound", json::number(answer.upper_bound()));
    put("proved", answer.is_proved().into());
    put("squares", Value::Null);
    put("reason", answer.reason().into());
    if let Some(stop) = answer.stop() {
        put_stop(stop, &mut object);
    }
    object
}

/// Returns the JSON object `caracole.puzzle/2`: a puzzle and the seed that made it.
///
/// ```
/// use caracole::puzzle::{PuzzleSettings, make};
/// use caracole::{Problem, Options, report};
/// use caracole::solvers::Run;
///
/// let problem = Problem::new("5x5".parse()?);
/// let puzzle = make(&problem, &PuzzleSettings::default(), &mut Run::with_options(&Options::new().seed(7)))?;
/// let object = report::puzzle(&puzzle, 7, true);
/// assert_eq!(object["clues"], puzzle.clues());
/// assert_eq!(object["solution"].as_array().map(Vec::len), Some(25));
/// assert!(report::puzzle(&puzzle, 7, false).get("solution").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn puzzle(puzzle: &Puzzle, seed: u64, with_solution: bool) -> Value {
    let mut object = json::object("caracole.puzzle/2");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("problem", json::problem(puzzle.problem()));
    put("seed", json::number(seed));
    put("clues", puzzle.clues().into());
    put("minimal", puzzle.is_minimal().into());
    put("grade", puzzle.grade().name().into());
    put("branches", json::number(puzzle.branches()));
    let tour = puzzle.solution();
    put("closed", tour.is_closed().into());
    if with_solution {
        put("solution", squares(tour));
    }
    object.into()
}

/// Returns the JSON object `caracole.unique/2`: whether exactly one tour fits a puzzle.
///
/// ```
/// use caracole::puzzle::unique;
/// use caracole::{Problem, Options, report};
/// use caracole::solvers::Run;
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?.end("e3")?;
/// let object = report::unique(&problem, unique(&problem, &mut Run::new()));
/// assert_eq!(object["unique"], false);
/// assert_eq!(object["solutions"].as_array().map(Vec::len), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unique(problem: &Problem, answer: Uniqueness) -> Value {
    let mut object = json::object("caracole.unique/2");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("problem", json::problem(problem));
    // A proof or a stop has the same fields as in an outcome.
    let copy = |outcome: Outcome, fields: &[&str], put: &mut dyn FnMut(&str, Value)| {
        let document = json::outcome(problem, &outcome, &RunRecord::default());
        for field in fields {
            put(field, document[*field].clone());
        }
    };
    let (unique, solutions): (Value, Vec<Value>) = match answer {
        Uniqueness::One(only) => {
            put("grade", only.grade().name().into());
            put("branches", json::number(only.branches));
            (true.into(), vec![squares(&only.tour)])
        }
        Uniqueness::Several(tours) => (false.into(), tours.iter().map(squares).collect()),
        Uniqueness::None(proof) => {
            copy(Outcome::Impossible(proof), &["reason", "checked", "certificate"], &mut put);
            (false.into(), Vec::new())
        }
        Uniqueness::Unknown(stop, tour) => {
            copy(Outcome::Unknown(stop), &["stopped_by", "tried"], &mut put);
            (Value::Null, tour.iter().map(squares).collect())
        }
    };
    put("unique", unique);
    put("solutions", solutions.into());
    object.into()
}
