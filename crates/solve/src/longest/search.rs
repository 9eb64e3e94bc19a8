//! The best path so far, and the bound that came down to it.

use std::time::Duration;

use caracole_core::{MoveGraph, Outcome, Path, Problem, Stop, StopCause};

use super::bound::{Bound, bound, count_moves};
use super::climb::climb;
use super::order::Order;
use super::part::Part;
use super::sweep::{MAX_WIDTH, sweep};
use crate::{Auto, Run, Solver};

/// What is known, at any time.
pub(super) struct Search {
    pub(super) best: Path,
    pub(super) upper: u64,
    pub(super) why: String,
    /// Why there is no tour, if that is known.
    no_tour: Option<String>,
    /// What was at work last.
    at_work: &'static str,
}

/// Up to so many squares in view the sweep is done sooner than anything else.
const NARROW: usize = 14;

/// So much is spent on the question whether there is a tour, where nothing tells.
const TOUR_TIME: Duration = Duration::from_secs(2);
const TOUR_STEPS: u64 = 20_000_000;

const BY_SWEEP: &str = "a sweep over all paths found none longer";

impl Search {
    pub(super) fn new(problem: &Problem, no_tour: Option<String>) -> Self {
        let upper = problem.board().len() - u64::from(no_tour.is_some());
        let why = no_tour.clone().unwrap_or_else(|| "there are no more squares".to_owned());
        // A single square is a path, unless it would have to be two.
        let best = match (problem.start(), problem.end()) {
            (Some(start), Some(end)) if start != end => Path::new(),
            (start, end) => {
                start.or(end).or_else(|| problem.board().squares().next()).into_iter().collect()
            }
        };
        Self { best, upper, why, no_tour, at_work: "the search had not begun" }
    }

    /// The given ends lie in different parts.
    pub(super) fn no_way(&mut self, problem: &Problem) {
        let name = |end| problem.board().name(end);
        if let (Some(start), Some(end)) = (problem.start(), problem.end()) {
            self.why = format!("no way leads from {} to {}", name(start), name(end));
        }
        self.best = Path::new();
        self.upper = 0;
    }

    pub(super) fn stopped(&self, cause: StopCause, run: &Run<'_>) -> Stop {
        let steps = run.stats().steps;
        Stop::new(cause, format!("{} after {steps} steps", self.at_work))
    }

    const fn len(&self) -> u32 {
        self.best.len() as u32
    }

    /// Searches the parts, the largest first. The bound is the largest of theirs.
    pub(super) fn in_parts(
        &mut self,
        problem: &Problem,
        moves: &MoveGraph,
        parts: &[Part],
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let mut upper = Bound { squares: 0, why: String::new() };
        for (part, at) in parts.iter().zip(0..) {
            if part.len() <= self.len() {
                break;
            }
            let (bound, stop) = self.in_part(problem, moves, part, run);
            if bound.squares > upper.squares {
                upper = bound;
            }
            if let Some(cause) = stop {
                // The parts that were not looked at could hold longer ones.
                if let Some(next) = parts.get(at + 1)
                    && next.len() > upper.squares
                {
                    let why = "there are no more squares that moves join".to_owned();
                    upper = Bound { squares: next.len(), why };
                }
                self.lower_to(upper);
                return Err(cause);
            }
        }
        if upper.squares < self.len() {
            // All parts hold a single square.
            upper = Bound { squares: self.len(), why: "no move joins any two squares".to_owned() };
        }
        self.lower_to(upper);
        Ok(())
    }

    fn lower_to(&mut self, bound: Bound) {
        // Of two bounds that say the same, the one that was worked out for paths is better.
        if u64::from(bound.squares) <= self.upper {
            self.upper = bound.squares.into();
            self.why = bound.why;
        }
    }

    /// Searches a part. The bound holds for it, or for the best path where that is longer.
    fn in_part(
        &mut self,
        problem: &Problem,
        moves: &MoveGraph,
        part: &Part,
        run: &mut Run<'_>,
    ) -> (Bound, Option<StopCause>) {
        let is_whole = u64::from(part.len()) == problem.board().len();
        let mut bound = bound(part, is_whole);
        if let (true, Some(why)) = (is_whole, &self.no_tour)
            && bound.squares == part.len()
        {
            bound = Bound { squares: part.len() - 1, why: why.clone() };
        }
        let stop = self.close_in(problem, moves, part, &mut bound, run).err();
        (bound, stop)
    }

    /// Lets path and bound come closer until they meet.
    fn close_in(
        &mut self,
        problem: &Problem,
        moves: &MoveGraph,
        part: &Part,
        bound: &mut Bound,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        /// Beyond so many squares it takes longer to count moves than to walk.
        const SOON_COUNTED: u32 = 20_000;
        let counts_first = part.len() <= SOON_COUNTED;
        for counts in [counts_first, !counts_first] {
            if self.len() >= bound.squares {
                return Ok(());
            }
            if counts {
                self.at_work = "the moves were not counted to the end";
                count_moves(part, bound, run)?;
            } else {
                self.at_work = "the walk was not finished";
                let (found, stop) = climb(part, bound.squares, run);
                self.keep(&found, part, moves);
                stop.map_or(Ok(()), Err)?;
            }
        }
        if self.len() < bound.squares {
            self.decide(problem, moves, part, bound, run)?;
        }
        Ok(())
    }

    /// Where path and bound do not meet.
    fn decide(
        &mut self,
        problem: &Problem,
        moves: &MoveGraph,
        part: &Part,
        bound: &mut Bound,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let order = Order::best(&part.graph, &part.places(problem, moves));
        let order = order.filter(|order| order.width <= MAX_WIDTH);
        let is_narrow = order.as_ref().is_some_and(|order| order.width <= NARROW);
        if !is_narrow && u64::from(bound.squares) == problem.board().len() {
            self.at_work = "the search for a tour was not finished";
            self.ask_for_a_tour(problem, bound, run);
            if self.len() >= bound.squares {
                return Ok(());
            }
        }
        let Some(order) = order else {
            self.at_work =
                "the sweep takes boards with at most 25 squares in view, and was left out";
            return Err(StopCause::Unsupported);
        };
        self.at_work = "the sweep over all paths was not finished";
        if let Some(found) = sweep(part, &order, self.len(), run)? {
            self.keep(&found, part, moves);
        }
        if self.len() < bound.squares {
            *bound = Bound { squares: self.len(), why: BY_SWEEP.to_owned() };
        }
        Ok(())
    }

    /// Other methods know more about tours than the sweep does.
    fn ask_for_a_tour(&mut self, problem: &Problem, bound: &mut Bound, run: &mut Run<'_>) {
        match Auto.solve(problem, &mut run.aside(TOUR_TIME, TOUR_STEPS)) {
            Outcome::Found(tour) => self.best = tour.into_path(),
            Outcome::Impossible(proof) => {
                *bound = Bound { squares: bound.squares - 1, why: proof.text() };
            }
            Outcome::Unknown(_) => {}
        }
    }

    /// Keeps a path of a part if it is the longest so far, from the start to the end.
    fn keep(&mut self, found: &[u32], part: &Part, moves: &MoveGraph) {
        if found.len() as u64 <= self.best.len() {
            return;
        }
        let square = |&vertex: &u32| moves.square(part.in_whole(vertex));
        self.best = found.iter().map(square).collect();
        let [start, end] = part.ends;
        let is_backward = start.is_some_and(|start| found.first() != Some(&start))
            || end.is_some_and(|end| found.last() != Some(&end));
        if is_backward {
            self.best.reverse();
        }
    }
}
