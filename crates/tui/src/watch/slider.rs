//! Where a film stands, as a line that hears the mouse.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::theme::{Theme, Tone};

/// A line from the first moment to the last, with a knob.
#[derive(Debug, Default)]
pub(super) struct Slider {
    /// Where it was drawn.
    area: Rect,
}

impl Slider {
    pub(super) fn draw(
        &mut self,
        (moment, moments): (usize, usize),
        buffer: &mut Buffer,
        area: Rect,
        theme: Theme,
    ) {
        self.area = area.intersection(buffer.area);
        if self.area.is_empty() {
            return;
        }
        let width = usize::from(self.area.width);
        let knob = scaled(moment, moments, width - 1);
        let parts = [
            ("━".repeat(knob), Tone::Visited),
            ("●".to_owned(), Tone::Knight),
            ("─".repeat(width - 1 - knob), Tone::Quiet),
        ];
        let mut column = self.area.x;
        for (text, tone) in parts {
            (column, _) = buffer.set_stringn(column, self.area.y, text, width, theme.style(tone));
        }
    }

    /// The moment at a place of the screen, if that is on the line.
    pub(super) fn moment_at(&self, column: u16, line: u16, moments: usize) -> Option<usize> {
        let is_here = self.area.contains(Position::new(column, line));
        is_here.then(|| {
            let (at, last) = (column - self.area.x, self.area.width.saturating_sub(1));
            scaled(at.into(), last.into(), moments)
        })
    }
}

/// `at` of `of` parts, in a line of `length` parts.
fn scaled(at: usize, of: usize, length: usize) -> usize {
    let scaled = at as u128 * length as u128 / of.max(1) as u128;
    (scaled as usize).min(length)
}
