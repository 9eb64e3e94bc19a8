//! The arithmetic of a colony, with numbers computed by hand.

use caracole_core::Graph;

use super::colony::Tours;
use super::colony::Trails;
use super::colony::choose;
use super::settings::{Evaporation, Exponent, Strength};
use crate::{Random, Run};

/// Errors quote the input without control characters.
#[test]
fn messages_hold_no_control_characters() {
    let error = "\u{1b}[2J".parse::<Strength>().expect_err("no number");
    assert!(error.to_string().starts_with("'?[2J' does not fit"), "{error}");
}

/// Five squares in a row, a move between neighbours, with trails of 8.
fn row(exponent: f64) -> (Graph, Trails) {
    let graph = Graph::from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)]).unwrap();
    let (first, exponent) = (Strength::try_from(8.0).unwrap(), Exponent::try_from(exponent));
    let trails = Trails::new(&graph, 2, first, exponent.unwrap(), &mut Run::new()).unwrap();
    (graph, trails)
}

/// Returns the slot of each move.
const fn place(from: usize, way: usize) -> usize {
    8 * from + way
}

fn assert_near(numbers: &[f64], expected: &[f64]) {
    assert_eq!(numbers.len(), expected.len());
    let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
    assert!(numbers.iter().zip(expected).all(is_near), "{numbers:?} {expected:?}");
}

#[test]
fn ants_leave_more_the_farther_they_come() {
    let (graph, mut trails) = row(1.0);
    let deposit = Strength::try_from(12.0).unwrap();
    // From 2 to 4, two moves of four: 12 * 2/4 and 12 * 1/3.
    trails.deposit(&[place(2, 1), place(3, 1)], deposit);
    // From 3 to 0, three moves of four: 12 * 3/4, 12 * 2/3 and 12 * 1/2.
    trails.deposit(&[place(3, 0), place(2, 0), place(1, 0)], deposit);
    // A tour from 0 deposits 12 on each move.
    trails.deposit(&[place(0, 0), place(1, 1), place(2, 1), place(3, 1)], deposit);
    assert_near(&trails.listed(&graph), &[8.0; 8]);
    trails.update(Evaporation::default(), &mut Run::new()).unwrap();
    // Of 8 there are 6 left. The moves are 01, 10 12, 21 23, 32 34, 43.
    let left = [12.0, 6.0, 12.0, 8.0, 6.0 + 12.0, 9.0, 4.0 + 12.0, 0.0];
    assert_near(&trails.listed(&graph), &left.map(|left| 6.0 + left));
    // The deposits are not added again.
    trails.update(Evaporation::try_from(0.75).unwrap(), &mut Run::new()).unwrap();
    assert_near(&trails.listed(&graph), &left.map(|left| (6.0 + left) / 4.0));
}

#[test]
fn powers_keep_their_proportions() {
    let (_, mut trails) = row(2.0);
    trails.deposit(&[place(1, 0)], Strength::try_from(64.0).unwrap());
    trails.update(Evaporation::try_from(0.0).unwrap(), &mut Run::new()).unwrap();
    // 8 + 64 * 1/4 on one side of 1, and 8 on the other: 24 to 8, squared 9 to 1.
    let weights = &trails.weights()[place(1, 0)..=place(1, 1)];
    assert_near(&[weights[0] / weights[1]], &[9.0]);
}

#[test]
fn trails_never_vanish_and_never_burst() {
    for (exponent, share) in [(1.0, 1.0), (1.0, 0.0), (300.0, 0.5), (0.0, 1.0)] {
        let (graph, mut trails) = row(exponent);
        for _ in 0..5000 {
            trails.deposit(&[place(0, 0), place(1, 1)], Strength::try_from(f64::MAX).unwrap());
            trails.update(Evaporation::try_from(share).unwrap(), &mut Run::new()).unwrap();
        }
        for numbers in [trails.weights(), &trails.listed(&graph)] {
            assert!(numbers.iter().all(|number| number.is_normal() && *number > 0.0));
            assert!(numbers.iter().sum::<f64>().is_finite());
        }
    }
}

/// One, two and three groups of lanes; every third vertex is taken.
#[test]
fn chances_are_in_proportion_to_weights() {
    for groups in 1..=3 {
        let targets: Vec<u32> = (0..8 * groups).collect();
        let weights: Vec<f64> = targets.iter().map(|&to| f64::from(to % 5 + 1)).collect();
        let mask = |to: u32| if to % 3 == 1 { 0 } else { u64::MAX };
        let mut sums = vec![[0.0; 8]; groups as usize];
        let mut random = Random::new(0, "test");
        let mut times = vec![0_u32; targets.len()];
        for _ in 0..100_000 {
            times[choose(&weights, &targets, mask, &mut sums, &mut random).unwrap()] += 1;
        }
        let open = |to: &u32| if to % 3 == 1 { 0.0 } else { weights[*to as usize] };
        let total: f64 = targets.iter().map(open).sum();
        for to in &targets {
            let (share, seen) = (open(to) / total, f64::from(times[*to as usize]) / 1e5);
            // Five standard errors.
            assert!((share - seen).abs() <= 5.0 * (share * (1.0 - share) / 1e5).sqrt(), "{to}");
        }
        assert_eq!(choose(&weights, &targets, |_| 0, &mut sums, &mut random), None);
        let only = |to| if to == 8 * groups - 1 { u64::MAX } else { 0 };
        let last = choose(&weights, &targets, only, &mut sums, &mut random);
        assert_eq!(last, Some(targets.len() - 1));
    }
}

/// Tours with different directions or starts are different, and indices of more than one byte are distinct.
#[test]
fn tours_are_told_apart() {
    for vertices in [4, 256, 257, 65_536, 65_537, 1 << 27] {
        let (mut tours, last) =
            (Tours::new(vertices, Run::new().reserve(0).unwrap()), vertices - 1);
        let mut keep = |path: &[u32]| tours.insert(path, &Run::new()).map(|()| tours.count());
        assert_eq!(keep(&[0, 1, 2, last]), Ok(1));
        assert_eq!(keep(&[last, 2, 1, 0]), Ok(2));
        assert_eq!(keep(&[1, 2, last, 0]), Ok(3));
        assert_eq!(keep(&[0, 1, 2, last]), Ok(3));
        assert_eq!(keep(&[0, 1, 2, last / 256]), Ok(4));
    }
}
