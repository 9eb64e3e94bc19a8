//! The tour verifier.

use std::collections::HashMap;

use caracole_core::{Board, Problem, Square};

use crate::Defect;
use crate::path_check::PathCheck;

/// The verdict of the verifier on a path.
///
/// ```
/// use caracole_core::{Problem, Square};
/// use caracole_verify::{Verdict, self as verify};
///
/// let problem = Problem::new("3x3-b2".parse()?);
/// let ring = [0, 5, 6, 1, 8, 3, 2, 7].map(Square::from_index);
/// let verdict = verify::check(&problem, || ring.into_iter());
/// assert!(verdict.is_valid() && verdict.is_closed());
///
/// // Of very many defects, the first are listed and all are counted.
/// let vast = Problem::new("1000x1000".parse()?);
/// let verdict = verify::check(&vast, || ring.into_iter().take(1));
/// assert_eq!(verdict.defect_count(), 999_999);
/// assert_eq!(verdict.defects().len(), Verdict::LISTED);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Verdict {
    defects: Vec<Defect>,
    defect_count: u64,
    closed: bool,
}

impl Verdict {
    /// The maximum number of listed defects of steps, and of the whole path. Further defects are only counted, because a
    /// short path on a vast board misses very many squares.
    pub const LISTED: usize = <Defects>::KEPT;

    /// Returns true if the path is a tour that fits the problem.
    pub const fn is_valid(&self) -> bool {
        self.defect_count == 0
    }

    /// Returns true if the ends are a move apart, on three squares or more.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the defects: first those of steps, in their order, then those of the whole path. The first
    /// [`Self::LISTED`] of each are listed.
    pub fn defects(&self) -> &[Defect] {
        &self.defects
    }

    /// Returns the number of defects, listed or not.
    pub const fn defect_count(&self) -> u64 {
        self.defect_count
    }

    /// Returns the first defect in a line, with the number of further ones and a hint where they are listed.
    ///
    /// ```
    /// use caracole_core::{Path, Problem};
    /// use caracole_verify as verify;
    ///
    /// let problem = Problem::new("3x3".parse()?);
    /// let path: Path = ["a1", "c2", "a1"]
    ///     .into_iter()
    ///     .map(|name| problem.board().parse_square(name))
    ///     .collect::<Result<_, _>>()?;
    /// let verdict = verify::check(&problem, || path.iter());
    /// let line = verdict.in_short(problem.board(), "check");
    /// assert!(line.ends_with("more: see check)"), "{line}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_short(&self, board: &Board, see: &str) -> String {
        let first = self.defects.first().map(|first| first.text(board)).unwrap_or_default();
        match self.defect_count {
            0 | 1 => first,
            all => format!("{first} (and {} more: see {see})", all - 1),
        }
    }
}

/// Checks a path against a problem, and returns all defects.
///
/// Walks the path once, and a second time if squares repeat, to find their first steps. Takes time proportional to the
/// path, and one bit per square of the board.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_verify as verify;
///
/// let problem = Problem::new("3x4".parse()?).start("a1")?;
/// let board = problem.board();
/// let names = "a1 c2 a3 b1 c3 a2 b4 c4 a1 b3 c1";
/// let path = names.split(' ').map(|name| board.parse_square(name)).collect::<Result<Vec<_>, _>>()?;
/// let verdict = verify::check(&problem, || path.iter().copied());
/// let texts: Vec<_> = verdict.defects().iter().map(|defect| defect.text(board)).collect();
/// assert_eq!(
///     texts,
///     [
///         "step 8: from b4 to c4 is no move",
///         "step 9: a1 was visited at step 1",
///         "step 9: from c4 to a1 is no move",
///         "b2 is never visited",
///         "a4 is never visited",
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<I>(problem: &Problem, path: impl Fn() -> I) -> Verdict
where
    I: Iterator<Item = Square>,
{
    let mut walk = PathCheck::new(problem, problem.clues());
    path().for_each(|square| walk.step(square));
    let closed = walk.is_closed();
    verdict(closed, walk.end(), path)
}

/// Combines the defects of a walk.
fn verdict<I>(closed: bool, [of_steps, of_whole]: [Defects; 2], path: impl Fn() -> I) -> Verdict
where
    I: Iterator<Item = Square>,
{
    let defect_count = of_steps.count() + of_whole.count();
    let mut defects = of_steps.into_kept();
    date_repeats(&mut defects, path);
    defects.append(&mut of_whole.into_kept());
    Verdict { defects, defect_count, closed }
}

/// Checks a simple path, which need not visit all squares.
///
/// The other conditions are those of [`check`]: all squares are on the board and different, every step is a move, no
/// forbidden move occurs and every required one does. The start and the clues have their steps; the end is the last
/// square of the path.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_verify as verify;
///
/// let problem = Problem::new("3x3".parse()?).end("a3")?;
/// let board = problem.board();
/// let path = ["c3", "a2", "c1", "b3", "a1", "c2", "a3"].map(|name| board.parse_square(name));
/// let path = path.into_iter().collect::<Result<Vec<_>, _>>()?;
/// assert!(verify::check_simple_path(&problem, || path.iter().copied()).is_valid());
/// let verdict = verify::check_simple_path(&problem, || path[..6].iter().copied());
/// assert_eq!(verdict.defects()[0].text(board), "step 6: should be a3 and is c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_simple_path<I>(problem: &Problem, path: impl Fn() -> I) -> Verdict
where
    I: Iterator<Item = Square>,
{
    let end = problem.end_square().map(|_| problem.board().len());
    let mut walk = PathCheck::new(problem, problem.clues().filter(|&(step, _)| Some(step) != end));
    path().for_each(|square| walk.step(square));
    let closed = walk.is_closed();
    verdict(closed, walk.end_of_part(), path)
}

/// Adds the first step of each repeated square.
fn date_repeats<I>(defects: &mut [Defect], path: impl Fn() -> I)
where
    I: Iterator<Item = Square>,
{
    let repeated = defects.iter().filter_map(|defect| match defect {
        Defect::Repeat { square, .. } => Some((*square, None)),
        _ => None,
    });
    let mut first_steps: HashMap<Square, Option<u64>> = repeated.collect();
    let mut undated = first_steps.len();
    if undated == 0 {
        return;
    }
    for (square, step) in path().zip(1..) {
        if let Some(first @ None) = first_steps.get_mut(&square) {
            *first = Some(step);
            undated -= 1;
            if undated == 0 {
                break;
            }
        }
    }
    for defect in defects {
        if let Defect::Repeat { square, steps: [first, _] } = defect {
            *first = first_steps[square].unwrap_or_default();
        }
    }
}

/// The first defects, and the number of all.
pub(super) struct Defects<D = Defect> {
    kept: Vec<D>,
    count: u64,
}

impl<D> Default for Defects<D> {
    fn default() -> Self {
        Self { kept: Vec::new(), count: 0 }
    }
}

impl<D> Defects<D> {
    /// The maximum number of stored defects.
    pub(super) const KEPT: usize = 10_000;

    pub(super) fn push(&mut self, defect: D) {
        self.count += 1;
        if self.kept.len() < Self::KEPT {
            self.kept.push(defect);
        }
    }

    /// Adds `count` defects. Takes only as many from the iterator as can be stored.
    pub(super) fn push_all(&mut self, count: u64, defects: impl Iterator<Item = D>) {
        let room = (Self::KEPT - self.kept.len()) as u64;
        self.kept.extend(defects.take(count.min(room) as usize));
        self.count += count;
    }

    /// Adds the defects of another list, converted.
    pub(super) fn absorb<E>(&mut self, others: Defects<E>, mut add: impl FnMut(E) -> D) {
        self.push_all(others.count, others.kept.into_iter().map(&mut add));
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn into_kept(self) -> Vec<D> {
        self.kept
    }
}
