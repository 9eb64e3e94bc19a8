//! Descriptions of reasons, on huge boards and on boards with holes.

use caracole_core::{Board, Kind, Leaper, Piece, Problem};
use caracole_explain::Explain;

use super::super::*;

fn on(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn why(problem: &Problem) -> String {
    match decide(problem) {
        Decision::Impossible(proof) => proof.text(),
        other => panic!("{other:?}"),
    }
}

fn between(board: &str, start: &str, end: &str) -> Problem {
    on(board).start(start).unwrap().end(end).unwrap()
}

#[test]
fn ends_are_refused_in_words() {
    for (problem, text) in [
        (
            on("7x7").closed(),
            "7x7: the board has 25 squares of a1's colour and 24 of the other; \
             a tour changes colour with every move, so a closed tour needs equal numbers",
        ),
        (
            on("7x7").start("b1").unwrap(),
            "7x7: the board has 25 squares of a1's colour and 24 of the other, \
             so a tour must start and end on a1's colour; b1 has the other",
        ),
        (
            between("8x8", "a1", "c1"),
            "8x8: a tour changes colour with every move; from start to end it makes 63 moves, \
             so a1 and c1 would need different colours, and they have the same",
        ),
        (
            between("6x5", "c3", "b3"),
            "6x5: a tour with one end on b3 must have the other on a1 or a5, \
             because both of those corners need b3",
        ),
        (
            on("8x5").open().start("g3").unwrap(),
            "8x5: a tour with one end on g3 must have the other on h1 or h5, because both of \
             those corners need g3; both are a move away from g3, so such a tour is closed",
        ),
        (
            on("4x10").closed(),
            "4x10: from files a and d, half of all squares, a knight goes to files b and c only; \
             a closed tour would have to change between the halves with every move, \
             and each half would have one colour, but it has squares of both",
        ),
        (
            on("10x4").end("e2").unwrap(),
            "10x4: from ranks 1 and 4, half of all squares, a knight goes to ranks 2 and 3 only; \
             a tour with an end on e2 would have to change between the halves with every move, \
             and each half would have one colour, but it has squares of both",
        ),
        (
            between("11x3", "d2", "c1"),
            "11x3: with these ends the path d2 b3 a1 c2 a3 b1 c3 a2 c1 is forced, \
             and it leaves out the rest of the board",
        ),
        (
            between("5x5", "c1", "c3"),
            "5x5: with ends on c1 and c3 every corner must use both its moves, and these close \
             the cycle a1 b3 a5 c4 e5 d3 e1 c2, which leaves out the rest of the board",
        ),
        (between("3x9", "a1", "c7"), "3x9: an exhaustive search finds no tour between a1 and c7"),
        (
            on("3x7").start("b4").unwrap(),
            "3x7: an exhaustive search finds no tour with an end on b4",
        ),
        (
            between("8x8", "a1", "b1").closed(),
            "8x8: a closed tour ends a move away from its start, and b1 is not a move away from a1",
        ),
        (
            between("8x8", "a1", "b3").open(),
            "8x8: b3 is a move away from a1, so every tour between them is closed",
        ),
        (
            on("8x8").clue("a1", 3).unwrap().clue("c1", 8).unwrap(),
            "8x8: a tour changes colour with every move; from step 3 to step 8 it makes 5 moves, \
             so a1 and c1 would need different colours, and they have the same",
        ),
        (
            on("5x5").clue("a1", 4).unwrap(),
            "5x5: the board has 13 squares of a1's colour and 12 of the other, \
             so even steps are on the other; step 4 on a1 is on a1's colour",
        ),
    ] {
        assert_eq!(why(&problem), text);
    }
}

#[test]
fn boards_are_refused_in_words() {
    for (problem, text) in [
        (on("3x8").closed(), "3x8: the boards 3x4, 3x6 and 3x8 have no closed tour (Schwenk 1991)"),
        (
            on("4x4"),
            "4x4: the boards 3x3, 3x5, 3x6 and 4x4 have no tour, open or closed \
             (Chia and Ong 2005)",
        ),
        (on("3x3"), "3x3: b2 has no move"),
        (on("5x1"), "5x1: a1 has no move"),
        (on("2x7"), "2x7: every move goes two ranks up or down, so no moves lead from a1 to a2"),
        (on("7x2"), "7x2: every move goes two files left or right, so no moves lead from a1 to b1"),
        (
            on("1x1").closed(),
            "1x1: a closed tour needs at least three squares, and the board has one square",
        ),
        (
            on("8x8-a1,h8"),
            "8x8-a1,h8: the board has 30 squares of a1's colour and 32 of the other; \
             a tour changes colour with every move, so the numbers can differ by one at most",
        ),
        (
            on("8x8-b3,g3").closed(),
            "8x8-b3,g3: a1 has only one move, and a closed tour enters and leaves every square",
        ),
        (
            on("8x8-b3,g3").start("d4").unwrap(),
            "8x8-b3,g3: a1 and h1 have only one move, so the tour would have to start or end \
             there, and it has only two ends, here d4 and one more",
        ),
        (
            on("8x8").forbid("a1", "b3").unwrap().forbid("a1", "c2").unwrap(),
            "8x8: a1 has no move left",
        ),
    ] {
        assert_eq!(why(&problem), text);
    }
}

#[test]
fn the_numbers_of_starts_that_a_course_has_wrong() {
    for (board, count, rule) in [
        ("6x6", 36, "every square"),
        ("5x6", 30, "every square"),
        ("4x6", 12, "the squares of the outer files a and d"),
        ("7x3", 10, "every square of the colour of a1, except d2"),
        ("8x6", 48, "every square"),
        ("7x7", 25, "every square of the colour of a1"),
        ("3x4", 6, "the squares of the outer ranks 1 and 4"),
        ("4x4", 0, "no square"),
        ("1x1", 1, "every square"),
    ] {
        let starts = starts(&on(board)).unwrap();
        assert_eq!(starts.count(), count, "{board}");
        assert_eq!(starts.iter().count() as u64, count, "{board}");
        assert_eq!(starts.rule(), rule, "{board}");
    }
}

#[test]
fn starts_of_long_boards_hold_square_by_square() {
    let boards = ["3x23", "24x3", "4x17", "18x4", "5x14", "5x13", "9x8", "9x9", "26x3"];
    for text in boards {
        let board: Board = text.parse().unwrap();
        for kind in [Kind::Any, Kind::Closed, Kind::Open] {
            let plain = Problem::new(board.clone()).of_kind(kind);
            let ends = board.squares().map(|end| plain.clone().end(end).unwrap());
            for problem in ends.chain([plain.clone()]) {
                let starts = starts(&problem).unwrap();
                let mut count = 0;
                for square in board.squares().filter(|&square| Some(square) != problem.end_square())
                {
                    let truth = decide(&problem.clone().start(square).unwrap()) == Decision::Exists;
                    assert_eq!(starts.contains(square), truth, "{text} {}", starts.rule());
                    if truth {
                        count += 1;
                    }
                }
                assert_eq!(starts.count(), count, "{text} {}", starts.rule());
            }
        }
    }
}

#[test]
fn huge_boards_are_answered_at_once() {
    let huge = u32::MAX;
    for (files, ranks, start, end, exists) in [
        (huge, huge, "0,0", "4294967294,4294967294", true),
        (huge, huge, "0,0", "1,0", false),
        (huge, huge - 1, "0,0", "1,0", true),
        (huge, 3, "a1", "c3", true),
        (3, huge, "a3", "c3", false),
        (huge - 1, 3, "4294967291,1", "4294967293,2", true),
        (huge - 1, 3, "4294967291,1", "a1", false),
        (4, huge, "a1", "d1", true),
        (4, huge, "a1", "b1", false),
        (huge - 1, 5, "b3", "a1", true),
        (huge - 1, 5, "b3", "c3", false),
        (1, huge, "a1", "a2", false),
        (2, huge, "a1", "a2", false),
    ] {
        let board = Board::rectangle(files, ranks).unwrap();
        let problem = Problem::new(board).start(start).unwrap().end(end).unwrap();
        assert_eq!(decide(&problem) == Decision::Exists, exists, "{problem:?}");
        for kind in [Kind::Any, Kind::Closed, Kind::Open] {
            let problem = problem.clone().of_kind(kind);
            assert_ne!(decide(&problem), Decision::Undecided);
            starts(&problem).unwrap().rule();
        }
    }
    let board = Board::rectangle(huge, huge).unwrap();
    let whole = starts(&Problem::new(board)).unwrap();
    assert_eq!(whole.count(), 9_223_372_032_559_808_513);
}

#[test]
fn other_boards_get_the_simple_tests() {
    let camel = Piece::from(Leaper::new(1, 3).unwrap());
    for (problem, kind) in [
        (on("box:3x3x3").closed(), "colours"),
        (on("torus:4x4").start("a1").unwrap().end("c1").unwrap(), "step-colours"),
        (on("cylinder:6x7").start("a1").unwrap().end("c1").unwrap(), "step-colours"),
        (on("cylinder:1x1").closed(), "too-few-squares"),
        (Problem::with_piece("8x8".parse().unwrap(), camel.clone()), "no-way"),
        (Problem::with_piece("3x3".parse().unwrap(), camel), "no-move"),
        (on("4x4-b3,c2,b4,a3"), "no-move"),
        (on("8x8-b3,g3").closed(), "dead-ends"),
        (on("8x8-b3,g3,b6,g6"), "dead-ends"),
        (on("8x8-b3,g3").start("c2").unwrap().end("d5").unwrap(), "step-colours"),
        (on("8x8-b3,g3").start("d4").unwrap().end("d5").unwrap(), "dead-ends"),
        (on("5x6-c3,c4").start("c2").unwrap().end("b2").unwrap(), "shared-neighbour"),
        (
            on("5x6").clue("d4", 4).unwrap().start("c2").unwrap().end("b2").unwrap(),
            "shared-neighbour",
        ),
    ] {
        match decide(&problem) {
            Decision::Impossible(proof) => {
                assert_eq!(proof.reason().name(), kind, "{}", proof.text());
            }
            other => panic!("{problem:?}: {other:?}"),
        }
        assert!(starts(&problem).is_none(), "{problem:?}");
    }
    for problem in [
        on("8x8-a1,b1"),
        on("torus:3x3").closed(),
        on("2x3-b1,a2,b2,a3").open().start("a1").unwrap().end("b3").unwrap(),
        on("torus:3x4").start("a1").unwrap().end("c1").unwrap(),
        on("box:4x4x4").closed(),
        on("8x8").clue("c2", 2).unwrap().start("a1").unwrap(),
        on("1000000x1000000-a1,b1"),
    ] {
        assert_eq!(decide(&problem), Decision::Undecided, "{problem:?}");
    }
}
