//! Small rectangles with any set of holes.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use caracole_core::{Problem, Square};
use caracole_runtime::parallel;
use caracole_solve::Random;

use crate::decided::decided;
use crate::truth::Truth;
use crate::{KINDS, board_of};

/// Compares the search with the table for a set of squares of a rectangle. Returns the kinds of its tours.
fn compare([files, ranks]: [u32; 2], truth: &Truth, set: u32) -> [bool; 3] {
    let squares = (0..files * ranks).filter(|at| set >> at & 1 == 1);
    let board = board_of(files, ranks, squares.map(|at| Square::from_index(at.into())));
    KINDS.map(|kind| {
        let problem = Problem::new(board.clone()).of_kind(kind);
        let is_found = decided(&problem).is_found();
        assert_eq!(is_found, truth.has_tour(set, kind), "{board} {kind:?}");
        is_found
    })
}

/// Compares all sets of squares up to symmetry on all threads. Returns the numbers of sets with any, with closed
/// and with open tours, each orbit with its size.
fn compare_all(sides: [u32; 2]) -> [u32; 3] {
    const AT_ONCE: u32 = 1 << 10;
    let truth = Truth::new(sides[0], sides[1]);
    let next = AtomicU32::new(1);
    let work = || {
        let mut touring = [0; 3];
        loop {
            let first = next.fetch_add(AT_ONCE, Ordering::Relaxed);
            if first >= truth.sets() {
                return touring;
            }
            for set in first..(first + AT_ONCE).min(truth.sets()) {
                let Some(class) = truth.class(set) else { continue };
                let found = compare(sides, &truth, set);
                for (count, _) in touring.iter_mut().zip(found).filter(|&(_, found)| found) {
                    *count += class;
                }
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..parallel::cores().get()).map(|_| scope.spawn(work)).collect();
        let counts = workers.into_iter().map(|worker| worker.join().expect("nothing to report"));
        counts.fold([0; 3], |all, some| std::array::from_fn(|at| all[at] + some[at]))
    })
}

#[test]
fn every_set_of_holes_up_to_4x4_and_3x6() {
    let mut all = Vec::new();
    for files in 1..=4 {
        for ranks in 1..=4 {
            all.push([files, ranks]);
        }
    }
    all.extend([[3, 5], [6, 3]]);
    let mut touring = [0; 3];
    for sides in all {
        let some = compare_all(sides);
        touring = std::array::from_fn(|at| touring[at] + some[at]);
    }
    // The expected numbers exclude that both return "none" for all sets.
    assert_eq!(touring, [12_626, 416, 12_462]);
}

#[test]
fn some_sets_of_holes_of_5x5() {
    let truth = Truth::new(5, 5);
    let mut random = Random::new(0, "holes of 5x5");
    let mut touring = [0; 3];
    for at in 0..20_000 {
        // Half of them have few holes, because few other sets have tours.
        let mut set = random.bits() as u32;
        if at % 2 == 0 {
            set |= random.bits() as u32 | random.bits() as u32;
        }
        let set = set & (truth.sets() - 1);
        if set != 0 {
            let found = compare([5, 5], &truth, set);
            for (count, _) in touring.iter_mut().zip(found).filter(|&(_, found)| found) {
                *count += 1;
            }
        }
    }
    assert_eq!(touring, [3725, 451, 3725]);
}

#[test]
#[ignore = "a million sets of squares"]
fn every_set_of_holes_of_4x5() {
    assert_eq!(compare_all([4, 5]), [41_752, 2118, 41_557]);
}

#[test]
#[ignore = "33 million sets of squares, a minute or more"]
fn every_set_of_holes_of_5x5() {
    assert_eq!(compare_all([5, 5]), [851_487, 49_245, 850_836]);
}
