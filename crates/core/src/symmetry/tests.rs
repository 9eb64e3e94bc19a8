use std::collections::BTreeSet;

use super::*;

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

const BOARDS: [(&str, usize); 14] = [
    ("8x8", 8),
    ("8x5", 4),
    ("5x5-c3", 8),
    ("5x5-a1", 2),
    ("5x5-a1,e5", 4),
    ("5x5-a1,e1", 2),
    ("5x5-b1,a4,d5,e2", 4),
    ("5x5-a1,b1", 1),
    ("cylinder:6x6", 4),
    ("cylinder:6x8", 4),
    ("torus:6x6", 8),
    ("box:4x4x4", 48),
    ("box:4x4x3", 16),
    ("box:2x3x4", 8),
];

#[test]
fn boards_have_the_known_numbers_of_symmetries() {
    for (text, count) in BOARDS {
        let all = Symmetry::of(&board(text));
        assert_eq!(all.len(), count, "{text}");
        assert_eq!(all[0], Symmetry::IDENTITY);
    }
}

#[test]
fn symmetries_of_a_board_are_a_group_of_its_squares() {
    for (text, count) in BOARDS {
        let board = board(text);
        let squares: Vec<Square> = board.squares().collect();
        let images: BTreeSet<Vec<Square>> = Symmetry::of(&board)
            .iter()
            .map(|symmetry| squares.iter().map(|&s| symmetry.apply(&board, s)).collect())
            .collect();
        assert_eq!(images.len(), count, "{text}: all different");
        for first in &images {
            assert_eq!(first.iter().collect::<BTreeSet<_>>(), squares.iter().collect(), "{text}");
            for second in &images {
                let at = |square: &Square| squares.binary_search(square).unwrap();
                let both: Vec<Square> = first.iter().map(|square| second[at(square)]).collect();
                assert!(images.contains(&both), "{text}");
            }
        }
    }
}

/// A symmetry is kept if and only if the image of every move is a move.
#[test]
fn symmetries_of_a_piece_map_moves_to_moves() {
    let quarter = Piece::parse_moves("1,2;-2,1").unwrap();
    for (piece, count) in [
        (Piece::KNIGHT, 8),
        ("king".parse().unwrap(), 8),
        (Piece::parse_moves("1,2").unwrap(), 2),
        (Piece::parse_moves("1,2;-1,2").unwrap(), 4),
        (Piece::parse_moves("1,2;2,1").unwrap(), 4),
        (quarter, 4),
        (Piece::parse_moves("1,1").unwrap(), 4),
    ] {
        let board = board("5x5");
        let kept = Symmetry::of_piece(&board, &piece);
        assert_eq!(kept.len(), count, "{piece}");
        let moves = crate::Moves::new(&piece, &board);
        for symmetry in Symmetry::of(&board) {
            let image = |square| symmetry.apply(&board, square);
            let keeps_moves = board.squares().all(|from| {
                moves
                    .from(&board, from)
                    .all(|to| moves.from(&board, image(from)).any(|at| at == image(to)))
            });
            assert_eq!(kept.contains(&symmetry), keeps_moves, "{piece} {}", symmetry.name());
        }
    }
}

#[test]
fn offsets_turn_with_their_squares() {
    for text in ["8x8", "box:4x4x4", "8x5"] {
        let board = board(text);
        let (from, to) = (Square::from_index(0), Square::from_index(board.area() / 2 + 2));
        let offset = |from: Square, to: Square| {
            let [from, to] = [from, to].map(|square| board.coord(square));
            Offset {
                files: i64::from(to.file.index()) - i64::from(from.file.index()),
                ranks: i64::from(to.rank.index()) - i64::from(from.rank.index()),
                levels: i64::from(to.level.index()) - i64::from(from.level.index()),
            }
        };
        for symmetry in Symmetry::of(&board) {
            let [image_from, image_to] = [from, to].map(|square| symmetry.apply(&board, square));
            let turned = symmetry.apply_offset(offset(from, to));
            assert_eq!(turned, offset(image_from, image_to), "{text} {symmetry:?}");
        }
    }
}

#[test]
fn turns_and_mirrors_do_what_they_are_called() {
    let board = board("5x5");
    let image = |name: &str, of: &str| {
        let symmetry = Symmetry::of(&board).into_iter().find(|s| s.name() == name).unwrap();
        board.name(symmetry.apply(&board, board.parse_square(of).unwrap()))
    };
    assert_eq!(image("half turn", "a2"), "e4");
    assert_eq!(image("quarter turn clockwise", "a2"), "b5");
    assert_eq!(image("quarter turn anticlockwise", "a2"), "d1");
    assert_eq!(image("mirror left to right", "a2"), "e2");
    assert_eq!(image("mirror top to bottom", "a2"), "a4");
    assert_eq!(image("mirror in the rising diagonal", "a2"), "b1");
    assert_eq!(image("mirror in the falling diagonal", "a2"), "d5");
}
