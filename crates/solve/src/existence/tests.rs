//! Compares the theorems with exhaustive searches.

mod descriptions;
mod oracle;

use caracole_explain::Explain;
use std::collections::BTreeSet;

use caracole_core::{Board, Kind, Square, Surface, Symmetry};

use super::*;
use crate::Random;
use oracle::Oracle;

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];

type Pairs = BTreeSet<(usize, usize)>;

fn square(index: usize) -> Square {
    Square::from_index(index as u64)
}

fn problem(board: &Board, kind: Kind, start: Option<usize>, end: Option<usize>) -> Problem {
    let mut problem = Problem::new(board.clone()).of_kind(kind);
    if let Some(start) = start {
        problem = problem.start(square(start)).unwrap();
    }
    if let Some(end) = end {
        problem = problem.end(square(end)).unwrap();
    }
    problem
}

/// Returns the decision. A "no" must have a description of one line with the names of the given squares.
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
                ["searched", "step-colour", "step-colours", "forced-path", "forced-cycle"];
            if names_ends.contains(&proof.reason().name()) {
                let ends = [problem.start_square(), problem.end_square()];
                let is_named = |end: Option<Square>| {
                    end.is_none_or(|end| text.contains(&problem.board().name(end)))
                };
                let named = ends.iter().filter(|&&end| is_named(end)).count();
                let needed = if proof.reason().name() == "step-colour" { 1 } else { 2 };
                assert!(named >= needed, "{text}");
            }
            false
        }
    }
}

/// Returns true if the ends of a tour fit a kind.
fn answers(oracle: &Oracle, kind: Kind, (a, b): (usize, usize)) -> bool {
    match kind {
        Kind::Any => true,
        Kind::Closed => oracle.len() > 2 && oracle.joined(a, b),
        Kind::Open => !oracle.joined(a, b),
    }
}

/// Compares all problems of a board with the pairs of ends that have a tour.
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

/// Returns the boards whose tours can be enumerated quickly.
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

/// Returns the pairs that `decide` allows, after a tour was found for one pair of each orbit.
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

/// On 6x6 every pair that the colours allow has a tour.
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

/// A problem with a tour is never decided as impossible, with any constraints and holes.
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
                blank = blank.forbid(square(a), square(b)).unwrap();
                oracle = oracle.forbid(a, b);
            }
        }
        // The ends of an open tour are adjacent even by a forbidden move. The closing move must not be forbidden.
        let can_close = |a: usize, b: usize| oracle.joined(a, b);
        let joined = |a: usize, b: usize| Oracle::new(files, ranks).joined(a, b);
        let truth = oracle.ends();
        for kind in KINDS {
            let fits = |&(a, b): &(usize, usize)| match kind {
                Kind::Any => true,
                Kind::Closed => can_close(a, b) && board.len() > 2,
                Kind::Open => !joined(a, b) || board.len() < 3,
            };
            for (start, end) in truth.iter().copied().filter(fits) {
                toured += 1;
                let blank = blank.clone().of_kind(kind);
                let started = blank.clone().start(square(start)).unwrap();
                let both = started.clone().end(square(end)).unwrap();
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

/// Compares one pair of each orbit of a thin board with the search in layers.
fn layers_agree(short: u32, long: u32) {
    let board = Board::rectangle(short, long).unwrap();
    let oracle = Oracle::new(short, long);
    let symmetries = Symmetry::of(&board);
    for (a, b) in (0..oracle.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let is_first = symmetries.iter().all(|symmetry| {
            let [c, d] = [a, b].map(|at| symmetry.apply(&board, square(at)).index() as usize);
            (c.max(d), c.min(d)) >= (a, b)
        });
        if is_first {
            let mine = exists(&problem(&board, Kind::Any, Some(a), Some(b)));
            assert_eq!(mine, oracle.by_layers(a, b), "{board}: {a} {b}");
        }
    }
}

#[test]
fn thin_boards_follow_their_rules() {
    for (short, long) in [(3, 11), (3, 12), (3, 13), (3, 14), (4, 8)] {
        layers_agree(short, long);
    }
}

#[test]
#[ignore = "15 s: more boards of every family, all pairs"]
fn families_go_on() {
    for long in 15..=20 {
        layers_agree(3, long);
    }
    for long in 9..=12 {
        layers_agree(4, long);
    }
    for (files, ranks) in [(5, 7), (5, 8), (5, 9), (5, 10), (6, 7), (6, 8), (7, 7), (7, 8), (8, 8)]
    {
        found_tours(files, ranks);
    }
}

/// Returns the number of unordered pairs of squares with a tour between them.
fn count_pairs(files: u32, ranks: u32) -> usize {
    let board = Board::rectangle(files, ranks).unwrap();
    let len = board.len() as usize;
    let pairs = (0..len).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| exists(&problem(&board, Kind::Any, Some(a), Some(b)))).count()
}

#[test]
fn exceptional_pairs_are_as_many_as_published() {
    for (short, long, pairs) in [
        (3, 4, 7),
        (3, 7, 17),
        (3, 8, 72),
        (3, 9, 50),
        (3, 10, 147),
        (3, 13, 180),
        (4, 5, 18),
        (4, 6, 32),
        (5, 5, 42),
        (5, 6, 178),
        (5, 7, 153),
        (5, 9, 253),
    ] {
        assert_eq!(count_pairs(short, long), pairs, "{short}x{long}");
        assert_eq!(count_pairs(long, short), pairs, "{long}x{short}");
    }
    for n in [12_usize, 14, 20, 22] {
        assert_eq!(count_pairs(3, n as u32), 9 * n * n / 4 - (3 * n - 5), "3x{n}");
    }
    for n in [11_usize, 15, 17, 21] {
        let colour = (3 * n).div_ceil(2);
        assert_eq!(count_pairs(3, n as u32), colour * (colour - 1) / 2 - 6, "3x{n}");
    }
    for n in 7..12_usize {
        assert_eq!(count_pairs(n as u32, 4), n * n, "{n}x4");
    }
    for n in [8_usize, 10, 12] {
        assert_eq!(count_pairs(n as u32, 5), 25 * n * n / 4 - (5 * n - 5), "{n}x5");
    }
}

/// Returns for each square the squares a knight's move away, as bits, by an arithmetic of its own.
fn neighbours(files: u32, ranks: u32, surface: Surface) -> Vec<u32> {
    const LEAPS: [(i64, i64); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let (files, ranks) = (i64::from(files), i64::from(ranks));
    let around = |from: i64| {
        let near = LEAPS.into_iter().filter_map(|(right, up)| {
            let (mut file, mut rank) = (from % files + right, from / files + up);
            if surface != Surface::Flat {
                file = file.rem_euclid(files);
            }
            if surface == Surface::Torus {
                rank = rank.rem_euclid(ranks);
            }
            let is_on_board = (0..files).contains(&file) && (0..ranks).contains(&rank);
            is_on_board.then_some(rank * files + file)
        });
        near.filter(|&to| to != from).fold(0, |bits, to| bits | 1 << to)
    };
    (0..files * ranks).map(around).collect()
}

/// Returns all pairs of ends of tours, by dynamic programming over sets of squares.
fn ends(neighbours: &[u32]) -> Pairs {
    let squares = neighbours.len();
    let all = (1_usize << squares) - 1;
    let mut pairs = Pairs::new();
    for start in 0..squares {
        let mut heads = vec![0_u32; all + 1];
        heads[1 << start] = 1 << start;
        for visited in 0..=all {
            let here = heads[visited];
            for head in (0..squares).filter(|head| here >> head & 1 == 1) {
                let free = neighbours[head] as usize & !visited;
                for to in (0..squares).filter(|to| free >> to & 1 == 1) {
                    heads[visited | 1 << to] |= 1 << to;
                }
            }
        }
        pairs.extend((0..squares).filter(|end| heads[all] >> end & 1 == 1).map(|end| (start, end)));
    }
    pairs
}

#[test]
fn no_tour_round_a_cylinder_or_torus_is_refused() {
    const MOST_SQUARES: u32 = 15;
    let (mut refused, mut toured) = (0, 0);
    let sizes = (1..=7).flat_map(|files| (1..=7).map(move |ranks| (files, ranks)));
    for (files, ranks) in sizes.filter(|(files, ranks)| files * ranks <= MOST_SQUARES) {
        for surface in [Surface::Cylinder, Surface::Torus] {
            let board = Board::wrapped(files, ranks, surface).unwrap();
            let near = neighbours(files, ranks, surface);
            let truth = ends(&near);
            let squares = || (0..near.len()).map(Some).chain([None]);
            for kind in KINDS {
                let fits = |&&(a, b): &&(usize, usize)| {
                    let closed = near.len() > 2 && near[a] >> b & 1 == 1;
                    match kind {
                        Kind::Any => true,
                        Kind::Closed => closed,
                        Kind::Open => !closed,
                    }
                };
                let pairs: Pairs = truth.iter().filter(fits).copied().collect();
                for (start, end) in squares().flat_map(|a| squares().map(move |b| (a, b))) {
                    if near.len() > 1 && start.is_some() && start == end {
                        continue;
                    }
                    let has_tour = pairs.iter().any(|&(a, b)| {
                        start.is_none_or(|start| start == a) && end.is_none_or(|end| end == b)
                    });
                    let decision = decide(&problem(&board, kind, start, end));
                    let is_refused = matches!(decision, Decision::Impossible(_));
                    assert!(!(has_tour && is_refused), "{decision:?}");
                    if has_tour {
                        toured += 1;
                    }
                    if is_refused {
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 1000 && toured > 1000, "{refused} refused, {toured} with a tour");
}
