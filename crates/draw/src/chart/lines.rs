//! Line charts: how things grow.

use super::Axis;
use super::frame::{ABOVE, BELOW, Frame};
use super::legend::{self, Entry, ROW};
use super::look::Look;
use super::page::{Head, LABEL, MARGIN, SOFT_INK, measure, page, words};
use super::ruler::{Role, Ruler};
use crate::scene::{Align, Mark, Point, Scene};

/// The size of the frame; it grows with long legends.
pub(super) const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
/// Markers on a line are at least this far apart.
const BETWEEN_MARKERS: f64 = 56.0;
/// Points nearer to the last one than this cannot be told from it.
const INDISTINCT: f64 = 0.2;

/// One line of a chart.
///
/// ```
/// use caracole_draw::{LineChart, Series, svg};
///
/// let growth = Series {
///     name: "squares".to_owned(),
///     points: (5..=8).map(|side| (f64::from(side), Some(f64::from(side * side)))).collect(),
/// };
/// let chart = LineChart { series: vec![growth], ..LineChart::default() };
/// let mut file = Vec::new();
/// svg::write(&chart.scene(), &mut file)?;
/// assert!(String::from_utf8_lossy(&file).contains(">squares</text>"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Its name. A line of the same name looks the same on all charts of one sheet.
    pub name: String,
    /// Its points, in the order in which the line goes through them. The line breaks where a
    /// value is missing or cannot be shown.
    pub points: Vec<(f64, Option<f64>)>,
}

/// Lines over a common axis. Sixteen are told apart by colour, dashes and markers.
///
/// Values that are not finite, and those not above zero on a log axis, are left out. A line that
/// passes nowhere is still named.
///
/// ```
/// use caracole_draw::{Axis, LineChart, Series, Unit, svg};
///
/// let chart = LineChart {
///     title: "How two methods might grow".to_owned(),
///     subtitle: "numbers made up for this example".to_owned(),
///     x: Axis::linear("side of the board", Unit::Plain),
///     y: Axis::log("time", Unit::Seconds),
///     series: vec![
///         Series {
///             name: "backtracking".to_owned(),
///             points: vec![(5.0, Some(2e-5)), (6.0, Some(0.004)), (7.0, Some(3.1)), (8.0, None)],
///         },
///         Series {
///             name: "Warnsdorff".to_owned(),
///             points: (5..=8).map(|n| (f64::from(n), Some(1e-7 * f64::from(n * n)))).collect(),
///         },
///     ],
/// };
/// let mut file = Vec::new();
/// svg::write(&chart.scene(), &mut file)?;
/// let text = String::from_utf8(file).expect("SVG is text");
/// assert!(text.contains(">10 ms</text>") && text.contains(">Warnsdorff</text>"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineChart {
    /// What it shows.
    pub title: String,
    /// How it was measured; may be empty.
    pub subtitle: String,
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from bottom to top.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

impl LineChart {
    /// The chart as a picture.
    pub fn scene(&self) -> Scene {
        let height = HEIGHT.max(self.series.len() as f64 * ROW);
        let looks = (0..self.series.len()).map(Look::new).collect();
        let plot = Plot::new(self, height, looks);
        let left = MARGIN + Frame::numbers_width(&plot.y);
        // Numbers stand below their ticks, also at the very right.
        let beside = legend::width(self.names()).max(MARGIN);
        let head = Head::new(&self.title, &self.subtitle, left + WIDTH + beside + MARGIN);
        let frame = Frame { left, top: head.bottom + ABOVE, width: WIDTH, height };
        let mut marks = head.marks;
        plot.draw(frame, &mut marks);
        if beside > MARGIN {
            let entries = plot.entries(frame);
            legend::draw_at_ends(entries, frame.right(), (frame.top, frame.bottom()), &mut marks);
        }
        let size = (head.width.max(plot.width(frame)), frame.bottom() + BELOW + MARGIN / 2.0);
        page(size, &self.title, self.description(), marks)
    }

    /// A point that can be shown.
    fn shown(&self, (x, y): (f64, Option<f64>)) -> Option<(f64, f64)> {
        let y = y.filter(|&y| self.x.scale.shows(x) && self.y.scale.shows(y));
        y.map(|y| (x, y))
    }

    /// The names of the lines, and whether anything is drawn of them.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, bool)> {
        let is_drawn = |series: &Series| series.points.iter().any(|&p| self.shown(p).is_some());
        self.series.iter().map(move |series| (series.name.as_str(), is_drawn(series)))
    }

    /// What is to be seen, in words.
    pub(super) fn description(&self) -> String {
        let line = |series: &Series| {
            let first = series.points.iter().find_map(|&point| self.shown(point));
            let last = series.points.iter().rev().find_map(|&point| self.shown(point));
            let write = |(x, y)| format!("{} at {}", self.y.unit.text(y), self.x.unit.text(x));
            match first.zip(last) {
                None => format!(" {}: nothing to show.", series.name),
                Some((first, last)) if first == last => {
                    format!(" {}: {}.", series.name, write(first))
                }
                Some((first, last)) => {
                    format!(" {}: {}, {}.", series.name, write(first), write(last))
                }
            }
        };
        let lines: String = self.series.iter().map(line).collect();
        format!("{} against {}.{lines}", self.y.label, self.x.label)
    }
}

/// A line chart with its axes, not yet in its place.
pub(super) struct Plot<'a> {
    chart: &'a LineChart,
    x: Ruler,
    pub(super) y: Ruler,
    /// How each line looks.
    looks: Vec<Look>,
}

impl<'a> Plot<'a> {
    pub(super) fn new(chart: &'a LineChart, height: f64, looks: Vec<Look>) -> Self {
        let points = chart.series.iter().flat_map(|series| &series.points);
        let shown = points.filter_map(|&point| chart.shown(point));
        let xs = shown.clone().map(|(x, _)| x);
        let x = Ruler::new(&chart.x, xs, Role::Tight, Frame::room_across(WIDTH));
        let y = Ruler::new(&chart.y, shown.map(|(_, y)| y), Role::Height, Frame::room_up(height));
        Self { chart, x, y, looks }
    }

    /// How wide the page must be for the labels of both axes.
    pub(super) fn width(&self, frame: Frame) -> f64 {
        let above = MARGIN + measure(&self.chart.y.label, LABEL, false);
        above.max(frame.label_right(&self.chart.x.label)) + MARGIN
    }

    /// Draws axes and lines.
    pub(super) fn draw(&self, frame: Frame, marks: &mut Vec<Mark>) {
        frame.draw_across(&self.x, &self.chart.x.label, marks);
        frame.draw_up(&self.y, &self.chart.y.label, MARGIN, marks);
        frame.draw_left(marks);
        frame.draw_bottom(marks);
        if self.chart.names().all(|(_, is_drawn)| !is_drawn) {
            let middle = Point::new(frame.left + frame.width / 2.0, frame.top + frame.height / 2.0);
            marks.push(words(middle, "nothing to show", LABEL, SOFT_INK, Align::Middle));
        }
        // Markers of one line are not hidden by the next line.
        let mut markers = Vec::new();
        for (number, (series, look)) in self.chart.series.iter().zip(&self.looks).enumerate() {
            let shift = number as f64 * 0.37 % 1.0;
            for run in self.runs(series, frame) {
                for point in marked(&run, shift) {
                    look.mark(point, &mut markers);
                }
                marks.push(Mark::Line { points: run, stroke: look.stroke });
            }
        }
        marks.append(&mut markers);
    }

    /// The names of the lines, and where they end.
    fn entries(&self, frame: Frame) -> Vec<Entry<'a>> {
        let series = self.chart.series.iter().zip(&self.looks);
        let entry = |(series, look): (&'a Series, &Look)| Entry {
            name: &series.name,
            look: *look,
            end: self.runs(series, frame).last().and_then(|run| run.last().copied()),
        };
        series.map(entry).collect()
    }

    /// The unbroken parts of a line, without points that cannot be told from their neighbours.
    fn runs(&self, series: &Series, frame: Frame) -> Vec<Vec<Point>> {
        let place = |&(x, y): &(f64, Option<f64>)| {
            Some(Point::new(frame.across(&self.x, x)?, frame.up(&self.y, y?)?))
        };
        let mut runs: Vec<Vec<Point>> = Vec::new();
        let mut is_broken = true;
        for point in series.points.iter().map(place) {
            match (point, runs.last_mut()) {
                (None, _) => is_broken = true,
                (Some(point), Some(run)) if !is_broken => {
                    if run.last().is_none_or(|last| distance(*last, point) > INDISTINCT) {
                        run.push(point);
                    }
                }
                (Some(point), _) => {
                    runs.push(vec![point]);
                    is_broken = false;
                }
            }
        }
        runs
    }
}

/// Which points of an unbroken line get markers: all if they are few, else some, shifted so that
/// the markers of different lines do not crowd at the same places.
fn marked(run: &[Point], shift: f64) -> impl Iterator<Item = Point> + '_ {
    let length: f64 = run.windows(2).map(|pair| (pair[1].x - pair[0].x).abs()).sum();
    let are_few = length >= 0.5 * BETWEEN_MARKERS * (run.len() - 1) as f64;
    let mut room = if run.len() == 1 { 0.0 } else { BETWEEN_MARKERS * (0.2 + 0.8 * shift) };
    let mut last = run[0];
    run.iter().copied().filter(move |&point| {
        room -= (point.x - last.x).abs();
        last = point;
        let is_marked = are_few || room <= 0.0;
        if room <= 0.0 {
            room = BETWEEN_MARKERS;
        }
        is_marked
    })
}

fn distance(from: Point, to: Point) -> f64 {
    (to.x - from.x).hypot(to.y - from.y)
}
