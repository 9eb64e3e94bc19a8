//! Counts the tours of a question.

use std::collections::BTreeMap;

use caracole_core::{Kind, Problem, Square, Symmetry};

use crate::engine::count_loops;
use crate::folder::Entered;
use crate::parts::{Part, is_for_loops, parts};
use crate::plan::Plan;
use crate::store::Store;
use crate::{Count, CountError, Direction, Job, Progress, Question};

/// The number of tours, exactly.
///
/// Time and memory grow with the states of the sweep, not with the tours: some twenty to thirty times with
/// each file that the shorter side of a rectangle has more, and little with the longer side.
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
    let _entered =
        job.checkpoint_folder().map(|folder| Entered::alone(folder, question)).transpose()?;
    count_within(question, &job.beginning())
}

/// The number of tours; the folder, if there is one, is entered already.
fn count_within(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
    let problem = question.problem();
    if !is_for_loops(problem) {
        return crate::list::count_by_listing(question, job).map(Count::from);
    }
    if problem.kind() == Kind::Open && is_free(problem) {
        return count_open(question, job);
    }
    let store = Store::new(job);
    let list = parts(question)?;
    let mut total = Count::default();
    for (at, part) in list.iter().enumerate() {
        total += part_of(job, at, list.len(), &|job| count_part(part, &store, job))?;
    }
    Ok(total)
}

/// About how many states the sweep will have, guessed before any work is done: on all boards whose
/// states we know within a factor of ten. `None` where steps are given, or the board is tiny, for then
/// tours are counted one by one, and nobody knows.
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
    if !is_for_loops(problem) {
        return Ok(None);
    }
    // Tours with ends apart are any tours without closed ones, and these are the fewer.
    let kind = if problem.kind() == Kind::Open { Kind::Any } else { problem.kind() };
    let list = parts(&Question::new(problem.clone().of_kind(kind)))?;
    list.iter().map(|part| Plan::forecast(&part.spec)).sum::<Result<f64, _>>().map(Some)
}

/// Is no square and no move fixed?
pub(crate) fn is_free(problem: &Problem) -> bool {
    problem.clues().next().is_none() && problem.used().is_empty() && problem.avoided().is_empty()
}

fn count_part(part: &Part, store: &Store, job: &Job<'_>) -> Result<Count, CountError> {
    Ok(count_loops(&part.spec, store, job)? * part.times())
}

/// Tours whose ends are not a move apart are those left when a closed tour with a move taken out, of
/// which each has as many as squares, is not counted.
fn count_open(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
    let problem = question.problem();
    let of_kind =
        |kind| Question::new(problem.clone().of_kind(kind)).counting(Direction::Undirected);
    let all = part_of(job, 0, 2, &|job| count_within(&of_kind(Kind::Any), job))?;
    let closed = part_of(job, 1, 2, &|job| count_within(&of_kind(Kind::Closed), job))?;
    let open = all.as_big() - (closed * problem.board().len()).as_big();
    let times = if question.direction() == Direction::Directed { 2 } else { 1 };
    Ok(Count::from(open) * times)
}

/// Does one of several parts of the work, which are taken to be equal.
fn part_of<T>(
    job: &Job<'_>,
    at: usize,
    parts: usize,
    work: &dyn Fn(&Job<'_>) -> Result<T, CountError>,
) -> Result<T, CountError> {
    if parts == 1 {
        return work(job);
    }
    let tell = |progress: &Progress| {
        let done = (at as f64 + progress.done) / parts as f64;
        job.tell(&Progress { done, part: (at + 1, parts), ..progress.clone() });
    };
    work(&job.told_to(&tell))
}

/// The number of directed tours from each square of the board, in the order of the squares. Closed tours
/// start anywhere, so each square has all of them, counted as the question says.
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
    let job = &job.beginning();
    let problem = question.problem();
    let board = problem.board();
    if problem.clues().next().is_some() {
        let why = "asked for every start: leave out the end and all given steps";
        return Err(CountError::Unanswerable(why.into()));
    }
    let _entered =
        job.checkpoint_folder().map(|folder| Entered::alone(folder, question)).transpose()?;
    if problem.kind() == Kind::Closed {
        let all = count_within(question, job)?;
        return Ok(board.squares().map(|square| (square, all.clone())).collect());
    }
    let is_free = problem.used().is_empty() && problem.avoided().is_empty();
    let symmetries = if is_free { Symmetry::of(board) } else { vec![Symmetry::IDENTITY] };
    let image = |square| symmetries.iter().map(move |symmetry| symmetry.apply(board, square)).min();
    let of: Vec<_> =
        board.squares().map(|square| (square, image(square).unwrap_or(square))).collect();
    let firsts: Vec<_> =
        of.iter().filter(|(square, first)| square == first).map(|of| of.0).collect();
    let mut counts = BTreeMap::new();
    for (at, &first) in firsts.iter().enumerate() {
        let from =
            problem.clone().from(first).map_err(|why| CountError::Unanswerable(why.to_string()))?;
        let question = Question::new(from).counting(Direction::Directed);
        let count = part_of(job, at, firsts.len(), &|job| count_within(&question, job))?;
        counts.insert(first, count);
    }
    Ok(of.into_iter().map(|(square, first)| (square, counts[&first].clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against what was measured: the states of all layers together.
    #[test]
    fn a_forecast_is_not_far_off() {
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
