//! A method at work as plain text, for pipes and slides.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use caracole::film::{Live, Stage};
use caracole::{File, Level, Limits, Outcome, Place, Rank, Run, Square};

use crate::watch::{Work, words};

/// A method at work as plain frames: what happens, how much was done, and the board.
///
/// Visited squares have their step, `[12]` is the knight, `.` a free square, `x` the one that the
/// knight has just left again; holes are blank. Before anybody walks, squares have the number of
/// their moves in the network. The same work gives the same frames.
///
/// ```
/// use std::time::Duration;
///
/// use caracole::{Method, MethodSettings, Problem};
/// use caracole_tui::{Frames, Work};
///
/// let work = Work {
///     problem: Problem::new("3x4".parse()?).from("a1")?,
///     method: Method::Backtracking,
///     settings: MethodSettings::default(),
///     seed: 0,
///     pause: Duration::ZERO,
/// };
/// let mut text = Vec::new();
/// Frames::of(&work).every(1).write(&mut text)?;
/// let text = String::from_utf8(text)?;
/// let second = [
///     "step 2: visiting b3",
///     "2 of 12 squares visited; 1 step, 0 retreats, 1 walk",
///     "  .   .   .",
///     "  .  [2]  .",
///     "  .   .   .",
///     "  1   .   .",
/// ];
/// assert!(text.contains(&second.join("\n")), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A method that takes long is watched from afar:
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// use caracole::{Limits, Method, MethodSettings, Problem};
/// use caracole_tui::{Frames, Work};
///
/// let work = Work {
///     problem: Problem::new("8x8".parse()?).from("a1")?,
///     method: Method::Backtracking,
///     settings: MethodSettings::default(),
///     seed: 0,
///     pause: Duration::from_millis(1),
/// };
/// let flag = AtomicBool::new(false);
/// let limits = Limits { steps: Some(1000), ..Limits::default() };
/// let frames = Frames::of(&work).every(500).paced().limits(limits).interrupted_by(&flag);
/// let mut text = Vec::new();
/// let outcome = frames.write(&mut text)?;
/// assert_eq!(outcome.word(), "unknown");
/// assert!(String::from_utf8(text)?.contains("the limit of steps was reached"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Frames<'a> {
    work: &'a Work,
    every: u64,
    is_paced: bool,
    limits: Limits,
    interrupt: Option<&'a AtomicBool>,
}

impl<'a> Frames<'a> {
    /// A frame for each event, without pauses.
    pub fn of(work: &'a Work) -> Self {
        Self { work, every: 1, is_paced: false, limits: Limits::default(), interrupt: None }
    }

    /// A frame for each `every` events; for 0 the last one only.
    #[must_use]
    pub const fn every(self, every: u64) -> Self {
        Self { every, ..self }
    }

    /// After each frame, sleeps for the pause of the work.
    #[must_use]
    pub const fn paced(self) -> Self {
        Self { is_paced: true, ..self }
    }

    /// With limits for the method.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With a flag that stops it when it is raised.
    #[must_use]
    pub const fn interrupted_by(self, flag: &'a AtomicBool) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// Lets the method work, and prints. An error of `out` ends both; a closed pipe is one, of kind
    /// [`io::ErrorKind::BrokenPipe`].
    pub fn write(&self, out: &mut dyn Write) -> io::Result<Outcome> {
        let Work { problem, method, settings, seed, .. } = self.work;
        let mut events = 0_u64;
        let mut is_printed = true;
        let mut error = None;
        let mut live = Live::new(problem, |stage: &Stage| {
            events += 1;
            is_printed = self.every != 0 && events.is_multiple_of(self.every);
            if !is_printed {
                return ControlFlow::Continue(());
            }
            let written = self.frame(stage, out).and_then(|()| out.flush());
            if let Err(failed) = written {
                error = Some(failed);
                return ControlFlow::Break(());
            }
            self.sleep()
        });
        let mut run = Run::new().limits(self.limits).seed(*seed).observed_by(&mut live);
        if let Some(flag) = self.interrupt {
            run = run.interrupted_by(flag);
        }
        let outcome = method.solver(settings).solve(problem, &mut run);
        let by = run.method();
        let stage = live.into_stage();
        if let Some(error) = error {
            return Err(error);
        }
        if !is_printed && !self.is_interrupted() {
            self.frame(&stage, out)?;
        }
        writeln!(out, "{}", words::answer(&outcome, problem.board(), by))?;
        out.flush()?;
        Ok(outcome)
    }

    /// Prints one frame, and a blank line.
    fn frame(&self, stage: &Stage, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n{}", words::caption(stage), words::counts(stage))?;
        let board = stage.board();
        let digits = board.len().to_string().len();
        let marks = network_marks(stage);
        let mut row = String::new();
        for level in 0..board.levels() {
            if board.is_box() {
                writeln!(out, "level {}", level + 1)?;
            }
            for rank in (0..board.ranks()).rev() {
                if self.is_interrupted() {
                    return Ok(());
                }
                row.clear();
                for file in 0..board.files() {
                    let (file, rank, level) = (File::new(file), Rank::new(rank), Level::new(level));
                    let square = board.square(Place { file, rank, level });
                    let text = square
                        .map_or_else(String::new, |square| mark(stage, marks.as_deref(), square));
                    // A mark without brackets has a blank where they would be.
                    let text = if text.ends_with(']') { text } else { text + " " };
                    row.extend(std::iter::repeat_n(' ', (digits + 2).saturating_sub(text.len())));
                    row.push_str(&text);
                }
                writeln!(out, "{}", row.trim_end())?;
            }
        }
        writeln!(out)
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Sleeps, if it shall, unless it is interrupted.
    fn sleep(&self) -> ControlFlow<()> {
        /// Nobody waits longer for an answer to Ctrl-C.
        const MOST_AT_ONCE: Duration = Duration::from_millis(20);
        let mut left = if self.is_paced { self.work.pause } else { Duration::ZERO };
        loop {
            if self.is_interrupted() {
                return ControlFlow::Break(());
            }
            if left.is_zero() {
                return ControlFlow::Continue(());
            }
            let part = left.min(MOST_AT_ONCE);
            thread::sleep(part);
            left -= part;
        }
    }
}

/// What stands on a square.
fn mark(stage: &Stage, network: Option<&[u32]>, square: Square) -> String {
    match stage.step_of(square) {
        Some(step) if stage.knight() == Some(square) => format!("[{step}]"),
        Some(step) => step.to_string(),
        None if stage.left() == Some(square) => "x".to_owned(),
        None => match network.and_then(|marks| marks.get(square.index() as usize)) {
            Some(moves) => moves.to_string(),
            None => ".".to_owned(),
        },
    }
}

/// For each square and hole its moves of the network, while nobody walks.
fn network_marks(stage: &Stage) -> Option<Vec<u32>> {
    let network = stage.network().filter(|_| stage.path().is_empty())?;
    let mut marks = vec![0; stage.board().area() as usize];
    for square in network.active_moves().flat_map(|(a, b)| [a, b]) {
        if let Some(mark) = marks.get_mut(square.index() as usize) {
            *mark += 1;
        }
    }
    Some(marks)
}

#[cfg(test)]
mod tests;
