//! A client that sends no more than it must.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

pub(crate) struct Client(BufReader<TcpStream>);

impl Client {
    pub(crate) fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("small requests go at once");
        Self(BufReader::new(stream))
    }

    pub(crate) fn get(&mut self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }

    pub(crate) fn post(&mut self, path: &str, body: &str) -> String {
        let length = body.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        ))
    }

    /// The body of the answer, which must be a good one.
    fn send(&mut self, request: &str) -> String {
        let Self(stream) = self;
        stream.get_mut().write_all(request.as_bytes()).expect("sent");
        let (mut line, mut length) = (String::new(), 0);
        stream.read_line(&mut line).expect("a status");
        assert!(line.starts_with("HTTP/1.1 200 "), "{line}");
        while line != "\r\n" {
            line.clear();
            stream.read_line(&mut line).expect("a header");
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).expect("the body");
        String::from_utf8(body).expect("UTF-8")
    }
}
