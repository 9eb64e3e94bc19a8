use caracole_runtime::parallel::Threads;
use std::sync::Arc;

use caracole_core::{Board, Coord, File, Formula, Kind, Moves, Path, Problem, Rank, Square};
use caracole_verify::check_step;
use caracole_verify::{Tour, no_progress};

use super::*;
use crate::{Limits, Options, Random};

fn build(problem: &Problem) -> Option<StripTour> {
    strip_tour(problem, &mut Run::new()).unwrap()
}

fn description(problem: &Problem) -> String {
    let name = |square: Option<Square>| square.map(|square| problem.board().name(square));
    let (start, end) = (name(problem.start_square()), name(problem.end_square()));
    format!("{} {:?} from {start:?} to {end:?}", problem.board(), problem.kind())
}

/// Verifies the tour as a formula and square by square. Without a tour, the construction must fail.
fn check(problem: &Problem) {
    let expected = decide(problem) == Decision::Exists;
    let found = build(problem);
    assert_eq!(found.is_some(), expected, "{}", description(problem));
    let Some(found) = found else { return };
    let tour = Tour::from_formula(problem, Arc::new(found), &Threads::all(), &no_progress)
        .unwrap_or_else(|refusal| panic!("{}: {refusal:?}", description(problem)));
    let path: Path = tour.squares().collect();
    assert!(Tour::verify(problem, path).is_ok(), "{}", description(problem));
}

/// Returns a board in one of both orientations.
fn board(long: u32, short: u32, is_vertical: bool) -> Board {
    let (files, ranks) = if is_vertical { (short, long) } else { (long, short) };
    Board::rectangle(files, ranks).unwrap()
}

fn with_ends(board: &Board, kind: Kind, start: Option<Square>, end: Option<Square>) -> Problem {
    let problem = Problem::new(board.clone()).of_kind(kind);
    let problem = start.map_or(Ok(problem.clone()), |start| problem.start(start)).unwrap();
    end.map_or(Ok(problem.clone()), |end| problem.end(end)).unwrap()
}

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];

fn every_start(short: u32, lengths: impl Iterator<Item = u32>, every: usize) {
    for long in lengths {
        let board = board(long, short, long % 2 == 0);
        for kind in KINDS {
            check(&with_ends(&board, kind, None, None));
            for end in board.squares().step_by(every) {
                check(&with_ends(&board, kind, Some(end), None));
                check(&with_ends(&board, kind, None, Some(end)));
            }
        }
    }
}

#[test]
fn every_start_on_three_ranks() {
    every_start(3, 1..=30, 1);
    every_start(3, 31..=110, 71);
}

#[test]
fn every_start_on_four_ranks() {
    every_start(4, 1..=9, 1);
    every_start(4, 10..=30, 23);
    every_start(4, (31..=110).step_by(5), 97);
}

fn random_pairs(short: u32, lengths: impl Iterator<Item = u32>, pairs: usize) {
    let mut random = Random::new(short.into(), "pairs of ends");
    for long in lengths {
        let board = board(long, short, long % 3 == 0);
        let mut left = pairs;
        while left > 0 {
            let [start, end] = [(); 2].map(|()| Square::from_index(random.below(board.len())));
            if start == end {
                continue;
            }
            let problem = with_ends(&board, KINDS[left % 3], Some(start), Some(end));
            if decide(&problem) == Decision::Exists {
                check(&problem);
            } else if problem.kind() == Kind::Closed {
                check(&with_ends(&board, Kind::Any, Some(start), Some(end)));
            }
            left -= 1;
        }
    }
}

#[test]
fn random_pairs_on_three_ranks() {
    random_pairs(3, 8..=200, 20);
}

#[test]
fn random_pairs_on_four_ranks() {
    random_pairs(4, (5..=200).step_by(5), 12);
}

#[test]
#[ignore = "some minutes"]
fn every_pair_on_three_and_four_ranks() {
    for (short, long) in [(3, 30), (3, 31), (4, 24), (3, 100), (3, 77)] {
        let board = board(long, short, false);
        for start in board.squares() {
            for end in board.squares().filter(|&end| end > start) {
                check(&with_ends(&board, Kind::Any, Some(start), Some(end)));
            }
        }
    }
    random_pairs(4, 5..=300, 9);
    every_start(4, 10..=60, 13);
}

#[test]
fn closed_tours_of_three_ranks() {
    for long in 1..=150 {
        check(&Problem::new(board(long, 3, long % 4 == 0)).closed());
    }
}

/// Tests ends near the edges of boards with five ranks, for which the comb has no blocks.
#[test]
fn five_ranks() {
    for (text, start, end) in [
        ("50x5", Some("a1"), Some("b3")),
        ("5x100", Some("c99"), Some("e100")),
        ("51x5", Some("b2"), Some("a3")),
        ("99x5", Some("c1"), Some("au3")),
        ("60x5", None, Some("ad5")),
    ] {
        let mut problem = Problem::new(text.parse().unwrap());
        if let Some(start) = start {
            problem = problem.start(start).unwrap();
        }
        if let Some(end) = end {
            problem = problem.end(end).unwrap();
        }
        check(&problem);
    }
    check(&Problem::new("5x70".parse().unwrap()).closed().end("c40").unwrap());
}

#[test]
#[ignore = "some minutes"]
fn random_pairs_on_five_ranks() {
    random_pairs(5, (5..=100).step_by(3), 12);
}

const MAX: u32 = u32::MAX;

/// Returns problems on boards of maximum length, by coordinates along and across.
fn long_problems() -> Vec<Problem> {
    let mut problems = Vec::new();
    for (long, short, kind, start, end) in [
        (MAX, 3, Kind::Any, None, None),
        (MAX, 3, Kind::Open, Some((MAX / 2, 1)), None),
        (MAX, 3, Kind::Any, Some((0, 0)), Some((MAX - 1, 2))),
        (MAX, 3, Kind::Any, Some((1_000_000_001, 1)), Some((3_999_999_999, 1))),
        (MAX - 1, 3, Kind::Closed, None, None),
        (MAX - 1, 3, Kind::Closed, Some((3_000_000_000, 2)), None),
        (MAX - 1, 3, Kind::Open, None, Some((MAX - 2, 0))),
        (MAX, 4, Kind::Any, Some((MAX / 2, 0)), None),
        (MAX, 4, Kind::Open, Some((7, 3)), Some((MAX - 11, 3))),
        (MAX - 5, 4, Kind::Any, Some((MAX - 6, 0)), Some((4_000_000_000, 0))),
        (MAX, 5, Kind::Any, Some((0, 0)), Some((2, 2))),
        (MAX - 1, 5, Kind::Closed, None, Some((123_456_789, 2))),
    ] {
        for is_vertical in [false, true] {
            let board = board(long, short, is_vertical);
            let square = |(along, across)| {
                let (file, rank) = if is_vertical { (across, along) } else { (along, across) };
                board.square(Coord::flat(File::new(file), Rank::new(rank)))
            };
            problems.push(with_ends(&board, kind, start.and_then(square), end.and_then(square)));
            if short == 5 {
                break; // These take a second each.
            }
        }
    }
    problems
}

#[test]
fn boards_of_billions_of_files() {
    let mut random = Random::new(0, "steps");
    for problem in long_problems() {
        let found = build(&problem).unwrap_or_else(|| panic!("{}", description(&problem)));
        let len = problem.board().len();
        for step in (0..500).map(|_| 1 + random.below(len)).chain([1, 2, len - 1, len]) {
            let checked = check_step(&found, step);
            assert!(checked.is_ok(), "{} step {step}: {checked:?}", description(&problem));
        }
        for square in (0..500).map(|_| Square::from_index(random.below(len))) {
            let place = problem.board().coord(square);
            assert_eq!(found.coord_at(found.step_of(place)), place, "{}", description(&problem));
        }
        let [first, last] = [1, len].map(|step| problem.board().at(found.coord_at(step)));
        assert!(
            problem.start_square().is_none_or(|start| Some(start) == first),
            "{}",
            description(&problem)
        );
        assert!(
            problem.end_square().is_none_or(|end| Some(end) == last),
            "{}",
            description(&problem)
        );
        if problem.kind() == Kind::Closed {
            let moves = Moves::new(problem.piece(), problem.board());
            assert!(moves.from(problem.board(), first.unwrap()).any(|to| Some(to) == last));
        }
    }
}

#[test]
fn batches_agree_with_single_queries() {
    let mut random = Random::new(0, "bulk");
    for problem in long_problems().into_iter().step_by(3) {
        let found = build(&problem).unwrap();
        let (len, files) = (problem.board().len(), problem.board().files());
        let step = 1 + random.below(len - 3000);
        let mut places = vec![Coord::flat(File::new(0), Rank::new(0)); 3000];
        found.walk(step, &mut places);
        assert!(places.iter().zip(step..).all(|(&place, step)| place == found.coord_at(step)));
        let mut steps = vec![0; 3000];
        found.steps_of(&places, &mut steps);
        assert!(steps.iter().copied().eq(step..step + 3000));

        let count = files.min(3000);
        let file = random.below(u64::from(files - count) + 1) as u32;
        let rank = Rank::new(random.below(problem.board().ranks().into()) as u32);
        let single =
            (file..file + count).map(|file| found.step_of(Coord::flat(File::new(file), rank)));
        let single: Vec<u64> = single.collect();
        let mut narrow = vec![0; count as usize];
        found.number_rank(rank, File::new(file), &mut steps[..count as usize]);
        found.number_rank_u32(rank, File::new(file), &mut narrow);
        assert_eq!(steps[..count as usize], single);
        assert!(narrow.iter().zip(&single).all(|(&narrow, &wide)| narrow == wide as u32));
    }
}

#[test]
fn limits_stop_the_construction_and_other_boards_have_none() {
    let problem = Problem::new("5x4000000000".parse().unwrap());
    let limits = Limits { memory: Some(100_000), ..Limits::default() };
    let stopped = strip_tour(&problem, &mut Run::with_options(&Options::new().limits(limits)));
    assert!(matches!(stopped, Err(StopCause::Memory)));
    for text in ["6x100", "2x1000", "4x4", "torus:4x9", "3x10-a1"] {
        assert!(build(&Problem::new(text.parse().unwrap())).is_none(), "{text}");
    }
    assert!(build(&Problem::new("3x30".parse().unwrap()).clue("a1", 7).unwrap()).is_none());
}
