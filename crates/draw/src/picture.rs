//! Pictures of tours.

use std::io;

use caracole_core::{Board, Path, Square, Tour};

use crate::canvas::{Canvas, Drawing, Sheet, outline, track};
use crate::scene::{Colour, Point, Stroke};

/// How a tour is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// A line from square to square.
    #[default]
    Line,
    /// The number of its step on every square.
    Numbers,
    /// A ribbon that goes over and under itself.
    Celtic,
    /// Squares in the colour of their step.
    Heat,
}

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// How a picture shall look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// How the tour is shown.
    pub style: Style,
    /// Which colours.
    pub theme: Theme,
    /// Are the names of files and ranks on the rim?
    pub has_coordinates: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { style: Style::default(), theme: Theme::default(), has_coordinates: true }
    }
}

/// The way of one knight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Its squares.
    pub path: Path,
    /// Does it go back to where it began?
    pub is_closed: bool,
}

/// A picture of a tour, or of any walks on a board.
///
/// It grows moment by moment: at moment `k` every knight goes to its step `k`, and at the one after
/// its last step it goes back to where it began if its way is closed. [`Picture::paint_moment`]
/// paints what a moment adds; the picture as a whole is the board and all moments.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    board: &'a Board,
    walks: Vec<Walk>,
    look: Look,
}

impl<'a> Picture<'a> {
    /// The picture of a tour.
    pub fn of_tour(tour: &'a Tour, look: Look) -> Self {
        let path = tour.squares().collect();
        Self::new(tour.board(), vec![Walk { path, is_closed: tour.is_closed() }], look)
    }

    /// A picture of walks.
    pub const fn new(board: &'a Board, walks: Vec<Walk>, look: Look) -> Self {
        Self { board, walks, look }
    }

    /// The board.
    pub(crate) const fn board(&self) -> &Board {
        self.board
    }

    /// The walks on it.
    pub(crate) fn walks(&self) -> &[Walk] {
        &self.walks
    }

    /// How many moments there are.
    pub fn moments(&self) -> u64 {
        let moments = |walk: &Walk| walk.path.len() + u64::from(walk.is_closed);
        self.walks.iter().map(moments).max().unwrap_or(0)
    }

    /// Paints what is there before the knights come.
    pub fn paint_board(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        for square in self.board.squares() {
            let Point { x, y } = self.centre(square).moved(-SQUARE / 2.0, -SQUARE / 2.0);
            let corners = [(0.0, 0.0), (SQUARE, 0.0), (SQUARE, SQUARE), (0.0, SQUARE)];
            let corners = corners.map(|(right, down)| Point::new(x + right, y + down));
            let shade = if self.board.colour(square) == 0 { 200 } else { 240 };
            canvas.fill(Colour(shade, shade, shade), &mut outline(corners))?;
        }
        Ok(())
    }

    /// Paints what a moment, counted from 1, adds to those before it.
    pub fn paint_moment(&self, moment: u64, canvas: &mut dyn Canvas) -> io::Result<()> {
        let stroke = Stroke::solid(Colour(0, 0, 0), 3.0);
        for walk in &self.walks {
            if let Some((from, to)) = walk.moved(moment) {
                let points = [self.centre(from), self.centre(to)];
                canvas.stroke(&stroke, &mut track(points))?;
            }
        }
        Ok(())
    }

    /// Paints the knights where they stand at a moment.
    pub fn paint_knights(&self, moment: u64, canvas: &mut dyn Canvas) -> io::Result<()> {
        for square in self.walks.iter().filter_map(|walk| walk.at(moment)) {
            canvas.disc(self.centre(square), SQUARE / 4.0, Colour(0, 0, 0))?;
        }
        Ok(())
    }

    fn centre(&self, square: Square) -> Point {
        let place = self.board.place(square);
        let from_top = self.board.ranks() - 1 - place.rank.index();
        let middle = |index: u32| MARGIN + (f64::from(index) + 0.5) * SQUARE;
        Point::new(middle(place.file.index()), middle(from_top))
    }
}

const SQUARE: f64 = 40.0;
const MARGIN: f64 = 20.0;

impl Walk {
    /// Where the knight stands at a moment.
    pub fn at(&self, moment: u64) -> Option<Square> {
        let last = self.path.len();
        if self.is_closed && moment > last {
            return self.path.first();
        }
        self.path.get(moment.min(last).checked_sub(1)?)
    }

    /// The move that a moment brings.
    pub fn moved(&self, moment: u64) -> Option<(Square, Square)> {
        let is_move = moment > 1 && moment <= self.path.len() + u64::from(self.is_closed);
        is_move.then(|| Some((self.at(moment - 1)?, self.at(moment)?)))?
    }
}

impl Drawing for Picture<'_> {
    fn sheet(&self) -> Sheet {
        let side = |squares: u32| 2.0 * MARGIN + f64::from(squares) * SQUARE;
        Sheet {
            width: side(self.board.files()),
            height: side(self.board.ranks()),
            title: format!("A knight's tour of {}", self.board.title()),
            description: String::new(),
            background: Colour(255, 255, 255),
        }
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.paint_board(canvas)?;
        (1..=self.moments()).try_for_each(|moment| self.paint_moment(moment, canvas))
    }
}
