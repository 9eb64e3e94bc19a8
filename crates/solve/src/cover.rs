//! Several knights that share a board.

mod pieces;

use caracole_core::{Cover, MoveGraph, Outcome, Path, Problem, StopCause};

use crate::{Auto, Decision, Exact, Reservation, Run, Solver, decide};

/// The paths of all knights that a problem asks for, by whatever works best; or why there are none.
///
/// * What the colours exclude is said at once.
/// * Where there is a tour, and no move that must be made, it is cut into pieces: before every given
///   start, and then so that the others are about as long. On a plain rectangle the tour is
///   constructed, in time in proportion to the squares, and about four bytes for each; on other
///   boards it is searched for a short while, or patched together if they are large.
/// * Everything else is searched by [`Exact::cover`].
///
/// Knights with a given start come first, in the order of their starts.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, cover};
///
/// let problem = Problem::new("100x99".parse()?).with_knights(3, ["c3", "b2"])?;
/// let Outcome::Found(cover) = cover(&problem, &mut Run::new()) else {
///     return Err("there is one".into());
/// };
/// let starts: Vec<_> = cover.names().iter().map(|names| names[..2].to_owned()).collect();
/// assert_eq!(starts[..2], ["b2", "c3"]);
/// # use caracole_core::Outcome;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover(problem: &Problem, run: &mut Run<'_>) -> Outcome<Cover> {
    run.work_by("theorem");
    if let Decision::Impossible(proof) = decide(problem) {
        return Outcome::Impossible(proof);
    }
    let answer = match problem.knights() {
        1 => of_one_knight(problem, run).map(Some),
        _ => pieces::of_a_tour(problem, run),
    };
    match answer {
        Ok(Some(outcome)) => outcome,
        Ok(None) => {
            let exact = Exact::default();
            run.work_by(exact.name());
            exact.cover(problem, run)
        }
        Err(cause) => {
            let method = run.method().unwrap_or_default();
            Outcome::Unknown(run.stop(problem, cause, method))
        }
    }
}

/// The path of one knight is a tour.
fn of_one_knight(problem: &Problem, run: &mut Run<'_>) -> Result<Outcome<Cover>, StopCause> {
    let _memory = make_room(problem, run)?;
    Ok(match Auto.solve(problem, run) {
        Outcome::Found(tour) => run.found_cover(problem, vec![tour.into_path()]),
        Outcome::Impossible(proof) => Outcome::Impossible(proof),
        Outcome::Unknown(stop) => Outcome::Unknown(stop),
    })
}

/// Asks for the memory that the paths take, and a bit for each square to check them.
fn make_room(problem: &Problem, run: &Run<'_>) -> Result<Reservation, StopCause> {
    let squares = problem.board().len();
    if squares > MoveGraph::MAX_SQUARES {
        return Err(StopCause::Memory);
    }
    run.reserve(4 * squares + squares / 8)
}

/// Puts the knights with a given start before the others, in the order of their starts.
pub(crate) fn given_first(problem: &Problem, paths: &mut [Path]) {
    let starts = problem.knights_from();
    paths.sort_by_key(|path| {
        let start = path.first().map(|first| starts.binary_search(&first));
        start.and_then(Result::ok).unwrap_or(starts.len())
    });
}
