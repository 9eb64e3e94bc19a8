//! Trouble, in bytes.
//!
//! ```text
//! 4 bytes  the process that has it
//! 4        0 lost, 1 interrupted, 2 late, 3 failed, 4 damaged
//!          words (3 and 4)
//! ```

use crate::How;
use crate::net::Trouble;

/// Words of trouble are cut at this length.
const MAX_WORDS: usize = 1 << 12;
/// The longest trouble.
pub(super) const MAX_TROUBLE: usize = MAX_WORDS + 8;

pub(super) fn encode(Trouble { process, how }: &Trouble) -> Vec<u8> {
    let (code, words) = match how {
        How::Lost => (0_u32, ""),
        How::Interrupted => (1, ""),
        How::Late => (2, ""),
        How::Failed(words) => (3, &words[..]),
        How::Damaged(words) => (4, &words[..]),
    };
    let mut bytes = (*process as u32).to_le_bytes().to_vec();
    bytes.extend(code.to_le_bytes());
    bytes.extend(words.bytes().take(MAX_WORDS));
    bytes
}

/// The trouble that a peer reports; none if the bytes are not one. `processes` is the number of processes.
pub(super) fn decode(bytes: &[u8], processes: usize, peer: usize) -> Option<Trouble> {
    let (process, rest) = bytes.split_first_chunk()?;
    let (code, words) = rest.split_first_chunk()?;
    let process = u32::from_le_bytes(*process) as usize;
    // The words end up on a terminal.
    let words = || {
        let words = String::from_utf8_lossy(words);
        words.chars().map(|sign| if sign.is_control() { '?' } else { sign }).collect()
    };
    let how = match u32::from_le_bytes(*code) {
        0 => How::Lost,
        1 => How::Interrupted,
        2 => How::Late,
        3 => How::Failed(words()),
        4 => How::Damaged(words()),
        _ => return None,
    };
    Some(Trouble { process: if process < processes { process } else { peer }, how })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_decoded_as_it_was_encoded() {
        let words = || "work/0-0001.shard: damaged".to_owned();
        for how in
            [How::Lost, How::Interrupted, How::Late, How::Failed(words()), How::Damaged(words())]
        {
            let trouble = Trouble { process: 5, how };
            assert_eq!(decode(&encode(&trouble), 6, 1), Some(trouble));
        }
        assert_eq!(decode(&[1, 2, 3], 6, 1), None);
        assert_eq!(decode(&[0, 0, 0, 0, 9, 0, 0, 0], 6, 1), None, "an unknown code");
    }

    #[test]
    fn trouble_from_outside_is_cleaned() {
        let how = How::Failed("\u{1b}[2J\n".into());
        let decoded = decode(&encode(&Trouble { process: 77, how }), 6, 1).expect("is trouble");
        assert_eq!(decoded, Trouble { process: 1, how: How::Failed("?[2J?".into()) });
        let long = How::Failed("x".repeat(3 * MAX_WORDS));
        assert_eq!(encode(&Trouble { process: 0, how: long }).len(), MAX_TROUBLE);
    }
}
