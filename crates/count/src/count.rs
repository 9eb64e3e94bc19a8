//! Counts the tours of a question.

use std::collections::BTreeMap;

use caracole_core::{Kind, Problem, Square, Symmetry};

use crate::driver::{LocalExchange, count_schedules};
use crate::folder::CountFolder;
use crate::parts::{has_layers, parts};
use crate::plan::Plan;
use crate::schedule::Schedule;
use crate::store::Store;
use crate::{Count, CountError, CountProgress, Direction, Job, Question};

/// Returns the exact number of tours.
///
/// Time and memory depend on the number of states, not of tours. They grow by a factor of 20 to 30 with each
/// additional file on the shorter side of a rectangle, and little with the longer side.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question, count};
///
/// let question = Question::new(Problem::new("5x5".parse()?));
/// assert_eq!(count(&question, &Job::new())?.to_string(), "1728");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
    let _folder = lock_folder(question, job)?;
    count_locked(question, &job.started())
}

/// Locks the checkpoint folder of a job, if it has one.
fn lock_folder(question: &Question, job: &Job<'_>) -> Result<Option<CountFolder>, CountError> {
    job.checkpoint_folder().map(|folder| CountFolder::for_count(folder, question)).transpose()
}

/// Returns the number of tours, after the folder was locked.
fn count_locked(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
    let problem = question.problem();
    if !has_layers(problem) {
        return crate::list::count_by_listing(question, job).map(Count::from);
    }
    let schedules = Schedule::unlisted(question)?;
    let total = count_schedules(&schedules, &Store::new(job), &mut LocalExchange, job)?;
    Ok(total.count)
}

/// Estimates the number of states of all layers, without any work: on all boards whose number of states is known,
/// within a factor of ten. `None` if steps are given or the board is tiny, because then tours are counted one by
/// one.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Question, forecast};
///
/// let [small, large] = ["7x8", "9x10"].map(|board| board.parse().map(Problem::new));
/// let [small, large] = [small?, large?].map(|problem| Question::new(problem.closed()));
/// assert!(forecast(&small)? < forecast(&large)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forecast(question: &Question) -> Result<Option<f64>, CountError> {
    let problem = question.problem();
    if !has_layers(problem) {
        return Ok(None);
    }
    // Open tours are all tours without the closed ones, which have fewer states.
    let kind = if problem.kind() == Kind::Open { Kind::Any } else { problem.kind() };
    let list = parts(&Question::new(problem.clone().of_kind(kind)))?;
    list.iter().map(|part| Plan::forecast(&part.spec)).sum::<Result<f64, _>>().map(Some)
}

/// Returns true if no square and no move is fixed.
pub(crate) fn is_free(problem: &Problem) -> bool {
    problem.clues().next().is_none()
        && problem.required().is_empty()
        && problem.forbidden().is_empty()
}

/// Runs one of several parts of the work. The progress counts all parts as equal.
pub(crate) fn part_of<T, E>(
    job: &Job<'_>,
    at: usize,
    parts: usize,
    work: impl FnOnce(&Job<'_>) -> Result<T, E>,
) -> Result<T, E> {
    if parts == 1 {
        return work(job);
    }
    let report = |progress: &CountProgress| {
        let done = (at as f64 + progress.done) / parts as f64;
        job.report(CountProgress { done, part: (at + 1, parts), ..progress.clone() });
    };
    work(&job.on_progress(&report))
}

/// Returns the number of directed tours from each square of the board, in the order of the squares. Closed tours
/// start on every square, so each square has all of them, by the convention of the question.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question, by_start};
///
/// let starts = by_start(&Question::new(Problem::new("5x5".parse()?)), &Job::new())?;
/// assert_eq!(starts[0].1.to_string(), "304", "from a1");
/// assert!(starts[1].1.is_zero(), "from b1, which has the wrong colour");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn by_start(question: &Question, job: &Job<'_>) -> Result<Vec<(Square, Count)>, CountError> {
    let job = &job.started();
    let problem = question.problem();
    let board = problem.board();
    if problem.clues().next().is_some() {
        let why = "asked for every start: leave out the end and all given steps";
        return Err(CountError::Unanswerable(why.into()));
    }
    let _folder = lock_folder(question, job)?;
    if problem.kind() == Kind::Closed {
        let all = count_locked(question, job)?;
        return Ok(board.squares().map(|square| (square, all.clone())).collect());
    }
    let is_free = problem.required().is_empty() && problem.forbidden().is_empty();
    let symmetries =
        if is_free { Symmetry::of_piece(board, problem.piece()) } else { vec![Symmetry::IDENTITY] };
    // The smallest image. The identity is one of the symmetries.
    let image = |square| {
        let images = symmetries.iter().map(|symmetry| symmetry.apply(board, square));
        images.fold(square, Ord::min)
    };
    let of: Vec<_> = board.squares().map(|square| (square, image(square))).collect();
    let firsts: Vec<_> =
        of.iter().filter(|(square, first)| square == first).map(|of| of.0).collect();
    let mut counts = BTreeMap::new();
    for (at, &first) in firsts.iter().enumerate() {
        let from = problem
            .clone()
            .start(first)
            .map_err(|why| CountError::Unanswerable(why.to_string()))?;
        let question = Question::new(from).counting(Direction::Directed);
        let count = part_of(job, at, firsts.len(), |job| count_locked(&question, job))?;
        counts.insert(first, count);
    }
    Ok(of.into_iter().map(|(square, first)| (square, counts[&first].clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the estimates with measured numbers of states of all layers.
    #[test]
    fn a_forecast_is_within_a_factor_of_ten() {
        for (board, kind, states) in [
            ("6x8", Kind::Closed, 1.2e6),
            ("6x14", Kind::Closed, 1.5e7),
            ("7x10", Kind::Closed, 1.4e8),
            ("8x8", Kind::Closed, 9.2e8),
            ("8x9", Kind::Closed, 2.8e9),
            ("6x6", Kind::Any, 1.8e6),
            ("7x7", Kind::Any, 1.7e8),
            ("8x8", Kind::Any, 1.8e10),
            ("8x8", Kind::Open, 1.8e10),
        ] {
            let question = Question::new(Problem::new(board.parse().unwrap()).of_kind(kind));
            let ratio = forecast(&question).unwrap().unwrap() / states;
            assert!((0.1..10.0).contains(&ratio), "{board} {kind:?}: {ratio}");
        }
        let clue = Problem::new("8x8".parse().unwrap()).clue("e4", 20).unwrap();
        assert!(matches!(forecast(&Question::new(clue)), Ok(None)));
    }
}
