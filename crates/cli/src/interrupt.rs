//! Ctrl-C, and the other signals that ask us to end.
//!
//! Whatever the program is doing, it ends at once, and leaves neither half a file nor half a
//! progress bar behind. Only a search is first asked to stop by itself, so that it can say how far
//! it came; if it does not do so within a second, it ends like anything else.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use caracole_tui::{FileError, WholeFile};
use indicatif::ProgressBar;

use crate::failure::Failure;

static RAISED: AtomicBool = AtomicBool::new(false);
static HEEDED: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<Unfinished> = Mutex::new(Unfinished { file: None, bar: None });
static ADVICE: OnceLock<String> = OnceLock::new();

/// So long may a search take to see the flag.
const GRACE: Duration = Duration::from_secs(1);

/// What must not stay behind.
struct Unfinished {
    file: Option<PathBuf>,
    bar: Option<ProgressBar>,
}

fn unfinished() -> MutexGuard<'static, Unfinished> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gets ready for signals.
pub(crate) fn install() {
    // Where there are no signals the program works all the same.
    let _ = ctrlc::set_handler(|| {
        let was_raised = RAISED.swap(true, Ordering::SeqCst);
        if was_raised || !HEEDED.load(Ordering::SeqCst) {
            leave();
        }
        // Signals have a thread of their own, which may wait. Who keeps the promise has ended it
        // by then, and ends the program too.
        thread::sleep(GRACE);
        if HEEDED.load(Ordering::SeqCst) {
            leave();
        }
    });
}

/// Tidies up and ends the program.
fn leave() -> ! {
    caracole_tui::restore();
    let mut unfinished = unfinished();
    if let Some(bar) = unfinished.bar.take() {
        bar.finish_and_clear();
    }
    if let Some(file) = unfinished.file.take() {
        // If it cannot be removed there is nobody left to try again.
        let _ = std::fs::remove_file(file);
    }
    let code = Failure::Interrupted.tell();
    // The lock is kept to the end, so that no other file is begun meanwhile.
    std::process::exit(code.into())
}

/// The promise to look at the flag soon and often. While it is kept, the first signal raises the
/// flag and does nothing else.
pub(crate) struct Heed(());

/// Promises to look at the flag.
pub(crate) fn heed() -> Heed {
    HEEDED.store(true, Ordering::SeqCst);
    Heed(())
}

impl Heed {
    pub(crate) const fn flag(&self) -> &'static AtomicBool {
        let Self(()) = self;
        &RAISED
    }

    /// Ends the promise; fails if a signal came meanwhile.
    pub(crate) fn end(self) -> Result<(), Failure> {
        drop(self);
        if RAISED.load(Ordering::SeqCst) { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

impl Drop for Heed {
    fn drop(&mut self) {
        HEEDED.store(false, Ordering::SeqCst);
    }
}

/// What to do if the work is interrupted. It is said once, for the whole program.
pub(crate) fn advise(advice: String) {
    // There is one piece of work in each run of the program.
    let _ = ADVICE.set(advice);
}

/// What was interrupted, and what to do.
pub(crate) fn with_advice(what: impl Display) -> String {
    ADVICE.get().map_or_else(|| what.to_string(), |advice| format!("{what}; {advice}"))
}

/// Begins a file that is removed if a signal ends the program. There is one at a time.
pub(crate) fn begin_file(
    begin: impl FnOnce() -> Result<WholeFile, FileError>,
) -> Result<WholeFile, FileError> {
    // A signal in between waits until the file is known.
    let mut unfinished = unfinished();
    let file = begin()?;
    unfinished.file = Some(file.temporary().to_owned());
    Ok(file)
}

/// Removes the file that is not finished, and the bar from the screen, because the process ends. The
/// bar may be locked by a thread that does not go on, so its line is cleared directly.
pub(crate) fn discard_file() {
    use std::io::Write;
    let mut unfinished = unfinished();
    if let Some(file) = unfinished.file.take() {
        // If it cannot be removed there is nothing left to try.
        let _ = std::fs::remove_file(file);
    }
    if unfinished.bar.take().is_some() {
        let _ = write!(std::io::stderr(), "\r\x1b[2K");
    }
    // The lock is kept to the end, so that no other file is begun meanwhile.
    std::mem::forget(unfinished);
}

/// Finishes the file: from here on it stays.
pub(crate) fn finish_file<T>(finish: impl FnOnce() -> T) -> T {
    let mut unfinished = unfinished();
    let finished = finish();
    unfinished.file = None;
    finished
}

/// The progress bar that is on the screen, if there is one.
pub(crate) fn show_bar(bar: Option<ProgressBar>) {
    unfinished().bar = bar;
}
