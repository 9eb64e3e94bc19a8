//! A method at work, step by step.

mod picture;
mod player;
mod slider;
pub(crate) mod words;

use std::time::Duration;

use caracole::{Method, MethodSettings, Problem};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::board_view::{BoardView, Sketch};
use crate::screen::{Screen, Turn};
use crate::theme::{Theme, Tone};

use picture::{Notes, Picture};
use player::Player;
use slider::Slider;

/// What is watched.
#[derive(Clone, Debug)]
pub struct Work {
    /// The question.
    pub problem: Problem,
    /// Who answers it.
    pub method: Method,
    /// What it is told.
    pub settings: MethodSettings,
    /// Where its chance begins.
    pub seed: u64,
    /// How long a step stays on the screen.
    pub pause: Duration,
}

/// A method at work, step by step.
///
/// The method works while its film is played, as fast as it can, until there is no more room for
/// film; it is stopped when the screen is left.
pub struct Watch {
    title: String,
    player: Player,
    notes: Notes,
    has_lines: bool,
    /// The moment that is being typed.
    typed: Option<String>,
    picture: Picture,
    view: BoardView,
    slider: Slider,
}

impl Watch {
    /// Lets a method work on a problem.
    pub fn new(work: Work) -> Self {
        let notes = match work.method {
            Method::Neural => Notes::Network,
            Method::Ants => Notes::Trails,
            _ => Notes::None,
        };
        Self {
            title: format!("Watch {} on {}", work.method, work.problem.board().title()),
            player: Player::new(work),
            notes,
            has_lines: true,
            typed: None,
            picture: Picture::default(),
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

    fn type_moment(&mut self, mut typed: String, code: KeyCode) {
        /// No film is longer.
        const MOST_DIGITS: usize = 12;
        match code {
            KeyCode::Enter => {
                if let Ok(moment) = typed.parse() {
                    self.player.jump(moment);
                }
                return;
            }
            KeyCode::Esc => return,
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Char(digit @ '0'..='9') if typed.len() < MOST_DIGITS => typed.push(digit),
            _ => {}
        }
        self.typed = Some(typed);
    }

    /// What the method is doing, or what it has answered.
    fn state(&self) -> (String, Tone) {
        let player = &self.player;
        if let Some((text, tone)) = player.answer() {
            let cut = if player.is_cut() { "the film was full; " } else { "" };
            return (format!("{cut}{text}"), tone);
        }
        let text = match (player.is_at_work(), player.is_cut()) {
            (true, true) => "the film is full; the method is still at work, unseen",
            (true, false) => "the method is at work",
            (false, _) => self.notes.about(),
        };
        (text.to_owned(), Tone::Quiet)
    }

    fn draw_slider(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let player = &self.player;
        if let Some(typed) = &self.typed {
            let line = format!("go to moment (0 to {}): {typed}_", player.moments());
            frame.render_widget(Line::styled(line, theme.style(Tone::Key)), area);
            return;
        }
        let label = match player.is_playing() {
            true if player.moment() == player.moments() => "waiting",
            true => "playing",
            false if player.is_over() => "the end",
            false => "paused ",
        };
        let (moment, moments) = (player.moment(), player.moments());
        let more = if player.is_at_work() { "+" } else { "" };
        let digits = moments.to_string().len();
        let counter = format!(" {moment:>digits$} of {moments}{more}, {}", speed(player.speed()));
        let parts = [
            Constraint::Length(label.len() as u16 + 1),
            Constraint::Fill(1),
            Constraint::Length(counter.len() as u16),
        ];
        let [left, middle, right] = Layout::horizontal(parts).areas(area);
        frame.render_widget(Line::styled(label, theme.style(Tone::Key)), left);
        self.slider.draw((moment, moments), frame.buffer_mut(), middle, theme);
        frame.render_widget(Line::styled(counter, theme.style(Tone::Plain)), right);
    }
}

impl Screen for Watch {
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

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let (text, tone) = self.state();
        let lines = lines_of(&text, area.width).min(area.height / 3).max(1);
        let parts = [
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(lines),
            Constraint::Length(1),
        ];
        let [board, caption, counts, story, slider] = Layout::vertical(parts).areas(area);
        let stage = self.player.stage();
        self.picture.see(stage, self.player.moment(), self.has_lines);
        let sketch = Sketch {
            board: stage.board(),
            spot: &|square| self.picture.spot(stage, self.notes, square),
            lines: self.picture.lines(),
            cursor: stage.knight(),
        };
        self.view.draw(&sketch, frame.buffer_mut(), board, theme);
        let is_back = stage.left().is_some();
        let caption_tone = if is_back { Tone::Retreat } else { Tone::Plain };
        let line = Line::styled(words::caption(stage), theme.style(caption_tone));
        frame.render_widget(line, caption);
        frame.render_widget(Line::from(words::counts(stage)), counts);
        let paragraph = Paragraph::new(text).style(theme.style(tone)).wrap(Wrap { trim: true });
        frame.render_widget(paragraph, story);
        self.draw_slider(frame, slider, *theme);
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if let Some(typed) = self.typed.take() {
            self.type_moment(typed, key.code);
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
            KeyCode::End => self.player.jump(usize::MAX),
            KeyCode::Char('>' | '.' | 'f') => self.player.faster(),
            KeyCode::Char('<' | ',' | 's') => self.player.slower(),
            KeyCode::Char('d') => self.notes = self.notes.next(self.player.stage()),
            KeyCode::Char('l') => self.has_lines = !self.has_lines,
            KeyCode::Char('j' | ':') => self.typed = Some(String::new()),
            _ => {}
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
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

    fn rest(&self) -> Option<Duration> {
        self.player.rest()
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        self.player.tick(elapsed);
        Turn::Stay
    }
}

/// How many lines a text takes, at most.
fn lines_of(text: &str, width: u16) -> u16 {
    let (letters, width) = (text.chars().count(), usize::from(width).max(10));
    // Words break where they end, so that lines of a longer text are not filled to the last column.
    let filled = if letters <= width { width } else { width * 9 / 10 };
    u16::try_from(letters.div_ceil(filled)).unwrap_or(u16::MAX)
}

/// How fast a film is played, in words.
fn speed(steps: f64) -> String {
    match steps {
        10.0.. => format!("{steps:.0} steps a second"),
        1.0.. => format!("{steps:.1} steps a second"),
        _ => format!("a step in {:.1} s", steps.recip()),
    }
}

#[cfg(test)]
mod tests;
