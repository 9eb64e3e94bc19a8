//! Legends: the names of lines beside their ends.

use super::line_style::LineStyle;
use super::plot_area::{INK, LABEL, SOFT_INK, line_width, text_mark};
use crate::scene::{Align, Mark, Point, Stroke};

/// The height of a row.
pub(super) const ROW: f64 = 20.0;
/// The distance of the samples from the plot area.
const GAP: f64 = 22.0;
/// The length of a sample.
const SAMPLE: f64 = 35.0;

/// An entry of a legend.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) name: &'a str,
    pub(super) style: LineStyle,
    /// The end of the line, if it has points.
    pub(super) end: Option<Point>,
}

/// Returns the width of a legend with the gap before it, or 0 if it has no entries.
pub(super) fn width<'a>(entries: impl Iterator<Item = (&'a str, bool)>) -> f64 {
    let widths = entries.map(|(name, is_drawn)| line_width(&written(name, is_drawn), LABEL, false));
    let widest = widths.fold(0.0, f64::max);
    if widest > 0.0 { GAP + SAMPLE + 8.0 + widest } else { 0.0 }
}

/// Draws the names in the order of the ends of their lines, each as close to its end as possible, between
/// `top` and `bottom`. Ends at the right side are connected to their names.
pub(super) fn draw_at_ends(
    mut entries: Vec<Entry<'_>>,
    right: f64,
    (top, bottom): (f64, f64),
    marks: &mut Vec<Mark>,
) {
    let height = |entry: &Entry<'_>| entry.end.map_or(f64::INFINITY, |end| end.y);
    entries.sort_by(|a, b| height(a).total_cmp(&height(b)));
    let wanted: Vec<f64> = entries.iter().map(|entry| height(entry).min(bottom)).collect();
    for (entry, y) in entries.iter().zip(spread(&wanted, ROW, top, bottom)) {
        let end = entry.end.filter(|end| end.x > right - 24.0);
        if let Some(end) = end {
            let points = vec![
                end.translated(5.0, 0.0),
                Point::new(right + 4.0, end.y),
                Point::new(right + GAP - 4.0, y),
            ];
            marks
                .push(Mark::Line { points, stroke: Stroke::solid(entry.style.stroke.colour, 0.7) });
        }
        draw_entry(entry.name, entry.style, entry.end.is_some(), Point::new(right, y), marks);
    }
}

/// Draws the names in their order, one below the other, each with the style of its number.
pub(super) fn draw_in_order(names: &[(&str, bool)], right: f64, top: f64, marks: &mut Vec<Mark>) {
    for (row, &(name, is_drawn)) in names.iter().enumerate() {
        let y = top + (row as f64 + 0.5) * ROW;
        draw_entry(name, LineStyle::new(row), is_drawn, Point::new(right, y), marks);
    }
}

fn draw_entry(name: &str, style: LineStyle, is_drawn: bool, at: Point, marks: &mut Vec<Mark>) {
    let (from, y) = (at.x + GAP, at.y);
    let middle = Point::new(from + SAMPLE / 2.0, y);
    // From both ends to the middle, so that dashes are symmetric to the marker.
    for end in [from, from + SAMPLE] {
        let points = vec![Point::new(end, y), middle];
        marks.push(Mark::Line { points, stroke: style.stroke });
    }
    style.mark(middle, marks);
    let at = Point::new(from + SAMPLE + 8.0, y + LABEL * 0.35);
    let ink = if is_drawn { INK } else { SOFT_INK };
    marks.push(text_mark(at, &written(name, is_drawn), LABEL, ink, Align::Start));
}

/// Returns a name, with a note if its line has no points.
fn written(name: &str, is_drawn: bool) -> String {
    if is_drawn { name.to_owned() } else { format!("{name} (nothing to show)") }
}

/// Returns the positions nearest to the ascending `wanted` ones that are at least `gap` apart and, if
/// possible, between `top` and `bottom`.
fn spread(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    // After subtracting the gaps above, positions must not decrease. Groups that overlap move to their mean.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for (place, height) in wanted.iter().enumerate() {
        let mut group = (height - place as f64 * gap, 1);
        while let Some(&(mean, count)) = groups.last()
            && mean > group.0
        {
            let both = count + group.1;
            group = ((mean * count as f64 + group.0 * group.1 as f64) / both as f64, both);
            groups.pop();
        }
        groups.push(group);
    }
    let last = (bottom - wanted.len().saturating_sub(1) as f64 * gap).max(top);
    let means = groups.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count));
    means.enumerate().map(|(place, mean)| mean.clamp(top, last) + place as f64 * gap).collect()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn positions_are_apart_and_near_the_wanted_ones() {
        assert_eq!(spread(&[10.0, 50.0, 90.0], 20.0, 0.0, 100.0), [10.0, 50.0, 90.0]);
        assert_eq!(spread(&[50.0, 50.0, 50.0], 20.0, 0.0, 100.0), [30.0, 50.0, 70.0]);
        assert_eq!(spread(&[0.0, 0.0, 70.0], 20.0, 0.0, 100.0), [0.0, 20.0, 70.0]);
        assert_eq!(spread(&[95.0, 100.0], 20.0, 0.0, 100.0), [80.0, 100.0]);
        assert_eq!(spread(&[5.0; 4], 20.0, 0.0, 40.0), [0.0, 20.0, 40.0, 60.0]);
        assert!(spread(&[], 20.0, 0.0, 100.0).is_empty());
    }
}
