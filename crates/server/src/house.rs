//! What all requests share.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task;
use tokio::time::timeout;

use crate::Settings;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::gate::{Gate, Pass};
use crate::jobs::Jobs;
use crate::refusal::Refusal;
use crate::settings::Lane;
use crate::verbs::Work;

/// Requests that are read at the same time. JSON takes many times the room of its text.
pub(crate) const READERS: usize = 4;

/// Long bodies that are in memory at the same time.
const TRAYS: usize = 32;

/// How many of them one client may have.
const TRAYS_PER_CLIENT: usize = TRAYS / 4;

/// Room for a long body, until it is dropped.
pub(crate) struct Tray {
    _pass: Pass,
    _place: Option<OwnedSemaphorePermit>,
}

/// What all requests share: the limits, who is inside, and the jobs.
pub(crate) struct House {
    pub(crate) settings: Settings,
    pub(crate) jobs: Jobs,
    /// Does it answer to loopback only?
    pub(crate) is_local: bool,
    /// Connections.
    pub(crate) doors: Gate,
    /// Streams of events.
    pub(crate) streams: Gate,
    gate: Gate,
    /// Long bodies.
    long: Gate,
    readers: Arc<Semaphore>,
    trays: Arc<Semaphore>,
    benches: Arc<Semaphore>,
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

impl House {
    pub(crate) fn new(settings: Settings, is_local: bool) -> Self {
        Self {
            gate: Gate::new("requests", settings.per_client, settings.in_all),
            long: Gate::new("long requests", TRAYS_PER_CLIENT, usize::MAX),
            streams: Gate::new("streams", settings.per_client, settings.in_all),
            doors: Gate::new("connections", settings.connections_per_client, usize::MAX),
            readers: Arc::new(Semaphore::new(READERS)),
            trays: Arc::new(Semaphore::new(TRAYS)),
            benches: Arc::new(Semaphore::new(settings.at_once)),
            jobs: Jobs::new(&settings),
            closing: watch::Sender::new(false),
            is_local,
            settings,
        }
    }

    /// Lets a client in.
    pub(crate) fn enter(&self, client: IpAddr) -> Result<Pass, Refusal> {
        self.gate.enter(client)
    }

    /// Room for a long body.
    pub(crate) async fn tray(&self, client: IpAddr) -> Result<Tray, Refusal> {
        let pass = self.long.enter(client)?;
        Ok(Tray { _pass: pass, _place: Arc::clone(&self.trays).acquire_owned().await.ok() })
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

    /// Does work for a client that waits for it. The pass that comes back ends when the answer is
    /// taken.
    pub(crate) async fn answer(
        &self,
        client: IpAddr,
        work: Work,
    ) -> Result<(Answer, Pass), Refusal> {
        tokio::select! {
            answer = self.work(client, work) => answer,
            () = self.closed() => Err(Refusal::busy("the server stops")),
        }
    }

    async fn work(&self, client: IpAddr, work: Work) -> Result<(Answer, Pass), Refusal> {
        let pass = self.enter(client)?;
        let bench = Arc::clone(&self.benches).acquire_owned();
        // Who waited as long as an answer may take has waited for nothing.
        let Ok(Ok(bench)) = timeout(self.settings.time, bench).await else {
            return Err(Refusal::busy("all hands are busy: try again later"));
        };
        let flag = Arc::new(AtomicBool::new(false));
        let _wanted = Wanted(Arc::clone(&flag));
        let desk = Desk::new(&self.settings, Lane::Answer, flag);
        let work = task::spawn_blocking(move || {
            // They end with the work, not with who waited for it.
            let (pass, _bench) = (pass, bench);
            Ok((work(desk)?, pass))
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
        // The sender lives as long as the house.
        let _ = self.closing.subscribe().wait_for(|&is_closing| is_closing).await;
    }
}

/// Work ended in a panic.
pub(crate) fn broken() -> Refusal {
    Refusal::fault("a fault of ours: the work broke off; please tell us what was asked")
}

#[cfg(test)]
mod tests;
