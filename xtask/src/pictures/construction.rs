//! Tours constructed from blocks.

use crate::blocks::{Block, BlockTour, Join, Role, Stretch};
use crate::grid::{Grid, Sign, legend};
use crate::svg::{Area, Ink, Point, Svg};

const MARGIN: i32 = 20;
const FOOT: i32 = 48;

/// Draws a closed tour, with names for its rows.
pub(super) fn closed() -> Result<String, String> {
    const NAMES: i32 = 64;
    let tour = BlockTour::of("24x18", [None, None])?;
    let corner = Point { x: MARGIN + NAMES, y: MARGIN };
    let grid = Grid { corner, unit: 28, sides: tour.sides() };
    let (mut svg, left) = comb_sheet(&grid, "A closed tour of 24x18, built from twelve blocks");
    draw_comb(&mut svg, &grid, &tour);
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
        (Sign::Line(Ink::TakenOut), "removed"),
        (Sign::Line(Ink::PutIn), "added"),
    ];
    legend(&mut svg, left, &signs);
    Ok(svg.finish())
}

/// Draws an odd board with a start in its middle.
pub(super) fn odd() -> Result<String, String> {
    let ends = [Some("j10"), None];
    open_comb("19x19", 32, ends, "An open tour of 19x19 from j10", ["root, 7x7", "put in"])
}

/// Draws a tour between two given squares.
pub(super) fn two_ends() -> Result<String, String> {
    let ends = [Some("i10"), Some("w15")];
    let words = ["trunk", "put in, or passing on"];
    open_comb("24x24", 28, ends, "A tour of 24x24 from i10 to w15", words)
}

/// Draws an open tour. The legend names the trunk and the moves that were put in.
fn open_comb(
    board: &str,
    unit: i32,
    ends: [Option<&str>; 2],
    title: &str,
    [trunk, put_in]: [&str; 2],
) -> Result<String, String> {
    let tour = BlockTour::of(board, ends)?;
    let corner = Point { x: MARGIN, y: MARGIN };
    let grid = Grid { corner, unit, sides: tour.sides() };
    let (mut svg, left) = comb_sheet(&grid, title);
    draw_comb(&mut svg, &grid, &tour);
    grid.ends(&mut svg, &tour);
    let signs = [
        (Sign::Patch(Ink::Root), trunk),
        (Sign::Dot(Ink::Start), "start"),
        (Sign::Dot(Ink::End), "end"),
        (Sign::Line(Ink::TakenOut), "removed"),
        (Sign::Line(Ink::PutIn), put_in),
    ];
    legend(&mut svg, left, &signs);
    Ok(svg.finish())
}

/// Returns a picture with space for a board, and the position of its legend.
fn comb_sheet(grid: &Grid, title: &str) -> (Svg, Point) {
    let svg = Svg::new(grid.right() + MARGIN, grid.bottom() + FOOT, title);
    (svg, Point { x: grid.corner.x, y: grid.bottom() + 31 })
}

fn draw_comb(svg: &mut Svg, grid: &Grid, tour: &BlockTour) {
    grid.board(svg, tour, |role| Some(tint(role)));
    grid.stretches(svg, tour);
    grid.joins(svg, &tour.joins());
}

/// The colour of a block.
const fn tint(role: Role) -> Ink {
    match role {
        Role::Trunk => Ink::Root,
        Role::Stage => Ink::Stage,
        Role::Tooth => Ink::Tooth,
    }
}

/// Draws two blocks before and after they are joined.
pub(super) fn join() -> Result<String, String> {
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
    let signs = [(Sign::Line(Ink::TakenOut), "removed"), (Sign::Line(Ink::PutIn), "added instead")];
    legend(&mut svg, left, &signs);
    Ok(svg.finish())
}

/// Draws each block with its own closed tour.
fn draw_before(svg: &mut Svg, grid: &Grid, tour: &BlockTour, join: &Join) {
    let Some(taken_out) = join.taken_out() else { return };
    let mut lines = Vec::new();
    for (block, ends) in [join.parent, join.child].into_iter().zip(taken_out) {
        // Turned so that the move taken out leads home.
        let mut walk = tour.walk_in(block);
        let after = walk.iter().position(|spot| ends.contains(spot)).unwrap_or(0);
        let is_home = after == 0 && ends.contains(&walk[walk.len() - 1]);
        walk.rotate_left(if is_home { 0 } else { after + 1 });
        lines.push(grid.points(walk));
    }
    svg.lines(lines.iter().map(Vec::as_slice), Ink::Tour);
    grid.moves(svg, taken_out.into_iter(), Ink::TakenOut);
    for (block, ends) in [join.parent, join.child].into_iter().zip(taken_out) {
        for (step, spot) in (1..).zip(tour.walk_in(block)) {
            if ends.contains(&spot) {
                grid.seal(svg, spot, step);
            }
        }
    }
}

/// Draws the tree of blocks without their squares.
pub(super) fn tree() -> Result<String, String> {
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
    // The blocks cover the lines, so that only the parts between blocks are visible.
    let lines: Vec<[Point; 2]> =
        tour.joins().iter().map(|join| [join.parent, join.child].map(middle)).collect();
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

/// Draws the path through a tooth: out, around its last block, and back.
pub(super) fn chain() -> Result<String, String> {
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

    // The same as a timeline below.
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
        (Sign::Line(Ink::Outward), "outward: first parts"),
        (Sign::Line(Ink::Farthest), "the last block"),
        (Sign::Line(Ink::Homeward), "return: second parts"),
    ];
    legend(&mut svg, Point { x: grid.corner.x, y: bar.y + BAR + 38 }, &signs);
    Ok(svg.finish())
}
