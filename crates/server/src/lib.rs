//! Caracole in the browser: a web server with the page inside, and the API that the page speaks.
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
//! `listen` accepts a connection, `router` and `api` find the handler, `fields` and a verb in `verbs/`
//! parse the request. `limiter` bounds what a client has under way, `slots` is the queue for the
//! processor, and `state` holds both. The work runs on a blocking thread with the limits of a `desk`
//! and ends in an `answer` or a `refusal`. `jobs` is work whose result is fetched later.

mod answer;
mod api;
mod ask;
mod client;
mod desk;
mod fields;
mod flush_timeout;
mod jobs;
mod limiter;
mod listen;
mod page;
mod permit_body;
mod refusal;
mod router;
mod settings;
mod slots;
mod state;
mod verbs;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::watch;

pub use ask::{Reply, ask, verbs};
pub use settings::{ProxyHeader, Settings};

use state::AppState;

/// A server that has its address and does not answer yet.
///
/// ```
/// use std::io::{Read, Write};
/// use std::net::TcpStream;
/// use std::thread;
///
/// use caracole_server::{Server, Settings};
///
/// // Port 0 is any that is free.
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
/// running.join().map_err(|_| "nobody panics")??;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    stop: watch::Sender<bool>,
}

/// Stops a server from elsewhere.
///
/// ```
/// use caracole_server::{Server, Settings};
///
/// let server = Server::bind("127.0.0.1:0".parse()?, Settings::default())?;
/// // A handler of signals would keep it; whoever stops first is first.
/// let stopper = server.stopper();
/// stopper.clone().stop();
/// server.run()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Lets the server come to an end: it takes no more connections, ends all work, and says goodbye.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Takes an address. Port 0 is any that is free.
    pub fn bind(address: SocketAddr, settings: Settings) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, settings, stop: watch::Sender::new(false) })
    }

    /// The address that it has.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Who can stop it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers until it is stopped.
    pub fn run(self) -> io::Result<()> {
        // One thread for everything that may run at once, so that nothing waits for a thread.
        let at_once = self.settings.at_once + self.settings.jobs_at_once + state::READERS;
        let runtime =
            Builder::new_multi_thread().enable_all().max_blocking_threads(at_once).build()?;
        let state = Arc::new(AppState::new(self.settings));
        let served = runtime.block_on(listen::serve(self.listener, state, self.stop.subscribe()));
        // Work that does not look at its flag in time is left to the end of the program.
        runtime.shutdown_timeout(Duration::from_millis(300));
        served
    }
}

/// The examples of the guide run with the tests.
#[doc = include_str!("../../../docs/web.md")]
#[cfg(doctest)]
struct Web;
