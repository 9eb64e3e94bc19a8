//! Degree patterns: the number of moves of each frontier square so far.
//!
//! A pattern has a digit of two bits for each frontier square, the first square lowest: 0, 1 or 2 moves.
//! Squares with one move are the loose ends of paths. A layer groups its states by pattern.

/// The largest number of frontier squares.
pub(crate) const MAX_FRONTIER: usize = 32;
const LOW: u64 = 0x5555_5555_5555_5555;

/// Returns the degree of the square at a place.
pub(crate) const fn degree(pattern: u64, place: usize) -> u64 {
    (pattern >> (2 * place)) & 3
}

/// Returns true if a number is a pattern of a number of frontier squares: degrees are at most 2, and the number
/// of loose ends is even.
pub(crate) const fn is_pattern(pattern: u64, frontier: usize) -> bool {
    pattern & !low_mask(frontier) == 0
        && pattern & (pattern >> 1) & LOW == 0
        && (pattern & LOW).count_ones().is_multiple_of(2)
}

/// Returns the number of pairs of loose ends.
pub(crate) const fn pairs(pattern: u64) -> usize {
    (pattern & LOW).count_ones() as usize / 2
}

/// Returns the number of loose ends before a place.
pub(crate) const fn ends_before(pattern: u64, place: usize) -> usize {
    (pattern & LOW & low_mask(place)).count_ones() as usize
}

/// Returns the bits below a place.
pub(crate) const fn low_mask(place: usize) -> u64 {
    if place >= MAX_FRONTIER { u64::MAX } else { (1 << (2 * place)) - 1 }
}

/// Removes the square at a place.
pub(crate) const fn remove(pattern: u64, place: usize) -> u64 {
    let low = pattern & low_mask(place);
    let high = pattern & !low_mask(place + 1);
    low | (high >> 2)
}

/// Inserts a square with a degree at a place.
pub(crate) const fn insert(pattern: u64, place: usize, degree: u64) -> u64 {
    let low = pattern & low_mask(place);
    let high = pattern & !low_mask(place);
    low | (degree << (2 * place)) | (high << 2)
}

/// Returns the pattern that the other half must have, so that each square has two moves.
pub(crate) const fn complement(pattern: u64, frontier: usize) -> u64 {
    // Each digit d becomes 2 - d, without a borrow.
    ((LOW << 1) & low_mask(frontier)) - pattern
}

/// Returns the same degrees with the squares in another order: `from[place]` is the old place.
pub(crate) fn permuted(pattern: u64, from: &[usize]) -> u64 {
    from.iter()
        .enumerate()
        .fold(0, |new, (place, &old)| new | (degree(pattern, old) << (2 * place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_inserted_and_removed() {
        let pattern = 0b01_10_00_01;
        assert_eq!((degree(pattern, 0), degree(pattern, 2), degree(pattern, 3)), (1, 2, 1));
        assert_eq!((pairs(pattern), ends_before(pattern, 3)), (1, 1));
        assert_eq!(remove(pattern, 1), 0b01_10_01);
        assert_eq!(insert(remove(pattern, 2), 2, 2), pattern);
        assert_eq!(complement(pattern, 4), 0b01_00_10_01);
        assert_eq!(permuted(pattern, &[3, 2, 1, 0]), 0b01_00_10_01);
        assert!(
            is_pattern(pattern, 4) && is_pattern(pattern, MAX_FRONTIER) && !is_pattern(pattern, 3)
        );
        assert!(
            !is_pattern(0b01_10_00_00, 4) && !is_pattern(0b11_01, 2),
            "an odd number of ends; a degree of 3"
        );
        let last = insert(0, MAX_FRONTIER - 1, 2);
        assert_eq!((remove(last, MAX_FRONTIER - 1), degree(last, MAX_FRONTIER - 1)), (0, 2));
        assert_eq!(complement(0, MAX_FRONTIER), LOW << 1);
    }
}
