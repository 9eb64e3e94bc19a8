//! Text input lines, with one for file names.

use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::{Line, Span};

use crate::atomic_file::FileError;
use crate::theme::{TerminalTheme, Tone};

/// A line of text with a cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineInput {
    /// The text before the cursor and after it.
    parts: [String; 2],
    /// True until the first key: a letter then replaces the whole text.
    is_fresh: bool,
}

/// The state of a line after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineState {
    Editing,
    Submitted,
    Cancelled,
}

/// The longest line in bytes, so that a large pasted text does not block the app.
const MAX_BYTES: usize = 4000;

impl LineInput {
    /// Creates a line with a text that the first letter replaces and other keys edit.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { parts: [text.into(), String::new()], is_fresh: true }
    }

    /// Returns the text without spaces at its ends.
    pub(crate) fn text(&self) -> String {
        self.parts.concat().trim().to_owned()
    }

    /// Moves the focus to this line.
    pub(crate) fn focus(&mut self) {
        *self = Self::new(self.parts.concat());
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> LineState {
        let is_command = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let room = MAX_BYTES.saturating_sub(self.parts.iter().map(String::len).sum());
        let [before, behind] = &mut self.parts;
        match key.code {
            KeyCode::Enter => return LineState::Submitted,
            KeyCode::Esc => return LineState::Cancelled,
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => before.clear(),
            KeyCode::Char(letter) if is_command || letter.is_control() => {
                return LineState::Editing;
            }
            KeyCode::Char(letter) => {
                if self.is_fresh {
                    before.clear();
                }
                if self.is_fresh || letter.len_utf8() <= room {
                    before.push(letter);
                }
            }
            KeyCode::Backspace => drop(before.pop()),
            KeyCode::Delete => drop(take_first(behind)),
            KeyCode::Left => {
                if let Some(letter) = before.pop() {
                    behind.insert(0, letter);
                }
            }
            KeyCode::Right => before.extend(take_first(behind)),
            KeyCode::Home => *behind = std::mem::take(before) + behind,
            KeyCode::End => before.push_str(&std::mem::take(behind)),
            _ => return LineState::Editing,
        }
        self.is_fresh = false;
        LineState::Editing
    }

    /// Returns the line after a prompt; see [`LineInput::spans`].
    pub(crate) fn line(&self, prompt: &str, columns: u16, theme: TerminalTheme) -> Line<'static> {
        let room = usize::from(columns).saturating_sub(prompt.chars().count());
        let prompt = Span::styled(prompt.to_owned(), theme.style(Tone::Key));
        [prompt].into_iter().chain(self.spans(room, theme)).collect()
    }

    /// Returns the visible part of the line. The letter at the cursor is highlighted, and so is text
    /// that a letter would replace. The cursor after the last letter is `_`, because there may be no
    /// colours.
    pub(crate) fn spans(&self, columns: usize, theme: TerminalTheme) -> [Span<'static>; 3] {
        let [before, behind] = &self.parts;
        let skipped = (before.chars().count() + 1).saturating_sub(columns);
        let before: String = before.chars().skip(skipped).collect();
        let mut behind = behind.chars();
        let at = behind.next().unwrap_or('_').to_string();
        let tone = if self.is_fresh { Tone::Chosen } else { Tone::Plain };
        [
            Span::styled(before, theme.style(tone)),
            Span::styled(at, theme.style(Tone::Chosen)),
            Span::styled(behind.collect::<String>(), theme.style(Tone::Plain)),
        ]
    }
}

fn take_first(text: &mut String) -> Option<char> {
    if text.is_empty() { None } else { Some(text.remove(0)) }
}

/// Input of a file name to save as. An existing file is replaced only after a second Enter.
#[derive(Clone, Debug)]
pub(crate) struct FileNameInput {
    line: LineInput,
    /// The existing file that may be replaced.
    replaceable: Option<PathBuf>,
}

/// The state of a file name after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileNameState {
    Editing,
    /// The file exists, and Enter must be pressed again. Contains the message.
    Exists(String),
    Submitted(PathBuf),
    Cancelled,
}

impl FileNameInput {
    /// Creates an input with a suggested name.
    pub(crate) fn new(name: &str) -> Self {
        Self { line: LineInput::new(name), replaceable: None }
    }

    /// Creates an input with a file that may be replaced without asking.
    pub(crate) fn with_file(path: &Path) -> Self {
        let line = LineInput::new(path.display().to_string());
        Self { line, replaceable: Some(path.to_owned()) }
    }

    /// Handles a key. Submitting an empty name cancels.
    pub(crate) fn key(&mut self, key: KeyEvent) -> FileNameState {
        match self.line.key(key) {
            LineState::Editing => return FileNameState::Editing,
            LineState::Cancelled => return FileNameState::Cancelled,
            LineState::Submitted => {}
        }
        let path = PathBuf::from(self.line.text());
        if path.as_os_str().is_empty() {
            return FileNameState::Cancelled;
        }
        if self.replaceable.as_ref() != Some(&path) && path.is_file() {
            let message = format!("{} is there already: Enter again replaces it", path.display());
            self.replaceable = Some(path);
            return FileNameState::Exists(message);
        }
        FileNameState::Submitted(path)
    }

    /// Handles a key of an open input, and writes the file when its name is submitted. The input stays
    /// open after an error. Returns the message to show.
    pub(crate) fn save(
        input: &mut Option<Self>,
        key: KeyEvent,
        write: impl FnOnce(&Path) -> Result<(), FileError>,
    ) -> Option<(String, Tone)> {
        match input.as_mut()?.key(key) {
            FileNameState::Editing => None,
            FileNameState::Exists(message) => Some((message, Tone::Losing)),
            FileNameState::Cancelled => {
                *input = None;
                None
            }
            FileNameState::Submitted(path) => Some(match write(&path) {
                Ok(()) => {
                    *input = None;
                    (format!("Saved as {}", path.display()), Tone::Winning)
                }
                Err(error) => (error.to_string(), Tone::Losing),
            }),
        }
    }

    /// Returns the typed text.
    pub(crate) fn text(&self) -> String {
        self.line.text()
    }

    /// Returns the line on the screen.
    pub(crate) fn line(&self, columns: u16, theme: TerminalTheme) -> Line<'static> {
        self.line.line("Save as: ", columns, theme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(line: &mut LineInput, codes: &[KeyCode]) -> LineState {
        let keys = codes.iter().map(|&code| KeyEvent::new(code, KeyModifiers::NONE));
        keys.map(|key| line.key(key)).last().unwrap_or(LineState::Editing)
    }

    #[test]
    fn keys_edit_the_text_at_the_cursor() {
        use KeyCode::{Backspace, Char, Delete, End, Enter, Esc, Home, Left, Right};
        let mut line = LineInput::new("tür.svg");
        assert_eq!(
            press(&mut line, &[Home, Right, Delete, Char('o'), Char('u')]),
            LineState::Editing
        );
        assert_eq!(line.text(), "tour.svg");
        press(&mut line, &[End, Backspace, Left, Left, Right, Right, Right, Char('G')]);
        assert_eq!(line.text(), "tour.svG");
        assert_eq!(line.line("File: ", 10, TerminalTheme::plain()).to_string(), "File: svG_");
        line.key(KeyEvent::new(Char('u'), KeyModifiers::CONTROL));
        assert_eq!(line.text(), "");
        press(&mut line, &[Backspace, Delete, Left, Right]);
        assert_eq!(
            (press(&mut line, &[Enter]), press(&mut line, &[Esc])),
            (LineState::Submitted, LineState::Cancelled)
        );
    }

    #[test]
    fn the_first_letter_replaces_the_text_and_other_keys_edit_it() {
        use KeyCode::{Backspace, Char};
        let mut line = LineInput::new("8x8");
        line.key(KeyEvent::new(Char('z'), KeyModifiers::ALT));
        press(&mut line, &[Char('6'), Char('x'), Char('6')]);
        assert_eq!(line.text(), "6x6");
        line.focus();
        press(&mut line, &[Backspace, Char('9')]);
        assert_eq!(line.text(), "6x9");
        line.focus();
        press(&mut line, &vec![Char('é'); 2 * MAX_BYTES]);
        assert_eq!(line.text().len(), MAX_BYTES);
    }
}
