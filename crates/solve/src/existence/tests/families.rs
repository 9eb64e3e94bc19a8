//! Families of boards, and numbers that others have published.

use super::*;

/// Every pair of a thin board, one of each set of images, by the exact search in layers.
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

/// How many unordered pairs of squares have a tour between them.
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
