//! Pictures of tours and walks.
//!
//! `layout` computes positions, `board` paints squares and edges, `route` turns moves into lines, also
//! across joined edges, and `style` contains the styles of walks. `proof` paints the reason why no tour
//! exists. A style paints a range of moments: all of them for a still picture, one after the other for
//! an animation.

mod board;
mod layout;
mod proof;
mod route;
mod style;
mod theme;

use std::io;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use caracole_core::{Board, Path, Piece, Square, Surface};
use caracole_verify::Tour;

use crate::canvas::{Canvas, Drawing, DrawingInfo};
use crate::scene::{Colour, Point};
use layout::Layout;
use style::Crossings;
use theme::ThemeColours;

pub use proof::ProofPicture;
pub use style::Style;
pub use theme::Theme;

/// The style, colours and coordinates of a picture.
///
/// ```
/// use caracole_draw::{Appearance, Style, Theme};
///
/// let appearance = Appearance { style: Style::Heat, theme: Theme::Dark, ..Appearance::default() };
/// assert!(appearance.has_coordinates, "by default");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appearance {
    /// The style of walks.
    pub style: Style,
    /// The colours.
    pub theme: Theme,
    /// True to write the names of files and ranks beside the board.
    pub has_coordinates: bool,
}

impl Default for Appearance {
    fn default() -> Self {
        Self { style: Style::default(), theme: Theme::default(), has_coordinates: true }
    }
}

/// A picture of a tour, or of any walks on a board.
///
/// A picture is the board and a number of moments. At moment `k` every knight moves to its step `k`, and
/// at the moment after its last step it moves back to its start if the walk is closed.
/// [`Picture::paint_moment`] paints what a moment adds.
///
/// Squares of small boards have a side of 40 units. Squares of larger boards are smaller: a board of 1000
/// by 1000 squares has a picture of about 4000 units.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
/// use caracole_draw::{Drawing, Appearance, Picture, Style, svg};
///
/// let problem = Problem::new("4x3".parse()?);
/// let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&problem, path)?;
///
/// let picture = Picture::from_tour(&tour, Appearance { style: Style::Celtic, ..Appearance::default() });
/// assert_eq!(picture.moments(), 12);
/// assert_eq!(picture.info().title, "An open knight's tour of 4x3");
/// let mut file = Vec::new();
/// svg::write(&picture, &mut file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A picture of a walk that is not a tour. The frame consists of the board, the first three moments and the
/// piece:
///
/// ```
/// use std::io;
///
/// use caracole_core::{Board, Leaper, Path, Piece};
/// use caracole_draw::{Canvas, Drawing, Appearance, Picture, DrawingInfo, Walk, svg};
///
/// let board: Board = "torus:7x7".parse()?;
/// let path: Path = ["a1", "c4", "e7", "g3"]
///     .iter()
///     .map(|name| board.parse_square(name))
///     .collect::<Result<_, _>>()?;
/// let picture = Picture::new(&board, vec![Walk { path, is_closed: false }], Appearance::default())
///     .with_piece(Piece::from(Leaper::new(2, 3)?))
///     .with_title("A zebra on a torus");
///
/// struct Frame<'a>(Picture<'a>, u64);
///
/// impl Drawing for Frame<'_> {
///     fn info(&self) -> DrawingInfo {
///         self.0.info()
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
    /// The piece that moves.
    piece: Piece,
    appearance: Appearance,
    /// The title, or `None` for the default title.
    title: Option<String>,
    layout: Layout,
    /// The crossings of lines, computed when they are needed.
    crossings: OnceLock<Crossings>,
}

impl<'a> Picture<'a> {
    /// Creates the picture of a tour.
    pub fn from_tour(tour: &'a Tour, appearance: Appearance) -> Self {
        let walk = Walk { path: tour.squares().collect(), is_closed: tour.is_closed() };
        let kind = if tour.is_closed() { "A closed" } else { "An open" };
        let piece = if tour.piece().is_knight() { "knight's" } else { "leaper's" };
        Self::new(tour.board(), vec![walk], appearance)
            .with_piece(tour.piece().clone())
            .with_title(format!("{kind} {piece} tour of {}", tour.board().title()))
    }

    /// Creates a picture of walks, which need not cover the board. Squares outside the board are left out.
    pub fn new(board: &'a Board, mut walks: Vec<Walk>, appearance: Appearance) -> Self {
        let is_on_board = |square: &Square| square.index() < board.area();
        for walk in &mut walks {
            if !walk.path.iter().all(|square| is_on_board(&square)) {
                walk.path = walk.path.iter().filter(is_on_board).collect();
            }
        }
        Self {
            board,
            walks,
            piece: Piece::KNIGHT,
            appearance,
            title: None,
            layout: Layout::new(board, appearance),
            crossings: OnceLock::new(),
        }
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// Sets the piece. Moves across joined edges depend on it.
    #[must_use]
    pub fn with_piece(self, piece: Piece) -> Self {
        Self { piece, ..self }
    }

    /// Returns the title.
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

    /// Returns the board.
    pub(crate) const fn board(&self) -> &Board {
        self.board
    }

    /// Returns the walks.
    pub(crate) fn walks(&self) -> &[Walk] {
        &self.walks
    }

    /// Returns the number of moments.
    pub fn moments(&self) -> u64 {
        self.walks.iter().map(Walk::moments).max().unwrap_or(0)
    }

    /// Paints the board.
    pub fn paint_board(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        board::paint(self, canvas)
    }

    /// Paints what a moment, counted from 1, adds to the moments before it.
    pub fn paint_moment(&self, moment: u64, canvas: &mut dyn Canvas) -> io::Result<()> {
        style::paint(self, moment..=moment, canvas)
    }

    /// Paints what a range of moments adds to the moments before it.
    pub(crate) fn paint_moments(
        &self,
        mut moments: RangeInclusive<u64>,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        if self.board.is_box() {
            // Lines between levels cover earlier lines on levels and are covered by later ones.
            return moments.try_for_each(|moment| self.paint_moment(moment, canvas));
        }
        style::paint(self, moments, canvas)
    }

    /// Paints the knights on their squares at a moment.
    pub fn paint_knights(&self, moment: u64, canvas: &mut dyn Canvas) -> io::Result<()> {
        (0..self.walks.len()).try_for_each(|number| self.paint_knight(number, moment, canvas))
    }

    /// Paints the knight of a walk at a moment. The knight of an empty walk is not visible.
    pub(crate) fn paint_knight(
        &self,
        number: usize,
        moment: u64,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let (palette, side) = (self.palette(), self.layout.side);
        let Some(centre) = self.knight_at(number, moment) else { return Ok(()) };
        let ink = match self.appearance.style {
            Style::Celtic => palette.ribbon(number),
            _ => palette.walk(number),
        };
        board::paint_knight(centre, side, (ink, palette.background), canvas)
    }

    /// Returns the position of the knight of a walk at a moment.
    pub(crate) fn knight_at(&self, number: usize, moment: u64) -> Option<Point> {
        self.walks[number].at(moment).map(|square| self.centre(square))
    }

    const fn palette(&self) -> &'static ThemeColours {
        ThemeColours::of(self.appearance.theme)
    }

    /// Returns the side of a square.
    pub(crate) const fn side(&self) -> f64 {
        self.layout.side
    }

    /// Returns the colour of the first walk.
    pub(crate) const fn walk_colour(&self) -> Colour {
        self.palette().walk(0)
    }

    /// Returns the colour of text beside the board.
    pub(crate) const fn text_colour(&self) -> Colour {
        self.palette().numbers
    }

    pub(crate) fn centre(&self, square: Square) -> Point {
        self.layout.centre(self.board.coord(square))
    }
}

impl Drawing for Picture<'_> {
    fn info(&self) -> DrawingInfo {
        DrawingInfo {
            width: self.layout.width,
            height: self.layout.height,
            title: self.title(),
            description: description(self),
            background: self.palette().background,
        }
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.paint_board(canvas)?;
        self.paint_moments(1..=self.moments(), canvas)
    }
}

/// The path of one knight, which may return to its start.
///
/// ```
/// use caracole_core::Path;
/// use caracole_draw::Walk;
///
/// // a1, c2 and b4 of a 3x4 board, and back to a1.
/// let walk = Walk { path: Path::from_indices(vec![0, 5, 10]), is_closed: true };
/// let [a1, _, b4] = [0, 1, 2].map(|at| walk.path.get(at));
/// assert_eq!((walk.at(1), walk.at(3)), (a1, b4), "moments count from 1");
/// assert_eq!(walk.at(4), a1);
/// assert_eq!(walk.move_at(4), b4.zip(a1));
/// assert_eq!(walk.move_at(1), None, "moment 1 has no move");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The squares.
    pub path: Path,
    /// True if the knight returns to its start.
    pub is_closed: bool,
}

impl Walk {
    /// Returns the number of moments.
    fn moments(&self) -> u64 {
        self.path.len() + u64::from(self.is_closed && !self.path.is_empty())
    }

    /// Returns the square of the knight at a moment.
    pub fn at(&self, moment: u64) -> Option<Square> {
        let last = self.path.len();
        if self.is_closed && moment > last {
            return self.path.first();
        }
        self.path.get(moment.min(last).checked_sub(1)?)
    }

    /// Returns the move of a moment.
    pub fn move_at(&self, moment: u64) -> Option<(Square, Square)> {
        if moment < 2 || moment > self.moments() {
            return None;
        }
        Some((self.at(moment - 1)?, self.at(moment)?))
    }
}

/// Returns the description: the board, the walks and the style.
fn description(picture: &Picture) -> String {
    let board = picture.board;
    let mut text = format!("The board {} has {} squares.", board.title(), board.len());
    for (number, walk) in picture.walks.iter().enumerate() {
        let name = match picture.walks.len() {
            1 => "The walk".to_owned(),
            _ => format!("Walk {}", number + 1),
        };
        text += &walk_description(picture, walk, &name);
    }
    text += match style::effective_style(picture) {
        Style::Line => " It is drawn as a line.",
        Style::Numbers => " Each square has the number of its step.",
        Style::Celtic => " It is drawn as a ribbon that goes over and under itself.",
        Style::Heat => " The colour of a square is its step, from dark to light.",
    };
    text + match board.surface() {
        Surface::Cylinder => {
            " The left and the right edge, dashed, are joined: a move that leaves over one comes in \
             over the other."
        }
        Surface::Torus => {
            " Opposite edges, dashed, are joined: a move that leaves over one comes in over the \
             other."
        }
        _ if board.is_box() => " The levels stand side by side.",
        Surface::Flat | Surface::Graph => "",
    }
}

/// Returns the ends of a walk.
fn walk_description(picture: &Picture, walk: &Walk, name: &str) -> String {
    let (Some(first), Some(last)) = (walk.path.first(), walk.path.last()) else {
        return String::new();
    };
    let squares = match walk.path.len() {
        1 => "1 square".to_owned(),
        len => format!("{len} squares"),
    };
    let first = picture.board.name(first);
    if walk.is_closed {
        return format!(" {name} visits {squares} and is closed: it starts and ends on {first}.");
    }
    format!(" {name} visits {squares} from {first} to {}.", picture.board.name(last))
}
