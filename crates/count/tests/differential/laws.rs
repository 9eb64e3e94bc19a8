//! Relations between counts, also of boards with too many tours for a list.

use caracole_core::{Kind, MoveGraph, Moves, Problem, Square, Symmetry};
use caracole_count::{Count, Direction, Job, Options, Question, by_start};
use caracole_solve::Random;

use crate::problems::{question, transposed};
use crate::{cases, folder, frugal, is_swept, number, tried};

fn problem(board: &str, kind: Kind) -> Problem {
    Problem::new(board.parse().expect("a board")).of_kind(kind)
}

fn moves(problem: &Problem) -> Vec<(Square, Square)> {
    let board = problem.board();
    let graph = MoveGraph::new(board, &Moves::new(problem.piece(), board)).expect("small");
    let from = |a: u32| graph.graph().neighbours(a).iter().map(move |&b| (a, b));
    let all = (0..graph.graph().vertices()).flat_map(from);
    all.map(|(a, b)| (graph.square(a), graph.square(b))).collect()
}

/// A board that is large enough for several threads.
const LARGE: [(&str, Kind); 5] = [
    ("6x6", Kind::Any),
    ("5x8", Kind::Open),
    ("6x7-a1,b1,f7", Kind::Closed),
    ("cylinder:6x5", Kind::Closed),
    ("box:3x3x3-b2:2", Kind::Any),
];

#[test]
fn cores_and_memory_change_nothing() {
    let spill = folder();
    for (board, kind) in LARGE {
        let question = Question::new(problem(board, kind));
        let expected = number(&question, &Job::with_options(&Options::new().threads(1)));
        for found in [
            number(&question, &Job::with_options(&Options::new().threads(2))),
            number(&question, &Job::with_options(&Options::new().threads(3))),
            frugal(&question, |options| Job::with_options(&options).spill(spill.path()))
                .expect("it was counted"),
        ] {
            assert_eq!(found, expected, "{board} {kind:?}");
        }
    }
}

/// A tour includes a move or not.
#[test]
fn with_a_move_and_without_it_are_all() {
    let mut compared = 0;
    let all = cases(600);
    for at in 0..all {
        let question = question(at);
        let mut random = Random::numbered(2, "moves", at);
        let moves = moves(question.problem());
        if moves.is_empty() || !is_swept(&question) {
            continue;
        }
        let (a, b) = moves[random.below(moves.len() as u64) as usize];
        let asked = |problem| Question::new(problem).counting(question.direction());
        let (Ok(with), Ok(without)) =
            (question.problem().clone().require(a, b), question.problem().clone().forbid(a, b))
        else {
            continue;
        };
        let job = Job::new();
        let Some(expected) = tried(&question, &job) else { continue };
        let found = number(&asked(with), &job) + number(&asked(without), &job);
        assert_eq!(found, expected, "problem {at} and {a:?}-{b:?}: {question:?}");
        compared += 1;
    }
    assert!(compared > all / 2, "{compared} of {all}");
}

/// A closed tour has two moves at each square.
#[test]
fn closed_tours_by_the_moves_of_a_square() {
    let job = Job::new();
    for (board, square) in
        [("6x6", "a1"), ("6x6", "c3"), ("5x6", "b2"), ("5x8", "d4"), ("6x7-a1,f7", "c4")]
    {
        let problem = problem(board, Kind::Closed);
        let square = problem.board().parse_square(square).expect("a square");
        let all = number(&Question::new(problem.clone()), &job);
        assert!(!all.is_zero());
        let of_square = moves(&problem).into_iter().filter(|&(from, _)| from == square);
        let with = |to: (Square, Square)| problem.clone().require(to.0, to.1).expect("a move");
        let sum: Count = of_square.map(|to| number(&Question::new(with(to)), &job)).sum();
        assert_eq!(sum, all * 2, "{board}");
    }
}

/// The counts by start, by first move and by end have the same sum.
#[test]
fn starts_first_moves_and_ends_are_all() {
    let job = Job::new();
    for (board, start) in [("5x6", "a1"), ("6x5-c3", "b1"), ("cylinder:4x5", "a1")] {
        for kind in [Kind::Any, Kind::Open] {
            let problem = problem(board, kind);
            let question = Question::new(problem.clone()).counting(Direction::Directed);
            let all = number(&question, &job);
            assert!(!all.is_zero());
            let starts = by_start(&question, &job).expect("counted");
            assert_eq!(starts.iter().map(|start| start.1.clone()).sum::<Count>(), all, "{board}");
            let from = problem.clone().start(start).expect("a square");
            let start = from.start_square().expect("it has one");
            let here = number(&Question::new(from.clone()).counting(Direction::Directed), &job);
            let found = starts.iter().find(|found| found.0 == start).expect("it is there");
            assert_eq!(found.1, here, "{board}");
            let squares = problem.board().squares().filter(|&end| end != start);
            let ends = squares.map(|end| from.clone().end(end).expect("another square"));
            let ends: Count = ends
                .map(|problem| number(&Question::new(problem).counting(Direction::Directed), &job))
                .sum();
            assert_eq!(ends, here, "{board} {kind:?} by its ends");
            if kind == Kind::Any {
                let first = moves(&problem).into_iter().filter(|&(from, _)| from == start);
                let with = |to: (Square, Square)| from.clone().require(to.0, to.1).expect("a move");
                let sum: Count = first.map(|to| number(&Question::new(with(to)), &job)).sum();
                assert_eq!(sum, here, "{board} by the first move");
            }
        }
    }
}

/// Reflected and rotated boards have the same count.
#[test]
fn a_board_seen_from_another_side() {
    let job = Job::new();
    for (text, start) in [("6x6-a1,b1,f6", "c2"), ("5x7-b2,c4", "a1")] {
        for kind in [Kind::Any, Kind::Closed, Kind::Open] {
            let whole = problem(text, kind);
            let board = whole.board().clone();
            let side = Problem::new(transposed(&board)).of_kind(kind);
            let expected = number(&Question::new(whole.clone()), &job);
            assert_eq!(number(&Question::new(side), &job), expected, "{text} {kind:?} on its side");
            let start = board.parse_square(start).expect("a square");
            let plain = format!("{}x{}", board.files(), board.ranks()).parse().expect("a board");
            let here = number(&Question::new(whole.start(start).expect("free")), &job);
            for symmetry in Symmetry::of(&plain) {
                let holes = board.holes().map(|hole| symmetry.apply(&plain, hole));
                let image = plain.clone().without(holes).expect("some squares are left");
                let image = Problem::new(image).of_kind(kind);
                let image = image.start(symmetry.apply(&plain, start)).expect("free");
                assert_eq!(number(&Question::new(image), &job), here, "{text} {}", symmetry.name());
            }
        }
    }
}
