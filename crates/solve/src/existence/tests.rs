//! Against the truth, board by board.

mod families;
mod words;
mod wrapped;

use std::collections::BTreeSet;

use caracole_core::{Board, Symmetry};

use super::oracle::Oracle;
use super::*;
use crate::Random;

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];

type Pairs = BTreeSet<(usize, usize)>;

fn square(index: usize) -> Square {
    Square::from_index(index as u64)
}

fn problem(board: &Board, kind: Kind, start: Option<usize>, end: Option<usize>) -> Problem {
    let mut problem = Problem::new(board.clone()).of_kind(kind);
    if let Some(start) = start {
        problem = problem.from(square(start)).unwrap();
    }
    if let Some(end) = end {
        problem = problem.to(square(end)).unwrap();
    }
    problem
}

/// The answer; where it is no, the reason must be one line that names the fixed squares.
fn exists(problem: &Problem) -> bool {
    match decide(problem) {
        Decision::Exists => true,
        Decision::Undecided => panic!("{problem:?} is undecided"),
        Decision::Impossible(proof) => {
            assert_eq!(proof.problem(), problem);
            let text = proof.text();
            assert!(
                !text.contains('\n') && text.starts_with(&problem.board().to_string()),
                "{text}"
            );
            assert!(!text.ends_with('.') && !text.contains("  "), "{text}");
            let names_ends =
                ["searched", "step-colour", "step-colours", "forced-path", "forced-ring"];
            if names_ends.contains(&proof.reason().kind()) {
                let ends = [problem.start(), problem.end()];
                let is_named = |end: Option<Square>| {
                    end.is_none_or(|end| text.contains(&problem.board().name(end)))
                };
                let named = ends.iter().filter(|&&end| is_named(end)).count();
                let needed = if proof.reason().kind() == "step-colour" { 1 } else { 2 };
                assert!(named >= needed, "{text}");
            }
            false
        }
    }
}

/// Does the pair answer a problem of this kind?
fn answers(oracle: &Oracle, kind: Kind, (a, b): (usize, usize)) -> bool {
    match kind {
        Kind::Any => true,
        Kind::Closed => oracle.len() > 2 && oracle.joined(a, b),
        Kind::Open => !oracle.joined(a, b),
    }
}

/// Every question about the board, against the pairs of ends that have a tour.
fn compare(board: &Board, oracle: &Oracle, truth: &Pairs) {
    let squares = || (0..oracle.len()).map(Some);
    for kind in KINDS {
        let pairs: Pairs =
            truth.iter().copied().filter(|&pair| answers(oracle, kind, pair)).collect();
        let starts: BTreeSet<usize> = pairs.iter().map(|&(start, _)| start).collect();
        let ask = |start, end| exists(&problem(board, kind, start, end));
        assert_eq!(ask(None, None), !pairs.is_empty(), "{board} {kind:?}");
        let mine: BTreeSet<usize> = (0..oracle.len()).filter(|&at| ask(Some(at), None)).collect();
        assert_eq!(mine, starts, "{board} {kind:?}");
        let mine: BTreeSet<usize> = (0..oracle.len()).filter(|&at| ask(None, Some(at))).collect();
        assert_eq!(mine, starts, "{board} {kind:?}, ends");
        for (start, end) in squares().flat_map(|start| squares().map(move |end| (start, end))) {
            if oracle.len() > 1 && start == end {
                continue;
            }
            let (a, b) = (start.unwrap(), end.unwrap());
            assert_eq!(ask(start, end), pairs.contains(&(a, b)), "{board} {kind:?} {a} {b}");
        }
        for end in squares().chain([None]) {
            let found = super::starts(&problem(board, kind, None, end)).unwrap();
            let expected: Vec<Square> = (0..oracle.len())
                .filter(|&start| match end {
                    Some(end) => pairs.contains(&(start, end)),
                    None => starts.contains(&start),
                })
                .map(square)
                .collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{board} {kind:?} {end:?}");
            assert_eq!(found.count(), expected.len() as u64, "{board}: {}", found.rule());
            for at in board.squares().filter(|&at| end.map(square) != Some(at)) {
                assert_eq!(found.why_not(at).is_none(), found.contains(at), "{board}");
            }
        }
    }
}

fn both_ways(short: u32, long: u32) -> impl Iterator<Item = (u32, u32)> {
    [(short, long), (long, short)].into_iter().take(if short == long { 1 } else { 2 })
}

/// The boards whose tours can all be walked in a moment.
fn small() -> impl Iterator<Item = (u32, u32)> {
    let up_to_five = (1..=5).flat_map(|short| (short..=6).map(move |long| (short, long)));
    up_to_five.chain((7..=10).map(|long| (3, long))).chain([(4, 7), (1, 40), (2, 17)])
}

#[test]
fn small_boards_agree_with_all_their_tours() {
    for (files, ranks) in small().flat_map(|(short, long)| both_ways(short, long)) {
        let oracle = Oracle::new(files, ranks);
        compare(&Board::rectangle(files, ranks).unwrap(), &oracle, &oracle.ends());
    }
}

/// The pairs that `decide` allows, after the tours of one of each set of images were found.
fn found_tours(files: u32, ranks: u32) -> Pairs {
    let board = Board::rectangle(files, ranks).unwrap();
    let oracle = Oracle::new(files, ranks);
    let symmetries = Symmetry::of(&board);
    let mut pairs = Pairs::new();
    for (a, b) in (0..oracle.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        if pairs.contains(&(a, b)) || !exists(&problem(&board, Kind::Any, Some(a), Some(b))) {
            continue;
        }
        let found = oracle.finds(a, b).or_else(|| oracle.finds(b, a));
        assert_eq!(found, Some(true), "{board}: {a} {b}");
        for symmetry in &symmetries {
            let [a, b] = [a, b].map(|at| symmetry.apply(&board, square(at)).index() as usize);
            pairs.extend([(a, b), (b, a)]);
        }
    }
    pairs
}

/// On 6x6 every pair that the colours allow must be found; the others need no search.
#[test]
fn six_by_six_has_a_tour_between_any_two_colours() {
    let pairs = found_tours(6, 6);
    assert_eq!(pairs.len(), 2 * 18 * 18);
    compare(&Board::rectangle(6, 6).unwrap(), &Oracle::new(6, 6), &pairs);
}

#[test]
fn the_two_oracles_agree() {
    for (files, ranks) in [(3, 4), (3, 5), (3, 7), (3, 8), (4, 4), (4, 5), (4, 6)] {
        let oracle = Oracle::new(files, ranks);
        let truth = oracle.ends();
        for (a, b) in (0..oracle.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            assert_eq!(oracle.by_layers(a, b), truth.contains(&(a, b)), "{files}x{ranks} {a} {b}");
        }
    }
}

#[test]
fn answers_do_not_depend_on_direction_or_symmetry() {
    for text in ["3x9", "10x3", "3x13", "5x5", "5x6", "9x4", "8x8", "3x12"] {
        let board: Board = text.parse().unwrap();
        let symmetries = Symmetry::of(&board);
        let len = board.len() as usize;
        for kind in KINDS {
            for (a, b) in (0..len).flat_map(|a| (0..a).map(move |b| (a, b))).step_by(7) {
                let answer = exists(&problem(&board, kind, Some(a), Some(b)));
                for symmetry in &symmetries {
                    let image = |at| symmetry.apply(&board, square(at)).index() as usize;
                    let turned = problem(&board, kind, Some(image(b)), Some(image(a)));
                    assert_eq!(exists(&turned), answer, "{text} {kind:?} {a} {b}");
                }
            }
        }
    }
}

/// Whatever is fixed, forbidden or cut out: no means no.
#[test]
fn the_simple_tests_never_refuse_a_tour() {
    let mut random = Random::new(0, "holes");
    let (mut refused, mut toured) = (0, 0);
    for round in 0..400 {
        let (files, ranks) = [(4, 5), (5, 5), (3, 7), (6, 4)][round % 4];
        let mut board = Board::rectangle(files, ranks).unwrap();
        let mut oracle = Oracle::new(files, ranks);
        for _ in 0..random.below(7) {
            let hole = Square::from_index(random.below(board.area()));
            if board.contains(hole) {
                board = board.without([hole]).unwrap();
                oracle = oracle.without(hole.index() as usize);
            }
        }
        let mut blank = Problem::new(board.clone());
        for _ in 0..random.below(3) {
            let [a, b] = [0; 2].map(|_| random.below(board.area()) as usize);
            if oracle.joined(a, b) {
                blank = blank.avoiding(square(a), square(b)).unwrap();
                oracle = oracle.avoiding(a, b);
            }
        }
        // The ends of an open tour are a move apart whatever is avoided; the move home is made.
        let may_go_home = |a: usize, b: usize| oracle.joined(a, b);
        let joined = |a: usize, b: usize| Oracle::new(files, ranks).joined(a, b);
        let truth = oracle.ends();
        for kind in KINDS {
            let fits = |&(a, b): &(usize, usize)| match kind {
                Kind::Any => true,
                Kind::Closed => may_go_home(a, b) && board.len() > 2,
                Kind::Open => !joined(a, b) || board.len() < 3,
            };
            for (start, end) in truth.iter().copied().filter(fits) {
                toured += 1;
                let blank = blank.clone().of_kind(kind);
                let started = blank.clone().from(square(start)).unwrap();
                let both = started.clone().to(square(end)).unwrap();
                for problem in [blank, started, both] {
                    let decision = decide(&problem);
                    assert!(!matches!(decision, Decision::Impossible(_)), "{decision:?}");
                }
            }
            if decide(&blank.clone().of_kind(kind)) != Decision::Undecided {
                refused += 1;
            }
        }
    }
    assert!(refused > 100 && toured > 1000, "{refused} refused, {toured} ends of tours");
}
