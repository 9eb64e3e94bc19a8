//! The web page. Its files are embedded in the program, so no request reads the disk.

use std::hash::{DefaultHasher, Hasher};

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// The files that `web/` builds: path, media type and content.
const FILES: [(&str, &str, &[u8]); 7] = [
    ("/", "text/html; charset=utf-8", include_bytes!("../page/index.html")),
    ("/page.js", "text/javascript; charset=utf-8", include_bytes!("../page/page.js")),
    ("/de.js", "text/javascript; charset=utf-8", include_bytes!("../page/de.js")),
    ("/known.js", "text/javascript; charset=utf-8", include_bytes!("../page/known.js")),
    ("/sw.js", "text/javascript; charset=utf-8", include_bytes!("../page/sw.js")),
    ("/page.css", "text/css; charset=utf-8", include_bytes!("../page/page.css")),
    ("/knight.svg", "image/svg+xml", include_bytes!("../page/knight.svg")),
];

pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.into_iter().fold(Router::new(), |router, (path, media_type, content)| {
        let tag = entity_tag(content);
        router.route(
            path,
            get(async move |headers: HeaderMap| file(media_type, content, &tag, &headers)),
        )
    })
}

/// Returns a weak entity tag, which is valid for the plain and the compressed content.
fn entity_tag(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    format!("W/\"{:016x}\"", hasher.finish())
}

/// Returns the file, or 304 if the browser has it already.
fn file(
    media_type: &'static str,
    content: &'static [u8],
    tag: &str,
    headers: &HeaderMap,
) -> Response {
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known.filter_map(|tags| tags.to_str().ok()).flat_map(|tags| tags.split(','));
    let opaque = tag.trim_start_matches("W/");
    let is_known = known.any(|known| {
        matches!(known.trim(), "*") || known.trim().trim_start_matches("W/") == opaque
    });
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, HeaderValue::from_static(media_type))], content).into_response()
    };
    if let Ok(tag) = HeaderValue::try_from(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}
