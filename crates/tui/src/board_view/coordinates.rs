//! Draws the coordinates, the captions of levels, and waves along joined edges.

use std::ops::Range;

use caracole::board::{File, Level, Rank, Surface};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::geometry::{Geometry, Margins, Panel, Scale};

use super::paint::right_margin;
use crate::theme::{TerminalTheme, Tone};

/// Draws everything in the margins of the window.
pub(super) fn draw(
    geometry: &Geometry,
    margins: Margins,
    buffer: &mut Buffer,
    theme: TerminalTheme,
) {
    let style = theme.style(Tone::Quiet);
    captions(geometry, margins, buffer, style);
    if margins.bottom == 0 {
        return;
    }
    waves(geometry, buffer, style);
    let line = geometry.window.bottom() + margins.bottom - 1;
    for panel in first_of_each(&geometry.panels, |panel| panel.left) {
        files(geometry, panel, line, buffer, style);
    }
    for panel in first_of_each(&geometry.panels, |panel| panel.top) {
        ranks(geometry, panel, margins, buffer, style);
    }
}

/// Returns the first panel for each key: panels in a row share their ranks, those in a column their files.
fn first_of_each(panels: &[Panel], key: impl Fn(&Panel) -> i64) -> impl Iterator<Item = &Panel> {
    let is_first = move |&(at, panel): &(usize, &Panel)| {
        !panels[..at].iter().any(|other| key(other) == key(panel))
    };
    panels.iter().enumerate().filter(is_first).map(|(_, panel)| panel)
}

/// Returns the distance between the names that are shown if not all fit.
fn thinned(fits: impl Fn(u32) -> bool) -> u32 {
    let tens = std::iter::successors(Some(1_u32), |&ten| ten.checked_mul(10));
    let mut steps = tens.flat_map(|ten| [ten, ten.saturating_mul(2), ten.saturating_mul(5)]);
    steps.find(|&step| fits(step)).unwrap_or(u32::MAX)
}

/// Returns the multiples of a step in a range.
fn multiples(range: Range<u32>, step: u32) -> impl Iterator<Item = u32> {
    let first = range.start.checked_next_multiple_of(step).unwrap_or(range.end);
    (first..range.end).step_by(step as usize)
}

fn files(geometry: &Geometry, panel: &Panel, line: u16, buffer: &mut Buffer, style: Style) {
    let seen = geometry.files(panel);
    let Some(last) = seen.clone().next_back() else { return };
    let text_width = File::new(last).to_string().len() as u64;
    let columns = |step: u32| geometry.scale.dots_wide(step, geometry.text_width) / 2;
    let step = thinned(|step| columns(step) > text_width);
    let (wide, _) = geometry.pitch();
    let mut end = 0;
    for file in multiples(seen, step) {
        let name = File::new(file).to_string();
        let (x, _) = geometry.corner_in(panel, file, 0);
        // Below the last letter of squares with text, otherwise below the middle.
        let columns = wide / 2;
        let shift = match geometry.scale {
            Scale::Text { .. } => {
                let right = right_margin(columns as usize, geometry.text_width);
                columns - right as i64 - name.len() as i64
            }
            _ => (columns - 1).max(0) / 2 - (name.len() as i64 - 1) / 2,
        };
        let column = i64::from(geometry.window.x) + x.div_euclid(2) + shift;
        let is_free = column >= i64::from(end.max(geometry.window.x));
        if is_free && column + name.len() as i64 <= i64::from(buffer.area.right()) {
            (end, _) = buffer.set_stringn(column as u16, line, &name, name.len(), style);
            end += 1;
        }
    }
}

fn ranks(geometry: &Geometry, panel: &Panel, margins: Margins, buffer: &mut Buffer, style: Style) {
    let seen = geometry.ranks_down(panel);
    let top = geometry.board.ranks() - 1;
    let step = thinned(|step| geometry.scale.dots_high(step) >= 4);
    let (_, high) = geometry.pitch();
    let width = usize::from(margins.left) - 1;
    // Counted from the bottom, so that rank 1 is always named.
    let ranks = (top + 1 - seen.end)..(top + 1 - seen.start);
    let mut last_line = None;
    for rank in multiples(ranks, step) {
        let (_, y) = geometry.corner_in(panel, 0, rank);
        let lines = high / 4;
        let middle = y + (lines - 1).max(0) / 2 * 4;
        let Some((_, line)) = geometry.cell((0, middle)) else { continue };
        if last_line.replace(line) != Some(line) {
            let name = format!("{:>width$}", Rank::new(rank));
            buffer.set_stringn(geometry.window.x - margins.left, line, name, width, style);
        }
    }
}

/// Draws the name of the level above each panel.
fn captions(geometry: &Geometry, margins: Margins, buffer: &mut Buffer, style: Style) {
    if !geometry.board.is_box() {
        return;
    }
    let window = geometry.window;
    for panel in &geometry.panels {
        let line = i64::from(window.y) + panel.top.div_euclid(4) - 1;
        let first = i64::from(window.y - margins.top);
        let left = panel.left.div_euclid(2).max(0) as u16;
        if line < first || line >= i64::from(window.bottom()) || left >= window.width {
            continue;
        }
        let caption = format!("level {}", Level::new(panel.level));
        let width = geometry.scale.dots_wide(geometry.board.files(), geometry.text_width) / 2 + 2;
        let room = u64::from(window.width - left).min(width) as usize;
        let caption = if caption.len() > room { caption[6..].to_owned() } else { caption };
        buffer.set_stringn(window.x + left, line as u16, caption, room, style);
    }
}

/// Draws waves along joined edges.
fn waves(geometry: &Geometry, buffer: &mut Buffer, style: Style) {
    let window = geometry.window;
    if geometry.board.surface() != Surface::Flat {
        for line in window.top()..window.bottom() {
            buffer.set_stringn(window.x - 1, line, "~", 1, style);
            buffer.set_stringn(window.right(), line, "~", 1, style);
        }
    }
    if geometry.board.surface() == Surface::Torus {
        let wave = "~".repeat(window.width.into());
        for line in [window.y - 1, window.bottom()] {
            buffer.set_stringn(window.x, line, &wave, wave.len(), style);
        }
    }
}
