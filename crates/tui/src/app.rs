//! The stack of screens, with a line above and below.

mod keys;

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use crate::screen::{Screen, Turn};
use crate::theme::{Theme, Tone};

/// How the app goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It goes on.
    On,
    /// It was left.
    Left,
    /// It was interrupted by Ctrl-C.
    Interrupted,
}

/// All screens, the uppermost last.
pub(crate) struct App {
    screens: Vec<Box<dyn Screen>>,
    theme: Theme,
    /// Is the list of all keys shown?
    shows_help: bool,
    /// How often another screen came up.
    changes: u64,
}

/// A terminal must have so many columns and lines.
const LEAST: (u16, u16) = (30, 10);

impl App {
    pub(crate) fn new(first: Box<dyn Screen>, theme: Theme) -> Self {
        Self { screens: vec![first], theme, shows_help: false, changes: 0 }
    }

    /// Something was pressed, clicked or changed.
    pub(crate) fn hear(&mut self, event: &Event) -> Flow {
        let Some(screen) = self.screens.last_mut() else { return Flow::Left };
        let turn = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => Turn::Stay,
            Event::Key(key) if is_interrupt(*key) => return Flow::Interrupted,
            // Any key closes the list of keys, and does nothing else.
            Event::Key(_) if self.shows_help => {
                self.shows_help = false;
                Turn::Stay
            }
            Event::Key(key) if keys::asks_for_list(*key, screen.is_typing()) => {
                self.shows_help = true;
                Turn::Stay
            }
            Event::Key(key) => screen.key(*key),
            Event::Mouse(_) if self.shows_help => Turn::Stay,
            Event::Mouse(mouse) => screen.mouse(*mouse),
            // What was resized is drawn anew anyway.
            _ => Turn::Stay,
        };
        self.turn(turn)
    }

    /// How long nothing needs to be done unless something happens.
    pub(crate) fn rest(&self) -> Option<Duration> {
        self.screens.last().and_then(|screen| screen.rest())
    }

    /// How often another screen came up.
    pub(crate) const fn changes(&self) -> u64 {
        self.changes
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, elapsed: Duration) -> Flow {
        let turn = self.screens.last_mut().map_or(Turn::Quit, |screen| screen.tick(elapsed));
        self.turn(turn)
    }

    fn turn(&mut self, turn: Turn) -> Flow {
        match turn {
            Turn::Stay => return Flow::On,
            Turn::Back => drop(self.screens.pop()),
            Turn::Go(screen) => self.screens.push(screen),
            Turn::Quit => self.screens.clear(),
        }
        self.changes += 1;
        if self.screens.is_empty() { Flow::Left } else { Flow::On }
    }

    /// Draws the uppermost screen between its title and its keys.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let Some(screen) = self.screens.last_mut() else { return };
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let size = format!("{}x{}", area.width, area.height);
            let words = format!("{size}: more room, please ({}x{})", LEAST.0, LEAST.1);
            return frame.render_widget(Line::from(words), area);
        }
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [top, middle, bottom] = Layout::vertical(parts).areas(area);
        let title = Span::styled(format!(" {} ", screen.title()), self.theme.style(Tone::Title));
        frame.render_widget(Line::from(title), top);
        screen.draw(frame, middle, &self.theme);
        let help_key = if screen.is_typing() { "F1" } else { "?" };
        frame.render_widget(keys::line(&screen.keys(), help_key, bottom.width, self.theme), bottom);
        if self.shows_help {
            keys::list(&screen.all_keys(), frame, middle, self.theme);
        }
    }
}

fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// An app on a terminal made of text, for tests: keys in, screen out.
#[cfg(test)]
pub(crate) mod tests {
    use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    pub(crate) struct Trial {
        app: App,
        terminal: Terminal<TestBackend>,
    }

    impl Trial {
        /// A screen on a terminal of 80 columns and 24 lines.
        pub(crate) fn new(screen: impl Screen + 'static) -> Self {
            Self::sized(screen, 80, 24)
        }

        pub(crate) fn sized(screen: impl Screen + 'static, columns: u16, lines: u16) -> Self {
            let terminal = Terminal::new(TestBackend::new(columns, lines)).expect("it is memory");
            Self { app: App::new(Box::new(screen), Theme::plain()), terminal }
        }

        /// Types letters, one key each.
        pub(crate) fn types(&mut self, letters: &str) -> Flow {
            let keys = letters.chars().map(KeyCode::Char);
            keys.map(|code| self.press(code)).last().unwrap_or(Flow::On)
        }

        pub(crate) fn press(&mut self, code: KeyCode) -> Flow {
            self.app.hear(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
        }

        pub(crate) fn presses(&mut self, codes: &[KeyCode]) -> Flow {
            codes.iter().map(|&code| self.press(code)).last().unwrap_or(Flow::On)
        }

        pub(crate) fn hear(&mut self, event: &Event) -> Flow {
            self.app.hear(event)
        }

        /// A button of the mouse, at a column and a line.
        pub(crate) fn click(&mut self, button: MouseButton, column: u16, row: u16) -> Flow {
            let kind = MouseEventKind::Down(button);
            let modifiers = KeyModifiers::NONE;
            self.app.hear(&Event::Mouse(MouseEvent { kind, column, row, modifiers }))
        }

        /// The terminal gets another size.
        pub(crate) fn resize(&mut self, columns: u16, lines: u16) {
            self.terminal.backend_mut().resize(columns, lines);
            self.hear(&Event::Resize(columns, lines));
        }

        /// Lets time pass until the screen shows some words, and answers what it shows.
        pub(crate) fn until(&mut self, words: &str) -> String {
            for _ in 0..10_000 {
                let text = self.text();
                if text.contains(words) {
                    return text;
                }
                std::thread::sleep(Duration::from_millis(1));
                self.tick(1);
            }
            panic!("no {words} on the screen:\n{}", self.text())
        }

        pub(crate) fn tick(&mut self, milliseconds: u64) -> Flow {
            self.app.tick(Duration::from_millis(milliseconds))
        }

        /// What is on the terminal, lines without spaces at their ends.
        pub(crate) fn text(&mut self) -> String {
            self.terminal.draw(|frame| self.app.draw(frame)).expect("it is memory");
            let buffer = self.terminal.backend().buffer();
            let lines = buffer.content().chunks(buffer.area.width.into());
            let line = |cells: &[ratatui::buffer::Cell]| {
                let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
                line.trim_end().to_owned() + "\n"
            };
            lines.map(line).collect()
        }
    }
}
