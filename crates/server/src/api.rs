//! The addresses under `/api/v1`.

mod events;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use caracole::UnknownWord;
use caracole::formats::json;
use futures_util::StreamExt;
use serde_json::{Map, Value};
use tokio::time::{Instant, timeout_at};

use crate::answer::{json_response, text_response};
use crate::fields::Fields;
use crate::held;
use crate::house::{House, Tray};
use crate::refusal::Refusal;
use crate::verbs::{Entry, VERBS, Work};

/// Who asks.
#[derive(Clone, Copy)]
pub(crate) struct Client(pub(crate) IpAddr);

/// A body that is too long is heard to its end, and forgotten, if it is no longer than so many times
/// what is allowed.
const BEARABLE: usize = 16;

/// Bytes of a body that every client may send at any time.
const SHORT: usize = 16 << 10;

type Reply = Result<Response, Refusal>;

/// The description of the API, for people and programs.
const OPENAPI: &str = include_str!("openapi.json");

pub(crate) fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/v1", get(about))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/jobs/{name}", post(begin).get(look).delete(cancel))
        .route("/api/v1/jobs/{name}/events", get(events::watch))
        .route("/api/v1/{verb}", post(ask))
}

/// What can be asked, and what is lent.
async fn about(State(house): State<Arc<House>>) -> Response {
    let settings = &house.settings;
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
    State(house): State<Arc<House>>,
    Extension(Client(client)): Extension<Client>,
    Path(verb): Path<String>,
    request: Request,
) -> Reply {
    let (_, work, _tray) = read(&house, &verb, client, request).await?;
    let (answer, pass) = house.answer(client, work).await?;
    Ok(held::until_taken(answer.into_response(), pass))
}

/// A question whose answer is fetched later.
async fn begin(
    State(house): State<Arc<House>>,
    Extension(Client(client)): Extension<Client>,
    Path(verb): Path<String>,
    request: Request,
) -> Reply {
    let (verb, work, _) = read(&house, &verb, client, request).await?;
    if verb.gives_file {
        let text = format!("{} gives a file, which no job keeps: ask for it directly", verb.name);
        return Err(Refusal::contradiction(text));
    }
    let job = house.jobs.begin(client, verb.name, work)?;
    let mut response = text_response(StatusCode::ACCEPTED, job.text());
    if let Ok(address) = HeaderValue::try_from(format!("/api/v1/jobs/{}", job.name)) {
        response.headers_mut().insert(header::LOCATION, address);
    }
    Ok(response)
}

async fn look(
    State(house): State<Arc<House>>,
    Extension(Client(client)): Extension<Client>,
    Path(name): Path<String>,
) -> Reply {
    let job = house.jobs.find(&name)?;
    let pass = house.enter(client)?;
    Ok(held::until_taken(text_response(StatusCode::OK, job.text()), pass))
}

async fn cancel(State(house): State<Arc<House>>, Path(name): Path<String>) -> Reply {
    Ok(text_response(StatusCode::OK, house.jobs.cancel(&name)?.text()))
}

/// Reads a question, without doing any work for it.
async fn read(
    house: &House,
    verb: &str,
    client: IpAddr,
    request: Request,
) -> Result<(&'static Entry, Work, Option<Tray>), Refusal> {
    let entry = VERBS.iter().find(|entry| entry.name == verb).ok_or_else(|| {
        let unknown = UnknownWord::new("command", verb, VERBS.iter().map(|entry| entry.name));
        Refusal::not_found(unknown.to_string())
    })?;
    if !is_json(request.headers()) {
        return Err(Refusal::media());
    }
    let (body, tray) = body(house, client, request).await?;
    // A board takes a while to read where it is large, or made to be so.
    let settings = house.settings.clone();
    let read = move || (entry.read)(Fields::read(&body, &settings)?);
    Ok((entry, house.read(read).await?, tray))
}

/// Reads a body. Short ones are many; long ones wait until there is room for them.
async fn body(
    house: &House,
    client: IpAddr,
    request: Request,
) -> Result<(Vec<u8>, Option<Tray>), Refusal> {
    let (limit, end) = (house.settings.body, Instant::now() + house.settings.patience);
    // Most clients hear what we say only after they have said everything. Others ask before.
    let asks_before = request.headers().contains_key(header::EXPECT);
    let bearable = if asks_before { limit } else { limit.saturating_mul(BEARABLE) };
    let body = request.into_body();
    if body.size_hint().lower() > bearable as u64 {
        return Err(Refusal::too_long(limit));
    }
    let (mut bytes, mut tray, mut length) = (Vec::new(), None, 0_usize);
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
        if length > SHORT && tray.is_none() {
            let busy = |_| Refusal::busy("too many long requests at once: try again later");
            tray = Some(timeout_at(end, house.tray(client)).await.map_err(busy)??);
        }
        bytes.extend_from_slice(&piece);
    }
    if length > limit { Err(Refusal::too_long(limit)) } else { Ok((bytes, tray)) }
}

/// Pages of other hosts can send plain text here without asking, but not JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let media = media.and_then(|media| media.split(';').next()).unwrap_or_default();
    media.trim().eq_ignore_ascii_case("application/json")
}
