//! The addresses under `/api/v1`.

mod events;

use std::sync::Arc;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::{Extension, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use caracole::formats::json;
use futures_util::StreamExt;
use serde_json::{Map, Value};
use tokio::time::{Instant, timeout_at};

use crate::answer::{json_response, text_response};
use crate::client::Client;
use crate::fields::Fields;
use crate::listen::Peer;
use crate::permit_body;
use crate::refusal::Refusal;
use crate::state::{AppState, LargeBodyPermit};
use crate::verbs::{self, Entry, VERBS, Work};

/// The name in a path: of a verb or of a job.
pub(crate) struct PathName(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for PathName {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let name = Path::from_request_parts(parts, state).await;
        let error =
            |_| Refusal::unreadable("the path is not valid UTF-8: see /api/v1/openapi.json");
        name.map(|Path(name)| Self(name)).map_err(error)
    }
}

/// A body that is too long is heard to its end, and forgotten, if it is no longer than so many times
/// what is allowed.
const BEARABLE: usize = 16;

/// Bytes of a body that every client may send at any time.
const SHORT: usize = 16 << 10;

type Reply = Result<Response, Refusal>;

/// The description of the API, for people and programs.
const OPENAPI: &str = include_str!("openapi.json");

pub(crate) fn router() -> Router<Arc<AppState>> {
    let jobs = VERBS.iter().filter(|verb| !verb.gives_file);
    let jobs = jobs.fold(Router::new(), |router, verb| {
        let begin = async |state, peer, request| begin(state, peer, verb.name, request).await;
        router.route(&format!("/api/v1/jobs/{}", verb.name), post(begin))
    });
    jobs.route("/api/v1", get(about))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/jobs/{name}", get(look).delete(cancel))
        .route("/api/v1/jobs/{name}/events", get(events::watch))
        .route("/api/v1/{verb}", post(ask))
}

/// What can be asked, and what is lent.
async fn about(State(state): State<Arc<AppState>>) -> Response {
    let settings = &state.settings;
    let millis = |time: std::time::Duration| {
        json::number(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    };
    let mut limits = Map::new();
    let mut put = |field: &str, value: Value| drop(limits.insert(field.into(), value));
    put("time_ms", millis(settings.time));
    put("job_time_ms", millis(settings.job_time));
    put("memory_bytes", json::number(settings.memory));
    put("body_bytes", json::number(settings.body as u64));
    put("squares", json::number(settings.squares));
    put("requests_per_client", json::number(settings.per_client as u64));
    put("requests_in_all", json::number(settings.in_all as u64));
    put("jobs_per_client", json::number(settings.jobs_per_client as u64));
    put("jobs_in_all", json::number(settings.jobs_in_all as u64));
    let mut object = json::object("caracole.api/1");
    object.insert("verbs".into(), VERBS.iter().map(|verb| Value::from(verb.name)).collect());
    object.insert("limits".into(), limits.into());
    object.insert("openapi".into(), "/api/v1/openapi.json".into());
    json_response(StatusCode::OK, &object.into())
}

async fn openapi() -> Response {
    let media = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    (media, OPENAPI).into_response()
}

/// A question whose answer is waited for.
async fn ask(
    State(state): State<Arc<AppState>>,
    Extension(Peer { client, .. }): Extension<Peer>,
    PathName(verb): PathName,
    request: Request,
) -> Reply {
    let (_, work, _large_body) = read(&state, &verb, client, request).await?;
    let (answer, permit) = state.answer(client, work).await?;
    let limit = Some(state.settings.send_time);
    Ok(permit_body::until_taken(answer.into_response(), permit, limit))
}

/// A question whose answer is fetched later.
async fn begin(
    State(state): State<Arc<AppState>>,
    Extension(Peer { client, .. }): Extension<Peer>,
    verb: &'static str,
    request: Request,
) -> Reply {
    let (verb, work, _) = read(&state, verb, client, request).await?;
    let job = state.jobs.begin(client, verb.name, work)?;
    let mut response = text_response(StatusCode::ACCEPTED, job.text());
    if let Ok(address) = HeaderValue::try_from(format!("/api/v1/jobs/{}", job.name)) {
        response.headers_mut().insert(header::LOCATION, address);
    }
    Ok(response)
}

/// The answer to a method that an address does not take.
pub(crate) async fn other_method(method: Method, uri: Uri) -> Refusal {
    let job = uri.path().strip_prefix("/api/v1/jobs/").filter(|_| method == Method::POST);
    match job.map(verbs::find) {
        Some(Err(unknown)) => unknown,
        Some(Ok(verb)) => {
            let name = verb.name;
            let text = format!("{name} gives a file, which no job keeps: ask for it directly");
            Refusal::contradiction(text)
        }
        None => Refusal::method("this address takes another method: see /api/v1/openapi.json"),
    }
}

async fn look(
    State(state): State<Arc<AppState>>,
    Extension(Peer { client, .. }): Extension<Peer>,
    PathName(name): PathName,
) -> Reply {
    let job = state.jobs.find(&name)?;
    let permit = state.enter(client)?;
    let response = text_response(StatusCode::OK, job.text());
    Ok(permit_body::until_taken(response, permit, Some(state.settings.send_time)))
}

async fn cancel(State(state): State<Arc<AppState>>, PathName(name): PathName) -> Reply {
    Ok(text_response(StatusCode::OK, state.jobs.cancel(&name)?.text()))
}

/// Reads a question, without doing any work for it.
async fn read(
    state: &Arc<AppState>,
    verb: &str,
    client: Client,
    request: Request,
) -> Result<(&'static Entry, Work, Option<LargeBodyPermit>), Refusal> {
    let entry = verbs::find(verb)?;
    if !is_json(request.headers()) {
        return Err(Refusal::media());
    }
    let (body, large_body) = body(state, client, request).await?;
    // A large board, or one made to be slow, takes a while to parse.
    let shared = Arc::clone(state);
    let read = move || (entry.read)(Fields::read(&body, &shared.settings)?);
    Ok((entry, state.read(read).await?, large_body))
}

/// Reads a body. Short ones are many; long ones wait until there is room for them.
async fn body(
    state: &AppState,
    client: Client,
    request: Request,
) -> Result<(Vec<u8>, Option<LargeBodyPermit>), Refusal> {
    let (limit, end) = (state.settings.body, Instant::now() + state.settings.patience);
    // Most clients hear what we say only after they have said everything. Others ask before.
    let asks_before = request.headers().contains_key(header::EXPECT);
    let bearable = if asks_before { limit } else { limit.saturating_mul(BEARABLE) };
    let body = request.into_body();
    if body.size_hint().lower() > bearable as u64 {
        return Err(Refusal::too_long(limit));
    }
    let (mut bytes, mut permit, mut length) = (Vec::new(), None, 0_usize);
    let mut pieces = body.into_data_stream();
    while let Some(piece) = timeout_at(end, pieces.next()).await.map_err(|_| Refusal::too_slow())? {
        let piece = piece.map_err(|_| Refusal::broken_off())?;
        length = length.saturating_add(piece.len());
        if length > limit {
            bytes = Vec::new();
            if length > bearable {
                break;
            }
            continue;
        }
        if length > SHORT && permit.is_none() {
            let busy = |_| Refusal::busy("too many long requests at once: try again later");
            permit = Some(timeout_at(end, state.large_body(client)).await.map_err(busy)??);
        }
        bytes.extend_from_slice(&piece);
    }
    if length > limit { Err(Refusal::too_long(limit)) } else { Ok((bytes, permit)) }
}

/// Pages of other hosts can send plain text here without asking, but not JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let media = media.and_then(|media| media.split(';').next()).unwrap_or_default();
    media.trim().eq_ignore_ascii_case("application/json")
}
