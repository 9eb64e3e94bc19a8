//! The channel between workers: rounds in which each sends messages and gets those that are for it.
//!
//! A round is a moment of a timely dataflow with one exchange. It is over for a worker when no other can
//! send anything in it any more, and everything sent has been received; so it is a barrier too.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::ClusterError;
use crate::message::{ByTarget, Message};
use crate::net::{MAX_MESSAGE, Signals};

/// The channel, as a worker sees it.
pub(crate) struct Channel {
    // Dropped in this order: the input leaves the dataflow before its worker does.
    input: InputHandle<u64, NoopBuilder<Message>>,
    probe: ProbeHandle<u64>,
    received: Received,
    worker: Worker,
    signals: Arc<Signals>,
    round: u64,
    /// Bytes sent to other workers.
    pub(crate) sent: u64,
}

/// The messages that have come, by their round: another worker may be one round ahead.
type Received = Rc<RefCell<Inbox>>;

#[derive(Default)]
struct Inbox {
    rounds: BTreeMap<u64, Vec<Vec<u8>>>,
    /// A message was not whole, or for another worker.
    is_damaged: bool,
}

/// The longest sleep before the next look whether the work must stop.
const NAP: Duration = Duration::from_millis(10);

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
        Self { input, probe, received, worker, signals, round: 0, sent: 0 }
    }

    /// The number of this worker.
    pub(crate) fn me(&self) -> usize {
        self.worker.index()
    }

    /// The number of workers in all processes.
    pub(crate) fn workers(&self) -> usize {
        self.worker.peers()
    }

    /// Sends a message in this round; one without bytes is not sent.
    pub(crate) fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), ClusterError> {
        if bytes.is_empty() {
            return Ok(());
        }
        if bytes.len() > MAX_MESSAGE || to >= self.workers() {
            return Err(damaged("a message is too long, or for a worker that does not exist"));
        }
        if to == self.me() {
            self.received.borrow_mut().rounds.entry(self.round).or_default().push(bytes);
            return Ok(());
        }
        self.sent += bytes.len() as u64;
        self.input.send_batch(&mut Message::new(to as u32, bytes));
        self.worker.step();
        self.signals.look()
    }

    /// Ends the round: waits for all, and returns the messages for this worker, in any order.
    pub(crate) fn receive(&mut self) -> Result<Vec<Vec<u8>>, ClusterError> {
        let next = self.round + 1;
        self.input.advance_to(next);
        while self.probe.less_than(&next) {
            self.signals.look()?;
            self.worker.step_or_park(Some(NAP));
        }
        let mut inbox = self.received.borrow_mut();
        if inbox.is_damaged {
            return Err(damaged("a message is not whole, or for another worker"));
        }
        let received = inbox.rounds.remove(&self.round);
        self.round = next;
        Ok(received.unwrap_or_default())
    }

    /// A round in which every worker sends the same bytes to all, itself included; one that has no bytes
    /// sends nothing.
    pub(crate) fn broadcast(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, ClusterError> {
        (0..self.workers()).try_for_each(|to| self.send(to, bytes.to_vec()))?;
        self.receive()
    }
}

/// Another worker sent something that it cannot have meant to send.
pub(crate) fn damaged(what: &str) -> ClusterError {
    let what = format!("what the processes sent each other is damaged: {what}");
    caracole_count::CountError::Unsound(what).into()
}
