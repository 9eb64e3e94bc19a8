//! Blocks are read as they were written, and damaged blocks are rejected or readable.

use num_bigint::BigUint;
use proptest::prelude::*;

use super::*;

/// Packs the weights of some matchings with both functions, and reads them.
fn check_round_trip<W: Weight + std::fmt::Debug>(pairs: usize, list: &[(u64, W)]) {
    let mut dense = vec![W::default(); matchings(pairs) as usize];
    for (number, weight) in list {
        dense[*number as usize] = weight.clone();
    }
    let mut packed = Vec::new();
    // A byte before the block.
    packed.push(99);
    let stats = pack_dense(&mut dense, &mut packed);
    assert!(dense.iter().all(Weight::is_zero), "the weights are reset");
    let mut listed = Vec::new();
    let list_stats = pack_list(pairs, list, &mut listed);
    assert_eq!((stats.states, list_stats.states), (list.len() as u64, list.len() as u64));
    // The encoding with the fewest bytes is chosen: all matchings, a bit for each, or a list.
    let (all, present) = (dense.len(), list.len());
    let support =
        if present == all { 0 } else { all.div_ceil(8).min(5 + present * index_size(all as u64)) };
    assert_eq!(packed.len(), 1 + HEAD + support + present * stats.width, "{present} of {all}");
    packed.resize(packed.len() + PADDING, 0xAB);
    listed.resize(listed.len() + PADDING, 0xAB);
    for bytes in [&packed[1..], &listed[..]] {
        let block = Block { bytes, pairs };
        let mut out = Vec::new();
        block.for_each(|number, weight: W| out.push((number, weight)));
        assert_eq!(out, list);
        assert_eq!((block.states(), block.width()), (stats.states, stats.width));
        for number in 0..matchings(pairs) {
            let expected =
                list.iter().find(|(other, _)| *other == number).map(|(_, weight)| weight);
            assert_eq!(block.get::<W>(number).as_ref(), expected);
        }
        let mut copy = Vec::new();
        assert_eq!(block.copy(&mut copy), stats);
        assert_eq!(copy[..], bytes[..bytes.len() - PADDING]);
    }
}

#[test]
fn each_encoding_is_read_as_it_was_written() {
    for pairs in 0..=5 {
        let all = matchings(pairs);
        for every in [1, 2, 7, 16, 30, 100, 900] {
            let list: Vec<_> =
                (0..all).step_by(every).map(|number| (number, number * 37 + 1)).collect();
            check_round_trip::<u64>(pairs, &list);
        }
    }
}

#[test]
fn weights_of_every_width_are_read_as_they_were_written() {
    for bytes in 1..=8_u32 {
        let large = u64::MAX >> (64 - 8 * bytes);
        check_round_trip::<u64>(3, &[(0, large), (4, 1), (14, large / 2 + 1)]);
    }
    for bytes in 1..=16_u32 {
        let large = u128::MAX >> (128 - 8 * bytes);
        check_round_trip::<u128>(3, &[(1, large), (2, 1), (13, large / 2 + 1)]);
    }
    for bytes in [1_u32, 7, 8, 9, 40, 300] {
        let large = BigUint::from(2_u64).pow(8 * bytes) - 1_u64;
        check_round_trip::<BigUint>(
            3,
            &[(0, 5_u64.into()), (7, large.clone()), (11, large / 3_u64)],
        );
    }
}

#[test]
fn a_block_without_states_is_empty() {
    let mut out = Vec::new();
    assert_eq!(pack_dense(&mut [0_u64; 15], &mut out).states, 0);
    assert_eq!(pack_list::<u64>(3, &[], &mut out).states, 0);
    assert!(out.is_empty());
}

/// Packs the weights of some matchings with both functions.
fn packed(pairs: usize, list: &[(u64, u64)]) -> [Vec<u8>; 2] {
    let mut dense = vec![0; matchings(pairs) as usize];
    for &(number, weight) in list {
        dense[number as usize] = weight;
    }
    let mut both = [Vec::new(), Vec::new()];
    pack_dense(&mut dense, &mut both[0]);
    pack_list(pairs, list, &mut both[1]);
    both
}

/// Reads all weights of a valid block.
fn check_readable<W: Weight>(block: Block<'_>, checked: CheckedBlock) {
    let all = matchings(block.pairs);
    let mut list = Vec::new();
    block.for_each(|number, weight: W| list.push((number, weight)));
    assert!(list.is_sorted_by(|one, next| one.0 < next.0));
    assert!(list.iter().all(|(number, _)| *number < all));
    assert_eq!(list.len() as u64, checked.stats.states);
    assert!(list.iter().all(|(_, weight)| weight.width() <= checked.stats.width));
    let got = (0..all).filter_map(|number| Some((number, block.get::<W>(number)?)));
    assert!(got.eq(list));
}

/// Checks a block. If it is valid, all weights can be read, whatever bytes follow it.
fn check_block(bytes: &[u8], pairs: usize) -> Result<CheckedBlock, FormatError> {
    let checked = Block { bytes, pairs }.check()?;
    assert!(checked.len <= bytes.len());
    let mut bytes = bytes[..checked.len].to_vec();
    bytes.resize(checked.len + PADDING, 0xAB);
    let block = Block { bytes: &bytes, pairs };
    assert_eq!(block.check(), Ok(checked), "the check does not depend on the following bytes");
    assert_eq!((block.states(), block.width()), (checked.stats.states, checked.stats.width));
    assert_eq!(block.len(), checked.len);
    match checked.stats.width {
        ..=8 => check_readable::<u64>(block, checked),
        9..=16 => check_readable::<u128>(block, checked),
        _ => check_readable::<BigUint>(block, checked),
    }
    Ok(checked)
}

#[test]
fn packed_blocks_are_valid() {
    for pairs in 0..=5 {
        for every in [1, 2, 7, 100, 900] {
            let list: Vec<_> =
                (0..matchings(pairs)).step_by(every).map(|number| (number, number + 250)).collect();
            for bytes in packed(pairs, &list) {
                let checked = check_block(&bytes, pairs).expect("a valid block");
                assert_eq!((checked.len, checked.stats.states), (bytes.len(), list.len() as u64));
                for len in 0..bytes.len() {
                    assert_eq!(Block { bytes: &bytes[..len], pairs }.check(), Err(SHORT), "{len}");
                }
            }
        }
    }
}

#[test]
fn each_defect_has_its_error() {
    // Three pairs have 15 matchings, two have 3.
    let invalid: [(usize, &[u8], &str); 14] = [
        (3, &[], "too few bytes"),
        (3, &[3, 1, 0], "unknown encoding"),
        (2, &[ALL, 0, 0], "weights of no bytes"),
        (2, &[ALL, 1, 0, 1, 2], "too few bytes"),
        (16, &[ALL, 255, 255, 1], "too few bytes"),
        (16, &[BITS, 1, 0, 1], "too few bytes"),
        (3, &[BITS, 1, 0, 0, 0], "no states"),
        (3, &[BITS, 1, 0, 1, 0x80, 5, 5], "beyond the last"),
        (3, &[LIST, 1, 0, 0, 0, 0, 0, 1], "no states"),
        (3, &[LIST, 1, 0, 1, 0, 0, 0, 2, 4, 0, 7], "entries of another size"),
        (3, &[LIST, 1, 0, 2, 0, 0, 0, 1, 4, 4, 7, 7], "do not increase"),
        (3, &[LIST, 1, 0, 2, 0, 0, 0, 1, 4, 3, 7, 7], "do not increase"),
        (3, &[LIST, 1, 0, 1, 0, 0, 0, 1, 15, 7], "exceed the last"),
        (3, &[LIST, 1, 0, 255, 255, 255, 255, 1, 1, 2, 3], "too few bytes"),
    ];
    for (pairs, bytes, words) in invalid {
        let error = check_block(bytes, pairs).expect_err(words).to_string();
        assert!(error.starts_with("damaged: ") && error.contains(words), "{bytes:?}: {error}");
    }
    let valid: [(usize, &[u8]); 4] = [
        (2, &[ALL, 1, 0, 1, 2, 3]),
        (3, &[BITS, 1, 0, 1, 0x40, 5, 5]),
        (3, &[LIST, 1, 0, 2, 0, 0, 0, 1, 4, 14, 7, 7]),
        (0, &[LIST, 1, 0, 1, 0, 0, 0, 1, 0, 1]),
    ];
    for (pairs, bytes) in valid {
        let checked = check_block(bytes, pairs).expect("a valid block");
        assert_eq!(checked.len, bytes.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn changed_bytes_are_rejected_or_valid(
        pairs in 0_usize..=5,
        every in 1_usize..40,
        largest in 1_u64..,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        near_head: bool,
    ) {
        let list: Vec<_> = (0..matchings(pairs))
            .step_by(every)
            .map(|number| (number, (largest >> (number % 64)).max(1)))
            .collect();
        for mut bytes in packed(pairs, &list) {
            // Most defects are in the first bytes.
            let reach = if near_head { bytes.len().min(12) } else { bytes.len() };
            for (at, byte) in &changes {
                bytes[at.index(reach)] = *byte;
            }
            let _ = check_block(&bytes, pairs);
        }
    }

    #[test]
    fn random_bytes_are_rejected_or_valid(
        pairs in 0_usize..=16,
        kind in 0_u8..4,
        width in 0_u8..4,
        rest in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let bytes = [&[kind, width, 0][..], &rest].concat();
        // With many pairs, there are too many matchings to read each of them.
        if pairs <= 5 {
            let _ = check_block(&bytes, pairs);
        } else if let Ok(checked) = (Block { bytes: &bytes, pairs }).check() {
            prop_assert!(checked.len <= bytes.len() && bytes[0] == LIST);
        }
    }
}
