//! A board with marks on its squares and a legend.

use caracole_core::{Board, MoveGraph, Moves, Piece, Square};

use crate::blocks::Spot;
use crate::grid::{Grid, Sign, legend};
use crate::svg::{Area, Ink, Point, Svg};

const MARGIN: i32 = 24;
const LEGEND: i32 = 34;

/// A drawing of a board.
pub(super) struct Sketch {
    pub(super) board: Board,
    svg: Svg,
    grid: Grid,
    /// The position of the next line of the legend.
    next: Point,
}

impl Sketch {
    /// Creates a board with a legend to its right. `unit` is the side of a square.
    pub(super) fn new(board: &str, unit: i32, words: i32, title: &str) -> Result<Self, String> {
        let board: Board = board.parse().map_err(|_| format!("no board: {board}"))?;
        let corner = Point { x: 2 * MARGIN, y: MARGIN };
        let grid = Grid { corner, unit, sides: (board.files(), board.ranks()) };
        let svg = Svg::new(grid.right() + MARGIN + words, grid.bottom() + 2 * MARGIN, title);
        let next = Point { x: grid.right() + MARGIN, y: grid.corner.y + 20 };
        let mut sketch = Self { board, svg, grid, next };
        sketch.draw_board();
        Ok(sketch)
    }

    /// Creates a row of copies of a board with headings and a common legend. Marks go to the first board
    /// until [`Sketch::next_board`].
    pub(super) fn strip(board: Board, unit: i32, boards: i32, title: &str) -> Self {
        let corner = Point { x: 2 * MARGIN, y: MARGIN + 6 };
        let grid = Grid { corner, unit, sides: (board.files(), board.ranks()) };
        let width = boards * (grid.width() + 2 * MARGIN) + MARGIN;
        let svg = Svg::new(width, grid.bottom() + 2 * MARGIN + LEGEND, title);
        let next = Point { x: grid.corner.x - 8, y: grid.bottom() + 2 * MARGIN + 8 };
        let mut sketch = Self { board, svg, grid, next };
        sketch.draw_board();
        sketch
    }

    /// Draws the board with its holes.
    fn draw_board(&mut self) {
        self.svg.squares(self.grid.area(), self.grid.unit);
        name_lines(&mut self.svg, &self.grid);
        let (files, ranks) = self.grid.sides;
        for spot in (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))) {
            let square = u64::from(spot.1) * u64::from(files) + u64::from(spot.0);
            if !self.board.contains(Square::from_index(square)) {
                self.fill(spot, Ink::Hole);
            }
        }
    }

    /// Adds a copy of the board to the right. Later marks go to this copy.
    pub(super) fn next_board(&mut self) {
        self.grid.corner.x = self.grid.right() + 2 * MARGIN;
        self.draw_board();
    }

    /// Moves the legend to the right of the last board.
    pub(super) const fn legend_beside(&mut self) {
        self.next.x = self.grid.right() + MARGIN;
    }

    /// Writes a heading above the board.
    pub(super) fn heading(&mut self, words: &str) {
        let x = self.grid.corner.x + self.grid.width() / 2;
        self.svg.text(Point { x, y: self.grid.corner.y - 7 }, words, Ink::Heading);
    }

    pub(super) fn squares(&self, names: &str) -> Result<Vec<Square>, String> {
        let parse = |name| self.board.parse_square(name).map_err(|error| error.to_string());
        names.split(' ').map(parse).collect()
    }

    const fn spot(&self, square: Square) -> Spot {
        let place = self.board.coord(square);
        (place.file.index(), place.rank.index())
    }

    fn fill(&mut self, (file, rank): Spot, ink: Ink) {
        let unit = self.grid.unit;
        let Point { x, y } = self.grid.middle((file, rank));
        let corner = Point { x: x - unit / 2, y: y - unit / 2 };
        self.svg.rectangle(Area { corner, width: unit, height: unit }, ink);
    }

    /// Writes a short text in the middle of a square.
    pub(super) fn write(&mut self, square: Square, words: &str, ink: Ink) {
        let Point { x, y } = self.grid.middle(self.spot(square));
        self.svg.text(Point { x, y: y + 5 }, words, ink);
    }

    /// Writes the two names of a square.
    pub(super) fn write_two(&mut self, square: Square, name: &str, pair: &str) {
        let Point { x, y } = self.grid.middle(self.spot(square));
        self.svg.text(Point { x, y: y - 2 }, name, Ink::Heading);
        self.svg.text(Point { x, y: y + 16 }, pair, Ink::Note);
    }

    /// Draws the number of a step in a circle.
    pub(super) fn seal(&mut self, square: Square, step: usize) {
        let spot = self.spot(square);
        self.grid.seal(&mut self.svg, spot, step);
    }

    /// Draws a path.
    pub(super) fn walk(&mut self, squares: &[Square], ink: Ink) {
        let points = self.grid.points(squares.iter().map(|&square| self.spot(square)));
        self.svg.lines([&points[..]], ink);
    }

    pub(super) fn mark(&mut self, squares: &[Square], ink: Ink) {
        for &square in squares {
            self.fill(self.spot(square), ink);
        }
    }

    /// Draws moves as lines.
    pub(super) fn moves(&mut self, moves: &[[Square; 2]], ink: Ink) {
        let spots: Vec<[Spot; 2]> =
            moves.iter().map(|pair| pair.map(|square| self.spot(square))).collect();
        self.grid.moves(&mut self.svg, spots.into_iter(), ink);
    }

    /// Draws dots on squares.
    pub(super) fn dots(&mut self, squares: &[Square], ink: Ink) {
        for &square in squares {
            let middle = self.grid.middle(self.spot(square));
            self.svg.circle(middle, 5, ink);
        }
    }

    /// Returns the moves of a piece that `is_drawn` accepts.
    pub(super) fn all_moves(
        &self,
        piece: &Piece,
        is_drawn: impl Fn(Square, Square) -> bool,
    ) -> Result<Vec<[Square; 2]>, String> {
        let graph = MoveGraph::new(&self.board, &Moves::new(piece, &self.board));
        let graph = graph.ok_or("too many moves to draw")?;
        let pairs = graph.graph().edge_list().map(|(a, b)| [a, b].map(|at| graph.square(at)));
        Ok(pairs.filter(|&[a, b]| is_drawn(a, b)).collect())
    }

    /// Adds a line to the legend.
    pub(super) fn explain(&mut self, sign: Sign, words: &str) {
        legend(&mut self.svg, self.next, &[(sign, words)]);
        self.next.y += LEGEND;
    }

    /// Adds a row of several entries to the legend.
    pub(super) fn explain_all(&mut self, signs: &[(Sign, &str)]) {
        legend(&mut self.svg, self.next, signs);
        self.next.y += LEGEND;
    }

    pub(super) fn finish(self) -> String {
        self.svg.finish()
    }
}

/// Writes the names of files and ranks.
fn name_lines(svg: &mut Svg, grid: &Grid) {
    for (file, letter) in (0..grid.sides.0).zip('a'..='z') {
        let Point { x, .. } = grid.middle((file, 0));
        svg.text(Point { x, y: grid.bottom() + 18 }, &letter.to_string(), Ink::Number);
    }
    for rank in 0..grid.sides.1 {
        let Point { y, .. } = grid.middle((0, rank));
        let number = (rank + 1).to_string();
        svg.text(Point { x: grid.corner.x - 14, y: y + 4 }, &number, Ink::Number);
    }
}
