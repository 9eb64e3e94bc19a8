//! Texts that are broken into lines.

/// How many lines a text takes, at most.
pub(crate) fn lines_of(text: &str, width: u16) -> u16 {
    let (letters, width) = (text.chars().count(), usize::from(width).max(10));
    // Words break where they end, so that lines of a longer text are not filled to the last column.
    let filled = if letters <= width { width } else { width * 9 / 10 };
    u16::try_from(letters.div_ceil(filled)).unwrap_or(u16::MAX)
}
