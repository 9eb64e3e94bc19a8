//! What came of many runs.

use std::time::Duration;

use crate::Row;

/// What one contestant did on boards of one size.
///
/// ```
/// use caracole_compare::{Contestant, Here, Starts, Study};
///
/// let study = Study {
///     sizes: 5..=6,
///     starts: Starts::All,
///     contestants: Contestant::named("warnsdorff/first")?,
///     ..Study::default()
/// };
/// for point in study.run(&mut Here, |_| {})? {
///     let percent = 100.0 * point.rate().ok_or("it was asked")?;
///     println!("{0}x{0}: {percent} % of {1} starts", point.size, point.runs);
///     assert!(point.found <= point.runs && point.runs == point.planned);
///     assert_eq!(point.retreats, Some(0.0), "the rule never goes back");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The name of the contestant.
    pub name: String,
    /// The side of the board.
    pub size: u32,
    /// Tours that were asked for, each from a start of its own or with a seed of its own. None if
    /// the method is not made for this board.
    pub runs: u64,
    /// Tours that would have been asked for, had the work allowed.
    pub planned: u64,
    /// Tours that were found.
    pub found: u64,
    /// Proofs that there is none.
    pub impossible: u64,
    /// The median of the times that the tours took which were found.
    pub elapsed: Option<Duration>,
    /// The mean of the steps, updates and cases that they took.
    pub work: Option<f64>,
    /// The mean of their retreats.
    pub retreats: Option<f64>,
    /// The most bytes that were in use in any run, where that is known.
    pub peak_bytes: Option<u64>,
}

impl Point {
    /// The share of the runs that found a tour.
    pub fn rate(&self) -> Option<f64> {
        (self.runs > 0).then(|| self.found as f64 / self.runs as f64)
    }

    /// What many runs come to.
    pub(super) fn of(name: String, size: u32, rows: &[Row]) -> Self {
        let found: Vec<&Row> = rows.iter().filter(|row| row.answer.is_found()).collect();
        let impossible = rows.iter().filter(|row| row.answer.word() == "impossible").count() as u64;
        let mut times: Vec<Duration> = found.iter().map(|row| row.elapsed).collect();
        times.sort_unstable();
        let mean = |of: fn(&Row) -> u64| {
            let sum: f64 = found.iter().map(|row| of(row) as f64).sum();
            (!found.is_empty()).then(|| sum / found.len() as f64)
        };
        Self {
            name,
            size,
            runs: rows.len() as u64,
            planned: rows.len() as u64,
            found: found.len() as u64,
            impossible,
            elapsed: times.get(times.len() / 2).copied(),
            work: mean(Row::work),
            retreats: mean(|row| row.stats.retreats),
            peak_bytes: rows.iter().filter_map(|row| row.peak_bytes).max(),
        }
    }
}
