//! One job: how far it has come, how it stands, and what came of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use caracole::formats::json;
use serde_json::Value;
use tokio::sync::watch;

use crate::answer::Answer;
use crate::client::Client;
use crate::limiter::Permit;
use crate::refusal::Refusal;

/// One job.
pub(crate) struct Job {
    pub(crate) name: String,
    /// Who began it.
    pub(super) client: Client,
    verb: &'static str,
    /// Raised when the work shall stop.
    pub(super) flag: Arc<AtomicBool>,
    /// Its permit, until the work starts: then the permit ends with the work.
    permit: Mutex<Option<Permit>>,
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
    Done { ended: Ended, since: Instant },
    Cancelled,
}

/// What came of a job, as it is sent: a field of the object, written only once.
#[derive(Clone, Debug)]
pub(crate) struct Ended(Arc<str>);

impl Ended {
    pub(super) fn new(answer: Result<Answer, Refusal>) -> Self {
        let field = match answer {
            Ok(Answer::Json(answer)) => format!("\"answer\":{answer}"),
            // Refused before it is begun.
            Ok(Answer::File { .. }) => "\"answer\":null".to_owned(),
            Err(refusal) => format!("\"error\":{}", refusal.object()["error"]),
        };
        Self(field.into())
    }
}

impl Job {
    pub(super) fn new(
        (name, client): (String, Client),
        verb: &'static str,
        permit: Permit,
        progress: watch::Receiver<Option<Value>>,
    ) -> Self {
        let (flag, standing) = (Arc::default(), watch::Sender::new(Standing::Waiting));
        Self { name, client, verb, flag, permit: Mutex::new(Some(permit)), progress, standing }
    }

    /// Stops it wherever it is. One that waits gives up its place at once, one that is worked on when
    /// the work has ended, and one that is done stays so.
    pub(super) fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.standing.send_if_modified(|standing| {
            let goes_on = !standing.is_over();
            if goes_on {
                *standing = Standing::Cancelled;
            }
            goes_on
        });
        drop(self.take_permit());
    }

    /// Its turn has come: gives the place, unless it was cancelled.
    pub(super) fn begin(&self) -> Option<Permit> {
        let permit = self.take_permit()?;
        let begins = self.standing.send_if_modified(|standing| {
            let waits = matches!(standing, Standing::Waiting);
            if waits {
                *standing = Standing::Running;
            }
            waits
        });
        begins.then_some(permit)
    }

    fn take_permit(&self) -> Option<Permit> {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The work has ended. What came of it is kept, unless it was cancelled.
    pub(super) fn end(&self, answer: Result<Answer, Refusal>) {
        let ended = Ended::new(answer);
        self.standing.send_if_modified(|standing| {
            let runs = matches!(standing, Standing::Running);
            if runs {
                *standing = Standing::Done { ended, since: Instant::now() };
            }
            runs
        });
    }

    /// For how long it has been done, and how many bytes it keeps.
    pub(super) fn kept(&self) -> Option<(Duration, usize)> {
        match &*self.standing.borrow() {
            Standing::Done { ended, since } => Some((since.elapsed(), ended.0.len())),
            _ => None,
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

    /// The job as it is sent, an object.
    pub(crate) fn text(&self) -> String {
        let mut object = json::object("caracole.job/1");
        let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
        put("id", self.name.as_str().into());
        put("verb", self.verb.into());
        let standing = self.standing.borrow().clone();
        put("state", standing.word().into());
        put("progress", self.progress.borrow().clone().unwrap_or_default());
        let mut text = Value::from(object).to_string();
        if let Standing::Done { ended, .. } = standing {
            text.pop();
            text = format!("{text},{}}}", ended.0);
        }
        text
    }
}

impl Standing {
    /// The standing in one word.
    const fn word(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done { .. } => "done",
            Self::Cancelled => "cancelled",
        }
    }

    /// Will nothing more come of it?
    pub(crate) const fn is_over(&self) -> bool {
        matches!(self, Self::Done { .. } | Self::Cancelled)
    }
}
