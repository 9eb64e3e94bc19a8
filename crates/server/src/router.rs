//! The router: all routes, and the middleware that applies to each of them.

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
use tower_http::set_header::SetResponseHeaderLayer;

use crate::connection::Peer;
use crate::error::ApiError;
use crate::state::AppState;
use crate::{api, page};

/// Allows the page to load files of this server only, and no other site to embed it in a frame.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName =
    HeaderName::from_static("cross-origin-resource-policy");

/// Smaller responses are not compressed, because they fit into one packet anyway.
const MIN_COMPRESSED_BYTES: u64 = 1024;

pub(crate) fn router(state: Arc<AppState>) -> Router {
    with_middleware(Router::new().merge(page::router()).merge(api::router()), state)
}

/// Adds errors as JSON, compression, the check of the `Host` header, and the security headers.
fn with_middleware(router: Router<Arc<AppState>>, state: Arc<AppState>) -> Router {
    // Event streams must not be buffered, and pictures and PDF are compressed already.
    let predicate = DefaultPredicate::new()
        .and(SizeAbove::new(MIN_COMPRESSED_BYTES))
        .and(NotForContentType::const_new("application/pdf"));
    let compression =
        CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(predicate);
    let header =
        |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let headers = (
        header(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        header(header::X_FRAME_OPTIONS, "DENY"),
        header(header::REFERRER_POLICY, "no-referrer"),
        header(CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
        // The next version of the program may contain another page.
        header(header::CACHE_CONTROL, "no-cache"),
    );
    router
        .method_not_allowed_fallback(api::method_not_allowed)
        .fallback(async || ApiError::not_found("nothing exists at this path: see / and /api/v1"))
        .layer(CatchPanicLayer::custom(|_| ApiError::panicked().into_response()))
        .layer(compression)
        .layer(from_fn_with_state(Arc::clone(&state), check_host))
        .layer(headers)
        .with_state(state)
}

/// Rejects requests for other hosts.
async fn check_host(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    if !names_this_server(&request, &state.settings.allowed_hosts) {
        return ApiError::other_host().into_response();
    }
    let response = next.run(request).await;
    // The compression layer sets this status without a body.
    if response.status() == StatusCode::NOT_ACCEPTABLE {
        return ApiError::not_acceptable().into_response();
    }
    response
}

/// Returns true if the request names this server. Otherwise the domain of another site may resolve to
/// the address of this server (DNS rebinding), and the browser would let that site read the responses.
fn names_this_server(request: &Request, allowed: &[String]) -> bool {
    let local = request.extensions().get::<Peer>().and_then(|peer| peer.local);
    let is_own_host = |host: &str| is_own_host(host, local, allowed);
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    request.uri().host().is_none_or(is_own_host)
        && hosts.next().is_none()
        && host.is_some_and(is_own_host)
}

/// Returns true for `localhost`, the address that the client connected to, and allowed names, each
/// with or without a port.
fn is_own_host(host: &str, local: Option<IpAddr>, allowed: &[String]) -> bool {
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
    fn only_names_of_this_server_are_accepted() {
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
                .map(|local| is_own_host(host, local, &allowed));
            assert_eq!(found, [on_loopback, on_network], "{host}");
        }
    }

    #[test]
    fn a_handler_that_panics_returns_500_and_the_server_continues() {
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
            .route("/works", axum::routing::get(async || "ok"));
        let mut service =
            with_middleware(routes, Arc::new(AppState::new(crate::Settings::default())));
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
