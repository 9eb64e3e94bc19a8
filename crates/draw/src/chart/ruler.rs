//! An axis with its range and its ticks: where a value stands.

use super::ticks;
use super::unit::Unit;
use super::{Axis, Scale};

/// Values further from zero than this are left out, so that sums and products of those shown stay
/// numbers.
const LARGEST: f64 = 1e200;
/// Values nearer to zero than this are left out on a log axis, and are zero on a linear one.
const SMALLEST: f64 = 1e-200;
/// The narrowest range, as a share of its values: what is closer together cannot be told apart.
const NARROWEST: f64 = 1e-9;

/// How much of an axis beyond its values is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Just the values.
    Tight,
    /// Zero too, if the values come near it.
    Height,
    /// What bars start from, always.
    Bar,
}

/// Room for ticks: the length of the axis, and how near to each other labels may come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The length of the axis.
    pub(super) length: f64,
    /// How far apart neighbours must be that take so much room along the axis.
    pub(super) gap: f64,
    /// How much room a label takes along the axis.
    pub(super) extent: fn(&str) -> f64,
}

/// A number along an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// The number.
    pub(super) value: f64,
    /// How it is written.
    pub(super) label: String,
}

/// An axis with its range and its ticks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ruler {
    from: f64,
    to: f64,
    scale: Scale,
    /// The ticks with labels.
    pub(super) major: Vec<Tick>,
    /// The ticks without.
    pub(super) minor: Vec<f64>,
}

impl Ruler {
    /// The axis for these values.
    pub(super) fn new(
        axis: &Axis,
        values: impl Iterator<Item = f64> + Clone,
        role: Role,
        room: Room,
    ) -> Self {
        let shown = values.filter(|&value| axis.scale.shows(value));
        let is_whole = axis.unit == Unit::Plain && shown.clone().all(|value| value.fract() == 0.0);
        let span = shown.fold(None, |span: Option<(f64, f64)>, value| {
            Some(span.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        let (from, to) = match axis.scale {
            Scale::Linear => linear_range(span.unwrap_or((0.0, 1.0)), axis.unit, role),
            Scale::Log => log_range(span.unwrap_or((1.0, 10.0)), axis.unit, role),
        };
        // The ends of the range can be shown themselves.
        let (from, to) = (from.max(-LARGEST), to.min(LARGEST));
        let mut ruler = Self { from, to, scale: axis.scale, major: Vec::new(), minor: Vec::new() };
        let sets = match axis.scale {
            Scale::Linear => ticks::linear(from, to, axis.unit, is_whole),
            Scale::Log => ticks::log(from, to, axis.unit),
        };
        for set in sets {
            ruler.major = label(axis, set);
            if ruler.has_room(room) {
                break;
            }
        }
        ruler.keep_apart(room);
        if axis.scale == Scale::Log {
            let major: Vec<f64> = ruler.major.iter().map(|tick| tick.value).collect();
            ruler.minor = ticks::minor(from, to, axis.unit, &major);
        }
        ruler
    }

    /// Where a value stands: 0 at the beginning of the axis, 1 at its end. `None` if it cannot be
    /// shown.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        let share = |value: f64, from: f64, to: f64| (value - from) / (to - from);
        self.scale.shows(value).then(|| match self.scale {
            Scale::Linear => share(value, self.from, self.to),
            Scale::Log => share(value.ln(), self.from.ln(), self.to.ln()),
        })
    }

    /// Where bars start: at zero, or at the beginning of a log axis.
    pub(super) fn base(&self) -> f64 {
        self.share(0.0).unwrap_or(0.0).clamp(0.0, 1.0)
    }

    /// Do no two labels touch?
    fn has_room(&self, room: Room) -> bool {
        self.major.windows(2).all(|pair| self.are_apart(&pair[0], &pair[1], room))
    }

    /// Takes away labels that would touch the one before, where even the fewest ticks are too
    /// many.
    fn keep_apart(&mut self, room: Room) {
        let mut last: Option<Tick> = None;
        let mut major = std::mem::take(&mut self.major);
        for tick in &mut major {
            if last.as_ref().is_none_or(|last| self.are_apart(last, tick, room)) {
                last = Some(tick.clone());
            } else {
                tick.label.clear();
            }
        }
        self.major = major;
    }

    fn are_apart(&self, tick: &Tick, next: &Tick, room: Room) -> bool {
        let place = |tick: &Tick| self.share(tick.value).unwrap_or(0.0) * room.length;
        let half = |tick: &Tick| (room.extent)(&tick.label) / 2.0;
        place(next) - place(tick) >= half(tick) + half(next) + room.gap
    }
}

impl Scale {
    /// Can this value be shown?
    pub(super) fn shows(self, value: f64) -> bool {
        value.abs() <= LARGEST && (self == Self::Linear || value >= SMALLEST)
    }
}

fn label(axis: &Axis, values: Vec<f64>) -> Vec<Tick> {
    // Ticks of a log axis between two powers are evenly spaced, and written like it.
    let are_powers =
        axis.scale == Scale::Log && values.windows(2).any(|pair| pair[1] / pair[0] > 1.9);
    let labels = axis.unit.labels(&values, are_powers);
    values.into_iter().zip(labels).map(|(value, label)| Tick { value, label }).collect()
}

fn linear_range((low, high): (f64, f64), unit: Unit, role: Role) -> (f64, f64) {
    let are_shares = unit == Unit::Percent && low >= 0.0 && high <= 1.0 && role != Role::Tight;
    let keeps_zero = match role {
        Role::Tight => false,
        Role::Height => low >= 0.0 && low <= high / 2.0,
        Role::Bar => true,
    };
    let (from, to) = if keeps_zero { (low.min(0.0), high.max(0.0)) } else { (low, high) };
    let size = from.abs().max(to.abs());
    if to - from <= (NARROWEST * size).max(SMALLEST) {
        return match unit {
            _ if are_shares => (0.0, 1.0),
            // A single value stands in the middle, nothing at the beginning.
            _ if size <= SMALLEST => (if role == Role::Tight { -1.0 } else { 0.0 }, 1.0),
            Unit::Plain if size >= 1.0 => {
                (from - (0.1 * size).max(1.0), to + (0.1 * size).max(1.0))
            }
            _ => (from - 0.1 * size, to + 0.1 * size),
        };
    }
    let margin = (to - from) * if role == Role::Tight { 0.02 } else { 0.05 };
    let from = if keeps_zero && from == 0.0 { from } else { from - margin };
    let to = if keeps_zero && to == 0.0 { to } else { to + margin };
    if are_shares {
        // There is nothing below none and above all.
        return (from.max(0.0), to.min(1.0));
    }
    (from, to)
}

fn log_range((low, high): (f64, f64), unit: Unit, role: Role) -> (f64, f64) {
    let base: f64 = if unit == Unit::Bytes { 2.0 } else { 10.0 };
    let (from, to) = if role == Role::Bar {
        // Even the shortest bar is to be seen.
        let power = (low / 1.5).log(base).floor();
        (base.powf(power), high.max(base.powf(power + 1.0)) * 1.1)
    } else if high - low <= NARROWEST * high {
        (low / 2.0, high * 2.0)
    } else {
        let share = if role == Role::Tight { 0.02 } else { 0.04 };
        let margin = ((high.ln() - low.ln()) * share).exp();
        (low / margin, high * margin)
    };
    (from.max(SMALLEST), to)
}
