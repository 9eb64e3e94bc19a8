//! Compares lists with all paths that the verifier accepts, and with published numbers.

pub(crate) mod brute;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use caracole_core::{Kind, Leaper, Moves, Piece, Problem, Square};
use caracole_solve::Random;
use caracole_verify::StopCause;

use super::*;
use crate::{Direction, Options};

pub(crate) const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];
pub(crate) const DIRECTIONS: [Direction; 2] = [Direction::Directed, Direction::Undirected];

pub(crate) fn piece(leapers: &[(u32, u32)]) -> Piece {
    Piece::new(leapers.iter().map(|&(a, b)| Leaper::new(a, b).unwrap())).unwrap()
}

/// Compares the listed tours with brute force, and their number with a count without tours.
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
        let job = Job::with_options(&Options::new().threads(threads));
        let counted = count_by_listing(question, &job).unwrap();
        assert_eq!(counted, expected.len() as u64, "{question:?}");
    }
    expected.len()
}

/// Returns problems that are small enough for brute force.
pub(crate) fn boards() -> Vec<Problem> {
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
fn problems_without_constraints() {
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

/// Adds a random constraint, if the problem allows it.
pub(crate) fn fixed(problem: &Problem, random: &mut Random) -> Problem {
    let board = problem.board();
    let squares: Vec<_> = board.squares().collect();
    let square = squares[random.below(squares.len() as u64) as usize];
    let near: Vec<_> = Moves::new(problem.piece(), board).from(board, square).collect();
    let to = if near.is_empty() { square } else { near[random.below(near.len() as u64) as usize] };
    let next = problem.clone();
    let step = 1 + random.below(board.len());
    let fixed = match random.below(6) {
        0 => next.start(square),
        1 => next.end(square),
        2 => next.clue(square, step),
        3 => next.clue(square, board.len().div_ceil(2)),
        4 => next.require(square, to),
        _ => next.forbid(square, to),
    };
    fixed.unwrap_or_else(|_| problem.clone())
}

#[test]
fn random_constraints() {
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

/// Clues that a tour and its reverse both meet: the middle step of a path, and the opposite step of a closed tour.
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
fn vectors_and_bits_agree() {
    let closed = Question::new(Problem::new("6x6".parse().unwrap()).closed());
    let task = ListTask::new(&closed, &Job::new()).unwrap();
    let mut count = 0;
    let mut visit = |_: &[u32]| {
        count += 1;
        ControlFlow::Continue(())
    };
    walk_all::<VecSquares>(&task, &Job::new(), &mut visit).unwrap();
    assert_eq!(count, 9862);
}

/// A wazir on two ranks has one closed tour, which can be walked in two directions.
#[test]
fn long_cycles() {
    for ranks in [49_u32, 99] {
        let rook = piece(&[(0, 1)]);
        let problem = Problem::with_piece(format!("2x{ranks}").parse().unwrap(), rook);
        let undirected = Question::new(problem.clone().closed());
        assert_eq!(count_by_listing(&undirected, &Job::new()).unwrap(), 1);
        let directed = undirected.counting(Direction::Directed);
        assert_eq!(count_by_listing(&directed, &Job::new()).unwrap(), 2);
        let across = Question::new(problem.closed().require("a5", "b5").unwrap());
        assert_eq!(count_by_listing(&across, &Job::new()).unwrap(), 0);
    }
}

#[test]
fn without_a_tour_the_order_is_natural() {
    let question = Question::new(Problem::new("3x6".parse().unwrap()));
    let task = ListTask::new(&question, &Job::new()).unwrap();
    let walk_graph = &task.walk_graph;
    let order = WalkOrder::quick::<VecSquares, ()>(walk_graph, &mut || Ok(())).unwrap();
    assert_eq!(order.starts, walk_graph.starts, "no order finds a tour");
}

fn question(board: &str, kind: &str) -> Question {
    let problem = Problem::new(board.parse().unwrap());
    match kind {
        "closed" => Question::new(problem.closed()),
        "open" => Question::new(problem.open()).counting(Direction::Directed),
        _ => Question::new(problem),
    }
}

/// OEIS A165134, A001230, A169696, A079137, A083386 and related sequences.
#[test]
fn published_numbers() {
    for (board, kind, expected) in [
        ("1x1", "any", 1),
        ("3x4", "any", 16),
        ("3x7", "any", 104),
        ("3x8", "any", 792),
        ("3x9", "any", 1120),
        ("3x10", "any", 6096),
        ("3x10", "open", 5136),
        ("3x10", "closed", 16),
        ("3x12", "closed", 176),
        ("3x14", "closed", 1536),
        ("4x4", "any", 0),
        ("4x5", "any", 164),
        ("4x6", "any", 1488),
        ("4x7", "any", 12756),
        ("4x8", "any", 62176),
        ("5x5", "any", 1728),
        ("5x5", "closed", 0),
        ("5x6", "any", 37568),
        ("5x6", "open", 37088),
        ("5x6", "closed", 8),
        ("5x8", "closed", 44202),
        ("6x6", "closed", 9862),
    ] {
        let counted = count_by_listing(&question(board, kind), &Job::new()).unwrap();
        assert_eq!(counted, expected, "{board} {kind}");
    }
}

#[test]
fn five_by_five_by_its_starts() {
    for (start, expected) in [("a1", 304), ("b1", 0), ("c1", 56), ("b2", 56), ("c2", 0), ("c3", 64)]
    {
        let problem = Problem::new("5x5".parse().unwrap());
        let from = Question::new(problem.clone().start(start).unwrap());
        assert_eq!(count_by_listing(&from, &Job::new()).unwrap(), expected, "{start}");
        let to = Question::new(problem.end(start).unwrap());
        assert_eq!(count_by_listing(&to, &Job::new()).unwrap(), expected, "{start}");
    }
}

/// Returns the squares of the first tours.
fn first(question: &Question, count: u64, job: &Job<'_>) -> Result<Vec<String>, CountError> {
    let mut lines = Vec::new();
    let listed = list(question, job, &mut |tour| {
        lines.push(tour.clone().into_path().names(tour.board()));
        if lines.len() as u64 == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    assert_eq!(listed, lines.len() as u64);
    Ok(lines)
}

#[test]
fn large_boards_list_their_first_tours() {
    for (board, kind) in [
        ("8x8", "any"),
        ("8x8", "closed"),
        ("8x8", "open"),
        ("20x20", "any"),
        ("20x20", "closed"),
        ("torus:9x9", "closed"),
        ("40x40", "any"),
        ("16x16-h8,h9", "open"),
        ("box:5x5x5", "any"),
    ] {
        let question = question(board, kind);
        let job = Job::with_options(&Options::new().threads(1));
        let lines = first(&question, 3, &job).unwrap();
        assert_eq!(lines.len(), 3, "{board} {kind}");
        assert!(lines[0] != lines[1] && lines[1] != lines[2] && lines[0] != lines[2]);
        assert_eq!(lines, first(&question, 3, &job).unwrap(), "the order is always the same");
    }
}

#[test]
fn limits_hold() {
    let question = question("3x17", "closed");
    assert_eq!(count_by_listing(&question, &Job::new()).unwrap(), 0, "an odd number of squares");
    let flag = AtomicBool::new(true);
    let cause = |result: Result<u64, CountError>| match result {
        Err(CountError::Stopped(stop)) => Some(stop.cause),
        _ => None,
    };
    let interrupted = Job::with_options(&Options::new().cancel_flag(&flag));
    let question = Question::new(Problem::new("8x8".parse().unwrap()));
    let proceed = &mut |_| ControlFlow::Continue(());
    assert_eq!(cause(list(&question, &interrupted, proceed)), Some(StopCause::Interrupt));
    assert_eq!(cause(count_by_listing(&question, &interrupted)), Some(StopCause::Interrupt));
    let late = Job::with_options(&Options::new().timeout(Duration::ZERO));
    assert_eq!(cause(list(&question, &late, proceed)), Some(StopCause::Time));
    let soon = Job::with_options(&Options::new().timeout(Duration::from_millis(50)));
    assert_eq!(cause(count_by_listing(&question, &soon)), Some(StopCause::Time));
}

#[test]
fn limits_hold_on_large_boards() {
    let question = question("600x600", "any");
    let begin = Instant::now();
    let options = Options::new().started_at(begin).timeout(Duration::from_millis(50));
    let job = Job::with_options(&options);
    assert!(list(&question, &job, &mut |_| ControlFlow::Continue(())).is_err());
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn several_knights_are_not_supported() {
    let several = Problem::new("4x4".parse().unwrap()).with_knights(2, ["a1"]).unwrap();
    let result = list(&Question::new(several), &Job::new(), &mut |_| ControlFlow::Break(()));
    assert!(matches!(result, Err(CountError::Unanswerable(_))));
}
