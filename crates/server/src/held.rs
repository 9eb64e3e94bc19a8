//! Long answers: who asks for many and takes none of them does not fill our memory.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use crate::gate::Pass;

/// So much of an answer is handed over at once, and so much may wait to be taken when it counts as
/// taken.
const PIECE: usize = 64 << 10;

/// Keeps the pass of a client until its answer is taken, but for the last piece.
pub(crate) fn until_taken(response: Response, pass: Pass) -> Response {
    if response.body().size_hint().upper().is_some_and(|bytes| bytes <= PIECE as u64) {
        return response;
    }
    response.map(|body| Body::new(Held { body, left: Bytes::new(), _pass: pass }))
}

struct Held {
    body: Body,
    /// What is not yet handed over of a piece of the body.
    left: Bytes,
    _pass: Pass,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        while self.left.is_empty() {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                end => return Poll::Ready(end),
            };
            match frame.into_data() {
                Ok(data) => self.left = data,
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        let length = self.left.len().min(PIECE);
        // A copy, so that the whole does not live as long as its last piece.
        let piece = Bytes::copy_from_slice(&self.left.split_to(length));
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (left, mut hint) = (self.left.len() as u64, self.body.size_hint());
        hint.set_lower(hint.lower().saturating_add(left));
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper.saturating_add(left));
        }
        hint
    }
}
