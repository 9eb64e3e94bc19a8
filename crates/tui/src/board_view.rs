//! A board on the terminal: squares of a few letters, or dots where it is large.
//!
//! The view finds the largest size at which the board fits. A board that fits at no size with letters is
//! drawn in dots, eight to a letter of the terminal, and lines of dots are the moves. Who wants to see
//! more of it zooms in, and moves about.

mod dots;
mod fit;
mod geometry;
mod letters;
mod rim;
mod scale;

use caracole::{Board, File, Place, Rank, Square, Surface};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
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

/// So many squares are looked at one by one in each picture; where more are seen, only lines are.
const MOST_SPOTS: u64 = 20_000;

impl BoardView {
    /// The keys that the view understands, for lists of keys.
    pub(crate) const KEYS: [(&'static str, &'static str); 2] =
        [("+ - 0", "zoom"), ("Shift+arrows", "move the board")];

    /// Shall there be lines of dots rather than letters?
    pub(crate) fn prefer_lines(&mut self, prefers_lines: bool) {
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
                letters::draw(&geometry, lines, &spots, sketch.cursor, buffer, theme);
                if let Some(hole) = sketch.cursor.filter(|&hole| !sketch.board.contains(hole)) {
                    let spot = Spot { text: ".".to_owned(), tone: Tone::Plain };
                    letters::draw(&geometry, lines, &[(hole, spot)], Some(hole), buffer, theme);
                }
                if lines > 1 && !self.keeps_letters_clear {
                    let mut dots = Dots::new(&geometry);
                    draw_lines(&geometry, sketch.lines, &mut dots);
                    dots.write(&geometry, buffer, |tone| theme.line(tone));
                }
            }
            _ => draw_dots(&geometry, sketch, &spots, buffer, theme),
        }
        rim::draw(&geometry, rim, buffer, theme);
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

    /// Hears a key that zooms or moves the board. Others are not for the view.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('+' | '=') => self.zoom_to(self.at.saturating_sub(1)),
            KeyCode::Char('-' | '_') => self.zoom_to(self.at + 1),
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

    /// Hears the wheel of the mouse, which zooms where the mouse is.
    pub(crate) fn wheel(&mut self, mouse: MouseEvent) -> bool {
        let to = match mouse.kind {
            MouseEventKind::ScrollUp => self.at.saturating_sub(1),
            MouseEventKind::ScrollDown => self.at + 1,
            _ => return false,
        };
        let place = self.place_at(mouse.column, mouse.row);
        let place = place.zip(self.drawn.as_ref()).map(|(place, drawn)| drawn.board.place(place));
        self.focus = place.or(self.focus);
        self.zoom_to(to);
        true
    }

    fn zoom_to(&mut self, at: usize) {
        self.at = at.min(self.ladder.len().saturating_sub(1));
        let is_last = self.at + 1 >= self.ladder.len();
        self.zoom = self.ladder.get(self.at).copied().filter(|_| !is_last);
        if is_last {
            self.focus = None;
        }
        // The cursor is looked for again.
        self.followed = None;
    }

    /// Moves what is in the middle by a quarter of what is seen.
    fn pan(&mut self, right: i64, up: i64) {
        let Some(drawn) = &self.drawn else { return };
        let (wide, high) = drawn.pitch();
        let (width, height) = drawn.size();
        let far = i64::from(drawn.far());
        let centre =
            (drawn.window.x + drawn.window.width / 2, drawn.window.y + drawn.window.height / 2);
        let Some(middle) = self.place_at(centre.0, centre.1).or(self.followed) else { return };
        let place = drawn.board.place(middle);
        let moved = |index: u32, by: i64, dots: i64, pitch: i64, side: u32| {
            let squares = (dots / pitch / 4).max(1) * far;
            (i64::from(index) + by * squares).clamp(0, i64::from(side) - 1) as u32
        };
        let file = moved(place.file.index(), right, width, wide, drawn.board.files());
        let rank = moved(place.rank.index(), up, height, high, drawn.board.ranks());
        // Beyond the side of a level is the next one.
        let is_stuck = right != 0 && file == place.file.index();
        let level = i64::from(place.level.index()) + if is_stuck { right } else { 0 };
        let is_level = (0..i64::from(drawn.board.levels())).contains(&level);
        let level = if is_level { caracole::Level::new(level as u32) } else { place.level };
        let file = match (is_level && is_stuck && level != place.level, right) {
            (true, 1..) => 0,
            (true, _) => drawn.board.files() - 1,
            _ => file,
        };
        self.focus = Some(Place { file: File::new(file), rank: Rank::new(rank), level });
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
    // A text that does not fit is cut off; it shall not make the board vanish.
    spot.text.trim().chars().count().min(12) as u16
}

/// Is all of a place in the window?
fn is_whole(geometry: &Geometry, place: Place) -> bool {
    let (wide, high) = geometry.pitch();
    let Some((x, y)) = geometry.corner(place) else { return false };
    geometry.cell((x, y)).is_some() && geometry.cell((x + wide - 1, y + high - 1)).is_some()
}

/// Draws a board as dots: free squares, where there is room, and lines between the others.
fn draw_dots(
    geometry: &Geometry,
    sketch: &Sketch<'_>,
    spots: &[(Square, Spot)],
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let mut dots = Dots::new(geometry);
    let side = geometry.pitch().0;
    let shows_free = side > 1 || (sketch.lines.is_empty() && sketch.board.has_holes());
    for (square, spot) in spots {
        let place = sketch.board.place(*square);
        let (Some((x, y)), Some(middle)) = (geometry.corner(place), geometry.middle(place)) else {
            continue;
        };
        let is_free = matches!(spot.tone, Tone::Plain | Tone::Quiet);
        if is_free && shows_free {
            dots.set(middle, Tone::Quiet);
        } else if !is_free && sketch.lines.is_empty() {
            let filled = if side > 2 { side - 1 } else { side };
            for down in 0..filled {
                (0..filled).for_each(|right| dots.set((x + right, y + down), spot.tone));
            }
        } else if !is_free {
            dots.set(middle, spot.tone);
        }
    }
    draw_lines(geometry, sketch.lines, &mut dots);
    dots.write(geometry, buffer, |tone| theme.style(tone));
    for (square, spot) in spots {
        if let Some(sign) = letters::sign(spot.tone) {
            put(geometry, *square, sign, spot.tone, buffer, theme);
        }
    }
    if let Some(cursor) = sketch.cursor.filter(|cursor| cursor.index() < sketch.board.area()) {
        let spot = spots.iter().find(|(square, _)| *square == cursor).map(|(_, spot)| spot);
        let sign = spot.and_then(|spot| letters::sign(spot.tone)).unwrap_or("+");
        put(geometry, cursor, sign, Tone::Chosen, buffer, theme);
    }
}

/// Writes a letter over the dots of a square.
fn put(
    geometry: &Geometry,
    square: Square,
    sign: &str,
    tone: Tone,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let middle = geometry.middle(geometry.board.place(square));
    if let Some((column, line)) = middle.and_then(|middle| geometry.cell(middle)) {
        buffer.set_stringn(column, line, sign, 1, theme.style(tone));
    }
}

/// Draws moves. Those across a joined edge leave the board on one side, and come back on the other;
/// those between levels are not drawn.
fn draw_lines(geometry: &Geometry, lines: &[(Square, Square, Tone)], dots: &mut Dots) {
    let board = &geometry.board;
    let (wide, high) = geometry.pitch();
    let surface = board.surface();
    for &(from, to, tone) in lines {
        if from.index() >= board.area() || to.index() >= board.area() {
            continue;
        }
        let (from, to) = (board.place(from), board.place(to));
        if from.level != to.level {
            continue;
        }
        let (Some(a), Some(b)) = (geometry.middle(from), geometry.middle(to)) else { continue };
        let right = around(from.file.index(), to.file.index(), board.files());
        let up = around(from.rank.index(), to.rank.index(), board.ranks());
        let right = right.filter(|_| surface != Surface::Flat);
        let up = up.filter(|_| surface == Surface::Torus);
        if right.is_none() && up.is_none() {
            dots.line(a, b, tone);
            continue;
        }
        let far = i64::from(geometry.far());
        let x = right.map_or(b.0 - a.0, |right| right * wide / far);
        let y = up.map_or(b.1 - a.1, |up| -up * high / far);
        dots.line(a, (a.0 + x, a.1 + y), tone);
        dots.line(b, (b.0 - x, b.1 - y), tone);
    }
}

/// The way round the board from one index to another, if it is the shorter one.
fn around(from: u32, to: u32, side: u32) -> Option<i64> {
    let (straight, side) = (i64::from(to) - i64::from(from), i64::from(side));
    let round = if straight > 0 { straight - side } else { straight + side };
    (round.abs() < straight.abs()).then_some(round)
}

#[cfg(test)]
mod tests;
