//! Charts of comparisons and studies.

use std::str::FromStr;

use caracole_core::UnknownName;
use caracole_draw::{Axis, Bar, BarChart, BarStatus, LineChart, Scene, Series, Unit, panels};
use caracole_solve::Method;
use caracole_verify::StopCause;

use crate::{DataPoint, OutcomeSummary, TrialResult};

/// Returns a chart of the results on one problem: a bar for the time of each method variant, coloured
/// by its outcome.
///
/// ```
/// use caracole_compare::{MethodVariant, CurrentThread, Comparison, plot_comparison};
/// use caracole_core::Problem;
/// use caracole_draw::svg;
/// use caracole_solve::Limits;
///
/// let comparison = Comparison {
///     problem: Problem::new("5x5".parse()?).start("a1")?,
///     variants: MethodVariant::named("warnsdorff")?,
///     limits: Limits::default(),
///     seed: 0,
///     repeats: 1,
/// };
/// let results = comparison.run(&mut CurrentThread, |_| {})?;
/// let mut picture = Vec::new();
/// svg::write(&plot_comparison("5x5 from a1", &results), &mut picture)?;
/// assert!(String::from_utf8(picture)?.contains("warnsdorff/roth"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plot_comparison(title: &str, results: &[TrialResult]) -> Scene {
    BarChart {
        title: "Who finds a tour, and how soon?".to_owned(),
        subtitle: title.to_owned(),
        axis: Axis::log("time", Unit::Seconds),
        bars: results.iter().map(bar).collect(),
    }
    .scene()
}

fn bar(result: &TrialResult) -> Bar {
    let (status, text) = match &result.outcome {
        OutcomeSummary::Found { .. } => (BarStatus::Success, "found".to_owned()),
        OutcomeSummary::Impossible(_) => (BarStatus::Failure, "impossible".to_owned()),
        OutcomeSummary::Unknown(stop) if stop.cause == StopCause::Unsupported => {
            (BarStatus::Neutral, "not for this".to_owned())
        }
        OutcomeSummary::Unknown(stop) => {
            (BarStatus::Unknown, format!("unknown ({})", stop.cause.name()))
        }
    };
    let value = (status != BarStatus::Neutral).then_some(result.elapsed.as_secs_f64());
    let text = match value {
        Some(seconds) => format!("{text}, {}", Unit::Seconds.text(seconds)),
        None => text,
    };
    Bar { name: result.name.clone(), value, text, status }
}

/// The quantity that a chart of a study shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Curve {
    /// The success rate of all methods except Warnsdorff's rule, if it has several tie-break rules.
    Rate,
    /// The success rate of Warnsdorff's rule by tie-break rule. One chart for all lines would be
    /// crowded, because most of them end at the top.
    RateByTie,
    /// The median time.
    Time,
    /// Steps, branches and updates.
    Work,
    /// The peak memory.
    Memory,
}

impl Curve {
    /// All curves, from top to bottom.
    const ALL: [Self; 5] = [Self::Rate, Self::RateByTie, Self::Time, Self::Work, Self::Memory];

    const fn title(self) -> &'static str {
        match self {
            Self::Rate => "How often is a tour found?",
            Self::RateByTie => "How often does Warnsdorff's rule find one? By the rule for ties",
            Self::Time => "How long does a tour take? The median of those found",
            Self::Work => {
                "How much is done for it? Steps, decisions and updates, the mean of those found"
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

    fn value(self, point: &DataPoint) -> Option<f64> {
        match self {
            Self::Rate | Self::RateByTie => point.rate(),
            Self::Time => point.elapsed.map(|elapsed| elapsed.as_secs_f64()),
            Self::Work => point.work,
            Self::Memory => point.peak_bytes.map(|bytes| bytes as f64),
        }
    }

    /// Returns the names of the method variants on the chart.
    fn shown<'a>(self, names: &[&'a str]) -> Vec<&'a str> {
        let breaks_ties = |name: &&str| name.starts_with(Method::Warnsdorff.name());
        let (ties, others): (Vec<&str>, Vec<&str>) = names.iter().copied().partition(breaks_ties);
        match self {
            // A single tie-break rule is on the chart of the other methods.
            Self::Rate if ties.len() > 1 => others,
            Self::RateByTie if ties.len() > 1 => ties,
            Self::RateByTie => Vec::new(),
            _ => names.to_vec(),
        }
    }

    fn chart(self, names: &[&str], points: &[DataPoint]) -> LineChart {
        self.chart_of(&self.shown(names), points)
    }

    /// Returns the chart of these methods.
    fn chart_of(self, names: &[&str], points: &[DataPoint]) -> LineChart {
        let series = names.iter().map(|&name| {
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

/// Returns the charts of a study: one chart per quantity, with a line for each method variant.
///
/// ```
/// use caracole_compare::{MethodVariant, CurrentThread, StudyStarts, Study, plot_study};
/// use caracole_draw::svg;
///
/// let study = Study {
///     sizes: 5..=8,
///     starts: StudyStarts::All,
///     variants: MethodVariant::named("warnsdorff/roth")?,
///     ..Study::default()
/// };
/// let points = study.run(&mut CurrentThread, |_| {})?;
/// let mut picture = Vec::new();
/// svg::write(&plot_study("5x5 to 8x8, from every square", &points), &mut picture)?;
/// assert!(String::from_utf8(picture)?.contains("How often is a tour found?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plot_study(title: &str, points: &[DataPoint]) -> Scene {
    let names = names_of(points);
    let charts: Vec<LineChart> = Curve::ALL
        .into_iter()
        .map(|curve| curve.chart(&names, points))
        .filter(|chart| !chart.series.is_empty())
        .collect();
    panels("How methods grow with the board", title, &charts)
}

/// Returns the names of the methods, each once.
fn names_of(points: &[DataPoint]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for point in points {
        if !names.contains(&point.name.as_str()) {
            names.push(&point.name);
        }
    }
    names
}

/// A curve of a study that is drawn alone, for a slide.
///
/// ```
/// use caracole_compare::StudyCurve;
///
/// assert_eq!("success".parse(), Ok(StudyCurve::Success));
/// assert!("speed".parse::<StudyCurve>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyCurve {
    /// The median time of a tour.
    Time,
    /// The share of starts from which a tour is found.
    Success,
    /// The mean work for a tour: steps, decisions and updates.
    Steps,
}

impl StudyCurve {
    /// All curves.
    ///
    /// ```
    /// use caracole_compare::StudyCurve;
    ///
    /// assert_eq!(StudyCurve::ALL.map(StudyCurve::name), ["time", "success", "steps"]);
    /// ```
    pub const ALL: [Self; 3] = [Self::Time, Self::Success, Self::Steps];

    /// Returns the name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Success => "success",
            Self::Steps => "steps",
        }
    }

    const fn curve(self) -> Curve {
        match self {
            Self::Time => Curve::Time,
            Self::Success => Curve::Rate,
            Self::Steps => Curve::Work,
        }
    }
}

impl FromStr for StudyCurve {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("curve", text, Self::ALL, Self::name)
    }
}

/// Draws one curve of a study, with all methods in one chart.
///
/// ```
/// use caracole_compare::{CurrentThread, MethodVariant, Study, StudyCurve, plot_curve};
///
/// let variants = MethodVariant::named("construct")?;
/// let study = Study { sizes: 5..=6, variants, ..Study::default() };
/// let points = study.run(&mut CurrentThread, |_| ())?;
/// let scene = plot_curve("5x5 to 6x6", &points, StudyCurve::Success);
/// assert!(scene.description.contains("construct"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plot_curve(title: &str, points: &[DataPoint], curve: StudyCurve) -> Scene {
    let names = names_of(points);
    let chart = curve.curve().chart_of(&names, points);
    LineChart { subtitle: title.to_owned(), ..chart }.scene()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use caracole_draw::Mark;

    use super::*;

    fn words(scene: &Scene) -> Vec<&str> {
        let words = scene.marks.iter().filter_map(|mark| match mark {
            Mark::Text(words) => Some(words.text.as_str()),
            _ => None,
        });
        words.collect()
    }

    #[test]
    fn bars_are_labelled_with_the_outcome() {
        let result = |name: &str, cause| {
            TrialResult::lost(name.to_owned(), cause, String::new(), Duration::from_micros(12))
        };
        let ants = TrialResult {
            outcome: OutcomeSummary::Found { closed: true },
            ..result("ants", StopCause::Time)
        };
        let results =
            [ants, result("exact", StopCause::Steps), result("patch", StopCause::Unsupported)];
        let scene = plot_comparison("8x8", &results);
        let words = words(&scene);
        for word in ["ants", "found, 12 µs", "unknown (steps), 12 µs", "not for this"] {
            assert!(words.contains(&word), "{word}: {words:?}");
        }
    }

    #[test]
    fn several_tie_break_rules_have_their_own_chart() {
        let point = |name: &str| DataPoint {
            name: name.to_owned(),
            size: 8,
            runs: 4,
            planned: 4,
            found: 3,
            impossible: 0,
            elapsed: Some(Duration::from_millis(1)),
            work: Some(63.0),
            backtracks: Some(0.0),
            peak_bytes: None,
        };
        let has_ties = |names: &[&str]| {
            let points: Vec<DataPoint> = names.iter().map(|name| point(name)).collect();
            let scene = plot_study("8x8", &points);
            words(&scene).contains(&Curve::RateByTie.title())
        };
        assert!(has_ties(&["ants", "warnsdorff/roth", "warnsdorff/first"]));
        assert!(has_ties(&["warnsdorff/roth", "warnsdorff/first"]));
        assert!(!has_ties(&["ants", "warnsdorff/roth"]));
        assert!(!has_ties(&["ants", "exact"]));
    }
}
