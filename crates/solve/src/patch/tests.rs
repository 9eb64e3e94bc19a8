//! Compares cycle numbers with fresh ones, and outcomes with a complete search.

mod large;

use std::collections::BTreeSet;
use std::convert::Infallible;

use caracole_core::{Board, Case, Kind, Leaper, Moves, Piece, Problem, Reason, Square, SquareSet};
use caracole_verify::{Outcome, Tour};

use super::cycles::Cycles;
use super::*;
use crate::{BruteForce, Decision, Options, decide};

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Returns the board with further random holes, half of them of each colour.
fn with_holes(board: Board, holes: u64, random: &mut Random) -> Board {
    let mut left = [holes / 2; 2];
    let mut set = BTreeSet::new();
    while left != [0, 0] {
        let square = Square::from_index(random.below(board.area()));
        let colour = usize::from(board.colour(square));
        if left[colour] > 0 && board.contains(square) && set.insert(square) {
            left[colour] -= 1;
        }
    }
    board.without(set).unwrap()
}

fn solve(problem: &Problem, seed: u64) -> Outcome {
    let outcome = Patch.solve(problem, &mut Run::with_options(&Options::new().seed(seed)));
    if let Outcome::Found(tour) = &outcome {
        Tour::verify(problem, tour.clone().into_path()).expect("an answer to the problem");
    }
    outcome
}

/// After each random exchange, the cycle numbers and sizes agree with fresh ones.
#[test]
fn exchanges_update_the_cycles() {
    let mut sizes = BTreeSet::new();
    for seed in 0..40 {
        let mut random = Random::new(seed, "exchanges");
        let board = with_holes(board("9x8"), 4, &mut random);
        let problem = Problem::new(board).closed();
        let mut run = Run::new();
        let model = TwoFactorModel::new(&problem, &mut run).unwrap();
        let Ok(Cover::Cycles(mut cycles)) = model.cover(TourShape::Cycle, &mut random, &mut run)
        else {
            continue;
        };
        let graph = model.graph();
        for _ in 0..200 {
            let alternating = random_alternating_cycle(&cycles, &mut random);
            let Some(alternating) = alternating else { continue };
            cycles.exchange(&alternating);
            sizes.insert(alternating.len());
            let beside = (0..graph.vertices()).map(|vertex| cycles.partners(vertex)).collect();
            let Ok(fresh) = Cycles::new(graph, beside, &[], None, || Ok::<(), Infallible>(()));
            assert_eq!(cycles.count(), fresh.count());
            let pairs: BTreeSet<(u32, u32)> =
                (0..graph.vertices()).map(|vertex| (cycles.of(vertex), fresh.of(vertex))).collect();
            assert_eq!(pairs.len(), fresh.count(), "each cycle has its own number");
            let size_of =
                |number| (0..graph.vertices()).filter(|&at| cycles.of(at) == number).count();
            let most = pairs.iter().map(|&(number, _)| size_of(number)).max();
            assert_eq!(Some(size_of(cycles.largest())), most);
        }
    }
    assert_eq!(sizes, BTreeSet::from([4, 6, 8]));
}

/// Returns a random alternating cycle of four, six or eight vertices, if it finds one.
fn random_alternating_cycle(cycles: &Cycles<'_>, random: &mut Random) -> Option<Vec<u32>> {
    let graph = cycles.graph();
    let first = random.below(graph.vertices().into()) as u32;
    let mut alternating = vec![first, cycles.partners(first)[random.below(2) as usize]];
    let moves = 2 + random.below(3) as usize;
    for _ in 0..100 {
        let last = *alternating.last()?;
        let all = graph.neighbours(last);
        let next = all[random.below(all.len() as u64) as usize];
        let after = cycles.partners(next)[random.below(2) as usize];
        if alternating.contains(&next)
            || alternating.contains(&after)
            || cycles.partners(last).contains(&next)
        {
            continue;
        }
        alternating.extend([next, after]);
        if alternating.len() == 2 * moves {
            let can_close =
                graph.has_edge(after, first) && !cycles.partners(first).contains(&after);
            if can_close {
                return Some(alternating);
            }
            alternating.truncate(2);
        }
    }
    None
}

/// Small boards with any holes and each kind of tour: all outcomes are right, and nearly all tours are found.
#[test]
fn small_shapes_agree_with_brute_force() {
    let (mut solvable, mut found, mut proved) = (0, 0, 0);
    let mut random = Random::new(0, "shapes");
    let mut check = |files: u32, ranks: u32, mask: u64| {
        let mut set = SquareSet::with_area(u64::from(files * ranks));
        let squares = (0..u64::from(files * ranks)).filter(|at| mask >> at & 1 == 1);
        squares.for_each(|at| {
            set.insert(Square::from_index(at));
        });
        let Ok(board) = Board::from_squares(files, ranks, &set) else { return };
        for kind in KINDS {
            let problem = Problem::new(board.clone()).of_kind(kind);
            let outcome = solve(&problem, mask);
            // The elementary reasons have their own tests.
            if matches!(decide(&problem), Decision::Impossible(_)) {
                assert!(outcome.is_impossible(), "{problem:?}");
                continue;
            }
            let truth = BruteForce::default().solve(&problem, &mut Run::new());
            assert!(!outcome.is_found() || truth.is_found(), "{problem:?}");
            assert!(!outcome.is_impossible() || truth.is_impossible(), "{problem:?}");
            if truth.is_found() {
                solvable += 1;
            }
            if outcome.is_found() {
                found += 1;
            }
            if let Outcome::Impossible(proof) = &outcome {
                if holds(&problem, proof.reason()) == Some(true) {
                    proved += 1;
                }
                assert_ne!(holds(&problem, proof.reason()), Some(false), "{problem:?}");
            }
        }
    };
    (0..1 << 12).for_each(|mask| check(3, 4, mask));
    for _ in 0..1000 {
        let mask = random.bits() | random.bits() | random.bits();
        check(4, 5, mask & ((1 << 20) - 1));
    }
    assert!(solvable > 100 && found * 100 >= solvable * 99, "{found} of {solvable}");
    assert!(proved > 10, "{proved}");
}

#[test]
fn required_and_forbidden_moves_are_respected() {
    for seed in 0..10 {
        let problem = Problem::new(board("12x11-c3,d9"))
            .require("a1", "b3")
            .and_then(|it| it.require("f6", "g8"))
            .and_then(|it| it.require("g8", "h6"))
            .and_then(|it| it.forbid("a11", "b9"))
            .unwrap_or_else(|error| panic!("{error}"));
        for kind in KINDS {
            let problem = problem.clone().of_kind(kind);
            let outcome = solve(&problem, seed);
            if kind == Kind::Closed {
                assert!(outcome.is_impossible(), "a11 has one move left");
            } else {
                assert!(outcome.is_found(), "{kind:?} {seed}");
            }
        }
    }
    let problem = Problem::new(board("8x8"));
    let three = ["b3", "c2"].into_iter().try_fold(problem.clone(), |it, to| it.require("a1", to));
    let outcome = solve(&three.unwrap().start("a1").unwrap(), 0);
    assert!(outcome.is_impossible(), "a start with two required moves");
    let home = problem.closed().start("a1").unwrap().end("b3").unwrap().forbid("a1", "b3").unwrap();
    assert!(solve(&home, 0).is_impossible(), "the closing move is forbidden");
}

#[test]
fn unsupported_problems_have_a_reason() {
    let needs = |problem: Problem| match Patch.supports(&problem) {
        Support::No(why) => why,
        Support::Yes => String::new(),
    };
    let eight = || Problem::new(board("8x8"));
    assert_eq!(needs(eight().end("h8").unwrap()), "");
    assert_eq!(needs(eight().clue("h8", 5).unwrap()), "patching needs no clues but the ends");
    let two = eight().with_knights(2, ["a1"]).unwrap();
    assert_eq!(needs(two), "patching needs one knight");
    let why = "patching needs moves that change colour, also round the board";
    assert_eq!(needs(Problem::new(board("torus:5x6"))), why);
    assert_eq!(needs(Problem::with_piece(board("8x8"), Leaper::new(1, 3).unwrap().into())), why);
}

/// The area of this shape is too large for the elementary tests, and its two squares are not a move apart.
#[test]
fn two_squares_far_apart_have_no_path() {
    let wide = board("1024x512");
    let mut set = SquareSet::new(&wide);
    for index in [0, wide.area() - 1] {
        set.insert(Square::from_index(index));
    }
    let problem = Problem::new(Board::from_squares(1024, 512, &set).unwrap());
    assert!(solve(&problem, 0).is_impossible());
}

/// Returns the deficiency of squares as [`Case::DeficientSet`] defines it, without ends, and the maximum number of
/// their ends.
fn deficiency(problem: &Problem, set: &[Square]) -> (i64, i64) {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let pair = |a: Square, b: Square| (a.min(b), a.max(b));
    let has_end = |square: Square| {
        problem.kind() != Kind::Closed
            && [problem.start_square(), problem.end_square()].contains(&Some(square))
    };
    let mut supply = 0;
    for beyond in board.squares().filter(|square| !set.contains(square)) {
        let near: Vec<Square> = moves
            .from(board, beyond)
            .filter(|&to| !problem.forbidden().contains(&pair(beyond, to)))
            .collect();
        let to_set = near.iter().filter(|to| set.contains(to)).count() as i64;
        let required_elsewhere = near
            .iter()
            .filter(|&&to| !set.contains(&to) && problem.required().contains(&pair(beyond, to)))
            .count() as i64;
        supply += to_set.min(2 - i64::from(has_end(beyond)) - required_elsewhere);
    }
    for &a in set {
        let joined = |&b: &Square| moves.from(board, a).any(|to| to == b);
        assert!(!set.iter().any(joined), "no move joins two of the squares");
    }
    let given = problem.start_square().into_iter().chain(problem.end_square());
    let given_beyond = given.filter(|square| !set.contains(square)).count() as i64;
    let ends = if problem.kind() == Kind::Closed { 0 } else { 2 - given_beyond };
    (2 * set.len() as i64 - supply, ends.min(set.len() as i64))
}

/// Returns whether a reason by deficient sets holds; `None` for other reasons.
pub(super) fn holds(problem: &Problem, reason: &Reason) -> Option<bool> {
    let is_deficient = |set: &[Square]| {
        let (lack, ends) = deficiency(problem, set);
        lack > ends
    };
    match reason {
        Reason::DeficientSet { squares } => Some(is_deficient(squares)),
        Reason::Cases { cases } => match cases.lines() {
            [Case::TightSet(tight), Case::DeficientSet(starved)] => {
                let (lack, ends) = deficiency(problem, tight);
                let (remaining, _) = deficiency(problem, starved);
                // All ends are in the tight set, so none is in the other.
                Some(lack == ends && ends == 2 && remaining > 0)
            }
            _ => None,
        },
        _ => None,
    }
}
