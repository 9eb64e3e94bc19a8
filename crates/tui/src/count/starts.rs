//! One number for each square, on the board.

use caracole::{Board, Count as Number, Square, Tally};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Text;
use ratatui::widgets::{Clear, Paragraph};

use super::{Count, State};
use crate::board_view::{BoardView, Sketch, Spot};
use crate::theme::{Theme, Tone};

impl Count {
    /// Draws the numbers of all squares, where they are known; where they do not fit on their
    /// squares, as a list.
    pub(super) fn draw_starts(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let State::Known(Tally { starts: Some(starts), .. }) = &self.state else { return };
        let board = self.asked.problem().board();
        let number = |square| {
            let at = starts.binary_search_by_key(&square, |&(square, _)| square);
            at.map_or_else(|_| String::new(), |at| starts[at].1.to_string())
        };
        let spot = |square| match number(square) {
            text if text == "0" => Spot { text, tone: Tone::Quiet },
            text => Spot { text, tone: Tone::Plain },
        };
        let sketch = Sketch { board, spot: &spot, lines: &[], cursor: None };
        self.view.draw(&sketch, frame.buffer_mut(), area, &theme);
        let is_cut = starts.iter().any(|(_, count)| count.to_string().len() > BoardView::LETTERS);
        if self.view.is_dots() || is_cut {
            let lines = list(board, starts, area.width.into());
            self.top = self.top.min((lines.len() as u16).saturating_sub(area.height));
            frame.render_widget(Clear, area);
            let list = Paragraph::new(Text::from_iter(lines)).style(theme.style(Tone::Plain));
            frame.render_widget(list.scroll((self.top, 0)), area);
        }
    }
}

/// As many squares with their numbers beside each other as there is room for.
fn list(board: &Board, starts: &[(Square, Number)], columns: usize) -> Vec<String> {
    let words: Vec<String> =
        starts.iter().map(|(square, count)| format!("{} {count}", board.name(*square))).collect();
    let width = words.iter().map(String::len).max().unwrap_or_default();
    let lines = words.chunks((columns / (width + 2)).max(1));
    lines
        .map(|words| {
            let words: Vec<String> = words.iter().map(|word| format!("{word:<width$}")).collect();
            words.join("  ").trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_a_list() {
        let board: Board = "2x2-b1".parse().expect("a board");
        let numbers = [304_u64, 7, 11].map(Number::from);
        let starts: Vec<_> = board.squares().zip(numbers).collect();
        assert_eq!(list(&board, &starts, 11), ["a1 304", "a2 7", "b2 11"]);
        assert_eq!(list(&board, &starts, 16), ["a1 304  a2 7", "b2 11"]);
    }
}
