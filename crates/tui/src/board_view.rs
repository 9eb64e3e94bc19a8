//! A board on the terminal: squares of a few letters, or dots where it is large.
//!
//! The view finds the largest size at which the board fits. A board that fits at no size with letters is
//! drawn in dots, eight to a letter of the terminal, and lines of dots are the moves. Who wants to see
//! more of it zooms in, and moves about.

mod control;
mod dots;
mod fit;
mod geometry;
mod letters;
mod paint;
mod rim;
mod scale;

use caracole::{Board, File, Place, Rank, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::{Theme, Tone};
use dots::Dots;
use fit::Rim;
use geometry::Geometry;
use scale::Scale;

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
    /// What was drawn last.
    drawn: Option<Geometry>,
    /// The sizes from the largest to the one at which everything is seen, and which of them it is.
    ladder: Vec<Scale>,
    at: usize,
    /// The size that was asked for, if it is not the one at which everything is seen.
    zoom: Option<Scale>,
    /// What is in the middle.
    focus: Option<Place>,
    /// The cursor that was last seen to.
    followed: Option<Square>,
    prefers_lines: bool,
    /// Are there lines between dots only, and none between letters?
    keeps_letters_clear: bool,
    /// The longest text so far, so that squares do not change their size to and fro.
    longest: u16,
}

/// The knight, where he is shown beside his number.
pub(crate) const KNIGHT: char = '♞';

/// So many squares are looked at one by one in each picture; where more are seen, only lines are.
const MOST_SPOTS: u64 = 20_000;

impl BoardView {
    /// The keys that the view understands, for lists of keys.
    pub(crate) const KEYS: [(&'static str, &'static str); 2] =
        [("+ - 0 wheel", "zoom"), ("Shift+arrows HJKL", "move the board")];

    /// Longer texts are cut off; they shall not make the board vanish.
    pub(crate) const LETTERS: usize = 12;

    /// Shall there be lines of dots rather than letters?
    pub(crate) const fn prefer_lines(&mut self, prefers_lines: bool) {
        if self.prefers_lines != prefers_lines {
            self.prefers_lines = prefers_lines;
            self.zoom = None;
        }
    }

    /// Shall lines be left out where there are letters?
    pub(crate) const fn keep_letters_clear(&mut self, keeps_letters_clear: bool) {
        self.keeps_letters_clear = keeps_letters_clear;
    }

    /// Is the board drawn in dots, so that texts are not to be seen?
    pub(crate) fn is_dots(&self) -> bool {
        self.drawn.as_ref().is_some_and(|drawn| !matches!(drawn.scale, Scale::Letters { .. }))
    }

    /// Draws what fits of the board, with names on the rim.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "screens are given it like that")]
    pub(crate) fn draw(
        &mut self,
        sketch: &Sketch<'_>,
        buffer: &mut Buffer,
        area: Rect,
        theme: &Theme,
    ) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            self.drawn = None;
            return;
        }
        let (geometry, spots, rim) = self.look(sketch, area);
        match geometry.scale {
            Scale::Letters { lines } => {
                letters::draw(&geometry, lines, &spots, sketch.cursor, buffer, *theme);
                if let Some(hole) = sketch.cursor.filter(|&hole| !sketch.board.contains(hole)) {
                    let spot = Spot { text: ".".to_owned(), tone: Tone::Plain };
                    letters::draw(&geometry, lines, &[(hole, spot)], Some(hole), buffer, *theme);
                }
                if lines > 1 && !self.keeps_letters_clear {
                    let mut dots = Dots::new(&geometry);
                    paint::lines(&geometry, sketch.lines, &mut dots);
                    dots.write(&geometry, buffer, |tone| theme.line(tone));
                }
            }
            _ => paint::dots(&geometry, sketch, &spots, buffer, *theme),
        }
        rim::draw(&geometry, rim, buffer, *theme);
        self.drawn = Some(geometry);
    }

    /// The squares that are seen when the board is drawn in this area, unless they are too many to
    /// be looked at one by one.
    pub(crate) fn seen(&mut self, sketch: &Sketch<'_>, area: Rect) -> Option<Vec<Square>> {
        let (geometry, _, _) = self.look(sketch, area);
        (geometry.count() <= MOST_SPOTS).then(|| geometry.squares().collect())
    }

    /// Finds the size, and what is seen.
    fn look(&mut self, sketch: &Sketch<'_>, area: Rect) -> (Geometry, Vec<(Square, Spot)>, Rim) {
        let board = sketch.board;
        if self.drawn.as_ref().is_some_and(|drawn| !is_alike(&drawn.board, board)) {
            let Self { prefers_lines, keeps_letters_clear, .. } = *self;
            *self = Self { prefers_lines, keeps_letters_clear, ..Self::default() };
        }
        let rim = Rim::new(board, area);
        let room = rim.inside(area);
        let spot = |square| (square, (sketch.spot)(square));
        // Two columns is the least for a square with a letter.
        let may_fit = board.area() <= u64::from(room.width / 2) * u64::from(room.height);
        if may_fit {
            let longest = board.squares().map(|square| length(&(sketch.spot)(square))).max();
            self.longest = self.longest.max(longest.unwrap_or(0));
        }
        let fitting = fit::fit(board, may_fit.then_some(self.longest), self.prefers_lines, room);
        self.ladder = fitting.ladder(self.prefers_lines);
        let last = self.ladder.len().saturating_sub(1);
        let at = self.ladder.iter().position(|&scale| Some(scale) == self.zoom);
        self.at = at.unwrap_or(last);
        let scale = self.ladder.get(self.at).copied().unwrap_or(fitting);

        let mut geometry = self.geometry(sketch, scale, room);
        let mut spots = Vec::new();
        if geometry.count() <= MOST_SPOTS {
            spots = geometry.squares().map(spot).collect();
            let longest = spots.iter().map(|(_, spot)| length(spot)).max().unwrap_or(0);
            if longest > self.longest {
                self.longest = longest;
                geometry = self.geometry(sketch, scale, room);
                spots = geometry.squares().map(spot).collect();
            }
        }
        (geometry, spots, rim)
    }

    /// What is seen, the cursor included if it has moved.
    fn geometry(&mut self, sketch: &Sketch<'_>, scale: Scale, room: Rect) -> Geometry {
        let board = sketch.board;
        let cursor = sketch.cursor.filter(|cursor| cursor.index() < board.area());
        let middle = Place::flat(File::new(board.files() / 2), Rank::new(board.ranks() / 2));
        let focus = self.focus.or_else(|| cursor.map(|cursor| board.place(cursor)));
        let focus = focus.unwrap_or(middle);
        let geometry = fit::geometry(board, scale, self.longest, focus, room);
        let has_moved = cursor.is_some() && cursor != self.followed;
        self.followed = cursor;
        let place = cursor.map(|cursor| board.place(cursor)).filter(|_| has_moved);
        match place {
            Some(place) if !is_whole(&geometry, place) => {
                self.focus = Some(place);
                fit::geometry(board, scale, self.longest, place, room)
            }
            _ => geometry,
        }
    }

    /// The square that was drawn there; of several the nearest.
    pub(crate) fn square_at(&self, column: u16, line: u16) -> Option<Square> {
        let drawn = self.drawn.as_ref()?;
        drawn.find_at(column, line, |place| drawn.board.square(place))
    }

    /// The square or the hole that was drawn there.
    pub(crate) fn place_at(&self, column: u16, line: u16) -> Option<Square> {
        let drawn = self.drawn.as_ref()?;
        drawn.find_at(column, line, |place| drawn.board.at(place))
    }
}

/// Do boards fill the same places, holes aside?
fn is_alike(a: &Board, b: &Board) -> bool {
    let sides = |board: &Board| (board.files(), board.ranks(), board.levels(), board.surface());
    sides(a) == sides(b)
}

fn length(spot: &Spot) -> u16 {
    spot.text.trim().chars().count().min(BoardView::LETTERS) as u16
}

/// Is all of a place in the window?
fn is_whole(geometry: &Geometry, place: Place) -> bool {
    let (wide, high) = geometry.pitch();
    let Some((x, y)) = geometry.corner(place) else { return false };
    geometry.cell((x, y)).is_some() && geometry.cell((x + wide - 1, y + high - 1)).is_some()
}

#[cfg(test)]
mod tests;
