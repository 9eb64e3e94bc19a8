//! Sizes, colours and words that all charts share.

use crate::letters::text_width;
use crate::scene::{Align, Colour, Mark, Point, Scene, Turn, Words};

/// The room around everything.
pub(super) const MARGIN: f64 = 24.0;
/// The size of titles, of labels and of the numbers along axes.
pub(super) const TITLE: f64 = 19.0;
pub(super) const LABEL: f64 = 13.5;
pub(super) const SMALL: f64 = 12.5;

/// The colours of paper and ink, from light to dark.
pub(super) const PAPER: Colour = Colour(255, 255, 255);
pub(super) const GRID: Colour = Colour(230, 230, 230);
pub(super) const AXIS: Colour = Colour(130, 130, 130);
pub(super) const SOFT_INK: Colour = Colour(85, 85, 85);
pub(super) const INK: Colour = Colour(25, 25, 25);

/// How wide words may become: the letters of usual fonts are up to a quarter wider than ours, and
/// bold ones up to two fifths.
pub(super) fn measure(text: &str, size: f64, is_bold: bool) -> f64 {
    text_width(text) * size * if is_bold { 1.4 } else { 1.24 }
}

/// A page with marks on it. Its sides are whole, so that its last pixels are not half covered.
pub(super) fn page(size: (f64, f64), title: &str, description: String, marks: Vec<Mark>) -> Scene {
    let (width, height) = (size.0.ceil(), size.1.ceil());
    Scene { width, height, title: title.to_owned(), description, background: PAPER, marks }
}

/// A line of words.
pub(super) fn words(at: Point, text: &str, size: f64, colour: Colour, align: Align) -> Mark {
    let text = text.to_owned();
    Mark::Words(Words { at, text, size, colour, align, turn: Turn::None, is_bold: false })
}

/// The title and the subtitle of a chart, in as many lines as they need.
pub(super) struct Head {
    /// Their marks.
    pub(super) marks: Vec<Mark>,
    /// Where they end.
    pub(super) bottom: f64,
    /// How wide the page must be for them.
    pub(super) width: f64,
}

impl Head {
    /// Sets both within `width`; a single word that is wider makes the page wider.
    pub(super) fn new(title: &str, subtitle: &str, width: f64) -> Self {
        let mut head = Self { marks: Vec::new(), bottom: MARGIN - 6.0, width };
        head.add(title, TITLE, INK, true);
        head.add(subtitle, LABEL, SOFT_INK, false);
        head
    }

    /// Sets the title and the subtitle of one chart among several, below `top`.
    pub(super) fn caption(title: &str, subtitle: &str, top: f64, width: f64) -> Self {
        let mut head = Self { marks: Vec::new(), bottom: top, width };
        head.add(title, LABEL + 1.5, INK, true);
        head.add(subtitle, SMALL, SOFT_INK, false);
        head
    }

    fn add(&mut self, text: &str, size: f64, colour: Colour, is_bold: bool) {
        for line in lines(text, size, is_bold, self.width - 2.0 * MARGIN) {
            self.width = self.width.max(measure(&line, size, is_bold) + 2.0 * MARGIN);
            self.bottom += size * 1.35;
            let at = Point::new(MARGIN, self.bottom - size * 0.3);
            let (align, turn) = (Align::Start, Turn::None);
            self.marks.push(Mark::Words(Words {
                at,
                text: line,
                size,
                colour,
                align,
                turn,
                is_bold,
            }));
        }
    }
}

/// Breaks words into lines that are at most `width` wide, if the words are.
fn lines(text: &str, size: f64, is_bold: bool, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0.0;
    let blank = measure(" ", size, is_bold);
    for word in text.split_whitespace() {
        let wide = measure(word, size, is_bold);
        match lines.last_mut() {
            Some(line) if blank + wide <= room => {
                line.push(' ');
                line.push_str(word);
                room -= blank + wide;
            }
            _ => {
                lines.push(word.to_owned());
                room = width - wide;
            }
        }
    }
    lines
}
