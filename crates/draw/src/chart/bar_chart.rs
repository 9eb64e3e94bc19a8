//! Bar charts.

use super::axis::{Axis, RangePolicy, ScaledAxis};
use super::plot_area::{
    AXIS, BELOW, INK, LABEL, MARGIN, PAPER, PlotArea, TitleBlock, line, line_width, page, text_mark,
};
use crate::scene::{Align, Colour, Mark, Point, Scene};

/// The length of the axis.
const WIDTH: f64 = 520.0;
/// The heights of a row and of its bar.
const ROW: f64 = 28.0;
const BAR: f64 = 17.0;

/// The status of the measured thing, which determines the colour of its bar.
///
/// ```
/// use caracole_draw::{Bar, BarStatus};
///
/// let status = |is_found: Option<bool>| match is_found {
///     Some(true) => BarStatus::Success,
///     Some(false) => BarStatus::Failure,
///     None => BarStatus::Unknown,
/// };
/// let bar = Bar { name: "backtracking".to_owned(), status: status(None), ..Bar::default() };
/// assert_eq!(bar.status, BarStatus::Unknown);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BarStatus {
    /// A success.
    Success,
    /// A failure.
    Failure,
    /// An unknown result.
    Unknown,
    /// No meaning.
    #[default]
    Neutral,
}

impl BarStatus {
    const fn colour(self) -> Colour {
        match self {
            Self::Success => Colour(0, 114, 178),
            Self::Failure => Colour(213, 94, 0),
            Self::Unknown => Colour(230, 159, 0),
            Self::Neutral => Colour(150, 150, 150),
        }
    }
}

/// A bar of a chart.
///
/// ```
/// use caracole_draw::{Bar, BarStatus};
///
/// let measured = Bar {
///     name: "Warnsdorff".to_owned(),
///     value: Some(12e-6),
///     text: "found, 12 µs".to_owned(),
///     status: BarStatus::Success,
/// };
/// // A bar without a value has only its text.
/// let given_up = Bar {
///     name: "brute force".to_owned(),
///     value: None,
///     text: "gave up".to_owned(),
///     status: BarStatus::Unknown,
/// };
/// assert!(measured.value > given_up.value);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// The label to its left.
    pub name: String,
    /// The length, or `None` if nothing was measured.
    pub value: Option<f64>,
    /// The text at its end.
    pub text: String,
    /// The colour.
    pub status: BarStatus,
}

/// Horizontal bars, one below the other.
///
/// On a logarithmic axis bars start at a power below the smallest value. A bar whose value cannot be shown
/// has only its text.
///
/// ```
/// use caracole_draw::{Axis, Bar, BarChart, BarStatus, Unit, png};
///
/// let chart = BarChart {
///     title: "One tour of the usual board".to_owned(),
///     subtitle: String::new(),
///     axis: Axis::log("time", Unit::Seconds),
///     bars: vec![Bar {
///         name: "Warnsdorff".to_owned(),
///         value: Some(12e-6),
///         text: "found, 12 µs".to_owned(),
///         status: BarStatus::Success,
///     }],
/// };
/// assert!(png::encode(&chart.scene(), 2.0)?.starts_with(b"\x89PNG"));
/// # Ok::<(), caracole_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// The subtitle; may be empty.
    pub subtitle: String,
    /// The axis of the lengths.
    pub axis: Axis,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

impl BarChart {
    /// Returns the chart as a scene.
    pub fn scene(&self) -> Scene {
        let values = self.bars.iter().filter_map(|bar| bar.value);
        let axis = ScaledAxis::new(
            &self.axis,
            values,
            RangePolicy::Bar,
            PlotArea::label_space_across(WIDTH),
        );
        let names = self.bars.iter().map(|bar| line_width(&bar.name, LABEL, false));
        let left = MARGIN + names.fold(40.0, f64::max) + 12.0;
        let height = self.bars.len().max(1) as f64 * ROW + 6.0;

        let texts = self.bars.iter().map(|bar| {
            let end = bar.value.and_then(|value| axis.share(value)).unwrap_or(axis.base());
            left + end.max(axis.base()) * WIDTH + 8.0 + line_width(&bar.text, LABEL, false)
        });
        let width = texts.fold(left + WIDTH + 8.0, f64::max) + MARGIN;
        let head = TitleBlock::new(&self.title, &self.subtitle, width);
        let area = PlotArea { left, top: head.bottom + 14.0, width: WIDTH, height };
        let mut marks = head.marks;
        area.draw_across(&axis, &self.axis.label, &mut marks);
        area.draw_bottom(&mut marks);
        for (row, bar) in self.bars.iter().enumerate() {
            let middle = area.top + 3.0 + (row as f64 + 0.5) * ROW;
            draw_bar(bar, area, &axis, middle, &mut marks);
        }
        let base = area.left + axis.base() * area.width;
        marks.push(line((base, area.top), (base, area.bottom()), AXIS, 1.2));
        let width = head.width.max(area.label_right(&self.axis.label) + MARGIN);
        let size = (width, area.bottom() + BELOW + MARGIN / 2.0);
        page(size, &self.title, self.description(), marks)
    }

    /// Returns a description of the values.
    fn description(&self) -> String {
        let line = |bar: &Bar| match bar.value {
            _ if !bar.text.is_empty() => format!(" {}: {}.", bar.name, bar.text),
            Some(value) => format!(" {}: {}.", bar.name, self.axis.unit.text(value)),
            None => format!(" {}: nothing to show.", bar.name),
        };
        let lines: String = self.bars.iter().map(line).collect();
        format!("{}.{lines}", self.axis.label)
    }
}

fn draw_bar(bar: &Bar, area: PlotArea, axis: &ScaledAxis, middle: f64, marks: &mut Vec<Mark>) {
    let base = area.left + axis.base() * area.width;
    let end = bar.value.and_then(|value| area.across(axis, value));
    let base_line = middle + LABEL * 0.35;
    let name_at = Point::new(area.left - 12.0, base_line);
    marks.push(text_mark(name_at, &bar.name, LABEL, INK, Align::End));
    // The text has a background that covers the grid.
    let from = end.map_or(base, |end| end.max(base)) + 8.0;
    if !bar.text.is_empty() {
        let width = line_width(&bar.text, LABEL, false);
        let corners = (
            Point::new(from - 4.0, middle - BAR / 2.0),
            Point::new(from + width, middle + BAR / 2.0),
        );
        marks.push(Mark::rectangle(corners.0, corners.1, PAPER));
        marks.push(text_mark(Point::new(from, base_line), &bar.text, LABEL, INK, Align::Start));
    }
    if let Some(end) = end {
        let (top, bottom) = (middle - BAR / 2.0, middle + BAR / 2.0);
        // A bar has a width of at least 1.
        let end = if (end - base).abs() < 1.0 { base + 1.0 } else { end };
        let fill = bar.status.colour();
        marks.push(Mark::rectangle(Point::new(base, top), Point::new(end, bottom), fill));
    }
}
