//! Letters of strokes: a stand-in.

use std::sync::LazyLock;

/// How wide the pen is, as a share of the size.
pub(crate) const PEN: f64 = 0.08;
/// How wide the pen of bold letters is, as a share of the size.
pub(crate) const BOLD_PEN: f64 = 0.12;

/// One letter, in units of the size, up from the base line.
pub(crate) struct Glyph {
    pub(crate) advance: f64,
    pub(crate) strokes: Vec<Vec<(f64, f64)>>,
}

static BOX: LazyLock<Glyph> = LazyLock::new(|| Glyph {
    advance: 0.56,
    strokes: vec![vec![(0.1, 0.0), (0.45, 0.0), (0.45, 0.5), (0.1, 0.5), (0.1, 0.0)]],
});
static BLANK: LazyLock<Glyph> = LazyLock::new(|| Glyph { advance: 0.28, strokes: Vec::new() });

/// The strokes of a letter.
pub(crate) fn glyph(letter: char) -> &'static Glyph {
    if letter == ' ' { &BLANK } else { &BOX }
}

/// How wide a line of words is at size 1.
pub fn text_width(text: &str) -> f64 {
    text.chars().map(|letter| glyph(letter).advance).sum()
}
