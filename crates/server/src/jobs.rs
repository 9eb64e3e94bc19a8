//! Work that nobody waits for: it is begun, looked at, and fetched or cancelled.

mod job;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use caracole::memory::Account;
use tokio::sync::watch;
use tokio::task;

use crate::Settings;
use crate::client::Client;
use crate::desk::Desk;
use crate::limiter::ClientLimiter;
use crate::refusal::Refusal;
use crate::settings::Lane;
use crate::slots::WorkerSlots;
use crate::state::broken;
use crate::verbs::Work;

pub(crate) use job::Job;
use job::Standing;

/// The answers that are kept have at most so many bytes together, unless one alone has more.
const KEPT_BYTES: usize = 64 << 20;

/// All jobs.
pub(crate) struct Jobs {
    limiter: ClientLimiter,
    slots: WorkerSlots,
    settings: Settings,
    list: Arc<Mutex<List>>,
}

/// The jobs that can be asked for.
#[derive(Default)]
struct List {
    jobs: HashMap<String, Arc<Job>>,
    /// Has the server stopped? Then no more come.
    is_closed: bool,
}

fn locked(list: &Mutex<List>) -> MutexGuard<'_, List> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            limiter: ClientLimiter::new("jobs", settings.jobs_per_client, settings.jobs_in_all),
            slots: WorkerSlots::new(settings.jobs_at_once),
            settings: settings.clone(),
            list: Arc::default(),
        }
    }

    /// Begins a job.
    pub(crate) fn begin(
        &self,
        client: Client,
        verb: &'static str,
        work: Work,
    ) -> Result<Arc<Job>, Refusal> {
        let permit = self.limiter.enter(client)?;
        let (tell, progress) = watch::channel(None);
        let job = Arc::new(Job::new((new_id()?, client), verb, permit, progress));
        {
            let mut list = locked(&self.list);
            if list.is_closed {
                return Err(Refusal::busy("the server stops"));
            }
            list.jobs.insert(job.name.clone(), Arc::clone(&job));
        }
        let (own, settings) = (Arc::clone(&job), self.settings.clone());
        let (slots, list) = (self.slots.clone(), Arc::clone(&self.list));
        task::spawn(async move {
            let mut standing = own.standing();
            let slot = tokio::select! {
                slot = slots.acquire(client) => slot,
                _ = standing.wait_for(Standing::is_over) => return,
            };
            let Some(permit) = own.begin() else { return };
            let desk = Desk::new(&settings, Lane::Job, Arc::clone(&own.flag)).told_to(tell);
            let answer = task::spawn_blocking(move || {
                // They end with the work, even if it panics.
                let (_permit, _slot) = (permit, slot);
                // Its memory limit does not depend on what others use.
                Account::open().run(|| work(desk))
            });
            own.end(answer.await.unwrap_or_else(|_| Err(broken())));
            locked(&list).forget_old(&settings);
        });
        Ok(job)
    }

    /// The job of this name.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<Job>, Refusal> {
        let mut list = locked(&self.list);
        list.forget_old(&self.settings);
        let job = list.jobs.get(name).cloned();
        job.ok_or_else(|| Refusal::not_found("there is no such job, or not any more"))
    }

    /// Stops a job and forgets it.
    pub(crate) fn cancel(&self, name: &str) -> Result<Arc<Job>, Refusal> {
        let job = self.find(name)?;
        job.cancel();
        locked(&self.list).jobs.remove(name);
        Ok(job)
    }

    /// Stops all jobs, and takes no more.
    pub(crate) fn close(&self) {
        let mut list = locked(&self.list);
        list.is_closed = true;
        list.jobs.drain().for_each(|(_, job)| job.cancel());
    }
}

/// An id that cannot be guessed: 128 bits from the random source of the operating system. A client that
/// knows the id of a job may read and cancel it.
fn new_id() -> Result<String, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Refusal::fault(format!("no random numbers for a job id: {error}")))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

impl List {
    /// Answers that nobody fetches are not kept for ever, nor more of them than there may be jobs, nor
    /// more bytes than there may be. The oldest of who has most go first, and the last one stays.
    fn forget_old(&mut self, settings: &Settings) {
        let too_old = |job: &Job| job.kept().is_some_and(|(age, _)| age >= settings.jobs_kept);
        self.jobs.retain(|_, job| !too_old(job));
        let kept = |job: &Arc<Job>| Some((job.kept()?, job.client, job.name.clone()));
        let mut kept: Vec<_> = self.jobs.values().filter_map(kept).collect();
        kept.sort_unstable();
        // How many newer ones the same client has, so that nobody drives out those of others.
        let mut newer: HashMap<Client, usize> = HashMap::new();
        kept.sort_by_cached_key(|&(_, client, _)| {
            let own = newer.entry(client).or_default();
            *own += 1;
            *own
        });
        let mut bytes = 0;
        for (at, ((_, own), _, name)) in kept.into_iter().enumerate() {
            bytes += own;
            if at > 0 && (at >= settings.jobs_in_all || bytes > KEPT_BYTES) {
                self.jobs.remove(&name);
            }
        }
    }
}
