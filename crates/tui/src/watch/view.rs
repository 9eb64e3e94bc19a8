//! Draws a recording: the board, captions and a slider.

use std::collections::HashMap;

use caracole::play::recording;
use caracole::play::recording::{Event, TrailSnapshot};
use caracole::{Board, Explain, Outcome, Square};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::WatchScreen;
use crate::board_view::{BoardContent, KNIGHT, Label};
use crate::text::{pluralize, wrapped_height};
use crate::theme::{TerminalTheme, Tone};

impl WatchScreen {
    /// Draws the board, and below it the event, the counts, the state of the method and the slider.
    pub(super) fn draw_all(&mut self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let (text, tone) = self.state();
        let lines = wrapped_height(&text, area.width).min(area.height / 3).max(1);
        let parts = [
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(lines),
            Constraint::Length(1),
        ];
        let [board, caption, counts, state, slider] = Layout::vertical(parts).areas(area);
        self.draw_board(frame, board, theme);
        let shown = self.player.frame();
        let is_back = shown.left().is_some();
        let caption_tone = if is_back { Tone::Backtrack } else { Tone::Plain };
        let line = Line::styled(caption_text(shown), theme.style(caption_tone));
        frame.render_widget(line, caption);
        frame.render_widget(Line::from(counts_text(shown)), counts);
        let paragraph = Paragraph::new(text).style(theme.style(tone)).wrap(Wrap { trim: true });
        frame.render_widget(paragraph, state);
        self.draw_slider(frame, slider, theme);
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
        let shown = self.player.frame();
        self.cache.update(shown, self.player.moment(), self.has_lines);
        let content = BoardContent {
            board: shown.board(),
            label: &|square| self.cache.label(shown, self.notes, square),
            lines: self.cache.lines(),
            cursor: shown.knight(),
        };
        self.view.draw(&content, frame.buffer_mut(), area, &theme);
    }

    /// Returns the state of the method, or its answer.
    fn state(&self) -> (String, Tone) {
        let player = &self.player;
        if let Some((text, tone)) = player.answer() {
            let cut = if player.is_cut() { "the recording is full; " } else { "" };
            return (format!("{cut}{text}"), tone);
        }
        let text = match (player.is_running(), player.is_cut()) {
            (true, true) => "the recording is full; the method is still at work",
            (true, false) => "the method is at work",
            (false, _) => self.notes.about(),
        };
        (text.to_owned(), Tone::Quiet)
    }

    fn draw_slider(&mut self, frame: &mut Frame<'_>, area: Rect, theme: TerminalTheme) {
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
        let more = if player.is_running() { "+" } else { "" };
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

/// Returns the speed in words.
fn speed(steps: f64) -> String {
    match steps {
        10.0.. => format!("{steps:.0} steps a second"),
        1.0.. => format!("{steps:.1} steps a second"),
        _ => format!("a step in {:.1} s", steps.recip()),
    }
}

/// A slider from the first moment to the last.
#[derive(Debug, Default)]
pub(super) struct Slider {
    /// The area of the last drawing.
    area: Rect,
}

impl Slider {
    pub(super) fn draw(
        &mut self,
        (moment, moments): (usize, usize),
        buffer: &mut Buffer,
        area: Rect,
        theme: TerminalTheme,
    ) {
        self.area = area.intersection(buffer.area);
        if self.area.is_empty() {
            return;
        }
        let width = usize::from(self.area.width);
        let knob = scaled(moment, moments, width - 1);
        let parts = [
            ("━".repeat(knob), Tone::Visited),
            ("●".to_owned(), Tone::Knight),
            ("─".repeat(width - 1 - knob), Tone::Quiet),
        ];
        let mut column = self.area.x;
        for (text, tone) in parts {
            (column, _) = buffer.set_stringn(column, self.area.y, text, width, theme.style(tone));
        }
    }

    /// Returns the moment at a cell of the screen, if that is on the slider.
    pub(super) fn moment_at(&self, column: u16, line: u16, moments: usize) -> Option<usize> {
        let is_here = self.area.contains(Position::new(column, line));
        is_here.then(|| {
            let (at, last) = (column - self.area.x, self.area.width.saturating_sub(1));
            scaled(at.into(), last.into(), moments)
        })
    }
}

/// Scales `at` of `of` parts to `length` parts.
fn scaled(at: usize, of: usize, length: usize) -> usize {
    let scaled = at as u128 * length as u128 / of.max(1) as u128;
    (scaled as usize).min(length)
}

/// Returns the last event in words.
pub(crate) fn caption_text(frame: &recording::Frame) -> String {
    let name = |square| frame.board().name(square);
    match frame.event() {
        None => "before the first step".to_owned(),
        Some(Event::Attempt { start }) => match frame.counts().attempts {
            ..=1 => format!("step 1: starting from {}", name(start)),
            walk => format!("walk {walk}, step 1: starting from {}", name(start)),
        },
        Some(Event::Visit { step, square }) => format!("step {step}: visiting {}", name(square)),
        Some(Event::Backtrack { step, to, .. }) => {
            format!("step {step}: backtracking to {}", name(to))
        }
        Some(Event::Sweep { attempt, sweep }) => {
            let prefix = if attempt > 1 { format!("attempt {attempt}, ") } else { String::new() };
            let details = frame.network().map_or_else(String::new, |network| {
                let (moves, two) = (
                    pluralize(network.active_move_count() as u64, "active move"),
                    network.squares_with_two(),
                );
                format!(": {moves}, {two} of {} squares have degree 2", frame.board().len())
            });
            format!("{prefix}sweep {sweep}{details}")
        }
        Some(Event::Trails { cycle }) => {
            let strongest = frame.trails().and_then(TrailSnapshot::strongest);
            let details = strongest.map_or_else(String::new, |(from, to)| {
                format!(": the strongest trail leads from {} to {}", name(from), name(to))
            });
            format!("cycle {cycle}{details}")
        }
    }
}

/// Returns the counts so far in words.
pub(crate) fn counts_text(frame: &recording::Frame) -> String {
    let counts = frame.counts();
    let (path, squares) = (frame.path().len(), frame.board().len());
    let [steps, backtracks, walks] =
        [(counts.steps, "step"), (counts.backtracks, "backtrack"), (counts.attempts, "walk")]
            .map(|(count, what)| pluralize(count, what));
    format!("{path} of {squares} squares visited; {steps}, {backtracks}, {walks}")
}

/// Returns the outcome in a sentence, with the method that found it.
pub(crate) fn answer(outcome: &Outcome, board: &Board, method: Option<&str>) -> String {
    match outcome {
        Outcome::Found(tour) => {
            let by = method.map_or_else(String::new, |method| format!(" by {method}"));
            let squares = pluralize(tour.len(), "square");
            let ends = tour.square_at(1).zip(tour.square_at(tour.len()));
            match ends.map(|(start, end)| (board.name(start), board.name(end))) {
                Some((start, end)) if !tour.is_closed() => {
                    format!("found{by}: an open tour of {squares}, from {start} to {end}")
                }
                _ => format!("found{by}: a closed tour of {squares}"),
            }
        }
        Outcome::Impossible(proof) => format!("impossible: {}", proof.text()),
        Outcome::Unknown(stop) => format!("unknown: {stop}"),
    }
}

/// The annotation of free squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Annotation {
    /// Nothing.
    None,
    /// The number of onward moves, next to the knight.
    Near,
    /// The number of onward moves.
    All,
    /// The number of active moves of the network.
    Network,
    /// The strength of the strongest trail to the square, from 0 to 99.
    Trails,
}

impl Annotation {
    /// All annotations.
    const ALL: [Self; 5] = [Self::None, Self::Near, Self::All, Self::Network, Self::Trails];

    /// Returns the next annotation that applies to the frame.
    pub(super) fn next(self, frame: &recording::Frame) -> Self {
        let is_known = |notes: &Self| match notes {
            Self::Network => frame.network().is_some(),
            Self::Trails => frame.trails().is_some(),
            Self::None | Self::Near | Self::All => true,
        };
        let rest = Self::ALL.into_iter().skip_while(|&notes| notes != self).skip(1);
        rest.chain(Self::ALL).find(is_known).unwrap_or(Self::None)
    }

    /// Returns the legend; without annotation, keys that do not fit in the bottom line.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::None => {
                "Shift ←→: 10 steps; Home, End: the first and the last; l: lines; d: notes"
            }
            Self::Near => "·n next to the knight: n onward moves",
            Self::All => "·n: n onward moves",
            Self::Network => "·n: n moves of the network",
            Self::Trails => "·n: the strongest trail to here, from 0 to 99",
        }
    }
}

/// The lines and numbers of a moment, kept between two drawings.
#[derive(Debug, Default)]
pub(super) struct FrameCache {
    /// The moment of the lines, and whether they are shown.
    drawn: Option<(usize, bool)>,
    /// The attempt and sweep, or the cycle, of the annotations.
    snapshot: Option<(u64, u64)>,
    lines: Vec<(Square, Square, Tone)>,
    /// The moves of the network or the trails.
    snapshot_lines: Vec<(Square, Square, Tone)>,
    /// For each square the active moves of the network, or the strength of the strongest trail.
    marks: HashMap<Square, u32>,
}

/// The limits of the three line styles; weaker trails are not drawn.
const FAINT: f32 = 0.1;
const MIDDLING: f32 = 0.3;
const STRONG: f32 = 0.7;

impl FrameCache {
    /// Computes the lines of a moment, unless they are up to date.
    pub(super) fn update(&mut self, frame: &recording::Frame, moment: usize, has_lines: bool) {
        if self.drawn.replace((moment, has_lines)) == Some((moment, has_lines)) {
            return;
        }
        self.update_snapshot(frame);
        self.lines.clear();
        if has_lines {
            self.lines.extend_from_slice(&self.snapshot_lines);
            let moves = frame.path().windows(2);
            self.lines.extend(moves.map(|pair| (pair[0], pair[1], Tone::Visited)));
        }
    }

    pub(super) fn lines(&self) -> &[(Square, Square, Tone)] {
        &self.lines
    }

    fn update_snapshot(&mut self, frame: &recording::Frame) {
        let network = frame.network().map(|network| (network.attempt(), network.sweep()));
        let snapshot = network.or(frame.trails().map(|trails| (0, trails.cycle())));
        if std::mem::replace(&mut self.snapshot, snapshot) == snapshot {
            return;
        }
        self.snapshot_lines.clear();
        self.marks.clear();
        if let Some(network) = frame.network() {
            self.add_network(network);
        } else if let Some(trails) = frame.trails() {
            self.add_trails(trails);
        }
    }

    fn add_network(&mut self, network: &recording::NetworkSnapshot) {
        for (a, b) in network.active_moves() {
            *self.marks.entry(a).or_default() += 1;
            *self.marks.entry(b).or_default() += 1;
        }
        let has_two = |square| self.marks.get(&square) == Some(&2);
        let line = |(a, b)| {
            let tone = if has_two(a) && has_two(b) { Tone::Legal } else { Tone::Unknown };
            (a, b, tone)
        };
        self.snapshot_lines.extend(network.active_moves().map(line));
    }

    fn add_trails(&mut self, trails: &recording::TrailSnapshot) {
        for (from, to, strength) in trails.strengths() {
            let mark = self.marks.entry(to).or_default();
            *mark = (*mark).max((strength * 99.0).round() as u32);
            let tone = match strength {
                STRONG.. => Tone::Start,
                MIDDLING.. => Tone::Legal,
                FAINT.. => Tone::Quiet,
                _ => continue,
            };
            self.snapshot_lines.push((from, to, tone));
        }
        // The strongest are drawn last.
        self.snapshot_lines.sort_by_key(|line| match line.2 {
            Tone::Quiet => 0,
            Tone::Legal => 1,
            _ => 2,
        });
    }

    /// Returns the label of a square. The knight and the square it has just left have symbols, because
    /// there may be no colours.
    pub(super) fn label(
        &self,
        frame: &recording::Frame,
        notes: Annotation,
        square: Square,
    ) -> Label {
        if let Some(step) = frame.step_of(square) {
            return match step {
                _ if frame.knight() == Some(square) => {
                    Label { text: format!("{KNIGHT}{step}"), tone: Tone::Knight }
                }
                1 => Label { text: step.to_string(), tone: Tone::Start },
                _ => Label { text: step.to_string(), tone: Tone::Visited },
            };
        }
        if frame.left() == Some(square) {
            return Label { text: "×".to_owned(), tone: Tone::Backtrack };
        }
        let degree = || frame.degree(square).map(|degree| degree as u32);
        let note = match notes {
            Annotation::None => None,
            Annotation::Near => {
                let is_near = |knight| frame.onward_moves(knight).any(|to| to == square);
                frame.knight().filter(|&knight| is_near(knight)).and_then(|_| degree())
            }
            Annotation::All => degree(),
            Annotation::Network | Annotation::Trails => {
                Some(self.marks.get(&square).copied().unwrap_or_default())
            }
        };
        match (note, notes) {
            (Some(2), Annotation::Network) => Label { text: "·2".to_owned(), tone: Tone::Legal },
            (Some(note), Annotation::Near) => {
                Label { text: format!("·{note}"), tone: Tone::Legal }
            }
            (Some(note), _) => Label { text: format!("·{note}"), tone: Tone::Quiet },
            (None, _) => Label { text: "·".to_owned(), tone: Tone::Quiet },
        }
    }
}
