//! Numbers as people read them.

use std::fmt::Display;
use std::time::Duration;

use caracole::draw::Unit;

/// A whole number in groups of three digits.
pub(crate) fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time with three digits that say something.
pub(crate) fn time(time: Duration) -> String {
    Unit::Seconds.text(time.as_secs_f64())
}

/// A size with three digits that say something.
pub(crate) fn bytes(bytes: u64) -> String {
    Unit::Bytes.text(bytes as f64)
}

/// So many of them.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_groups() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1, 1000].map(|n| counted(n, "step")), ["0 steps", "1 step", "1,000 steps"]);
    }
}
