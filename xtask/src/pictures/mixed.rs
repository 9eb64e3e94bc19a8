//! Constructed tours: plain, mixed and braided.

use caracole_core::Problem;
use caracole_solve::{Construct, ConstructionStyle, Run, Solver};
use caracole_verify::Tour;

use crate::blocks::Spot;
use crate::grid::{Grid, Sign, legend};
use crate::svg::{Area, Ink, Point, Svg};

const MARGIN: i32 = 20;
const HEAD: i32 = 44;
const FOOT: i32 = 48;

/// Returns a constructed tour of a board.
fn tour_of(board: &str, construct: Construct) -> Result<Tour, String> {
    let problem = Problem::new(board.parse().map_err(|_| format!("no board: {board}"))?);
    let outcome = construct.solve(&problem, &mut Run::new());
    outcome.found().ok_or_else(|| format!("no such tour of {board}"))
}

fn walk_of(tour: &Tour) -> Vec<Spot> {
    let place = |square| tour.board().coord(square);
    tour.squares().map(place).map(|place| (place.file.index(), place.rank.index())).collect()
}

/// Draws a plain tour and the same tour after mixing.
pub(super) fn mixed() -> Result<String, String> {
    const BOARD: &str = "24x24";
    let plain = Construct::default();
    let mixed = Construct { mix: Some(1), ..plain };
    let grid = |x| Grid { corner: Point { x, y: HEAD }, unit: 16, sides: (24, 24) };
    let left = grid(MARGIN);
    let right = grid(left.right() + MARGIN);
    let (width, height) = (right.right() + MARGIN, right.bottom() + MARGIN);
    let mut svg = Svg::new(width, height, "A plain tour of 24x24, and the same mixed");
    for (grid, construct, words) in [(left, plain, "plain"), (right, mixed, "mixed")] {
        let x = grid.corner.x + grid.width() / 2;
        svg.text(Point { x, y: 28 }, words, Ink::Heading);
        svg.squares(grid.area(), grid.unit);
        draw_round(&mut svg, &grid, &walk_of(&tour_of(BOARD, construct)?));
    }
    Ok(svg.finish())
}

/// Draws a braided tour with its parts, and four strands in colour.
pub(super) fn braided() -> Result<String, String> {
    const SIDE: u32 = 32;
    const INKS: [Ink; 4] = [Ink::Outward, Ink::Beside, Ink::Farthest, Ink::Homeward];
    let construct = Construct { style: ConstructionStyle::Braided, mix: None };
    let walk = walk_of(&tour_of(&format!("{SIDE}x{SIDE}"), construct)?);
    let corner = Point { x: MARGIN, y: MARGIN };
    let grid = Grid { corner, unit: 22, sides: (SIDE, SIDE) };
    let (width, height) = (grid.right() + MARGIN, grid.bottom() + FOOT);
    let mut svg = Svg::new(width, height, "A braided tour of 32x32");
    svg.squares(grid.area(), grid.unit);
    draw_pieces(&mut svg, &grid);
    draw_round(&mut svg, &grid, &walk);
    let strands = four_strands(&walk).ok_or("no four strands turn together at the top")?;
    for (strand, ink) in strands.into_iter().zip(INKS) {
        svg.lines([&grid.points(strand)[..]], ink);
    }
    let signs = [
        (Sign::Patch(Ink::Stage), "heels"),
        (Sign::Patch(Ink::Tooth), "side pieces"),
        (Sign::Patch(Ink::Root), "corners"),
        (Sign::Line(Ink::Outward), "one of four strands in colour"),
    ];
    legend(&mut svg, Point { x: MARGIN, y: grid.bottom() + 31 }, &signs);
    Ok(svg.finish())
}

/// Draws a closed tour.
fn draw_round(svg: &mut Svg, grid: &Grid, walk: &[Spot]) {
    let round = walk.iter().chain(walk.first()).copied();
    svg.lines([&grid.points(round)[..]], Ink::Tour);
}

/// Draws the parts along the edges of a braided tour: corners of 6x6, heels of three ranks along the top
/// and the bottom, and side pieces of two files along the others.
fn draw_pieces(svg: &mut Svg, grid: &Grid) {
    const CORNER: i32 = 6;
    let (files, ranks) = (grid.sides.0 as i32, grid.sides.1 as i32);
    let mut piece = |file: i32, down: i32, [width, height]: [i32; 2], ink| {
        let x = grid.corner.x + file * grid.unit;
        let y = grid.corner.y + down * grid.unit;
        let corner = Point { x, y };
        svg.rectangle(Area { corner, width: width * grid.unit, height: height * grid.unit }, ink);
    };
    for down in [0, ranks - CORNER] {
        for file in [0, files - CORNER] {
            piece(file, down, [CORNER, CORNER], Ink::Root);
        }
    }
    for down in [0, ranks - 3] {
        piece(CORNER, down, [files - 2 * CORNER, 3], Ink::Stage);
    }
    for file in [0, files - 2] {
        piece(file, CORNER, [2, ranks - 2 * CORNER], Ink::Tooth);
    }
}

/// A straight part of a tour, two files to the right for each rank down or the other way round:
/// where in the tour it begins and ends.
#[derive(Clone, Copy, Debug)]
struct Straight {
    first: usize,
    last: usize,
    /// The same for all squares of the straight line that it lies on; one more for the next line.
    line: u32,
    goes_up: bool,
}

/// All straight parts of some length.
fn straights(walk: &[Spot]) -> Vec<Straight> {
    const LENGTH: usize = 4;
    let line = |at: usize| walk[at].0 + 2 * walk[at].1;
    let mut all = Vec::new();
    let mut first = 0;
    for at in 1..=walk.len() {
        if at < walk.len() && line(at) == line(first) {
            continue;
        }
        let last = at - 1;
        if last - first >= LENGTH {
            let goes_up = walk[last].1 > walk[first].1;
            all.push(Straight { first, last, line: line(first), goes_up });
        }
        first = at;
    }
    all
}

/// Four strands that lie side by side, turn in a heel at the top, and lie side by side again; each
/// with the strands before and after it in the tour.
fn four_strands(walk: &[Spot]) -> Option<Vec<Vec<Spot>>> {
    let all = straights(walk);
    // The lines before and after the heel, the left one first.
    let heel = |strands: &[Straight]| match strands {
        [before, up, down, after] if up.goes_up && !down.goes_up => {
            let lines = [up.line.min(down.line), up.line.max(down.line)];
            Some((lines, walk[before.first..=after.last].to_vec()))
        }
        _ => None,
    };
    let heels: Vec<([u32; 2], Vec<Spot>)> = all.windows(4).filter_map(heel).collect();
    let highest = walk.iter().map(|spot| spot.0 + 2 * spot.1).max()?;
    let upper_left = highest * 2 / 3;
    (upper_left..highest).find_map(|first| {
        let of_line = |line: u32| {
            let is_beside = |right: u32| (first + 4..first + 8).contains(&right);
            heels.iter().find(|([left, right], _)| *left == line && is_beside(*right))
        };
        (first..first + 4).map(|line| Some(of_line(line)?.1.clone())).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use caracole_explain::{Facts, MixingQuality};

    use super::*;

    /// The rows of the tables in the guide are what the tours come to.
    #[test]
    fn the_guide_tells_how_the_looks_measure_up() {
        let page = fs::read_to_string(crate::docs().join("construction.md")).expect("the guide");
        let plain = Construct::default();
        let mixed = Construct { mix: Some(1), ..plain };
        let braided = Construct { style: ConstructionStyle::Braided, ..plain };
        for (words, construct) in
            [("plain", plain), ("mixed with seed 1", mixed), ("braided", braided)]
        {
            let facts = Facts::of(&tour_of("100x100", construct).expect("a tour"));
            let crossings = facts.crossings.expect("a flat board");
            let row = format!("| {words} | {} | {crossings} |\n", facts.turns);
            assert!(page.contains(&row), "{row}");
        }
        for board in ["24x24", "100x100", "300x300"] {
            let [before, after] = [plain, mixed].map(|look| tour_of(board, look).expect("a tour"));
            let mixture = MixingQuality::of(&before, &after).expect("tours of one board");
            let percent = |share: f64| format!("{:.1}", 100.0 * share);
            let slopes: Vec<String> =
                mixture.slope_shares().map(|(_, share)| percent(share)).collect();
            let differing = percent(mixture.share_differing());
            let row = format!("| {board} | {differing} % | {} % |\n", slopes.join(" "));
            assert!(page.contains(&row), "{row}");
        }
    }

    /// What the page says of the coloured strands: they lie side by side, and turn at the top.
    #[test]
    fn four_strands_turn_together() {
        let braided = Construct { style: ConstructionStyle::Braided, mix: None };
        let walk = walk_of(&tour_of("32x32", braided).expect("a tour"));
        let strands = four_strands(&walk).expect("four strands");
        assert_eq!(strands.len(), 4);
        for strand in strands {
            assert!(strand.len() > 40, "{} squares", strand.len());
            assert!(strand.iter().any(|spot| spot.1 == 31), "it reaches the top");
        }
    }
}
