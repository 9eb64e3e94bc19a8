//! What is typed below the board.

use std::path::Path;

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A square to be played, or a word for a key.
    Square,
    /// The name of the file to save in.
    Save,
    /// The name of the file to load.
    Load,
}

/// A text that is being typed.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) purpose: Purpose,
    pub(super) text: String,
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

/// Longer names are nobody's.
const MOST_LETTERS: usize = 1000;

impl Prompt {
    pub(super) const fn new(purpose: Purpose) -> Self {
        Self { purpose, text: String::new() }
    }

    /// With the name of a file that may be meant.
    pub(super) fn with(purpose: Purpose, path: Option<&Path>) -> Self {
        Self { purpose, text: path.map(|path| path.display().to_string()).unwrap_or_default() }
    }

    pub(super) fn push(&mut self, letter: char) {
        if self.text.len() < MOST_LETTERS && !letter.is_control() {
            self.text.push(letter);
        }
    }

    /// The line on the screen.
    pub(super) fn line(&self) -> String {
        let asks = match self.purpose {
            Purpose::Square => "Square",
            Purpose::Save => "Save as",
            Purpose::Load => "Load",
        };
        format!("{asks}: {}_", self.text)
    }

    pub(super) fn keys(&self, is_blind: bool) -> Vec<(&'static str, &'static str)> {
        match self.purpose {
            Purpose::Square if is_blind => {
                vec![
                    ("Enter", "play"),
                    ("undo redo hint coach finish save load", "as words"),
                    ("Esc", "show"),
                ]
            }
            Purpose::Square => vec![("Enter", "play"), ("Esc", "never mind")],
            Purpose::Save => vec![("Enter", "save"), ("Esc", "never mind")],
            Purpose::Load => vec![("Enter", "load"), ("Esc", "never mind")],
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
