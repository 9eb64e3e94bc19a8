//! Ctrl-C and other signals that end the program.
//!
//! The program ends at once, and leaves neither an incomplete file nor a progress bar behind. A search
//! may first stop by itself and report its progress; if it does not do so within a second, the
//! program ends too.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use caracole_tui::{AtomicFile, FileError};
use indicatif::ProgressBar;

use crate::failure::Failure;

static IS_RAISED: AtomicBool = AtomicBool::new(false);

static IS_GUARDED: AtomicBool = AtomicBool::new(false);

static UNFINISHED: Mutex<Unfinished> = Mutex::new(Unfinished { file: None, bar: None });

static HINT: OnceLock<String> = OnceLock::new();

/// The time that a search has to check the flag.
const GRACE: Duration = Duration::from_secs(1);

/// The files that must be removed at the end.
struct Unfinished {
    file: Option<PathBuf>,
    bar: Option<ProgressBar>,
}

fn unfinished() -> MutexGuard<'static, Unfinished> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the signal handler.
pub(crate) fn install() {
    // The program also works without signals.
    let _ = ctrlc::set_handler(|| {
        let was_raised = IS_RAISED.swap(true, Ordering::SeqCst);
        if was_raised || !IS_GUARDED.load(Ordering::SeqCst) {
            leave();
        }
        // Signals have their own thread, which may wait. A search that has checked the flag has dropped
        // its guard by then, and ends the program itself.
        thread::sleep(GRACE);
        if IS_GUARDED.load(Ordering::SeqCst) {
            leave();
        }
    });
}

/// Cleans up and ends the program.
fn leave() -> ! {
    caracole_tui::restore();
    let mut unfinished = unfinished();
    if let Some(bar) = unfinished.bar.take() {
        bar.finish_and_clear();
    }
    if let Some(file) = unfinished.file.take() {
        // If it cannot be removed, it stays.
        let _ = std::fs::remove_file(file);
    }
    let code = Failure::Interrupted.print();
    // The lock is kept, so that no other file is started.
    std::process::exit(code.into())
}

/// A guard for code that checks the flag often. While it exists, the first signal only raises
/// the flag.
pub(crate) struct InterruptGuard(());

/// Returns a guard for code that checks its flag often.
pub(crate) fn guard() -> InterruptGuard {
    IS_GUARDED.store(true, Ordering::SeqCst);
    InterruptGuard(())
}

impl InterruptGuard {
    pub(crate) const fn flag(&self) -> &'static AtomicBool {
        let Self(()) = self;
        &IS_RAISED
    }

    /// Drops the guard; fails if a signal has arrived.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        drop(self);
        if IS_RAISED.load(Ordering::SeqCst) { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

impl Drop for InterruptGuard {
    fn drop(&mut self) {
        IS_GUARDED.store(false, Ordering::SeqCst);
    }
}

/// Sets the advice that is printed after an interruption.
pub(crate) fn set_hint(advice: String) {
    // It is set at most once.
    let _ = HINT.set(advice);
}

/// Returns a message followed by the advice.
pub(crate) fn with_hint(what: impl Display) -> String {
    HINT.get().map_or_else(|| what.to_string(), |advice| format!("{what}; {advice}"))
}

/// Creates a file that is removed if a signal ends the program. There is one at a time.
pub(crate) fn begin_file(
    begin: impl FnOnce() -> Result<AtomicFile, FileError>,
) -> Result<AtomicFile, FileError> {
    // A signal waits until the file is registered.
    let mut unfinished = unfinished();
    let file = begin()?;
    unfinished.file = Some(file.temporary().to_owned());
    Ok(file)
}

/// Removes the unfinished file and the progress bar, because the process ends. The
/// bar may be locked by a thread that does not go on, so its line is cleared directly.
pub(crate) fn discard_file() {
    use std::io::Write;
    let mut unfinished = unfinished();
    if let Some(file) = unfinished.file.take() {
        // If it cannot be removed, it stays.
        let _ = std::fs::remove_file(file);
    }
    if unfinished.bar.take().is_some() {
        let _ = write!(std::io::stderr(), "\r\x1b[2K");
    }
    // The lock is kept, so that no other file is started.
    std::mem::forget(unfinished);
}

/// Finishes the file, which then stays.
pub(crate) fn finish_file<T>(finish: impl FnOnce() -> T) -> T {
    let mut unfinished = unfinished();
    let finished = finish();
    unfinished.file = None;
    finished
}

/// Registers the visible progress bar.
pub(crate) fn show_bar(bar: Option<ProgressBar>) {
    unfinished().bar = bar;
}
