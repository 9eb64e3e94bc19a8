//! The lists against the moves, square by square.

use super::*;
use crate::{Leaper, Piece};

fn graph(text: &str) -> (Board, MoveGraph) {
    let board: Board = text.parse().unwrap();
    let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
    (board, graph)
}

#[test]
fn a_rectangle_has_the_moves_of_the_formula() {
    for files in 2..9_u64 {
        for ranks in 2..9_u64 {
            let (_, graph) = graph(&format!("{files}x{ranks}"));
            let expected = 2 * ((files - 1) * (ranks - 2) + (files - 2) * (ranks - 1));
            assert_eq!(graph.facts().moves, expected, "{files}x{ranks}");
        }
    }
}

#[test]
fn holes_are_no_vertices() {
    let (board, graph) = graph("8x8-a1,d4,h8");
    assert_eq!(graph.graph().vertices(), 61);
    for vertex in 0..61 {
        assert!(board.contains(graph.square(vertex)));
        assert_eq!(graph.vertex(graph.square(vertex)), Some(vertex));
    }
    assert_eq!(graph.vertex(Square::from_index(0)), None);
    assert_eq!(graph.facts().colours, Some([32, 29]));
}

/// Against the moves of each square, looked up one by one.
#[test]
fn the_lists_are_the_moves_from_each_square_in_order() {
    let wide = Piece::new([Leaper::new(0, 3).unwrap(), Leaper::new(2, 5).unwrap()]).unwrap();
    for text in [
        "1x1",
        "1x9",
        "9x1",
        "7x6",
        "8x9-a1,c3,c4,h9",
        "70x3-b2,bl1,bm3",
        "torus:1x5",
        "torus:2x2",
        "torus:4x4",
        "torus:5x9-a1,e9",
        "torus:4x9",
        "torus:9x4",
        "cylinder:1x5",
        "cylinder:2x5",
        "cylinder:4x3",
        "cylinder:5x4-c2",
        "box:3x4x5-a1:1,c4:5",
    ] {
        let board: Board = text.parse().unwrap();
        for piece in [&Piece::KNIGHT, &wide] {
            let moves = Moves::new(piece, &board);
            let graph = MoveGraph::new(&board, &moves).unwrap();
            for square in board.squares() {
                let vertex = graph.vertex(square).unwrap();
                let near = graph.graph().neighbours(vertex).iter().map(|&to| graph.square(to));
                assert!(near.eq(moves.from(&board, square)), "{text} {piece} {square:?}");
            }
        }
    }
}

#[test]
fn avoided_moves_are_no_edges() {
    for text in ["5x6", "5x6-c3", "torus:4x5"] {
        let board: Board = text.parse().unwrap();
        let moves = Moves::new(&Piece::KNIGHT, &board);
        let whole = MoveGraph::new(&board, &moves).unwrap();
        let avoided: Vec<(Square, Square)> = whole
            .graph()
            .edge_list()
            .step_by(3)
            .map(|(a, b)| (whole.square(a), whole.square(b)))
            .collect();
        let fewer =
            MoveGraph::build(&board, &moves, &avoided, |_| Ok::<(), ()>(())).unwrap().unwrap();
        let is_avoided = |a, b| avoided.contains(&(whole.square(a), whole.square(b)));
        assert_eq!(fewer.graph(), &whole.graph().without(is_avoided), "{text}");
        assert_eq!(fewer.graph().edges() + avoided.len() as u64, whole.graph().edges());
    }
}

/// Wherever it is stopped, it has looked up again after a few thousand squares.
#[test]
fn building_looks_up_every_few_thousand_squares() {
    for text in ["100000x1", "1x100000", "400x300-a1", "cylinder:400x300"] {
        let board: Board = text.parse().unwrap();
        let moves = Moves::new(&Piece::KNIGHT, &board);
        let (mut looks, mut last) = (0, 0);
        MoveGraph::build(&board, &moves, &[], |done| {
            assert!(done <= last + 5000, "{text}: {last} to {done}");
            (looks, last) = (looks + 1, done);
            Ok::<(), ()>(())
        })
        .unwrap();
        assert!(looks >= board.area() / 5000 && last + 5000 > board.area(), "{text}");
        let stop =
            MoveGraph::build(
                &board,
                &moves,
                &[],
                |done| {
                    if done > 10_000 { Err(done) } else { Ok(()) }
                },
            );
        assert!(stop.is_err_and(|done| done < 15_000), "{text}");
    }
}

#[test]
fn every_edge_goes_both_ways() {
    for text in ["5x4", "torus:3x4", "torus:1x5", "cylinder:2x3", "box:3x3x3", "torus:2x2"] {
        let (_, graph) = graph(text);
        let graph = graph.graph();
        for a in 0..graph.vertices() {
            for &b in graph.neighbours(a) {
                assert!(graph.has_edge(b, a), "{text}: {a} {b}");
            }
        }
    }
}
