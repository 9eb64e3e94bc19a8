//! Squares with no move or one, and boards in several parts.

use std::convert::Infallible;

use caracole_core::{Graph, Kind, MoveGraph, Moves, Problem, Reason, Square};

/// Larger boards are not scanned: the answer is to come at once.
const MAX_AREA: u64 = 1 << 18;

/// Looks at every square once. `known` says that the board is a rectangle whose moves are known.
pub(super) fn reason(problem: &Problem, known: bool) -> Option<Reason> {
    let board = problem.board();
    // A knight of several need not move, and need not get everywhere.
    if problem.knights() > 1 {
        return None;
    }
    if (known && problem.avoided().is_empty()) || board.area() > MAX_AREA || board.len() == 1 {
        return None;
    }
    let moves = Moves::new(problem.piece(), board);
    let Ok(graph) =
        MoveGraph::build(board, &moves, problem.avoided(), |_| Ok::<(), Infallible>(()));
    let graph = graph?;
    no_move(&graph).or_else(|| dead_ends(problem, &graph)).or_else(|| parts(&graph))
}

fn with_degree(graph: &Graph, degree: u32) -> impl Iterator<Item = u32> + '_ {
    (0..graph.vertices()).filter(move |&vertex| graph.degree(vertex) == degree)
}

fn no_move(graph: &MoveGraph) -> Option<Reason> {
    let vertex = with_degree(graph.graph(), 0).next()?;
    Some(Reason::NoMove { square: graph.square(vertex) })
}

/// Squares with one move must be ends, and there are two ends, or none in a closed tour.
fn dead_ends(problem: &Problem, graph: &MoveGraph) -> Option<Reason> {
    let dead = with_degree(graph.graph(), 1).map(|vertex| graph.square(vertex));
    if problem.kind() == Kind::Closed {
        let squares: Vec<Square> = dead.take(1).collect();
        return (!squares.is_empty()).then_some(Reason::DeadEnds { squares });
    }
    let ends: Vec<Square> = problem.start().into_iter().chain(problem.end()).collect();
    let most = 2 - ends.len();
    let squares: Vec<Square> =
        dead.filter(|square| !ends.contains(square)).take(most + 1).collect();
    (squares.len() > most).then_some(Reason::DeadEnds { squares })
}

fn parts(graph: &MoveGraph) -> Option<Reason> {
    match graph.graph().parts()[..] {
        [(a, _), (b, _), ..] => Some(Reason::NoWay { squares: [graph.square(a), graph.square(b)] }),
        _ => None,
    }
}
