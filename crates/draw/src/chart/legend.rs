//! Which line is which: a name beside the end of each.

use super::look::Look;
use super::page::{INK, LABEL, SOFT_INK, measure, words};
use crate::scene::{Align, Mark, Point, Stroke};

/// The height of a row.
pub(super) const ROW: f64 = 20.0;
/// From the frame to the samples.
const GAP: f64 = 22.0;
/// The length of a sample.
const SAMPLE: f64 = 35.0;

/// One name.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) name: &'a str,
    pub(super) look: Look,
    /// Where its line ends, if it is drawn at all.
    pub(super) end: Option<Point>,
}

/// How wide a legend is, with the room before it; 0 if there is nothing to name.
pub(super) fn width<'a>(entries: impl Iterator<Item = (&'a str, bool)>) -> f64 {
    let widths = entries.map(|(name, is_drawn)| measure(&written(name, is_drawn), LABEL, false));
    let widest = widths.fold(0.0, f64::max);
    if widest > 0.0 { GAP + SAMPLE + 8.0 + widest } else { 0.0 }
}

/// Draws the names in the order of their lines' ends, each as near to its end as the others
/// allow, between `top` and `bottom`. Ends at the right side are joined to their names.
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
                end.moved(5.0, 0.0),
                Point::new(right + 4.0, end.y),
                Point::new(right + GAP - 4.0, y),
            ];
            marks.push(Mark::Line { points, stroke: Stroke::solid(entry.look.stroke.colour, 0.7) });
        }
        draw_entry(entry.name, entry.look, entry.end.is_some(), Point::new(right, y), marks);
    }
}

/// Draws the names as they come, one below the other, each with the look of its number.
pub(super) fn draw_in_order(names: &[(&str, bool)], right: f64, top: f64, marks: &mut Vec<Mark>) {
    for (row, &(name, is_drawn)) in names.iter().enumerate() {
        let y = top + (row as f64 + 0.5) * ROW;
        draw_entry(name, Look::new(row), is_drawn, Point::new(right, y), marks);
    }
}

fn draw_entry(name: &str, look: Look, is_drawn: bool, at: Point, marks: &mut Vec<Mark>) {
    let (from, y) = (at.x + GAP, at.y);
    let middle = Point::new(from + SAMPLE / 2.0, y);
    // From both ends to the middle, so that dashes look alike on both sides of the marker.
    for end in [from, from + SAMPLE] {
        let points = vec![Point::new(end, y), middle];
        marks.push(Mark::Line { points, stroke: look.stroke });
    }
    look.mark(middle, marks);
    let at = Point::new(from + SAMPLE + 8.0, y + LABEL * 0.35);
    let ink = if is_drawn { INK } else { SOFT_INK };
    marks.push(words(at, &written(name, is_drawn), LABEL, ink, Align::Start));
}

/// A name, and that nothing is to be seen of it.
fn written(name: &str, is_drawn: bool) -> String {
    if is_drawn { name.to_owned() } else { format!("{name} (nothing to show)") }
}

/// The heights nearest to the `wanted` ones, which grow, that are at least `gap` apart and, where
/// there is room, between `top` and `bottom`.
fn spread(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    // Less the room that those above take, heights must only not fall: where they do, all that
    // are in each other's way go to their mean.
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
    fn names_keep_apart_and_stay_near_their_ends() {
        assert_eq!(spread(&[10.0, 50.0, 90.0], 20.0, 0.0, 100.0), [10.0, 50.0, 90.0]);
        assert_eq!(spread(&[50.0, 50.0, 50.0], 20.0, 0.0, 100.0), [30.0, 50.0, 70.0]);
        assert_eq!(spread(&[0.0, 0.0, 70.0], 20.0, 0.0, 100.0), [0.0, 20.0, 70.0]);
        assert_eq!(spread(&[95.0, 100.0], 20.0, 0.0, 100.0), [80.0, 100.0]);
        assert_eq!(spread(&[5.0; 4], 20.0, 0.0, 40.0), [0.0, 20.0, 40.0, 60.0]);
        assert!(spread(&[], 20.0, 0.0, 100.0).is_empty());
    }
}
