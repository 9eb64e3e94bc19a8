//! The screen for playing a tour, with a coach.
//!
//! `coach` runs the coach on a thread and words its verdicts; `view` renders the screen.

mod coach;
mod view;

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use caracole::board::Offset;
use caracole::formats::ReadHint;
use caracole::formats::json;
use caracole::formats::json::SavedGame;
use caracole::play::coach::{MoveJudgement, PositionJudgement};
use caracole::play::{Game, GameState};
use caracole::{Problem, Square};
use coach::Coach;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::atomic_file::{FileError, write_atomically};
use crate::board_view::{BoardView, next_square};
use crate::line_input::{FileNameInput, FileNameState};
use crate::line_input::{LineInput, LineState};
use crate::screen::{Screen, Turn};
use crate::text::pluralize;
use crate::theme::{TerminalTheme, Tone};

/// The screen for playing a tour, with a coach.
///
/// ```
/// use std::path::Path;
///
/// use caracole::Problem;
/// use caracole::play::Game;
/// use caracole_tui::{PlayScreen, Screen};
///
/// let problem = Problem::new("8x8".parse()?).start("a1")?;
/// assert_eq!(PlayScreen::new(problem.clone()).title(), "Play 8x8");
/// assert_eq!(PlayScreen::new(problem.clone()).blindfold().title(), "Play 8x8, blindfold");
///
/// // A game that was started elsewhere, or saved in a file.
/// let mut game = Game::new(problem);
/// game.play(game.problem().board().parse_square("a1")?)?;
/// let play = PlayScreen::resume(game, None);
/// assert!(play.keys().iter().any(|(_, does)| *does == "undo"));
/// assert!(PlayScreen::open(Path::new("no-such-game.json")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PlayScreen {
    game: Game,
    /// The state of the game, so that drawing does not compute it.
    state: GameState,
    view: BoardView,
    cursor: Square,
    /// True if legal squares are marked.
    has_marks: bool,
    coach: Coach,
    /// A square that is proved to win.
    hint: Option<Square>,
    prompt: Option<Prompt>,
    /// The dialogue, if the board is hidden.
    dialogue: Option<Vec<String>>,
    message: (String, Tone),
    /// The file of the game.
    path: Option<PathBuf>,
    /// True if the game has changed since it was saved.
    is_unsaved: bool,
    /// The action that was requested once and must be confirmed.
    pending: Option<Confirmation>,
}

/// An action that must be confirmed because it loses moves.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Confirmation {
    /// Leave the screen.
    Leave,
    /// Load another game.
    Load(PathBuf),
}

impl PlayScreen {
    /// Starts a new game. A fixed start is played; of several knights one plays.
    pub fn new(problem: Problem) -> Self {
        let mut game = Game::new(problem);
        if let Some(start) = game.problem().start_square() {
            // If the start cannot be played, the status line shows the reason.
            let _ = game.play(start);
        }
        Self::resume(game, None)
    }

    /// Continues a game, from a file if there is one.
    pub fn resume(game: Game, path: Option<PathBuf>) -> Self {
        let board = game.problem().board();
        let first = game.knight().or_else(|| board.squares().next());
        let mut play = Self {
            state: game.state(),
            cursor: first.unwrap_or_else(|| Square::from_index(0)),
            game,
            view: BoardView::default(),
            has_marks: true,
            coach: Coach::default(),
            hint: None,
            prompt: None,
            dialogue: None,
            message: (String::new(), Tone::Plain),
            path,
            is_unsaved: false,
            pending: None,
        };
        play.show_state();
        play
    }

    /// Opens a saved game, or any complete or incomplete tour in a file.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Ok(Self::resume(load(path)?, Some(path.to_owned())))
    }

    /// Returns the same game with the board hidden.
    #[must_use]
    pub fn blindfold(mut self) -> Self {
        if self.dialogue.is_none() {
            self.toggle_blindfold();
        }
        self
    }

    /// Shows a message, and adds it to the dialogue if the board is hidden.
    fn say(&mut self, text: impl Into<String>, tone: Tone) {
        self.message = (text.into(), tone);
        if let Some(lines) = &mut self.dialogue {
            lines.push(self.message.0.clone());
        }
    }

    /// Handles a key while no text is typed.
    fn command(&mut self, key: KeyEvent) -> Turn {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Turn::Stay;
        }
        if key.code != KeyCode::Esc {
            self.pending = None;
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

    /// Performs the action of a letter, pressed or typed as a word.
    fn letter(&mut self, letter: char) {
        match letter {
            digit @ '1'..='9' => self.play_by_number(digit),
            'u' => self.undo(),
            'r' => self.redo(),
            'n' => self.restart(),
            'c' => self.toggle_coach(),
            'h' => self.request(coach::CoachRequest::Hint),
            'f' => self.request(coach::CoachRequest::Finish),
            'm' => self.has_marks = !self.has_marks,
            'b' => self.toggle_blindfold(),
            't' => self.prompt = Some(Prompt::square()),
            's' => self.prompt = Some(Prompt::save(self.path.as_deref())),
            'l' => self.prompt = Some(Prompt::load(self.path.as_deref())),
            other => self.say(format!("{other} does nothing here"), Tone::Quiet),
        }
    }
}

impl Screen for PlayScreen {
    fn title(&self) -> String {
        let blindfold = if self.dialogue.is_some() { ", blindfold" } else { "" };
        format!("Play {}{blindfold}", self.game.problem().board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let prompt = self.prompt.as_ref();
        prompt.map_or_else(|| SHORT.to_vec(), |prompt| prompt.keys(self.dialogue.is_some()))
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.prompt.is_some() { self.keys() } else { all() }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
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
        if self.dialogue.is_some() || self.view.wheel(mouse) {
            return Turn::Stay;
        }
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some(square) = self.view.square_at(mouse.column, mouse.row)
        {
            self.pending = None;
            self.cursor = square;
            self.play(square);
        }
        Turn::Stay
    }

    fn next_tick(&self) -> Option<Duration> {
        self.coach.is_busy().then_some(Duration::from_millis(50))
    }

    fn tick(&mut self, _elapsed: Duration) -> Turn {
        self.handle_coach_message();
        Turn::Stay
    }
}

impl PlayScreen {
    /// The position has changed.
    fn position_changed(&mut self) {
        self.state = self.game.state();
        self.is_unsaved = true;
        self.hint = None;
        self.cursor = self.game.knight().unwrap_or(self.cursor);
        self.coach.reset();
        if self.coach.is_on {
            self.coach.ask(&self.game);
        }
        self.show_state();
    }

    /// Shows the state of the game.
    fn show_state(&mut self) {
        match &self.state {
            GameState::InProgress if self.dialogue.is_some() => {
                self.say(self.status(), Tone::Plain);
            }
            GameState::InProgress => self.say("", Tone::Plain),
            GameState::Finished(tour) => {
                let kind = if tour.is_closed() { "A closed" } else { "An open" };
                let squares = pluralize(tour.len(), "square");
                self.say(
                    format!("{kind} tour of {squares}, and the verifier agrees."),
                    Tone::Winning,
                );
            }
            GameState::Stuck(dead_end) => {
                self.say(format!("Stuck, {dead_end}. u takes a move back."), Tone::Losing);
            }
        }
    }

    /// Returns the status line.
    fn status(&self) -> String {
        let board = self.game.problem().board();
        match self.game.knight() {
            None => format!("Choose the first of {} squares.", board.len()),
            Some(knight) => {
                let (step, name) = (self.game.played().len(), board.name(knight));
                format!("Step {step} of {}, on {name}.", board.len())
            }
        }
    }

    /// Plays a square, or shows why that is not possible.
    fn play(&mut self, square: Square) {
        let lost = self.losing_reason(square);
        if let Err(error) = self.game.play(square) {
            return self.say(format!("Not possible: {error}."), Tone::Losing);
        }
        self.position_changed();
        if let Some(reason) = lost.filter(|_| matches!(self.state, GameState::InProgress)) {
            let name = self.game.problem().board().name(square);
            self.say(format!("{name} loses: {reason}."), Tone::Losing);
        }
    }

    /// Returns the reason why a move loses a winnable game, if the coach is on.
    fn losing_reason(&self, square: Square) -> Option<String> {
        let advice = self.coach.advice.as_ref().filter(|_| self.coach.is_on)?;
        match (&advice.position, self.coach.judgement(square)?) {
            (PositionJudgement::Open(_), MoveJudgement::Losing(proof)) => {
                Some(coach::reason(proof))
            }
            _ => None,
        }
    }

    /// Plays the move in a direction.
    fn play_by_number(&mut self, digit: char) {
        let number = digit.to_digit(10).unwrap_or(0) as usize;
        match (self.game.target(number), self.game.knight()) {
            (Some(square), _) => self.play(square),
            (None, None) => self.say("Choose the first square before a direction.", Tone::Losing),
            (None, Some(knight)) => {
                let name = self.game.problem().board().name(knight);
                self.say(format!("Move {number} leads from {name} to no square."), Tone::Losing);
            }
        }
    }

    fn undo(&mut self) {
        match self.game.undo() {
            Some(_) => self.position_changed(),
            None => self.say("There is nothing to take back.", Tone::Quiet),
        }
    }

    fn redo(&mut self) {
        match self.game.redo() {
            Some(_) => self.position_changed(),
            None => self.say("There is nothing to play again.", Tone::Quiet),
        }
    }

    /// Takes back everything except a fixed start.
    fn restart(&mut self) {
        while self.game.undo().is_some() {}
        if self.game.problem().start_square().is_some() {
            self.game.redo();
        }
        self.position_changed();
        self.say("A new game: r plays the old one again.", Tone::Plain);
    }

    /// Moves the cursor to the next square in a direction, over holes.
    fn move_cursor(&mut self, files: i64, ranks: i64, levels: i64) {
        let offset = Offset { files, ranks, levels };
        let next = next_square(self.game.problem().board(), self.cursor, offset);
        self.cursor = next.unwrap_or(self.cursor);
    }

    /// Moves the cursor to the next legal square.
    fn next_legal(&mut self, is_forward: bool) {
        let next = match (self.game.knight(), self.game.problem().start_square()) {
            (None, Some(start)) => Some(start),
            (None, None) => self.next_start(is_forward),
            (Some(_), _) => {
                let legal: Vec<Square> = self.game.legal().collect();
                let at = legal.iter().position(|&square| square == self.cursor);
                let at = match (at, is_forward) {
                    (None, true) => 0,
                    (None, false) => legal.len().saturating_sub(1),
                    (Some(at), true) => (at + 1) % legal.len(),
                    (Some(at), false) => (at + legal.len() - 1) % legal.len(),
                };
                legal.get(at).copied()
            }
        };
        self.cursor = next.unwrap_or(self.cursor);
    }

    /// Returns the next possible start in the order of squares, which is usually near.
    fn next_start(&self, is_forward: bool) -> Option<Square> {
        let (at, area) = (self.cursor.index(), self.game.problem().board().area());
        let numbers = (1..=area).map(|by| (at + if is_forward { by } else { area - by }) % area);
        numbers.map(Square::from_index).find(|&square| self.game.check(square).is_ok())
    }

    /// Returns true if there are unsaved moves, including those taken back.
    fn has_unsaved_moves(&self) -> bool {
        let has_moves = !self.game.played().is_empty() || self.game.undone().next().is_some();
        self.is_unsaved && has_moves
    }

    /// Leaves the screen; asks for confirmation if moves would be lost.
    fn leave(&mut self) -> Turn {
        if self.has_unsaved_moves() && self.pending != Some(Confirmation::Leave) {
            self.pending = Some(Confirmation::Leave);
            self.say("The game is not saved: s saves it, Esc again leaves.", Tone::Plain);
            return Turn::Stay;
        }
        Turn::Back
    }
}

/// The largest file that is read as a game.
const MAX_BYTES: u64 = 1 << 26;

/// Reads a game and replays it by the rules.
fn load(path: &Path) -> Result<Game, FileError> {
    let failed = |error: io::Error| FileError::io(path, &error);
    let is_file = fs::metadata(path).map_err(failed)?.is_file();
    if !is_file {
        // Reading a pipe could block for ever.
        return Err(FileError::new(path, "is not a file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(FileError::new(path, "is too large for a game: the most is 64 MiB"));
    }
    let invalid = |why: &dyn fmt::Display| FileError::new(path, why.to_string());
    let SavedGame { problem, squares, undone } =
        json::read_game(&bytes, &ReadHint::default()).map_err(|error| invalid(&error))?;
    Game::resume(problem, squares, undone).map_err(|error| invalid(&error))
}

/// Writes a game with the moves that were taken back.
fn save(path: &Path, game: &Game) -> Result<(), FileError> {
    let saved = SavedGame {
        problem: game.problem().clone(),
        squares: game.played().to_vec(),
        undone: game.undone().collect(),
    };
    write_atomically(path, |out| json::write_game(out, &saved))
}

type Key = (&'static str, &'static str);

/// The keys of the bottom line.
const SHORT: [Key; 8] = [
    ("Enter", "play"),
    ("u", "undo"),
    ("r", "redo"),
    ("c", "coach"),
    ("h", "hint"),
    ("f", "finish"),
    ("b", "blindfold"),
    ("Esc", "back"),
];

const MORE: [Key; 10] = [
    ("arrows", "another square"),
    ("PgUp PgDn", "another level"),
    ("Tab", "the next legal square"),
    ("1-8", "moves, clockwise"),
    ("click", "play there"),
    ("t", "type a square"),
    ("m", "marks"),
    ("n", "new game"),
    ("s", "save"),
    ("l", "load"),
];

/// Returns all keys.
fn all() -> Vec<Key> {
    SHORT.into_iter().chain(MORE).chain(BoardView::KEYS).collect()
}

/// An open text input.
#[derive(Clone, Debug)]
enum Prompt {
    /// A square to play, or a word for a key.
    Square(LineInput),
    /// The file to save in.
    Save(FileNameInput),
    /// The file to load.
    Load(LineInput),
}

/// The words that can be typed for keys.
const WORDS: [(&str, char); 9] = [
    ("undo", 'u'),
    ("redo", 'r'),
    ("new", 'n'),
    ("coach", 'c'),
    ("hint", 'h'),
    ("finish", 'f'),
    ("show", 'b'),
    ("save", 's'),
    ("load", 'l'),
];

impl Prompt {
    /// Returns a prompt for a square.
    fn square() -> Self {
        Self::Square(LineInput::default())
    }

    /// Returns a prompt for the file to save in, by default the file of the game.
    fn save(path: Option<&Path>) -> Self {
        Self::Save(path.map_or_else(|| FileNameInput::new("game.json"), FileNameInput::with_file))
    }

    /// Returns a prompt for the file to load, by default the file of the game.
    fn load(path: Option<&Path>) -> Self {
        let name = path.map(|path| path.display().to_string());
        Self::Load(LineInput::new(name.unwrap_or_default()))
    }

    /// Returns the typed text.
    fn text(&self) -> String {
        match self {
            Self::Square(line) | Self::Load(line) => line.text(),
            Self::Save(name) => name.text(),
        }
    }

    /// Returns the line on the screen.
    fn line(&self, columns: u16, theme: TerminalTheme) -> Line<'static> {
        match self {
            Self::Square(line) => line.line("Square: ", columns, theme),
            Self::Save(name) => name.line(columns, theme),
            Self::Load(line) => line.line("Load: ", columns, theme),
        }
    }

    fn keys(&self, is_blind: bool) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::Square(_) if is_blind => {
                vec![
                    ("Enter", "play"),
                    ("undo redo hint coach finish save load", "as words"),
                    ("Esc", "show"),
                ]
            }
            Self::Square(_) => vec![("Enter", "play"), ("Esc", "never mind")],
            Self::Save(_) => vec![("Enter", "save"), ("Esc", "never mind")],
            Self::Load(_) => vec![("Enter", "load"), ("Esc", "never mind")],
        }
    }
}

/// Returns the key for a typed word or letter. No square has such a name.
fn key_of(word: &str) -> Option<char> {
    let word = word.to_ascii_lowercase();
    let mut letters = word.chars();
    let only = letters.next().filter(|_| letters.next().is_none());
    WORDS.iter().find(|&&(name, key)| name == word || only == Some(key)).map(|&(_, key)| key)
}

impl PlayScreen {
    /// Hides the board, or shows it again.
    fn toggle_blindfold(&mut self) {
        if self.dialogue.take().is_some() {
            self.prompt = None;
            return self.show_state();
        }
        self.dialogue = Some(Vec::new());
        self.prompt = Some(Prompt::square());
        self.say("The board is hidden: type squares.", Tone::Plain);
        self.show_state();
    }

    /// Handles a key while text is typed.
    fn type_key(&mut self, key: KeyEvent) {
        let Some(prompt) = &mut self.prompt else { return };
        let typed = match prompt {
            Prompt::Square(line) | Prompt::Load(line) => line.key(key),
            Prompt::Save(name) => match name.key(key) {
                FileNameState::Editing => LineState::Editing,
                FileNameState::Exists(words) => return self.say(format!("{words}."), Tone::Losing),
                FileNameState::Cancelled => LineState::Cancelled,
                FileNameState::Submitted(path) => {
                    self.echo();
                    self.close_prompt();
                    return self.save(path);
                }
            },
        };
        match typed {
            LineState::Editing => {}
            LineState::Submitted => self.submit(),
            // If the board is hidden, cancelling a square shows it.
            LineState::Cancelled
                if self.dialogue.is_some() && matches!(prompt, Prompt::Square(_)) =>
            {
                self.toggle_blindfold();
            }
            LineState::Cancelled => self.close_prompt(),
        }
    }

    /// Closes the prompt. If the board is hidden, the prompt for the next square opens.
    fn close_prompt(&mut self) {
        self.prompt = self.dialogue.is_some().then(Prompt::square);
        self.pending = None;
    }

    /// Adds the typed text to the dialogue if the board is hidden.
    fn echo(&mut self) {
        if let (Some(lines), Some(prompt)) = (&mut self.dialogue, &self.prompt) {
            lines.push(format!("> {}", prompt.text()));
        }
    }

    /// Handles the submitted text.
    fn submit(&mut self) {
        self.echo();
        let Some(prompt) = &self.prompt else { return };
        let (text, is_square) = (prompt.text(), matches!(prompt, Prompt::Square(_)));
        if !is_square && !text.is_empty() {
            return self.load(Path::new(&text));
        }
        self.close_prompt();
        if text.is_empty() {
            return;
        }
        match (key_of(&text), self.game.problem().board().parse_square(&text)) {
            (Some(key), _) => self.letter(key),
            (None, Ok(square)) => self.play(square),
            (None, Err(error)) => self.say(format!("Not possible: {error}."), Tone::Losing),
        }
    }

    /// Saves the game.
    fn save(&mut self, path: PathBuf) {
        if let Err(error) = save(&path, &self.game) {
            return self.say(format!("Not saved: {error}."), Tone::Losing);
        }
        self.say(format!("Saved in {}.", path.display()), Tone::Winning);
        (self.is_unsaved, self.path) = (false, Some(path));
    }

    /// Loads a game. If unsaved moves would be lost, this must be confirmed.
    fn load(&mut self, path: &Path) {
        let game = match load(path) {
            Ok(game) => game,
            Err(error) => {
                self.close_prompt();
                return self.say(format!("Not loaded: {error}."), Tone::Losing);
            }
        };
        let confirmation = Confirmation::Load(path.to_owned());
        if self.has_unsaved_moves() && self.pending.as_ref() != Some(&confirmation) {
            self.pending = Some(confirmation);
            return self.say("The game is not saved: Enter again gives it up.", Tone::Losing);
        }
        self.close_prompt();
        self.take_over(game, path.to_owned());
    }

    /// Continues with a loaded game.
    fn take_over(&mut self, game: Game, path: PathBuf) {
        self.game = game;
        self.view = BoardView::default();
        self.cursor = self.game.problem().board().squares().next().unwrap_or(self.cursor);
        self.position_changed();
        self.is_unsaved = false;
        if matches!(self.state, GameState::InProgress) {
            self.say(format!("Loaded {}.", path.display()), Tone::Winning);
        }
        self.path = Some(path);
    }
}

#[cfg(test)]
mod tests;
