//! Jobs: work whose result the client fetches later.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use caracole::formats::json;
use caracole::runtime::memory::Account;
use serde_json::Value;
use tokio::sync::watch;
use tokio::task;

use crate::Settings;
use crate::client::{Client, ClientLimiter, Permit};
use crate::error::ApiError;
use crate::response::Content;
use crate::work::{Work, WorkContext, WorkKind};
use crate::worker_slots::WorkerSlots;

/// The total size of all kept results. A single result may be larger.
const MAX_KEPT_BYTES: usize = 64 << 20;

/// All jobs of a server.
pub(crate) struct Jobs {
    limiter: ClientLimiter,
    slots: WorkerSlots,
    settings: Settings,
    list: Arc<Mutex<List>>,
}

#[derive(Default)]
struct List {
    /// By id.
    jobs: HashMap<String, Arc<Job>>,
    /// True if the server has stopped and takes no more jobs.
    is_closed: bool,
}

fn lock(list: &Mutex<List>) -> MutexGuard<'_, List> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            limiter: ClientLimiter::new(
                "unfinished jobs",
                settings.max_jobs_per_client,
                settings.max_jobs,
            ),
            slots: WorkerSlots::new(settings.job_slots),
            settings: settings.clone(),
            list: Arc::default(),
        }
    }

    /// Starts a job as soon as a slot is free.
    pub(crate) fn start(
        &self,
        client: Client,
        endpoint: &'static str,
        work: Work,
    ) -> Result<Arc<Job>, ApiError> {
        let permit = self.limiter.acquire(client)?;
        let (sender, progress) = watch::channel(None);
        let job = Arc::new(Job::new(new_id()?, client, endpoint, permit, progress));
        {
            let mut list = lock(&self.list);
            if list.is_closed {
                return Err(ApiError::stopping());
            }
            list.jobs.insert(job.id.clone(), Arc::clone(&job));
        }
        let (own, settings) = (Arc::clone(&job), self.settings.clone());
        let (slots, list) = (self.slots.clone(), Arc::clone(&self.list));
        task::spawn(async move {
            let mut status = own.status();
            let slot = tokio::select! {
                slot = slots.acquire(client) => slot,
                _ = status.wait_for(JobStatus::is_final) => return,
            };
            let Some(permit) = own.begin() else { return };
            let context = WorkContext::new(&settings, WorkKind::Job, Arc::clone(&own.cancel));
            let context = context.with_progress(sender);
            let result = task::spawn_blocking(move || {
                // Held until the work ends, even if it panics.
                let (_permit, _slot) = (permit, slot);
                // The account separates the memory limit of this job from the memory of other work.
                Account::open().run(|| work(context))
            });
            own.finish(result.await.unwrap_or_else(|_| Err(ApiError::panicked())));
            lock(&list).evict(&settings);
        });
        Ok(job)
    }

    pub(crate) fn find(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let mut list = lock(&self.list);
        list.evict(&self.settings);
        let job = list.jobs.get(id).cloned();
        job.ok_or_else(|| {
            ApiError::not_found("no job has this id: results are kept for a limited time")
        })
    }

    /// Cancels a job and removes it.
    pub(crate) fn cancel(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = self.find(id)?;
        job.cancel();
        lock(&self.list).jobs.remove(id);
        Ok(job)
    }

    /// Cancels all jobs and accepts no more.
    pub(crate) fn close(&self) {
        let mut list = lock(&self.list);
        list.is_closed = true;
        list.jobs.drain().for_each(|(_, job)| job.cancel());
    }
}

/// Returns an id that cannot be guessed: 128 bits from the random source of the operating system. A
/// client that knows the id of a job may read and cancel it.
fn new_id() -> Result<String, ApiError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| ApiError::internal(format!("no random numbers for a job id: {error}")))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

impl List {
    /// Removes results that are too old, and then results above the limits on number and size. The
    /// oldest results of the client with the most results go first. One result always stays.
    fn evict(&mut self, settings: &Settings) {
        let is_expired =
            |job: &Job| job.kept().is_some_and(|(age, _)| age >= settings.job_retention);
        self.jobs.retain(|_, job| !is_expired(job));
        let kept = |job: &Arc<Job>| Some((job.kept()?, job.client, job.id.clone()));
        let mut kept: Vec<_> = self.jobs.values().filter_map(kept).collect();
        kept.sort_unstable();
        // Sort by the number of newer results of the same client, so that a client with many results
        // does not evict those of others.
        let mut newer: HashMap<Client, usize> = HashMap::new();
        kept.sort_by_cached_key(|&(_, client, _)| {
            let own = newer.entry(client).or_default();
            *own += 1;
            *own
        });
        let mut total_bytes = 0;
        for (index, ((_, bytes), _, id)) in kept.into_iter().enumerate() {
            total_bytes += bytes;
            if index > 0 && (index >= settings.max_jobs || total_bytes > MAX_KEPT_BYTES) {
                self.jobs.remove(&id);
            }
        }
    }
}

pub(crate) struct Job {
    pub(crate) id: String,
    client: Client,
    endpoint: &'static str,
    /// Set to cancel the work.
    cancel: Arc<AtomicBool>,
    /// The permit of a waiting job. While the job runs, its work holds the permit.
    permit: Mutex<Option<Permit>>,
    progress: watch::Receiver<Option<Value>>,
    status: watch::Sender<JobStatus>,
}

#[derive(Clone, Debug)]
pub(crate) enum JobStatus {
    Waiting,
    Running,
    Done {
        /// The field `answer` or `error` of the job, as JSON text.
        result: Arc<str>,
        since: Instant,
    },
    Cancelled,
}

impl Job {
    fn new(
        id: String,
        client: Client,
        endpoint: &'static str,
        permit: Permit,
        progress: watch::Receiver<Option<Value>>,
    ) -> Self {
        let (cancel, status) = (Arc::default(), watch::Sender::new(JobStatus::Waiting));
        Self { id, client, endpoint, cancel, permit: Mutex::new(Some(permit)), progress, status }
    }

    /// Cancels the job unless it is done. A waiting job frees its place at once, a running job when its
    /// work has ended.
    fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.status.send_if_modified(|status| {
            let is_active = !status.is_final();
            if is_active {
                *status = JobStatus::Cancelled;
            }
            is_active
        });
        drop(self.take_permit());
    }

    /// Marks the job as running and returns its permit, unless it was cancelled.
    fn begin(&self) -> Option<Permit> {
        let permit = self.take_permit()?;
        let begins = self.status.send_if_modified(|status| {
            let is_waiting = matches!(status, JobStatus::Waiting);
            if is_waiting {
                *status = JobStatus::Running;
            }
            is_waiting
        });
        begins.then_some(permit)
    }

    fn take_permit(&self) -> Option<Permit> {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Keeps the result, unless the job was cancelled.
    fn finish(&self, result: Result<Content, ApiError>) {
        let result = match result {
            Ok(Content::Json(answer)) => format!("\"answer\":{answer}"),
            // The router starts no jobs for endpoints that return files.
            Ok(Content::File { .. }) => "\"answer\":null".to_owned(),
            Err(error) => format!("\"error\":{}", error.to_field()),
        };
        self.status.send_if_modified(|status| {
            let is_running = matches!(status, JobStatus::Running);
            if is_running {
                *status = JobStatus::Done { result: result.into(), since: Instant::now() };
            }
            is_running
        });
    }

    /// Returns the age of the result and its size in bytes, if the job is done.
    fn kept(&self) -> Option<(Duration, usize)> {
        match &*self.status.borrow() {
            JobStatus::Done { result, since } => Some((since.elapsed(), result.len())),
            _ => None,
        }
    }

    /// Subscribes to the status, which changes after the last progress report.
    pub(crate) fn status(&self) -> watch::Receiver<JobStatus> {
        self.status.subscribe()
    }

    /// Subscribes to the progress reports.
    pub(crate) fn progress(&self) -> watch::Receiver<Option<Value>> {
        self.progress.clone()
    }

    /// Returns the job as a JSON text.
    pub(crate) fn to_json(&self) -> String {
        let status = self.status.borrow().clone();
        let mut object = json::object("caracole.job/1");
        object.insert("id".into(), self.id.as_str().into());
        object.insert("verb".into(), self.endpoint.into());
        object.insert("state".into(), status.name().into());
        object.insert("progress".into(), self.progress.borrow().clone().unwrap_or_default());
        let mut text = Value::from(object).to_string();
        if let JobStatus::Done { result, .. } = status {
            text.pop();
            text = format!("{text},{result}}}");
        }
        text
    }
}

impl JobStatus {
    const fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done { .. } => "done",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns true if the job is done or cancelled.
    pub(crate) const fn is_final(&self) -> bool {
        matches!(self, Self::Done { .. } | Self::Cancelled)
    }
}
