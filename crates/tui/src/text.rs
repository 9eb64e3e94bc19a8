//! Text helpers: wrapped height, numbers, durations, sizes, kinds.

use std::time::Duration;

use caracole::Kind;
use caracole::draw::Unit;
pub(crate) use caracole::draw::{group_digits, pluralize_grouped};
pub(crate) use caracole::text::pluralize;

/// Returns the number of lines of a text that is wrapped between words, or inside words that are too
/// long.
pub(crate) fn wrapped_height(text: &str, width: u16) -> u16 {
    let width = usize::from(width).max(1);
    let (mut lines, mut used) = (0, width);
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if used + 1 + letters <= width {
            used += 1 + letters;
        } else {
            lines += letters.div_ceil(width);
            used = (letters - 1) % width + 1;
        }
    }
    u16::try_from(lines).unwrap_or(u16::MAX)
}

/// Returns the next kind in the cycle any, closed, open.
pub(crate) const fn next_kind(kind: Kind) -> Kind {
    match kind {
        Kind::Any => Kind::Closed,
        Kind::Closed => Kind::Open,
        Kind::Open => Kind::Any,
    }
}

/// Formats a time with three significant digits.
pub(crate) fn duration_text(time: Duration) -> String {
    Unit::Seconds.text(time.as_secs_f64())
}

/// Formats a size with three significant digits.
pub(crate) fn size_text(bytes: u64) -> String {
    Unit::Bytes.text(bytes as f64)
}

/// Returns the memory limit of a task: a quarter of the free memory, or 2 GiB if that is not known.
pub(crate) fn memory_limit() -> u64 {
    caracole::solvers::free_memory().map_or(2 << 30, |bytes| bytes / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::widgets::{Paragraph, Widget, Wrap};

    #[test]
    fn the_wrapped_height_is_that_of_the_paragraph() {
        let texts =
            ["", "a", "ab cd ef", "abcdefgh ij", "ab cdefghijklm n", "a bcd efgh ijklm nopqrs t"];
        for text in texts {
            for width in 1..30 {
                let area = Rect::new(0, 0, width, 40);
                let mut buffer = Buffer::empty(area);
                Paragraph::new(text).wrap(Wrap { trim: true }).render(area, &mut buffer);
                let is_used = |&line: &u16| (0..width).any(|x| buffer[(x, line)].symbol() != " ");
                let drawn = (0..40).filter(is_used).count();
                assert_eq!(usize::from(wrapped_height(text, width)), drawn, "{text} in {width}");
            }
        }
    }
}
