//! Where there is a tour, nothing proves that there is none.

use super::boards::{Chance, problem};
use super::brute::answers;
use super::cases::Grower;
use crate::no_progress;
use crate::proof::move_list::MoveList;
use crate::{Checked, ProofErrorKind, UncheckedCause, check_proof};
use caracole_core::{
    Board, Case, Cases, ClauseLine, Clauses, CutVertex, Literal, Moves, Problem, Reason, Square,
    Theorem,
};

/// A reason of any kind, with squares drawn from a hat and numbers that are often right.
fn any_reason(problem: &Problem, chance: &mut Chance) -> Reason {
    let board = problem.board();
    let all: Vec<Square> = board.squares().collect();
    let one = |chance: &mut Chance| chance.one_of(&all);
    let some = |chance: &mut Chance| chance.some_squares(board, 12);
    let counts = board.colour_counts();
    let clues: Vec<(u64, Square)> = problem.clues().collect();
    let clue = |chance: &mut Chance| match clues.len() {
        0 => (1 + chance.below(all.len()) as u64, one(chance)),
        _ => chance.one_of(&clues),
    };
    let ends = [problem.start_square(), problem.end_square()].map(|end| end.unwrap_or(all[0]));
    match chance.below(18) {
        0 => Reason::TooFewSquares,
        1 => Reason::Colours { counts },
        2 => {
            let (step, square) = clue(chance);
            Reason::StepColour { square, step, counts }
        }
        3 => {
            let (a, b) = (clue(chance), clue(chance));
            Reason::StepColours { squares: [a.1, b.1], steps: [a.0, b.0] }
        }
        4 => Reason::EndsNotAMoveApart { start: ends[0], end: ends[1] },
        5 => Reason::EndsAMoveApart { start: ends[0], end: ends[1] },
        6 => Reason::NoMove { square: one(chance) },
        7 => Reason::DeadEnds { squares: some(chance) },
        8 => Reason::Disconnected { squares: [one(chance), one(chance)] },
        9 => {
            let moves = Moves::new(problem.piece(), board);
            let end = chance.one_of(&ends);
            Reason::SharedNeighbour { end, needed_by: moves.from(board, end).collect() }
        }
        10 => Reason::OuterLines { end: [None, Some(ends[0])][chance.below(2)] },
        11 => Reason::ForcedPath { path: distances_from(problem, ends[0], chance) },
        12 => Reason::ForcedCycle { cycle: distances_from(problem, ends[0], chance) },
        13 => Reason::Theorem { theorem: chance.one_of(&[Theorem::Schwenk, Theorem::ChiaOng]) },
        14 | 15 => Reason::VertexCut { squares: some(chance) },
        _ => Reason::DeficientSet { squares: some(chance) },
    }
}

fn distances_from(problem: &Problem, from: Square, chance: &mut Chance) -> Vec<Square> {
    let (board, mut path) = (problem.board(), vec![from]);
    let moves = Moves::new(problem.piece(), board);
    while path.len() < 2 + chance.below(6) {
        let fresh = moves.from(board, path[path.len() - 1]).filter(|to| !path.contains(to));
        match fresh.collect::<Vec<_>>() {
            next if next.is_empty() => break,
            next => path.push(chance.one_of(&next)),
        }
    }
    path
}

/// Lines of any kind, in any order.
fn any_lines(board: &Board, problem: &Problem, chance: &mut Chance) -> Vec<Case> {
    let all: Vec<Square> = board.squares().collect();
    let moves = Moves::new(problem.piece(), board);
    (0..=chance.below(12))
        .map(|_| match chance.below(10) {
            0 | 1 => {
                let a = chance.one_of(&all);
                let near: Vec<Square> = moves.from(board, a).collect();
                let b = if near.is_empty() { a } else { chance.one_of(&near) };
                Case::Move([a, b])
            }
            2 => Case::End(chance.one_of(&all)),
            3 => Case::TightSet(chance.some_squares(board, 4)),
            4 => Case::DeficientSet(chance.some_squares(board, 6)),
            5 => Case::VertexCut(chance.some_squares(board, 6)),
            _ => Case::Forced,
        })
        .collect()
}

/// Lines of a proof by clauses, in any order; the last is the empty clause.
fn any_clauses(problem: &Problem, chance: &mut Chance) -> Clauses {
    let board = problem.board();
    let all: Vec<Square> = board.squares().collect();
    let moves = Moves::new(problem.piece(), board);
    let literal = |chance: &mut Chance| {
        let a = chance.one_of(&all);
        let near: Vec<Square> = moves.from(board, a).collect();
        let holds = chance.below(2) == 0;
        if near.is_empty() || chance.below(4) == 0 {
            Literal::End { square: a, holds }
        } else {
            Literal::Move { squares: [a, chance.one_of(&near)], holds }
        }
    };
    let mut lines: Vec<ClauseLine> = (0..chance.below(9))
        .map(|at| match chance.below(8) {
            0..4 => ClauseLine::Learned((0..=chance.below(3)).map(|_| literal(chance)).collect()),
            4 if at > 0 => ClauseLine::Deleted(vec![1 + chance.below(at) as u64]),
            _ => {
                let part = chance.some_squares(board, 6);
                let except = match chance.below(3) {
                    0 => CutVertex::None,
                    1 => CutVertex::Square(chance.one_of(&all)),
                    _ => CutVertex::Ends,
                };
                ClauseLine::Cut { part, except }
            }
        })
        .collect();
    lines.push(ClauseLine::Learned(Vec::new()));
    Clauses::new(lines)
}

#[test]
fn a_tour_refutes_every_proof() {
    let mut chance = Chance::new(7);
    let (mut solvable, mut proved) = (0, 0);
    for _ in 0..250 {
        let problem = problem(&mut chance);
        let has_tour = !answers(&problem).is_empty();
        for _ in 0..60 {
            let reason = match chance.below(4) {
                0 => {
                    let lines = any_lines(problem.board(), &problem, &mut chance);
                    Reason::Cases { cases: Cases::new(lines) }
                }
                1 => Reason::Clauses { clauses: any_clauses(&problem, &mut chance) },
                _ => any_reason(&problem, &mut chance),
            };
            let is_proved = matches!(
                check_proof(&problem, &reason, &no_progress),
                Ok(Checked::Proved { .. } | Checked::ByTheorem(_))
            );
            assert!(!is_proved || !has_tour, "{problem:?} {reason:?}");
            if is_proved {
                proved += 1;
            }
        }
        if has_tour {
            solvable += 1;
        }
    }
    assert!(solvable > 25 && proved > 250, "{solvable} {proved}");
}

/// A tree with a case taken away, or added, or closed too early, has a flaw with its line.
#[test]
fn tampered_trees_are_refused_with_the_line() {
    let problem = Problem::new("3x6".parse().unwrap());
    let list = MoveList::new(&problem).unwrap();
    let lines = Grower::grow(&problem, &list, &mut Chance::new(3)).lines;
    assert!(lines.len() > 10, "{}", lines.len());
    let check = |lines: Vec<Case>| {
        check_proof(&problem, &Reason::Cases { cases: Cases::new(lines) }, &no_progress)
    };
    assert!(check(lines.clone()).is_ok());
    let count = lines.len() as u64;

    let short = check(lines[..lines.len() - 1].to_vec()).unwrap_err();
    assert_eq!((short.line, short.kind), (Some(count), ProofErrorKind::Unfinished));
    let long = check(lines.iter().cloned().chain([Case::Forced]).collect()).unwrap_err();
    assert_eq!((long.line, long.kind), (Some(count + 1), ProofErrorKind::LeftOver));
    let closed = check(vec![Case::Forced]).unwrap_err();
    assert_eq!((closed.line, closed.kind), (Some(1), ProofErrorKind::NoContradiction));
    let mut refused = 0;
    for at in 0..lines.len() {
        let mut without = lines.clone();
        without.remove(at);
        if check(without).is_err() {
            refused += 1;
        }
    }
    // Sets that only hastened the end may be missing.
    assert!(refused * 2 > lines.len(), "{refused} of {}", lines.len());

    let board = problem.board();
    let [a1, b1, c2] = ["a1", "b1", "c2"].map(|name| board.parse_square(name).unwrap());
    let off = Square::from_index(99);
    for (line, text) in [
        (Case::Move([a1, b1]), "line 1: no move joins a1 and b1"),
        (Case::Move([a1, off]), "line 1: square number 99 is not on the board"),
        (
            Case::TightSet(vec![a1]),
            "line 1: the squares need 2 and there are 3, so nothing follows",
        ),
        (Case::DeficientSet(vec![a1, a1]), "line 1: a1 is named twice"),
        (
            Case::VertexCut(vec![c2]),
            "line 1: the parts need 0 moves to these squares, and there may be 2",
        ),
    ] {
        let error = check(vec![line]).unwrap_err();
        assert_eq!(error.text(board), text);
    }
}

#[test]
fn a_check_can_be_stopped() {
    use std::ops::ControlFlow;
    let problem = Problem::new("8x8".parse().unwrap());
    let reason = Reason::Cases { cases: Cases::new(vec![Case::Forced; 9]) };
    let stopped = crate::check_proof(&problem, &reason, &|_| ControlFlow::Break(()));
    assert_eq!(stopped, Ok(Checked::NotChecked(UncheckedCause::Stopped)));
}

/// The callback is called again after each 256 lines.
#[test]
fn a_check_can_be_stopped_late() {
    use std::ops::ControlFlow;
    // Closed tours of 4x4 are refuted before the first line.
    let problem = Problem::new("4x4".parse().unwrap()).closed();
    let reason = Reason::Cases { cases: Cases::new(vec![Case::TightSet(Vec::new()); 300]) };
    let stop_at = |last: u64| {
        crate::check_proof(&problem, &reason, &|line| {
            if line >= last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    };
    assert_eq!(stop_at(256), Ok(Checked::NotChecked(UncheckedCause::Stopped)));
    let unfinished = stop_at(257).unwrap_err();
    assert_eq!((unfinished.line, unfinished.kind), (Some(301), ProofErrorKind::Unfinished));
}
