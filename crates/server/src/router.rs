//! All addresses, and what holds for each of them.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use crate::house::House;
use crate::refusal::Refusal;
use crate::{api, page};

/// The page loads what this server has, and nothing else; no page of others holds it in a frame.
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

pub(crate) fn router(house: Arc<House>) -> Router {
    Router::new()
        .merge(page::router())
        .merge(api::router())
        .fallback(async || Refusal::not_found("there is nothing here: see / and /api/v1"))
        .layer(from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house)
}

/// Looks at every request before, and at every response after.
async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let mut response = if house.is_local && !is_local(request.headers()) {
        Refusal::other_host().into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Does the request name this machine itself? If not, another host's name leads here, and its page
/// would be allowed to read what we answer.
fn is_local(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else {
        return false;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for (host, local) in [
            ("localhost", true),
            ("LocalHost:8064", true),
            ("127.0.0.1:8064", true),
            ("[::1]:8064", true),
            ("[::1]", true),
            ("example.org:8064", false),
            ("localhost.example.org", false),
            ("10.0.0.1", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            assert_eq!(is_local(&headers), local, "{host}");
        }
        assert!(!is_local(&HeaderMap::new()));
    }
}
