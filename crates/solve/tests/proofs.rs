//! The checker accepts every reason, with a search and without.

use caracole_core::{Board, Kind, Leaper, Moves, Piece, Problem, Reason, Square};
use caracole_explain::Explain;
use caracole_solve::{Decision, Exact, Limits, Options, Random, Run, Solver, decide};
use caracole_verify::Outcome;
use caracole_verify::no_progress;
use caracole_verify::{Checked, check_proof};

/// Returns the problems of a board with every kind of tour, between any ends and without ends.
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
            let kind = proof.reason().name();
            let checked = check_proof(&problem, proof.reason(), &no_progress);
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

/// Runs the exact search, and checks its proof. Returns true if it has one.
fn is_proved(problem: &Problem) -> Option<&'static str> {
    let limits = Limits { steps: Some(20_000), ..Limits::default() };
    let mut run = Run::with_options(&Options::new().limits(limits));
    let Outcome::Impossible(proof) = Exact::default().solve(problem, &mut run) else {
        return None;
    };
    let checked = check_proof(problem, proof.reason(), &no_progress);
    assert!(
        matches!(checked, Ok(Checked::Proved { .. } | Checked::ProvedByClauses { .. })),
        "{}: {checked:?} {problem:?}",
        proof.text()
    );
    let names: Vec<&str> = match proof.reason() {
        Reason::Cases { cases } if cases.closed() > 1 => vec!["branches"],
        reason => vec![reason.name()],
    };
    names.into_iter().next()
}

/// Random boards of all surfaces with random kinds, ends, clues, required and forbidden moves.
fn random_problem(random: &mut Random) -> Problem {
    let below = |random: &mut Random, bound: u64| random.below(bound);
    let sides = [3 + below(random, 5), 3 + below(random, 5)];
    let surface = ["", "", "", "", "cylinder:", "torus:"][below(random, 6) as usize];
    let board: Board = format!("{surface}{}x{}", sides[0], sides[1]).parse().expect("a board");
    let holes = below(random, 7);
    let holes: Vec<Square> =
        (0..holes).map(|_| Square::from_index(below(random, board.area()))).collect();
    let board = board.clone().without(holes).unwrap_or(board);
    let jumps = [(1, 2), (1, 2), (1, 2), (1, 2), (1, 4), (2, 3), (0, 1)][below(random, 7) as usize];
    let piece = Piece::from(Leaper::new(jumps.0, jumps.1).expect("a leaper"));
    let kind = [Kind::Any, Kind::Closed, Kind::Open][below(random, 3) as usize];
    let mut problem = Problem::with_piece(board.clone(), piece).of_kind(kind);
    let squares: Vec<Square> = board.squares().collect();
    for _ in 0..below(random, 4) {
        let square = squares[below(random, squares.len() as u64) as usize];
        let other = squares[below(random, squares.len() as u64) as usize];
        let step = 1 + below(random, board.len());
        let more = match below(random, 6) {
            0 => problem.clone().start(square),
            1 => problem.clone().end(square),
            2 | 3 => problem.clone().clue(square, step),
            4 => problem.clone().require(square, other),
            _ => problem.clone().forbid(square, other),
        };
        problem = more.unwrap_or(problem);
    }
    problem
}

fn every_proof_holds(seed: u64, problems: u64) {
    let mut random = Random::new(seed, "proofs");
    let mut kinds = std::collections::BTreeMap::new();
    for _ in 0..problems {
        if let Some(kind) = is_proved(&random_problem(&mut random)) {
            *kinds.entry(kind).or_insert(0_u64) += 1;
        }
    }
    for kind in ["colours", "dead-ends", "deficient", "cut", "cases", "branches"] {
        assert!(kinds.get(kind).is_some_and(|&count| count > problems / 2000), "{kinds:?}");
    }
    println!("{kinds:?}");
}

#[test]
fn every_proof_of_exact_is_checked() {
    every_proof_holds(1, 4_000);
}

#[test]
#[ignore = "minutes: many more problems"]
fn every_proof_of_exact_is_checked_for_long() {
    every_proof_holds(2, 400_000);
}

/// A board without an open tour of the giraffe, for which a SAT solver took ten hours.
#[test]
fn the_giraffe_does_not_tour_11x11() {
    let giraffe = Piece::from(Leaper::new(1, 4).expect("a leaper"));
    let problem = Problem::with_piece("11x11".parse().expect("a board"), giraffe);
    assert_eq!(is_proved(&problem), Some("cut"));
}

/// The ranks 2 and 5 are a vertex cut. The board has a 2-factor, so no deficient set refutes it.
#[test]
fn the_giraffe_does_not_tour_cylinders_with_six_ranks() {
    let giraffe = Piece::from(Leaper::new(1, 4).expect("a leaper"));
    for files in [6, 10, 12, 14] {
        let board = format!("cylinder:{files}x6").parse().expect("a board");
        assert_eq!(is_proved(&Problem::with_piece(board, giraffe.clone())), Some("cut"), "{files}");
    }
}

/// On large boards the flow ignores the number of ends of each colour, and the proof must use it. Four squares need
/// two ends, and two of the other colour need one; each colour has one.
#[test]
fn the_squares_named_are_those_that_starve() {
    let mut problem = Problem::new("50x50".parse().unwrap()).require("j31", "h30").unwrap();
    for (name, near) in [
        ("k12", ["j10", "l10"]),
        ("k8", ["j10", "l10"]),
        ("m12", ["l10", "n10"]),
        ("m8", ["l10", "n10"]),
        ("k33", ["j31", "l31"]),
        ("k29", ["j31", "l31"]),
    ] {
        let board = problem.board().clone();
        let square = board.parse_square(name).unwrap();
        let near = near.map(|name| board.parse_square(name).unwrap());
        let moves = Moves::new(problem.piece(), &board);
        for to in moves.from(&board, square).filter(|to| !near.contains(to)) {
            problem = problem.forbid(square, to).unwrap();
        }
    }
    assert_eq!(is_proved(&problem), Some("deficient"));
}
