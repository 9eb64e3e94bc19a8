//! A puzzle with exactly one solution, to be solved.

mod anew;
mod board;
mod edit;
mod game;
mod maker;
mod panel;
mod save;
#[cfg(test)]
mod tests;

use std::time::Duration;

use caracole::puzzle::Grade;
use caracole::{Board, Kind, Offset, Square};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};

use self::anew::next_kind;
use self::game::Game;
use self::maker::Wish;
use crate::board_view::BoardView;
use crate::file_name::FileName;
use crate::job::Job;
use crate::screen::{Screen, Turn};
use crate::theme::{Theme, Tone};

/// Between two looks at what is new.
const PAUSE: Duration = Duration::from_millis(50);
/// What is written beside the board is so wide.
const PANEL: u16 = 34;

/// A puzzle with exactly one solution, to be solved.
///
/// Numbers are typed into squares, and whatever breaks a rule is marked. When all squares are filled the
/// verifier has the last word.
///
/// ```
/// use caracole_tui::{Puzzle, Screen};
///
/// let puzzle = Puzzle::new("5x5".parse()?);
/// assert_eq!(puzzle.title(), "Puzzle 5x5");
/// assert!(puzzle.keys().contains(&("n", "new")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Puzzle {
    wish: Wish,
    state: State,
    cursor: Option<Square>,
    /// Is the number at the cursor still being typed?
    is_typing: bool,
    shows_solution: bool,
    /// The name of the file it goes to, while it is typed.
    save: Option<FileName>,
    /// What was said last.
    note: Option<(String, Tone)>,
    /// A key that would throw numbers away, pressed once.
    threat: Option<KeyCode>,
    view: BoardView,
}

enum State {
    Making(Job<Made>, Duration),
    Playing(Box<Game>),
    /// There is no puzzle, and this is why.
    None(String),
}

type Made = Result<caracole::puzzle::Puzzle, String>;

impl Puzzle {
    /// Makes a puzzle on a board.
    pub fn new(board: Board) -> Self {
        let (kind, grade) = (Kind::Any, Grade::Easy);
        Self::of(Wish { board, kind, grade, is_symmetric: false, seed: 0 })
    }

    fn of(wish: Wish) -> Self {
        Self {
            state: Self::making(&wish),
            wish,
            cursor: None,
            is_typing: false,
            shows_solution: false,
            save: None,
            note: None,
            threat: None,
            view: BoardView::default(),
        }
    }
}

impl Screen for Puzzle {
    fn title(&self) -> String {
        format!("Puzzle {}", self.wish.board.title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.save.is_some() {
            return vec![("Enter", "save"), ("Esc", "do not")];
        }
        let mut keys = vec![("n", "new"), ("l", "level"), ("Esc", "back")];
        if matches!(self.state, State::Playing(_)) {
            let solution = if self.shows_solution { "hide solution" } else { "solution" };
            let game =
                [("0-9", "write"), ("h", "hint"), ("u", "undo"), ("s", solution), ("w", "save")];
            keys.splice(0..0, game);
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

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
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
            frame.render_widget(ratatui::widgets::Clear, line);
            frame.render_widget(save.line(line.width, *theme), line);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if self.save.is_some() {
            self.save_key(key);
            return Turn::Stay;
        }
        // Digits are numbers here.
        let is_digit = matches!(key.code, KeyCode::Char('0'..='9'));
        if !is_digit && self.view.key(key) {
            return Turn::Stay;
        }
        self.note = None;
        if self.threat != Some(key.code) {
            self.threat = None;
        }
        let is_playing = matches!(self.state, State::Playing(_));
        match key.code {
            KeyCode::Esc if self.shows_solution => self.shows_solution = false,
            KeyCode::Esc if self.is_sure(KeyCode::Esc) => return Turn::Back,
            KeyCode::Char('n') => self.anew(key.code, |wish| wish.seed += 1),
            KeyCode::Char('l') => self.anew(key.code, Wish::harden),
            KeyCode::Char('y') => {
                self.anew(key.code, |wish| wish.is_symmetric ^= true);
            }
            KeyCode::Char('k') => self.anew(key.code, |wish| wish.kind = next_kind(wish.kind)),
            KeyCode::Char('s') if is_playing => self.shows_solution = !self.shows_solution,
            KeyCode::Char('w') if is_playing => self.save = Some(FileName::new("puzzle.svg")),
            KeyCode::Up => self.go(Offset::flat(0, 1)),
            KeyCode::Down => self.go(Offset::flat(0, -1)),
            KeyCode::Left => self.go(Offset::flat(-1, 0)),
            KeyCode::Right => self.go(Offset::flat(1, 0)),
            KeyCode::PageUp => self.go(Offset { files: 0, ranks: 0, levels: 1 }),
            KeyCode::PageDown => self.go(Offset { files: 0, ranks: 0, levels: -1 }),
            // What is not seen is not changed.
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

    fn rest(&self) -> Option<Duration> {
        matches!(self.state, State::Making(..)).then_some(PAUSE)
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        let State::Making(job, so_far) = &mut self.state else { return Turn::Stay };
        *so_far += elapsed;
        let made = job.news().next();
        if let Some(made) = made {
            self.hear(made);
        }
        Turn::Stay
    }
}
