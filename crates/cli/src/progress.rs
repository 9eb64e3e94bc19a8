//! How far long work has come.

mod layers;

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::args::Manners;
use crate::interrupt;

pub(crate) use layers::Layers;

/// A bar on standard error, for work that takes longer than a moment. There is none where nobody
/// would see it, or wants to.
pub(crate) struct Progress {
    what: &'static str,
    squares: u64,
    template: &'static str,
    is_wanted: bool,
    begun: OnceLock<Instant>,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

impl Progress {
    /// Before the beginning of work on so many squares.
    pub(crate) fn new(what: &'static str, squares: u64, manners: &Manners) -> Self {
        Self {
            what,
            squares,
            template: TEMPLATE,
            is_wanted: !manners.quiet && io::stderr().is_terminal(),
            begun: OnceLock::new(),
            done: AtomicU64::new(0),
            bar: OnceLock::new(),
        }
    }

    /// Before the beginning of so many bouts, which take as long as they take.
    pub(crate) fn of_bouts(bouts: u64, manners: &Manners) -> Self {
        let mut progress = Self::new("comparing", bouts, manners);
        progress.template = TEMPLATE_OF_BOUTS;
        // The clock starts here, and not when the first bout is over.
        progress.tell(0);
        progress
    }

    /// The same, but not if something else is written on the terminal.
    pub(crate) const fn unless(mut self, is_in_the_way: bool) -> Self {
        self.is_wanted &= !is_in_the_way;
        self
    }

    /// So many squares are done. Any thread may tell, also late.
    pub(crate) fn tell(&self, done: u64) {
        if !self.is_wanted {
            return;
        }
        let done = self.done.fetch_max(done, Ordering::Relaxed).max(done);
        let elapsed = self.begun.get_or_init(Instant::now).elapsed();
        if elapsed >= PATIENCE {
            self.bar.get_or_init(|| self.show(elapsed)).set_position(done);
        }
    }

    /// The same for those who could be stopped. A signal ends the program without their help.
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
    // What the template says is tested below; a wrong one would do without a bar. And a bar that
    // cannot be drawn is no trouble.
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

/// The bar takes what the line leaves it.
const TEMPLATE: &str = "{msg} [{wide_bar}] {percent}%, {rate}, {left} left";

const TEMPLATE_OF_BOUTS: &str = "{msg} [{wide_bar}] {pos} of {len}, {left} left";

/// Squares a second, from the beginning: all squares take the same time.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_one() {
        for template in [TEMPLATE, TEMPLATE_OF_BOUTS] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
        assert_eq!(rate(312_345_678.0), "312 million/s");
        assert_eq!(rate(4711.2), "4711/s");
    }
}
