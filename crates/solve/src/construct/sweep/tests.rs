use caracole_core::{Board, Kind, MoveGraph, Moves, Piece, Problem, Square};

use super::super::sides::{Sides, narrow};
use super::*;
use crate::Random;

/// Which pairs of squares are the ends of a tour, by plain depth-first search over all paths.
struct Truth {
    graph: MoveGraph,
    /// For each start the ends, as bits.
    ends: Vec<u32>,
}

impl Truth {
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

    /// Is there a tour of this kind, with these ends where they are given?
    fn has(&self, problem: &Problem) -> bool {
        let vertices = self.graph.graph().vertices();
        let may = |given: Option<Square>, at: u32| {
            given.is_none_or(|given| self.graph.square(at) == given)
        };
        (0..vertices).any(|start| {
            (0..vertices).any(|end| {
                let closed = vertices > 2 && self.graph.graph().has_edge(start, end);
                may(problem.start(), start)
                    && may(problem.end(), end)
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

/// Every problem of a board that fixes nothing but ends.
fn problems(board: &Board) -> Vec<Problem> {
    let given = || std::iter::once(None).chain(board.squares().map(Some));
    let mut problems = Vec::new();
    for kind in [Kind::Any, Kind::Closed, Kind::Open] {
        for start in given() {
            for end in given() {
                let problem = Problem::new(board.clone()).of_kind(kind);
                let problem = match start {
                    Some(start) => problem.from(start).unwrap(),
                    None => problem,
                };
                let problem = match end {
                    Some(end) => problem.to(end),
                    None => Ok(problem),
                };
                // One square cannot be both ends.
                problems.extend(problem);
            }
        }
    }
    problems
}

/// Checks one of `every` problems of the board, and says whether it has a tour at all.
fn agrees_with_plain_search(board: &Board, solver: &impl Solver, every: usize) -> bool {
    let truth = Truth::new(board);
    for problem in problems(board).into_iter().step_by(every) {
        let outcome = solver.solve(&problem, &mut Run::new());
        let (kind, start, end) = (problem.kind(), problem.start(), problem.end());
        let what = format!("{board} {kind:?} {start:?} {end:?}: {outcome:?}");
        assert_eq!(outcome.is_found(), truth.has(&problem), "{what}");
        assert_ne!(outcome.is_impossible(), truth.has(&problem), "{what}");
    }
    truth.ends.iter().any(|&ends| ends != 0)
}

fn small_rectangles(solver: &impl Solver) {
    for (files, ranks) in (1..=5).flat_map(|files| (1..=5).map(move |ranks| (files, ranks))) {
        let every = if files * ranks > 20 { 9 } else { 1 };
        agrees_with_plain_search(&Board::rectangle(files, ranks).unwrap(), solver, every);
    }
    for long in 6..=8 {
        agrees_with_plain_search(&Board::rectangle(long, 3).unwrap(), solver, 1);
        agrees_with_plain_search(&Board::rectangle(3, long).unwrap(), solver, 1);
    }
}

#[test]
fn plain_search_and_the_sweep_agree_on_small_rectangles() {
    small_rectangles(&Sweep);
}

#[test]
fn plain_search_and_the_construction_agree_on_small_rectangles() {
    small_rectangles(&super::super::Construct::default());
}

#[test]
fn plain_search_and_the_sweep_agree_on_boards_with_holes() {
    let mut random = Random::new(0, "boards with holes");
    let mut with_tour = 0;
    for round in 0..36 {
        let [files, ranks] = [[4, 4], [6, 3], [5, 4], [3, 7], [5, 5], [2, 6]][round % 6];
        let board = Board::rectangle(files, ranks).unwrap();
        let holes = 1 + random.below(6) as usize;
        let mut squares: Vec<Square> = board.squares().collect();
        random.shuffle(&mut squares);
        let board = board.without(squares.into_iter().take(holes)).unwrap();
        if agrees_with_plain_search(&board, &Sweep, 11) {
            with_tour += 1;
        }
    }
    assert!(with_tour > 3, "{with_tour}");
}

/// The six ranks that fill all 64 bits of a state.
#[test]
fn six_ranks_fit() {
    let six = || Problem::new("6x6".parse().unwrap());
    let blocked = Problem::new("6x6-c2".parse().unwrap()).closed();
    let ends = six().from("a1").unwrap().to("b1").unwrap();
    assert!(Sweep.solve(&ends, &mut Run::new()).is_found());
    assert!(Sweep.solve(&blocked, &mut Run::new()).is_impossible(), "a1 has one move left");
}

/// How many pairs of ends a board with sides `files` and `ranks` has a tour for.
fn pairs(files: u32, ranks: u32) -> usize {
    let board = Board::rectangle(files, ranks).unwrap();
    let pairs = board.squares().flat_map(|a| board.squares().map(move |b| (a, b)));
    pairs
        .filter(|(a, b)| a < b && Sides::of(&board).colours_allow(narrow(*a), narrow(*b)))
        .filter(|&(a, b)| {
            let problem = Problem::new(board.clone()).from(a).and_then(|p| p.to(b)).unwrap();
            Sweep.solve(&problem, &mut Run::new()).is_found()
        })
        .count()
}

#[test]
fn numbers_of_pairs_of_ends_are_those_of_the_table() {
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
fn a_sweep_can_be_stopped() {
    let problem = Problem::new("5x1000".parse().unwrap()).open();
    let few = crate::Limits { steps: Some(1000), ..crate::Limits::default() };
    let small = crate::Limits { memory: Some(100_000), ..crate::Limits::default() };
    for (limits, cause) in [(few, StopCause::Steps), (small, StopCause::Memory)] {
        match Sweep.solve(&problem, &mut Run::new().limits(limits)) {
            Outcome::Unknown(stop) => assert_eq!(stop.cause, cause),
            other => panic!("{other:?}"),
        }
    }
}

/// The memory for a long way is asked for before it is gone; where it ends soon, none is needed.
#[test]
fn memory_is_asked_for_early() {
    // Who asks only at the end of the way meets the limit of time first: it would take minutes.
    let time = Some(std::time::Duration::from_secs(10));
    let limits = crate::Limits { memory: Some(100 << 20), time, steps: None };
    let solve = |problem: &Problem| Sweep.solve(problem, &mut Run::new().limits(limits));
    for text in ["3x1400000001", "1400000001x3", "4x1000000000"] {
        match solve(&Problem::new(text.parse().unwrap())) {
            Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Memory, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(solve(&Problem::new("2x100000000".parse().unwrap())).is_impossible());
    // Twenty bytes a square fit.
    assert!(solve(&Problem::new("3x100000".parse().unwrap()).open()).is_found());
}

#[test]
fn what_is_too_wide_or_not_flat_is_refused_in_words() {
    let no = |board: &str| Sweep.supports(&Problem::new(board.parse().unwrap()));
    assert_eq!(no("7x7"), Support::No("the sweep needs a side of at most 6".to_owned()));
    assert_eq!(no("torus:4x4"), Support::No("the sweep needs a flat board".to_owned()));
    assert_eq!(no("4x1000-a1"), Support::Yes);
}
