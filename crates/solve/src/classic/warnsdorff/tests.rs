use std::sync::atomic::AtomicBool;
use std::time::Duration;

use caracole_core::{Board, Moves, Path, Piece, Square};

use super::rectangle::RectangleWalker;
use super::starts::{max_starts, rotate_to_ends, starts};
use super::walk::{GraphWalker, Stuck, Walker};
use super::*;
use crate::{BruteForce, Limits};
use crate::{
    Options,
    classic::{compile, corners},
};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn rule(tie: TieBreak) -> Warnsdorff {
    Warnsdorff { order: None, tie }
}

fn solve(tie: TieBreak, problem: &Problem, seed: u64) -> Outcome {
    rule(tie).solve(problem, &mut Run::with_options(&Options::new().seed(seed)))
}

#[test]
fn a_failure_tells_how_far_the_knight_came() {
    let story = |problem: &Problem| match solve(TieBreak::First, problem, 0) {
        Outcome::Unknown(stop) => stop.to_string(),
        other => other.name().to_owned(),
    };
    let three = Problem::new(board("3x3"));
    assert_eq!(
        story(&three.clone().start("b2").unwrap()),
        "the rule failed: Warnsdorff's rule with ties first visited 1 of 9 squares from b2, \
         then had no move"
    );
    assert_eq!(
        story(&three),
        "the rule failed: Warnsdorff's rule with ties first visited 8 of 9 squares from a3, \
         then had no move; none of its 9 walks did better"
    );
    // 5x5 has tours, and no closed ones.
    let five = Problem::new(board("5x5")).closed().start("a1").unwrap();
    assert_eq!(
        story(&five.clue("b3", 2).unwrap()),
        "the rule failed: Warnsdorff's rule with ties first visited 25 of 25 squares from a1, \
         but not as asked"
    );
}

#[test]
fn large_boards_try_a_bounded_number_of_starts() {
    assert_eq!(max_starts(&board("8x8")), 62_500);
    assert_eq!(max_starts(&board("1000x1000")), 32);
    // A closed tour of the row does not exist, and each walk ends after one step.
    let row = Problem::new(board("200000x1"));
    let Outcome::Unknown(stop) = solve(TieBreak::First, &row, 0) else {
        panic!("a row has no tour")
    };
    let story = stop.to_string();
    assert!(story.contains("none of its 32 walks did better, from a1, "), "{story}");
    assert!(story.ends_with("and 22 more squares; 200000 are possible"), "{story}");
}

#[test]
fn too_large_boards_are_refused_in_words() {
    let problem = Problem::new(board("100000x100000"));
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    for mut run in [Run::new(), Run::with_options(&Options::new().limits(limits))] {
        let Outcome::Unknown(stop) = rule(TieBreak::First).solve(&problem, &mut run) else {
            panic!("10^10 squares do not fit");
        };
        assert_eq!(stop.cause, StopCause::Memory);
        assert!(stop.tried.contains("100000x100000 has 10000000000"), "{stop}");
    }
}

/// Limits apply to the list of moves and to the search for a start.
#[test]
fn large_boards_do_not_hold_up_a_stop() {
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
    let avoiding = Problem::new(board("cylinder:2000x2000")).forbid("a1", "b3").unwrap();
    for problem in
        [Problem::new(board("cylinder:2000x2000")), Problem::new(board("2000x2000-a1")), avoiding]
    {
        let outcome = rule(TieBreak::First)
            .solve(&problem, &mut Run::with_options(&Options::new().limits(limits)));
        let Outcome::Unknown(stop) = outcome else { panic!("{}", problem.board()) };
        assert_eq!(stop.cause, StopCause::Time, "{stop}");
        // The text would contain the steps of a walk.
        assert!(stop.tried.contains("lists all moves of the board first"), "{stop}");
    }
}

/// The description contains the phase.
#[test]
fn a_stop_before_the_first_step_says_so() {
    let flag = AtomicBool::new(true);
    for method in [&rule(TieBreak::Roth) as &dyn Solver, &BruteForce::default()] {
        let problem = Problem::new(board("torus:100x100"));
        let outcome =
            method.solve(&problem, &mut Run::with_options(&Options::new().cancel_flag(&flag)));
        let Outcome::Unknown(stop) = outcome else { panic!("nothing was asked") };
        let (cause, name) = (StopCause::Interrupt, method.name());
        let story = "lists all moves of the board first, and had done 0 % of it";
        assert_eq!(stop, Stop::new(cause, format!("{name} {story}")));
    }
}

/// The error quotes the input without control characters.
#[test]
fn messages_hold_no_control_characters() {
    let error = "\u{1b}[2J".parse::<TieBreak>().expect_err("no rule");
    assert!(error.to_string().starts_with("there is no tie '?[2J'"), "{error}");
}

#[test]
fn every_square_is_a_start_once_and_corners_come_first() {
    for text in ["8x8", "3x4", "4x9", "1x3", "5x5-c3", "torus:4x5", "box:2x3x4"] {
        let board = board(text);
        let moves = Moves::new(&Piece::KNIGHT, &board);
        let problem = Problem::new(board.clone());
        let rule = rule(TieBreak::First);
        let search = StartSearch::new(&rule, &problem, moves.clone());
        let walker = search.walker(&problem, &mut Run::new()).unwrap();
        let mut all: Vec<Square> = starts(TieBreak::First, &board, &*walker)
            .filter(|candidate| candidate.has_degree(&*walker))
            .map(|candidate| candidate.square)
            .collect();
        let degrees: Vec<usize> =
            all.iter().map(|&start| moves.from(&board, start).count()).collect();
        assert!(degrees.is_sorted(), "{text}: {degrees:?}");
        if text == "8x8" {
            let names: Vec<_> = all[..6].iter().map(|&square| board.name(square)).collect();
            assert_eq!(names, ["a8", "h8", "a1", "h1", "b8", "g8"]);
        }
        all.sort_unstable();
        assert!(all.into_iter().eq(board.squares()), "{text}");
    }
}

#[test]
fn closed_tours_are_turned_to_their_ends() {
    let eight = Problem::new(board("3x3-b2"));
    let ring: Path = ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"]
        .iter()
        .map(|name| eight.board().parse_square(name).unwrap())
        .collect();
    for (problem, names) in [
        (eight.clone().start("a2"), "a2 c3 b1 a3 c2 a1 b3 c1"),
        (eight.clone().end("a2"), "c3 b1 a3 c2 a1 b3 c1 a2"),
        (eight.clone().end("c2"), "a1 b3 c1 a2 c3 b1 a3 c2"),
        (eight.clone().start("a2").unwrap().end("c1"), "a2 c3 b1 a3 c2 a1 b3 c1"),
        (eight.clone().start("a2").unwrap().end("c3"), "a2 c1 b3 a1 c2 a3 b1 c3"),
    ] {
        let problem = problem.unwrap();
        assert_eq!(rotate_to_ends(ring.clone(), &problem).names(problem.board()), names);
        assert_eq!(solve(TieBreak::First, &problem.closed(), 0).name(), "found");
    }
}

#[test]
fn squirrel_walks_alike_from_all_corners() {
    let board = board("12x12");
    let walks: Vec<Vec<(u32, u32)>> = corners(&board)
        .into_iter()
        .map(|corner| {
            let problem = Problem::new(board.clone()).start(corner).unwrap();
            let tour = solve(TieBreak::Squirrel, &problem, 0).found().unwrap();
            let from = board.coord(corner);
            tour.squares()
                .map(|square| {
                    let place = board.coord(square);
                    let files = place.file.index().abs_diff(from.file.index());
                    (files, place.rank.index().abs_diff(from.rank.index()))
                })
                .collect()
        })
        .collect();
    assert!(walks.len() == 4 && walks.iter().all(|walk| *walk == walks[0]));
}

#[test]
fn squirrel_says_what_it_needs() {
    for (problem, order, need) in [
        (Problem::new(board("8x9")), None, "square boards"),
        (Problem::new(board("4x4")), None, "from 5x5"),
        (Problem::new(board("torus:8x8")), None, "plain"),
        (Problem::new(board("8x8")).start("b8").unwrap(), None, "b8 is none"),
        (Problem::new(board("8x8")), Some("12345678"), "leave the order out"),
    ] {
        let order = order.map(|order| order.parse().unwrap());
        let Support::No(why) = (Warnsdorff { order, tie: TieBreak::Squirrel }).supports(&problem)
        else {
            panic!("{problem:?}");
        };
        assert!(why.contains(need), "{why}");
    }
}

/// Pohl's rule never fails from the corners of 5x5, 6x6 and 7x7, and on 8x8 in about a quarter of all walks. Random
/// tie-breaks fail on 7x7 in a quarter.
#[test]
fn pohl_looks_one_step_further() {
    let successes = |tie, text: &str| {
        let problem = Problem::new(board(text)).start("a1").unwrap();
        (0..100).filter(|&seed| solve(tie, &problem, seed).is_found()).count()
    };
    for text in ["5x5", "6x6", "7x7"] {
        assert_eq!(successes(TieBreak::Pohl, text), 100, "{text}");
    }
    let (pohl, random) = (successes(TieBreak::Pohl, "8x8"), successes(TieBreak::Random, "7x7"));
    assert!((60..=88).contains(&pohl) && (60..=88).contains(&random), "{pohl} {random}");
}

#[test]
fn unknown_ties_are_answered_with_the_list() {
    for tie in TieBreak::ALL {
        assert_eq!(tie.to_string().parse(), Ok(tie));
    }
    assert_eq!(
        "pole".parse::<TieBreak>().unwrap_err().to_string(),
        "there is no tie 'pole': there are first, random, roth, pohl, pohl-least, squirrel"
    );
}

#[test]
fn a_graph_is_walked_without_positions() {
    let path: Board = "graph:a-b,b-c".parse().unwrap();
    let from = |start: &str| Problem::new(path.clone()).start(start).unwrap();
    for tie in TieBreak::ALL {
        let answer = rule(tie).supports(&from("a"));
        if tie.needs_board() {
            let Support::No(why) = answer else { panic!("{tie} uses positions") };
            let text = format!("ties {tie} needs a board, and this is a graph");
            assert_eq!(why, text);
        } else {
            assert_eq!(
                solve(tie, &from("a"), 9).found().map(|tour| tour.names()),
                Some("a b c".into())
            );
            assert_eq!(solve(tie, &from("b"), 9).name(), "unknown", "a dead end proves nothing");
        }
    }
}

/// Returns the statistics of the walks of a run.
#[derive(Default, PartialEq, Eq, Debug)]
struct Log(Vec<(char, u64, Square)>);

impl crate::Observer for Log {
    fn begin_walk(&mut self, start: Square) -> std::ops::ControlFlow<()> {
        self.0.push(('a', 1, start));
        std::ops::ControlFlow::Continue(())
    }

    fn visit(&mut self, step: u64, square: Square) -> std::ops::ControlFlow<()> {
        self.0.push(('v', step, square));
        std::ops::ControlFlow::Continue(())
    }
}

/// Both walkers take the same steps from every square.
#[test]
fn the_fast_walk_takes_the_steps_of_the_slow_one() {
    let ties =
        [TieBreak::First, TieBreak::Random, TieBreak::Roth, TieBreak::Pohl, TieBreak::PohlLeast];
    for text in ["1x1", "1x3", "2x5", "3x4", "3x7", "5x5", "6x7", "8x8", "13x9"] {
        let board = board(text);
        let last = Square::from_index(board.area() - 1);
        let ends = [Problem::new(board.clone()), Problem::new(board.clone()).end(last).unwrap()];
        for (problem, tie, order) in ends.iter().flat_map(|problem| {
            ties.into_iter().flat_map(move |tie| {
                [None, "83514267".parse().ok()].map(|order| (problem, tie, order))
            })
        }) {
            let moves = crate::classic::moves(problem, order.as_ref()).unwrap();
            let Some(mut fast) = RectangleWalker::new(problem, &moves, tie, 7) else {
                assert!(tie.looks_ahead() && problem.end_square().is_some(), "{text} {tie}");
                continue;
            };
            let slow = compile("slow", problem, moves.clone(), 0, &mut Run::new()).unwrap();
            let mut slow = GraphWalker::new(slow, tie, 7);
            for start in board.squares().filter(|&start| problem.end_square() != Some(start)) {
                let told = |walker: &mut dyn Walker| {
                    let mut log = Log::default();
                    let mut run = Run::new().observed_by(&mut log);
                    let walk = match walker.walk(start, &mut run) {
                        Ok(path) => (true, path),
                        Err(Stuck::DeadEnd(path)) => (false, path),
                        Err(Stuck::Stopped(cause)) => panic!("{cause}"),
                    };
                    let stats = run.stats();
                    (walk, stats, log)
                };
                assert_eq!(told(&mut fast), told(&mut slow), "{text} {tie} {start:?} {order:?}");
            }
        }
    }
}
