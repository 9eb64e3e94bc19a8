//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

static RAISED: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C raise a flag, and the second end the program at once.
pub(crate) fn listen() -> &'static AtomicBool {
    // A second call finds the handler in place, which is as good.
    let _ = ctrlc::set_handler(|| {
        if RAISED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &RAISED
}
