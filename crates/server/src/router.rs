//! All addresses, and what holds for each of them.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::{self, HeaderName};
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
        .method_not_allowed_fallback(async || {
            Refusal::method("this address takes another method: see /api/v1/openapi.json")
        })
        .fallback(async || Refusal::not_found("there is nothing here: see / and /api/v1"))
        .layer(from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house)
}

/// Looks at every request before, and at every response after.
async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let mut response = if house.is_local && !is_meant(&request) {
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
fn is_meant(request: &Request) -> bool {
    let is_whole = request.uri().host().is_none_or(is_local);
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    is_whole && hosts.next().is_none() && host.is_some_and(is_local)
}

/// Is this a name of this machine, with or without a port?
fn is_local(host: &str) -> bool {
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
            assert_eq!(is_local(host), local, "{host}");
        }
    }
}
