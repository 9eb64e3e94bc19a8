//! Depth-first search: backtracking in a fixed move order or in Warnsdorff's order.

use caracole_core::{Kind, MoveOrder, Path, Problem, Reason};
use caracole_verify::{Outcome, StopCause};

use super::{PathConstraints, compile, moves, open_starts, reading_order, support_of_order};
use crate::instance::Instance;
use crate::solver::unsupported;
use crate::{Run, Solver, Support};

/// Backtracking in a fixed move order: extends the path while a move is left, and otherwise takes the last
/// move back and tries the next one.
///
/// *Use*: boards of up to some forty squares, and comparisons. *Start*: the given one, else the top left
/// corner, then the other squares in reading order. *Answers*: a tour, or impossible after every path was
/// tried.
///
/// *Complexity*: time exponential in the number of squares. On 8x8 from a corner good move orders take
/// millions of steps, and most orders much longer. Memory: 9 bytes per square beside the list of moves.
///
/// *Correctness*: a path is abandoned only after all its extensions.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).start("a5")?;
/// let mut run = Run::new();
/// let tour = Backtracking::default().solve(&problem, &mut run).found().ok_or("no tour")?;
/// assert_eq!(tour.numbering()[20..], [1, 20, 17, 12, 3]);
///
/// let problem = Problem::new("5x5".parse()?).start("b5")?;
/// let outcome = Backtracking::default().solve(&problem, &mut Run::new());
/// assert!(outcome.is_impossible(), "b5 has the colour with fewer squares");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backtracking {
    /// The order in which moves are tried; clockwise from "one right, two up" if `None`.
    pub order: Option<MoveOrder>,
}

impl Solver for Backtracking {
    fn name(&self) -> &'static str {
        "backtracking"
    }

    fn supports(&self, problem: &Problem) -> Support {
        support_of_order(problem, self.order.as_ref())
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        solve::<false>(self.name(), problem, self.order.as_ref(), run)
    }
}

/// The order in which [`BruteForce`] tries the neighbours of a square.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{BruteForce, MoveOrdering, Run, Solver};
///
/// let problem = Problem::new("6x6".parse()?).start("a1")?;
/// let steps = |ordering| {
///     let mut run = Run::new();
///     let method = BruteForce { ordering, ..BruteForce::default() };
///     assert!(method.solve(&problem, &mut run).is_found());
///     run.stats().steps
/// };
/// assert!(steps(MoveOrdering::LowestDegreeFirst) < steps(MoveOrdering::AsOrdered));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveOrdering {
    /// By degree, lowest first; ties are broken by the move order.
    #[default]
    LowestDegreeFirst,
    /// In the move order.
    AsOrdered,
}

/// Backtracking in Warnsdorff's order: tries every path, neighbours of lowest degree first. In the plain move
/// order it is the naive enumeration of all paths, which takes the same steps as [`Backtracking`].
///
/// *Use*: boards of up to some hundred squares, on which it mostly finds a tour with few backtracks near the
/// end. *Start*: the given one, else the top left corner, then the other squares in reading order. *Answers*:
/// a tour, or impossible after every path was tried.
///
/// *Complexity*: time exponential in the number of squares in the worst case, linear without backtracks.
/// Memory: 13 bytes per square beside the list of moves.
///
/// *Correctness*: the ordering determines when a path is tried, and every path is tried.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{BruteForce, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?).start("e4")?;
/// let mut run = Run::new();
/// assert!(BruteForce::default().solve(&problem, &mut run).is_found());
///
/// let problem = Problem::new("4x4".parse()?);
/// assert!(BruteForce::default().solve(&problem, &mut run).is_impossible());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BruteForce {
    /// The order in which moves are tried; clockwise from "one right, two up" if `None`.
    pub order: Option<MoveOrder>,
    /// The order in which neighbours are tried.
    pub ordering: MoveOrdering,
}

impl Solver for BruteForce {
    fn name(&self) -> &'static str {
        match self.ordering {
            MoveOrdering::LowestDegreeFirst => "backtracking-warnsdorff",
            MoveOrdering::AsOrdered => "naive",
        }
    }

    fn supports(&self, problem: &Problem) -> Support {
        support_of_order(problem, self.order.as_ref())
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        let order = self.order.as_ref();
        match self.ordering {
            MoveOrdering::LowestDegreeFirst => solve::<true>(self.name(), problem, order, run),
            MoveOrdering::AsOrdered => solve::<false>(self.name(), problem, order, run),
        }
    }
}

/// Bytes per vertex of the search itself: path, tried neighbours, taken marks.
const BYTES: u64 = 4 + 4 + 1;

/// The value of `tried` before the first neighbour.
const NONE: u32 = u32::MAX;

/// Searches all paths from all possible starts, in reading order.
fn solve<const BY_DEGREE: bool>(
    method: &'static str,
    problem: &Problem,
    order: Option<&MoveOrder>,
    run: &mut Run<'_>,
) -> Outcome {
    if let Support::No(why) = support_of_order(problem, order) {
        return unsupported(why);
    }
    let moves = match moves(problem, order) {
        Ok(moves) => moves,
        Err(error) => return unsupported(error.to_string()),
    };
    let bytes = if BY_DEGREE { BYTES + 4 } else { BYTES };
    let instance = match compile(method, problem, moves, bytes, run) {
        Ok(instance) => instance,
        Err(stop) => return Outcome::Unknown(stop),
    };
    let before = run.stats().steps;
    match all_starts::<BY_DEGREE>(problem, &instance, run) {
        Ok(Some(path)) => run.found(problem, path),
        Ok(None) => {
            let reason = Reason::Exhausted { method, steps: run.stats().steps - before };
            run.impossible(problem, reason)
        }
        Err(cause) => run.stopped(problem, cause, method),
    }
}

/// Returns the first tour from any start; `None` if none exists.
///
/// A problem without a tour exhausts every start. A closed tour passes through every square, so for closed
/// tours one start is enough. This does not hold with clues, because another start changes the steps of the
/// squares; required and forbidden moves do not matter.
fn all_starts<const BY_DEGREE: bool>(
    problem: &Problem,
    instance: &Instance<'_>,
    run: &mut Run<'_>,
) -> Result<Option<Path>, StopCause> {
    let one_is_enough = problem.kind() == Kind::Closed && problem.clues().next().is_none();
    let starts = if one_is_enough { 1 } else { usize::MAX };
    let mut search = Search::<BY_DEGREE>::new(instance);
    for start in open_starts(problem, reading_order(problem.board())).take(starts) {
        let Some(start) = instance.vertex(start) else { continue };
        if search.from(start, run)? {
            return Ok(Some(instance.path(search.path)));
        }
    }
    Ok(None)
}

/// The search state: no call stack, and [`BYTES`] per square, or four more by degree.
struct Search<'a, const BY_DEGREE: bool> {
    instance: &'a Instance<'a>,
    constraints: PathConstraints,
    /// The number of unvisited neighbours of each vertex; empty if neighbours are tried in the move order.
    degrees: Vec<u32>,
    /// The visited vertices, in order.
    path: Vec<u32>,
    /// For each vertex of the path, the index of the neighbour that was tried last.
    tried: Vec<u32>,
    /// True for vertices on the path and for those reserved for their clue.
    taken: Vec<bool>,
}

impl<'a, const BY_DEGREE: bool> Search<'a, BY_DEGREE> {
    fn new(instance: &'a Instance<'a>) -> Self {
        let graph = instance.graph();
        let vertices = graph.vertices() as usize;
        let constraints = PathConstraints::new(instance);
        let mut taken = vec![false; vertices];
        for reserved in constraints.reserved() {
            taken[reserved as usize] = true;
        }
        Self {
            instance,
            constraints,
            degrees: if BY_DEGREE {
                (0..graph.vertices()).map(|vertex| graph.degree(vertex)).collect()
            } else {
                Vec::new()
            },
            path: Vec::with_capacity(vertices),
            tried: Vec::with_capacity(vertices),
            taken,
        }
    }

    /// Tries every path from `start`. Returns true with a tour in `path`, or false with the state as before.
    fn from(&mut self, start: u32, run: &mut Run<'_>) -> Result<bool, StopCause> {
        run.begin_walk(self.instance.square(start))?;
        self.enter(start);
        let all = self.taken.len();
        loop {
            if self.path.len() == all && self.constraints.accept(self.instance, &self.path) {
                return Ok(true);
            }
            if let Some(neighbour) = self.next_neighbour() {
                run.visit(self.path.len() as u64 + 1, self.instance.square(neighbour))?;
                self.enter(neighbour);
                continue;
            }
            self.leave();
            match self.path.last() {
                Some(&back) => run.backtrack(self.path.len() as u64, self.instance.square(back))?,
                None => return Ok(false),
            }
        }
    }

    #[inline]
    fn enter(&mut self, vertex: u32) {
        self.taken[vertex as usize] = true;
        if BY_DEGREE {
            for &neighbour in self.instance.graph().neighbours(vertex) {
                self.degrees[neighbour as usize] -= 1;
            }
        }
        self.path.push(vertex);
        self.tried.push(NONE);
    }

    #[inline]
    fn leave(&mut self) {
        self.tried.pop();
        if let Some(vertex) = self.path.pop() {
            if BY_DEGREE {
                for &neighbour in self.instance.graph().neighbours(vertex) {
                    self.degrees[neighbour as usize] += 1;
                }
            }
            // A vertex with a clue stays taken at all other steps.
            self.taken[vertex as usize] = self.constraints.clue_at(self.path.len()).is_some();
        }
    }

    /// Returns the next neighbour to try, and records it as tried.
    ///
    /// When the search backtracks to a vertex, the path and the degrees are those at the time of the last
    /// choice. So no sorted list is stored: the next neighbour by degree is the least one after the last one.
    #[inline]
    fn next_neighbour(&mut self) -> Option<u32> {
        let (&at, last) = (self.path.last()?, self.tried.last_mut()?);
        let constraints = &self.constraints;
        let before = self.path.len().checked_sub(2).map(|before| self.path[before]);
        let neighbours = self.instance.graph().neighbours(at);
        let taken = &self.taken;
        let is_free = |index: usize| {
            let neighbour = neighbours[index];
            !taken[neighbour as usize] && constraints.allows_required(before, at, neighbour)
        };
        let index = match constraints.clue_at(self.path.len()) {
            // A clue allows one neighbour, once.
            Some(clue) if *last == NONE => neighbours.iter().position(|&neighbour| {
                neighbour == clue && constraints.allows_required(before, at, neighbour)
            })?,
            Some(_) => return None,
            None if BY_DEGREE => {
                let key = |index: usize| (self.degrees[neighbours[index] as usize], index);
                let tried = (*last != NONE).then(|| key(*last as usize));
                let free = (0..neighbours.len()).filter(|&index| is_free(index)).map(key);
                free.filter(|&key| tried.is_none_or(|tried| key > tried)).min()?.1
            }
            // `NONE` is -1 modulo 2^32.
            None => {
                let first = last.wrapping_add(1) as usize;
                (first..neighbours.len()).find(|&index| is_free(index))?
            }
        };
        *last = index as u32;
        Some(neighbours[index])
    }
}
