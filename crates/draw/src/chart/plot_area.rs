//! Sizes, colours and text of charts, and the plot area with grid, ticks and labels.

use super::axis::{LabelSpace, ScaledAxis};
use crate::font::{Font, wrap};
use crate::scene::{Align, Colour, Mark, Point, Rotation, Scene, Stroke, TextLine};

/// The margin of a chart.
pub(super) const MARGIN: f64 = 24.0;
/// The font sizes of titles, of labels and of the numbers along axes.
pub(super) const TITLE: f64 = 19.0;
pub(super) const LABEL: f64 = 13.5;
pub(super) const SMALL: f64 = 12.5;

/// The colours of background, lines and text, from light to dark.
pub(super) const PAPER: Colour = Colour(255, 255, 255);
pub(super) const GRID: Colour = Colour(230, 230, 230);
pub(super) const AXIS: Colour = Colour(130, 130, 130);
pub(super) const SOFT_INK: Colour = Colour(85, 85, 85);
pub(super) const INK: Colour = Colour(25, 25, 25);

/// Returns the width of a line of text.
pub(super) fn line_width(text: &str, size: f64, is_bold: bool) -> f64 {
    Font::of(is_bold).width(text) * size
}

/// Creates a scene of a chart. Its size is rounded up to whole units, so that its last pixels are fully
/// covered.
pub(super) fn page(size: (f64, f64), title: &str, description: String, marks: Vec<Mark>) -> Scene {
    let (width, height) = (size.0.ceil(), size.1.ceil());
    Scene { width, height, title: title.to_owned(), description, background: PAPER, marks }
}

/// Creates a line of text.
pub(super) fn text_mark(at: Point, text: &str, size: f64, colour: Colour, align: Align) -> Mark {
    Mark::Text(TextLine::new(at, text, size, colour, align))
}

/// The title and the subtitle of a chart, broken into lines.
pub(super) struct TitleBlock {
    /// The marks of the text.
    pub(super) marks: Vec<Mark>,
    /// The lower edge.
    pub(super) bottom: f64,
    /// The necessary width of the chart.
    pub(super) width: f64,
}

impl TitleBlock {
    /// Creates the title block of a picture. A word that is wider than `width` makes it wider.
    pub(super) fn new(title: &str, subtitle: &str, width: f64) -> Self {
        let mut head = Self { marks: Vec::new(), bottom: MARGIN - 6.0, width };
        head.add(title, TITLE, INK, true);
        head.add(subtitle, LABEL, SOFT_INK, false);
        head
    }

    /// Creates the title block of one chart among several, below `top`.
    pub(super) fn caption(title: &str, subtitle: &str, top: f64, width: f64) -> Self {
        let mut head = Self { marks: Vec::new(), bottom: top, width };
        head.add(title, LABEL + 1.5, INK, true);
        head.add(subtitle, SMALL, SOFT_INK, false);
        head
    }

    fn add(&mut self, text: &str, size: f64, colour: Colour, is_bold: bool) {
        let max_line_width = self.width - 2.0 * MARGIN;
        for line in wrap(text, max_line_width, |text| line_width(text, size, is_bold)) {
            self.width = self.width.max(line_width(&line, size, is_bold) + 2.0 * MARGIN);
            self.bottom += size * 1.35;
            let at = Point::new(MARGIN, self.bottom - size * 0.3);
            let (align, rotation) = (Align::Start, Rotation::None);
            let line = TextLine { at, text: line, size, colour, align, rotation, is_bold };
            self.marks.push(Mark::Text(line));
        }
    }
}

/// The height of numbers and of the label below a plot area.
pub(super) const BELOW: f64 = 50.0;
/// The height of the label above a plot area.
pub(super) const ABOVE: f64 = 46.0;

/// The rectangle in which values are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlotArea {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl PlotArea {
    pub(super) const fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(super) const fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Returns the space for the numbers of a horizontal axis.
    pub(super) fn label_space_across(width: f64) -> LabelSpace {
        LabelSpace { length: width, gap: 14.0, extent: |label| line_width(label, SMALL, false) }
    }

    /// Returns the space for the numbers of a vertical axis.
    pub(super) fn label_space_up(height: f64) -> LabelSpace {
        LabelSpace { length: height, gap: 14.0, extent: |_| SMALL }
    }

    /// Returns the width of the numbers of a vertical axis.
    pub(super) fn numbers_width(axis: &ScaledAxis) -> f64 {
        let widths = axis.major.iter().map(|tick| line_width(&tick.label, SMALL, false));
        widths.fold(0.0, f64::max) + 10.0
    }

    /// Returns the horizontal position of a value.
    pub(super) fn across(&self, axis: &ScaledAxis, value: f64) -> Option<f64> {
        axis.share(value).map(|share| self.left + share * self.width)
    }

    /// Returns the vertical position of a value.
    pub(super) fn up(&self, axis: &ScaledAxis, value: f64) -> Option<f64> {
        axis.share(value).map(|share| self.bottom() - share * self.height)
    }

    /// Draws a horizontal axis: grid lines at its ticks, and the numbers and the label below.
    pub(super) fn draw_across(&self, axis: &ScaledAxis, label: &str, marks: &mut Vec<Mark>) {
        let bottom = self.bottom();
        for tick in &axis.major {
            let Some(x) = self.across(axis, tick.value) else { continue };
            marks.push(line((x, self.top), (x, bottom), GRID, 1.0));
            marks.push(line((x, bottom), (x, bottom + 5.0), AXIS, 1.0));
            let at = Point::new(x, bottom + 8.0 + SMALL);
            marks.push(text_mark(at, &tick.label, SMALL, SOFT_INK, Align::Middle));
        }
        for x in axis.minor.iter().filter_map(|&tick| self.across(axis, tick)) {
            marks.push(line((x, bottom), (x, bottom + 3.0), AXIS, 0.8));
        }
        let down = bottom + 16.0 + SMALL + LABEL;
        let (from, align) = if self.label_right(label) > self.right() {
            (self.left, Align::Start)
        } else {
            (self.left + self.width / 2.0, Align::Middle)
        };
        marks.push(text_mark(Point::new(from, down), label, LABEL, INK, align));
    }

    /// Returns the right end of the label below. The label is centred unless it is too long.
    pub(super) fn label_right(&self, label: &str) -> f64 {
        self.left + line_width(label, LABEL, false)
    }

    /// Draws a vertical axis: grid lines at its ticks, the numbers to the left, and the label above.
    pub(super) fn draw_up(
        &self,
        axis: &ScaledAxis,
        label: &str,
        label_left: f64,
        marks: &mut Vec<Mark>,
    ) {
        for tick in &axis.major {
            let Some(y) = self.up(axis, tick.value) else { continue };
            marks.push(line((self.left, y), (self.right(), y), GRID, 1.0));
            marks.push(line((self.left - 5.0, y), (self.left, y), AXIS, 1.0));
            let at = Point::new(self.left - 9.0, y + SMALL * 0.35);
            marks.push(text_mark(at, &tick.label, SMALL, SOFT_INK, Align::End));
        }
        for y in axis.minor.iter().filter_map(|&tick| self.up(axis, tick)) {
            marks.push(line((self.left - 3.0, y), (self.left, y), AXIS, 0.8));
        }
        marks.push(text_mark(
            Point::new(label_left, self.top - 16.0),
            label,
            LABEL,
            INK,
            Align::Start,
        ));
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

/// Creates a straight line.
pub(super) fn line(from: (f64, f64), to: (f64, f64), colour: Colour, width: f64) -> Mark {
    let points = vec![Point::new(from.0, from.1), Point::new(to.0, to.1)];
    Mark::Line { points, stroke: Stroke::solid(colour, width) }
}
