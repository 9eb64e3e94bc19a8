//! The reports of programs, and their verification.

use std::time::Duration;

use caracole::{Path, Tour};
use caracole_benches::{Question, published};

use crate::task::{Goal, Task};

/// The report of a program.
#[derive(Default)]
pub(crate) struct Report {
    /// The name and version, if the program prints them.
    pub(crate) version: Option<String>,
    /// The time of the process, if it is one.
    pub(crate) whole: Option<Duration>,
    /// The time without the start of the process.
    pub(crate) inside: Option<Duration>,
    pub(crate) tours: Vec<Path>,
    /// No tour exists, or none except those reported.
    pub(crate) is_none: bool,
    /// The number of directed tours.
    pub(crate) count: Option<u128>,
    /// The number of starts from which a rule failed.
    pub(crate) failed: usize,
    /// The time limit was reached.
    pub(crate) gave_up: Option<String>,
    /// The reason why the program does not support the task.
    pub(crate) refused: Option<String>,
}

impl Report {
    /// Parses the format that `drivers/driver.py` describes.
    pub(crate) fn read(text: &str, question: &Question) -> Self {
        let mut report = Self::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let number = || rest.parse().expect("a number");
            match word {
                "version" => report.version = Some(rest.to_owned()),
                // The time of an unsupported task has no meaning.
                "inside" if report.refused.is_some() => {}
                "inside" => report.inside = Some(seconds(rest)),
                "tour" => {
                    let squares = rest.split(' ').map(str::parse::<u32>);
                    let squares = squares.map(|square| square.expect("a square") - 1);
                    report.tours.push(question.path(squares));
                }
                "none" => report.is_none = true,
                "count" => report.count = Some(number()),
                "undirected" => report.count = Some(2 * number()),
                "failed" => report.failed += 1,
                "refused" => report.refused = rest.split(". ").next().map(str::to_owned),
                _ => panic!("unknown line: {line:?}"),
            }
        }
        report
    }

    /// Returns the report with the shorter times of two.
    pub(crate) fn or_faster(self, other: Self) -> Self {
        Self { whole: self.whole.min(other.whole), inside: self.inside.min(other.inside), ..other }
    }

    /// Returns the result as text.
    ///
    /// # Panics
    ///
    /// Panics if the report is wrong.
    pub(crate) fn judge(&self, task: &Task) -> String {
        if let Some(why) = &self.gave_up {
            return format!("gave up: {why}");
        }
        if let Some(why) = &self.refused {
            return format!("refused: {why}");
        }
        let verified = self.tours.iter().filter(|path| is_tour(task, path)).count();
        let all = self.tours.len();
        let name = &task.name;
        match task.goal {
            Goal::Tour if self.failed > 0 => "failed: a dead end".to_owned(),
            Goal::Tour => {
                assert_eq!([verified, all], [1, 1], "{name}: one tour");
                "a tour".to_owned()
            }
            Goal::None => {
                assert!(self.is_none && verified == 0, "{name}: there is none");
                "none, proved".to_owned()
            }
            Goal::EachStart => {
                let squares = task.problem.board().len();
                let mut starts: Vec<_> =
                    self.tours.iter().filter_map(|tour| tour.iter().next()).collect();
                starts.sort_unstable();
                starts.dedup();
                assert_eq!(
                    (starts.len() + self.failed) as u64,
                    squares,
                    "{name}: from each square"
                );
                format!("{verified} of {squares} starts")
            }
            Goal::Count(kind) => {
                let board = task.problem.board().to_string();
                let known = published(&board, kind).expect("a published number");
                let directed = if kind.starts_with("directed") { 1 } else { 2 };
                let known: u128 = directed * known.parse::<u128>().expect("a number");
                assert_eq!(self.count, Some(known), "{name}");
                (known / directed).to_string()
            }
            Goal::Sample(tours) => {
                assert_eq!([verified, all], [tours; 2], "{name}");
                format!("{tours} tours")
            }
            Goal::Unique => {
                assert_eq!([verified, all], [1, 1], "{name}: only one");
                assert!(self.is_none, "{name}: there is no other");
                "one, and no other".to_owned()
            }
        }
    }
}

/// Returns true if the tour has the requested kind. Tutorials print open tours for closed ones.
fn is_tour(task: &Task, path: &Path) -> bool {
    Tour::verify(&task.problem, path.clone()).is_ok()
}

fn seconds(text: &str) -> Duration {
    Duration::from_secs_f64(text.parse().expect("seconds"))
}
