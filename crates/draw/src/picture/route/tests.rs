use caracole_core::{Moves, Piece};

use crate::picture::{Look, Picture};
use crate::scene::Point;

#[test]
fn moves_around_a_joined_edge_end_there() {
    for board in ["torus:6x6", "cylinder:6x8", "torus:3x5", "cylinder:1x9", "torus:2x2"] {
        let board = board.parse().expect("a board");
        let picture = Picture::new(&board, Vec::new(), Look::default());
        let (corner, side) = (picture.layout.panel(0), picture.layout.side);
        let (width, height) = (picture.layout.board_width, picture.layout.board_height);
        let moves = Moves::new(&Piece::KNIGHT, &board);
        for from in board.squares() {
            for &offset in moves.offsets() {
                let Some(to) = board.step(from, offset) else { continue };
                let by = picture.displacement(from, to).expect("one level");
                assert_eq!(by.0.abs() + by.1.abs(), 3, "a knight's move");
                let pieces = picture.pieces(from, by);
                let near =
                    |a: Point, b: Point| (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9;
                assert!(near(pieces[0].from, picture.centre(from)));
                assert!(near(pieces[pieces.len() - 1].to, picture.centre(to)));
                let length = |x: f64, y: f64| (x * x + y * y).sqrt();
                let lengths = pieces.iter().map(|p| length(p.to.x - p.from.x, p.to.y - p.from.y));
                assert!((lengths.sum::<f64>() - side * 5_f64.sqrt()).abs() < 1e-9);
                for pair in pieces.windows(2) {
                    let (out, back) = (pair[0].to, pair[1].from);
                    let (x, y) = ((out.x - back.x).abs(), (out.y - back.y).abs());
                    let jumps = [
                        near(Point::new(x, y), Point::new(width, 0.0)),
                        near(Point::new(x, y), Point::new(0.0, height)),
                        near(Point::new(x, y), Point::new(width, height)),
                    ];
                    assert!(jumps.contains(&true), "from an edge to the one across");
                    let on = |at: f64, from: f64, size: f64| {
                        (at - from).abs() < 1e-9 || (at - from - size).abs() < 1e-9
                    };
                    assert!(on(out.x, corner.x, width) || on(out.y, corner.y, height));
                }
            }
        }
    }
}
