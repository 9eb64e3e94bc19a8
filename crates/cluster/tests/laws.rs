//! The number of workers and processes changes neither the states nor the count.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use caracole_cluster::{Cluster, ClusterCount, ClusterError, FailureCause, Hosts};
use caracole_core::{Kind, Problem};
use caracole_count::{Count, CountError, CountProgress, CountStage, Job, Options, Question, count};
use caracole_verify::StopCause;

fn question(board: &str, kind: Kind) -> Question {
    Question::new(Problem::new(board.parse().expect("a board")).of_kind(kind))
}

/// Returns addresses on this machine whose ports were free.
fn hosts(processes: usize) -> Hosts {
    let bind = |_| TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let listeners: Vec<_> = (0..processes).map(bind).collect();
    let name = |listener: &TcpListener| listener.local_addr().expect("has one").to_string();
    let lines: Vec<_> = listeners.iter().map(name).collect();
    Hosts::parse(&lines.join("\n")).expect("a valid list")
}

/// Counts with several processes, each on a thread of its own, over sockets.
fn count_together(
    processes: usize,
    question: &Question,
    job: &(dyn Fn(usize) -> Job<'static> + Sync),
) -> Vec<Result<ClusterCount, ClusterError>> {
    let hosts = hosts(processes);
    let run =
        |process| Cluster::new(&hosts, process).expect("is one").count(question, &job(process));
    thread::scope(|scope| {
        let all: Vec<_> = (0..processes).map(|process| scope.spawn(move || run(process))).collect();
        all.into_iter().map(|one| one.join().expect("no panic")).collect()
    })
}

/// Returns the count and the states of each layer, computed by a single worker.
fn count_alone(question: &Question) -> (Count, Vec<u64>) {
    let states = Mutex::new(Vec::new());
    let report = |progress: &CountProgress| {
        if progress.is_layer_finished {
            states.lock().expect("no panic").push(progress.states);
        }
    };
    let found =
        count(question, &Job::with_options(&Options::new().threads(1)).on_progress(&report))
            .expect("counts");
    (found, states.into_inner().expect("no panic"))
}

#[test]
fn several_workers_compute_the_states_of_one() {
    for (board, kind) in [
        ("6x6", Kind::Closed),
        ("5x6", Kind::Any),
        ("6x6-c3,d4", Kind::Closed),
        ("torus:4x4", Kind::Any),
    ] {
        let question = question(board, kind);
        let (expected, states) = count_alone(&question);
        for threads in [1, 2, 3, 7] {
            let reported = Mutex::new(Vec::new());
            let report = |progress: &CountProgress| {
                if progress.stage == CountStage::Sweep {
                    assert!(progress.is_layer_finished);
                    reported.lock().expect("no panic").push(progress.states);
                }
            };
            let job = Job::with_options(&Options::new().threads(threads)).on_progress(&report);
            let answer = Cluster::alone().count(&question, &job).expect("counts");
            assert_eq!(answer.count, expected, "{board} with {threads} workers");
            assert_eq!(
                reported.into_inner().expect("no panic"),
                states,
                "{board} with {threads} workers"
            );
            assert_eq!(answer.states, states.iter().sum::<u64>());
            assert_eq!(
                answer.exchanged == 0,
                threads == 1,
                "{board}: a single worker sends nothing"
            );
        }
    }
}

#[test]
fn all_processes_return_the_same_count() {
    for (board, kind) in
        [("5x5", Kind::Any), ("5x5", Kind::Open), ("6x6", Kind::Closed), ("3x3-b2", Kind::Any)]
    {
        let question = question(board, kind);
        let expected = count(&question, &Job::new()).expect("counts");
        for (processes, threads) in [(2, 1), (3, 2)] {
            for answer in count_together(processes, &question, &|_| {
                Job::with_options(&Options::new().threads(threads))
            }) {
                let answer = answer.expect("counts");
                assert_eq!(answer.count, expected, "{board} with {processes} times {threads}");
                assert!(answer.written > 0);
            }
        }
    }
}

/// Counts until a number of layers are finished. Returns true if the count ended before.
fn run_until(layers: usize, threads: usize, question: &Question, folder: &Path) -> bool {
    let flag = AtomicBool::new(false);
    let report =
        |progress: &CountProgress| flag.store(progress.layer.0 >= layers, Ordering::Relaxed);
    let options = Options::new().threads(threads).cancel_flag(&flag);
    let job = Job::with_options(&options).checkpoint(folder).on_progress(&report);
    match Cluster::alone().count(question, &job) {
        Ok(_) => true,
        Err(ClusterError::Count(CountError::Stopped(stop))) => {
            assert_eq!(stop.cause, StopCause::Interrupt);
            false
        }
        Err(error) => panic!("{error}"),
    }
}

fn files(folder: &Path, extension: &str) -> Vec<std::path::PathBuf> {
    let all = std::fs::read_dir(folder).expect("is there").flatten().map(|entry| entry.path());
    all.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

#[test]
fn any_number_of_workers_continues_a_count() {
    let question = question("6x6", Kind::Closed);
    let folder = tempfile::tempdir().expect("a folder");
    for (threads, layers) in [(3, 5), (1, 9), (4, 10), (2, 15)] {
        assert!(!run_until(layers, threads, &question, folder.path()));
        assert!(!files(folder.path(), "manifest").is_empty());
    }
    let path = folder.path();
    let layers = Mutex::new(Vec::new());
    let report = |progress: &CountProgress| layers.lock().expect("no panic").push(progress.layer.0);
    let job = Job::with_options(&Options::new().threads(5)).checkpoint(path).on_progress(&report);
    let answer = Cluster::alone().count(&question, &job).expect("counts");
    assert_eq!(answer.count.to_string(), "9862");
    assert!(layers.lock().expect("no panic")[0] > 10, "the first layers are not computed again");
    assert!(
        files(path, "layer").is_empty() && files(path, "manifest").is_empty(),
        "nothing is left"
    );
    assert!(run_until(0, 2, &question, path), "the result is stored");
}

#[test]
fn a_folder_of_another_count_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(!run_until(3, 2, &question("6x6", Kind::Closed), folder.path()));
    let job = Job::with_options(&Options::new().threads(2)).checkpoint(folder.path());
    let other = Cluster::alone().count(&question("5x6", Kind::Closed), &job);
    let error = other.expect_err("is another").to_string();
    assert!(error.contains("the folder belongs to another count"), "{error}");
}

/// The error is one line.
#[test]
fn a_folder_in_an_older_format_is_rejected() {
    let question = question("6x6", Kind::Closed);
    let folder = tempfile::tempdir().expect("a folder");
    assert!(!run_until(3, 2, &question, folder.path()));
    let note = folder.path().join("caracole-cluster.txt");
    let text = std::fs::read_to_string(&note).expect("is there");
    std::fs::write(&note, text.replace("format 2", "format 1")).expect("is written");
    let job = Job::with_options(&Options::new().threads(2)).checkpoint(folder.path());
    let error = Cluster::alone().count(&question, &job).expect_err("is older").to_string();
    assert!(error.contains("in format 1, and this version reads format 2"), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn a_changed_byte_is_rejected() {
    let question = question("6x6", Kind::Closed);
    let folder = tempfile::tempdir().expect("a folder");
    assert!(!run_until(12, 3, &question, folder.path()));
    let list = files(folder.path(), "manifest").into_iter().max().expect("there are layers");
    let name = list.file_stem().expect("has a name").to_string_lossy().into_owned();
    let path = &folder.path().join(format!("{name}-0001.layer"));
    let mut bytes = std::fs::read(path).expect("is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 8;
    std::fs::write(path, bytes).expect("is written");
    let job = Job::with_options(&Options::new().threads(2)).checkpoint(folder.path());
    let error = Cluster::alone().count(&question, &job).expect_err("is damaged").to_string();
    assert!(error.contains(&path.display().to_string()) && error.contains("check sum"), "{error}");
}

/// When one process is interrupted, the others stop too and name it.
#[test]
fn an_interrupted_process_stops_the_others() {
    static INTERRUPT: AtomicBool = AtomicBool::new(false);
    fn report(progress: &CountProgress) {
        INTERRUPT.store(progress.layer.0 >= 6, Ordering::SeqCst);
    }
    let question = question("6x7", Kind::Any);
    let job = |process| match process {
        1 => Job::with_options(&Options::new().threads(1).cancel_flag(&INTERRUPT))
            .on_progress(&report),
        _ => Job::with_options(&Options::new().threads(1)),
    };
    let answers = count_together(3, &question, &job);
    for (process, answer) in answers.into_iter().enumerate() {
        match answer.expect_err("is stopped") {
            ClusterError::Count(CountError::Stopped(stop)) if process == 1 => {
                assert_eq!(stop.cause, StopCause::Interrupt);
            }
            ClusterError::Peer { process: 1, cause: FailureCause::Interrupted } if process != 1 => {
            }
            error => panic!("process {process}: {error}"),
        }
    }
}

#[test]
fn processes_with_different_parameters_do_not_count() {
    let job = |process| Job::with_options(&Options::new().threads(1 + process));
    for answer in count_together(2, &question("6x6", Kind::Closed), &job) {
        let error = answer.expect_err("they differ").to_string();
        assert!(error.contains("threads"), "{error}");
    }
}

#[test]
fn questions_without_layers_are_rejected() {
    let tiny = Cluster::alone().count(&question("1x3", Kind::Any), &Job::new());
    assert!(tiny.expect_err("is refused").to_string().contains("one process"));
}
