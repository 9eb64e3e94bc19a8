//! The stack of screens, with a title line above and a key line below.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::screen::{Screen, Turn};
use crate::theme::{TerminalTheme, Tone};

/// Whether the app continues after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    /// The last screen was closed.
    Quit,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// The stack of open screens, the visible one last.
pub(crate) struct App {
    screens: Vec<Box<dyn Screen>>,
    theme: TerminalTheme,
    /// True while the list of all keys is shown.
    shows_help: bool,
    /// The number of times that the visible screen has changed.
    changes: u64,
}

/// The smallest usable terminal, in columns and lines.
const MIN_SIZE: (u16, u16) = (30, 10);

impl App {
    pub(crate) fn new(first: Box<dyn Screen>, theme: TerminalTheme) -> Self {
        Self { screens: vec![first], theme, shows_help: false, changes: 0 }
    }

    /// Handles a key, a mouse event or a resize.
    pub(crate) fn handle(&mut self, event: &Event) -> Flow {
        let Some(screen) = self.screens.last_mut() else { return Flow::Quit };
        let turn = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => Turn::Stay,
            Event::Key(key) if is_interrupt(*key) => return Flow::Interrupted,
            // Any key closes the key list and does nothing else.
            Event::Key(_) if self.shows_help => {
                self.shows_help = false;
                Turn::Stay
            }
            Event::Key(key) if opens_key_list(*key, screen.is_typing()) => {
                self.shows_help = true;
                Turn::Stay
            }
            Event::Key(key) => screen.key(*key),
            Event::Mouse(_) if self.shows_help => Turn::Stay,
            Event::Mouse(mouse) => screen.mouse(*mouse),
            // A resize needs only the redraw that follows every event.
            _ => Turn::Stay,
        };
        self.turn(turn)
    }

    /// Returns the time until the visible screen needs a tick.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        self.screens.last().and_then(|screen| screen.next_tick())
    }

    /// Returns the number of times that the visible screen has changed.
    pub(crate) const fn changes(&self) -> u64 {
        self.changes
    }

    /// Passes the elapsed time to the visible screen.
    pub(crate) fn tick(&mut self, elapsed: Duration) -> Flow {
        let turn = self.screens.last_mut().map_or(Turn::Quit, |screen| screen.tick(elapsed));
        self.turn(turn)
    }

    fn turn(&mut self, turn: Turn) -> Flow {
        match turn {
            Turn::Stay => return Flow::Continue,
            Turn::Back => drop(self.screens.pop()),
            Turn::Open(screen) => self.screens.push(screen),
            Turn::Quit => self.screens.clear(),
        }
        self.changes += 1;
        if self.screens.is_empty() { Flow::Quit } else { Flow::Continue }
    }

    /// Draws the visible screen between its title and its keys.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let Some(screen) = self.screens.last_mut() else { return };
        let area = frame.area();
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            let size = format!("{}x{}", area.width, area.height);
            let message = format!("{size}: too small, enlarge to {}x{}", MIN_SIZE.0, MIN_SIZE.1);
            return frame.render_widget(Line::from(message), area);
        }
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [top, middle, bottom] = Layout::vertical(parts).areas(area);
        let title = Span::styled(format!(" {} ", screen.title()), self.theme.style(Tone::Title));
        frame.render_widget(Line::from(title), top);
        screen.draw(frame, middle, &self.theme);
        let help_key = if screen.is_typing() { "F1" } else { "?" };
        frame.render_widget(key_line(&screen.keys(), help_key, bottom.width, self.theme), bottom);
        if self.shows_help {
            draw_key_list(&screen.all_keys(), frame, middle, self.theme);
        }
    }
}

fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Returns the line of keys: as many as fit, in order, and the key for the complete list.
fn key_line<'a>(
    keys: &[(&'a str, &'a str)],
    help_key: &'a str,
    width: u16,
    theme: TerminalTheme,
) -> Line<'a> {
    let help = (help_key, "keys");
    let length = |(key, does): (&str, &str)| key.chars().count() + does.chars().count() + 3;
    let mut left = usize::from(width).saturating_sub(length(help));
    let fitting = keys.iter().copied().take_while(|&key| {
        let rest = left.checked_sub(length(key));
        left = rest.unwrap_or(left);
        rest.is_some()
    });
    let spans = fitting.chain([help]).flat_map(|(key, does)| {
        let key = Span::styled(format!(" {key}"), theme.style(Tone::Key));
        [key, Span::styled(format!(" {does} "), theme.style(Tone::Quiet))]
    });
    spans.collect()
}

/// Draws the list of all keys over the screen, in as many columns as it needs.
fn draw_key_list(keys: &[(&str, &str)], frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
    let always = [("? F1", "this list"), ("Ctrl-C", "leave at once")];
    let keys: Vec<_> = keys.iter().copied().chain(always).collect();
    let columns = keys.len().div_ceil(usize::from(area.height.saturating_sub(2)).max(1));
    let rows = keys.len().div_ceil(columns);
    let count = |text: &str| text.chars().count();
    let mut lines = vec![Line::default(); rows];
    for column in keys.chunks(rows) {
        let widest = column.iter().map(|(key, _)| count(key)).max().unwrap_or(0);
        let longest = column.iter().map(|(_, does)| count(does)).max().unwrap_or(0);
        for (line, (key, does)) in lines.iter_mut().zip(column) {
            line.push_span(Span::styled(format!(" {key:widest$}"), theme.style(Tone::Key)));
            line.push_span(Span::raw(format!("  {does:longest$} ")));
        }
    }
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 2;
    let list_area = area.centered(
        Constraint::Length(width.min(area.width)),
        Constraint::Length((rows as u16 + 2).min(area.height)),
    );
    let lines = Paragraph::new(Text::from(lines)).block(Block::bordered().title("Keys"));
    frame.render_widget(Clear, list_area);
    frame.render_widget(lines, list_area);
}

fn opens_key_list(key: KeyEvent, is_typing: bool) -> bool {
    key.code == KeyCode::F(1) || (key.code == KeyCode::Char('?') && !is_typing)
}

/// An app on a text buffer, for tests.
#[cfg(test)]
pub(crate) mod tests {
    use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    pub(crate) struct TestApp {
        app: App,
        terminal: Terminal<TestBackend>,
    }

    impl TestApp {
        /// Shows a screen on a terminal of 80 columns and 24 lines.
        pub(crate) fn new(screen: impl Screen + 'static) -> Self {
            Self::sized(screen, 80, 24)
        }

        pub(crate) fn sized(screen: impl Screen + 'static, columns: u16, lines: u16) -> Self {
            let terminal = Terminal::new(TestBackend::new(columns, lines)).expect("it is memory");
            Self { app: App::new(Box::new(screen), TerminalTheme::plain()), terminal }
        }

        /// Types letters, one key each.
        pub(crate) fn type_text(&mut self, letters: &str) -> Flow {
            let keys = letters.chars().map(KeyCode::Char);
            keys.map(|code| self.press(code)).last().unwrap_or(Flow::Continue)
        }

        pub(crate) fn press(&mut self, code: KeyCode) -> Flow {
            self.app.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
        }

        pub(crate) fn press_all(&mut self, codes: &[KeyCode]) -> Flow {
            codes.iter().map(|&code| self.press(code)).last().unwrap_or(Flow::Continue)
        }

        pub(crate) fn handle(&mut self, event: &Event) -> Flow {
            self.app.handle(event)
        }

        /// Presses a mouse button at a column and a line.
        pub(crate) fn click(&mut self, button: MouseButton, column: u16, row: u16) -> Flow {
            let kind = MouseEventKind::Down(button);
            let modifiers = KeyModifiers::NONE;
            self.app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }))
        }

        /// Changes the size of the terminal.
        pub(crate) fn resize(&mut self, columns: u16, lines: u16) {
            self.terminal.backend_mut().resize(columns, lines);
            self.handle(&Event::Resize(columns, lines));
        }

        /// Lets time pass until the screen contains some words, and returns its text.
        pub(crate) fn wait_for(&mut self, words: &str) -> String {
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

        /// Returns the text of the terminal, without trailing spaces.
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
