//! Counts that are killed, and folders that are not what they should be.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::{assert_one_line, caracole, run, stderr, stdout};

/// Long enough to be killed in the middle, and short enough to wait for.
const BOARD: &str = "6x6";
const ANSWER: &str = "6637920 directed tours, open and closed together\n";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn start(folder: &Path) -> Child {
    let mut command = caracole(["count", BOARD, "--checkpoint"]);
    command.arg(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("starts")
}

fn resumed(folder: &Path) -> Output {
    caracole(["count", BOARD, "--resume"]).arg(folder).output().expect("runs")
}

fn assert_answer(output: &Output) {
    assert_eq!(stdout(output), ANSWER, "{}", stderr(output));
    assert_eq!(output.status.code(), Some(0));
}

/// The files of finished layers.
fn layers(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "layer")).collect()
}

/// A folder of a count that was killed when it had layers.
fn killed() -> TempDir {
    let folder = folder();
    let mut child = start(folder.path());
    let begun = Instant::now();
    while layers(folder.path()).len() < 2 {
        assert!(begun.elapsed() < Duration::from_mins(1), "no layer is ever finished");
        assert!(child.try_wait().expect("it can be asked").is_none(), "it was too quick");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(!layers(folder.path()).is_empty(), "layers go when the next is there, not before");
    folder
}

fn copy(from: &Path) -> TempDir {
    let folder = folder();
    for entry in fs::read_dir(from).expect("the folder").flatten() {
        fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a copy");
    }
    folder
}

/// Killed at moments drawn at random, which are the same each time in parts of the time it takes.
#[test]
fn killed_ten_times_and_gone_on_with() {
    let mut work = folder();
    let begun = Instant::now();
    assert_answer(&start(work.path()).wait_with_output().expect("ends"));
    let whole = begun.elapsed();
    work = folder();
    let (mut kills, mut seed) = (0, 1_u64);
    for _ in 0..100 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = start(work.path());
        std::thread::sleep(whole.mul_f64((seed >> 40) as f64 / f64::from(1_u32 << 24)));
        // SIGKILL: nothing can be tidied up.
        child.kill().expect("it can be killed");
        let output = child.wait_with_output().expect("ends");
        if output.status.code().is_none() {
            kills += 1;
        } else {
            assert_answer(&output);
            work = folder();
        }
        if kills == 10 {
            break;
        }
    }
    assert_eq!(kills, 10, "it is always finished before it is killed");
    assert_answer(&start(work.path()).wait_with_output().expect("ends"));
    assert_eq!(layers(work.path()), [] as [PathBuf; 0], "what is not needed is gone");
}

/// Where a byte is, given where the index begins and where it ends.
type Place = fn(usize, usize) -> usize;

#[test]
fn a_flipped_byte_is_refused_and_the_file_is_named() {
    let killed = killed();
    assert_answer(&resumed(copy(killed.path()).path()));
    let regions: [(&str, Place); 7] = [
        ("the first byte", |_, _| 0),
        ("the version", |_, _| 8),
        ("the fingerprint", |_, _| 15),
        ("a segment", |index, _| usize::midpoint(28, index)),
        ("the index", |index, end| usize::midpoint(index, end)),
        ("a check sum", |_, end| end + 12),
        ("the last byte", |_, end| end + 23),
    ];
    for (region, place) in regions {
        let copy = copy(killed.path());
        let files = layers(copy.path());
        for path in &files {
            let mut bytes = fs::read(path).expect("a layer");
            let end = bytes.len() - 24;
            let index = u64::from_le_bytes(bytes[end..end + 8].try_into().expect("eight bytes"));
            bytes[place(index as usize, end)] ^= 0x10;
            fs::write(path, bytes).expect("written");
        }
        let output = resumed(copy.path());
        assert_one_line(region, &output, ".layer: ");
        let message = stderr(&output);
        assert!(message.contains("remove the file"), "{region}: {message}");
        assert!(files.iter().any(|path| message.contains(&*path.to_string_lossy())), "{message}");
        // The advice is good: without the layers it begins again.
        for path in &files {
            fs::remove_file(path).expect("removed");
        }
        if region == "a segment" {
            assert_answer(&resumed(copy.path()));
        }
    }
}

#[test]
fn a_file_that_is_cut_short_is_refused() {
    let killed = killed();
    for part in [0.0, 0.001, 0.5, 0.999] {
        let copy = copy(killed.path());
        for path in layers(copy.path()) {
            let bytes = fs::read(&path).expect("a layer");
            fs::write(&path, &bytes[..(bytes.len() as f64 * part) as usize]).expect("written");
        }
        assert_one_line(&format!("{part} of it"), &resumed(copy.path()), ".layer: ");
    }
}

/// What was being written when it was killed has another name, and does no harm.
#[test]
fn half_files_are_written_anew() {
    let killed = killed();
    for path in layers(killed.path()) {
        let bytes = fs::read(&path).expect("a layer");
        fs::remove_file(&path).expect("removed");
        fs::write(path.with_extension("part"), &bytes[..bytes.len() / 2]).expect("written");
    }
    assert_answer(&resumed(killed.path()));
}

#[test]
fn folders_of_other_things_are_refused() {
    let empty = folder();
    assert_one_line("empty", &resumed(empty.path()), "there is nothing to go on from");
    assert_one_line(
        "none",
        &resumed(Path::new("no such folder")),
        "there is nothing to go on from",
    );
    let foreign = folder();
    fs::write(foreign.path().join("letter.txt"), "dear").expect("written");
    let output = start(foreign.path()).wait_with_output().expect("ends");
    assert_one_line("foreign", &output, "the folder holds other files, and no count");
    assert_one_line("foreign", &resumed(foreign.path()), "other files");
    assert_eq!(fs::read_dir(foreign.path()).expect("the folder").count(), 1, "nothing was added");
    let killed = killed();
    for other in ["--closed", "--undirected", "--from=a1", "--avoid=a1-b3", "--leaper=1,4"] {
        let output = caracole(["count", BOARD, other, "--resume"]).arg(killed.path()).output();
        assert_one_line(other, &output.expect("runs"), "belongs to another count: directed tours");
    }
    assert_answer(&resumed(killed.path()));
}

/// Two at a time would write the same files.
#[test]
fn a_folder_is_for_one_count_at_a_time() {
    let work = folder();
    let mut count = caracole(["count", "6x8", "--checkpoint"]);
    let count = count.arg(work.path()).stdout(Stdio::null());
    let mut first = count.spawn().expect("starts");
    while layers(work.path()).is_empty() {
        assert!(first.try_wait().expect("it can be asked").is_none(), "it was too quick");
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = count.stdout(Stdio::piped()).output().expect("runs");
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    assert_one_line("the second", &second, "another count is at work in this folder");
    // Who was killed does not keep others out.
    let third = count.output().expect("runs");
    let answer = "49929787608 directed tours, open and closed together\n";
    assert_eq!(stdout(&third), answer, "{}", stderr(&third));
}

/// A layer of another count under the name of one of ours.
#[test]
fn a_foreign_layer_is_refused() {
    let killed = killed();
    let other = folder();
    let mut child =
        caracole(["count", "6x7", "--checkpoint"]).arg(other.path()).spawn().expect("starts");
    while layers(other.path()).is_empty() {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it was too quick");
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let theirs = layers(other.path()).pop().expect("a layer");
    for ours in layers(killed.path()) {
        fs::copy(&theirs, ours).expect("a copy");
    }
    assert_one_line("foreign", &resumed(killed.path()), "a layer of another count");
}

/// With far less memory than it would take otherwise, and with a number that others have published.
#[test]
fn little_memory_is_enough() {
    let output = run("count 7x8 --closed --memory 256M");
    assert_eq!(stdout(&output), "34524432316 undirected closed tours\n", "{}", stderr(&output));
}
