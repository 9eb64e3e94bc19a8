//! A sheet of puzzles to print, the easiest first, with the answers upside down at its foot.
//!
//! ```sh
//! cargo run --release -p caracole --example puzzle_sheet -- 6x6 sheet.pdf
//! cargo run --release -p caracole --example puzzle_sheet -- 5x5 sheet.svg --puzzles 4 --seed 7
//! cargo run --release -p caracole --example puzzle_sheet -- @data/shapes/heart.txt heart.pdf --puzzles 2
//! ```
//!
//! Each puzzle has exactly one solution. Another seed makes another sheet. How hard a puzzle is, is how
//! many branches a solver needs: easy none, medium up to 9, hard up to 49, fiendish more.

#[path = "shared/boards.rs"]
mod boards;
#[path = "shared/files.rs"]
mod files;
#[path = "shared/pictures.rs"]
mod pictures;
#[path = "shared/tool.rs"]
mod tool;

use std::cmp::Reverse;
use std::io::Write;
use std::process::ExitCode;

use caracole::board::Surface;
use caracole::draw::{Align, Colour, Mark, Point, Scene, Stroke, TextLine};
use caracole::formats::puzzle::PuzzleSheet;
use caracole::puzzle::{Puzzle, PuzzleError, PuzzleSettings, make};
use caracole::solvers::{Limits, Run};
use caracole::{Board, Options, Problem, Square};

use pictures::MILLIMETRE;
use tool::{Failure, Typed};

const USAGE: &str = "usage: puzzle_sheet BOARD OUT.svg|.pdf|.png [--puzzles N] [--seed N]";
/// A page of A4.
const PAGE: [f64; 2] = [210.0 * MILLIMETRE, 297.0 * MILLIMETRE];
const MARGIN: f64 = 48.0;
/// Where puzzles begin, and how much room their answers take at the foot.
const TOP: f64 = 130.0;
const FOOT: f64 = 190.0;
const GAP: f64 = 26.0;
const INK: Colour = Colour(30, 32, 38);

fn main() -> ExitCode {
    tool::run("puzzle_sheet", run)
}

pub(crate) fn run(words: &[String], screen: &mut dyn Write) -> Result<(), Failure> {
    let mut typed = Typed::new(words);
    let count: u64 = typed.value("--puzzles", 6)?;
    let seed: u64 = typed.value("--seed", 0)?;
    let [text, file] = typed.alone(USAGE)?;
    if !(1..=12).contains(&count) {
        return Err(format!("--puzzles {count}: 1 to 12 fit on a page").into());
    }
    let board = boards::read(text)?;
    if board.is_box() || board.surface() != Surface::Flat {
        return Err(format!("{text}: paper is flat, and this board is not").into());
    }
    let puzzles = puzzles(&board, count, seed).map_err(|error| format!("{text}: {error}"))?;
    pictures::save(&scene(&board, &puzzles), file)?;
    for (puzzle, number) in puzzles.iter().zip(1..) {
        let (clues, grade, branches) = (puzzle.clues(), puzzle.grade(), puzzle.branches());
        writeln!(screen, "{number:2}. {clues:2} numbers, {grade:8}  branches: {branches}")?;
    }
    Ok(())
}

/// Puzzles with fewer and fewer numbers, the easiest first.
fn puzzles(board: &Board, count: u64, seed: u64) -> Result<Vec<Puzzle>, PuzzleError> {
    let problem = Problem::new(board.clone());
    let mut puzzles = Vec::new();
    for number in 0..count {
        let make_with = |clues: u64| {
            let clues = Some(clues.max(2) as usize);
            // One tour for each: what it does not reach, the sheet does without.
            let settings = PuzzleSettings { clues, attempts: 1, ..PuzzleSettings::default() };
            let limits = Limits { steps: Some(10_000), ..Limits::default() };
            let mut run =
                Run::with_options(&Options::new().seed(seed.wrapping_add(number)).limits(limits));
            match make(&problem, &settings, &mut run) {
                Err(PuzzleError::NotReached { fewest, .. }) => Ok(*fewest),
                made => made,
            }
        };
        // From a third of the squares to a twelfth, or as few as are reached.
        let most = board.len() / 3;
        let clues = most - (most - board.len() / 12) * number / (count - 1).max(1);
        puzzles.push(match make_with(clues) {
            Err(PuzzleError::Unknown(_)) => make_with(most)?,
            made => made?,
        });
    }
    puzzles.sort_by_key(|puzzle| (puzzle.branches(), Reverse(puzzle.clues())));
    Ok(puzzles)
}

/// The whole page.
fn scene(board: &Board, puzzles: &[Puzzle]) -> Scene {
    let [width, height] = PAGE;
    let title = format!("Knight's tour puzzles, {}", board.title());
    let task = puzzles.first().map(|puzzle| {
        let sheet = PuzzleSheet { problem: puzzle.problem(), solution: None, grade: "" };
        sheet.task()
    });
    let mut marks = vec![
        words(Point::new(MARGIN, 76.0), 26.0, Align::Start, title.clone()),
        words(Point::new(MARGIN, 102.0), 13.0, Align::Start, task.unwrap_or_default()),
    ];
    let upright = Grid::new(board, puzzles.len(), [TOP, height - TOP - FOOT], 30.0);
    for (at, puzzle) in puzzles.iter().enumerate() {
        let corner = upright.corner(at);
        let caption = format!("{}. {}", at + 1, puzzle.grade());
        marks.push(words(corner.translated(0.0, -7.0), 13.0, Align::Start, caption));
        let steps = puzzle.problem().clues().map(|(step, square)| (square, step));
        upright.draw(board, corner, steps, &mut marks);
    }
    // The foot is the head of the page turned by half.
    let below = Grid::new(board, puzzles.len(), [MARGIN * 0.8, FOOT - MARGIN * 1.6], 12.0);
    let mut answers = Vec::new();
    for (at, puzzle) in puzzles.iter().enumerate() {
        let corner = below.corner(at);
        answers.push(words(
            corner.translated(0.0, -3.0),
            9.0,
            Align::Start,
            format!("{}.", at + 1),
        ));
        below.draw(board, corner, puzzle.solution().squares().zip(1..), &mut answers);
    }
    let middle = Point::new(width / 2.0, height / 2.0);
    marks.extend(answers.into_iter().map(|mark| mark.half_turned(middle)));
    let description = format!("{} puzzles, with their answers upside down.", puzzles.len());
    Scene { width, height, title, description, background: Colour(255, 255, 255), marks }
}

/// Boards of one size in rows.
struct Grid {
    columns: usize,
    side: f64,
    /// The width of a board.
    width: f64,
    /// From one board to the next.
    pitch: [f64; 2],
    top: f64,
}

impl Grid {
    /// The columns with which squares are largest, in a band of the page with room for captions.
    fn new(board: &Board, count: usize, [top, height]: [f64; 2], caption: f64) -> Self {
        let [files, ranks] = [board.files(), board.ranks()].map(f64::from);
        let width = PAGE[0] - 2.0 * MARGIN;
        let grid = |columns: usize| {
            let rows = count.div_ceil(columns);
            let pitch = [(width + GAP) / columns as f64, height / rows as f64];
            let side = ((pitch[0] - GAP) / files).min((pitch[1] - caption) / ranks);
            Self { columns, side, width: side * files, pitch, top: top + caption * 0.6 }
        };
        let better = |best: Self, other: Self| if other.side > best.side { other } else { best };
        (2..=count).map(grid).fold(grid(1), better)
    }

    fn corner(&self, at: usize) -> Point {
        let (column, row) = (at % self.columns, at / self.columns);
        // In the middle of its column.
        let left = (self.pitch[0] - GAP - self.width) / 2.0;
        Point::new(
            MARGIN + self.pitch[0] * column as f64 + left,
            self.top + self.pitch[1] * row as f64,
        )
    }

    /// The squares of a board, and numbers on some of them.
    fn draw(
        &self,
        board: &Board,
        corner: Point,
        steps: impl Iterator<Item = (Square, u64)>,
        marks: &mut Vec<Mark>,
    ) {
        let side = self.side;
        let stroke = Stroke::solid(INK, side / 40.0);
        let corner_of = |square| {
            let place = board.coord(square);
            let down = f64::from(board.ranks() - 1 - place.rank.index());
            corner.translated(f64::from(place.file.index()) * side, down * side)
        };
        for square in board.squares() {
            let ways = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side), (0.0, 0.0)];
            let points =
                ways.map(|(right, down)| corner_of(square).translated(right, down)).to_vec();
            marks.push(Mark::Line { points, stroke });
        }
        let digits = board.len().to_string().len().max(2) as f64;
        let height = side * (1.0 / digits).min(0.5);
        for (square, step) in steps {
            let at = corner_of(square).translated(side / 2.0, side / 2.0 + height * 0.36);
            marks.push(words(at, height, Align::Middle, step.to_string()));
        }
    }
}

fn words(at: Point, size: f64, align: Align, text: String) -> Mark {
    Mark::Text(TextLine::new(at, text, size, INK, align))
}
