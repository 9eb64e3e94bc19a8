//! Several charts on one picture.

use super::frame::{ABOVE, BELOW, Frame};
use super::legend::{self, Entry};
use super::lines::{LineChart, Plot, WIDTH};
use super::look::Look;
use super::page::{Head, MARGIN, PAPER};
use crate::scene::{Mark, Point, Scene};

/// Pictures one below the other, under a common title.
///
/// ```
/// use caracole_draw::{BarChart, LineChart, sheet};
///
/// let (lines, bars) = (LineChart::default().scene(), BarChart::default().scene());
/// let both = sheet("All at once", vec![lines.clone(), bars.clone()]);
/// assert!(both.height > lines.height + bars.height);
/// assert_eq!(both.width, lines.width.max(bars.width));
/// ```
pub fn sheet(title: &str, charts: Vec<Scene>) -> Scene {
    let width = charts.iter().map(|chart| chart.width).fold(4.0 * MARGIN, f64::max);
    let head = Head::new(title, "", width);
    let mut marks = head.marks;
    let mut bottom = head.bottom;
    let mut description = Vec::new();
    for chart in charts {
        if chart.background != PAPER {
            let corner = Point::new(chart.width, bottom + chart.height);
            marks.push(Mark::rectangle(Point::new(0.0, bottom), corner, chart.background));
        }
        marks.extend(chart.marks.into_iter().map(|mark| mark.moved(0.0, bottom)));
        bottom += chart.height;
        description.push(format!("{}: {}", chart.title, chart.description));
    }
    let title = title.to_owned();
    let description = description.join("\n");
    let height = bottom + MARGIN / 2.0;
    Scene { width: head.width, height, title, description, background: PAPER, marks }
}

/// Line charts one below the other, with one legend for all: lines of the same name look the same
/// on each.
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
    const HEIGHT: f64 = 320.0;
    let mut names: Vec<&str> = Vec::new();
    let mut plots = Vec::new();
    for chart in charts {
        let mut looks = Vec::new();
        for series in &chart.series {
            let known = names.iter().position(|&name| name == series.name);
            looks.push(known.unwrap_or(names.len()));
            if known.is_none() {
                names.push(&series.name);
            }
        }
        plots.push(Plot::new(chart, HEIGHT, looks));
    }
    let numbers = plots.iter().map(|plot| Frame::numbers_width(&plot.y)).fold(0.0, f64::max);
    let left = MARGIN + numbers;
    let beside = legend::width(names.iter().copied()).max(MARGIN);
    let head = Head::new(title, subtitle, left + WIDTH + beside + MARGIN);

    let mut marks = head.marks;
    let mut width = head.width;
    let mut bottom = head.bottom;
    let mut ends: Vec<Option<Point>> = vec![None; names.len()];
    let first_top = bottom + ABOVE;
    let mut description = Vec::new();
    for (chart, plot) in charts.iter().zip(&plots) {
        let under = Head::caption(&chart.title, &chart.subtitle, bottom, width);
        width = width.max(under.width).max(plot.label_width());
        marks.extend(under.marks);
        let frame = Frame { left, top: under.bottom + ABOVE, width: WIDTH, height: HEIGHT };
        plot.draw(frame, &mut marks);
        for entry in plot.entries(frame) {
            if let Some(place) = names.iter().position(|&name| name == entry.name) {
                ends[place] = ends[place].or(entry.end);
            }
        }
        bottom = frame.bottom() + BELOW + MARGIN / 2.0;
        description.push(format!("{}: {}", chart.title, chart.description()));
    }
    let entries: Vec<Entry<'_>> = names
        .iter()
        .zip(ends)
        .enumerate()
        .map(|(number, (name, end))| Entry { name, look: Look::new(number), end })
        .collect();
    if beside > MARGIN {
        legend::draw_in_order(&entries, left + WIDTH, first_top, &mut marks);
    }
    Scene {
        width,
        height: bottom.max(first_top + entries.len() as f64 * legend::ROW + MARGIN),
        title: title.to_owned(),
        description: description.join("\n"),
        background: PAPER,
        marks,
    }
}
