//! Each reason, where it holds and where it is tampered with.

use crate::no_progress;
use crate::{Checked, ProofError, UncheckedCause, check_proof};
use caracole_core::{Case, Cases, Leaper, Problem, Reason, Square, Theorem};

fn on(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn squares<const N: usize>(problem: &Problem, names: [&str; N]) -> [Square; N] {
    names.map(|name| problem.board().parse_square(name).unwrap())
}

fn list(problem: &Problem, names: &str) -> Vec<Square> {
    names.split(' ').map(|name| problem.board().parse_square(name).unwrap()).collect()
}

fn holds(problem: &Problem, reason: &Reason) {
    let checked = check_proof(problem, reason, &no_progress);
    assert_eq!(checked, Ok(Checked::Proved { cases: 1 }), "{problem:?} {reason:?}");
}

fn refused(problem: &Problem, reason: &Reason, why: &str) {
    let error: ProofError = check_proof(problem, reason, &no_progress).expect_err(why);
    assert_eq!(error.text(problem.board()), why, "{problem:?} {reason:?}");
    assert!(!error.name().is_empty());
}

#[test]
fn colours_are_counted() {
    let closed = on("7x7").closed();
    let colours = |same, other| Reason::Colours { counts: [same, other] };
    holds(&closed, &colours(25, 24));
    holds(&on("8x8-a1,h8"), &colours(30, 32));
    holds(&on("4294967295x4294967295").closed(), &{
        let half = 4_294_967_295_u64 * 4_294_967_295 / 2;
        colours(half + 1, half)
    });
    refused(
        &closed,
        &colours(24, 25),
        "the board has 25 squares of a1's colour and 24 of the other",
    );
    refused(&on("7x7"), &colours(25, 24), "a tour fits these colours");
    let round = "not every move changes the colour on this board";
    refused(&on("torus:7x7").closed(), &colours(25, 24), round);
    let camel = Leaper::new(1, 3).unwrap().into();
    refused(&Problem::with_piece("7x7".parse().unwrap(), camel).closed(), &colours(25, 24), round);
    let several = on("8x8-a1,h8").with_knights(2, ["c3"]).unwrap();
    refused(&several, &colours(30, 32), "a tour fits these colours");
    holds(&on("8x8-a1,h8,c3").with_knights(2, ["d4"]).unwrap(), &colours(29, 32));
}

#[test]
fn colours_of_steps() {
    let odd = on("5x5").start("a2").unwrap();
    let [a2] = squares(&odd, ["a2"]);
    let reason = |step| Reason::StepColour { square: a2, step, counts: [13, 12] };
    holds(&odd, &reason(1));
    refused(&odd, &reason(3), "the problem does not fix a2 at step 3");
    refused(&on("5x5").start("a1").unwrap(), &reason(1), "the problem does not fix a2 at step 1");
    refused(&on("5x5").clue("a2", 4).unwrap(), &reason(4), "a tour fits these colours");
    let both = on("6x6").start("a1").unwrap().clue("c3", 4).unwrap();
    let pair = squares(&both, ["a1", "c3"]);
    holds(&both, &Reason::StepColours { squares: pair, steps: [1, 4] });
    let other = on("6x6").start("a1").unwrap().clue("c3", 5).unwrap();
    let reason = Reason::StepColours { squares: pair, steps: [1, 5] };
    refused(&other, &reason, "a tour fits these colours");
}

#[test]
fn ends_and_moves() {
    let far = on("6x6").closed().start("a1").unwrap().end("d1").unwrap();
    let [start, end, near] = squares(&far, ["a1", "d1", "b3"]);
    holds(&far, &Reason::EndsNotAMoveApart { start, end });
    let why = "the argument is about open tours, and any other would do";
    refused(&far, &Reason::EndsAMoveApart { start, end }, why);
    let open = on("6x6").open().start("a1").unwrap().end("b3").unwrap();
    holds(&open, &Reason::EndsAMoveApart { start, end: near });
    refused(
        &on("6x6").closed().start("a1").unwrap().end("b3").unwrap(),
        &Reason::EndsNotAMoveApart { start, end: near },
        "a1 and b3 are a move apart",
    );
    let three = on("3x3");
    let [middle, corner] = squares(&three, ["b2", "a1"]);
    holds(&three, &Reason::NoMove { square: middle });
    refused(&three, &Reason::NoMove { square: corner }, "a1 has 2 moves, not 0");
    let two = on("3x3").with_knights(2, ["a1"]).unwrap();
    let why = "the argument is about one knight, and there are several";
    refused(&two, &Reason::NoMove { square: middle }, why);
    let hole = on("3x3-b2");
    refused(&hole, &Reason::NoMove { square: middle }, "square number 4 is not on the board");
    let single = on("1x1");
    let [only] = squares(&single, ["a1"]);
    refused(&single, &Reason::NoMove { square: only }, "one square alone is a tour");
    holds(&on("2x1").closed(), &Reason::TooFewSquares);
    refused(
        &on("3x1").closed(),
        &Reason::TooFewSquares,
        "the board has 3 squares, which are enough",
    );
}

#[test]
fn dead_ends_and_ways() {
    let board = on("4x4-b3,c4,d1,a2");
    let closed = board.clone().closed();
    let dead = |names: &str| Reason::DeadEnds { squares: list(&board, names) };
    holds(&closed, &dead("a1"));
    refused(&board, &dead("a1"), "a tour has ends enough for these squares");
    refused(&closed, &dead("a1 a1"), "a1 is named twice");
    refused(&closed, &dead("b1"), "b1 has 3 moves, not 1");
    // Four dead ends are too many for one knight, and ends of two.
    let wazir = Leaper::new(0, 1).unwrap().into();
    let plus = Problem::with_piece("3x3-a1,c1,a3,c3".parse().unwrap(), wazir);
    let four = Reason::DeadEnds { squares: list(&plus, "a2 b1 b3 c2") };
    holds(&plus, &four);
    let two = plus.with_knights(2, ["a2"; 0]).unwrap();
    refused(&two, &four, "a tour has ends enough for these squares");
    let way = |problem: &Problem, names| Reason::Disconnected { squares: squares(problem, names) };
    let long = on("2x4294967295");
    holds(&long, &way(&long, ["a1", "a2"]));
    let three = on("3x3");
    holds(&three, &way(&three, ["a1", "b2"]));
    refused(&three, &way(&three, ["a1", "a2"]), "there is a way from a1 to a2");
    let parted = three.clone().forbid("a1", "b3").unwrap().forbid("a1", "c2").unwrap();
    holds(&parted, &way(&three, ["a1", "a2"]));
}

#[test]
fn forced_by_the_ends() {
    let shared = on("6x5").start("b3").unwrap().end("c3").unwrap();
    let needs = |problem: &Problem, end, by: &str| {
        let [end] = squares(problem, [end]);
        Reason::SharedNeighbour { end, needed_by: list(problem, by) }
    };
    holds(&shared, &needs(&shared, "b3", "a1 a5"));
    refused(&shared, &needs(&shared, "b3", "a1"), "a tour has ends enough for these squares");
    refused(&shared, &needs(&shared, "b3", "a1 f1"), "f1 and b3 are not a move apart");
    refused(&shared, &needs(&shared, "c4", "a1 a5"), "the problem does not fix an end on c4");
    let fine = on("6x5").start("b3").unwrap().end("a5").unwrap();
    refused(&fine, &needs(&fine, "b3", "a1 a5"), "a tour has ends enough for these squares");

    let any = on("6x5").start("b3").unwrap();
    holds(&any.clone().open(), &needs(&any, "b3", "a1 a5"));
    // A closed tour goes from one corner to b3, and on to the other.
    refused(&any, &needs(&any, "b3", "a1 a5"), "a tour has ends enough for these squares");

    let thin = on("3x4294967295").start("b4").unwrap().end("a3").unwrap();
    let path = list(&thin, "b4 c2 a1 b3 c1 a2 c3 b1 a3");
    holds(&thin, &Reason::ForcedPath { path: path.clone() });
    let other = on("3x9").start("b4").unwrap().end("a5").unwrap();
    let why = "the problem does not fix an end on a3";
    let back: Vec<Square> = path.iter().rev().copied().collect();
    refused(&other, &Reason::ForcedPath { path: back }, why);
    let eight = on("8x8").start("a1").unwrap().end("d4").unwrap();
    let path = list(&eight, "a1 b3 d4");
    refused(&eight, &Reason::ForcedPath { path }, "nothing forces the move a1-b3");

    let corners = on("5x5").start("a3").unwrap().end("c3").unwrap();
    let ring = list(&corners, "a1 b3 a5 c4 e5 d3 e1 c2");
    holds(&corners, &Reason::ForcedCycle { cycle: ring.clone() });
    let corner = on("5x5").start("a1").unwrap().end("c3").unwrap();
    refused(&corner, &Reason::ForcedCycle { cycle: ring }, "nothing forces the move a1-b3");
}

/// A forced path through all squares is a tour, and no argument against one.
#[test]
fn a_forced_tour_is_no_reason() {
    let ring = on("3x3-b2").start("a1").unwrap().end("c2").unwrap();
    let path = list(&ring, "a1 b3 c1 a2 c3 b1 a3 c2");
    let why = "what is forced takes in the whole board";
    refused(&ring, &Reason::ForcedPath { path: path.clone() }, why);
    refused(&ring, &Reason::ForcedCycle { cycle: path }, why);
}

#[test]
fn outer_lines_are_looked_at() {
    let lines = |end| Reason::OuterLines { end };
    let closed = on("4x4294967295").closed();
    holds(&closed, &lines(None));
    holds(&on("10x4").closed(), &lines(None));
    let from = on("10x4").start("c2").unwrap();
    let [c2, c1] = squares(&from, ["c2", "c1"]);
    holds(&from, &lines(Some(c2)));
    let why = "the argument is about closed tours, and any other would do";
    refused(&from, &lines(None), why);
    refused(&on("10x4").start("c1").unwrap(), &lines(Some(c1)), "c1 is on an outer line");
    refused(&from, &lines(Some(c1)), "the problem does not fix an end on c1");
    let none = "the board has no outer lines that hold half of its squares, in both colours, \
                and that a move always departures";
    refused(&on("10x6").closed(), &lines(None), none);
    refused(&on("torus:10x4").closed(), &lines(None), none);
    let wazir = Leaper::new(0, 1).unwrap().into();
    refused(&Problem::with_piece("10x4".parse().unwrap(), wazir).closed(), &lines(None), none);
}

#[test]
fn theorems_and_searches_are_told_apart() {
    let schwenk = Reason::Theorem { theorem: Theorem::Schwenk };
    let checked = check_proof(&on("8x3").closed(), &schwenk, &no_progress);
    assert_eq!(checked, Ok(Checked::ByTheorem(Theorem::Schwenk)));
    let why = "the theorem of Schwenk 1991 is not about this problem";
    for problem in [on("8x3"), on("10x3").closed(), on("torus:8x3").closed()] {
        refused(&problem, &schwenk, why);
    }
    let chia = Reason::Theorem { theorem: Theorem::ChiaOng };
    assert_eq!(
        check_proof(&on("4x4"), &chia, &no_progress),
        Ok(Checked::ByTheorem(Theorem::ChiaOng))
    );
    let two = on("4x4").with_knights(2, ["a1"]).unwrap();
    refused(&two, &chia, "the theorem of Chia and Ong 2005 is not about this problem");
    for reason in [
        Reason::Searched { ends: Vec::new() },
        Reason::Exhausted { method: "backtracking", steps: 7 },
    ] {
        let checked = check_proof(&on("8x8"), &reason, &no_progress);
        assert_eq!(checked, Ok(Checked::NotChecked(UncheckedCause::Search)));
    }
    let vast = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
    let checked = check_proof(&on("9999999x9999999"), &vast, &no_progress);
    assert_eq!(checked, Ok(Checked::NotChecked(UncheckedCause::TooLarge)));
}

#[test]
fn sets_and_cuts_on_the_bare_board() {
    let four = on("4x4").closed();
    let starved = |names: &str| Reason::DeficientSet { squares: list(&four, names) };
    // Without a1 and d4 the rest is a whole, but the two share both their neighbours.
    holds(&four, &starved("a1"));
    let six = on("6x6").closed();
    let [a1, b3] = squares(&six, ["a1", "b3"]);
    refused(
        &six,
        &Reason::DeficientSet { squares: vec![a1, b3] },
        "the squares need 4 and there are 8, which is enough",
    );
    refused(&six, &Reason::DeficientSet { squares: vec![a1, a1] }, "a1 is named twice");
    refused(
        &six,
        &Reason::DeficientSet { squares: vec![a1] },
        "the squares need 2 and there are 2, which is enough",
    );
    // Four inner squares join the twelve others of 4x4 in too many parts.
    let open = on("4x4");
    holds(&open, &Reason::VertexCut { squares: list(&open, "b2 c2 b3 c3") });
    refused(
        &six,
        &Reason::VertexCut { squares: list(&six, "c3 d4") },
        "the parts need 4 moves to these squares, and there may be 4",
    );
    holds(&on("8x8-a1,h8"), &Reason::VertexCut { squares: Vec::new() });
    let parted = on("3x3").closed();
    holds(&parted, &Reason::VertexCut { squares: Vec::new() });
}

#[test]
fn colours_go_round_joined_sides_of_even_length_only() {
    let colours = |same, other| Reason::Colours { counts: [same, other] };
    holds(&on("cylinder:6x5-a1").closed(), &colours(14, 15));
    let why = "not every move changes the colour on this board";
    refused(&on("cylinder:5x6-a1").closed(), &colours(14, 15), why);
    holds(&on("torus:6x6-a1").closed(), &colours(17, 18));
    refused(&on("torus:6x5-a1").closed(), &colours(14, 15), why);
    // A hole on an odd file is of the other colour.
    holds(&on("8x8-b1,b3"), &colours(32, 30));
}

#[test]
fn two_squares_are_an_open_tour() {
    let wazir = Leaper::new(0, 1).unwrap().into();
    let two = Problem::with_piece("2x1".parse().unwrap(), wazir).open();
    let two = two.start("a1").unwrap().end("b1").unwrap();
    let [start, end] = squares(&two, ["a1", "b1"]);
    let why = "the board has 2 squares, which are enough";
    refused(&two, &Reason::EndsAMoveApart { start, end }, why);
}

/// Three arms of a star: a path has two ends.
#[test]
fn dead_ends_are_counted_with_the_given_ends() {
    let wazir = Leaper::new(0, 1).unwrap().into();
    let star = Problem::with_piece("3x2-a2,c2".parse().unwrap(), wazir);
    let dead = |names: &str| Reason::DeadEnds { squares: list(&star, names) };
    let why = "a tour has ends enough for these squares";
    holds(&star, &dead("a1 c1 b2"));
    refused(&star, &dead("a1 c1"), why);
    let from = star.clone().start("b1").unwrap();
    holds(&from, &dead("a1 c1"));
    refused(&from, &dead("a1"), why);
    refused(&star.clone().start("a1").unwrap(), &dead("a1 c1"), why);
}

#[test]
fn neighbours_are_shared_by_the_last_square_too() {
    let last = on("6x5").start("c3").unwrap().end("b3").unwrap();
    let [end] = squares(&last, ["b3"]);
    holds(&last, &Reason::SharedNeighbour { end, needed_by: list(&last, "a1 a5") });
}

#[test]
fn a_single_line_has_no_outer_lines() {
    let none = "the board has no outer lines that hold half of its squares, in both colours, \
                and that a move always departures";
    for board in ["4x1", "1x4"] {
        refused(&on(board).closed(), &Reason::OuterLines { end: None }, none);
    }
}

/// Large boards are searched for a way up to 2^27 squares, and not beyond.
#[test]
fn ways_are_searched_on_boards_of_bounded_size() {
    let way = |problem: &Problem| Reason::Disconnected { squares: squares(problem, ["a1", "a2"]) };
    for board in ["5000x5000", "8192x16384"] {
        let cut_off = on(board).forbid("a1", "b3").unwrap().forbid("a1", "c2").unwrap();
        holds(&cut_off, &way(&cut_off));
    }
    let vast = on("100000x100000");
    let checked = check_proof(&vast, &way(&vast), &no_progress);
    assert_eq!(checked, Ok(Checked::NotChecked(UncheckedCause::TooLarge)));
}

#[test]
fn forced_rings_have_three_squares_or_more() {
    let corners = on("5x5").start("a3").unwrap().end("c3").unwrap();
    let two = list(&corners, "a1 b3");
    refused(&corners, &Reason::ForcedCycle { cycle: two }, "nothing forces the move a1-b3");
    let king = [(0, 1), (1, 1)].map(|(short, long)| Leaper::new(short, long).unwrap());
    let king = caracole_core::Piece::new(king).unwrap();
    let triangle = Problem::with_piece("4x2-c1,c2,b2".parse().unwrap(), king);
    let triangle = triangle.start("d1").unwrap().end("d2").unwrap();
    holds(&triangle, &Reason::ForcedCycle { cycle: list(&triangle, "a1 b1 a2") });
    let several = on("5x5").with_knights(2, ["a3"]).unwrap();
    let why = "the argument is about one knight, and there are several";
    refused(&several, &Reason::ForcedCycle { cycle: list(&several, "a1 b3 a5") }, why);
}

/// One part with both ends in it sends the path out and takes it back.
#[test]
fn a_part_with_both_ends_needs_two_moves() {
    let ends = on("8x8").start("a1").unwrap().end("b1").unwrap();
    let why = "the parts need 2 moves to these squares, and there may be 2";
    refused(&ends, &Reason::VertexCut { squares: list(&ends, "d4") }, why);
}

/// Clues of boards that are too large for sets of steps are compared when the tour is complete.
#[test]
fn clues_of_large_boards_are_compared_with_the_only_tour() {
    let wazir = || Leaper::new(0, 1).unwrap().into();
    let forced = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
    let proved = |problem: &Problem| check_proof(problem, &forced, &no_progress).is_ok();
    let row = Problem::with_piece("4100x1".parse().unwrap(), wazir());
    for (step, is_right) in [(9, true), (4092, true), (10, false), (4091, false)] {
        let problem = row.clone().clue("i1", step).unwrap();
        assert_eq!(proved(&problem), !is_right, "step {step}");
    }
    let [i1, k1] = squares(&row, ["i1", "k1"]);
    for (step, is_right) in [(11, true), (7, false), (4090, false)] {
        let problem = row.clone().clue(i1, 9).unwrap().clue(k1, step).unwrap();
        assert_eq!(proved(&problem), !is_right, "step {step}");
    }
    // Round the two ranks, in either direction from the first clue.
    let ring = Problem::with_piece("2050x2".parse().unwrap(), wazir()).closed();
    for (step, is_right) in [(14, true), (6, true), (13, false), (7, false)] {
        let problem = ring.clone().clue("b1", 10).unwrap().clue("f1", step).unwrap();
        assert_eq!(proved(&problem), !is_right, "step {step}");
    }
}

#[test]
fn flaws_have_a_kind_and_squares() {
    let six = on("6x6").closed();
    let [a1, b1, b3] = squares(&six, ["a1", "b1", "b3"]);
    let error = |reason: Reason| check_proof(&six, &reason, &no_progress).unwrap_err();
    let twice = error(Reason::DeficientSet { squares: vec![a1, a1] });
    assert_eq!((twice.name(), twice.squares()), ("twice", vec![a1]));
    let fits = error(Reason::Colours { counts: [18, 18] });
    assert_eq!((fits.name(), fits.squares()), ("colours-fit", vec![]));
    let way = error(Reason::Disconnected { squares: [a1, b3] });
    assert_eq!((way.name(), way.squares()), ("way", vec![a1, b3]));
    let joined = error(Reason::Cases { cases: Cases::new(vec![Case::Move([a1, b1])]) });
    assert_eq!((joined.name(), joined.squares()), ("no-such-move", vec![a1, b1]));
    // The first number beyond the board.
    let beyond = Square::from_index(36);
    let off = error(Reason::Cases { cases: Cases::new(vec![Case::End(beyond)]) });
    assert_eq!((off.name(), off.squares()), ("off-board", vec![beyond]));
}
