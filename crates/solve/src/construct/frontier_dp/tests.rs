use caracole_core::{Board, Kind, MoveGraph, Moves, Piece, Problem, Square};

use super::super::sides::{Sides, narrow};
use super::*;
use crate::{Options, Random};

/// The pairs of ends of all tours of a board, by depth-first search over all paths.
struct AllEnds {
    graph: MoveGraph,
    /// For each start the ends, as bits.
    ends: Vec<u32>,
}

impl AllEnds {
    fn new(board: &Board) -> Self {
        let graph = MoveGraph::new(board, &Moves::new(&Piece::KNIGHT, board)).unwrap();
        let vertices = graph.graph().vertices();
        let all = u32::MAX >> (32 - vertices);
        let around: Vec<u32> = (0..vertices)
            .map(|a| graph.graph().neighbours(a).iter().fold(0, |set, &b| set | 1 << b))
            .collect();
        let ends = (0..vertices).map(|start| {
            let mut ends = 0;
            let mut stack = vec![(start, 1 << start)];
            while let Some((head, visited)) = stack.pop() {
                if visited == all {
                    ends |= 1 << head;
                }
                let free = around[head as usize] & !visited;
                stack.extend(
                    (0..vertices)
                        .filter(|to| free >> to & 1 == 1)
                        .map(|to| (to, visited | 1 << to)),
                );
            }
            ends
        });
        let ends = ends.collect();
        Self { graph, ends }
    }

    /// Returns true if the problem has a tour.
    fn has_tour(&self, problem: &Problem) -> bool {
        let vertices = self.graph.graph().vertices();
        let may = |given: Option<Square>, at: u32| {
            given.is_none_or(|given| self.graph.square(at) == given)
        };
        (0..vertices).any(|start| {
            (0..vertices).any(|end| {
                let closed = vertices > 2 && self.graph.graph().has_edge(start, end);
                may(problem.start_square(), start)
                    && may(problem.end_square(), end)
                    && self.ends[start as usize] >> end & 1 == 1
                    && match problem.kind() {
                        Kind::Any => true,
                        Kind::Closed => closed,
                        Kind::Open => !closed,
                    }
            })
        })
    }
}

/// Returns all problems of a board with and without given ends.
fn problems(board: &Board) -> Vec<Problem> {
    let given = || std::iter::once(None).chain(board.squares().map(Some));
    let mut problems = Vec::new();
    for kind in [Kind::Any, Kind::Closed, Kind::Open] {
        for start in given() {
            for end in given() {
                let problem = Problem::new(board.clone()).of_kind(kind);
                let problem = match start {
                    Some(start) => problem.start(start).unwrap(),
                    None => problem,
                };
                let problem = match end {
                    Some(end) => problem.end(end),
                    None => Ok(problem),
                };
                // One square cannot be both ends.
                problems.extend(problem);
            }
        }
    }
    problems
}

/// Checks every `every`-th problem of the board. Returns true if the board has a tour.
fn agrees_with_brute_force(board: &Board, solver: &impl Solver, every: usize) -> bool {
    let expected = AllEnds::new(board);
    for problem in problems(board).into_iter().step_by(every) {
        let outcome = solver.solve(&problem, &mut Run::new());
        let (kind, start, end) = (problem.kind(), problem.start_square(), problem.end_square());
        let what = format!("{board} {kind:?} {start:?} {end:?}: {outcome:?}");
        assert_eq!(outcome.is_found(), expected.has_tour(&problem), "{what}");
        assert_ne!(outcome.is_impossible(), expected.has_tour(&problem), "{what}");
    }
    expected.ends.iter().any(|&ends| ends != 0)
}

fn small_rectangles(solver: &impl Solver) {
    for (files, ranks) in (1..=5).flat_map(|files| (1..=5).map(move |ranks| (files, ranks))) {
        let every = if files * ranks > 20 { 9 } else { 1 };
        agrees_with_brute_force(&Board::rectangle(files, ranks).unwrap(), solver, every);
    }
    for long in 6..=8 {
        agrees_with_brute_force(&Board::rectangle(long, 3).unwrap(), solver, 1);
        agrees_with_brute_force(&Board::rectangle(3, long).unwrap(), solver, 1);
    }
}

#[test]
fn frontier_dp_agrees_with_brute_force_on_small_rectangles() {
    small_rectangles(&FrontierDp);
}

#[test]
fn the_construction_agrees_with_brute_force_on_small_rectangles() {
    small_rectangles(&super::super::Construct::default());
}

#[test]
fn frontier_dp_agrees_with_brute_force_on_boards_with_holes() {
    let mut random = Random::new(0, "boards with holes");
    let mut with_tour = 0;
    for round in 0..36 {
        let [files, ranks] = [[4, 4], [6, 3], [5, 4], [3, 7], [5, 5], [2, 6]][round % 6];
        let board = Board::rectangle(files, ranks).unwrap();
        let holes = 1 + random.below(6) as usize;
        let mut squares: Vec<Square> = board.squares().collect();
        random.shuffle(&mut squares);
        let board = board.without(squares.into_iter().take(holes)).unwrap();
        if agrees_with_brute_force(&board, &FrontierDp, 11) {
            with_tour += 1;
        }
    }
    assert!(with_tour > 3, "{with_tour}");
}

/// States of six ranks use all 64 bits.
#[test]
fn six_ranks_fit() {
    let six = || Problem::new("6x6".parse().unwrap());
    let blocked = Problem::new("6x6-c2".parse().unwrap()).closed();
    let ends = six().start("a1").unwrap().end("b1").unwrap();
    assert!(FrontierDp.solve(&ends, &mut Run::new()).is_found());
    assert!(FrontierDp.solve(&blocked, &mut Run::new()).is_impossible(), "a1 has one move left");
}

/// Returns the number of pairs of ends of a board that have a tour.
fn pairs(files: u32, ranks: u32) -> usize {
    let board = Board::rectangle(files, ranks).unwrap();
    let pairs = board.squares().flat_map(|a| board.squares().map(move |b| (a, b)));
    pairs
        .filter(|(a, b)| a < b && Sides::of(&board).colours_allow(narrow(*a), narrow(*b)))
        .filter(|&(a, b)| {
            let problem = Problem::new(board.clone()).start(a).and_then(|p| p.end(b)).unwrap();
            FrontierDp.solve(&problem, &mut Run::new()).is_found()
        })
        .count()
}

#[test]
fn numbers_of_pairs_of_ends_are_known() {
    for (ranks, files, expected) in [
        (3, 4, 7),
        (3, 7, 17),
        (3, 8, 72),
        (3, 9, 50),
        (3, 10, 147),
        (3, 11, 136 - 6),
        (3, 12, 18 * 18 - (3 * 12 - 5)),
        (4, 5, 18),
        (4, 6, 32),
        (4, 7, 49),
        (4, 8, 64),
        (5, 5, 42),
        (5, 6, 178),
    ] {
        assert_eq!(pairs(files, ranks), expected, "{ranks}x{files}");
    }
}

#[test]
fn limits_stop_the_search() {
    let problem = Problem::new("5x1000".parse().unwrap()).open();
    let few = crate::Limits { steps: Some(1000), ..crate::Limits::default() };
    let small = crate::Limits { memory: Some(100_000), ..crate::Limits::default() };
    for (limits, cause) in [(few, StopCause::Steps), (small, StopCause::Memory)] {
        match FrontierDp.solve(&problem, &mut Run::with_options(&Options::new().limits(limits))) {
            Outcome::Unknown(stop) => assert_eq!(stop.cause, cause),
            other => panic!("{other:?}"),
        }
    }
}

/// The memory of a long board is reserved early, but not if an early layer is empty.
#[test]
fn memory_is_reserved_early() {
    // A late reservation would meet the time limit first.
    let time = Some(std::time::Duration::from_secs(10));
    let limits = crate::Limits { memory: Some(100 << 20), time, steps: None };
    let solve = |problem: &Problem| {
        FrontierDp.solve(problem, &mut Run::with_options(&Options::new().limits(limits)))
    };
    for text in ["3x1400000001", "1400000001x3", "4x1000000000"] {
        match solve(&Problem::new(text.parse().unwrap())) {
            Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Memory, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(solve(&Problem::new("2x100000000".parse().unwrap())).is_impossible());
    // Twenty bytes per square fit.
    assert!(solve(&Problem::new("3x100000".parse().unwrap()).open()).is_found());
}

#[test]
fn wide_and_wrapped_boards_are_not_supported() {
    let no = |board: &str| FrontierDp.supports(&Problem::new(board.parse().unwrap()));
    assert_eq!(no("7x7"), Support::No("the sweep needs a side of at most 6".to_owned()));
    assert_eq!(no("torus:4x4"), Support::No("the sweep needs a flat board".to_owned()));
    assert_eq!(no("4x1000-a1"), Support::Yes);
}
