//! Several charts on one picture.

use super::frame::{ABOVE, BELOW, Frame};
use super::legend;
use super::lines::{LineChart, Plot, WIDTH};
use super::look::Look;
use super::page::{Head, MARGIN, PAPER, page};
use crate::scene::{Mark, Point, Scene};

/// The height of the frame of one chart among several.
const PANEL: f64 = 320.0;

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
    page((head.width, bottom + MARGIN / 2.0), title, description.join("\n"), marks)
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
    let mut names: Vec<(&str, bool)> = Vec::new();
    let mut plots = Vec::new();
    for chart in charts {
        let mut looks = Vec::new();
        for (name, is_drawn) in chart.names() {
            let known = names.iter().position(|known| known.0 == name);
            let place = known.unwrap_or_else(|| {
                names.push((name, false));
                names.len() - 1
            });
            names[place].1 |= is_drawn;
            looks.push(Look::new(place));
        }
        plots.push(Plot::new(chart, PANEL, looks));
    }
    let numbers = plots.iter().map(|plot| Frame::numbers_width(&plot.y)).fold(0.0, f64::max);
    let left = MARGIN + numbers;
    let beside = legend::width(names.iter().copied()).max(MARGIN);
    let head = Head::new(title, subtitle, left + WIDTH + beside + MARGIN);

    let Head { mut marks, mut bottom, mut width } = head;
    let mut legend_top = None;
    for (chart, plot) in charts.iter().zip(&plots) {
        let caption = Head::caption(&chart.title, &chart.subtitle, bottom + 14.0, width);
        marks.extend(caption.marks);
        let frame = Frame { left, top: caption.bottom + ABOVE, width: WIDTH, height: PANEL };
        width = caption.width.max(plot.width(frame));
        plot.draw(frame, &mut marks);
        legend_top.get_or_insert(frame.top);
        bottom = frame.bottom() + BELOW + MARGIN / 2.0;
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
