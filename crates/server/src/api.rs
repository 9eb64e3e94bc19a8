//! The routes under `/api/v1`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::{Extension, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use caracole::formats::json;
use futures_util::StreamExt;
use futures_util::stream::{self, Stream};
use serde_json::{Map, Value};
use tokio::time::{Instant, timeout_at};

use crate::client::Client;
use crate::connection::Peer;
use crate::endpoints::{self, ENDPOINTS, EndpointEntry};
use crate::error::ApiError;
use crate::fields::Fields;
use crate::jobs::{Job, JobStatus};
use crate::response::{hold_permit, json_response};
use crate::state::{AppState, LargeBodyPermit};
use crate::work::Work;

/// The last part of a path: the name of an endpoint or the id of a job.
struct PathName(String);

impl<S: Send + Sync> FromRequestParts<S> for PathName {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let name = Path::from_request_parts(parts, state).await;
        let error =
            |_| ApiError::unreadable("the path is not valid UTF-8: see /api/v1/openapi.json");
        name.map(|Path(name)| Self(name)).map_err(error)
    }
}

/// A body that exceeds the limit by at most this factor is read to its end and discarded, because most
/// clients read the response only after they have sent everything.
const DISCARDED_BODY_FACTOR: usize = 16;

/// The size of a body that needs no [`LargeBodyPermit`].
const SMALL_BODY_BYTES: usize = 16 << 10;

type ApiResult = Result<Response, ApiError>;

const OPENAPI: &str = include_str!("openapi.json");

pub(crate) fn router() -> Router<Arc<AppState>> {
    let jobs = ENDPOINTS.iter().filter(|endpoint| !endpoint.returns_file);
    let jobs = jobs.fold(Router::new(), |router, endpoint| {
        let start =
            async |state, peer, request| start_job(state, peer, endpoint.name, request).await;
        router.route(&format!("/api/v1/jobs/{}", endpoint.name), post(start))
    });
    jobs.route("/api/v1", get(index))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/jobs/{id}", get(show_job).delete(cancel_job))
        .route("/api/v1/jobs/{id}/events", get(watch_job))
        .route("/api/v1/{endpoint}", post(call_endpoint))
}

/// Lists the endpoints and the limits of the server.
async fn index(State(state): State<Arc<AppState>>) -> Response {
    let settings = &state.settings;
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let limits = [
        ("time_ms", millis(settings.time_limit)),
        ("job_time_ms", millis(settings.job_time_limit)),
        ("memory_bytes", settings.memory),
        ("body_bytes", settings.max_body_bytes as u64),
        ("squares", settings.max_squares),
        ("requests_per_client", settings.max_requests_per_client as u64),
        ("requests_in_all", settings.max_requests as u64),
        ("jobs_per_client", settings.max_jobs_per_client as u64),
        ("jobs_in_all", settings.max_jobs as u64),
    ];
    let limits = limits.map(|(name, limit)| (name.to_owned(), json::number(limit)));
    let mut object = json::object("caracole.api/1");
    let names = ENDPOINTS.iter().map(|endpoint| Value::from(endpoint.name));
    object.insert("verbs".into(), names.collect());
    object.insert("limits".into(), Map::from_iter(limits).into());
    object.insert("openapi".into(), "/api/v1/openapi.json".into());
    json_response(StatusCode::OK, Value::from(object).to_string())
}

async fn openapi() -> Response {
    let content_type = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    (content_type, OPENAPI).into_response()
}

/// Calls an endpoint and responds with its result.
async fn call_endpoint(
    State(state): State<Arc<AppState>>,
    Extension(Peer { client, .. }): Extension<Peer>,
    PathName(endpoint): PathName,
    request: Request,
) -> ApiResult {
    let (_, work, _large_body) = read_request(&state, &endpoint, client, request).await?;
    let (content, permit) = state.run(client, work).await?;
    let time_limit = Some(state.settings.send_timeout);
    Ok(hold_permit(content.into_response(), permit, time_limit))
}

/// Starts a job that calls an endpoint.
async fn start_job(
    State(state): State<Arc<AppState>>,
    Extension(Peer { client, .. }): Extension<Peer>,
    endpoint: &'static str,
    request: Request,
) -> ApiResult {
    let (endpoint, work, _) = read_request(&state, endpoint, client, request).await?;
    let job = state.jobs.start(client, endpoint.name, work)?;
    let mut response = json_response(StatusCode::ACCEPTED, job.to_json());
    if let Ok(path) = HeaderValue::try_from(format!("/api/v1/jobs/{}", job.id)) {
        response.headers_mut().insert(header::LOCATION, path);
    }
    Ok(response)
}

/// Returns the error for a method that the path does not take.
pub(crate) async fn method_not_allowed(method: Method, uri: Uri) -> ApiError {
    let job = uri.path().strip_prefix("/api/v1/jobs/").filter(|_| method == Method::POST);
    match job.map(endpoints::find) {
        Some(Err(not_found)) => not_found,
        Some(Ok(EndpointEntry { name, .. })) => {
            let text =
                format!("{name} returns a file, which no job can keep: send it as a request");
            ApiError::contradiction(text)
        }
        None => ApiError::method("this path does not take this method: see /api/v1/openapi.json"),
    }
}

async fn show_job(
    State(state): State<Arc<AppState>>,
    Extension(Peer { client, .. }): Extension<Peer>,
    PathName(id): PathName,
) -> ApiResult {
    let job = state.jobs.find(&id)?;
    let permit = state.requests.acquire(client)?;
    let response = json_response(StatusCode::OK, job.to_json());
    Ok(hold_permit(response, permit, Some(state.settings.send_timeout)))
}

async fn cancel_job(State(state): State<Arc<AppState>>, PathName(id): PathName) -> ApiResult {
    Ok(json_response(StatusCode::OK, state.jobs.cancel(&id)?.to_json()))
}

/// Streams the events of a job: `progress` at once and after each change, then `done` with the result.
/// The job continues if the client disconnects.
async fn watch_job(
    State(state): State<Arc<AppState>>,
    Extension(Peer { client, .. }): Extension<Peer>,
    PathName(id): PathName,
) -> ApiResult {
    let job = state.jobs.find(&id)?;
    let permit = state.event_streams.acquire(client)?;
    let events = Sse::new(job_events(job)).keep_alive(KeepAlive::default());
    // The last event contains the whole result, so the permit is held until the client has read it.
    // The stream has no time limit of its own, because it lasts as long as its job.
    Ok(hold_permit(events.into_response(), permit, None))
}

fn job_events(job: Arc<Job>) -> impl Stream<Item = Result<Event, Infallible>> {
    let (status, progress) = (job.status(), job.progress());
    stream::unfold(Some((job, status, progress, true)), async |state| {
        let (job, mut status, mut progress, is_first) = state?;
        if !is_first && !status.borrow_and_update().is_final() {
            tokio::select! {
                _ = status.changed() => {}
                Ok(()) = progress.changed() => {}
            }
        }
        // Read before the JSON is written: if the job ends in between, the next event reports it.
        let is_final = JobStatus::is_final(&status.borrow_and_update());
        let event = Event::default().event(if is_final { "done" } else { "progress" });
        let event = event.data(job.to_json());
        Some((Ok(event), (!is_final).then_some((job, status, progress, false))))
    })
}

/// Reads a request without running its work.
async fn read_request(
    state: &Arc<AppState>,
    endpoint: &str,
    client: Client,
    request: Request,
) -> Result<(&'static EndpointEntry, Work, Option<LargeBodyPermit>), ApiError> {
    let entry = endpoints::find(endpoint)?;
    if !is_json(request.headers()) {
        return Err(ApiError::media_type());
    }
    let (body, large_body) = read_body(state, client, request).await?;
    // Parsing a large or a malicious board is slow, so it runs on a blocking thread.
    let shared = Arc::clone(state);
    let parse = move || (entry.parse)(Fields::parse(&body, &shared.settings)?);
    Ok((entry, state.parse(parse).await?, large_body))
}

/// Reads a body. A large body needs a permit, because the memory for large bodies is limited.
async fn read_body(
    state: &AppState,
    client: Client,
    request: Request,
) -> Result<(Vec<u8>, Option<LargeBodyPermit>), ApiError> {
    let max_bytes = state.settings.max_body_bytes;
    let deadline = Instant::now() + state.settings.io_timeout;
    // A client that sends `Expect: 100-continue` reads the response before it sends the body.
    let expects_continue = request.headers().contains_key(header::EXPECT);
    let max_discarded =
        if expects_continue { max_bytes } else { max_bytes.saturating_mul(DISCARDED_BODY_FACTOR) };
    let body = request.into_body();
    if body.size_hint().lower() > max_discarded as u64 {
        return Err(ApiError::too_long(max_bytes));
    }
    let (mut bytes, mut permit, mut length) = (Vec::new(), None, 0_usize);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) =
        timeout_at(deadline, chunks.next()).await.map_err(|_| ApiError::too_slow())?
    {
        let chunk = chunk.map_err(|_| ApiError::incomplete())?;
        length = length.saturating_add(chunk.len());
        if length > max_bytes {
            bytes = Vec::new();
            if length > max_discarded {
                break;
            }
            continue;
        }
        if length > SMALL_BODY_BYTES && permit.is_none() {
            let busy = |_| ApiError::busy("too many large requests at once: try again later");
            permit = Some(timeout_at(deadline, state.large_body(client)).await.map_err(busy)??);
        }
        bytes.extend_from_slice(&chunk);
    }
    if length > max_bytes { Err(ApiError::too_long(max_bytes)) } else { Ok((bytes, permit)) }
}

/// Returns true if the content type is JSON. Browsers let pages of other sites send plain text without
/// a preflight request, but not JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media_type = media_type.and_then(|value| value.split(';').next()).unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case("application/json")
}
