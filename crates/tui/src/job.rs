//! Work that goes on while somebody looks at the screen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A thread that sends news. It is asked to stop when the job is dropped.
pub(crate) struct Job<T> {
    stop: Arc<AtomicBool>,
    news: Receiver<T>,
}

impl<T: Send + 'static> Job<T> {
    /// Starts work. It should look at the flag often, and stop when it is raised.
    pub(crate) fn start(work: impl FnOnce(&AtomicBool, &Sender<T>) + Send + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (tell, news) = channel();
        let flag = Arc::clone(&stop);
        thread::spawn(move || work(&flag, &tell));
        Self { stop, news }
    }

    /// What is new, if anything is.
    pub(crate) fn news(&self) -> impl Iterator<Item = T> + '_ {
        self.news.try_iter()
    }

    /// Waits for the next news, for tests.
    #[cfg(test)]
    pub(crate) fn wait(&self) -> Option<T> {
        self.news.recv().ok()
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
