//! Axes: ranges, ticks, and the positions of values.

use super::unit::Unit;

/// The scale of an axis.
///
/// ```
/// use caracole_draw::{Axis, Scale, Unit};
///
/// assert_eq!(Axis::log("time", Unit::Seconds).scale, Scale::Log);
/// assert_eq!(Axis::default().scale, Scale::Linear);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Equal distances are equal differences.
    #[default]
    Linear,
    /// Equal distances are equal ratios. Values up to zero are left out.
    Log,
}

/// An axis of a chart. Its range and its ticks are computed from the values.
///
/// ```
/// use caracole_draw::{Axis, LineChart, Unit};
///
/// let chart = LineChart {
///     x: Axis::linear("side of the board", Unit::Plain),
///     y: Axis::log("memory", Unit::Bytes),
///     ..LineChart::default()
/// };
/// assert_eq!((chart.x.label.as_str(), chart.y.unit), ("side of the board", Unit::Bytes));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// The label.
    pub label: String,
    /// The scale.
    pub scale: Scale,
    /// The unit of its numbers.
    pub unit: Unit,
}

impl Axis {
    /// Creates a linear axis.
    pub fn linear(label: &str, unit: Unit) -> Self {
        Self { label: label.to_owned(), scale: Scale::Linear, unit }
    }

    /// Creates a logarithmic axis.
    pub fn log(label: &str, unit: Unit) -> Self {
        Self { label: label.to_owned(), scale: Scale::Log, unit }
    }
}

/// Values further from zero are left out, so that sums and products of the others are finite.
const MAX_VALUE: f64 = 1e200;
/// Values nearer to zero are left out on a logarithmic axis and are zero on a linear one.
const MIN_VALUE: f64 = 1e-200;
/// The smallest range, relative to its values.
const MIN_RANGE: f64 = 1e-9;

/// The part of an axis that is shown beyond the range of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RangePolicy {
    /// Only the values.
    Tight,
    /// Also zero, if the values are near it.
    Height,
    /// Always the base of the bars.
    Bar,
}

/// The space for labels along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelSpace {
    /// The length of the axis.
    pub(super) length: f64,
    /// The minimum distance of labels.
    pub(super) gap: f64,
    /// Returns the extent of a label along the axis.
    pub(super) extent: fn(&str) -> f64,
}

/// A labelled tick.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// The value.
    pub(super) value: f64,
    /// The label.
    pub(super) label: String,
}

/// An axis with a range and ticks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScaledAxis {
    from: f64,
    to: f64,
    scale: Scale,
    /// The labelled ticks.
    pub(super) major: Vec<Tick>,
    /// The ticks without labels.
    pub(super) minor: Vec<f64>,
}

impl ScaledAxis {
    /// Creates the axis for values.
    pub(super) fn new(
        axis: &Axis,
        values: impl Iterator<Item = f64> + Clone,
        policy: RangePolicy,
        space: LabelSpace,
    ) -> Self {
        let shown = values.filter(|&value| axis.scale.shows(value));
        let is_whole = axis.unit == Unit::Plain && shown.clone().all(|value| value.fract() == 0.0);
        let span = shown.fold(None, |span: Option<(f64, f64)>, value| {
            Some(span.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        let (from, to) = match axis.scale {
            Scale::Linear => linear_range(span.unwrap_or((0.0, 1.0)), axis.unit, policy),
            Scale::Log => log_range(span.unwrap_or((1.0, 10.0)), axis.unit, policy),
        };
        // The ends of the range must be valid values.
        let (from, to) = (from.max(-MAX_VALUE), to.min(MAX_VALUE));
        let mut scaled = Self { from, to, scale: axis.scale, major: Vec::new(), minor: Vec::new() };
        let sets = match axis.scale {
            Scale::Linear => linear_ticks(from, to, axis.unit, is_whole),
            Scale::Log => log_ticks(from, to, axis.unit),
        };
        for set in sets {
            scaled.major = label(axis, set);
            if scaled.has_room(space) {
                break;
            }
        }
        scaled.clear_touching_labels(space);
        if axis.scale == Scale::Log {
            let major: Vec<f64> = scaled.major.iter().map(|tick| tick.value).collect();
            scaled.minor = minor_ticks(from, to, axis.unit, &major);
        }
        scaled
    }

    /// Returns the position of a value, from 0 at the start of the axis to 1 at its end, or `None` if the
    /// value cannot be shown.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        let share = |value: f64, from: f64, to: f64| (value - from) / (to - from);
        self.scale.shows(value).then(|| match self.scale {
            Scale::Linear => share(value, self.from, self.to),
            Scale::Log => share(value.ln(), self.from.ln(), self.to.ln()),
        })
    }

    /// Returns the position of the base of bars: zero, or the start of a logarithmic axis.
    pub(super) fn base(&self) -> f64 {
        self.share(0.0).unwrap_or(0.0).clamp(0.0, 1.0)
    }

    /// Returns true if no two labels touch.
    fn has_room(&self, space: LabelSpace) -> bool {
        self.major.windows(2).all(|pair| self.are_apart(&pair[0], &pair[1], space))
    }

    /// Clears labels that would touch the one before, if even the coarsest ticks are too dense.
    fn clear_touching_labels(&mut self, space: LabelSpace) {
        let mut last: Option<Tick> = None;
        let mut major = std::mem::take(&mut self.major);
        for tick in &mut major {
            if last.as_ref().is_none_or(|last| self.are_apart(last, tick, space)) {
                last = Some(tick.clone());
            } else {
                tick.label.clear();
            }
        }
        self.major = major;
    }

    fn are_apart(&self, tick: &Tick, next: &Tick, space: LabelSpace) -> bool {
        let place = |tick: &Tick| self.share(tick.value).unwrap_or(0.0) * space.length;
        let half = |tick: &Tick| (space.extent)(&tick.label) / 2.0;
        place(next) - place(tick) >= half(tick) + half(next) + space.gap
    }
}

impl Scale {
    /// Returns true if a value can be shown.
    pub(super) fn shows(self, value: f64) -> bool {
        value.abs() <= MAX_VALUE && (self == Self::Linear || value >= MIN_VALUE)
    }
}

fn label(axis: &Axis, values: Vec<f64>) -> Vec<Tick> {
    // Ticks of a logarithmic axis between two powers are evenly spaced, and have labels like a linear one.
    let are_powers =
        axis.scale == Scale::Log && values.windows(2).any(|pair| pair[1] / pair[0] > 1.9);
    let labels = axis.unit.labels(&values, are_powers);
    values.into_iter().zip(labels).map(|(value, label)| Tick { value, label }).collect()
}

fn linear_range((low, high): (f64, f64), unit: Unit, policy: RangePolicy) -> (f64, f64) {
    let are_shares =
        unit == Unit::Percent && low >= 0.0 && high <= 1.0 && policy != RangePolicy::Tight;
    let keeps_zero = match policy {
        RangePolicy::Tight => false,
        RangePolicy::Height => low >= 0.0 && low <= high / 2.0,
        RangePolicy::Bar => true,
    };
    let (from, to) = if keeps_zero { (low.min(0.0), high.max(0.0)) } else { (low, high) };
    let size = from.abs().max(to.abs());
    if to - from <= (MIN_RANGE * size).max(MIN_VALUE) {
        return match unit {
            _ if are_shares => (0.0, 1.0),
            // A single value is in the middle of the axis, zero at its start.
            _ if size <= MIN_VALUE => (if policy == RangePolicy::Tight { -1.0 } else { 0.0 }, 1.0),
            Unit::Plain if size >= 1.0 => {
                (from - (0.1 * size).max(1.0), to + (0.1 * size).max(1.0))
            }
            _ => (from - 0.1 * size, to + 0.1 * size),
        };
    }
    let margin = (to - from) * if policy == RangePolicy::Tight { 0.02 } else { 0.05 };
    let from = if keeps_zero && from == 0.0 { from } else { from - margin };
    let to = if keeps_zero && to == 0.0 { to } else { to + margin };
    if are_shares {
        // A share is between 0 and 1.
        return (from.max(0.0), to.min(1.0));
    }
    (from, to)
}

fn log_range((low, high): (f64, f64), unit: Unit, policy: RangePolicy) -> (f64, f64) {
    let base: f64 = if unit == Unit::Bytes { 2.0 } else { 10.0 };
    let (from, to) = if policy == RangePolicy::Bar {
        // The shortest bar must be visible.
        let power = (low / 1.5).log(base).floor();
        (base.powf(power), high.max(base.powf(power + 1.0)) * 1.1)
    } else if high - low <= MIN_RANGE * high {
        (low / 2.0, high * 2.0)
    } else {
        let share = if policy == RangePolicy::Tight { 0.02 } else { 0.04 };
        let margin = ((high.ln() - low.ln()) * share).exp();
        (low / margin, high * margin)
    };
    (from.max(MIN_VALUE), to)
}

/// The limits of the number of ticks.
const MIN_TICKS: usize = 2;
const MAX_TICKS: usize = 12;
/// The largest number of ticks within decades.
const MAX_FINE_TICKS: usize = 9;

/// Returns sets of ticks for a linear axis, from fine to coarse: multiples of 1, 2 or 5 times a power of
/// ten, of powers of two for bytes, and of whole numbers if all values are whole.
fn linear_ticks(from: f64, to: f64, unit: Unit, is_whole: bool) -> Vec<Vec<f64>> {
    let mut sets = Vec::new();
    let mut step = first_step((to - from) / (MAX_TICKS as f64 + 1.0), unit);
    if is_whole {
        step = step.max(1.0);
    }
    loop {
        let ticks = multiples(from, to, step);
        if ticks.len() < MIN_TICKS {
            return sets;
        }
        if ticks.len() <= MAX_TICKS {
            sets.push(ticks);
        }
        step = first_step(step * 1.5, unit);
    }
}

/// Returns sets of ticks for a logarithmic axis, from fine to coarse.
fn log_ticks(from: f64, to: f64, unit: Unit) -> Vec<Vec<f64>> {
    let powers = |base: f64, gap: i32| -> Vec<f64> {
        let first = (from.log(base) / f64::from(gap) - 1e-9).ceil() as i32;
        let last = (to.log(base) / f64::from(gap) + 1e-9).floor() as i32;
        (first..=last).map(|power| base.powi(power * gap).clamp(from, to)).collect()
    };
    let mut sets = Vec::new();
    if unit == Unit::Bytes {
        sets.extend([1, 2, 5, 10, 20, 50, 100, 200].map(|gap| powers(2.0, gap)));
    } else {
        let fine = [&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0][..], &[1.0, 2.0, 5.0]];
        let fine = fine.map(|factors| mantissas(from, to, factors)).into_iter();
        sets.extend(fine.filter(|ticks| ticks.len() <= MAX_FINE_TICKS));
        sets.extend([1, 2, 3, 5, 10, 20, 50, 100].map(|gap| powers(10.0, gap)));
    }
    sets.retain(|ticks| (MIN_TICKS..=MAX_TICKS).contains(&ticks.len()));
    // Between two neighbouring powers a logarithmic axis is almost linear.
    if sets.is_empty() { linear_ticks(from, to, unit, false) } else { sets }
}

/// Returns the unlabelled ticks of a logarithmic axis: within decades if there are few decades, else the
/// decades.
fn minor_ticks(from: f64, to: f64, unit: Unit, major: &[f64]) -> Vec<f64> {
    let decades = to.log10() - from.log10();
    let mut ticks = match unit {
        Unit::Bytes => return Vec::new(),
        _ if decades > 40.0 => return Vec::new(),
        _ if decades > 9.0 => mantissas(from, to, &[1.0]),
        _ => mantissas(from, to, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]),
    };
    ticks.retain(|tick| major.iter().all(|other| (other / tick - 1.0).abs() > 1e-6));
    ticks
}

/// Returns the numbers within the range that are one of `factors` times a power of ten.
fn mantissas(from: f64, to: f64, factors: &[f64]) -> Vec<f64> {
    let slack = 1.0 + 1e-9;
    let decades = from.log10().floor() as i32..=to.log10().floor() as i32;
    let ticks = decades.flat_map(|power| factors.iter().map(move |f| f * 10f64.powi(power)));
    ticks
        .filter(|&tick| tick * slack >= from && tick <= to * slack)
        .map(|tick| tick.clamp(from, to))
        .collect()
}

/// Returns the smallest round step that is not less than `least`.
fn first_step(least: f64, unit: Unit) -> f64 {
    if unit == Unit::Bytes {
        return least.log2().ceil().exp2();
    }
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let fitting = factors.into_iter().find(|factor| factor * power >= least * (1.0 - 1e-9));
    fitting.unwrap_or(10.0) * power
}

/// Returns the multiples of `step` within the range.
fn multiples(from: f64, to: f64, step: f64) -> Vec<f64> {
    let (first, last) = ((from / step - 1e-6).ceil(), (to / step + 1e-6).floor());
    let count = (last - first + 1.0).clamp(0.0, 4.0 * MAX_TICKS as f64) as usize;
    // Adding 0 turns a negative zero into a plain one.
    (0..count).map(|k| ((first + k as f64) * step).clamp(from, to) + 0.0).collect()
}
