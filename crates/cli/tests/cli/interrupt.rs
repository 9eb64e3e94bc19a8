//! Signals, broken pipes and full disks: no half file, no hang, the right exit code.

#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{assert_one_line, caracole, run, stderr, stdout};

/// Long enough to be interrupted: some hundred megabytes, of which no test waits for all.
const LONG: [&str; 4] = ["solve", "3000x3000", "--format", "csv"];

fn start(args: &[&str], folder: &Path) -> Child {
    caracole(args)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("there is a kill command").success());
}

/// The bytes of all files in a folder; `None` if there are none.
fn written(folder: &Path) -> Option<u64> {
    let entries = fs::read_dir(folder).expect("the folder");
    entries.filter_map(Result::ok).filter_map(|entry| Some(entry.metadata().ok()?.len())).max()
}

fn wait_until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it never comes");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn assert_interrupted(output: &Output) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with("caracole: interrupted"), "{message}");
}

#[test]
fn a_signal_in_the_middle_of_a_file_leaves_nothing() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().expect("a folder");
        let child = start(&[&LONG[..], &["-o", "tour.csv"]].concat(), folder.path());
        wait_until(|| written(folder.path()).is_some_and(|bytes| bytes > 1 << 20));
        send(signal, &child);
        assert_interrupted(&child.wait_with_output().expect("ends"));
        assert_eq!(written(folder.path()), None, "{signal}");
    }
}

#[test]
fn a_signal_keeps_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.csv");
    fs::write(&path, "precious").expect("a file");
    let child = start(&[&LONG[..], &["-o", "tour.csv"]].concat(), folder.path());
    wait_until(|| written(folder.path()).is_some_and(|bytes| bytes > 1 << 20));
    send("-INT", &child);
    assert_interrupted(&child.wait_with_output().expect("ends"));
    assert_eq!(fs::read_to_string(&path).expect("still there"), "precious");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[test]
fn a_signal_during_the_search_leaves_nothing() {
    for format in ["csv", "json"] {
        let folder = tempfile::tempdir().expect("a folder");
        let line = "solve 12x12 --method backtracking -o tour.out --format";
        let args: Vec<&str> = line.split(' ').chain([format]).collect();
        let child = start(&args, folder.path());
        wait_until(|| written(folder.path()).is_some());
        send("-INT", &child);
        let output = child.wait_with_output().expect("ends");
        assert_interrupted(&output);
        assert_eq!(stdout(&output), "");
        assert_eq!(written(folder.path()), None, "{format}");
    }
}

/// The reader does not read on, so the program waits for it when the signal comes.
#[test]
fn a_signal_ends_a_program_that_waits_for_its_reader() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = start(&LONG, folder.path());
        let mut out = child.stdout.take().expect("piped");
        out.read_exact(&mut [0; 1000]).expect("some bytes");
        send(signal, &child);
        assert_interrupted(&child.wait_with_output().expect("ends"));
        drop(out);
    }
}

#[test]
fn a_signal_ends_a_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.squares");
    // An endless walk to and fro, on a board that is long in being checked.
    let text = format!("# board 60000x60000\n{}", "a1 b3 ".repeat(1 << 22));
    fs::write(&path, text).expect("a file");
    let child = start(&["check", "long.squares"], folder.path());
    std::thread::sleep(Duration::from_millis(100));
    send("-INT", &child);
    assert_interrupted(&child.wait_with_output().expect("ends"));
}

#[test]
fn a_signal_ends_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start(&["watch", "8x8", "--plain", "--pause", "1h"], folder.path());
    child.stdout.as_mut().expect("piped").read_exact(&mut [0; 100]).expect("a frame");
    send("-INT", &child);
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("unknown: interrupted: ")));
}

#[test]
fn an_interrupted_count_tells_how_to_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = start(&["count", "8x8", "--checkpoint", "work"], folder.path());
    wait_until(|| folder.path().join("work").is_dir());
    std::thread::sleep(Duration::from_millis(300));
    send("-INT", &child);
    let output = child.wait_with_output().expect("ends");
    assert_interrupted(&output);
    assert!(stderr(&output).ends_with("; go on with --resume work\n"), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
}

#[test]
fn an_interrupted_list_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = start(&["list", "8x8", "-o", "tours.squares"], folder.path());
    wait_until(|| written(folder.path()).is_some_and(|bytes| bytes > 1 << 17));
    send("-INT", &child);
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("caracole: interrupted"), "{}", stderr(&output));
    assert_eq!(written(folder.path()), None);
}

#[test]
fn a_reader_who_has_read_enough_of_a_long_tour_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start(&LONG, folder.path());
    child.stdout.take().expect("piped").read_exact(&mut [0; 1000]).expect("some bytes");
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_one_line() {
    for size in ["8x8", "1000x1000"] {
        let line = format!("solve {size} --format csv -o /dev/full");
        assert_one_line(&line, &run(&line), "/dev/full: the disk is full");
    }
}

/// Standard error is not a terminal here, so no bar is shown.
#[test]
fn no_bar_without_a_terminal() {
    let output = run("solve 2000x2000 --format moves -o /dev/null");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
}

/// A process that is killed leaves its hidden file, and no half file under the name. The next one
/// that writes to the same name removes it, unless a process still holds its lock.
#[test]
#[cfg(unix)]
fn what_a_killed_process_leaves_is_removed_by_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("tour.txt");
    let hidden = || {
        let all = std::fs::read_dir(folder.path()).expect("a folder").flatten();
        all.map(|entry| entry.path()).find(|path| *path != out)
    };
    let long = ["solve", "20000x20000", "-q", "-o"];
    let mut child = caracole(&long).arg(&out).spawn().expect("it runs");
    while hidden().is_none() {
        assert!(child.try_wait().expect("a child").is_none(), "it works for long enough");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().expect("it runs");
    child.wait().expect("it was killed");
    let left = hidden().expect("what it had begun");
    assert!(!out.exists());
    let solve = || {
        let done = caracole(&["solve", "5x5", "-q", "-o"]).arg(&out).status();
        assert!(done.expect("it runs").success());
        assert!(out.exists());
    };
    let lock = std::fs::File::open(&left).expect("it is there");
    lock.lock().expect("nobody else holds it");
    solve();
    assert!(left.exists(), "a living process holds it");
    drop(lock);
    solve();
    assert_eq!(hidden(), None);
}

#[test]
#[cfg(unix)]
fn a_link_is_written_through_even_if_it_leads_nowhere_yet() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("link.txt");
    std::os::unix::fs::symlink("tour.txt", &link).expect("a link");
    for board in ["5x5", "6x6"] {
        let done = caracole(&["solve", board, "-q", "-o"]).arg(&link).status();
        assert!(done.expect("it runs").success());
        assert!(std::fs::symlink_metadata(&link).expect("it is there").is_symlink());
        let text = std::fs::read_to_string(folder.path().join("tour.txt")).expect("written");
        assert_eq!(text.lines().count(), if board == "5x5" { 5 } else { 6 });
    }
}
