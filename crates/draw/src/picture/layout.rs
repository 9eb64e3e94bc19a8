//! Sizes and positions of pictures.

use caracole_core::{Board, Coord, File, Rank};

use super::{Appearance, Style};
use crate::font::text_width;
use crate::scene::Point;

/// The side of a square of a small board.
const SMALL_BOARD_SIDE: f64 = 40.0;
/// The number of squares in a row of a small board.
const SMALL_BOARD_SQUARES: f64 = 24.0;
/// The smallest font size of coordinates.
const MIN_FONT_SIZE: f64 = 12.0;
/// The number of levels of a box that are in one row.
const LEVELS_IN_A_ROW: u32 = 4;

/// The sizes and positions of a picture. All are whole numbers, and the sides of larger squares are even,
/// so that squares end at pixels and files are short.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The side of a square.
    pub(super) side: f64,
    /// The font size of coordinates.
    pub(super) font_size: f64,
    /// The size of the picture.
    pub(super) width: f64,
    pub(super) height: f64,
    /// The number of levels in a row, and of all levels.
    columns: u32,
    levels: u32,
    /// The top left corner of the first level, and the distances to the next ones.
    corner: Point,
    pub(super) pitch: Point,
    /// The size of a level.
    pub(super) board_width: f64,
    pub(super) board_height: f64,
    /// The top of the colour legend, if the picture has one.
    pub(super) legend: Option<f64>,
}

impl Layout {
    pub(super) fn new(board: &Board, appearance: Appearance) -> Self {
        let (files, ranks, levels) = (board.files(), board.ranks(), board.levels());
        let columns = columns(board);
        let rows = levels.div_ceil(columns);
        // The gap between levels is a square.
        let in_squares =
            |sides: u32, count: u32| f64::from(sides) * f64::from(count) + f64::from(count - 1);
        let longest = in_squares(files, columns).max(in_squares(ranks, rows));
        let side = side(longest);
        let font_size = (longest * side / 110.0).round().max(MIN_FONT_SIZE);
        let (board_width, board_height) = (f64::from(files) * side, f64::from(ranks) * side);

        let caption = if board.is_box() { (font_size * 1.8).ceil() } else { 0.0 };
        let gap = side.max(font_size).ceil();
        let pitch = Point::new(board_width + gap, board_height + gap + caption);
        let pad = font_size;
        let names =
            if appearance.has_coordinates { rank_names_width(board) * font_size } else { 0.0 };
        let left = if appearance.has_coordinates { (1.4 * font_size + names).ceil() } else { pad };
        let below = if appearance.has_coordinates { (2.2 * font_size).ceil() } else { pad };
        let corner = Point::new(left, pad + caption);
        let board_bottom = corner.y + pitch.y * f64::from(rows - 1) + board_height;
        let width = corner.x + pitch.x * f64::from(columns - 1) + board_width + pad;
        let has_legend = appearance.style == Style::Heat && board_width > 6.0 * font_size;
        let legend = has_legend.then_some(board_bottom + below);
        let height = board_bottom + below + if has_legend { (2.4 * font_size).ceil() } else { 0.0 };
        Self {
            side,
            font_size,
            width,
            height,
            columns,
            levels,
            corner,
            pitch,
            board_width,
            board_height,
            legend,
        }
    }

    /// Returns the top left corner of a level.
    pub(super) fn level_corner(&self, level: u32) -> Point {
        let (column, row) = (level % self.columns, level / self.columns);
        self.corner.translated(self.pitch.x * f64::from(column), self.pitch.y * f64::from(row))
    }

    /// Returns true if no level is to the left of this one.
    pub(super) const fn is_leftmost(&self, level: u32) -> bool {
        level.is_multiple_of(self.columns)
    }

    /// Returns true if no level is below this one.
    pub(super) const fn is_lowest(&self, level: u32) -> bool {
        level as u64 + self.columns as u64 >= self.levels as u64
    }

    /// Returns the middle of a square.
    pub(super) fn centre(&self, place: Coord) -> Point {
        let middle = |index: u32| (f64::from(index) + 0.5) * self.side;
        let (right, up) = (middle(place.file.index()), middle(place.rank.index()));
        self.level_corner(place.level.index()).translated(right, self.board_height - up)
    }

    /// Returns the corners of `files` adjacent squares of a rank, clockwise.
    pub(super) fn corners(&self, place: Coord, files: u32) -> [Point; 4] {
        let half = self.side / 2.0;
        let Point { x, y } = self.centre(place).translated(-half, -half);
        rectangle(Point::new(x, y), self.side * f64::from(files), self.side)
    }

    /// Returns true if squares are large enough for two colours.
    pub(super) fn is_chequered(&self) -> bool {
        self.side >= 18.0
    }
}

/// Returns the corners of a rectangle, clockwise from the top left one.
pub(super) const fn rectangle(from: Point, width: f64, height: f64) -> [Point; 4] {
    [
        from,
        from.translated(width, 0.0),
        from.translated(width, height),
        from.translated(0.0, height),
    ]
}

/// Returns the number of levels in a row, so that the picture is wider than high.
fn columns(board: &Board) -> u32 {
    let (files, ranks, levels) = (board.files(), board.ranks(), board.levels());
    if levels <= LEVELS_IN_A_ROW {
        return levels;
    }
    let columns = (1.6 * f64::from(levels) * f64::from(ranks) / f64::from(files)).sqrt();
    (columns.ceil() as u32).clamp(1, levels)
}

/// Returns the side of a square for the length of the longest row. The size of the picture is proportional
/// to its power of 3/8, which needs only square roots and is the same on every machine.
fn side(longest: f64) -> f64 {
    let fourth = (longest / SMALL_BOARD_SQUARES).max(1.0).sqrt().sqrt();
    let side = SMALL_BOARD_SIDE * SMALL_BOARD_SQUARES * fourth * fourth.sqrt()
        / longest.max(SMALL_BOARD_SQUARES);
    if side > 3.0 { 2.0 * (side / 2.0).round() } else { side.round().max(1.0) }
}

/// Returns true if files and ranks are numbered from 0, because the letters of files would be too long.
pub(super) fn has_numeric_names(board: &Board) -> bool {
    File::new(board.files() - 1).to_string().len() > 4
}

/// Returns the width of the longest name of a rank at size 1.
fn rank_names_width(board: &Board) -> f64 {
    text_width(&Rank::new(board.ranks() - 1).to_string())
}
