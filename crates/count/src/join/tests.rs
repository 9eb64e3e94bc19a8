//! The join against all pairs of matchings, walked round one by one.

use caracole_solve::Random;
use num_bigint::BigUint;

use super::*;

/// Random numbers of ways for about one in `every` matchings.
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
    for (one, ways) in first {
        for (other, others) in second.iter().filter(|(other, _)| is_one_loop(pairs, *one, *other)) {
            let _ = other;
            sum += u128::from(*ways) * u128::from(*others);
        }
    }
    sum
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
                list.iter().map(|&(number, ways)| (number, ways.into())).collect()
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
            list.into_iter().map(|(number, ways)| (number, 1 + ways % 3)).collect()
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
