//! The post between workers: rounds in which each hands in parcels and gets those that are for it.
//!
//! A round is a moment of a timely dataflow with one exchange. It is over for a worker when nobody can
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
use crate::net::Signals;
use crate::parcel::{Parcel, Sorter};

/// The post, as a worker sees it.
pub(crate) struct Post {
    // Dropped in this order: the input leaves the dataflow before its worker does.
    input: InputHandle<u64, NoopBuilder<Parcel>>,
    probe: ProbeHandle<u64>,
    received: Received,
    worker: Worker,
    signals: Arc<Signals>,
    round: u64,
    /// Bytes handed in for other workers.
    pub(crate) sent: u64,
}

/// What has come, by its round: somebody may be one round ahead.
type Received = Rc<RefCell<BTreeMap<u64, Vec<Vec<u8>>>>>;

/// So long it sleeps at most before it looks whether it must stop.
const NAP: Duration = Duration::from_millis(10);

impl Post {
    pub(crate) fn new(mut worker: Worker, signals: Arc<Signals>) -> Self {
        let received = Received::default();
        let inbox = Rc::clone(&received);
        let (input, probe) = worker.dataflow::<u64, _, _>(move |scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Parcel>>();
            let pact = DistributorPact(|_| Sorter);
            let delivered =
                stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(pact, "Post", |_, _| {
                    move |parcels, _| {
                        parcels.for_each(|time, parcel: &mut Parcel| {
                            let bytes = std::mem::take(&mut parcel.bytes);
                            inbox.borrow_mut().entry(*time.time()).or_default().push(bytes);
                        });
                    }
                });
            (input, delivered.probe().0)
        });
        Self { input, probe, received, worker, signals, round: 0, sent: 0 }
    }

    /// The number of this worker, and how many there are in all processes.
    pub(crate) fn me(&self) -> (usize, usize) {
        (self.worker.index(), self.worker.peers())
    }

    /// Hands in a parcel for this round; one without bytes does not travel.
    pub(crate) fn send(&mut self, to: usize, bytes: Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        if to == self.worker.index() {
            self.received.borrow_mut().entry(self.round).or_default().push(bytes);
            return;
        }
        self.sent += bytes.len() as u64;
        self.input.send_batch(&mut Parcel { to: to as u32, bytes });
        self.worker.step();
    }

    /// Ends the round: waits for all, and gives what has come, in any order.
    pub(crate) fn receive(&mut self) -> Result<Vec<Vec<u8>>, ClusterError> {
        let next = self.round + 1;
        self.input.advance_to(next);
        while self.probe.less_than(&next) {
            self.signals.look()?;
            self.worker.step_or_park(Some(NAP));
        }
        let received = self.received.borrow_mut().remove(&self.round);
        self.round = next;
        Ok(received.unwrap_or_default())
    }

    /// A round in which every worker tells all, itself included; who has nothing to say is silent.
    pub(crate) fn tell_all(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, ClusterError> {
        (0..self.worker.peers()).for_each(|to| self.send(to, bytes.to_vec()));
        self.receive()
    }
}
