//! The screen that counts the tours of a board.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::Duration;

use caracole::counting::{
    By, CountError, CountProgress, CountStage, Direction, Job, Question, Tally, forecast,
};
use caracole::{Board, Count, Kind, Options, Problem, ProblemExt, Square, StopCause, Symmetry};
use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use crate::board_view::{BoardContent, BoardView, Label};
use crate::screen::{Screen, Turn};
use crate::task::Task;
use crate::text::{group_digits, memory_limit, next_kind, size_text, wrapped_height};
use crate::theme::{TerminalTheme, Tone};

/// The time between two checks for messages.
const PAUSE: Duration = Duration::from_millis(100);

/// The screen that counts all tours of a board.
///
/// It shows the convention of each number, and keys change it. Small boards are counted immediately. Larger
/// counts need a confirmation, and very large ones are refused.
///
/// ```
/// use caracole::{Problem, ProblemExt};
/// use caracole_tui::{CountScreen, Screen};
///
/// let count = CountScreen::new(Problem::new("5x5".parse()?));
/// assert_eq!(count.title(), "Count 5x5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CountScreen {
    request: CountRequest,
    state: State,
    /// The finished counts.
    finished: Vec<(CountRequest, Tally)>,
    /// The first visible line.
    top: u16,
    /// The board with a number for each square.
    view: BoardView,
    memory: u64,
}

enum State {
    /// The count is running.
    Running { task: Task<Message>, progress: Option<CountProgress>, elapsed: Duration },
    /// The user must confirm a count with this estimated number of states, if that is known.
    Confirm(Option<f64>),
    /// The count is finished.
    Finished(Tally),
    /// The count failed or was cancelled, with the reason.
    Failed(String),
}

/// A message of the background task.
enum Message {
    Progress(CountProgress),
    /// The estimated number of states is large, and the count has not started.
    Large(Option<f64>),
    Finished(Tally),
    /// The count failed, with the reason.
    Failed(String),
}

impl CountScreen {
    /// Starts to count the tours of a problem.
    pub fn new(problem: Problem) -> Self {
        let request = CountRequest::new(problem);
        let state = State::Failed(String::new());
        let memory = memory_limit();
        let view = BoardView::default();
        let mut count = Self { request, state, finished: Vec::new(), top: 0, view, memory };
        count.start(false);
        count
    }

    /// Starts the count, unless it was finished before. `is_confirmed` skips the confirmation of large
    /// counts.
    fn start(&mut self, is_confirmed: bool) {
        self.top = 0;
        let finished = self.finished.iter().find(|(request, _)| *request == self.request);
        if let Some((_, tally)) = finished {
            self.state = State::Finished(tally.clone());
            return;
        }
        let (request, memory) = (self.request.clone(), self.memory);
        let work = move |stop: &AtomicBool, sender: &Sender<Message>| {
            let report =
                |progress: &CountProgress| drop(sender.send(Message::Progress(progress.clone())));
            let options = Options::new().memory(memory).cancel_flag(stop);
            let job = Job::with_options(&options).on_progress(&report);
            // The screen may be closed.
            let _ = sender.send(work(&request, is_confirmed, &job));
        };
        let task = Task::start(work, Message::Failed);
        self.state = State::Running { task, progress: None, elapsed: Duration::ZERO };
    }

    fn handle(&mut self, message: Message) {
        self.state = match (message, std::mem::replace(&mut self.state, State::Confirm(None))) {
            (Message::Progress(progress), State::Running { task, elapsed, .. }) => {
                State::Running { task, progress: Some(progress), elapsed }
            }
            (Message::Progress(_), state) => state,
            (Message::Large(states), _) => State::Confirm(states),
            (Message::Failed(why), _) => State::Failed(why),
            (Message::Finished(tally), _) => {
                self.finished.push((self.request.clone(), tally.clone()));
                State::Finished(tally)
            }
        };
    }

    /// Starts another count.
    fn change(&mut self, request: CountRequest) {
        self.request = request;
        self.start(false);
    }

    /// Returns true if there is a number for each square.
    const fn has_starts(&self) -> bool {
        matches!(&self.state, State::Finished(Tally { starts: Some(_), .. }))
    }

    fn cancel(&mut self) {
        if let State::Running { elapsed, .. } = &self.state {
            let why = format!("cancelled after {:.1} s; Enter starts again", elapsed.as_secs_f64());
            self.state = State::Failed(why);
        }
    }
}

impl Screen for CountScreen {
    fn title(&self) -> String {
        format!("Count {}", self.request.problem().board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let direction = match self.request.direction() {
            Direction::Directed => "undirected",
            Direction::Undirected => "directed",
        };
        let kind = match self.request.problem().kind() {
            Kind::Any => "closed",
            Kind::Closed => "open",
            Kind::Open => "all",
        };
        let leave = if matches!(self.state, State::Running { .. }) { "cancel" } else { "back" };
        let mut keys = vec![("k", kind), ("d", direction), ("b", "by start"), ("c", "classes")];
        if matches!(self.state, State::Confirm(_) | State::Failed(_)) {
            keys.insert(0, ("Enter", "count"));
        }
        keys.push(("Esc", leave));
        keys
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = self.keys();
        keys.push(("↑↓", "scroll"));
        if self.has_starts() {
            keys.extend(BoardView::KEYS);
        }
        keys
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
        let lines = self.lines(*theme);
        let height = |line: &Line<'_>| wrapped_height(&line.to_string(), area.width).max(1);
        let height = lines.iter().map(height).fold(0, u16::saturating_add);
        let (above, below) = if self.has_starts() {
            let parts = [Constraint::Length(height), Constraint::Min(area.height / 2)];
            Layout::vertical(parts).areas(area).into()
        } else {
            (area, Rect::default())
        };
        let text = Paragraph::new(Text::from(lines)).wrap(Wrap { trim: false });
        if self.has_starts() {
            frame.render_widget(text, above);
            self.draw_starts(frame, below, *theme);
        } else {
            self.top = self.top.min(height.saturating_sub(area.height));
            frame.render_widget(text.scroll((self.top, 0)), above);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if self.has_starts() && self.view.key(key) {
            return Turn::Stay;
        }
        match key.code {
            KeyCode::Esc if matches!(self.state, State::Running { .. }) => self.cancel(),
            KeyCode::Esc | KeyCode::Char('q') => return Turn::Back,
            KeyCode::Enter if matches!(self.state, State::Confirm(_) | State::Failed(_)) => {
                self.start(true);
            }
            KeyCode::Char('k') => self.change(self.request.of_next_kind()),
            KeyCode::Char('d') => self.change(self.request.turned()),
            KeyCode::Char('b') => self.change(self.request.toggled(By::Start)),
            KeyCode::Char('c') => self.change(self.request.toggled(By::Orbit)),
            KeyCode::Up => self.top = self.top.saturating_sub(1),
            KeyCode::Down => self.top = self.top.saturating_add(1),
            _ => {}
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        if self.has_starts() {
            self.view.wheel(mouse);
        }
        Turn::Stay
    }

    fn next_tick(&self) -> Option<Duration> {
        matches!(self.state, State::Running { .. }).then_some(PAUSE)
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        let State::Running { task, elapsed: so_far, .. } = &mut self.state else {
            return Turn::Stay;
        };
        *so_far += elapsed;
        let messages: Vec<Message> = task.messages().collect();
        for message in messages {
            self.handle(message);
        }
        Turn::Stay
    }
}

/// The tours that are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CountRequest {
    problem: Problem,
    direction: Direction,
    by: By,
}

impl CountRequest {
    /// Returns the request for a problem with its default direction.
    fn new(problem: Problem) -> Self {
        let direction = problem.question().direction();
        Self { problem, direction, by: By::All }
    }

    const fn problem(&self) -> &Problem {
        &self.problem
    }

    const fn direction(&self) -> Direction {
        self.direction
    }

    fn question(&self) -> Question {
        self.problem.question().counting(self.direction)
    }

    /// Returns the request for the next kind, with its default direction.
    fn of_next_kind(&self) -> Self {
        let kind = next_kind(self.problem.kind());
        Self::new(self.problem.clone().of_kind(kind)).counting(self.by)
    }

    /// Returns the request for the other direction. Counts by start are always directed.
    fn turned(&self) -> Self {
        let direction = match self.direction {
            Direction::Directed => Direction::Undirected,
            Direction::Undirected => Direction::Directed,
        };
        let by = if self.by == By::Start { By::All } else { self.by };
        Self { direction, by, ..self.clone() }
    }

    /// Returns the request with another grouping, or without it.
    fn toggled(&self, by: By) -> Self {
        self.clone().counting(if self.by == by { By::All } else { by })
    }

    fn counting(self, by: By) -> Self {
        // A tour with a start has a direction.
        let direction = if by == By::Start { Direction::Directed } else { self.direction };
        Self { direction, by, ..self }
    }

    /// Returns the name of what is counted.
    fn convention(&self) -> String {
        self.by.convention(&self.question())
    }

    /// Returns a sentence about what counts as one tour.
    const fn convention_note(&self) -> &'static str {
        match (self.problem.kind(), self.direction) {
            (Kind::Closed, Direction::Directed) => {
                "A tour walked backwards is another one; where it starts makes no difference."
            }
            (Kind::Closed, Direction::Undirected) => {
                "A tour walked backwards is the same; where it starts makes no difference."
            }
            (_, Direction::Directed) => {
                "Each numbering of the squares is one: a tour walked backwards is another one."
            }
            (_, Direction::Undirected) => "A tour walked backwards is the same one.",
        }
    }

    /// Returns the estimated number of states, or `None` if that is not known.
    fn forecast(&self) -> Result<Option<f64>, CountError> {
        let states = forecast(&self.question())?;
        let board = self.problem.board();
        let counts = match self.by {
            // One square of each orbit under symmetry is counted.
            By::Start if self.problem.kind() != Kind::Closed => {
                board.len().div_ceil(Symmetry::of_piece(board, self.problem.piece()).len() as u64)
            }
            _ => 1,
        };
        Ok(states.map(|states| states * counts as f64))
    }

    /// Counts the tours.
    fn count(&self, job: &Job<'_>) -> Result<Tally, CountError> {
        Tally::of(&self.question(), self.by, job)
    }
}

impl CountScreen {
    /// Draws the numbers of all squares on the board, or as a list if they do
    /// not fit.
    fn draw_starts(&mut self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let State::Finished(Tally { starts: Some(starts), .. }) = &self.state else { return };
        let board = self.request.problem().board();
        let number = |square| {
            let at = starts.binary_search_by_key(&square, |&(square, _)| square);
            at.map_or_else(|_| String::new(), |at| starts[at].1.to_string())
        };
        let label = |square| match number(square) {
            text if text == "0" => Label { text, tone: Tone::Quiet },
            text => Label { text, tone: Tone::Plain },
        };
        let content = BoardContent { board, label: &label, lines: &[], cursor: None };
        self.view.draw(&content, frame.buffer_mut(), area, &theme);
        let is_cut = starts.iter().any(|(_, count)| count.to_string().len() > BoardView::MAX_TEXT);
        if self.view.is_dots() || is_cut {
            let lines = list(board, starts, area.width.into());
            self.top = self.top.min((lines.len() as u16).saturating_sub(area.height));
            frame.render_widget(Clear, area);
            let list = Paragraph::new(Text::from_iter(lines)).style(theme.style(Tone::Plain));
            frame.render_widget(list.scroll((self.top, 0)), area);
        }
    }
}

/// Returns lines with as many squares and numbers as fit in a row.
fn list(board: &Board, starts: &[(Square, Count)], columns: usize) -> Vec<String> {
    let words: Vec<String> =
        starts.iter().map(|(square, count)| format!("{} {count}", board.name(*square))).collect();
    let width = words.iter().map(String::len).max().unwrap_or_default();
    let lines = words.chunks((columns / (width + 2)).max(1));
    lines
        .map(|words| {
            let words: Vec<String> = words.iter().map(|word| format!("{word:<width$}")).collect();
            words.join("  ").trim_end().to_owned()
        })
        .collect()
}

impl CountScreen {
    /// Returns the lines of the screen.
    fn lines(&self, theme: TerminalTheme) -> Vec<Line<'static>> {
        let plain = |text: &str| Line::styled(text.to_owned(), theme.style(Tone::Plain));
        let quiet = |text: &str| Line::styled(text.to_owned(), theme.style(Tone::Quiet));
        let mut lines = Vec::new();
        match &self.state {
            State::Finished(tally) => {
                let number = group_digits(&tally.count);
                lines.push(Line::styled(number, theme.style(Tone::Winning)));
                lines.push(plain(&self.request.convention()));
            }
            State::Failed(why) => {
                lines.push(plain(&self.request.convention()));
                lines.push(Line::styled(format!("No number: {why}"), theme.style(Tone::Losing)));
            }
            State::Confirm(states) => {
                lines.push(plain(&self.request.convention()));
                let work = match states {
                    Some(states) => format!(
                        "It takes about {} states. What does not fit in {} goes to disk.",
                        group_digits(round(*states)),
                        size_text(self.memory)
                    ),
                    None => "They are counted one by one; the time cannot be estimated.".to_owned(),
                };
                lines.push(Line::styled(work, theme.style(Tone::Unknown)));
                lines.push(plain("Enter counts them."));
            }
            State::Running { progress, elapsed, .. } => {
                lines.push(plain(&self.request.convention()));
                lines.extend(
                    progress_lines(progress.as_ref(), *elapsed).iter().map(|line| plain(line)),
                );
            }
        }
        lines.extend([plain(""), quiet(self.request.convention_note())]);
        let others = self.finished.iter().filter(|(request, _)| *request != self.request);
        let others: Vec<String> = others
            .map(|(request, tally)| {
                format!("{} {}", group_digits(&tally.count), request.convention())
            })
            .collect();
        if !others.is_empty() {
            lines.extend([plain(""), quiet("Counted before:")]);
            lines.extend(others.iter().map(|line| plain(line)));
        }
        if matches!(&self.state, State::Finished(tally) if tally.starts.is_some()) {
            lines.extend([plain(""), quiet("From each square:")]);
        }
        lines
    }
}

/// Rounds an estimate to two digits.
fn round(states: f64) -> u128 {
    let scale = 10_f64.powi((states.max(1.0).log10() as i32 - 1).max(0));
    ((states / scale).round() * scale) as u128
}

/// Returns a progress bar with the layer and the estimated time.
fn progress_lines(progress: Option<&CountProgress>, elapsed: Duration) -> Vec<String> {
    const BAR: usize = 40;
    let seconds = elapsed.as_secs_f64();
    let Some(progress) = progress else { return vec![format!("Preparing, {seconds:.1} s")] };
    let CountProgress { stage, part, layer, states, done, .. } = *progress;
    let done = done.clamp(0.0, 1.0);
    let filled = (done * BAR as f64) as usize;
    let bar = format!("[{}{}]", "=".repeat(filled), " ".repeat(BAR - filled));
    // An early estimate would be wrong.
    let left = if done < 0.01 || seconds < 1.0 {
        String::new()
    } else {
        format!(", about {:.0} s left", seconds * (1.0 - done) / done)
    };
    let part = match part {
        (_, 1) => String::new(),
        (part, parts) => format!("count {part} of {parts}, "),
    };
    let doing = match stage {
        CountStage::Sweep => {
            format!("layer {} of {}, {} states", layer.0, layer.1, group_digits(states))
        }
        CountStage::Join => "joining the two halves".to_owned(),
    };
    vec![format!("{bar} {:.0} %, {seconds:.1} s{left}", 100.0 * done), format!("{part}{doing}")]
}

/// Up to `QUICK` states the count starts without confirmation; `TOO_MANY` states are refused.
const QUICK: f64 = 3e8;
const TOO_MANY: f64 = 2e10;
/// Tours that are counted one by one need no confirmation up to this number of squares.
const FEW_SQUARES: u64 = 30;

/// Counts the tours, unless that takes too long or needs a confirmation.
fn work(request: &CountRequest, is_confirmed: bool, job: &Job<'_>) -> Message {
    let failed = |error: CountError| match error {
        CountError::Stopped(stop) if stop.cause == StopCause::Unsupported => {
            Message::Failed(format!("the board is too large: {}", stop.tried))
        }
        error => Message::Failed(error.to_string()),
    };
    let states = match request.forecast() {
        Ok(states) => states,
        Err(error) => return failed(error),
    };
    let squares = request.problem().board().len();
    if let Some(states) = states.filter(|&states| states > TOO_MANY) {
        let states = group_digits(round(states));
        return Message::Failed(format!(
            "the board is too large for this screen, it takes about {states} states. \
             Run the command caracole count --checkpoint, which needs time and a large disk"
        ));
    }
    let is_quick = states.map_or(squares <= FEW_SQUARES, |states| states <= QUICK);
    if !is_confirmed && !is_quick {
        return Message::Large(states);
    }
    request.count(job).map_or_else(failed, Message::Finished)
}

#[cfg(test)]
mod tests;
