//! Texts that are broken into lines.

/// How many lines a text takes if it is broken between words, and words that are too long anywhere.
pub(crate) fn lines_of(text: &str, width: u16) -> u16 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::widgets::{Paragraph, Widget, Wrap};

    /// As many as the paragraph takes that is drawn then.
    #[test]
    fn lines_are_counted_as_they_are_drawn() {
        let texts =
            ["", "a", "ab cd ef", "abcdefgh ij", "ab cdefghijklm n", "a bcd efgh ijklm nopqrs t"];
        for text in texts {
            for width in 1..30 {
                let area = Rect::new(0, 0, width, 40);
                let mut buffer = Buffer::empty(area);
                Paragraph::new(text).wrap(Wrap { trim: true }).render(area, &mut buffer);
                let is_used = |&line: &u16| (0..width).any(|x| buffer[(x, line)].symbol() != " ");
                let drawn = (0..40).filter(is_used).count();
                assert_eq!(usize::from(lines_of(text, width)), drawn, "{text} in {width}");
            }
        }
    }
}
