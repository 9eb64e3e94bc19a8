//! Walks from one start after the other, until one is a tour.

use caracole_core::{Moves, Path, Problem, Square, Stop, StopCause};

use super::Warnsdorff;
use super::candidate::{Candidate, starts};
use super::fast::RectangleWalker;
use super::turn::{begun_anywhere, turned};
use super::walk::{self, GraphWalker, Halt, Walker};
use crate::classic::starts::{ends_suit, is_open};
use crate::classic::task::Task;
use crate::{Run, Solver};

/// Why no further start is tried.
pub(super) enum GaveUp {
    Stopped(StopCause),
    NotBegun(Stop),
}

/// Squares that may be no starts are looked at in less than a millisecond, so many of them.
const CANDIDATES_BETWEEN_LOOKS: u64 = 1 << 12;

/// The walks for one problem.
pub(super) struct Quest<'a> {
    rule: &'a Warnsdorff,
    problem: &'a Problem,
    moves: Moves,
    /// How many walks there were.
    walks: u64,
    /// The start of the longest walk that led nowhere, and how many squares it visited.
    best: Option<(Square, u64)>,
}

impl<'a> Quest<'a> {
    pub(super) const fn new(rule: &'a Warnsdorff, problem: &'a Problem, moves: Moves) -> Self {
        Self { rule, problem, moves, walks: 0, best: None }
    }

    /// A tour from the start asked for, or from any start that may do; `None` if none leads to
    /// one.
    pub(super) fn tour(&mut self, run: &mut Run<'_>) -> Result<Option<Path>, GaveUp> {
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
    pub(super) fn walker<'p>(
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
    pub(super) fn story(&self) -> String {
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
