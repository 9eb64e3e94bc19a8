//! How a comparison looks.

use caracole::Limits;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::{Compare, table};
use crate::numbers;
use crate::theme::{Theme, Tone};

impl Compare {
    pub(super) fn draw_all(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let bad = self.quarrel().map(|quarrel| format!("A fault of ours: {quarrel}"));
        let [one, two, fill] = [Constraint::Length(1), Constraint::Length(2), Constraint::Fill(1)];
        let trouble = if bad.is_some() { two } else { Constraint::Length(0) };
        let [rules, status, head, body, note, error] =
            Layout::vertical([one, one, one, fill, two, trouble]).areas(area);
        frame.render_widget(Line::styled(self.rules(), theme.style(Tone::Quiet)), rules);
        frame.render_widget(Line::from(self.status()), status);
        if let Some(bad) = bad {
            let text = Text::styled(bad, theme.style(Tone::Losing));
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), error);
        }
        let table = table::Table::new(&self.rows, area.width.into());
        let order = self.order.of(&self.rows);
        let seen = usize::from(body.height);
        let at = order.iter().position(|&row| row == self.chosen).unwrap_or_default();
        self.top = self.top.clamp((at + 1).saturating_sub(seen), at);
        self.lines = body;
        frame.render_widget(Line::styled(table.head(), theme.style(Tone::Title)), head);
        let lines = order.iter().skip(self.top).take(seen).map(|&row| {
            let line = table.line(row, theme);
            if row == self.chosen { line.style(theme.style(Tone::Chosen)) } else { line }
        });
        frame.render_widget(lines.collect::<Text<'_>>(), body);
        if let Some(row) = self.rows.get(self.chosen) {
            let story = Text::styled(table::story(row), theme.style(Tone::Quiet));
            frame.render_widget(Paragraph::new(story).wrap(Wrap { trim: true }), note);
        }
    }

    /// How far they have come, in a line.
    fn status(&self) -> String {
        let (done, all) = (self.rows.len(), self.contest.contestants.len());
        if let Some(contestant) = self.at_work() {
            let seconds = self.elapsed.as_secs();
            return format!("{contestant} is at work, {} of {all}, {seconds} s", done + 1);
        }
        let of = |word: &str| {
            let rows = self.rows.iter().filter(|row| !row.answer.is_unsupported());
            rows.filter(|row| row.answer.word() == word).count()
        };
        let words = ["found", "impossible", "unknown"].map(|word| (of(word), word));
        let words = words.into_iter().filter(|&(number, _)| number > 0);
        let words: Vec<String> = words.map(|(number, word)| format!("{number} {word}")).collect();
        format!("All {all} have competed: {}", words.join(", "))
    }

    /// What each of them may take.
    fn rules(&self) -> String {
        let Limits { steps, time, memory } = self.contest.limits;
        let limits = [
            time.map(numbers::time),
            steps.map(|steps| numbers::counted(steps, "step")),
            memory.map(numbers::bytes),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        format!("One after the other, each within {}", limits.join(", "))
    }
}
