//! Two blocks before they are joined, and after.

use crate::blocks::{BlockTour, Join};
use crate::grid::{Grid, Sign, legend};
use crate::svg::{Ink, Point, Svg};

pub(super) fn draw() -> Result<String, String> {
    let tour = BlockTour::of("12x6", [None, None])?;
    let joins = tour.joins();
    let [join] = &joins[..] else { return Err("12x6 has two blocks".to_owned()) };
    let grid = |x| Grid { corner: Point { x, y: 44 }, unit: 30, sides: tour.sides() };
    let [before, after] = [grid(20), grid(416)];
    let mut svg = Svg::new(after.right() + 20, before.bottom() + 48, "Two blocks become one tour");
    for (grid, words) in [(before, "two closed tours"), (after, "one closed tour")] {
        let x = grid.corner.x + grid.width() / 2;
        svg.text(Point { x, y: 28 }, words, Ink::Heading);
        grid.board(&mut svg, &tour, |_| None);
    }
    draw_before(&mut svg, &before, &tour, join);
    after.stretches(&mut svg, &tour);
    after.joins(&mut svg, &joins);
    for (step, &spot) in (1..).zip(&tour.walk) {
        if join.put_in().any(|ends| ends.contains(&spot)) {
            after.seal(&mut svg, spot, step);
        }
    }
    let left = Point { x: 20, y: before.bottom() + 31 };
    let signs =
        [(Sign::Line(Ink::TakenOut), "taken out"), (Sign::Line(Ink::PutIn), "put in instead")];
    legend(&mut svg, left, &signs);
    Ok(svg.finish())
}

/// Each block with the closed tour it had before, numbered for itself.
fn draw_before(svg: &mut Svg, grid: &Grid, tour: &BlockTour, join: &Join) {
    let Some(taken_out) = join.taken_out() else { return };
    let mut lines = Vec::new();
    for (block, ends) in [join.carrier, join.hung].into_iter().zip(taken_out) {
        // Turned so that the move taken out leads home.
        let mut walk = tour.walk_in(block);
        let after = walk.iter().position(|spot| ends.contains(spot)).unwrap_or(0);
        let is_home = after == 0 && ends.contains(&walk[walk.len() - 1]);
        walk.rotate_left(if is_home { 0 } else { after + 1 });
        lines.push(grid.points(walk));
    }
    svg.lines(lines.iter().map(Vec::as_slice), Ink::Tour);
    grid.moves(svg, taken_out.into_iter(), Ink::TakenOut);
    for (block, ends) in [join.carrier, join.hung].into_iter().zip(taken_out) {
        for (step, spot) in (1..).zip(tour.walk_in(block)) {
            if ends.contains(&spot) {
                grid.seal(svg, spot, step);
            }
        }
    }
}
