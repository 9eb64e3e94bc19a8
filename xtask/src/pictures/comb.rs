//! Whole tours with their blocks and joins.

use crate::blocks::{BlockTour, Role};
use crate::grid::{Grid, Sign, legend};
use crate::svg::{Area, Ink, Point, Svg};

const MARGIN: i32 = 20;
const FOOT: i32 = 48;

/// A closed tour, with names for its rows.
pub(super) fn closed() -> Result<String, String> {
    const NAMES: i32 = 64;
    let tour = BlockTour::of("24x18", [None, None])?;
    let corner = Point { x: MARGIN + NAMES, y: MARGIN };
    let grid = Grid { corner, unit: 28, sides: tour.sides() };
    let (mut svg, left) = sheet(&grid, "A closed tour of 24x18, built from twelve blocks");
    draw(&mut svg, &grid, &tour);
    for block in tour.blocks().filter(|block| block.0 == 0) {
        let Area { corner: Point { y, .. }, height, .. } = grid.block(&tour, block);
        let name = match tour.role(block) {
            Role::Trunk => "root".to_owned(),
            Role::Stage | Role::Tooth => format!("stage {}", block.1),
        };
        svg.text(Point { x: MARGIN, y: y + height / 2 + 5 }, &name, Ink::Label);
    }
    let signs = [
        (Sign::Patch(Ink::Root), "root"),
        (Sign::Patch(Ink::Stage), "stages"),
        (Sign::Patch(Ink::Tooth), "teeth"),
        (Sign::Line(Ink::TakenOut), "taken out"),
        (Sign::Line(Ink::PutIn), "put in"),
    ];
    legend(&mut svg, left, &signs);
    Ok(svg.finish())
}

/// An odd board with a start in its middle.
pub(super) fn odd() -> Result<String, String> {
    let tour = BlockTour::of("19x19", [Some("j10"), None])?;
    let corner = Point { x: MARGIN, y: MARGIN };
    let grid = Grid { corner, unit: 32, sides: tour.sides() };
    let (mut svg, left) = sheet(&grid, "An open tour of 19x19 from j10");
    draw(&mut svg, &grid, &tour);
    grid.ends(&mut svg, &tour);
    let signs = [
        (Sign::Patch(Ink::Root), "root, 7x7"),
        (Sign::Dot(Ink::Start), "start"),
        (Sign::Dot(Ink::End), "end"),
        (Sign::Line(Ink::TakenOut), "taken out"),
        (Sign::Line(Ink::PutIn), "put in"),
    ];
    legend(&mut svg, left, &signs);
    Ok(svg.finish())
}

/// A tour between two given squares.
pub(super) fn two_ends() -> Result<String, String> {
    let tour = BlockTour::of("24x24", [Some("i10"), Some("w15")])?;
    let corner = Point { x: MARGIN, y: MARGIN };
    let grid = Grid { corner, unit: 28, sides: tour.sides() };
    let (mut svg, left) = sheet(&grid, "A tour of 24x24 from i10 to w15");
    draw(&mut svg, &grid, &tour);
    grid.ends(&mut svg, &tour);
    let signs = [
        (Sign::Patch(Ink::Root), "trunk"),
        (Sign::Dot(Ink::Start), "start"),
        (Sign::Dot(Ink::End), "end"),
        (Sign::Line(Ink::TakenOut), "taken out"),
        (Sign::Line(Ink::PutIn), "put in, or passing on"),
    ];
    legend(&mut svg, left, &signs);
    Ok(svg.finish())
}

/// A sheet around a board, and where its legend begins.
fn sheet(grid: &Grid, title: &str) -> (Svg, Point) {
    let svg = Svg::new(grid.right() + MARGIN, grid.bottom() + FOOT, title);
    (svg, Point { x: grid.corner.x, y: grid.bottom() + 31 })
}

fn draw(svg: &mut Svg, grid: &Grid, tour: &BlockTour) {
    grid.board(svg, tour, |role| Some(tint(role)));
    grid.stretches(svg, tour);
    grid.joins(svg, &tour.joins());
}

/// The colour of a block.
pub(super) const fn tint(role: Role) -> Ink {
    match role {
        Role::Trunk => Ink::Root,
        Role::Stage => Ink::Stage,
        Role::Tooth => Ink::Tooth,
    }
}
