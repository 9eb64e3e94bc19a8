//! The squares on which tours start.

use caracole_core::Square;
use caracole_formats::json;
use caracole_runtime::{Limits, Options};
use caracole_solve::{Auto, Run, Solver, starts};
use caracole_verify::Outcome;
use serde_json::Value;

use caracole_core::Problem;

/// Whether a tour starts on a square.
///
/// ```
/// use caracole::{Options, Problem, StartMap};
/// use caracole::solvers::StartVerdict;
///
/// let problem = Problem::new("3x4".parse()?);
/// let mut runs = 9;
/// let map = StartMap::by_search(&problem, || {
///     runs -= 1;
///     (runs >= 0).then(Options::new)
/// });
/// let sign = |&(_, verdict)| match verdict {
///     StartVerdict::Yes => '+',
///     StartVerdict::No => '-',
///     StartVerdict::Unknown => '?',
/// };
/// let signs: String = map.listed().unwrap_or_default().iter().map(sign).collect();
/// assert_eq!(signs, "+++------???", "nine squares were searched");
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
/// use caracole::{Options, Problem, StartMap};
/// use caracole::solvers::StartVerdict;
///
/// let problem = Problem::new("5x5".parse()?);
/// let map = StartMap::by_theorem(&problem).ok_or("a theorem applies")?;
/// assert_eq!((map.count(), map.rule()), (13, Some("every square of the colour of a1")));
/// assert_eq!(map.json(&problem)["count"], 13);
///
/// let problem = Problem::new("3x3-b2".parse()?).end("a1")?;
/// let map = StartMap::by_search(&problem, || Some(Options::new()));
/// let starts = map.listed().ok_or("a small board")?;
/// let starts = starts.iter().filter(|(_, verdict)| *verdict == StartVerdict::Yes);
/// assert_eq!((map.count(), starts.count()), (2, 2), "the ring can be walked both ways");
///
/// // Without any search nothing is known.
/// let map = StartMap::by_search(&Problem::new("5x5-c3".parse()?), || None);
/// assert_eq!((map.count(), map.undecided()), (0, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartMap {
    count: u64,
    rule: Option<String>,
    listed: Option<Vec<(Square, StartVerdict)>>,
}

/// The largest board whose squares are listed.
const MAX_LISTED: u64 = 1 << 20;

impl StartMap {
    /// Applies a theorem, or searches a tour from each square within the limits of the options.
    pub fn new(problem: &Problem, options: &Options<'_>) -> Self {
        Self::by_theorem(problem).unwrap_or_else(|| {
            let mut options = *options;
            options.start_clock();
            Self::by_search(problem, || {
                let limits = Limits { time: options.time_left(), ..options.get_limits() };
                (!options.is_over()).then(|| options.for_part(limits))
            })
        })
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
        Some(Self { count: starts.count(), rule: Some(starts.rule()), listed })
    }

    /// Searches a tour from each square, each time with the next options. When there are none, the other squares
    /// are unknown.
    pub fn by_search<'a>(
        problem: &Problem,
        mut options: impl FnMut() -> Option<Options<'a>>,
    ) -> Self {
        let mut verdict = |square| match problem.clone().start(square) {
            // The square is fixed at another step.
            Err(_) => StartVerdict::No,
            Ok(problem) => match options()
                .map(|options| Auto.solve(&problem, &mut Run::with_options(&options)))
            {
                Some(Outcome::Found(_)) => StartVerdict::Yes,
                Some(Outcome::Impossible(_)) => StartVerdict::No,
                Some(Outcome::Unknown(_)) | None => StartVerdict::Unknown,
            },
        };
        let listed: Vec<_> =
            problem.board().squares().map(|square| (square, verdict(square))).collect();
        let map = Self { count: 0, rule: None, listed: Some(listed) };
        Self { count: map.count_of(StartVerdict::Yes), ..map }
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
        object.into()
    }
}
