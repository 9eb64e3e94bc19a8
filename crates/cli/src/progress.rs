//! Progress bars.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use caracole::counting::{CountProgress, CountStage};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::args::GlobalOptions;
use crate::interrupt;

/// A bar on standard error for work that takes longer than [`SHOW_AFTER`]. It is hidden if standard
/// error is not a terminal, or with `--quiet`.
pub(crate) struct Progress {
    what: &'static str,
    squares: u64,
    template: &'static str,
    is_wanted: bool,
    begun: OnceLock<Instant>,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

/// Shorter work shows no bar.
const SHOW_AFTER: Duration = Duration::from_millis(500);

impl Progress {
    /// Returns the progress of work on a number of squares.
    pub(crate) fn new(what: &'static str, squares: u64, global: &GlobalOptions) -> Self {
        Self {
            what,
            squares,
            template: SQUARES_TEMPLATE,
            is_wanted: !global.quiet && io::stderr().is_terminal(),
            begun: OnceLock::new(),
            done: AtomicU64::new(0),
            bar: OnceLock::new(),
        }
    }

    /// Returns the progress of a number of trials, without an estimate of the remaining time.
    pub(crate) fn of_trials(trials: u64, global: &GlobalOptions) -> Self {
        let mut progress = Self::new("comparing", trials, global);
        progress.template = TRIALS_TEMPLATE;
        // The clock starts here, and not at the end of the first trial.
        progress.tell(0);
        progress
    }

    /// Hides the bar if other output goes to the terminal.
    pub(crate) const fn hidden_if(mut self, is_hidden: bool) -> Self {
        self.is_wanted &= !is_hidden;
        self
    }

    /// Sets the number of finished squares. Any thread may call it, in any order.
    pub(crate) fn tell(&self, done: u64) {
        if !self.is_wanted {
            return;
        }
        let done = self.done.fetch_max(done, Ordering::Relaxed).max(done);
        let elapsed = self.begun.get_or_init(Instant::now).elapsed();
        if elapsed >= SHOW_AFTER {
            self.bar.get_or_init(|| self.show(elapsed)).set_position(done);
        }
    }

    /// Shows the progress of a solver.
    pub(crate) fn show_squares(&self, progress: &caracole::Progress) {
        if let caracole::Progress::Squares { done, .. } = *progress {
            self.tell(done);
        }
    }

    /// Does the same as a callback that could stop the work. It never does: a signal ends the program.
    pub(crate) fn watch(&self, done: u64) -> ControlFlow<()> {
        self.tell(done);
        ControlFlow::Continue(())
    }

    fn show(&self, elapsed: Duration) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(
            Some(self.squares),
            ProgressDrawTarget::stderr_with_hz(10),
        );
        let bar =
            bar.with_style(style(self.template)).with_message(self.what).with_elapsed(elapsed);
        interrupt::show_bar(Some(bar.clone()));
        bar
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            interrupt::show_bar(None);
            bar.finish_and_clear();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    // A test checks the templates; an invalid one would show the default bar. Errors of drawing the
    // bar are ignored.
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
            let _ = write!(text, "{}", rate(pace(state)));
        })
        .with_key("left", |state: &ProgressState, text: &mut dyn Write| {
            let _ = write!(text, "{:#}", HumanDuration(time_left(state)));
        })
        .progress_chars("=> ")
}

/// The bar fills the rest of the line.
const SQUARES_TEMPLATE: &str = "{msg} [{wide_bar}] {percent}%, {rate}, {left} left";

const TRIALS_TEMPLATE: &str = "{msg} [{wide_bar}] {pos} of {len}, {left} left";

/// Returns the squares per second since the start: all squares take the same time.
fn pace(state: &ProgressState) -> f64 {
    state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-3)
}

fn time_left(state: &ProgressState) -> Duration {
    let squares = state.len().unwrap_or_default().saturating_sub(state.pos());
    Duration::try_from_secs_f64(squares as f64 / pace(state)).unwrap_or(Duration::MAX)
}

fn rate(squares_a_second: f64) -> String {
    if squares_a_second >= 1e6 {
        format!("{:.0} million/s", squares_a_second / 1e6)
    } else {
        format!("{squares_a_second:.0}/s")
    }
}

/// Shows the progress of a count: as a bar on a terminal; elsewhere, with `--verbose`, as a line for
/// each finished layer, so that long work can be followed in a file.
pub(crate) struct LayerProgress<'a> {
    global: &'a GlobalOptions,
    shows_bar: bool,
    writes_lines: bool,
    bar: OnceLock<ProgressBar>,
    seen: Mutex<Option<Seen>>,
}

/// The last progress, and the start of its measurement.
struct Seen {
    first: CountProgress,
    /// The time when the layer started.
    begun: Duration,
    last: CountProgress,
}

impl<'a> LayerProgress<'a> {
    /// Before the beginning.
    pub(crate) fn new(global: &'a GlobalOptions) -> Self {
        let has_terminal = io::stderr().is_terminal();
        Self {
            global,
            shows_bar: has_terminal && !global.quiet,
            writes_lines: !has_terminal && !global.quiet && global.verbose,
            bar: OnceLock::new(),
            seen: Mutex::new(None),
        }
    }

    /// Hides the progress bar if other output goes to the terminal.
    pub(crate) const fn hidden_if(mut self, is_hidden: bool) -> Self {
        self.shows_bar &= !is_hidden;
        self
    }

    /// Shows the progress. Any thread may call it.
    pub(crate) fn tell(&self, progress: &CountProgress) {
        if !self.shows_bar && !self.writes_lines {
            return;
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = seen.get_or_insert_with(|| Seen::new(progress));
        if seen.is_of_another_layer(progress) {
            if self.writes_lines {
                self.global.remark(seen.line());
            }
            seen.begun = seen.last.elapsed;
        }
        seen.last = progress.clone();
        if self.shows_bar && progress.elapsed >= SHOW_AFTER {
            let bar = self.bar.get_or_init(show);
            bar.set_position((progress.done * f64::from(SCALE)) as u64);
            bar.set_prefix(seen.layer());
            bar.set_message(seen.left());
        }
    }

    /// Ends the progress. If there is an answer, the last layer is finished too.
    pub(crate) fn end(self, has_answer: bool) {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = seen.as_ref().filter(|_| has_answer && self.writes_lines) {
            self.global.remark(seen.line());
        }
    }
}

impl Drop for LayerProgress<'_> {
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

    /// Returns the layer, the number of states, and their rate.
    fn layer(&self) -> String {
        let CountProgress { stage, part, layer, states, elapsed, .. } = self.last;
        let part = match part {
            (_, 1) => String::new(),
            (part, parts) => format!("count {part} of {parts}, "),
        };
        if stage == CountStage::Join {
            return format!("{part}joining the two sides");
        }
        let (layer, layers) = layer;
        let time = elapsed.saturating_sub(self.begun).as_secs_f64().max(1e-3);
        let rate = rate(states as f64 / time);
        format!("{part}sweeping, layer {layer} of {layers}, {states} states, {rate}")
    }

    /// Prints the layer on a line.
    fn line(&self) -> String {
        let CountProgress { done, elapsed, .. } = self.last;
        format!("{}, {:.1} % of all after {elapsed:.1?}", self.layer(), 100.0 * done)
    }

    /// Returns the remaining time at the rate since the first progress: a resumed count does not start from zero.
    fn left(&self) -> String {
        let done = self.last.done - self.first.done;
        let time = self.last.elapsed.saturating_sub(self.first.elapsed).as_secs_f64();
        match Duration::try_from_secs_f64(time * (1.0 - self.last.done).max(0.0) / done) {
            Ok(left) if done > 0.0 => format!(", {:#} left", HumanDuration(left)),
            _ => String::new(),
        }
    }
}

/// The number of parts of the bar.
const SCALE: u32 = 10_000;

const LAYERS_TEMPLATE: &str = "{prefix} [{wide_bar}] {percent}%{msg}";

fn show() -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target(Some(SCALE.into()), target);
    // A test checks the template.
    let style = ProgressStyle::with_template(LAYERS_TEMPLATE)
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = bar.with_style(style.progress_chars("=> "));
    interrupt::show_bar(Some(bar.clone()));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_one() {
        for template in [SQUARES_TEMPLATE, TRIALS_TEMPLATE, LAYERS_TEMPLATE] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
        assert_eq!(rate(312_345_678.0), "312 million/s");
        assert_eq!(rate(4711.2), "4711/s");
    }

    fn progress(layer: usize, states: u64, done: f64, seconds: u64) -> CountProgress {
        let (stage, elapsed) = (CountStage::Sweep, Duration::from_secs(seconds));
        let (part, layer) = ((1, 1), (layer, 8));
        CountProgress { stage, part, layer, states, is_layer_finished: false, done, elapsed }
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
