use super::*;
use caracole_core::{Board, Case, Cases, Certificate};
use caracole_verify::{check_proof, no_progress};

use crate::Explain;

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn squares(problem: &Problem, names: &str) -> Vec<Square> {
    names.split_whitespace().map(|name| problem.board().parse_square(name).unwrap()).collect()
}

/// What is shown of a reason that holds.
fn shown(problem: &Problem, reason: Reason) -> Vec<Highlight> {
    check_proof(problem, &reason, &no_progress).unwrap();
    Certificate::new(problem.clone(), reason).highlights()
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
    let shown = shown(&four, Reason::VertexCut { squares: middle.clone() });
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
    let shown = shown(&board, Reason::VertexCut { squares: vec![] });
    assert_eq!(shown.len(), 2);
    assert_eq!((shown[0].squares.len(), shown[0].label.as_deref()), (32, Some("1")));
    assert_eq!((shown[1].squares.len(), shown[1].label.as_deref()), (30, None));
    assert_eq!(shown[0].role, shown[1].role);
    assert_eq!(
        texts(&shown),
        [
            "all in one part; where not all squares are numbered, each move joins one that is and one \
          that is not"
        ]
    );
}

/// A square more of one colour does no harm to a path, and every square has its number.
#[test]
fn a_square_more_is_not_uneven() {
    let narrow = problem("2x5");
    let shown = shown(&narrow, Reason::VertexCut { squares: vec![] });
    assert!(shown.iter().all(|part| part.label.is_some()));
    assert_eq!(texts(&shown), ["4 parts, with no move from one to another"]);
}

/// The board falls apart only when the outer ranks have taken what they need.
#[test]
fn tight_sets_are_followed_before_a_cut() {
    let ranks = problem("6x4").closed();
    let outer = squares(&ranks, "a1 b1 c1 d1 e1 f1 a4 b4 c4 d4 e4 f4");
    let cases = Cases::new(vec![Case::TightSet(outer), Case::VertexCut(vec![])]);
    let shown = shown(&ranks, Reason::Cases { cases });
    let parts: Vec<usize> = shown
        .iter()
        .filter(|highlight| matches!(highlight.role, Role::Component(_)))
        .map(|part| part.squares.len())
        .collect();
    assert_eq!(parts, [12, 12]);
}

#[test]
fn forced_moves_are_shown_where_they_conflict() {
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
fn a_deficient_set_is_shown_with_all_its_moves() {
    let holes = problem("4x5-d2,d3");
    let needy = squares(&holes, "a1 c1 a5 c5");
    let shown = shown(&holes, Reason::DeficientSet { squares: needy.clone() });
    let [neighbours, deficient] = &shown[..] else { panic!("{shown:?}") };
    assert_eq!(deficient.squares, needy);
    let ends = deficient.moves.iter().flatten();
    let others = ends.filter(|square| !needy.contains(square));
    assert!(others.clone().all(|square| neighbours.squares.contains(square)));
    assert!(others.count() >= neighbours.squares.len());
}

/// The text agrees with the sentence, in the singular for a single square.
#[test]
fn a_deficient_set_is_described() {
    let open = problem("4x5-d2,d3");
    let reason =
        |problem: &Problem| Reason::DeficientSet { squares: squares(problem, "a1 c1 a5 c5") };
    let last = |highlights: Vec<Highlight>| highlights.last().and_then(|last| last.text.clone());
    let text = last(shown(&open, reason(&open)));
    assert_eq!(text.as_deref(), Some("two moves or ends needed each, and all their moves"));
    let closed = open.closed();
    let text = last(shown(&closed, reason(&closed)));
    assert_eq!(text.as_deref(), Some("two moves needed each, and all their moves"));
    let one = problem("8x8").closed().forbid("a1", "b3").unwrap();
    let alone =
        Certificate::new(one.clone(), Reason::DeficientSet { squares: squares(&one, "a1") });
    let text = alone.highlights()[1].text.clone();
    assert_eq!(text.as_deref(), Some("two moves needed, and all its moves left"));
}

/// Any set proves it where the forced moves contradict each other already: these are what is shown.
#[test]
fn where_forced_moves_conflict_they_are_the_reason() {
    let four = problem("4x4").closed();
    for reason in [Reason::VertexCut { squares: vec![] }, Reason::DeficientSet { squares: vec![] }]
    {
        let conflict = shown(&four, reason);
        assert_eq!(
            texts(&conflict),
            ["forced moves, which close a cycle before all squares are visited"]
        );
    }
}

/// Required moves are not forced moves.
#[test]
fn moves_to_use_are_shown_as_such() {
    let four = problem("4x4").require("a1", "b3").unwrap();
    let middle = squares(&four, "b2 c2 b3 c3");
    let shown = shown(&four, Reason::VertexCut { squares: middle });
    let last = shown.last().unwrap();
    assert_eq!((last.role, last.moves.len()), (Role::Required, 1));
    assert!(shown[..shown.len() - 1].iter().all(|highlight| highlight.moves.is_empty()));
}

/// The elementary reasons, one after the other.
#[test]
fn every_simple_reason_is_shown() {
    let six = problem("6x6").clue("a1", 10).unwrap().clue("c5", 13).unwrap();
    let steps = squares(&six, "a1 c5");
    let reason = Reason::StepColours { squares: [steps[0], steps[1]], steps: [10, 13] };
    let labels: Vec<_> =
        shown(&six, reason).into_iter().filter_map(|highlight| highlight.label).collect();
    assert_eq!(labels, ["10", "13"], "and not once more as what is given");

    let five = problem("5x5").start("a2").unwrap();
    let a2 = squares(&five, "a2")[0];
    let reason = Reason::StepColour { square: a2, step: 1, counts: [13, 12] };
    assert_eq!(shown(&five, reason).len(), 3);

    let four = problem("6x4").closed();
    let lines = shown(&four, Reason::OuterLines { end: None });
    assert_eq!([lines[0].squares.len(), lines[1].squares.len()], [12, 12]);

    let shared = problem("6x5").start("b3").unwrap().end("c3").unwrap();
    let [b3, a1, a5] = ["b3", "a1", "a5"].map(|name| squares(&shared, name)[0]);
    let reason = Reason::SharedNeighbour { end: b3, needed_by: vec![a1, a5] };
    let highlights = shown(&shared, reason);
    assert_eq!(highlights[0].moves, [[a1, b3], [a5, b3]]);
    assert_eq!(highlights[1].squares, [b3]);
    assert!(texts(&highlights).contains(&"steps that are given"));
}

#[test]
fn boards_that_nobody_could_see_show_nothing() {
    let huge = Problem::new("99999x99999".parse().unwrap()).closed();
    let counts = huge.board().colour_counts();
    assert!(shown(&huge, Reason::Colours { counts }).is_empty());
}

#[test]
fn the_first_question_of_many_cases_is_shown() {
    let four = problem("4x4");
    let cut = Case::VertexCut(squares(&four, "b2 c2 b3 c3"));
    let pair = squares(&four, "a1 b3");
    let cases = Cases::new(vec![Case::Move([pair[0], pair[1]]), cut.clone(), cut]);
    let shown = shown(&four, Reason::Cases { cases });
    assert_eq!(texts(&shown), ["the first decision, of 2 cases"]);
    assert_eq!(shown[0].moves, [[pair[0], pair[1]]]);
}

#[test]
fn unconnected_squares_have_two_colours() {
    let narrow = problem("2x5");
    let ends = squares(&narrow, "a1 b1");
    let shown = shown(&narrow, Reason::Disconnected { squares: [ends[0], ends[1]] });
    assert_eq!(names(narrow.board(), &shown[0].squares), "a1 b3 a5");
    assert_eq!(shown[1].squares.len(), 7);
}

/// Moves to avoid are not among those of a square; they are shown for themselves.
#[test]
fn moves_to_avoid_are_shown_as_such() {
    let avoiding = problem("8x8").closed().forbid("a1", "b3").unwrap();
    let [a1, c2, b3] = ["a1", "c2", "b3"].map(|name| squares(&avoiding, name)[0]);
    let shown = shown(&avoiding, Reason::DeadEnds { squares: vec![a1] });
    assert_eq!(shown[0].moves, [[a1, c2]]);
    assert_eq!((shown[1].role, &shown[1].moves[..]), (Role::Forbidden, &[[a1, b3]][..]));
}
