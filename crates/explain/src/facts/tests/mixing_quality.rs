use caracole_core::{Path, Problem};

use caracole_verify::Tour;

use crate::MixingQuality;

fn tour(board: &str, names: &str) -> Tour {
    let problem = Problem::new(board.parse().unwrap());
    let path: Result<Path, _> =
        names.split(' ').map(|name| problem.board().parse_square(name)).collect();
    Tour::verify(&problem, path.unwrap()).unwrap()
}

/// The way round 3x3 without its middle, the only one.
const RING: &str = "a1 b3 c1 a2 c3 b1 a3 c2";

#[test]
fn the_same_moves_walked_otherwise_do_not_differ() {
    let before = tour("3x3-b2", RING);
    assert!(before.is_closed());
    for names in ["c2 a3 b1 c3 a2 c1 b3 a1", "c3 b1 a3 c2 a1 b3 c1 a2"] {
        let mixture = MixingQuality::of(&before, &tour("3x3-b2", names)).unwrap();
        assert_eq!((mixture.moves, mixture.differing), (8, 0), "{names}");
        assert_eq!(mixture.slopes.iter().map(|&(_, count)| count).collect::<Vec<_>>(), [2; 4]);
        assert!(mixture.slope_deviation() < 1e-9);
    }
}

#[test]
fn differing_moves_and_slopes_have_shares() {
    let before = tour("3x4", "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4");
    // Ten moves are the same: all but a1 c2.
    let after = tour("3x4", "b4 a2 c1 b3 a1 c2 a3 b1 c3 a4 b2 c4");
    let mixture = MixingQuality::of(&before, &after).unwrap();
    assert_eq!((mixture.moves, mixture.differing), (11, 1));
    assert!((mixture.share_differing() - 1.0 / 11.0).abs() < 1e-9);
    let shares: Vec<f64> = mixture.slope_shares().map(|(_, share)| share).collect();
    let equal = 1.0 / shares.len() as f64;
    let least = shares.iter().fold(1.0_f64, |least, &share| least.min(share));
    assert!(least < equal && mixture.slope_deviation() >= equal - least);
    assert!(mixture.slope_deviation() < 1.0);
}

#[test]
fn tours_of_other_boards_are_not_compared() {
    let before = tour("3x3-b2", RING);
    let after = tour("3x4", "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4");
    assert_eq!(MixingQuality::of(&before, &after), None);
}

#[test]
fn a_tour_without_moves_has_no_shares() {
    let one = tour("1x1", "a1");
    let mixture = MixingQuality::of(&one, &one).unwrap();
    assert_eq!((mixture.moves, mixture.differing), (0, 0));
    assert_eq!(mixture.share_differing().to_bits(), 0.0_f64.to_bits());
}

#[test]
fn echoes_are_counted_square_by_square() {
    let tour = tour("3x4", "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4");
    let is = |files, ranks, expected: f64| {
        assert!(
            (MixingQuality::translation_similarity(&tour, files, ranks) - expected).abs() < 1e-9,
            "{files} {ranks}"
        );
    };
    is(0, 0, 1.0);
    // The tour climbs file by file: a3 and a4, b1 and b2, b3 and b4, c1 and c2 look the same.
    is(0, 1, 4.0 / 9.0);
    is(1, 0, 0.0);
    is(5, 0, 0.0);
    is(0, u32::MAX, 0.0);
}
