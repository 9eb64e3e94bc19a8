//! An executor that runs trials in another process.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use caracole::StopCause;
use caracole::compare::{Executor, OutcomeSummary, Trial, TrialResult};
use caracole::solvers::Limits;

use super::worker;

/// The time that a trial may exceed its limit before its process is killed.
const GRACE_PERIOD: Duration = Duration::from_millis(250);

/// The time that a trial may exceed the time limit of all trials before its process is killed.
const GRACE_PERIOD_AT_END: Duration = Duration::from_millis(80);

/// The time limit of all trials together.
#[derive(Clone, Default)]
pub(super) struct Deadline {
    end: Option<Instant>,
    /// True if a trial was stopped or not started because of this limit.
    is_missed: Arc<AtomicBool>,
}

impl Deadline {
    /// Returns the deadline at a time, or none.
    pub(super) fn new(end: Option<Instant>) -> Self {
        Self { end, ..Self::default() }
    }

    /// Returns true if a trial was stopped or not started because of this limit.
    pub(super) fn is_missed(&self) -> bool {
        self.is_missed.load(Ordering::Relaxed)
    }

    pub(super) fn time_left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Returns true if the time is over. The caller has a trial left that it will not count.
    pub(super) fn stops_trials(&self) -> bool {
        let is_over = self.time_left() == Some(Duration::ZERO);
        if is_over {
            self.is_missed.store(true, Ordering::Relaxed);
        }
        is_over
    }
}

/// Sends trials to another process. A process that crashes or exceeds its limit is replaced.
pub(super) struct ProcessExecutor {
    /// The program and its arguments.
    command: Vec<OsString>,
    worker: Option<Worker>,
    deadline: Deadline,
}

/// A process that runs trials.
struct Worker {
    process: Child,
    /// The trials. The process ends when this channel is closed.
    requests: Sender<String>,
    replies: Receiver<String>,
    /// Collects standard error.
    errors: JoinHandle<String>,
    is_used: bool,
}

/// The largest part of standard error that is kept, in bytes.
const MAX_ERROR_BYTES: u64 = 1 << 14;

impl Worker {
    fn start(command: &[OsString]) -> io::Result<Self> {
        let missing = || io::Error::other("a pipe is missing");
        let (program, args) = command.split_first().ok_or_else(missing)?;
        let mut process = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut input = process.stdin.take().ok_or_else(missing)?;
        let out = process.stdout.take().ok_or_else(missing)?;
        let mut errors = process.stderr.take().ok_or_else(missing)?;
        // A thread writes, so that a process that does not read cannot block this one: a large board
        // does not fit into the buffer of a pipe.
        let (requests, lines) = channel::<String>();
        thread::Builder::new().spawn(move || {
            for line in lines {
                if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        })?;
        let (sender, replies) = sync_channel(1);
        // If a thread cannot be started, the pipes are closed and the process ends.
        thread::Builder::new().spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        })?;
        let errors = thread::Builder::new().spawn(move || {
            let mut text = Vec::new();
            // Errors are ignored. The rest is read and discarded, so that the process does not block.
            let _ = errors.by_ref().take(MAX_ERROR_BYTES).read_to_end(&mut text);
            let _ = io::copy(&mut errors, &mut io::sink());
            String::from_utf8_lossy(&text).into_owned()
        })?;
        Ok(Self { process, requests, replies, errors, is_used: false })
    }

    /// Kills the process. Returns what it wrote to standard error or, if that is empty, its exit
    /// status.
    fn end(mut self) -> String {
        // The process may have ended before.
        let _ = self.process.kill();
        let status = self.process.wait();
        let text = self.errors.join().unwrap_or_default();
        // The message of a panic is an empty line, the location, and the reason.
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        match lines.take(2).collect::<Vec<_>>() {
            lines if lines.is_empty() => status.map_or_else(|_| String::new(), |it| it.to_string()),
            lines => lines.join(" "),
        }
    }
}

impl ProcessExecutor {
    /// Starts another process of this program. It starts at once, because a failure to start it during
    /// a trial would count against the method.
    pub(super) fn of_this_program(deadline: &Deadline) -> io::Result<Self> {
        let program = std::env::current_exe()?.into_os_string();
        let command = vec![program, "trial-worker".into()];
        let worker = Some(Worker::start(&command)?);
        Ok(Self { command, worker, deadline: deadline.clone() })
    }

    /// Runs a trial whose time limit is within that of all trials.
    fn execute_within(&mut self, trial: &Trial<'_>, timeout: Option<Duration>) -> TrialResult {
        let begun = Instant::now();
        let lost = |cause, why: String| {
            TrialResult::lost(trial.variant.name(), cause, why, begun.elapsed())
        };
        let mut worker = match self.worker.take().map_or_else(|| Worker::start(&self.command), Ok) {
            Ok(worker) => worker,
            Err(error) => return lost(StopCause::Fault, format!("no process: {error}")),
        };
        worker.is_used = true;
        // If the process has ended, receiving fails too.
        let _ = worker.requests.send(worker::request(trial));
        let line = match timeout {
            Some(timeout) => worker.replies.recv_timeout(timeout),
            None => worker.replies.recv().map_err(RecvTimeoutError::from),
        };
        match line {
            Ok(line) => {
                if let Some(result) = worker::parse_reply(&line) {
                    self.worker = Some(worker);
                    return result;
                }
                worker.end();
                lost(StopCause::Fault, format!("its process answered '{line}'"))
            }
            Err(RecvTimeoutError::Timeout) => {
                worker.end();
                let why = "it did not stop by itself, and its process was ended".to_owned();
                lost(StopCause::Time, why)
            }
            Err(RecvTimeoutError::Disconnected) => {
                let text = worker.end();
                lost(StopCause::Fault, format!("its process died: {text}"))
            }
        }
    }
}

impl Executor for ProcessExecutor {
    fn execute(&mut self, trial: &Trial<'_>) -> TrialResult {
        if self.deadline.stops_trials() {
            let why = "not started: the time limit of the comparison was reached".to_owned();
            return TrialResult::lost(trial.variant.name(), StopCause::Time, why, Duration::ZERO);
        }
        let left = self.deadline.time_left();
        let time = trial.limits.time;
        let limits = Limits { time: time.into_iter().chain(left).min(), ..trial.limits };
        let timeout = time.map(|time| time.saturating_add(GRACE_PERIOD));
        let timeout_at_end = left.map(|left| left.saturating_add(GRACE_PERIOD_AT_END));
        let timeout = timeout.into_iter().chain(timeout_at_end).min();
        let result = self.execute_within(&Trial { limits, ..trial.clone() }, timeout);
        if matches!(&result.outcome, OutcomeSummary::Unknown(stop) if stop.cause == StopCause::Time)
        {
            self.deadline.stops_trials();
        }
        result
    }

    fn is_over(&self) -> bool {
        self.deadline.stops_trials()
    }

    /// Replaces the process, unless it has run no trial yet.
    fn reset(&mut self) {
        if let Some(worker) = self.worker.take_if(|worker| worker.is_used) {
            worker.end();
        }
    }
}

impl Drop for ProcessExecutor {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.end();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use caracole::Problem;
    use caracole::compare::{MethodVariant, OutcomeSummary};
    use caracole::solvers::Limits;

    use super::*;

    /// Returns the stop of a trial whose process runs this script.
    fn run(script: &str) -> (StopCause, String) {
        let command = ["sh", "-c", script].map(OsString::from).to_vec();
        let mut executor = ProcessExecutor { command, worker: None, deadline: Deadline::default() };
        let variant = &MethodVariant::all()[0];
        let problem = &Problem::new("8x8".parse().unwrap());
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let result = executor.execute(&Trial { variant, problem, limits, seed: 0, repeats: 1 });
        assert!(executor.worker.is_none(), "the next trial starts a new process");
        match result.outcome {
            OutcomeSummary::Unknown(stop) => (stop.cause, stop.tried),
            other => panic!("{other:?}"),
        }
    }

    /// The limit of all trials ends a trial that has hours left, and no other one starts.
    #[test]
    fn the_limit_of_all_trials_ends_them() {
        let command = ["sh", "-c", "exec sleep 1000"].map(OsString::from).to_vec();
        let deadline = Deadline::new(Instant::now().checked_add(Duration::from_millis(50)));
        let mut executor = ProcessExecutor { command, worker: None, deadline: deadline.clone() };
        let variant = &MethodVariant::all()[0];
        let problem = &Problem::new("8x8".parse().unwrap());
        let limits = Limits { time: Some(Duration::from_hours(9)), ..Limits::default() };
        let trial = Trial { variant, problem, limits, seed: 0, repeats: 1 };
        assert!(!deadline.is_missed());
        for why in ["it did not stop by itself", "not started: the time limit"] {
            match executor.execute(&trial).outcome {
                OutcomeSummary::Unknown(stop) => {
                    assert_eq!(stop.cause, StopCause::Time);
                    assert!(stop.tried.starts_with(why), "{}", stop.tried);
                }
                other => panic!("{other:?}"),
            }
            assert!(executor.is_over() && deadline.is_missed());
        }
    }

    #[test]
    fn a_process_that_exceeds_its_limit_is_killed() {
        let (cause, why) = run("exec sleep 1000");
        assert_eq!(cause, StopCause::Time);
        assert_eq!(why, "it did not stop by itself, and its process was ended");
    }

    /// The description of this board is longer than the buffer of a pipe.
    #[test]
    fn a_process_that_does_not_read_is_killed() {
        let command = ["sh", "-c", "exec sleep 1000"].map(OsString::from).to_vec();
        let mut executor = ProcessExecutor { command, worker: None, deadline: Deadline::default() };
        let holes = (1..=50).flat_map(|rank| ('a'..='z').map(move |file| format!("{file}{rank}")));
        let holes: Vec<String> = holes.collect();
        let board = format!("500x500-{}", holes.join(","));
        let problem = &Problem::new(board.parse().unwrap());
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let variant = &MethodVariant::all()[0];
        let trial = Trial { variant, problem, limits, seed: 0, repeats: 1 };
        assert_eq!(executor.execute(&trial).outcome.name(), "unknown");
    }

    #[test]
    fn a_crash_reports_standard_error_or_the_exit_status() {
        let (cause, why) = run("echo >&2; echo the stack is full >&2; exit 134");
        assert_eq!((cause, &*why), (StopCause::Fault, "its process died: the stack is full"));
        let (cause, why) = run("kill -9 $$");
        assert_eq!((cause, &*why), (StopCause::Fault, "its process died: signal: 9 (SIGKILL)"));
    }

    #[test]
    fn an_unreadable_reply_is_a_fault() {
        let (cause, why) = run("echo found; exec sleep 1000");
        assert_eq!((cause, &*why), (StopCause::Fault, "its process answered 'found'"));
    }

    #[test]
    fn a_missing_program_is_a_fault() {
        let mut executor = ProcessExecutor {
            command: vec!["/nowhere/at-all".into()],
            worker: None,
            deadline: Deadline::default(),
        };
        let variant = &MethodVariant::all()[0];
        let problem = &Problem::new("8x8".parse().unwrap());
        let trial = Trial { variant, problem, limits: Limits::default(), seed: 0, repeats: 1 };
        assert_eq!(executor.execute(&trial).outcome.name(), "unknown");
    }
}
