//! The search: improves the best path and lowers the upper bound until they meet.

use caracole_explain::Explain;
use std::time::Duration;

use caracole_core::{Path, Problem};
use caracole_verify::{Outcome, Stop, StopCause};

use super::bound::{self, Bound};
use super::component::Component;
use super::frontier_dp::{self, MAX_WIDTH, VertexOrder};
use super::local_search::local_search;
use super::{Longest, accept};
use crate::instance::Instance;
use crate::{Auto, Run, Solver};

/// The best path and the upper bound.
pub(super) struct Search<'a> {
    pub(super) best: Path,
    pub(super) upper: u64,
    pub(super) why: String,
    /// The reason why no tour exists, if it is known.
    no_tour: Option<String>,
    /// The phase of the search.
    phase: &'static str,
    /// The callback for each path that is longer than those before.
    improved: &'a dyn Fn(Longest),
}

/// With a frontier of at most this size, frontier dynamic programming is faster than a search for a tour.
const NARROW: usize = 14;

/// The limits of the search for a tour.
const TOUR_TIME: Duration = Duration::from_secs(2);
const TOUR_STEPS: u64 = 20_000_000;

const BY_FRONTIER_DP: &str = "a search over all paths found none longer";

impl<'a> Search<'a> {
    pub(super) fn new(problem: &Problem, improved: &'a dyn Fn(Longest)) -> Self {
        let (upper, why) = (problem.board().len(), "the board has no more squares".to_owned());
        // A single square is a path, unless two different ends are given.
        let best = match (problem.start_square(), problem.end_square()) {
            (Some(start), Some(end)) if start != end => Path::new(),
            (start, end) => {
                start.or(end).or_else(|| problem.board().squares().next()).into_iter().collect()
            }
        };
        let phase = "before the search";
        let search = Self { best, upper, why, no_tour: None, phase, improved };
        search.report(problem);
        search
    }

    /// Excludes a tour for a reason.
    pub(super) fn exclude_tour(&mut self, why: String) {
        self.upper -= 1;
        self.why.clone_from(&why);
        self.no_tour = Some(why);
    }

    /// Passes the best path to the callback after the verifier has accepted it.
    fn report(&self, problem: &Problem) {
        if let Ok(found) = accept(problem, self.best.clone()) {
            (self.improved)(Longest::new(found, self.upper, self.why.clone(), None));
        }
    }

    /// Excludes all paths, because the given ends are in different components.
    pub(super) fn exclude_paths(&mut self, problem: &Problem) {
        let name = |end| problem.board().name(end);
        if let (Some(start), Some(end)) = (problem.start_square(), problem.end_square()) {
            self.why = format!("no path leads from {} to {}", name(start), name(end));
        }
        self.best = Path::new();
        self.upper = 0;
    }

    pub(super) fn stopped(&self, cause: StopCause, run: &Run<'_>) -> Stop {
        let steps = run.stats().steps;
        Stop::new(cause, format!("{}, after {steps} steps", self.phase))
    }

    const fn len(&self) -> u32 {
        self.best.len() as u32
    }

    /// Searches the components, the largest first. The upper bound is the maximum of theirs.
    pub(super) fn in_components(
        &mut self,
        instance: &Instance<'_>,
        components: &[Component],
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let mut upper = Bound { squares: 0, why: String::new() };
        for (component, at) in components.iter().zip(0..) {
            if component.len() <= self.len() {
                break;
            }
            let (bound, stop) = self.in_component(instance, component, run);
            if bound.squares > upper.squares {
                upper = bound;
            }
            if let Some(cause) = stop {
                // A component that was not searched may contain a longer path.
                if let Some(next) = components.get(at + 1)
                    && next.len() > upper.squares
                {
                    let why = "no more squares are connected by moves".to_owned();
                    upper = Bound { squares: next.len(), why };
                }
                self.lower_to(upper);
                return Err(cause);
            }
        }
        if upper.squares < self.len() {
            // All components are single squares.
            upper = Bound { squares: self.len(), why: "no move joins any two squares".to_owned() };
        }
        self.lower_to(upper);
        Ok(())
    }

    fn lower_to(&mut self, bound: Bound) {
        // Of two equal bounds, the later one is kept: its reason is about paths, not tours.
        if u64::from(bound.squares) <= self.upper {
            self.upper = bound.squares.into();
            self.why = bound.why;
        }
    }

    /// Searches a component. The bound holds for it, or for the best path if that is longer.
    fn in_component(
        &mut self,
        instance: &Instance<'_>,
        component: &Component,
        run: &mut Run<'_>,
    ) -> (Bound, Option<StopCause>) {
        let is_connected = u64::from(component.len()) == instance.board().len();
        let mut bound = bound::elementary(component, is_connected);
        if let (true, Some(why)) = (is_connected, &self.no_tour)
            && bound.squares == component.len()
        {
            bound = Bound { squares: component.len() - 1, why: why.clone() };
        }
        let stop = self.improve(instance, component, &mut bound, run).err();
        (bound, stop)
    }

    /// Improves path and bound until they meet.
    fn improve(
        &mut self,
        instance: &Instance<'_>,
        component: &Component,
        bound: &mut Bound,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        /// On larger components the flow takes longer than the local search.
        const MAX_FLOW_FIRST: u32 = 20_000;
        let flow_first = component.len() <= MAX_FLOW_FIRST;
        for is_flow in [flow_first, !flow_first] {
            if self.len() >= bound.squares {
                return Ok(());
            }
            if is_flow {
                self.phase = "while computing an upper bound";
                bound::lower_by_flow(component, bound, run)?;
            } else {
                self.phase = "during the local search";
                let (found, stop) = local_search(component, bound.squares, run);
                self.store(&found, component, instance);
                stop.map_or(Ok(()), Err)?;
            }
        }
        if self.len() < bound.squares {
            self.decide(instance, component, bound, run)?;
        }
        Ok(())
    }

    /// Decides by frontier dynamic programming.
    fn decide(
        &mut self,
        instance: &Instance<'_>,
        component: &Component,
        bound: &mut Bound,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let order = VertexOrder::best(&component.graph, &component.places(instance));
        let order = order.filter(|order| order.width <= MAX_WIDTH);
        let is_narrow = order.as_ref().is_some_and(|order| order.width <= NARROW);
        if !is_narrow && u64::from(bound.squares) == instance.board().len() {
            self.phase = "during the search for a tour";
            self.search_for_tour(instance.problem(), bound, run);
            if self.len() >= bound.squares {
                return Ok(());
            }
        }
        let Some(order) = order else {
            self.phase =
                "the exact search, which supports frontiers of at most 25 squares, was skipped";
            return Err(StopCause::Unsupported);
        };
        self.phase = "during the search over all paths";
        if let Some(found) = frontier_dp::longest_path(component, &order, self.len(), run)? {
            self.store(&found, component, instance);
        }
        if self.len() < bound.squares {
            *bound = Bound { squares: self.len(), why: BY_FRONTIER_DP.to_owned() };
        }
        Ok(())
    }

    /// Searches for a tour with the other methods.
    fn search_for_tour(&mut self, problem: &Problem, bound: &mut Bound, run: &mut Run<'_>) {
        match Auto.solve(problem, &mut run.sub_run(TOUR_TIME, TOUR_STEPS)) {
            Outcome::Found(tour) => self.best = tour.into_path(),
            Outcome::Impossible(proof) => {
                *bound = Bound { squares: bound.squares - 1, why: proof.text() };
            }
            Outcome::Unknown(_) => {}
        }
    }

    /// Stores a path of a component, directed from the start to the end, if it is the longest so far.
    fn store(&mut self, found: &[u32], component: &Component, instance: &Instance<'_>) {
        if found.len() as u64 <= self.best.len() {
            return;
        }
        let square = |&vertex: &u32| instance.square(component.original(vertex));
        self.best = found.iter().map(square).collect();
        let [start, end] = component.ends;
        let is_backward = start.is_some_and(|start| found.first() != Some(&start))
            || end.is_some_and(|end| found.last() != Some(&end));
        if is_backward {
            self.best.reverse();
        }
        self.report(instance.problem());
    }
}
