//! A line that is typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line that is typed, letter by letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    text: String,
    /// Nothing was typed since somebody came here, so that the first letter begins anew.
    is_fresh: bool,
}

/// Nobody types more than that, but whoever pastes a book must not wait.
const MOST_LETTERS: usize = 4000;

impl Entry {
    pub(crate) const fn new(text: String) -> Self {
        Self { text, is_fresh: true }
    }

    pub(crate) fn text(&self) -> &str {
        self.text.trim()
    }

    /// Somebody comes to this line.
    pub(crate) const fn enter(&mut self) {
        self.is_fresh = true;
    }

    /// Hears a key. True if the text is another one now.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if is_control => self.text.clear(),
            KeyCode::Char(_) if is_control || key.modifiers.contains(KeyModifiers::ALT) => {
                return false;
            }
            KeyCode::Char(letter) => {
                if self.is_fresh {
                    self.text.clear();
                }
                if self.text.len() < MOST_LETTERS && !letter.is_control() {
                    self.text.push(letter);
                }
            }
            KeyCode::Backspace => drop(self.text.pop()),
            KeyCode::Delete => self.text.clear(),
            _ => return false,
        }
        self.is_fresh = false;
        true
    }

    /// The end of the line, as much as fits, with a mark where the next letter comes.
    pub(crate) fn shown(&self, width: usize) -> String {
        let letters = self.text.chars().count();
        let skipped = (letters + 1).saturating_sub(width);
        self.text.chars().skip(skipped).chain(['_']).collect()
    }
}
