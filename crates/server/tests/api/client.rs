//! A server for the tests, and a small HTTP/1.1 client that shares no code with the server. All responses
//! and accepted requests are validated against `openapi.json`.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use caracole_server::{Server, Settings, Stopper};
use serde_json::Value;
use socket2::{Domain, Socket, Type};

use crate::schema::{validate_request, validate_response};

/// The time limit of each read and write.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A server on its own thread. Dropping it stops the server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Names are in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl TestServer {
    pub(crate) fn new() -> Self {
        Self::with(Settings::default())
    }

    /// A server with a fixed memory limit, which does not depend on the machine.
    pub(crate) fn with_memory(memory: u64) -> Self {
        Self::with(Settings { memory, ..Settings::default() })
    }

    pub(crate) fn with(settings: Settings) -> Self {
        Self::on([127, 0, 0, 1], settings)
    }

    /// A server that binds to this address. The tests connect to it by loopback.
    pub(crate) fn on(address: [u8; 4], settings: Settings) -> Self {
        let server = Server::bind((address, 0).into(), settings).expect("a free port");
        let stopper = server.stopper();
        let address = ([127, 0, 0, 1], server.address().port()).into();
        let thread = Some(thread::spawn(move || server.run().expect("the server runs")));
        Self { address, stopper, thread }
    }

    /// Opens a connection.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a limit of time");
        stream.set_write_timeout(Some(TIMEOUT)).expect("a limit of time");
        stream
    }

    /// Opens a connection that receives little before it is read.
    pub(crate) fn connect_with_small_buffer(&self) -> TcpStream {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        // The buffer limits the window of the connection only if it is set before connecting.
        socket.set_recv_buffer_size(64 << 10).expect("a small buffer");
        socket.connect(&self.address.into()).expect("a connection");
        socket.set_read_timeout(Some(TIMEOUT)).expect("a limit of time");
        socket.set_write_timeout(Some(TIMEOUT)).expect("a limit of time");
        socket.into()
    }

    /// Sends these bytes and reads a response.
    pub(crate) fn raw(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        // After an early error the server may have closed the connection, but the response is readable.
        let _ = stream.write_all(request);
        Response::read(&mut BufReader::new(stream))
    }

    /// Sends a request without a body.
    pub(crate) fn send(&self, method: &str, path: &str) -> Response {
        let host = self.address;
        let response = self.raw(
            format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        );
        validate_response(method, path, &response);
        response
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.send("GET", path)
    }

    /// Posts a text with the content type JSON.
    pub(crate) fn post_text(&self, path: &str, body: &str) -> Response {
        let (host, length) = (self.address, body.len());
        let response = self.raw(
            format!(
                "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
                 Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        );
        validate_response("POST", path, &response);
        response
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        let response = self.post_text(path, &body.to_string());
        if response.status < 300 {
            validate_request(path, body);
        }
        response
    }

    /// Posts JSON and accepts compressed responses.
    pub(crate) fn post_for_gzip(&self, path: &str, body: &Value) -> Response {
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

    /// Calls an endpoint and expects success.
    pub(crate) fn call(&self, verb: &str, body: &Value) -> Value {
        let response = self.post(&format!("/api/v1/{verb}"), body);
        assert_eq!(response.status, 200, "{verb} {body}: {}", response.text());
        response.json()
    }

    /// Calls an endpoint and expects an error. Returns its status and its text.
    pub(crate) fn error(&self, verb: &str, body: &Value) -> (u16, String) {
        let response = self.post(&format!("/api/v1/{verb}"), body);
        let object = response.json();
        assert_eq!(object["schema"], "caracole.error/1", "{verb} {body}: {}", response.text());
        (response.status, object["error"]["text"].as_str().expect("a text").to_owned())
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking(), "the server panicked");
        }
    }
}

impl Response {
    /// Reads one response. Others may follow on the same connection.
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
        let mut response = Self { status, headers, body: Vec::new() };
        if response.header("transfer-encoding") == Some("chunked") {
            response.read_chunks(stream);
        } else {
            let length =
                response.header("content-length").map_or(0, |n| n.parse().expect("a length"));
            response.body = vec![0; length];
            stream.read_exact(&mut response.body).expect("the complete body");
        }
        response
    }

    fn read_chunks(&mut self, stream: &mut impl BufRead) {
        loop {
            let length = usize::from_str_radix(&line(stream), 16).expect("the length of a chunk");
            let start = self.body.len();
            self.body.resize(start + length, 0);
            stream.read_exact(&mut self.body[start..]).expect("the complete chunk");
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

/// Reads a line without its end.
fn line(stream: &mut impl BufRead) -> String {
    let mut line = String::new();
    stream.read_line(&mut line).expect("a line");
    line.trim_end_matches(['\r', '\n']).to_owned()
}

/// Returns the strings of a list, for example the names of squares.
pub(crate) fn names(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}
