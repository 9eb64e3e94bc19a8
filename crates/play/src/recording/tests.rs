//! Recordings of every method, played forwards and backwards.

use std::cell::RefCell;

use caracole_core::{Board, Problem, Square};
use caracole_verify::Outcome;

use super::*;
use caracole_solve::{
    Ants, Limits, Method, MethodSettings, Neural, Observer, Options, Random, Run, Stats, Until,
};

fn record(
    method: Method,
    settings: &MethodSettings,
    problem: &Problem,
) -> (Recording, Outcome, Stats) {
    let mut recorder = Recorder::new(problem);
    let limits = Limits { steps: Some(20_000), ..Limits::default() };
    let mut run = Run::with_options(&Options::new().limits(limits)).observed_by(&mut recorder);
    let outcome = method.solver(settings).solve(problem, &mut run);
    let stats = run.stats();
    (recorder.into_recording(), outcome, stats)
}

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn names(board: &Board, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|&square| board.name(square)).collect()
}

/// Returns a frame without its snapshots.
fn without_snapshots(frame: &Frame) -> (Vec<Square>, Counts, Option<Event>, Option<Square>) {
    (frame.path().to_vec(), frame.counts(), frame.event(), frame.left())
}

/// The counts are those of the run, and the last moment shows the tour.
#[test]
fn recordings_of_every_method_end_with_the_answer() {
    let boards = ["5x5", "6x6", "8x8", "5x6-a1,b1", "torus:4x6", "box:3x4x2", "3x3"];
    let mut found = 0;
    for (method, board) in Method::ALL.into_iter().flat_map(|method| boards.map(|b| (method, b))) {
        let problem = problem(board);
        let (recording, outcome, stats) = record(method, &MethodSettings::default(), &problem);
        assert!(!recording.is_truncated());
        let mut player = Player::new(recording);
        player.seek(usize::MAX);
        let frame = player.frame();
        let Counts { attempts, steps, backtracks } = frame.counts();
        assert_eq!((steps, backtracks), (stats.steps, stats.backtracks), "{method} on {board}");
        // An attempt that the limit forbids is counted, and does not start.
        assert!(stats.walks.abs_diff(attempts) <= 1, "{method} on {board}");
        if let Outcome::Found(tour) = outcome {
            found += 1;
            let tour: Vec<Square> = tour.squares().collect();
            assert_eq!(frame.path(), tour, "{method} on {board}");
            for (step, &square) in (1..).zip(&tour) {
                assert_eq!((frame.step_of(square), frame.degree(square)), (Some(step), None));
            }
        }
    }
    assert!(found > 25, "{found}");
}

/// A step back is the inverse of a step forward, and seeking equals stepping.
#[test]
fn going_back_undoes_exactly() {
    let neural = MethodSettings {
        neural: Neural { attempts: 3.try_into().unwrap(), ..Neural::default() },
        ..MethodSettings::default()
    };
    for (method, board) in [
        (Method::Backtracking, "5x5"),
        (Method::Warnsdorff, "torus:5x5"),
        (Method::Warnsdorff, "8x8-a1,b1"),
        (Method::BruteForce, "3x4-a1"),
        (Method::Neural, "6x6"),
        (Method::Ants, "5x5"),
        (Method::Auto, "8x8"),
    ] {
        let (recording, _, _) = record(method, &neural, &problem(board));
        let mut player = Player::new(recording);
        assert!(!player.step_back(), "nothing is before the start");
        let last = player.last_moment().min(2000);
        let mut frames = vec![player.frame().clone()];
        for moment in 1..=last {
            assert!(player.step_forward());
            assert_eq!(player.moment(), moment);
            frames.push(player.frame().clone());
        }
        for moment in (0..last).rev() {
            assert!(player.step_back());
            assert!(player.frame() == &frames[moment], "{method}, back to {moment}");
        }
        let mut random = Random::new(7, "jumps");
        for _ in 0..200 {
            let moment = random.below(last as u64 + 1) as usize;
            player.seek(moment);
            assert_eq!(player.moment(), moment);
            assert!(player.frame() == &frames[moment], "{method}, seek to {moment}");
        }
    }
}

#[test]
fn backtracks_are_recorded() {
    let problem = problem("5x5").start("a1").unwrap();
    let (recording, _, _) = record(Method::Backtracking, &MethodSettings::default(), &problem);
    let mut player = Player::new(recording);
    let mut before = Vec::new();
    let mut backtracks = 0;
    while player.step_forward() {
        let frame = player.frame();
        if let Some(Event::Backtrack { step, left, to }) = frame.event() {
            backtracks += 1;
            assert_eq!(frame.left(), Some(left));
            assert_eq!(before.split_last(), Some((&left, frame.path())));
            assert_eq!((step, Some(to)), (frame.path().len() as u64, frame.knight()));
            assert_eq!(frame.step_of(left), None);
        } else {
            assert_eq!(frame.left(), None);
        }
        before = frame.path().to_vec();
    }
    assert!(backtracks > 10);
    assert_eq!(player.frame().counts().backtracks, backtracks);
}

#[test]
fn warnsdorff_from_three_corners_of_the_report() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let problem = problem("8x8").start(from).unwrap();
        let order = Some("76543218".parse().unwrap());
        let settings = MethodSettings { order, ..MethodSettings::default() };
        let (recording, outcome, _) = record(Method::Warnsdorff, &settings, &problem);
        assert!(outcome.is_found());
        let mut player = Player::new(recording);
        assert_eq!(player.last_moment(), 64, "each step is a moment");
        player.seek(64);
        let path = names(problem.board(), player.frame().path());
        assert_eq!((path[0].as_str(), path[63].as_str()), (from, end));
    }
}

#[test]
fn onward_moves_avoid_the_path_and_forbidden_moves() {
    let problem = problem("5x5-e5").start("a1").unwrap().forbid("b3", "d4").unwrap();
    let (recording, _, _) = record(Method::Backtracking, &MethodSettings::default(), &problem);
    let mut player = Player::new(recording);
    let at = |name: &str| problem.board().parse_square(name).unwrap();
    // The board is empty: b3 reaches a1, a5, c1, c5 and d2. The move to d4 is forbidden.
    assert_eq!(player.frame().degree(at("b3")), Some(5));
    player.seek(1);
    assert_eq!(player.frame().knight(), Some(at("a1")));
    assert_eq!(player.frame().degree(at("b3")), Some(4), "a1 is taken");
    assert_eq!(player.frame().degree(at("a1")), None);
    let mut onward =
        names(problem.board(), &player.frame().onward_moves(at("a1")).collect::<Vec<_>>());
    onward.sort();
    assert_eq!(onward, ["b3", "c2"]);
}

#[test]
fn a_full_recording_ends_and_the_solver_goes_on() {
    let problem = problem("8x8").start("a8").unwrap();
    let sizes = RefCell::new(Vec::new());
    let (room, limit) = (8 * 10_000, 1_000_000);
    let mut recording = Recording::new(&problem);
    let recording_cell = RefCell::new(&mut recording);
    let mut recorder = Recorder::new(&problem).max_bytes(room).sending(|chunk: Chunk| {
        sizes.borrow_mut().push(chunk.actions.len());
        recording_cell.borrow_mut().append(chunk);
    });
    let limits = Limits { steps: Some(limit), ..Limits::default() };
    let mut run = Run::with_options(&Options::new().limits(limits)).observed_by(&mut recorder);
    let solver = Method::Backtracking.solver(&MethodSettings::default());
    let outcome = solver.solve(&problem, &mut run);
    let steps = run.stats().steps;
    assert!(recorder.into_last_chunk().actions.is_empty(), "all was sent at the limit");
    assert!(steps == limit && !outcome.is_found(), "{steps}");
    let sizes = sizes.into_inner();
    assert_eq!(sizes[..5], [1, 2, 4, 8, 16], "the first events are sent at once");
    assert!(sizes.iter().all(|&size| size <= 4096), "{sizes:?}");
    assert!(recording.is_truncated());
    // The first attempt also stores the empty path before it.
    assert_eq!(recording.len(), room / 8 - size_of::<Box<[Square]>>() / 8);
    assert_eq!(sizes.iter().sum::<usize>(), recording.len());
}

/// A recording can be played whatever events the recorder receives.
#[test]
fn contradicting_events_are_ignored() {
    let problem = problem("5x5-c3");
    let mut recorder = Recorder::new(&problem);
    let mut random = Random::new(1, "nonsense");
    for _ in 0..5000 {
        let square = Square::from_index(random.below(30));
        let step = random.below(8);
        let _ = match random.below(5) {
            0 => recorder.begin_walk(square),
            1 => recorder.backtrack(step, square),
            _ => recorder.visit(step, square),
        };
    }
    let _ = recorder.begin_walk(Square::from_index(u64::MAX - 1));
    let mut player = Player::new(recorder.into_recording());
    assert!(player.last_moment() > 100);
    let mut frames = vec![without_snapshots(player.frame())];
    while player.step_forward() {
        frames.push(without_snapshots(player.frame()));
        let path = player.frame().path();
        assert!(path.iter().all(|&square| problem.board().contains(square)));
        assert!((1..path.len()).all(|at| !path[..at].contains(&path[at])));
    }
    while let Some(frame) = frames.pop() {
        assert_eq!(without_snapshots(player.frame()), frame);
        player.step_back();
    }
}

/// A board that does not fit in memory.
#[test]
fn vast_boards_are_recorded() {
    let problem = problem("1000000x1000000");
    let mut recorder = Recorder::new(&problem);
    let limits = Limits { steps: Some(1000), ..Limits::default() };
    let mut run = Run::with_options(&Options::new().limits(limits)).observed_by(&mut recorder);
    assert!(
        !Method::Construct.solver(&MethodSettings::default()).solve(&problem, &mut run).is_found()
    );
    let mut player = Player::new(recorder.into_recording());
    assert_eq!(player.last_moment(), 1001);
    player.seek(500);
    let square = player.frame().knight().unwrap();
    assert_eq!(player.frame().step_of(square), Some(500));
    player.step_back();
    assert_eq!(player.frame().step_of(square), None);
}

#[test]
fn a_stable_network_has_two_moves_everywhere() {
    let problem = problem("6x6").closed();
    let settings = MethodSettings {
        neural: Neural { attempts: 50.try_into().unwrap(), ..Neural::default() },
        ..MethodSettings::default()
    };
    let mut recorder = Recorder::new(&problem);
    let solver = Method::Neural.solver(&settings);
    let outcome = solver.solve(&problem, &mut Run::new().observed_by(&mut recorder));
    assert!(outcome.is_found());
    let mut player = Player::new(recorder.into_recording());
    player.seek(usize::MAX);
    let frame = player.frame();
    let snapshot = frame.network().unwrap();
    assert_eq!((snapshot.active_move_count(), snapshot.squares_with_two()), (36, 36));
    // The stable network is the tour that is walked at the end.
    let mut on: Vec<_> = snapshot.active_moves().map(|(a, b)| (a.min(b), a.max(b))).collect();
    let path = frame.path();
    let next = path.iter().cycle().skip(1);
    let mut tour: Vec<_> = path.iter().zip(next).map(|(&a, &b)| (a.min(b), a.max(b))).collect();
    on.sort_unstable();
    tour.sort_unstable();
    assert_eq!(on, tour);
    // Before the walk there are sweeps, and the path is empty.
    player.seek(player.last_moment() - 36);
    assert!(matches!(player.frame().event(), Some(Event::Sweep { .. })));
    assert_eq!(player.frame().knight(), None);
    player.seek(1);
    let first = player.frame().network().unwrap();
    assert_eq!((first.attempt(), first.sweep()), (1, 1));
    assert_ne!(first.squares_with_two(), 36);
}

#[test]
fn trails_grow_from_nothing_to_one() {
    let problem = problem("5x5");
    let ants = Ants { cycles: 5.try_into().unwrap(), until: Until::LastCycle, ..Ants::default() };
    let settings = MethodSettings { ants, ..MethodSettings::default() };
    let (recording, _, stats) = record(Method::Ants, &settings, &problem);
    assert_eq!(stats.walks, 5 * 25);
    let mut player = Player::new(recording);
    let mut cycles = 0;
    while player.step_forward() {
        let frame = player.frame();
        if let Some(Event::Trails { cycle }) = frame.event() {
            cycles += 1;
            assert_eq!((cycle, frame.counts().attempts), (cycles, cycles * 25));
            let trails = frame.trails().unwrap();
            let strengths: Vec<f32> = trails.strengths().map(|trail| trail.2).collect();
            assert_eq!(strengths.len(), 2 * 48, "each of the 48 moves both ways");
            assert!(strengths.iter().all(|&trail| (0.0..=1.0).contains(&trail)));
            let (from, to) = trails.strongest().unwrap();
            assert!(trails.strengths().any(|trail| trail == (from, to, 1.0)));
        }
    }
    assert_eq!(cycles, 5);
}
