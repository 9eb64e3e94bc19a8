//! What the verifier finds wrong.

use super::{SIX, board, numbered, path};
use crate::{Defect, Verdict, check};
use caracole_core::{Path, Problem, Square};

fn verdict(problem: &Problem, path: &Path) -> Verdict {
    check(problem, || path.iter())
}

fn texts(problem: &Problem, path: &Path) -> Vec<String> {
    let verdict = verdict(problem, path);
    assert_eq!(verdict.defect_count(), verdict.defects().len() as u64);
    verdict.defects().iter().map(|defect| defect.text(problem.board())).collect()
}

#[test]
fn tours_have_no_defects() {
    let (board, six) = numbered(SIX);
    let problem = Problem::new(board);
    let end = problem.board().name(six.last().unwrap());
    for problem in [
        problem.clone(),
        problem.clone().closed(),
        problem.clone().start("a6").unwrap().end(end.as_str()).unwrap(),
        problem.clone().closed().require("a6", end.as_str()).unwrap(),
        problem.clone().forbid("a6", end.as_str()).unwrap(),
    ] {
        assert!(verdict(&problem, &six).is_valid(), "{problem:?}");
        assert!(verdict(&problem, &six).is_closed());
    }
    assert!(
        verdict(&Problem::new(super::board("1x1")), &path(&super::board("1x1"), "a1")).is_valid()
    );
}

#[test]
fn the_move_home_belongs_to_closed_tours_only() {
    let (board, six) = numbered(SIX);
    let problem = Problem::new(board);
    assert_eq!(problem.board().name(six.last().unwrap()), "c5");
    assert_eq!(
        texts(&problem.clone().require("a6", "c5").unwrap(), &six),
        ["the move between c5 and a6 is not made"]
    );
    assert_eq!(
        texts(&problem.clone().closed().forbid("a6", "c5").unwrap(), &six),
        ["step 37: the move from c5 to a6 is forbidden"]
    );
    assert_eq!(
        texts(&problem.open(), &six),
        ["not open: the end c5 is a move away from the start a6"]
    );
}

#[test]
fn every_kind_of_defect_is_found_in_order() {
    let problem = Problem::new(board("3x4-c4"))
        .closed()
        .start("b1")
        .and_then(|problem| problem.clue("a4", 5))
        .and_then(|problem| problem.clue("b3", 11))
        .and_then(|problem| problem.require("b2", "a4"))
        .and_then(|problem| problem.forbid("a3", "c2"))
        .unwrap();
    let squares = path(problem.board(), "a1 c2 a3 c2 c3");
    let beyond = [11, 12, 4_000_000_000_000].map(Square::from_index);
    let squares: Path = squares.iter().chain(beyond).collect();
    assert_eq!(
        texts(&problem, &squares),
        [
            "step 1: should be b1 and is a1",
            "step 3: the move from c2 to a3 is forbidden",
            "step 4: c2 was visited at step 2",
            "step 4: the move from a3 to c2 is forbidden",
            "step 5: from c2 to c3 is no move",
            "step 5: should be a4 and is c3",
            "step 6: square number 11 is not on the board",
            "step 7: square number 12 is not on the board",
            "step 8: square number 4000000000000 is not on the board",
            "not closed: no further move leads from the end square number 4000000000000 to the start a1",
            "the move between b2 and a4 is not made",
            "step 11: should be b3, but the path ends before",
            "b1 is never visited",
            "c1 is never visited",
            "a2 is never visited",
            "b2 is never visited",
            "b3 is never visited",
            "a4 is never visited",
            "b4 is never visited",
        ]
    );
}

#[test]
fn repeats_name_the_first_step_each_time() {
    let problem = Problem::new(board("1x2"));
    let squares = path(problem.board(), "a2 a1 a2 a2");
    let repeats: Vec<_> = verdict(&problem, &squares)
        .defects()
        .iter()
        .filter_map(|defect| match defect {
            Defect::Repeat { steps, .. } => Some(*steps),
            _ => None,
        })
        .collect();
    assert_eq!(repeats, [[1, 3], [1, 4]]);
}

#[test]
fn two_squares_are_never_closed() {
    let there_and_back = board("box:3x2x1");
    let problem = Problem::new(
        there_and_back
            .without(["b1", "a2", "b2", "c1"].map(|name| board("3x2").parse_square(name).unwrap()))
            .unwrap(),
    )
    .closed();
    let squares = path(problem.board(), "a1 c2");
    assert_eq!(
        texts(&problem, &squares),
        ["not closed: no further move leads from the end c2 to the start a1"]
    );
    assert!(verdict(&problem.open(), &squares).is_valid());
}

#[test]
fn the_empty_path_lacks_everything() {
    let problem = Problem::new(board("2x2")).closed().start("b2").unwrap();
    assert_eq!(
        texts(&problem, &Path::new()),
        [
            "step 1: should be b2, but the path ends before",
            "a1 is never visited",
            "b1 is never visited",
            "a2 is never visited",
            "b2 is never visited",
        ]
    );
}

#[test]
fn every_clue_that_the_path_does_not_reach_is_named() {
    let problem = Problem::new(board("3x4"))
        .clue("b1", 2)
        .and_then(|problem| problem.clue("c3", 4))
        .and_then(|problem| problem.clue("a4", 7))
        .and_then(|problem| problem.end("b3"))
        .unwrap();
    let unreached: Vec<String> = texts(&problem, &path(problem.board(), "a3 b1"))
        .into_iter()
        .filter(|text| text.contains("ends before"))
        .collect();
    assert_eq!(
        unreached,
        [
            "step 4: should be c3, but the path ends before",
            "step 7: should be a4, but the path ends before",
            "step 12: should be b3, but the path ends before",
        ]
    );
}

#[test]
fn lists_of_defects_are_bounded_and_counts_are_exact() {
    let problem = Problem::new(board("10000x10000")).closed();
    let squares = path(problem.board(), "a1 b3 c5");
    let short = verdict(&problem, &squares);
    assert_eq!(short.defect_count(), 99_999_997 + 1);
    assert_eq!(short.defects().len(), Verdict::LISTED);
    assert!(matches!(short.defects()[0], Defect::NotClosed { .. }));
    assert_eq!(short.defects()[1], Defect::Missing { square: Square::from_index(1) });

    let problem = Problem::new(board("3x3")).closed();
    let a1 = Square::from_index(0);
    let long = check(&problem, || std::iter::repeat_n(a1, 1_000_000));
    // One repeat and one wrong step for each square but the first; eight missing; not closed.
    assert_eq!(long.defect_count(), 2 * 999_999 + 8 + 1);
    assert_eq!(long.defects().len(), Verdict::LISTED + 9);
    assert_eq!(long.defects()[0], Defect::Repeat { square: a1, steps: [1, 2] });
}

#[test]
fn a_verdict_in_short_is_the_first_defect_and_how_many_more() {
    let problem = Problem::new(board("3x3-b2,c1,c3"));
    let short = |names: &str| {
        let path = path(problem.board(), names);
        let verdict = verdict(&problem, &path);
        let kinds: Vec<&str> = verdict.defects().iter().map(Defect::name).collect();
        (verdict.in_short(problem.board(), "check"), kinds)
    };
    let (line, kinds) = short("a1 c2 a3 b1 a1");
    assert_eq!(line, "step 5: a1 was visited at step 1 (and 3 more: see check)");
    assert_eq!(kinds, ["repeat", "not-a-move", "missing", "missing"]);
    let (line, kinds) = short("a2 c2 a3 b1 b3 a1");
    assert_eq!(line, "step 2: from a2 to c2 is no move (and 1 more: see check)");
    assert_eq!(kinds, ["not-a-move", "not-a-move"]);
    let (line, _) = short("b3 a1 c2 a3 b1");
    assert_eq!(line, "a2 is never visited");
}
