//! `--memory` and `--timeout` hold, on every command and whatever the board.
//!
//! A test program of its own, so that other tests do not load the machine meanwhile. Its tests take
//! turns.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

static TURN: Mutex<()> = Mutex::new(());

fn start(line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_caracole"))
        .args(line.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command")
}

/// Reads a stream to its end, on a thread of its own.
fn read(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    let mut stream = stream.expect("a pipe");
    thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("it can be read");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

struct Ended {
    code: Option<i32>,
    /// Standard output.
    output: String,
    /// Standard output and standard error.
    text: String,
    elapsed: Duration,
    /// The largest resident set that was seen, in KiB.
    peak: u64,
}

fn run(line: &str) -> Ended {
    let begun = Instant::now();
    let mut child = start(line);
    let (out, error) = (read(child.stdout.take()), read(child.stderr.take()));
    let status_file = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let status = loop {
        // A process that has ended has no memory any more.
        let status = fs::read_to_string(&status_file).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
        peak = peak.max(number.unwrap_or(0));
        if let Some(status) = child.try_wait().expect("it is our child") {
            break status;
        }
        thread::sleep(Duration::from_millis(1));
    };
    let elapsed = begun.elapsed();
    let output = out.join().expect("output");
    let text = output.clone() + &error.join().expect("errors");
    Ended { code: status.code(), output, text, elapsed, peak }
}

/// The memory limit in MiB, the command, and the exit codes that are right, 3 being a stop by a limit.
const MEMORY: [(u64, &str, &[i32]); 20] = [
    (1, "solve cylinder:6x6 --leaper 1,4 --method exact", &[1]),
    (1, "solve 8x8", &[0]),
    (1, "solve 1000x1000 --method backtracking", &[3]),
    (40, "count 7x12 --closed --threads 2 --timeout 2s", &[3]),
    (150, "count box:3x3x4", &[3]),
    (150, "count 8x8 --closed", &[3]),
    (20, "count 6x8 --closed", &[0]),
    (60, "solve 1500x1500 --method warnsdorff --from a1 --tie roth -o /dev/null", &[0]),
    (5, "solve 1500x1500 --method warnsdorff --from a1 --tie roth", &[3]),
    (20, "solve 500x500 --mix 3 -o /dev/null", &[0]),
    (10, "solve 2000x2000 --mix 3", &[3]),
    (60, "solve 1000x1000 --knights 5 -o /dev/null", &[0]),
    (1, "solve 1000x1000 --knights 5", &[3]),
    (16, "solve 1000x1000 --method neural --timeout 2s", &[3]),
    (4, "solve 300x300 --method ants --timeout 2s", &[3]),
    (32, "solve 1000x1000-a1,b1 --method patch", &[3]),
    (2, "longest 100x100-a1,b1,c3,e5,f7 --timeout 1s", &[3, 0]),
    (2, "puzzle make 20x20 --timeout 1s", &[3, 0]),
    (10, "list 6x6 --closed -o /dev/null", &[0]),
    (30, "sample 7x7 -n 10 --timeout 2s", &[3]),
];

/// The peak of the resident set is at most the limit, a tenth of it and 32 MiB.
#[test]
fn memory_limits_hold() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    for (limit, line, codes) in MEMORY {
        // A process that ends before its memory is read for the first time runs again.
        let mut tries = (0..5).map(|_| run(&format!("{line} --memory {limit}M")));
        let ended = tries.find(|ended| ended.peak > 0).expect("a process whose memory was read");
        let most = limit * 1024 * 11 / 10 + 32 * 1024;
        let Ended { peak, text, .. } = &ended;
        assert!(*peak <= most, "{line}: {peak} KiB of {most}");
        let is_right = ended.code.is_some_and(|code| codes.contains(&code));
        assert!(is_right, "{line}: {:?}: {text}", ended.code);
        assert_eq!(text.contains(" limit ("), ended.code == Some(3), "{line}: {text}");
    }
}

/// The time limit in milliseconds, the command, and the exit codes that are right. `{8x8}` is a file with
/// a closed tour of 8x8.
const TIME: [(u64, &str, &[i32]); 47] = [
    (1000, "count 8x8 --closed --classes", &[3]),
    (1000, "solve 20000x20000 --mix 3 --memory 16G", &[3]),
    (1000, "solve 6000x6000 --knights 5 -o /dev/null", &[3, 0]),
    (300, "solve 1000x1000 --method warnsdorff", &[3]),
    (300, "solve 1000x1000 --method backtracking", &[3]),
    (300, "solve 1000x1000 --method brute-force", &[3]),
    (300, "solve 1000x1000 --method neural", &[3]),
    (300, "solve 300x300 --method ants", &[3]),
    (300, "solve 1000x1000-a1,b1", &[3]),
    (300, "solve 1000x1000-a1,b1 --json", &[3]),
    (300, "solve 1000x1000-a1,b1 --method exact", &[3]),
    (300, "solve torus:1000x1000", &[3]),
    (300, "solve 1000x1000-a1,b1 --knights 3", &[3]),
    (300, "solve 1000x1000-a1,b1 --knights 3 --method exact", &[3]),
    (300, "count 9x9", &[3]),
    (300, "count 9x9 --json", &[3]),
    (300, "count 7x10 --open", &[3]),
    (300, "list 1000x1000 -o /dev/null", &[3]),
    (300, "sample 8x8 --closed", &[3]),
    (300, "unrank 8x8 1000 --closed", &[3]),
    (300, "longest 1000x1000-a1,b1 -o /dev/null", &[3]),
    (300, "starts 60x60-a1,b1 --leaper 2,3", &[3]),
    (300, "puzzle make 32x32", &[3, 0]),
    (300, "puzzle unique 8x8 --clue a1=1 --clue h8=64 --clue c3=32", &[3, 1]),
    (300, "puzzle solve 32x32 --clue a1=1 --clue b3=500", &[3, 0, 1]),
    (300, "solve 1000x1000-a1,b1 --knights 3 --json", &[3]),
    (300, "list 1000x1000 --json", &[3]),
    (300, "list 1000x1000 --jsonl", &[3]),
    (300, "sample 8x8 --closed --json", &[3]),
    (300, "unrank 8x8 1000 --closed --json", &[3]),
    (300, "longest 300x300-a1,b1 --json", &[3, 0]),
    (300, "puzzle make 32x32 --json", &[3, 0]),
    (300, "puzzle unique 8x8 --clue a1=1 --clue h8=64 --clue c3=32 --json", &[3, 1]),
    (300, "puzzle solve 1000x1000 --clue a1=1", &[3]),
    (300, "puzzle unique 1000x1000 --clue a1=1", &[3]),
    (300, "count 180x180", &[3]),
    (300, "sample 180x180", &[3]),
    (300, "unrank 180x180 7", &[3]),
    (300, "rank {8x8} --closed", &[3]),
    (300, "rank {8x8} --closed --json", &[3]),
    (300, "rank {180x180} --closed", &[3]),
    (300, "longest 300x300-a1,b1,c3,e5", &[3, 0]),
    (300, "compare 1000x1000", &[3]),
    (300, "compare 1000x1000 --json", &[3]),
    (300, "compare 1000x1000-a1,b1 --threads 3", &[3]),
    (300, "compare --sizes 5..1000 --starts all", &[3]),
    (300, "compare --sizes 1000 --starts all --json", &[3]),
];

/// Replaces `{8x8}` by a file with a closed tour of 8x8.
fn with_files(line: &str, folder: &Path) -> String {
    let Some((before, rest)) = line.split_once('{') else { return line.to_owned() };
    let (board, after) = rest.split_once('}').expect("a board in braces");
    let file = folder.join(format!("{board}.moves"));
    let file = file.to_str().expect("a name");
    let solved = run(&format!("solve {board} --closed -o {file}"));
    assert_eq!(solved.code, Some(0), "{board}: {}", solved.text);
    format!("{before}{file}{after}")
}

/// A command ends within a quarter of a second after its limit; the best of three tries counts,
/// because another program may have the processor.
#[test]
fn time_limits_hold() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder");
    for (limit, line, codes) in TIME {
        let line = &with_files(line, folder.path());
        let most = Duration::from_millis(limit + 250);
        let mut times = Vec::new();
        let is_in_time = (0..3).any(|_| {
            let ended = run(&format!("{line} --timeout {limit}ms"));
            let code = ended.code.unwrap_or(-1);
            assert!(codes.contains(&code), "{line}: {code}: {}", ended.text);
            let is_json = line.contains("--json");
            if is_json {
                let document = serde_json::from_str::<serde_json::Value>(&ended.output);
                let document =
                    document.unwrap_or_else(|why| panic!("{line}: {why}: {}", ended.text));
                // The best path so far is part of the answer.
                let squares = document["squares"].as_array().map_or(0, Vec::len);
                assert!(!line.starts_with("longest") || squares > 0, "{line}: {}", ended.text);
            }
            let words = if is_json { "\"stopped_by\":\"time\"" } else { "time limit (" };
            assert_eq!(ended.text.contains(words), code == 3, "{line}: {}", ended.text);
            times.push(ended.elapsed);
            ended.elapsed <= most
        });
        assert!(is_in_time, "{line}: {times:?}, but at most {most:?}");
    }
}
