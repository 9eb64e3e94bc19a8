//! What is packed comes out again, in every form and size.

use num_bigint::BigUint;

use super::*;

/// Packs numbers at some places of all matchings both ways, and reads them.
fn comes_out<W: Weight + std::fmt::Debug>(pairs: usize, list: &[(u64, W)]) {
    let mut dense = vec![W::default(); matchings(pairs) as usize];
    for (number, ways) in list {
        dense[*number as usize] = ways.clone();
    }
    let mut packed = Vec::new();
    // Something lies before it.
    packed.push(99);
    let written = pack_dense(&mut dense, &mut packed);
    assert!(dense.iter().all(Weight::is_zero), "zeros are left");
    let mut listed = Vec::new();
    let written_list = pack_list(pairs, list, &mut listed);
    assert_eq!((written.states, written_list.states), (list.len() as u64, list.len() as u64));
    packed.resize(packed.len() + PADDING, 0xAB);
    listed.resize(listed.len() + PADDING, 0xAB);
    for bytes in [&packed[1..], &listed[..]] {
        let block = Block { bytes, pairs };
        let mut out = Vec::new();
        block.for_each(|number, ways: W| out.push((number, ways)));
        assert_eq!(out, list);
        assert_eq!((block.states(), block.width()), (written.states, written.width));
        for number in 0..matchings(pairs) {
            let expected = list.iter().find(|(other, _)| *other == number).map(|(_, ways)| ways);
            assert_eq!(block.get::<W>(number).as_ref(), expected);
        }
        let mut copy = Vec::new();
        assert_eq!(block.copy(&mut copy), written);
        assert_eq!(copy[..], bytes[..bytes.len() - PADDING]);
    }
}

#[test]
fn all_some_and_few_matchings() {
    for pairs in 0..=5 {
        let all = matchings(pairs);
        for every in [1, 2, 7, 100, 900] {
            let list: Vec<_> =
                (0..all).step_by(every).map(|number| (number, number * 37 + 1)).collect();
            comes_out::<u64>(pairs, &list);
        }
    }
}

#[test]
fn numbers_of_every_size() {
    for bytes in 1..=8_u32 {
        let large = u64::MAX >> (64 - 8 * bytes);
        comes_out::<u64>(3, &[(0, large), (4, 1), (14, large / 2 + 1)]);
    }
    for bytes in 1..=16_u32 {
        let large = u128::MAX >> (128 - 8 * bytes);
        comes_out::<u128>(3, &[(1, large), (2, 1), (13, large / 2 + 1)]);
    }
    for bytes in [1_u32, 7, 8, 9, 40, 300] {
        let large = BigUint::from(2_u64).pow(8 * bytes) - 1_u64;
        comes_out::<BigUint>(3, &[(0, 5_u64.into()), (7, large.clone()), (11, large / 3_u64)]);
    }
}

#[test]
fn nothing_is_written_of_nothing() {
    let mut out = Vec::new();
    assert_eq!(pack_dense(&mut [0_u64; 15], &mut out).states, 0);
    assert_eq!(pack_list::<u64>(3, &[], &mut out).states, 0);
    assert!(out.is_empty());
}
