//! Bytes on their way from one worker to another.
//!
//! Timely would pack vectors with a crate that is not maintained any more. A message is bytes already, and
//! packs itself:
//!
//! ```text
//! 4 bytes  the worker it is for
//! 4        how many bytes follow, with their lowest byte first
//!          the bytes, and zeros up to a multiple of 8
//! ```

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message as TimelyMessage};

/// Bytes for a worker. Timely drops a message without bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) to: u32,
    pub(crate) bytes: Vec<u8>,
    /// The bytes did not arrive as they were packed. Timely leaves no way to report it here, so the
    /// receiver does.
    pub(crate) is_damaged: bool,
}

const HEAD_LEN: usize = 8;

impl Message {
    pub(crate) const fn new(to: u32, bytes: Vec<u8>) -> Self {
        Self { to, bytes, is_damaged: false }
    }

    /// Unpacks a message; none if there are bytes too few or too many.
    fn unpack(packed: &[u8]) -> Option<Self> {
        let (to, rest) = packed.split_first_chunk()?;
        let (len, rest) = rest.split_first_chunk()?;
        let (bytes, padding) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        let is_whole = !bytes.is_empty()
            && packed.len() == (HEAD_LEN + bytes.len()).next_multiple_of(8)
            && padding.iter().all(|byte| *byte == 0);
        is_whole.then(|| Self::new(u32::from_le_bytes(*to), bytes.to_vec()))
    }
}

impl Accountable for Message {
    fn record_count(&self) -> i64 {
        i64::from(!self.bytes.is_empty() || self.is_damaged)
    }
}

impl ContainerBytes for Message {
    fn from_bytes(bytes: Bytes) -> Self {
        let damaged = || Self { is_damaged: true, ..Self::default() };
        Self::unpack(&bytes).unwrap_or_else(damaged)
    }

    fn length_in_bytes(&self) -> usize {
        (HEAD_LEN + self.bytes.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let padding = self.length_in_bytes() - HEAD_LEN - self.bytes.len();
        // Its channel takes no message whose length does not fit.
        let len = self.bytes.len() as u32;
        let all = [&self.to.to_le_bytes()[..], &len.to_le_bytes(), &self.bytes, &[0; 8][..padding]];
        // The writer is memory of the length above.
        let _ = all.into_iter().try_for_each(|bytes| writer.write_all(bytes));
    }
}

/// Hands each message to the worker it is for.
pub(crate) struct ByTarget;

impl Distributor<Message> for ByTarget {
    fn partition<T: Clone, P: Push<TimelyMessage<T, Message>>>(
        &mut self,
        message: &mut Message,
        time: &T,
        pushers: &mut [P],
    ) {
        if let Some(pusher) = pushers.get_mut(message.to as usize) {
            TimelyMessage::push_at(message, time.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<TimelyMessage<T, Message>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use timely::bytes::arc::BytesMut;

    use super::*;

    fn packed(message: &Message) -> Vec<u8> {
        let mut packed = Vec::new();
        message.into_bytes(&mut packed);
        assert_eq!(packed.len(), message.length_in_bytes());
        packed
    }

    #[test]
    fn a_message_is_unpacked_as_it_was_packed() {
        for len in [1, 7, 8, 9, 1000] {
            let message = Message::new(3, (0..len).map(|byte| byte as u8).collect());
            let bytes = BytesMut::from(packed(&message)).freeze();
            assert_eq!(Message::from_bytes(bytes), message);
        }
        assert_eq!(Message::default().record_count(), 0);
        let cut = BytesMut::from(vec![0, 0, 0, 0, 9, 0, 0, 0, 1]).freeze();
        assert!(Message::from_bytes(cut).is_damaged);
    }

    proptest! {
        /// However a message is damaged, it keeps its length or is refused.
        #[test]
        fn a_damaged_message_is_refused_or_as_long(
            bytes in prop::collection::vec(any::<u8>(), 1..40),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
            len in 0..60_usize,
        ) {
            let mut damaged = packed(&Message::new(1, bytes));
            for (at, byte) in changes {
                let at = at.index(damaged.len());
                damaged[at] = byte;
            }
            damaged.resize(len, 0);
            if let Some(message) = Message::unpack(&damaged) {
                prop_assert_eq!(packed(&message), damaged);
            }
        }
    }
}
