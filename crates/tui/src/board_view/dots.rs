//! Dots and lines of dots: eight to a letter, as in braille.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::geometry::{Dot, Geometry};
use super::scale::{DOTS_HIGH, DOTS_WIDE};
use crate::theme::Tone;

/// Dots in a window.
pub(super) struct Dots {
    columns: usize,
    width: i64,
    height: i64,
    /// For each letter the dots that are set, and the most important of their tones.
    letters: Vec<(u8, Tone)>,
}

impl Dots {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let (width, height) = geometry.size();
        let columns = usize::from(geometry.window.width);
        let letters = vec![(0, Tone::Plain); columns * usize::from(geometry.window.height)];
        Self { columns, width, height, letters }
    }

    /// Sets a dot, if it is in the window.
    pub(super) fn set(&mut self, (x, y): Dot, tone: Tone) {
        /// The bits of the dots in a letter, column by column.
        const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return;
        }
        let (x, y) = (x as usize, y as usize);
        let (wide, high) = (usize::from(DOTS_WIDE), usize::from(DOTS_HIGH));
        let letter = &mut self.letters[y / high * self.columns + x / wide];
        letter.0 |= BITS[x % wide][y % high];
        if weight(tone) > weight(letter.1) {
            letter.1 = tone;
        }
    }

    /// Draws a line; what is outside the window costs nothing.
    pub(super) fn line(&mut self, from: Dot, to: Dot, tone: Tone) {
        if from == to {
            return self.set(from, tone);
        }
        let is_beside = |a: i64, b: i64, side: i64| a.max(b) < 0 || a.min(b) >= side;
        if is_beside(from.0, to.0, self.width) || is_beside(from.1, to.1, self.height) {
            return;
        }
        let (wide, high) = (to.0 - from.0, to.1 - from.1);
        let steps = wide.abs().max(high.abs());
        // The part of the long way that lies in the window: moves of far-reaching leapers, seen
        // closely, are long.
        let (start, by, side) = if wide.abs() >= high.abs() {
            (from.0, wide, self.width)
        } else {
            (from.1, high, self.height)
        };
        let (first, last) =
            if by > 0 { (-start, side - 1 - start) } else { (start - side + 1, start) };
        for step in first.max(0)..=last.min(steps) {
            let along = |by: i64| (2 * by * step + steps).div_euclid(2 * steps);
            self.set((from.0 + along(wide), from.1 + along(high)), tone);
        }
    }

    /// Writes the letters where nothing else is, and not right beside texts, so that these can be read.
    pub(super) fn write(
        &self,
        geometry: &Geometry,
        buffer: &mut Buffer,
        style: impl Fn(Tone) -> Style,
    ) {
        let window = geometry.window;
        let written = self.letters.iter().enumerate().filter(|(_, (bits, _))| *bits > 0);
        for (at, &(bits, tone)) in written {
            let x = window.x + (at % self.columns) as u16;
            let y = window.y + (at / self.columns) as u16;
            let is_beside_text = [x.saturating_sub(1), x + 1].into_iter().any(|beside| {
                let is_inside = (window.left()..window.right()).contains(&beside);
                is_inside && buffer.cell((beside, y)).is_some_and(|room| is_text(room.symbol()))
            });
            if let Some(room) = buffer.cell_mut((x, y)).filter(|room| room.symbol() == " ")
                && let Some(letter) = char::from_u32(NO_DOTS as u32 + u32::from(bits))
                && !is_beside_text
            {
                room.set_char(letter).set_style(style(tone));
            }
        }
    }
}

/// The letter without dots, after which come all with dots.
const NO_DOTS: char = '\u{2800}';

/// Is it neither nothing nor dots?
fn is_text(symbol: &str) -> bool {
    symbol.chars().any(|letter| letter != ' ' && !(NO_DOTS..='\u{28ff}').contains(&letter))
}

/// Which tone wins where several meet in a letter.
const fn weight(tone: Tone) -> u8 {
    match tone {
        Tone::Plain => 0,
        Tone::Quiet => 1,
        Tone::Visited => 2,
        Tone::Unknown => 3,
        Tone::Legal => 4,
        Tone::Retreat => 5,
        Tone::Losing => 6,
        Tone::Winning => 7,
        Tone::Start => 8,
        Tone::Title | Tone::Key | Tone::Chosen => 9,
        Tone::Knight => 10,
    }
}
