//! Connections: accepted, limited, and closed.

use std::io;
use std::net::{IpAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower_service::Service;

use crate::client::Client;
use crate::flush_timeout::FlushTimeout;
use crate::router::router;
use crate::state::AppState;

/// How long answers that are under way when the server stops may take to arrive.
const FAREWELL: Duration = Duration::from_millis(500);

/// The two ends of the connection that a request came on.
#[derive(Clone, Copy)]
pub(crate) struct Peer {
    pub(crate) client: Client,
    /// The address of this machine that the client connected to.
    pub(crate) local: Option<IpAddr>,
}

/// Serves until it is stopped.
pub(crate) async fn serve(
    listener: StdListener,
    state: Arc<AppState>,
    mut stop: watch::Receiver<bool>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let router = router(Arc::clone(&state));
    let connections = Arc::new(Semaphore::new(state.settings.connections));
    let graceful = GracefulShutdown::new();
    loop {
        // Above the limit, clients wait in the queue of the system.
        let seat = Arc::clone(&connections).acquire_owned();
        let taken = async { (seat.await, listener.accept().await) };
        let (seat, accepted) = tokio::select! {
            taken = taken => taken,
            _ = stop.wait_for(|&stop| stop) => break,
        };
        let Ok((stream, peer)) = accepted else {
            // Usually too many open files: some are closed soon.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        // All connections through a proxy come from one address.
        let permit = match state.settings.proxy_header {
            None => state.connections.enter(Client::new(peer.ip())).map(Some),
            Some(_) => Ok(None),
        };
        let permit = match permit {
            Ok(permit) => permit,
            Err(refusal) => {
                // Waiting for this client would cost another one its seat.
                let _ = stream.try_write(refusal.http_text().as_bytes());
                continue;
            }
        };
        let connection = connection(stream, peer.ip(), router.clone(), Arc::clone(&state));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // An error on a connection concerns only its client.
            let _ = connection.await;
            drop((seat, permit));
        });
    }
    drop(listener);
    state.close();
    // Clients that do not take their answers in time lose them.
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

fn connection(
    stream: TcpStream,
    peer: IpAddr,
    router: Router,
    state: Arc<AppState>,
) -> impl GracefulConnection<Error: Send> + Send + 'static {
    // Small answers are sent at once.
    let _ = stream.set_nodelay(true);
    let local = stream.local_addr().ok().map(|address| address.ip().to_canonical());
    let patience = state.settings.patience;
    let stream = FlushTimeout::new(stream, patience);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let proxy_header = state.settings.proxy_header;
        let client = Client::of_request(peer, request.headers(), proxy_header);
        request.extensions_mut().insert(Peer { client, local });
        router.clone().call(request.map(Body::new))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service)
}
