//! Films of methods at work, for pictures of single moments.

use caracole_core::{Board, Problem};
use caracole_solve::film::{Camera, Projector};
use caracole_solve::{Method, MethodSettings, Run};

pub(super) fn board(text: &str) -> Result<Board, String> {
    text.parse().map_err(|_| format!("no board: {text}"))
}

pub(super) fn problem_from(text: &str, start: &str) -> Result<Problem, String> {
    Problem::new(board(text)?).from(start).map_err(|error| error.to_string())
}

/// What a method does on a problem, with the seed that everybody has.
pub(super) fn film(method: Method, settings: &MethodSettings, problem: &Problem) -> Projector {
    let mut camera = Camera::new(problem);
    // What comes of it is seen in the film.
    let _ = method.solver(settings).solve(problem, &mut Run::new().observed_by(&mut camera));
    Projector::new(camera.film())
}
