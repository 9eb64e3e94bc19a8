use std::collections::BTreeSet;

use caracole_core::{Board, Leaper, Moves, Piece, Problem, Square};

use super::*;
use crate::{Limits, Options, Random};

/// Returns the length of a longest path, by trying all paths.
fn brute_force(problem: &Problem) -> u64 {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let lists: Vec<(Square, Vec<Square>)> = board
        .squares()
        .map(|from| {
            let is_forbidden = |to: &Square| {
                problem.forbidden().contains(&(from, *to))
                    || problem.forbidden().contains(&(*to, from))
            };
            let to: BTreeSet<Square> =
                moves.from(board, from).filter(|to| !is_forbidden(to)).collect();
            (from, to.into_iter().collect())
        })
        .collect();
    let number = |square: Square| lists.iter().position(|&(other, _)| other == square).unwrap();
    let lists: Vec<Vec<usize>> =
        lists.iter().map(|(_, to)| to.iter().map(|&to| number(to)).collect()).collect();
    let end = problem.end_square().map(number);
    let starts = match problem.start_square() {
        Some(start) => vec![number(start)],
        None => (0..lists.len()).collect(),
    };
    starts
        .into_iter()
        .map(|start| longest_extension(&lists, start, end, 1 << start, 1))
        .max()
        .unwrap_or(0)
}

fn longest_extension(
    lists: &[Vec<usize>],
    at: usize,
    end: Option<usize>,
    visited: u64,
    depth: u64,
) -> u64 {
    let here = if end.is_none_or(|end| end == at) { depth } else { 0 };
    let further = lists[at].iter().filter(|&&to| visited >> to & 1 == 0);
    further
        .map(|&to| longest_extension(lists, to, end, visited | 1 << to, depth + 1))
        .fold(here, u64::max)
}

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn solved(problem: &Problem) -> Longest {
    let answer = longest(problem, &mut Run::new()).unwrap();
    assert!(
        answer.is_proved(),
        "{}: {} of {}",
        problem.board(),
        answer.len(),
        answer.upper_bound()
    );
    assert_eq!(answer.squares().count() as u64, answer.len());
    answer
}

#[test]
fn boards_without_a_tour_have_their_known_longest_paths() {
    for (board, expected) in [
        ("1x1", 1),
        ("1x9", 1),
        ("2x2", 1),
        ("2x3", 2),
        ("3x3", 8),
        ("3x5", 14),
        ("3x6", 17),
        ("4x4", 15),
    ] {
        let problem = problem(board);
        assert_eq!(solved(&problem).len(), expected, "{board}");
        assert_eq!(brute_force(&problem), expected, "{board}");
    }
    for (problem, expected) in [
        (problem("4x4").start("b2").unwrap().end("c3").unwrap(), 13),
        (problem("5x3-c1").start("b2").unwrap(), 11),
    ] {
        assert_eq!(brute_force(&problem), expected, "{problem:?}");
        assert_eq!(solved(&problem).len(), expected, "{problem:?}");
    }
    // On two ranks every move goes two files in the same direction.
    for length in 1..40_u64 {
        assert_eq!(
            solved(&problem(&format!("{length}x2"))).len(),
            length.div_ceil(2),
            "{length}x2"
        );
    }
}

#[test]
fn a_tour_is_the_longest_path() {
    for board in ["8x8", "5x5", "3x4", "torus:4x4", "4x4-a1,a4,d1,d4", "300x300"] {
        let answer = solved(&problem(board));
        assert!(matches!(answer.found(), LongestFound::Whole(_)), "{board}");
    }
}

/// Returns a random problem on a few squares: surface, leaper, ends and forbidden moves.
fn random_problem(random: &mut Random) -> Problem {
    let sides = [(4, 4), (5, 4), (3, 7), (6, 4), (5, 5), (2, 9)];
    let (files, ranks) = sides[random.below(6) as usize];
    let board = match random.below(6) {
        0 => Board::wrapped(files, ranks, caracole_core::Surface::Torus),
        1 => Board::wrapped(files, ranks, caracole_core::Surface::Cylinder),
        2 => Board::cuboid(3, 3, 2),
        _ => Board::rectangle(files, ranks),
    };
    let board = board.unwrap();
    let left = 4 + random.below(10) as usize;
    let mut squares: Vec<Square> = board.squares().collect();
    random.shuffle(&mut squares);
    let board = board.without(squares.split_off(left.min(squares.len()))).unwrap();
    let leapers = [[(1, 2), (1, 2)], [(1, 1), (0, 1)], [(1, 2), (0, 2)]];
    let leapers = leapers[random.below(5).saturating_sub(2) as usize];
    let piece = Piece::new(leapers.map(|(a, b)| Leaper::new(a, b).unwrap())).unwrap();
    let mut problem = Problem::with_piece(board, piece);
    let ends = random.below(4);
    if ends & 1 == 1 {
        problem = problem.start(squares[0]).unwrap();
    }
    if ends & 2 == 2 {
        problem = problem.end(squares[1]).unwrap();
    }
    for &a in &squares[..2] {
        let moves = Moves::new(problem.piece(), problem.board());
        let to = moves.from(problem.board(), a).next();
        if let Some(b) = to.filter(|_| random.below(3) == 0) {
            problem = problem.forbid(a, b).unwrap();
        }
    }
    problem
}

#[test]
fn random_boards_agree_with_brute_force() {
    let mut random = Random::new(3, "boards");
    let mut lengths = BTreeSet::new();
    for _ in 0..1500 {
        let problem = random_problem(&mut random);
        let expected = brute_force(&problem);
        let answer = solved(&problem);
        assert_eq!(answer.len(), expected, "{problem:?}");
        lengths.insert(expected);
    }
    assert!(lengths.len() > 10, "{lengths:?}");
}

/// Tests frontier dynamic programming without a first path, and the bounds without a search.
#[test]
fn frontier_dp_and_bounds_hold_by_themselves() {
    let mut random = Random::new(4, "boards");
    for _ in 0..1000 {
        let problem = random_problem(&mut random);
        let moves = Moves::new(problem.piece(), problem.board());
        let instance = Instance::new(&problem, moves, 0, &mut Run::new()).unwrap();
        let expected = brute_force(&problem);
        let mut most = 0;
        for component in Component::all(&instance).unwrap() {
            let mut bound = bound::elementary(&component, false);
            bound::lower_by_flow(&component, &mut bound, &mut Run::new()).unwrap();
            let places = component.places(&instance);
            let order = frontier_dp::VertexOrder::best(&component.graph, &places).unwrap();
            let found = frontier_dp::longest_path(&component, &order, 0, &mut Run::new()).unwrap();
            // Frontier dynamic programming finds only paths with an edge.
            let is_path = component.given_ends() < 2 || component.ends[0] == component.ends[1];
            let single = u64::from(is_path);
            let length = found.map_or(single, |path| path.len() as u64);
            assert!(u64::from(bound.squares) >= length, "{problem:?}: {bound:?}");
            most = most.max(length);
        }
        assert_eq!(most, expected, "{problem:?}");
    }
}

#[test]
fn ends_in_different_components_have_no_path() {
    let problem = problem("3x3").start("a1").unwrap().end("b2").unwrap();
    let answer = solved(&problem);
    assert_eq!(answer.len(), 0);
    assert_eq!(answer.reason(), "no path leads from a1 to b2");
}

#[test]
fn bounds_have_reasons() {
    for (board, length, reason) in [
        ("8x8-a1,h8", 61, "are 32 of one colour and 30 of the other"),
        ("3x3", 8, "a path stays among 8 squares that moves join"),
        ("4x4", 15, "no tour"),
        ("6x4-c2,d3", 18, "a search over all paths found none longer"),
        ("2x3", 2, "a path stays among 2 squares"),
    ] {
        let answer = solved(&problem(board));
        assert_eq!(answer.len(), length, "{board}: {}", answer.reason());
        assert!(answer.reason().contains(reason), "{board}: {}", answer.reason());
    }
}

#[test]
fn path_and_bound_are_close_on_large_boards_with_holes() {
    let mut random = Random::new(5, "holes");
    let board = Board::rectangle(60, 60).unwrap();
    let mut squares: Vec<Square> = board.squares().collect();
    random.shuffle(&mut squares);
    let board = board.without(squares[..100].iter().copied()).unwrap();
    let limits = Limits { time: Some(std::time::Duration::from_secs(5)), ..Limits::default() };
    let answer =
        longest(&Problem::new(board), &mut Run::with_options(&Options::new().limits(limits)))
            .unwrap();
    // Within one per cent.
    let (length, most) = (answer.len(), answer.upper_bound());
    assert!(100 * length >= 99 * most, "{length} {most}");
}

#[test]
fn the_same_seed_finds_the_same_path() {
    let problem = problem("9x9-a1,c1,e1,g1,i1,b2");
    let path = |seed| {
        let limits = Limits { steps: Some(200_000), ..Limits::default() };
        let answer =
            longest(&problem, &mut Run::with_options(&Options::new().seed(seed).limits(limits)))
                .unwrap();
        answer.squares().collect::<Vec<_>>()
    };
    assert_eq!(path(7), path(7));
    assert_ne!(path(7), path(8));
}

#[test]
fn a_stopped_search_returns_a_path_and_a_bound() {
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let problem = problem("8x8-a1,c1");
    let answer = longest(&problem, &mut Run::with_options(&Options::new().limits(limits))).unwrap();
    assert!(!answer.is_proved() && answer.len() >= 1);
    assert_eq!(answer.stop().map(|stop| stop.cause), Some(StopCause::Time));
    let limits = Limits { memory: Some(1000), ..Limits::default() };
    let answer = longest(&problem, &mut Run::with_options(&Options::new().limits(limits))).unwrap();
    assert_eq!(answer.stop().map(|stop| stop.cause), Some(StopCause::Memory));
}

#[test]
fn constraints_of_tours_are_not_supported() {
    for other in [
        problem("5x5").closed(),
        problem("5x5").open(),
        problem("5x5").clue("c3", 4).unwrap(),
        problem("5x5").require("a1", "b3").unwrap(),
        problem("5x5").with_knights(2, ["a1"]).unwrap(),
    ] {
        let stop = longest(&other, &mut Run::new()).unwrap_err();
        assert_eq!(stop.cause, StopCause::Unsupported);
    }
}
