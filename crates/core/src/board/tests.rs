use super::*;
use crate::{SquareError, SquareSet};

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn boards_read_back_what_they_print() {
    for text in [
        "1x1",
        "8x8",
        "3x10",
        "8x8-a1,h8",
        "cylinder:6x8",
        "torus:6x6-c3",
        "box:4x4x4",
        "box:2x3x4-a1:1,b3:4",
        "1000000x1000000-a1,475254,3",
        "4294967295x4294967295",
    ] {
        assert_eq!(board(text).to_string(), text);
        assert_eq!(board(&board(text).to_string()), board(text));
    }
}

#[test]
fn boards_are_read_as_people_write_them() {
    for text in ["8X6", "8×6", "8*6", "8 x 6", " 8x6 "] {
        assert_eq!(board(text), board("8x6"), "{text}");
    }
    assert_eq!(board("8 × 6 -a1, h6"), board("8x6-a1,h6"));
    assert_eq!(board("Torus: 6x6"), board("torus:6x6"));
    assert_eq!(board("8"), board("8x8"));
    assert_eq!(board("8-a1,h8"), board("8x8-a1,h8"));
}

#[test]
fn bad_boards_say_why() {
    for (text, why) in [
        ("0x5", "a side of 0 leaves no squares: sides start at 1"),
        ("8x", "'8x' is not a board"),
        ("8xx8", "'8xx8' is not a board"),
        ("", "'' is not a board"),
        ("8x8x8", "'8x8x8' is not a board: did you mean box:8x8x8?"),
        ("box:4x4", "'box:4x4' is not a board: did you mean box:4x4x4?"),
        ("box:3x4", "'box:3x4' is not a board: did you mean box:3x4x3?"),
        ("8 8", "'8 8' is not a board: did you mean 8x8?"),
        ("8,8", "'8,8' is not a board: did you mean 8x8?"),
        ("8-8", "hole '8' is not a square"),
        // What is not seen is not suggested either.
        ("%8x4-a1,\u{b}h1", "'%8x4-a1,?h1' is not a board: did you mean 8x4-a1,h1?"),
        ("8 by 7 -a1, h7", "'8 by 7 -a1, h7' is not a board: did you mean 8x7-a1,h7?"),
        ("torus 6x6", "'torus 6x6' is not a board: did you mean torus:6x6?"),
        ("Tours 6*6", "'Tours 6*6' is not a board: did you mean torus:6x6?"),
        ("8x8.5", "'8x8.5' is not a board: write FILESxRANKS"),
        ("0,0", "'0,0' is not a board: write FILESxRANKS"),
        ("4x4x4x4", "'4x4x4x4' is not a board: write FILESxRANKS"),
        ("heart 8", "'heart 8' is not a board: write FILESxRANKS"),
        (
            "tours:4x4",
            "there is no kind of board 'tours': did you mean torus? there are cylinder, torus, box",
        ),
        ("sphere:4x4", "there is no kind of board 'sphere': there are cylinder, torus, box"),
        ("99999999999x3", "a side of 99999999999 is too long"),
        ("box:4294967295x4294967295x2", "2^64-1 squares or more"),
        ("8x8-z9", "hole 'z9' is not on the board: files a to h, ranks 1 to 8"),
        ("8x8-", "hole '' is not a square"),
        ("8x8-a1,A1", "hole 'a1' is given twice"),
        ("1x1-a1", "the board has no squares"),
        ("8x8-3", "hole '3' is not a square"),
    ] {
        let error = text.parse::<Board>().expect_err(text).to_string();
        assert!(error.starts_with(why) || error.contains(why), "{text}: {error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn holes_are_the_same_however_they_are_stored() {
    let names: Vec<String> =
        board("10x10").squares().step_by(3).map(|s| board("10x10").name(s)).collect();
    let many = board(&format!("10x10-{}", names.join(",")));
    assert!(matches!(many.holes, Holes::Many(..)));
    assert_eq!(many.len(), 66);
    assert_eq!(many.holes().count(), 34);
    assert_eq!(many.squares().count(), 66);
    let mut set = SquareSet::with_area(100);
    many.squares().for_each(|square| assert!(set.insert(square)));
    assert_eq!(Board::from_squares(10, 10, &set), Ok(many.clone()));
    let counts = many.colour_counts();
    assert_eq!(counts[0] + counts[1], 66);
    assert_eq!(counts[0], many.squares().filter(|&square| many.colour(square) == 0).count() as u64);
}

#[test]
fn names_and_places_are_inverse() {
    for text in ["7x3", "box:3x4x5", "30x2"] {
        let board = board(text);
        for square in board.squares() {
            assert_eq!(board.parse_square(&board.name(square)), Ok(square));
            assert_eq!(board.square(board.coord(square)), Some(square));
        }
    }
}

#[test]
fn levels_belong_to_boxes() {
    assert!(matches!(board("8x8").parse_square("a1:2"), Err(SquareError::Level { .. })));
    assert_eq!(board("8x8").parse_square("a1:1"), board("8x8").parse_square("a1"));
    assert!(matches!(board("box:3x3x3").parse_square("a1"), Err(SquareError::Level { .. })));
    assert_eq!(board("8x8").parse_square(" 4,3 "), board("8x8").parse_square("E4"));
}

#[test]
fn joined_edges_are_walked_around() {
    let offset = |files, ranks| Offset { files, ranks, levels: 0 };
    let cylinder = board("cylinder:6x8");
    let f1 = cylinder.parse_square("f1").unwrap();
    assert_eq!(cylinder.step(f1, offset(1, 2)).map(|to| cylinder.name(to)).as_deref(), Some("a3"));
    assert_eq!(cylinder.step(f1, offset(1, -2)), None);
    let torus = board("torus:6x8");
    assert_eq!(torus.step(f1, offset(1, -2)).map(|to| torus.name(to)).as_deref(), Some("a7"));
    let tiny = board("torus:1x2");
    let a1 = tiny.parse_square("a1").unwrap();
    assert_eq!(tiny.step(a1, offset(1, 2)), None, "round the board and home again is no move");
}

#[test]
fn a_hole_beyond_the_board_is_not_one_given_twice() {
    let board = || Board::rectangle(3, 3).unwrap();
    let error = board().without([Square::from_index(9)]).unwrap_err();
    assert_eq!(error, BoardError::HoleBeyond { number: 9, area: 9 });
    assert_eq!(error.to_string(), "hole 9 is not on the board: squares are numbered from 0 to 8");
    let twice = board().without([4, 4].map(Square::from_index)).unwrap_err();
    assert_eq!(twice, BoardError::HoleTwice { text: "b2".to_owned() });
}
