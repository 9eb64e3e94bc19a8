//! How many tours there are, and which number one of them has.

use std::time::Duration;

use caracole_core::{Square, shorten};
use caracole_count::{By, Count, Question, Tally};
use caracole_formats::{RunRecord, json};
use caracole_verify::{Outcome, Stop};
use serde_json::{Value, json};

use super::put_stop;

/// How many tours there are, or what stopped the count: `caracole.count/1`. Counts are texts, for they
/// are larger than many readers of JSON can hold.
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
    // Microseconds are as exact as a clock in a busy machine.
    let elapsed = elapsed.as_micros() as f64 / 1000.0;
    object.insert("stats".into(), json!({ "elapsed_ms": elapsed }));
    object.into()
}

/// The number of a tour and how many there are, or what stopped the work: `caracole.rank/1`.
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

/// The tour of a number, or what stopped the work: an outcome, with the number and how many there are.
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

/// A number of tours with what was counted, in a line.
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

/// What is counted, where it is one: `undirected closed tour`.
///
/// ```
/// assert_eq!(caracole::report::one_of("undirected closed tours"), "undirected closed tour");
/// ```
pub fn one_of(convention: &str) -> String {
    convention.replacen(" tours", " tour", 1)
}

/// Why no tour has a number, which is not below the number of tours.
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
