//! What is asked before anything begins: which board, which tour, which method.

mod draw;
mod entry;
mod goal;
mod squares;

use std::time::Duration;

use caracole::{Board, Kind, Method, MethodSettings, Problem, Square, Tie};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::board_view::BoardView;
use crate::screen::{Screen, Turn};
use crate::theme::Theme;
use crate::tour::{Answer, Question};
use crate::{Compare, Count, Play, Puzzle, Watch, Work};

pub(crate) use entry::Entry;
pub use goal::Goal;

/// A form: the board is typed, or changed with keys and mouse where it is drawn; so are start and
/// end; kind, method and rule are chosen. Everything stands there already, so that Enter begins.
///
/// ```
/// use caracole_tui::{Goal, Screen, Setup};
///
/// assert_eq!(Setup::new(Goal::Closed).title(), "Closed tour");
/// ```
pub struct Setup {
    goal: Goal,
    /// What was typed, and the last board that could be read.
    board_text: Entry,
    board: Board,
    kind: Kind,
    start: Entry,
    end: Entry,
    method: Method,
    tie: Tie,
    /// What is being filled in.
    field: Field,
    /// A square of the board, or a hole.
    cursor: Square,
    /// Was it tried to begin with what stands there?
    was_asked: bool,
    view: BoardView,
    /// Where the fields were drawn.
    drawn: Vec<(Rect, Field)>,
}

/// What can be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Board,
    Kind,
    Start,
    End,
    Method,
    Tie,
    /// The board as it is drawn.
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

impl Setup {
    /// Asks what is needed for a goal.
    pub fn new(goal: Goal) -> Self {
        let board = goal.board();
        Self {
            goal,
            board_text: Entry::new(board.to_string()),
            board,
            kind: goal.kind(),
            start: Entry::default(),
            end: Entry::default(),
            method: goal.method(),
            tie: Tie::default(),
            field: Field::Board,
            cursor: Square::from_index(0),
            was_asked: false,
            view: BoardView::default(),
            drawn: Vec::new(),
        }
    }

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

    /// What helps with the field that is being filled in.
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

    /// The problem that stands in the form, or what is wrong with it.
    fn problem(&self) -> Result<Problem, String> {
        let text = |error: &dyn std::error::Error| error.to_string();
        let board: Board = self.board_text.text().parse().map_err(|error| text(&error))?;
        let problem = Problem::new(board);
        if !self.goal.has_ends() {
            return Ok(problem);
        }
        let mut problem = problem.of_kind(self.kind);
        if !self.start.text().is_empty() {
            problem = problem.from(self.start.text()).map_err(|error| text(&error))?;
        }
        if !self.end.text().is_empty() {
            problem = problem.to(self.end.text()).map_err(|error| text(&error))?;
        }
        Ok(problem)
    }

    /// Begins, if the form is filled in well.
    fn go(&mut self) -> Turn {
        self.was_asked = true;
        let Ok(problem) = self.problem() else { return Turn::Stay };
        let settings = MethodSettings { tie: self.tie, ..MethodSettings::default() };
        let (method, seed) = (self.method, 0);
        Turn::Go(match self.goal {
            Goal::Open | Goal::Closed => {
                Box::new(Answer::new(Question { problem, method, settings, seed }))
            }
            Goal::Watch => {
                let pause = Duration::from_millis(200);
                Box::new(Watch::new(Work { problem, method, settings, seed, pause }))
            }
            Goal::Play => Box::new(Play::new(problem)),
            Goal::Compare => Box::new(Compare::new(problem)),
            Goal::Count => Box::new(Count::new(problem)),
            Goal::Puzzle => Box::new(Puzzle::new(problem.board().clone())),
        })
    }

    const fn enter(&mut self, field: Field) {
        self.field = field;
        if let Some(entry) = self.entry() {
            entry.enter();
        }
    }

    /// Goes to another field.
    fn next(&mut self, by: usize) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.field).unwrap_or(0);
        self.enter(fields[(at + by) % fields.len()]);
    }

    /// The line that is being typed.
    const fn entry(&mut self) -> Option<&mut Entry> {
        match self.field {
            Field::Board => Some(&mut self.board_text),
            Field::Start => Some(&mut self.start),
            Field::End => Some(&mut self.end),
            _ => None,
        }
    }

    fn type_key(&mut self, key: KeyEvent) {
        let is_new = self.entry().is_some_and(|entry| entry.key(key));
        if !is_new {
            return;
        }
        self.was_asked = false;
        if self.field == Field::Board
            && let Ok(board) = self.board_text.text().parse()
        {
            self.board = board;
            self.cursor = Square::from_index(self.cursor.index().min(self.board.area() - 1));
        }
    }

    /// Chooses the next or the one before.
    fn choose(&mut self, is_next: bool) {
        self.was_asked = false;
        match self.field {
            Field::Kind => {
                self.kind = beside(&[Kind::Any, Kind::Open, Kind::Closed], self.kind, is_next);
            }
            Field::Method => self.method = beside(&Method::ALL, self.method, is_next),
            Field::Tie => self.tie = beside(&Tie::ALL, self.tie, is_next),
            _ => {}
        }
    }

    /// A key while something is being chosen or typed.
    fn form_key(&mut self, key: KeyEvent) -> Turn {
        let is_typing = self.entry().is_some();
        match key.code {
            KeyCode::Enter => return self.go(),
            KeyCode::Char('g') if !is_typing => return self.go(),
            KeyCode::Up => self.next(self.fields().len() - 1),
            KeyCode::Down => self.next(1),
            KeyCode::Left if !is_typing => self.choose(false),
            KeyCode::Right | KeyCode::Char(' ') if !is_typing => self.choose(true),
            _ => self.type_key(key),
        }
        Turn::Stay
    }
}

/// What comes after something in a list, or before it.
fn beside<T: Copy + PartialEq>(all: &[T], one: T, is_next: bool) -> T {
    let at = all.iter().position(|&other| other == one).unwrap_or(0);
    all[(at + if is_next { 1 } else { all.len() - 1 }) % all.len()]
}

impl Screen for Setup {
    fn title(&self) -> String {
        self.goal.name().to_owned()
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        match self.field {
            Field::Squares if self.goal.has_ends() => {
                let keys = [("g", "go"), ("Enter", "start"), ("e", "end"), ("x", "hole")];
                let more = [("Tab", "next"), ("arrows", "square"), ("Esc", "back")];
                keys.into_iter().chain(more).chain(BoardView::KEYS).collect()
            }
            Field::Squares => {
                let keys = [("g", "go"), ("x", "hole"), ("Tab", "next"), ("Esc", "back")];
                keys.into_iter().chain(BoardView::KEYS).collect()
            }
            Field::Kind | Field::Method | Field::Tie => {
                vec![("Enter", "go"), ("←→", "choose"), ("Tab ↑↓", "next"), ("Esc", "back")]
            }
            _ => {
                let mouse = ("click", "start; right: hole; Ctrl: end");
                vec![("Enter", "go"), ("Tab ↑↓", "next"), ("Esc", "back"), mouse]
            }
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        draw::draw(self, frame, area, *theme);
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
        if let Some(&(_, field)) = self.drawn.iter().find(|(room, _)| room.contains(here)) {
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

#[cfg(test)]
mod tests;
