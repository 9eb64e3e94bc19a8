//! A server to speak to, and a small client that speaks HTTP/1.1 without any library of the server.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use caracole_server::{Server, Settings, Stopper};
use serde_json::Value;

/// Nobody waits longer than this for anything.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server on a thread of its own. It stops when this is dropped.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Names are in small letters.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Host {
    /// With the usual settings.
    pub(crate) fn new() -> Self {
        Self::with(Settings::default())
    }

    /// With so many bytes for all work together, whatever the machine has.
    pub(crate) fn lending(memory: u64) -> Self {
        Self::with(Settings { memory, ..Settings::default() })
    }

    pub(crate) fn with(settings: Settings) -> Self {
        Self::on([127, 0, 0, 1], settings)
    }

    /// A server on this address, to which clients connect by loopback.
    pub(crate) fn on(address: [u8; 4], settings: Settings) -> Self {
        let server = Server::bind((address, 0).into(), settings).expect("a free port");
        let stopper = server.stopper();
        let address = ([127, 0, 0, 1], server.address().port()).into();
        let thread = Some(thread::spawn(move || server.run().expect("a server that runs")));
        Self { address, stopper, thread }
    }

    /// A connection of one's own, to send whatever one likes.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit of time");
        stream.set_write_timeout(Some(PATIENCE)).expect("a limit of time");
        stream
    }

    /// Sends a request as it stands, and reads what comes.
    pub(crate) fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // Who is refused early may find the door closed; the answer is there all the same.
        let _ = stream.write_all(request);
        Reply::read(&mut BufReader::new(stream))
    }

    /// A request without a body.
    pub(crate) fn send(&self, method: &str, path: &str) -> Reply {
        let host = self.address;
        self.raw(
            format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path)
    }

    /// Posts a text as JSON.
    pub(crate) fn post_text(&self, path: &str, body: &str) -> Reply {
        let (host, length) = (self.address, body.len());
        self.raw(
            format!(
                "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
                 Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_text(path, &body.to_string())
    }

    /// Posts JSON, and takes compressed answers.
    pub(crate) fn post_for_gzip(&self, path: &str, body: &Value) -> Reply {
        let (host, body) = (self.address, body.to_string());
        let length = body.len();
        self.raw(
            format!(
                "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
                 Accept-Encoding: gzip, deflate, br\r\n\
                 Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }

    /// Asks, and expects an answer.
    pub(crate) fn ask(&self, verb: &str, body: &Value) -> Value {
        let reply = self.post(&format!("/api/v1/{verb}"), body);
        assert_eq!(reply.status, 200, "{verb} {body}: {}", reply.text());
        reply.json()
    }

    /// Asks, and expects a refusal: its status and its text.
    pub(crate) fn refused(&self, verb: &str, body: &Value) -> (u16, String) {
        let reply = self.post(&format!("/api/v1/{verb}"), body);
        let object = reply.json();
        assert_eq!(object["schema"], "caracole.error/1", "{verb} {body}: {}", reply.text());
        (reply.status, object["error"]["text"].as_str().expect("a text").to_owned())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking(), "the server broke");
        }
    }
}

impl Reply {
    /// Reads one response; more may follow on the same connection.
    pub(crate) fn read(stream: &mut impl BufRead) -> Self {
        let first = line(stream);
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status line: {first:?}"));
        let mut headers = Vec::new();
        loop {
            let line = line(stream);
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').expect("a header");
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut reply = Self { status, headers, body: Vec::new() };
        if reply.header("transfer-encoding") == Some("chunked") {
            reply.read_chunks(stream);
        } else {
            let length = reply.header("content-length").map_or(0, |n| n.parse().expect("a length"));
            reply.body = vec![0; length];
            stream.read_exact(&mut reply.body).expect("the whole body");
        }
        reply
    }

    fn read_chunks(&mut self, stream: &mut impl BufRead) {
        loop {
            let length = usize::from_str_radix(&line(stream), 16).expect("the length of a chunk");
            let begun = self.body.len();
            self.body.resize(begun + length, 0);
            stream.read_exact(&mut self.body[begun..]).expect("the whole chunk");
            assert_eq!(line(stream), "", "the end of a chunk");
            if length == 0 {
                break;
            }
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }
}

/// A line without its end.
fn line(stream: &mut impl BufRead) -> String {
    let mut line = String::new();
    stream.read_line(&mut line).expect("a line");
    line.trim_end_matches(['\r', '\n']).to_owned()
}
