//! `serve`: the page and the API of the real program.

#[cfg(target_os = "linux")]
mod load;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

use crate::support::{assert_one_line, caracole, run, stdout};

/// Work that ends only when it is stopped.
const ENDLESS: &str = r#"{"board":"12x12","method":"backtracking","from":"a1"}"#;

/// The program as it serves. It is killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    address: String,
    /// What it prints after its address.
    rest: BufReader<ChildStdout>,
}

impl Server {
    pub(crate) fn start(line: &str) -> Self {
        let mut command = caracole(line.split(' '));
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
        let mut rest = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        rest.read_line(&mut line).expect("an address");
        let address =
            line.trim_end().strip_prefix("http://").and_then(|line| line.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no address: {line:?}")).to_owned();
        Self { child, address, rest }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a limit");
        stream
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = BufReader::new(self.connect());
        send(stream.get_mut(), method, path, body);
        receive(&mut stream)
    }

    /// The status of the page for a browser that was given this host name.
    fn status_for(&self, host: &str) -> u16 {
        let mut stream = BufReader::new(self.connect());
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        stream.get_mut().write_all(request.as_bytes()).expect("sent");
        receive_bytes(&mut stream).0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn send(stream: &mut TcpStream, method: &str, path: &str, body: &str) {
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).expect("sent");
}

/// The status and the text of an answer whose length is known.
fn receive(stream: &mut BufReader<TcpStream>) -> (u16, String) {
    let (status, body) = receive_bytes(stream);
    (status, String::from_utf8(body).expect("UTF-8"))
}

fn receive_bytes(stream: &mut BufReader<TcpStream>) -> (u16, Vec<u8>) {
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("a line");
        match line.trim_end().split_once([' ', ':']) {
            None => break,
            Some(("HTTP/1.1", rest)) => status = rest[..3].parse().expect("a status"),
            Some(("content-length", rest)) => length = rest.trim().parse().expect("a length"),
            Some(_) => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("the body");
    (status, body)
}

#[test]
fn the_page_and_the_api_are_there() {
    let server = Server::start("serve --port 0");
    let (status, page) = server.send("GET", "/", "");
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>"), "{page}");
    let (status, answer) = server.send("POST", "/api/v1/solve", r#"{"board":"8x8","closed":true}"#);
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains(r#""outcome":"found""#), "{answer}");
}

#[test]
fn an_address_that_cannot_be_had_is_one_line() {
    let server = Server::start("serve --port 0");
    let port = server.address.rsplit(':').next().expect("a port");
    let line = format!("serve --port {port}");
    let hint = "; --port 0 takes any port that is free";
    assert_one_line(&line, &run(&line), hint);
    // This address is set aside for examples, so no computer has it.
    let line = "serve --host 192.0.2.1";
    assert_one_line(line, &run(line), "; --host takes an address of this computer, or 0.0.0.0");
}

#[test]
fn what_it_lends_can_be_said() {
    // More time than any clock knows is no reason to break.
    let server =
        Server::start("serve --port 0 --timeout 100000000000000h --memory 64M --threads 1");
    let (status, about) = server.send("GET", "/api/v1", "");
    assert_eq!(status, 200);
    let memory = 64 << 20;
    let about: serde_json::Value = serde_json::from_str(&about).expect("JSON");
    assert_eq!(about["limits"]["memory_bytes"].to_string().trim_matches('"'), memory.to_string());
    assert_eq!(server.send("POST", "/api/v1/jobs/solve", r#"{"board":"5x5"}"#).0, 202);
}

#[test]
fn an_allowed_host_is_answered_and_another_is_not() {
    let host = "tours.example.org";
    assert_eq!(Server::start("serve --port 0").status_for(host), 403);
    let server = Server::start("serve --port 0 --allow-host tours.example.org");
    assert_eq!(server.status_for(host), 200);
    assert_eq!(server.status_for("other.example.org"), 403);
}

#[test]
#[cfg(target_os = "linux")]
fn a_count_takes_the_threads_that_it_is_lent() {
    let most_threads = |line: &str| {
        let server = Server::start(line);
        let (status, job) = server.send("POST", "/api/v1/jobs/count", r#"{"board":"6x6"}"#);
        assert_eq!(status, 202, "{job}");
        let job: serde_json::Value = serde_json::from_str(&job).expect("JSON");
        let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("a name"));
        let tasks = format!("/proc/{}/task", server.child.id());
        let mut most = 0;
        loop {
            most = most.max(std::fs::read_dir(&tasks).map_or(0, Iterator::count));
            let (_, job) = server.send("GET", &path, "");
            if job.contains(r#""state":"done""#) {
                assert!(job.contains("6637920"), "{job}");
                return most;
            }
        }
    };
    let few = most_threads("serve --port 0 --threads 1");
    let many = most_threads("serve --port 0 --threads 8");
    assert!(many >= few + 4, "{many} threads, and {few} with one");
}

#[test]
fn the_short_help_fits_a_screen() {
    let help = stdout(&run("serve -h"));
    assert!(help.lines().count() <= 24, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

#[test]
#[cfg(unix)]
fn signals_end_it_while_it_works() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start("serve --port 0");
        let (status, job) = server.send("POST", "/api/v1/jobs/solve", ENDLESS);
        assert_eq!(status, 202, "{job}");
        let job: serde_json::Value = serde_json::from_str(&job).expect("JSON");
        let path = format!("/api/v1/jobs/{}/events", job["id"].as_str().expect("a name"));
        let mut events = server.connect();
        send(&mut events, "GET", &path, "");
        events.read_exact(&mut [0; 100]).expect("it begins");
        let mut waiting = server.connect();
        send(&mut waiting, "POST", "/api/v1/solve", ENDLESS);
        std::thread::sleep(Duration::from_millis(50));
        let id = server.child.id().to_string();
        let sent = std::process::Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("there is a kill command").success());
        let (status, text) = receive(&mut BufReader::new(waiting));
        assert_eq!(status, 503, "{text}");
        assert!(text.contains("the server is stopping"), "{text}");
        assert_eq!(server.child.wait().expect("ends").code(), Some(130), "{signal}");
        let (mut rest, mut said) = (String::new(), String::new());
        server.rest.read_to_string(&mut rest).expect("nothing");
        assert_eq!(rest, "");
        server.child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
        assert_eq!(said, "Ctrl-C stops the server\ncaracole: interrupted\n");
    }
}
