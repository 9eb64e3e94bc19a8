//! What is typed: squares, words and the names of files.

use std::path::PathBuf;

use caracole::{Game, Standing};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::prompt::{Prompt, Purpose, key_of};
use super::{Doubt, Play, files};
use crate::board_view::BoardView;
use crate::screen::Turn;
use crate::theme::Tone;

impl Play {
    /// Hides the board, or shows it again.
    pub(super) fn toggle_blindfold(&mut self) {
        if self.blind.take().is_some() {
            self.prompt = None;
            return self.tell_standing();
        }
        self.blind = Some(Vec::new());
        self.prompt = Some(Prompt::new(Purpose::Square));
        self.say("The board is hidden: type squares.", Tone::Plain);
        self.tell_standing();
    }

    /// A key, while something is typed.
    pub(super) fn type_key(&mut self, key: KeyEvent) -> Turn {
        let Some(prompt) = &mut self.prompt else { return Turn::Stay };
        match key.code {
            KeyCode::Esc => self.close_prompt(true),
            KeyCode::Enter => self.submit(),
            KeyCode::Backspace => drop(prompt.text.pop()),
            KeyCode::Char(letter)
                if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                prompt.push(letter);
            }
            _ => {}
        }
        Turn::Stay
    }

    /// Nothing more is typed; blindfold, the next square is. To cancel a square shows the board.
    fn close_prompt(&mut self, is_cancelled: bool) {
        let purpose = self.prompt.take().map(|prompt| prompt.purpose);
        self.doubt = None;
        if self.blind.is_none() {
            return;
        }
        if is_cancelled && purpose == Some(Purpose::Square) {
            self.toggle_blindfold();
        } else {
            self.prompt = Some(Prompt::new(Purpose::Square));
        }
    }

    /// What was typed is meant.
    fn submit(&mut self) {
        let Some(Prompt { purpose, text }) = self.prompt.clone() else { return };
        let text = text.trim();
        if let Some(lines) = &mut self.blind {
            lines.push(format!("> {text}"));
        }
        match purpose {
            _ if text.is_empty() => self.close_prompt(false),
            Purpose::Square => {
                self.close_prompt(false);
                match (key_of(text), self.game.problem().board().parse_square(text)) {
                    (Some(key), _) => self.letter(key),
                    (None, Ok(square)) => self.play(square),
                    (None, Err(error)) => self.say(format!("Not so: {error}."), Tone::Losing),
                }
            }
            Purpose::Save => self.save(PathBuf::from(text)),
            Purpose::Load => {
                self.close_prompt(false);
                match files::load(&PathBuf::from(text)) {
                    Ok(game) => self.take_over(game, PathBuf::from(text)),
                    Err(error) => self.say(format!("Not loaded: {error}."), Tone::Losing),
                }
            }
        }
    }

    /// Saves the game. Another file is replaced only if that is asked for twice.
    fn save(&mut self, path: PathBuf) {
        let doubt = Doubt::Replace(path.clone());
        let is_ours = self.path.as_ref() == Some(&path);
        if !is_ours && self.doubt.as_ref() != Some(&doubt) && path.is_file() {
            self.doubt = Some(doubt);
            self.say(format!("{} exists: Enter again replaces it.", path.display()), Tone::Losing);
            return;
        }
        self.close_prompt(false);
        if let Err(error) = files::save(&path, &self.game) {
            return self.say(format!("Not saved: {error}."), Tone::Losing);
        }
        self.say(format!("Saved in {}.", path.display()), Tone::Winning);
        (self.is_unsaved, self.path) = (false, Some(path));
    }

    /// Goes on with a game that was loaded.
    fn take_over(&mut self, game: Game, path: PathBuf) {
        self.game = game;
        self.view = BoardView::default();
        self.cursor = self.game.problem().board().squares().next().unwrap_or(self.cursor);
        self.changed();
        self.is_unsaved = false;
        if matches!(self.standing, Standing::Going) {
            self.say(format!("Loaded {}.", path.display()), Tone::Winning);
        }
        self.path = Some(path);
    }
}
