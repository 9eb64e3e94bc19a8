//! The state that all requests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use caracole::memory::Account;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task;
use tokio::time::timeout;

use crate::Settings;
use crate::answer::Answer;
use crate::client::Client;
use crate::desk::Desk;
use crate::jobs::Jobs;
use crate::limiter::{ClientLimiter, Permit};
use crate::refusal::Refusal;
use crate::settings::Lane;
use crate::slots::WorkerSlots;
use crate::verbs::Work;

/// Requests that are read at the same time. JSON takes many times the room of its text.
pub(crate) const READERS: usize = 4;

/// Large request bodies that are in memory at the same time.
const LARGE_BODIES: usize = 32;

/// How many of them one client may have.
const LARGE_BODIES_PER_CLIENT: usize = LARGE_BODIES / 4;

/// The right to keep a large request body in memory, until it is dropped.
pub(crate) struct LargeBodyPermit {
    _of_client: Permit,
    _of_all: Option<OwnedSemaphorePermit>,
}

/// The state that all requests share: limits, queues and jobs.
pub(crate) struct AppState {
    pub(crate) settings: Settings,
    pub(crate) jobs: Jobs,
    pub(crate) connections: ClientLimiter,
    /// Event streams.
    pub(crate) streams: ClientLimiter,
    requests: ClientLimiter,
    large_bodies_of_client: ClientLimiter,
    large_bodies: Arc<Semaphore>,
    readers: Arc<Semaphore>,
    slots: WorkerSlots,
    /// Becomes true when the server stops.
    closing: watch::Sender<bool>,
}

/// Raises a flag when it is dropped: a client that goes away does not want its answer any more.
struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl AppState {
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            requests: ClientLimiter::new("requests", settings.per_client, settings.in_all),
            large_bodies_of_client: ClientLimiter::new(
                "long requests",
                LARGE_BODIES_PER_CLIENT,
                usize::MAX,
            ),
            streams: ClientLimiter::new("streams", settings.per_client, settings.in_all),
            connections: ClientLimiter::new(
                "connections",
                settings.connections_per_client,
                usize::MAX,
            ),
            readers: Arc::new(Semaphore::new(READERS)),
            large_bodies: Arc::new(Semaphore::new(LARGE_BODIES)),
            slots: WorkerSlots::new(settings.at_once),
            jobs: Jobs::new(&settings),
            closing: watch::Sender::new(false),
            settings,
        }
    }

    /// Returns a permit for a request, unless the client has too many under way.
    pub(crate) fn enter(&self, client: Client) -> Result<Permit, Refusal> {
        self.requests.enter(client)
    }

    /// Waits for the right to keep a large body in memory.
    pub(crate) async fn large_body(&self, client: Client) -> Result<LargeBodyPermit, Refusal> {
        let of_client = self.large_bodies_of_client.enter(client)?;
        let of_all = Arc::clone(&self.large_bodies).acquire_owned().await.ok();
        Ok(LargeBodyPermit { _of_client: of_client, _of_all: of_all })
    }

    /// Reads what is asked, on a thread that may take its time.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let reader = Arc::clone(&self.readers).acquire_owned().await;
        let read = task::spawn_blocking(move || {
            let _reader = reader;
            read()
        });
        read.await.unwrap_or_else(|_| Err(broken()))
    }

    /// Does work for a client that waits for it. The permit that comes back must be kept until the
    /// answer is taken.
    pub(crate) async fn answer(
        &self,
        client: Client,
        work: Work,
    ) -> Result<(Answer, Permit), Refusal> {
        tokio::select! {
            answer = self.work(client, work) => answer,
            () = self.closed() => Err(Refusal::busy("the server stops")),
        }
    }

    async fn work(&self, client: Client, work: Work) -> Result<(Answer, Permit), Refusal> {
        let permit = self.enter(client)?;
        let Ok(slot) = timeout(self.settings.wait, self.slots.acquire(client)).await else {
            return Err(Refusal::busy("too much work is waiting: try again later"));
        };
        // The clock of the work starts here, not when the request came.
        let flag = Arc::new(AtomicBool::new(false));
        let _wanted = Wanted(Arc::clone(&flag));
        let desk = Desk::new(&self.settings, Lane::Answer, flag);
        let work = task::spawn_blocking(move || {
            // They end with the work, also if the client goes away before.
            let (permit, _slot) = (permit, slot);
            // Its memory limit does not depend on what others use.
            let answer = Account::open().run(|| work(desk))?;
            Ok((answer, permit))
        });
        work.await.unwrap_or_else(|_| Err(broken()))
    }

    /// Ends all work, and lets nobody wait any longer.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.jobs.close();
    }

    /// Becomes ready when the server stops.
    async fn closed(&self) {
        // The sender lives as long as `self`.
        let _ = self.closing.subscribe().wait_for(|&is_closing| is_closing).await;
    }
}

/// Work ended in a panic.
pub(crate) fn broken() -> Refusal {
    Refusal::fault("a fault of ours: the work broke off; please tell us what was asked")
}

#[cfg(test)]
mod tests;
