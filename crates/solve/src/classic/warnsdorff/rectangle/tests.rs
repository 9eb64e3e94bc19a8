mod oracle;
mod run;

use std::collections::HashSet;

use caracole_core::{Piece, Problem, Tour};

use super::*;
use oracle::Oracle;
use run::Diary;

fn ties(seed: u64) -> [RectangleTie; 5] {
    let random = Random::new(seed, "test");
    [
        RectangleTie::First,
        RectangleTie::Roth,
        RectangleTie::Random(random.clone()),
        RectangleTie::Pohl(random.clone()),
        RectangleTie::PohlLeast(random),
    ]
}

/// A board with its moves in an order that depends on `seed`.
fn shuffled(files: u32, ranks: u32, seed: u64) -> (Board, Moves) {
    let board = Board::rectangle(files, ranks).unwrap();
    let mut numbers: Vec<u32> = (1..=8).collect();
    Random::new(seed, "order").shuffle(&mut numbers);
    let order: String = numbers.iter().map(u32::to_string).collect();
    let moves = Moves::ordered(&Piece::KNIGHT, &board, &order.parse().unwrap()).unwrap();
    (board, moves)
}

fn told(walk: Result<Path, Stuck>) -> (Vec<Square>, bool) {
    match walk {
        Ok(path) => (path.iter().collect(), true),
        Err(Stuck::DeadEnd(path)) => (path.iter().collect(), false),
        Err(Stuck::Stopped(cause)) => panic!("stopped: {cause}"),
    }
}

/// Walks all ways and compares with the oracle; says how many walks were tours.
fn compare(board: &Board, moves: &Moves, start: Square, end: Option<Square>, seed: u64) -> u32 {
    let rectangle = Rectangle::new(board, moves).unwrap();
    let mut tours = 0;
    for tie in ties(seed) {
        let mut oracle = Oracle { board, moves, end, visited: HashSet::new() };
        let expected = oracle.walk(start, &tie);
        let mut run = Run::new();
        let walk = told(rectangle.walk(start, end, tie.clone(), &mut run));
        assert_eq!(walk, expected, "{board} from {start:?} to {end:?}, {tie:?}, {moves:?}");
        let stats = run.stats();
        let squares = walk.0.len() as u64;
        assert_eq!((stats.steps, stats.farthest, stats.attempts), (squares - 1, squares, 1));
        if walk.1 {
            tours += 1;
        }
    }
    tours
}

#[test]
fn walks_are_those_of_the_plain_rule() {
    let mut tours = 0;
    for files in 1..=9 {
        for ranks in 1..=9 {
            let seed = u64::from(10 * files + ranks);
            let (board, moves) = shuffled(files, ranks, seed);
            for start in board.squares() {
                tours += compare(&board, &moves, start, None, seed);
            }
        }
    }
    assert!(tours > 4000, "{tours}");
}

#[test]
fn long_boards_are_walked_like_others() {
    let mut tours = 0;
    for (files, ranks) in [(1, 40), (40, 1), (2, 33), (33, 2), (3, 40), (40, 3), (4, 31), (30, 41)]
    {
        let (board, moves) = shuffled(files, ranks, 3);
        for start in board.squares().step_by(37) {
            tours += compare(&board, &moves, start, None, 5);
        }
    }
    assert!(tours > 40, "{tours}");
}

/// Ranks of nearly a page of memory get a wider margin.
#[test]
fn wide_margins_change_no_walk() {
    let (board, moves) = shuffled(4093, 5, 0);
    assert_eq!(Field::bytes(4093, 5), 4160 * 9 + 2);
    for start in [0, 8000, 20464].map(Square::from_index) {
        compare(&board, &moves, start, None, 1);
    }
    // The widths around it stay what they are.
    for files in [4030, 4158] {
        assert_eq!(Field::bytes(files, 5), u64::from(files + 2) * 9 + 2);
    }
    assert_eq!(Field::bytes(4031, 5), 4160 * 9 + 2);
}

#[test]
fn the_end_is_kept_for_the_last_step() {
    let mut tours = 0;
    for (files, ranks) in [(1, 1), (1, 2), (2, 3), (3, 3), (3, 4), (5, 5), (6, 5), (6, 6), (8, 8)] {
        let (board, moves) = shuffled(files, ranks, 1);
        let starts = board.squares().step_by(3);
        for (start, end) in starts.flat_map(|start| board.squares().map(move |end| (start, end))) {
            if start != end || board.len() == 1 {
                tours += compare(&board, &moves, start, Some(end), 2);
            }
        }
    }
    assert!(tours > 40, "{tours}");
}

/// Both ways to choose are the same where both can be taken.
#[test]
fn the_careful_knight_goes_like_the_packed_one() {
    for (files, ranks, seed) in [(50, 50, 0), (61, 34, 1), (20, 90, 2)] {
        let (board, moves) = shuffled(files, ranks, seed);
        let rectangle = Rectangle::new(&board, &moves).unwrap();
        for (tie, start) in [RectangleTie::First, RectangleTie::Roth]
            .into_iter()
            .flat_map(|tie| board.squares().step_by(211).map(move |start| (tie.clone(), start)))
        {
            let packed = rectangle.walk(start, None, tie.clone(), &mut Run::new());
            let mut field = Field::new(files, ranks).unwrap();
            let mut pace = Careful::new(&rectangle, &field, tie, start);
            let careful = rectangle.walk_at(&mut pace, &mut field, start, None, &mut Run::new());
            assert_eq!(packed, careful);
        }
    }
}

/// Distances on sides of millions of squares hardly fit into the packed number, or not at all.
#[test]
fn sides_of_millions_are_walked() {
    for (files, is_packed) in [(4_194_300, true), (4_194_301, false)] {
        let (board, moves) = shuffled(files, 3, 0);
        let rectangle = Rectangle::new(&board, &moves).unwrap();
        for start in [0, files - 1, files / 2].map(|file| Square::from_index(file.into())) {
            let mut field = Field::new(files, 3).unwrap();
            let packed = Packed::new(&rectangle, &field, &RectangleTie::Roth, start);
            assert_eq!(packed.is_some(), is_packed);
            assert!(Packed::new(&rectangle, &field, &RectangleTie::First, start).is_some());
            let (mut seen, mut careful) = (Diary::upto(2000), Diary::upto(2000));
            let mut run = Run::new().observed_by(&mut seen);
            let walk = rectangle.walk(start, None, RectangleTie::Roth, &mut run);
            let mut pace = Careful::new(&rectangle, &field, RectangleTie::Roth, start);
            let mut run = Run::new().observed_by(&mut careful);
            assert_eq!(rectangle.walk_at(&mut pace, &mut field, start, None, &mut run), walk);
            assert_eq!(seen.visits, careful.visits);
        }
    }
}

#[test]
fn other_boards_and_pieces_are_refused() {
    let knight = |board: &str| {
        let board: Board = board.parse().unwrap();
        Rectangle::new(&board, &Moves::new(&Piece::KNIGHT, &board)).is_some()
    };
    assert!(knight("8x8") && knight("65535x65537") && knight("1x1"));
    assert!(!knight("65536x65536") && !knight("8x8-a1") && !knight("torus:8x8"));
    assert!(!knight("box:4x4x4"));
    let board: Board = "8x8".parse().unwrap();
    let zebra = Moves::new(&Piece::from("2,3".parse::<caracole_core::Leaper>().unwrap()), &board);
    assert!(Rectangle::new(&board, &zebra).is_none());
    let rectangle = Rectangle::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
    let (on, off) = (Square::from_index(0), Square::from_index(64));
    for (start, end) in [(off, None), (on, Some(off))] {
        let walk = rectangle.walk(start, end, RectangleTie::First, &mut Run::new());
        assert_eq!(walk, Err(Stuck::DeadEnd(Path::new())));
    }
}

#[test]
fn the_verifier_accepts_large_tours() {
    let board = Board::rectangle(300, 300).unwrap();
    let moves = Moves::new(&Piece::KNIGHT, &board);
    let rectangle = Rectangle::new(&board, &moves).unwrap();
    let start = Square::from_index(0);
    let path = rectangle.walk(start, None, RectangleTie::Roth, &mut Run::new()).unwrap();
    assert!(Tour::verify(&Problem::new(board), path).is_ok());
}

/// The square boards on which Roth's rule fails from the top left corner, as measured by another
/// program: which they are depends on the order of the moves.
#[test]
fn roth_fails_where_it_is_known_to() {
    for (order, known) in [("12345678", &[248, 318][..]), ("87654321", &[7, 37, 180, 285])] {
        let order = order.parse().unwrap();
        let fails = (5..=320).filter(|&side| {
            let board = Board::rectangle(side, side).unwrap();
            let moves = Moves::ordered(&Piece::KNIGHT, &board, &order).unwrap();
            let rectangle = Rectangle::new(&board, &moves).unwrap();
            let start = Square::from_index(board.area() - u64::from(side));
            rectangle.walk(start, None, RectangleTie::Roth, &mut Run::new()).is_err()
        });
        assert_eq!(fails.collect::<Vec<u32>>(), known);
    }
}
