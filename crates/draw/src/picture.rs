//! Pictures of tours.
//!
//! `layout` knows where things are, `board` paints squares and rim, `route` turns moves into lines,
//! around joined edges too, and `style` has a file for each way to show a walk. `proof` paints why
//! there is none. A style paints any moments that follow each other: all of them for a picture, one
//! at a time for a film.

mod board;
mod description;
mod knight;
mod layout;
mod names;
mod proof;
mod route;
mod style;
mod theme;
mod walk;

use std::io;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use caracole_core::{Board, Piece, Square, Tour};

use crate::canvas::{Canvas, Drawing, Sheet};
use crate::scene::Point;

use layout::Layout;
use style::Knots;
use theme::Palette;

pub use proof::ProofPicture;
pub use style::Style;
pub use theme::Theme;
pub use walk::Walk;

/// How a picture shall look.
///
/// ```
/// use caracole_draw::{Look, Style, Theme};
///
/// let look = Look { style: Style::Heat, theme: Theme::Dark, ..Look::default() };
/// assert!(look.has_coordinates, "unless one says otherwise");
/// ```
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

/// A picture of a tour, or of any walks on a board.
///
/// It grows moment by moment: at moment `k` every knight goes to its step `k`, and at the one after
/// its last step it goes back to where it began if its way is closed. [`Picture::paint_moment`]
/// paints what a moment adds; the picture as a whole is the board and all moments.
///
/// Squares of small boards are 40 units wide, and those of larger ones less, so that a board of a
/// thousand by a thousand comes to a sheet of about four thousand units.
///
/// ```
/// use caracole_core::{Path, Problem, Tour};
/// use caracole_draw::{Drawing, Look, Picture, Style, svg};
///
/// let problem = Problem::new("4x3".parse()?);
/// let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&problem, path)?;
///
/// let picture = Picture::of_tour(&tour, Look { style: Style::Celtic, ..Look::default() });
/// assert_eq!(picture.moments(), 12);
/// assert_eq!(picture.sheet().title, "An open knight's tour of 4x3");
/// let mut file = Vec::new();
/// svg::write(&picture, &mut file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Walks that are no tours have pictures too. Here the board and the first three moments are painted
/// one after the other, with the piece on top, as for a frame of a film:
///
/// ```
/// use std::io;
///
/// use caracole_core::{Board, Leaper, Path, Piece};
/// use caracole_draw::{Canvas, Drawing, Look, Picture, Sheet, Walk, svg};
///
/// let board: Board = "torus:7x7".parse()?;
/// let path: Path = ["a1", "c4", "e7", "g3"]
///     .iter()
///     .map(|name| board.parse_square(name))
///     .collect::<Result<_, _>>()?;
/// let picture = Picture::new(&board, vec![Walk { path, is_closed: false }], Look::default())
///     .walked_by(Piece::from(Leaper::new(2, 3)?))
///     .titled("A zebra on a torus");
///
/// struct Frame<'a>(Picture<'a>, u64);
///
/// impl Drawing for Frame<'_> {
///     fn sheet(&self) -> Sheet {
///         self.0.sheet()
///     }
///
///     fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
///         self.0.paint_board(canvas)?;
///         (1..=self.1).try_for_each(|moment| self.0.paint_moment(moment, canvas))?;
///         self.0.paint_knights(self.1, canvas)
///     }
/// }
///
/// let mut file = Vec::new();
/// svg::write(&Frame(picture, 3), &mut file)?;
/// assert!(String::from_utf8(file)?.contains("<title>A zebra on a torus</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    board: &'a Board,
    walks: Vec<Walk>,
    /// The piece that walks.
    piece: Piece,
    look: Look,
    /// What it is called, if not by what is seen on it.
    title: Option<String>,
    layout: Layout,
    /// Where lines cross; found when first asked for.
    knots: OnceLock<Knots>,
}

impl<'a> Picture<'a> {
    /// The picture of a tour.
    pub fn of_tour(tour: &'a Tour, look: Look) -> Self {
        let walk = Walk { path: tour.squares().collect(), is_closed: tour.is_closed() };
        let kind = if tour.is_closed() { "A closed" } else { "An open" };
        let piece = if tour.piece().is_knight() { "knight's" } else { "leaper's" };
        Self::new(tour.board(), vec![walk], look)
            .walked_by(tour.piece().clone())
            .titled(format!("{kind} {piece} tour of {}", tour.board().title()))
    }

    /// A picture of walks, which need not cover the board. Squares that are not on it are left out.
    pub fn new(board: &'a Board, mut walks: Vec<Walk>, look: Look) -> Self {
        let is_near = |square: &Square| square.index() < board.area();
        for walk in &mut walks {
            if !walk.path.iter().all(|square| is_near(&square)) {
                walk.path = walk.path.iter().filter(is_near).collect();
            }
        }
        Self {
            board,
            walks,
            piece: Piece::KNIGHT,
            look,
            title: None,
            layout: Layout::new(board, look),
            knots: OnceLock::new(),
        }
    }

    /// The same picture under another title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// The same picture of another piece than the knight, whose moves go around joined edges in
    /// other ways.
    #[must_use]
    pub fn walked_by(self, piece: Piece) -> Self {
        Self { piece, ..self }
    }

    /// What the picture is called.
    fn title(&self) -> String {
        let walks = || {
            let walks = match (self.walks.len(), self.piece.is_knight()) {
                (1, true) => "A knight's walk",
                (1, false) => "A leaper's walk",
                (_, true) => "Knights' walks",
                (_, false) => "Leapers' walks",
            };
            format!("{walks} on {}", self.board.title())
        };
        self.title.clone().unwrap_or_else(walks)
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
        self.walks.iter().map(Walk::moments).max().unwrap_or(0)
    }

    /// Paints what is there before the knights come.
    pub fn paint_board(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        board::paint(self, canvas)
    }

    /// Paints what a moment, counted from 1, adds to those before it.
    pub fn paint_moment(&self, moment: u64, canvas: &mut dyn Canvas) -> io::Result<()> {
        style::paint(self, moment..=moment, canvas)
    }

    /// Paints what some moments that follow each other add to those before them.
    pub(crate) fn paint_moments(
        &self,
        mut moments: RangeInclusive<u64>,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        if self.board.is_box() {
            // Lines between levels lie over those on levels and under them, as they come.
            return moments.try_for_each(|moment| self.paint_moment(moment, canvas));
        }
        style::paint(self, moments, canvas)
    }

    /// Paints the knights where they stand at a moment.
    pub fn paint_knights(&self, moment: u64, canvas: &mut dyn Canvas) -> io::Result<()> {
        let (palette, side) = (self.palette(), self.layout.side);
        for (number, walk) in self.walks.iter().enumerate() {
            let Some(square) = walk.at(moment) else { continue };
            let ink = match self.look.style {
                Style::Celtic => palette.ribbon(number),
                _ => palette.walk(number),
            };
            knight::paint(self.centre(square), side, (ink, palette.paper), canvas)?;
        }
        Ok(())
    }

    const fn palette(&self) -> &'static Palette {
        Palette::of(self.look.theme)
    }

    fn centre(&self, square: Square) -> Point {
        self.layout.centre(self.board.place(square))
    }
}

impl Drawing for Picture<'_> {
    fn sheet(&self) -> Sheet {
        Sheet {
            width: self.layout.width,
            height: self.layout.height,
            title: self.title(),
            description: description::of(self),
            background: self.palette().paper,
        }
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.paint_board(canvas)?;
        self.paint_moments(1..=self.moments(), canvas)
    }
}
