//! Prints a running method as plain text, for pipes and slides.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use caracole::board::{Coord, File, Level, Rank};
use caracole::play::recording::{Frame, FrameObserver};
use caracole::solvers::{Limits, Run};
use caracole::{Options, Outcome, Square};

use crate::watch::{WatchRequest, view};

/// Prints a running method as plain frames: the event, the counts and the board.
///
/// Visited squares have their step, `[12]` is the knight, `.` a free square, `x` the one that the
/// last backtrack left; holes are blank. Before the first step, squares have the number of
/// their active moves in the network. The frames are deterministic.
///
/// ```
/// use std::time::Duration;
///
/// use caracole::{Method, Problem};
/// use caracole::solvers::MethodSettings;
/// use caracole_tui::{FramePrinter, WatchRequest};
///
/// let request = WatchRequest {
///     problem: Problem::new("3x4".parse()?).start("a1")?,
///     method: Method::Backtracking,
///     settings: MethodSettings::default(),
///     seed: 0,
///     pause: Duration::ZERO,
/// };
/// let mut text = Vec::new();
/// FramePrinter::new(&request).every(1).write(&mut text)?;
/// let text = String::from_utf8(text)?;
/// let second = [
///     "step 2: visiting b3",
///     "2 of 12 squares visited; 1 step, 0 backtracks, 1 walk",
///     "  .   .   .",
///     "  .  [2]  .",
///     "  .   .   .",
///     "  1   .   .",
/// ];
/// assert!(text.contains(&second.join("\n")), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For a long search, print only some frames:
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// use caracole::{Method, Problem};
/// use caracole::solvers::Limits;
/// use caracole::solvers::MethodSettings;
/// use caracole_tui::{FramePrinter, WatchRequest};
///
/// let request = WatchRequest {
///     problem: Problem::new("8x8".parse()?).start("a1")?,
///     method: Method::Backtracking,
///     settings: MethodSettings::default(),
///     seed: 0,
///     pause: Duration::from_millis(1),
/// };
/// let flag = AtomicBool::new(false);
/// let limits = Limits { steps: Some(1000), ..Limits::default() };
/// let frames = FramePrinter::new(&request).every(500).paced().limits(limits).interrupted_by(&flag);
/// let mut text = Vec::new();
/// let outcome = frames.write(&mut text)?;
/// assert_eq!(outcome.name(), "unknown");
/// assert!(String::from_utf8(text)?.contains("the limit of steps was reached"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FramePrinter<'a> {
    request: &'a WatchRequest,
    every: u64,
    is_paced: bool,
    limits: Limits,
    interrupt: Option<&'a AtomicBool>,
}

impl<'a> FramePrinter<'a> {
    /// Creates a printer of a frame for each event, without pauses.
    pub fn new(request: &'a WatchRequest) -> Self {
        Self { request, every: 1, is_paced: false, limits: Limits::default(), interrupt: None }
    }

    /// Prints a frame for each `every` events, or only the last one for 0.
    #[must_use]
    pub const fn every(self, every: u64) -> Self {
        Self { every, ..self }
    }

    /// Sleeps for the pause of the request after each frame.
    #[must_use]
    pub const fn paced(self) -> Self {
        Self { is_paced: true, ..self }
    }

    /// Sets the limits of the method.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets a flag that stops the method when it is raised.
    #[must_use]
    pub const fn interrupted_by(self, flag: &'a AtomicBool) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// Runs the method and prints the frames. An error of `out` ends both; a closed pipe has the kind
    /// [`io::ErrorKind::BrokenPipe`].
    pub fn write(&self, out: &mut dyn Write) -> io::Result<Outcome> {
        let WatchRequest { problem, method, settings, seed, .. } = self.request;
        let mut events = 0_u64;
        let mut is_printed = true;
        let mut error = None;
        let mut observer = FrameObserver::new(problem, |frame: &Frame| {
            events += 1;
            is_printed = self.every != 0 && events.is_multiple_of(self.every);
            if !is_printed {
                return ControlFlow::Continue(());
            }
            let written = self.frame(frame, out).and_then(|()| out.flush());
            if let Err(failed) = written {
                error = Some(failed);
                return ControlFlow::Break(());
            }
            self.sleep()
        });
        let mut options = Options::new().limits(self.limits).seed(*seed);
        if let Some(flag) = self.interrupt {
            options = options.cancel_flag(flag);
        }
        let mut run = Run::with_options(&options).observed_by(&mut observer);
        let outcome = method.solver(settings).solve(problem, &mut run);
        let by = run.method();
        let frame = observer.into_frame();
        if let Some(error) = error {
            return Err(error);
        }
        if !is_printed && !self.is_interrupted() {
            self.frame(&frame, out)?;
        }
        writeln!(out, "{}", view::answer(&outcome, problem.board(), by))?;
        out.flush()?;
        Ok(outcome)
    }

    /// Prints one frame, and a blank line.
    fn frame(&self, frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n{}", view::caption_text(frame), view::counts_text(frame))?;
        let board = frame.board();
        let digits = board.len().to_string().len();
        let marks = network_marks(frame);
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
                    let square = board.square(Coord { file, rank, level });
                    let text = square
                        .map_or_else(String::new, |square| mark(frame, marks.as_deref(), square));
                    // A mark without brackets is padded to the same width.
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

    /// Sleeps for the pause, unless it is interrupted.
    fn sleep(&self) -> ControlFlow<()> {
        /// The longest delay after Ctrl-C.
        const MAX_SLEEP: Duration = Duration::from_millis(20);
        let mut left = if self.is_paced { self.request.pause } else { Duration::ZERO };
        loop {
            if self.is_interrupted() {
                return ControlFlow::Break(());
            }
            if left.is_zero() {
                return ControlFlow::Continue(());
            }
            let part = left.min(MAX_SLEEP);
            thread::sleep(part);
            left -= part;
        }
    }
}

/// Returns the mark of a square.
fn mark(frame: &Frame, network: Option<&[u32]>, square: Square) -> String {
    match frame.step_of(square) {
        Some(step) if frame.knight() == Some(square) => format!("[{step}]"),
        Some(step) => step.to_string(),
        None if frame.left() == Some(square) => "x".to_owned(),
        None => match network.and_then(|marks| marks.get(square.index() as usize)) {
            Some(moves) => moves.to_string(),
            None => ".".to_owned(),
        },
    }
}

/// Returns the active moves of the network for each square and hole, before the first step.
fn network_marks(frame: &Frame) -> Option<Vec<u32>> {
    let network = frame.network().filter(|_| frame.path().is_empty())?;
    let mut marks = vec![0; frame.board().area() as usize];
    for square in network.active_moves().flat_map(|(a, b)| [a, b]) {
        if let Some(mark) = marks.get_mut(square.index() as usize) {
            *mark += 1;
        }
    }
    Some(marks)
}

#[cfg(test)]
mod tests {
    use caracole::solvers::{MethodSettings, Neural};
    use caracole::{Method, Problem, StopCause};

    use super::*;

    fn request(board: &str, from: &str, method: Method) -> WatchRequest {
        WatchRequest {
            problem: Problem::new(board.parse().unwrap()).start(from).unwrap(),
            method,
            settings: MethodSettings::default(),
            seed: 0,
            pause: Duration::ZERO,
        }
    }

    fn printed(request: &WatchRequest, every: u64) -> String {
        let mut text = Vec::new();
        FramePrinter::new(request).every(every).write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn three_runs_with_a_known_end() {
        for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
            let mut request = request("8x8", from, Method::Warnsdorff);
            request.settings.order = Some("76543218".parse().unwrap());
            let text = printed(&request, 1);
            let frames: Vec<&str> = text.split("\n\n").collect();
            assert_eq!(frames.len(), 65, "64 frames, and the answer");
            assert_eq!(
                frames[64],
                format!("found: an open tour of 64 squares, from {from} to {end}\n")
            );
            let last: Vec<&str> = frames[63].lines().collect();
            assert_eq!(last[0], format!("step 64: visiting {end}"));
            assert_eq!(last[1], "64 of 64 squares visited; 63 steps, 0 backtracks, 1 walk");
            let square = request.problem.board().parse_square(end).unwrap();
            let place = request.problem.board().coord(square);
            let row = last[2 + 7 - place.rank.index() as usize];
            let words: Vec<&str> = row.split_whitespace().collect();
            assert_eq!((words.len(), words[place.file.index() as usize]), (8, "[64]"));
            // Each tenth frame, the last frame, and the answer.
            assert_eq!(printed(&request, 10).split("\n\n").count(), 6 + 1 + 1);
            assert_eq!(printed(&request, 64), printed(&request, 0));
            assert!(printed(&request, 0).starts_with("step 64: "));
        }
    }

    #[test]
    fn backtracks_are_marked() {
        let request = request("5x5", "a1", Method::Backtracking);
        let text = printed(&request, 1);
        let back = text.split("\n\n").find(|frame| frame.contains("backtracking to")).unwrap();
        let before = text.split("\n\n").take_while(|frame| *frame != back).last().unwrap();
        let step = |frame: &str| frame[5..].split(':').next().unwrap().parse::<u32>().unwrap();
        assert_eq!(step(back) + 1, step(before));
        // The square that the knight left has an x, and the knight is on the square before.
        let words = |frame: &str| -> Vec<String> {
            frame.lines().skip(2).flat_map(str::split_whitespace).map(str::to_owned).collect()
        };
        let (back, before) = (words(back), words(before));
        let at = |words: &[String], what: &str| words.iter().position(|word| word == what);
        assert_eq!(at(&back, "x"), before.iter().position(|word| word.starts_with('[')));
        let knight = back.iter().position(|word| word.starts_with('[')).unwrap();
        assert_eq!(format!("[{}]", before[knight]), back[knight]);
        assert_eq!(text, printed(&request, 1), "equal requests print equal frames");
    }

    #[test]
    fn holes_levels_and_networks() {
        let text = printed(&request("3x4-a4", "a1", Method::Backtracking), 1);
        let board = text.lines().skip(2).take(4).collect::<Vec<_>>();
        assert_eq!(board, ["      .   .", "  .   .   .", "  .   .   .", " [1]  .   ."]);
        let text = printed(&request("box:3x4x2", "a1:1", Method::Exact), 0);
        assert_eq!(text.lines().filter(|line| line.starts_with("level ")).count(), 2, "{text}");
        let mut network = request("6x6", "a1", Method::Neural);
        network.problem = network.problem.closed();
        network.settings.neural = Neural { attempts: 50.try_into().unwrap(), ..Neural::default() };
        let text = printed(&network, 1);
        let settled =
            text.split("\n\n").find(|frame| frame.contains("36 of 36 squares have degree 2"));
        let rows = settled.unwrap().lines().skip(2).collect::<Vec<_>>();
        assert_eq!(rows, ["  2   2   2   2   2   2"; 6]);
    }

    /// A pipe that breaks after some bytes.
    struct Pipe(usize);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Backtracking from a8 would run for a long time without a stop.
    #[test]
    fn a_closed_pipe_and_a_raised_flag_stop_it() {
        let request = request("8x8", "a8", Method::Backtracking);
        let error = FramePrinter::new(&request).write(&mut Pipe(10_000)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let flag = AtomicBool::new(true);
        let mut text = Vec::new();
        let outcome = FramePrinter::new(&request).interrupted_by(&flag).write(&mut text).unwrap();
        assert!(matches!(outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Interrupt));
        let limits = Limits { steps: Some(100), ..Limits::default() };
        let mut text = Vec::new();
        let outcome = FramePrinter::new(&request).every(0).limits(limits).write(&mut text).unwrap();
        assert!(matches!(outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Steps));
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("; 100 steps, ") && text.contains("\nunknown: the limit of steps"));
    }
}
