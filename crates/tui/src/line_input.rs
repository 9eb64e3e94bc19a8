//! A line that is typed, such as the name of a file.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::{Line, Span};

use crate::theme::{Theme, Tone};

/// A line that is being typed, and where in it the next letter goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineInput {
    /// Before the cursor, and behind it.
    parts: [String; 2],
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

impl LineInput {
    /// A line that says something already, with the cursor at its end.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { parts: [text.into(), String::new()] }
    }

    /// What it says.
    pub(crate) fn text(&self) -> String {
        self.parts.concat()
    }

    /// A key was pressed.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        let [before, behind] = &mut self.parts;
        match key.code {
            KeyCode::Enter => return Typed::Done,
            KeyCode::Esc => return Typed::Dropped,
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => before.clear(),
            KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                before.push(letter);
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
            _ => {}
        }
        Typed::On
    }

    /// The line behind a question, with the letter at the cursor shown as chosen. Of a line that is too
    /// long for the columns the part around the cursor is shown.
    pub(crate) fn line(&self, question: &str, columns: u16, theme: Theme) -> Line<'static> {
        let [before, behind] = &self.parts;
        let room = usize::from(columns).saturating_sub(question.chars().count() + 1);
        let skipped = before.chars().count().saturating_sub(room);
        let before: String = before.chars().skip(skipped).collect();
        let mut behind = behind.chars();
        let at = behind.next().unwrap_or(' ').to_string();
        Line::from(vec![
            Span::styled(question.to_owned(), theme.style(Tone::Key)),
            Span::styled(before, theme.style(Tone::Plain)),
            Span::styled(at, theme.style(Tone::Chosen)),
            Span::styled(behind.collect::<String>(), theme.style(Tone::Plain)),
        ])
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
        assert_eq!(line.line("File: ", 10, Theme::plain()).to_string(), "File: svG ");
        line.key(KeyEvent::new(Char('u'), KeyModifiers::CONTROL));
        assert_eq!(line.text(), "");
        press(&mut line, &[Backspace, Delete, Left, Right]);
        assert_eq!(
            (press(&mut line, &[Enter]), press(&mut line, &[Esc])),
            (Typed::Done, Typed::Dropped)
        );
    }
}
