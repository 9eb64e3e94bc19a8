//! Warnsdorff's rule: go where there are the fewest ways on.
//!
//! One walk has no way back; it is in `walk.rs`, and how it chooses among equals in `tie.rs`. Here
//! stands what is done around it: which starts are tried, what is done for closed tours, and what
//! is told when all fails.

mod fast;
mod on_graph;
mod rectangle;
mod squirrel;
mod tie;
mod walk;

use caracole_core::{
    Board, Kind, MoveOrder, Moves, Outcome, Path, Problem, Square, Stop, StopCause,
};

use super::starts::{corners, ends_suit, is_open, reading_order};
use super::task::{self, Task, support_of_order};
use crate::solver::unsupported;
use crate::{Run, Solver, Support};

use fast::RectangleWalker;
pub use on_graph::{GraphWalk, GraphWalkError, on_graph};
pub use rectangle::{Rectangle, RectangleTie, Stuck};
pub use tie::Tie;
use walk::{GraphWalker, Halt, Walker};

/// Warnsdorff's rule (1823): go to the unvisited square from which the fewest unvisited squares
/// can be reached; what to do about ties is a rule of its own, see [`Tie`].
///
/// *When to use it*: for a tour at once. It fails from some squares of the 8x8 board already, and
/// more often the larger the board; with [`Tie::Roth`] it rarely fails below 200x200. A failure
/// proves nothing, and the answer is then unknown, never impossible.
///
/// *Start*: the one asked for, and no other. If the start is left open, every square is tried
/// until one leads to a tour: those with the fewest moves first, which are the corners of a
/// rectangle, and among equals in reading order from the top left. A lonely square is best left
/// at once, and success from corners is indeed far more frequent.
///
/// *Ends and clues*: a square that is fixed at a later step is not entered before, but counts as
/// unvisited until then.
///
/// *Closed tours*: the rule knows nothing of the way home, so tours are walked until one happens
/// to close. A closed tour can be begun anywhere: if nothing but the ends is fixed, then after the
/// start asked for the other squares are tried as well, and a closed tour found from elsewhere is
/// turned, if necessary walked backwards, so that it begins and ends where it should.
///
/// *Costs*: `n` squares with `d` moves each take `n * d` time for each start, and 9 bytes a square
/// beside the list of moves. The knight on a plain rectangle needs no list: see [`Rectangle`].
///
/// *Reference*: H. C. von Warnsdorf, *Des Rösselsprungs einfachste und allgemeinste Lösung*, 1823.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("6x6".parse()?).from("a6")?;
/// let tour = Warnsdorff::default().solve(&problem, &mut Run::new()).tour().ok_or("no tour")?;
/// assert_eq!(tour.numbering()[30..], [1, 32, 9, 18, 3, 34]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnsdorff {
    /// The order in which moves are looked at; clockwise from "one right, two up" if `None`.
    pub order: Option<MoveOrder>,
    /// What is done about ties.
    pub tie: Tie,
}

impl Solver for Warnsdorff {
    fn name(&self) -> &'static str {
        "warnsdorff"
    }

    fn supports(&self, problem: &Problem) -> Support {
        match self.tie {
            Tie::Squirrel => {
                Support::of_one_knight(problem, || squirrel::supports(problem, self.order.as_ref()))
            }
            _ => support_of_order(problem, self.order.as_ref()),
        }
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        if let Support::No(why) = self.supports(problem) {
            return unsupported(why);
        }
        let moves = match task::moves(problem, self.order.as_ref()) {
            Ok(moves) => moves,
            Err(error) => return unsupported(error.to_string()),
        };
        let mut quest = Quest { rule: self, problem, moves, walks: 0, best: None };
        match quest.tour(run) {
            Ok(Some(path)) => run.found(problem, path),
            Ok(None) => Outcome::Unknown(Stop::new(StopCause::Heuristic, quest.story())),
            Err(GaveUp::Stopped(cause)) => run.stopped(problem, cause, self.name()),
            Err(GaveUp::NotBegun(stop)) => Outcome::Unknown(stop),
        }
    }
}

/// Why no further start is tried.
enum GaveUp {
    Stopped(StopCause),
    NotBegun(Stop),
}

/// Squares that may be no starts are looked at in less than a millisecond, so many of them.
const CANDIDATES_BETWEEN_LOOKS: u64 = 1 << 12;

/// The walks for one problem.
struct Quest<'a> {
    rule: &'a Warnsdorff,
    problem: &'a Problem,
    moves: Moves,
    /// How many walks there were.
    walks: u64,
    /// The start of the longest walk that led nowhere, and how many squares it visited.
    best: Option<(Square, u64)>,
}

impl Quest<'_> {
    /// A tour from the start asked for, or from any start that may do; `None` if none leads to
    /// one.
    fn tour(&mut self, run: &mut Run<'_>) -> Result<Option<Path>, GaveUp> {
        let problem = self.problem;
        let Some(anywhere) = begun_anywhere(problem) else {
            return self.first_tour(problem, None, run);
        };
        if problem.start().is_some()
            && let Some(path) = self.first_tour(problem, None, run)?
        {
            return Ok(Some(path));
        }
        // Without an end to keep free the walk from the asked start would be the same again.
        let done = problem.start().filter(|_| problem.end().is_none());
        let path = self.first_tour(&anywhere, done, run)?;
        Ok(path.map(|path| turned(path, problem)))
    }

    /// The first walk that answers `problem`, from the starts it leaves open but for `done`.
    fn first_tour(
        &mut self,
        problem: &Problem,
        done: Option<Square>,
        run: &mut Run<'_>,
    ) -> Result<Option<Path>, GaveUp> {
        let mut walker = self.walker(problem, run).map_err(GaveUp::NotBegun)?;
        for (looked_at, candidate) in (1_u64..).zip(self.candidates(problem, &*walker)) {
            // On a large board a walk may be far between.
            if looked_at.is_multiple_of(CANDIDATES_BETWEEN_LOOKS) {
                run.look().map_err(GaveUp::Stopped)?;
            }
            let start = candidate.square;
            if Some(start) == done || !candidate.has_its_degree(&*walker) {
                continue;
            }
            self.walks += 1;
            let path = match walker.walk(start, run) {
                Ok(path) => {
                    let last = path.last().unwrap_or(start);
                    if ends_suit(problem, &self.moves, start, last) {
                        return Ok(Some(path));
                    }
                    path
                }
                Err(Halt::DeadEnd(path)) => path,
                Err(Halt::Stop(cause)) => return Err(GaveUp::Stopped(cause)),
            };
            if self.best.is_none_or(|(_, squares)| path.len() > squares) {
                self.best = Some((start, path.len()));
            }
        }
        Ok(None)
    }

    /// The start of a problem, or what may be one.
    fn candidates<'p>(
        &self,
        problem: &'p Problem,
        walker: &dyn Walker,
    ) -> Box<dyn Iterator<Item = Candidate> + 'p> {
        if let Some(start) = problem.start() {
            return Box::new(std::iter::once(Candidate::any(start)));
        }
        let all = starts(self.rule.tie, problem.board(), walker);
        Box::new(all.filter(|candidate| is_open(problem, candidate.square)))
    }

    /// Who walks: on plain rectangles a fast walker that takes the same steps as the other.
    fn walker<'p>(
        &self,
        problem: &'p Problem,
        run: &mut Run<'_>,
    ) -> Result<Box<dyn Walker + 'p>, Stop> {
        let Self { rule, moves, .. } = self;
        if let Some(fast) = RectangleWalker::new(problem, moves, rule.tie, run.get_seed()) {
            return Ok(Box::new(fast));
        }
        let task = Task::new(rule.name(), problem, moves.clone(), walk::BYTES, run)?;
        Ok(Box::new(GraphWalker::new(task, rule.tie, run.get_seed())))
    }

    /// What was tried in vain.
    fn story(&self) -> String {
        let (board, tie) = (self.problem.board(), self.rule.tie);
        let head = format!("Warnsdorff's rule with ties {tie}");
        let Some((start, squares)) = self.best else {
            return format!("{head} has no square to start from");
        };
        let (start, all) = (board.name(start), board.len());
        let end = if squares == all { ", but not as asked" } else { ", then had no move" };
        let others = match self.walks {
            1 => String::new(),
            walks => format!("; none of its {walks} walks did better"),
        };
        format!("{head} visited {squares} of {all} squares from {start}{end}{others}")
    }
}

/// A square to start from, if it has so many moves. No number means that it may have any.
struct Candidate {
    square: Square,
    degree: Option<usize>,
}

impl Candidate {
    const fn any(square: Square) -> Self {
        Self { square, degree: None }
    }

    fn has_its_degree(&self, walker: &dyn Walker) -> bool {
        self.degree.is_none_or(|degree| walker.degree(self.square) == degree)
    }
}

/// The starts in the order in which they are tried when the problem leaves them open: all squares
/// as candidates for each degree in turn.
fn starts<'a>(
    tie: Tie,
    board: &'a Board,
    walker: &dyn Walker,
) -> Box<dyn Iterator<Item = Candidate> + 'a> {
    if tie == Tie::Squirrel {
        return Box::new(corners(board).into_iter().map(Candidate::any));
    }
    let by_degree = walker.degrees().into_iter().flat_map(move |degree| {
        reading_order(board).map(move |square| Candidate { square, degree: Some(degree) })
    });
    if !board.is_plain() {
        return Box::new(by_degree);
    }
    // No square of a plain rectangle has fewer moves than a corner: take them without a look at
    // the whole board, which may have millions of squares.
    let corners = corners(board);
    let first = corners.clone().into_iter().map(Candidate::any);
    Box::new(first.chain(by_degree.filter(move |at| !corners.contains(&at.square))))
}

/// The same closed tours, begun anywhere: `None` where that question is no easier, because the
/// problem asks for no closed tour, fixes no end, or fixes other steps too.
fn begun_anywhere(problem: &Problem) -> Option<Problem> {
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
fn turned(mut path: Path, problem: &Problem) -> Path {
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

#[cfg(test)]
mod tests;
