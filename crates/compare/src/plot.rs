//! Contests as pictures.

use caracole_core::StopCause;
use caracole_draw::{Axis, Bar, BarChart, LineChart, Scene, Series, Tone, Unit, panels};

use caracole_solve::Method;

use crate::{Answer, Point, Row};

/// What came of bouts on one problem: a bar for the time of each contestant, coloured by what it
/// answered.
///
/// ```
/// use caracole_compare::{Contestant, Here, Match, plot_rows};
/// use caracole_core::Problem;
/// use caracole_draw::svg;
/// use caracole_solve::Limits;
///
/// let contest = Match {
///     problem: Problem::new("5x5".parse()?).from("a1")?,
///     contestants: Contestant::named("warnsdorff")?,
///     limits: Limits::default(),
///     seed: 0,
///     repeats: 1,
/// };
/// let rows = contest.fight(&mut Here, |_| {})?;
/// let mut picture = Vec::new();
/// svg::write(&plot_rows("5x5 from a1", &rows), &mut picture)?;
/// assert!(String::from_utf8(picture)?.contains("warnsdorff/roth"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plot_rows(title: &str, rows: &[Row]) -> Scene {
    BarChart {
        title: "Who finds a tour, and how soon?".to_owned(),
        subtitle: title.to_owned(),
        axis: Axis::log("time", Unit::Seconds),
        bars: rows.iter().map(bar).collect(),
    }
    .scene()
}

fn bar(row: &Row) -> Bar {
    let (tone, text) = match &row.answer {
        Answer::Found { .. } => (Tone::Good, "found".to_owned()),
        Answer::Impossible(_) => (Tone::Bad, "impossible".to_owned()),
        Answer::Unknown(stop) if stop.cause == StopCause::Unsupported => {
            (Tone::Quiet, "not for this".to_owned())
        }
        Answer::Unknown(stop) => (Tone::Open, format!("unknown ({})", stop.cause.word())),
    };
    let value = (tone != Tone::Quiet).then_some(row.elapsed.as_secs_f64());
    let text = match value {
        Some(seconds) => format!("{text}, {}", Unit::Seconds.text(seconds)),
        None => text,
    };
    Bar { name: row.name.clone(), value, text, tone }
}

/// What a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Curve {
    /// The share of tours that were found, by all but Warnsdorff's rule with several rules for ties.
    Rate,
    /// The same, by these: so many lines end at the top that they take two charts.
    RateByTie,
    /// The median of the times.
    Time,
    /// Steps, cases and updates.
    Work,
    /// The most bytes in use.
    Memory,
}

impl Curve {
    /// All of them, in the order in which they are drawn.
    const ALL: [Self; 5] = [Self::Rate, Self::RateByTie, Self::Time, Self::Work, Self::Memory];

    const fn title(self) -> &'static str {
        match self {
            Self::Rate => "How often is a tour found?",
            Self::RateByTie => "How often does Warnsdorff's rule find one? By the rule for ties",
            Self::Time => "How long does a tour take? The median of those found",
            Self::Work => {
                "How much is done for it? Steps, cases and updates, the mean of those found"
            }
            Self::Memory => "How much memory does it take? The most in use at once",
        }
    }

    fn axis(self) -> Axis {
        match self {
            Self::Rate | Self::RateByTie => Axis::linear("tours found", Unit::Percent),
            Self::Time => Axis::log("time", Unit::Seconds),
            Self::Work => Axis::log("work", Unit::Plain),
            Self::Memory => Axis::log("memory", Unit::Bytes),
        }
    }

    fn value(self, point: &Point) -> Option<f64> {
        match self {
            Self::Rate | Self::RateByTie => point.rate(),
            Self::Time => point.elapsed.map(|elapsed| elapsed.as_secs_f64()),
            Self::Work => point.work,
            Self::Memory => point.peak_bytes.map(|bytes| bytes as f64),
        }
    }

    /// The contestants on it.
    fn shown<'a>(self, names: &[&'a str]) -> Vec<&'a str> {
        let breaks_ties = |name: &&str| name.starts_with(Method::Warnsdorff.name());
        let (ties, others): (Vec<&str>, Vec<&str>) = names.iter().copied().partition(breaks_ties);
        match self {
            // A single rule for ties is one method among the others.
            Self::Rate if ties.len() > 1 => others,
            Self::RateByTie if ties.len() > 1 => ties,
            Self::RateByTie => Vec::new(),
            _ => names.to_vec(),
        }
    }

    fn chart(self, names: &[&str], points: &[Point]) -> LineChart {
        let series = self.shown(names).into_iter().map(|name| {
            let own = points.iter().filter(|point| point.name == name);
            let points = own.map(|point| (f64::from(point.size), self.value(point))).collect();
            Series { name: name.to_owned(), points }
        });
        LineChart {
            title: self.title().to_owned(),
            subtitle: String::new(),
            x: Axis::linear("side of the board", Unit::Plain),
            y: self.axis(),
            series: series.collect(),
        }
    }
}

/// What came of boards that grow: a line for each contestant, on one chart for each question.
///
/// ```
/// use caracole_compare::{Contestant, Here, Starts, Study, plot_study};
/// use caracole_draw::svg;
///
/// let study = Study {
///     sizes: 5..=8,
///     starts: Starts::All,
///     contestants: Contestant::named("warnsdorff/roth")?,
///     ..Study::default()
/// };
/// let points = study.run(&mut Here, |_| {})?;
/// let mut picture = Vec::new();
/// svg::write(&plot_study("5x5 to 8x8, from every square", &points), &mut picture)?;
/// assert!(String::from_utf8(picture)?.contains("How often is a tour found?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plot_study(title: &str, points: &[Point]) -> Scene {
    let mut names: Vec<&str> = Vec::new();
    for point in points {
        if !names.contains(&point.name.as_str()) {
            names.push(&point.name);
        }
    }
    let charts: Vec<LineChart> = Curve::ALL
        .into_iter()
        .map(|curve| curve.chart(&names, points))
        .filter(|chart| !chart.series.is_empty())
        .collect();
    panels("How methods grow with the board", title, &charts)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use caracole_draw::Mark;

    use super::*;

    fn words(scene: &Scene) -> Vec<&str> {
        let words = scene.marks.iter().filter_map(|mark| match mark {
            Mark::Words(words) => Some(words.text.as_str()),
            _ => None,
        });
        words.collect()
    }

    #[test]
    fn every_bar_says_what_came_of_it() {
        let row = |name: &str, cause| {
            Row::lost(name.to_owned(), cause, String::new(), Duration::from_micros(12))
        };
        let ants = Row { answer: Answer::Found { closed: true }, ..row("ants", StopCause::Time) };
        let rows = [ants, row("exact", StopCause::Steps), row("patch", StopCause::Unsupported)];
        let scene = plot_rows("8x8", &rows);
        let words = words(&scene);
        for word in ["ants", "found, 12 µs", "unknown (steps), 12 µs", "not for this"] {
            assert!(words.contains(&word), "{word}: {words:?}");
        }
    }

    /// Rules for ties have a chart of their own, if there are several.
    #[test]
    fn ties_have_their_own_chart() {
        let point = |name: &str| Point {
            name: name.to_owned(),
            size: 8,
            runs: 4,
            planned: 4,
            found: 3,
            impossible: 0,
            elapsed: Some(Duration::from_millis(1)),
            work: Some(63.0),
            retreats: Some(0.0),
            peak_bytes: None,
        };
        let has_ties = |names: &[&str]| {
            let points: Vec<Point> = names.iter().map(|name| point(name)).collect();
            let scene = plot_study("8x8", &points);
            words(&scene).contains(&Curve::RateByTie.title())
        };
        assert!(has_ties(&["ants", "warnsdorff/roth", "warnsdorff/first"]));
        assert!(has_ties(&["warnsdorff/roth", "warnsdorff/first"]));
        assert!(!has_ties(&["ants", "warnsdorff/roth"]));
        assert!(!has_ties(&["ants", "exact"]));
    }
}
