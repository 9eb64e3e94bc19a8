//! Charts of numbers.

mod axis;
mod bar_chart;
mod legend;
mod line_chart;
mod line_style;
mod plot_area;
#[cfg(test)]
mod tests;
mod unit;

pub use axis::{Axis, Scale};
pub use bar_chart::{Bar, BarChart, BarStatus};
pub use line_chart::{LineChart, Series, panels};
pub use unit::{Unit, group_digits, pluralize_grouped};
