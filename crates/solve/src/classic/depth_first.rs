//! One depth-first search for all methods that try path after path.

mod children;

use caracole_core::{Kind, MoveOrder, Outcome, Path, Problem, Proof, Reason, StopCause};

use super::starts::{open_starts, reading_order};
use super::task::{self, Task};
use crate::solver::unsupported;
use crate::{Run, Support};

use children::ChildOrder;
pub(super) use children::{AsOrdered, LonelyFirst};

/// Bytes a vertex that the search takes itself: path, last places, taken marks.
const BYTES: u64 = 4 + 4 + 1;

/// Where no child has been tried yet.
const NONE: u32 = u32::MAX;

/// Searches all paths from all starts that the problem leaves open, in reading order.
pub(super) fn solve<O: ChildOrder>(
    method: &'static str,
    problem: &Problem,
    order: Option<&MoveOrder>,
    run: &mut Run<'_>,
) -> Outcome {
    if let Support::No(why) = task::support_of_order(problem, order) {
        return unsupported(why);
    }
    let moves = match task::moves(problem, order) {
        Ok(moves) => moves,
        Err(error) => return unsupported(error.to_string()),
    };
    let task = match Task::new(method, problem, moves, BYTES + O::BYTES, run) {
        Ok(task) => task,
        Err(stop) => return Outcome::Unknown(stop),
    };
    let before = run.stats().steps;
    match all_starts::<O>(problem, &task, run) {
        Ok(Some(path)) => run.found(problem, path),
        Ok(None) => {
            let reason = Reason::Exhausted { method, steps: run.stats().steps - before };
            Outcome::Impossible(Proof::new(problem.clone(), reason))
        }
        Err(cause) => run.stopped(problem, cause, method),
    }
}

/// The first tour from any start; `None` if there is none.
///
/// A path begins somewhere, so only after every start is exhausted there is no tour. A closed
/// tour passes through every square and can be walked from each of them, with the same moves: if
/// none begins on one square, none begins on another. Clues spoil that argument, for a tour
/// begun elsewhere has its squares at other steps; moves to use or to avoid do not.
fn all_starts<O: ChildOrder>(
    problem: &Problem,
    task: &Task<'_>,
    run: &mut Run<'_>,
) -> Result<Option<Path>, StopCause> {
    let one_is_enough = problem.kind() == Kind::Closed && problem.clues().next().is_none();
    let starts = if one_is_enough { 1 } else { usize::MAX };
    let mut search = Search::<O>::new(task);
    for start in open_starts(problem, reading_order(problem.board())).take(starts) {
        let Some(start) = task.vertex(start) else { continue };
        if search.from(start, run)? {
            return Ok(Some(task.path(search.path)));
        }
    }
    Ok(None)
}

/// The state of the search: nine bytes a square and no call stack.
struct Search<'a, O> {
    task: &'a Task<'a>,
    order: O,
    /// The vertices visited, in order.
    path: Vec<u32>,
    /// For each vertex of the path, which of its neighbours was tried last.
    tried: Vec<u32>,
    /// Vertices on the path, and those kept for the step of their clue.
    taken: Vec<bool>,
}

impl<'a, O: ChildOrder> Search<'a, O> {
    fn new(task: &'a Task<'a>) -> Self {
        let vertices = task.graph().vertices() as usize;
        let mut taken = vec![false; vertices];
        for kept in task.rules().kept() {
            taken[kept as usize] = true;
        }
        Self {
            task,
            order: O::new(task.graph()),
            path: Vec::with_capacity(vertices),
            tried: Vec::with_capacity(vertices),
            taken,
        }
    }

    /// Tries every path from `start`. `true` leaves a tour in `path`; `false` leaves everything
    /// as it was before.
    fn from(&mut self, start: u32, run: &mut Run<'_>) -> Result<bool, StopCause> {
        run.attempt(self.task.square(start))?;
        self.enter(start);
        let all = self.taken.len();
        loop {
            if self.path.len() == all && self.task.accepts(&self.path) {
                return Ok(true);
            }
            if let Some(child) = self.next_child() {
                run.visit(self.path.len() as u64 + 1, self.task.square(child))?;
                self.enter(child);
                continue;
            }
            self.leave();
            match self.path.last() {
                Some(&back) => run.retreat(self.path.len() as u64, self.task.square(back))?,
                None => return Ok(false),
            }
        }
    }

    #[inline]
    fn enter(&mut self, vertex: u32) {
        self.taken[vertex as usize] = true;
        self.order.visit(self.task.graph(), vertex);
        self.path.push(vertex);
        self.tried.push(NONE);
    }

    #[inline]
    fn leave(&mut self) {
        self.tried.pop();
        if let Some(vertex) = self.path.pop() {
            self.order.leave(self.task.graph(), vertex);
            // A vertex with a clue stays taken for all other steps.
            self.taken[vertex as usize] = self.task.rules().clue_at(self.path.len()).is_some();
        }
    }

    /// The next child of the last vertex, remembered as tried.
    #[inline]
    fn next_child(&mut self) -> Option<u32> {
        let (&at, last) = (self.path.last()?, self.tried.last_mut()?);
        let rules = self.task.rules();
        let before = self.path.len().checked_sub(2).map(|before| self.path[before]);
        let children = self.task.graph().neighbours(at);
        let place = match rules.clue_at(self.path.len()) {
            // A clue leaves one child, once.
            Some(clue) if *last == NONE => children
                .iter()
                .position(|&child| child == clue && rules.keep_used(before, at, child))?,
            Some(_) => return None,
            None => {
                let last = (*last != NONE).then_some(*last as usize);
                let taken = &self.taken;
                self.order.next(children, last, |child| {
                    !taken[child as usize] && rules.keep_used(before, at, child)
                })?
            }
        };
        *last = place as u32;
        Some(children[place])
    }
}
