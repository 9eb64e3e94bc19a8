//! The squares on which tours start.

use std::time::Duration;

use caracole_core::{Problem, Square};
use caracole_formats::json;
use caracole_runtime::{Limits, Options};
use caracole_solve::{Auto, Run, Solver, starts};
use caracole_verify::{Outcome, Stop};
use serde_json::Value;

use crate::report::put_stop;

/// The verdict on a start square.
///
/// ```
/// use caracole::{Options, Problem, StartMap};
/// use caracole::solvers::StartVerdict;
///
/// let problem = Problem::new("3x4".parse()?);
/// let map = StartMap::new(&problem, &Options::new());
/// let sign = |&(_, verdict)| match verdict {
///     StartVerdict::Yes => '+',
///     StartVerdict::No => '-',
///     StartVerdict::Unknown => '?',
/// };
/// let signs: String = map.listed().unwrap_or_default().iter().map(sign).collect();
/// assert_eq!(signs, "+++------+++");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartVerdict {
    /// A tour was found, or a theorem applies.
    Yes,
    /// It is proved that none does.
    No,
    /// Not decided: the search reached a limit.
    Unknown,
}

/// For each square of a board, whether a tour starts on it.
///
/// ```
/// use std::time::Duration;
/// use caracole::{Options, Problem, StartMap, StopCause};
/// use caracole::solvers::StartVerdict;
///
/// let problem = Problem::new("5x5".parse()?);
/// let map = StartMap::by_theorem(&problem).ok_or("a theorem applies")?;
/// assert_eq!((map.count(), map.rule()), (13, Some("every square of the colour of a1")));
/// assert_eq!(map.json(&problem)["count"], 13);
///
/// let problem = Problem::new("3x3-b2".parse()?).end("a1")?;
/// let map = StartMap::by_search(&problem, &Options::new(), None);
/// let starts = map.listed().ok_or("a small board")?;
/// let starts = starts.iter().filter(|(_, verdict)| *verdict == StartVerdict::Yes);
/// assert_eq!((map.count(), starts.count()), (2, 2), "the ring can be walked both ways");
///
/// // A search without time decides nothing.
/// let options = Options::new().timeout(Duration::ZERO);
/// let map = StartMap::by_search(&Problem::new("5x5-c3".parse()?), &options, None);
/// assert_eq!((map.count(), map.undecided()), (0, 24));
/// assert_eq!(map.stop().map(|stop| stop.cause), Some(StopCause::Time));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartMap {
    count: u64,
    rule: Option<String>,
    listed: Option<Vec<(Square, StartVerdict)>>,
    stop: Option<Stop>,
}

/// The largest board whose squares are listed.
const MAX_LISTED: u64 = 1 << 20;

impl StartMap {
    /// Applies a theorem, or searches a tour from each square within the limits of the options.
    pub fn new(problem: &Problem, options: &Options<'_>) -> Self {
        Self::by_theorem(problem).unwrap_or_else(|| Self::by_search(problem, options, None))
    }

    /// Returns the answer of a theorem, if one applies. Takes constant time, and time for the list.
    pub fn by_theorem(problem: &Problem) -> Option<Self> {
        let starts = starts(problem)?;
        let board = problem.board();
        let verdict = |square| {
            if starts.contains(square) { StartVerdict::Yes } else { StartVerdict::No }
        };
        let listed = (board.len() <= MAX_LISTED)
            .then(|| board.squares().map(|square| (square, verdict(square))).collect());
        Some(Self { count: starts.count(), rule: Some(starts.rule()), listed, stop: None })
    }

    /// Searches a tour from each square, for `square_time` at most. If a limit of the options is reached, the other
    /// squares are unknown.
    pub fn by_search(
        problem: &Problem,
        options: &Options<'_>,
        square_time: Option<Duration>,
    ) -> Self {
        let mut options = *options;
        options.start_clock();
        let squares = problem.board().len();
        // The stop of the whole search, and that of the first undecided square.
        let (mut stop, mut first) = (None, None);
        let mut verdict = |square, tried| {
            // A square that is fixed at another step is not a start.
            let Ok(problem) = problem.clone().start(square) else { return StartVerdict::No };
            if let Err(cause) = options.check_limits() {
                stop.get_or_insert_with(|| {
                    Stop::new(cause, format!("{tried} of {squares} squares"))
                });
                return StartVerdict::Unknown;
            }
            let time = [options.time_left(), square_time].into_iter().flatten().min();
            let options = options.for_part(Limits { time, ..options.get_limits() });
            match Auto.solve(&problem, &mut Run::with_options(&options)) {
                Outcome::Found(_) => StartVerdict::Yes,
                Outcome::Impossible(_) => StartVerdict::No,
                Outcome::Unknown(stop) => {
                    first.get_or_insert(stop);
                    StartVerdict::Unknown
                }
            }
        };
        let each = problem.board().squares().zip(0_u64..);
        let listed: Vec<_> = each.map(|(square, tried)| (square, verdict(square, tried))).collect();
        let map = Self { count: 0, rule: None, listed: Some(listed), stop: stop.or(first) };
        Self { count: map.count_of(StartVerdict::Yes), ..map }
    }

    /// Returns the map of a search that ended without any verdict.
    ///
    /// ```
    /// use caracole::{Problem, StartMap, Stop, StopCause};
    ///
    /// let problem = Problem::new("5x5-c3".parse()?);
    /// let map = StartMap::undecided_by(&problem, Stop::new(StopCause::Memory, "nothing"));
    /// assert_eq!((map.undecided(), &map.json(&problem)["stopped_by"]), (24, &"memory".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undecided_by(problem: &Problem, stop: Stop) -> Self {
        let board = problem.board();
        let unknown = |square| (square, StartVerdict::Unknown);
        let listed = (board.len() <= MAX_LISTED).then(|| board.squares().map(unknown).collect());
        Self { count: 0, rule: None, listed, stop: Some(stop) }
    }

    /// Returns the number of squares on which a tour is known to start.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the theorem in words, if one was applied.
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// Returns each square with its verdict, in ascending order, or `None` on boards of more than 2^20 squares.
    pub fn listed(&self) -> Option<&[(Square, StartVerdict)]> {
        self.listed.as_deref()
    }

    /// Returns the number of squares that are not decided.
    pub fn undecided(&self) -> u64 {
        self.count_of(StartVerdict::Unknown)
    }

    /// Returns why squares are not decided: the limit of the whole search or, if it was not reached, the stop of the
    /// first undecided square.
    pub const fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    fn count_of(&self, verdict: StartVerdict) -> u64 {
        let listed = self.listed.iter().flatten();
        listed.filter(|(_, other)| *other == verdict).count() as u64
    }

    /// Returns the JSON object `caracole.starts/1`. `problem` is the one of the map.
    pub fn json(&self, problem: &Problem) -> Value {
        let board = problem.board();
        let names = |verdict| -> Option<Vec<String>> {
            let listed = self.listed.as_ref()?.iter().filter(|(_, other)| *other == verdict);
            Some(listed.map(|(square, _)| board.name(*square)).collect())
        };
        let mut object = json::object("caracole.starts/1");
        let mut put = |field: &str, value: Value| drop(object.insert(field.to_owned(), value));
        put("problem", json::problem(problem));
        put("count", json::number(self.count));
        if let Some(rule) = &self.rule {
            put("rule", rule.as_str().into());
        }
        if let Some(starts) = names(StartVerdict::Yes) {
            put("starts", starts.into());
        }
        if let Some(unknown) = names(StartVerdict::Unknown).filter(|unknown| !unknown.is_empty()) {
            put("unknown", unknown.into());
        }
        if let Some(stop) = &self.stop {
            put_stop(stop, &mut object);
        }
        object.into()
    }
}
