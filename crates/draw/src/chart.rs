//! Charts: numbers as pictures that can be read.

mod bars;
mod frame;
mod legend;
mod lines;
mod look;
mod page;
mod ruler;
mod sheet;
mod ticks;
mod unit;

#[cfg(test)]
mod tests;

pub use bars::{Bar, BarChart, Tone};
pub use lines::{LineChart, Series};
pub use sheet::{panels, sheet};
pub use unit::{Unit, counted, grouped};

/// How an axis is divided.
///
/// ```
/// use caracole_draw::{Axis, Scale, Unit};
///
/// assert_eq!(Axis::log("time", Unit::Seconds).scale, Scale::Log);
/// assert_eq!(Axis::default().scale, Scale::Linear);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Equal steps add.
    #[default]
    Linear,
    /// Equal steps multiply. Zero and what is below cannot be shown and is left out.
    Log,
}

/// One axis of a chart. Its range and its ticks are found from what is drawn along it.
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
    /// What is drawn along it.
    pub label: String,
    /// How it is divided.
    pub scale: Scale,
    /// What its numbers are.
    pub unit: Unit,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: &str, unit: Unit) -> Self {
        Self { label: label.to_owned(), scale: Scale::Linear, unit }
    }

    /// A log axis.
    pub fn log(label: &str, unit: Unit) -> Self {
        Self { label: label.to_owned(), scale: Scale::Log, unit }
    }
}
