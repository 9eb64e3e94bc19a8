//! Boards of a size that nobody searches.

use std::time::Instant;

use super::*;

#[test]
fn boards_of_all_sorts() {
    let zebra = Piece::from(Leaper::new(2, 3).unwrap());
    let giraffe = Piece::from(Leaper::new(1, 4).unwrap());
    let knight = || Piece::KNIGHT;
    for (text, piece) in [
        ("50x50", knight()),
        ("200x7", knight()),
        ("cylinder:30x20", knight()),
        ("torus:30x20", knight()),
        ("torus:6x6", knight()),
        ("box:8x8x8", knight()),
        ("box:3x20x4", knight()),
        ("60x60", zebra.clone()),
        ("torus:40x20", zebra),
        ("60x60", giraffe),
    ] {
        for kind in KINDS {
            for seed in 0..3 {
                let problem = Problem::with_piece(board(text), piece.clone()).of_kind(kind);
                assert!(solve(&problem, seed).is_found(), "{text} {piece} {kind:?} {seed}");
            }
        }
    }
}

#[test]
fn boards_of_an_odd_number_of_squares() {
    for seed in 0..5 {
        for kind in [Kind::Any, Kind::Open] {
            let problem = Problem::new(board("51x51")).of_kind(kind);
            assert!(solve(&problem, seed).is_found(), "{kind:?} {seed}");
            let problem = problem.to("c3").unwrap();
            assert!(solve(&problem, seed).is_found(), "{kind:?} {seed} to c3");
        }
    }
}

/// Random shapes of about 10,000 squares: each is found or proved to have no tour.
#[test]
fn a_hundred_by_a_hundred_with_holes() {
    let mut words = std::collections::BTreeMap::new();
    for seed in 0..12 {
        let mut random = Random::new(seed, "hundred");
        let board = with_holes(board("100x100"), 300, &mut random);
        for kind in KINDS {
            let problem = Problem::new(board.clone()).of_kind(kind);
            let outcome = solve(&problem, seed);
            if let Outcome::Impossible(proof) = &outcome {
                assert_ne!(counted::holds(&problem, proof.reason()), Some(false));
            }
            *words.entry(outcome.word()).or_insert(0) += 1;
        }
    }
    assert_eq!(words.get("unknown"), None, "{words:?}");
    assert!(words["found"] >= 24, "{words:?}");
}

/// Many holes starve some squares: without the simple tests before it, the flow shows them.
#[test]
fn starved_squares_are_shown() {
    let mut shown = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed, "starved");
        let board = with_holes(board("30x30"), 120 + 2 * (seed % 20), &mut random);
        for kind in KINDS {
            let problem = Problem::new(board.clone()).of_kind(kind);
            let mut run = Run::new();
            let task = Task::new(&problem, &mut run).unwrap();
            let plan = if kind == Kind::Closed { Plan::Ring } else { Plan::Path };
            let cover = task.cover(plan, &mut random, &mut run).unwrap();
            if let Cover::None(lack) = cover {
                let reason = task.reason(lack).expect("ends have room");
                assert_eq!(counted::holds(&problem, &reason), Some(true), "{problem:?}");
                shown += 1;
            }
        }
    }
    assert!(shown > 60, "{shown}");
}

/// Any square can be the start, and nearly any two squares of different colours the ends.
#[test]
fn ends_are_kept() {
    let mut random = Random::new(1, "ends");
    let board = with_holes(board("20x15"), 6, &mut random);
    assert!(solve(&Problem::new(board.clone()).closed(), 0).is_found(), "no square is starved");
    let squares: Vec<Square> = board.squares().collect();
    let mut draw = |colour: u8| {
        loop {
            let square = squares[random.below(squares.len() as u64) as usize];
            if board.colour(square) == colour {
                break square;
            }
        }
    };
    let (mut starts, mut pairs) = (0, 0);
    for seed in 0..60 {
        let (start, end) = (draw(0), draw(1));
        let problem = Problem::new(board.clone()).from(start).unwrap();
        let open = solve(&problem.clone().open(), seed);
        if open.is_found() {
            starts += 1;
        }
        let between = solve(&problem.to(end).unwrap(), seed);
        if between.is_found() {
            pairs += 1;
        }
        for outcome in [open, between] {
            assert!(!matches!(outcome, Outcome::Unknown(_)), "{}", board.name(start));
        }
    }
    assert!(starts >= 57 && pairs >= 57, "{starts} and {pairs} of 60");
}

/// Boards that a search would do better, as a measure of the merging.
#[test]
fn most_small_boards_come_together() {
    for (text, kind, least) in [
        ("6x6", Kind::Closed, 49),
        ("8x8", Kind::Closed, 49),
        ("8x8-d4,d5", Kind::Closed, 49),
        ("5x6", Kind::Open, 49),
        ("10x10", Kind::Open, 49),
    ] {
        let problem = Problem::new(board(text)).of_kind(kind);
        let found = (0..50).filter(|&seed| solve(&problem, seed).is_found()).count();
        assert!(found >= least, "{text} {kind:?}: {found} of 50");
    }
}

/// The same seed gives the same tour, another seed another one.
#[test]
fn seeds_decide() {
    let problem = Problem::new(board("24x24-c3,f5")).closed();
    let tours: Vec<_> = (0..3).map(|seed| solve(&problem, seed).tour()).collect();
    assert!(tours[0].is_some() && tours[0] == solve(&problem, 0).tour());
    assert!(tours[0] != tours[1] && tours[1] != tours[2]);
}

/// How a board comes together, phase by phase.
fn measured(board: Board, seed: u64) {
    let problem = Problem::new(board).closed();
    let (mut run, mut random) = (Run::new(), Random::new(seed, "patch"));
    let begun = Instant::now();
    let task = Task::new(&problem, &mut run).unwrap();
    let cover = task.cover(Plan::Ring, &mut random, &mut run).unwrap();
    let Cover::Loops(mut loops) = cover else { panic!("no factor") };
    let factor = (loops.count(), begun.elapsed());
    merge::sweep(&mut loops, &mut random, &mut run).unwrap();
    let swept = (loops.count(), begun.elapsed());
    mend::mend(&mut loops, &mut random, &mut run).unwrap();
    assert_eq!(loops.count(), 1);
    let path = task.path(&loops, &mut run).unwrap();
    assert!(run_along(&problem, path, &mut run).unwrap().is_found());
    println!("factor {factor:?}, by pairs {swept:?}, in all {:?}", begun.elapsed());
}

/// The ladder: a million squares less one in a hundred, and four million.
#[test]
#[ignore = "seconds, and the optimised build is what counts"]
fn patch_1000() {
    for seed in 0..10 {
        let mut random = Random::new(seed, "thousand");
        measured(with_holes(board("1000x1000"), 10_000, &mut random), seed);
    }
}

#[test]
#[ignore = "seconds, and the optimised build is what counts"]
fn patch_2000() {
    measured(board("2000x2000"), 0);
}
