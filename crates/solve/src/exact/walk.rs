//! What was found is walked, and handed to the verifier.

use caracole_core::{Cover, Outcome, Path, Problem, StopCause};

use crate::Run;
use crate::cover::given_first;

/// Walks a tour, and hands it to the verifier.
pub(super) fn walk(
    problem: &Problem,
    paths: Vec<Path>,
    run: &mut Run<'_>,
) -> Result<Outcome, StopCause> {
    let path = paths.into_iter().next().unwrap_or_default();
    walk_along(&path, run)?;
    Ok(run.found(problem, path))
}

/// Walks the paths of all knights, those with given starts first, and hands them to the verifier.
pub(super) fn walk_all(
    problem: &Problem,
    mut paths: Vec<Path>,
    run: &mut Run<'_>,
) -> Result<Outcome<Cover>, StopCause> {
    given_first(problem, &mut paths);
    paths.iter().try_for_each(|path| walk_along(path, run))?;
    Ok(run.found_cover(problem, paths))
}

/// Tells the run of each step.
fn walk_along(path: &Path, run: &mut Run<'_>) -> Result<(), StopCause> {
    for (step, square) in (1..).zip(path.iter()) {
        if step == 1 {
            run.attempt(square)?;
        } else {
            run.visit(step, square)?;
        }
    }
    Ok(())
}
