//! The trait of all screens.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::theme::TerminalTheme;

/// A view that fills the terminal and handles keys.
///
/// Only [`Screen::key`], [`Screen::mouse`] and [`Screen::tick`] change its state, and [`Screen::draw`]
/// shows it.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_tui::{Screen, TerminalTheme, Tone, Turn};
/// use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
/// use ratatui::backend::TestBackend;
/// use ratatui::layout::Rect;
/// use ratatui::text::Span;
/// use ratatui::{Frame, Terminal};
///
/// /// The time left.
/// struct Hourglass(Duration);
///
/// impl Hourglass {
///     fn turn(&mut self) -> Turn {
///         self.0 = Duration::from_secs(60);
///         Turn::Stay
///     }
/// }
///
/// impl Screen for Hourglass {
///     fn title(&self) -> String {
///         "Hourglass".to_owned()
///     }
///
///     fn keys(&self) -> Vec<(&'static str, &'static str)> {
///         vec![("Space", "turn it"), ("Esc", "back")]
///     }
///
///     fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
///         [self.keys(), vec![("click", "turn it")]].concat()
///     }
///
///     fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
///         let tone = if self.0.is_zero() { Tone::Losing } else { Tone::Plain };
///         let text = format!("{} seconds", self.0.as_secs());
///         frame.render_widget(Span::styled(text, theme.style(tone)), area);
///     }
///
///     fn key(&mut self, key: KeyEvent) -> Turn {
///         match key.code {
///             KeyCode::Char(' ') => self.turn(),
///             KeyCode::Esc => Turn::Back,
///             _ => Turn::Stay,
///         }
///     }
///
///     fn mouse(&mut self, mouse: MouseEvent) -> Turn {
///         if let MouseEventKind::Down(_) = mouse.kind { self.turn() } else { Turn::Stay }
///     }
///
///     fn next_tick(&self) -> Option<Duration> {
///         (!self.0.is_zero()).then_some(Duration::from_secs(1))
///     }
///
///     fn tick(&mut self, elapsed: Duration) -> Turn {
///         self.0 = self.0.saturating_sub(elapsed);
///         Turn::Stay
///     }
/// }
///
/// // A test draws it without a terminal.
/// let mut glass = Hourglass(Duration::ZERO);
/// glass.key(KeyEvent::new(KeyCode::Char(' '), KeyModifiers::NONE));
/// glass.tick(Duration::from_secs(18));
/// let mut terminal = Terminal::new(TestBackend::new(12, 1))?;
/// terminal.draw(|frame| glass.draw(frame, frame.area(), &TerminalTheme::plain()))?;
/// terminal.backend().assert_buffer_lines(["42 seconds  "]);
/// assert!(glass.next_tick().is_some() && !glass.is_typing());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Screen {
    /// Returns the text of the top line.
    fn title(&self) -> String;

    /// Returns the active keys and their effects for the bottom line, the most useful first.
    fn keys(&self) -> Vec<(&'static str, &'static str)>;

    /// Returns all active keys, for the key list.
    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.keys()
    }

    /// Draws the screen. Only positions that the mouse needs are kept.
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme);

    /// Handles a key. The app handles Ctrl-C itself.
    fn key(&mut self, key: KeyEvent) -> Turn;

    /// Returns true while text is typed, so that `?` is an ordinary letter.
    fn is_typing(&self) -> bool {
        false
    }

    /// Handles a mouse event.
    fn mouse(&mut self, _mouse: MouseEvent) -> Turn {
        Turn::Stay
    }

    /// Returns the time until [`Screen::tick`] must be called, or `None` if no tick is needed.
    fn next_tick(&self) -> Option<Duration> {
        None
    }

    /// Handles the time that has passed since the last tick, or since the screen was opened.
    fn tick(&mut self, _elapsed: Duration) -> Turn {
        Turn::Stay
    }
}

/// What the app does after a screen has handled an event.
///
/// ```
/// use caracole_tui::{MenuScreen, Screen, Turn};
/// use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
///
/// let mut menu = MenuScreen::default();
/// let mut press = |code| menu.key(KeyEvent::new(code, KeyModifiers::NONE));
/// assert!(matches!(press(KeyCode::Down), Turn::Stay));
/// let Turn::Open(setup) = press(KeyCode::Enter) else { return Err("no screen was opened".into()) };
/// assert_eq!(setup.title(), "Closed tour");
/// assert!(matches!(press(KeyCode::Char('8')), Turn::Quit));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Turn {
    /// Keeps the screen.
    Stay,
    /// Closes the screen and returns to the one below.
    Back,
    /// Opens another screen on top.
    Open(Box<dyn Screen>),
    /// Ends the app.
    Quit,
}
