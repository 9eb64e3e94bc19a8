//! Graphs in files.

use caracole_core::{Graph, MoveGraph, Moves};
use caracole_formats::{Format, json, read_graph, write_bare_graph, write_graph};

use crate::bytes::Bytes;
use crate::small;
use crate::words::one_line;

/// The largest graph that is written, in vertices.
const FEW: u32 = 1 << 10;

/// A graph in whatever format its bytes look like.
pub fn graph(data: &[u8]) {
    look_at(data, None);
}

/// A graph of TSPLIB.
pub fn graph_tsplib(data: &[u8]) {
    look_at(data, Some(Format::Tsplib));
}

/// A graph in graph6.
pub fn graph_graph6(data: &[u8]) {
    look_at(data, Some(Format::Graph6));
}

/// The moves of a small board as a graph, in every format that holds it.
pub fn graph_of_board(data: &[u8]) {
    let Some(problem) = small::bare_problem(&mut Bytes::new(data), 64) else { return };
    let (board, piece) = (problem.board(), problem.piece());
    let graph = MoveGraph::new(board, &Moves::new(piece, board)).expect("a small board");
    let facts = graph.facts();
    assert_eq!((facts.squares, facts.moves), (board.len(), graph.graph().edges()));
    assert!(json::graph_facts(&problem, &facts).is_object());
    for format in Format::ALL.into_iter().filter(|format| format.writes_graphs()) {
        let mut file = Vec::new();
        write_graph(&mut file, board, &graph, format).expect("memory does not fail");
        if format.reads_graphs() {
            assert_same(graph.graph(), &read_graph(&file, Some(format)).expect("a graph"));
        }
    }
    assert_read_again(graph.graph());
}

fn look_at(data: &[u8], format: Option<Format>) {
    match read_graph(data, format) {
        Ok(graph) if graph.vertices() <= FEW => assert_read_again(&graph),
        Ok(_) => {}
        Err(error) => one_line(&error),
    }
}

/// Writes a graph in every format; where it can be read, the same comes back.
fn assert_read_again(graph: &Graph) {
    for format in Format::ALL.into_iter().filter(|format| format.writes_graphs()) {
        let mut file = Vec::new();
        let written = write_bare_graph(&mut file, "a graph", graph, format);
        if written.is_err() || !format.reads_graphs() {
            continue;
        }
        for format in [Some(format), None] {
            let again = read_graph(&file, format).unwrap_or_else(|error| {
                panic!("{error}\n{}", String::from_utf8_lossy(&file));
            });
            assert_same(graph, &again);
        }
    }
}

fn assert_same(one: &Graph, other: &Graph) {
    assert_eq!(one.vertices(), other.vertices());
    // The neighbours of a vertex have an order, which graph6 does not keep.
    let sorted = |graph: &Graph| {
        let mut edges: Vec<_> = graph.edge_list().collect();
        edges.sort_unstable();
        edges
    };
    assert_eq!(sorted(one), sorted(other));
}
