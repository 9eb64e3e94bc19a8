//! Counting by several processes, which are real ones here.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
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

/// The last layer that is finished: its place in the order, and the name of its files.
fn last_layer(folder: &Path) -> (usize, String) {
    let layer = |path: PathBuf| {
        let name = path.file_stem()?.to_str()?.to_owned();
        let (rest, step) = name.rsplit_once('-')?;
        // The separator comes after the main sweep.
        let before = if rest.ends_with("-seam") { 100 } else { 0 };
        Some((before + step.parse::<usize>().ok()?, name))
    };
    files(folder, "manifest").into_iter().filter_map(layer).max().unwrap_or_default()
}

fn wait_until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(100), "it never comes");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Long enough to kill a process in the middle.
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
    for (flag, processes, layer) in [("--checkpoint", 3, 6), ("--resume", 2, 13)] {
        let mut children = start_all(folder.path(), processes, &with(flag));
        wait_until(|| last_layer(&work).0 >= layer);
        children[1].kill().expect("can be killed");
        let outputs = end(children);
        for (process, output) in outputs.iter().enumerate().filter(|(process, _)| *process != 1) {
            assert_eq!(stderr(output), format!("caracole: {lost}\n"), "process {process}");
            assert_eq!(output.status.code(), Some(3), "process {process}");
            assert_eq!(stdout(output), "", "process {process}");
        }
        assert!(last_layer(&work).0 >= layer, "what was finished is kept");
    }
    let outputs = end(start_all(folder.path(), 4, &with("--resume")));
    assert_counted(&outputs, LONG_COUNT);
    assert!(files(&work, "manifest").is_empty() && files(&work, "layer").is_empty());
    assert_counted(&end(start_all(folder.path(), 2, &with("--resume"))), LONG_COUNT);
}

/// A process that is interrupted says how to go on; the other says who was interrupted.
#[test]
fn an_interrupted_process_ends_all_and_a_damaged_part_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path().join("work");
    let with = |flag: &str| format!("{LONG} {flag} {}", work.display());
    let children = start_all(folder.path(), 2, &with("--checkpoint"));
    wait_until(|| last_layer(&work).0 >= 10);
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

    let last = last_layer(&work).1;
    let is_last = |path: &PathBuf| path.to_string_lossy().contains(&last);
    let path = files(&work, "layer").into_iter().find(is_last).expect("there are parts");
    let mut bytes = fs::read(&path).expect("is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(&path, bytes).expect("is written");
    let outputs = end(start_all(folder.path(), 2, &with("--resume")));
    let damage = format!("{}: damaged: ", path.display());
    let refused = outputs.iter().filter(|output| output.status.code() == Some(2)).count();
    assert_eq!(refused, 1, "{} {}", stderr(&outputs[0]), stderr(&outputs[1]));
    for output in &outputs {
        assert!(stderr(output).contains(&damage), "{}", stderr(output));
        assert!(stderr(output).contains("check sum"), "{}", stderr(output));
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
        ("count 6x6", "count 6x6 --closed", "(this one) count different things"),
        ("count 6x6 --threads 1", "count 6x6 --threads 2", "threads, and process"),
    ] {
        let hosts = hosts(folder.path(), 2);
        let outputs = end(vec![start(&hosts, 0, first), start(&hosts, 1, second)]);
        for output in &outputs {
            assert_one_line(second, output, expected);
        }
    }
}

/// A file with a secret that only its owner can read.
fn secret(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("is written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("is ours");
    path
}

const RIGHT: &str = "kJ0v5zqM2rYcXb7TnWd4uQ==\n";
const WRONG: &str = "bm90IHRoZSBzZWNyZXQgYXQ=\n";

/// The address of process 0, when it listens.
fn first_address(hosts: &Path) -> String {
    let text = fs::read_to_string(hosts).expect("is there");
    text.lines().next().expect("has a line").to_owned()
}

fn call(address: &str) -> TcpStream {
    let begun = Instant::now();
    loop {
        match TcpStream::connect(address) {
            Ok(socket) => return socket,
            Err(why) => assert!(begun.elapsed() < Duration::from_secs(100), "{why}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Passes bytes on between a process and an address, and returns the handshake of the process.
fn record(listener: &TcpListener, address: &str) -> Vec<u8> {
    let (mut caller, _) = listener.accept().expect("a process calls");
    let mut listener = call(address);
    let clone = |socket: &TcpStream| socket.try_clone().expect("can be shared");
    let (mut from, mut to) = (clone(&listener), clone(&caller));
    let back = std::thread::spawn(move || {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Write);
    });
    let mut said = Vec::new();
    for len in [ANNOUNCEMENT, PROOF] {
        let mut bytes = vec![0; len];
        caller.read_exact(&mut bytes).expect("says as much");
        listener.write_all(&bytes).expect("is passed on");
        said.extend(bytes);
    }
    // Either side may close first.
    let _ = std::io::copy(&mut caller, &mut listener);
    let _ = listener.shutdown(Shutdown::Write);
    back.join().expect("no panic");
    said
}

/// The bytes of an announcement and of a proof.
const ANNOUNCEMENT: usize = 92;
const PROOF: usize = 32;

#[test]
fn strangers_neither_end_nor_delay_a_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = secret(folder.path(), "secret", RIGHT);
    let line = format!("count 6x6 --closed --threads 1 --secret-file {}", key.display());

    // A count whose handshake is recorded: process 1 reaches process 0 through this test.
    let real = hosts(folder.path(), 2);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = first_address(&real);
    let text = fs::read_to_string(&real).expect("is there");
    let through = folder.path().join("through.txt");
    let proxy_address = listener.local_addr().expect("has one").to_string();
    fs::write(&through, text.replace(&address, &proxy_address)).expect("is written");
    let children = vec![start(&real, 0, &line), start(&through, 1, &line)];
    let recorded = record(&listener, &address);
    assert!(recorded.starts_with(b"caracole"), "{recorded:?}");
    assert_counted(&end(children), "9862 undirected closed tours");

    // The same count again, and all kinds of callers before process 1.
    let real = hosts(folder.path(), 2);
    let address = first_address(&real);
    let mut first = start(&real, 0, &line);
    let silent = [call(&address), call(&address), call(&address)];
    let mut garbage = call(&address);
    garbage.write_all(&[0xa5; 5000]).expect("is written");
    let mut version = recorded[..ANNOUNCEMENT].to_vec();
    version[12..17].copy_from_slice(b"9.9.9");
    let mut said = Vec::new();
    for bytes in [[&version[..], &[7; PROOF]].concat(), recorded] {
        let mut caller = call(&address);
        caller.write_all(&bytes).expect("is written");
        let mut heard = Vec::new();
        caller.read_to_end(&mut heard).expect("is dropped");
        assert_eq!(heard.len(), ANNOUNCEMENT + PROOF);
        assert_eq!(heard[ANNOUNCEMENT..], [0; PROOF], "the proof is refused");
        said.push(heard);
    }
    assert_ne!(said[0][..ANNOUNCEMENT], said[1][..ANNOUNCEMENT], "each nonce is a new one");
    // The first hello of an earlier version: it is not whole, and never will be.
    let mut old = call(&address);
    old.write_all(&[b"caracole9.9.9".as_slice(), &[0; 43]].concat()).expect("is written");

    let second = start(&real, 1, &line);
    let mut errors = BufReader::new(first.stderr.take().expect("is piped"));
    let outputs = end(vec![first, second]);
    assert_eq!(stdout(&outputs[0]), "9862 undirected closed tours\n");
    assert_eq!(outputs[0].status.code(), Some(0));
    assert_eq!((outputs[1].status.code(), stderr(&outputs[1])), (Some(0), String::new()));
    let mut lines = String::new();
    errors.read_to_string(&mut lines).expect("is text");
    let ignored: Vec<_> =
        lines.lines().filter(|line| line.starts_with("ignored a caller at 127.0.0.1:")).collect();
    assert!(ignored.iter().any(|line| line.contains("not a process of a count")), "{lines}");
    let wrong =
        ignored.iter().filter(|line| line.contains("does not have the secret of process 0"));
    assert_eq!(wrong.count(), 2, "{lines}");
    // They were there to the end, and nothing waited for them.
    drop((silent, garbage, old));
}

#[test]
fn a_process_with_another_secret_is_told_so_and_a_right_one_may_come() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    let [right, wrong] = [("right", RIGHT), ("wrong", WRONG)].map(|(name, text)| {
        let path = secret(folder.path(), name, text);
        format!("count 6x6 --closed --threads 1 --secret-file {}", path.display())
    });
    let mut first = start(&hosts, 0, &right);
    let mut errors = BufReader::new(first.stderr.take().expect("is piped"));
    for other in [&wrong, "count 6x6 --closed --threads 1"] {
        let outputs = end(vec![start(&hosts, 1, other)]);
        let expected =
            "does not have the secret of process 1 (this one): give all processes the same";
        assert_one_line(other, &outputs[0], expected);
        let mut line = String::new();
        while !line.contains("ignored") {
            line.clear();
            assert!(errors.read_line(&mut line).expect("is text") > 0, "the first process ended");
        }
        let expected =
            "it says that it is process 1, but does not have the secret of process 0; give";
        assert!(line.contains(expected), "{line}");
    }
    let outputs = end(vec![first, start(&hosts, 1, &right)]);
    assert_eq!(stdout(&outputs[0]), "9862 undirected closed tours\n");
    assert_eq!(stderr(&outputs[1]), "");
}

#[test]
fn a_secret_that_others_can_read_is_warned_about_and_a_short_one_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = secret(folder.path(), "secret", RIGHT);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("is ours");
    let line = format!("count 6x6 --closed --secret-file {}", path.display());
    let outputs = end(start_all(folder.path(), 1, &line));
    assert_eq!(stdout(&outputs[0]), "9862 undirected closed tours\n");
    let expected = format!(
        "--secret-file {0}: other users can read it; run 'chmod 600 {0}'\n",
        path.display()
    );
    assert_eq!(stderr(&outputs[0]), expected);
    let path = secret(folder.path(), "short", "  0123456789abcde \n");
    let line = format!("count 6x6 --closed --secret-file {}", path.display());
    let outputs = end(start_all(folder.path(), 1, &line));
    assert_one_line(&line, &outputs[0], "has 15 bytes; a secret has 16 to 4096");
    let path = secret(folder.path(), "long", &"x".repeat(100_000));
    let line = format!("count 6x6 --closed --secret-file {}", path.display());
    let outputs = end(start_all(folder.path(), 1, &line));
    assert_one_line(&line, &outputs[0], "has more than 4096 bytes");
}

/// Before anything is created or opened.
#[test]
fn beyond_loopback_a_secret_is_needed() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = folder.path().join("hosts.txt");
    for address in ["192.0.2.7:2101", "anna:2101", "0.0.0.0:2101", "[2001:db8::1]:2101"] {
        fs::write(&hosts, format!("localhost:21011\n{address}\n")).expect("is written");
        let outputs = end(vec![start(&hosts, 0, "count 6x6")]);
        let expected =
            format!("{address} is beyond loopback, so the processes need a shared secret");
        assert_one_line(address, &outputs[0], &expected);
        assert!(stderr(&outputs[0]).contains("--secret-file"), "{}", stderr(&outputs[0]));
    }
}
