//! The form for the board, the tour and the method.

use caracole::board::{Coord, File, Level, Rank, Surface};
use caracole::solvers::MethodSettings;
use caracole::{Board, Kind, Method, Problem, Square, TieBreak};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::board_view::{BoardContent, BoardView, Label};
use crate::line_input::LineInput;
use crate::menu::Goal;
use crate::screen::{Screen, Turn};
use crate::theme::{TerminalTheme, Tone};

/// A form with defaults, so that Enter starts at once. Board, start and end are typed, or set with keys
/// and mouse on the drawn board; kind, method and tie-break rule are chosen.
///
/// ```
/// use caracole_tui::{Goal, Screen, SetupScreen};
///
/// assert_eq!(SetupScreen::new(Goal::Closed).title(), "Closed tour");
/// ```
pub struct SetupScreen {
    goal: Goal,
    /// The typed board, and the last valid one.
    board_text: LineInput,
    board: Board,
    kind: Kind,
    start: LineInput,
    end: LineInput,
    method: Method,
    tie: TieBreak,
    /// The field with the focus.
    field: Field,
    /// A square of the board, or a hole.
    cursor: Square,
    /// True after an attempt to submit the form, so that an error is highlighted.
    was_submitted: bool,
    view: BoardView,
    /// The areas of the fields.
    areas: Vec<(Rect, Field)>,
}

impl SetupScreen {
    /// Creates the form for a goal.
    pub fn new(goal: Goal) -> Self {
        let board = goal.board();
        Self {
            goal,
            board_text: LineInput::new(board.to_string()),
            board,
            kind: goal.kind(),
            start: LineInput::default(),
            end: LineInput::default(),
            method: goal.method(),
            tie: TieBreak::default(),
            field: Field::Board,
            cursor: Square::from_index(0),
            was_submitted: false,
            view: BoardView::default(),
            areas: Vec::new(),
        }
    }

    /// Returns the problem in the form, or an error message.
    fn problem(&self) -> Result<Problem, String> {
        let text = |error: &dyn std::error::Error| error.to_string();
        let board: Board = self.board_text.text().parse().map_err(|error| text(&error))?;
        if board.graph().is_some() {
            return Err(
                "the app shows boards with files and ranks, and a graph has none".to_owned()
            );
        }
        let problem = Problem::new(board);
        if !self.goal.has_ends() {
            return Ok(problem);
        }
        let mut problem = problem.of_kind(self.kind);
        if !self.start.text().is_empty() {
            problem = problem.start(&*self.start.text()).map_err(|error| text(&error))?;
        }
        if !self.end.text().is_empty() {
            problem = problem.end(&*self.end.text()).map_err(|error| text(&error))?;
        }
        Ok(problem)
    }

    /// Opens the screen of the goal if the form is valid.
    fn submit(&mut self) -> Turn {
        self.was_submitted = true;
        let Ok(problem) = self.problem() else { return Turn::Stay };
        let settings = MethodSettings { tie: self.tie, ..MethodSettings::default() };
        Turn::Open(self.goal.screen(problem, self.method, settings))
    }
}

impl Screen for SetupScreen {
    fn title(&self) -> String {
        self.goal.name().to_owned()
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        match self.field {
            Field::Squares if self.goal.has_ends() => {
                let keys = [("g", "go"), ("Enter", "start"), ("e", "end"), ("x", "hole")];
                let more = [("Tab", "next"), ("arrows", "square"), ("Esc", "back")];
                keys.into_iter().chain(more).collect()
            }
            Field::Squares => vec![("g", "go"), ("x", "hole"), ("Tab", "next"), ("Esc", "back")],
            Field::Kind | Field::Method | Field::Tie => {
                vec![("Enter", "go"), ("←→", "choose"), ("Tab ↑↓", "next"), ("Esc", "back")]
            }
            _ => {
                vec![("Enter", "go"), ("Tab ↑↓", "next"), ("Esc", "back")]
            }
        }
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = self.keys();
        keys.push(("Shift+Tab", "the field before"));
        match self.field {
            Field::Squares => keys.extend(BoardView::KEYS),
            Field::Board | Field::Start | Field::End => {
                keys.extend([("←→ Home End", "move in the line"), ("Ctrl-U", "clear the line")]);
            }
            Field::Kind | Field::Method | Field::Tie => keys.push(("g", "go")),
        }
        if self.goal.has_ends() {
            keys.extend([("click", "start here"), ("Ctrl+click", "end here")]);
        }
        keys.extend([("right click", "a hole, or none"), ("wheel", "zoom")]);
        keys
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
        draw(self, frame, area, *theme);
    }

    fn is_typing(&self) -> bool {
        matches!(self.field, Field::Board | Field::Start | Field::End)
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        match key.code {
            KeyCode::Esc => return Turn::Back,
            KeyCode::Tab => self.next(1),
            KeyCode::BackTab => self.next(self.fields().len() - 1),
            _ if self.field == Field::Squares => return self.board_key(key),
            _ => return self.form_key(key),
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        if self.view.wheel(mouse) {
            return Turn::Stay;
        }
        let MouseEventKind::Down(button) = mouse.kind else { return Turn::Stay };
        let here = (mouse.column, mouse.row).into();
        if let Some(&(_, field)) = self.areas.iter().find(|(room, _)| room.contains(here)) {
            self.enter(field);
        } else if let Some(square) = self.view.place_at(mouse.column, mouse.row) {
            self.cursor = square;
            let is_control = mouse.modifiers.contains(KeyModifiers::CONTROL);
            match button {
                MouseButton::Left => self.set_end(square, !is_control),
                MouseButton::Right => self.toggle_hole(square),
                MouseButton::Middle => self.set_end(square, false),
            }
        }
        Turn::Stay
    }
}

/// The width of the form, and the smallest width of the board beside it.
const FORM_WIDTH: u16 = 34;
const MIN_BOARD_WIDTH: u16 = 24;
/// The width of the field names.
const NAME_WIDTH: usize = 9;
/// The height of the error message.
const ERROR_HEIGHT: u16 = 2;

fn draw(setup: &mut SetupScreen, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
    let [middle, below] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(ERROR_HEIGHT)]).areas(area);
    let is_wide = area.width >= FORM_WIDTH + MIN_BOARD_WIDTH;
    let [form, board] =
        Layout::horizontal([Constraint::Length(FORM_WIDTH), Constraint::Fill(1)]).areas(middle);
    setup.areas.clear();
    // If both do not fit, only the one with the focus is drawn.
    if is_wide || setup.field != Field::Squares {
        draw_form(setup, frame, if is_wide { form } else { middle }, theme);
    }
    if is_wide || setup.field == Field::Squares {
        draw_board(setup, frame, if is_wide { board } else { middle }, theme);
    }
    let answer = setup.problem().err().unwrap_or_default();
    let tone = if setup.was_submitted { Tone::Losing } else { Tone::Quiet };
    let answer = Paragraph::new(answer).style(theme.style(tone)).wrap(Wrap { trim: true });
    frame.render_widget(answer, below);
}

fn draw_form(setup: &mut SetupScreen, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
    let width = usize::from(area.width).saturating_sub(NAME_WIDTH + 2);
    let mut line = area.y;
    for field in setup.fields() {
        let room = Rect { y: line, height: 1, ..area }.intersection(area);
        if room.is_empty() {
            break;
        }
        let mark = if field == setup.field { '>' } else { ' ' };
        let name =
            Span::styled(format!("{mark}{:NAME_WIDTH$}", field.name()), theme.style(Tone::Key));
        let mut shown = Line::from(name);
        shown.extend(value(setup, field, width, theme));
        frame.render_widget(shown, room);
        setup.areas.push((room, field));
        line += 1;
    }
    let hints = setup.hints();
    let room = Rect { x: area.x, y: line + 1, width: area.width.saturating_sub(2), ..area };
    frame.render_widget(
        Paragraph::new(hints).style(theme.style(Tone::Quiet)).wrap(Wrap { trim: true }),
        room.intersection(area),
    );
}

/// Returns the content of a field, highlighted if it has the focus.
fn value(
    setup: &SetupScreen,
    field: Field,
    width: usize,
    theme: TerminalTheme,
) -> Vec<Span<'static>> {
    let is_here = field == setup.field;
    let tone = if is_here { Tone::Chosen } else { Tone::Plain };
    let text = |text: String| vec![Span::styled(text, theme.style(tone))];
    let chosen = |name: &str| text(if is_here { format!("< {name} >") } else { name.to_owned() });
    let typed = |line: &LineInput, nothing: &str| match line.text() {
        _ if is_here => line.spans(width, theme).into(),
        typed if typed.is_empty() => text(nothing.to_owned()),
        typed => text(typed.chars().take(width).collect()),
    };
    match field {
        Field::Board => typed(&setup.board_text, ""),
        Field::Start => typed(&setup.start, "any"),
        Field::End => typed(&setup.end, "any"),
        Field::Kind => chosen(kind_name(setup.kind)),
        Field::Method => chosen(setup.method.name()),
        Field::Tie => chosen(setup.tie.name()),
        Field::Squares => text(setup.board.name(setup.cursor)),
    }
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Any => "any",
        Kind::Open => "open",
        Kind::Closed => "closed",
    }
}

fn draw_board(setup: &mut SetupScreen, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
    let board = setup.board.clone();
    let square = |name: &str| board.parse_square(name).ok();
    let (start, end) = (square(&setup.start.text()), square(&setup.end.text()));
    let label = |square: Square| {
        let (text, tone) = match square {
            _ if Some(square) == start => ("S", Tone::Start),
            _ if Some(square) == end => ("E", Tone::Losing),
            _ => ("", Tone::Plain),
        };
        Label { text: text.to_owned(), tone }
    };
    let cursor = (setup.field == Field::Squares).then_some(setup.cursor);
    let content = BoardContent { board: &board, label: &label, lines: &[], cursor };
    setup.view.draw(&content, frame.buffer_mut(), area, &theme);
}

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Board,
    Kind,
    Start,
    End,
    Method,
    Tie,
    /// The drawn board.
    Squares,
}

impl Field {
    const fn name(self) -> &'static str {
        match self {
            Self::Board => "Board",
            Self::Kind => "Kind",
            Self::Start => "Start",
            Self::End => "End",
            Self::Method => "Method",
            Self::Tie => "Tie",
            Self::Squares => "Square",
        }
    }
}

impl SetupScreen {
    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Board];
        if self.goal.has_ends() {
            fields.extend([Field::Kind, Field::Start, Field::End]);
        }
        if self.goal.has_method() {
            fields.push(Field::Method);
        }
        if self.goal.has_method() && self.method == Method::Warnsdorff {
            fields.push(Field::Tie);
        }
        fields.push(Field::Squares);
        fields
    }

    /// Returns the help text for the field with the focus.
    fn hints(&self) -> String {
        match self.field {
            Field::Board => {
                format!(
                    "{} squares. 8x8, 8x8-a1,h8, torus:6x6, cylinder:6x8, box:4x4x4",
                    self.board.len()
                )
            }
            Field::Kind => "Closed: the ends are a move apart. Open: they are not.".to_owned(),
            Field::Start | Field::End => "A square such as e4, or nothing for any.".to_owned(),
            Field::Method => format!("{}: {}.", self.method, self.method.about()),
            Field::Tie => format!("{}: {}.", self.tie.name(), self.tie.about()),
            Field::Squares if self.goal.has_ends() => {
                "Arrows move. Enter: start here. e: end here. x: a hole, or none.".to_owned()
            }
            Field::Squares => "Arrows move. x: a hole, or none.".to_owned(),
        }
    }

    fn enter(&mut self, field: Field) {
        self.field = field;
        if let Some(entry) = self.entry() {
            entry.focus();
        }
    }

    /// Moves the focus to another field.
    fn next(&mut self, by: usize) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.field).unwrap_or(0);
        self.enter(fields[(at + by) % fields.len()]);
    }

    /// Returns the input line with the focus.
    const fn entry(&mut self) -> Option<&mut LineInput> {
        match self.field {
            Field::Board => Some(&mut self.board_text),
            Field::Start => Some(&mut self.start),
            Field::End => Some(&mut self.end),
            _ => None,
        }
    }

    fn type_key(&mut self, key: KeyEvent) {
        let Some(entry) = self.entry() else { return };
        let before = entry.text();
        entry.key(key);
        if entry.text() == before {
            return;
        }
        self.was_submitted = false;
        if self.field == Field::Board
            && let Ok(board) = self.board_text.text().parse()
        {
            self.board = board;
            self.cursor = Square::from_index(self.cursor.index().min(self.board.area() - 1));
        }
    }

    /// Chooses the next or the previous option.
    fn choose(&mut self, is_next: bool) {
        self.was_submitted = false;
        match self.field {
            Field::Kind => {
                self.kind = beside(&[Kind::Any, Kind::Open, Kind::Closed], self.kind, is_next);
            }
            Field::Method => self.method = beside(&Method::ALL, self.method, is_next),
            Field::Tie => self.tie = beside(&TieBreak::ALL, self.tie, is_next),
            _ => {}
        }
    }

    /// Handles a key of a field other than the drawn board.
    fn form_key(&mut self, key: KeyEvent) -> Turn {
        let is_typing = self.entry().is_some();
        match key.code {
            KeyCode::Enter => return self.submit(),
            KeyCode::Char('g') if !is_typing => return self.submit(),
            KeyCode::Up => self.next(self.fields().len() - 1),
            KeyCode::Down => self.next(1),
            KeyCode::Left if !is_typing => self.choose(false),
            KeyCode::Right | KeyCode::Char(' ') if !is_typing => self.choose(true),
            _ => self.type_key(key),
        }
        Turn::Stay
    }
}

/// Returns the element after or before another one in a cyclic list.
fn beside<T: Copy + PartialEq>(all: &[T], one: T, is_next: bool) -> T {
    let at = all.iter().position(|&other| other == one).unwrap_or(0);
    all[(at + if is_next { 1 } else { all.len() - 1 }) % all.len()]
}

impl SetupScreen {
    /// Moves the cursor on the board; beyond the side of a level the next level begins.
    fn step(&mut self, right: i64, up: i64) {
        let board = &self.board;
        let place = board.coord(self.cursor);
        let rank = i64::from(place.rank.index()) + up;
        let file = i64::from(place.file.index()) + right;
        let files = i64::from(board.files());
        let level = i64::from(place.level.index()) + file.div_euclid(files);
        let part = |index: i64| u32::try_from(index).ok();
        let (Some(rank), Some(level)) = (part(rank), part(level)) else { return };
        let file = File::new(file.rem_euclid(files) as u32);
        let place = Coord { file, rank: Rank::new(rank), level: Level::new(level) };
        self.cursor = board.at(place).unwrap_or(self.cursor);
    }

    /// Sets a square as the start or the end, or clears it.
    fn set_end(&mut self, square: Square, is_start: bool) {
        if !self.goal.has_ends() || !self.board.contains(square) {
            return;
        }
        self.was_submitted = false;
        let name = self.board.name(square);
        let entry = if is_start { &mut self.start } else { &mut self.end };
        let name = if entry.text() == name { String::new() } else { name };
        *entry = LineInput::new(name);
    }

    /// Turns a square into a hole, or a hole into a square.
    fn toggle_hole(&mut self, square: Square) {
        let board = if self.board.contains(square) {
            self.board.clone().without([square])
        } else {
            let board = &self.board;
            let whole = match board.surface() {
                Surface::Flat => Board::cuboid(board.files(), board.ranks(), board.levels()),
                surface => Board::wrapped(board.files(), board.ranks(), surface),
            };
            whole.and_then(|whole| whole.without(board.holes().filter(|&hole| hole != square)))
        };
        // A board without squares is an error, so that the last square stays.
        if let Ok(board) = board {
            self.was_submitted = false;
            self.board_text = LineInput::new(board.to_string());
            self.board = board;
        }
    }

    /// Handles a key of the drawn board.
    fn board_key(&mut self, key: KeyEvent) -> Turn {
        if self.view.key(key) {
            return Turn::Stay;
        }
        match key.code {
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, 1),
            KeyCode::Down => self.step(0, -1),
            KeyCode::Enter | KeyCode::Char(' ' | 's') => self.set_end(self.cursor, true),
            KeyCode::Char('e') => self.set_end(self.cursor, false),
            KeyCode::Char('x') => self.toggle_hole(self.cursor),
            KeyCode::Char('g') => return self.submit(),
            _ => {}
        }
        Turn::Stay
    }
}

#[cfg(test)]
mod tests;
