//! Background tasks of screens.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A thread that sends messages. Dropping the task raises its stop flag.
pub(crate) struct Task<T> {
    stop: Arc<AtomicBool>,
    messages: Receiver<T>,
}

impl<T: Send + 'static> Task<T> {
    /// Starts a task, which should check the flag often and stop when it is raised. If it panics,
    /// `on_panic` makes the last message of the error text, so that the screen does not wait for ever.
    pub(crate) fn start(
        work: impl FnOnce(&AtomicBool, &Sender<T>) + Send + 'static,
        on_panic: impl FnOnce(String) -> T + Send + 'static,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, messages) = channel();
        let flag = Arc::clone(&stop);
        thread::spawn(move || {
            if let Err(error) = catch_panic(|| work(&flag, &sender)) {
                // The screen may be closed.
                let _ = sender.send(on_panic(error));
            }
        });
        Self { stop, messages }
    }

    /// Returns the messages that have arrived.
    pub(crate) fn messages(&self) -> impl Iterator<Item = T> + '_ {
        self.messages.try_iter()
    }

    /// Waits for the next message.
    #[cfg(test)]
    pub(crate) fn wait(&self) -> Option<T> {
        self.messages.recv().ok()
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

thread_local! {
    /// True while [`catch_panic`] runs on this thread.
    static CATCHES_PANICS: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if a panic of this thread is shown on the screen instead of ending the app.
pub(crate) fn catches_panics() -> bool {
    CATCHES_PANICS.get()
}

/// Calls a function, and returns an error message if it panics.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = CATCHES_PANICS.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    CATCHES_PANICS.set(before);
    result.map_err(|payload| {
        let why = message(&*payload);
        format!("an error in Caracole ended the work ({why}); please report it")
    })
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_message() {
        let task = Task::start(
            |_, sender| {
                sender.send("first".to_owned()).expect("a receiver");
                panic!("square {}", 7);
            },
            |error| error,
        );
        assert_eq!(task.wait().as_deref(), Some("first"));
        let error = task.wait().expect("the error");
        assert_eq!(error, "an error in Caracole ended the work (square 7); please report it");
        assert_eq!(task.wait(), None, "it is the last message");
    }

    #[test]
    fn only_a_panic_is_an_error() {
        assert!(!catches_panics());
        assert_eq!(catch_panic(catches_panics), Ok(true));
        assert!(!catches_panics());
        let unnamed = || std::panic::resume_unwind(Box::new(7));
        let error = catch_panic::<()>(unnamed).expect_err("a panic");
        assert!(error.contains("(no message)"), "{error}");
    }
}
