//! An alphabet of our own, lettered with a round pen.
//!
//! Pictures made of pixels need letters, and a whole font machinery is too much for the few words
//! on a chart. Each letter here is a handful of strokes on a grid of hundredths; whoever draws
//! them follows the strokes with a pen that has round ends. Every letter outside the alphabet is
//! shown as a box, so that nothing disappears unseen.

mod capitals;
mod digits;
mod drawing;
mod signs;
mod small;

use std::collections::HashMap;
use std::io;
use std::sync::OnceLock;

use drawing::{Drawing, dot};

use crate::canvas::{Canvas, track};
use crate::scene::{Align, Stroke, Turn, Words};

/// How wide the pen is for usual words, as a share of the size.
const PEN: f64 = 0.08;

/// How wide the pen is for heavier words, as a share of the size. It follows the same strokes.
const BOLD_PEN: f64 = 0.12;

/// One letter: how far the pen goes on, and its strokes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Glyph {
    /// How far the next letter begins to the right of this one, in units of the size.
    pub(crate) advance: f64,
    /// The ways of the pen: to the right, and up from the base line, in units of the size. The
    /// pen has round ends, and stands on the base line when it is [`PEN`] wide.
    pub(crate) strokes: Vec<Vec<(f64, f64)>>,
}

/// The strokes of `letter`; a box for letters outside the alphabet.
pub(crate) fn glyph(letter: char) -> &'static Glyph {
    static ALPHABET: OnceLock<Alphabet> = OnceLock::new();
    let alphabet = ALPHABET.get_or_init(Alphabet::new);
    alphabet.glyphs.get(&letter).unwrap_or(&alphabet.unknown)
}

/// How wide a line of text of size 1 is.
///
/// ```
/// use caracole_draw::text_width;
///
/// // Digits are equally wide, so that columns of numbers stand straight.
/// assert_eq!(text_width("111"), text_width("888"));
/// assert!(text_width("ill") < text_width("www"));
/// ```
pub fn text_width(text: &str) -> f64 {
    // Not `sum`, which makes -0 of an empty text.
    text.chars().fold(0.0, |width, letter| width + glyph(letter).advance)
}

/// Paints words letter by letter, each by the strokes of a pen.
pub(crate) fn paint(words: &Words, canvas: &mut dyn Canvas) -> io::Result<()> {
    let width = text_width(&words.text) * words.size;
    let mut along = match words.align {
        Align::Start => 0.0,
        Align::Middle => -width / 2.0,
        Align::End => -width,
    };
    let pen = if words.is_bold { BOLD_PEN } else { PEN };
    let stroke = Stroke::solid(words.colour, pen * words.size);
    for letter in words.text.chars() {
        let glyph = glyph(letter);
        for points in &glyph.strokes {
            let place = |&(right, up): &(f64, f64)| {
                let (right, up) = (along + right * words.size, up * words.size);
                match words.turn {
                    Turn::None => words.at.moved(right, -up),
                    Turn::Left => words.at.moved(-up, -right),
                    Turn::Over => words.at.moved(-right, up),
                }
            };
            match points.as_slice() {
                [point] => canvas.disc(place(point), stroke.width / 2.0, stroke.colour)?,
                points => canvas.stroke(&stroke, &mut track(points.iter().map(place)))?,
            }
        }
        along += glyph.advance * words.size;
    }
    Ok(())
}

/// All letters, ready to be drawn.
struct Alphabet {
    glyphs: HashMap<char, Glyph>,
    unknown: Glyph,
}

impl Alphabet {
    fn new() -> Self {
        let mut glyphs: HashMap<char, Glyph> =
            [capitals::CAPITALS, small::SMALL, digits::DIGITS, signs::SIGNS]
                .into_iter()
                .flatten()
                .map(|drawing: &Drawing| (drawing.letter, drawing.glyph()))
                .collect();
        for (letter, model, change) in DERIVED {
            if let Some(glyph) = glyphs.get(&model).map(change) {
                glyphs.insert(letter, glyph);
            }
        }
        Self { glyphs, unknown: signs::UNKNOWN.glyph() }
    }
}

/// How one letter is made of another.
type Change = fn(&Glyph) -> Glyph;

/// Letters that are made of others: the new letter, its model, and what is done to it.
const DERIVED: [(char, char, Change); 10] = [
    ('ä', 'a', with_two_dots),
    ('ö', 'o', with_two_dots),
    ('ü', 'u', with_two_dots),
    ('Ä', 'A', with_two_dots),
    ('Ö', 'O', with_two_dots),
    ('Ü', 'U', with_two_dots),
    ('²', '2', raised),
    ('³', '3', raised),
    // The same signs, once more, from elsewhere in the tables of Unicode.
    ('\u{3bc}', 'µ', Glyph::clone),
    ('\u{a0}', ' ', Glyph::clone),
];

/// The letter with two dots above it.
fn with_two_dots(model: &Glyph) -> Glyph {
    /// How far the dots stand above the letter, and how far from its middle.
    const ABOVE: f64 = 0.17;
    const APART: f64 = 0.08;

    let points = || model.strokes.iter().flatten();
    let left = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let right = points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
    let top = points().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
    let middle = f64::midpoint(left, right);
    let mut glyph = model.clone();
    glyph.strokes.push(dot((middle - APART, top + ABOVE)));
    glyph.strokes.push(dot((middle + APART, top + ABOVE)));
    glyph
}

/// The letter as an exponent: smaller, with its top where it was.
fn raised(model: &Glyph) -> Glyph {
    /// How small it is, and the height that stays where it is.
    const SHARE: f64 = 0.65;
    const TOP: f64 = 0.68;

    let strokes = model
        .strokes
        .iter()
        .map(|stroke| stroke.iter().map(|(x, y)| (x * SHARE, TOP + (y - TOP) * SHARE)).collect());
    Glyph { advance: model.advance * SHARE, strokes: strokes.collect() }
}

#[cfg(test)]
mod tests;
