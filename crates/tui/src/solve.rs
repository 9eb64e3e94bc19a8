//! The screen that solves a problem: it shows a tour, or why there is none.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use caracole::draw::{Appearance, Picture, Unit, svg};
use caracole::formats::{Format, WriteOptions, write_tour};
use caracole::solvers::{Construct, MethodSettings, Solver, Stats, Support};
use caracole::solvers::{Limits, Run};
use caracole::{
    Explain, Kind, Method, Options, Outcome, Problem, Progress, Square, Stop, StopCause, Tour,
};
use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use crate::atomic_file::{FileError, write_atomically};
use crate::board_view::{BoardContent, BoardView, Label};
use crate::line_input::FileNameInput;
use crate::screen::{Screen, Turn};
use crate::task::Task;
use crate::text::{memory_limit, wrapped_height};
use crate::theme::{TerminalTheme, Tone};
use crate::{WatchRequest, WatchScreen};

/// A problem, and how to solve it.
///
/// ```
/// use caracole::{Method, Problem, TieBreak};
/// use caracole::solvers::MethodSettings;
/// use caracole_tui::{SolveScreen, SolveRequest, Screen};
///
/// let request = SolveRequest {
///     problem: Problem::new("8x8".parse()?).open(),
///     method: Method::Warnsdorff,
///     settings: MethodSettings { tie: TieBreak::Random, ..MethodSettings::default() },
///     seed: 7,
/// };
/// assert_eq!(SolveScreen::new(request).title(), "Open tour of 8x8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The problem.
    pub problem: Problem,
    /// The method.
    pub method: Method,
    /// The settings of the method.
    pub settings: MethodSettings,
    /// The random seed.
    pub seed: u64,
}

/// The screen that solves a problem in the background, and then shows and saves the tour.
///
/// ```
/// use caracole::{Method, Problem};
/// use caracole::solvers::MethodSettings;
/// use caracole_tui::{SolveScreen, SolveRequest, Screen};
///
/// let problem = Problem::new("8x8".parse()?).closed();
/// let settings = MethodSettings::default();
/// let screen = SolveScreen::new(SolveRequest { problem, method: Method::Auto, settings, seed: 0 });
/// assert_eq!(screen.title(), "Closed tour of 8x8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolveScreen {
    request: SolveRequest,
    state: State,
    view: BoardView,
    /// The moves of the tour, up to [`MAX_LINES`].
    lines: Vec<(Square, Square, Tone)>,
    shows_lines: bool,
    /// The input of a file name to save as.
    file_name: Option<FileNameInput>,
    /// The last message.
    message: Option<(String, Tone)>,
}

enum State {
    Running(SolveTask),
    Finished(Box<SolveResult>),
}

/// The most moves that are stored as lines; of longer tours only visible moves are drawn.
const MAX_LINES: u64 = 1 << 20;

impl SolveRequest {
    /// Uses the seed to mix constructed tours, which do not depend on it otherwise.
    fn mix(&mut self) {
        let mixed = Construct { mix: Some(self.seed), ..self.settings.construct };
        if self.method.takes("look") && mixed.supports(&self.problem) == Support::Yes {
            self.settings.construct = mixed;
        }
    }
}

impl SolveScreen {
    /// Starts to solve the problem.
    pub fn new(request: SolveRequest) -> Self {
        Self {
            state: State::Running(SolveTask::start(request.clone())),
            request,
            view: BoardView::default(),
            lines: Vec::new(),
            shows_lines: false,
            file_name: None,
            message: None,
        }
    }

    fn result(&self) -> Option<&SolveResult> {
        match &self.state {
            State::Running(_) => None,
            State::Finished(result) => Some(result),
        }
    }

    /// Shows the result.
    fn show(&mut self, result: Box<SolveResult>) {
        if let Outcome::Found(tour) = &result.outcome
            && tour.len() <= MAX_LINES
        {
            let next = tour.squares().skip(1).chain(tour.squares().take(tour.is_closed().into()));
            let moves = tour.squares().zip(next);
            self.lines = moves.map(|(from, to)| (from, to, Tone::Visited)).collect();
        }
        self.state = State::Finished(result);
    }

    /// Solves the problem again with the next seed.
    fn another(&mut self) {
        self.request.seed = self.request.seed.wrapping_add(1);
        self.request.mix();
        self.lines.clear();
        self.message = None;
        self.state = State::Running(SolveTask::start(self.request.clone()));
    }

    fn watch(&self) -> Turn {
        let SolveRequest { problem, method, settings, seed } = self.request.clone();
        let pause = Duration::from_millis(200);
        Turn::Open(Box::new(WatchScreen::new(WatchRequest {
            problem,
            method,
            settings,
            seed,
            pause,
        })))
    }

    /// Handles a key while a file name is typed.
    fn file_name_key(&mut self, key: KeyEvent) {
        if let State::Finished(result) = &self.state
            && let Outcome::Found(tour) = &result.outcome
        {
            self.message =
                FileNameInput::save(&mut self.file_name, key, |path| save_tour(path, tour));
        }
    }
}

impl Screen for SolveScreen {
    fn title(&self) -> String {
        let kind = match self.request.problem.kind() {
            Kind::Any => "Tour",
            Kind::Open => "Open tour",
            Kind::Closed => "Closed tour",
        };
        format!("{kind} of {}", self.request.problem.board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.file_name.is_some() {
            return vec![("Enter", "save"), ("Esc", "do not")];
        }
        match self.result().map(|result| result.outcome.is_found()) {
            None => vec![("Esc", "stop")],
            Some(false) => vec![("Esc", "back"), ("w", "watch"), ("n", "again")],
            Some(true) => {
                let keys = [("n", "another"), ("l", "line or numbers"), ("s", "save")];
                keys.into_iter().chain([("w", "watch"), ("Esc", "back")]).collect()
            }
        }
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        let has_board = self.file_name.is_none()
            && self.result().is_some_and(|result| result.outcome.is_found());
        let view = has_board.then_some(BoardView::KEYS).into_iter().flatten();
        self.keys().into_iter().chain(view).collect()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
        draw(self, frame, area, *theme);
    }

    fn is_typing(&self) -> bool {
        self.file_name.is_some()
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if self.file_name.is_some() {
            self.file_name_key(key);
            return Turn::Stay;
        }
        if key.code == KeyCode::Esc {
            return Turn::Back;
        }
        let Some(is_found) = self.result().map(|result| result.outcome.is_found()) else {
            return Turn::Stay;
        };
        match key.code {
            KeyCode::Char('w') => return self.watch(),
            KeyCode::Char('n') => self.another(),
            KeyCode::Char('s') if is_found => {
                self.message = None;
                self.file_name = Some(FileNameInput::new("tour.txt"));
            }
            KeyCode::Char('l') if is_found => {
                self.shows_lines = !self.shows_lines;
                self.view.prefer_lines(self.shows_lines);
            }
            _ => drop(self.view.key(key)),
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        self.view.wheel(mouse);
        Turn::Stay
    }

    fn next_tick(&self) -> Option<Duration> {
        self.result().is_none().then_some(Duration::from_millis(50))
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        if let State::Running(task) = &mut self.state
            && let Some(result) = task.poll(elapsed)
        {
            self.show(result);
        }
        Turn::Stay
    }
}

/// The width of the facts beside the board.
const FACTS: u16 = 28;
/// On narrower screens the facts are one line above the board.
const WIDE: u16 = 60;

type Lines = [(Square, Square, Tone)];

fn draw(screen: &mut SolveScreen, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
    let lines = message_height(screen, area.width);
    let [middle, below] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(lines)]).areas(area);
    match &screen.state {
        State::Running(task) => draw_progress(task, frame, middle),
        State::Finished(result) => {
            let facts = facts(result, &screen.request, theme);
            let Outcome::Found(tour) = &result.outcome else {
                let facts = Paragraph::new(facts).wrap(Wrap { trim: true });
                return frame.render_widget(facts, middle);
            };
            let (beside, board) = if area.width >= WIDE {
                let parts = [Constraint::Fill(1), Constraint::Length(FACTS)];
                let [board, beside] = Layout::horizontal(parts).spacing(1).areas(middle);
                (beside, board)
            } else {
                // One line of facts, and the board below it.
                let parts = [Constraint::Length(1), Constraint::Fill(1)];
                let [above, board] = Layout::vertical(parts).areas(middle);
                (above, board)
            };
            frame.render_widget(Paragraph::new(facts), beside);
            screen.view.keep_letters_clear(!screen.shows_lines);
            draw_tour(&mut screen.view, tour, &screen.lines, frame, board, theme);
        }
    }
    draw_message(screen, frame, below, theme);
}

fn draw_progress(task: &SolveTask, frame: &mut Frame<'_>, area: Rect) {
    let time = Unit::Seconds.text((task.elapsed.as_secs_f64() * 10.0).floor() / 10.0);
    let progress = task
        .progress
        .map_or_else(String::new, |(done, all)| format!(", {} of {all} squares", done.min(all)));
    frame.render_widget(Line::from(format!(" looking for a tour: {time}{progress}")), area);
}

/// Draws the tour with its numbers or its line.
fn draw_tour(
    view: &mut BoardView,
    tour: &Tour,
    lines: &Lines,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: TerminalTheme,
) {
    let last = tour.len();
    let label = |square: Square| match tour.step_of(square) {
        None => Label::default(),
        Some(step) => {
            let tone = match step {
                1 => Tone::Start,
                step if step == last => Tone::Knight,
                _ => Tone::Visited,
            };
            Label { text: step.to_string(), tone }
        }
    };
    let board = tour.board();
    let content = BoardContent { board, label: &label, lines, cursor: None };
    let mut seen = Vec::new();
    if lines.is_empty() {
        // There are too many moves to store: only those of the visible squares are drawn.
        let squares = view.visible_squares(&content, area).unwrap_or_default();
        let line = |square| Some((square, tour.successor(square)?, Tone::Visited));
        seen.extend(squares.into_iter().filter_map(line));
    }
    let lines = if lines.is_empty() { &seen } else { lines };
    view.draw(&BoardContent { lines, ..content }, frame.buffer_mut(), area, &theme);
}

/// Returns the facts, the most important first.
fn facts(result: &SolveResult, request: &SolveRequest, theme: TerminalTheme) -> Text<'static> {
    let (head, tone) = match &result.outcome {
        Outcome::Found(tour) if tour.is_closed() => ("closed tour", Tone::Winning),
        Outcome::Found(_) => ("open tour", Tone::Winning),
        Outcome::Impossible(_) => ("impossible", Tone::Losing),
        Outcome::Unknown(_) => ("unknown", Tone::Unknown),
    };
    let mut lines = vec![Line::styled(head, theme.style(tone))];
    let mut fact = |name: &str, value: String| {
        let name = Span::styled(format!("{name:9}"), theme.style(Tone::Quiet));
        lines.push(Line::from_iter([name, Span::raw(value)]));
    };
    match &result.outcome {
        Outcome::Found(tour) => {
            fact("squares", tour.len().to_string());
            let name = |step| tour.square_at(step).map(|square| tour.board().name(square));
            fact("from", name(1).unwrap_or_default());
            fact("to", name(tour.len()).unwrap_or_default());
        }
        Outcome::Impossible(proof) => fact("why", proof.text()),
        Outcome::Unknown(stop) => fact("why", stop.to_string()),
    }
    let (requested, by) = (request.method.name(), result.method);
    let method = if requested == by { by.to_owned() } else { format!("{requested}, by {by}") };
    fact("method", method);
    fact("time", Unit::Seconds.text(result.elapsed.as_secs_f64()));
    fact("seed", request.seed.to_string());
    let stats = result.stats;
    let counts =
        [("steps", stats.steps), ("backtracks", stats.backtracks), ("decisions", stats.decisions)];
    // The first two are always shown.
    for (name, count) in
        counts.into_iter().filter(|&(name, count)| name != "decisions" || count > 0)
    {
        fact(name, count.to_string());
    }
    for (name, count) in stats.counts() {
        fact(name, count.to_string());
    }
    lines.into()
}

/// Draws the file name input and the last message.
fn draw_message(screen: &SolveScreen, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
    let [above, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
    if let Some(name) = &screen.file_name {
        frame.render_widget(name.line(below.width, theme), below);
    }
    if let Some((text, tone)) = &screen.message {
        let room = if screen.file_name.is_some() { above } else { area };
        let text = Paragraph::new(text.as_str()).style(theme.style(*tone));
        frame.render_widget(text.wrap(Wrap { trim: true }), room);
    }
}

/// Returns the height of these lines.
fn message_height(screen: &SolveScreen, width: u16) -> u16 {
    /// The most lines of a message.
    const MOST: u16 = 4;
    let lines =
        screen.message.as_ref().map_or(0, |(text, _)| wrapped_height(text, width)).min(MOST);
    (lines + u16::from(screen.file_name.is_some())).max(1)
}

/// Writes a tour in the format of the file extension.
pub(crate) fn save_tour(path: &Path, tour: &Tour) -> Result<(), FileError> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
        let picture = Picture::from_tour(tour, Appearance::default());
        return write_atomically(path, |out| Ok(svg::write(&picture, out)?));
    }
    let format = match path.extension() {
        None => Some(Format::Grid),
        Some(_) => Format::from_extension(path).filter(|format| format.writes_tours()),
    };
    let format = format.ok_or_else(|| {
        let why = "use the extension .txt, .squares, .json, .csv, .moves, .tour or .svg";
        FileError::new(path, why)
    })?;
    write_atomically(path, |out| write_tour(out, tour, format, &WriteOptions::default()))
}

/// An outcome with its statistics.
struct SolveResult {
    outcome: Outcome,
    /// The method that found it.
    method: &'static str,
    stats: Stats,
    elapsed: Duration,
}

enum Message {
    /// The number of finished squares, and of all squares.
    Progress(u64, u64),
    Finished(Box<SolveResult>),
}

/// A running method.
struct SolveTask {
    task: Task<Message>,
    elapsed: Duration,
    progress: Option<(u64, u64)>,
}

impl SolveTask {
    fn start(request: SolveRequest) -> Self {
        let method = request.method;
        let work = move |flag: &AtomicBool, sender: &Sender<Message>| {
            let SolveRequest { problem, method, settings, seed } = &request;
            // The screen may be closed.
            let progress = |progress: &Progress| {
                if let Progress::Squares { done, total } = *progress {
                    drop(sender.send(Message::Progress(done, total)));
                }
            };
            let solver = method.solver(settings);
            let limits = Limits { memory: Some(memory_limit()), ..Limits::default() };
            let options = Options::new().limits(limits).seed(*seed);
            let mut run = Run::with_options(&options.cancel_flag(flag).on_progress(&progress));
            let begun = Instant::now();
            let outcome = solver.solve(problem, &mut run);
            let elapsed = begun.elapsed();
            let method = run.method().unwrap_or(solver.name());
            let result = SolveResult { outcome, method, stats: run.stats(), elapsed };
            let _ = sender.send(Message::Finished(Box::new(result)));
        };
        let failed = move |error| {
            let outcome = Outcome::Unknown(Stop::new(StopCause::Fault, error));
            let (stats, elapsed) = (Stats::default(), Duration::ZERO);
            Message::Finished(Box::new(SolveResult {
                outcome,
                method: method.name(),
                stats,
                elapsed,
            }))
        };
        let task = Task::start(work, failed);
        Self { task, elapsed: Duration::ZERO, progress: None }
    }

    /// Handles messages, and returns the result when it has arrived.
    fn poll(&mut self, elapsed: Duration) -> Option<Box<SolveResult>> {
        self.elapsed += elapsed;
        let mut result = None;
        for message in self.task.messages() {
            match message {
                Message::Progress(done, all) => self.progress = Some((done, all)),
                Message::Finished(finished) => result = Some(finished),
            }
        }
        result
    }
}

#[cfg(test)]
mod tests;
