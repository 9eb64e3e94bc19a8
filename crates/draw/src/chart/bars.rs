//! Bar charts: things side by side.

use super::Axis;
use super::frame::{BELOW, Frame};
use super::page::{AXIS, Head, INK, LABEL, MARGIN, PAPER, measure, page, words};
use super::ruler::{Role, Ruler};
use crate::scene::{Align, Colour, Mark, Point, Scene};

/// The length of the axis.
const WIDTH: f64 = 520.0;
/// The height of a row, and of the bar in it.
const ROW: f64 = 28.0;
const BAR: f64 = 17.0;

/// What a bar says besides its length.
///
/// ```
/// use caracole_draw::{Bar, Tone};
///
/// let tone = |is_found: Option<bool>| match is_found {
///     Some(true) => Tone::Good,
///     Some(false) => Tone::Bad,
///     None => Tone::Open,
/// };
/// let bar = Bar { name: "backtracking".to_owned(), tone: tone(None), ..Bar::default() };
/// assert_eq!(bar.tone, Tone::Open);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// It went well.
    Good,
    /// It went wrong.
    Bad,
    /// It is not known.
    Open,
    /// Nothing.
    #[default]
    Quiet,
}

impl Tone {
    const fn colour(self) -> Colour {
        match self {
            Self::Good => Colour(0, 114, 178),
            Self::Bad => Colour(213, 94, 0),
            Self::Open => Colour(230, 159, 0),
            Self::Quiet => Colour(150, 150, 150),
        }
    }
}

/// One bar of a chart.
///
/// ```
/// use caracole_draw::{Bar, Tone};
///
/// let measured = Bar {
///     name: "Warnsdorff".to_owned(),
///     value: Some(12e-6),
///     text: "found, 12 µs".to_owned(),
///     tone: Tone::Good,
/// };
/// // Nothing was measured: this one has its words only.
/// let given_up = Bar {
///     name: "brute force".to_owned(),
///     value: None,
///     text: "gave up".to_owned(),
///     tone: Tone::Open,
/// };
/// assert!(measured.value > given_up.value);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// What it stands for, written to its left.
    pub name: String,
    /// How long it is; none if there is nothing to measure.
    pub value: Option<f64>,
    /// What is written at its end.
    pub text: String,
    /// Its colour.
    pub tone: Tone,
}

/// Level bars, one below the other.
///
/// On a log axis bars begin at a power below the smallest value. A bar whose value cannot be shown
/// has its words only.
///
/// ```
/// use caracole_draw::{Axis, Bar, BarChart, Tone, Unit, png};
///
/// let chart = BarChart {
///     title: "One tour of the usual board".to_owned(),
///     subtitle: String::new(),
///     axis: Axis::log("time", Unit::Seconds),
///     bars: vec![Bar {
///         name: "Warnsdorff".to_owned(),
///         value: Some(12e-6),
///         text: "found, 12 µs".to_owned(),
///         tone: Tone::Good,
///     }],
/// };
/// assert!(png::encode(&chart.scene(), 2.0)?.starts_with(b"\x89PNG"));
/// # Ok::<(), caracole_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarChart {
    /// What it shows.
    pub title: String,
    /// How it was measured; may be empty.
    pub subtitle: String,
    /// What the lengths are.
    pub axis: Axis,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

impl BarChart {
    /// The chart as a picture.
    pub fn scene(&self) -> Scene {
        let values = self.bars.iter().filter_map(|bar| bar.value);
        let ruler = Ruler::new(&self.axis, values, Role::Bar, Frame::room_across(WIDTH));
        let names = self.bars.iter().map(|bar| measure(&bar.name, LABEL, false));
        let left = MARGIN + names.fold(40.0, f64::max) + 12.0;
        let height = self.bars.len().max(1) as f64 * ROW + 6.0;

        let texts = self.bars.iter().map(|bar| {
            let end = bar.value.and_then(|value| ruler.share(value)).unwrap_or(ruler.base());
            left + end.max(ruler.base()) * WIDTH + 8.0 + measure(&bar.text, LABEL, false)
        });
        let width = texts.fold(left + WIDTH + 8.0, f64::max) + MARGIN;
        let head = Head::new(&self.title, &self.subtitle, width);
        let frame = Frame { left, top: head.bottom + 14.0, width: WIDTH, height };
        let mut marks = head.marks;
        frame.draw_across(&ruler, &self.axis.label, &mut marks);
        frame.draw_bottom(&mut marks);
        for (row, bar) in self.bars.iter().enumerate() {
            let middle = frame.top + 3.0 + (row as f64 + 0.5) * ROW;
            draw_bar(bar, frame, &ruler, middle, &mut marks);
        }
        let base = frame.left + ruler.base() * frame.width;
        marks.push(super::frame::line((base, frame.top), (base, frame.bottom()), AXIS, 1.2));
        let width = head.width.max(frame.label_right(&self.axis.label) + MARGIN);
        let size = (width, frame.bottom() + BELOW + MARGIN / 2.0);
        page(size, &self.title, self.description(), marks)
    }

    /// What is to be seen, in words.
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

fn draw_bar(bar: &Bar, frame: Frame, ruler: &Ruler, middle: f64, marks: &mut Vec<Mark>) {
    let base = frame.left + ruler.base() * frame.width;
    let end = bar.value.and_then(|value| frame.across(ruler, value));
    let base_line = middle + LABEL * 0.35;
    let name_at = Point::new(frame.left - 12.0, base_line);
    marks.push(words(name_at, &bar.name, LABEL, INK, Align::End));
    // Words stand on paper, not on the grid.
    let from = end.map_or(base, |end| end.max(base)) + 8.0;
    if !bar.text.is_empty() {
        let width = measure(&bar.text, LABEL, false);
        let corners = (
            Point::new(from - 4.0, middle - BAR / 2.0),
            Point::new(from + width, middle + BAR / 2.0),
        );
        marks.push(Mark::rectangle(corners.0, corners.1, PAPER));
        marks.push(words(Point::new(from, base_line), &bar.text, LABEL, INK, Align::Start));
    }
    if let Some(end) = end {
        let (top, bottom) = (middle - BAR / 2.0, middle + BAR / 2.0);
        // Even nothing is a hair.
        let end = if (end - base).abs() < 1.0 { base + 1.0 } else { end };
        let fill = bar.tone.colour();
        marks.push(Mark::rectangle(Point::new(base, top), Point::new(end, bottom), fill));
    }
}
