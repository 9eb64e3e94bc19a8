//! Problems that contradict themselves, and problems that do not.

use super::*;

fn eight() -> Problem {
    Problem::new("8x8".parse().unwrap())
}

#[test]
fn contradictions_are_refused_in_words() {
    for (problem, why) in [
        (eight().start("i9"), "'i9' is not on the board: files a to h, ranks 1 to 8"),
        (eight().start("a1").unwrap().end("a1"), "a1 cannot be both the start and the end"),
        (eight().clue("a1", 65), "a1 cannot be step 65: steps run from 1 to 64"),
        (eight().clue("a1", 0), "a1 cannot be step 0: steps run from 1 to 64"),
        (eight().clue("a1", 3).unwrap().clue("a1", 4), "a1 cannot be both step 3 and step 4"),
        (eight().clue("a1", 3).unwrap().clue("a1", 3), "a1 is fixed at step 3 twice"),
        (eight().clue("a1", 3).unwrap().clue("b1", 3), "step 3 cannot be both on a1 and on b1"),
        (eight().start("a1").unwrap().start("b1"), "the start cannot be both on a1 and on b1"),
        (eight().require("a1", "a2"), "a1 and a2 are not a knight's move apart"),
        (
            eight().require("a1", "b3").unwrap().forbid("b3", "a1"),
            "the move a1-b3 cannot be both used and avoided",
        ),
    ] {
        let error = problem.expect_err(why).to_string();
        assert!(error.starts_with(why), "{error}");
    }
}

#[test]
fn starts_and_ends_are_clues() {
    let problem = eight().start("a1").unwrap().start("a1").unwrap().clue("h8", 64).unwrap();
    assert_eq!(problem.end_square(), Some(Square::from_index(63)));
    assert!(problem.fixes_ends_only());
    assert!(!problem.clue("c3", 5).unwrap().fixes_ends_only());
    let single = Problem::new("1x1".parse().unwrap()).start("a1").unwrap().end("a1").unwrap();
    assert!(single.fixes_ends_only());
}

#[test]
fn several_knights_have_no_kind_in_either_order() {
    for kind in [Kind::Closed, Kind::Open] {
        let knights_first = eight().with_knights(2, ["a1"]).unwrap().try_of_kind(kind);
        assert_eq!(knights_first, Err(ProblemError::OneKnightOnly));
        let kind_first = eight().of_kind(kind).with_knights(2, ["a1"]);
        assert_eq!(kind_first, Err(ProblemError::OneKnightOnly));
    }
    let knights = eight().with_knights(2, ["a1"]).unwrap();
    assert_eq!(knights.clone().try_of_kind(Kind::Any), Ok(knights));
}

#[test]
#[should_panic(expected = "are for one knight")]
fn a_closed_tour_of_several_knights_is_not_asked_for_silently() {
    let _ = eight().with_knights(2, ["a1"]).unwrap().closed();
}
