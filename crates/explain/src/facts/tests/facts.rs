//! What is seen in tours.

use std::collections::BTreeMap;

use super::brute;
use super::{BEVERLEY, SIX, board, numbered, path};
use crate::{Facts, MagicSums, SymmetryClass, describe, describe_within};
use caracole_core::{Board, Leaper, Offset, Path, Piece, Problem, Square, Symmetry};
use caracole_verify::Tour;

fn facts_of(board: &Board, path: &Path) -> Facts {
    let tour = Tour::verify(&Problem::new(board.clone()), path.clone()).unwrap();
    Facts::of(&tour)
}

/// Compares with the slow ways. Turns are compared by squares, not by directions.
fn assert_facts_are_right(board: &Board, piece: &Piece, path: &Path) -> Facts {
    let problem = Problem::with_piece(board.clone(), piece.clone());
    let facts = Facts::of(&Tour::verify(&problem, path.clone()).unwrap());
    let closed = facts.closed;
    assert_eq!(facts.crossings, Some(brute::crossings(board, path, closed)), "{board} {piece}");
    assert_eq!(facts.symmetries, Some(brute::symmetries(board, path, closed)), "{board} {piece}");
    let moves: u64 = facts.moves.iter().map(|&(_, count)| count).sum();
    assert_eq!(moves, path.len() - 1 + u64::from(closed));
    facts
}

#[test]
fn a_closed_tour_of_6x6() {
    let (board, six) = numbered(SIX);
    let facts = assert_facts_are_right(&board, &Piece::KNIGHT, &six);
    assert!(facts.closed);
    // Counted apart from this program.
    assert_eq!((facts.turns, facts.crossings), (34, Some(59)));
    let counts: Vec<u64> = facts.moves.iter().map(|&(_, count)| count).collect();
    assert_eq!(counts, [4, 5, 3, 6, 5, 3, 5, 5]);
    assert_eq!(facts.moves[0].0, Offset::flat(1, 2));
    assert_eq!(facts.moves[7].0, Offset::flat(-1, 2));
    assert_eq!(facts.symmetry_class(), Some(SymmetryClass::Asymmetric));
    assert!(facts.sums.is_some_and(|sums| !sums.is_magic() && !sums.is_semi_magic()));
}

#[test]
fn beverleys_tour_is_magic_but_for_its_diagonals() {
    let (board, beverley) = numbered(BEVERLEY);
    let facts = assert_facts_are_right(&board, &Piece::KNIGHT, &beverley);
    let sums = facts.sums.unwrap();
    assert!(!facts.closed);
    assert_eq!((sums.rank, sums.file, sums.diagonals), (Some(260), Some(260), Some([210, 282])));
    assert!(sums.is_magic() && !sums.is_semi_magic() && !sums.is_diagonally_magic());
}

#[test]
fn magic_needs_all_that_its_name_says() {
    let sums = |rank, file, diagonals| MagicSums { rank, file, diagonals };
    assert!(sums(Some(15), Some(15), Some([15, 15])).is_diagonally_magic());
    assert!(!sums(Some(15), Some(15), Some([15, 14])).is_diagonally_magic());
    assert!(!sums(Some(15), None, Some([15, 15])).is_diagonally_magic());
    assert!(sums(Some(15), None, None).is_semi_magic());
    assert!(sums(None, Some(15), None).is_semi_magic());
    assert!(!sums(None, None, None).is_semi_magic());
}

/// The 9,862 closed tours of 6x6 fall into 1,223 asymmetric classes of eight, 17 rotary ones of
/// four and 5 birotary ones of two.
#[test]
fn all_closed_tours_of_6x6_have_the_known_symmetries() {
    let six = board("6x6");
    let [a1, b3, c2] = ["a1", "b3", "c2"].map(|name| six.parse_square(name).unwrap());
    let mut classes: BTreeMap<&str, u64> = BTreeMap::new();
    // Every closed tour passes the corner by both its moves; walk them all the same way round.
    brute::each_tour(&six, &Piece::KNIGHT, &[a1, b3], Some(c2), |squares| {
        let facts = describe(&six, &Piece::KNIGHT, || squares.iter().copied());
        assert!(facts.closed);
        *classes.entry(facts.symmetry_class().unwrap().name()).or_default() += 1;
        true
    });
    let known = [("asymmetric", 1223 * 8), ("birotary", 5 * 2), ("rotary", 17 * 4)];
    assert_eq!(classes.into_iter().collect::<Vec<_>>(), known);
}

#[test]
fn facts_of_small_boards_are_those_of_the_slow_way() {
    let piece = |leapers: &[(u32, u32)]| {
        Piece::new(leapers.iter().map(|&(a, b)| Leaper::new(a, b).unwrap())).unwrap()
    };
    for (text, piece, tours) in [
        ("3x4", Piece::KNIGHT, 16),
        ("5x5", Piece::KNIGHT, 300),
        ("7x4", Piece::KNIGHT, 200),
        ("4x4-a1,a4,d1,d4", Piece::KNIGHT, 8),
        ("3x3-b2", Piece::KNIGHT, 2),
        ("4x3", piece(&[(0, 1), (1, 1)]), 300),
        ("3x3", piece(&[(0, 1), (1, 1)]), 300),
        ("4x4", piece(&[(0, 1)]), 60),
        ("6x3", piece(&[(0, 1), (0, 2)]), 300),
        ("6x6", piece(&[(1, 2), (2, 4), (1, 1)]), 100),
        ("5x6", piece(&[(1, 1), (2, 3)]), 100),
    ] {
        let board = board(text);
        let start = board.squares().next().unwrap();
        let mut left = tours;
        brute::each_tour(&board, &piece, &[start], None, |squares| {
            assert_facts_are_right(&board, &piece, &squares.iter().copied().collect());
            left -= 1;
            left > 0
        });
        assert!(left < tours, "{board} {piece} has a tour");
    }
}

#[test]
fn mirrors_are_seen_where_holes_allow_them() {
    let class = |text: &str, names: &str| {
        let board = board(text);
        let facts = facts_of(&board, &path(&board, names));
        facts.symmetry_class().unwrap()
    };
    assert_eq!(class("3x3-b2", "a1 b3 c1 a2 c3 b1 a3 c2"), SymmetryClass::Full);
    assert_eq!(class("5x3-b1,c1,d1,a2,b2,d2,e2,b3,c3,d3,a3,e3", "a1 c2 e1"), SymmetryClass::Axial);
    let king = Piece::new([(0, 1), (1, 1)].map(|(a, b)| Leaper::new(a, b).unwrap())).unwrap();
    for (text, names, expected) in [
        ("2x2", "a1 a2 b2 b1", SymmetryClass::Full),
        ("3x2", "a1 a2 b2 c2 c1 b1", SymmetryClass::Biaxial),
        ("3x2", "a1 a2 b2 b1 c1 c2", SymmetryClass::Rotary),
        ("3x2", "b1 a1 a2 b2 c2 c1", SymmetryClass::Biaxial),
        ("2x2-b2", "b1 a1 a2", SymmetryClass::Diagonal),
        ("2x2-a2,b1", "a1 b2", SymmetryClass::Bidiagonal),
        ("3x1", "a1 b1 c1", SymmetryClass::Biaxial),
    ] {
        let board = board(text);
        let squares = path(&board, names);
        let facts = describe(&board, &king, || squares.iter());
        assert_eq!(facts.symmetry_class(), Some(expected), "{text} {names}");
    }
}

#[test]
fn joined_edges_and_boxes_have_the_facts_that_make_sense() {
    // Round and round a torus in one direction: no turns at all.
    let torus = board("torus:5x5");
    let squares = |square: u64| Square::from_index((square % 5 + square * 2 % 5 * 5) % 25);
    let line: Path = (0..5).map(squares).collect();
    let facts = describe(&torus, &Piece::KNIGHT, || line.iter());
    assert!(facts.closed);
    assert_eq!((facts.turns, facts.crossings, facts.sums), (0, None, None));
    assert_eq!(facts.moves[0], (Offset::flat(1, 2), 5));
    assert!(facts.moves[1..].iter().all(|&(_, count)| count == 0));

    for text in ["torus:5x5", "cylinder:5x4", "torus:3x4", "torus:6x2", "box:2x3x4"] {
        let board = board(text);
        let start = board.squares().next().unwrap();
        let mut left = 40;
        brute::each_tour(&board, &Piece::KNIGHT, &[start], None, |squares| {
            let path: Path = squares.iter().copied().collect();
            let facts = facts_of(&board, &path);
            assert_eq!((facts.crossings, facts.sums), (None, None));
            assert_eq!(facts.symmetries, Some(brute::symmetries(&board, &path, facts.closed)));
            left -= 1;
            left > 0
        });
        assert!(left < 40, "{board} has a tour");
    }
}

#[test]
fn what_is_no_tour_is_described_without_harm() {
    let board = board("4x4");
    for numbers in [vec![], vec![3], vec![3, 3, 3, 3], vec![0, 6, 0, 6, 99, 15, 6], vec![77; 100]] {
        let path: Path = numbers.into_iter().map(Square::from_index).collect();
        let facts = describe(&board, &Piece::KNIGHT, || path.iter());
        assert!(facts.turns <= path.len());
    }
    let far = Piece::from(Leaper::new(3, 9).unwrap());
    assert_eq!(describe(&board, &far, std::iter::empty).crossings, None);
    let many = Piece::new((1..60).map(|jump| Leaper::new(jump, jump + 1).unwrap())).unwrap();
    assert_eq!(describe(&board, &many, std::iter::empty).symmetries, None);
}

#[test]
fn tours_of_two_squares_are_open_and_tours_of_three_may_be_closed() {
    let king = Piece::new([(0, 1), (1, 1)].map(|(a, b)| Leaper::new(a, b).unwrap())).unwrap();
    for (text, names, closed) in
        [("2x1", "a1 b1", false), ("3x1", "a1 b1 c1", false), ("2x2-b2", "a1 b1 a2", true)]
    {
        let board = board(text);
        let squares = path(&board, names);
        assert_eq!(describe(&board, &king, || squares.iter()).closed, closed, "{text}");
    }
}

#[test]
fn facts_of_a_byte_for_each_square_are_left_out_beyond_the_limit() {
    let (board, six) = numbered(SIX);
    let left_out = |limit| describe_within(limit, &board, &Piece::KNIGHT, || six.iter()).left_out;
    assert_eq!([0, 35, 36, 37].map(left_out), [Some(36), Some(36), None, None]);
}

/// Crossings are counted for moves of up to eight squares in up to 64 directions.
#[test]
fn crossings_are_counted_for_pieces_of_bounded_reach() {
    let crossings = |leapers: &[(u32, u32)], text: &str, names: &str| {
        let leapers = leapers.iter().map(|&(a, b)| Leaper::new(a, b).unwrap());
        let (board, piece) = (board(text), Piece::new(leapers).unwrap());
        let squares = path(&board, names);
        describe(&board, &piece, || squares.iter()).crossings
    };
    assert_eq!(crossings(&[(1, 8)], "9x9", "a1 b9"), Some(0));
    assert_eq!(crossings(&[(1, 9)], "9x9", "a1 b9"), None);
    // Two moves that begin nine files apart and cross between them.
    assert_eq!(crossings(&[(1, 5)], "10x2", "a1 f2 j1 e2"), Some(1));
    assert_eq!(crossings(&[(2, 3)], "6x6", "a1 d3 a3 d1"), Some(1));
    let all = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (1, 5), (2, 5), (3, 5)];
    assert_eq!(crossings(&all[..8], "6x6", "a1 b3"), Some(0), "64 directions");
    assert_eq!(crossings(&all, "6x6", "a1 b3"), None, "72 directions");
}

#[test]
fn symmetries_of_boxes_are_a_class_of_their_own() {
    let class = SymmetryClass::of(&Symmetry::of(&board("box:2x3x4")));
    assert_eq!(class, SymmetryClass::Spatial);
    assert_eq!(SymmetryClass::Rotary.to_string(), "rotary");
}
