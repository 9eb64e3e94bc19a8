//! The embedded font and line breaks.
//!
//! All outputs use `DejaVu` Sans, so a line of text has the same width in all of them. PNG and GIF show its
//! outlines, and PDF files contain it. SVG and HTML files name it and state the width of each line, because
//! a viewer may replace the font.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The regular or the bold face of `DejaVu Sans`, reduced to the characters of pictures.
pub(crate) struct Font {
    face: Face<'static>,
    /// The glyphs of the ASCII characters.
    ascii: [Glyph; 128],
    /// The name of the face in PDF files.
    pub(crate) name: &'static str,
    /// The font file.
    pub(crate) file: &'static [u8],
}

/// A glyph and its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) id: GlyphId,
    /// The distance to the start of the next glyph in font units.
    pub(crate) advance: u16,
}

static REGULAR: LazyLock<Font> =
    LazyLock::new(|| Font::new("DejaVuSans", include_bytes!("../assets/DejaVuSans.ttf")));
static BOLD: LazyLock<Font> =
    LazyLock::new(|| Font::new("DejaVuSans-Bold", include_bytes!("../assets/DejaVuSans-Bold.ttf")));

impl Font {
    fn new(name: &'static str, file: &'static [u8]) -> Self {
        let face = Face::parse(file, 0).expect("the embedded font is valid");
        let ascii = std::array::from_fn(|code| find_glyph(&face, char::from(code as u8)));
        Self { face, ascii, name, file }
    }

    /// Returns the regular or the bold face.
    pub(crate) fn of(is_bold: bool) -> &'static Self {
        if is_bold { &BOLD } else { &REGULAR }
    }

    /// Returns the face, for its table of characters and its metrics.
    pub(crate) const fn face(&self) -> &Face<'static> {
        &self.face
    }

    /// Returns the length of a font unit as a share of the font size.
    pub(crate) fn unit(&self) -> f64 {
        1.0 / f64::from(self.face.units_per_em())
    }

    /// Returns the glyphs of a text. The glyph of a character outside the font is a box.
    pub(crate) fn glyphs<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Glyph> + 'a {
        let glyph = |letter: char| match self.ascii.get(letter as usize) {
            Some(&glyph) => glyph,
            None => find_glyph(&self.face, letter),
        };
        text.chars().map(glyph)
    }

    /// Returns the width of a text as a multiple of the font size.
    pub(crate) fn width(&self, text: &str) -> f64 {
        let units: u64 = self.glyphs(text).map(|glyph| u64::from(glyph.advance)).sum();
        units as f64 * self.unit()
    }

    /// Passes the outline of a glyph to a builder, in font units. The vertical axis points up.
    pub(crate) fn outline(&self, glyph: Glyph, builder: &mut dyn OutlineBuilder) {
        // A glyph without an outline, such as the space, adds nothing.
        let _ = self.face.outline_glyph(glyph.id, builder);
    }
}

fn find_glyph(face: &Face<'_>, letter: char) -> Glyph {
    let id = face.glyph_index(letter).unwrap_or_default();
    Glyph { id, advance: face.glyph_hor_advance(id).unwrap_or_default() }
}

/// Returns the width of a line of regular text of size 1.
///
/// ```
/// use caracole_draw::text_width;
///
/// // All digits have the same width, so that columns of numbers are aligned.
/// assert_eq!(text_width("111"), text_width("888"));
/// assert!(text_width("ill") < text_width("www"));
/// ```
pub fn text_width(text: &str) -> f64 {
    Font::of(false).width(text)
}

/// Breaks a text at spaces into lines of at most `max_width`. A wider word has a line of its own.
pub(crate) fn wrap(text: &str, max_width: f64, width: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_ascii_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= max_width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest rectangle around the points of an outline.
    #[derive(Default)]
    struct Extent {
        points: Vec<(f32, f32)>,
    }

    impl OutlineBuilder for Extent {
        fn move_to(&mut self, x: f32, y: f32) {
            self.points.push((x, y));
        }

        fn line_to(&mut self, x: f32, y: f32) {
            self.points.push((x, y));
        }

        fn quad_to(&mut self, _: f32, _: f32, x: f32, y: f32) {
            self.points.push((x, y));
        }

        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, x: f32, y: f32) {
            self.points.push((x, y));
        }

        fn close(&mut self) {}
    }

    fn glyph(font: &Font, letter: char) -> Glyph {
        font.glyphs(&letter.to_string()).next().expect("a glyph for every character")
    }

    /// Returns the lowest and the highest point of a character in hundredths of the font size.
    fn heights(font: &Font, letter: char) -> (i64, i64) {
        let mut extent = Extent::default();
        font.outline(glyph(font, letter), &mut extent);
        let heights =
            || extent.points.iter().map(|point| (f64::from(point.1) * font.unit() * 100.0) as i64);
        (heights().min().expect("an outline"), heights().max().expect("an outline"))
    }

    #[test]
    fn the_font_contains_the_characters_of_pictures() {
        let printable = (' '..='~').chain('\u{a0}'..='ſ').chain("–—…−×≤≥≈≠µμ²³→♔♞".chars());
        for font in [Font::of(false), Font::of(true)] {
            for letter in printable.clone() {
                assert_ne!(glyph(font, letter).id, GlyphId(0), "{letter}");
                assert!(glyph(font, letter).advance > 0, "{letter}");
            }
        }
    }

    #[test]
    fn other_characters_are_boxes() {
        for font in [Font::of(false), Font::of(true)] {
            for letter in ['\0', '\n', '\u{7f}', '漢', '🐴', char::REPLACEMENT_CHARACTER, char::MAX]
            {
                assert_eq!(glyph(font, letter), glyph(font, '\u{fffe}'), "{letter:?}");
                assert_eq!(glyph(font, letter).id, GlyphId(0), "{letter:?}");
            }
            assert!(heights(font, '漢').1 > 50, "the box has an outline");
        }
    }

    #[test]
    fn capitals_are_as_high_as_digits() {
        for font in [Font::of(false), Font::of(true)] {
            for letter in "AEFHIKLMNTVWXYZ147".chars() {
                assert_eq!(heights(font, letter), (0, 72), "{letter}");
            }
        }
    }

    #[test]
    fn digits_have_equal_widths() {
        for font in [Font::of(false), Font::of(true)] {
            for letter in "0123456789".chars() {
                assert_eq!(glyph(font, letter).advance, glyph(font, '0').advance, "{letter}");
            }
        }
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(text_width("").to_bits(), 0.0_f64.to_bits());
        for text in ["Königsberg", "100×100, n ≤ 60", "♞♞", "漢"] {
            let sum: f64 = text.chars().map(|letter| text_width(&letter.to_string())).sum();
            assert!((text_width(text) - sum).abs() < 1e-12, "{text}");
            assert!(Font::of(true).width(text) >= text_width(text), "{text}");
        }
        // The advance widths of the font file are in units of 1/2048.
        assert!((text_width("Tour 64") * 2048.0 - 7901.0).abs() < 1e-9);
    }

    #[test]
    fn lines_break_at_spaces() {
        let lines = wrap("no  tour of this board", 8.0, |text| text.len() as f64);
        assert_eq!(lines, ["no tour", "of this", "board"]);
        assert_eq!(wrap("unbreakable", 3.0, |text| text.len() as f64), ["unbreakable"]);
    }
}
