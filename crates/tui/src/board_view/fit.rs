//! The largest size at which a board fits, and the part of it that is seen where none does.

use caracole::{Board, Place, Surface};
use ratatui::layout::Rect;

use super::geometry::{Geometry, Panel};
use super::scale::{DOTS_HIGH, DOTS_WIDE, Scale};

/// Columns between levels, and lines: those hold a caption.
const COLUMNS_BETWEEN: u64 = 3;
const LINES_BETWEEN: u64 = 1;

/// The room around the squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rim {
    pub(super) left: u16,
    pub(super) right: u16,
    pub(super) top: u16,
    pub(super) bottom: u16,
}

impl Rim {
    /// For the names of files and ranks, captions, and waves where edges are joined. There is none
    /// where it would take the room of the board.
    pub(super) fn new(board: &Board, area: Rect) -> Self {
        let ranks = board.ranks().to_string().len() as u16;
        let wraps = u16::from(board.surface() != Surface::Flat);
        let is_torus = u16::from(board.surface() == Surface::Torus);
        let top = is_torus + u16::from(board.is_box());
        let rim = Self { left: ranks + 1, right: wraps, top, bottom: 1 + is_torus };
        let leaves_room = area.width >= rim.left + rim.right + 6;
        if leaves_room && area.height >= rim.top + rim.bottom + 3 { rim } else { Self::default() }
    }

    /// What it leaves of an area.
    pub(super) const fn inside(self, area: Rect) -> Rect {
        Rect {
            x: area.x.saturating_add(self.left),
            y: area.y.saturating_add(self.top),
            width: area.width.saturating_sub(self.left + self.right),
            height: area.height.saturating_sub(self.top + self.bottom),
        }
    }
}

/// Levels in rows, beside each other and below each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    levels: u64,
    per_row: u64,
    /// A level in letters of the terminal, and with the room to the next.
    width: u64,
    height: u64,
}

impl Layout {
    fn new(board: &Board, scale: Scale, longest: u16, per_row: u64) -> Self {
        let width = scale.dots_wide(board.files(), longest).div_ceil(DOTS_WIDE.into());
        let height = scale.dots_high(board.ranks()).div_ceil(DOTS_HIGH.into());
        Self { levels: board.levels().into(), per_row, width, height }
    }

    /// With as many levels in a row as fit, if all rows fit.
    fn fitting(board: &Board, scale: Scale, longest: u16, room: Rect) -> Option<Self> {
        let layout = Self::new(board, scale, longest, 1);
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

/// The largest size at which all of a board is seen, or one level of it where all are too many.
pub(super) fn fit(board: &Board, longest: Option<u16>, prefers_lines: bool, room: Rect) -> Scale {
    let one = Board::rectangle(board.files(), board.ranks());
    let one = one.as_ref().unwrap_or(board);
    let fits = |board: &Board, scale: Scale| {
        let is_letters = matches!(scale, Scale::Letters { .. });
        let longest = if is_letters { longest? } else { 0 };
        Layout::fitting(board, scale, longest, room).map(|_| scale)
    };
    let mut near = Scale::near(prefers_lines).iter();
    if let Some(scale) = near.find_map(|&scale| fits(board, scale)) {
        return scale;
    }
    let wide = u32::from(room.width.max(1) * DOTS_WIDE);
    let high = u32::from(room.height.max(1) * DOTS_HIGH);
    let far = board.files().div_ceil(wide).max(board.ranks().div_ceil(high));
    if !board.is_box() && far > 1 {
        return Scale::Far(far);
    }
    let doubled = || std::iter::successors(Some(2_u32), |&far| far.checked_mul(2)).map(Scale::Far);
    let levels = doubled().take(8).find_map(|scale| fits(board, scale));
    let level = || Scale::near(prefers_lines).iter().find_map(|&scale| fits(one, scale));
    levels.or_else(level).unwrap_or(Scale::Far(far.max(2)))
}

/// What is seen at a size, with a place in the middle where it is not all.
pub(super) fn geometry(
    board: &Board,
    scale: Scale,
    longest: u16,
    focus: Place,
    room: Rect,
) -> Geometry {
    let layout = Layout::fitting(board, scale, longest, room)
        .unwrap_or_else(|| Layout::new(board, scale, longest, board.levels().into()));
    let (columns, lines) = (layout.columns(), layout.lines());
    let width = columns.min(room.width.into()) as u16;
    let height = lines.min(room.height.into()) as u16;
    let window = Rect { width, height, ..room };

    let whole = Geometry { board: board.clone(), scale, longest, window, panels: Vec::new() };
    let origin = Panel { level: 0, left: 0, top: 0 };
    let (x, y) = whole.corner_in(&origin, focus.file.index(), focus.rank.index());
    let (step_x, step_y) = layout.step();
    let level = u128::from(focus.level.index());
    let per_row = u128::from(layout.per_row);
    let x = level % per_row * step_x + x as u128 / u128::from(DOTS_WIDE);
    let y = level / per_row * step_y + y as u128 / u128::from(DOTS_HIGH);
    let mut left = begin(x, columns, width);
    let mut top = begin(y, lines, height);
    if let Scale::Letters { lines: square_lines } = scale
        && !board.is_box()
    {
        // Squares begin at the rim, and are whole.
        left = left.next_multiple_of(u128::from(Scale::columns(square_lines, longest)));
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
    Geometry { panels, ..whole }
}

/// Where a window begins that has a place in its middle, but shows nothing beyond the end.
fn begin(place: u128, len: u128, room: u16) -> u128 {
    let room = u128::from(room);
    place.saturating_sub(room / 2).min(len.saturating_sub(room))
}
