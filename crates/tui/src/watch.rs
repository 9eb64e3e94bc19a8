//! The screen that shows a method step by step.

mod live_player;
pub(crate) mod view;

use std::time::Duration;

use caracole::solvers::MethodSettings;
use caracole::{Method, Problem};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::board_view::BoardView;
use crate::line_input::{LineInput, LineState};
use crate::screen::{Screen, Turn};
use crate::theme::TerminalTheme;

use live_player::LivePlayer;
use view::{Annotation, FrameCache, Slider};

/// A problem, a method, and the time per step.
///
/// ```
/// use std::time::Duration;
///
/// use caracole::{Method, Problem, TieBreak};
/// use caracole::solvers::MethodSettings;
/// use caracole_tui::{FramePrinter, WatchRequest};
///
/// let request = WatchRequest {
///     problem: Problem::new("8x8".parse()?).start("a1")?,
///     method: Method::Warnsdorff,
///     settings: MethodSettings { tie: TieBreak::Roth, ..MethodSettings::default() },
///     seed: 0,
///     pause: Duration::from_millis(100),
/// };
/// // Shown on a screen, or printed.
/// let mut text = Vec::new();
/// assert!(FramePrinter::new(&request).every(0).write(&mut text)?.is_found());
/// assert!(String::from_utf8(text)?.starts_with("step 64: visiting "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WatchRequest {
    /// The problem.
    pub problem: Problem,
    /// The method.
    pub method: Method,
    /// The settings of the method.
    pub settings: MethodSettings,
    /// The random seed.
    pub seed: u64,
    /// The time per step on the screen.
    pub pause: Duration,
}

/// The screen that shows a method step by step.
///
/// The method runs in the background while its recording is played, until the recording is full or the
/// screen is closed.
///
/// ```
/// use std::time::Duration;
///
/// use caracole::{Method, Problem};
/// use caracole::solvers::MethodSettings;
/// use caracole_tui::{Screen, WatchScreen, WatchRequest};
///
/// let watch = WatchScreen::new(WatchRequest {
///     problem: Problem::new("5x5".parse()?),
///     method: Method::BruteForce,
///     settings: MethodSettings::default(),
///     seed: 0,
///     pause: Duration::from_millis(100),
/// });
/// assert_eq!(watch.title(), "Watch backtracking-warnsdorff on 5x5");
/// assert!(watch.keys().iter().any(|(key, _)| *key == "Space"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WatchScreen {
    title: String,
    player: LivePlayer,
    notes: Annotation,
    has_lines: bool,
    /// The input of a moment to jump to.
    typed: Option<LineInput>,
    cache: FrameCache,
    view: BoardView,
    slider: Slider,
}

impl WatchScreen {
    /// Starts a method on a problem.
    pub fn new(request: WatchRequest) -> Self {
        let notes = match request.method {
            Method::Neural => Annotation::Network,
            Method::Ants => Annotation::Trails,
            _ => Annotation::None,
        };
        Self {
            title: format!("Watch {} on {}", request.method, request.problem.board().title()),
            player: LivePlayer::new(request),
            notes,
            has_lines: true,
            typed: None,
            cache: FrameCache::default(),
            view: BoardView::default(),
            slider: Slider::default(),
        }
    }

    /// Waits until the method has answered.
    #[cfg(test)]
    pub(crate) fn answered(mut self) -> Self {
        self.player.wait();
        self
    }

    fn type_moment(&mut self, mut typed: LineInput, key: KeyEvent) {
        if matches!(key.code, KeyCode::Char(letter) if !letter.is_ascii_digit()) {
            self.typed = Some(typed);
            return;
        }
        match typed.key(key) {
            LineState::Editing => self.typed = Some(typed),
            LineState::Cancelled => {}
            LineState::Submitted if typed.text().is_empty() => {}
            // A number too large for the type is beyond the end of the recording.
            LineState::Submitted => self.player.jump(typed.text().parse().unwrap_or(usize::MAX)),
        }
    }
}

impl Screen for WatchScreen {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.typed.is_some() {
            return vec![("0-9", "type"), ("Enter", "go there"), ("Esc", "stay here")];
        }
        let play = if self.player.is_playing() { "pause" } else { "play" };
        vec![
            ("Space", play),
            ("←→", "step"),
            ("PgUp PgDn", "100"),
            ("< >", "speed"),
            ("d", "notes"),
            ("j", "jump"),
            ("Esc", "back"),
        ]
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.typed.is_some() {
            return self.keys();
        }
        let more = [
            ("Shift+←→", "10 steps"),
            ("Home End", "the first and the last moment"),
            ("l", "lines"),
            ("click", "go to a moment of the line"),
            ("", "or back to a visited square"),
            ("+ - 0 wheel", "zoom"),
            ("Shift+↑↓ HJKL", "move the board"),
        ];
        self.keys().into_iter().chain(more).collect()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
        self.draw_all(frame, area, *theme);
    }

    fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if let Some(typed) = self.typed.take() {
            self.type_moment(typed, key);
            return Turn::Stay;
        }
        // Shift with the left and right arrows makes longer steps here.
        let is_step = matches!(key.code, KeyCode::Left | KeyCode::Right);
        if !is_step && self.view.key(key) {
            return Turn::Stay;
        }
        let by = if key.modifiers.contains(KeyModifiers::SHIFT) { 10 } else { 1 };
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return Turn::Back,
            KeyCode::Char(' ') => self.player.toggle(),
            KeyCode::Right => self.player.step(by),
            KeyCode::Left => self.player.step(-by),
            KeyCode::PageDown => self.player.step(100),
            KeyCode::PageUp => self.player.step(-100),
            KeyCode::Home => self.player.jump(0),
            KeyCode::End => self.player.jump_to_end(),
            KeyCode::Char('>' | '.' | 'f') => self.player.faster(),
            KeyCode::Char('<' | ',' | 's') => self.player.slower(),
            KeyCode::Char('d') => self.notes = self.notes.next(self.player.frame()),
            KeyCode::Char('l') => self.has_lines = !self.has_lines,
            KeyCode::Char('j' | ':') => self.typed = Some(LineInput::default()),
            _ => {}
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        if self.view.wheel(mouse) {
            return Turn::Stay;
        }
        let is_pressed = matches!(
            mouse.kind,
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left)
        );
        if !is_pressed {
            return Turn::Stay;
        }
        let (column, line, moments) = (mouse.column, mouse.row, self.player.moments());
        if let Some(moment) = self.slider.moment_at(column, line, moments) {
            self.player.jump(moment);
        } else if let Some(square) = self.view.square_at(column, line) {
            self.player.back_to(square);
        }
        Turn::Stay
    }

    fn next_tick(&self) -> Option<Duration> {
        self.player.next_tick()
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        self.player.tick(elapsed);
        Turn::Stay
    }
}

#[cfg(test)]
mod tests;
