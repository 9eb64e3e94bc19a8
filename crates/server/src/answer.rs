//! What a client is given.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

/// The answer to a question.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// An object with `schema` and `version`.
    Json(Value),
    /// A picture, or another file to be kept.
    File {
        /// Its media type.
        media: &'static str,
        /// The name that it is kept under.
        name: String,
        bytes: Vec<u8>,
    },
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        match self {
            Self::Json(value) => json_response(StatusCode::OK, &value),
            Self::File { media, name, bytes } => {
                let mut response = Response::new(Body::from(bytes));
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
                let disposition = format!("attachment; filename=\"{name}\"");
                // A name with odd characters is left to the browser.
                if let Ok(value) = HeaderValue::try_from(disposition) {
                    headers.insert(header::CONTENT_DISPOSITION, value);
                }
                response
            }
        }
    }
}

/// An object as a response.
pub(crate) fn json_response(status: StatusCode, value: &Value) -> Response {
    text_response(status, value.to_string())
}

/// An object that was written already as a response.
pub(crate) fn text_response(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text + "\n"));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}
