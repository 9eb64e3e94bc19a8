//! The state that all requests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use caracole::runtime::memory::Account;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task;
use tokio::time::timeout;

use crate::Settings;
use crate::client::{Client, ClientLimiter, Permit};
use crate::error::ApiError;
use crate::jobs::Jobs;
use crate::response::Content;
use crate::work::{Work, WorkContext, WorkKind};
use crate::worker_slots::WorkerSlots;

/// The number of requests that are parsed at the same time. Parsed JSON takes many times the memory of
/// its text.
pub(crate) const MAX_PARSERS: usize = 4;

/// The number of large request bodies that are in memory at the same time.
const MAX_LARGE_BODIES: usize = 32;

/// The number of large request bodies of one client.
const MAX_LARGE_BODIES_PER_CLIENT: usize = MAX_LARGE_BODIES / 4;

/// The right to keep a large request body in memory.
pub(crate) struct LargeBodyPermit {
    _of_client: Permit,
    _of_all: Option<OwnedSemaphorePermit>,
}

/// The state that all requests share: limits, queues and jobs.
pub(crate) struct AppState {
    pub(crate) settings: Settings,
    pub(crate) jobs: Jobs,
    pub(crate) connections: ClientLimiter,
    pub(crate) event_streams: ClientLimiter,
    pub(crate) requests: ClientLimiter,
    large_bodies_of_client: ClientLimiter,
    large_bodies: Arc<Semaphore>,
    parsers: Arc<Semaphore>,
    slots: WorkerSlots,
    /// Becomes true when the server stops.
    is_closing: watch::Sender<bool>,
}

/// Sets a cancel flag when it is dropped, that is when the client disconnects.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl AppState {
    pub(crate) fn new(settings: Settings) -> Self {
        let (per_client, total) = (settings.max_requests_per_client, settings.max_requests);
        Self {
            requests: ClientLimiter::new("unfinished requests", per_client, total),
            large_bodies_of_client: ClientLimiter::new(
                "large requests",
                MAX_LARGE_BODIES_PER_CLIENT,
                usize::MAX,
            ),
            event_streams: ClientLimiter::new("open event streams", per_client, total),
            connections: ClientLimiter::new(
                "open connections",
                settings.max_connections_per_client,
                usize::MAX,
            ),
            parsers: Arc::new(Semaphore::new(MAX_PARSERS)),
            large_bodies: Arc::new(Semaphore::new(MAX_LARGE_BODIES)),
            slots: WorkerSlots::new(settings.worker_slots),
            jobs: Jobs::new(&settings),
            is_closing: watch::Sender::new(false),
            settings,
        }
    }

    /// Waits for the right to keep a large body in memory.
    pub(crate) async fn large_body(&self, client: Client) -> Result<LargeBodyPermit, ApiError> {
        let of_client = self.large_bodies_of_client.acquire(client)?;
        let of_all = Arc::clone(&self.large_bodies).acquire_owned().await.ok();
        Ok(LargeBodyPermit { _of_client: of_client, _of_all: of_all })
    }

    /// Parses a request on a blocking thread.
    pub(crate) async fn parse<T: Send + 'static>(
        &self,
        parse: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let parser = Arc::clone(&self.parsers).acquire_owned().await;
        let parsed = task::spawn_blocking(move || {
            let _parser = parser;
            parse()
        });
        parsed.await.unwrap_or_else(|_| Err(ApiError::panicked()))
    }

    /// Runs the work of a request. The caller must hold the returned permit until the response is sent.
    pub(crate) async fn run(
        &self,
        client: Client,
        work: Work,
    ) -> Result<(Content, Permit), ApiError> {
        tokio::select! {
            result = self.run_in_slot(client, work) => result,
            () = self.closed() => Err(ApiError::stopping()),
        }
    }

    async fn run_in_slot(&self, client: Client, work: Work) -> Result<(Content, Permit), ApiError> {
        let permit = self.requests.acquire(client)?;
        let slot = timeout(self.settings.queue_timeout, self.slots.acquire(client)).await;
        let slot = slot.map_err(|_| ApiError::busy("too much work is waiting: try again later"))?;
        // The time limit of the work starts now, not when the request arrived.
        let cancel = Arc::new(AtomicBool::new(false));
        let _cancel_on_drop = CancelOnDrop(Arc::clone(&cancel));
        let context = WorkContext::new(&self.settings, WorkKind::Request, cancel);
        let result = task::spawn_blocking(move || {
            // Held until the work ends, even if the client disconnects before.
            let (permit, _slot) = (permit, slot);
            // The account separates the memory limit of this work from the memory of other work.
            let result = Account::open().run(|| work(context));
            result.map(|content| (content, permit))
        });
        result.await.unwrap_or_else(|_| Err(ApiError::panicked()))
    }

    /// Cancels all work and all waiting requests.
    pub(crate) fn close(&self) {
        self.is_closing.send_replace(true);
        self.jobs.close();
    }

    /// Waits until the server stops.
    async fn closed(&self) {
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = self.is_closing.subscribe().wait_for(|&is_closing| is_closing).await;
    }
}

#[cfg(test)]
mod tests {
    use std::panic::resume_unwind;
    use std::sync::mpsc;
    use std::time::Duration;

    use serde_json::Value;
    use tokio::runtime::Runtime;

    use super::*;

    const CLIENT: Client = Client::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

    fn state(settings: Settings) -> (Runtime, AppState) {
        (Runtime::new().expect("threads"), AppState::new(settings))
    }

    fn null() -> Work {
        Box::new(|_| Ok(Content::Json(Value::Null)))
    }

    #[test]
    fn work_that_panics_is_an_error_and_frees_its_place() {
        let settings = Settings { max_requests_per_client: 1, ..Settings::default() };
        let (runtime, state) = state(settings);
        for _ in 0..2 {
            // Without the message that an ordinary panic prints.
            let work: Work = Box::new(|_| resume_unwind(Box::new("on purpose")));
            let error = runtime.block_on(state.run(CLIENT, work)).err();
            assert_eq!(error, Some(ApiError::panicked()));
            let panics = || resume_unwind(Box::new("on purpose"));
            assert_eq!(runtime.block_on(state.parse::<()>(panics)), Err(ApiError::panicked()));
        }
        assert!(runtime.block_on(state.run(CLIENT, null())).is_ok());
    }

    #[test]
    fn a_client_that_disconnects_cancels_its_work_and_frees_its_place() {
        let settings = Settings { max_requests_per_client: 1, ..Settings::default() };
        let (runtime, state) = state(settings);
        let (sender, receiver) = mpsc::channel();
        let work: Work = Box::new(move |context| {
            while !context.is_cancelled() {
                std::thread::yield_now();
            }
            sender.send(()).expect("a receiver");
            Err(ApiError::internal("no client reads this"))
        });
        let request = async { timeout(Duration::from_millis(20), state.run(CLIENT, work)).await };
        assert!(runtime.block_on(request).is_err());
        receiver.recv_timeout(Duration::from_mins(1)).expect("the work is cancelled");
        // The place is free as soon as the thread is.
        while runtime.block_on(state.run(CLIENT, null())).is_err() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn the_wait_for_a_slot_has_a_time_limit() {
        let queue_timeout = Duration::from_millis(20);
        let settings = Settings { worker_slots: 0, queue_timeout, ..Settings::default() };
        let (runtime, state) = state(settings);
        let error = runtime.block_on(state.run(CLIENT, null())).err();
        assert_eq!(error, Some(ApiError::busy("too much work is waiting: try again later")));
    }

    #[test]
    fn waiting_requests_end_when_the_server_stops() {
        let queue_timeout = Duration::from_hours(1);
        let settings = Settings { worker_slots: 0, queue_timeout, ..Settings::default() };
        let (runtime, state) = state(settings);
        let result = runtime.block_on(async {
            let result = state.run(CLIENT, null());
            tokio::join!(result, async { state.close() }).0
        });
        assert_eq!(result.err(), Some(ApiError::stopping()));
    }

    /// The first request takes longer than the time limit of the second one.
    #[test]
    fn the_time_limit_of_a_request_starts_with_its_slot() {
        let time_limit = Duration::from_millis(500);
        let settings = Settings { worker_slots: 1, time_limit, ..Settings::default() };
        let (runtime, state) = state(settings);
        let slow: Work = Box::new(|context| {
            std::thread::sleep(Duration::from_millis(600));
            assert!(context.must_stop());
            Ok(Content::Json(Value::Null))
        });
        let (sender, receiver) = mpsc::channel();
        let next: Work = Box::new(move |context| {
            sender.send(context.must_stop()).expect("a receiver");
            Ok(Content::Json(Value::Null))
        });
        let (first, second) = runtime
            .block_on(async { tokio::join!(state.run(CLIENT, slow), state.run(CLIENT, next)) });
        assert!(first.is_ok() && second.is_ok());
        assert!(!receiver.recv().expect("the second request ran"), "no time was left");
    }
}
