//! Counting by several processes, which are real ones here.

#![cfg(unix)]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{assert_one_line, caracole, stderr, stdout};

/// A list of hosts on this machine. The ports were free a moment ago.
fn hosts(folder: &Path, processes: usize) -> PathBuf {
    let bind = |_| TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let listeners: Vec<_> = (0..processes).map(bind).collect();
    let name = |listener: &TcpListener| listener.local_addr().expect("has one").to_string();
    let lines: Vec<_> = listeners.iter().map(name).collect();
    let path = folder.join("hosts.txt");
    fs::write(&path, lines.join("\n")).expect("is written");
    path
}

fn start(hosts: &Path, process: usize, line: &str) -> Child {
    caracole(line.split_whitespace())
        .arg("--hosts")
        .arg(hosts)
        .args(["--process", &process.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

fn start_all(folder: &Path, processes: usize, line: &str) -> Vec<Child> {
    let hosts = hosts(folder, processes);
    (0..processes).map(|process| start(&hosts, process, line)).collect()
}

/// Waits for all, but not for ever.
fn end(children: Vec<Child>) -> Vec<Output> {
    let begun = Instant::now();
    let mut outputs = Vec::new();
    for mut child in children {
        while child.try_wait().expect("can be waited for").is_none() {
            if begun.elapsed() > Duration::from_secs(100) {
                child.kill().expect("can be killed");
                panic!("a process hangs");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        outputs.push(child.wait_with_output().expect("ends"));
    }
    outputs
}

/// All processes end well, and the first one tells the number.
fn assert_counted(outputs: &[Output], expected: &str) {
    for (process, output) in outputs.iter().enumerate() {
        assert_eq!(stderr(output), "", "process {process}");
        assert_eq!(output.status.code(), Some(0), "process {process}");
        let expected = if process == 0 { format!("{expected}\n") } else { String::new() };
        assert_eq!(stdout(output), expected, "process {process}");
    }
}

/// Files of the folder with an ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|it| it == ending)).collect()
}

/// The highest leg whose layer is finished.
fn last_leg(folder: &Path) -> usize {
    let leg = |path: &PathBuf| path.file_stem()?.to_str()?.rsplit('-').next()?.parse().ok();
    files(folder, "layer").iter().filter_map(leg).max().unwrap_or_default()
}

fn wait_until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(100), "it never comes");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Long enough to kill somebody in the middle.
const LONG: &str = "count 7x8 --closed --threads 1";
const LONG_COUNT: &str = "34524432316 undirected closed tours";

#[test]
fn two_and_three_processes_count_as_one() {
    for (line, expected) in [
        ("count 6x6 --closed", "9862 undirected closed tours"),
        ("count 5x6 --closed", "8 undirected closed tours"),
        ("count 5x6", "37568 directed tours, open and closed together"),
        ("count 5x5", "1728 directed tours, open and closed together"),
        ("count 5x5 --open", "864 undirected open tours, whose ends are not a move apart"),
        ("count 6x7 --closed", "1067638 undirected closed tours"),
        ("count @data/printed/coaches.txt", "48422 directed tours, open and closed together"),
    ] {
        for (processes, threads) in [(2, 1), (3, 2)] {
            let folder = tempfile::tempdir().expect("a folder");
            let line = format!("{line} --threads {threads}");
            assert_counted(&end(start_all(folder.path(), processes, &line)), expected);
        }
    }
}

#[test]
fn one_process_of_one_is_enough() {
    let folder = tempfile::tempdir().expect("a folder");
    let outputs = end(start_all(folder.path(), 1, "count 6x6 --closed --threads 2 --json"));
    let object = crate::support::json(&outputs[0]);
    assert_eq!(object["count"], "9862");
    assert_eq!(object["convention"], "undirected closed tours");
}

/// One of three is killed; the others say so and end; two, and then four, go on.
#[test]
fn a_killed_process_ends_all_and_others_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path().join("work");
    let with = |flag: &str| format!("{LONG} {flag} {}", work.display());
    let lost =
        format!("process 1 was lost; start all processes again with --resume {}", work.display());
    for (flag, processes, leg) in [("--checkpoint", 3, 6), ("--resume", 2, 13)] {
        let mut children = start_all(folder.path(), processes, &with(flag));
        wait_until(|| last_leg(&work) >= leg);
        children[1].kill().expect("can be killed");
        let outputs = end(children);
        for (process, output) in outputs.iter().enumerate().filter(|(process, _)| *process != 1) {
            assert_eq!(stderr(output), format!("caracole: {lost}\n"), "process {process}");
            assert_eq!(output.status.code(), Some(3), "process {process}");
            assert_eq!(stdout(output), "", "process {process}");
        }
        assert!(last_leg(&work) >= leg, "what was finished is kept");
    }
    let outputs = end(start_all(folder.path(), 4, &with("--resume")));
    assert_counted(&outputs, LONG_COUNT);
    assert!(files(&work, "shard").is_empty() && files(&work, "layer").is_empty());
    assert_counted(&end(start_all(folder.path(), 2, &with("--resume"))), LONG_COUNT);
}

/// A process that is interrupted says how to go on; the other says who was interrupted.
#[test]
fn an_interrupted_process_ends_all_and_a_damaged_shard_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path().join("work");
    let with = |flag: &str| format!("{LONG} {flag} {}", work.display());
    let children = start_all(folder.path(), 2, &with("--checkpoint"));
    wait_until(|| last_leg(&work) >= 10);
    let sent =
        std::process::Command::new("kill").args(["-INT", &children[0].id().to_string()]).status();
    assert!(sent.expect("there is a kill command").success());
    let outputs = end(children);
    let again = format!("start all processes again with --resume {}\n", work.display());
    assert_eq!(outputs[0].status.code(), Some(130), "{}", stderr(&outputs[0]));
    assert!(stderr(&outputs[0]).starts_with("caracole: interrupted"), "{}", stderr(&outputs[0]));
    assert!(stderr(&outputs[0]).ends_with(&again), "{}", stderr(&outputs[0]));
    assert_eq!(outputs[1].status.code(), Some(3), "{}", stderr(&outputs[1]));
    assert_eq!(stderr(&outputs[1]), format!("caracole: process 0 was interrupted; {again}"));

    let leg = format!("-{:04}-", last_leg(&work));
    let is_last = |path: &PathBuf| path.to_string_lossy().contains(&leg);
    let path = files(&work, "shard").into_iter().find(is_last).expect("there are shards");
    let mut bytes = fs::read(&path).expect("is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(&path, bytes).expect("is written");
    let outputs = end(start_all(folder.path(), 2, &with("--resume")));
    let damage = format!("{}: damaged: it does not have its check sum", path.display());
    let refused = outputs.iter().filter(|output| output.status.code() == Some(2)).count();
    assert_eq!(refused, 1, "{} {}", stderr(&outputs[0]), stderr(&outputs[1]));
    for output in &outputs {
        assert!(stderr(output).contains(&damage), "{}", stderr(output));
        assert_eq!(stderr(output).lines().count(), 1, "{}", stderr(output));
        assert_eq!(stdout(output), "");
    }
    let other = end(start_all(folder.path(), 1, &format!("count 6x6 --resume {}", work.display())));
    assert_one_line("another count", &other[0], "the folder belongs to another count");
}

#[test]
fn processes_must_mean_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for (first, second, expected) in [
        ("count 6x6", "count 6x6 --closed", "counts something else"),
        ("count 6x6 --threads 1", "count 6x6 --threads 2", "threads, and this one has"),
    ] {
        let hosts = hosts(folder.path(), 2);
        let outputs = end(vec![start(&hosts, 0, first), start(&hosts, 1, second)]);
        for output in &outputs {
            assert_one_line(second, output, expected);
        }
    }
}
