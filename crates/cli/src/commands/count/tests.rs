//! Output of counts.

use std::time::Duration;

use caracole::{Count, Problem, ProblemExt, Stop, StopCause};
use serde_json::json;

use super::*;

fn plan(question: Question, by: By) -> Plan {
    Plan { question, by }
}

fn board(text: &str) -> Problem {
    Problem::new(text.parse().expect("a board"))
}

fn answer(plan: &Plan, counts: &[u64]) -> Tally {
    let squares = plan.question.problem().board().squares();
    let starts: Vec<_> = squares.zip(counts.iter().map(|&count| Count::from(count))).collect();
    Tally::of_starts(&plan.question, starts)
}

#[test]
fn the_number_comes_first_and_says_what_was_counted() {
    let told = |question, by, count: u64| {
        plan(question, by).text(&Tally { count: count.into(), starts: None })
    };
    let closed = board("6x6").closed().question();
    assert_eq!(told(closed.clone(), By::All, 9862), "9862 undirected closed tours\n");
    let classes = "1245 undirected closed tours, up to turns and mirrors of the board\n";
    assert_eq!(told(closed, By::Orbit, 1245), classes);
    let any = board("5x5").question();
    assert_eq!(told(any, By::All, 1728), "1728 directed tours, open and closed together\n");
}

#[test]
fn starts_add_up_unless_the_tours_are_closed() {
    let any = plan(board("2x2").question(), By::Start);
    let picture = "   2  3 4\n   1  1 2\n      a b\n10 directed tours, open and closed together\n";
    assert_eq!(any.text(&answer(&any, &[1, 2, 3, 4])), picture);
    let closed = board("2x2").closed().question().counting(Direction::Directed);
    let closed = plan(closed, By::Start);
    assert!(closed.text(&answer(&closed, &[6; 4])).ends_with("\n6 directed closed tours\n"));
}

#[test]
fn objects_hold_counts_as_text() {
    let plan = plan(board("2x2").open().question(), By::Start);
    let told = |answer: &Result<Tally, Stop>, elapsed| {
        report::count(&plan.question, plan.by, answer.as_ref(), elapsed)
    };
    let object = told(&Ok(answer(&plan, &[0, 7, 0, 0])), Duration::from_micros(1500));
    assert_eq!(object["schema"], "caracole.count/1");
    assert_eq!(object["count"], "7");
    assert_eq!(object["convention"], "undirected open tours, whose ends are not a move apart");
    assert_eq!(object["by_start"][1], json!({ "square": "b1", "count": "7" }));
    assert_eq!(object["stats"]["elapsed_ms"], 1.5);
    let stopped = told(&Err(Stop::new(StopCause::Time, "half of it")), Duration::ZERO);
    assert!(stopped["count"].is_null());
    assert_eq!((&stopped["stopped_by"], &stopped["tried"]), (&json!("time"), &json!("half of it")));
}

fn picture_of(board: &str, count: impl Fn(usize) -> u64) -> Vec<String> {
    let board: Board = board.parse().expect("a board");
    let starts: Vec<(Square, Count)> =
        board.squares().zip(0..).map(|(square, at)| (square, count(at).into())).collect();
    picture(&board, &starts)
}

#[test]
fn numbers_stand_on_their_squares() {
    let lines = ["   2    7  11", "   1  304", "        a   b"];
    assert_eq!(picture_of("2x2-b1", |at| [304, 7, 11][at]), lines);
    let lines = ["level 1", "   1  0 1", "      a b", "level 2", "   1  2 3", "      a b"];
    assert_eq!(picture_of("box:2x1x2", |at| at as u64), lines);
}

#[test]
fn what_is_too_wide_is_a_list() {
    assert_eq!(picture_of("150x1", |_| 0)[26], "aa1 0");
    assert_eq!(picture_of("50x1", |_| 0).len(), 2);
    assert!(picture_of("50x1", |_| 0)[1].ends_with(" aw ax"));
}
