//! Tours as `caracole draw` draws them, in every style.

use caracole_core::Problem;
use caracole_draw::{Look, Picture, Style, Theme, svg};
use caracole_formats::shape;
use caracole_solve::{Auto, Construct, Run, Solver};

/// The chessboard, as a line.
pub(super) fn line() -> Result<String, String> {
    chessboard(Look::default())
}

/// The chessboard, as a ribbon by night.
pub(super) fn celtic() -> Result<String, String> {
    chessboard(Look { style: Style::Celtic, theme: Theme::Dark, ..Look::default() })
}

/// The chessboard, in numbers.
pub(super) fn numbers() -> Result<String, String> {
    chessboard(Look { style: Style::Numbers, ..Look::default() })
}

/// A larger board, in colours.
pub(super) fn heat() -> Result<String, String> {
    mixed("20x20", Look { style: Style::Heat, ..Look::default() })
}

/// A board whose opposite edges are joined.
pub(super) fn torus() -> Result<String, String> {
    draw(&Auto, &problem("torus:6x6")?.closed(), Look::default())
}

/// A board of another shape, as a ribbon.
pub(super) fn heart() -> Result<String, String> {
    let text = include_bytes!("../../../data/shapes/heart.txt");
    let shape = shape::read(text).map_err(|error| format!("no heart: {error}"))?;
    let problem = Problem::new(shape.board).closed();
    draw(&Auto, &problem, Look { style: Style::Celtic, ..Look::default() })
}

/// The same tour each time, so that the styles can be compared.
fn chessboard(look: Look) -> Result<String, String> {
    mixed("8x8", look)
}

/// A tour that does not look tiled.
fn mixed(board: &str, look: Look) -> Result<String, String> {
    draw(&Construct { mix: Some(7), ..Construct::default() }, &problem(board)?, look)
}

fn problem(board: &str) -> Result<Problem, String> {
    board.parse().map(Problem::new).map_err(|_| format!("no board: {board}"))
}

fn draw(solver: &dyn Solver, problem: &Problem, look: Look) -> Result<String, String> {
    let outcome = solver.solve(problem, &mut Run::new());
    let tour = outcome.tour().ok_or_else(|| format!("no tour of {}", problem.board().title()))?;
    let mut file = Vec::new();
    svg::write(&Picture::of_tour(&tour, look), &mut file).map_err(|error| error.to_string())?;
    String::from_utf8(file).map_err(|error| error.to_string())
}
