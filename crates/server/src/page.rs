//! The page. It lies in the program, so no path on the disk can be reached.

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// The page and what it loads, as `web/` builds them: address, media type, content.
const FILES: [(&str, &str, &[u8]); 4] = [
    ("/", "text/html; charset=utf-8", include_bytes!("../page/index.html")),
    ("/page.js", "text/javascript; charset=utf-8", include_bytes!("../page/page.js")),
    ("/page.css", "text/css; charset=utf-8", include_bytes!("../page/page.css")),
    ("/knight.svg", "image/svg+xml", include_bytes!("../page/knight.svg")),
];

pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.into_iter().fold(Router::new(), |router, (address, media, content)| {
        router.route(address, get(async move || file(media, content)))
    })
}

fn file(media: &'static str, content: &'static [u8]) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(media))], content).into_response()
}
