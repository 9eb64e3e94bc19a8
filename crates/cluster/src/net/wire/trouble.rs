//! Trouble, in bytes.

use crate::How;
use crate::net::Trouble;

/// Words of trouble are cut at this length.
pub(super) const WORDS: usize = 1 << 12;

pub(super) fn pack(Trouble { process, how }: &Trouble) -> Vec<u8> {
    let (code, words) = match how {
        How::Lost => (0_u32, ""),
        How::Interrupted => (1, ""),
        How::Late => (2, ""),
        How::Failed(words) => (3, &words[..]),
    };
    let mut bytes = (*process as u32).to_le_bytes().to_vec();
    bytes.extend(code.to_le_bytes());
    bytes.extend(words.bytes().take(WORDS));
    bytes
}

pub(super) fn unpack(bytes: &[u8]) -> Option<Trouble> {
    let (process, rest) = bytes.split_first_chunk()?;
    let (code, words) = rest.split_first_chunk()?;
    let how = match u32::from_le_bytes(*code) {
        0 => How::Lost,
        1 => How::Interrupted,
        2 => How::Late,
        _ => How::Failed(String::from_utf8_lossy(words).into_owned()),
    };
    Some(Trouble { process: u32::from_le_bytes(*process) as usize, how })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_survives_the_journey() {
        let words = "work/0-0001.shard: damaged".to_owned();
        for how in [How::Lost, How::Interrupted, How::Late, How::Failed(words)] {
            let trouble = Trouble { process: 5, how };
            assert_eq!(unpack(&pack(&trouble)), Some(trouble));
        }
        assert_eq!(unpack(&[1, 2, 3]), None);
    }
}
