//! What hangs on what: the blocks of a board without their squares.

use crate::blocks::{Block, BlockTour, Role};
use crate::grid::Grid;
use crate::svg::{Area, Ink, Point, Svg};

use super::comb::tint;

pub(super) fn draw() -> Result<String, String> {
    const GAP: i32 = 7;
    let tour = BlockTour::of("43x31", [Some("v16"), None])?;
    let grid = Grid { corner: Point { x: 20, y: 20 }, unit: 16, sides: tour.sides() };
    let mut svg = Svg::new(grid.right() + 20, grid.bottom() + 20, "Root, stages and teeth");
    let area = |block: Block| {
        let Area { corner: Point { x, y }, width, height } = grid.block(&tour, block);
        let corner = Point { x: x + GAP, y: y + GAP };
        Area { corner, width: width - 2 * GAP, height: height - 2 * GAP }
    };
    let middle = |block: Block| {
        let Area { corner: Point { x, y }, width, height } = area(block);
        Point { x: x + width / 2, y: y + height / 2 }
    };
    // The lines lie below the blocks, so that only what is between them is seen.
    let lines: Vec<[Point; 2]> =
        tour.joins().iter().map(|join| [join.carrier, join.hung].map(middle)).collect();
    svg.lines(lines.iter().map(|line| &line[..]), Ink::PutIn);
    let root = tour.blocks().find(|&block| tour.role(block) == Role::Trunk).unwrap_or_default();
    for block in tour.blocks() {
        let role = tour.role(block);
        svg.rectangle(area(block), Ink::Paper);
        svg.rectangle(area(block), tint(role));
        svg.rectangle(area(block), Ink::Block);
        let Point { x, y } = middle(block);
        let name = match role {
            Role::Trunk => "root".to_owned(),
            Role::Stage => format!("stage {}", block.1.abs_diff(root.1)),
            // A tooth is named once, on its second block.
            Role::Tooth if block.0.abs_diff(root.0) == 2 => "tooth".to_owned(),
            Role::Tooth => continue,
        };
        svg.text(Point { x, y: y + 5 }, &name, Ink::Heading);
    }
    Ok(svg.finish())
}
