//! A stream that fails when its reader is too slow.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream that gives up if a flush is not complete within a time limit. The limit runs from the
/// first byte after the last flush, so a reader that takes a byte now and then does not extend it.
pub(crate) struct FlushTimeout<S> {
    stream: S,
    limit: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> FlushTimeout<S> {
    pub(crate) const fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, deadline: None }
    }

    /// Fails if the time limit of the current flush is over; otherwise wakes the task when it is.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(self.limit)));
        match deadline.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(()),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for FlushTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for FlushTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.deadline = None;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::runtime::Runtime;

    use super::*;

    /// A peer that takes a byte every ten milliseconds.
    struct OneByteAtATime(Pin<Box<Sleep>>);

    impl AsyncWrite for OneByteAtATime {
        fn poll_write(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            _: &[u8],
        ) -> Poll<io::Result<usize>> {
            ready!(self.0.as_mut().poll(context));
            self.0 = Box::pin(sleep(Duration::from_millis(10)));
            Poll::Ready(Ok(1))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    fn stream() -> FlushTimeout<OneByteAtATime> {
        let peer = OneByteAtATime(Box::pin(sleep(Duration::ZERO)));
        FlushTimeout::new(peer, Duration::from_millis(500))
    }

    async fn write(stream: &mut FlushTimeout<OneByteAtATime>, bytes: usize) -> io::Result<()> {
        for _ in 0..bytes {
            poll_fn(|context| Pin::new(&mut *stream).poll_write(context, b"x")).await?;
        }
        poll_fn(|context| Pin::new(&mut *stream).poll_flush(context)).await
    }

    /// Each byte is taken soon, and all of them would take a minute.
    #[test]
    fn a_reader_that_takes_single_bytes_is_cut_off() {
        let written =
            Runtime::new().expect("threads").block_on(async { write(&mut stream(), 6000).await });
        assert_eq!(written.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
    }

    /// A stream of events may last longer than the limit.
    #[test]
    fn each_flush_has_its_own_limit() {
        Runtime::new().expect("threads").block_on(async {
            let mut stream = stream();
            for _ in 0..8 {
                write(&mut stream, 1).await.expect("in time");
                sleep(Duration::from_millis(100)).await;
            }
        });
    }
}
