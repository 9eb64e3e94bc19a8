//! What is told when the rule fails or is stopped; starts, ties and walks are below.

mod starts;
mod ties;
mod walks;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use caracole_core::{Board, Moves, Path, Piece, Square};

use super::*;
use crate::{BruteForce, Limits};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn rule(tie: Tie) -> Warnsdorff {
    Warnsdorff { order: None, tie }
}

fn solve(tie: Tie, problem: &Problem, seed: u64) -> Outcome {
    rule(tie).solve(problem, &mut Run::new().seed(seed))
}

#[test]
fn a_failure_tells_how_far_the_knight_came() {
    let story = |problem: &Problem| match solve(Tie::First, problem, 0) {
        Outcome::Unknown(stop) => stop.to_string(),
        other => other.word().to_owned(),
    };
    let three = Problem::new(board("3x3"));
    assert_eq!(
        story(&three.clone().from("b2").unwrap()),
        "the rule failed: Warnsdorff's rule with ties first visited 1 of 9 squares from b2, \
         then had no move"
    );
    assert_eq!(
        story(&three),
        "the rule failed: Warnsdorff's rule with ties first visited 8 of 9 squares from a3, \
         then had no move; none of its 9 walks did better"
    );
    // Tours of 5x5 there are, and closed ones there are not.
    let five = Problem::new(board("5x5")).closed().from("a1").unwrap();
    assert_eq!(
        story(&five.clue("b3", 2).unwrap()),
        "the rule failed: Warnsdorff's rule with ties first visited 25 of 25 squares from a1, \
         but not as asked"
    );
}

#[test]
fn too_large_boards_are_refused_in_words() {
    let problem = Problem::new(board("100000x100000"));
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    for mut run in [Run::new(), Run::new().limits(limits)] {
        let Outcome::Unknown(stop) = rule(Tie::First).solve(&problem, &mut run) else {
            panic!("10^10 squares do not fit");
        };
        assert_eq!(stop.cause, StopCause::Memory);
        assert!(stop.tried.contains("100000x100000 has 10000000000"), "{stop}");
    }
}

/// Neither the list of moves nor the search for a start may hold up a stop.
#[test]
fn large_boards_do_not_hold_up_a_stop() {
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
    let avoiding = Problem::new(board("cylinder:2000x2000")).avoiding("a1", "b3").unwrap();
    for problem in
        [Problem::new(board("cylinder:2000x2000")), Problem::new(board("2000x2000-a1")), avoiding]
    {
        let outcome = rule(Tie::First).solve(&problem, &mut Run::new().limits(limits));
        let Outcome::Unknown(stop) = outcome else { panic!("{}", problem.board()) };
        assert_eq!(stop.cause, StopCause::Time, "{stop}");
        // A walk that had begun would tell of its steps.
        assert!(stop.tried.contains("lists all moves of the board first"), "{stop}");
    }
}

/// The story says what was being done.
#[test]
fn a_stop_before_the_first_step_says_so() {
    let flag = AtomicBool::new(true);
    for method in [&rule(Tie::Roth) as &dyn Solver, &BruteForce::default()] {
        let problem = Problem::new(board("torus:100x100"));
        let outcome = method.solve(&problem, &mut Run::new().interrupted_by(&flag));
        let Outcome::Unknown(stop) = outcome else { panic!("nothing was asked") };
        let (cause, name) = (StopCause::Interrupt, method.name());
        let story = "lists all moves of the board first, and had done 0 % of it";
        assert_eq!(stop, Stop::new(cause, format!("{name} {story}")));
    }
}

/// What was typed is told, and does nothing to the terminal.
#[test]
fn messages_hold_no_control_characters() {
    let error = "\u{1b}[2J".parse::<Tie>().expect_err("no rule");
    assert!(error.to_string().starts_with("there is no tie '?[2J'"), "{error}");
}
