//! Changes to files of layers, with and without their check sums.

const HEAD: usize = 28;
const TAIL: usize = 24;
/// The bytes of a segment in the index beside its classes, and where its check sum stands among them.
const ENTRY: usize = 32;
const CHECK: usize = 12;

/// Changes single bytes: two bytes say where, one what is added.
pub(crate) fn spoil(file: &mut [u8], changes: &[u8]) {
    let len = file.len();
    for &[low, high, add] in changes.as_chunks().0.iter().filter(|_| len > 0) {
        let at = usize::from(u16::from_le_bytes([low, high])) % len;
        file[at] = file[at].wrapping_add(add);
    }
}

/// Gives the segments and the index of a layer the check sums that they have now, as far as the file
/// is still one.
pub(crate) fn seal(file: &mut [u8]) {
    let Some(end) = file.len().checked_sub(TAIL).filter(|&end| end >= HEAD) else { return };
    let Some(index) = number(file, end, 8).filter(|index| (HEAD..=end).contains(index)) else {
        return;
    };
    let mut at = index;
    while at + ENTRY <= end {
        let place = number(file, at, 8).zip(number(file, at + 8, 4));
        let Some((offset, len)) = place else { break };
        let segment = offset.checked_add(len).and_then(|last| file.get(offset..last));
        if let Some(check) = segment.map(crc32fast::hash) {
            file[at + CHECK..at + CHECK + 4].copy_from_slice(&check.to_le_bytes());
        }
        let classes = number(file, at + ENTRY - 4, 4).unwrap_or_default();
        at = at.saturating_add(ENTRY).saturating_add(classes.saturating_mul(12));
    }
    let sealed = [&file[..HEAD], &file[index..end + 12]].concat();
    let check = crc32fast::hash(&sealed);
    file[end + 12..end + 16].copy_from_slice(&check.to_le_bytes());
}

fn number(file: &[u8], at: usize, bytes: usize) -> Option<usize> {
    let bytes = file.get(at..at.checked_add(bytes)?)?;
    let wide = bytes.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    usize::try_from(wide).ok()
}
