//! How a game looks.

use caracole::Square;
use caracole::coach::Judgement;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::{Play, words};
use crate::board_view::{Sketch, Spot};
use crate::text::lines_of;
use crate::theme::{Theme, Tone};

/// Beside the board, where there is room for both.
const PANEL: u16 = 32;
const ROOM_FOR_PANEL: u16 = 64;

/// The keys that the bottom line has no room for.
const MORE_KEYS: [&str; 5] = [
    "arrows and Tab: cursor",
    "1-8: a move, clockwise from top",
    "t: type a square, m: marks",
    "n: new game",
    "s: save, l: load",
];

/// A coach knows at most so many moves by name; there are more of them before the first square.
const MOST_NAMED: usize = 9;

impl Play {
    pub(super) fn draw_all(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let parts = [Constraint::Fill(1), Constraint::Length(4)];
        let [upper, lower] = Layout::vertical(parts).areas(area);
        if self.blind.is_some() {
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

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let steps = self.game.played().windows(2);
        let lines: Vec<_> = steps.map(|step| (step[0], step[1], Tone::Visited)).collect();
        // Drawing changes what the view remembers, and reads all else.
        let mut view = std::mem::take(&mut self.view);
        let spot = |square| self.spot(square);
        let board = self.game.problem().board();
        let sketch = Sketch { board, spot: &spot, lines: &lines, cursor: Some(self.cursor) };
        view.draw(&sketch, frame.buffer_mut(), area, &theme);
        self.view = view;
    }

    /// What stands on a square. Letters say what colours do.
    pub(super) fn spot(&self, square: Square) -> Spot {
        let make = |text: &str, tone| Spot { text: text.to_owned(), tone };
        if let Some(step) = self.game.step_of(square) {
            let tone = match step {
                _ if self.game.knight() == Some(square) => Tone::Knight,
                1 => Tone::Start,
                _ => Tone::Visited,
            };
            return make(&step.to_string(), tone);
        }
        if self.hinted == Some(square) {
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

    /// Where the game is, what was said last, and what is typed.
    fn draw_words(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [status, said, typed] = Layout::vertical(parts).areas(area);
        frame.render_widget(Line::styled(self.status(), theme.style(Tone::Plain)), status);
        let (text, tone) = &self.said;
        // What is typed stands below; without it there is a line more for what was said.
        let said = if self.prompt.is_some() { said } else { said.union(typed) };
        let text = Text::styled(text.as_str(), theme.style(*tone));
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), said);
        if let Some(prompt) = &self.prompt {
            frame.render_widget(prompt.line(typed.width, theme), typed);
        }
    }

    /// Everything that was said, the last at the bottom; but no board.
    fn draw_dialogue(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [status, middle, typed] = Layout::vertical(parts).areas(area);
        frame.render_widget(Line::styled(self.status(), theme.style(Tone::Plain)), status);
        let lines = self.blind.as_deref().unwrap_or_default();
        let mut room = middle.height;
        let mut first = lines.len();
        for line in lines.iter().rev() {
            let height = lines_of(line, middle.width).max(1);
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

    /// What stands beside the board: the coach, then some keys.
    pub(super) fn panel(&self, theme: Theme) -> Vec<Line<'static>> {
        let line = |text: String, tone| Line::styled(text, theme.style(tone));
        let mut lines = Vec::new();
        match self.coach.advice.as_ref().filter(|_| self.coach.is_on) {
            None if !self.coach.is_on => {}
            None if self.coach.is_busy() => {
                lines.push(line("Coach: thinking".to_owned(), Tone::Quiet));
            }
            None => lines.push(line("Coach: waiting for the start".to_owned(), Tone::Quiet)),
            Some(advice) => {
                let (text, tone) = words::position(&advice.position);
                lines.push(line(format!("Coach: {text}"), tone));
                if advice.moves.len() > MOST_NAMED {
                    lines.push(line(words::tally(advice), Tone::Plain));
                } else {
                    let moves = advice.moves.iter().map(|(square, judged)| (*square, judged));
                    let legal = moves.filter(|&(square, _)| self.game.check(square).is_ok());
                    lines.extend(legal.map(|(square, judged)| {
                        let (sign, tone) = judged_as(judged);
                        line(self.move_line(square, sign, judged.word()), tone)
                    }));
                }
                if let Some(Judgement::Losing(proof)) = self.coach.judgement(self.cursor) {
                    let name = self.game.problem().board().name(self.cursor);
                    lines.push(line(format!("{name}: {}", words::reason(proof)), Tone::Losing));
                }
            }
        }
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(MORE_KEYS.map(|keys| line(keys.to_owned(), Tone::Quiet)));
        lines
    }

    /// A move with the number of its direction, where it has one.
    fn move_line(&self, square: Square, sign: &str, word: &str) -> String {
        let number = (1..=9).find(|&number| self.game.toward(number) == Some(square));
        let number = number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        format!("{number} {} {sign} {word}", self.game.problem().board().name(square))
    }
}

const fn judged_as(judged: &Judgement) -> (&'static str, Tone) {
    match judged {
        Judgement::Winning(_) => ("+", Tone::Winning),
        Judgement::Losing(_) => ("x", Tone::Losing),
        Judgement::Unknown(_) => ("?", Tone::Unknown),
    }
}
