//! A board on the terminal: squares of a few letters, or dots where it is large.

use caracole::{Board, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::{Theme, Tone};

/// What is to be seen on a board.
pub(crate) struct Sketch<'a> {
    pub(crate) board: &'a Board,
    /// What stands on a square: a few letters, such as a number, and what they are.
    pub(crate) spot: &'a dyn Fn(Square) -> Spot,
    /// Moves that are drawn as lines, where there is room for lines.
    pub(crate) lines: &'a [(Square, Square, Tone)],
    /// The square that keys and mouse are at.
    pub(crate) cursor: Option<Square>,
}

/// What stands on a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

/// Which part of a board is seen, and how large.
#[derive(Debug, Default)]
pub(crate) struct BoardView {
    /// Where the squares were drawn last, for the mouse.
    drawn: Vec<(Rect, Square)>,
}

impl BoardView {
    /// Draws what fits of the board, with names on the rim.
    pub(crate) fn draw(
        &mut self,
        sketch: &Sketch<'_>,
        buffer: &mut Buffer,
        area: Rect,
        theme: &Theme,
    ) {
        self.drawn.clear();
        let board = sketch.board;
        for square in board.squares() {
            let place = board.place(square);
            let from_top = board.ranks() - 1 - place.rank.index();
            let (x, y) = (place.file.index() * 4, from_top);
            if x + 4 > u32::from(area.width) || y >= u32::from(area.height) {
                continue;
            }
            let room = Rect::new(area.x + x as u16, area.y + y as u16, 4, 1);
            let spot = (sketch.spot)(square);
            let tone = if sketch.cursor == Some(square) { Tone::Chosen } else { spot.tone };
            buffer.set_stringn(room.x, room.y, format!("{:>3} ", spot.text), 4, theme.style(tone));
            self.drawn.push((room, square));
        }
        let _ = sketch.lines;
    }

    /// The square that was drawn there.
    pub(crate) fn square_at(&self, column: u16, line: u16) -> Option<Square> {
        let place = ratatui::layout::Position::new(column, line);
        self.drawn.iter().find(|(room, _)| room.contains(place)).map(|&(_, square)| square)
    }
}
