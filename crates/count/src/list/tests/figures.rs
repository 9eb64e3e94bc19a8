//! Known figures, and manners.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use caracole_core::{Problem, StopCause};

use crate::list::{count_by_listing, list};
use crate::{CountError, Direction, Job, Question};

fn question(board: &str, kind: &str) -> Question {
    let problem = Problem::new(board.parse().unwrap());
    match kind {
        "closed" => Question::new(problem.closed()),
        "open" => Question::new(problem.open()).counting(Direction::Directed),
        _ => Question::new(problem),
    }
}

/// OEIS A165134, A001230, A169696, A079137, A083386 and their like.
#[test]
fn published_figures() {
    for (board, kind, expected) in [
        ("1x1", "any", 1),
        ("3x4", "any", 16),
        ("3x7", "any", 104),
        ("3x8", "any", 792),
        ("3x9", "any", 1120),
        ("3x10", "any", 6096),
        ("3x10", "open", 5136),
        ("3x10", "closed", 16),
        ("3x12", "closed", 176),
        ("3x14", "closed", 1536),
        ("4x4", "any", 0),
        ("4x5", "any", 164),
        ("4x6", "any", 1488),
        ("4x7", "any", 12756),
        ("4x8", "any", 62176),
        ("5x5", "any", 1728),
        ("5x5", "closed", 0),
        ("5x6", "any", 37568),
        ("5x6", "open", 37088),
        ("5x6", "closed", 8),
        ("5x8", "closed", 44202),
        ("6x6", "closed", 9862),
    ] {
        let counted = count_by_listing(&question(board, kind), &Job::new()).unwrap();
        assert_eq!(counted, expected, "{board} {kind}");
    }
}

#[test]
fn five_by_five_by_its_starts() {
    for (start, expected) in [("a1", 304), ("b1", 0), ("c1", 56), ("b2", 56), ("c2", 0), ("c3", 64)]
    {
        let problem = Problem::new("5x5".parse().unwrap());
        let from = Question::new(problem.clone().from(start).unwrap());
        assert_eq!(count_by_listing(&from, &Job::new()).unwrap(), expected, "{start}");
        let to = Question::new(problem.to(start).unwrap());
        assert_eq!(count_by_listing(&to, &Job::new()).unwrap(), expected, "{start}");
    }
}

/// The first tours, as squares.
fn first(question: &Question, count: u64, job: &Job<'_>) -> Result<Vec<String>, CountError> {
    let mut lines = Vec::new();
    let handed = list(question, job, &mut |tour| {
        lines.push(tour.clone().into_path().names(tour.board()));
        if lines.len() as u64 == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    assert_eq!(handed, lines.len() as u64);
    Ok(lines)
}

#[test]
fn the_first_tours_of_large_boards_come_at_once() {
    for (board, kind) in [
        ("8x8", "any"),
        ("8x8", "closed"),
        ("8x8", "open"),
        ("20x20", "any"),
        ("20x20", "closed"),
        ("torus:9x9", "closed"),
        ("40x40", "any"),
        ("16x16-h8,h9", "open"),
        ("box:5x5x5", "any"),
    ] {
        let question = question(board, kind);
        let job = Job::new().threads(1);
        let lines = first(&question, 3, &job).unwrap();
        assert_eq!(lines.len(), 3, "{board} {kind}");
        assert!(lines[0] != lines[1] && lines[1] != lines[2] && lines[0] != lines[2]);
        assert_eq!(lines, first(&question, 3, &job).unwrap(), "the order is always the same");
    }
}

#[test]
fn limits_are_kept() {
    let question = question("3x17", "closed");
    assert_eq!(count_by_listing(&question, &Job::new()).unwrap(), 0, "an odd number of squares");
    let flag = AtomicBool::new(true);
    let cause = |result: Result<u64, CountError>| match result {
        Err(CountError::Stopped(stop)) => Some(stop.cause),
        _ => None,
    };
    let interrupted = Job::new().interrupted_by(&flag);
    let question = Question::new(Problem::new("8x8".parse().unwrap()));
    let go_on = &mut |_| ControlFlow::Continue(());
    assert_eq!(cause(list(&question, &interrupted, go_on)), Some(StopCause::Interrupt));
    assert_eq!(cause(count_by_listing(&question, &interrupted)), Some(StopCause::Interrupt));
    let late = Job::new().until(Instant::now());
    assert_eq!(cause(list(&question, &late, go_on)), Some(StopCause::Time));
    let soon = Job::new().until(Instant::now() + Duration::from_millis(50));
    assert_eq!(cause(count_by_listing(&question, &soon)), Some(StopCause::Time));
}

#[test]
fn limits_are_kept_on_large_boards() {
    let question = question("600x600", "any");
    let begin = Instant::now();
    let job = Job::new().until(begin + Duration::from_millis(50));
    assert!(list(&question, &job, &mut |_| ControlFlow::Continue(())).is_err());
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn several_knights_make_no_tour() {
    let several = Problem::new("4x4".parse().unwrap()).with_knights(2, ["a1"]).unwrap();
    let result = list(&Question::new(several), &Job::new(), &mut |_| ControlFlow::Break(()));
    assert!(matches!(result, Err(CountError::Unanswerable(_))));
}
