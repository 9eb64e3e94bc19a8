//! Counts with a folder: the same number after every interruption, and without work the second time.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use caracole_core::{Kind, Problem};
use caracole_count::{
    Count, CountError, CountProgress, Job, Options, Question, count, is_count_folder,
};
use caracole_verify::StopCause;

use crate::problems::question;
use crate::{cases, folder, frugal, is_swept, number, tried};

/// Returns questions of one part and of several, with a mirrored half and without, all with tours.
fn questions() -> Vec<Question> {
    let problem = |board: &str, kind| Problem::new(board.parse().expect("a board")).of_kind(kind);
    let list = vec![
        problem("5x6", Kind::Closed),
        problem("4x5", Kind::Any),
        problem("5x5", Kind::Open),
        problem("4x5-a1,d5", Kind::Any),
        problem("5x6-a1,e6", Kind::Closed).require("a2", "b4").expect("a move"),
        problem("4x5", Kind::Open).forbid("a1", "b3").expect("a move"),
        problem("5x6", Kind::Any).start("a1").expect("a square"),
    ];
    list.into_iter().map(Question::new).collect()
}

/// Counts in a folder, and stops after a number of finished layers. Returns the count, if it was not stopped, and
/// the number of finished layers.
fn count_until(question: &Question, folder: &Path, stop_after: u64) -> (Option<Count>, u64) {
    let (flag, finished) = (AtomicBool::new(stop_after == 0), AtomicU64::new(0));
    let tell = |progress: &CountProgress| {
        if progress.is_layer_finished && finished.fetch_add(1, Ordering::Relaxed) + 1 >= stop_after
        {
            flag.store(true, Ordering::Relaxed);
        }
    };
    let job =
        Job::with_options(&Options::new().cancel_flag(&flag)).checkpoint(folder).on_progress(&tell);
    match count(question, &job) {
        Ok(count) => (Some(count), finished.into_inner()),
        Err(CountError::Stopped(stop)) if stop.cause == StopCause::Interrupt => {
            (None, finished.into_inner())
        }
        Err(error) => panic!("{error}: {question:?}"),
    }
}

/// Interruptions after each layer, once per count.
#[test]
fn stopped_after_any_layer() {
    for question in questions() {
        let expected = number(&question, &Job::new());
        assert!(!expected.is_zero(), "{question:?}");
        let whole = folder();
        let (count, layers) = count_until(&question, whole.path(), u64::MAX);
        assert_eq!(count.as_ref(), Some(&expected), "{question:?}");
        assert!(layers > 10, "{layers} layers: {question:?}");
        // A count with several parts has hundreds of layers, of which some are tested.
        let apart = (layers / 40).max(1) as usize;
        for stop in (0..=layers).step_by(apart) {
            let folder = folder();
            let (before, done) = count_until(&question, folder.path(), stop);
            assert!(before.is_none_or(|count| count == expected), "after {stop}: {question:?}");
            let (after, rest) = count_until(&question, folder.path(), u64::MAX);
            assert_eq!(after.as_ref(), Some(&expected), "after {stop}: {question:?}");
            assert!(done + rest <= layers, "after {stop}: {done} + {rest} layers: {question:?}");
            let again = count_until(&question, folder.path(), u64::MAX);
            assert_eq!(again, (Some(expected.clone()), 0), "after {stop}: {question:?}");
        }
    }
}

/// An interruption after every layer of a count.
#[test]
fn one_layer_at_a_time() {
    for question in questions() {
        let expected = number(&question, &Job::new());
        let folder = folder();
        let mut runs = 0;
        let found = loop {
            runs += 1;
            assert!(runs < 2000, "it does not go on: {question:?}");
            if let (Some(found), _) = count_until(&question, folder.path(), 1) {
                break found;
            }
        };
        assert_eq!(found, expected, "{question:?}");
        assert!(runs > 10, "{runs} runs: {question:?}");
    }
}

#[test]
fn random_problems_in_a_folder() {
    for at in 0..cases(400) {
        let question = question(at);
        if !is_swept(&question) {
            continue;
        }
        let Some(expected) = tried(&question, &Job::new()) else { continue };
        let folder = folder();
        let job = |options| Job::with_options(&options).checkpoint(folder.path());
        assert_eq!(frugal(&question, job), Some(expected.clone()), "problem {at}: {question:?}");
        assert_eq!(
            number(&question, &job(Options::new().threads(3))),
            expected,
            "problem {at}: {question:?}"
        );
        assert!(is_count_folder(folder.path()));
    }
}

/// Every changed byte and every truncated file is detected.
#[test]
fn a_changed_byte_never_makes_another_number() {
    let question = Question::new(Problem::new("4x5".parse().expect("a board")));
    let expected = number(&question, &Job::new());
    let whole = folder();
    let (_, layers) = count_until(&question, whole.path(), u64::MAX);
    for stop in [1, layers / 4, layers / 2, layers - 1, u64::MAX] {
        let folder = folder();
        count_until(&question, folder.path(), stop);
        let kept: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(folder.path())
            .expect("the folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|ending| ending != "part"))
            .map(|path| (path.clone(), fs::read(path).expect("its bytes")))
            .collect();
        assert!(kept.len() > 1, "a note and something else");
        // Restores all files, and removes others.
        let restore = || {
            for entry in fs::read_dir(folder.path()).expect("the folder") {
                fs::remove_file(entry.expect("an entry").path()).expect("removed");
            }
            for (path, bytes) in &kept {
                fs::write(path, bytes).expect("written");
            }
        };
        let refused = |what: &str, at: usize| {
            let answer = count(&question, &Job::new().checkpoint(folder.path()));
            match answer {
                Ok(found) => assert_eq!(found, expected, "after {stop}, {what} {at}"),
                Err(CountError::Damaged { .. } | CountError::File { .. }) => return 1,
                Err(error) => panic!("after {stop}, {what} {at}: {error}"),
            }
            0
        };
        let (mut noticed, mut tries) = (0, 0);
        for (path, bytes) in &kept {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let apart = (bytes.len() / 80).max(1);
            for at in (0..bytes.len()).step_by(apart) {
                restore();
                let mut changed = bytes.clone();
                changed[at] ^= 1 << (at % 8);
                fs::write(path, changed).expect("written");
                noticed += refused(&name, at);
                restore();
                fs::write(path, &bytes[..at]).expect("written");
                noticed += refused(&name, at);
                tries += 2;
            }
        }
        restore();
        // A layer that is about to be removed is not read.
        assert!(noticed * 2 > tries, "after {stop}: {noticed} of {tries}");
        assert_eq!(number(&question, &Job::new().checkpoint(folder.path())), expected);
    }
}

/// A finished count leaves no layers in its folder.
#[test]
fn a_finished_count_leaves_its_number_alone() {
    for question in questions() {
        let folder = folder();
        number(&question, &Job::new().checkpoint(folder.path()));
        for entry in fs::read_dir(folder.path()).expect("the folder") {
            let path = entry.expect("an entry").path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            assert!(matches!(ending, Some("txt" | "count")), "{}", path.display());
        }
    }
}
