//! Frames: the units in which processes write to each other after the handshake.
//!
//! ```text
//! 4 bytes  kind: 0 data of timely, 1 heartbeat, 2 end, 3 failure
//! 4        length of the payload
//!          the payload
//! 16       the first half of HMAC-SHA256, under the key of this direction, of the number of the frame
//!          (8 bytes, from 0) and everything above
//! ```
//! Numbers are little-endian. A frame that was changed, left out, repeated or sent back does not have the
//! code that its reader expects.

use std::io::{self, Read};
use std::ops::Range;

use hmac::Mac;

use super::failure::MAX_FAILURE;
use crate::secret::HmacSha256;

/// The longest payload, in bytes.
pub(super) const MAX_PAYLOAD: usize = 1 << 18;
const HEAD_LEN: usize = 8;
const CODE_LEN: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// Bytes that timely writes.
    Data,
    Heartbeat,
    /// The last frame of a process that has no more data.
    End,
    /// The last frame after a [failure](super::Failure).
    Failure,
}

impl FrameKind {
    const ALL: [Self; 4] = [Self::Data, Self::Heartbeat, Self::End, Self::Failure];

    /// Returns the length of the longest payload of this kind.
    const fn max_payload(self) -> usize {
        match self {
            Self::Data => MAX_PAYLOAD,
            Self::Heartbeat | Self::End => 0,
            Self::Failure => MAX_FAILURE,
        }
    }
}

/// The reason why a frame could not be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FrameError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{0}")]
    Malformed(&'static str),
}

pub(super) struct FrameWriter {
    key: HmacSha256,
    number: u64,
    frame: Vec<u8>,
}

impl FrameWriter {
    pub(super) const fn new(key: HmacSha256) -> Self {
        Self { key, number: 0, frame: Vec::new() }
    }

    /// Returns the bytes of the next frame. The payload must be short enough for its kind.
    pub(super) fn encode(&mut self, kind: FrameKind, payload: &[u8]) -> &[u8] {
        debug_assert!(payload.len() <= kind.max_payload(), "a payload is too long");
        self.frame.clear();
        self.frame.extend((kind as u32).to_le_bytes());
        self.frame.extend((payload.len() as u32).to_le_bytes());
        self.frame.extend(payload);
        let code = self.key.clone().chain_update(self.number.to_le_bytes());
        let code = code.chain_update(&self.frame).finalize().into_bytes();
        self.frame.extend(&code[..CODE_LEN]);
        self.number += 1;
        &self.frame
    }
}

pub(super) struct FrameReader {
    key: HmacSha256,
    number: u64,
    payload: Vec<u8>,
}

impl FrameReader {
    pub(super) const fn new(key: HmacSha256) -> Self {
        Self { key, number: 0, payload: Vec::new() }
    }

    /// Reads the next frame and checks its code.
    pub(super) fn read(
        &mut self,
        source: &mut impl Read,
    ) -> Result<(FrameKind, &[u8]), FrameError> {
        let mut head = [0; HEAD_LEN];
        source.read_exact(&mut head)?;
        let [kind, len] = [0, 4].map(|at| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[at + i])));
        let kind = FrameKind::ALL.get(kind as usize).copied();
        let kind = kind.ok_or(FrameError::Malformed("a frame is of an unknown kind"))?;
        let len = len as usize;
        if len > kind.max_payload() {
            return Err(FrameError::Malformed("a frame is too long"));
        }
        self.payload.resize(len, 0);
        source.read_exact(&mut self.payload)?;
        let mut code = [0; CODE_LEN];
        source.read_exact(&mut code)?;
        let expected = self.key.clone().chain_update(self.number.to_le_bytes());
        let expected = expected.chain_update(head).chain_update(&self.payload);
        if expected.verify_truncated_left(&code).is_err() {
            return Err(FrameError::Malformed("a frame does not have the right code"));
        }
        self.number += 1;
        Ok((kind, &self.payload))
    }
}

/// Checks the headers of timely's messages in the bytes from another process. Timely uses their numbers as
/// indices and lengths without a check.
pub(super) struct HeaderCheck {
    /// The workers of the process that writes.
    sources: Range<u64>,
    /// The workers of this process.
    targets: Range<u64>,
    header: [u8; HEADER_LEN],
    /// The number of bytes of the header that have been received.
    received: usize,
    /// The number of bytes of the current message that have not been received.
    left: u64,
    /// True after the last message.
    has_ended: bool,
}

/// Six big-endian numbers of 8 bytes: channel, source, first target, end of the targets, length, sequence
/// number.
const HEADER_LEN: usize = 48;
/// An upper bound for the number of channels of the dataflow.
const MAX_CHANNELS: u64 = 64;
/// An upper bound for the bytes that timely adds to a message.
const OVERHEAD: u64 = 1 << 10;
/// The longest message for a worker, in bytes.
pub(crate) const MAX_MESSAGE: usize = 1 << 30;

impl HeaderCheck {
    /// Returns a check of what one process writes to another. Both have the same number of threads.
    pub(super) fn new(from: usize, to: usize, threads: usize) -> Self {
        let workers = |process: usize| (process * threads) as u64..((process + 1) * threads) as u64;
        let (sources, targets) = (workers(from), workers(to));
        let header = [0; HEADER_LEN];
        Self { sources, targets, header, received: 0, left: 0, has_ended: false }
    }

    /// Checks the next bytes.
    pub(super) fn check(&mut self, mut bytes: &[u8]) -> Result<(), &'static str> {
        while !bytes.is_empty() {
            if self.has_ended {
                return Err("bytes follow the last message");
            }
            if self.left > 0 {
                let some = self.left.min(bytes.len() as u64);
                self.left -= some;
                bytes = &bytes[some as usize..];
                continue;
            }
            let some = bytes.len().min(HEADER_LEN - self.received);
            let (now, later) = bytes.split_at(some);
            self.header[self.received..self.received + some].copy_from_slice(now);
            self.received += some;
            bytes = later;
            if self.received == HEADER_LEN {
                self.received = 0;
                self.check_header()?;
            }
        }
        Ok(())
    }

    fn check_header(&mut self) -> Result<(), &'static str> {
        let mut numbers = [0; 6];
        for (number, bytes) in numbers.iter_mut().zip(self.header.as_chunks().0) {
            *number = u64::from_be_bytes(*bytes);
        }
        let [channel, source, first, end, length, _] = numbers;
        if length == 0 {
            self.has_ended = true;
            return Ok(());
        }
        if channel >= MAX_CHANNELS {
            return Err("a message is for an unknown channel");
        }
        if !self.sources.contains(&source) {
            return Err("a message is from an unknown worker");
        }
        if first >= end || first < self.targets.start || end > self.targets.end {
            return Err("a message is for an unknown worker");
        }
        if length > MAX_MESSAGE as u64 + OVERHEAD {
            return Err("a message is too long");
        }
        self.left = length;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::secret::hmac;

    fn header(numbers: [u64; 6]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
    }

    /// Returns four frames, the second of which contains two messages of timely.
    fn frames() -> Vec<u8> {
        let mut writer = FrameWriter::new(hmac(b"key"));
        let body = |len: u64| vec![7; len as usize];
        let messages = [
            header([1, 2, 0, 2, 24, 0]),
            body(24),
            header([3, 3, 1, 2, 8, 1]),
            body(8),
            header([0; 6]),
        ];
        let mut bytes = writer.encode(FrameKind::Heartbeat, &[]).to_vec();
        bytes.extend(writer.encode(FrameKind::Data, &messages.concat()));
        bytes.extend(writer.encode(FrameKind::Failure, b"12345678text"));
        bytes.extend(writer.encode(FrameKind::End, &[]));
        bytes
    }

    /// Returns the frames before the first error, and that error.
    fn read_all(mut bytes: &[u8]) -> (Vec<(FrameKind, Vec<u8>)>, FrameError) {
        let mut reader = FrameReader::new(hmac(b"key"));
        let mut check = HeaderCheck::new(1, 0, 2);
        let mut read = Vec::new();
        loop {
            let (kind, payload) = match reader.read(&mut bytes) {
                Ok((kind, payload)) => (kind, payload.to_vec()),
                Err(error) => return (read, error),
            };
            if let (FrameKind::Data, Err(why)) = (kind, check.check(&payload)) {
                return (read, FrameError::Malformed(why));
            }
            assert!(reader.payload.capacity() <= 2 * MAX_PAYLOAD);
            read.push((kind, payload));
        }
    }

    fn is_end(error: &FrameError) -> bool {
        matches!(error, FrameError::Io(why) if why.kind() == io::ErrorKind::UnexpectedEof)
    }

    #[test]
    fn frames_are_read_as_they_were_written() {
        let (read, error) = read_all(&frames());
        let kinds: Vec<_> = read.iter().map(|(kind, _)| *kind).collect();
        let expected = [FrameKind::Heartbeat, FrameKind::Data, FrameKind::Failure, FrameKind::End];
        assert_eq!(kinds, expected);
        assert_eq!(read[2].1, b"12345678text");
        assert!(is_end(&error), "{error}");
    }

    #[test]
    fn repeated_missing_and_foreign_frames_are_rejected() {
        let mut writer = FrameWriter::new(hmac(b"key"));
        let [first, second] =
            [FrameKind::Heartbeat, FrameKind::End].map(|kind| writer.encode(kind, &[]).to_vec());
        let (read, error) = read_all(&[&first[..], &first].concat());
        assert!(read.len() == 1 && !is_end(&error), "{error}");
        let (read, error) = read_all(&second);
        assert!(read.is_empty() && !is_end(&error), "{error}");
        let mut other = FrameWriter::new(hmac(b"kez"));
        let (read, error) = read_all(other.encode(FrameKind::Heartbeat, &[]));
        assert!(read.is_empty() && !is_end(&error), "{error}");
    }

    #[test]
    fn lengths_are_checked_before_memory_is_allocated() {
        for (kind, len) in
            [(0, MAX_PAYLOAD + 1), (1, 1), (2, 8), (3, MAX_FAILURE + 1), (4, 0), (0, 1 << 31)]
        {
            let head = [(kind as u32).to_le_bytes(), (len as u32).to_le_bytes()].concat();
            let (_, error) = read_all(&head);
            assert!(matches!(error, FrameError::Malformed(_)), "{kind} {len}: {error}");
        }
    }

    #[test]
    fn headers_of_timely_are_checked() {
        let good = [3, 2, 0, 1, 8, 0];
        let with = |at: usize, number: u64| {
            let mut numbers = good;
            numbers[at] = number;
            HeaderCheck::new(1, 0, 2).check(&header(numbers))
        };
        assert_eq!(with(3, 2), Ok(()));
        for (at, number) in [
            (0, MAX_CHANNELS),
            (0, u64::MAX),
            (1, 1),
            (1, 4),
            (2, 1),
            (2, u64::MAX),
            (3, 0),
            (3, 3),
            (3, u64::MAX),
            (4, 1 << 40),
            (4, u64::MAX),
        ] {
            assert!(with(at, number).is_err(), "number {at} is {number}");
        }
        let mut check = HeaderCheck::new(1, 0, 2);
        assert_eq!(check.check(&header([0; 6])), Ok(()));
        assert!(check.check(&[0]).is_err(), "bytes after the end");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// The frames that are read from damaged bytes are the first ones that were written.
        #[test]
        fn damaged_frames_are_rejected(
            changes in prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 1..6),
            cut in any::<prop::sample::Index>(),
            is_cut: bool,
        ) {
            let (good, _) = read_all(&frames());
            let mut bytes = frames();
            for (at, change) in changes {
                let at = at.index(bytes.len());
                bytes[at] ^= change;
            }
            if is_cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            let (read, _) = read_all(&bytes);
            prop_assert!(read.len() <= good.len());
            prop_assert_eq!(&good[..read.len()], &read[..]);
            if bytes != frames() {
                prop_assert!(read.len() < good.len());
            }
        }

        /// Random payloads with the right code.
        #[test]
        fn random_payloads_are_rejected_or_harmless(
            payload in prop::collection::vec(any::<u8>(), 0..400),
            kind in 0..4_usize,
        ) {
            let mut writer = FrameWriter::new(hmac(b"key"));
            let kind = FrameKind::ALL[kind];
            let payload = &payload[..payload.len().min(kind.max_payload())];
            let (read, _) = read_all(writer.encode(kind, payload));
            prop_assert!(read.len() <= 1);
            if kind == FrameKind::Data && payload.len() >= HEADER_LEN && payload[..40] != [0; 40] {
                // A random header mostly names workers and channels that do not exist.
                let fits = HeaderCheck::new(1, 0, 2).check(payload).is_ok();
                prop_assert_eq!(read.len() == 1, fits);
            }
            if kind == FrameKind::Failure {
                let _ = super::super::Failure::decode(payload, 2, 1);
            }
        }
    }
}
