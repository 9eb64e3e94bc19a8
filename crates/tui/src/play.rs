//! A tour of your own, with a coach.
//!
//! | file | holds |
//! | --- | --- |
//! | `deeds` | what keys and mouse do to the game |
//! | `coach`, `advise` | the coach at work, and what he does for the player |
//! | `words` | what is said of a position |
//! | `prompt`, `typing` | what is typed, and what comes of it |
//! | `files` | saved games |
//! | `keys` | the lists of keys |
//! | `view` | how it looks |

mod advise;
mod coach;
mod deeds;
mod files;
mod keys;
mod prompt;
mod typing;
mod view;
mod words;

use std::path::{Path, PathBuf};
use std::time::Duration;

use caracole::{Game, Problem, Square, Standing};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::board_view::BoardView;
use crate::files::FileError;
use crate::screen::{Screen, Turn};
use crate::theme::{Theme, Tone};
use coach::Coach;
use prompt::Prompt;

/// A tour of your own, with a coach.
///
/// ```
/// use std::path::Path;
///
/// use caracole::{Game, Problem};
/// use caracole_tui::{Play, Screen};
///
/// let problem = Problem::new("8x8".parse()?).from("a1")?;
/// assert_eq!(Play::new(problem.clone()).title(), "Play 8x8");
/// assert_eq!(Play::new(problem.clone()).blindfold().title(), "Play 8x8, blindfold");
///
/// // A game that was begun elsewhere, or saved in a file.
/// let mut game = Game::new((*problem).clone());
/// game.play(game.problem().board().parse_square("a1")?)?;
/// let play = Play::resume(game, None);
/// assert!(play.keys().iter().any(|(_, does)| *does == "undo"));
/// assert!(Play::open(Path::new("no-such-game.json")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Play {
    game: Game,
    /// How the game stands, so that it is not asked at each drawing.
    standing: Standing,
    view: BoardView,
    cursor: Square,
    /// Are the squares marked that may be played?
    has_marks: bool,
    coach: Coach,
    /// A square that was proved to win.
    hinted: Option<Square>,
    prompt: Option<Prompt>,
    /// What was said blindfold, if the board is hidden.
    blind: Option<Vec<String>>,
    said: (String, Tone),
    /// Where the game was saved or loaded.
    path: Option<PathBuf>,
    /// Has something been played that no file holds?
    is_unsaved: bool,
    /// What must be asked for twice, and was asked for once.
    doubt: Option<Doubt>,
}

/// What must be asked for twice.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Doubt {
    /// To leave the game.
    Leave,
    /// To load another one from a file.
    Load(PathBuf),
}

impl Play {
    /// A new game. If its start is fixed, that is played; of several knights one plays.
    #[expect(clippy::needless_pass_by_value, reason = "like all screens it owns what it shows")]
    pub fn new(problem: Problem) -> Self {
        let mut game = Game::new((*problem).clone());
        if let Some(start) = game.problem().start() {
            // A start that cannot be played leaves a game that cannot be played, and says why.
            let _ = game.play(start);
        }
        Self::resume(game, None)
    }

    /// A game that was begun, and the file it came from.
    pub fn resume(game: Game, path: Option<PathBuf>) -> Self {
        let board = game.problem().board();
        let first = game.knight().or_else(|| board.squares().next());
        let mut play = Self {
            standing: game.standing(),
            cursor: first.unwrap_or_else(|| Square::from_index(0)),
            game,
            view: BoardView::default(),
            has_marks: true,
            coach: Coach::default(),
            hinted: None,
            prompt: None,
            blind: None,
            said: (String::new(), Tone::Plain),
            path,
            is_unsaved: false,
            doubt: None,
        };
        play.tell_standing();
        play
    }

    /// The game in a file: a saved one, or any tour that can be read, whole or begun.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Ok(Self::resume(files::load(path)?, Some(path.to_owned())))
    }

    /// The same game with the board hidden.
    #[must_use]
    pub fn blindfold(mut self) -> Self {
        if self.blind.is_none() {
            self.toggle_blindfold();
        }
        self
    }

    /// Says something.
    fn say(&mut self, text: impl Into<String>, tone: Tone) {
        self.said = (text.into(), tone);
        if let Some(lines) = &mut self.blind {
            lines.push(self.said.0.clone());
        }
    }

    /// A key, where nothing is typed.
    fn command(&mut self, key: KeyEvent) -> Turn {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Turn::Stay;
        }
        if key.code != KeyCode::Esc {
            self.doubt = None;
        }
        if self.view.key(key) {
            return Turn::Stay;
        }
        match key.code {
            KeyCode::Esc => return self.leave(),
            KeyCode::Left => self.move_cursor(-1, 0, 0),
            KeyCode::Right => self.move_cursor(1, 0, 0),
            KeyCode::Up => self.move_cursor(0, 1, 0),
            KeyCode::Down => self.move_cursor(0, -1, 0),
            KeyCode::PageUp => self.move_cursor(0, 0, 1),
            KeyCode::PageDown => self.move_cursor(0, 0, -1),
            KeyCode::Enter | KeyCode::Char(' ') => self.play(self.cursor),
            KeyCode::Tab => self.next_legal(true),
            KeyCode::BackTab => self.next_legal(false),
            KeyCode::Backspace => self.undo(),
            KeyCode::Char(letter) => self.letter(letter),
            _ => {}
        }
        Turn::Stay
    }

    /// What a letter stands for, pressed or typed as a word.
    fn letter(&mut self, letter: char) {
        match letter {
            digit @ '1'..='9' => self.play_by_number(digit),
            'u' => self.undo(),
            'r' => self.redo(),
            'n' => self.restart(),
            'c' => self.toggle_coach(),
            'h' => self.wish(coach::Wish::Hint),
            'f' => self.wish(coach::Wish::Finish),
            'm' => self.has_marks = !self.has_marks,
            'b' => self.toggle_blindfold(),
            't' => self.prompt = Some(Prompt::square()),
            's' => self.prompt = Some(Prompt::save(self.path.as_deref())),
            'l' => self.prompt = Some(Prompt::load(self.path.as_deref())),
            other => self.say(format!("{other} does nothing here"), Tone::Quiet),
        }
    }
}

impl Screen for Play {
    fn title(&self) -> String {
        let blindfold = if self.blind.is_some() { ", blindfold" } else { "" };
        format!("Play {}{blindfold}", self.game.problem().board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let prompt = self.prompt.as_ref();
        prompt.map_or_else(|| keys::SHORT.to_vec(), |prompt| prompt.keys(self.blind.is_some()))
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.prompt.is_some() { self.keys() } else { keys::all() }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        self.draw_all(frame, area, *theme);
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if self.prompt.is_none() {
            return self.command(key);
        }
        self.type_key(key);
        Turn::Stay
    }

    fn is_typing(&self) -> bool {
        self.prompt.is_some()
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        if self.blind.is_some() || self.view.wheel(mouse) {
            return Turn::Stay;
        }
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some(square) = self.view.square_at(mouse.column, mouse.row)
        {
            self.doubt = None;
            self.cursor = square;
            self.play(square);
        }
        Turn::Stay
    }

    fn rest(&self) -> Option<Duration> {
        self.coach.is_busy().then_some(Duration::from_millis(50))
    }

    fn tick(&mut self, _elapsed: Duration) -> Turn {
        self.hear_coach();
        Turn::Stay
    }
}

#[cfg(test)]
mod tests;
