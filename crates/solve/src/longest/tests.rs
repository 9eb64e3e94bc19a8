use std::collections::BTreeSet;

use caracole_core::{Board, Leaper, Moves, Piece, Problem, Square};

use super::*;
use crate::{Limits, Random};

/// The longest path by trying all of them.
fn brute_force(problem: &Problem) -> u64 {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let lists: Vec<(Square, Vec<Square>)> = board
        .squares()
        .map(|from| {
            let is_avoided = |to: &Square| {
                problem.avoided().contains(&(from, *to)) || problem.avoided().contains(&(*to, from))
            };
            let to: BTreeSet<Square> =
                moves.from(board, from).filter(|to| !is_avoided(to)).collect();
            (from, to.into_iter().collect())
        })
        .collect();
    let number = |square: Square| lists.iter().position(|&(other, _)| other == square).unwrap();
    let lists: Vec<Vec<usize>> =
        lists.iter().map(|(_, to)| to.iter().map(|&to| number(to)).collect()).collect();
    let end = problem.end().map(number);
    let starts = match problem.start() {
        Some(start) => vec![number(start)],
        None => (0..lists.len()).collect(),
    };
    starts.into_iter().map(|start| deepest(&lists, start, end, 1 << start, 1)).max().unwrap_or(0)
}

fn deepest(lists: &[Vec<usize>], at: usize, end: Option<usize>, seen: u64, depth: u64) -> u64 {
    let here = if end.is_none_or(|end| end == at) { depth } else { 0 };
    let further = lists[at].iter().filter(|&&to| seen >> to & 1 == 0);
    further.map(|&to| deepest(lists, to, end, seen | 1 << to, depth + 1)).fold(here, u64::max)
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
        (problem("4x4").from("b2").unwrap().to("c3").unwrap(), 13),
        (problem("5x3-c1").from("b2").unwrap(), 11),
    ] {
        assert_eq!(brute_force(&problem), expected, "{problem:?}");
        assert_eq!(solved(&problem).len(), expected, "{problem:?}");
    }
    // On two ranks the knight goes straight on, two files a move.
    for length in 1..40_u64 {
        assert_eq!(
            solved(&problem(&format!("{length}x2"))).len(),
            length.div_ceil(2),
            "{length}x2"
        );
    }
}

#[test]
fn where_there_is_a_tour_it_is_the_longest_path() {
    for board in ["8x8", "5x5", "3x4", "torus:4x4", "4x4-a1,a4,d1,d4", "300x300"] {
        let answer = solved(&problem(board));
        assert!(matches!(answer.found(), LongestFound::Whole(_)), "{board}");
    }
}

/// A board of a few squares, with ends and avoided moves or without, and any leaper.
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
        problem = problem.from(squares[0]).unwrap();
    }
    if ends & 2 == 2 {
        problem = problem.to(squares[1]).unwrap();
    }
    for &a in &squares[..2] {
        let moves = Moves::new(problem.piece(), problem.board());
        let to = moves.from(problem.board(), a).next();
        if let Some(b) = to.filter(|_| random.below(3) == 0) {
            problem = problem.avoiding(a, b).unwrap();
        }
    }
    problem
}

#[test]
fn random_boards_agree_with_trying_everything() {
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

/// The sweep alone, without a path to begin with, and the bounds alone.
#[test]
fn sweep_and_bounds_hold_by_themselves() {
    let mut random = Random::new(4, "boards");
    for _ in 0..1000 {
        let problem = random_problem(&mut random);
        let moves = Moves::new(problem.piece(), problem.board());
        let moves =
            MoveGraph::build(problem.board(), &moves, problem.avoided(), |_| Ok::<(), ()>(()))
                .unwrap()
                .unwrap();
        let expected = brute_force(&problem);
        let mut most = 0;
        for part in Part::all(&problem, &moves).unwrap() {
            let mut bound = bound::bound(&part, false);
            bound::count_moves(&part, &mut bound, &mut Run::new()).unwrap();
            let order = order::Order::best(&part.graph, &part.places(&problem, &moves)).unwrap();
            let found = sweep::sweep(&part, &order, 0, &mut Run::new()).unwrap();
            // The sweep knows no path without a move.
            let alone = u64::from(part.given_ends() < 2 || part.ends[0] == part.ends[1]);
            let length = found.map_or(alone, |path| path.len() as u64);
            assert!(u64::from(bound.squares) >= length, "{problem:?}: {bound:?}");
            most = most.max(length);
        }
        assert_eq!(most, expected, "{problem:?}");
    }
}

#[test]
fn ends_in_different_parts_leave_nothing() {
    let problem = problem("3x3").from("a1").unwrap().to("b2").unwrap();
    let answer = solved(&problem);
    assert_eq!(answer.len(), 0);
    assert_eq!(answer.reason(), "no way leads from a1 to b2");
}

#[test]
fn reasons_are_given_in_words() {
    for (board, length, reason) in [
        ("8x8-a1,h8", 61, "are 32 of one colour and 30 of the other"),
        ("3x3", 8, "a path stays among 8 squares that moves join"),
        ("4x4", 15, "no tour"),
        ("6x4-c2,d3", 18, "a sweep over all paths found none longer"),
        ("2x3", 2, "a path stays among 2 squares"),
    ] {
        let answer = solved(&problem(board));
        assert_eq!(answer.len(), length, "{board}: {}", answer.reason());
        assert!(answer.reason().contains(reason), "{board}: {}", answer.reason());
    }
}

#[test]
fn large_boards_with_holes_come_close() {
    let mut random = Random::new(5, "holes");
    let board = Board::rectangle(60, 60).unwrap();
    let mut squares: Vec<Square> = board.squares().collect();
    random.shuffle(&mut squares);
    let board = board.without(squares[..100].iter().copied()).unwrap();
    let limits = Limits { time: Some(std::time::Duration::from_secs(5)), ..Limits::default() };
    let answer = longest(&Problem::new(board), &mut Run::new().limits(limits)).unwrap();
    // Within one in a hundred.
    let (length, most) = (answer.len(), answer.upper_bound());
    assert!(100 * length >= 99 * most, "{length} {most}");
}

#[test]
fn the_same_seed_finds_the_same_path() {
    let problem = problem("9x9-a1,c1,e1,g1,i1,b2");
    let path = |seed| {
        let limits = Limits { steps: Some(200_000), ..Limits::default() };
        let answer = longest(&problem, &mut Run::new().seed(seed).limits(limits)).unwrap();
        answer.squares().collect::<Vec<_>>()
    };
    assert_eq!(path(7), path(7));
    assert_ne!(path(7), path(8));
}

#[test]
fn limits_leave_a_path_and_a_bound() {
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let problem = problem("8x8-a1,c1");
    let answer = longest(&problem, &mut Run::new().limits(limits)).unwrap();
    assert!(!answer.is_proved() && answer.len() >= 1);
    assert_eq!(answer.stop().map(|stop| stop.cause), Some(StopCause::Time));
    let limits = Limits { memory: Some(1000), ..Limits::default() };
    let answer = longest(&problem, &mut Run::new().limits(limits)).unwrap();
    assert_eq!(answer.stop().map(|stop| stop.cause), Some(StopCause::Memory));
}

#[test]
fn what_belongs_to_tours_is_refused() {
    for other in [
        problem("5x5").closed(),
        problem("5x5").open(),
        problem("5x5").clue("c3", 4).unwrap(),
        problem("5x5").using("a1", "b3").unwrap(),
        problem("5x5").with_knights(2, ["a1"]).unwrap(),
    ] {
        let stop = longest(&other, &mut Run::new()).unwrap_err();
        assert_eq!(stop.cause, StopCause::Unsupported);
    }
}
