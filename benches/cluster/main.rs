//! Counting by several workers and processes, compared with one process, and the cost of authenticated
//! frames.
//!
//! `cargo bench -p caracole-benches --bench cluster`; a board and the number of its closed tours may
//! follow: `-- 8x8 13267364410532`.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use caracole_cluster::{Cluster, ClusterCount, Hosts};
use caracole_core::{Problem, pluralize};
use caracole_count::{Job, Options, Question, count};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The number of runs; the table shows the shortest time.
const RUNS: usize = 3;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [board, process, hosts] = &args[..] {
        return run_process(board, process, hosts);
    }
    let board = args.first().map_or("7x8", String::as_str);
    let expected = args.get(1).map_or("34524432316", String::as_str);
    println!("{board}, closed tours: {expected}, the least time of {RUNS} runs\n");
    println!("| who | time | of plain | states a second | exchanged | on the wire |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let question = closed(board);
    let states = Cluster::alone().count(&question, &Job::new()).expect("counts").states;
    let mut plain = [Duration::ZERO; 2];
    for threads in [1, 2] {
        let time = least(|| {
            let begun = Instant::now();
            let number = count(&question, &Job::with_options(&Options::new().threads(threads)))
                .expect("counts");
            assert_eq!(number.to_string(), expected);
            begun.elapsed()
        });
        plain[threads - 1] = time;
        print_row(
            &format!("plain, {}", pluralize(threads as u64, "thread")),
            time,
            time,
            states,
            None,
        );
    }
    for threads in [1, 2] {
        let mut last = None;
        let time = least(|| {
            let begun = Instant::now();
            let answer = Cluster::alone()
                .count(&question, &Job::with_options(&Options::new().threads(threads)));
            let answer = answer.expect("counts");
            assert_eq!(answer.count.to_string(), expected);
            last = Some(answer);
            begun.elapsed()
        });
        let name = format!("one process, {}", pluralize(threads as u64, "worker"));
        print_row(&name, time, plain[threads - 1], states, last.as_ref());
    }
    let mut last = None;
    let time = least(|| {
        let (answer, time) = two_processes(board);
        assert_eq!(answer.count.to_string(), expected);
        last = Some(answer);
        time
    });
    print_row("two processes, 1 worker each", time, plain[1], states, last.as_ref());
    println!("\n| frames of | without codes | with codes | ratio | a code costs |");
    println!("| --- | --- | --- | --- | --- |");
    for len in [1 << 10, 1 << 14, 1 << 18] {
        let [without, with] = [false, true].map(|has_code| least(|| send_frames(len, has_code)));
        let ratio = with.as_secs_f64() / without.as_secs_f64();
        let each = (with.as_secs_f64() - without.as_secs_f64()) / frames(len) as f64 * 1e6;
        println!("| {len} bytes | {without:.2?} | {with:.2?} | {ratio:.2} | {each:.2} µs |");
    }
}

/// Returns the number of frames of a length in 256 MiB.
const fn frames(len: usize) -> usize {
    (1 << 28) / len
}

/// Sends 256 MiB over a loopback connection in frames, and checks the code of each frame if it has one. The
/// codes are those of `crates/cluster/src/net/frame.rs`.
fn send_frames(len: usize, has_code: bool) -> Duration {
    let key = Hmac::<Sha256>::new_from_slice(b"a key for the bench").expect("any length");
    let code = |number: usize, payload: &[u8]| {
        key.clone().chain_update(number.to_le_bytes()).chain_update(payload)
    };
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let mut writer = TcpStream::connect(listener.local_addr().expect("an address")).expect("open");
    let (mut reader, _) = listener.accept().expect("a caller");
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut frame = vec![7; len];
            for number in 0..frames(len) {
                frame.truncate(len);
                if has_code {
                    let code = code(number, &frame).finalize().into_bytes();
                    frame.extend(&code[..16]);
                }
                writer.write_all(&frame).expect("the reader is there");
            }
        });
        let mut frame = vec![0; if has_code { len + 16 } else { len }];
        for number in 0..frames(len) {
            reader.read_exact(&mut frame).expect("the writer is there");
            if has_code {
                let expected = code(number, &frame[..len]);
                expected.verify_truncated_left(&frame[len..]).expect("the right code");
            }
        }
    });
    begun.elapsed()
}

fn closed(board: &str) -> Question {
    Question::new(Problem::new(board.parse().expect("a board")).closed())
}

fn least(mut run: impl FnMut() -> Duration) -> Duration {
    (0..RUNS).map(|_| run()).min().expect("there are runs")
}

fn print_row(
    who: &str,
    time: Duration,
    plain: Duration,
    states: u64,
    answer: Option<&ClusterCount>,
) {
    let ratio = time.as_secs_f64() / plain.as_secs_f64();
    let rate = states as f64 / time.as_secs_f64() / 1e6;
    let each = |bytes: u64| format!("{:.2} bytes a state", bytes as f64 / states as f64);
    let exchanged = answer.map_or("-".into(), |answer| each(answer.exchanged));
    // Both processes write about the same amount.
    let written = answer.map_or("-".into(), |answer| each(2 * answer.written));
    println!("| {who} | {time:.2?} | {ratio:.2} | {rate:.1} million | {exchanged} | {written} |");
}

/// Starts two processes and reads the answer of the first. The time includes their start and end.
fn two_processes(board: &str) -> (ClusterCount, Duration) {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port is free"));
    let hosts = listeners.map(|listener| listener.local_addr().expect("has one").to_string());
    let start = |process: &str| {
        let program = std::env::current_exe().expect("this program");
        let mut command = Command::new(program);
        command.args([board, process, &hosts.join("\n")]).stdout(Stdio::piped());
        command.spawn().expect("starts")
    };
    let begun = Instant::now();
    let both = ["0", "1"].map(start);
    let [first, second] = both.map(|child| child.wait_with_output().expect("ends"));
    let time = begun.elapsed();
    assert!(first.status.success() && second.status.success());
    let text = String::from_utf8(first.stdout).expect("words");
    let mut words = text.split_whitespace();
    let count = words.next().expect("a count").parse().expect("a number");
    let mut number = || words.next().expect("a word").parse().expect("a number");
    let (states, exchanged, written) = (number(), number(), number());
    (ClusterCount { count, states, exchanged, written }, time)
}

fn run_process(board: &str, process: &str, hosts: &str) {
    let hosts = Hosts::parse(hosts).expect("hosts");
    let cluster = Cluster::new(&hosts, process.parse().expect("a number")).expect("one of them");
    let answer = cluster
        .count(&closed(board), &Job::with_options(&Options::new().threads(1)))
        .expect("counts");
    let ClusterCount { count, states, exchanged, written } = answer;
    let line = format!("{count} {states} {exchanged} {written}\n");
    std::io::stdout().write_all(line.as_bytes()).expect("written");
}
