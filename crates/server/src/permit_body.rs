//! Long answers, which count as under way until their client has taken them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::time::Instant;

use crate::limiter::Permit;

/// Bytes of an answer that are handed over at once. An answer counts as taken when no more than these
/// are left.
const PIECE: usize = 64 << 10;

/// Keeps the permit of a client until its answer is taken, so that a client that asks for many answers
/// and takes none does not fill the memory. The answer breaks off if it is not taken within `limit`.
pub(crate) fn until_taken(response: Response, permit: Permit, limit: Option<Duration>) -> Response {
    if response.body().size_hint().upper().is_some_and(|bytes| bytes <= PIECE as u64) {
        return response;
    }
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    response
        .map(|body| Body::new(PermitBody { body, left: Bytes::new(), deadline, _permit: permit }))
}

struct PermitBody {
    body: Body,
    /// What is not yet handed over of a piece of the body.
    left: Bytes,
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
        // Each piece has its own time limit, so this is reached even if the client takes nothing.
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let error = io::Error::from(io::ErrorKind::TimedOut);
            return Poll::Ready(Some(Err(axum::Error::new(error))));
        }
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

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::body::to_bytes;

    use super::*;
    use crate::client::Client;
    use crate::limiter::ClientLimiter;

    #[test]
    fn a_long_answer_breaks_off_at_its_time_limit() {
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        let limiter = ClientLimiter::new("requests", 1, 1);
        for (limit, is_whole) in
            [(Some(Duration::ZERO), false), (Some(Duration::from_hours(1)), true), (None, true)]
        {
            let permit = limiter.enter(Client::new(IpAddr::from([127, 0, 0, 1])));
            let permit = permit.expect("the last one was given back");
            let response = Response::new(Body::from(vec![b'x'; 3 * PIECE]));
            let body = until_taken(response, permit, limit).into_body();
            let bytes = runtime.block_on(to_bytes(body, usize::MAX));
            assert_eq!(bytes.is_ok_and(|bytes| bytes.len() == 3 * PIECE), is_whole, "{limit:?}");
        }
    }
}
