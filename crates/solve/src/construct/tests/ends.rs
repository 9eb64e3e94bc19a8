//! Both ends given.

use super::*;

/// On five ranks with an even number of files, a square beside the middle of the short edge that
/// is an end makes one of the two corners it guards the other end.
fn has_tour_on_five(sides: Sides, ends: [u32; 2]) -> bool {
    let last = sides.files - 1;
    let guards = [(1, 0), (last - 1, last)];
    sides.files % 2 == 1
        || guards.iter().all(|&(file, edge)| {
            let guard = sides.at(file, 2);
            let corners = [sides.at(edge, 0), sides.at(edge, 4)];
            !ends.contains(&guard) || ends.iter().any(|end| corners.contains(end))
        })
}

/// Checks all pairs that have a tour, and some of those that have none: their proof takes longer.
fn every_pair(files: u32, ranks: u32, expected: impl Fn(Sides, [u32; 2]) -> bool) {
    let board = board(files, ranks);
    let sides = Sides::of(&board);
    let mut without = 0;
    for start in 0..files * ranks {
        for end in (start + 1..files * ranks).filter(|&end| sides.colours_allow(start, end)) {
            let problem = between(&board, start, end);
            if expected(sides, [start, end]) {
                assert!(solve(&problem).is_found(), "{board} {start} {end}");
            } else {
                without += 1;
                if without % 50 == 1 {
                    assert!(solve(&problem).is_impossible(), "{board} {start} {end}");
                }
            }
        }
    }
}

#[test]
fn every_pair_of_ends_that_the_colours_allow_has_a_tour() {
    for (files, ranks) in [(6, 6), (6, 7), (7, 6), (7, 7), (8, 6), (12, 6), (6, 13)] {
        every_pair(files, ranks, |_, _| true);
    }
}

#[test]
fn every_pair_of_ends_on_five_ranks_is_right() {
    for files in [7, 8, 9, 10, 12, 13, 18] {
        every_pair(files, 5, has_tour_on_five);
    }
}

#[test]
#[ignore = "half a minute"]
fn every_pair_of_ends_11() {
    for files in 6..=11 {
        for ranks in 6..=11 {
            every_pair(files, ranks, |_, _| true);
        }
    }
    for files in 7..=60 {
        every_pair(files, 5, has_tour_on_five);
    }
}

/// Boards with sides from 6 to `side`, ends by chance, of any kind that they allow.
fn random_pairs(side: u64, boards: u64) {
    let mut random = Random::new(side, "pairs of ends");
    for seed in 0..boards {
        let [files, ranks] = [(); 2].map(|()| 6 + random.below(side - 5) as u32);
        let board = board(files, ranks);
        let sides = Sides::of(&board);
        let [start, end] = [(); 2].map(|()| random.below(board.len()) as u32);
        if start == end || !sides.colours_allow(start, end) {
            continue;
        }
        let problem = between(&board, start, end);
        let outcome = Construct::default().solve(&problem, &mut Run::new().seed(seed));
        assert!(outcome.is_found(), "{board} {start} {end}");
        let open = Problem::new(board.clone()).open().from(wide(start)).unwrap();
        assert!(solve(&open).is_found(), "{board} {start}");
    }
}

#[test]
fn random_pairs_60() {
    random_pairs(60, 4000);
}

#[test]
fn random_pairs_300() {
    random_pairs(300, 12);
}

#[test]
#[ignore = "a minute"]
fn random_pairs_2000() {
    random_pairs(60, 100_000);
    random_pairs(2000, 30);
}

#[test]
fn ends_that_contradict_the_kind_are_proved_impossible() {
    let eight = || Problem::new(board(8, 8)).from("a1").unwrap();
    assert!(solve(&eight().to("b3").unwrap().closed()).is_found());
    assert!(solve(&eight().to("b1").unwrap().closed()).is_impossible());
    assert!(solve(&eight().to("b3").unwrap().open()).is_impossible());
    assert!(solve(&eight().to("b1").unwrap().open()).is_found());
    assert!(solve(&eight().to("c1").unwrap()).is_impossible(), "colours");
}
