//! What is asked before anything begins: which board, which tour, which method.

mod draw;
mod form;
mod goal;
mod squares;

use std::time::Duration;

use caracole::{Board, Kind, Method, MethodSettings, Problem, Square, Tie};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::board_view::BoardView;
use crate::line_input::LineInput;
use crate::screen::{Screen, Turn};
use crate::theme::Theme;
use crate::tour::{Answer, Question};
use crate::{Compare, Count, Play, Puzzle, Watch, Work};

use form::Field;
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
    board_text: LineInput,
    board: Board,
    kind: Kind,
    start: LineInput,
    end: LineInput,
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

impl Setup {
    /// Asks what is needed for a goal.
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
            tie: Tie::default(),
            field: Field::Board,
            cursor: Square::from_index(0),
            was_asked: false,
            view: BoardView::default(),
            drawn: Vec::new(),
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
            problem = problem.from(&*self.start.text()).map_err(|error| text(&error))?;
        }
        if !self.end.text().is_empty() {
            problem = problem.to(&*self.end.text()).map_err(|error| text(&error))?;
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
