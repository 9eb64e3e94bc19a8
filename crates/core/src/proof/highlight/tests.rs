use super::*;
use crate::verify::check_proof;
use crate::{Board, Case, Cases, Proof};

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn squares(problem: &Problem, names: &str) -> Vec<Square> {
    names.split_whitespace().map(|name| problem.board().parse_square(name).unwrap()).collect()
}

/// What is shown of a reason that holds.
fn shown(problem: &Problem, reason: Reason) -> Vec<Highlight> {
    check_proof(problem, &reason).unwrap();
    Proof::new(problem.clone(), reason).highlights()
}

fn names(board: &Board, squares: &[Square]) -> String {
    squares.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join(" ")
}

fn texts(highlights: &[Highlight]) -> Vec<&str> {
    highlights.iter().filter_map(|highlight| highlight.text.as_deref()).collect()
}

#[test]
fn both_colours_are_shown_with_their_numbers() {
    let cut = problem("8x8-a1,h8");
    let shown = shown(&cut, Reason::Colours { counts: [30, 32] });
    assert_eq!(shown[0].squares.len(), 30);
    assert_eq!(shown[1].squares.len(), 32);
    assert_eq!(texts(&shown), ["30 squares of a1's colour", "32 squares of the other colour"]);
}

#[test]
fn parts_are_numbered_and_every_square_is_in_one_or_taken_out() {
    let four = problem("4x4");
    let middle = squares(&four, "b2 c2 b3 c3");
    let shown = shown(&four, Reason::Cut { squares: middle.clone() });
    let labels: Vec<_> = shown.iter().filter_map(|part| part.label.as_deref()).collect();
    assert_eq!(labels, ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(shown.last().unwrap().squares, middle);
    let mut all: Vec<Square> = shown.iter().flat_map(|part| part.squares.clone()).collect();
    all.sort_unstable();
    assert!(all.into_iter().eq(four.board().squares()), "each once");
    assert_eq!(
        texts(&shown),
        ["6 parts, with no move from one to another", "4 squares, taken out"]
    );
}

/// Where a part has more squares of one colour, only those have the number.
#[test]
fn uneven_parts_show_which_squares_are_too_many() {
    let board = problem("8x8-a1,h8");
    let shown = shown(&board, Reason::Cut { squares: vec![] });
    assert_eq!(shown.len(), 2);
    assert_eq!((shown[0].squares.len(), shown[0].label.as_deref()), (32, Some("1")));
    assert_eq!((shown[1].squares.len(), shown[1].label.as_deref()), (30, None));
    assert_eq!(shown[0].role, shown[1].role);
}

/// The board falls apart only when the outer ranks have taken what they need.
#[test]
fn tight_sets_are_followed_before_a_cut() {
    let ranks = problem("6x4").closed();
    let outer = squares(&ranks, "a1 b1 c1 d1 e1 f1 a4 b4 c4 d4 e4 f4");
    let cases = Cases::new(vec![Case::Tight(outer), Case::Cut(vec![])]);
    let shown = shown(&ranks, Reason::Cases { cases });
    let parts: Vec<usize> = shown
        .iter()
        .filter(|highlight| matches!(highlight.role, Role::Part(_)))
        .map(|part| part.squares.len())
        .collect();
    assert_eq!(parts, [12, 12]);
}

#[test]
fn forced_moves_are_shown_where_they_clash() {
    let forced = || Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
    let ring = problem("4x4").closed();
    let round = shown(&ring, forced());
    assert_eq!(names(ring.board(), &round[0].squares), "a4 b2 d1 c3");
    assert_eq!(round[0].moves.len(), 4, "and the last leads home");

    let holes = problem("5x5-c3").closed();
    let starving = shown(&holes, forced());
    let [made, needy] = &starving[..] else { panic!("{starving:?}") };
    assert_eq!(names(holes.board(), &needy.squares), "d5");
    assert!(made.squares.is_empty() && made.moves.len() > 8, "all corners make both moves");
}

#[test]
fn starved_squares_are_shown_with_all_their_moves() {
    let holes = problem("4x5-d2,d3");
    let needy = squares(&holes, "a1 c1 a5 c5");
    let shown = shown(&holes, Reason::Starved { squares: needy.clone() });
    let [givers, starved] = &shown[..] else { panic!("{shown:?}") };
    assert_eq!(starved.squares, needy);
    let ends = starved.moves.iter().flatten();
    let others = ends.filter(|square| !needy.contains(square));
    assert!(others.clone().all(|square| givers.squares.contains(square)));
    assert!(others.count() >= givers.squares.len());
}

#[test]
fn the_first_question_of_many_cases_is_shown() {
    let four = problem("4x4");
    let cut = Case::Cut(squares(&four, "b2 c2 b3 c3"));
    let pair = squares(&four, "a1 b3");
    let cases = Cases::new(vec![Case::Move([pair[0], pair[1]]), cut.clone(), cut]);
    let shown = shown(&four, Reason::Cases { cases });
    assert_eq!(texts(&shown), ["the first question, of 2 cases"]);
    assert_eq!(shown[0].moves, [[pair[0], pair[1]]]);
}

#[test]
fn what_no_way_joins_has_two_colours() {
    let narrow = problem("2x5");
    let ends = squares(&narrow, "a1 b1");
    let shown = shown(&narrow, Reason::NoWay { squares: [ends[0], ends[1]] });
    assert_eq!(names(narrow.board(), &shown[0].squares), "a1 b3 a5");
    assert_eq!(shown[1].squares.len(), 7);
}

/// Moves to avoid are not among those of a square; they are shown for themselves.
#[test]
fn moves_to_avoid_are_shown_as_such() {
    let avoiding = problem("8x8").closed().avoiding("a1", "b3").unwrap();
    let [a1, c2, b3] = ["a1", "c2", "b3"].map(|name| squares(&avoiding, name)[0]);
    let shown = shown(&avoiding, Reason::DeadEnds { squares: vec![a1] });
    assert_eq!(shown[0].moves, [[a1, c2]]);
    assert_eq!((shown[1].role, &shown[1].moves[..]), (Role::Avoided, &[[a1, b3]][..]));
}
