//! Compares counts, ranks and orbits of small boards with brute force, and counts of long boards with recurrences,
//! whose numbers exceed every integer size.

use std::collections::{BTreeMap, BTreeSet};

use caracole_core::{Kind, Path, Problem, Square, Symmetry};
use caracole_solve::Random;
use caracole_verify::Tour;
use num_bigint::BigUint;

use crate::list::tests::{DIRECTIONS, KINDS, boards, brute, fixed, piece};
use crate::{By, Count, Direction, Job, Question, Tables, Tally, by_start, count, orbits};

/// Returns the boards with few paths, and all their paths.
fn small_boards() -> Vec<(Problem, Vec<Vec<Square>>)> {
    let all = boards().into_iter().map(|problem| (brute::paths(&problem), problem));
    all.filter(|(paths, _)| paths.len() < 400).map(|(paths, problem)| (problem, paths)).collect()
}

fn indices(path: &[Square]) -> impl Iterator<Item = u64> {
    path.iter().map(|square| square.index())
}

fn path_of(squares: &[Square]) -> Path {
    squares.iter().copied().collect()
}

/// Compares the count, and the rank of every tour, with brute force.
fn check(question: &Question, paths: &[Vec<Square>]) -> usize {
    let expected = brute::tours(question, paths);
    let all = Count::from(expected.len() as u64);
    assert_eq!(count(question, &Job::new()).unwrap(), all, "{question:?}");
    assert_eq!(all.is_zero(), expected.is_empty());
    let tables = Tables::new(question, None, &Job::new()).unwrap();
    assert_eq!(*tables.count(), all, "{question:?}");
    let mut tours = BTreeMap::new();
    for rank in 0..expected.len() as u64 {
        let tour = tables.unrank(&rank.into()).unwrap().unwrap();
        tours.insert(brute::key(question, tour.squares().map(Square::index)), rank);
        assert_eq!(tables.rank(&tour).unwrap(), rank.into(), "{question:?}");
    }
    assert!(tables.unrank(&all).unwrap().is_none());
    assert!(tours.keys().eq(&expected), "{question:?}");
    let any =
        Problem::with_piece(question.problem().board().clone(), question.problem().piece().clone());
    for path in paths {
        let key = brute::key(question, indices(path));
        if let Ok(tour) = Tour::verify(question.problem(), path_of(path)) {
            assert_eq!(tables.rank(&tour).unwrap(), tours[&key].into(), "{question:?}");
        } else if !tours.contains_key(&key) {
            let other = Tour::verify(&any, path_of(path)).unwrap();
            assert!(tables.rank(&other).is_err(), "{question:?}");
        }
    }
    expected.len()
}

#[test]
fn small_boards_have_the_tours_of_brute_force() {
    let mut random = Random::new(6, "small boards");
    let (mut with_tours, mut without) = (0, 0);
    for (problem, paths) in small_boards() {
        for (kind, direction) in KINDS.into_iter().flat_map(|kind| DIRECTIONS.map(|d| (kind, d))) {
            let free = problem.clone().of_kind(kind);
            let mut list = vec![free.clone()];
            for round in 0..6 {
                let mut problem = free.clone();
                for _ in 0..=round / 2 {
                    problem = fixed(&problem, &mut random);
                }
                list.push(problem);
            }
            for problem in list {
                let question = Question::new(problem).counting(direction);
                if check(&question, &paths) > 0 { with_tours += 1 } else { without += 1 }
            }
        }
    }
    assert!(with_tours > 100 && without > 100, "{with_tours} {without}");
}

#[test]
fn small_boards_have_the_starts_and_classes_of_brute_force() {
    let mut symmetric_tours = 0;
    for (problem, paths) in small_boards() {
        let board = problem.board();
        for (kind, direction) in KINDS.into_iter().flat_map(|kind| DIRECTIONS.map(|d| (kind, d))) {
            let question = Question::new(problem.clone().of_kind(kind)).counting(direction);
            let tours = brute::tours(&question, &paths);
            let from = |start: Square| {
                let problem = question.problem().clone().start(start).unwrap();
                let direction = if kind == Kind::Closed { direction } else { Direction::Directed };
                let question = Question::new(problem).counting(direction);
                (start, Count::from(brute::tours(&question, &paths).len() as u64))
            };
            let starts: Vec<_> = board.squares().map(from).collect();
            assert_eq!(by_start(&question, &Job::new()).unwrap(), starts, "{question:?}");
            let tally = Tally::of(&question, By::Start, &Job::new()).unwrap();
            let directed = Question::new(question.problem().clone()).counting(Direction::Directed);
            let all = match kind {
                Kind::Closed => tours.len(),
                Kind::Any | Kind::Open => brute::tours(&directed, &paths).len(),
            };
            assert_eq!(tally.count, Count::from(all as u64), "{question:?}");
            assert_eq!(tally.starts, Some(starts));
            let images = |tour: &Vec<u64>| -> Vec<Vec<u64>> {
                let image = |symmetry: &Symmetry| {
                    let to = |&at: &u64| symmetry.apply(board, Square::from_index(at)).index();
                    brute::key(&question, tour.iter().map(to))
                };
                Symmetry::of(board).iter().map(image).collect()
            };
            let expected: BTreeSet<_> =
                tours.iter().map(|tour| images(tour).into_iter().min()).collect();
            symmetric_tours +=
                tours.iter().filter(|&tour| images(tour)[1..].contains(tour)).count();
            let found = orbits(&question, &Job::new()).unwrap();
            assert_eq!(found, Count::from(expected.len() as u64), "{question:?}");
        }
    }
    assert!(symmetric_tours > 20, "{symmetric_tours}");
}

/// A moved or forbidden edge has no symmetry, so every start is counted by itself.
#[test]
fn starts_with_a_fixed_move_are_those_of_brute_force() {
    let free = Problem::new("3x4".parse().unwrap());
    let paths = brute::paths(&free);
    for problem in [
        free.clone().require("a1", "b3").unwrap(),
        free.clone().forbid("a1", "b3").unwrap(),
        free.clone().require("a1", "b3").unwrap().forbid("c2", "a3").unwrap(),
    ] {
        let question = Question::new(problem.clone());
        let expected = problem.board().squares().map(|start| {
            let from = Question::new(problem.clone().start(start).unwrap());
            (start, Count::from(brute::tours(&from, &paths).len() as u64))
        });
        assert!(by_start(&question, &Job::new()).unwrap().into_iter().eq(expected));
    }
}

/// Closed tours of a wazir: 2^(n-1) on 3 by 2n squares, and on 4 by n squares 1, 2, 6, 14, ..., each 2a + 2b - 2c +
/// d of the four before it. On the longest boards the weights of both halves have more than 128 bits.
#[test]
fn numbers_of_every_size_are_exact() {
    let closed = |files: u64, ranks: u64| {
        let board = format!("{files}x{ranks}").parse().unwrap();
        let question = Question::new(Problem::with_piece(board, piece(&[(0, 1)])).closed());
        count(&question, &Job::new()).unwrap()
    };
    for n in [1, 20, 64, 65, 66, 130, 290] {
        let expected = BigUint::from(1_u64) << (n - 1);
        assert_eq!(closed(3, 2 * n), expected.into(), "3x{}", 2 * n);
    }
    let mut numbers = [1_u64, 2, 6, 14].map(BigUint::from).to_vec();
    for n in 4..=220 {
        let [d, c, b, a] = [n - 4, n - 3, n - 2, n - 1].map(|at| &numbers[at]);
        let next = (a + b) * 2_u64 + d - c * 2_u64;
        numbers.push(next);
    }
    for ranks in [2, 3, 4, 5, 6, 7, 50, 51, 100, 220] {
        let expected = numbers[ranks - 2].clone();
        assert_eq!(closed(4, ranks as u64), expected.into(), "4x{ranks}");
    }
}
