//! Moves that are alike.

use crate::no_progress;
use crate::proof::move_list::MoveList;
use crate::proof::orbits::MoveOrbits;
use crate::{Checked, ProofError, ProofErrorKind, check_proof};
use caracole_core::{Case, Cases, Problem, Reason, Square};

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn pair(problem: &Problem, [a, b]: [&str; 2]) -> [Square; 2] {
    [a, b].map(|name| problem.board().parse_square(name).unwrap())
}

fn check(problem: &Problem, lines: Vec<Case>) -> Result<Checked, ProofError> {
    check_proof(problem, &Reason::Cases { cases: Cases::new(lines) }, &no_progress)
}

fn error(line: u64, kind: ProofErrorKind) -> Result<Checked, ProofError> {
    Err(ProofError { line: Some(line), kind })
}

/// Without its middle 4x4 falls into six parts.
fn middle(problem: &Problem) -> Case {
    let names = ["b2", "c2", "b3", "c3"];
    Case::VertexCut(names.map(|name| problem.board().parse_square(name).unwrap()).to_vec())
}

/// How many moves are alike, for one move of each class, in rising order.
fn sizes(problem: &Problem) -> Vec<usize> {
    let list = MoveList::new(problem).unwrap();
    let orbits = MoveOrbits::new(problem, &list).unwrap();
    let all = (0..list.moves() as u32).map(|by| orbits.to(by).collect::<Vec<_>>());
    let first = all.zip(0..).filter(|(class, by)| class[0] == *by);
    let mut sizes: Vec<usize> = first.map(|(class, _)| class.len()).collect();
    sizes.sort_unstable();
    sizes
}

/// All corners of 4x4 are alike: where none of their moves is made, they are left out.
#[test]
fn no_move_that_is_alike_is_made_in_the_second_case() {
    let four = problem("4x4");
    let corner = pair(&four, ["a1", "b3"]);
    let alike = vec![Case::Orbit(corner), middle(&four), Case::Forced];
    assert_eq!(check(&four, alike), Ok(Checked::Proved { cases: 2 }));
    let one = vec![Case::Move(corner), middle(&four), Case::Forced];
    assert_eq!(check(&four, one), error(3, ProofErrorKind::NoContradiction));
}

/// What is given must be kept: where a move is to be avoided, fewer are alike.
#[test]
fn what_is_given_is_kept() {
    let avoiding = problem("4x4").forbid("b1", "d2").unwrap();
    assert_eq!(sizes(&problem("4x4")), [8, 8, 8]);
    assert_eq!(sizes(&avoiding), [1; 24]);
    assert_eq!(sizes(&problem("4x4-a1")).iter().sum::<usize>(), 22);
    // The diagonal through the corner is left.
    let from = problem("4x4").start("a1").unwrap();
    assert!(sizes(&from).iter().all(|&size| size <= 2));
    let to = from.clone().end("d4").unwrap();
    assert!(sizes(&to).contains(&4), "a tour can be walked either way");
    let using = problem("4x4").require("a1", "b3").unwrap();
    assert_eq!(sizes(&using), [1; 24]);
    // A closed tour can start anywhere.
    assert_eq!(sizes(&from.closed()), [8, 8, 8]);
    let closed = problem("4x4").closed().start("a1").unwrap().end("b3").unwrap();
    assert_eq!(sizes(&closed), [1; 24]);
    // The move home is one to use, like any other: a half turn takes the one to the other.
    let both = closed.require("d4", "c2").unwrap();
    assert!(sizes(&both).contains(&2));
    // Only the mirror of the files keeps these two.
    let mirrored = problem("4x4").forbid("a1", "b3").unwrap().forbid("d1", "c3").unwrap();
    assert_eq!(sizes(&mirrored), [2; 12]);
    let knights = problem("4x4").with_knights(2, ["a1", "d4"]).unwrap();
    assert!(sizes(&knights).iter().all(|&size| size <= 4));
}

/// Round joined edges all squares look alike.
#[test]
fn shifts_are_symmetries_too() {
    assert_eq!(sizes(&problem("torus:6x6")), [144]);
    assert_eq!(sizes(&problem("torus:6x5")), [60, 60]);
    assert_eq!(sizes(&problem("cylinder:5x3")), [10, 20]);
    assert_eq!(sizes(&problem("box:3x3x3")).iter().sum::<usize>(), 72);
}

/// Nothing may be supposed above but what is supposed of all images.
#[test]
fn nothing_else_is_supposed() {
    let four = problem("4x4");
    let [corner, edge, inner] =
        [["a1", "b3"], ["a2", "b4"], ["b1", "c3"]].map(|names| pair(&four, names));
    let closed = || middle(&four);
    let below = vec![Case::Move(corner), Case::Orbit(edge)];
    assert_eq!(check(&four, below), error(2, ProofErrorKind::Decision));
    let second = vec![Case::Move(corner), closed(), Case::Orbit(edge)];
    assert_eq!(check(&four, second), error(3, ProofErrorKind::Decision));
    let first = vec![Case::Orbit(corner), Case::Orbit(edge)];
    assert_eq!(check(&four, first), error(2, ProofErrorKind::Decision));
    let chain = vec![Case::Orbit(edge), closed(), Case::Orbit(inner), closed(), closed()];
    assert_eq!(check(&four, chain), Ok(Checked::Proved { cases: 3 }));
}

/// A second branch on an orbit is accepted in the second case of the first, where nothing contradicts it yet.
#[test]
fn orbits_follow_orbits() {
    let four = problem("4x4");
    let orbits = [["a1", "b3"], ["a2", "b4"], ["b1", "c3"]].map(|names| pair(&four, names));
    let closed = || middle(&four);
    let mut chains = 0;
    for (first, second) in orbits.into_iter().flat_map(|a| orbits.map(|b| (a, b))) {
        let is_open = vec![Case::Orbit(first), closed(), Case::Forced];
        if first == second || check(&four, is_open) != error(3, ProofErrorKind::NoContradiction) {
            continue;
        }
        let chain = vec![Case::Orbit(first), closed(), Case::Orbit(second), closed(), closed()];
        assert_eq!(check(&four, chain), Ok(Checked::Proved { cases: 3 }));
        chains += 1;
    }
    assert!(chains > 0);
}

/// Steps have a direction, and large boards would take long.
#[test]
fn not_everything_has_symmetries() {
    let clue = problem("6x6").clue("c3", 5).unwrap();
    let lines = |problem: &Problem| vec![Case::Orbit(pair(problem, ["a1", "b3"]))];
    assert_eq!(check(&clue, lines(&clue)), error(1, ProofErrorKind::NothingAlike));
    let large = problem("65x64");
    assert_eq!(check(&large, lines(&large)), error(1, ProofErrorKind::NothingAlike));
    let no_move = vec![Case::Orbit(pair(&clue, ["a1", "a2"]))];
    let kind = ProofErrorKind::NoSuchMove(pair(&clue, ["a1", "a2"]));
    assert_eq!(check(&clue, no_move), error(1, kind));
}
