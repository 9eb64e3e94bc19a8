//! Tours up to the symmetries of the board: orbits, by Burnside's lemma.

mod fixed;
mod quotient;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use caracole_core::{Board, MoveGraph, Problem, Symmetry};
use caracole_verify::StopCause;

use self::fixed::{TourKind, fixed};
use self::quotient::greatest_common_divisor;
use crate::list::count_by_listing;
use crate::list::list_task::move_graph;
use crate::{Count, CountError, Job, Question};

/// Returns the number of orbits of tours: tours that a symmetry of the board maps to each other count as one. The
/// symmetries are those of [`Symmetry::of_piece`]. The problem must have no constraint except its kind.
///
/// The question defines what counts as one tour. An orbit of undirected tours consists of all tours with congruent
/// drawings. Directed tours must also have the same direction: a closed tour can start on any square, a path must
/// start on the image of the start.
///
/// By Burnside's lemma this is the mean, over all symmetries, of the number of tours that a symmetry fixes.
/// [`symmetric`] counts these; the identity fixes all tours, which [`count`](crate::count) counts.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question, orbits};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// assert_eq!(orbits(&question, &Job::new())?.to_string(), "1245");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn orbits(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
    let problem = unfixed(question)?;
    let moves = move_graph(problem, &[], job)?;
    // This takes longest, and reaches a limit first.
    let all = all_tours(question, job)?;
    let group = Group::of(problem, &moves)?;
    let mut sum = all;
    for (image, size) in group.classes() {
        let fixed = fixed(moves.graph(), &image, tour_kind(question), job).map_err(stopped)?;
        sum += Count::from(fixed) * size;
    }
    mean(&sum, group.len())
}

/// Returns the number of tours that a symmetry of the board fixes. The image of an undirected tour can be its
/// reverse, that of a directed one cannot.
///
/// Visits all walks on the quotient of the board by the symmetry, which has at most half as many squares. Takes
/// time linear in the number of these walks, and memory linear in the squares.
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
    if !Symmetry::of_piece(problem.board(), problem.piece()).contains(&symmetry) {
        let why =
            format!("the {} does not map the board and its moves to themselves", symmetry.name());
        return Err(CountError::Unanswerable(why));
    }
    let moves = move_graph(problem, &[], job)?;
    let image = image(problem.board(), &moves, symmetry)?;
    if is_identity(&image) {
        return all_tours(question, job);
    }
    fixed(moves.graph(), &image, tour_kind(question), job).map(Count::from).map_err(stopped)
}

/// Divides a sum over a group by its order. A remainder ends the count.
fn mean(sum: &Count, order: u64) -> Result<Count, CountError> {
    let (sum, mean) = (sum.as_big(), sum.as_big() / order);
    if &mean * order == *sum {
        Ok(mean.into())
    } else {
        Err(CountError::inconsistent("the sum over the symmetries"))
    }
}

/// Returns the problem of a question, if it has no constraint except its kind.
fn unfixed(question: &Question) -> Result<&Problem, CountError> {
    let problem = question.problem();
    if problem.board().graph().is_some() {
        let why = "classes are counted up to the symmetries of a board, and a graph has no files and ranks";
        return Err(CountError::Unanswerable(why.to_owned()));
    }
    let nothing = problem.clues().next().is_none()
        && problem.required().is_empty()
        && problem.forbidden().is_empty()
        && problem.knights() == 1;
    if nothing {
        return Ok(problem);
    }
    let why = "classes are counted of whole boards only: leave out the fixed squares and moves";
    Err(CountError::Unanswerable(why.to_owned()))
}

const fn tour_kind(question: &Question) -> TourKind {
    TourKind { kind: question.problem().kind(), direction: question.direction() }
}

fn stopped(cause: StopCause) -> CountError {
    CountError::stopped(cause, "while counting the symmetric tours one by one")
}

/// Returns the number of all tours. If the frontier of a small board is too large, they are counted one by one.
fn all_tours(question: &Question, job: &Job<'_>) -> Result<Count, CountError> {
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

/// The distinct permutations of the squares by the symmetries of a board. On a board with one rank, the
/// reflection that swaps top and bottom is the identity.
struct Group {
    images: BTreeSet<Vec<u32>>,
}

impl Group {
    fn of(problem: &Problem, moves: &MoveGraph) -> Result<Self, CountError> {
        let board = problem.board();
        let symmetries = Symmetry::of_piece(board, problem.piece());
        let images = symmetries.into_iter().map(|symmetry| image(board, moves, symmetry));
        Ok(Self { images: images.collect::<Result<_, _>>()? })
    }

    /// Returns the number of permutations.
    fn len(&self) -> u64 {
        self.images.len() as u64
    }

    /// Returns a representative of each class of permutations other than the identity, with the size of
    /// the class.
    ///
    /// All permutations of a class fix equally many tours. A class contains the conjugates of the
    /// permutations that generate the same cyclic group: a permutation and such a power of it fix the same
    /// tours.
    fn classes(&self) -> Vec<(Vec<u32>, u64)> {
        let mut classes: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        for image in self.images.iter().filter(|image| !is_identity(image)) {
            let class = self.images.iter().flat_map(|other| {
                generators(image).into_iter().map(move |power| conjugate(&power, other))
            });
            // The class contains the permutation itself.
            let representative = class.fold(image.clone(), Ord::min);
            *classes.entry(representative).or_default() += 1;
        }
        classes.into_iter().collect()
    }
}

/// Returns the image of each vertex under a symmetry. A missing image ends the count.
fn image(board: &Board, moves: &MoveGraph, symmetry: Symmetry) -> Result<Vec<u32>, CountError> {
    let to = |vertex| moves.vertex(symmetry.apply(board, moves.square(vertex)));
    let images: Option<_> = (0..moves.graph().vertices()).map(to).collect();
    images.ok_or_else(|| CountError::inconsistent("the list of moves"))
}

fn is_identity(image: &[u32]) -> bool {
    (0..).zip(image).all(|(at, &to)| at == to)
}

/// Returns the powers of a permutation that generate the same cyclic group.
fn generators(image: &[u32]) -> Vec<Vec<u32>> {
    let mut powers = vec![image.to_vec()];
    while let Some(last) = powers.last().filter(|last| !is_identity(last)) {
        let next = last.iter().map(|&at| image[at as usize]).collect();
        powers.push(next);
    }
    let order = powers.len();
    let times = (1..).zip(powers);
    times.filter(|&(n, _)| greatest_common_divisor(n, order) == 1).map(|(_, power)| power).collect()
}

/// Returns the conjugate of a permutation by another one.
fn conjugate(image: &[u32], other: &[u32]) -> Vec<u32> {
    let mut conjugate = vec![0; image.len()];
    for (at, &to) in image.iter().enumerate() {
        conjugate[other[at] as usize] = other[to as usize];
    }
    conjugate
}
