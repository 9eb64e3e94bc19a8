//! What is typed: squares, words and the names of files.

use std::path::{Path, PathBuf};

use caracole::{Game, Standing};
use crossterm::event::KeyEvent;

use super::prompt::{Prompt, key_of};
use super::{Doubt, Play, files};
use crate::board_view::BoardView;
use crate::file_name::Named;
use crate::line_input::Typed;
use crate::theme::Tone;

impl Play {
    /// Hides the board, or shows it again.
    pub(super) fn toggle_blindfold(&mut self) {
        if self.blind.take().is_some() {
            self.prompt = None;
            return self.tell_standing();
        }
        self.blind = Some(Vec::new());
        self.prompt = Some(Prompt::square());
        self.say("The board is hidden: type squares.", Tone::Plain);
        self.tell_standing();
    }

    /// A key, while something is typed.
    pub(super) fn type_key(&mut self, key: KeyEvent) {
        let Some(prompt) = &mut self.prompt else { return };
        let typed = match prompt {
            Prompt::Square(line) | Prompt::Load(line) => line.key(key),
            Prompt::Save(name) => match name.key(key) {
                Named::NotYet => Typed::On,
                Named::Taken(words) => return self.say(format!("{words}."), Tone::Losing),
                Named::Dropped => Typed::Dropped,
                Named::As(path) => {
                    self.echo();
                    self.close_prompt();
                    return self.save(path);
                }
            },
        };
        match typed {
            Typed::On => {}
            Typed::Done => self.submit(),
            // Blindfold, to cancel a square shows the board.
            Typed::Dropped if self.blind.is_some() && matches!(prompt, Prompt::Square(_)) => {
                self.toggle_blindfold();
            }
            Typed::Dropped => self.close_prompt(),
        }
    }

    /// Nothing more is typed; blindfold, the next square is.
    fn close_prompt(&mut self) {
        self.prompt = self.blind.is_some().then(Prompt::square);
        self.doubt = None;
    }

    /// Blindfold, what was typed stands in the dialogue.
    fn echo(&mut self) {
        if let (Some(lines), Some(prompt)) = (&mut self.blind, &self.prompt) {
            lines.push(format!("> {}", prompt.text()));
        }
    }

    /// What was typed is meant.
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
            (None, Err(error)) => self.say(format!("Not so: {error}."), Tone::Losing),
        }
    }

    /// Saves the game.
    fn save(&mut self, path: PathBuf) {
        if let Err(error) = files::save(&path, &self.game) {
            return self.say(format!("Not saved: {error}."), Tone::Losing);
        }
        self.say(format!("Saved in {}.", path.display()), Tone::Winning);
        (self.is_unsaved, self.path) = (false, Some(path));
    }

    /// Loads a game. Moves that no file holds are given up only if that is asked for twice.
    fn load(&mut self, path: &Path) {
        let game = match files::load(path) {
            Ok(game) => game,
            Err(error) => {
                self.close_prompt();
                return self.say(format!("Not loaded: {error}."), Tone::Losing);
            }
        };
        let doubt = Doubt::Load(path.to_owned());
        if self.has_unsaved_moves() && self.doubt.as_ref() != Some(&doubt) {
            self.doubt = Some(doubt);
            return self.say("The game is not saved: Enter again gives it up.", Tone::Losing);
        }
        self.close_prompt();
        self.take_over(game, path.to_owned());
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
