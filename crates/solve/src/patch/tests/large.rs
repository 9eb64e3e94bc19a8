//! Large boards.

use std::time::Instant;

use super::*;

#[test]
fn surfaces_and_leapers() {
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
            let problem = problem.end("c3").unwrap();
            assert!(solve(&problem, seed).is_found(), "{kind:?} {seed} to c3");
        }
    }
}

/// Each random shape of about 10,000 squares has a tour or a proof.
#[test]
fn boards_of_10000_squares_with_holes() {
    let mut words = std::collections::BTreeMap::new();
    for seed in 0..12 {
        let mut random = Random::new(seed, "hundred");
        let board = with_holes(board("100x100"), 300, &mut random);
        for kind in KINDS {
            let problem = Problem::new(board.clone()).of_kind(kind);
            let outcome = solve(&problem, seed);
            if let Outcome::Impossible(proof) = &outcome {
                assert_ne!(holds(&problem, proof.reason()), Some(false));
            }
            *words.entry(outcome.name()).or_insert(0) += 1;
        }
    }
    assert_eq!(words.get("unknown"), None, "{words:?}");
    assert!(words["found"] >= 24, "{words:?}");
}

/// Boards with many holes often have deficient sets, which the flow finds.
#[test]
fn deficient_sets_are_valid_reasons() {
    let mut proved = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed, "starved");
        let board = with_holes(board("30x30"), 120 + 2 * (seed % 20), &mut random);
        for kind in KINDS {
            let problem = Problem::new(board.clone()).of_kind(kind);
            let mut run = Run::new();
            let model = TwoFactorModel::new(&problem, &mut run).unwrap();
            let shape = if kind == Kind::Closed { TourShape::Cycle } else { TourShape::Path };
            let cover = model.cover(shape, &mut random, &mut run).unwrap();
            if let Cover::None(obstruction) = cover {
                let reason = model.reason(obstruction).expect("a deficient set");
                assert_eq!(holds(&problem, &reason), Some(true), "{problem:?}");
                proved += 1;
            }
        }
    }
    assert!(proved > 60, "{proved}");
}

/// Nearly all pairs of ends of different colours have a tour.
#[test]
fn tours_have_the_given_ends() {
    let mut random = Random::new(1, "ends");
    let board = with_holes(board("20x15"), 6, &mut random);
    assert!(solve(&Problem::new(board.clone()).closed(), 0).is_found(), "no set is deficient");
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
        let problem = Problem::new(board.clone()).start(start).unwrap();
        let open = solve(&problem.clone().open(), seed);
        if open.is_found() {
            starts += 1;
        }
        let between = solve(&problem.end(end).unwrap(), seed);
        if between.is_found() {
            pairs += 1;
        }
        for outcome in [open, between] {
            assert!(!matches!(outcome, Outcome::Unknown(_)), "{}", board.name(start));
        }
    }
    assert!(starts >= 57 && pairs >= 57, "{starts} and {pairs} of 60");
}

/// Measures how often merging succeeds on small boards.
#[test]
fn merging_succeeds_on_most_small_boards() {
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

#[test]
fn the_tour_depends_on_the_seed() {
    let problem = Problem::new(board("24x24-c3,f5")).closed();
    let tours: Vec<_> = (0..3).map(|seed| solve(&problem, seed).found()).collect();
    assert!(tours[0].is_some() && tours[0] == solve(&problem, 0).found());
    assert!(tours[0] != tours[1] && tours[1] != tours[2]);
}

/// Measures the phases of the method on a board.
fn measure_phases(board: Board, seed: u64) {
    let problem = Problem::new(board).closed();
    let (mut run, mut random) = (Run::new(), Random::new(seed, "patch"));
    let begun = Instant::now();
    let model = TwoFactorModel::new(&problem, &mut run).unwrap();
    let cover = model.cover(TourShape::Cycle, &mut random, &mut run).unwrap();
    let Cover::Cycles(mut cycles) = cover else { panic!("no factor") };
    let factor = (cycles.count(), begun.elapsed());
    merge::join_pairs(&mut cycles, &mut random, &mut run).unwrap();
    let joined = (cycles.count(), begun.elapsed());
    merge::repair(&mut cycles, &mut random, &mut run).unwrap();
    assert_eq!(cycles.count(), 1);
    let path = model.path(&cycles, &mut run).unwrap();
    assert!(run.answer(&problem, Answer::Tour(path)).unwrap().is_found());
    println!("factor {factor:?}, pairs {joined:?}, total {:?}", begun.elapsed());
}

#[test]
#[ignore = "a benchmark of some seconds for optimised builds"]
fn patch_1000() {
    for seed in 0..10 {
        let mut random = Random::new(seed, "thousand");
        measure_phases(with_holes(board("1000x1000"), 10_000, &mut random), seed);
    }
}

#[test]
#[ignore = "a benchmark of some seconds for optimised builds"]
fn patch_2000() {
    measure_phases(board("2000x2000"), 0);
}
