//! One walk, told in several ways.

use caracole_core::{Graph, MoveGraph};

use super::super::fast::RectangleWalker;
use super::super::walk::{GraphWalker, Halt, Walker};
use super::*;
use crate::classic::task::Task;

#[test]
fn a_board_is_walked_as_its_graph() {
    let board = board("7x7");
    let moves = Moves::new(&Piece::KNIGHT, &board);
    let graph = MoveGraph::new(&board, &moves).unwrap();
    for tie in Tie::ALL.into_iter().filter(|tie| !tie.needs_board()) {
        for start in 0..49 {
            let problem = Problem::new(board.clone()).from(graph.square(start)).unwrap();
            let tour = solve(tie, &problem, 9).tour();
            match on_graph(graph.graph(), start, tie, 9).unwrap() {
                GraphWalk::Path(path) => {
                    assert_eq!(tour.unwrap().into_path(), Path::from_indices(path));
                }
                GraphWalk::DeadEnd(path) => assert!(tour.is_none() && path.len() < 49),
            }
        }
    }
}

#[test]
fn graphs_refuse_what_they_do_not_have() {
    let graph = Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap();
    assert_eq!(
        on_graph(&graph, 3, Tie::First, 0).unwrap_err().to_string(),
        "no vertex 3: the graph has 3, numbered from 0"
    );
    assert_eq!(
        on_graph(&graph, 0, Tie::Roth, 0).unwrap_err().to_string(),
        "ties roth needs a board: on a graph use one of first, random, pohl, pohl-least"
    );
    assert_eq!(on_graph(&graph, 1, Tie::First, 0), Ok(GraphWalk::DeadEnd(vec![1, 0])));
    assert_eq!(on_graph(&graph, 2, Tie::First, 0).unwrap().vertices(), [2, 1, 0]);
}

/// What a run tells of its walks.
#[derive(Default, PartialEq, Eq, Debug)]
struct Log(Vec<(char, u64, Square)>);

impl crate::Observer for Log {
    fn attempt(&mut self, start: Square) -> std::ops::ControlFlow<()> {
        self.0.push(('a', 1, start));
        std::ops::ControlFlow::Continue(())
    }

    fn visit(&mut self, step: u64, square: Square) -> std::ops::ControlFlow<()> {
        self.0.push(('v', step, square));
        std::ops::ControlFlow::Continue(())
    }
}

/// Both walkers from every square: the fast one takes the steps of the slow one.
#[test]
fn the_fast_walk_takes_the_steps_of_the_slow_one() {
    let ties = [Tie::First, Tie::Random, Tie::Roth, Tie::Pohl, Tie::PohlLeast];
    for text in ["1x1", "1x3", "2x5", "3x4", "3x7", "5x5", "6x7", "8x8", "13x9"] {
        let board = board(text);
        let last = Square::from_index(board.area() - 1);
        let ends = [Problem::new(board.clone()), Problem::new(board.clone()).to(last).unwrap()];
        for (problem, tie, order) in ends.iter().flat_map(|problem| {
            ties.into_iter().flat_map(move |tie| {
                [None, "83514267".parse().ok()].map(|order| (problem, tie, order))
            })
        }) {
            let moves = task::moves(problem, order.as_ref()).unwrap();
            let Some(mut fast) = RectangleWalker::new(problem, &moves, tie, 7) else {
                assert!(tie.looks_further() && problem.end().is_some(), "{text} {tie}");
                continue;
            };
            let slow = Task::new("slow", problem, moves.clone(), 0, &mut Run::new()).unwrap();
            let mut slow = GraphWalker::new(slow, tie, 7);
            for start in board.squares().filter(|&start| problem.end() != Some(start)) {
                let told = |walker: &mut dyn Walker| {
                    let mut log = Log::default();
                    let mut run = Run::new().observed_by(&mut log);
                    let walk = match walker.walk(start, &mut run) {
                        Ok(path) => (true, path),
                        Err(Halt::DeadEnd(path)) => (false, path),
                        Err(Halt::Stop(cause)) => panic!("{cause}"),
                    };
                    let stats = run.stats();
                    (walk, stats, log)
                };
                assert_eq!(told(&mut fast), told(&mut slow), "{text} {tie} {start:?} {order:?}");
            }
        }
    }
}
