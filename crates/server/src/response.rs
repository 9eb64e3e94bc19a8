//! Responses of the API.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use serde_json::Value;
use tokio::time::Instant;

use crate::client::Permit;

/// The content of a successful response.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// An object with `schema` and `version`.
    Json(Value),
    /// A picture or another file to download.
    File { media_type: &'static str, name: String, bytes: Vec<u8> },
}

impl IntoResponse for Content {
    fn into_response(self) -> Response {
        match self {
            Self::Json(value) => json_response(StatusCode::OK, value.to_string()),
            Self::File { media_type, name, bytes } => {
                let mut response = Response::new(Body::from(bytes));
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
                let disposition = format!("attachment; filename=\"{name}\"");
                // Without a valid header value, the browser chooses the name.
                if let Ok(value) = HeaderValue::try_from(disposition) {
                    headers.insert(header::CONTENT_DISPOSITION, value);
                }
                response
            }
        }
    }
}

/// Returns a response with a JSON text.
pub(crate) fn json_response(status: StatusCode, text: String) -> Response {
    let content_type = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    (status, content_type, text + "\n").into_response()
}

/// The number of bytes that a [`PermitBody`] sends as one frame. Shorter bodies need no permit.
const FRAME_BYTES: usize = 64 << 10;

/// Keeps the permit of a client until its response is sent, so that a client cannot fill the memory
/// with responses that it does not read. Sending fails after the `time_limit`.
pub(crate) fn hold_permit(
    response: Response,
    permit: Permit,
    time_limit: Option<Duration>,
) -> Response {
    if response.body().size_hint().upper().is_some_and(|bytes| bytes <= FRAME_BYTES as u64) {
        return response;
    }
    let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
    response.map(|body| {
        Body::new(PermitBody { body, pending: Bytes::new(), deadline, _permit: permit })
    })
}

/// A response body that holds the permit of its client. The permit is free when at most one frame is
/// left to send.
struct PermitBody {
    body: Body,
    /// The rest of the last frame of `body`.
    pending: Bytes,
    deadline: Option<Instant>,
    _permit: Permit,
}

impl HttpBody for PermitBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        // Each flush has its own time limit, so this code is reached even if the client reads nothing.
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let error = io::Error::from(io::ErrorKind::TimedOut);
            return Poll::Ready(Some(Err(axum::Error::new(error))));
        }
        while self.pending.is_empty() {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                end => return Poll::Ready(end),
            };
            match frame.into_data() {
                Ok(data) => self.pending = data,
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        let length = self.pending.len().min(FRAME_BYTES);
        // A slice without a copy would keep the complete buffer alive until the last frame is sent.
        let frame = Bytes::copy_from_slice(&self.pending.split_to(length));
        Poll::Ready(Some(Ok(Frame::data(frame))))
    }

    fn is_end_stream(&self) -> bool {
        self.pending.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (pending, mut hint) = (self.pending.len() as u64, self.body.size_hint());
        hint.set_lower(hint.lower().saturating_add(pending));
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper.saturating_add(pending));
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::body::to_bytes;

    use super::*;
    use crate::client::{Client, ClientLimiter};

    #[test]
    fn a_long_response_fails_after_its_time_limit() {
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        let limiter = ClientLimiter::new("requests", 1, 1);
        for (limit, is_complete) in
            [(Some(Duration::ZERO), false), (Some(Duration::from_hours(1)), true), (None, true)]
        {
            let permit = limiter.acquire(Client::new(IpAddr::from([127, 0, 0, 1])));
            let permit = permit.expect("the previous permit was dropped");
            let response = Response::new(Body::from(vec![b'x'; 3 * FRAME_BYTES]));
            let body = hold_permit(response, permit, limit).into_body();
            let bytes = runtime.block_on(to_bytes(body, usize::MAX));
            let found = bytes.is_ok_and(|bytes| bytes.len() == 3 * FRAME_BYTES);
            assert_eq!(found, is_complete, "{limit:?}");
        }
    }
}
