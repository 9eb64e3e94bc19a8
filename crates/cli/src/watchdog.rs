//! Hard limits: a process that does not stop by itself in time is ended.
//!
//! Solvers often check the clock and the memory in use, and stop with a description of their progress. Work that misses
//! such a check for too long, or allocates too much between two of them, must not break `--timeout` and `--memory`.
//! Therefore a separate thread ends the process a little later with the same text and the same exit code.

use std::cell::Cell;
use std::fs::File;
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use caracole::runtime::memory;
use caracole::solvers::Limits;
use caracole::{Stop, StopCause};

use crate::{Exit, interrupt};

/// The time that work has to stop by itself.
const TIME_TO_STOP: Duration = Duration::from_millis(80);

/// Work may exceed its memory limit by a twentieth and this many bytes before it is ended.
const ROOM_TO_STOP: u64 = 4 << 20;

static STARTED: OnceLock<Instant> = OnceLock::new();

static PHASE: AtomicU8 = AtomicU8::new(IDLE);

static MOST_BYTES: AtomicU64 = AtomicU64::new(u64::MAX);

static IS_BEYOND: AtomicBool = AtomicBool::new(false);

static WATCHDOG: OnceLock<Thread> = OnceLock::new();

/// The work has not started.
const IDLE: u8 = 0;

/// Both limits apply.
const WORKING: u8 = 1;

/// The answer is being written: only the memory is limited.
const WRITING: u8 = 2;

/// A limit was reached: the watchdog reports it and ends the process.
const ENDING: u8 = 3;

thread_local! {
    /// The watchdog may allocate beyond the limit, for its report.
    static IS_EXEMPT: Cell<bool> = const { Cell::new(false) };
}

/// Returns the instant from which time limits count: when the command started.
pub(crate) fn started() -> Instant {
    *STARTED.get_or_init(Instant::now)
}

/// Names the limit that stopped the work, in words.
pub(crate) fn at_limit(stop: Stop, limits: &Limits) -> Stop {
    match (stop.cause, limits.time, limits.memory) {
        (StopCause::Time, Some(time), _) => stop.at_limit(duration(time)),
        (StopCause::Memory, _, Some(bytes)) => stop.at_limit(size(bytes)),
        _ => stop,
    }
}

/// A time such as `5 s`, `500 ms` or `10 min`.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match time.subsec_millis() {
        0 if seconds >= 60 && seconds.is_multiple_of(60) => format!("{} min", seconds / 60),
        0 => format!("{seconds} s"),
        millis if seconds == 0 => format!("{millis} ms"),
        _ => format!("{} s", time.as_millis() as f64 / 1000.0),
    }
}

/// A size such as `512 MiB` or `8 GiB`.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let whole = units.into_iter().find(|(shift, _)| bytes > 0 && bytes.is_multiple_of(1 << shift));
    match whole {
        Some((shift, unit)) => format!("{} {unit}", bytes >> shift),
        None if bytes >= 1 << 20 => format!("{} MiB", bytes >> 20),
        None => format!("{bytes} bytes"),
    }
}

/// The output when the process is ended.
#[derive(Default)]
pub(crate) struct Report {
    /// The text for standard output.
    pub(crate) answer: String,
    /// Lines for standard error.
    pub(crate) remark: String,
}

impl Report {
    /// Returns the report of most commands, in words.
    pub(crate) fn unknown(stop: &Stop) -> Self {
        Self { answer: format!("unknown: {stop}\n"), ..Self::default() }
    }

    /// Returns a JSON document for standard output if the command prints JSON, otherwise words.
    pub(crate) fn json_or_words(
        prints_json: bool,
        stop: &Stop,
        document: impl FnOnce() -> String,
    ) -> Self {
        if !prints_json {
            return Self::unknown(stop);
        }
        let document = document();
        Self { answer: format!("{}\n", document.trim_end()), ..Self::default() }
    }

    /// Returns a line for standard error, if the output has begun.
    pub(crate) fn remark(text: &str) -> Self {
        Self { remark: format!("caracole: {text}\n"), ..Self::default() }
    }
}

/// The limits of the running work.
pub(crate) struct Watch(());

/// Starts to enforce limits. If one is exceeded, `doing` says what was going on, in words that begin
/// with "while", and `report` makes the text to print.
pub(crate) fn start(
    limits: &Limits,
    doing: impl FnOnce() -> String + Send + 'static,
    report: impl FnOnce(&Stop) -> Report + Send + 'static,
) -> Watch {
    let limits = *limits;
    let report = move |cause| report(&at_limit(Stop::new(cause, doing()), &limits));
    let time = limits.time.map(|time| time.saturating_add(TIME_TO_STOP));
    let deadline = time.and_then(|time| started().checked_add(time));
    if let Some(bytes) = limits.memory {
        let most = bytes.saturating_add(bytes / 20).saturating_add(ROOM_TO_STOP);
        MOST_BYTES.store(most, Ordering::Relaxed);
    }
    PHASE.store(WORKING, Ordering::SeqCst);
    if deadline.is_some() || limits.memory.is_some() {
        let watch = move || {
            IS_EXEMPT.set(true);
            let _ = WATCHDOG.set(thread::current());
            let cause = wait_for_excess(deadline);
            end(report, cause);
        };
        // Without a thread, the work still checks its limits by itself.
        let _ = thread::Builder::new().name("watchdog".to_owned()).spawn(watch);
    }
    Watch(())
}

impl Watch {
    /// Ends the time limit, because the answer is complete.
    pub(crate) fn end(self) {
        drop(self);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let change = PHASE.compare_exchange(WORKING, WRITING, Ordering::SeqCst, Ordering::SeqCst);
        if change == Err(ENDING) {
            wait_for_the_end();
        }
    }
}

/// Waits until a limit is exceeded, and returns which.
fn wait_for_excess(deadline: Option<Instant>) -> StopCause {
    loop {
        if IS_BEYOND.load(Ordering::SeqCst) {
            return StopCause::Memory;
        }
        let deadline = deadline.filter(|_| PHASE.load(Ordering::SeqCst) == WORKING);
        match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
            Some(Duration::ZERO) => return StopCause::Time,
            Some(left) => thread::park_timeout(left),
            None => thread::park(),
        }
    }
}

/// Reports and ends the process, unless the work has ended meanwhile.
fn end(report: impl FnOnce(StopCause) -> Report, cause: StopCause) {
    let phase = PHASE.swap(ENDING, Ordering::SeqCst);
    let report = match phase {
        // The answer was completed at the last moment.
        WRITING if cause == StopCause::Time => {
            PHASE.store(WRITING, Ordering::SeqCst);
            return;
        }
        WRITING => Report::remark("memory limit reached while writing"),
        _ => report(cause),
    };
    interrupt::discard_file();
    // The work may hold the locks of the standard streams.
    let streams = [
        (duplicate(&std::io::stdout()), report.answer),
        (duplicate(&std::io::stderr()), report.remark),
    ];
    for (stream, text) in streams {
        if let Some(mut stream) = stream {
            // If the reader is gone, only the exit code remains.
            let _ = stream.write_all(text.as_bytes());
        }
    }
    std::process::exit(Exit::Unknown.code().into())
}

#[cfg(unix)]
fn duplicate(stream: &impl std::os::fd::AsFd) -> Option<File> {
    stream.as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(windows)]
fn duplicate(stream: &impl std::os::windows::io::AsHandle) -> Option<File> {
    stream.as_handle().try_clone_to_owned().ok().map(File::from)
}

/// Called by the allocator when the memory in use may have grown beyond the limit. Does not return
/// if it has.
#[cold]
pub(crate) fn check_memory() {
    let most = MOST_BYTES.load(Ordering::Relaxed);
    if most == u64::MAX || memory::in_use().is_none_or(|bytes| bytes <= most) || IS_EXEMPT.get() {
        return;
    }
    let Some(watchdog) = WATCHDOG.get() else { return };
    IS_BEYOND.store(true, Ordering::SeqCst);
    watchdog.unpark();
    wait_for_the_end()
}

/// The process ends soon. Must not allocate.
fn wait_for_the_end() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_named_as_they_were_given() {
        let text = |millis| duration(Duration::from_millis(millis));
        assert_eq!([300, 1000, 1500].map(text), ["300 ms", "1 s", "1.5 s"]);
        assert_eq!([60_000, 90_000, 3_600_000].map(text), ["1 min", "90 s", "60 min"]);
        assert_eq!([512 << 20, 8 << 30].map(size), ["512 MiB", "8 GiB"]);
        assert_eq!([0, 1000, 64 << 10].map(size), ["0 bytes", "1000 bytes", "64 KiB"]);
        assert_eq!(size((5 << 20) + 1), "5 MiB");
    }
}
