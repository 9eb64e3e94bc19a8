//! How a film looks.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::{Watch, words};
use crate::board_view::Sketch;
use crate::text::lines_of;
use crate::theme::{Theme, Tone};

impl Watch {
    /// The board, and below it what happens, how much was done, the story, and where the film stands.
    pub(super) fn draw_all(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
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
        self.draw_board(frame, board, theme);
        let stage = self.player.stage();
        let is_back = stage.left().is_some();
        let caption_tone = if is_back { Tone::Retreat } else { Tone::Plain };
        let line = Line::styled(words::caption(stage), theme.style(caption_tone));
        frame.render_widget(line, caption);
        frame.render_widget(Line::from(words::counts(stage)), counts);
        let paragraph = Paragraph::new(text).style(theme.style(tone)).wrap(Wrap { trim: true });
        frame.render_widget(paragraph, story);
        self.draw_slider(frame, slider, theme);
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let stage = self.player.stage();
        self.picture.see(stage, self.player.moment(), self.has_lines);
        let sketch = Sketch {
            board: stage.board(),
            spot: &|square| self.picture.spot(stage, self.notes, square),
            lines: self.picture.lines(),
            cursor: stage.knight(),
        };
        self.view.draw(&sketch, frame.buffer_mut(), area, &theme);
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
            let question = format!("go to moment (0 to {}): ", player.moments());
            frame.render_widget(typed.line(&question, area.width, theme), area);
            return;
        }
        let label = match player.is_playing() {
            true if player.moment() == player.moments() => "waiting",
            true => "playing",
            false if player.is_over() => "the end",
            false if player.is_at_end() => "waiting",
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

/// How fast a film is played, in words.
fn speed(steps: f64) -> String {
    match steps {
        10.0.. => format!("{steps:.0} steps a second"),
        1.0.. => format!("{steps:.1} steps a second"),
        _ => format!("a step in {:.1} s", steps.recip()),
    }
}
