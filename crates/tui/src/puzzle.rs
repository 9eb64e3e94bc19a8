//! The screen for solving a puzzle with exactly one solution.

mod grid;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::Duration;

use caracole::board::Offset;
use caracole::draw::puzzle_sheet;
use caracole::draw::{pdf, svg};
use caracole::formats::WriteError;
use caracole::formats::puzzle::{PuzzleSheet, write_grid};
use caracole::puzzle::{Grade, Puzzle};
use caracole::{Board, Kind, Square};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use grid::{PuzzleGrid, PuzzleRequest};

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use crate::atomic_file::{FileError, write_atomically};
use crate::board_view::{BoardContent, BoardView, Label, next_square};
use crate::line_input::FileNameInput;
use crate::screen::{Screen, Turn};
use crate::task::Task;
use crate::text::next_kind;
use crate::theme::{TerminalTheme, Tone};

/// The time between two checks for messages.
const PAUSE: Duration = Duration::from_millis(50);
/// The width of the panel beside the board.
const PANEL: u16 = 34;

/// The screen for solving a puzzle with exactly one solution.
///
/// Numbers are typed into squares, and violations of the rules are marked. When all squares are filled,
/// the verifier checks the tour.
///
/// ```
/// use caracole_tui::{PuzzleScreen, Screen};
///
/// let puzzle = PuzzleScreen::new("5x5".parse()?);
/// assert_eq!(puzzle.title(), "Puzzle 5x5");
/// assert!(puzzle.keys().contains(&("n", "new")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PuzzleScreen {
    request: PuzzleRequest,
    state: State,
    cursor: Option<Square>,
    /// True while the number at the cursor is being typed.
    is_typing: bool,
    shows_solution: bool,
    /// The input of a file name to save as.
    save: Option<FileNameInput>,
    /// The last message.
    note: Option<(String, Tone)>,
    /// A key that would discard numbers, pressed once.
    pending_key: Option<KeyCode>,
    view: BoardView,
}

enum State {
    Making(Task<MakeResult>, Duration),
    Playing(Box<PuzzleGrid>),
    /// No puzzle was made, with the reason.
    Failed(String),
}

type MakeResult = Result<Puzzle, String>;

impl PuzzleScreen {
    /// Starts to make a puzzle on a board.
    pub fn new(board: Board) -> Self {
        let (kind, grade) = (Kind::Any, Grade::Easy);
        Self::of(PuzzleRequest { board, kind, grade, is_symmetric: false, seed: 0 })
    }

    fn of(request: PuzzleRequest) -> Self {
        Self {
            state: Self::making(&request),
            request,
            cursor: None,
            is_typing: false,
            shows_solution: false,
            save: None,
            note: None,
            pending_key: None,
            view: BoardView::default(),
        }
    }
}

impl Screen for PuzzleScreen {
    fn title(&self) -> String {
        format!("Puzzle {}", self.request.board.title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.save.is_some() {
            return vec![("Enter", "save"), ("Esc", "do not")];
        }
        let mut keys = vec![("n", "new"), ("l", "level"), ("Esc", "back")];
        if matches!(self.state, State::Playing(_)) {
            let solution = if self.shows_solution { "hide solution" } else { "solution" };
            let grid =
                [("0-9", "write"), ("h", "hint"), ("u", "undo"), ("s", solution), ("w", "save")];
            keys.splice(0..0, grid);
        }
        keys
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = self.keys();
        if self.save.is_some() {
            return keys;
        }
        keys.extend([("k", "kind of tour"), ("y", "clues in pairs, or anywhere")]);
        if matches!(self.state, State::Playing(_)) {
            keys.extend([
                ("arrows click", "another square"),
                ("PgUp PgDn", "another level"),
                ("Backspace", "take a digit away"),
                ("Del", "take a number away"),
                ("+ - wheel", "zoom"),
                ("Shift+arrows HJKL", "move the board"),
            ]);
        }
        keys
    }

    fn is_typing(&self) -> bool {
        self.save.is_some()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
        let is_wide = area.width >= 2 * PANEL;
        let [board, panel] = if is_wide {
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(PANEL)]).areas(area)
        } else {
            Layout::vertical([Constraint::Fill(1), Constraint::Length(8)]).areas(area)
        };
        self.draw_board(frame, board, *theme);
        self.draw_panel(frame, panel, *theme);
        if let Some(save) = &self.save {
            let line =
                Rect { y: area.bottom().saturating_sub(1), height: 1.min(area.height), ..area };
            frame.render_widget(Clear, line);
            frame.render_widget(save.line(line.width, *theme), line);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if self.save.is_some() {
            self.save_key(key);
            return Turn::Stay;
        }
        // The digit keys type numbers here, and do not zoom.
        let is_digit = matches!(key.code, KeyCode::Char('0'..='9'));
        if !is_digit && self.view.key(key) {
            return Turn::Stay;
        }
        self.note = None;
        if self.pending_key != Some(key.code) {
            self.pending_key = None;
        }
        let is_playing = matches!(self.state, State::Playing(_));
        match key.code {
            KeyCode::Esc if self.shows_solution => self.shows_solution = false,
            KeyCode::Esc if self.is_confirmed(KeyCode::Esc) => return Turn::Back,
            KeyCode::Char('n') => self.replace(key.code, |request| request.seed += 1),
            KeyCode::Char('l') => self.replace(key.code, PuzzleRequest::harden),
            KeyCode::Char('y') => {
                self.replace(key.code, |request| request.is_symmetric ^= true);
            }
            KeyCode::Char('k') => {
                self.replace(key.code, |request| request.kind = next_kind(request.kind));
            }
            KeyCode::Char('s') if is_playing => self.shows_solution = !self.shows_solution,
            KeyCode::Char('w') if is_playing => self.save = Some(FileNameInput::new("puzzle.svg")),
            KeyCode::Up => self.move_cursor(Offset::flat(0, 1)),
            KeyCode::Down => self.move_cursor(Offset::flat(0, -1)),
            KeyCode::Left => self.move_cursor(Offset::flat(-1, 0)),
            KeyCode::Right => self.move_cursor(Offset::flat(1, 0)),
            KeyCode::PageUp => self.move_cursor(Offset { files: 0, ranks: 0, levels: 1 }),
            KeyCode::PageDown => self.move_cursor(Offset { files: 0, ranks: 0, levels: -1 }),
            // While the solution is shown, the numbers are hidden and cannot be changed.
            _ if self.shows_solution => {}
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Backspace => self.erase(true),
            KeyCode::Delete => self.erase(false),
            KeyCode::Char(letter) => {
                if let Some(digit) = letter.to_digit(10) {
                    self.type_digit(digit.into());
                }
            }
            _ => {}
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        if self.view.wheel(mouse) {
            return Turn::Stay;
        }
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some(square) = self.view.square_at(mouse.column, mouse.row)
        {
            self.cursor = Some(square);
            self.is_typing = false;
        }
        Turn::Stay
    }

    fn next_tick(&self) -> Option<Duration> {
        matches!(self.state, State::Making(..)).then_some(PAUSE)
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        let State::Making(task, so_far) = &mut self.state else { return Turn::Stay };
        *so_far += elapsed;
        let made = task.messages().next();
        if let Some(made) = made {
            self.handle(made);
        }
        Turn::Stay
    }
}

impl PuzzleScreen {
    fn making(request: &PuzzleRequest) -> State {
        let request = request.clone();
        let work = move |stop: &AtomicBool, sender: &Sender<MakeResult>| {
            // The screen may be closed.
            let _ = sender.send(request.make(stop));
        };
        let task = Task::start(work, Err);
        State::Making(task, Duration::ZERO)
    }

    /// Starts another puzzle, after a confirmation if numbers would be lost.
    fn replace(&mut self, key: KeyCode, change: impl FnOnce(&mut PuzzleRequest)) {
        if self.is_confirmed(key) {
            change(&mut self.request);
            let view = std::mem::take(&mut self.view);
            *self = Self { view, cursor: self.cursor, ..Self::of(self.request.clone()) };
        }
    }

    /// Returns true unless the key would discard numbers and must be pressed again.
    fn is_confirmed(&mut self, key: KeyCode) -> bool {
        let State::Playing(grid) = &self.state else { return true };
        let is_sure = self.pending_key == Some(key)
            || !grid.is_begun()
            || matches!(grid.verdict(), Some(Ok(_)));
        if !is_sure {
            self.pending_key = Some(key);
            self.note =
                Some(("Your numbers will be lost: press it again".to_owned(), Tone::Losing));
        }
        is_sure
    }

    fn handle(&mut self, made: MakeResult) {
        self.state = match made {
            Ok(puzzle) => State::Playing(Box::new(PuzzleGrid::new(puzzle))),
            Err(why) => State::Failed(why),
        };
        if self.cursor.is_none() {
            self.cursor = self.request.board.squares().next();
        }
    }
}

impl PuzzleScreen {
    /// Moves the cursor to the next square in a direction, over holes.
    fn move_cursor(&mut self, offset: Offset) {
        self.is_typing = false;
        let next = self.cursor.and_then(|from| next_square(&self.request.board, from, offset));
        self.cursor = next.or(self.cursor);
    }

    /// Appends a digit to the number at the cursor.
    fn type_digit(&mut self, digit: u64) {
        let last = self.request.board.len();
        let (State::Playing(grid), Some(cursor)) = (&mut self.state, self.cursor) else { return };
        let before = grid.number(cursor).filter(|_| self.is_typing);
        let longer = before.map(|number| number * 10 + digit).filter(|&number| number <= last);
        // A digit that makes the number too large starts a new one.
        let number = longer.unwrap_or(digit);
        if !(1..=last).contains(&number) {
            return;
        }
        let goes_on = before.is_some();
        self.is_typing = grid.write(cursor, Some(number), goes_on);
        if !self.is_typing {
            self.note = Some(("A clue cannot be changed".to_owned(), Tone::Losing));
        }
    }

    /// Removes the last digit or the whole number.
    fn erase(&mut self, is_one_digit: bool) {
        let (State::Playing(grid), Some(cursor)) = (&mut self.state, self.cursor) else { return };
        let shorter = grid.number(cursor).map(|number| number / 10);
        let number = shorter.filter(|&number| is_one_digit && number > 0);
        if !grid.write(cursor, number, false) {
            self.note = Some(("A clue cannot be changed".to_owned(), Tone::Losing));
        }
        self.is_typing = number.is_some();
    }

    /// Writes a correct number.
    fn hint(&mut self) {
        let (State::Playing(grid), Some(cursor)) = (&mut self.state, self.cursor) else { return };
        self.is_typing = false;
        let text = match grid.hint(cursor) {
            Some((square, step)) => {
                self.cursor = Some(square);
                format!("Hint: {} is {step}", self.request.board.name(square))
            }
            None => "All numbers are right".to_owned(),
        };
        self.note = Some((text, Tone::Winning));
    }

    /// Undoes the last change.
    fn undo(&mut self) {
        let State::Playing(grid) = &mut self.state else { return };
        self.is_typing = false;
        match grid.undo() {
            Some(square) => self.cursor = Some(square),
            None => self.note = Some(("Nothing to undo".to_owned(), Tone::Quiet)),
        }
    }
}

impl PuzzleScreen {
    /// Handles a key while a file name is typed.
    fn save_key(&mut self, key: KeyEvent) {
        let State::Playing(grid) = &self.state else { return };
        self.note = FileNameInput::save(&mut self.save, key, |path| write(path, grid.puzzle()));
    }
}

/// Writes a page to print with the solution upside down, or a grid of numbers.
fn write(path: &Path, puzzle: &Puzzle) -> Result<(), FileError> {
    let extension = path.extension().map(|text| text.to_string_lossy().to_ascii_lowercase());
    let (problem, solution) = (puzzle.problem(), Some(puzzle.solution()));
    let page = || puzzle_sheet(&PuzzleSheet { problem, solution, grade: puzzle.grade().name() });
    match extension.as_deref() {
        Some("svg") => write_atomically(path, |out| Ok(svg::write(&page(), out)?)),
        Some("pdf") => write_atomically(path, |out| {
            pdf::write(&page(), out).map_err(|error| WriteError::Io(error.into()))
        }),
        None | Some("txt" | "grid") => write_atomically(path, |out| write_grid(out, problem)),
        Some(_) => Err(FileError::new(path, "puzzles are .svg or .pdf to print, or .txt")),
    }
}

impl PuzzleScreen {
    /// Draws the clues and the numbers of the player, or the solution.
    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let State::Playing(grid) = &self.state else { return };
        let violations = grid.violations();
        let shown = self.shows_solution.then(|| grid.puzzle().solution());
        let label = |square: Square| {
            let number = shown.map_or_else(|| grid.number(square), |tour| tour.step_of(square));
            let is_wrong = shown.is_none() && violations.contains_key(&square);
            let mark = if is_wrong { "!" } else { "" };
            let text = number.map_or_else(|| "_".to_owned(), |number| format!("{number}{mark}"));
            let tone = match number {
                _ if is_wrong => Tone::Losing,
                Some(_) if grid.is_clue(square) => Tone::Title,
                Some(_) => Tone::Visited,
                None => Tone::Quiet,
            };
            Label { text, tone }
        };
        let cursor = self.cursor.filter(|_| !self.shows_solution);
        let content =
            BoardContent { board: &self.request.board, label: &label, lines: &[], cursor };
        self.view.draw(&content, frame.buffer_mut(), area, &theme);
    }
}

/// The most violations that are listed.
const MAX_VIOLATIONS: usize = 4;

impl PuzzleScreen {
    fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let lines = self.panel().into_iter();
        let lines = lines.map(|(text, tone)| Line::styled(text, theme.style(tone)));
        let text = Paragraph::new(lines.collect::<Text<'_>>()).wrap(Wrap { trim: true });
        frame.render_widget(text, area);
    }

    /// Returns the lines of the panel, the most important first.
    fn panel(&self) -> Vec<(String, Tone)> {
        let mut lines: Vec<(String, Tone)> = self.note.iter().cloned().collect();
        match &self.state {
            State::Making(_, elapsed) => {
                let seconds = elapsed.as_secs_f64();
                lines.push((format!("Making a puzzle, {seconds:.1} s"), Tone::Unknown));
            }
            State::Failed(why) => lines.push((format!("No puzzle: {why}"), Tone::Losing)),
            State::Playing(grid) => {
                lines.extend(self.progress(grid));
                lines.push((String::new(), Tone::Plain));
                lines.push((self.task(), Tone::Plain));
                lines.push((self.about(grid), Tone::Plain));
            }
        }
        lines.push((String::new(), Tone::Plain));
        lines.extend(self.settings().map(|line| (line, Tone::Quiet)));
        lines
    }

    fn progress(&self, grid: &PuzzleGrid) -> Vec<(String, Tone)> {
        if self.shows_solution {
            return vec![("The only solution".to_owned(), Tone::Winning)];
        }
        let board = &self.request.board;
        let mut lines = Vec::new();
        match grid.verdict() {
            Some(Ok(tour)) => {
                let kind = if tour.is_closed() { "a closed" } else { "an open" };
                let text = format!("Solved! It is {kind} tour, says the verifier.");
                return vec![(text, Tone::Winning)];
            }
            Some(Err(why)) => lines.push((format!("Not a tour: {why}"), Tone::Losing)),
            None => {
                let filled = format!("{} of {} filled", grid.filled(), board.len());
                lines.push((filled, Tone::Plain));
            }
        }
        if let Some(cursor) = self.cursor {
            let name = board.name(cursor);
            let entry = match grid.number(cursor) {
                Some(number) if grid.is_clue(cursor) => format!("{name}: {number}, a clue"),
                Some(number) => format!("{name}: {number}"),
                None => format!("{name}: empty"),
            };
            lines.push((entry, Tone::Plain));
        }
        let violations = grid.violations();
        let listed = violations.iter().take(MAX_VIOLATIONS).map(|(&square, violation)| {
            violation.text(board, square, grid.number(square).unwrap_or_default())
        });
        lines.extend(listed.map(|text| (text, Tone::Losing)));
        if violations.len() > MAX_VIOLATIONS {
            lines.push((format!("and {} more", violations.len() - MAX_VIOLATIONS), Tone::Losing));
        }
        lines
    }

    /// Returns the task of the player.
    fn task(&self) -> String {
        let last = self.request.board.len();
        let home = match self.request.kind {
            Kind::Any => String::new(),
            Kind::Closed => format!(", and from {last} back to 1 too"),
            Kind::Open => format!(", but from {last} to 1 is none"),
        };
        format!(
            "Number the squares from 1 to {last}: from each number to the next is a knight's \
             move{home}."
        )
    }

    /// Returns the description of the puzzle.
    fn about(&self, grid: &PuzzleGrid) -> String {
        let puzzle = grid.puzzle();
        let (clues, grade, requested) = (puzzle.clues(), puzzle.grade(), self.request.grade);
        let minimal = if puzzle.is_minimal() { ", none to spare" } else { "" };
        let instead = if grade == requested { "" } else { ", the closest there was" };
        format!(
            "{clues} clues{minimal}, one solution: {grade}{instead}. Puzzle {}.",
            self.request.seed + 1
        )
    }

    /// Returns the requested properties with the keys that change them.
    fn settings(&self) -> [String; 3] {
        let kind = match self.request.kind {
            Kind::Any => "any tour",
            Kind::Closed => "a closed tour",
            Kind::Open => "an open tour",
        };
        let symmetric = if self.request.is_symmetric { "clues in pairs" } else { "clues anywhere" };
        [
            format!("l  level: {}", self.request.grade),
            format!("k  {kind}"),
            format!("y  {symmetric}"),
        ]
    }
}

#[cfg(test)]
mod tests;
