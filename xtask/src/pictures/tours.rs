//! Boards, tours in every style, and a puzzle sheet.

use caracole::draw::puzzle_sheet;
use caracole_core::{Leaper, Piece, Problem, Square};
use caracole_draw::{Appearance, Picture, Style, Theme, Walk, svg};
use caracole_formats::puzzle::PuzzleSheet;
use caracole_formats::shape;
use caracole_play::puzzle::{PuzzleSettings, make};
use caracole_solve::{Auto, Construct, Options, Run, Solver, cover};
use caracole_verify::Outcome;

use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

/// Draws a fixed tour in a style. It is mixed, so that it does not look tiled.
pub(super) fn styled(board: &str, style: Style, theme: Theme) -> Result<String, String> {
    let construct = Construct { mix: Some(7), ..Construct::default() };
    let appearance = Appearance { style, theme, ..Appearance::default() };
    draw(&construct, &problem(board)?, appearance)
}

/// Draws the default open tour of a board.
pub(super) fn open(board: &str) -> Result<String, String> {
    draw(&Auto, &problem(board)?, Appearance::default())
}

/// Draws the default closed tour of a board in a style.
pub(super) fn closed(board: &str, style: Style) -> Result<String, String> {
    draw(&Auto, &problem(board)?.closed(), Appearance { style, ..Appearance::default() })
}

/// Draws a heart as a ribbon.
pub(super) fn heart() -> Result<String, String> {
    let text = include_bytes!("../../../data/shapes/heart.txt");
    let shape = shape::read(text).map_err(|error| format!("no heart: {error}"))?;
    let problem = Problem::new(shape.board).closed();
    draw(&Auto, &problem, Appearance { style: Style::Celtic, ..Appearance::default() })
}

/// Draws the tour of a zebra.
pub(super) fn zebra() -> Result<String, String> {
    let leaper = Leaper::new(2, 3).map_err(|error| error.to_string())?;
    let board = problem("10x10")?.board().clone();
    draw(&Auto, &Problem::with_piece(board, leaper.into()).closed(), Appearance::default())
}

/// Draws the paths of two knights.
pub(super) fn knights() -> Result<String, String> {
    let problem = problem("4x4")?.with_knights(2, [] as [Square; 0]);
    let problem = problem.map_err(|error| error.to_string())?;
    let Outcome::Found(cover) = cover(&problem, &mut Run::new()) else {
        return Err("two knights cannot share 4x4".to_owned());
    };
    let open = |path| Walk { path, is_closed: false };
    let walks = cover.into_paths().into_iter().map(open).collect();
    write(&Picture::new(problem.board(), walks, Appearance::default()))
}

/// Draws a printed exercise: a board with holes and a start.
pub(super) fn coaches() -> Result<String, String> {
    let text = include_bytes!("../../../data/printed/coaches.txt");
    let shape = shape::read(text).map_err(|error| format!("no shape: {error}"))?;
    let start = shape.start.ok_or("no start")?;
    let problem =
        Problem::new(shape.board).closed().start(start).map_err(|error| error.to_string())?;
    draw(&Auto, &problem, Appearance { style: Style::Numbers, ..Appearance::default() })
}

fn problem(board: &str) -> Result<Problem, String> {
    board.parse().map(Problem::new).map_err(|_| format!("no board: {board}"))
}

fn draw(solver: &dyn Solver, problem: &Problem, appearance: Appearance) -> Result<String, String> {
    let outcome = solver.solve(problem, &mut Run::new());
    let tour = outcome.found().ok_or_else(|| format!("no tour of {}", problem.board().title()))?;
    write(&Picture::from_tour(&tour, appearance))
}

fn write(picture: &Picture) -> Result<String, String> {
    let mut file = Vec::new();
    svg::write(picture, &mut file).map_err(|error| error.to_string())?;
    String::from_utf8(file).map_err(|error| error.to_string())
}

/// Draws 4x3 with both names of each square.
pub(super) fn square_names() -> Result<String, String> {
    let mut sketch = Sketch::new("4x3", 60, 0, "The squares of 4x3")?;
    let squares: Vec<Square> = sketch.board.squares().collect();
    for square in squares {
        let place = sketch.board.coord(square);
        let name = sketch.board.name(square);
        sketch.write_two(square, &name, &format!("{},{}", place.file.index(), place.rank.index()));
    }
    Ok(sketch.finish())
}

/// Draws the eight moves of a knight and their digits.
pub(super) fn move_order() -> Result<String, String> {
    let mut sketch = Sketch::new("5x5", 44, 210, "The digits of an order of moves")?;
    let knight = sketch.board.parse_square("c3").map_err(|error| error.to_string())?;
    let places = ["d5", "e4", "e2", "d1", "b1", "a2", "a4", "b5"];
    let moves = sketch.all_moves(&Piece::KNIGHT, |a, b| a == knight || b == knight)?;
    sketch.moves(&moves, Ink::Outward);
    sketch.mark(&[knight], Ink::Root);
    for (digit, place) in (1..).zip(places) {
        let square = sketch.board.parse_square(place).map_err(|error| error.to_string())?;
        sketch.seal(square, digit);
    }
    sketch.explain(Sign::Patch(Ink::Root), "the knight");
    sketch.explain(Sign::Dot(Ink::Seal), "1: one right, two up,");
    sketch.explain(Sign::Dot(Ink::Seal), "the others clockwise");
    Ok(sketch.finish())
}

/// `caracole puzzle make 6x6 --symmetric --clues 10 --seed 3 -o sheet.svg`
pub(super) fn puzzle() -> Result<String, String> {
    let board = "6x6".parse().map_err(|_| "no board")?;
    let settings = PuzzleSettings { clues: Some(10), symmetric: true, ..PuzzleSettings::default() };
    let puzzle =
        make(&Problem::new(board), &settings, &mut Run::with_options(&Options::new().seed(3)))
            .map_err(|error| error.to_string())?;
    let sheet = PuzzleSheet {
        problem: puzzle.problem(),
        solution: Some(puzzle.solution()),
        grade: puzzle.grade().name(),
    };
    let mut text = Vec::new();
    svg::write(&puzzle_sheet(&sheet), &mut text).map_err(|error| error.to_string())?;
    String::from_utf8(text).map_err(|error| error.to_string())
}
