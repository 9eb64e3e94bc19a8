//! Worker slots: how many pieces of work run at the same time, and the order of the waiting ones.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::client::Client;

/// A fixed number of slots. Waiting clients take turns, and the requests of one client are served in
/// their order, so a client with many requests delays another client by one of them at most.
#[derive(Clone)]
pub(crate) struct WorkerSlots(Arc<Mutex<Queue>>);

struct Queue {
    free: usize,
    /// The requests that wait, by client. The client whose turn is next comes first, and no list is empty.
    waiting: VecDeque<(Client, VecDeque<oneshot::Sender<Slot>>)>,
}

/// The right to run one piece of work. Dropping it passes the slot to the next request.
pub(crate) struct Slot {
    slots: WorkerSlots,
    /// False once the slot was passed on.
    is_held: bool,
}

impl WorkerSlots {
    pub(crate) fn new(slots: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue { free: slots, waiting: VecDeque::new() })))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slot. Dropping the future removes the request from the queue.
    pub(crate) async fn acquire(&self, client: Client) -> Slot {
        let receiver = {
            let mut queue = self.queue();
            if queue.free > 0 {
                queue.free -= 1;
                return Slot { slots: self.clone(), is_held: true };
            }
            let (sender, receiver) = oneshot::channel();
            queue.push(client, sender);
            receiver
        };
        match receiver.await {
            Ok(slot) => slot,
            // The queue outlives this future and drops only senders whose receiver is gone.
            Err(_) => std::future::pending().await,
        }
    }
}

impl Queue {
    fn push(&mut self, client: Client, sender: oneshot::Sender<Slot>) {
        match self.waiting.iter_mut().find(|(known, _)| *known == client) {
            Some((_, senders)) => {
                // Abandoned requests must not accumulate while all slots are taken.
                senders.retain(|sender| !sender.is_closed());
                senders.push_back(sender);
            }
            None => self.waiting.push_back((client, VecDeque::from([sender]))),
        }
    }

    /// Returns the next request and moves its client to the end.
    fn next(&mut self) -> Option<oneshot::Sender<Slot>> {
        let (client, mut senders) = self.waiting.pop_front()?;
        let next = senders.pop_front();
        if !senders.is_empty() {
            self.waiting.push_back((client, senders));
        }
        next
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if !self.is_held {
            return;
        }
        loop {
            let next = {
                let mut queue = self.slots.queue();
                let next = queue.next();
                if next.is_none() {
                    queue.free += 1;
                }
                next
            };
            let Some(next) = next else { return };
            let slot = Self { slots: self.slots.clone(), is_held: true };
            match next.send(slot) {
                Ok(()) => return,
                // The request was abandoned, so this loop passes the slot to another one.
                Err(mut slot) => slot.is_held = false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::net::Ipv4Addr;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn client(number: u8) -> Client {
        Client::new(Ipv4Addr::new(192, 0, 2, number).into())
    }

    fn poll(future: Pin<&mut impl Future<Output = Slot>>) -> Option<Slot> {
        match future.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(slot) => Some(slot),
            Poll::Pending => None,
        }
    }

    #[test]
    fn the_number_of_slots_is_limited() {
        let slots = WorkerSlots::new(2);
        let first = poll(pin!(slots.acquire(client(1))));
        let second = poll(pin!(slots.acquire(client(1))));
        assert!(first.is_some() && second.is_some());
        let mut third = pin!(slots.acquire(client(1)));
        assert!(poll(third.as_mut()).is_none());
        drop(first);
        assert!(poll(third.as_mut()).is_some());
    }

    #[test]
    fn clients_take_turns() {
        let slots = WorkerSlots::new(1);
        let running = poll(pin!(slots.acquire(client(1)))).expect("a free slot");
        let mut many: Vec<_> = (0..3).map(|_| Box::pin(slots.acquire(client(1)))).collect();
        for request in &mut many {
            assert!(poll(request.as_mut()).is_none());
        }
        let mut one = pin!(slots.acquire(client(2)));
        assert!(poll(one.as_mut()).is_none());
        drop(running);
        let first = poll(many[0].as_mut()).expect("it came first");
        assert!(poll(one.as_mut()).is_none());
        drop(first);
        // The second client does not wait for all requests of the first one.
        assert!(poll(many[1].as_mut()).is_none());
        let other = poll(one.as_mut()).expect("its turn");
        drop(other);
        for request in &mut many[1..] {
            drop(poll(request.as_mut()).expect("its turn"));
        }
    }

    #[test]
    fn abandoned_requests_hold_no_slot() {
        let slots = WorkerSlots::new(1);
        let running = poll(pin!(slots.acquire(client(1)))).expect("a free slot");
        for number in 0..100 {
            let mut abandoned = Box::pin(slots.acquire(client(number % 2)));
            assert!(poll(abandoned.as_mut()).is_none());
        }
        let waiting = slots.queue().waiting.iter().map(|(_, senders)| senders.len()).sum::<usize>();
        assert!(waiting <= 2, "{waiting} abandoned requests are kept");
        let mut last = pin!(slots.acquire(client(3)));
        assert!(poll(last.as_mut()).is_none());
        // This request gets its slot and is dropped before it is polled.
        let mut early = Box::pin(slots.acquire(client(4)));
        assert!(poll(early.as_mut()).is_none());
        drop(running);
        drop(poll(last.as_mut()).expect("its turn"));
        drop(early);
        assert!(poll(pin!(slots.acquire(client(5)))).is_some());
        assert_eq!(slots.queue().free, 1);
    }
}
