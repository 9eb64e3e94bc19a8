//! Films of every method, forwards and backwards.

mod shots;

use std::cell::RefCell;

use caracole_core::{Board, Outcome, Problem, Square};

use super::*;
use crate::{Ants, Limits, Method, MethodSettings, Neural, Observer, Random, Run, Stats, Until};

fn shoot(method: Method, settings: &MethodSettings, problem: &Problem) -> (Film, Outcome, Stats) {
    let mut camera = Camera::new(problem);
    let limits = Limits { steps: Some(20_000), ..Limits::default() };
    let mut run = Run::new().limits(limits).observed_by(&mut camera);
    let outcome = method.solver(settings).solve(problem, &mut run);
    let stats = run.stats();
    (camera.film(), outcome, stats)
}

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn names(board: &Board, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|&square| board.name(square)).collect()
}

/// Forgets its shots, which are compared by their moves.
fn walked(stage: &Stage) -> (Vec<Square>, Counts, Option<Event>, Option<Square>) {
    (stage.path().to_vec(), stage.counts(), stage.event(), stage.left())
}

/// Every method on boards of all kinds: what is counted is what the run counts, and the last moment
/// shows the tour.
#[test]
fn films_of_every_method_end_with_the_answer() {
    let boards = ["5x5", "6x6", "8x8", "5x6-a1,b1", "torus:4x6", "box:3x4x2", "3x3"];
    let mut found = 0;
    for (method, board) in Method::ALL.into_iter().flat_map(|method| boards.map(|b| (method, b))) {
        let problem = problem(board);
        let (film, outcome, stats) = shoot(method, &MethodSettings::default(), &problem);
        assert!(!film.is_cut());
        let mut projector = Projector::new(film);
        projector.jump(usize::MAX);
        let stage = projector.stage();
        let Counts { attempts, steps, retreats } = stage.counts();
        assert_eq!((steps, retreats), (stats.steps, stats.retreats), "{method} on {board}");
        // A walk that the limit forbids is counted, and does not begin.
        assert!(stats.attempts.abs_diff(attempts) <= 1, "{method} on {board}");
        if let Outcome::Found(tour) = outcome {
            found += 1;
            let tour: Vec<Square> = tour.squares().collect();
            assert_eq!(stage.path(), tour, "{method} on {board}");
            for (step, &square) in (1..).zip(&tour) {
                assert_eq!((stage.step_of(square), stage.degree(square)), (Some(step), None));
            }
        }
    }
    assert!(found > 25, "{found}");
}

/// Back is the inverse of forward, at every moment, and a jump is so many steps.
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
        let (film, _, _) = shoot(method, &neural, &problem(board));
        let mut projector = Projector::new(film);
        assert!(!projector.back(), "there is nothing before the start");
        let last = projector.moments().min(2000);
        let mut stages = vec![projector.stage().clone()];
        for moment in 1..=last {
            assert!(projector.forward());
            assert_eq!(projector.moment(), moment);
            stages.push(projector.stage().clone());
        }
        for moment in (0..last).rev() {
            assert!(projector.back());
            assert!(projector.stage() == &stages[moment], "{method}, back to {moment}");
        }
        let mut random = Random::new(7, "jumps");
        for _ in 0..200 {
            let moment = random.below(last as u64 + 1) as usize;
            projector.jump(moment);
            assert_eq!(projector.moment(), moment);
            assert!(projector.stage() == &stages[moment], "{method}, jump to {moment}");
        }
    }
}

/// What the steps of a backtracking search on 5x5 look like.
#[test]
fn retreats_are_seen() {
    let problem = problem("5x5").from("a1").unwrap();
    let (film, _, _) = shoot(Method::Backtracking, &MethodSettings::default(), &problem);
    let mut projector = Projector::new(film);
    let mut before = Vec::new();
    let mut retreats = 0;
    while projector.forward() {
        let stage = projector.stage();
        if let Some(Event::Retreat { step, left, to }) = stage.event() {
            retreats += 1;
            assert_eq!(stage.left(), Some(left));
            assert_eq!(before.split_last(), Some((&left, stage.path())));
            assert_eq!((step, Some(to)), (stage.path().len() as u64, stage.knight()));
            assert_eq!(stage.step_of(left), None);
        } else {
            assert_eq!(stage.left(), None);
        }
        before = stage.path().to_vec();
    }
    assert!(retreats > 10);
    assert_eq!(projector.stage().counts().retreats, retreats);
}

#[test]
fn warnsdorff_from_three_corners_of_the_report() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let problem = problem("8x8").from(from).unwrap();
        let order = Some("76543218".parse().unwrap());
        let settings = MethodSettings { order, ..MethodSettings::default() };
        let (film, outcome, _) = shoot(Method::Warnsdorff, &settings, &problem);
        assert!(outcome.is_found());
        let mut projector = Projector::new(film);
        assert_eq!(projector.moments(), 64, "each step is a moment");
        projector.jump(64);
        let path = names(problem.board(), projector.stage().path());
        assert_eq!((path[0].as_str(), path[63].as_str()), (from, end));
    }
}

#[test]
fn free_squares_tell_their_ways_on() {
    let problem = problem("5x5-e5").from("a1").unwrap().avoiding("b3", "d4").unwrap();
    let (film, _, _) = shoot(Method::Backtracking, &MethodSettings::default(), &problem);
    let mut projector = Projector::new(film);
    let at = |name: &str| problem.board().parse_square(name).unwrap();
    // Nobody stands anywhere: a5, c5, d2 and c1 can be reached from b3, d4 by a forbidden move, a1
    // too, and e5 would be a hole.
    assert_eq!(projector.stage().degree(at("b3")), Some(5));
    projector.jump(1);
    assert_eq!(projector.stage().knight(), Some(at("a1")));
    assert_eq!(projector.stage().degree(at("b3")), Some(4), "a1 is taken");
    assert_eq!(projector.stage().degree(at("a1")), None);
    let mut ways = names(problem.board(), &projector.stage().ways_on(at("a1")).collect::<Vec<_>>());
    ways.sort();
    assert_eq!(ways, ["b3", "c2"]);
}

#[test]
fn a_full_film_ends_and_the_solver_goes_on() {
    let problem = problem("8x8").from("a8").unwrap();
    let sizes = RefCell::new(Vec::new());
    let (room, limit) = (8 * 10_000, 1_000_000);
    let mut film = Film::new(&problem);
    let film_cell = RefCell::new(&mut film);
    let mut camera = Camera::new(&problem).room(room).sending(|reel: Reel| {
        sizes.borrow_mut().push(reel.frames.len());
        film_cell.borrow_mut().append(reel);
    });
    let limits = Limits { steps: Some(limit), ..Limits::default() };
    let mut run = Run::new().limits(limits).observed_by(&mut camera);
    let solver = Method::Backtracking.solver(&MethodSettings::default());
    let outcome = solver.solve(&problem, &mut run);
    let steps = run.stats().steps;
    assert!(camera.last_reel().frames.is_empty(), "all was sent when there was no more room");
    assert!(steps == limit && !outcome.is_found(), "{steps}");
    let sizes = sizes.into_inner();
    assert_eq!(sizes[..5], [1, 2, 4, 8, 16], "the first events are seen at once");
    assert!(sizes.iter().all(|&size| size <= 4096), "{sizes:?}");
    assert!(film.is_cut());
    // The first walk keeps its empty past beside its frame.
    assert_eq!(film.len(), room / 8 - size_of::<Box<[Square]>>() / 8);
    assert_eq!(sizes.iter().sum::<usize>(), film.len());
}

/// Whatever an observer is told, a film stays one that can be played.
#[test]
fn nonsense_is_passed_over() {
    let problem = problem("5x5-c3");
    let mut camera = Camera::new(&problem);
    let mut random = Random::new(1, "nonsense");
    for _ in 0..5000 {
        let square = Square::from_index(random.below(30));
        let step = random.below(8);
        let _ = match random.below(5) {
            0 => camera.attempt(square),
            1 => camera.retreat(step, square),
            _ => camera.visit(step, square),
        };
    }
    let _ = camera.attempt(Square::from_index(u64::MAX - 1));
    let mut projector = Projector::new(camera.film());
    assert!(projector.moments() > 100);
    let mut stages = vec![walked(projector.stage())];
    while projector.forward() {
        stages.push(walked(projector.stage()));
        let path = projector.stage().path();
        assert!(path.iter().all(|&square| problem.board().contains(square)));
        assert!((1..path.len()).all(|at| !path[..at].contains(&path[at])));
    }
    while let Some(stage) = stages.pop() {
        assert_eq!(walked(projector.stage()), stage);
        projector.back();
    }
}

/// Boards that nobody could keep in memory.
#[test]
fn vast_boards_are_filmed_too() {
    let problem = problem("1000000x1000000");
    let mut camera = Camera::new(&problem);
    let limits = Limits { steps: Some(1000), ..Limits::default() };
    let mut run = Run::new().limits(limits).observed_by(&mut camera);
    assert!(
        !Method::Construct.solver(&MethodSettings::default()).solve(&problem, &mut run).is_found()
    );
    let mut projector = Projector::new(camera.film());
    assert_eq!(projector.moments(), 1001);
    projector.jump(500);
    let square = projector.stage().knight().unwrap();
    assert_eq!(projector.stage().step_of(square), Some(500));
    projector.back();
    assert_eq!(projector.stage().step_of(square), None);
}
