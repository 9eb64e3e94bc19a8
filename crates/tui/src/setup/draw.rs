//! The form beside the board.

use caracole::{Kind, Square};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::{Field, Setup};
use crate::board_view::{Sketch, Spot};
use crate::line_input::LineInput;
use crate::theme::{Theme, Tone};

/// The form is so wide, and the board beside it needs so much.
const FORM: u16 = 34;
const BESIDE: u16 = 24;
/// The names of the fields are so wide.
const NAMES: usize = 9;
/// What is wrong is told in two lines at most.
const ANSWER: u16 = 2;

pub(super) fn draw(setup: &mut Setup, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    let [middle, below] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(ANSWER)]).areas(area);
    let is_wide = area.width >= FORM + BESIDE;
    let [form, board] =
        Layout::horizontal([Constraint::Length(FORM), Constraint::Fill(1)]).areas(middle);
    setup.drawn.clear();
    // Where both do not fit, what is being filled in is seen.
    if is_wide || setup.field != Field::Squares {
        draw_form(setup, frame, if is_wide { form } else { middle }, theme);
    }
    if is_wide || setup.field == Field::Squares {
        draw_board(setup, frame, if is_wide { board } else { middle }, theme);
    }
    let answer = setup.problem().err().unwrap_or_default();
    let tone = if setup.was_asked { Tone::Losing } else { Tone::Quiet };
    let answer = Paragraph::new(answer).style(theme.style(tone)).wrap(Wrap { trim: true });
    frame.render_widget(answer, below);
}

fn draw_form(setup: &mut Setup, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    let width = usize::from(area.width).saturating_sub(NAMES + 2);
    let mut line = area.y;
    for field in setup.fields() {
        let room = Rect { y: line, height: 1, ..area }.intersection(area);
        if room.is_empty() {
            break;
        }
        let mark = if field == setup.field { '>' } else { ' ' };
        let name = Span::styled(format!("{mark}{:NAMES$}", field.name()), theme.style(Tone::Key));
        let mut shown = Line::from(name);
        shown.extend(value(setup, field, width, theme));
        frame.render_widget(shown, room);
        setup.drawn.push((room, field));
        line += 1;
    }
    let hints = setup.hints();
    let room = Rect { x: area.x, y: line + 1, width: area.width.saturating_sub(2), ..area };
    frame.render_widget(
        Paragraph::new(hints).style(theme.style(Tone::Quiet)).wrap(Wrap { trim: true }),
        room.intersection(area),
    );
}

/// What a field holds. What is being filled in stands out.
fn value(setup: &Setup, field: Field, width: usize, theme: Theme) -> Vec<Span<'static>> {
    let is_here = field == setup.field;
    let tone = if is_here { Tone::Chosen } else { Tone::Plain };
    let text = |text: String| vec![Span::styled(text, theme.style(tone))];
    let chosen = |name: &str| text(if is_here { format!("< {name} >") } else { name.to_owned() });
    let typed = |line: &LineInput, nothing: &str| match line.text() {
        _ if is_here => line.spans(width, theme).into(),
        typed if typed.is_empty() => text(nothing.to_owned()),
        typed => text(typed.chars().take(width).collect()),
    };
    match field {
        Field::Board => typed(&setup.board_text, ""),
        Field::Start => typed(&setup.start, "any"),
        Field::End => typed(&setup.end, "any"),
        Field::Kind => chosen(kind_name(setup.kind)),
        Field::Method => chosen(setup.method.name()),
        Field::Tie => chosen(setup.tie.name()),
        Field::Squares => text(setup.board.name(setup.cursor)),
    }
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Any => "any",
        Kind::Open => "open",
        Kind::Closed => "closed",
    }
}

fn draw_board(setup: &mut Setup, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    let board = setup.board.clone();
    let square = |name: &str| board.parse_square(name).ok();
    let (start, end) = (square(&setup.start.text()), square(&setup.end.text()));
    let spot = |square: Square| {
        let (text, tone) = match square {
            _ if Some(square) == start => ("S", Tone::Start),
            _ if Some(square) == end => ("E", Tone::Losing),
            _ => ("", Tone::Plain),
        };
        Spot { text: text.to_owned(), tone }
    };
    let cursor = (setup.field == Field::Squares).then_some(setup.cursor);
    let sketch = Sketch { board: &board, spot: &spot, lines: &[], cursor };
    setup.view.draw(&sketch, frame.buffer_mut(), area, &theme);
}
