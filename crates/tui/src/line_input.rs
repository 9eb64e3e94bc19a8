//! A line that is typed, such as the name of a file.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::{Line, Span};

use crate::theme::{Theme, Tone};

/// A line that is being typed, and where in it the next letter goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineInput {
    /// Before the cursor, and behind it.
    parts: [String; 2],
    /// Nothing was typed since somebody came here, so that the first letter begins anew.
    is_fresh: bool,
}

/// What came of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// The line goes on.
    On,
    /// It is finished.
    Done,
    /// Nobody wants it any more.
    Dropped,
}

/// Nobody types more bytes than that, but whoever pastes a book must not wait.
const MOST_BYTES: usize = 4000;

impl LineInput {
    /// A line that says something already: a letter takes its place, other keys change it.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { parts: [text.into(), String::new()], is_fresh: true }
    }

    /// What it says, without blanks at its ends.
    pub(crate) fn text(&self) -> String {
        self.parts.concat().trim().to_owned()
    }

    /// Somebody comes to this line again.
    pub(crate) fn enter(&mut self) {
        *self = Self::new(self.parts.concat());
    }

    /// A key was pressed.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        let is_command = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let room = MOST_BYTES.saturating_sub(self.parts.iter().map(String::len).sum());
        let [before, behind] = &mut self.parts;
        match key.code {
            KeyCode::Enter => return Typed::Done,
            KeyCode::Esc => return Typed::Dropped,
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => before.clear(),
            KeyCode::Char(letter) if is_command || letter.is_control() => return Typed::On,
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
            _ => return Typed::On,
        }
        self.is_fresh = false;
        Typed::On
    }

    /// The line behind a question; see [`LineInput::spans`].
    pub(crate) fn line(&self, question: &str, columns: u16, theme: Theme) -> Line<'static> {
        let room = usize::from(columns).saturating_sub(question.chars().count());
        let question = Span::styled(question.to_owned(), theme.style(Tone::Key));
        [question].into_iter().chain(self.spans(room, theme)).collect()
    }

    /// The line, with the letter at the cursor shown as chosen, or all that a letter would take the
    /// place of. Of a line that is too long the part around the cursor is shown. Without letters to
    /// stand on the cursor is `_`, for there may be no colours.
    pub(crate) fn spans(&self, columns: usize, theme: Theme) -> [Span<'static>; 3] {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn press(line: &mut LineInput, codes: &[KeyCode]) -> Typed {
        let keys = codes.iter().map(|&code| KeyEvent::new(code, KeyModifiers::NONE));
        keys.map(|key| line.key(key)).last().unwrap_or(Typed::On)
    }

    #[test]
    fn letters_go_where_the_cursor_is() {
        use KeyCode::{Backspace, Char, Delete, End, Enter, Esc, Home, Left, Right};
        let mut line = LineInput::new("tür.svg");
        assert_eq!(press(&mut line, &[Home, Right, Delete, Char('o'), Char('u')]), Typed::On);
        assert_eq!(line.text(), "tour.svg");
        press(&mut line, &[End, Backspace, Left, Left, Right, Right, Right, Char('G')]);
        assert_eq!(line.text(), "tour.svG");
        assert_eq!(line.line("File: ", 10, Theme::plain()).to_string(), "File: svG_");
        line.key(KeyEvent::new(Char('u'), KeyModifiers::CONTROL));
        assert_eq!(line.text(), "");
        press(&mut line, &[Backspace, Delete, Left, Right]);
        assert_eq!(
            (press(&mut line, &[Enter]), press(&mut line, &[Esc])),
            (Typed::Done, Typed::Dropped)
        );
    }

    #[test]
    fn the_first_letter_begins_anew_and_other_keys_go_on() {
        use KeyCode::{Backspace, Char};
        let mut line = LineInput::new("8x8");
        line.key(KeyEvent::new(Char('z'), KeyModifiers::ALT));
        press(&mut line, &[Char('6'), Char('x'), Char('6')]);
        assert_eq!(line.text(), "6x6");
        line.enter();
        press(&mut line, &[Backspace, Char('9')]);
        assert_eq!(line.text(), "6x9");
        line.enter();
        press(&mut line, &vec![Char('é'); 2 * MOST_BYTES]);
        assert_eq!(line.text().len(), MOST_BYTES);
    }
}
