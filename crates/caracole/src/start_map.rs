//! From which squares tours start.

use caracole_core::{Outcome, Square};
use caracole_formats::json;
use caracole_solve::{Auto, Run, Solver, starts};
use serde_json::Value;

use crate::Problem;

/// Does a tour start from a square?
///
/// ```
/// use caracole::{Problem, Run, StartMap, StartVerdict};
///
/// let problem = Problem::new("3x4".parse()?);
/// let mut runs = 9;
/// let map = StartMap::by_search(&problem, || {
///     runs -= 1;
///     (runs >= 0).then(Run::new)
/// });
/// let sign = |&(_, verdict)| match verdict {
///     StartVerdict::Yes => '+',
///     StartVerdict::No => '-',
///     StartVerdict::Unknown => '?',
/// };
/// let signs: String = map.listed().unwrap_or_default().iter().map(sign).collect();
/// assert_eq!(signs, "+++------???", "after nine squares there are no more runs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartVerdict {
    /// One was found, or a theorem says that there is one.
    Yes,
    /// It is proved that none does.
    No,
    /// Nobody knows: the search for it was given up.
    Unknown,
}

/// For each square of a board: does a tour start from it?
///
/// ```
/// use caracole::{Limits, Problem, Run, StartMap, StartVerdict};
///
/// let problem = Problem::new("5x5".parse()?);
/// let map = StartMap::by_theorem(&problem).ok_or("a theorem tells")?;
/// assert_eq!((map.count(), map.rule()), (13, Some("every square of the colour of a1")));
/// assert_eq!(map.json(&problem)["count"], 13);
///
/// let problem = Problem::new("3x3-b2".parse()?).to("a1")?;
/// let map = StartMap::by_search(&problem, || Some(Run::new()));
/// let starts = map.listed().ok_or("a small board")?;
/// let starts = starts.iter().filter(|(_, verdict)| *verdict == StartVerdict::Yes);
/// assert_eq!((map.count(), starts.count()), (2, 2), "the ring can be walked both ways");
///
/// // Without any run nothing is known.
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

/// Up to so many squares each start is listed; beyond, the rule says it all.
const MOST_LISTED: u64 = 1 << 20;

impl StartMap {
    /// What a theorem says, if one does. Takes no time worth speaking of.
    pub fn by_theorem(problem: &Problem) -> Option<Self> {
        let starts = starts(problem)?;
        let board = problem.board();
        let verdict = |square| {
            if starts.contains(square) { StartVerdict::Yes } else { StartVerdict::No }
        };
        let listed = (board.len() <= MOST_LISTED)
            .then(|| board.squares().map(|square| (square, verdict(square))).collect());
        Some(Self { count: starts.count(), rule: Some(starts.rule()), listed })
    }

    /// Tries each start, one after the other, each with a run of its own. When there are no more
    /// runs, the rest is unknown.
    pub fn by_search<'a>(problem: &Problem, mut run: impl FnMut() -> Option<Run<'a>>) -> Self {
        let mut verdict = |square| match problem.clone().from(square) {
            // The square is fixed at another step.
            Err(_) => StartVerdict::No,
            Ok(problem) => match run().map(|mut run| Auto.solve(&problem, &mut run)) {
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

    /// From how many squares a tour starts, as far as that is known.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The theorem in words, if it was one.
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// Each square of the board in the order of their numbers, unless there are more than a million.
    pub fn listed(&self) -> Option<&[(Square, StartVerdict)]> {
        self.listed.as_deref()
    }

    /// Of how many squares nobody knows.
    pub fn undecided(&self) -> u64 {
        self.count_of(StartVerdict::Unknown)
    }

    fn count_of(&self, verdict: StartVerdict) -> u64 {
        let listed = self.listed.iter().flatten();
        listed.filter(|(_, other)| *other == verdict).count() as u64
    }

    /// The answer as an object. `problem` is the one that it was made for.
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
