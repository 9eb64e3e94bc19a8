//! What a client is told who asks for what it cannot have.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use caracole::formats::{Fault, ReadError, json};
use caracole::{BoardError, LeaperError, ProblemError, SquareError};
use serde_json::{Map, Value};

use crate::answer::json_response;

/// Why there is no answer: what is wrong, and how to mend it, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    status: StatusCode,
    /// The fault in one word, for programs.
    kind: &'static str,
    text: String,
    /// The field of the request that is wrong.
    field: Option<String>,
}

impl Refusal {
    fn new(status: StatusCode, kind: &'static str, text: impl Into<String>) -> Self {
        Self { status, kind, text: text.into(), field: None }
    }

    /// The request cannot be read.
    pub(crate) fn unreadable(text: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unreadable", text)
    }

    /// A field of the request is wrong.
    pub(crate) fn field(field: &str, text: impl Into<String>) -> Self {
        let text = text.into();
        let text = if text.starts_with(field) { text } else { format!("{field}: {text}") };
        Self { field: Some(field.to_owned()), ..Self::unreadable(text) }
    }

    /// A problem cannot be read, or contradicts itself.
    pub(crate) fn problem(error: &ReadError) -> Self {
        let text = error.to_string();
        let refusal = if is_well_formed(error.fault()) {
            Self::contradiction(text)
        } else {
            Self::unreadable(text)
        };
        Self { field: error.field().map(str::to_owned), ..refusal }
    }

    /// A text has the right type and no meaning: not a tour, not a proof. No schema can say so, which
    /// is why the status is another than that of [`Self::field`].
    pub(crate) fn content(field: &str, text: impl Into<String>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, ..Self::field(field, text) }
    }

    /// A name is not a square, or not one of the board.
    pub(crate) fn square(field: &str, error: &SquareError) -> Self {
        let text = error.to_string();
        match error {
            SquareError::Syntax { .. } => Self::field(field, text),
            _ => Self::content(field, text),
        }
    }

    /// There is nothing at this address.
    pub(crate) fn not_found(text: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", text)
    }

    /// The address takes other methods.
    pub(crate) fn method(text: impl Into<String>) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method", text)
    }

    /// The body is no JSON, as its head says.
    pub(crate) fn media() -> Self {
        let text = "send JSON, and say so: Content-Type: application/json";
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", text)
    }

    /// The body is too long.
    pub(crate) fn too_long(limit: usize) -> Self {
        let text = format!("the body is longer than {limit} bytes: send less");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", text)
    }

    /// The body ends before its end, or is no body at all.
    pub(crate) fn broken_off() -> Self {
        Self::unreadable("the body broke off: send all of it")
    }

    /// The client took too long to send its request.
    pub(crate) fn too_slow() -> Self {
        let text = "the request did not come to an end: send it faster";
        Self::new(StatusCode::REQUEST_TIMEOUT, "too-slow", text)
    }

    /// It is understood, and is more than this server does.
    pub(crate) fn too_much(text: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "too-much", text)
    }

    /// It is understood, and cannot be.
    pub(crate) fn contradiction(text: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "contradiction", text)
    }

    /// This client asks for too much at once.
    pub(crate) fn too_many(text: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", text)
    }

    /// All clients together ask for too much at once, or the server is about to stop.
    pub(crate) fn busy(text: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", text)
    }

    /// The request names a host that this server does not answer to.
    pub(crate) fn other_host() -> Self {
        let text = "the request names another host: open this server by its address or as localhost, \
                    or start it with --allow-host NAME";
        Self::new(StatusCode::FORBIDDEN, "host", text)
    }

    /// The request excludes every encoding that this server has.
    pub(crate) fn not_acceptable() -> Self {
        let text = "answers are sent plain or as gzip: allow one of them in Accept-Encoding";
        Self::new(StatusCode::NOT_ACCEPTABLE, "encoding", text)
    }

    /// Something that should not be is.
    pub(crate) fn fault(text: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", text)
    }

    /// Its status.
    pub(crate) const fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// A whole HTTP response, for a connection that is closed without reading a request.
    pub(crate) fn http_text(&self) -> String {
        let body = format!("{}\n", self.object());
        format!(
            "HTTP/1.1 {}\r\ncontent-type: application/json\r\nretry-after: 1\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.status,
            body.len()
        )
    }

    /// The refusal as it is sent.
    pub(crate) fn object(&self) -> Value {
        let mut error = Map::new();
        error.insert("kind".into(), self.kind.into());
        error.insert("text".into(), self.text.as_str().into());
        if let Some(field) = &self.field {
            error.insert("field".into(), field.as_str().into());
        }
        let mut object = json::object("caracole.error/1");
        object.insert("error".into(), error.into());
        object.into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = json_response(self.status, &self.object());
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

/// Returns true if the input has the form that the schema in `openapi.json` demands, and only its
/// meaning is wrong, such as a square that is not on the board.
fn is_well_formed(fault: &Fault) -> bool {
    let square = |error: &SquareError| !matches!(error, SquareError::Syntax { .. });
    match fault {
        Fault::In { fault, .. } => is_well_formed(fault),
        Fault::Square(error)
        | Fault::Problem(ProblemError::Square(error))
        | Fault::Board(BoardError::Hole(error)) => square(error),
        Fault::Board(error) => !matches!(
            error,
            BoardError::Syntax { .. } | BoardError::UnknownSurface(_) | BoardError::EmptySide
        ),
        Fault::Leaper(error) => !matches!(error, LeaperError::Syntax { .. }),
        Fault::Problem(_) => true,
        _ => false,
    }
}
