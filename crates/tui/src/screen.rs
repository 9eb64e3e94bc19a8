//! What fills the terminal, one at a time.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::theme::Theme;

/// Something that fills the terminal and hears keys.
///
/// State goes in by [`Screen::key`], [`Screen::mouse`] and [`Screen::tick`], the picture comes out by
/// [`Screen::draw`]; nothing else changes or shows it.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_tui::{Screen, Theme, Tone, Turn};
/// use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
/// use ratatui::backend::TestBackend;
/// use ratatui::layout::Rect;
/// use ratatui::text::Span;
/// use ratatui::{Frame, Terminal};
///
/// /// So much time to think.
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
///     fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
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
///     fn rest(&self) -> Option<Duration> {
///         (!self.0.is_zero()).then_some(Duration::from_secs(1))
///     }
///
///     fn tick(&mut self, elapsed: Duration) -> Turn {
///         self.0 = self.0.saturating_sub(elapsed);
///         Turn::Stay
///     }
/// }
///
/// // What it shows can be tested without a terminal.
/// let mut glass = Hourglass(Duration::ZERO);
/// glass.key(KeyEvent::new(KeyCode::Char(' '), KeyModifiers::NONE));
/// glass.tick(Duration::from_secs(18));
/// let mut terminal = Terminal::new(TestBackend::new(12, 1))?;
/// terminal.draw(|frame| glass.draw(frame, frame.area(), &Theme::plain()))?;
/// terminal.backend().assert_buffer_lines(["42 seconds  "]);
/// assert!(glass.rest().is_some() && !glass.is_typing());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Screen {
    /// What it is, for the top line.
    fn title(&self) -> String;

    /// The keys that do something now, and what they do, for the bottom line: the most useful first.
    fn keys(&self) -> Vec<(&'static str, &'static str)>;

    /// All keys that do something now, for the list of keys: those of the bottom line, and more.
    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.keys()
    }

    /// Draws itself. What it remembers is only where things are, for the mouse.
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme);

    /// A key was pressed. Ctrl-C never comes here.
    fn key(&mut self, key: KeyEvent) -> Turn;

    /// Is text being typed, so that `?` is a letter like any other?
    fn is_typing(&self) -> bool {
        false
    }

    /// The mouse did something.
    fn mouse(&mut self, _mouse: MouseEvent) -> Turn {
        Turn::Stay
    }

    /// How long it may sleep before [`Screen::tick`] is called; for ever if `None`.
    fn rest(&self) -> Option<Duration> {
        None
    }

    /// So much time has passed since the last tick, or since the screen came up.
    fn tick(&mut self, _elapsed: Duration) -> Turn {
        Turn::Stay
    }
}

/// What becomes of a screen after it has heard something.
///
/// ```
/// use caracole_tui::{Menu, Screen, Turn};
/// use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
///
/// let mut menu = Menu::default();
/// let mut press = |code| menu.key(KeyEvent::new(code, KeyModifiers::NONE));
/// assert!(matches!(press(KeyCode::Down), Turn::Stay));
/// let Turn::Go(setup) = press(KeyCode::Enter) else { return Err("closed tour is chosen".into()) };
/// assert_eq!(setup.title(), "Closed tour");
/// assert!(matches!(press(KeyCode::Char('8')), Turn::Quit));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Turn {
    /// It stays.
    Stay,
    /// It goes, and the one below comes up.
    Back,
    /// Another one is laid over it.
    Go(Box<dyn Screen>),
    /// The app ends.
    Quit,
}
