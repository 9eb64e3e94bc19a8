//! A puzzle on paper, as a drawing.

use caracole_core::{Board, Coord, File, Problem, Square};
use caracole_draw::{Align, Colour, Mark, Point, Scene, Stroke, TextLine};
use caracole_formats::puzzle::PuzzleSheet;
use caracole_verify::Tour;

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

/// Pages with several puzzles each, and pages with their solutions at the end. The puzzles are numbered.
///
/// ```
/// use caracole::Problem;
/// use caracole::draw::puzzle_sheets;
/// use caracole::formats::puzzle::PuzzleSheet;
///
/// let problem = Problem::new("5x5".parse()?).clue("c3", 25)?;
/// let sheet = PuzzleSheet { problem: &problem, solution: None, grade: "easy" };
/// let pages = puzzle_sheets("Monday", &[sheet; 7]);
/// assert_eq!(pages.len(), 2, "six puzzles of this size fit on a page");
/// assert_eq!(pages[0].title, "Monday");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn puzzle_sheets(title: &str, sheets: &[PuzzleSheet<'_>]) -> Vec<Scene> {
    /// More squares to a side leave room for two rows of puzzles.
    const SMALL: f64 = 6.0;
    let tallest = sheets.iter().map(|sheet| sheet.problem.board().ranks()).max().unwrap_or(1);
    let rows = if f64::from(tallest) <= SMALL { 3 } else { 2 };
    let named = |(at, sheet): (usize, &PuzzleSheet<'_>)| {
        let grade =
            if sheet.grade.is_empty() { String::new() } else { format!(", {}", sheet.grade) };
        Cell { caption: format!("{}{grade}", at + 1), problem: sheet.problem.clone() }
    };
    let puzzles: Vec<Cell> = sheets.iter().enumerate().map(named).collect();
    let solved = |(at, sheet): (usize, &PuzzleSheet<'_>)| {
        Some(Cell { caption: (at + 1).to_string(), problem: sheet.solved()? })
    };
    let solutions: Vec<Cell> = sheets.iter().enumerate().filter_map(solved).collect();
    let task = sheets.first().map(PuzzleSheet::task).unwrap_or_default();
    let first = puzzles.chunks(2 * rows).map(|cells| page_of(title, &task, cells, (2, rows)));
    let solved_title = format!("{title}: solutions");
    let last = solutions.chunks(12).map(|cells| page_of(&solved_title, "", cells, (3, 4)));
    first.chain(last).collect()
}

/// A board on a page with several.
struct Cell {
    caption: String,
    problem: Problem,
}

/// Returns a page with boards in columns and rows.
fn page_of(title: &str, task: &str, cells: &[Cell], (columns, rows): (usize, usize)) -> Scene {
    const HEAD: f64 = 90.0;
    const GAP: f64 = 24.0;
    const CAPTION: f64 = 22.0;
    let [width, height] = PAGE;
    let line =
        |y: f64, size: f64, text: &str| words(Point::new(MARGIN, y), text, size, Align::Start);
    let mut marks = vec![line(42.0, 26.0, title), line(68.0, 13.0, task)];
    let share = |whole: f64, parts: usize| (whole - GAP * (parts as f64 - 1.0)) / parts as f64;
    let cell_width = share(width - 2.0 * MARGIN, columns);
    let cell_height = share(height - HEAD - MARGIN, rows);
    for (at, cell) in cells.iter().enumerate() {
        let left = MARGIN + (at % columns) as f64 * (cell_width + GAP);
        let top = HEAD + (at / columns) as f64 * (cell_height + GAP);
        let grid = Grid::within(cell.problem.board(), cell_width, cell_height - CAPTION);
        let caption = Point::new(left, top + CAPTION * 0.6);
        marks.push(words(caption, &cell.caption, 14.0, Align::Start));
        marks.extend(grid.marks(&cell.problem, left, top + CAPTION));
    }
    Scene {
        width,
        height,
        title: title.to_owned(),
        description: task.to_owned(),
        background: PAPER,
        marks,
    }
}

/// The pages of a letter puzzle: the letters of a text along a tour, and the solution. The first letter
/// has a thick frame.
///
/// ```
/// use caracole::{Problem, ProblemExt};
/// use caracole::draw::letter_pages;
///
/// let tour = Problem::new("3x4".parse()?).solve().found().ok_or("no tour")?;
/// let letters: Vec<String> = "ROESSELSPRUN".chars().map(String::from).collect();
/// let [puzzle, solution] = letter_pages("Read", &tour, &letters);
/// assert_eq!((puzzle.title.as_str(), solution.title.as_str()), ("Read", "Read: solution"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn letter_pages(title: &str, tour: &Tour, letters: &[String]) -> [Scene; 2] {
    let [width, height] = PAGE;
    let board = tour.board();
    let problem = Problem::with_piece(board.clone(), tour.piece().clone());
    let grid = Grid::within(board, BOARD, BOARD);
    let left = (width - grid.width) / 2.0;
    let page = |title: String, task: &str, entries: Vec<Mark>| {
        let line =
            |y: f64, size: f64, text: &str| words(Point::new(MARGIN, y), text, size, Align::Start);
        let mut marks = vec![line(46.0, 31.0, &title), line(79.0, 15.0, task)];
        marks.extend(grid.marks(&problem, left, TOP));
        marks.extend(entries);
        let description = task.to_owned();
        Scene { width, height, title, description, background: PAPER, marks }
    };
    let longest = letters.iter().map(|text| text.chars().count()).max().unwrap_or(1).max(2) as f64;
    let size = grid.side * (0.92 / longest).min(0.46);
    let centre = |square: Square| {
        let corner = grid.corner(board, square, left, TOP);
        corner.translated(grid.side / 2.0, grid.side / 2.0 + size * 0.35)
    };
    let in_order = || tour.squares().zip(letters);
    let entries: Vec<Mark> = in_order()
        .map(|(square, text)| words(centre(square), text, size, Align::Middle))
        .chain(tour.squares().take(1).map(|start| {
            let from = grid.corner(board, start, left, TOP);
            let points = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
            let corner = |(right, down)| from.translated(grid.side * right, grid.side * down);
            let points = points.map(corner).to_vec();
            Mark::Line { points, stroke: Stroke::solid(INK, grid.side / 16.0) }
        }))
        .collect();
    let numbers: Vec<Mark> = tour
        .squares()
        .zip(1_u64..)
        .map(|(square, step)| words(centre(square), &step.to_string(), size, Align::Middle))
        .collect();
    let piece = if tour.piece().is_knight() { "knight's moves" } else { "moves of the piece" };
    let task =
        format!("Start at the thick frame and read along {piece}; every square is used once.");
    let text: String = letters.concat();
    [page(title.to_owned(), &task, entries), page(format!("{title}: solution"), &text, numbers)]
}

/// The size of a board on the page: all levels are side by side, half a square apart.
#[derive(Clone, Copy)]
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

    /// Returns the upper left corner of a square, if the board has its own at a place.
    fn corner(&self, board: &Board, square: Square, left: f64, top: f64) -> Point {
        let place = board.coord(square);
        let level = f64::from(place.level.index()) * (f64::from(board.files()) + 0.5);
        let from_top = board.ranks() - 1 - place.rank.index();
        let x = left + self.side * (level + f64::from(place.file.index()));
        Point::new(x, top + self.side * f64::from(from_top))
    }

    /// The squares and numbers, from an upper left corner on.
    fn marks<'a>(
        &self,
        problem: &'a Problem,
        left: f64,
        top: f64,
    ) -> impl Iterator<Item = Mark> + 'a {
        let (board, side) = (problem.board(), self.side);
        let grid = *self;
        let corner = move |square: Square| grid.corner(board, square, left, top);
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
