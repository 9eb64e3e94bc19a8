//! Numbers as people read them.

use std::time::Duration;

use caracole::draw::Unit;

pub(crate) use caracole::draw::{counted, grouped};

/// A time with three digits that say something.
pub(crate) fn time(time: Duration) -> String {
    Unit::Seconds.text(time.as_secs_f64())
}

/// A size with three digits that say something.
pub(crate) fn bytes(bytes: u64) -> String {
    Unit::Bytes.text(bytes as f64)
}

/// So many of them, in a sentence, as the answers of methods write it.
pub(crate) fn number_of(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_them_is_no_several() {
        assert_eq!([0, 1, 1000].map(|n| number_of(n, "step")), ["0 steps", "1 step", "1000 steps"]);
    }
}
