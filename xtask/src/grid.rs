//! Boards in a picture.

use crate::blocks::{Block, BlockTour, Join, Role, Spot};
use crate::svg::{Area, Ink, Point, Svg};

/// The position of a board and the side of its squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) corner: Point,
    pub(crate) unit: i32,
    pub(crate) sides: Spot,
}

impl Grid {
    pub(crate) const fn width(&self) -> i32 {
        self.unit * self.sides.0 as i32
    }

    pub(crate) const fn height(&self) -> i32 {
        self.unit * self.sides.1 as i32
    }

    pub(crate) const fn right(&self) -> i32 {
        self.corner.x + self.width()
    }

    pub(crate) const fn bottom(&self) -> i32 {
        self.corner.y + self.height()
    }

    pub(crate) const fn area(&self) -> Area {
        Area { corner: self.corner, width: self.width(), height: self.height() }
    }

    /// Returns the middle of a square.
    pub(crate) const fn middle(&self, (file, rank): Spot) -> Point {
        let (right, up) = (file as i32 * self.unit, rank as i32 * self.unit);
        Point { x: self.corner.x + right + self.unit / 2, y: self.bottom() - up - self.unit / 2 }
    }

    /// Returns the rectangle of a block.
    pub(crate) fn block(&self, tour: &BlockTour, block: Block) -> Area {
        let ((file, rank), (files, ranks)) = tour.extent(block);
        let (width, height) = (files as i32 * self.unit, ranks as i32 * self.unit);
        let x = self.corner.x + file as i32 * self.unit;
        let y = self.bottom() - rank as i32 * self.unit - height;
        Area { corner: Point { x, y }, width, height }
    }

    pub(crate) fn points(&self, spots: impl IntoIterator<Item = Spot>) -> Vec<Point> {
        spots.into_iter().map(|spot| self.middle(spot)).collect()
    }

    /// Draws squares and blocks.
    pub(crate) fn board(
        &self,
        svg: &mut Svg,
        tour: &BlockTour,
        tint: impl Fn(Role) -> Option<Ink>,
    ) {
        svg.squares(self.area(), self.unit);
        for block in tour.blocks() {
            if let Some(ink) = tint(tour.role(block)) {
                svg.rectangle(self.block(tour, block), ink);
            }
        }
        for block in tour.blocks() {
            svg.rectangle(self.block(tour, block), Ink::Block);
        }
    }

    /// Draws the moves within blocks.
    pub(crate) fn stretches(&self, svg: &mut Svg, tour: &BlockTour) {
        let mut lines: Vec<Vec<Point>> =
            tour.stretches().into_iter().map(|stretch| self.points(stretch.walk)).collect();
        if let (true, [start, .., end]) = (tour.is_closed(), &tour.walk[..]) {
            lines.push(self.points([*end, *start]));
        }
        svg.lines(lines.iter().map(Vec::as_slice), Ink::Tour);
    }

    /// Draws the moves between blocks and the moves that they replace.
    pub(crate) fn joins(&self, svg: &mut Svg, joins: &[Join]) {
        let out = joins.iter().filter_map(Join::taken_out).flatten();
        self.moves(svg, out, Ink::TakenOut);
        self.moves(svg, joins.iter().flat_map(Join::put_in), Ink::PutIn);
    }

    pub(crate) fn moves(&self, svg: &mut Svg, moves: impl Iterator<Item = [Spot; 2]>, ink: Ink) {
        let lines: Vec<Vec<Point>> = moves.map(|ends| self.points(ends)).collect();
        svg.lines(lines.iter().map(Vec::as_slice), ink);
    }

    /// Draws dots on the ends of an open tour.
    pub(crate) fn ends(&self, svg: &mut Svg, tour: &BlockTour) {
        if let [start, .., end] = &tour.walk[..] {
            svg.circle(self.middle(*start), self.unit / 4, Ink::Start);
            svg.circle(self.middle(*end), self.unit / 4, Ink::End);
        }
    }

    /// Draws a number in a circle on a square.
    pub(crate) fn seal(&self, svg: &mut Svg, spot: Spot, number: usize) {
        let Point { x, y } = self.middle(spot);
        svg.circle(Point { x, y }, 10, Ink::Seal);
        svg.text(Point { x, y: y + 4 }, &number.to_string(), Ink::Number);
    }
}

/// The sample of a legend entry.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    Line(Ink),
    Dot(Ink),
    Patch(Ink),
}

/// Draws legend entries in a row.
pub(crate) fn legend(svg: &mut Svg, left: Point, signs: &[(Sign, &str)]) {
    const SIGN: i32 = 26;
    const LETTER: i32 = 7;
    let Point { mut x, y } = left;
    for (sign, words) in signs {
        match sign {
            Sign::Line(ink) => {
                let line = [Point { x, y: y - 5 }, Point { x: x + SIGN, y: y - 5 }];
                svg.lines([&line[..]], *ink);
            }
            Sign::Dot(ink) => svg.circle(Point { x: x + SIGN / 2 + 5, y: y - 5 }, 6, *ink),
            Sign::Patch(ink) => {
                let area = Area { corner: Point { x: x + 6, y: y - 13 }, width: 20, height: 16 };
                svg.rectangle(area, *ink);
                svg.rectangle(area, Ink::Block);
            }
        }
        svg.text(Point { x: x + SIGN + 8, y }, words, Ink::Label);
        x += SIGN + 8 + LETTER * words.len() as i32 + 22;
    }
}
