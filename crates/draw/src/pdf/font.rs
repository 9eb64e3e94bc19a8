//! The letters that every reader of PDF has.

use pdf_writer::Name;

/// One of the fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Regular,
    Bold,
}

impl Font {
    /// What it is called on the page.
    pub(super) const fn name(self) -> Name<'static> {
        match self {
            Self::Regular => Name(b"F1"),
            Self::Bold => Name(b"F2"),
        }
    }

    /// What readers call it.
    pub(super) const fn face(self) -> &'static [u8] {
        match self {
            Self::Regular => b"Helvetica",
            Self::Bold => b"Helvetica-Bold",
        }
    }

    /// How wide a line is, in thousandths of the size.
    pub(super) fn width(self, text: &[u8]) -> u64 {
        text.iter().map(|&letter| u64::from(self.advance(letter))).sum()
    }

    /// How wide a letter is, in thousandths of the size. The figures are those that Adobe published
    /// with the fonts.
    fn advance(self, letter: u8) -> u16 {
        let ascii = match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
        };
        let is_bold = self == Self::Bold;
        if let Some(&advance) = letter.checked_sub(b' ').and_then(|at| ascii.get(usize::from(at))) {
            return advance;
        }
        match letter {
            0x85 | 0x97 => 1000,
            0xa0 | 0xb7 | 0xcc..=0xcf | 0xec..=0xef => 278,
            0xb2 | 0xb3 => 333,
            0xb0 => 400,
            0xb1 | 0xd7 | 0xf7 => 584,
            0xc0..=0xc5 => {
                if is_bold {
                    722
                } else {
                    667
                }
            }
            0xc8..=0xcb | 0xdd => 667,
            0xd2..=0xd6 | 0xd8 => 778,
            0xc7 | 0xd1 | 0xd9..=0xdc => 722,
            0xdf | 0xf1..=0xf6 | 0xf8..=0xfc if is_bold => 611,
            0xdf => 611,
            // The other small letters, and what is never seen on our pictures.
            _ => 556,
        }
    }
}

/// The letters as PDF's usual encoding of the West numbers them, unless there is one that it lacks.
pub(super) fn encoded(text: &str) -> Option<Vec<u8>> {
    text.chars().map(code).collect()
}

fn code(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' | '\u{a0}'..='ÿ' => u8::try_from(u32::from(letter)).ok(),
        '…' => Some(0x85),
        // There is no minus sign; this one is as long.
        '–' | '−' => Some(0x96),
        '—' => Some(0x97),
        _ => None,
    }
}

/// From the space to the tilde.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[rustfmt::skip]
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_add_up() {
        assert_eq!(Font::Regular.width(b"Tour 64"), 611 + 556 + 556 + 333 + 278 + 2 * 556);
        assert_eq!(Font::Bold.width(b"f5 \xfc"), 333 + 556 + 278 + 611);
        assert_eq!(encoded("5 × 6 – ä"), Some(b"5 \xd7 6 \x96 \xe4".to_vec()));
        assert_eq!(encoded("≤ 3"), None);
        assert_eq!(encoded("a\nb"), None);
    }
}
