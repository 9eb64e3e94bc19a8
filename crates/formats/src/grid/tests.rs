use caracole_core::{Board, Path, Problem, Surface};
use caracole_verify::Tour;

use super::*;
use crate::write_tour;

fn steps(text: &str) -> Vec<u32> {
    let numbering = read_numbering(text.as_bytes(), &ReadHint::default()).unwrap().0;
    numbering.board().squares().map(|square| step(&numbering, square).unwrap_or(0)).collect()
}

fn step(numbering: &Numbering, square: Square) -> Option<u32> {
    numbering.steps().find(|&(other, _)| other == square).map(|(_, step)| step)
}

fn error(text: &str) -> String {
    read_tour(text.as_bytes(), &ReadHint::default()).unwrap_err().to_string()
}

#[test]
fn zero_is_a_step_only_in_a_numbering_from_zero() {
    // Rows begin at the top, squares at the bottom.
    assert_eq!(steps("0 1\n2 3"), [3, 4, 1, 2]);
    // The last number occurs, so steps count from 1 and 0 is unknown.
    assert_eq!(steps("0 1\n2 4"), [2, 4, 0, 1]);
    // Two zeros cannot both be step 0.
    assert_eq!(steps("0 1\n2 0"), [2, 0, 0, 1]);
    // With another mark for unknown squares, a single 0 is step 0.
    assert_eq!(steps("0 1\n_ 3"), [0, 4, 1, 2]);
    assert_eq!(steps("0"), [1]);
}

#[test]
fn unknown_squares_have_many_marks() {
    assert_eq!(steps("1 _ .. ?? 5 ___"), [1, 0, 0, 0, 5, 0]);
    assert_eq!(steps("| 1 |   | 3 |"), [1, 0, 3]);
}

#[test]
fn the_printed_clue_puzzle_is_read() {
    let text = " 0  0  0  0 58 23  0 35
 0  0 25  0 15  0  0  0
54 27  4  0 24  0  0  0
 1  0  0  0  0 16 21 60
52 29  0  5  0  0  0 37
43  6  0 32  9  0 17 64
 0 51  0 41  0 19  0 11
 7 42 31 50 39  0  0 18";
    let numbering = read_numbering(text.as_bytes(), &ReadHint::default()).unwrap().0;
    assert_eq!(numbering.board(), &"8x8".parse::<Board>().unwrap());
    assert_eq!(numbering.steps().count(), 33);
    assert_eq!(numbering.unknown, 31);
    let a5 = numbering.board().parse_square("a5").unwrap();
    assert_eq!(step(&numbering, a5), Some(1));
}

#[test]
fn rank_labels_are_skipped_only_if_they_are_separated() {
    let plain = [3, 6, 9, 12, 8, 11, 2, 5, 1, 4, 7, 10];
    assert_eq!(steps("3 | 1 4 7 10\n2 | 8 11 2 5\n1 | 3 6 9 12"), plain);
    assert_eq!(steps("3 | 1 4 7 10 | 3\n2 | 8 11 2 5 | 2\n1 | 3 6 9 12 | 1"), plain);
    assert_eq!(steps("  a b c d\n3 1 4 7 10\n2 8 11 2 5\n1 3 6 9 12"), plain);
    assert_eq!(steps("3 1 4 7 10 3\n2 8 11 2 5 2\n1 3 6 9 12 1\n  a b c d"), plain);
    // Two labels need marks between them: here the second column is the board.
    assert_eq!(steps("2 | 2\n1 | 1"), [1, 2]);
    // Without a separator, or if they count up, they are steps.
    assert!(error("3 1 4 7 10\n2 8 11 2 5\n1 3 6 9 12").contains("the number"));
    assert!(error("1 | 1 4 7 10\n2 | 8 11 2 5\n3 | 3 6 9 12").contains("the number 1 stands"));
    // File letters alone remove nothing.
    assert_eq!(steps("a b c d\n1 4 7 10\n8 11 2 5\n3 6 9 12"), plain);
}

#[test]
fn levels_are_blocks_from_the_first() {
    let text = "1 2\n3 4\n\n5 6\n7 8\n";
    let numbering = read_numbering(text.as_bytes(), &ReadHint::default()).unwrap().0;
    assert_eq!(numbering.board().to_string(), "box:2x2x2");
    assert_eq!(step(&numbering, numbering.board().parse_square("a2:1").unwrap()), Some(1));
    assert_eq!(step(&numbering, numbering.board().parse_square("b1:2").unwrap()), Some(8));
    assert_eq!(steps("[[[1,2],[3,4]],[[5,6],[7,8]]]"), steps(text));
    // Blank lines between all rows do not separate levels.
    assert_eq!(steps("1 2\n\n3 4\n\n5 6\n"), [5, 6, 3, 4, 1, 2]);
}

#[test]
fn a_given_board_takes_precedence() {
    let hint = |board: &str| ReadHint { board: board.parse().ok(), ..ReadHint::default() };
    let text = b"1 2 3\n4 5 6";
    let parsed = read_tour(text, &hint("torus:3x2")).unwrap();
    assert_eq!(parsed.board.surface(), Surface::Torus);
    let error = read_tour(text, &hint("2x3")).unwrap_err().to_string();
    assert_eq!(error, "the grid is 3x2, but the board is 2x3");
    // The verifier reports a number on a hole.
    let parsed = read_tour(text, &hint("3x2-b1")).unwrap();
    assert_eq!(parsed.path.len(), 6);
}

#[test]
fn grids_are_written_right_aligned_from_the_top() {
    let names = "c1 b3 d2";
    let board: Board = "4x3-a1,a2,a3,b1,b2,c2,c3,d1,d3".parse().unwrap();
    let path: Path = names.split(' ').map(|name| board.parse_square(name).unwrap()).collect();
    let tour = Tour::verify(&Problem::new(board), path).unwrap();
    for (base, expected) in [(1, ". 2 . .\n. . . 3\n. . 1 .\n"), (0, ". 1 . .\n. . . 2\n. . 0 .\n")]
    {
        let mut text = Vec::new();
        write_tour(
            &mut text,
            &tour,
            Format::Grid,
            &WriteOptions { base, ..WriteOptions::default() },
        )
        .unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}

#[test]
fn a_column_that_counts_down_is_kept_if_the_piece_can_visit_it() {
    let text = "# leaper 0,1\n3 | 4 | 9\n2 | 5 | 8\n1 | 6 | 7\n";
    assert_eq!(steps(text), [1, 6, 7, 2, 5, 8, 3, 4, 9]);
    // Labels beside such a tour occur twice.
    let labels = "# leaper 0,1\n2 | 2 | 3\n1 | 1 | 4\n";
    assert_eq!(steps(labels), [1, 4, 2, 3]);
    // The knight cannot visit the column: these are labels.
    assert_eq!(steps("2 | _ | 4\n1 | _ | 3\n"), [0, 3, 0, 4]);
}

#[test]
fn unvisited_squares_are_not_holes() {
    for text in ["0 -1 2\n-1 1 -1", "1 0 3\n0 2 0", "1 _ 3\n? 2 x", "|1| |3|\n| |2| |"] {
        let parsed = read_tour(text.as_bytes(), &ReadHint::default()).unwrap();
        assert_eq!(parsed.board.to_string(), "3x2", "{text}");
        assert_eq!(parsed.path.names(&parsed.board), "a2 b1 c2", "{text}");
        assert!(!parsed.assumed.holes, "{text}");
    }
    let parsed = read_tour(b"1 . 3\n. 2 .", &ReadHint::default()).unwrap();
    assert_eq!(parsed.board.to_string(), "3x2-a1,c1,b2");
    assert!(parsed.assumed.holes);
    assert!(error("1 _ 3\n_ _ 4").contains("but no 2: a tour is numbered without gaps"));
    assert!(error("0 _ 2\n_ _ _").contains("but no 1: a tour"));
    assert!(error("0 1 -1\n0 2 3").starts_with("0 is on a2 and on a1, and -1 on other squares"));
}

#[test]
fn one_zero_is_the_start_if_it_is_a_move_from_1() {
    let read = |text: &str| read_tour(text.as_bytes(), &ReadHint::default()).unwrap();
    let from_zero = read("0 3\n. 2\n4 1");
    assert!(from_zero.assumed.from_zero);
    assert_eq!(from_zero.path.len(), 5);
    let from_one = read("2 3\n. 0\n4 1");
    assert!(!from_one.assumed.from_zero);
    assert_eq!(from_one.path.len(), 4);
}

#[test]
fn blocks_are_tours_or_levels() {
    let count = |text: &str| {
        read_documents(text.as_bytes(), &ReadHint::default()).map(|read| read.len()).unwrap()
    };
    assert_eq!(count("1 2\n3 4\n\n4 3\n2 1\n"), 2);
    assert_eq!(count("1 2\n3 4\n\n5 6\n7 8\n"), 1);
    assert_eq!(count("# board torus:2x2\n1 2\n3 4\n\n4 3\n2 1\n"), 2);
    assert_eq!(count("# board box:1x2x2\n1\n2\n\n3\n4\n\n4\n3\n\n2\n1\n"), 2);
}
