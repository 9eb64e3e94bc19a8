//! The menu.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};

use crate::screen::{Screen, Turn};
use crate::setup::{Goal, Setup};
use crate::theme::{Theme, Tone};

/// What can be chosen: open tour, closed tour, watch, play, compare, count, puzzle, exit.
///
/// Choices are made by their number, with the arrows, by their first letter, or with the mouse; each
/// leads to a [`Setup`].
///
/// ```
/// use caracole_tui::{Menu, Screen};
///
/// assert_eq!(Menu::default().title(), "Caracole");
/// ```
#[derive(Debug, Default)]
pub struct Menu {
    chosen: usize,
    /// The answer to a bad choice.
    answer: Option<String>,
    /// Where the choices were drawn.
    drawn: Rect,
}

/// So many things can be chosen: all goals, and to exit.
const CHOICES: usize = Goal::ALL.len() + 1;

/// What stands in the menu: a name, and what it is.
const fn words(at: usize) -> (&'static str, &'static str) {
    if at < Goal::ALL.len() {
        let goal = Goal::ALL[at];
        (goal.name(), goal.about())
    } else {
        ("Exit", "back to the shell")
    }
}

impl Menu {
    fn go(&mut self, at: usize) -> Turn {
        self.answer = None;
        self.chosen = at;
        Goal::ALL.get(at).map_or(Turn::Quit, |&goal| Turn::Go(Box::new(Setup::new(goal))))
    }

    fn step(&mut self, by: usize) -> Turn {
        self.answer = None;
        self.chosen = (self.chosen + by) % CHOICES;
        Turn::Stay
    }

    /// By number or by first letter. Where several begin with a letter it goes to the next of them.
    fn letter(&mut self, letter: char) -> Turn {
        if let Some(number @ 1..=CHOICES) = letter.to_digit(10).map(|digit| digit as usize) {
            return self.go(number - 1);
        }
        let begins = |at: &usize| {
            words(*at).0.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        let mut next = (1..=CHOICES).map(|by| (self.chosen + by) % CHOICES).filter(begins);
        match (next.next(), next.next()) {
            (Some(only), None) => self.go(only),
            (Some(next), Some(_)) => {
                self.chosen = next;
                self.answer = Some(format!("{}: press Enter, or {letter} again", words(next).0));
                Turn::Stay
            }
            _ => {
                self.answer = Some(format!("'{letter}' is no choice: press 1 to {CHOICES}"));
                Turn::Stay
            }
        }
    }
}

impl Screen for Menu {
    fn title(&self) -> String {
        "Caracole".to_owned()
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("1-8", "choose"), ("↑↓ Enter", "choose"), ("first letter", "choose"), ("q", "exit")]
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        // A blank line above, where there is room for it.
        let above = u16::from(area.height > CHOICES as u16 + 2);
        self.drawn = Rect { y: area.y + above, ..area };
        self.drawn.height = area.height.saturating_sub(above).min(CHOICES as u16);
        let choices = (0..CHOICES).map(|at| {
            let is_chosen = at == self.chosen;
            let (name, about) = words(at);
            let mark = if is_chosen { '>' } else { ' ' };
            let tone = if is_chosen { Tone::Chosen } else { Tone::Plain };
            Line::styled(format!(" {mark} {} {name:12} {about} ", at + 1), theme.style(tone))
        });
        frame.render_widget(choices.collect::<Text<'_>>(), self.drawn);
        if let Some(answer) = &self.answer {
            let line = self.drawn.bottom() + above;
            let room = Rect { y: line, height: 1, ..area }.intersection(area);
            frame.render_widget(
                Line::styled(format!("   {answer}"), theme.style(Tone::Losing)),
                room,
            );
        }
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => Turn::Quit,
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => self.step(CHOICES - 1),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => self.step(1),
            KeyCode::Enter | KeyCode::Char(' ') => self.go(self.chosen),
            KeyCode::Char(letter) => self.letter(letter),
            _ => Turn::Stay,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        let at = usize::from(mouse.row.saturating_sub(self.drawn.y));
        if !self.drawn.contains((mouse.column, mouse.row).into()) {
            return Turn::Stay;
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.go(at),
            MouseEventKind::Moved => {
                self.chosen = at;
                Turn::Stay
            }
            _ => Turn::Stay,
        }
    }
}

#[cfg(test)]
mod tests;
