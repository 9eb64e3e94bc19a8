//! Which numbers stand along an axis.

use super::unit::Unit;

/// The fewest and the most ticks of an axis.
const FEWEST: usize = 2;
const MOST: usize = 12;
/// Up to this many ticks a log axis has them within its decades.
const MOST_FINE: usize = 9;

/// Sets of ticks for a linear axis, from fine to coarse: multiples of 1, 2 or 5 times a power of
/// ten, of powers of two for bytes, and of whole numbers where only these make sense.
pub(super) fn linear(from: f64, to: f64, unit: Unit, is_whole: bool) -> Vec<Vec<f64>> {
    let mut sets = Vec::new();
    let mut step = first_step((to - from) / (MOST as f64 + 1.0), unit);
    if is_whole {
        step = step.max(1.0);
    }
    loop {
        let ticks = multiples(from, to, step);
        if ticks.len() < FEWEST {
            return sets;
        }
        if ticks.len() <= MOST {
            sets.push(ticks);
        }
        step = first_step(step * 1.5, unit);
    }
}

/// Sets of ticks for a log axis, from fine to coarse.
pub(super) fn log(from: f64, to: f64, unit: Unit) -> Vec<Vec<f64>> {
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
        sets.extend(fine.filter(|ticks| ticks.len() <= MOST_FINE));
        sets.extend([1, 2, 3, 5, 10, 20, 50, 100].map(|gap| powers(10.0, gap)));
    }
    sets.retain(|ticks| (FEWEST..=MOST).contains(&ticks.len()));
    // Between two neighbouring powers a log axis is nearly straight.
    if sets.is_empty() { linear(from, to, unit, false) } else { sets }
}

/// The smaller ticks of a log axis, without labels: within decades if there are few of them,
/// else the decades.
pub(super) fn minor(from: f64, to: f64, unit: Unit, major: &[f64]) -> Vec<f64> {
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

/// The numbers within the range that are one of `factors` times a power of ten.
fn mantissas(from: f64, to: f64, factors: &[f64]) -> Vec<f64> {
    let slack = 1.0 + 1e-9;
    let decades = from.log10().floor() as i32..=to.log10().floor() as i32;
    let ticks = decades.flat_map(|power| factors.iter().map(move |f| f * 10f64.powi(power)));
    ticks
        .filter(|&tick| tick * slack >= from && tick <= to * slack)
        .map(|tick| tick.clamp(from, to))
        .collect()
}

/// The smallest good step that is not less than `least`.
fn first_step(least: f64, unit: Unit) -> f64 {
    if unit == Unit::Bytes {
        return least.log2().ceil().exp2();
    }
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let fitting = factors.into_iter().find(|factor| factor * power >= least * (1.0 - 1e-9));
    fitting.unwrap_or(10.0) * power
}

/// The multiples of `step` within the range.
fn multiples(from: f64, to: f64, step: f64) -> Vec<f64> {
    let (first, last) = ((from / step - 1e-6).ceil(), (to / step + 1e-6).floor());
    let count = (last - first + 1.0).clamp(0.0, 4.0 * MOST as f64) as usize;
    // Adding 0 turns a negative zero into a plain one.
    (0..count).map(|k| ((first + k as f64) * step).clamp(from, to) + 0.0).collect()
}
