//! The checker agrees with every reason that is given without a search.

use caracole_core::verify::{Checked, check_proof};
use caracole_core::{Board, Kind, Problem, Square};
use caracole_solve::{Decision, decide};

/// Every kind of tour between any ends, or none, on a board.
fn problems(board: &Board) -> Vec<Problem> {
    let squares: Vec<Option<Square>> = board.squares().map(Some).chain([None]).collect();
    let mut all = Vec::new();
    for kind in [Kind::Any, Kind::Closed, Kind::Open] {
        for &start in &squares {
            for &end in &squares {
                let mut problem = Problem::new(board.clone()).of_kind(kind);
                for (square, step) in [(start, 1), (end, board.len())] {
                    if let Some(square) = square {
                        problem = problem.clone().clue(square, step).unwrap_or(problem);
                    }
                }
                all.push(problem);
            }
        }
    }
    all
}

#[test]
fn every_reason_without_a_search_is_checked() {
    let mut kinds = Vec::new();
    for text in [
        "1x1",
        "2x1",
        "1x3",
        "2x3",
        "2x7",
        "3x3",
        "3x4",
        "3x5",
        "6x3",
        "3x7",
        "8x3",
        "3x9",
        "4x4",
        "4x5",
        "7x4",
        "5x5",
        "6x5",
        "5x5-c3",
        "4x4-b3,c4,d1,a2",
        "torus:4x4",
        "cylinder:3x5",
        "box:2x2x2",
        "6x6-a1,b1",
    ] {
        let board: Board = text.parse().expect("a board");
        for problem in problems(&board) {
            let Decision::Impossible(proof) = decide(&problem) else {
                continue;
            };
            let kind = proof.reason().kind();
            let checked = check_proof(&problem, proof.reason());
            let expected = match kind {
                "theorem" => matches!(checked, Ok(Checked::ByTheorem(_))),
                "searched" => matches!(checked, Ok(Checked::NotChecked(_))),
                _ => checked == Ok(Checked::Proved { cases: 1 }),
            };
            assert!(expected, "{}: {checked:?}", proof.text());
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    assert_eq!(kinds.len(), 14, "{kinds:?}");
}
