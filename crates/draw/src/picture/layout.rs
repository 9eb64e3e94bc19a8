//! Where everything is on the sheet.

use caracole_core::{Board, File, Place, Rank};

use super::{Look, Style};
use crate::letters::text_width;
use crate::scene::Point;

/// The side of a square where there are few.
const SQUARE: f64 = 40.0;
/// So many squares in a row are few.
const FEW: f64 = 24.0;
/// The least size of letters on the rim.
const LETTERS: f64 = 12.0;
/// So many levels of a box stand in one row.
const LEVELS_IN_A_ROW: u32 = 4;

/// Sizes and places. All are whole numbers and the sides of larger squares even ones, so that
/// squares end where pixels do and files are short.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The side of a square.
    pub(super) side: f64,
    /// The size of letters on the rim.
    pub(super) letters: f64,
    /// The size of the sheet.
    pub(super) width: f64,
    pub(super) height: f64,
    /// How many levels stand side by side, and how many in all.
    columns: u32,
    levels: u32,
    /// The top left corner of the first level, and how far it is to the next one each way.
    corner: Point,
    pub(super) pitch: Point,
    /// The sides of the board in units.
    pub(super) board_width: f64,
    pub(super) board_height: f64,
    /// Where the legend of colours has its top, if there is one.
    pub(super) legend: Option<f64>,
}

impl Layout {
    pub(super) fn new(board: &Board, look: Look) -> Self {
        let (files, ranks, levels) = (board.files(), board.ranks(), board.levels());
        let columns = columns(board);
        let rows = levels.div_ceil(columns);
        // A square's width between levels.
        let in_squares =
            |sides: u32, count: u32| f64::from(sides) * f64::from(count) + f64::from(count - 1);
        let longest = in_squares(files, columns).max(in_squares(ranks, rows));
        let side = side(longest);
        let letters = (longest * side / 110.0).round().max(LETTERS);
        let (board_width, board_height) = (f64::from(files) * side, f64::from(ranks) * side);

        let caption = if board.is_box() { (letters * 1.8).ceil() } else { 0.0 };
        let gap = side.max(letters).ceil();
        let pitch = Point::new(board_width + gap, board_height + gap + caption);
        let pad = letters;
        let names = if look.has_coordinates { names_width(board) * letters } else { 0.0 };
        let left = if look.has_coordinates { (1.4 * letters + names).ceil() } else { pad };
        let below = if look.has_coordinates { (2.2 * letters).ceil() } else { pad };
        let corner = Point::new(left, pad + caption);
        let board_bottom = corner.y + pitch.y * f64::from(rows - 1) + board_height;
        let width = corner.x + pitch.x * f64::from(columns - 1) + board_width + pad;
        let has_legend = look.style == Style::Heat && board_width > 6.0 * letters;
        let legend = has_legend.then_some(board_bottom + below);
        let height = board_bottom + below + if has_legend { (2.4 * letters).ceil() } else { 0.0 };
        Self {
            side,
            letters,
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

    /// The top left corner of a level.
    pub(super) fn panel(&self, level: u32) -> Point {
        let (column, row) = (level % self.columns, level / self.columns);
        self.corner.moved(self.pitch.x * f64::from(column), self.pitch.y * f64::from(row))
    }

    /// Is there nothing to the left of a level?
    pub(super) const fn is_leftmost(&self, level: u32) -> bool {
        level.is_multiple_of(self.columns)
    }

    /// Is there nothing below a level?
    pub(super) const fn is_lowest(&self, level: u32) -> bool {
        level as u64 + self.columns as u64 >= self.levels as u64
    }

    /// The middle of a square.
    pub(super) fn centre(&self, place: Place) -> Point {
        let middle = |index: u32| (f64::from(index) + 0.5) * self.side;
        let (right, up) = (middle(place.file.index()), middle(place.rank.index()));
        self.panel(place.level.index()).moved(right, self.board_height - up)
    }

    /// The corners of a square, or of a part of a rank that is `files` long, clockwise.
    pub(super) fn corners(&self, place: Place, files: u32) -> [Point; 4] {
        let half = self.side / 2.0;
        let Point { x, y } = self.centre(place).moved(-half, -half);
        rectangle(Point::new(x, y), self.side * f64::from(files), self.side)
    }

    /// Are squares large enough to be chequered?
    pub(super) fn is_chequered(&self) -> bool {
        self.side >= 18.0
    }
}

/// The corners of a rectangle, clockwise from the top left one.
pub(super) const fn rectangle(from: Point, width: f64, height: f64) -> [Point; 4] {
    [from, from.moved(width, 0.0), from.moved(width, height), from.moved(0.0, height)]
}

/// How many levels stand side by side: such that the whole is wider than high.
fn columns(board: &Board) -> u32 {
    let (files, ranks, levels) = (board.files(), board.ranks(), board.levels());
    if levels <= LEVELS_IN_A_ROW {
        return levels;
    }
    let columns = (1.6 * f64::from(levels) * f64::from(ranks) / f64::from(files)).sqrt();
    (columns.ceil() as u32).clamp(1, levels)
}

/// The side of a square where the longest row has so many. The sheet grows with the eighth root of
/// the cube of that, which needs no logarithms and is the same on every machine.
fn side(longest: f64) -> f64 {
    let fourth = (longest / FEW).max(1.0).sqrt().sqrt();
    let side = SQUARE * FEW * fourth * fourth.sqrt() / longest.max(FEW);
    if side > 3.0 { 2.0 * (side / 2.0).round() } else { side.round().max(1.0) }
}

/// Are files and ranks of the board numbered from 0, because letters would be too long?
pub(super) fn is_numbered(board: &Board) -> bool {
    File::new(board.files() - 1).to_string().len() > 4
}

/// How wide the longest name of a rank is, at size 1.
fn names_width(board: &Board) -> f64 {
    text_width(&Rank::new(board.ranks() - 1).to_string())
}
