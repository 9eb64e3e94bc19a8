//! Whatever bytes come, they are refused or can be read.

use num_bigint::BigUint;
use proptest::prelude::*;

use super::super::{pack_dense, pack_list};
use super::*;
use crate::weight::{PADDING, Weight};

/// Blocks of some of the matchings of so many pairs, packed both ways.
fn packed(pairs: usize, list: &[(u64, u64)]) -> [Vec<u8>; 2] {
    let mut dense = vec![0; matchings(pairs) as usize];
    for &(number, ways) in list {
        dense[number as usize] = ways;
    }
    let mut both = [Vec::new(), Vec::new()];
    pack_dense(&mut dense, &mut both[0]);
    pack_list(pairs, list, &mut both[1]);
    both
}

/// What can be read in numbers that hold it.
fn is_readable<W: Weight>(block: Block<'_>, checked: Checked) {
    let all = matchings(block.pairs);
    let mut list = Vec::new();
    block.for_each(|number, ways: W| list.push((number, ways)));
    assert!(list.is_sorted_by(|one, next| one.0 < next.0));
    assert!(list.iter().all(|(number, _)| *number < all));
    assert_eq!(list.len() as u64, checked.written.states);
    assert!(list.iter().all(|(_, ways)| ways.width() <= checked.written.width));
    let got = (0..all).filter_map(|number| Some((number, block.get::<W>(number)?)));
    assert!(got.eq(list));
}

/// Refused, or sound: then all can be read, whatever follows.
fn refused_or_sound(bytes: &[u8], pairs: usize) -> Result<Checked, Flaw> {
    let checked = Block { bytes, pairs }.check()?;
    assert!(checked.len <= bytes.len());
    let mut bytes = bytes[..checked.len].to_vec();
    bytes.resize(checked.len + PADDING, 0xAB);
    let block = Block { bytes: &bytes, pairs };
    assert_eq!(block.check(), Ok(checked), "does not depend on what follows");
    assert_eq!((block.states(), block.width()), (checked.written.states, checked.written.width));
    assert_eq!(block.len(), checked.len);
    match checked.written.width {
        ..=8 => is_readable::<u64>(block, checked),
        9..=16 => is_readable::<u128>(block, checked),
        _ => is_readable::<BigUint>(block, checked),
    }
    Ok(checked)
}

#[test]
fn what_is_written_is_sound() {
    for pairs in 0..=5 {
        for every in [1, 2, 7, 100, 900] {
            let list: Vec<_> =
                (0..matchings(pairs)).step_by(every).map(|number| (number, number + 250)).collect();
            for bytes in packed(pairs, &list) {
                let checked = refused_or_sound(&bytes, pairs).expect("is sound");
                assert_eq!((checked.len, checked.written.states), (bytes.len(), list.len() as u64));
                for len in 0..bytes.len() {
                    assert_eq!(Block { bytes: &bytes[..len], pairs }.check(), Err(SHORT), "{len}");
                }
            }
        }
    }
}

#[test]
fn each_flaw_is_told() {
    // Three pairs have 15 matchings, two have 3.
    let flaws: [(usize, &[u8], &str); 14] = [
        (3, &[], "too few bytes"),
        (3, &[3, 1, 0], "no known kind"),
        (2, &[ALL, 0, 0], "numbers of no bytes"),
        (2, &[ALL, 1, 0, 1, 2], "too few bytes"),
        (16, &[ALL, 255, 255, 1], "too few bytes"),
        (16, &[BITS, 1, 0, 1], "too few bytes"),
        (3, &[BITS, 1, 0, 0, 0], "no states"),
        (3, &[BITS, 1, 0, 1, 0x80, 5, 5], "beyond the last"),
        (3, &[LIST, 1, 0, 0, 0, 0, 0, 1], "no states"),
        (3, &[LIST, 1, 0, 1, 0, 0, 0, 2, 4, 0, 7], "entries of another size"),
        (3, &[LIST, 1, 0, 2, 0, 0, 0, 1, 4, 4, 7, 7], "do not grow"),
        (3, &[LIST, 1, 0, 2, 0, 0, 0, 1, 4, 3, 7, 7], "do not grow"),
        (3, &[LIST, 1, 0, 1, 0, 0, 0, 1, 15, 7], "not to the last"),
        (3, &[LIST, 1, 0, 255, 255, 255, 255, 1, 1, 2, 3], "too few bytes"),
    ];
    for (pairs, bytes, words) in flaws {
        let flaw = refused_or_sound(bytes, pairs).expect_err(words).to_string();
        assert!(flaw.starts_with("damaged: ") && flaw.contains(words), "{bytes:?}: {flaw}");
    }
    let sound: [(usize, &[u8]); 4] = [
        (2, &[ALL, 1, 0, 1, 2, 3]),
        (3, &[BITS, 1, 0, 1, 0x40, 5, 5]),
        (3, &[LIST, 1, 0, 2, 0, 0, 0, 1, 4, 14, 7, 7]),
        (0, &[LIST, 1, 0, 1, 0, 0, 0, 1, 0, 1]),
    ];
    for (pairs, bytes) in sound {
        let checked = refused_or_sound(bytes, pairs).expect("is sound");
        assert_eq!(checked.len, bytes.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn changed_bytes_are_refused_or_sound(
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
            // Most flaws are in the first bytes.
            let reach = if near_head { bytes.len().min(12) } else { bytes.len() };
            for (at, byte) in &changes {
                bytes[at.index(reach)] = *byte;
            }
            let _ = refused_or_sound(&bytes, pairs);
        }
    }

    #[test]
    fn any_bytes_are_refused_or_sound(
        pairs in 0_usize..=16,
        kind in 0_u8..4,
        width in 0_u8..4,
        rest in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let bytes = [&[kind, width, 0][..], &rest].concat();
        // With many pairs only few matchings can be read one by one.
        if pairs <= 5 {
            let _ = refused_or_sound(&bytes, pairs);
        } else if let Ok(checked) = (Block { bytes: &bytes, pairs }).check() {
            prop_assert!(checked.len <= bytes.len() && bytes[0] == LIST);
        }
    }
}
