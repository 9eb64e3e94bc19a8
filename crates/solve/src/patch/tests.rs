//! Loops against a count from scratch, answers against a complete search, and large boards.

mod counted;
mod large;

use std::collections::BTreeSet;
use std::convert::Infallible;

use caracole_core::{Board, Kind, Leaper, Outcome, Piece, Problem, Square, SquareSet, Tour};

use super::loops::Loops;
use super::*;
use crate::BruteForce;

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// The board with so many random holes more, half of them of each colour.
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
    let outcome = Patch.solve(problem, &mut Run::new().seed(seed));
    if let Outcome::Found(tour) = &outcome {
        Tour::verify(problem, tour.clone().into_path()).expect("an answer to the problem");
    }
    outcome
}

/// After each of many random exchanges, the numbers of the loops are those of a fresh count.
#[test]
fn exchanges_keep_count_of_the_loops() {
    let mut sizes = BTreeSet::new();
    for seed in 0..40 {
        let mut random = Random::new(seed, "exchanges");
        let board = with_holes(board("9x8"), 4, &mut random);
        let problem = Problem::new(board).closed();
        let mut run = Run::new();
        let task = Task::new(&problem, &mut run).unwrap();
        let Ok(Cover::Loops(mut loops)) = task.cover(Plan::Ring, &mut random, &mut run) else {
            continue;
        };
        let graph = task.graph();
        for _ in 0..200 {
            let ring = random_ring(&loops, &mut random);
            let Some(ring) = ring else { continue };
            loops.exchange(&ring);
            sizes.insert(ring.len());
            let beside = (0..graph.vertices()).map(|vertex| loops.beside(vertex)).collect();
            let Ok(fresh) = Loops::new(graph, beside, &[], None, || Ok::<(), Infallible>(()));
            assert_eq!(loops.count(), fresh.count());
            let pairs: BTreeSet<(u32, u32)> =
                (0..graph.vertices()).map(|vertex| (loops.of(vertex), fresh.of(vertex))).collect();
            assert_eq!(pairs.len(), fresh.count(), "each loop has a number of its own");
            let size_of =
                |number| (0..graph.vertices()).filter(|&at| loops.of(at) == number).count();
            let most = pairs.iter().map(|&(number, _)| size_of(number)).max();
            assert_eq!(Some(size_of(loops.largest())), most);
        }
    }
    assert_eq!(sizes, BTreeSet::from([4, 6, 8]));
}

/// A random alternating ring of four, six or eight vertices, if chance finds one.
fn random_ring(loops: &Loops<'_>, random: &mut Random) -> Option<Vec<u32>> {
    let graph = loops.graph();
    let first = random.below(graph.vertices().into()) as u32;
    let mut ring = vec![first, loops.beside(first)[random.below(2) as usize]];
    let moves = 2 + random.below(3) as usize;
    for _ in 0..100 {
        let last = *ring.last()?;
        let all = graph.neighbours(last);
        let next = all[random.below(all.len() as u64) as usize];
        let after = loops.beside(next)[random.below(2) as usize];
        if ring.contains(&next) || ring.contains(&after) || loops.beside(last).contains(&next) {
            continue;
        }
        ring.extend([next, after]);
        if ring.len() == 2 * moves {
            let can_close = graph.has_edge(after, first) && !loops.beside(first).contains(&after);
            if can_close {
                return Some(ring);
            }
            ring.truncate(2);
        }
    }
    None
}

/// Boards of a few squares with any holes, each kind of tour: what is found is a tour, what is
/// impossible has none, and of those that have one (nearly) all are found.
#[test]
fn tiny_shapes_against_a_complete_search() {
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
            // The simple tests come first, and have their own.
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
                if counted::holds(&problem, proof.reason()) == Some(true) {
                    proved += 1;
                }
                assert_ne!(counted::holds(&problem, proof.reason()), Some(false), "{problem:?}");
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
fn moves_are_used_and_avoided() {
    for seed in 0..10 {
        let problem = Problem::new(board("12x11-c3,d9"))
            .using("a1", "b3")
            .and_then(|it| it.using("f6", "g8"))
            .and_then(|it| it.using("g8", "h6"))
            .and_then(|it| it.avoiding("a11", "b9"))
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
    let three = ["b3", "c2"].into_iter().try_fold(problem.clone(), |it, to| it.using("a1", to));
    let outcome = solve(&three.unwrap().from("a1").unwrap(), 0);
    assert!(outcome.is_impossible(), "a start with two moves");
    let home = problem.closed().from("a1").unwrap().to("b3").unwrap().avoiding("a1", "b3").unwrap();
    assert!(solve(&home, 0).is_impossible(), "the move home is to be avoided");
}

#[test]
fn what_it_cannot_do_is_said() {
    let needs = |problem: Problem| match Patch.supports(&problem) {
        Support::No(why) => why,
        Support::Yes => String::new(),
    };
    let eight = || Problem::new(board("8x8"));
    assert_eq!(needs(eight().to("h8").unwrap()), "");
    assert_eq!(needs(eight().clue("h8", 5).unwrap()), "patching needs no clues but the ends");
    let two = eight().with_knights(2, ["a1"]).unwrap();
    assert_eq!(needs(two), "patching needs one knight");
    let why = "patching needs moves that change colour, also round the board";
    assert_eq!(needs(Problem::new(board("torus:5x6"))), why);
    assert_eq!(needs(Problem::with_piece(board("8x8"), Leaper::new(1, 3).unwrap().into())), why);
}

/// A shape too large for a look at every square before: its two squares are no move apart.
#[test]
fn two_squares_far_apart_are_no_path() {
    let wide = board("1024x512");
    let mut set = SquareSet::new(&wide);
    for index in [0, wide.area() - 1] {
        set.insert(Square::from_index(index));
    }
    let problem = Problem::new(Board::from_squares(1024, 512, &set).unwrap());
    assert!(solve(&problem, 0).is_impossible());
}
