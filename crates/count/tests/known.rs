//! Published numbers: the rows of `data/known-counts.csv` within a budget.
//!
//! Each row contains its time. Rows of up to `CARACOLE_COUNT_BUDGET` seconds are counted, by default half a second;
//! with `--ignored` all of up to a minute.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use caracole_core::{Kind, Problem, Symmetry};
use caracole_count::{Count, Direction, Job, Question, by_start, count, list, orbits, symmetric};

/// The default budget in seconds.
const BUDGET: f64 = 0.5;

struct Row {
    board: String,
    kind: String,
    count: Count,
    cost: f64,
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/known-counts.csv");
    let text = fs::read_to_string(path).expect("the table is there");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(row).collect()
}

fn row(line: &str) -> Row {
    // Boards with holes contain commas, so they are quoted.
    let split = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once("\","),
        None => line.split_once(','),
    };
    let (board, rest) = split.unwrap_or_else(|| panic!("five fields: {line}"));
    let fields: Vec<&str> = rest.split(',').collect();
    let [kind, count, source, cost] = fields[..] else { panic!("five fields: {line}") };
    assert!(!source.is_empty(), "a count without a source: {line}");
    Row {
        board: board.to_owned(),
        kind: kind.to_owned(),
        count: count.parse().unwrap_or_else(|error| panic!("{line}: {error}")),
        cost: cost.parse().unwrap_or_else(|error| panic!("{line}: {error}")),
    }
}

impl Row {
    fn problem(&self, kind: Kind) -> Problem {
        let board = self.board.parse().unwrap_or_else(|error| panic!("{}: {error}", self.board));
        Problem::new(board).of_kind(kind)
    }

    fn undirected(&self, kind: Kind) -> Question {
        Question::new(self.problem(kind)).counting(Direction::Undirected)
    }

    /// Returns the question, if `count` alone answers it.
    fn question(&self) -> Option<Question> {
        let (first, second) = self.kind.split_once(' ').expect("two words at least");
        let direction = match first {
            "directed" => Direction::Directed,
            "undirected" => Direction::Undirected,
            "from" => {
                let problem = self.problem(Kind::Any).start(second).expect("a square");
                return Some(Question::new(problem));
            }
            _ => return None,
        };
        Some(Question::new(self.problem(kind(second))).counting(direction))
    }

    /// Returns the number of undirected tours that a rotation fixes.
    fn turned(&self, kind: Kind, turn: &str) -> Count {
        let question = self.undirected(kind);
        let all = Symmetry::of(question.problem().board());
        let turn = all.into_iter().find(|symmetry| symmetry.name().starts_with(turn));
        symmetric(&question, turn.expect("the board has it"), &Job::new()).expect("counted")
    }

    fn check(&self) {
        let Self { board, kind: what, count: expected, .. } = self;
        let words: Vec<&str> = what.split(' ').collect();
        let (found, expected) = match (self.question(), &words[..]) {
            (Some(question), _) => (number(&question), expected.clone()),
            (None, &[of, "classes"]) => {
                let found = orbits(&self.undirected(kind(of)), &Job::new()).expect("counted");
                (found, expected.clone())
            }
            (None, &[of, turn @ ("half" | "quarter"), "turn"]) => {
                (self.turned(kind(of), turn), expected.clone())
            }
            // The size of an orbit is the index of the stabiliser: four with half turns on a square board, two on
            // another one.
            (None, ["closed", "half", "turn", "classes"]) => {
                let quarter = self.turned(Kind::Closed, "quarter");
                (self.turned(Kind::Closed, "half"), expected.clone() * 4 + quarter)
            }
            (None, ["tour", "half", "turn", "classes"]) => {
                (self.turned(Kind::Any, "half"), expected.clone() * 2)
            }
            (None, ["closed", "asymmetric", "classes"]) => {
                let half = self.turned(Kind::Closed, "half");
                (number(&self.undirected(Kind::Closed)), expected.clone() * 8 + half)
            }
            _ => panic!("{board}: '{what}' is not a kind of count"),
        };
        assert_eq!(found, expected, "{board}: {what}");
    }
}

fn kind(word: &str) -> Kind {
    match word {
        "tours" | "tour" => Kind::Any,
        "closed" => Kind::Closed,
        "open" => Kind::Open,
        _ => panic!("no kind of tours: {word}"),
    }
}

fn number(question: &Question) -> Count {
    count(question, &Job::new()).unwrap_or_else(|error| panic!("{question:?}: {error}"))
}

fn check_all(budget: f64) {
    let rows = rows();
    let within = rows.iter().filter(|row| row.cost <= budget);
    assert!(within.clone().count() > 200, "the table has become short");
    within.for_each(Row::check);
}

#[test]
fn what_is_published_is_found() {
    let budget = std::env::var("CARACOLE_COUNT_BUDGET");
    check_all(budget.map_or(BUDGET, |text| text.parse().expect("a number of seconds")));
}

#[test]
#[ignore = "takes minutes"]
fn what_is_published_is_found_within_a_minute_each() {
    check_all(60.0);
}

fn check_by_listing(most: u64) {
    let mut listed = 0;
    for row in rows().iter().filter(|row| row.count <= most.into()) {
        let Some(question) = row.question() else { continue };
        let keep_on = &mut |_| ControlFlow::Continue(());
        let found = list(&question, &Job::new(), keep_on).expect("listed");
        assert_eq!(Count::from(found), row.count, "{}: {}", row.board, row.kind);
        listed += 1;
    }
    assert!(listed > 50, "{listed} rows were small enough");
}

/// Compares the counts with lists.
#[test]
fn small_numbers_are_found_by_listing() {
    check_by_listing(20_000);
}

#[test]
#[ignore = "takes minutes"]
fn numbers_up_to_a_million_are_found_by_listing() {
    check_by_listing(1_000_000);
}

/// Howroyd and Coserea published the number of tours from some squares of 5x5; the others follow by symmetry.
#[test]
fn each_start_has_its_published_number() {
    let starts =
        by_start(&Question::new(Problem::new("5x5".parse().unwrap())), &Job::new()).unwrap();
    let mut seen = 0;
    for row in rows() {
        let Some(square) = row.kind.strip_prefix("from ") else { continue };
        let square = row.problem(Kind::Any).board().parse_square(square).expect("a square");
        let (_, found) = starts.iter().find(|start| start.0 == square).expect("it is there");
        assert_eq!(*found, row.count, "{}", row.kind);
        seen += 1;
    }
    assert_eq!(seen, 6, "one for each orbit");
}
