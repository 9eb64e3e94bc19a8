//! The geometry of a board on the terminal: scales, levels, margins and the visible part.

use std::ops::Range;

use caracole::board::{Coord, File, Level, Rank, Surface};
use caracole::{Board, Square};
use ratatui::layout::Rect;

/// The visible part of a board, and its position.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) board: Board,
    pub(super) scale: Scale,
    /// The width of the longest text.
    pub(super) text_width: u16,
    /// The area of the squares, without margins.
    pub(super) window: Rect,
    /// The levels that are at least partly visible.
    pub(super) panels: Vec<Panel>,
}

/// A level of the board as a rectangle of dots. Its corner may be outside the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub(super) level: u32,
    pub(super) left: i64,
    pub(super) top: i64,
}

/// A position in dots, relative to the corner of the window.
pub(super) type Dot = (i64, i64);

impl Geometry {
    /// Computes the visible part at a scale, with a place in the middle if not everything fits.
    pub(super) fn new(
        board: &Board,
        scale: Scale,
        text_width: u16,
        focus: Coord,
        room: Rect,
    ) -> Self {
        let layout = Layout::fitting(board, scale, text_width, room)
            .unwrap_or_else(|| Layout::new(board, scale, text_width, board.levels().into()));
        let (columns, lines) = (layout.columns(), layout.lines());
        let width = columns.min(room.width.into()) as u16;
        let height = lines.min(room.height.into()) as u16;
        let window = Rect { width, height, ..room };

        let whole = Self { board: board.clone(), scale, text_width, window, panels: Vec::new() };
        let origin = Panel { level: 0, left: 0, top: 0 };
        let (x, y) = whole.corner_in(&origin, focus.file.index(), focus.rank.index());
        let (step_x, step_y) = layout.step();
        let level = u128::from(focus.level.index());
        let per_row = u128::from(layout.per_row);
        let x = level % per_row * step_x + x as u128 / u128::from(DOTS_WIDE);
        let y = level / per_row * step_y + y as u128 / u128::from(DOTS_HIGH);
        let mut left = begin(x, columns, width);
        let mut top = begin(y, lines, height);
        if let Scale::Text { lines: square_lines } = scale
            && !board.is_box()
        {
            // The window starts with a complete square.
            left = left.next_multiple_of(u128::from(Scale::columns(square_lines, text_width)));
            top = top.next_multiple_of(u128::from(square_lines));
        }

        let first_column = left / step_x;
        let last_column = ((left + u128::from(width)) / step_x).min(per_row - 1);
        let rows = u128::from(layout.levels.div_ceil(layout.per_row));
        let last_row = ((top + u128::from(height)) / step_y).min(rows - 1);
        let mut panels = Vec::new();
        for row in top / step_y..=last_row {
            for column in first_column..=last_column {
                let level = row * per_row + column;
                if level < u128::from(layout.levels) {
                    let dots = |at: u128, from: u128, dots: u16| {
                        (at as i128 - from as i128) as i64 * i64::from(dots)
                    };
                    panels.push(Panel {
                        level: level as u32,
                        left: dots(column * step_x, left, DOTS_WIDE),
                        top: dots(row * step_y, top, DOTS_HIGH),
                    });
                }
            }
        }
        Self { panels, ..whole }
    }

    /// Returns the distance between squares in dots, or 1 if a dot is one or more squares.
    pub(super) fn pitch(&self) -> (i64, i64) {
        let wide = self.scale.dots_wide(1, self.text_width);
        (wide as i64, self.scale.dots_high(1) as i64)
    }

    /// Returns the number of squares, wide and high, that a dot represents.
    pub(super) const fn squares_per_dot(&self) -> u32 {
        match self.scale {
            Scale::Squares(far) => far,
            _ => 1,
        }
    }

    /// Returns the size of the window in dots.
    pub(super) fn size(&self) -> (i64, i64) {
        let dots = |cells: u16, dots: u16| i64::from(cells) * i64::from(dots);
        (dots(self.window.width, DOTS_WIDE), dots(self.window.height, DOTS_HIGH))
    }

    /// Returns the upper left dot of a place if its level is visible.
    pub(super) fn corner(&self, place: Coord) -> Option<Dot> {
        let level = place.level.index();
        let panel = self.panels.iter().find(|panel| panel.level == level)?;
        Some(self.corner_in(panel, place.file.index(), place.rank.index()))
    }

    pub(super) fn corner_in(&self, panel: &Panel, file: u32, rank: u32) -> Dot {
        let (wide, high) = self.pitch();
        let from_top = self.board.ranks() - 1 - rank;
        let (x, y) = (
            i64::from(file / self.squares_per_dot()),
            i64::from(from_top / self.squares_per_dot()),
        );
        (panel.left + x * wide, panel.top + y * high)
    }

    /// Returns the middle dot of a place.
    pub(super) fn middle(&self, place: Coord) -> Option<Dot> {
        let (wide, high) = self.pitch();
        self.corner(place).map(|(x, y)| (x + wide / 2, y + high / 2))
    }

    /// Returns the cell of the terminal that contains a dot.
    pub(super) fn cell(&self, (x, y): Dot) -> Option<(u16, u16)> {
        let (width, height) = self.size();
        if x < 0 || y < 0 || x >= width || y >= height {
            return None;
        }
        let column = self.window.x + x as u16 / DOTS_WIDE;
        Some((column, self.window.y + y as u16 / DOTS_HIGH))
    }

    /// Returns the files of a panel that are at least partly visible.
    pub(super) fn files(&self, panel: &Panel) -> Range<u32> {
        let (wide, _) = self.pitch();
        visible_range(-panel.left, self.size().0, wide, self.squares_per_dot(), self.board.files())
    }

    /// Returns the ranks of a panel that are at least partly visible, counted from the top.
    pub(super) fn ranks_down(&self, panel: &Panel) -> Range<u32> {
        let (_, high) = self.pitch();
        visible_range(-panel.top, self.size().1, high, self.squares_per_dot(), self.board.ranks())
    }

    /// Returns the number of visible squares and holes.
    pub(super) fn count(&self) -> u64 {
        let count = |panel| self.files(panel).len() as u64 * self.ranks_down(panel).len() as u64;
        self.panels.iter().map(count).sum()
    }

    /// Returns the squares that are at least partly visible, the top rank first.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let top = self.board.ranks() - 1;
        self.panels.iter().flat_map(move |panel| {
            self.ranks_down(panel).flat_map(move |from_top| {
                self.files(panel).filter_map(move |file| {
                    let (file, rank) = (File::new(file), Rank::new(top - from_top));
                    self.board.square(Coord { file, rank, level: Level::new(panel.level) })
                })
            })
        })
    }

    /// Returns the result of `find` for the places in a cell, those nearest to its middle first.
    pub(super) fn find_at(
        &self,
        column: u16,
        line: u16,
        find: impl Fn(Coord) -> Option<Square>,
    ) -> Option<Square> {
        if !self.window.contains((column, line).into()) {
            return None;
        }
        let left = i64::from(column - self.window.x) * i64::from(DOTS_WIDE);
        let top = i64::from(line - self.window.y) * i64::from(DOTS_HIGH);
        let mut dots: Vec<Dot> = (0..i64::from(DOTS_WIDE))
            .flat_map(|x| (0..i64::from(DOTS_HIGH)).map(move |y| (left + x, top + y)))
            .collect();
        dots.sort_by_key(|(_, y)| (2 * (y - top) + 1 - i64::from(DOTS_HIGH)).abs());
        dots.into_iter().find_map(|dot| self.place_with(dot).and_then(&find))
    }

    /// Returns the place that contains a dot, or the middle one of the places behind it.
    fn place_with(&self, (x, y): Dot) -> Option<Coord> {
        let (wide, high) = self.pitch();
        self.panels.iter().find_map(|panel| {
            let index = |at: i64, pitch: i64, side: u32| {
                let far = i64::from(self.squares_per_dot());
                let first = at.div_euclid(pitch) * far;
                let middle = (first + far / 2).min(i64::from(side) - 1).max(first);
                u32::try_from(middle).ok().filter(|&index| index < side)
            };
            let file = File::new(index(x - panel.left, wide, self.board.files())?);
            let from_top = index(y - panel.top, high, self.board.ranks())?;
            let rank = Rank::new(self.board.ranks() - 1 - from_top);
            Some(Coord { file, rank, level: Level::new(panel.level) })
        })
    }
}

/// Returns the visible indices of a side, for a number of dots from a first dot.
fn visible_range(from: i64, dots: i64, pitch: i64, far: u32, side: u32) -> Range<u32> {
    let index = |dot: i64| (dot.max(0) / pitch).saturating_mul(i64::from(far));
    let within = |index: i64| index.clamp(0, i64::from(side)) as u32;
    let end = if from + dots <= 0 { 0 } else { index(from + dots - 1) + i64::from(far) };
    within(index(from))..within(end)
}

/// The columns between levels, and the lines between them, which contain captions.
const COLUMNS_BETWEEN: u64 = 3;
const LINES_BETWEEN: u64 = 1;

/// The margins around the squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Margins {
    pub(super) left: u16,
    pub(super) right: u16,
    pub(super) top: u16,
    pub(super) bottom: u16,
}

impl Margins {
    /// Returns the margins for coordinates, captions and the waves of joined edges. They are 0 if they
    /// would leave too little room for the board.
    pub(super) fn new(board: &Board, area: Rect) -> Self {
        let ranks = board.ranks().to_string().len() as u16;
        let wraps = u16::from(board.surface() != Surface::Flat);
        let is_torus = u16::from(board.surface() == Surface::Torus);
        let top = is_torus + u16::from(board.is_box());
        let rim = Self { left: ranks + 1, right: wraps, top, bottom: 1 + is_torus };
        let leaves_room = area.width >= rim.left + rim.right + 6;
        if leaves_room && area.height >= rim.top + rim.bottom + 3 { rim } else { Self::default() }
    }

    /// Returns an area without these margins.
    pub(super) const fn inside(self, area: Rect) -> Rect {
        Rect {
            x: area.x.saturating_add(self.left),
            y: area.y.saturating_add(self.top),
            width: area.width.saturating_sub(self.left + self.right),
            height: area.height.saturating_sub(self.top + self.bottom),
        }
    }
}

/// The arrangement of levels in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    levels: u64,
    per_row: u64,
    /// The size of a level in cells.
    width: u64,
    height: u64,
}

impl Layout {
    fn new(board: &Board, scale: Scale, text_width: u16, per_row: u64) -> Self {
        let width = scale.dots_wide(board.files(), text_width).div_ceil(DOTS_WIDE.into());
        let height = scale.dots_high(board.ranks()).div_ceil(DOTS_HIGH.into());
        Self { levels: board.levels().into(), per_row, width, height }
    }

    /// Returns the layout with as many levels in a row as fit, or `None` if not all rows fit.
    fn fitting(board: &Board, scale: Scale, text_width: u16, room: Rect) -> Option<Self> {
        let layout = Self::new(board, scale, text_width, 1);
        let most = (u64::from(room.width) + COLUMNS_BETWEEN) / (layout.width + COLUMNS_BETWEEN);
        let layout = Self { per_row: most.min(layout.levels), ..layout };
        (most > 0 && layout.lines() <= room.height.into()).then_some(layout)
    }

    const fn step(&self) -> (u128, u128) {
        ((self.width + COLUMNS_BETWEEN) as u128, (self.height + LINES_BETWEEN) as u128)
    }

    const fn columns(&self) -> u128 {
        self.per_row as u128 * self.step().0 - COLUMNS_BETWEEN as u128
    }

    const fn lines(&self) -> u128 {
        self.levels.div_ceil(self.per_row) as u128 * self.step().1 - LINES_BETWEEN as u128
    }
}

/// Returns the largest scale at which the whole board fits, or one level of it if not all fit.
pub(super) fn fit(
    board: &Board,
    text_width: Option<u16>,
    prefers_lines: bool,
    room: Rect,
) -> Scale {
    let one = Board::rectangle(board.files(), board.ranks());
    let one = one.as_ref().unwrap_or(board);
    let fits = |board: &Board, scale: Scale| {
        let is_letters = matches!(scale, Scale::Text { .. });
        let text_width = if is_letters { text_width? } else { 0 };
        Layout::fitting(board, scale, text_width, room).map(|_| scale)
    };
    let mut near = Scale::near(prefers_lines).iter();
    if let Some(scale) = near.find_map(|&scale| fits(board, scale)) {
        return scale;
    }
    let wide = u32::from(room.width.max(1) * DOTS_WIDE);
    let high = u32::from(room.height.max(1) * DOTS_HIGH);
    let far = board.files().div_ceil(wide).max(board.ranks().div_ceil(high));
    if !board.is_box() && far > 1 {
        return Scale::Squares(far);
    }
    let doubled =
        || std::iter::successors(Some(2_u32), |&far| far.checked_mul(2)).map(Scale::Squares);
    let levels = doubled().take(8).find_map(|scale| fits(board, scale));
    let level = || Scale::near(prefers_lines).iter().find_map(|&scale| fits(one, scale));
    levels.or_else(level).unwrap_or(Scale::Squares(far.max(2)))
}

/// Returns the start of a window with a place in its middle, which does not extend beyond the end.
fn begin(place: u128, len: u128, room: u16) -> u128 {
    let room = u128::from(room);
    place.saturating_sub(room / 2).min(len.saturating_sub(room))
}

/// The size of a square on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Squares with text, a number of lines high.
    Text { lines: u16 },
    /// Squares of a number of dots, wide and high.
    Dots(u16),
    /// Dots that represent a number of squares, wide and high: at least two.
    Squares(u32),
}

/// The dots of a cell.
pub(super) const DOTS_WIDE: u16 = 2;
pub(super) const DOTS_HIGH: u16 = 4;

/// The scales for views that prefer text, and for those that prefer lines, the largest first.
const FOR_LETTERS: [Scale; 6] = [
    Scale::Text { lines: 3 },
    Scale::Text { lines: 2 },
    Scale::Text { lines: 1 },
    Scale::Dots(3),
    Scale::Dots(2),
    Scale::Dots(1),
];
const FOR_LINES: [Scale; 8] = [
    Scale::Dots(16),
    Scale::Dots(12),
    Scale::Dots(8),
    Scale::Dots(6),
    Scale::Dots(4),
    Scale::Dots(3),
    Scale::Dots(2),
    Scale::Dots(1),
];

impl Scale {
    /// Returns the scales with at least one dot per square.
    pub(super) const fn near(prefers_lines: bool) -> &'static [Self] {
        if prefers_lines { &FOR_LINES } else { &FOR_LETTERS }
    }

    /// Returns all scales from the largest down to this one.
    pub(super) fn scales(self, prefers_lines: bool) -> Vec<Self> {
        let mut scales: Vec<Self> = Self::near(prefers_lines).to_vec();
        if let Some(at) = scales.iter().position(|&scale| scale == self) {
            scales.truncate(at + 1);
        } else if let Self::Squares(squares) = self {
            let doubled = std::iter::successors(Some(2_u32), |&far| far.checked_mul(2));
            scales.extend(doubled.take_while(|&far| far < squares).map(Self::Squares));
            scales.push(self);
        }
        scales
    }

    /// Returns the columns of a square with text of a width.
    pub(super) fn columns(lines: u16, text_width: u16) -> u16 {
        (lines * 2).max(text_width.saturating_add(1))
    }

    /// Returns the width of a number of squares in dots.
    pub(super) fn dots_wide(self, squares: u32, text_width: u16) -> u64 {
        match self {
            Self::Text { lines } => {
                u64::from(squares) * u64::from(Self::columns(lines, text_width) * DOTS_WIDE)
            }
            Self::Dots(dots) => u64::from(squares) * u64::from(dots),
            Self::Squares(far) => u64::from(squares.div_ceil(far)),
        }
    }

    /// Returns the height of a number of squares in dots.
    pub(super) fn dots_high(self, squares: u32) -> u64 {
        match self {
            Self::Text { lines } => u64::from(squares) * u64::from(lines * DOTS_HIGH),
            Self::Dots(dots) => u64::from(squares) * u64::from(dots),
            Self::Squares(far) => u64::from(squares.div_ceil(far)),
        }
    }
}
