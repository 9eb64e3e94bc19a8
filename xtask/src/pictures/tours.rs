//! Tours as `caracole draw` draws them, in every style.

use caracole_core::{Leaper, Outcome, Problem, Square};
use caracole_draw::{Look, Picture, Style, Theme, Walk, svg};
use caracole_formats::shape;
use caracole_solve::{Auto, Construct, Run, Solver, cover};

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

/// The tour that everybody gets first.
pub(super) fn first() -> Result<String, String> {
    draw(&Auto, &problem("8x8")?, Look::default())
}

/// A board whose left and right edges are joined.
pub(super) fn cylinder() -> Result<String, String> {
    draw(&Auto, &problem("cylinder:8x5")?.closed(), Look::default())
}

/// A box, level by level.
pub(super) fn cube() -> Result<String, String> {
    draw(&Auto, &problem("box:4x4x4")?.closed(), Look { style: Style::Numbers, ..Look::default() })
}

/// Another piece.
pub(super) fn zebra() -> Result<String, String> {
    let leaper = Leaper::new(2, 3).map_err(|error| error.to_string())?;
    let board = problem("10x10")?.board().clone();
    draw(&Auto, &Problem::with_piece(board, leaper.into()).closed(), Look::default())
}

/// Two knights that share a board.
pub(super) fn knights() -> Result<String, String> {
    let problem = problem("4x4")?.with_knights(2, [] as [Square; 0]);
    let problem = problem.map_err(|error| error.to_string())?;
    let Outcome::Found(cover) = cover(&problem, &mut Run::new()) else {
        return Err("two knights cannot share 4x4".to_owned());
    };
    let open = |path| Walk { path, is_closed: false };
    let walks = cover.into_paths().into_iter().map(open).collect();
    write(&Picture::new(problem.board(), walks, Look::default()))
}

/// A board with holes from which coaches let their pupils start.
pub(super) fn coaches() -> Result<String, String> {
    let text = include_bytes!("../../../data/printed/coaches.txt");
    let shape = shape::read(text).map_err(|error| format!("no shape: {error}"))?;
    let start = shape.start.ok_or("nobody starts")?;
    let problem =
        Problem::new(shape.board).closed().from(start).map_err(|error| error.to_string())?;
    draw(&Auto, &problem, Look { style: Style::Numbers, ..Look::default() })
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
    write(&Picture::of_tour(&tour, look))
}

fn write(picture: &Picture) -> Result<String, String> {
    let mut file = Vec::new();
    svg::write(picture, &mut file).map_err(|error| error.to_string())?;
    String::from_utf8(file).map_err(|error| error.to_string())
}
