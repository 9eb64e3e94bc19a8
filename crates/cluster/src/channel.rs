//! The channel between workers, which send and receive messages in rounds.
//!
//! A round is a timestamp of a timely dataflow with one exchange. It ends for a worker when no other worker
//! can send in it and all its messages were received, so a round is also a barrier.
//!
//! Timely serialises vectors with an unmaintained crate. Messages have their own format instead:
//!
//! ```text
//! 4 bytes  the number of the receiving worker
//! 4        the number of bytes that follow; numbers are little-endian
//!          the bytes, and zeros up to a multiple of 8
//! ```

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message as TimelyMessage};
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::ClusterError;
use crate::net::{MAX_MESSAGE, Signals};

/// The channel of a worker.
pub(crate) struct Channel {
    // Dropped in this order: the input is closed before the worker.
    input: InputHandle<u64, NoopBuilder<Message>>,
    probe: ProbeHandle<u64>,
    received: Received,
    dataflow: Worker,
    signals: Arc<Signals>,
    round: u64,
    /// The number of bytes sent to other workers.
    pub(crate) sent: u64,
}

/// The received messages of each round. Another worker may be one round ahead.
type Received = Rc<RefCell<Inbox>>;

#[derive(Default)]
struct Inbox {
    rounds: BTreeMap<u64, Vec<Vec<u8>>>,
    /// True if a message was malformed, or for another worker.
    is_damaged: bool,
}

/// The longest time between two checks of the stop flag.
const MAX_PARK: Duration = Duration::from_millis(10);

impl Channel {
    pub(crate) fn new(mut worker: Worker, signals: Arc<Signals>) -> Self {
        let received = Received::default();
        let inbox = Rc::clone(&received);
        let me = worker.index();
        let (input, probe) = worker.dataflow::<u64, _, _>(move |scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Message>>();
            let pact = DistributorPact(|_| ByTarget);
            let delivered = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                pact,
                "Channel",
                |_, _| {
                    move |messages, _| {
                        messages.for_each(|time, message: &mut Message| {
                            let mut inbox = inbox.borrow_mut();
                            if message.is_damaged || message.to as usize != me {
                                inbox.is_damaged = true;
                            }
                            let bytes = std::mem::take(&mut message.bytes);
                            inbox.rounds.entry(*time.time()).or_default().push(bytes);
                        });
                    }
                },
            );
            (input, delivered.probe().0)
        });
        Self { input, probe, received, dataflow: worker, signals, round: 0, sent: 0 }
    }

    /// Returns the number of this worker.
    pub(crate) fn worker(&self) -> usize {
        self.dataflow.index()
    }

    /// Returns the number of workers of all processes.
    pub(crate) fn workers(&self) -> usize {
        self.dataflow.peers()
    }

    /// Sends a message in this round. An empty message is not sent.
    pub(crate) fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), ClusterError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let target = u32::try_from(to).ok().filter(|_| to < self.workers());
        let (Some(target), ..=MAX_MESSAGE) = (target, bytes.len()) else {
            return Err(damaged("a message is too long, or for a worker that does not exist"));
        };
        if to == self.worker() {
            self.received.borrow_mut().rounds.entry(self.round).or_default().push(bytes);
            return Ok(());
        }
        self.sent += bytes.len() as u64;
        self.input.send_batch(&mut Message::new(target, bytes));
        self.dataflow.step();
        self.signals.check()
    }

    /// Ends the round: waits for all workers, and returns the messages for this one, in any order.
    pub(crate) fn receive(&mut self) -> Result<Vec<Vec<u8>>, ClusterError> {
        let next = self.round + 1;
        self.input.advance_to(next);
        while self.probe.less_than(&next) {
            self.signals.check()?;
            self.dataflow.step_or_park(Some(MAX_PARK));
        }
        let mut inbox = self.received.borrow_mut();
        if inbox.is_damaged {
            return Err(damaged("a message is malformed, or for another worker"));
        }
        // A round in which this worker received no message has no entry.
        let received = inbox.rounds.remove(&self.round).unwrap_or_default();
        self.round = next;
        Ok(received)
    }

    /// Sends bytes to all workers, this one included, and ends the round. Empty bytes are not sent.
    pub(crate) fn broadcast(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, ClusterError> {
        (0..self.workers()).try_for_each(|to| self.send(to, bytes.to_vec()))?;
        self.receive()
    }
}

/// Returns the error for data that violate the protocol.
pub(crate) fn damaged(what: &str) -> ClusterError {
    let what = format!("what the processes sent each other is damaged: {what}");
    caracole_count::CountError::Unsound(what).into()
}

/// Bytes for a worker. Timely drops empty messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) to: u32,
    pub(crate) bytes: Vec<u8>,
    /// True if the message could not be decoded. Timely's decoder cannot return an error, so the receiver
    /// reports it.
    pub(crate) is_damaged: bool,
}

const HEAD_LEN: usize = 8;

impl Message {
    pub(crate) const fn new(to: u32, bytes: Vec<u8>) -> Self {
        Self { to, bytes, is_damaged: false }
    }

    /// Decodes a message, or returns `None` if it is malformed.
    fn decode(encoded: &[u8]) -> Option<Self> {
        let (to, rest) = encoded.split_first_chunk()?;
        let (len, rest) = rest.split_first_chunk()?;
        let (bytes, padding) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        let is_valid = !bytes.is_empty()
            && encoded.len() == (HEAD_LEN + bytes.len()).next_multiple_of(8)
            && padding.iter().all(|byte| *byte == 0);
        is_valid.then(|| Self::new(u32::from_le_bytes(*to), bytes.to_vec()))
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
        Self::decode(&bytes).unwrap_or_else(damaged)
    }

    fn length_in_bytes(&self) -> usize {
        (HEAD_LEN + self.bytes.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let padding = self.length_in_bytes() - HEAD_LEN - self.bytes.len();
        // `Channel::send` rejects messages whose length does not fit.
        let len = self.bytes.len() as u32;
        let all = [&self.to.to_le_bytes()[..], &len.to_le_bytes(), &self.bytes, &[0; 8][..padding]];
        // Writing to memory of this length cannot fail.
        let _ = all.into_iter().try_for_each(|bytes| writer.write_all(bytes));
    }
}

/// Routes each message to its target.
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

    fn encoded(message: &Message) -> Vec<u8> {
        let mut encoded = Vec::new();
        message.into_bytes(&mut encoded);
        assert_eq!(encoded.len(), message.length_in_bytes());
        encoded
    }

    #[test]
    fn a_message_is_decoded_as_it_was_encoded() {
        for len in [1, 7, 8, 9, 1000] {
            let message = Message::new(3, (0..len).map(|byte| byte as u8).collect());
            let bytes = BytesMut::from(encoded(&message)).freeze();
            assert_eq!(Message::from_bytes(bytes), message);
        }
        assert_eq!(Message::default().record_count(), 0);
        let cut = BytesMut::from(vec![0, 0, 0, 0, 9, 0, 0, 0, 1]).freeze();
        assert!(Message::from_bytes(cut).is_damaged);
    }

    proptest! {
        /// A damaged message is rejected or has the same encoding again.
        #[test]
        fn a_damaged_message_is_rejected_or_valid(
            bytes in prop::collection::vec(any::<u8>(), 1..40),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
            len in 0..60_usize,
        ) {
            let mut damaged = encoded(&Message::new(1, bytes));
            for (at, byte) in changes {
                let at = at.index(damaged.len());
                damaged[at] = byte;
            }
            damaged.resize(len, 0);
            if let Some(message) = Message::decode(&damaged) {
                prop_assert_eq!(encoded(&message), damaged);
            }
        }
    }
}
