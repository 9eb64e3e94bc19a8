//! Many closed 8x8 tours: `caracole batch`, the API, and a process for each question, in one run.
//!
//! `cargo build --release -p caracole-cli && cargo bench -p caracole-benches --bench batch`. `CARACOLE` names
//! another program than `target/release/caracole`. Each answer is verified before its time counts.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use caracole::formats::{ReadHint, read_tour};
use caracole::{Problem, Tour};

/// The number of questions of each program; starting a process takes longer, so there are fewer.
const BATCH: usize = 100_000;
const API: usize = 10_000;
const PROCESSES: usize = 200;

/// The connections to the server.
const CLIENTS: usize = 2;

fn main() {
    let program = program();
    println!("closed 8x8 tours from every start in turn; each answer is verified\n");
    println!("| what | questions | seconds | per second |");
    println!("| --- | --- | --- | --- |");
    let (time, answers) = batch(&program);
    row("batch", BATCH, time, &answers);
    let (time, answers) = api(&program);
    row("API, 2 connections kept", API, time, &answers);
    let (time, answers) = processes(&program);
    row("a process for each", PROCESSES, time, &answers);
}

fn program() -> PathBuf {
    let built = || {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        folder.join("target/release/caracole")
    };
    let path = std::env::var_os("CARACOLE").map_or_else(built, PathBuf::from);
    assert!(path.exists(), "{}: build it first", path.display());
    path
}

/// The start of a question.
fn start(at: usize) -> String {
    let (file, rank) = (at % 8, at / 8 % 8);
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn question(at: usize) -> String {
    format!("{{\"board\":\"8x8\",\"closed\":true,\"from\":\"{}\"}}", start(at))
}

/// Verifies the answers and prints a row.
fn row(what: &str, questions: usize, time: Duration, answers: &[String]) {
    assert_eq!(answers.len(), questions, "{what}");
    for (answer, at) in answers.iter().zip(0..) {
        let problem = Problem::new("8x8".parse().expect("a board")).closed();
        let problem = problem.start(start(at).as_str()).expect("a start");
        let parsed = read_tour(answer.as_bytes(), &ReadHint::default()).expect("a tour");
        assert!(Tour::verify(&problem, parsed.path).is_ok(), "{what}: {answer}");
    }
    let seconds = time.as_secs_f64();
    let rate = questions as f64 / seconds;
    println!("| {what} | {questions} | {seconds:.2} | {rate:.0} |");
}

fn batch(program: &PathBuf) -> (Duration, Vec<String>) {
    let mut child = Command::new(program)
        .args(["batch", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut input = child.stdin.take().expect("piped");
    let output = child.stdout.take().expect("piped");
    let questions: String = (0..BATCH).map(|at| question(at) + "\n").collect();
    let begun = Instant::now();
    let writer = thread::spawn(move || input.write_all(questions.as_bytes()).expect("written"));
    let mut text = String::new();
    BufReader::new(output).read_to_string(&mut text).expect("answers");
    let time = begun.elapsed();
    writer.join().expect("no panic");
    assert!(child.wait().expect("ends").success());
    (time, text.lines().map(str::to_owned).collect())
}

fn api(program: &PathBuf) -> (Duration, Vec<String>) {
    let mut server = Command::new(program)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let mut line = String::new();
    let out = server.stdout.take().expect("piped");
    BufReader::new(out).read_line(&mut line).expect("an address");
    let address = line.split("http://").nth(1).expect("an address").trim();
    let address = address.trim_end_matches('/').to_owned();
    let begun = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let address = address.clone();
            thread::spawn(move || {
                let mut stream = BufReader::new(TcpStream::connect(address).expect("connects"));
                stream.get_ref().set_nodelay(true).expect("small requests go at once");
                (client..API).step_by(CLIENTS).map(|at| (at, post(&mut stream, at))).collect()
            })
        })
        .collect();
    let mut answers: Vec<(usize, String)> = Vec::new();
    for client in clients {
        let own: Vec<(usize, String)> = client.join().expect("no panic");
        answers.extend(own);
    }
    let time = begun.elapsed();
    end(&mut server);
    answers.sort_unstable();
    (time, answers.into_iter().map(|(_, answer)| answer).collect())
}

/// Sends a question and returns the body of the answer.
fn post(stream: &mut BufReader<TcpStream>, at: usize) -> String {
    let body = question(at);
    let length = body.len();
    let request = format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.get_mut().write_all(request.as_bytes()).expect("sent");
    let (mut line, mut length) = (String::new(), 0);
    stream.read_line(&mut line).expect("a status");
    assert!(line.starts_with("HTTP/1.1 200 "), "{line}");
    while line != "\r\n" {
        line.clear();
        stream.read_line(&mut line).expect("a header");
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("the body");
    String::from_utf8(body).expect("UTF-8")
}

fn processes(program: &PathBuf) -> (Duration, Vec<String>) {
    let begun = Instant::now();
    let answers = (0..PROCESSES).map(|at| {
        let from = start(at);
        let words = ["solve", "8x8", "--closed", "--from", &from, "--json"];
        let output = Command::new(program).args(words).output().expect("runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    });
    let answers = answers.collect();
    (begun.elapsed(), answers)
}

fn end(child: &mut Child) {
    child.kill().expect("it lives");
    child.wait().expect("it ends");
}
