//! What a program says, and whether it is true.

use std::time::Duration;

use caracole::{Path, Tour};
use caracole_benches::{Question, published};

use crate::task::{Asked, Task};

/// What a program said in the end.
#[derive(Default)]
pub(crate) struct Report {
    /// Its name and version, where it says them.
    pub(crate) version: Option<String>,
    /// From start to end, where it is a process.
    pub(crate) whole: Option<Duration>,
    /// Without the start of a process.
    pub(crate) inside: Option<Duration>,
    pub(crate) tours: Vec<Path>,
    /// There is none, or none but those it has told.
    pub(crate) is_none: bool,
    /// Tours with their direction.
    pub(crate) count: Option<u128>,
    /// Starts from which a rule failed.
    pub(crate) failed: usize,
    /// It took too long.
    pub(crate) gave_up: Option<String>,
    /// It cannot do that, and this is why.
    pub(crate) refused: Option<String>,
}

impl Report {
    /// Reads what `drivers/driver.py` describes.
    pub(crate) fn read(text: &str, question: &Question) -> Self {
        let mut report = Self::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let number = || rest.parse().expect("a number");
            match word {
                "version" => report.version = Some(rest.to_owned()),
                // How long it takes to say no is of no use to anybody.
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
                _ => panic!("nobody says {line:?}"),
            }
        }
        report
    }

    /// The same twice: the least times.
    pub(crate) fn or_faster(self, other: Self) -> Self {
        Self { whole: self.whole.min(other.whole), inside: self.inside.min(other.inside), ..other }
    }

    /// What came of it, in words.
    ///
    /// # Panics
    ///
    /// If any of it is not true.
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
        match task.asked {
            Asked::Tour if self.failed > 0 => "failed: a dead end".to_owned(),
            Asked::Tour => {
                assert_eq!([verified, all], [1, 1], "{name}: one tour");
                "a tour".to_owned()
            }
            Asked::None => {
                assert!(self.is_none && verified == 0, "{name}: there is none");
                "none, proved".to_owned()
            }
            Asked::EachStart => {
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
            Asked::Count(kind) => {
                let board = task.problem.board().to_string();
                let known = published(&board, kind).expect("a published number");
                let directed = if kind.starts_with("directed") { 1 } else { 2 };
                let known: u128 = directed * known.parse::<u128>().expect("a number");
                assert_eq!(self.count, Some(known), "{name}");
                (known / directed).to_string()
            }
            Asked::Sample(tours) => {
                assert_eq!([verified, all], [tours; 2], "{name}");
                format!("{tours} tours")
            }
            Asked::Unique => {
                assert_eq!([verified, all], [1, 1], "{name}: only one");
                assert!(self.is_none, "{name}: there is no other");
                "one, and no other".to_owned()
            }
        }
    }
}

/// Is it a tour of the kind that is asked for? Tutorials print others where closed ones are asked for.
fn is_tour(task: &Task, path: &Path) -> bool {
    Tour::verify(&task.problem, path.clone()).is_ok()
}

fn seconds(text: &str) -> Duration {
    Duration::from_secs_f64(text.parse().expect("seconds"))
}
