//! The processes that contestants fight in: no fault of one harms another, and none stays behind.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::support::{assert_one_line, caracole, run, stdout};

/// What the worker answers to lines.
fn worker(lines: &[u8]) -> Output {
    let mut command = caracole(["trial-worker"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    // It may have had enough before the end.
    let _ = child.stdin.take().expect("piped").write_all(lines);
    child.wait_with_output().expect("ends")
}

#[test]
fn nonsense_is_answered_in_one_line() {
    let deep = vec![b'['; 1 << 20];
    let bouts: [&[u8]; 10] = [
        b"\n",
        b"solve 8x8\n",
        b"{}",
        b"[]\n",
        b"\xff\xfe\n",
        b"{\"contestant\":\"quantum\",\"problem\":{\"board\":\"5x5\"},\"seed\":0,\"repeats\":1}\n",
        b"{\"contestant\":\"exact\",\"problem\":{\"board\":\"0x5\"},\"seed\":0,\"repeats\":1}\n",
        b"{\"contestant\":\"exact\",\"problem\":{\"board\":\"5x5\"},\"seed\":-1,\"repeats\":1}\n",
        b"{\"contestant\":\"exact\",\"problem\":7,\"seed\":0,\"repeats\":1}\nexit\n",
        &deep,
    ];
    for lines in bouts {
        let shown = String::from_utf8_lossy(&lines[..lines.len().min(80)]).into_owned();
        assert_one_line(&shown, &worker(lines), "for caracole compare, not for people");
    }
    // No request is not an error.
    let output = worker(b"");
    assert_eq!((output.status.code(), &*stdout(&output)), (Some(0), ""));
}

#[test]
fn the_workers_are_not_listed() {
    for line in ["-h", "--help", "man", "completions bash", "completions zsh", "completions fish"] {
        let text = stdout(&run(line));
        assert!(text.contains("compare"), "{line}: {text}");
        let is_listed = text.contains("trial-worker");
        assert!(!is_listed, "{line} lists it");
    }
    for line in ["man trial-worker", "trial-worker --help", "trial-worker 8x8"] {
        assert_one_line(line, &run(line), "trial-worker");
    }
}

#[cfg(target_os = "linux")]
mod on_linux {
    use std::fs;
    use std::process::{Child, Command};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::compare::timeless_json;
    use crate::support::{root, stderr};

    /// The state of a process and who began it; `None` if it is gone, be it unburied.
    fn parent(process: u32) -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let mut words = stat.rsplit_once(')')?.1.split_whitespace();
        if words.next()? == "Z" {
            return None;
        }
        words.next()?.parse().ok()
    }

    /// The processes that a process has begun.
    fn children(process: u32) -> Vec<u32> {
        let all = fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
        let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter(|&number| parent(number) == Some(process)).collect()
    }

    fn wait_until(what: &str, is_so: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_mins(1), "{what}: it never comes");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn send(signal: &str, process: u32) {
        let sent = Command::new("kill").args([signal, &process.to_string()]).status();
        assert!(sent.expect("there is a kill command").success());
    }

    /// Starts a comparison in a folder, and waits until this number of workers runs.
    fn start(line: &str, folder: &std::path::Path, workers: usize) -> (Child, Vec<u32>) {
        let mut command = caracole(line.split_whitespace());
        command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("starts");
        wait_until(line, || children(child.id()).len() == workers);
        let workers = children(child.id());
        (child, workers)
    }

    /// Some hours of work.
    const LONG: &str = "compare --sizes 12..60 --methods backtracking --trial-timeout 9h \
                        --max-steps 18446744073709551615 -o plot.svg -o data.csv --threads";

    #[test]
    fn a_signal_ends_all() {
        for (signal, workers) in [("-INT", 1), ("-TERM", 3)] {
            let folder = tempfile::tempdir().expect("a folder");
            let (child, begun) = start(&format!("{LONG} {workers}"), folder.path(), workers);
            send(signal, child.id());
            let output = child.wait_with_output().expect("ends");
            assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
            assert_eq!(stderr(&output), "caracole: interrupted\n");
            assert_eq!(stdout(&output), "");
            wait_until(signal, || begun.iter().all(|&worker| parent(worker).is_none()));
            assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
        }
    }

    /// The workers end when their parent process has ended.
    #[test]
    fn workers_do_not_outlive_the_arena() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut child, workers) = start(&format!("{LONG} 2"), folder.path(), 2);
        child.kill().expect("killed");
        child.wait().expect("ends");
        wait_until("the end", || workers.iter().all(|&worker| parent(worker).is_none()));
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
    }

    #[test]
    fn a_worker_that_dies_costs_one_row() {
        let line = "compare 12x12 --from b1 --methods backtracking,construct --trial-timeout 9h \
                    --max-steps 18446744073709551615 --json";
        let (child, workers) = start(line, &root(), 1);
        send("-KILL", workers[0]);
        let output = child.wait_with_output().expect("ends");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let rows = timeless_json(&stdout(&output))["rows"].clone();
        assert_eq!(
            (&rows[0]["outcome"], &rows[0]["stopped_by"]),
            (&"unknown".into(), &"fault".into())
        );
        assert!(rows[0]["tried"].as_str().is_some_and(|why| why.starts_with("its process died")));
        assert_eq!(
            (&rows[1]["method"], &rows[1]["outcome"]),
            (&"construct".into(), &"found".into())
        );
    }

    /// With few open files, fewer trials run at the same time, and the results are the same.
    #[test]
    fn few_files_are_enough() {
        let line = "compare --sizes 5..8 --starts random:2 --max-steps 3000 --json";
        let limited = |files: u32| {
            let script = format!("ulimit -n {files}; exec \"$0\" {line} --threads 60");
            let mut command = Command::new("sh");
            command.args(["-c", &script, env!("CARGO_BIN_EXE_caracole")]);
            command.current_dir(root()).stdin(Stdio::null()).output().expect("runs")
        };
        let few = limited(40);
        assert_eq!(few.status.code(), Some(0), "{}", stderr(&few));
        assert!(
            stderr(&few).contains(" trials run at the same time instead of 60: "),
            "{}",
            stderr(&few)
        );
        let usual = run(line);
        assert_eq!(timeless_json(&stdout(&few)), timeless_json(&stdout(&usual)));
        // And where there are too few for anything, that is said.
        let line = "five files";
        assert_one_line(line, &limited(5), "another process of caracole");
    }
}
