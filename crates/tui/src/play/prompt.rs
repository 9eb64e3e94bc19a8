//! What is typed below the board.

use std::path::Path;

use ratatui::text::Line;

use crate::file_name::FileName;
use crate::line_input::LineInput;
use crate::theme::Theme;

/// A text that is being typed.
#[derive(Clone, Debug)]
pub(super) enum Prompt {
    /// A square to be played, or a word for a key.
    Square(LineInput),
    /// The name of the file to save in.
    Save(FileName),
    /// The name of the file to load.
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
    /// For a square.
    pub(super) fn square() -> Self {
        Self::Square(LineInput::default())
    }

    /// For a file to save in, perhaps the one that the game has already.
    pub(super) fn save(path: Option<&Path>) -> Self {
        Self::Save(path.map_or_else(|| FileName::new("game.json"), FileName::of))
    }

    /// For a file to load, perhaps the one that the game has already.
    pub(super) fn load(path: Option<&Path>) -> Self {
        let name = path.map(|path| path.display().to_string());
        Self::Load(LineInput::new(name.unwrap_or_default()))
    }

    /// What was typed.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Square(line) | Self::Load(line) => line.text(),
            Self::Save(name) => name.text(),
        }
    }

    /// The line on the screen.
    pub(super) fn line(&self, columns: u16, theme: Theme) -> Line<'static> {
        match self {
            Self::Square(line) => line.line("Square: ", columns, theme),
            Self::Save(name) => name.line(columns, theme),
            Self::Load(line) => line.line("Load: ", columns, theme),
        }
    }

    pub(super) fn keys(&self, is_blind: bool) -> Vec<(&'static str, &'static str)> {
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

/// The key that a typed word stands for: the word, or the key itself. No square is called so.
pub(super) fn key_of(word: &str) -> Option<char> {
    let word = word.to_ascii_lowercase();
    let mut letters = word.chars();
    let only = letters.next().filter(|_| letters.next().is_none());
    WORDS.iter().find(|&&(name, key)| name == word || only == Some(key)).map(|&(_, key)| key)
}
