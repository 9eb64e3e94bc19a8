//! Lists against all that the verifier lets pass.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use caracole_core::{Kind, Leaper, Moves, Piece, Problem, Square};
use caracole_solve::Random;

use super::brute;
use crate::list::ground::Ground;
use crate::list::order::Order;
use crate::list::region::Wide;
use crate::list::{count_by_listing, list, walk_all};
use crate::{Direction, Job, Question};

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];
const DIRECTIONS: [Direction; 2] = [Direction::Directed, Direction::Undirected];

fn piece(leapers: &[(u32, u32)]) -> Piece {
    Piece::new(leapers.iter().map(|&(a, b)| Leaper::new(a, b).unwrap())).unwrap()
}

/// Lists, and compares with brute force and with what is counted without building tours.
fn check(question: &Question, paths: &[Vec<Square>]) -> usize {
    let expected = brute::tours(question, paths);
    let mut listed = BTreeSet::new();
    let count = list(question, &Job::new(), &mut |tour| {
        let key = brute::key(question, tour.squares().map(Square::index));
        assert!(listed.insert(key), "listed twice: {question:?}");
        ControlFlow::Continue(())
    });
    assert_eq!(count.unwrap(), expected.len() as u64, "{question:?}");
    assert_eq!(listed, expected, "{question:?}");
    for threads in [1, 3] {
        let counted = count_by_listing(question, &Job::new().threads(threads)).unwrap();
        assert_eq!(counted, expected.len() as u64, "{question:?}");
    }
    expected.len()
}

/// Boards with their pieces, all small enough for brute force.
fn boards() -> Vec<Problem> {
    let knight = [
        "1x1",
        "1x2",
        "2x3-b1,b2,a1,a3",
        "3x3",
        "3x3-b2",
        "3x4",
        "4x3",
        "4x4",
        "3x5-b3",
        "cylinder:3x3",
        "cylinder:3x4",
        "torus:3x3",
        "cylinder:4x3",
        "box:2x2x3",
        "box:3x3x2-b2:1",
    ];
    let other = [
        ("1x5", vec![(0, 1)]),
        ("3x3", vec![(0, 1)]),
        ("3x3", vec![(0, 1), (1, 1)]),
        ("2x2", vec![(0, 1)]),
        ("3x1", vec![(0, 1), (0, 2)]),
        ("4x3", vec![(0, 1)]),
        ("4x4-a1", vec![(0, 1)]),
        ("box:2x2x2", vec![(0, 1)]),
        ("2x1", vec![(0, 1)]),
        ("torus:4x2", vec![(0, 1)]),
        ("5x4", vec![(1, 2)]),
    ];
    let knight = knight.into_iter().map(|board| (board, vec![(1, 2)]));
    knight
        .chain(other)
        .map(|(board, leapers)| Problem::with_piece(board.parse().unwrap(), piece(&leapers)))
        .collect()
}

#[test]
fn nothing_fixed() {
    let mut tours = 0;
    for problem in boards() {
        let paths = brute::paths(&problem);
        for kind in KINDS {
            for direction in DIRECTIONS {
                let question = Question::new(problem.clone().of_kind(kind)).counting(direction);
                tours += check(&question, &paths);
            }
        }
    }
    assert!(tours > 5000, "{tours}");
}

/// Fixes something at random, if the problem allows it.
fn fixed(problem: &Problem, random: &mut Random) -> Problem {
    let board = problem.board();
    let squares: Vec<_> = board.squares().collect();
    let square = squares[random.below(squares.len() as u64) as usize];
    let near: Vec<_> = Moves::new(problem.piece(), board).from(board, square).collect();
    let to = if near.is_empty() { square } else { near[random.below(near.len() as u64) as usize] };
    let next = problem.clone();
    let step = 1 + random.below(board.len());
    let fixed = match random.below(6) {
        0 => next.from(square),
        1 => next.to(square),
        2 => next.clue(square, step),
        3 => next.clue(square, board.len().div_ceil(2)),
        4 => next.using(square, to),
        _ => next.avoiding(square, to),
    };
    fixed.unwrap_or_else(|_| problem.clone())
}

#[test]
fn squares_and_moves_fixed_at_random() {
    let mut random = Random::new(5, "what is fixed");
    let small = boards().into_iter().filter(|problem| problem.board().len() <= 12);
    let mut boards: Vec<_> = small.map(|problem| (brute::paths(&problem), problem)).collect();
    boards.retain(|(paths, _)| paths.len() < 2000);
    let (mut tours, mut without) = (0, 0);
    for round in 0..3000 {
        let (paths, problem) = &boards[round % boards.len()];
        let mut problem = problem.clone().of_kind(KINDS[random.below(3) as usize]);
        for _ in 0..=random.below(4) {
            problem = fixed(&problem, &mut random);
        }
        let direction = DIRECTIONS[random.below(2) as usize];
        let found = check(&Question::new(problem).counting(direction), paths);
        tours += found;
        if found == 0 {
            without += 1;
        }
    }
    assert!(tours > 1000 && without > 100, "{tours} {without}");
}

/// Clues that do not tell a tour from its reverse: the middle of a path, and of a closed tour what is
/// half way round.
#[test]
fn clues_in_the_middle() {
    let king = Problem::with_piece("3x3".parse().unwrap(), piece(&[(0, 1), (1, 1)]));
    let paths = brute::paths(&king);
    for square in ["a1", "b2", "b1"] {
        let path = king.clone().clue(square, 5).unwrap();
        let undirected = Question::new(path.clone()).counting(Direction::Undirected);
        assert!(check(&undirected, &paths) > 0);
        assert!(check(&Question::new(path.open()), &paths) > 0);
    }
    let round = Problem::with_piece("4x2".parse().unwrap(), piece(&[(0, 1), (1, 1)])).closed();
    let paths = brute::paths(&round);
    let mut tours = 0;
    for (square, other) in [("a1", "d2"), ("b1", "c2"), ("a2", "c1"), ("a1", "d1")] {
        let begun = round.clone().clue(square, 3).unwrap();
        tours += check(&Question::new(begun.clone().clue(other, 7).unwrap()), &paths);
        tours += check(&Question::new(begun.clone().clue(other, 6).unwrap()), &paths);
        tours += check(&Question::new(begun.clue(other, 4).unwrap()), &paths);
    }
    assert!(tours > 0);
}

#[test]
fn beyond_the_bits() {
    let closed = Question::new(Problem::new("6x6".parse().unwrap()).closed());
    let task = crate::list::task::Task::new(&closed, &Job::new()).unwrap();
    let mut count = 0;
    let mut show = |_: &[u32]| {
        count += 1;
        ControlFlow::Continue(())
    };
    walk_all::<Wide>(&task, &Job::new(), &mut show).unwrap();
    assert_eq!(count, 9862);
}

/// A ring of 200 squares and one of 100, by steps of one square: two ways round, no other.
#[test]
fn long_rings() {
    for ranks in [49_u32, 99] {
        let rook = piece(&[(0, 1)]);
        let problem = Problem::with_piece(format!("2x{ranks}").parse().unwrap(), rook);
        let undirected = Question::new(problem.clone().closed());
        assert_eq!(count_by_listing(&undirected, &Job::new()).unwrap(), 1);
        let directed = undirected.counting(Direction::Directed);
        assert_eq!(count_by_listing(&directed, &Job::new()).unwrap(), 2);
        let across = Question::new(problem.closed().using("a5", "b5").unwrap());
        assert_eq!(count_by_listing(&across, &Job::new()).unwrap(), 0);
    }
}

#[test]
fn an_order_that_leads_nowhere_soon_is_left() {
    let question = Question::new(Problem::new("3x6".parse().unwrap()));
    let task = crate::list::task::Task::new(&question, &Job::new()).unwrap();
    let ground: &Ground = &task.ground;
    let order = Order::quick::<Wide, ()>(ground, &mut || Ok(())).unwrap();
    assert_eq!(order.starts, ground.starts, "there is no tour, so nothing better");
}
