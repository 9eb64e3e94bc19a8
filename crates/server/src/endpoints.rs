//! The endpoints of the API.

mod check;
mod coach;
mod counting;
mod draw;
mod film;
mod puzzle;
mod solve;

use std::sync::Arc;

use caracole::text::UnknownName;
use serde_json::Value;

use crate::Settings;
use crate::error::ApiError;
use crate::fields::Fields;
use crate::response::Content;
use crate::work::{Work, WorkContext, WorkKind};

/// An endpoint of the API: `/api/v1/NAME`, and `/api/v1/jobs/NAME` to run it as a job.
pub(crate) trait Endpoint: Sized + Send + 'static {
    const NAME: &'static str;
    /// True if the content is a file. Jobs do not keep files, so such an endpoint cannot be a job.
    const RETURNS_FILE: bool = false;
    /// True if the client can ask for a time limit.
    const HAS_TIME_LIMIT: bool = true;

    /// Parses a request. Reports every error that can be found before the work starts.
    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError>;

    /// Does the work, on a blocking thread and within the limits of the context.
    fn run(self, context: &WorkContext) -> Result<Content, ApiError>;
}

/// An endpoint in the list of endpoints.
pub(crate) struct EndpointEntry {
    pub(crate) name: &'static str,
    pub(crate) returns_file: bool,
    pub(crate) parse: fn(Fields<'_>) -> Result<Work, ApiError>,
}

pub(crate) const ENDPOINTS: &[EndpointEntry] = &[
    entry::<check::Check>(),
    entry::<check::CheckProof>(),
    entry::<coach::Coach>(),
    entry::<counting::Count>(),
    entry::<draw::Draw>(),
    entry::<film::Film>(),
    entry::<solve::Longest>(),
    entry::<puzzle::PuzzleMake>(),
    entry::<puzzle::PuzzleSheet>(),
    entry::<puzzle::PuzzleUnique>(),
    entry::<counting::Rank>(),
    entry::<counting::Unrank>(),
    entry::<counting::Sample>(),
    entry::<solve::Solve>(),
    entry::<solve::Starts>(),
];

/// Returns the endpoint with this name, or an error that suggests similar names.
pub(crate) fn find(name: &str) -> Result<&'static EndpointEntry, ApiError> {
    ENDPOINTS.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let unknown = UnknownName::new("endpoint", name, ENDPOINTS.iter().map(|entry| entry.name));
        ApiError::not_found(unknown.to_string())
    })
}

const fn entry<E: Endpoint>() -> EndpointEntry {
    EndpointEntry { name: E::NAME, returns_file: E::RETURNS_FILE, parse: parse::<E> }
}

fn parse<E: Endpoint>(mut fields: Fields<'_>) -> Result<Work, ApiError> {
    let endpoint = E::parse(&mut fields)?;
    let time_limit = if E::HAS_TIME_LIMIT { fields.time_limit()? } else { None };
    fields.finish()?;
    Ok(Box::new(move |context| {
        let context = context.with_time_limit(time_limit);
        endpoint.run(&context)
    }))
}

/// Returns the names of all endpoints: the paths below `/api/v1`.
///
/// ```
/// assert!(caracole_server::endpoints().any(|name| name == "solve"));
/// ```
pub fn endpoints() -> impl Iterator<Item = &'static str> {
    ENDPOINTS.iter().map(|entry| entry.name)
}

/// The response of an endpoint.
///
/// ```
/// use caracole_server::{Settings, call};
///
/// let reply = call("count", br#"{"board":"6x6","closed":true}"#, &Settings::default());
/// assert_eq!((reply.status, reply.media_type), (200, "application/json"));
/// assert!(String::from_utf8_lossy(&reply.body).contains(r#""count":"9862""#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status: 200 on success.
    pub status: u16,
    /// The media type of the body.
    pub media_type: &'static str,
    /// A JSON object or a file.
    pub body: Vec<u8>,
}

/// Calls an endpoint on this thread, without a network. The body is what a client would send to
/// `/api/v1/NAME`.
///
/// ```
/// use caracole_server::{Settings, call};
///
/// let reply = call("solve", br#"{"board":"5x5","from":"c3"}"#, &Settings::default());
/// assert_eq!((reply.status, reply.media_type), (200, "application/json"));
/// assert_eq!(call("solve", b"5x5", &Settings::default()).status, 400);
/// ```
pub fn call(name: &str, body: &[u8], settings: &Settings) -> Reply {
    let json = |status, value: Value| Reply {
        status,
        media_type: "application/json",
        body: value.to_string().into_bytes(),
    };
    match try_call(name, body, settings) {
        Ok(Content::Json(value)) => json(200, value),
        Ok(Content::File { media_type, bytes, .. }) => {
            Reply { status: 200, media_type, body: bytes }
        }
        Err(error) => json(error.status(), error.to_json()),
    }
}

fn try_call(name: &str, body: &[u8], settings: &Settings) -> Result<Content, ApiError> {
    let entry = find(name)?;
    if body.len() > settings.max_body_bytes {
        return Err(ApiError::too_long(settings.max_body_bytes));
    }
    let work = (entry.parse)(Fields::parse(body, settings)?)?;
    work(WorkContext::new(settings, WorkKind::Request, Arc::default()))
}
