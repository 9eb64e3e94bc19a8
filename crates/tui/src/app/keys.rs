//! The keys of a screen, in a line and in a list.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::theme::{Theme, Tone};

/// The keys in a line: as many as fit, the first first, and the one that shows them all.
pub(super) fn line<'a>(
    keys: &[(&'a str, &'a str)],
    help_key: &'a str,
    width: u16,
    theme: Theme,
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

/// All keys over the screen, in as many columns as they need.
pub(super) fn list(keys: &[(&str, &str)], frame: &mut Frame<'_>, area: Rect, theme: Theme) {
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
    let room = area.centered(
        Constraint::Length(width.min(area.width)),
        Constraint::Length((rows as u16 + 2).min(area.height)),
    );
    let lines = Paragraph::new(Text::from(lines)).block(Block::bordered().title("Keys"));
    frame.render_widget(Clear, room);
    frame.render_widget(lines, room);
}

pub(super) fn asks_for_list(key: KeyEvent, is_typing: bool) -> bool {
    key.code == KeyCode::F(1) || (key.code == KeyCode::Char('?') && !is_typing)
}
