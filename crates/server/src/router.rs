//! All addresses, and what holds for each of them.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{
    DefaultPredicate, NotForContentType, Predicate, SizeAbove,
};

use crate::listen::Peer;
use crate::refusal::Refusal;
use crate::state::{AppState, broken};
use crate::{api, page};

/// The page loads only what this server has; no page of another site shows it in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // A newer program has a newer page.
    (header::CACHE_CONTROL, "no-cache"),
];

/// Bytes below which an answer is sent as it is: it fits into one packet anyway.
const COMPRESSED_FROM: u64 = 1024;

pub(crate) fn router(state: Arc<AppState>) -> Router {
    guarded(Router::new().merge(page::router()).merge(api::router()), state)
}

/// Adds what holds for every address: errors as JSON, compression, the Host check, and headers.
fn guarded(router: Router<Arc<AppState>>, state: Arc<AppState>) -> Router {
    // Event streams must not be buffered; pictures and PDF are compressed already.
    let predicate = DefaultPredicate::new()
        .and(SizeAbove::new(COMPRESSED_FROM))
        .and(NotForContentType::const_new("application/pdf"));
    let compression =
        CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(predicate);
    router
        .method_not_allowed_fallback(api::other_method)
        .fallback(async || Refusal::not_found("there is nothing here: see / and /api/v1"))
        .layer(CatchPanicLayer::custom(|_| broken().into_response()))
        .layer(compression)
        .layer(from_fn_with_state(Arc::clone(&state), guard))
        .with_state(state)
}

/// Checks every request and completes every response.
async fn guard(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let mut response = if names_this_server(&request, &state.settings.allowed_hosts) {
        next.run(request).await
    } else {
        Refusal::other_host().into_response()
    };
    // The compression layer sets this status and leaves the body as it is.
    if response.status() == StatusCode::NOT_ACCEPTABLE {
        response = Refusal::not_acceptable().into_response();
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Returns true if the request names this server. Otherwise the domain of another site resolves to
/// this address (DNS rebinding), and the browser would let pages of that site read the answers.
fn names_this_server(request: &Request, allowed: &[String]) -> bool {
    let local = request.extensions().get::<Peer>().and_then(|peer| peer.local);
    let is_ours = |host: &str| is_ours(host, local, allowed);
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    request.uri().host().is_none_or(is_ours) && hosts.next().is_none() && host.is_some_and(is_ours)
}

/// Returns true for `localhost`, the address that the client connected to, and allowed names, each
/// with or without a port.
fn is_ours(host: &str, local: Option<IpAddr>, allowed: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let literal = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_local_address = |address: IpAddr| {
        local
            .is_some_and(|local| address == local || (address.is_loopback() && local.is_loopback()))
    };
    // A full name may end with a dot.
    let name = name.strip_suffix('.').unwrap_or(name);
    name.eq_ignore_ascii_case("localhost")
        || literal.parse().is_ok_and(|address: IpAddr| is_local_address(address.to_canonical()))
        || allowed.iter().any(|allowed| {
            allowed.eq_ignore_ascii_case(name) || allowed.eq_ignore_ascii_case(literal)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_server_are_ours() {
        let allowed = ["tours.example.org".to_owned(), "2001:db8::7".to_owned()];
        for (host, on_loopback, on_network) in [
            ("localhost", true, true),
            ("LocalHost:8064", true, true),
            ("127.0.0.1:8064", true, false),
            ("[::1]:8064", true, false),
            ("[::1]", true, false),
            ("192.0.2.7:8064", false, true),
            ("192.0.2.7", false, true),
            ("[::ffff:192.0.2.7]", false, true),
            ("192.0.2.8", false, false),
            ("tours.example.org", true, true),
            ("TOURS.example.org.:8064", true, true),
            ("[2001:db8::7]:8064", true, true),
            ("example.org:8064", false, false),
            ("a.tours.example.org", false, false),
            ("localhost.example.org", false, false),
            ("", false, false),
            (":8064", false, false),
            ("[192.0.2.7", false, false),
        ] {
            let local = |address: &str| address.parse().ok();
            let found = [local("127.0.0.1"), local("192.0.2.7")]
                .map(|local| is_ours(host, local, &allowed));
            assert_eq!(found, [on_loopback, on_network], "{host}");
        }
    }

    #[test]
    fn a_handler_that_panics_answers_500_and_the_next_one_is_served() {
        use axum::body::{Body, to_bytes};
        use tower_service::Service;

        use crate::client::Client;

        async fn panics() -> Response {
            // Without the message that an ordinary panic prints.
            std::panic::resume_unwind(Box::new("on purpose"))
        }

        let runtime = tokio::runtime::Runtime::new().expect("threads");
        let routes = Router::new()
            .route("/panics", axum::routing::get(panics))
            .route("/works", axum::routing::get(async || "fine"));
        let mut service = guarded(routes, Arc::new(AppState::new(crate::Settings::default())));
        for (path, status) in [("/panics", 500), ("/works", 200), ("/panics", 500)] {
            let client = Client::new([127, 0, 0, 1].into());
            let request = Request::builder().uri(path).header("host", "localhost");
            let request = request.extension(Peer { client, local: None });
            let request = request.body(Body::empty()).expect("a request");
            let response = runtime.block_on(service.call(request)).expect("a response");
            assert_eq!(response.status(), status, "{path}");
            assert!(response.headers().contains_key("x-frame-options"), "{path}");
            let body = runtime.block_on(to_bytes(response.into_body(), 10_000)).expect("a body");
            let is_error = body.starts_with(br#"{"schema":"caracole.error/1""#);
            assert_eq!(is_error, status == 500, "{path}: {body:?}");
        }
    }
}
