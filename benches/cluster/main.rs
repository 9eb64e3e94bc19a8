//! Counting by several workers and processes, against the engine for one process.
//!
//! `cargo bench -p caracole-benches --bench cluster`; a board and the number of its closed tours may
//! follow: `-- 8x8 13267364410532`.

use std::io::Write;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use caracole_cluster::{Answer, Cluster, Hosts};
use caracole_core::Problem;
use caracole_count::{Job, Question, count};

/// The least time of so many runs is shown.
const RUNS: usize = 3;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [board, process, hosts] = &args[..] {
        return be_a_process(board, process, hosts);
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
            let number = count(&question, &Job::new().threads(threads)).expect("counts");
            assert_eq!(number.to_string(), expected);
            begun.elapsed()
        });
        plain[threads - 1] = time;
        print_row(&format!("plain, {}", many(threads, "thread")), time, time, states, None);
    }
    for threads in [1, 2] {
        let mut last = None;
        let time = least(|| {
            let begun = Instant::now();
            let answer = Cluster::alone().count(&question, &Job::new().threads(threads));
            let answer = answer.expect("counts");
            assert_eq!(answer.count.to_string(), expected);
            last = Some(answer);
            begun.elapsed()
        });
        let name = format!("one process, {}", many(threads, "worker"));
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
}

fn closed(board: &str) -> Question {
    Question::new(Problem::new(board.parse().expect("a board")).closed())
}

fn many(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn least(mut run: impl FnMut() -> Duration) -> Duration {
    (0..RUNS).map(|_| run()).min().expect("there are runs")
}

fn print_row(who: &str, time: Duration, plain: Duration, states: u64, answer: Option<&Answer>) {
    let ratio = time.as_secs_f64() / plain.as_secs_f64();
    let rate = states as f64 / time.as_secs_f64() / 1e6;
    let each = |bytes: u64| format!("{:.2} bytes a state", bytes as f64 / states as f64);
    let exchanged = answer.map_or("-".into(), |answer| each(answer.exchanged));
    // Each of two processes writes about as much as the other.
    let wired = answer.map_or("-".into(), |answer| each(2 * answer.wired));
    println!("| {who} | {time:.2?} | {ratio:.2} | {rate:.1} million | {exchanged} | {wired} |");
}

/// Starts two processes, and asks the first for the answer; the time holds their start and their end.
fn two_processes(board: &str) -> (Answer, Duration) {
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
    let (states, exchanged, wired) = (number(), number(), number());
    (Answer { count, states, exchanged, wired }, time)
}

fn be_a_process(board: &str, process: &str, hosts: &str) {
    let hosts = Hosts::parse(hosts).expect("hosts");
    let cluster = Cluster::new(&hosts, process.parse().expect("a number")).expect("one of them");
    let answer = cluster.count(&closed(board), &Job::new().threads(1)).expect("counts");
    let Answer { count, states, exchanged, wired } = answer;
    let line = format!("{count} {states} {exchanged} {wired}\n");
    std::io::stdout().write_all(line.as_bytes()).expect("somebody listens");
}
