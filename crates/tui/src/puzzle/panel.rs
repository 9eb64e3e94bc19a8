//! What is written beside the board of a puzzle.

use caracole::Kind;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::game::Game;
use super::{Puzzle, State};
use crate::theme::{Theme, Tone};

/// So many faults are told at a time.
const FAULTS: usize = 4;

impl Puzzle {
    pub(super) fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let lines = self.panel().into_iter();
        let lines = lines.map(|(text, tone)| Line::styled(text, theme.style(tone)));
        let text = Paragraph::new(lines.collect::<Text<'_>>()).wrap(Wrap { trim: true });
        frame.render_widget(text, area);
    }

    /// What is said, the most urgent first.
    fn panel(&self) -> Vec<(String, Tone)> {
        let mut lines: Vec<(String, Tone)> = self.note.iter().cloned().collect();
        match &self.state {
            State::Making(_, elapsed) => {
                let seconds = elapsed.as_secs_f64();
                lines.push((format!("Making a puzzle, {seconds:.1} s"), Tone::Unknown));
            }
            State::None(why) => lines.push((format!("No puzzle: {why}"), Tone::Losing)),
            State::Playing(game) => {
                lines.extend(self.state_of_play(game));
                lines.push((String::new(), Tone::Plain));
                lines.push((self.task(), Tone::Plain));
                lines.push((self.about(game), Tone::Plain));
            }
        }
        lines.push((String::new(), Tone::Plain));
        lines.extend(self.wishes().map(|line| (line, Tone::Quiet)));
        lines
    }

    fn state_of_play(&self, game: &Game) -> Vec<(String, Tone)> {
        if self.shows_solution {
            return vec![("The only solution".to_owned(), Tone::Winning)];
        }
        let board = &self.wish.board;
        let mut lines = Vec::new();
        match game.verdict() {
            Some(Ok(tour)) => {
                let kind = if tour.is_closed() { "a closed" } else { "an open" };
                let say = format!("Solved! It is {kind} tour, says the verifier.");
                return vec![(say, Tone::Winning)];
            }
            Some(Err(why)) => lines.push((format!("Not a tour: {why}"), Tone::Losing)),
            None => {
                let filled = format!("{} of {} filled", game.filled(), board.len());
                lines.push((filled, Tone::Plain));
            }
        }
        if let Some(cursor) = self.cursor {
            let name = board.name(cursor);
            let stands = match game.number(cursor) {
                Some(number) if game.is_clue(cursor) => format!("{name}: {number}, a clue"),
                Some(number) => format!("{name}: {number}"),
                None => format!("{name}: empty"),
            };
            lines.push((stands, Tone::Plain));
        }
        let faults = game.faults();
        let told = faults.iter().take(FAULTS).map(|(&square, fault)| {
            fault.text(board, square, game.number(square).unwrap_or_default())
        });
        lines.extend(told.map(|text| (text, Tone::Losing)));
        if faults.len() > FAULTS {
            lines.push((format!("and {} more", faults.len() - FAULTS), Tone::Losing));
        }
        lines
    }

    /// What to do.
    fn task(&self) -> String {
        let last = self.wish.board.len();
        let home = match self.wish.kind {
            Kind::Any => String::new(),
            Kind::Closed => format!(", and from {last} back to 1 too"),
            Kind::Open => format!(", but from {last} to 1 is none"),
        };
        format!(
            "Number the squares from 1 to {last}: from each number to the next is a knight's \
             move{home}."
        )
    }

    /// What kind of puzzle it has become.
    fn about(&self, game: &Game) -> String {
        let puzzle = game.puzzle();
        let (clues, grade, wished) = (puzzle.clues(), puzzle.grade(), self.wish.grade);
        let minimal = if puzzle.is_minimal() { ", none to spare" } else { "" };
        let instead = if grade == wished { "" } else { ", the closest there was" };
        format!(
            "{clues} clues{minimal}, one solution: {grade}{instead}. Puzzle {}.",
            self.wish.seed + 1
        )
    }

    /// The wishes, with the keys that change them.
    fn wishes(&self) -> [String; 3] {
        let kind = match self.wish.kind {
            Kind::Any => "any tour",
            Kind::Closed => "a closed tour",
            Kind::Open => "an open tour",
        };
        let symmetric = if self.wish.is_symmetric { "clues in pairs" } else { "clues anywhere" };
        [format!("l  level: {}", self.wish.grade), format!("k  {kind}"), format!("y  {symmetric}")]
    }
}
