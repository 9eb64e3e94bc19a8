//! How a tooth is walked: out, around its last block, and home.

use crate::blocks::{BlockTour, Stretch};
use crate::grid::{Grid, Sign, legend};
use crate::svg::{Area, Ink, Point, Svg};

pub(super) fn draw() -> Result<String, String> {
    const BAR: i32 = 26;
    let tour = BlockTour::of("24x6", [None, None])?;
    let grid = Grid { corner: Point { x: 20, y: 20 }, unit: 30, sides: tour.sides() };
    let bar = Point { x: grid.corner.x, y: grid.bottom() + 60 };
    let mut svg = Svg::new(grid.right() + 20, bar.y + 84, "A tooth is walked out and home");
    grid.board(&mut svg, &tour, |_| None);

    let stretches = tour.stretches();
    let farthest = tour.blocks().count() - 1;
    let inks = |at: usize| match at {
        at if at < farthest => (Ink::Outward, Ink::OutwardBar),
        at if at == farthest => (Ink::Farthest, Ink::FarthestBar),
        _ => (Ink::Homeward, Ink::HomewardBar),
    };
    for (at, stretch) in stretches.iter().enumerate() {
        // A stretch is drawn up to the first square of the next.
        let next = stretches.get(at + 1).map_or(tour.walk[0], |next| next.walk[0]);
        let spots = stretch.walk.iter().copied().chain([next]);
        svg.lines([&grid.points(spots)[..]], inks(at).0);
    }
    svg.circle(grid.middle(tour.walk[0]), grid.unit / 4, Ink::Start);

    // Below, the same as a strip of time.
    let per_step = grid.width() / tour.walk.len() as i32;
    for (at, Stretch { block, first, walk }) in stretches.iter().enumerate() {
        let x = bar.x + (*first as i32 - 1) * per_step;
        let width = walk.len() as i32 * per_step;
        let area = Area { corner: Point { x, y: bar.y }, width, height: BAR };
        svg.rectangle(area, inks(at).1);
        let name = char::from(b'A' + block.0 as u8).to_string();
        svg.text(Point { x: x + width / 2, y: bar.y + 18 }, &name, Ink::OnBar);
        svg.text(Point { x: x + 11, y: bar.y - 6 }, &first.to_string(), Ink::Number);
    }
    for block in tour.blocks() {
        let Area { corner: Point { x, y }, width, height } = grid.block(&tour, block);
        let name = char::from(b'A' + block.0 as u8).to_string();
        svg.text(Point { x: x + width / 2, y: y + height + 20 }, &name, Ink::Heading);
    }
    let signs = [
        (Sign::Line(Ink::Outward), "out: first parts"),
        (Sign::Line(Ink::Farthest), "the last block, whole"),
        (Sign::Line(Ink::Homeward), "home: second parts"),
    ];
    legend(&mut svg, Point { x: grid.corner.x, y: bar.y + BAR + 38 }, &signs);
    Ok(svg.finish())
}
