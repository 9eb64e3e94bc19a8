//! The stack of screens, with a line above and below.

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
}

impl App {
    pub(crate) fn new(first: Box<dyn Screen>, theme: Theme) -> Self {
        Self { screens: vec![first], theme }
    }

    /// Something was pressed, clicked or changed.
    pub(crate) fn hear(&mut self, event: &Event) -> Flow {
        let Some(screen) = self.screens.last_mut() else { return Flow::Left };
        let turn = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => Turn::Stay,
            Event::Key(key) if is_interrupt(*key) => return Flow::Interrupted,
            Event::Key(key) => screen.key(*key),
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

    /// Time has passed.
    pub(crate) fn tick(&mut self, elapsed: Duration) -> Flow {
        let turn = self.screens.last_mut().map_or(Turn::Quit, |screen| screen.tick(elapsed));
        self.turn(turn)
    }

    fn turn(&mut self, turn: Turn) -> Flow {
        match turn {
            Turn::Stay => {}
            Turn::Back => drop(self.screens.pop()),
            Turn::Go(screen) => self.screens.push(screen),
            Turn::Become(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
            Turn::Quit => self.screens.clear(),
        }
        if self.screens.is_empty() { Flow::Left } else { Flow::On }
    }

    /// Draws the uppermost screen between its title and its keys.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let Some(screen) = self.screens.last_mut() else { return };
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [top, middle, bottom] = Layout::vertical(parts).areas(frame.area());
        let title = Span::styled(format!(" {} ", screen.title()), self.theme.style(Tone::Title));
        frame.render_widget(Line::from(title), top);
        screen.draw(frame, middle, &self.theme);
        let spans = screen.keys().into_iter().flat_map(|(key, does)| {
            let key = Span::styled(format!(" {key}"), self.theme.style(Tone::Key));
            [key, Span::styled(format!(" {does} "), self.theme.style(Tone::Quiet))]
        });
        frame.render_widget(Line::from(spans.collect::<Vec<_>>()), bottom);
    }
}

fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// An app on a terminal made of text, for tests: keys in, screen out.
#[cfg(test)]
pub(crate) mod tests {
    use crossterm::event::KeyCode;
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

        pub(crate) fn hear(&mut self, event: &Event) -> Flow {
            self.app.hear(event)
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
