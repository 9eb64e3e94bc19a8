//! The starts that Warnsdorff's rule tries, one walk from each, until one is a tour.

use caracole_core::{Board, Kind, Moves, Path, Problem, Square, list_names};
use caracole_verify::{Stop, StopCause};

use super::rectangle::RectangleWalker;
use super::walk::{self, GraphWalker, Stuck, Walker};
use super::{TieBreak, Warnsdorff};
use crate::classic::{compile, corners, ends_fit, is_open, reading_order};
use crate::{Run, Solver};

/// Why the search over starts ended early.
pub(super) enum Abort {
    Stopped(StopCause),
    NotStarted(Stop),
}

/// This many candidates take less than a millisecond.
const CANDIDATES_BETWEEN_CHECKS: u64 = 1 << 12;

/// The walks for one problem, from one start after the other.
pub(super) struct StartSearch<'a> {
    rule: &'a Warnsdorff,
    problem: &'a Problem,
    moves: Moves,
    /// The number of walks.
    walks: u64,
    /// The start of the longest failed walk, and the number of its squares.
    best: Option<(Square, u64)>,
    /// The first starts, for the summary.
    first: Vec<Square>,
    /// True if starts are left that were not tried.
    is_cut: bool,
}

/// The steps of all walks of a search for a start, about a second.
const STEPS_OF_ALL_WALKS: u64 = 4_000_000;

/// The least number of starts that are tried before the search gives up.
const MIN_STARTS: u64 = 32;

/// The number of starts that the summary names.
const NAMED_STARTS: usize = 12;

/// Returns how many starts are tried on a board: all on boards of up to 2000 squares.
pub(super) fn max_starts(board: &Board) -> u64 {
    (STEPS_OF_ALL_WALKS / board.len().max(1)).max(MIN_STARTS)
}

impl<'a> StartSearch<'a> {
    pub(super) const fn new(rule: &'a Warnsdorff, problem: &'a Problem, moves: Moves) -> Self {
        Self { rule, problem, moves, walks: 0, best: None, first: Vec::new(), is_cut: false }
    }

    /// Returns a tour from the given start or from any possible start; `None` if all walks fail.
    pub(super) fn tour(&mut self, run: &mut Run<'_>) -> Result<Option<Path>, Abort> {
        let problem = self.problem;
        let Some(relaxed) = without_ends(problem) else {
            return self.first_tour(problem, None, run);
        };
        if problem.start_square().is_some()
            && let Some(path) = self.first_tour(problem, None, run)?
        {
            return Ok(Some(path));
        }
        // Without a reserved end the walk from the given start would be the same again.
        let done = problem.start_square().filter(|_| problem.end_square().is_none());
        let path = self.first_tour(&relaxed, done, run)?;
        Ok(path.map(|path| rotate_to_ends(path, problem)))
    }

    /// Returns the first walk that solves `problem`, from its possible starts except `done`.
    fn first_tour(
        &mut self,
        problem: &Problem,
        done: Option<Square>,
        run: &mut Run<'_>,
    ) -> Result<Option<Path>, Abort> {
        let mut walker = self.walker(problem, run).map_err(Abort::NotStarted)?;
        let mut left = max_starts(problem.board());
        for (count, candidate) in (1_u64..).zip(self.candidates(problem, &*walker)) {
            // On a large board many candidates may come before the next walk.
            if count.is_multiple_of(CANDIDATES_BETWEEN_CHECKS) {
                run.check_limits().map_err(Abort::Stopped)?;
            }
            let start = candidate.square;
            if Some(start) == done || !candidate.has_degree(&*walker) {
                continue;
            }
            if left == 0 {
                self.is_cut = true;
                break;
            }
            left -= 1;
            self.walks += 1;
            if self.first.len() < NAMED_STARTS {
                self.first.push(start);
            }
            let path = match walker.walk(start, run) {
                Ok(path) => {
                    let last = path.last().unwrap_or(start);
                    if ends_fit(problem, &self.moves, start, last) {
                        return Ok(Some(path));
                    }
                    path
                }
                Err(Stuck::DeadEnd(path)) => path,
                Err(Stuck::Stopped(cause)) => return Err(Abort::Stopped(cause)),
            };
            if self.best.is_none_or(|(_, squares)| path.len() > squares) {
                self.best = Some((start, path.len()));
            }
        }
        Ok(None)
    }

    /// Returns the given start, or all candidates.
    fn candidates<'p>(
        &self,
        problem: &'p Problem,
        walker: &dyn Walker,
    ) -> Box<dyn Iterator<Item = Candidate> + 'p> {
        if let Some(start) = problem.start_square() {
            return Box::new(std::iter::once(Candidate::any(start)));
        }
        let all = starts(self.rule.tie, problem.board(), walker);
        Box::new(all.filter(|candidate| is_open(problem, candidate.square)))
    }

    /// Returns the walker: on plain rectangles a fast one that takes the same steps.
    pub(super) fn walker<'p>(
        &self,
        problem: &'p Problem,
        run: &mut Run<'_>,
    ) -> Result<Box<dyn Walker + 'p>, Stop> {
        let Self { rule, moves, .. } = self;
        if let Some(fast) = RectangleWalker::new(problem, moves, rule.tie, run.seed()) {
            return Ok(Box::new(fast));
        }
        let instance = compile(rule.name(), problem, moves.clone(), walk::BYTES, run)?;
        Ok(Box::new(GraphWalker::new(instance, rule.tie, run.seed())))
    }

    /// Describes the failed walks.
    pub(super) fn summary(&self) -> String {
        let (board, tie) = (self.problem.board(), self.rule.tie);
        let head = format!("Warnsdorff's rule with ties {tie}");
        let Some((start, squares)) = self.best else {
            return format!("{head} has no square to start from");
        };
        let (start, all) = (board.name(start), board.len());
        let end = if squares == all { ", but not as asked" } else { ", then had no move" };
        let others = match self.walks {
            1 => String::new(),
            walks if self.is_cut => {
                let names = self.first.iter().map(|&start| board.name(start));
                let names = list_names(names, walks, "and", "squares");
                format!("; none of its {walks} walks did better, from {names}; {all} are possible")
            }
            walks => format!("; none of its {walks} walks did better"),
        };
        format!("{head} visited {squares} of {all} squares from {start}{end}{others}")
    }
}

/// A possible start, which is used only if it has the given degree.
pub(super) struct Candidate {
    pub(super) square: Square,
    degree: Option<usize>,
}

impl Candidate {
    pub(super) const fn any(square: Square) -> Self {
        Self { square, degree: None }
    }

    pub(super) fn has_degree(&self, walker: &dyn Walker) -> bool {
        self.degree.is_none_or(|degree| walker.degree(self.square) == degree)
    }
}

/// Returns the starts in the order in which they are tried: all squares as candidates for each degree.
pub(super) fn starts<'a>(
    tie: TieBreak,
    board: &'a Board,
    walker: &dyn Walker,
) -> Box<dyn Iterator<Item = Candidate> + 'a> {
    if tie == TieBreak::Squirrel {
        return Box::new(corners(board).into_iter().map(Candidate::any));
    }
    let by_degree = walker.degrees().into_iter().flat_map(move |degree| {
        reading_order(board).map(move |square| Candidate { square, degree: Some(degree) })
    });
    if !board.is_plain() {
        return Box::new(by_degree);
    }
    // No square of a plain rectangle has a lower degree than a corner, so the corners come first without a
    // pass over the whole board.
    let corners = corners(board);
    let first = corners.clone().into_iter().map(Candidate::any);
    Box::new(first.chain(by_degree.filter(move |at| !corners.contains(&at.square))))
}

/// Returns the problem of the same closed tours without fixed ends; `None` if it is not a problem of closed
/// tours whose only clues are the ends.
pub(super) fn without_ends(problem: &Problem) -> Option<Problem> {
    let ends: Vec<Square> =
        [problem.start_square(), problem.end_square()].into_iter().flatten().collect();
    if problem.kind() != Kind::Closed || ends.is_empty() || problem.clues().count() != ends.len() {
        return None;
    }
    let mut relaxed =
        Problem::with_piece(problem.board().clone(), problem.piece().clone()).closed();
    // The closing move joins the two ends, wherever the tour starts.
    let closing: Option<(Square, Square)> = match ends[..] {
        [start, end] => Some((start, end)),
        _ => None,
    };
    for (a, b) in problem.required().iter().copied().chain(closing) {
        relaxed = relaxed.require(a, b).ok()?;
    }
    for &(a, b) in problem.forbidden() {
        relaxed = relaxed.forbid(a, b).ok()?;
    }
    Some(relaxed)
}

/// Rotates a closed tour so that its ends are those of the problem.
pub(super) fn rotate_to_ends(mut path: Path, problem: &Problem) -> Path {
    let index = |path: &Path, square| path.iter().position(|other| other == square).unwrap_or(0);
    if let Some(start) = problem.start_square() {
        let at = index(&path, start) as u64;
        path.rotate(at);
        if problem.end_square().is_some_and(|end| path.last() != Some(end)) {
            // The end follows the start: reverse the tour.
            path.reverse();
            path.rotate(path.len() - 1);
        }
    } else if let Some(end) = problem.end_square() {
        let after = index(&path, end) as u64 + 1;
        path.rotate(after % path.len());
    }
    path
}
