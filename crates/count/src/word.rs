//! Words of degrees: how many moves each open square has so far.
//!
//! Two bits for each open square, the first in the lowest bits: 0, 1 or 2 moves. Squares with one move
//! are the loose ends of paths. All states with one word form a class.

/// As many squares can be open at a time.
pub(crate) const MOST_OPEN: usize = 32;
const LOW: u64 = 0x5555_5555_5555_5555;

/// The degree of the square at a place.
pub(crate) const fn degree(word: u64, place: usize) -> u64 {
    (word >> (2 * place)) & 3
}

/// Is it a class of so many open squares? Degrees are 2 at most, and each path has two ends.
pub(crate) const fn is_class(word: u64, open: usize) -> bool {
    word & !low_mask(open) == 0
        && word & (word >> 1) & LOW == 0
        && (word & LOW).count_ones().is_multiple_of(2)
}

/// How many pairs of loose ends a class has.
pub(crate) const fn pairs(word: u64) -> usize {
    (word & LOW).count_ones() as usize / 2
}

/// How many loose ends stand before a place.
pub(crate) const fn ends_before(word: u64, place: usize) -> usize {
    (word & LOW & low_mask(place)).count_ones() as usize
}

/// The bits below a place.
pub(crate) const fn low_mask(place: usize) -> u64 {
    if place >= MOST_OPEN { u64::MAX } else { (1 << (2 * place)) - 1 }
}

/// Without the square at a place.
pub(crate) const fn remove(word: u64, place: usize) -> u64 {
    let low = word & low_mask(place);
    let high = word & !low_mask(place + 1);
    low | (high >> 2)
}

/// With a square of a degree put at a place.
pub(crate) const fn insert(word: u64, place: usize, degree: u64) -> u64 {
    let low = word & low_mask(place);
    let high = word & !low_mask(place);
    low | (degree << (2 * place)) | (high << 2)
}

/// What the other side must bring: two moves for each of so many squares, less those that are there.
pub(crate) const fn complement(word: u64, open: usize) -> u64 {
    // Digit by digit 2 - d, without borrowing.
    ((LOW << 1) & low_mask(open)) - word
}

/// The same degrees with the squares in another order: `from[place]` is the old place.
pub(crate) fn permuted(word: u64, from: &[usize]) -> u64 {
    from.iter().enumerate().fold(0, |new, (place, &old)| new | (degree(word, old) << (2 * place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_and_go() {
        let word = 0b01_10_00_01;
        assert_eq!((degree(word, 0), degree(word, 2), degree(word, 3)), (1, 2, 1));
        assert_eq!((pairs(word), ends_before(word, 3)), (1, 1));
        assert_eq!(remove(word, 1), 0b01_10_01);
        assert_eq!(insert(remove(word, 2), 2, 2), word);
        assert_eq!(complement(word, 4), 0b01_00_10_01);
        assert_eq!(permuted(word, &[3, 2, 1, 0]), 0b01_00_10_01);
        assert!(is_class(word, 4) && is_class(word, MOST_OPEN) && !is_class(word, 3));
        assert!(!is_class(0b01_10_00_00, 4) && !is_class(0b11_01, 2), "one end; three moves");
        let last = insert(0, MOST_OPEN - 1, 2);
        assert_eq!((remove(last, MOST_OPEN - 1), degree(last, MOST_OPEN - 1)), (0, 2));
        assert_eq!(complement(0, MOST_OPEN), LOW << 1);
    }
}
