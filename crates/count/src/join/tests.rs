//! Compares the join with all pairs of matchings, one by one.

use caracole_solve::Random;
use num_bigint::BigUint;

use super::*;
use crate::matching::Mates;

/// Random weights for about one in `every` matchings.
fn some(pairs: usize, every: u64, random: &mut Random) -> Vec<(u64, u64)> {
    let here = |number: u64, random: &mut Random| {
        (random.below(every) == 0).then(|| (number, 1 + random.below(1000)))
    };
    (0..matchings(pairs)).filter_map(|number| here(number, random)).collect()
}

fn is_one_loop(pairs: usize, first: u64, second: u64) -> bool {
    let (first, second) = (Mates::unrank(pairs, first), Mates::unrank(pairs, second));
    let (mut end, mut walked) = (0_usize, 0);
    loop {
        end = second.0[usize::from(first.0[end])].into();
        walked += 1;
        if end == 0 {
            return walked == pairs;
        }
    }
}

fn pair_by_pair(pairs: usize, first: &[(u64, u64)], second: &[(u64, u64)]) -> u128 {
    let mut sum = 0;
    for (one, weight) in first {
        for (other, others) in second.iter().filter(|(other, _)| is_one_loop(pairs, *one, *other)) {
            let _ = other;
            sum += u128::from(*weight) * u128::from(*others);
        }
    }
    sum
}

/// The weights of a first block can all come together in one matching; those of a second block are not added.
#[test]
fn sums_of_weights_fit_in_the_size_of_a_join() {
    let block = |width: u8| [0, width, 0];
    let size = |pairs, first, second| {
        let [first, second] = [block(first), block(second)];
        size_of_join(Block { bytes: &first, pairs }, Block { bytes: &second, pairs })
    };
    // One pair has one matching, two have 3, three 15, four 105, six 10395.
    let small = [(1, 7, 1), (2, 7, 8), (3, 7, 8), (4, 7, 1)];
    let middle = [(1, 8, 1), (6, 7, 1), (1, 1, 9), (3, 8, 8), (3, 15, 16), (4, 15, 1)];
    let large = [(1, 16, 1), (3, 16, 1), (1, 1, 17), (4, 40, 40)];
    for (sizes, expected) in
        [(&small[..], Size::Small), (&middle, Size::Middle), (&large, Size::Large)]
    {
        for &(pairs, first, second) in sizes {
            assert_eq!(size(pairs, first, second), expected, "{pairs} {first} {second}");
        }
    }
}

#[test]
fn joined_at_once_as_pair_by_pair() {
    let mut random = Random::new(1, "join");
    for (pairs, every) in [(1, 1), (2, 1), (3, 1), (3, 3), (4, 1), (4, 5), (5, 3), (5, 40), (6, 50)]
    {
        for _ in 0..4 {
            let first = some(pairs, every, &mut random);
            let second = some(pairs, every, &mut random);
            let expected = pair_by_pair(pairs, &first, &second);
            let mut sum = Sum::default();
            Joiner::new(u64::MAX).join(pairs, &first, &second, &mut sum);
            assert_eq!(sum.total(), BigUint::from(expected), "{pairs} pairs");
            let wide = |list: &[(u64, u64)]| -> Vec<(u64, u128)> {
                list.iter().map(|&(number, weight)| (number, weight.into())).collect()
            };
            let mut sum = Sum::default();
            Joiner::new(u64::MAX).join(pairs, &wide(&first), &wide(&second), &mut sum);
            assert_eq!(sum.total(), BigUint::from(expected), "{pairs} pairs, wide");
        }
    }
}

#[test]
fn with_more_pairs_than_have_tables() {
    let mut random = Random::new(2, "join");
    for pairs in [8, 9, 11] {
        let mut few = || -> Vec<(u64, u64)> {
            let mut list: Vec<_> =
                (0..60).map(|_| (random.below(matchings(pairs)), 1 + random.below(9))).collect();
            list.sort_unstable();
            list.dedup_by_key(|(number, _)| *number);
            list
        };
        let (first, second) = (few(), few());
        let mut sum = Sum::default();
        Joiner::new(u64::MAX).join(pairs, &first, &second, &mut sum);
        assert_eq!(sum.total(), BigUint::from(pair_by_pair(pairs, &first, &second)));
    }
}

#[test]
fn every_number_has_its_pair() {
    let mut random = Random::new(3, "join");
    for (pairs, every) in [(1, 1), (2, 1), (3, 2), (4, 6)] {
        let small = |list: Vec<(u64, u64)>| -> Vec<(u64, u64)> {
            list.into_iter().map(|(number, weight)| (number, 1 + weight % 3)).collect()
        };
        let first = small(some(pairs, every, &mut random));
        let second = small(some(pairs, every, &mut random));
        let all = pair_by_pair(pairs, &first, &second) as u64;
        let mut joiner = Joiner::new(u64::MAX);
        let lists = [&first[..], &second[..]];
        let mut last = None;
        for number in 0..all {
            let chosen = joiner.choose(pairs, lists, number.into()).unwrap();
            assert!(is_one_loop(pairs, chosen.first.0, chosen.second.0));
            assert_eq!(joiner.place(pairs, lists, &chosen), Some(number.into()));
            assert_ne!(last.replace(chosen.clone()), Some(chosen), "one after the other");
        }
        assert_eq!(joiner.choose(pairs, lists, all.into()), None);
    }
}
