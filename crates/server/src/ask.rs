//! Questions without a network.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Settings;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;
use crate::settings::Lane;
use crate::verbs::{self, VERBS};

/// What the server says to a question.
///
/// ```
/// use caracole_server::{Settings, ask};
///
/// let reply = ask("count", br#"{"board":"6x6","closed":true}"#, &Settings::default());
/// assert_eq!((reply.status, reply.media), (200, "application/json"));
/// assert!(String::from_utf8_lossy(&reply.body).contains(r#""count":"9862""#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status: 200 if it is an answer.
    pub status: u16,
    /// The media type of the body.
    pub media: &'static str,
    /// An object as JSON, or a file.
    pub body: Vec<u8>,
}

/// The names of all questions, as they stand in addresses under `/api/v1`.
///
/// ```
/// assert!(caracole_server::verbs().any(|verb| verb == "solve"));
/// ```
pub fn verbs() -> impl Iterator<Item = &'static str> {
    VERBS.iter().map(|verb| verb.name)
}

/// What the server says to a body that is sent to `/api/v1/VERB`, worked out on this thread, without
/// a network and without anybody else who waits.
///
/// ```
/// use caracole_server::{Settings, ask};
///
/// let reply = ask("solve", br#"{"board":"5x5","from":"c3"}"#, &Settings::default());
/// assert_eq!((reply.status, reply.media), (200, "application/json"));
/// assert_eq!(ask("solve", b"5x5", &Settings::default()).status, 400);
/// ```
pub fn ask(verb: &str, body: &[u8], settings: &Settings) -> Reply {
    match answer(verb, body, settings) {
        Ok(Answer::Json(value)) => Reply::of_object(200, &value),
        Ok(Answer::File { media, bytes, .. }) => Reply { status: 200, media, body: bytes },
        Err(refusal) => Reply::of_object(refusal.status(), &refusal.object()),
    }
}

fn answer(verb: &str, body: &[u8], settings: &Settings) -> Result<Answer, Refusal> {
    let entry = verbs::find(verb)?;
    if body.len() > settings.body {
        return Err(Refusal::too_long(settings.body));
    }
    let work = (entry.read)(Fields::read(body, settings)?)?;
    work(Desk::new(settings, Lane::Answer, Arc::new(AtomicBool::new(false))))
}

impl Reply {
    fn of_object(status: u16, value: &serde_json::Value) -> Self {
        Self { status, media: "application/json", body: value.to_string().into_bytes() }
    }
}
