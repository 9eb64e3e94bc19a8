//! The server: its response time, and the cost of a solve through it.
//!
//! `cargo bench -p caracole-benches --bench serve`. The server is another process of this program, and
//! so is the rival that starts a process for each solve.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use caracole::formats::RunRecord;
use caracole::formats::json;
use caracole::formats::json::parse_problem;
use caracole::solvers::MethodSettings;
use caracole::solvers::Run;
use caracole::{Method, Path, Problem, Tour};
use caracole_server::{Server, Settings};
use serde_json::Value;

const COLD: usize = 20;
const SOLVES: usize = 2000;
/// Processes take longer, so their number is lower.
const PROCESSES: usize = 200;

/// The problem of each request.
const PROBLEM: &str = r#"{"board":"8x8","closed":true}"#;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve(),
        Some("solve") => println!("{}", solve(&problem())),
        _ => measure(),
    }
}

fn serve() {
    let server = Server::bind(([127, 0, 0, 1], 0).into(), Settings::default()).expect("a port");
    println!("{}", server.address());
    server.run().expect("serves");
}

fn problem() -> Problem {
    parse_problem(&serde_json::from_str(PROBLEM).expect("JSON")).expect("a problem")
}

/// Solves the problem with the library.
fn solve(problem: &Problem) -> String {
    let method = Method::default();
    let outcome = method.solver(&MethodSettings::default()).solve(problem, &mut Run::new());
    let record = RunRecord { method: method.name().to_owned(), ..RunRecord::default() };
    json::outcome(problem, &outcome, &record).to_string()
}

fn measure() {
    let mut cold = times(COLD, || {
        let begun = Instant::now();
        let (mut child, address) = start();
        let page = Client::new(&address).get("/");
        let time = begun.elapsed();
        assert!(page.starts_with("<!doctype html>"), "{page}");
        end(&mut child);
        time
    });
    println!("8x8 closed; milliseconds, the tour of each answer verified\n");
    println!("| what | runs | median | 99 of 100 | of kept |");
    println!("| --- | --- | --- | --- | --- |");
    let (mut child, address) = start();
    let mut client = Client::new(&address);
    let mut kept = times(SOLVES, || timed(|| client.post("/api/v1/solve", PROBLEM)));
    let mut new = times(SOLVES, || timed(|| Client::new(&address).post("/api/v1/solve", PROBLEM)));
    end(&mut child);
    let problem = problem();
    let mut library = times(SOLVES, || timed(|| solve(&problem)));
    let mut process = times(PROCESSES, || {
        timed(|| {
            let output = this().arg("solve").output().expect("runs");
            String::from_utf8(output.stdout).expect("UTF-8")
        })
    });
    let base = median(&mut kept);
    row("server, connection kept", &mut kept, base);
    row("server, new connections", &mut new, base);
    row("library, no server", &mut library, base);
    row("a process for each", &mut process, base);
    row("cold start to first page", &mut cold, base);
}

fn times(runs: usize, mut run: impl FnMut() -> Duration) -> Vec<Duration> {
    (0..runs).map(|_| run()).collect()
}

/// Returns the time of a response, and asserts the response.
fn timed(ask: impl FnOnce() -> String) -> Duration {
    let begun = Instant::now();
    let text = ask();
    let time = begun.elapsed();
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let problem = problem();
    let names = answer["squares"].as_array().expect("squares").iter().filter_map(Value::as_str);
    let path: Path =
        names.map(|name| problem.board().parse_square(name).expect("a square")).collect();
    assert!(Tour::verify(&problem, path).is_ok(), "{text}");
    time
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn row(what: &str, times: &mut [Duration], base: Duration) {
    let (runs, middle) = (times.len(), median(times));
    let late = times[(runs * 99).div_ceil(100) - 1];
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let ratio = middle.as_secs_f64() / base.as_secs_f64();
    println!("| {what} | {runs} | {:.3} | {:.3} | {ratio:.2} |", millis(middle), millis(late));
}

fn this() -> Command {
    Command::new(std::env::current_exe().expect("this program"))
}

/// Starts a server and reads its address.
fn start() -> (Child, String) {
    let mut child = this().arg("serve").stdout(Stdio::piped()).spawn().expect("starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("piped");
    BufReader::new(out).read_line(&mut line).expect("an address");
    (child, line.trim_end().to_owned())
}

fn end(child: &mut Child) {
    child.kill().expect("it lives");
    child.wait().expect("it ends");
}

/// A minimal HTTP client.
struct Client(BufReader<TcpStream>);

impl Client {
    fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("small requests go at once");
        Self(BufReader::new(stream))
    }

    fn get(&mut self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }

    fn post(&mut self, path: &str, body: &str) -> String {
        let length = body.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        ))
    }

    /// Returns the body of a response with status 200.
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
