//! What is filled in, field by field.

use caracole::{Kind, Method, Square, Tie};
use crossterm::event::{KeyCode, KeyEvent};

use super::Setup;
use crate::line_input::LineInput;
use crate::screen::Turn;

/// What can be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
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
    pub(super) const fn name(self) -> &'static str {
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
    pub(super) fn fields(&self) -> Vec<Field> {
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
    pub(super) fn hints(&self) -> String {
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

    pub(super) fn enter(&mut self, field: Field) {
        self.field = field;
        if let Some(entry) = self.entry() {
            entry.enter();
        }
    }

    /// Goes to another field.
    pub(super) fn next(&mut self, by: usize) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.field).unwrap_or(0);
        self.enter(fields[(at + by) % fields.len()]);
    }

    /// The line that is being typed.
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
    pub(super) fn form_key(&mut self, key: KeyEvent) -> Turn {
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
