//! The rectangle that values are drawn in, with its grid, its ticks and its labels.

use super::page::{AXIS, GRID, INK, LABEL, SMALL, SOFT_INK, measure, words};
use super::ruler::{Room, Ruler};
use crate::scene::{Align, Colour, Mark, Point, Stroke};

/// The height of numbers and of the label below a frame.
pub(super) const BELOW: f64 = 50.0;
/// The height of the label above a frame.
pub(super) const ABOVE: f64 = 46.0;

/// A rectangle on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Frame {
    pub(super) const fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(super) const fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Room for numbers side by side.
    pub(super) fn room_across(width: f64) -> Room {
        Room { length: width, gap: 14.0, extent: |label| measure(label, SMALL, false) }
    }

    /// Room for numbers one above the other.
    pub(super) fn room_up(height: f64) -> Room {
        Room { length: height, gap: 14.0, extent: |_| SMALL }
    }

    /// How far the numbers of an upright axis reach to the left.
    pub(super) fn numbers_width(ruler: &Ruler) -> f64 {
        let widths = ruler.major.iter().map(|tick| measure(&tick.label, SMALL, false));
        widths.fold(0.0, f64::max) + 10.0
    }

    /// Where a value stands from left to right.
    pub(super) fn across(&self, ruler: &Ruler, value: f64) -> Option<f64> {
        ruler.share(value).map(|share| self.left + share * self.width)
    }

    /// Where a value stands from top to bottom.
    pub(super) fn up(&self, ruler: &Ruler, value: f64) -> Option<f64> {
        ruler.share(value).map(|share| self.bottom() - share * self.height)
    }

    /// Draws a level axis: lines up from its ticks, numbers and the label below.
    pub(super) fn draw_across(&self, ruler: &Ruler, label: &str, marks: &mut Vec<Mark>) {
        let bottom = self.bottom();
        for tick in &ruler.major {
            let Some(x) = self.across(ruler, tick.value) else { continue };
            marks.push(line((x, self.top), (x, bottom), GRID, 1.0));
            marks.push(line((x, bottom), (x, bottom + 5.0), AXIS, 1.0));
            let at = Point::new(x, bottom + 8.0 + SMALL);
            marks.push(words(at, &tick.label, SMALL, SOFT_INK, Align::Middle));
        }
        for x in ruler.minor.iter().filter_map(|&tick| self.across(ruler, tick)) {
            marks.push(line((x, bottom), (x, bottom + 3.0), AXIS, 0.8));
        }
        let down = bottom + 16.0 + SMALL + LABEL;
        let (from, align) = if self.label_right(label) > self.right() {
            (self.left, Align::Start)
        } else {
            (self.left + self.width / 2.0, Align::Middle)
        };
        marks.push(words(Point::new(from, down), label, LABEL, INK, align));
    }

    /// How far the label below reaches: it stands in the middle, unless it is too long for that.
    pub(super) fn label_right(&self, label: &str) -> f64 {
        self.left + measure(label, LABEL, false)
    }

    /// Draws an upright axis: lines to the right from its ticks, numbers to the left, and the
    /// label above, where it can be read without turning the head.
    pub(super) fn draw_up(
        &self,
        ruler: &Ruler,
        label: &str,
        label_left: f64,
        marks: &mut Vec<Mark>,
    ) {
        for tick in &ruler.major {
            let Some(y) = self.up(ruler, tick.value) else { continue };
            marks.push(line((self.left, y), (self.right(), y), GRID, 1.0));
            marks.push(line((self.left - 5.0, y), (self.left, y), AXIS, 1.0));
            let at = Point::new(self.left - 9.0, y + SMALL * 0.35);
            marks.push(words(at, &tick.label, SMALL, SOFT_INK, Align::End));
        }
        for y in ruler.minor.iter().filter_map(|&tick| self.up(ruler, tick)) {
            marks.push(line((self.left - 3.0, y), (self.left, y), AXIS, 0.8));
        }
        marks.push(words(Point::new(label_left, self.top - 16.0), label, LABEL, INK, Align::Start));
    }

    /// Draws the left side.
    pub(super) fn draw_left(&self, marks: &mut Vec<Mark>) {
        marks.push(line((self.left, self.top), (self.left, self.bottom()), AXIS, 1.2));
    }

    /// Draws the bottom.
    pub(super) fn draw_bottom(&self, marks: &mut Vec<Mark>) {
        marks.push(line((self.left, self.bottom()), (self.right(), self.bottom()), AXIS, 1.2));
    }
}

/// A straight line.
pub(super) fn line(from: (f64, f64), to: (f64, f64), colour: Colour, width: f64) -> Mark {
    let points = vec![Point::new(from.0, from.1), Point::new(to.0, to.1)];
    Mark::Line { points, stroke: Stroke::solid(colour, width) }
}
