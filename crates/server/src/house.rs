//! What all requests share.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{Semaphore, watch};
use tokio::task;
use tokio::time::timeout;

use crate::Settings;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::gate::Gate;
use crate::jobs::Jobs;
use crate::refusal::Refusal;
use crate::settings::Lane;
use crate::verbs::Work;

/// What all requests share: the limits, who is inside, and the jobs.
pub(crate) struct House {
    pub(crate) settings: Settings,
    pub(crate) jobs: Jobs,
    /// Does it answer to loopback only?
    pub(crate) is_local: bool,
    gate: Gate,
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
            benches: Arc::new(Semaphore::new(settings.at_once)),
            jobs: Jobs::new(&settings),
            closing: watch::Sender::new(false),
            is_local,
            settings,
        }
    }

    /// Does work for a client that waits for it.
    pub(crate) async fn answer(&self, client: IpAddr, work: Work) -> Result<Answer, Refusal> {
        let pass = self.gate.enter(client)?;
        let bench = Arc::clone(&self.benches).acquire_owned();
        // Who waited as long as an answer may take has waited for nothing.
        let Ok(Ok(bench)) = timeout(self.settings.time, bench).await else {
            return Err(Refusal::busy("all hands are busy: try again later"));
        };
        let flag = Arc::new(AtomicBool::new(false));
        let wanted = Wanted(Arc::clone(&flag));
        let desk = Desk::new(&self.settings, Lane::Answer, flag);
        let work = task::spawn_blocking(move || {
            // They end with the work, not with who waited for it.
            let (_pass, _bench) = (pass, bench);
            work(desk)
        });
        let mut closing = self.closing.subscribe();
        let answer = tokio::select! {
            answer = work => answer.unwrap_or_else(|_| Err(broken())),
            _ = closing.wait_for(|&is_closing| is_closing) => {
                Err(Refusal::busy("the server stops"))
            }
        };
        drop(wanted);
        answer
    }

    /// Ends all work, and lets nobody wait any longer.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.jobs.close();
    }
}

/// Work ended in a panic.
pub(crate) fn broken() -> Refusal {
    Refusal::fault("a fault of ours: the work broke off; please tell us what was asked")
}
