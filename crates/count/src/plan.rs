//! The plan of a count: the order in which vertices are finished, and the separator of the two halves.
//!
//! The vertices are divided into a first half, a second half, and a separator, such that no edge joins the
//! halves. Each half is swept vertex by vertex towards the separator. Then the edges within the separator are
//! decided in the layer of the first half, and the two layers are joined.

mod cut;

use std::collections::BTreeSet;

use caracole_verify::StopCause;

use crate::CountError;
use crate::pattern::MAX_FRONTIER;
use crate::spec::{Fingerprint, Spec, Vertex, sorted};
use crate::step::{Choice, Step};

use cut::Cut;

/// The sweeps that count the cycles of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The sweep of the first half. It is longer than that half if a later layer is the mirror image of the
    /// second half.
    pub(crate) main: Sweep,
    /// The number of steps of the main sweep that finish the first half.
    pub(crate) first: usize,
    pub(crate) second: Second,
    /// The steps that decide the edges within the separator, after those of the first half.
    pub(crate) inner: Sweep,
    /// The place of each separator vertex in the second half, by its place in the first.
    pub(crate) places: Vec<usize>,
}

/// A sequence of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sweep {
    pub(crate) steps: Vec<Step>,
    /// The edges that each step decides.
    pub(crate) decided: Vec<Decided>,
    /// The frontier vertices at the end, by their places.
    pub(crate) frontier: Vec<Vertex>,
}

/// The edges that the choices of a step add, in the order of the choices.
pub(crate) type Decided = Vec<Vec<(Vertex, Vertex)>>;

/// The source of the layer of the second half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// A sweep of its own.
    Swept(Sweep),
    /// The layer after a number of steps of the main sweep, which is a mirror image. The map leads from the
    /// vertices that are finished then to those of the second half.
    Mirrored { steps: usize, map: Vec<Vertex> },
}

impl Plan {
    pub(crate) fn new(spec: &Spec) -> Result<Self, CountError> {
        Self::with(spec, &narrow(spec)?).ok_or_else(|| {
            CountError::stopped(StopCause::Fault, "a plan whose halves have different separators")
        })
    }

    /// Estimates the number of states of all layers.
    pub(crate) fn forecast(spec: &Spec) -> Result<f64, CountError> {
        Ok(narrow(spec)?.estimated_states(spec))
    }

    /// Returns `None` if the halves have different separators, which no cut should cause.
    fn with(spec: &Spec, cut: &Cut) -> Option<Self> {
        let first = cut.first.len();
        let first_frontier = Sweep::over(spec, &cut.first, &cut.separator).frontier;
        let (main, second, second_frontier) = if let Some(map) = cut.mirror(spec) {
            let steps = cut.second.len();
            let main = Sweep::over(spec, &cut.order[..first.max(steps)], &[]);
            let frontier = Sweep::over(spec, &cut.order[..steps], &[]).frontier;
            let mut frontier: Vec<_> =
                frontier.iter().map(|&vertex| map[usize::from(vertex)]).collect();
            frontier.extend(missing(&frontier, &cut.separator));
            (main, Second::Mirrored { steps, map: map.clone() }, frontier)
        } else {
            let half = Sweep::over(spec, &cut.second, &cut.separator);
            let frontier = half.frontier.clone();
            (Sweep::over(spec, &cut.first, &cut.separator), Second::Swept(half), frontier)
        };
        let place = |vertex: &Vertex| second_frontier.iter().position(|other| other == vertex);
        let places = first_frontier.iter().map(place).collect::<Option<_>>()?;
        let inner = Sweep::within(spec, &first_frontier);
        Some(Self { main, first, second, inner, places })
    }

    /// Returns the number of vertices of the separator.
    pub(crate) const fn separator(&self) -> usize {
        self.places.len()
    }

    /// Returns a number that identifies the plan.
    pub(crate) fn fingerprint(&self, spec: &Spec) -> u64 {
        let mut print = Fingerprint::new();
        print.add(spec.fingerprint());
        print.add(self.first as u64);
        let second = match &self.second {
            Second::Swept(half) => half,
            Second::Mirrored { .. } => &Sweep::default(),
        };
        for half in [&self.main, second, &self.inner] {
            half.frontier.iter().for_each(|&vertex| print.add(u64::from(vertex)));
            for (a, b) in half.decided.iter().flatten().flatten() {
                print.add(u64::from(*a) << 16 | u64::from(*b));
            }
        }
        print.0
    }
}

/// Returns the vertices of `all` that are not in the frontier.
fn missing<'a>(frontier: &[Vertex], all: &'a [Vertex]) -> impl Iterator<Item = Vertex> + use<'a> {
    let frontier: BTreeSet<_> = frontier.iter().copied().collect();
    all.iter().copied().filter(move |vertex| !frontier.contains(vertex))
}

/// Returns the best cut, if its frontier fits in a pattern.
fn narrow(spec: &Spec) -> Result<Cut, CountError> {
    let cut = Cut::choose(spec);
    let frontier = cut.max_frontier();
    if frontier > MAX_FRONTIER { Err(CountError::too_wide(frontier)) } else { Ok(cut) }
}

impl Sweep {
    /// Returns the sweep that finishes vertices one after the other. At its end, all vertices of the separator
    /// are in the frontier.
    fn over(spec: &Spec, order: &[Vertex], separator: &[Vertex]) -> Self {
        let mut half = Self::default();
        let mut finished = BTreeSet::new();
        for &vertex in order {
            let others = spec.neighbours(vertex).iter().copied();
            let others: Vec<_> = others.filter(|other| !finished.contains(other)).collect();
            half.finish(spec, vertex, &others);
            finished.insert(vertex);
        }
        let untouched: Vec<_> = missing(&half.frontier, separator).collect();
        half.frontier.extend(untouched);
        half
    }

    /// Returns the place of a vertex, which is added to the frontier if it is not in it.
    fn place(&mut self, vertex: Vertex) -> usize {
        if let Some(place) = self.frontier.iter().position(|&other| other == vertex) {
            return place;
        }
        self.frontier.push(vertex);
        self.frontier.len() - 1
    }

    /// Adds the step that finishes a vertex, with at most two edges to the others.
    fn finish(&mut self, spec: &Spec, vertex: Vertex, others: &[Vertex]) {
        let at = self.place(vertex);
        let to: Vec<_> = others.iter().map(|&other| (other, self.place(other))).collect();
        let required = others.iter().filter(|&&other| spec.is_required(vertex, other)).count();
        let is_required = |other: Vertex| usize::from(spec.is_required(vertex, other));
        let mut choices = Vec::new();
        let mut decided = Vec::new();
        if required == 0 {
            choices.push(Choice::none(Some(at)));
            decided.push(vec![]);
        }
        for &(a, place) in &to {
            if required == is_required(a) {
                choices.push(Choice::one(at, place));
                decided.push(vec![sorted(vertex, a)]);
            }
        }
        for (index, &(a, place)) in to.iter().enumerate() {
            for &(b, other_place) in &to[index + 1..] {
                if required == is_required(a) + is_required(b) {
                    choices.push(Choice::two(Some(at), place, other_place));
                    decided.push(vec![sorted(vertex, a), sorted(vertex, b)]);
                }
            }
        }
        self.frontier.remove(at);
        self.decided.push(decided);
        self.steps.push(Step { choices, removed: Some(at), frontier: self.frontier.len() });
    }

    /// Returns the sweep that decides the edges between frontier vertices, vertex by vertex.
    fn within(spec: &Spec, frontier: &[Vertex]) -> Self {
        let mut half = Self { frontier: frontier.to_vec(), ..Self::default() };
        for (at, &a) in frontier.iter().enumerate() {
            for (place, &b) in frontier[..at].iter().enumerate() {
                if spec.neighbours(a).binary_search(&b).is_err() {
                    continue;
                }
                let mut choices = vec![Choice::two(None, place, at)];
                let mut decided = vec![vec![sorted(a, b)]];
                if !spec.is_required(a, b) {
                    choices.push(Choice::none(None));
                    decided.push(vec![]);
                }
                half.decided.push(decided);
                half.steps.push(Step { choices, removed: None, frontier: frontier.len() });
            }
        }
        half
    }
}
