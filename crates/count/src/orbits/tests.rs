use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use caracole_core::{Kind, Leaper, Piece, Square};

use super::*;
use crate::list::list;
use crate::list::tests::brute::key;
use crate::{Direction, Options};

fn problem(board: &str, kind: Kind) -> Problem {
    Problem::new(board.parse().unwrap()).of_kind(kind)
}

/// Compares the counts with all listed tours and their images under all symmetries.
fn check(question: &Question) -> (u64, u64) {
    let board = question.problem().board();
    let mut tours = BTreeSet::new();
    list(question, &Job::new(), &mut |tour| {
        tours.insert(key(question, tour.squares().map(Square::index)));
        ControlFlow::Continue(())
    })
    .unwrap();
    let image = |tour: &[u64], symmetry: Symmetry| {
        let to = |&square| symmetry.apply(board, Square::from_index(square)).index();
        key(question, tour.iter().map(to))
    };
    let all = Symmetry::of(board);
    let mut fixed = BTreeMap::new();
    let mut first = BTreeSet::new();
    for tour in &tours {
        let images: Vec<_> = all.iter().map(|&symmetry| image(tour, symmetry)).collect();
        for (at, _) in images.iter().enumerate().filter(|&(_, other)| other == tour) {
            *fixed.entry(at).or_insert(0_u64) += 1;
        }
        first.insert(images.into_iter().min());
    }
    let mut symmetric_tours = 0;
    for (at, &symmetry) in all.iter().enumerate() {
        let expected = fixed.get(&at).copied().unwrap_or(0);
        let name = symmetry.name();
        for threads in [1, 3] {
            let found =
                symmetric(question, symmetry, &Job::with_options(&Options::new().threads(threads)))
                    .unwrap();
            assert_eq!(found, expected.into(), "{name}: {question:?}");
        }
        symmetric_tours += if symmetry == Symmetry::IDENTITY { 0 } else { expected };
    }
    let found = orbits(question, &Job::new()).unwrap();
    assert_eq!(found, (first.len() as u64).into(), "{question:?}");
    (tours.len() as u64, symmetric_tours)
}

#[test]
fn knights_against_plain_listing() {
    let mut symmetric_tours = 0;
    for (board, kinds) in [
        ("1x1", "aco"),
        ("1x2", "aco"),
        ("3x3-b2", "aco"),
        ("3x4", "ao"),
        ("4x5", "ao"),
        ("5x5", "ao"),
        ("5x5-c3", "aco"),
        ("5x6", "co"),
        ("3x10", "aco"),
        ("6x6", "c"),
        ("4x4-a1,d4", "aco"),
        ("4x5-a1,d5", "aco"),
        ("cylinder:3x4", "aco"),
        ("cylinder:4x3", "aco"),
        ("torus:3x3", "aco"),
        ("torus:3x4", "c"),
    ] {
        for kind in kinds.chars() {
            let kind = match kind {
                'a' => Kind::Any,
                'c' => Kind::Closed,
                _ => Kind::Open,
            };
            for direction in [Direction::Directed, Direction::Undirected] {
                let question = Question::new(problem(board, kind)).counting(direction);
                symmetric_tours += check(&question).1;
            }
        }
    }
    assert!(symmetric_tours > 100, "{symmetric_tours}");
}

/// Wazirs have many symmetric tours on few squares: of boxes with symmetries of order three, four and six, and of
/// boards with a quotient of one or two orbits.
#[test]
fn other_pieces_against_plain_listing() {
    for (board, leapers) in [
        ("2x2", &[(0, 1)][..]),
        ("1x2", &[(0, 1)]),
        ("1x3", &[(0, 1), (0, 2)]),
        ("2x2", &[(0, 1), (1, 1)]),
        ("3x3", &[(0, 1), (1, 1)]),
        ("3x3-b2", &[(0, 1), (1, 1)]),
        ("2x3", &[(0, 1), (1, 1)]),
        ("4x4", &[(0, 1)]),
        ("3x4", &[(0, 1), (1, 1)]),
        ("box:2x2x2", &[(0, 1)]),
        ("box:2x2x2", &[(0, 1), (1, 1)]),
        ("box:2x2x3", &[(0, 1)]),
        ("box:2x3x3-a2:2,b2:2", &[(0, 1)]),
        ("torus:3x3", &[(0, 1)]),
        ("torus:4x4-a1", &[(0, 1)]),
    ] {
        let leapers = leapers.iter().map(|&(a, b)| Leaper::new(a, b).unwrap());
        let piece = Piece::new(leapers).unwrap();
        for kind in [Kind::Any, Kind::Closed, Kind::Open] {
            let problem = Problem::with_piece(board.parse().unwrap(), piece.clone()).of_kind(kind);
            for direction in [Direction::Directed, Direction::Undirected] {
                check(&Question::new(problem.clone()).counting(direction));
            }
        }
    }
}

fn half_turns(board: &str, kind: Kind) -> Count {
    let question = Question::new(problem(board, kind)).counting(Direction::Undirected);
    let all = Symmetry::of(question.problem().board());
    let half = all.into_iter().find(|symmetry| symmetry.name() == "half turn").unwrap();
    symmetric(&question, half, &Job::new()).unwrap()
}

/// OEIS A169769 for three ranks, where all closed tours are those of A070030; OEIS A328340 for four, whose orbits
/// have two tours each.
#[test]
fn published_symmetric_figures() {
    for (board, all, classes) in [
        ("3x10", 16_u64, 6_u64),
        ("3x12", 176, 44),
        ("3x14", 1536, 396),
        ("3x16", 15424, 3868),
        ("3x18", 147_728, 37070),
        ("3x20", 1_448_416, 362_192),
        ("3x22", 14_060_048, 3_516_314),
        ("3x24", 136_947_616, 34_237_842),
    ] {
        let question = Question::new(problem(board, Kind::Closed));
        let others = Symmetry::of(question.problem().board()).into_iter().skip(1);
        let symmetric: Count =
            others.map(|symmetry| symmetric(&question, symmetry, &Job::new()).unwrap()).sum();
        assert_eq!(symmetric + Count::from(all), Count::from(classes) * 4, "{board}");
    }
    for (board, classes) in [("4x3", 2_u64), ("4x5", 3), ("4x7", 17), ("4x9", 112), ("4x11", 620)] {
        let halves = half_turns(board, Kind::Any);
        assert_eq!(halves, Count::from(classes) * 2, "{board}");
    }
    assert!(half_turns("4x8", Kind::Any).is_zero());
}

/// Half turns of 8x8 by `McKay` (1997): 608,233 orbits of four. Quarter turns of 10x10 by Jelliss: 415,902 orbits
/// of two.
#[test]
#[ignore = "takes seconds"]
fn symmetric_tours_of_larger_boards() {
    assert_eq!(half_turns("8x8", Kind::Closed), 2_432_932_u64.into());
    let question = Question::new(problem("10x10", Kind::Closed));
    let all = Symmetry::of(question.problem().board());
    let quarter = all.into_iter().find(|turn| turn.name().starts_with("quarter")).unwrap();
    assert_eq!(symmetric(&question, quarter, &Job::new()).unwrap(), 831_804_u64.into());
}

#[test]
fn what_is_fixed_has_no_classes() {
    let fixed = [
        problem("6x6", Kind::Any).start("a1").unwrap(),
        problem("6x6", Kind::Any).end("a1").unwrap(),
        problem("6x6", Kind::Closed).clue("c3", 7).unwrap(),
        problem("6x6", Kind::Closed).require("a1", "b3").unwrap(),
        problem("6x6", Kind::Open).forbid("a1", "b3").unwrap(),
        problem("6x6", Kind::Any).with_knights(2, ["a1"]).unwrap(),
    ];
    for problem in fixed {
        let question = Question::new(problem);
        let error = orbits(&question, &Job::new()).unwrap_err();
        assert!(matches!(error, CountError::Unanswerable(_)), "{error}");
        let error = symmetric(&question, Symmetry::IDENTITY, &Job::new()).unwrap_err();
        assert!(matches!(error, CountError::Unanswerable(_)), "{error}");
    }
    let turn = Symmetry::of(&"4x4".parse().unwrap())[4];
    let error = symmetric(&Question::new(problem("3x4", Kind::Any)), turn, &Job::new());
    assert!(matches!(error, Err(CountError::Unanswerable(_))));
}
