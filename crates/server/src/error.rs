//! Errors of the API.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use caracole::board::{BoardError, LeaperError, PieceError, ProblemError, SquareError};
use caracole::formats::{ReadError, ReadErrorKind, json};
use serde_json::{Map, Value};

use crate::response::json_response;

/// An error response: a status, and an object with a sentence that describes the error and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    status: StatusCode,
    /// The kind of error, for programs.
    kind: &'static str,
    text: String,
    /// The field of the request that is wrong.
    field: Option<String>,
}

impl ApiError {
    fn new(status: StatusCode, kind: &'static str, text: impl Into<String>) -> Self {
        Self { status, kind, text: text.into(), field: None }
    }

    /// The request does not match the schema.
    pub(crate) fn unreadable(text: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unreadable", text)
    }

    /// A field of the request does not match the schema.
    pub(crate) fn field(field: &str, text: impl Into<String>) -> Self {
        let text = text.into();
        let text = if text.starts_with(field) { text } else { format!("{field}: {text}") };
        Self { field: Some(field.to_owned()), ..Self::unreadable(text) }
    }

    /// A problem does not match the schema, or it contradicts itself.
    pub(crate) fn problem(error: &ReadError) -> Self {
        let text = error.to_string();
        let api_error = if is_well_formed(error.kind()) {
            Self::contradiction(text)
        } else {
            Self::unreadable(text)
        };
        // The first part of the path is the field of the request.
        let field = error.field().and_then(|path| path.split(['.', '[']).next());
        Self { field: field.map(str::to_owned), ..api_error }
    }

    /// A field matches the schema, but its content is invalid: not a tour, not a proof. Unlike
    /// [`Self::field`] the status is 422.
    pub(crate) fn invalid(field: &str, text: impl Into<String>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, ..Self::field(field, text) }
    }

    /// A text is not the name of a square, or the square is not on the board.
    pub(crate) fn square(field: &str, error: &SquareError) -> Self {
        let text = error.to_string();
        match error {
            SquareError::Syntax { .. } => Self::field(field, text),
            _ => Self::invalid(field, text),
        }
    }

    /// No resource has this path.
    pub(crate) fn not_found(text: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", text)
    }

    /// The path takes other methods.
    pub(crate) fn method(text: impl Into<String>) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method", text)
    }

    /// The content type of the request is not JSON.
    pub(crate) fn media_type() -> Self {
        let text = "the request is not JSON: send it with Content-Type: application/json";
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", text)
    }

    /// The body of the request is too long.
    pub(crate) fn too_long(max_bytes: usize) -> Self {
        let text = format!("the body is longer than {max_bytes} bytes: send less");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", text)
    }

    /// The body of the request is incomplete or invalid.
    pub(crate) fn incomplete() -> Self {
        Self::unreadable("the body is incomplete: send all of it")
    }

    /// The client took too long to send its request.
    pub(crate) fn too_slow() -> Self {
        let text = "the request was not complete in time: send it faster";
        Self::new(StatusCode::REQUEST_TIMEOUT, "too-slow", text)
    }

    /// The request exceeds a limit of this server.
    pub(crate) fn too_much(text: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "too-much", text)
    }

    /// The request contradicts itself.
    pub(crate) fn contradiction(text: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "contradiction", text)
    }

    /// The client has reached a limit.
    pub(crate) fn too_many(text: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", text)
    }

    /// All clients together have reached a limit.
    pub(crate) fn busy(text: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", text)
    }

    /// The server is stopping.
    pub(crate) fn stopping() -> Self {
        Self::busy("the server is stopping")
    }

    /// The `Host` header does not name this server.
    pub(crate) fn other_host() -> Self {
        let text = "the request names another host: open this server by its address or as localhost, \
                    or start it with --allow-host NAME";
        Self::new(StatusCode::FORBIDDEN, "host", text)
    }

    /// The `Accept-Encoding` header excludes all encodings of this server.
    pub(crate) fn not_acceptable() -> Self {
        let text = "Accept-Encoding excludes all encodings of this server: allow identity or gzip";
        Self::new(StatusCode::NOT_ACCEPTABLE, "encoding", text)
    }

    /// An internal error.
    pub(crate) fn internal(text: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", text)
    }

    /// The work panicked.
    pub(crate) fn panicked() -> Self {
        Self::internal("internal error: the work panicked; please report the request")
    }

    pub(crate) const fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// Returns a complete HTTP response, for a connection that is closed before its request is read.
    pub(crate) fn to_http(&self) -> String {
        let body = format!("{}\n", self.to_json());
        format!(
            "HTTP/1.1 {}\r\ncontent-type: application/json\r\nretry-after: 1\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.status,
            body.len()
        )
    }

    /// Returns the body of the response.
    pub(crate) fn to_json(&self) -> Value {
        let mut object = json::object("caracole.error/1");
        object.insert("error".into(), self.to_field());
        object.into()
    }

    /// Returns the field `error` of the body.
    pub(crate) fn to_field(&self) -> Value {
        let mut error = Map::new();
        error.insert("kind".into(), self.kind.into());
        error.insert("text".into(), self.text.as_str().into());
        if let Some(field) = &self.field {
            error.insert("field".into(), field.as_str().into());
        }
        error.into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = json_response(self.status, self.to_json().to_string());
        let retry_after = match self.status {
            StatusCode::TOO_MANY_REQUESTS => Some("1"),
            StatusCode::SERVICE_UNAVAILABLE => Some("5"),
            _ => None,
        };
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(seconds));
        }
        response
    }
}

/// Returns true if the input matches the schema in `openapi.json` and only its content is invalid, for
/// example a square that is not on the board.
fn is_well_formed(kind: &ReadErrorKind) -> bool {
    let square = |error: &SquareError| !matches!(error, SquareError::Syntax { .. });
    match kind {
        ReadErrorKind::InField { kind, .. } => is_well_formed(kind),
        ReadErrorKind::Square(error)
        | ReadErrorKind::Problem(ProblemError::Square(error))
        | ReadErrorKind::Board(BoardError::Hole(error)) => square(error),
        ReadErrorKind::Board(error) => !matches!(
            error,
            BoardError::Syntax { .. } | BoardError::UnknownSurface(_) | BoardError::EmptySide
        ),
        ReadErrorKind::Leaper(error) => !matches!(error, LeaperError::Syntax { .. }),
        ReadErrorKind::Piece(error) => !matches!(
            error,
            PieceError::Name { .. }
                | PieceError::Move { .. }
                | PieceError::Leaper(LeaperError::Syntax { .. })
        ),
        ReadErrorKind::Problem(_) | ReadErrorKind::Contradiction { .. } => true,
        _ => false,
    }
}
