//! Numbers as people read them.

use std::time::Duration;

use caracole::draw::Unit;

// In a sentence numbers are written as the answers of methods write them.
pub(crate) use caracole::counted as number_of;
pub(crate) use caracole::draw::{counted, grouped};

/// A time with three digits that say something.
pub(crate) fn time(time: Duration) -> String {
    Unit::Seconds.text(time.as_secs_f64())
}

/// A size with three digits that say something.
pub(crate) fn bytes(bytes: u64) -> String {
    Unit::Bytes.text(bytes as f64)
}
