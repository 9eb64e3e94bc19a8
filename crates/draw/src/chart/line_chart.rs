//! Line charts, and several charts in one picture.

use super::axis::{Axis, RangePolicy, ScaledAxis};
use super::legend::{self, Entry, ROW};
use super::line_style::LineStyle;
use super::plot_area::{
    ABOVE, BELOW, LABEL, MARGIN, PlotArea, SOFT_INK, TitleBlock, line_width, page, text_mark,
};
use crate::scene::{Align, Mark, Point, Scene};

/// The size of the plot area. The height grows with long legends.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
/// The minimum distance of markers on a line.
const MARKER_DISTANCE: f64 = 56.0;
/// Points that are closer to the last one are left out.
const MIN_POINT_DISTANCE: f64 = 0.2;

/// A line of a chart.
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
    /// The name. Lines of the same name have the same style in all charts of one picture.
    pub name: String,
    /// The points, in the order of the line. The line has a gap at a value that is missing or cannot be
    /// shown.
    pub points: Vec<(f64, Option<f64>)>,
}

/// Lines over a common axis. Sixteen lines differ in colour, dashes and markers.
///
/// Values that are not finite, and values up to zero on a logarithmic axis, are left out. A line without
/// values is still named.
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
    /// The title.
    pub title: String,
    /// The subtitle; may be empty.
    pub subtitle: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

impl LineChart {
    /// Returns the chart as a scene.
    pub fn scene(&self) -> Scene {
        let height = HEIGHT.max(self.series.len() as f64 * ROW);
        let styles = (0..self.series.len()).map(LineStyle::new).collect();
        let plot = Plot::new(self, height, styles);
        let left = MARGIN + PlotArea::numbers_width(&plot.y);
        // The last number of the horizontal axis extends to the right of the plot area.
        let beside = legend::width(self.names()).max(MARGIN);
        let head = TitleBlock::new(&self.title, &self.subtitle, left + WIDTH + beside + MARGIN);
        let area = PlotArea { left, top: head.bottom + ABOVE, width: WIDTH, height };
        let mut marks = head.marks;
        plot.draw(area, &mut marks);
        if beside > MARGIN {
            let entries = plot.entries(area);
            legend::draw_at_ends(entries, area.right(), (area.top, area.bottom()), &mut marks);
        }
        let size = (head.width.max(plot.width(area)), area.bottom() + BELOW + MARGIN / 2.0);
        page(size, &self.title, self.description(), marks)
    }

    /// Returns the point if it can be shown.
    fn shown(&self, (x, y): (f64, Option<f64>)) -> Option<(f64, f64)> {
        let y = y.filter(|&y| self.x.scale.shows(x) && self.y.scale.shows(y));
        y.map(|y| (x, y))
    }

    /// Returns the names of the lines, and true for those with points.
    fn names(&self) -> impl Iterator<Item = (&str, bool)> {
        let is_drawn = |series: &Series| series.points.iter().any(|&p| self.shown(p).is_some());
        self.series.iter().map(move |series| (series.name.as_str(), is_drawn(series)))
    }

    /// Returns a description of the first and last values.
    fn description(&self) -> String {
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

/// A line chart with its axes, without a position.
struct Plot<'a> {
    chart: &'a LineChart,
    x: ScaledAxis,
    y: ScaledAxis,
    /// The style of each line.
    styles: Vec<LineStyle>,
}

impl<'a> Plot<'a> {
    fn new(chart: &'a LineChart, height: f64, styles: Vec<LineStyle>) -> Self {
        let points = chart.series.iter().flat_map(|series| &series.points);
        let shown = points.filter_map(|&point| chart.shown(point));
        let xs = shown.clone().map(|(x, _)| x);
        let x =
            ScaledAxis::new(&chart.x, xs, RangePolicy::Tight, PlotArea::label_space_across(WIDTH));
        let y = ScaledAxis::new(
            &chart.y,
            shown.map(|(_, y)| y),
            RangePolicy::Height,
            PlotArea::label_space_up(height),
        );
        Self { chart, x, y, styles }
    }

    /// Returns the necessary width of the chart for the labels of both axes.
    fn width(&self, area: PlotArea) -> f64 {
        let above = MARGIN + line_width(&self.chart.y.label, LABEL, false);
        above.max(area.label_right(&self.chart.x.label)) + MARGIN
    }

    /// Draws axes and lines.
    fn draw(&self, area: PlotArea, marks: &mut Vec<Mark>) {
        area.draw_across(&self.x, &self.chart.x.label, marks);
        area.draw_up(&self.y, &self.chart.y.label, MARGIN, marks);
        area.draw_left(marks);
        area.draw_bottom(marks);
        if self.chart.names().all(|(_, is_drawn)| !is_drawn) {
            let middle = Point::new(area.left + area.width / 2.0, area.top + area.height / 2.0);
            marks.push(text_mark(middle, "nothing to show", LABEL, SOFT_INK, Align::Middle));
        }
        // Markers cover all lines.
        let mut markers = Vec::new();
        for (number, (series, style)) in self.chart.series.iter().zip(&self.styles).enumerate() {
            let shift = number as f64 * 0.37 % 1.0;
            for run in self.runs(series, area) {
                for point in marked(&run, shift) {
                    style.mark(point, &mut markers);
                }
                marks.push(Mark::Line { points: run, stroke: style.stroke });
            }
        }
        marks.append(&mut markers);
    }

    /// Returns the names and the ends of the lines.
    fn entries(&self, area: PlotArea) -> Vec<Entry<'a>> {
        let series = self.chart.series.iter().zip(&self.styles);
        let entry = |(series, style): (&'a Series, &LineStyle)| Entry {
            name: &series.name,
            style: *style,
            end: self.runs(series, area).last().and_then(|run| run.last().copied()),
        };
        series.map(entry).collect()
    }

    /// Returns the continuous parts of a line, without points that are too close to the last one.
    fn runs(&self, series: &Series, area: PlotArea) -> Vec<Vec<Point>> {
        let place = |&(x, y): &(f64, Option<f64>)| {
            Some(Point::new(area.across(&self.x, x)?, area.up(&self.y, y?)?))
        };
        let mut runs: Vec<Vec<Point>> = Vec::new();
        let mut is_broken = true;
        for point in series.points.iter().map(place) {
            match (point, runs.last_mut()) {
                (None, _) => is_broken = true,
                (Some(point), Some(run)) if !is_broken => {
                    if run.last().is_none_or(|last| distance(*last, point) > MIN_POINT_DISTANCE) {
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

/// Returns the points of a continuous line that get markers: all if they are few, else some, with a shift
/// that separates the markers of different lines.
fn marked(run: &[Point], shift: f64) -> impl Iterator<Item = Point> + '_ {
    let length: f64 = run.windows(2).map(|pair| (pair[1].x - pair[0].x).abs()).sum();
    let are_few = length >= 0.5 * MARKER_DISTANCE * (run.len() - 1) as f64;
    let mut room = if run.len() == 1 { 0.0 } else { MARKER_DISTANCE * (0.2 + 0.8 * shift) };
    let mut last = run[0];
    run.iter().copied().filter(move |&point| {
        room -= (point.x - last.x).abs();
        last = point;
        let is_marked = are_few || room <= 0.0;
        if room <= 0.0 {
            room = MARKER_DISTANCE;
        }
        is_marked
    })
}

fn distance(from: Point, to: Point) -> f64 {
    (to.x - from.x).hypot(to.y - from.y)
}

/// The height of the plot area of one chart among several.
const PANEL_HEIGHT: f64 = 320.0;

/// Returns line charts one below the other, with a common legend. Lines of the same name have the same
/// style in all charts.
///
/// ```
/// use caracole_draw::{LineChart, Series, panels};
///
/// let series = |name: &str| Series { name: name.to_owned(), points: vec![(1.0, Some(2.0))] };
/// let chart = |names: &[&str]| LineChart {
///     series: names.iter().map(|name| series(name)).collect(),
///     ..LineChart::default()
/// };
/// let scene = panels("Time and success", "", &[chart(&["ants", "auto"]), chart(&["auto"])]);
/// assert!(scene.description.contains("auto: 2 at 1."));
/// ```
pub fn panels(title: &str, subtitle: &str, charts: &[LineChart]) -> Scene {
    let mut names: Vec<(&str, bool)> = Vec::new();
    let mut plots = Vec::new();
    for chart in charts {
        let mut styles = Vec::new();
        for (name, is_drawn) in chart.names() {
            let known = names.iter().position(|known| known.0 == name);
            let place = known.unwrap_or_else(|| {
                names.push((name, false));
                names.len() - 1
            });
            names[place].1 |= is_drawn;
            styles.push(LineStyle::new(place));
        }
        plots.push(Plot::new(chart, PANEL_HEIGHT, styles));
    }
    let numbers = plots.iter().map(|plot| PlotArea::numbers_width(&plot.y)).fold(0.0, f64::max);
    let left = MARGIN + numbers;
    let beside = legend::width(names.iter().copied()).max(MARGIN);
    let head = TitleBlock::new(title, subtitle, left + WIDTH + beside + MARGIN);

    let TitleBlock { mut marks, mut bottom, mut width } = head;
    let mut legend_top = None;
    for (chart, plot) in charts.iter().zip(&plots) {
        let caption = TitleBlock::caption(&chart.title, &chart.subtitle, bottom + 14.0, width);
        marks.extend(caption.marks);
        let area =
            PlotArea { left, top: caption.bottom + ABOVE, width: WIDTH, height: PANEL_HEIGHT };
        width = caption.width.max(plot.width(area));
        plot.draw(area, &mut marks);
        legend_top.get_or_insert(area.top);
        bottom = area.bottom() + BELOW + MARGIN / 2.0;
    }
    let legend_top = legend_top.unwrap_or(bottom);
    if beside > MARGIN {
        legend::draw_in_order(&names, left + WIDTH, legend_top, &mut marks);
    }
    let describe = |chart: &LineChart| format!("{}: {}", chart.title, chart.description());
    let descriptions: Vec<String> = charts.iter().map(describe).collect();
    let legend_bottom = legend_top + names.len() as f64 * legend::ROW;
    page((width, bottom.max(legend_bottom + MARGIN)), title, descriptions.join("\n"), marks)
}
