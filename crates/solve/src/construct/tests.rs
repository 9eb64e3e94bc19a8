use caracole_explain::Explain;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use caracole_core::{Board, Problem, Square};
use caracole_runtime::Progress;
use caracole_verify::{Outcome, Stop};

use super::sides::wide;
use super::*;
use crate::{Limits, Observer, Options, Random};

fn solve(problem: &Problem) -> Outcome {
    Construct::default().solve(problem, &mut Run::new())
}

fn board(files: u32, ranks: u32) -> Board {
    Board::rectangle(files, ranks).unwrap()
}

fn between(board: &Board, start: u32, end: u32) -> Problem {
    Problem::new(board.clone()).start(wide(start)).unwrap().end(wide(end)).unwrap()
}

/// Schwenk 1991.
fn has_closed_tour(files: u32, ranks: u32) -> bool {
    let (short, long) = (files.min(ranks), files.max(ranks));
    let both_odd = short % 2 == 1 && long % 2 == 1;
    !both_odd && ![1, 2, 4].contains(&short) && (short != 3 || ![4, 6, 8].contains(&long))
}

fn closed_tours_up_to(side: u32) {
    for files in 1..=side {
        for ranks in 1..=side {
            let outcome = solve(&Problem::new(board(files, ranks)).closed());
            assert_eq!(outcome.is_found(), has_closed_tour(files, ranks), "{files}x{ranks}");
        }
    }
}

#[test]
fn closed_24() {
    closed_tours_up_to(24);
}

#[test]
#[ignore = "some seconds"]
fn closed_64() {
    closed_tours_up_to(64);
}

#[test]
fn every_start_that_the_colours_allow_has_a_tour() {
    for files in 5..=14 {
        for ranks in 5..=14 {
            let board = board(files, ranks);
            let is_even = board.len().is_multiple_of(2);
            let every = if files.max(ranks) <= 9 { 1 } else { 7 };
            for start in board.squares().step_by(every) {
                let problem = Problem::new(board.clone()).start(start).unwrap();
                let expected = is_even || board.colour(start) == 0;
                if !expected && files.min(ranks) == 5 {
                    continue; // The proof takes long.
                }
                assert_eq!(solve(&problem).is_found(), expected, "{board} {start:?}");
                let problem = Problem::new(board.clone()).end(start).unwrap();
                assert_eq!(solve(&problem).is_found(), expected, "{board} {start:?}");
                if files.min(ranks) > 5 {
                    assert_eq!(solve(&problem.open()).is_found(), expected, "{board} {start:?}");
                }
            }
        }
    }
}

#[test]
fn numbers_of_starts_are_known() {
    for (files, ranks, expected) in [(6, 6, 36), (5, 6, 30), (4, 6, 12), (7, 3, 10), (8, 6, 48)] {
        let board = board(files, ranks);
        let starts = board
            .squares()
            .filter(|&start| solve(&Problem::new(board.clone()).start(start).unwrap()).is_found());
        assert_eq!(starts.count(), expected, "{board}");
    }
}

#[test]
fn a_single_square_is_a_tour() {
    let single = || Problem::new(board(1, 1));
    assert!(solve(&single()).is_found());
    assert!(solve(&single().open().start("a1").unwrap().end("a1").unwrap()).is_found());
    assert!(solve(&single().closed()).is_impossible());
    assert!(solve(&Problem::new(board(u32::MAX - 1, 1))).is_impossible());
}

#[test]
fn long_thin_boards() {
    for (files, ranks) in [(3, 100_000), (100_000, 3), (100_001, 4), (4, 20_000)] {
        let board = board(files, ranks);
        let sides = Sides::of(&board);
        assert!(solve(&Problem::new(board.clone()).open()).is_found(), "{board}");
        let corners = [sides.at(files - 1, ranks - 1), sides.at(0, ranks - 1)];
        let end = corners.into_iter().find(|&corner| sides.colour(corner) == 1).unwrap();
        assert!(solve(&between(&board, 0, end)).is_found(), "{board}");
    }
    let (start, end) = (wide(3 * 1000 + 400), wide(1000 + 777));
    for kind in [Kind::Any, Kind::Open] {
        let five = Problem::new(board(1000, 5)).of_kind(kind);
        assert!(solve(&five.clone().start(start).unwrap()).is_found());
        assert!(solve(&five.start(start).unwrap().end(end).unwrap()).is_found());
    }
}

#[test]
fn closed_1000() {
    assert!(solve(&Problem::new(board(1000, 1000)).closed()).is_found());
    assert!(solve(&Problem::new(board(10, 3)).closed().start("e2").unwrap()).is_found());
    assert!(solve(&Problem::new(board(3, 4444)).closed()).is_found());
}

#[test]
#[ignore = "takes a gigabyte"]
fn closed_8000() {
    assert!(solve(&Problem::new(board(8000, 8000)).closed()).is_found());
    assert!(solve(&between(&board(8001, 7999), 0, 8001 * 7999 - 1)).is_found());
    assert!(solve(&Problem::new(board(3, 1_000_001))).is_found());
    assert!(solve(&Problem::new(board(1_000_000, 4))).is_found());
    assert!(solve(&between(&board(1_000_000, 5), 70, 2_000_071)).is_found());
}

#[test]
fn the_tour_depends_on_the_seed() {
    let problem = between(&board(40, 31), 17, 1001);
    let path = |seed| {
        Construct::default()
            .solve(&problem, &mut Run::with_options(&Options::new().seed(seed)))
            .found()
            .unwrap()
            .into_path()
    };
    assert_eq!(path(3), path(3));
    assert_ne!(path(3), path(4));
}

#[test]
fn tour_5000() {
    let tour = solve(&Problem::new(board(5000, 5000))).found().unwrap();
    assert_eq!(tour.len(), 25_000_000);
}

/// Given ends that are a move apart stay the ends of a mixed tour.
#[test]
fn mixing_keeps_both_given_ends() {
    let given = between(&board(8, 8), 0, 17);
    for problem in [given.clone(), given.closed()] {
        for seed in 0..20 {
            let mixing = Construct { mix: Some(seed), ..Construct::default() };
            let tour = mixing.solve(&problem, &mut Run::new()).found().unwrap();
            let ends = [1, 64].map(|step| tour.square_at(step));
            assert_eq!(ends, [problem.start_square(), problem.end_square()], "{seed}");
            assert!(tour.is_closed());
        }
    }
}

#[test]
fn only_plain_rectangles_are_supported() {
    for text in ["8x8-a1", "torus:6x6", "box:4x4x4"] {
        let problem = Problem::new(text.parse().unwrap());
        assert!(matches!(Construct::default().supports(&problem), Support::No(_)), "{text}");
        assert!(matches!(solve(&problem), Outcome::Unknown(_)), "{text}");
    }
    let clue = Problem::new(board(8, 8)).clue("c3", 7).unwrap();
    let needs = "the construction needs nothing fixed but the ends";
    assert_eq!(Construct::default().supports(&clue), Support::No(needs.to_owned()));
}

/// Trivial problems have the reason that `decide` returns.
#[test]
fn trivial_problems_have_elementary_reasons() {
    let open = between(&board(8, 8), 0, 17).open();
    let closed = between(&board(8, 8), 0, 1).closed();
    let single = Problem::new(board(1, 1)).closed();
    for (problem, kind) in [
        (open, "ends-a-move-apart"),
        (closed, "ends-not-a-move-apart"),
        (single, "too-few-squares"),
    ] {
        let Outcome::Impossible(proof) = solve(&problem) else { panic!("{problem:?}") };
        assert_eq!(proof.reason().name(), kind, "{}", proof.text());
        let Outcome::Impossible(other) = FrontierDp.solve(&problem, &mut Run::new()) else {
            continue;
        };
        assert_eq!(other, proof);
    }
}

/// On five ranks with an even number of files, an end next to the middle of the short edge requires the other
/// end on one of the two corners adjacent to it.
fn has_tour_on_five(sides: Sides, ends: [u32; 2]) -> bool {
    let last = sides.files - 1;
    let shared = [(1, 0), (last - 1, last)];
    sides.files % 2 == 1
        || shared.iter().all(|&(file, edge)| {
            let square = sides.at(file, 2);
            let corners = [sides.at(edge, 0), sides.at(edge, 4)];
            !ends.contains(&square) || ends.iter().any(|end| corners.contains(end))
        })
}

/// Checks all pairs with a tour, and some without, whose proofs take longer.
fn every_pair(files: u32, ranks: u32, expected: impl Fn(Sides, [u32; 2]) -> bool) {
    let board = board(files, ranks);
    let sides = Sides::of(&board);
    let mut without = 0;
    for start in 0..files * ranks {
        for end in (start + 1..files * ranks).filter(|&end| sides.colours_allow(start, end)) {
            let problem = between(&board, start, end);
            if expected(sides, [start, end]) {
                assert!(solve(&problem).is_found(), "{board} {start} {end}");
            } else {
                without += 1;
                if without % 50 == 1 {
                    assert!(solve(&problem).is_impossible(), "{board} {start} {end}");
                }
            }
        }
    }
}

#[test]
fn every_pair_of_ends_that_the_colours_allow_has_a_tour() {
    for (files, ranks) in [(6, 6), (6, 7), (7, 6), (7, 7), (8, 6), (12, 6), (6, 13)] {
        every_pair(files, ranks, |_, _| true);
    }
}

#[test]
fn every_pair_of_ends_on_five_ranks_is_right() {
    for files in [7, 8, 9, 10, 12, 13, 18] {
        every_pair(files, 5, has_tour_on_five);
    }
}

#[test]
#[ignore = "half a minute"]
fn every_pair_of_ends_11() {
    for files in 6..=11 {
        for ranks in 6..=11 {
            every_pair(files, ranks, |_, _| true);
        }
    }
    for files in 7..=60 {
        every_pair(files, 5, has_tour_on_five);
    }
}

/// Solves random boards with sides from 6 to `side` and random ends.
fn random_pairs(side: u64, boards: u64) {
    let mut random = Random::new(side, "pairs of ends");
    for seed in 0..boards {
        let [files, ranks] = [(); 2].map(|()| 6 + random.below(side - 5) as u32);
        let board = board(files, ranks);
        let sides = Sides::of(&board);
        let [start, end] = [(); 2].map(|()| random.below(board.len()) as u32);
        if start == end || !sides.colours_allow(start, end) {
            continue;
        }
        let problem = between(&board, start, end);
        let outcome = Construct::default()
            .solve(&problem, &mut Run::with_options(&Options::new().seed(seed)));
        assert!(outcome.is_found(), "{board} {start} {end}");
        let open = Problem::new(board.clone()).open().start(wide(start)).unwrap();
        assert!(solve(&open).is_found(), "{board} {start}");
    }
}

#[test]
fn random_pairs_60() {
    random_pairs(60, 4000);
}

#[test]
fn random_pairs_300() {
    random_pairs(300, 12);
}

#[test]
#[ignore = "a minute"]
fn random_pairs_2000() {
    random_pairs(60, 100_000);
    random_pairs(2000, 30);
}

#[test]
fn ends_that_contradict_the_kind_are_proved_impossible() {
    let eight = || Problem::new(board(8, 8)).start("a1").unwrap();
    assert!(solve(&eight().end("b3").unwrap().closed()).is_found());
    assert!(solve(&eight().end("b1").unwrap().closed()).is_impossible());
    assert!(solve(&eight().end("b3").unwrap().open()).is_impossible());
    assert!(solve(&eight().end("b1").unwrap().open()).is_found());
    assert!(solve(&eight().end("c1").unwrap()).is_impossible(), "colours");
}

#[derive(Default)]
struct Steps(Vec<Square>);

impl Observer for Steps {
    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.0.push(square);
        assert_eq!(self.0.len() as u64, step);
        if step == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_observer_receives_all_visits_and_can_stop_the_run() {
    let problem = Problem::new(board(7, 7)).start("c3").unwrap();
    let mut steps = Steps::default();
    let tour = Construct::default()
        .solve(&problem, &mut Run::new().observed_by(&mut steps))
        .found()
        .unwrap();
    assert!(tour.squares().eq(steps.0.iter().copied()));

    let problem = Problem::new(board(8, 8));
    let mut steps = Steps::default();
    let outcome = Construct::default().solve(&problem, &mut Run::new().observed_by(&mut steps));
    assert!(matches!(outcome, Outcome::Unknown(Stop { cause: StopCause::Interrupt, .. })));
}

#[test]
fn limits_hold() {
    let problem = Problem::new(board(1000, 1000));
    let flag = AtomicBool::new(true);
    let steps = Limits { steps: Some(999_998), ..Limits::default() };
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for (mut run, expected) in [
        (Run::with_options(&Options::new().limits(steps)), StopCause::Steps),
        (Run::with_options(&Options::new().limits(time)), StopCause::Time),
        (Run::with_options(&Options::new().cancel_flag(&flag)), StopCause::Interrupt),
    ] {
        match Construct::default().solve(&problem, &mut run) {
            Outcome::Unknown(stop) => assert_eq!(stop.cause, expected),
            other => panic!("{}", other.name()),
        }
    }
    let huge = Problem::new(board(u32::MAX, u32::MAX));
    assert!(matches!(solve(&huge), Outcome::Unknown(Stop { cause: StopCause::Unsupported, .. })));
}

/// The time limit is checked during the verification of a long tour.
#[test]
fn the_time_limit_holds() {
    let problem = Problem::new(board(10_000, 10_000));
    let time = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
    let begun = Instant::now();
    match Construct::default().solve(&problem, &mut Run::with_options(&Options::new().limits(time)))
    {
        Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Time),
        other => panic!("{}", other.name()),
    }
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn a_flag_raised_by_another_thread_stops_the_mixing() {
    let problem = Problem::new(board(1500, 1500));
    let mixing = Construct { mix: Some(0), ..Construct::default() };
    let flag = AtomicBool::new(false);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        });
        mixing.solve(&problem, &mut Run::with_options(&Options::new().cancel_flag(&flag)))
    });
    match outcome {
        Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Interrupt),
        other => panic!("{}", other.name()),
    }
}

#[test]
fn the_verification_reports_progress() {
    let last = AtomicU64::new(0);
    let progress = |progress: &Progress| {
        let Progress::Squares { done, total: 90_000 } = *progress else { panic!("{progress}") };
        last.fetch_max(done, Ordering::Relaxed);
    };
    let problem = Problem::new(board(300, 300));
    assert!(
        Construct::default()
            .solve(&problem, &mut Run::with_options(&Options::new().on_progress(&progress)))
            .is_found()
    );
    assert_eq!(last.into_inner(), 90_000);
}
