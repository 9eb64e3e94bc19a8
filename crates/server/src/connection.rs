//! Connections: accepting, limits, time limits and closing.

use std::io::{self, IoSlice};
use std::net::{IpAddr, TcpListener as StdListener};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Sleep, sleep, timeout};
use tower_service::Service;

use crate::client::Client;
use crate::router::router;
use crate::state::AppState;

/// How long responses may take to arrive after the server is stopped.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// The two ends of the connection of a request.
#[derive(Clone, Copy)]
pub(crate) struct Peer {
    pub(crate) client: Client,
    /// The address of this machine that the client connected to.
    pub(crate) local: Option<IpAddr>,
}

/// Accepts connections until the server is stopped.
pub(crate) async fn serve(
    listener: StdListener,
    state: Arc<AppState>,
    mut stop: watch::Receiver<bool>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let router = router(Arc::clone(&state));
    let connections = Arc::new(Semaphore::new(state.settings.max_connections));
    let graceful = GracefulShutdown::new();
    loop {
        // Above the limit, clients wait in the queue of the operating system.
        let connection_permit = Arc::clone(&connections).acquire_owned();
        let accept = async { (connection_permit.await, listener.accept().await) };
        let (connection_permit, accepted) = tokio::select! {
            accepted = accept => accepted,
            _ = stop.wait_for(|&stop| stop) => break,
        };
        let Ok((stream, peer)) = accepted else {
            // The usual cause is the limit on open files. Retry after some have closed.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        // All connections through a proxy come from one address.
        let client_permit = match state.settings.proxy_header {
            None => state.connections.acquire(Client::new(peer.ip())).map(Some),
            Some(_) => Ok(None),
        };
        let client_permit = match client_permit {
            Ok(permit) => permit,
            Err(error) => {
                // Waiting until the client reads would block a connection of another client.
                let _ = stream.try_write(error.to_http().as_bytes());
                continue;
            }
        };
        let connection = connection(stream, peer.ip(), router.clone(), Arc::clone(&state));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // An error on a connection concerns only its client.
            let _ = connection.await;
            drop((connection_permit, client_permit));
        });
    }
    drop(listener);
    state.close();
    // Clients that do not read their responses in time lose them.
    let _ = timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
    Ok(())
}

fn connection(
    stream: TcpStream,
    peer: IpAddr,
    router: Router,
    state: Arc<AppState>,
) -> impl GracefulConnection<Error: Send> + Send + 'static {
    // Send small responses without delay.
    let _ = stream.set_nodelay(true);
    let local = stream.local_addr().ok().map(|address| address.ip().to_canonical());
    let io_timeout = state.settings.io_timeout;
    let stream = FlushTimeout::new(stream, io_timeout);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let proxy_header = state.settings.proxy_header;
        let client = Client::of_request(peer, request.headers(), proxy_header);
        request.extensions_mut().insert(Peer { client, local });
        router.clone().call(request.map(Body::new))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(io_timeout)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service)
}

/// A stream that fails if a flush is not complete within a time limit. The limit starts with the first
/// write after the last flush, so a peer that reads single bytes does not extend it.
pub(crate) struct FlushTimeout<S> {
    stream: S,
    limit: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> FlushTimeout<S> {
    pub(crate) const fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, deadline: None }
    }

    /// Fails if the time limit of the current flush is over. Otherwise wakes the task at that moment.
    fn check_deadline(&mut self, context: &mut Context<'_>) -> io::Result<()> {
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
        self.check_deadline(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check_deadline(context)?;
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
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

    /// A peer that reads one byte every ten milliseconds.
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

    /// Each byte is read in time, but all of them would take a minute.
    #[test]
    fn a_peer_that_reads_single_bytes_is_disconnected() {
        let written =
            Runtime::new().expect("threads").block_on(async { write(&mut stream(), 6000).await });
        assert_eq!(written.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
    }

    /// An event stream may last longer than the limit.
    #[test]
    fn each_flush_has_its_own_time_limit() {
        Runtime::new().expect("threads").block_on(async {
            let mut stream = stream();
            for _ in 0..8 {
                write(&mut stream, 1).await.expect("in time");
                sleep(Duration::from_millis(100)).await;
            }
        });
    }
}
