//! Units and the formatting of numbers.

use std::fmt::Display;

/// The unit of the numbers on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Plain numbers: `1,000`.
    #[default]
    Plain,
    /// Seconds, with a suitable prefix: `10 ms`.
    Seconds,
    /// Bytes, with binary prefixes: `4 KiB`.
    Bytes,
    /// Shares: 1 is `100 %`.
    Percent,
}

/// Numbers from this value have an exponent.
const EXPONENT_FROM: f64 = 1e13;
/// Multiples of steps below this value have an exponent.
const EXPONENT_BELOW_STEP: f64 = 1e-6;

impl Unit {
    /// Returns a value with its unit, rounded to three significant digits.
    ///
    /// ```
    /// use caracole_draw::Unit;
    ///
    /// assert_eq!(Unit::Seconds.text(0.000_012_34), "12.3 µs");
    /// assert_eq!(Unit::Seconds.text(0.999_96), "1 s");
    /// assert_eq!(Unit::Bytes.text(1_572_864.0), "1.5 MiB");
    /// assert_eq!(Unit::Percent.text(0.0757), "7.57 %");
    /// assert_eq!(Unit::Plain.text(8_250_732.0), "8,250,000");
    /// ```
    pub fn text(self, value: f64) -> String {
        let rounded = |value: f64| format!("{value:.2e}").parse().unwrap_or(value);
        // Rounding first makes almost a second a second. Bytes are not rounded: 1024 is exact.
        let value = if self == Self::Bytes { value } else { rounded(value) };
        let (factor, name) = self.prefixed(value);
        let number = value / factor;
        let number = if number.abs() < 1000.0 { rounded(number) } else { number.round() };
        plain(number, number) + name
    }

    /// Returns the labels of ticks. On a logarithmic axis each label has its own prefix; on a linear axis
    /// all have the same, and as many decimals as the step requires.
    pub(super) fn labels(self, values: &[f64], are_powers: bool) -> Vec<String> {
        let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let step = match values {
            [first, second, ..] if !are_powers => second - first,
            _ => 0.0,
        };
        let label = |&value: &f64| {
            let (factor, name) = self.prefixed(if are_powers { value } else { largest });
            let step = if are_powers { value } else { step };
            plain(value / factor, step / factor) + name
        };
        values.iter().map(label).collect()
    }

    /// Returns the factor and the name of the prefixed unit for a value.
    fn prefixed(self, size: f64) -> (f64, &'static str) {
        let units: &[(f64, &str)] = match self {
            Self::Plain => &[(1.0, "")],
            Self::Percent => &[(0.01, " %")],
            Self::Seconds => &[(1e-9, " ns"), (1e-6, " µs"), (1e-3, " ms"), (1.0, " s")],
            Self::Bytes => &[
                (1.0, " B"),
                (1024.0, " KiB"),
                (1_048_576.0, " MiB"),
                (1_073_741_824.0, " GiB"),
                (1_099_511_627_776.0, " TiB"),
            ],
        };
        if size == 0.0 {
            // Zero has the unit without a prefix.
            return *units.iter().find(|&&(factor, _)| factor >= 1.0).unwrap_or(&units[0]);
        }
        let fitting = units.iter().rfind(|&&(factor, _)| factor <= size.abs() * (1.0 + 1e-9));
        *fitting.unwrap_or(&units[0])
    }
}

/// Returns a number with grouped digits, and the decimals that a multiple of `step` requires.
fn plain(value: f64, step: f64) -> String {
    let step = step.abs();
    if value != 0.0 && (value.abs() >= EXPONENT_FROM || (step > 0.0 && step < EXPONENT_BELOW_STEP))
    {
        let power = step.log10().floor();
        let decimals = value.abs().log10().floor() - power + decimals(step / 10f64.powf(power));
        return format!("{value:.*e}", decimals.clamp(0.0, 15.0) as usize);
    }
    let decimals = decimals(step) as usize;
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, rest) = digits.split_once('.').unwrap_or((&digits, ""));
    let is_zero = !digits.contains(|digit: char| digit.is_ascii_digit() && digit != '0');
    let mut text = String::from(if value < 0.0 && !is_zero { "-" } else { "" });
    text.push_str(&group_digits(whole));
    if !rest.is_empty() {
        text.push('.');
        text.push_str(rest);
    }
    text
}

/// Returns a whole number with its digits in groups of three.
///
/// ```
/// use caracole_draw::group_digits;
///
/// assert_eq!([0, 999, 1000, 1_234_567].map(group_digits), ["0", "999", "1,000", "1,234,567"]);
/// ```
pub fn group_digits(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number of things, with the plural of their name.
///
/// ```
/// use caracole_draw::pluralize_grouped;
///
/// assert_eq!([0, 1, 1000].map(|n| pluralize_grouped(n, "step")), ["0 steps", "1 step", "1,000 steps"]);
/// ```
pub fn pluralize_grouped(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", group_digits(number), if number == 1 { "" } else { "s" })
}

/// Returns the number of decimals of a value, at most ten.
fn decimals(value: f64) -> f64 {
    let is_whole = |value: f64| (value - value.round()).abs() <= 1e-6 * value.abs();
    let fitting = (0..10).find(|&decimals| is_whole(value * 10f64.powi(decimals)));
    f64::from(fitting.unwrap_or(10))
}
