//! Many clients at once: every answer is right, and memory stays where it is.

use std::io::BufReader;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use caracole::formats::json::parse_problem;
use caracole::{Path, Tour};
use serde_json::{Value, json};
use tokio::net::TcpSocket;

use super::{Server, receive, receive_bytes, send};

const CLIENTS: u32 = 200;

/// Memory after the first second and at the end may differ by so much.
const SLACK: u64 = 32 << 20;

/// Requests of one connection.
const KEPT: usize = 16;

#[test]
fn two_hundred_clients_are_answered() {
    load(Duration::from_secs(3));
}

#[test]
#[ignore = "takes half a minute"]
fn two_hundred_clients_are_answered_for_long() {
    load(Duration::from_secs(30));
}

/// 64 clients ask for moving pictures, which take seconds each, all at once.
#[test]
fn many_pictures_are_answered_or_put_off() {
    pictures(12, Duration::from_secs(2));
}

#[test]
#[ignore = "takes a minute"]
fn many_large_pictures_are_answered_or_put_off_for_long() {
    pictures(40, Duration::from_secs(30));
}

/// Asks for GIFs of a board with this side until the time is over. Every request is answered 200 or
/// 503; no request that got its processor slot fails at its time limit (422).
fn pictures(side: u32, time: Duration) {
    const CLIENTS: u32 = 64;
    let server = Server::start("serve --port 0 --quiet");
    let place: SocketAddr = server.address.parse().expect("an address");
    let board = format!("{side}x{side}");
    let solve = json!({ "board": board }).to_string();
    let (_, tour) = server.send("POST", "/api/v1/solve", &solve);
    let tour: Value = serde_json::from_str(&tour).expect("JSON");
    let draw = json!({"board": board, "format": "gif", "squares": tour["squares"]}).to_string();
    let begun = Instant::now();
    let end = begun + time;
    let [drawn, put_off, slowest] = [const { AtomicU64::new(0) }; 3];
    let ask = |client: u32| {
        while Instant::now() < end {
            let asked = Instant::now();
            let mut stream = BufReader::new(connect(client, place));
            send(stream.get_mut(), "POST", "/api/v1/draw", &draw);
            let (status, body) = receive_bytes(&mut stream);
            match status {
                200 => {
                    assert!(body.starts_with(b"GIF89a") && body.ends_with(b"\x3b"));
                    drawn.fetch_add(1, Ordering::Relaxed);
                    let elapsed = asked.elapsed().as_millis();
                    slowest.fetch_max(elapsed.try_into().expect("a time"), Ordering::Relaxed);
                }
                503 => {
                    let error: Value = serde_json::from_slice(&body).expect("JSON");
                    assert_eq!(error["error"]["kind"], "busy");
                    put_off.fetch_add(1, Ordering::Relaxed);
                }
                _ => panic!("{status}: {}", String::from_utf8_lossy(&body)),
            }
        }
    };
    let (ask, mut samples) = (&ask, Vec::new());
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|client| scope.spawn(move || ask(client))).collect();
        while clients.iter().any(|client| !client.is_finished()) {
            samples.push((begun.elapsed(), memory(&server)));
            thread::sleep(Duration::from_millis(100));
        }
    });
    let [drawn, put_off, slowest] = [drawn, put_off, slowest].map(AtomicU64::into_inner);
    println!(
        "{} requests in {:.1?}: {drawn} pictures, the slowest after {slowest} ms with its time in the \
         queue; {put_off} put off",
        drawn + put_off,
        begun.elapsed()
    );
    for part in 1..=3 {
        let sample = samples.iter().take_while(|(elapsed, _)| *elapsed <= time * part / 3).last();
        println!("memory after {:?}: {sample:?}", time * part / 3);
    }
    let bytes: Vec<u64> = samples.into_iter().map(|(_, bytes)| bytes).collect();
    let (half, last) = bytes.split_at(bytes.len() / 2);
    let [half, last] = [half, last].map(|part| part.iter().max().copied().unwrap_or_default());
    println!("memory at most {half} bytes in the first half, then {last}");
    assert!(drawn > 0, "{put_off} requests were put off");
    assert!(last < half + SLACK, "{half} bytes became {last}");
}

/// What is asked: the path, the body, and what must come back.
enum Due {
    Tour,
    Impossible,
    Status(u16),
}

fn questions() -> Vec<(&'static str, String, Due)> {
    let solve = |body: Value, due| ("/api/v1/solve", body.to_string(), due);
    vec![
        solve(json!({"board": "8x8", "closed": true}), Due::Tour),
        solve(json!({"board": "5x5", "from": "b1"}), Due::Impossible),
        solve(json!({"board": "8x8", "method": "warnsdorff", "from": "c3"}), Due::Tour),
        solve(json!({"board": "8x8-a1,h1", "from": "d4"}), Due::Tour),
        solve(json!({"board": "8x8-a1,h8"}), Due::Impossible),
        solve(json!({"board": "4x4"}), Due::Impossible),
        ("/api/v1/solve", "{\"board\":".to_owned(), Due::Status(400)),
        solve(json!({"board": "60x60", "closed": true}), Due::Tour),
        solve(json!({"board": "8x8", "closed": true, "use": ["a1"]}), Due::Status(400)),
        ("/api/v1/nothing", "{}".to_owned(), Due::Status(404)),
        solve(json!({"board": "7x7", "closed": true}), Due::Impossible),
        solve(json!({"board": "9999x9999"}), Due::Status(422)),
        solve(json!({"board": "6x6", "closed": true, "method": "exact", "seed": 7}), Due::Tour),
        ("/api/v1/solve", "x".repeat((1 << 20) + 1), Due::Status(413)),
    ]
}

fn load(time: Duration) {
    let server = Server::start("serve --port 0 --quiet");
    let place: SocketAddr = server.address.parse().expect("an address");
    let (begun, answers) = (Instant::now(), AtomicU64::new(0));
    let end = begun + time;
    let questions = questions();
    let early = thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (questions, answers) = (&questions, &answers);
            scope.spawn(move || {
                let mut asked = client as usize;
                while Instant::now() < end {
                    let mut stream = BufReader::new(connect(client, place));
                    for _ in 0..KEPT {
                        let (path, body, due) = &questions[asked % questions.len()];
                        asked += 1;
                        send(stream.get_mut(), "POST", path, body);
                        if client % 10 == 0 {
                            // One who takes its time to read.
                            thread::sleep(Duration::from_millis(30));
                        }
                        check(body, due, &receive(&mut stream));
                        answers.fetch_add(1, Ordering::Relaxed);
                        if Instant::now() >= end {
                            break;
                        }
                    }
                }
            });
        }
        thread::sleep(Duration::from_secs(1));
        memory(&server)
    });
    let late = memory(&server);
    let answers = answers.into_inner();
    let rate = answers as f64 / begun.elapsed().as_secs_f64();
    println!("{answers} answers, {rate:.0} a second; memory {early} then {late} bytes");
    assert!(answers > u64::from(CLIENTS), "{answers} answers");
    assert!(early.abs_diff(late) < SLACK, "{early} bytes became {late}");
}

/// A connection from an address of its own: 127.0.0.0/8 is this machine, all of it.
fn connect(client: u32, place: SocketAddr) -> TcpStream {
    let own = Ipv4Addr::from_bits(Ipv4Addr::new(127, 0, 1, 1).to_bits() + client);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let stream = runtime.expect("a runtime").block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(IpAddr::V4(own), 0))?;
        socket.connect(place).await?.into_std()
    });
    let stream = stream.expect("a connection");
    stream.set_nonblocking(false).expect("a plain stream");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a limit");
    stream
}

fn check(body: &str, due: &Due, (status, text): &(u16, String)) {
    let expected = if let Due::Status(status) = due { *status } else { 200 };
    let shown: String = body.chars().take(80).collect();
    assert_eq!(*status, expected, "{shown}: {text}");
    let answer: Value = serde_json::from_str(text).expect("JSON");
    match due {
        Due::Status(_) => assert_eq!(answer["schema"], "caracole.error/1", "{shown}"),
        Due::Impossible => assert_eq!(answer["outcome"], "impossible", "{shown}"),
        Due::Tour => {
            // What was asked is read from the question, not from the answer.
            let mut problem: Value = serde_json::from_str(body).expect("JSON");
            for field in ["method", "seed"] {
                problem.as_object_mut().expect("an object").remove(field);
            }
            let problem = parse_problem(&problem).expect("a problem");
            let names =
                answer["squares"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let squares = names.map(|name| problem.board().parse_square(name).expect("a square"));
            let path: Path = squares.collect();
            assert!(Tour::verify(&problem, path).is_ok(), "{shown}: {text}");
        }
    }
}

/// Bytes of the server that are in memory.
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id()));
    let status = status.expect("it lives");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>();
    kilobytes.expect("a number") << 10
}
