//! Connections: taken, kept within bounds, and brought to an end.

use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower_service::Service;

use crate::Settings;
use crate::api::Client;
use crate::house::House;
use crate::router::router;

/// Answers that are under way when the server stops have so long to arrive.
const FAREWELL: Duration = Duration::from_millis(500);

/// What a client is told that has enough connections.
const FULL: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Serves until it is told to stop.
pub(crate) async fn serve(
    listener: StdListener,
    house: Arc<House>,
    mut stop: watch::Receiver<bool>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let router = router(Arc::clone(&house));
    let connections = Arc::new(Semaphore::new(house.settings.connections));
    let graceful = GracefulShutdown::new();
    loop {
        // Who comes when there are enough connections waits in the queue of the system.
        let seat = Arc::clone(&connections).acquire_owned();
        let taken = async { (seat.await, listener.accept().await) };
        let (seat, accepted) = tokio::select! {
            taken = taken => taken,
            _ = stop.wait_for(|&stop| stop) => break,
        };
        let Ok((stream, client)) = accepted else {
            // Mostly too many open files: soon some are closed.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let Ok(pass) = house.doors.enter(client.ip().to_canonical()) else {
            // One client must not take the seats of all others, so not even this is waited for.
            let _ = stream.try_write(FULL);
            continue;
        };
        let connection = connection(stream, client, router.clone(), &house.settings);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks off concerns nobody but its client.
            let _ = connection.await;
            drop((seat, pass));
        });
    }
    drop(listener);
    house.close();
    // Clients that do not take their answers are left.
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

fn connection(
    stream: TcpStream,
    client: SocketAddr,
    router: Router,
    settings: &Settings,
) -> impl hyper_util::server::graceful::GracefulConnection<Error: Send> + Send + 'static {
    // Small answers are not kept back until there are more.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(settings.patience));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Client(client.ip().to_canonical()));
        router.clone().call(request.map(Body::new))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.patience)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
}
