//! Tours up to the symmetries of the board.

mod fixed;
mod group;
mod quotient;
mod weight;

#[cfg(test)]
mod tests;

use caracole_core::{Problem, StopCause, Symmetry};

use self::fixed::{Asked, fixed};
use self::group::Group;
use crate::list::count_by_listing;
use crate::list::task::move_graph;
use crate::{Count, CountError, Job, Question};

/// The number of tours up to the turns and mirrors of the board: tours that can be carried to each
/// other by [`Symmetry::of`] the board are one. Only problems with nothing fixed, no end, no step and no
/// move, have classes.
///
/// What counts as one tour is what the question says. Without direction a class has all tours whose
/// drawings can be laid on each other. With direction they must also be walked the same way: a closed
/// tour may start anywhere, a path must start on the image of the start.
///
/// By Burnside's lemma this is the mean, over the symmetries, of the number of tours that each leaves
/// as they are, as [`symmetric`] counts them; the identity leaves all, as [`count`](crate::count)
/// counts them.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question, classes};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// assert_eq!(classes(&question, &Job::new())?.to_string(), "1245");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn classes(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
    let problem = unfixed(question)?;
    let moves = move_graph(problem, &[], job)?;
    // The longest first: what is too much for it need not begin with the others.
    let all = every(question, job)?;
    let group = Group::of(problem.board(), &moves);
    let mut sum = all;
    for (image, alike) in group.kinds() {
        let fixed = fixed(moves.graph(), &image, asked(question), job).map_err(stopped)?;
        sum += Count::from(fixed) * alike;
    }
    Ok(Count::from(sum.as_big() / group.len()))
}

/// The number of tours that a symmetry of the board carries to themselves. Asked without direction, a
/// tour may come out reversed; with direction it may not.
///
/// Goes over all walks of the board folded by the symmetry, which has half as many squares or fewer:
/// time grows with their number, memory with the squares.
///
/// ```
/// use caracole_core::{Problem, Symmetry};
/// use caracole_count::{Job, Question, symmetric};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// for symmetry in Symmetry::of(question.problem().board()) {
///     let expected = match symmetry.name() {
///         "identity" => 9862_u64,
///         "half turn" => 78,
///         name if name.starts_with("quarter turn") => 10,
///         _ => 0,
///     };
///     assert_eq!(symmetric(&question, symmetry, &Job::new())?, expected.into());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn symmetric(
    question: &Question,
    symmetry: Symmetry,
    job: &Job<'_>,
) -> Result<Count, CountError> {
    let problem = unfixed(question)?;
    if !Symmetry::of(problem.board()).contains(&symmetry) {
        let why = format!("the {} does not carry the board to itself", symmetry.name());
        return Err(CountError::Unanswerable(why));
    }
    let moves = move_graph(problem, &[], job)?;
    let image = group::image(problem.board(), &moves, symmetry);
    if group::is_identity(&image) {
        return every(question, job);
    }
    fixed(moves.graph(), &image, asked(question), job).map(Count::from).map_err(stopped)
}

/// The problem of a question, if nothing is fixed in it.
fn unfixed(question: &Question) -> Result<&Problem, CountError> {
    let problem = question.problem();
    let nothing = problem.clues().next().is_none()
        && problem.used().is_empty()
        && problem.avoided().is_empty()
        && problem.knights() == 1;
    if nothing {
        return Ok(problem);
    }
    let why = "classes are counted of whole boards only: leave out the fixed squares and moves";
    Err(CountError::Unanswerable(why.to_owned()))
}

const fn asked(question: &Question) -> Asked {
    Asked { kind: question.problem().kind(), direction: question.direction() }
}

fn stopped(cause: StopCause) -> CountError {
    CountError::stopped(cause, "while counting the symmetric tours one by one")
}

/// All tours. What is too wide for the sweep, but small, is counted one by one.
fn every(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
    const SMALL: u64 = 42;
    match crate::count(question, job) {
        Err(CountError::Stopped(stop))
            if stop.cause == StopCause::Unsupported
                && question.problem().board().len() <= SMALL =>
        {
            count_by_listing(question, job).map(Count::from)
        }
        answer => answer,
    }
}
