mod plain;

use std::collections::HashSet;

use caracole_core::{Board, Square, Symmetry};

use super::*;
use crate::Limits;
use plain::Plain;

/// The problem without the clues of some squares.
fn without(problem: &Problem, squares: &[Square]) -> Problem {
    let bare = Problem::with_piece(problem.board().clone(), problem.piece().clone());
    let kept = problem.clues().filter(|(_, square)| !squares.contains(square));
    kept.fold(bare.of_kind(problem.kind()), |bare, (step, square)| bare.clue(square, step).unwrap())
}

fn made(board: &str, settings: &PuzzleSettings, seed: u64) -> Puzzle {
    let problem = Problem::new(board.parse().unwrap());
    make(&problem, settings, &mut Run::new().seed(seed)).unwrap()
}

#[test]
fn a_plain_method_confirms_that_puzzles_are_unique_and_minimal() {
    let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
    let mut tours = HashSet::new();
    for (board, seeds) in [("6x6", 6), ("5x6-c3", 3), ("7x4", 3)] {
        for seed in 0..seeds {
            let puzzle = made(board, &settings, seed);
            let problem = puzzle.problem();
            assert!(puzzle.is_minimal());
            assert_eq!(Plain::count(problem), 1, "{board}, seed {seed}");
            let last = problem.board().len();
            for (step, square) in problem.clues().filter(|&(step, _)| step > 1 && step < last) {
                let fewer = without(problem, &[square]);
                assert_eq!(Plain::count(&fewer), 2, "{board}, seed {seed}, step {step}");
            }
            tours.insert(puzzle.solution().names());
        }
    }
    assert_eq!(tours.len(), 12, "each seed has its own tour");
}

/// Also where the clues asked for are reached when one group is left.
#[test]
fn a_puzzle_that_calls_itself_minimal_is_minimal() {
    let mut claims = 0;
    for (board, clues, seeds) in [("3x4", 2, 0..8), ("4x5", 4, 0..12), ("5x5", 6, 0..4)] {
        for seed in seeds {
            let settings = PuzzleSettings {
                clues: Some(clues),
                hide_ends: true,
                attempts: 1,
                ..PuzzleSettings::default()
            };
            let problem = Problem::new(board.parse().unwrap());
            let Ok(puzzle) = make(&problem, &settings, &mut Run::new().seed(seed)) else {
                continue;
            };
            for (_, square) in puzzle.problem().clues().filter(|_| puzzle.is_minimal()) {
                let fewer = without(puzzle.problem(), &[square]);
                assert!(Plain::count(&fewer) > 1, "{board}, {clues} clues, seed {seed}");
                claims += 1;
            }
        }
    }
    assert!(claims > 0, "some of them do");
}

#[test]
fn closed_puzzles_close_and_hidden_ends_may_be_hidden() {
    let settings = PuzzleSettings { hide_ends: true, clues: Some(9), ..PuzzleSettings::default() };
    let mut hidden = 0;
    for seed in 0..6 {
        let problem = Problem::new("6x6".parse().unwrap()).closed();
        let puzzle = make(&problem, &settings, &mut Run::new().seed(seed)).unwrap();
        assert!(puzzle.solution().is_closed() && puzzle.clues() == 9);
        if puzzle.problem().start().is_none() {
            hidden += 1;
        }
        assert_eq!(Plain::count(puzzle.problem()), 1, "seed {seed}");
    }
    assert!(hidden > 0);
}

#[test]
fn symmetric_clues_are_symmetric_and_no_pair_can_be_left_out() {
    for (seed, board) in [(0, "6x6"), (1, "6x6"), (2, "5x5"), (3, "6x6-a1,a6,f1,f6")] {
        let settings =
            PuzzleSettings { symmetric: true, minimal: true, ..PuzzleSettings::default() };
        let puzzle = made(board, &settings, seed);
        let problem = puzzle.problem();
        let board: &Board = problem.board();
        let turn = Symmetry::of(board).into_iter().find(|turn| turn.name() == "half turn").unwrap();
        let shown: HashSet<Square> = problem.clues().map(|(_, square)| square).collect();
        assert!(shown.iter().all(|&square| shown.contains(&turn.apply(board, square))));
        assert_eq!(Plain::count(problem), 1, "{board}, seed {seed}");
        for &square in &shown {
            let pair = [square, turn.apply(board, square)];
            assert_eq!(Plain::count(&without(problem, &pair)), 2, "{board}, seed {seed}");
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzle() {
    let settings = PuzzleSettings { clues: Some(20), ..PuzzleSettings::default() };
    let one = made("8x8", &settings, 5);
    let same = made("8x8", &settings, 5);
    assert_eq!((one.problem(), one.solution()), (same.problem(), same.solution()));
    assert_eq!(one.clues(), 20);
    assert_ne!(one.problem(), made("8x8", &settings, 6).problem());
}

#[test]
fn puzzles_are_made_for_all_boards_and_pieces() {
    let settings = PuzzleSettings::default();
    for board in ["torus:5x5", "cylinder:4x6", "box:3x4x2", "8x8-d4,d5,e4,e5", "1x1", "3x4"] {
        let puzzle = made(board, &settings, 1);
        assert!(matches!(unique(puzzle.problem(), &mut Run::new()), Uniqueness::One(_)), "{board}");
    }
    let zebra = caracole_core::Piece::new(["2,3".parse().unwrap()]).unwrap();
    let problem = Problem::with_piece("10x10".parse().unwrap(), zebra);
    let puzzle = make(&problem, &settings, &mut Run::new()).unwrap();
    assert!(puzzle.clues() <= 40, "{}", puzzle.clues());
}

#[test]
fn clues_of_the_problem_stay() {
    let problem = Problem::new("6x6".parse().unwrap()).clue("c3", 17).unwrap().from("d2").unwrap();
    let puzzle = make(&problem, &PuzzleSettings::default(), &mut Run::new()).unwrap();
    assert_eq!(puzzle.problem().clue_at(17), problem.clue_at(17));
    assert_eq!(puzzle.problem().start(), problem.start());
}

/// A puzzle that people print; 0 is unknown.
const PRINTED: &str = "
     0  0  0  0 58 23  0 35
     0  0 25  0 15  0  0  0
    54 27  4  0 24  0  0  0
     1  0  0  0  0 16 21 60
    52 29  0  5  0  0  0 37
    43  6  0 32  9  0 17 64
     0 51  0 41  0 19  0 11
     7 42 31 50 39  0  0 18";

#[test]
fn a_printed_puzzle_has_one_solution() {
    let mut problem = Problem::new("8x8".parse().unwrap());
    let rows = PRINTED.lines().filter(|line| !line.is_empty());
    for (rank, row) in (0..8).rev().zip(rows) {
        for (file, step) in row.split_whitespace().enumerate() {
            let step: u64 = step.parse().unwrap();
            if step > 0 {
                let square = Square::from_index(rank * 8 + file as u64);
                problem = problem.clue(square, step).unwrap();
            }
        }
    }
    assert_eq!(Plain::count(&problem), 1);
    let Uniqueness::One(only) = unique(&problem, &mut Run::new()) else { panic!("not unique") };
    assert_eq!(only.grade(), Grade::Easy);
    let board = problem.board();
    assert_eq!(only.tour.step_of(board.parse_square("a1").unwrap()), Some(7));
    let fewer = without(&problem, &problem.clues().map(|(_, square)| square).collect::<Vec<_>>());
    assert!(matches!(unique(&fewer, &mut Run::new()), Uniqueness::Several([a, b]) if a != b));
    let wrong = Problem::new("8x8".parse().unwrap()).from("a1").unwrap().clue("b2", 2).unwrap();
    assert!(matches!(unique(&wrong, &mut Run::new()), Uniqueness::None(_)));
}

#[test]
fn what_cannot_be_is_said() {
    let eight = Problem::new("8x8".parse().unwrap());
    let fails = |problem: &Problem, settings: PuzzleSettings| {
        make(problem, &settings, &mut Run::new()).unwrap_err().to_string()
    };
    let wish = |clues| PuzzleSettings { clues: Some(clues), ..PuzzleSettings::default() };
    let text = "1 clue cannot be: there are 64 squares, and 2 clues are always shown";
    assert_eq!(fails(&eight, wish(1)), text);
    assert!(fails(&eight, wish(65)).starts_with("65 clues cannot be"));
    let text = fails(&eight, PuzzleSettings { attempts: 1, ..wish(3) });
    assert!(text.starts_with("3 clues were not reached; the fewest are 1"), "{text}");
    assert!(text.ends_with(", with all tours that were tried"), "{text}");
    let lame = Problem::new("8x8-a1,b1".parse().unwrap());
    let symmetric = PuzzleSettings { symmetric: true, ..PuzzleSettings::default() };
    assert_eq!(fails(&lame, symmetric), "the board does not look the same after a half turn");
    let none = Problem::new("4x4".parse().unwrap());
    assert!(fails(&none, PuzzleSettings::default()).starts_with("there is no tour: 4x4: "));
    let vast = Problem::new("1000x1000".parse().unwrap());
    let text = "puzzles have at most 1024 squares, and not 1000000";
    assert_eq!(fails(&vast, PuzzleSettings::default()), text);
    let two = Problem::new("4x4".parse().unwrap()).with_knights(2, ["a1"]).unwrap();
    assert_eq!(fails(&two, PuzzleSettings::default()), "puzzles are for one knight");
}

#[test]
fn a_limit_leaves_an_honest_answer() {
    let eight = Problem::new("8x8".parse().unwrap());
    let limits = Limits { steps: Some(40), ..Limits::default() };
    let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
    match make(&eight, &settings, &mut Run::new().limits(limits)) {
        Err(MakeError::NotReached { fewest, stop: Some(_), .. }) => {
            assert!(!fewest.is_minimal());
            assert!(matches!(unique(fewest.problem(), &mut Run::new()), Uniqueness::One(_)));
        }
        Err(MakeError::Unknown(_)) => {}
        other => panic!("{other:?}"),
    }
    let limits = Limits { steps: Some(1), ..Limits::default() };
    let answer = unique(&eight, &mut Run::new().limits(limits));
    assert!(matches!(answer, Uniqueness::Unknown(_, None)), "{answer:?}");
}

/// Every clue that is not part of the problem is needed: without it a second tour fits.
#[test]
fn no_clue_of_a_minimal_puzzle_can_be_spared() {
    let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
    let boards =
        [("4x5", 619..620), ("4x5", 0..120), ("5x4", 0..60), ("3x7", 0..60), ("5x5", 0..40)];
    let mut hidden_ends = 0;
    for (board, seeds) in boards {
        for seed in seeds {
            let any = Problem::new(board.parse().unwrap());
            let puzzle = make(&any, &settings, &mut Run::new().seed(seed)).unwrap();
            assert!(puzzle.is_minimal());
            let clues: Vec<_> = puzzle.problem().clues().collect();
            let ends = [puzzle.problem().start(), puzzle.problem().end()];
            hidden_ends += ends.iter().filter(|end| end.is_none()).count();
            for spared in &clues {
                let others = clues.iter().filter(|clue| *clue != spared);
                let less = others.fold(any.clone(), |problem, &(step, square)| {
                    problem.clue(square, step).unwrap()
                });
                let answer = unique(&less, &mut Run::new());
                assert!(matches!(answer, Uniqueness::Several(_)), "{board} {seed}: {spared:?}");
            }
        }
    }
    assert!(hidden_ends > 0, "in some puzzles an end can be spared");
}

/// An end that the user fixed stays.
#[test]
fn a_minimal_puzzle_keeps_what_the_problem_fixes() {
    let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
    let problem = Problem::new("4x5".parse().unwrap()).from("a1").unwrap();
    for seed in 0..40 {
        let puzzle = make(&problem, &settings, &mut Run::new().seed(seed)).unwrap();
        assert_eq!(puzzle.problem().start(), problem.start());
    }
}
