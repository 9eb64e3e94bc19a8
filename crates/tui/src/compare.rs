//! The screen that compares all methods on one board.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use caracole::compare::{
    Comparison, ConflictingAnswers, Executor, MethodVariant, OutcomeSummary, Trial, TrialResult,
};
use caracole::solvers::Limits;
use caracole::{Options, Problem, StopCause};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use crate::screen::{Screen, Turn};
use crate::task::{Task, catch_panic};
use crate::text::{duration_text, group_digits, memory_limit, pluralize_grouped, size_text};
use crate::theme::{TerminalTheme, Tone};
use crate::watch::{WatchRequest, WatchScreen};

/// The limits of a trial: its time, and its steps, with a number of steps per square more.
const TIME: Duration = Duration::from_secs(4);
const STEPS: u64 = 10_000_000;
const STEPS_PER_SQUARE: u64 = 4;
/// How often a short trial is run; its time is the median.
const REPEATS: u32 = 5;
/// The time between two checks for messages.
const PAUSE: Duration = Duration::from_millis(100);
/// The time per step when a method is watched.
const STEP: Duration = Duration::from_millis(100);

/// The screen that compares all methods on one board.
///
/// They run one after the other, each within a few seconds, and the table grows. The selected method can
/// be watched.
///
/// ```
/// use caracole::Problem;
/// use caracole_tui::{CompareScreen, Screen};
///
/// let compare = CompareScreen::new(Problem::new("3x3".parse()?));
/// assert_eq!(compare.title(), "Compare 3x3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CompareScreen {
    problem: Problem,
    comparison: Comparison,
    /// The results in the order of the trials.
    rows: Vec<TrialResult>,
    order: Order,
    /// The index of the selected row.
    chosen: usize,
    /// The first visible line of the table.
    top: usize,
    /// The area of the lines of the table.
    lines: Rect,
    elapsed: Duration,
    task: Task<TrialResult>,
}

/// Runs trials in the calling thread until the flag is set.
struct StoppableExecutor<'a>(&'a AtomicBool);

impl Executor for StoppableExecutor<'_> {
    fn execute(&mut self, trial: &Trial<'_>) -> TrialResult {
        let result = trial.run_with(&Options::new().cancel_flag(self.0));
        // Repetitions cannot be interrupted.
        if self.0.load(Ordering::Relaxed) { result } else { trial.with_median_time(result) }
    }
}

impl CompareScreen {
    /// Starts to compare all methods on a problem.
    pub fn new(problem: Problem) -> Self {
        let squares = problem.board().len();
        let steps = squares.saturating_mul(STEPS_PER_SQUARE).saturating_add(STEPS);
        let memory = Some(memory_limit());
        Self::within(problem, Limits { steps: Some(steps), time: Some(TIME), memory })
    }

    fn within(problem: Problem, limits: Limits) -> Self {
        let comparison = Comparison {
            problem: problem.clone(),
            variants: MethodVariant::all(),
            limits,
            seed: 0,
            repeats: REPEATS,
        };
        let task = comparison.clone();
        let work = move |stop: &AtomicBool, sender: &Sender<TrialResult>| {
            for variant in &task.variants {
                let begun = Instant::now();
                let row = catch_panic(|| task.run_variant(variant, &mut StoppableExecutor(stop)));
                // A method that panics has a row too, and the next one follows.
                let row = row.unwrap_or_else(|error| {
                    TrialResult::lost(variant.name(), StopCause::Fault, error, begun.elapsed())
                });
                // A stopped trial has no result, and the screen may be closed.
                if stop.load(Ordering::Relaxed) || sender.send(row).is_err() {
                    break;
                }
            }
        };
        let task = Task::start(work, |error| {
            TrialResult::lost(String::new(), StopCause::Fault, error, Duration::ZERO)
        });
        let (rows, order, lines) = (Vec::new(), Order::default(), Rect::default());
        let elapsed = Duration::ZERO;
        Self { problem, comparison, rows, order, chosen: 0, top: 0, lines, elapsed, task }
    }

    /// Returns the running method.
    fn running(&self) -> Option<&MethodVariant> {
        self.comparison.variants.get(self.rows.len())
    }

    /// Returns the conflict, if two results contradict each other.
    fn conflict(&self) -> Option<ConflictingAnswers> {
        self.comparison.check(&self.rows).err()
    }

    fn choose(&mut self, by: isize) {
        let order = self.order.sorted(&self.rows);
        let at = order.iter().position(|&row| row == self.chosen).unwrap_or_default();
        let to = at.saturating_add_signed(by).min(order.len().saturating_sub(1));
        self.chosen = order.get(to).copied().unwrap_or_default();
    }

    /// Opens the screen that shows the selected method.
    fn watch(&self) -> Turn {
        let Some(variant) =
            self.comparison.variants.get(self.chosen).filter(|_| self.chosen < self.rows.len())
        else {
            return Turn::Stay;
        };
        Turn::Open(Box::new(WatchScreen::new(WatchRequest {
            problem: self.problem.clone(),
            method: variant.method(),
            settings: variant.settings().clone(),
            seed: self.comparison.seed,
            pause: STEP,
        })))
    }
}

impl Screen for CompareScreen {
    fn title(&self) -> String {
        format!("Compare {}", self.problem.board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let sort = match self.order.next() {
            Order::Method => "by method",
            Order::Time => "by time",
            Order::Work => "by work",
        };
        let leave = if self.running().is_some() { "stop" } else { "back" };
        vec![("↑↓", "choose"), ("Enter", "watch"), ("s", sort), ("Esc", leave)]
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        let more = [("PgUp PgDn", "a page"), ("Home End", "the first and the last")];
        let mouse = ("click wheel", "choose");
        self.keys().into_iter().chain(more).chain([mouse]).collect()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
        self.draw_all(frame, area, *theme);
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        let page = isize::from(self.lines.height.max(1).cast_signed());
        match key.code {
            // Dropping the screen stops its task.
            KeyCode::Esc | KeyCode::Char('q') => return Turn::Back,
            KeyCode::Enter => return self.watch(),
            KeyCode::Char('s') => self.order = self.order.next(),
            KeyCode::Up => self.choose(-1),
            KeyCode::Down => self.choose(1),
            KeyCode::PageUp => self.choose(-page),
            KeyCode::PageDown => self.choose(page),
            KeyCode::Home => self.choose(isize::MIN),
            KeyCode::End => self.choose(isize::MAX),
            _ => {}
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.choose(-1),
            MouseEventKind::ScrollDown => self.choose(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let at = ratatui::layout::Position::new(mouse.column, mouse.row);
                if self.lines.contains(at) {
                    let line = self.top + usize::from(mouse.row - self.lines.y);
                    let meant = self.order.sorted(&self.rows).get(line).copied();
                    self.chosen = meant.unwrap_or(self.chosen);
                }
            }
            _ => {}
        }
        Turn::Stay
    }

    fn next_tick(&self) -> Option<Duration> {
        self.running().map(|_| PAUSE)
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        self.elapsed += elapsed;
        self.rows.extend(self.task.messages());
        Turn::Stay
    }
}

/// The order of the rows of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    /// The order of the list of methods.
    #[default]
    Method,
    /// Fastest first.
    Time,
    /// Least work first.
    Work,
}

impl Order {
    /// Returns the next order, in a cycle.
    const fn next(self) -> Self {
        match self {
            Self::Method => Self::Time,
            Self::Time => Self::Work,
            Self::Work => Self::Method,
        }
    }

    /// Returns the indices of the rows in this order: answers, then unknown outcomes, then unsupported
    /// problems.
    fn sorted(self, rows: &[TrialResult]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        let group = |row: &TrialResult| match row.outcome.name() {
            _ if row.outcome.is_unsupported() => 2,
            "unknown" => 1,
            _ => 0,
        };
        match self {
            Self::Method => {}
            Self::Time => order.sort_by_key(|&at| (group(&rows[at]), rows[at].elapsed)),
            Self::Work => order.sort_by_key(|&at| (group(&rows[at]), rows[at].work())),
        }
        order
    }
}

/// A column: its title, and whether it is aligned to the right.
type Column = (&'static str, bool);

const COLUMNS: [Column; 7] = [
    ("method", false),
    ("outcome", false),
    ("time", true),
    ("work", true),
    ("backtracks", true),
    ("memory", true),
    ("stopped by", false),
];
const OUTCOME: usize = 1;
const GAP: &str = "  ";

/// The texts of the rows and the widths of the columns. An empty column has the width 0 and is left out.
struct ResultTable {
    rows: Vec<([String; 7], Tone)>,
    widths: [usize; 7],
}

impl ResultTable {
    /// Creates a table. The last column is left out too if it does not fit.
    fn new(rows: &[TrialResult], columns: usize) -> Self {
        let rows: Vec<_> = rows.iter().map(|row| (texts(row), tone(&row.outcome))).collect();
        let mut widths: [usize; 7] = std::array::from_fn(|at| {
            let widest = rows.iter().map(|(words, _)| words[at].chars().count()).max();
            let is_known = widest.is_some_and(|widest| widest > 0);
            let name = if is_known || at <= OUTCOME { COLUMNS[at].0.len() } else { 0 };
            widest.unwrap_or_default().max(name)
        });
        let gaps = widths.iter().filter(|&&width| width > 0).count().saturating_sub(1);
        if widths.iter().sum::<usize>() + gaps * GAP.len() > columns {
            widths[COLUMNS.len() - 1] = 0;
        }
        Self { rows, widths }
    }

    /// Returns the titles of the columns.
    fn head(&self) -> String {
        let names: Vec<String> = self.columns(&COLUMNS.map(|(name, _)| name.to_owned())).collect();
        names.join(GAP).trim_end().to_owned()
    }

    /// Returns a row.
    fn line(&self, at: usize, theme: TerminalTheme) -> Line<'static> {
        let (words, tone) = &self.rows[at];
        let spans = self.columns(words).enumerate().map(|(column, text)| {
            let tone = if column == OUTCOME { *tone } else { Tone::Plain };
            [Span::styled(text, theme.style(tone)), Span::raw(GAP)]
        });
        spans.flatten().collect()
    }

    fn columns(&self, words: &[String; 7]) -> impl Iterator<Item = String> {
        let known = (0..COLUMNS.len()).filter(|&at| self.widths[at] > 0);
        known.map(|at| {
            let (word, width) = (&words[at], self.widths[at]);
            if COLUMNS[at].1 { format!("{word:>width$}") } else { format!("{word:<width$}") }
        })
    }
}

const fn tone(outcome: &OutcomeSummary) -> Tone {
    match outcome {
        OutcomeSummary::Found { .. } => Tone::Winning,
        OutcomeSummary::Impossible(_) => Tone::Losing,
        OutcomeSummary::Unknown(_) => Tone::Unknown,
    }
}

fn texts(row: &TrialResult) -> [String; 7] {
    let name = row.name.clone();
    if row.outcome.is_unsupported() {
        let empty = String::new;
        let outcome = "not for this".to_owned();
        return [name, outcome, empty(), empty(), empty(), empty(), empty()];
    }
    let (outcome, cause) = match &row.outcome {
        OutcomeSummary::Found { closed: true } => ("found, closed", ""),
        OutcomeSummary::Found { closed: false } => ("found, open", ""),
        OutcomeSummary::Impossible(_) => ("impossible", ""),
        OutcomeSummary::Unknown(stop) => ("unknown", stop.cause.name()),
    };
    [
        name,
        outcome.to_owned(),
        duration_text(row.elapsed),
        row.work_text(),
        group_digits(row.stats.backtracks),
        row.peak_bytes.map_or_else(String::new, size_text),
        cause.to_owned(),
    ]
}

/// Returns the details of a result.
fn details(row: &TrialResult) -> String {
    match &row.outcome {
        OutcomeSummary::Found { closed: true } => format!("{}: a closed tour, checked", row.name),
        OutcomeSummary::Found { closed: false } => format!("{}: an open tour, checked", row.name),
        OutcomeSummary::Impossible(why) => format!("{}: {why}", row.name),
        OutcomeSummary::Unknown(stop) if row.outcome.is_unsupported() => {
            format!("{}: {}", row.name, stop.tried)
        }
        OutcomeSummary::Unknown(stop) => format!("{}: {stop}", row.name),
    }
}

impl CompareScreen {
    fn draw_all(&mut self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let bad = self.conflict().map(|conflict| format!("internal error: {conflict}"));
        let [one, two, fill] = [Constraint::Length(1), Constraint::Length(2), Constraint::Fill(1)];
        let trouble = if bad.is_some() { two } else { Constraint::Length(0) };
        let [limits, status, head, body, note, error] =
            Layout::vertical([one, one, one, fill, two, trouble]).areas(area);
        frame.render_widget(Line::styled(self.limits(), theme.style(Tone::Quiet)), limits);
        frame.render_widget(Line::from(self.status()), status);
        if let Some(bad) = bad {
            let text = Text::styled(bad, theme.style(Tone::Losing));
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), error);
        }
        let table = ResultTable::new(&self.rows, area.width.into());
        let order = self.order.sorted(&self.rows);
        let seen = usize::from(body.height);
        let at = order.iter().position(|&row| row == self.chosen).unwrap_or_default();
        self.top = self.top.clamp((at + 1).saturating_sub(seen), at);
        self.lines = body;
        frame.render_widget(Line::styled(table.head(), theme.style(Tone::Title)), head);
        let lines = order.iter().skip(self.top).take(seen).map(|&row| {
            let line = table.line(row, theme);
            if row == self.chosen { line.style(theme.style(Tone::Chosen)) } else { line }
        });
        frame.render_widget(lines.collect::<Text<'_>>(), body);
        if let Some(row) = self.rows.get(self.chosen) {
            let details = Text::styled(details(row), theme.style(Tone::Quiet));
            frame.render_widget(Paragraph::new(details).wrap(Wrap { trim: true }), note);
        }
    }

    /// Returns the number of finished trials, or of outcomes of each kind.
    fn status(&self) -> String {
        let (done, all) = (self.rows.len(), self.comparison.variants.len());
        if let Some(variant) = self.running() {
            let seconds = self.elapsed.as_secs();
            return format!("{variant} is running, {} of {all}, {seconds} s", done + 1);
        }
        let of = |word: &str| {
            let rows = self.rows.iter().filter(|row| !row.outcome.is_unsupported());
            rows.filter(|row| row.outcome.name() == word).count()
        };
        let words = ["found", "impossible", "unknown"].map(|word| (of(word), word));
        let words = words.into_iter().filter(|&(number, _)| number > 0);
        let words: Vec<String> = words.map(|(number, word)| format!("{number} {word}")).collect();
        format!("All {all} methods finished: {}", words.join(", "))
    }

    /// Returns the limits of a trial.
    fn limits(&self) -> String {
        let Limits { steps, time, memory } = self.comparison.limits;
        let limits = [
            time.map(duration_text),
            steps.map(|steps| pluralize_grouped(steps, "step")),
            memory.map(size_text),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        format!("One after the other, each within {}", limits.join(", "))
    }
}

#[cfg(test)]
mod tests;
