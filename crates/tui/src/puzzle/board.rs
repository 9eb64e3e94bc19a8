//! The board of a puzzle.

use caracole::Square;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::{Puzzle, State};
use crate::board_view::{Sketch, Spot};
use crate::theme::{Theme, Tone};

impl Puzzle {
    /// Draws the clues and what was written, or the solution.
    pub(super) fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let State::Playing(game) = &self.state else { return };
        let faults = game.faults();
        let shown = self.shows_solution.then(|| game.puzzle().solution());
        let spot = |square: Square| {
            let number = shown.map_or_else(|| game.number(square), |tour| tour.step_of(square));
            let is_wrong = shown.is_none() && faults.contains_key(&square);
            let mark = if is_wrong { "!" } else { "" };
            let text = number.map_or_else(|| "_".to_owned(), |number| format!("{number}{mark}"));
            let tone = match number {
                _ if is_wrong => Tone::Losing,
                Some(_) if game.is_clue(square) => Tone::Title,
                Some(_) => Tone::Visited,
                None => Tone::Quiet,
            };
            Spot { text, tone }
        };
        let cursor = self.cursor.filter(|_| !self.shows_solution);
        let sketch = Sketch { board: &self.wish.board, spot: &spot, lines: &[], cursor };
        self.view.draw(&sketch, frame.buffer_mut(), area, &theme);
    }
}
