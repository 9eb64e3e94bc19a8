//! The tour beside what is known of it.

use caracole::draw::Unit;
use caracole::{Outcome, Square, Tour};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::work::{Search, Solved};
use super::{Answer, Question, State};
use crate::board_view::{BoardView, Sketch, Spot};
use crate::text::lines_of;
use crate::theme::{Theme, Tone};

/// What is known of a tour needs so many columns beside the board.
const FACTS: u16 = 28;
/// Below this there is no room beside the board.
const WIDE: u16 = 60;

type Lines = [(Square, Square, Tone)];

pub(super) fn draw(answer: &mut Answer, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    let lines = lines_of_word(answer, area.width);
    let [middle, below] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(lines)]).areas(area);
    match &answer.state {
        State::AtWork(search) => at_work(search, frame, middle),
        State::Done(solved) => {
            let facts = facts(solved, &answer.question, theme);
            let Outcome::Found(tour) = &solved.outcome else {
                let facts = Paragraph::new(facts).wrap(Wrap { trim: true });
                return frame.render_widget(facts, middle);
            };
            let (beside, board) = if area.width >= WIDE {
                let parts = [Constraint::Fill(1), Constraint::Length(FACTS)];
                let [board, beside] = Layout::horizontal(parts).spacing(1).areas(middle);
                (beside, board)
            } else {
                // One line of what is known, and the board below it.
                let parts = [Constraint::Length(1), Constraint::Fill(1)];
                let [above, board] = Layout::vertical(parts).areas(middle);
                (above, board)
            };
            frame.render_widget(Paragraph::new(facts), beside);
            answer.view.keep_letters_clear(!answer.shows_lines);
            draw_tour(&mut answer.view, tour, &answer.lines, frame, board, theme);
        }
    }
    draw_word(answer, frame, below, theme);
}

fn at_work(search: &Search, frame: &mut Frame<'_>, area: Rect) {
    let time = Unit::Seconds.text((search.elapsed.as_secs_f64() * 10.0).floor() / 10.0);
    let progress = search
        .progress
        .map_or_else(String::new, |(done, all)| format!(", {} of {all} squares", done.min(all)));
    frame.render_widget(Line::from(format!(" looking for a tour: {time}{progress}")), area);
}

/// The tour with its numbers, or with its line.
fn draw_tour(
    view: &mut BoardView,
    tour: &Tour,
    lines: &Lines,
    frame: &mut Frame<'_>,
    area: Rect,
    theme: Theme,
) {
    let last = tour.len();
    let spot = |square: Square| match tour.step_of(square) {
        None => Spot::default(),
        Some(step) => {
            let tone = match step {
                1 => Tone::Start,
                step if step == last => Tone::Knight,
                _ => Tone::Visited,
            };
            Spot { text: step.to_string(), tone }
        }
    };
    let board = tour.board();
    let sketch = Sketch { board, spot: &spot, lines, cursor: None };
    let mut seen = Vec::new();
    if lines.is_empty() {
        // Too many to be kept: those of the squares that are seen, if one can see them.
        let squares = view.seen(&sketch, area).unwrap_or_default();
        let line = |square| Some((square, tour.successor(square)?, Tone::Visited));
        seen.extend(squares.into_iter().filter_map(line));
    }
    let lines = if lines.is_empty() { &seen } else { lines };
    view.draw(&Sketch { lines, ..sketch }, frame.buffer_mut(), area, &theme);
}

/// What is known, the most important first.
fn facts(solved: &Solved, question: &Question, theme: Theme) -> Text<'static> {
    let (head, tone) = match &solved.outcome {
        Outcome::Found(tour) if tour.is_closed() => ("closed tour", Tone::Winning),
        Outcome::Found(_) => ("open tour", Tone::Winning),
        Outcome::Impossible(_) => ("impossible", Tone::Losing),
        Outcome::Unknown(_) => ("unknown", Tone::Unknown),
    };
    let mut lines = vec![Line::styled(head, theme.style(tone))];
    let mut fact = |name: &str, value: String| {
        let name = Span::styled(format!("{name:9}"), theme.style(Tone::Quiet));
        lines.push(Line::from_iter([name, Span::raw(value)]));
    };
    match &solved.outcome {
        Outcome::Found(tour) => {
            fact("squares", tour.len().to_string());
            let name = |step| tour.square_at(step).map(|square| tour.board().name(square));
            fact("from", name(1).unwrap_or_default());
            fact("to", name(tour.len()).unwrap_or_default());
        }
        Outcome::Impossible(proof) => fact("why", proof.text()),
        Outcome::Unknown(stop) => fact("why", stop.to_string()),
    }
    let (asked, by) = (question.method.name(), solved.method);
    let method = if asked == by { by.to_owned() } else { format!("{asked}, by {by}") };
    fact("method", method);
    fact("time", Unit::Seconds.text(solved.elapsed.as_secs_f64()));
    fact("seed", question.seed.to_string());
    let stats = solved.stats;
    let counts = [("steps", stats.steps), ("retreats", stats.retreats), ("cases", stats.cases)];
    // The first two are always asked for.
    for (name, count) in counts.into_iter().filter(|&(name, count)| name != "cases" || count > 0) {
        fact(name, count.to_string());
    }
    for (name, count) in stats.counts() {
        fact(name, count.to_string());
    }
    lines.into()
}

/// The lines below: the name of a file that is typed, and what came of it.
fn draw_word(answer: &Answer, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    let [above, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
    if let Some(name) = &answer.name {
        frame.render_widget(name.line(below.width, theme), below);
    }
    if let Some((word, tone)) = &answer.word {
        let room = if answer.name.is_some() { above } else { area };
        let word = Paragraph::new(word.as_str()).style(theme.style(*tone));
        frame.render_widget(word.wrap(Wrap { trim: true }), room);
    }
}

/// How many lines are needed for that.
fn lines_of_word(answer: &Answer, width: u16) -> u16 {
    /// More of it nobody reads.
    const MOST: u16 = 4;
    let lines = answer.word.as_ref().map_or(0, |(word, _)| lines_of(word, width)).min(MOST);
    (lines + u16::from(answer.name.is_some())).max(1)
}
