//! Draws a board on the terminal: squares as text, or as braille dots if the board is large.
//!
//! The view chooses the largest scale at which the board fits. A board that fits at no scale with text
//! is drawn in dots, eight to a cell of the terminal, with moves as lines of dots. Keys and mouse zoom
//! and pan.

mod coordinates;
mod geometry;
mod paint;

use caracole::board::{Coord, File, Level, Offset, Rank};
use caracole::{Board, Square};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};

use geometry::{Geometry, Margins, Scale};
use paint::Dots;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::{TerminalTheme, Tone};

/// The content of a board view.
pub(crate) struct BoardContent<'a> {
    pub(crate) board: &'a Board,
    /// Returns the label of a square.
    pub(crate) label: &'a dyn Fn(Square) -> Label,
    /// The moves that are drawn as lines if there is room.
    pub(crate) lines: &'a [(Square, Square, Tone)],
    pub(crate) cursor: Option<Square>,
}

/// A short text on a square, such as a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

/// The visible part of a board and its scale.
#[derive(Debug, Default)]
pub(crate) struct BoardView {
    /// The geometry of the last drawing.
    drawn: Option<Geometry>,
    /// The scales from the largest to the one at which the whole board fits, and the current index.
    scales: Vec<Scale>,
    scale_index: usize,
    /// The chosen scale, unless it is the one at which the whole board fits.
    zoom: Option<Scale>,
    /// The place in the middle.
    focus: Option<Coord>,
    /// The cursor that was last scrolled into view.
    last_cursor: Option<Square>,
    prefers_lines: bool,
    /// True if lines are drawn only between dots, not between texts.
    keeps_letters_clear: bool,
    /// The width of the longest text so far, so that the size of squares does not oscillate.
    text_width: u16,
}

/// The knight, shown before the number of its step.
pub(crate) const KNIGHT: char = '♞';

/// If more squares are visible, their labels are not computed, and only lines are drawn.
const MAX_LABELS: u64 = 20_000;

impl BoardView {
    /// The keys that the view handles, for key lists.
    pub(crate) const KEYS: [(&'static str, &'static str); 2] =
        [("+ - 0 wheel", "zoom"), ("Shift+arrows HJKL", "move the board")];

    /// The longest text of a square; the rest is cut off.
    pub(crate) const MAX_TEXT: usize = 12;

    /// Sets whether dots and lines are preferred to text.
    pub(crate) const fn prefer_lines(&mut self, prefers_lines: bool) {
        if self.prefers_lines != prefers_lines {
            self.prefers_lines = prefers_lines;
            self.zoom = None;
        }
    }

    /// Sets whether lines between texts are left out.
    pub(crate) const fn keep_letters_clear(&mut self, keeps_letters_clear: bool) {
        self.keeps_letters_clear = keeps_letters_clear;
    }

    /// Returns true if the board is drawn in dots, without texts.
    pub(crate) fn is_dots(&self) -> bool {
        self.drawn.as_ref().is_some_and(|drawn| !matches!(drawn.scale, Scale::Text { .. }))
    }

    /// Draws the visible part of the board with its coordinates.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "screens receive a reference")]
    pub(crate) fn draw(
        &mut self,
        content: &BoardContent<'_>,
        buffer: &mut Buffer,
        area: Rect,
        theme: &TerminalTheme,
    ) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            self.drawn = None;
            return;
        }
        let (geometry, labels, margins) = self.layout(content, area);
        match geometry.scale {
            Scale::Text { lines } => {
                paint::squares(&geometry, lines, &labels, content.cursor, buffer, *theme);
                if let Some(hole) = content.cursor.filter(|&hole| !content.board.contains(hole)) {
                    let label = Label { text: ".".to_owned(), tone: Tone::Plain };
                    paint::squares(&geometry, lines, &[(hole, label)], Some(hole), buffer, *theme);
                }
                if lines > 1 && !self.keeps_letters_clear {
                    let mut dots = Dots::new(&geometry);
                    paint::lines(&geometry, content.lines, &mut dots);
                    dots.write(&geometry, buffer, |tone| theme.line(tone));
                }
            }
            _ => paint::dots(&geometry, content, &labels, buffer, *theme),
        }
        coordinates::draw(&geometry, margins, buffer, *theme);
        self.drawn = Some(geometry);
    }

    /// Returns the squares that are visible when the board is drawn in this area, or `None` if there
    /// are more than [`MAX_LABELS`].
    pub(crate) fn visible_squares(
        &mut self,
        content: &BoardContent<'_>,
        area: Rect,
    ) -> Option<Vec<Square>> {
        let (geometry, _, _) = self.layout(content, area);
        (geometry.count() <= MAX_LABELS).then(|| geometry.squares().collect())
    }

    /// Chooses the scale and computes the geometry, the labels and the margins.
    fn layout(
        &mut self,
        content: &BoardContent<'_>,
        area: Rect,
    ) -> (Geometry, Vec<(Square, Label)>, Margins) {
        let board = content.board;
        if self.drawn.as_ref().is_some_and(|drawn| !has_same_sides(&drawn.board, board)) {
            let Self { prefers_lines, keeps_letters_clear, .. } = *self;
            *self = Self { prefers_lines, keeps_letters_clear, ..Self::default() };
        }
        let margins = Margins::new(board, area);
        let room = margins.inside(area);
        let label = |square| (square, (content.label)(square));
        // A square with a letter has at least two columns.
        let may_fit = board.area() <= u64::from(room.width / 2) * u64::from(room.height);
        if may_fit {
            let text_width = board.squares().map(|square| width(&(content.label)(square))).max();
            self.text_width = self.text_width.max(text_width.unwrap_or(0));
        }
        let fitting =
            geometry::fit(board, may_fit.then_some(self.text_width), self.prefers_lines, room);
        self.scales = fitting.scales(self.prefers_lines);
        let last = self.scales.len().saturating_sub(1);
        let at = self.scales.iter().position(|&scale| Some(scale) == self.zoom);
        self.scale_index = at.unwrap_or(last);
        let scale = self.scales.get(self.scale_index).copied().unwrap_or(fitting);

        let mut geometry = self.geometry(content, scale, room);
        let mut labels = Vec::new();
        if geometry.count() <= MAX_LABELS {
            labels = geometry.squares().map(label).collect();
            let text_width = labels.iter().map(|(_, label)| width(label)).max().unwrap_or(0);
            if text_width > self.text_width {
                self.text_width = text_width;
                geometry = self.geometry(content, scale, room);
                labels = geometry.squares().map(label).collect();
            }
        }
        (geometry, labels, margins)
    }

    /// Returns the geometry, with the cursor scrolled into view if it has moved.
    fn geometry(&mut self, content: &BoardContent<'_>, scale: Scale, room: Rect) -> Geometry {
        let board = content.board;
        let cursor = content.cursor.filter(|cursor| cursor.index() < board.area());
        let middle = Coord::flat(File::new(board.files() / 2), Rank::new(board.ranks() / 2));
        let focus = self.focus.or_else(|| cursor.map(|cursor| board.coord(cursor)));
        let focus = focus.unwrap_or(middle);
        let geometry = Geometry::new(board, scale, self.text_width, focus, room);
        let has_moved = cursor.is_some() && cursor != self.last_cursor;
        self.last_cursor = cursor;
        let place = cursor.map(|cursor| board.coord(cursor)).filter(|_| has_moved);
        match place {
            Some(place) if !is_visible(&geometry, place) => {
                self.focus = Some(place);
                Geometry::new(board, scale, self.text_width, place, room)
            }
            _ => geometry,
        }
    }

    /// Returns the square at a cell of the terminal, the nearest one if there are several.
    pub(crate) fn square_at(&self, column: u16, line: u16) -> Option<Square> {
        let drawn = self.drawn.as_ref()?;
        drawn.find_at(column, line, |place| drawn.board.square(place))
    }

    /// Returns the square or hole at a cell of the terminal.
    pub(crate) fn place_at(&self, column: u16, line: u16) -> Option<Square> {
        let drawn = self.drawn.as_ref()?;
        drawn.find_at(column, line, |place| drawn.board.at(place))
    }
}

/// Returns true if two boards have the same sides and surface.
fn has_same_sides(a: &Board, b: &Board) -> bool {
    let sides = |board: &Board| (board.files(), board.ranks(), board.levels(), board.surface());
    sides(a) == sides(b)
}

/// Returns the next square in a direction, over holes.
pub(crate) fn next_square(board: &Board, from: Square, offset: Offset) -> Option<Square> {
    let mut place = board.coord(from);
    // Two neighbours on a line are separated by at most all the holes of the board.
    let longest = board.files().max(board.ranks()).max(board.levels());
    let most = (board.area() - board.len() + 1).min(u64::from(longest));
    (0..most).find_map(|_| {
        place = board.shift(place, offset)?;
        board.square(place)
    })
}

/// Returns the width of a label in cells.
fn width(label: &Label) -> u16 {
    label.text.trim().chars().count().min(BoardView::MAX_TEXT) as u16
}

/// Returns true if a place is completely visible.
fn is_visible(geometry: &Geometry, place: Coord) -> bool {
    let (wide, high) = geometry.pitch();
    let Some((x, y)) = geometry.corner(place) else { return false };
    geometry.cell((x, y)).is_some() && geometry.cell((x + wide - 1, y + high - 1)).is_some()
}

impl BoardView {
    /// Handles a key that zooms or pans. Returns false for other keys.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('+' | '=') => self.zoom_to(self.scale_index.saturating_sub(1)),
            KeyCode::Char('-' | '_') => self.zoom_to(self.scale_index + 1),
            KeyCode::Char('0') => self.zoom_to(usize::MAX),
            KeyCode::Char('H') => self.pan(-1, 0),
            KeyCode::Char('J') => self.pan(0, -1),
            KeyCode::Char('K') => self.pan(0, 1),
            KeyCode::Char('L') => self.pan(1, 0),
            KeyCode::Left if is_shifted => self.pan(-1, 0),
            KeyCode::Down if is_shifted => self.pan(0, -1),
            KeyCode::Up if is_shifted => self.pan(0, 1),
            KeyCode::Right if is_shifted => self.pan(1, 0),
            _ => return false,
        }
        true
    }

    /// Handles the mouse wheel, which zooms at the mouse. Returns false for other events.
    pub(crate) fn wheel(&mut self, mouse: MouseEvent) -> bool {
        let to = match mouse.kind {
            MouseEventKind::ScrollUp => self.scale_index.saturating_sub(1),
            MouseEventKind::ScrollDown => self.scale_index + 1,
            _ => return false,
        };
        let place = self.place_at(mouse.column, mouse.row);
        let place = place.zip(self.drawn.as_ref()).map(|(place, drawn)| drawn.board.coord(place));
        self.focus = place.or(self.focus);
        self.zoom_to(to);
        true
    }

    fn zoom_to(&mut self, at: usize) {
        self.scale_index = at.min(self.scales.len().saturating_sub(1));
        let is_last = self.scale_index + 1 >= self.scales.len();
        self.zoom = self.scales.get(self.scale_index).copied().filter(|_| !is_last);
        if is_last {
            self.focus = None;
        }
        // The next drawing scrolls the cursor into view.
        self.last_cursor = None;
    }

    /// Moves the view by half its size, but not beyond the edges of the board.
    fn pan(&mut self, right: i64, up: i64) {
        let Some(drawn) = &self.drawn else { return };
        let window = drawn.window;
        let (column, line) = (window.x + window.width / 2, window.y + window.height / 2);
        let middle = || {
            let middle = self.place_at(column, line).or(self.last_cursor)?;
            Some(drawn.board.coord(middle))
        };
        let Some(place) = self.focus.or_else(middle) else { return };
        let moved = |index: u32, by: i64, (dots, pitch): (i64, i64), side: u32| {
            let (seen, side) = (dots / pitch * i64::from(drawn.squares_per_dot()), i64::from(side));
            let half = (seen / 2).min(side / 2);
            let index = i64::from(index).clamp(half, side - half);
            (index + by * (seen / 2).max(1)).clamp(half, side - half).min(side - 1) as u32
        };
        let ((width, height), (wide, high)) = (drawn.size(), drawn.pitch());
        let mut file = moved(place.file.index(), right, (width, wide), drawn.board.files());
        let rank = moved(place.rank.index(), up, (height, high), drawn.board.ranks());
        let mut level = place.level;
        if right != 0 && file == place.file.index() {
            // Beyond the side of a level the next one begins.
            let next = i64::from(level.index()) + right;
            if (0..i64::from(drawn.board.levels())).contains(&next) {
                level = Level::new(next as u32);
                file = if right > 0 { 0 } else { drawn.board.files() - 1 };
            }
        }
        self.focus = Some(Coord { file: File::new(file), rank: Rank::new(rank), level });
    }
}

#[cfg(test)]
mod tests;
