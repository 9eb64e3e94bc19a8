//! Caracole in the browser: a web server with the page and the API that the page uses.
//!
//! ```no_run
//! use caracole_server::{Server, Settings};
//!
//! let server = Server::bind("127.0.0.1:8064".parse()?, Settings::default())?;
//! println!("http://{}/", server.address());
//! server.run()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A request passes through these modules: `connection` accepts it, `router` and `api` find its handler,
//! `fields` and an endpoint in `endpoints/` parse it. `client` limits what each client has under way,
//! and `worker_slots` is the queue for the processor; `state` contains both. The work runs on a blocking
//! thread with the limits of a `WorkContext` and ends in a `Content` or an `ApiError`. A job in `jobs`
//! is work whose result the client fetches later.

mod api;
mod client;
mod connection;
mod endpoints;
mod error;
mod fields;
mod jobs;
mod page;
mod response;
mod router;
mod settings;
mod state;
mod work;
mod worker_slots;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use socket2::SockRef;
use tokio::runtime::Builder;
use tokio::sync::watch;

pub use endpoints::{Reply, call, endpoints};
pub use settings::{ProxyHeader, Settings};

use state::AppState;

/// A server that is bound to its address.
///
/// ```
/// use std::io::{Read, Write};
/// use std::net::TcpStream;
/// use std::thread;
///
/// use caracole_server::{Server, Settings};
///
/// // Port 0 selects a free port.
/// let server = Server::bind("127.0.0.1:0".parse()?, Settings::default())?;
/// let (address, stopper) = (server.address(), server.stopper());
/// let running = thread::spawn(|| server.run());
///
/// let mut client = TcpStream::connect(address)?;
/// write!(client, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
/// let mut page = String::new();
/// client.read_to_string(&mut page)?;
/// assert!(page.starts_with("HTTP/1.1 200 OK"));
///
/// stopper.stop();
/// running.join().map_err(|_| "the server panicked")??;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    stop: watch::Sender<bool>,
}

/// Stops a server, from any thread.
///
/// ```
/// use caracole_server::{Server, Settings};
///
/// let server = Server::bind("127.0.0.1:0".parse()?, Settings::default())?;
/// // For example, a signal handler keeps the stopper.
/// let stopper = server.stopper();
/// stopper.clone().stop();
/// server.run()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Stops the server: it accepts no more connections and cancels all work.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// The size of the send buffer of each connection. The system would let a buffer grow to several MB, so
/// clients that do not read their responses would fill its memory.
const SEND_BUFFER_BYTES: usize = 256 << 10;

impl Server {
    /// Binds to an address. Port 0 selects a free port.
    pub fn bind(address: SocketAddr, settings: Settings) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        // Connections inherit the size.
        SockRef::from(&listener).set_send_buffer_size(SEND_BUFFER_BYTES)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, settings, stop: watch::Sender::new(false) })
    }

    /// Returns the address that the server is bound to.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns a handle that stops the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Serves requests until the server is stopped.
    pub fn run(self) -> io::Result<()> {
        // One thread for each piece of work that may run at the same time.
        let threads = self.settings.worker_slots + self.settings.job_slots + state::MAX_PARSERS;
        let runtime =
            Builder::new_multi_thread().enable_all().max_blocking_threads(threads).build()?;
        let state = Arc::new(AppState::new(self.settings));
        let served =
            runtime.block_on(connection::serve(self.listener, state, self.stop.subscribe()));
        // Work that does not check its cancel flag in time ends with the program.
        runtime.shutdown_timeout(Duration::from_millis(300));
        served
    }
}

/// Runs the examples of the guide as tests.
#[doc = include_str!("../../../docs/web.md")]
#[cfg(doctest)]
struct Web;
