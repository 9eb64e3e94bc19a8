//! Draws a game.

use caracole::Square;
use caracole::play::coach::MoveJudgement;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::{PlayScreen, coach};
use crate::board_view::{BoardContent, Label};
use crate::text::wrapped_height;
use crate::theme::{TerminalTheme, Tone};

/// The width of the panel, and of a screen with room for board and panel.
const PANEL: u16 = 32;
const ROOM_FOR_PANEL: u16 = 64;

/// Keys that do not fit in the bottom line.
const MORE_KEYS: [&str; 5] = [
    "arrows and Tab: cursor",
    "1-8: a move, clockwise from top",
    "t: type a square, m: marks",
    "n: new game",
    "s: save, l: load",
];

/// If there are more moves, as before the first square, only their numbers are shown.
const MAX_NAMED: usize = 9;

impl PlayScreen {
    pub(super) fn draw_all(&mut self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let parts = [Constraint::Fill(1), Constraint::Length(4)];
        let [upper, lower] = Layout::vertical(parts).areas(area);
        if self.dialogue.is_some() {
            self.draw_dialogue(frame, area, theme);
            return;
        }
        let board = if area.width >= ROOM_FOR_PANEL {
            let parts = [Constraint::Fill(1), Constraint::Length(PANEL)];
            let [board, panel] = Layout::horizontal(parts).spacing(1).areas(upper);
            let panel_text = Text::from(self.panel(theme));
            frame.render_widget(Paragraph::new(panel_text).wrap(Wrap { trim: true }), panel);
            board
        } else {
            upper
        };
        self.draw_board(frame, board, theme);
        self.draw_words(frame, lower, theme);
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let steps = self.game.played().windows(2);
        let lines: Vec<_> = steps.map(|step| (step[0], step[1], Tone::Visited)).collect();
        // Drawing changes the view and reads everything else.
        let mut view = std::mem::take(&mut self.view);
        let label = |square| self.label(square);
        let board = self.game.problem().board();
        let content =
            BoardContent { board, label: &label, lines: &lines, cursor: Some(self.cursor) };
        view.draw(&content, frame.buffer_mut(), area, &theme);
        self.view = view;
    }

    /// Returns the label of a square. Its letters show the same as its colours.
    pub(super) fn label(&self, square: Square) -> Label {
        let make = |text: &str, tone| Label { text: text.to_owned(), tone };
        if let Some(step) = self.game.step_of(square) {
            let tone = match step {
                _ if self.game.knight() == Some(square) => Tone::Knight,
                1 => Tone::Start,
                _ => Tone::Visited,
            };
            return make(&step.to_string(), tone);
        }
        if self.hint == Some(square) {
            return make("+", Tone::Winning);
        }
        if (self.has_marks || self.coach.is_on) && self.game.check(square).is_ok() {
            if let Some(judged) = self.coach.judgement(square).filter(|_| self.coach.is_on) {
                let (sign, tone) = judged_as(judged);
                return make(sign, tone);
            }
            if self.has_marks {
                return make("o", Tone::Legal);
            }
        }
        match self.game.problem().clues().find(|&(_, other)| other == square) {
            Some((step, _)) => make(&format!("={step}"), Tone::Quiet),
            None => make("·", Tone::Quiet),
        }
    }

    /// Draws the status line, the last message and the prompt.
    fn draw_words(&self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [status, message, typed] = Layout::vertical(parts).areas(area);
        frame.render_widget(Line::styled(self.status(), theme.style(Tone::Plain)), status);
        let (text, tone) = &self.message;
        // Without a prompt the message has one more line.
        let message = if self.prompt.is_some() { message } else { message.union(typed) };
        let text = Text::styled(text.as_str(), theme.style(*tone));
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), message);
        if let Some(prompt) = &self.prompt {
            frame.render_widget(prompt.line(typed.width, theme), typed);
        }
    }

    /// Draws the dialogue instead of the board, the last message at the bottom.
    fn draw_dialogue(&self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [status, middle, typed] = Layout::vertical(parts).areas(area);
        frame.render_widget(Line::styled(self.status(), theme.style(Tone::Plain)), status);
        let lines = self.dialogue.as_deref().unwrap_or_default();
        let mut room = middle.height;
        let mut first = lines.len();
        for line in lines.iter().rev() {
            let height = wrapped_height(line, middle.width).max(1);
            if height > room {
                break;
            }
            room -= height;
            first -= 1;
        }
        let lines = lines[first..].iter().map(|line| Line::from(line.as_str()));
        let text: Text<'_> = lines.collect();
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), middle);
        if let Some(prompt) = &self.prompt {
            frame.render_widget(prompt.line(typed.width, theme), typed);
        }
    }

    /// Returns the panel beside the board: the coach, then some keys.
    pub(super) fn panel(&self, theme: TerminalTheme) -> Vec<Line<'static>> {
        let line = |text: String, tone| Line::styled(text, theme.style(tone));
        let mut lines = Vec::new();
        match self.coach.advice.as_ref().filter(|_| self.coach.is_on) {
            None if !self.coach.is_on => {}
            None if self.coach.is_busy() => {
                lines.push(line("Coach: thinking".to_owned(), Tone::Quiet));
            }
            None => lines.push(line("Coach: waiting for the start".to_owned(), Tone::Quiet)),
            Some(advice) => {
                let (text, tone) = coach::position(&advice.position);
                lines.push(line(format!("Coach: {text}"), tone));
                if advice.moves.len() > MAX_NAMED {
                    lines.push(line(coach::tally(advice), Tone::Plain));
                } else {
                    let moves = advice.moves.iter().map(|(square, judged)| (*square, judged));
                    let legal = moves.filter(|&(square, _)| self.game.check(square).is_ok());
                    lines.extend(legal.map(|(square, judged)| {
                        let (sign, tone) = judged_as(judged);
                        line(self.move_line(square, sign, judged.name()), tone)
                    }));
                }
                if let Some(MoveJudgement::Losing(proof)) = self.coach.judgement(self.cursor) {
                    let name = self.game.problem().board().name(self.cursor);
                    lines.push(line(format!("{name}: {}", coach::reason(proof)), Tone::Losing));
                }
            }
        }
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(MORE_KEYS.map(|keys| line(keys.to_owned(), Tone::Quiet)));
        lines
    }

    /// Returns a line about a move, with the number of its direction if it has one.
    fn move_line(&self, square: Square, sign: &str, word: &str) -> String {
        let number = (1..=9).find(|&number| self.game.target(number) == Some(square));
        let number = number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        format!("{number} {} {sign} {word}", self.game.problem().board().name(square))
    }
}

const fn judged_as(judged: &MoveJudgement) -> (&'static str, Tone) {
    match judged {
        MoveJudgement::Winning(_) => ("+", Tone::Winning),
        MoveJudgement::Losing(_) => ("x", Tone::Losing),
        MoveJudgement::Unknown(_) => ("?", Tone::Unknown),
    }
}
