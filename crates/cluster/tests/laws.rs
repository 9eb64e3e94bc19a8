//! However many workers there are, in however many processes: the same states, the same number.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use caracole_cluster::{Answer, Cluster, ClusterError, Hosts, How};
use caracole_core::{Kind, Problem, StopCause};
use caracole_count::spread::{Blocks, Relay};
use caracole_count::{CountError, Job, Progress, Question, Stage, count};

fn question(board: &str, kind: Kind) -> Question {
    Question::new(Problem::new(board.parse().expect("a board")).of_kind(kind))
}

/// Addresses of processes on this machine. The ports were free a moment ago.
fn hosts(processes: usize) -> Hosts {
    let bind = |_| TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let listeners: Vec<_> = (0..processes).map(bind).collect();
    let name = |listener: &TcpListener| listener.local_addr().expect("has one").to_string();
    let lines: Vec<_> = listeners.iter().map(name).collect();
    Hosts::parse(&lines.join("\n")).expect("a good list")
}

/// Several processes, which are threads here, but talk to each other as processes do.
fn together(
    processes: usize,
    question: &Question,
    job: &(dyn Fn(usize) -> Job<'static> + Sync),
) -> Vec<Result<Answer, ClusterError>> {
    let hosts = hosts(processes);
    let run =
        |process| Cluster::new(&hosts, process).expect("is one").count(question, &job(process));
    thread::scope(|scope| {
        let all: Vec<_> = (0..processes).map(|process| scope.spawn(move || run(process))).collect();
        all.into_iter().map(|one| one.join().expect("no panic")).collect()
    })
}

/// The states of each layer, made by one.
fn states_by_one(relay: &Relay) -> Vec<u64> {
    let job = Job::new().threads(1);
    let mut layers: Vec<Blocks> = Vec::new();
    for leg in 0..relay.legs() {
        let start = Blocks::first();
        let before = relay.source(leg).map_or(&start, |earlier| &layers[earlier]);
        layers.push(relay.run(leg, before, relay.classes(leg), &job).expect("runs"));
    }
    layers.iter().map(Blocks::states).collect()
}

#[test]
fn workers_together_make_the_states_of_one() {
    for (board, kind) in [
        ("6x6", Kind::Closed),
        ("5x6", Kind::Any),
        ("6x6-c3,d4", Kind::Closed),
        ("torus:4x4", Kind::Any),
    ] {
        let question = question(board, kind);
        let relays = Relay::all(&question, &Job::new()).expect("can be counted");
        let alone: Vec<u64> = relays.iter().flat_map(states_by_one).collect();
        let expected = count(&question, &Job::new()).expect("counts");
        for threads in [1, 2, 3, 7] {
            let told = Mutex::new(Vec::new());
            let tell = |progress: &Progress| {
                if progress.stage == Stage::Sweep {
                    assert!(progress.whole);
                    told.lock().expect("no panic").push(progress.states);
                }
            };
            let job = Job::new().threads(threads).told_to(&tell);
            let answer = Cluster::alone().count(&question, &job).expect("counts");
            assert_eq!(answer.count, expected, "{board} with {threads} workers");
            assert_eq!(
                told.into_inner().expect("no panic"),
                alone,
                "{board} with {threads} workers"
            );
            assert_eq!(answer.states, alone.iter().sum::<u64>());
            assert_eq!(answer.exchanged == 0, threads == 1, "{board}: alone nothing travels");
        }
    }
}

#[test]
fn processes_come_to_the_same_number() {
    for (board, kind) in
        [("5x5", Kind::Any), ("5x5", Kind::Open), ("6x6", Kind::Closed), ("3x3-b2", Kind::Any)]
    {
        let question = question(board, kind);
        let expected = count(&question, &Job::new()).expect("counts");
        for (processes, threads) in [(2, 1), (3, 2)] {
            for answer in together(processes, &question, &|_| Job::new().threads(threads)) {
                let answer = answer.expect("counts");
                assert_eq!(answer.count, expected, "{board} with {processes} times {threads}");
                assert!(answer.wired > 0);
            }
        }
    }
}

/// A job that stops when so many layers are finished.
fn run_until(layers: usize, threads: usize, question: &Question, folder: &Path) -> bool {
    let flag = AtomicBool::new(false);
    let tell = |progress: &Progress| flag.store(progress.layer.0 >= layers, Ordering::Relaxed);
    let job = Job::new().threads(threads).checkpoint(folder);
    let job = job.told_to(&tell).interrupted_by(&flag);
    match Cluster::alone().count(question, &job) {
        Ok(_) => true,
        Err(ClusterError::Count(CountError::Stopped(stop))) => {
            assert_eq!(stop.cause, StopCause::Interrupt);
            false
        }
        Err(error) => panic!("{error}"),
    }
}

fn files(folder: &Path, ending: &str) -> Vec<std::path::PathBuf> {
    let all = std::fs::read_dir(folder).expect("is there").flatten().map(|entry| entry.path());
    all.filter(|path| path.extension().is_some_and(|extension| extension == ending)).collect()
}

#[test]
fn whoever_goes_on_comes_to_the_same_number() {
    let question = question("6x6", Kind::Closed);
    let folder = tempfile::tempdir().expect("a folder");
    for (threads, layers) in [(3, 5), (1, 9), (4, 10), (2, 15)] {
        assert!(!run_until(layers, threads, &question, folder.path()));
        assert!(!files(folder.path(), "layer").is_empty());
    }
    let path = folder.path();
    let told = Mutex::new(Vec::new());
    let tell = |progress: &Progress| told.lock().expect("no panic").push(progress.layer.0);
    let job = Job::new().threads(5).checkpoint(path).told_to(&tell);
    let answer = Cluster::alone().count(&question, &job).expect("goes on");
    assert_eq!(answer.count.to_string(), "9862");
    assert!(told.lock().expect("no panic")[0] > 10, "it went on, and did not begin again");
    assert!(files(path, "layer").is_empty() && files(path, "shard").is_empty(), "nothing is left");
    assert!(run_until(0, 2, &question, path), "it is known, and need not be counted");
}

#[test]
fn a_folder_of_another_count_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(!run_until(3, 2, &question("6x6", Kind::Closed), folder.path()));
    let job = Job::new().threads(2).checkpoint(folder.path());
    let other = Cluster::alone().count(&question("5x6", Kind::Closed), &job);
    let error = other.expect_err("is another").to_string();
    assert!(error.contains("the folder belongs to another count"), "{error}");
}

#[test]
fn a_flipped_byte_is_refused() {
    let question = question("6x6", Kind::Closed);
    let folder = tempfile::tempdir().expect("a folder");
    assert!(!run_until(12, 3, &question, folder.path()));
    // Of the last layer that is finished; there may be shards of one that is not.
    let list = files(folder.path(), "layer").into_iter().max().expect("there are layers");
    let name = list.file_stem().expect("has a name").to_string_lossy().into_owned();
    let path = &folder.path().join(format!("{name}-0001.shard"));
    let mut bytes = std::fs::read(path).expect("is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 8;
    std::fs::write(path, bytes).expect("is written");
    let job = Job::new().threads(2).checkpoint(folder.path());
    let error = Cluster::alone().count(&question, &job).expect_err("is damaged").to_string();
    assert!(error.contains(&path.display().to_string()) && error.contains("check sum"), "{error}");
}

/// One is interrupted: the others are told who it was, and none waits for ever.
#[test]
fn who_is_interrupted_tells_the_others() {
    static RAISED: AtomicBool = AtomicBool::new(false);
    fn tell(progress: &Progress) {
        RAISED.store(progress.layer.0 >= 6, Ordering::SeqCst);
    }
    let question = question("6x7", Kind::Any);
    let job = |process| match process {
        1 => Job::new().threads(1).told_to(&tell).interrupted_by(&RAISED),
        _ => Job::new().threads(1),
    };
    let answers = together(3, &question, &job);
    for (process, answer) in answers.into_iter().enumerate() {
        match answer.expect_err("is stopped") {
            ClusterError::Count(CountError::Stopped(stop)) if process == 1 => {
                assert_eq!(stop.cause, StopCause::Interrupt);
            }
            ClusterError::Left { process: 1, how: How::Interrupted } if process != 1 => {}
            error => panic!("process {process}: {error}"),
        }
    }
}

#[test]
fn processes_that_mean_different_things_do_not_begin() {
    let job = |process| Job::new().threads(1 + process);
    for answer in together(2, &question("6x6", Kind::Closed), &job) {
        let error = answer.expect_err("must not begin").to_string();
        assert!(error.contains("threads"), "{error}");
    }
}

#[test]
fn what_is_answered_by_listing_is_refused() {
    let tiny = Cluster::alone().count(&question("1x3", Kind::Any), &Job::new());
    assert!(tiny.expect_err("is refused").to_string().contains("one process"));
}
