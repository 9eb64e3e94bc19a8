//! Properties that hold whatever the numbers are.

use proptest::prelude::*;

use super::{SIX, numbered};
use crate::adjacency::Adjacency;
use crate::{Defect, check};
use caracole_core::{Board, Leaper, Moves, Path, Piece, Problem, Square, Surface};

fn boards() -> impl Strategy<Value = Board> {
    let sides = (1_u32..10, 1_u32..10, 1_u32..5);
    let surface = prop_oneof![
        Just(None),
        Just(Some(Surface::Flat)),
        Just(Some(Surface::Cylinder)),
        Just(Some(Surface::Torus)),
    ];
    (sides, surface, any::<u64>()).prop_map(|((files, ranks, levels), surface, holes)| {
        let board = match surface {
            None => Board::cuboid(files, ranks, levels),
            Some(surface) => Board::wrapped(files, ranks, surface),
        };
        let board = board.unwrap();
        let holes = board.squares().filter(|square| holes >> (square.index() % 64) & 3 == 3);
        let holes: Vec<Square> = holes.collect();
        board.clone().without(holes).unwrap_or(board)
    })
}

fn pieces() -> impl Strategy<Value = Piece> {
    proptest::collection::vec((0_u32..5, 1_u32..7), 1..4).prop_map(|jumps| {
        Piece::new(jumps.into_iter().map(|(a, b)| Leaper::new(a, b).unwrap())).unwrap()
    })
}

proptest! {
    /// The two ways to know a move have nothing in common but what they say.
    #[test]
    fn moves_are_those_of_the_solvers(board in boards(), piece in pieces()) {
        let adjacency = Adjacency::new(&board, &piece);
        let moves = Moves::new(&piece, &board);
        for a in board.squares() {
            let reached: Vec<Square> = moves.from(&board, a).collect();
            let from = adjacency.place(a).unwrap();
            for b in board.squares() {
                let direction = adjacency.direction(from, adjacency.place(b).unwrap());
                prop_assert_eq!(direction.is_some(), reached.contains(&b), "{:?} {:?}", a, b);
                if let Some(direction) = direction {
                    prop_assert_eq!(adjacency.follow(a, direction), b);
                }
            }
        }
        for direction in 0..adjacency.offsets().len() {
            let back = adjacency.opposite(direction).and_then(|back| adjacency.opposite(back));
            prop_assert_eq!(back, Some(direction));
        }
    }

    #[test]
    fn tours_with_a_fault_are_rejected(at in 0_usize..36, other in 0_u64..40, how in 0_u8..5) {
        let (board, six) = numbered(SIX);
        let mut squares: Vec<Square> = six.iter().collect();
        let with = other as usize % 36;
        match how {
            0 => squares[at] = Square::from_index(other),
            1 => squares.swap(at, with),
            2 => { squares.remove(at); }
            3 => squares.insert(at, Square::from_index(other)),
            _ => squares.truncate(at),
        }
        let problem = Problem::new(board).closed();
        let verdict = check(&problem, || squares.iter().copied());
        prop_assert_eq!(verdict.is_valid(), squares == six.iter().collect::<Vec<_>>());
        prop_assert_eq!(verdict.is_valid(), verdict.defects().is_empty());
    }

    /// Every defect is true, none comes twice, and none is forgotten.
    #[test]
    fn defects_of_any_path_are_all_of_them(
        board in boards(),
        piece in pieces(),
        numbers in proptest::collection::vec(0_u64..60, 0..60),
    ) {
        let path: Path = numbers.iter().copied().map(Square::from_index).collect();
        let problem = Problem::with_piece(board.clone(), piece.clone());
        let verdict = check(&problem, || path.iter());
        let moves = Moves::new(&piece, &board);
        let squares: Vec<Square> = path.iter().collect();
        let mut expected = Vec::new();
        for (at, &square) in squares.iter().enumerate() {
            let step = at as u64 + 1;
            let first = squares.iter().position(|&other| other == square).unwrap();
            if !board.contains(square) {
                expected.push(Defect::OffBoard { step, square });
            } else if first < at {
                expected.push(Defect::Repeat { square, steps: [first as u64 + 1, step] });
            }
            let Some(&before) = at.checked_sub(1).and_then(|before| squares.get(before)) else {
                continue;
            };
            if board.contains(before) && board.contains(square)
                && !moves.from(&board, before).any(|to| to == square)
            {
                expected.push(Defect::NotAMove { step, squares: [before, square] });
            }
        }
        let missing = board.squares().filter(|square| !squares.contains(square));
        expected.extend(missing.map(|square| Defect::Missing { square }));
        prop_assert_eq!(verdict.defects(), expected);
    }
}
