//! A puzzle on paper, as a drawing.

use caracole_core::{Board, Coord, File, Problem, Square};
use caracole_draw::{Align, Colour, Mark, Point, Scene, Stroke, TextLine};
use caracole_formats::puzzle::PuzzleSheet;

/// A page in the shape that fills both A4 and Letter.
const PAGE: [f64; 2] = [750.0, 1000.0];
const MARGIN: f64 = 15.0;
/// The position of the board below the title.
const TOP: f64 = 125.0;
/// The largest board, the largest solution, and the largest square.
const BOARD: f64 = 720.0;
const SOLUTION: f64 = 120.0;
const SQUARE: f64 = 80.0;

const PAPER: Colour = Colour(255, 255, 255);
const INK: Colour = Colour(0, 0, 0);
const HOLE: Colour = Colour(119, 119, 119);

/// A page to print: the puzzle, and its solution below, upside down. Any output draws it.
///
/// ```
/// use caracole::draw::{pdf, svg};
/// use caracole::formats::puzzle::PuzzleSheet;
/// use caracole::Problem;
/// use caracole::draw::puzzle_sheet;
///
/// let problem = Problem::new("5x5".parse()?).clue("c3", 25)?;
/// let page = puzzle_sheet(&PuzzleSheet { problem: &problem, solution: None, grade: "" });
/// assert_eq!(page.title, "Knight's tour puzzle, 5x5");
/// let (mut for_screens, mut for_paper) = (Vec::new(), Vec::new());
/// svg::write(&page, &mut for_screens)?;
/// pdf::write(&page, &mut for_paper)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn puzzle_sheet(sheet: &PuzzleSheet<'_>) -> Scene {
    let [width, height] = PAGE;
    let line =
        |y: f64, size: f64, text: &str| words(Point::new(MARGIN, y), text, size, Align::Start);
    let mut marks = vec![line(46.0, 31.0, &sheet.title()), line(79.0, 15.0, &sheet.task())];
    marks.extend(sheet.joined().map(|joined| line(99.0, 15.0, joined)));
    let large = Grid::within(sheet.problem.board(), BOARD, BOARD);
    marks.extend(large.marks(sheet.problem, (width - large.width) / 2.0, TOP));
    if let Some(solved) = sheet.solved() {
        let small = Grid::within(solved.board(), width / 2.0, SOLUTION);
        let about = Point::new(width / 2.0, height / 2.0);
        marks.extend(small.marks(&solved, MARGIN, MARGIN).map(|mark| mark.half_turned(about)));
    }
    Scene {
        width,
        height,
        title: sheet.title(),
        description: sheet.task(),
        background: PAPER,
        marks,
    }
}

/// The size of a board on the page: all levels are side by side, half a square apart.
struct Grid {
    side: f64,
    width: f64,
}

impl Grid {
    fn within(board: &Board, width: f64, height: f64) -> Self {
        let levels = f64::from(board.levels());
        let files = f64::from(board.files()) * levels + (levels - 1.0) / 2.0;
        let side = (width / files).min(height / f64::from(board.ranks())).min(SQUARE);
        Self { side, width: side * files }
    }

    /// The squares and numbers, from an upper left corner on.
    fn marks<'a>(
        &self,
        problem: &'a Problem,
        left: f64,
        top: f64,
    ) -> impl Iterator<Item = Mark> + 'a {
        let (board, side) = (problem.board(), self.side);
        let corner = move |square: Square| {
            let place = board.coord(square);
            let level = f64::from(place.level.index()) * (f64::from(board.files()) + 0.5);
            let from_top = board.ranks() - 1 - place.rank.index();
            let x = left + side * (level + f64::from(place.file.index()));
            Point::new(x, top + side * f64::from(from_top))
        };
        let holes = enclosed(board).map(move |hole| {
            Mark::rectangle(corner(hole), corner(hole).translated(side, side), HOLE)
        });
        let frames = enclosed(board).chain(board.squares()).map(move |square| {
            let from = corner(square);
            let points = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side), (0.0, 0.0)];
            let points = points.map(|(right, down)| from.translated(right, down)).to_vec();
            Mark::Line { points, stroke: Stroke::solid(INK, (side / 45.0).max(0.4)) }
        });
        // Four digits fit into a square.
        let digits = board.len().to_string().len().max(2) as f64;
        let height = side * (0.92 / digits).min(0.46);
        let numbers = problem.clues().map(move |(step, square)| {
            let at = corner(square).translated(side / 2.0, side / 2.0 + height * 0.35);
            words(at, &step.to_string(), height, Align::Middle)
        });
        holes.chain(frames).chain(numbers)
    }
}

/// The holes between squares of their rank, which would look like one of them.
fn enclosed(board: &Board) -> impl Iterator<Item = Square> + '_ {
    board.holes().filter(move |&hole| {
        let place = board.coord(hole);
        let is_square = |file| {
            let square = board.at(Coord { file: File::new(file), ..place });
            square.is_some_and(|square| board.contains(square))
        };
        let file = place.file.index();
        (0..file).any(is_square) && (file + 1..board.files()).any(is_square)
    })
}

fn words(at: Point, text: &str, size: f64, align: Align) -> Mark {
    Mark::Text(TextLine::new(at, text, size, INK, align))
}

#[cfg(test)]
mod tests {
    use caracole_draw::{Mark, Rotation, text_width};
    use caracole_solve::{Construct, Run, Solver};
    use caracole_verify::{Outcome, Tour};

    use super::*;

    fn numbers(scene: &Scene, rotation: Rotation) -> Vec<String> {
        let lines = scene.marks.iter().filter_map(|mark| match mark {
            Mark::Text(line) if line.rotation == rotation => Some(line.text.clone()),
            _ => None,
        });
        lines.filter(|text| text.parse::<u32>().is_ok()).collect()
    }

    fn count(scene: &Scene, is_it: impl Fn(&Mark) -> bool) -> usize {
        scene.marks.iter().filter(|mark| is_it(mark)).count()
    }

    /// The corners of the line of text, as our own letters are wide and high.
    fn corners(line: &TextLine) -> [Point; 2] {
        let width = line.size * text_width(&line.text);
        let left = match line.align {
            Align::Start => 0.0,
            Align::Middle => width / 2.0,
            Align::End => width,
        };
        let (from, to) =
            (line.at.translated(-left, 0.0), line.at.translated(width - left, -line.size));
        match line.rotation {
            Rotation::HalfTurn => [from, to]
                .map(|corner| Point::new(2.0 * line.at.x - corner.x, 2.0 * line.at.y - corner.y)),
            _ => [from, to],
        }
    }

    fn solved(board: &str) -> (Problem, Tour) {
        let problem = Problem::new(board.parse().expect("a board"));
        match Construct::default().solve(&problem, &mut Run::new()) {
            Outcome::Found(tour) => (problem, tour),
            _ => unreachable!("{board} has a tour"),
        }
    }

    #[test]
    fn clues_stand_upright_and_the_solution_upside_down() {
        let (problem, tour) = solved("5x4");
        let problem = problem.start("a1").expect("a start").clue("c2", 10).expect("a clue");
        let page =
            puzzle_sheet(&PuzzleSheet { problem: &problem, solution: Some(&tour), grade: "easy" });
        assert_eq!(page.title, "Knight's tour puzzle, 5x4, easy");
        assert_eq!(numbers(&page, Rotation::None), ["1", "10"]);
        assert_eq!(numbers(&page, Rotation::HalfTurn).len(), 20);
        assert_eq!(count(&page, |mark| matches!(mark, Mark::Line { .. })), 2 * 20);
    }

    #[test]
    fn only_holes_between_squares_are_painted() {
        let board = "4x4-a1,b2,c2,d3".parse().expect("a board");
        let problem = Problem::new(board);
        let page = puzzle_sheet(&PuzzleSheet { problem: &problem, solution: None, grade: "" });
        assert_eq!(count(&page, |mark| matches!(mark, Mark::Polygon { fill: HOLE, .. })), 2);
    }

    #[test]
    fn everything_is_on_the_page() {
        for board in ["3x100", "100x3", "30x30", "box:4x4x4", "1x1"] {
            let problem = Problem::new(board.parse().expect("a board"));
            let page = puzzle_sheet(&PuzzleSheet { problem: &problem, solution: None, grade: "" });
            let is_inside = |point: &Point| {
                (0.0..=page.width).contains(&point.x) && (0.0..=page.height).contains(&point.y)
            };
            let mut lines = 0;
            for mark in &page.marks {
                match mark {
                    Mark::Line { points, .. } => {
                        assert!(points.iter().all(is_inside), "{board}");
                    }
                    Mark::Text(line) => {
                        lines += 1;
                        let corners = corners(line);
                        assert!(corners.iter().all(is_inside), "{board}: {}", line.text);
                    }
                    _ => {}
                }
            }
            assert!(lines > 0, "{board}: at least the title");
        }
    }
}
