//! How far a count has come.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use caracole::{CountProgress, Stage};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{PATIENCE, rate};
use crate::args::Manners;
use crate::interrupt;

/// Shows how a count goes on: as a bar on a terminal; elsewhere, if we are to say more, as a line for
/// each finished layer, so that long work can be followed in a file.
pub(crate) struct Layers<'a> {
    manners: &'a Manners,
    shows_bar: bool,
    writes_lines: bool,
    bar: OnceLock<ProgressBar>,
    seen: Mutex<Option<Seen>>,
}

/// What was told last, and what it is measured from.
struct Seen {
    first: CountProgress,
    /// When the layer began.
    begun: Duration,
    last: CountProgress,
}

impl<'a> Layers<'a> {
    /// Before the beginning.
    pub(crate) fn new(manners: &'a Manners) -> Self {
        let has_terminal = io::stderr().is_terminal();
        Self {
            manners,
            shows_bar: has_terminal && !manners.quiet,
            writes_lines: !has_terminal && !manners.quiet && manners.verbose > 0,
            bar: OnceLock::new(),
            seen: Mutex::new(None),
        }
    }

    /// The same without a bar, if something else is written on the terminal.
    pub(crate) const fn unless(mut self, is_in_the_way: bool) -> Self {
        self.shows_bar &= !is_in_the_way;
        self
    }

    /// It has come so far. Any thread may tell.
    pub(crate) fn tell(&self, progress: &CountProgress) {
        if !self.shows_bar && !self.writes_lines {
            return;
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = seen.get_or_insert_with(|| Seen::new(progress));
        if seen.is_of_another_layer(progress) {
            if self.writes_lines {
                self.manners.remark(seen.line());
            }
            seen.begun = seen.last.elapsed;
        }
        seen.last = progress.clone();
        if self.shows_bar && progress.elapsed >= PATIENCE {
            let bar = self.bar.get_or_init(show);
            bar.set_position((progress.done * f64::from(SCALE)) as u64);
            bar.set_prefix(seen.layer());
            bar.set_message(seen.left());
        }
    }

    /// The end: if there is an answer, the last layer is finished too.
    pub(crate) fn end(self, has_answer: bool) {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = seen.as_ref().filter(|_| has_answer && self.writes_lines) {
            self.manners.remark(seen.line());
        }
    }
}

impl Drop for Layers<'_> {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            interrupt::show_bar(None);
            bar.finish_and_clear();
        }
    }
}

impl Seen {
    fn new(progress: &CountProgress) -> Self {
        Self { first: progress.clone(), begun: Duration::ZERO, last: progress.clone() }
    }

    fn is_of_another_layer(&self, next: &CountProgress) -> bool {
        let layer = |progress: &CountProgress| (progress.part, progress.stage, progress.layer);
        layer(&self.last) != layer(next)
    }

    /// Which layer, how many states, and how fast they come.
    fn layer(&self) -> String {
        let CountProgress { stage, part, layer, states, elapsed, .. } = self.last;
        let part = match part {
            (_, 1) => String::new(),
            (part, parts) => format!("count {part} of {parts}, "),
        };
        if stage == Stage::Join {
            return format!("{part}joining the two sides");
        }
        let (layer, layers) = layer;
        let time = elapsed.saturating_sub(self.begun).as_secs_f64().max(1e-3);
        let rate = rate(states as f64 / time);
        format!("{part}sweeping, layer {layer} of {layers}, {states} states, {rate}")
    }

    /// The layer in a line of its own.
    fn line(&self) -> String {
        let CountProgress { done, elapsed, .. } = self.last;
        format!("{}, {:.1} % of all after {elapsed:.1?}", self.layer(), 100.0 * done)
    }

    /// How long it will take, if it goes on as it did since it was told first: who goes on from a
    /// checkpoint does not begin with nothing.
    fn left(&self) -> String {
        let done = self.last.done - self.first.done;
        let time = self.last.elapsed.saturating_sub(self.first.elapsed).as_secs_f64();
        match Duration::try_from_secs_f64(time * (1.0 - self.last.done).max(0.0) / done) {
            Ok(left) if done > 0.0 => format!(", {:#} left", HumanDuration(left)),
            _ => String::new(),
        }
    }
}

/// The bar has so many parts.
const SCALE: u32 = 10_000;

const TEMPLATE: &str = "{prefix} [{wide_bar}] {percent}%{msg}";

fn show() -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target(Some(SCALE.into()), target);
    // What the template says is tested below; a wrong one would do without a bar.
    let style =
        ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = bar.with_style(style.progress_chars("=> "));
    interrupt::show_bar(Some(bar.clone()));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(layer: usize, states: u64, done: f64, seconds: u64) -> CountProgress {
        let (stage, elapsed) = (Stage::Sweep, Duration::from_secs(seconds));
        let (part, layer) = ((1, 1), (layer, 8));
        CountProgress { stage, part, layer, states, whole: false, done, elapsed }
    }

    #[test]
    fn the_template_is_one() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }

    #[test]
    fn a_layer_is_told_with_its_own_rate_and_the_time_that_is_left() {
        let mut seen = Seen::new(&progress(1, 100, 0.0, 0));
        assert_eq!(seen.left(), "", "nobody knows yet");
        assert!(!seen.is_of_another_layer(&progress(1, 200, 0.1, 10)));
        assert!(seen.is_of_another_layer(&progress(2, 0, 0.2, 20)));
        seen.begun = Duration::from_secs(20);
        seen.last = progress(2, 5000, 0.5, 30);
        assert_eq!(seen.layer(), "sweeping, layer 2 of 8, 5000 states, 500/s");
        assert_eq!(
            seen.line(),
            "sweeping, layer 2 of 8, 5000 states, 500/s, 50.0 % of all after 30.0s"
        );
        assert_eq!(seen.left(), ", 30s left");
    }

    #[test]
    fn what_was_done_before_does_not_make_it_faster() {
        let mut seen = Seen::new(&progress(5, 0, 0.5, 1));
        seen.last = progress(5, 10, 0.75, 61);
        assert_eq!(seen.left(), ", 60s left");
        seen.last = progress(8, 10, 1.5, 62);
        assert_eq!(seen.left(), ", 0s left", "an estimate may be wrong");
    }
}
