//! Failures of processes, and how one process reports them to another.
//!
//! ```text
//! 4 bytes  the number of the process that failed
//! 4        the cause: 0 lost, 1 interrupted, 2 time limit, 3 error, 4 damaged data
//!          the text of the cause (3 and 4)
//! ```

use crate::FailureCause;

/// The longest text, in bytes; longer ones are cut.
const MAX_TEXT: usize = 1 << 12;
/// The largest number of bytes of an encoded failure.
pub(super) const MAX_FAILURE: usize = MAX_TEXT + 8;

/// The process that failed, and the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) process: usize,
    pub(crate) cause: FailureCause,
}

impl Failure {
    pub(super) fn encode(&self) -> Vec<u8> {
        let (code, text) = match &self.cause {
            FailureCause::Lost => (0_u32, ""),
            FailureCause::Interrupted => (1, ""),
            FailureCause::TimedOut => (2, ""),
            FailureCause::Failed(text) => (3, &text[..]),
            FailureCause::Damaged(text) => (4, &text[..]),
        };
        // A list of hosts has at most 4096 processes.
        let mut bytes = (self.process as u32).to_le_bytes().to_vec();
        bytes.extend(code.to_le_bytes());
        bytes.extend(text.bytes().take(MAX_TEXT));
        bytes
    }

    /// Decodes the failure that a peer reports, or returns `None` if the bytes are malformed. If the process
    /// is not one of `processes`, the failure is that of the peer.
    pub(super) fn decode(bytes: &[u8], processes: usize, peer: usize) -> Option<Self> {
        let (process, rest) = bytes.split_first_chunk()?;
        let (code, text) = rest.split_first_chunk()?;
        let process = u32::from_le_bytes(*process) as usize;
        // The text is printed on a terminal.
        let text = || {
            let text = String::from_utf8_lossy(text);
            text.chars().map(|char| if char.is_control() { '?' } else { char }).collect()
        };
        let cause = match u32::from_le_bytes(*code) {
            0 => FailureCause::Lost,
            1 => FailureCause::Interrupted,
            2 => FailureCause::TimedOut,
            3 => FailureCause::Failed(text()),
            4 => FailureCause::Damaged(text()),
            _ => return None,
        };
        Some(Self { process: if process < processes { process } else { peer }, cause })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_decoded_as_it_was_encoded() {
        let text = || "work/0-0001.layer: damaged".to_owned();
        for cause in [
            FailureCause::Lost,
            FailureCause::Interrupted,
            FailureCause::TimedOut,
            FailureCause::Failed(text()),
            FailureCause::Damaged(text()),
        ] {
            let failure = Failure { process: 5, cause };
            assert_eq!(Failure::decode(&failure.encode(), 6, 1), Some(failure));
        }
        assert_eq!(Failure::decode(&[1, 2, 3], 6, 1), None);
        assert_eq!(Failure::decode(&[0, 0, 0, 0, 9, 0, 0, 0], 6, 1), None, "an unknown code");
    }

    #[test]
    fn a_received_failure_is_sanitised() {
        let cause = FailureCause::Failed("\u{1b}[2J\n".into());
        let decoded = Failure::decode(&Failure { process: 77, cause }.encode(), 6, 1);
        let expected = Failure { process: 1, cause: FailureCause::Failed("?[2J?".into()) };
        assert_eq!(decoded, Some(expected));
        let cause = FailureCause::Failed("x".repeat(3 * MAX_TEXT));
        assert_eq!(Failure { process: 0, cause }.encode().len(), MAX_FAILURE);
    }
}
