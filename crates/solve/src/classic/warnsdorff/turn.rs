//! A closed tour can be begun anywhere: asked without its ends, and turned to them afterwards.

use caracole_core::{Kind, Path, Problem, Square};

/// The same closed tours, begun anywhere: `None` where that question is no easier, because the
/// problem asks for no closed tour, fixes no end, or fixes other steps too.
pub(super) fn begun_anywhere(problem: &Problem) -> Option<Problem> {
    let ends: Vec<Square> = [problem.start(), problem.end()].into_iter().flatten().collect();
    if problem.kind() != Kind::Closed || ends.is_empty() || problem.clues().count() != ends.len() {
        return None;
    }
    let mut anywhere =
        Problem::with_piece(problem.board().clone(), problem.piece().clone()).closed();
    // The move home joins the two ends, wherever the tour begins.
    let home: Option<(Square, Square)> = match ends[..] {
        [start, end] => Some((start, end)),
        _ => None,
    };
    for (a, b) in problem.used().iter().copied().chain(home) {
        anywhere = anywhere.using(a, b).ok()?;
    }
    for &(a, b) in problem.avoided() {
        anywhere = anywhere.avoiding(a, b).ok()?;
    }
    Some(anywhere)
}

/// A closed tour turned so that its ends are those of the problem.
pub(super) fn turned(mut path: Path, problem: &Problem) -> Path {
    let place = |path: &Path, square| path.iter().position(|other| other == square).unwrap_or(0);
    if let Some(start) = problem.start() {
        let at = place(&path, start) as u64;
        path.rotate(at);
        if problem.end().is_some_and(|end| path.last() != Some(end)) {
            // The tour goes from the start to the end at once: walk it the other way round.
            path.reverse();
            path.rotate(path.len() - 1);
        }
    } else if let Some(end) = problem.end() {
        let after = place(&path, end) as u64 + 1;
        path.rotate(after % path.len());
    }
    path
}
