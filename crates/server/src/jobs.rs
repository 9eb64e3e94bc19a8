//! Work that nobody waits for: it is begun, looked at, and fetched or cancelled.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use caracole::formats::json;
use serde_json::Value;
use tokio::sync::{Semaphore, watch};
use tokio::task;

use crate::Settings;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::gate::Gate;
use crate::house::broken;
use crate::refusal::Refusal;
use crate::settings::Lane;
use crate::verbs::Work;

/// All jobs.
pub(crate) struct Jobs {
    gate: Gate,
    benches: Arc<Semaphore>,
    settings: Settings,
    next: AtomicU64,
    /// Names of jobs cannot be guessed: only who began one can cancel it.
    secret: [RandomState; 2],
    list: Mutex<HashMap<String, Arc<Job>>>,
}

/// One job.
pub(crate) struct Job {
    pub(crate) name: String,
    verb: &'static str,
    flag: Arc<AtomicBool>,
    /// How far it has come.
    progress: watch::Receiver<Option<Value>>,
    /// How it stands; told after the last progress.
    standing: watch::Sender<Standing>,
}

/// How a job stands.
#[derive(Clone, Debug)]
pub(crate) enum Standing {
    Waiting,
    Running,
    Done { answer: Result<Answer, Refusal>, since: Instant },
}

impl Jobs {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            gate: Gate::new("jobs", settings.jobs_per_client, settings.jobs_in_all),
            benches: Arc::new(Semaphore::new(settings.jobs_at_once)),
            settings: settings.clone(),
            next: AtomicU64::new(0),
            secret: [RandomState::new(), RandomState::new()],
            list: Mutex::default(),
        }
    }

    fn list(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job.
    pub(crate) fn begin(
        &self,
        client: IpAddr,
        verb: &'static str,
        work: Work,
    ) -> Result<Arc<Job>, Refusal> {
        self.forget_old();
        let pass = self.gate.enter(client)?;
        let flag = Arc::new(AtomicBool::new(false));
        let (tell, progress) = watch::channel(None);
        let standing = watch::Sender::new(Standing::Waiting);
        let job = Arc::new(Job { name: self.name(), verb, flag, progress, standing });
        self.list().insert(job.name.clone(), Arc::clone(&job));
        let (own, settings) = (Arc::clone(&job), self.settings.clone());
        let bench = Arc::clone(&self.benches).acquire_owned();
        task::spawn(async move {
            let bench = bench.await;
            own.standing.send_replace(Standing::Running);
            let desk = Desk::new(&settings, Lane::Job, Arc::clone(&own.flag)).told_to(tell);
            let answer = task::spawn_blocking(move || {
                let (_pass, _bench) = (pass, bench);
                work(desk)
            });
            let answer = answer.await.unwrap_or_else(|_| Err(broken()));
            own.standing.send_replace(Standing::Done { answer, since: Instant::now() });
        });
        Ok(job)
    }

    fn name(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let [one, other] = self.secret.each_ref().map(|secret| secret.hash_one(number));
        format!("{one:016x}{other:016x}")
    }

    /// The job of this name.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<Job>, Refusal> {
        self.forget_old();
        let job = self.list().get(name).cloned();
        job.ok_or_else(|| Refusal::not_found("there is no such job, or not any more"))
    }

    /// Stops a job and forgets it.
    pub(crate) fn cancel(&self, name: &str) -> Result<Arc<Job>, Refusal> {
        let job = self.find(name)?;
        job.stop();
        self.list().remove(name);
        Ok(job)
    }

    /// Answers that nobody fetches are not kept for ever, nor more of them than there may be jobs.
    fn forget_old(&self) {
        let kept = self.settings.jobs_kept;
        let mut list = self.list();
        list.retain(|_, job| job.done_for().is_none_or(|age| age < kept));
        while list.len() >= self.settings.jobs_in_all.max(1) * 2 {
            let ages = list.iter().filter_map(|(name, job)| Some((job.done_for()?, name.clone())));
            let Some((_, oldest)) = ages.max() else { break };
            list.remove(&oldest);
        }
    }

    /// Stops all jobs.
    pub(crate) fn close(&self) {
        self.list().values().for_each(|job| job.stop());
    }
}

impl Job {
    fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Since when it is done.
    fn done_for(&self) -> Option<Duration> {
        match &*self.standing.borrow() {
            Standing::Done { since, .. } => Some(since.elapsed()),
            Standing::Waiting | Standing::Running => None,
        }
    }

    /// How it stands, and what it comes to.
    pub(crate) fn standing(&self) -> watch::Receiver<Standing> {
        self.standing.subscribe()
    }

    /// How far it has come.
    pub(crate) fn progress(&self) -> watch::Receiver<Option<Value>> {
        self.progress.clone()
    }

    /// The job as it is sent.
    pub(crate) fn object(&self) -> Value {
        let mut object = json::object("caracole.job/1");
        let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
        put("id", self.name.as_str().into());
        put("verb", self.verb.into());
        let standing = self.standing.borrow().clone();
        put("state", standing.word().into());
        put("progress", self.progress.borrow().clone().unwrap_or_default());
        if let Standing::Done { answer, .. } = standing {
            match answer {
                Ok(Answer::Json(answer)) => put("answer", answer),
                Ok(Answer::File { .. }) => put("answer", Value::Null),
                Err(refusal) => put("error", refusal.object()["error"].clone()),
            }
        }
        object.into()
    }
}

impl Standing {
    /// The standing in one word.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done { .. } => "done",
        }
    }
}
