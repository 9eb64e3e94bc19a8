//! The order in which vertices are finished, and where the two sides meet.
//!
//! The vertices are cut in three: a first side, a second side, and between them a seam, such that no
//! edge leads from side to side. Each side is swept on its own, vertex by vertex, towards the seam.
//! The edges within the seam are then decided on top of the first side. What is left is to join.

mod cut;

use std::collections::BTreeSet;

use caracole_core::StopCause;

use crate::CountError;
use crate::spec::{Fingerprint, Spec, Vertex, sorted};
use crate::step::{Choice, Step};
use crate::word::MOST_OPEN;

use cut::Cut;

/// How a spec is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The sweep of the first side. It may go on beyond, for the sake of the second.
    pub(crate) main: Side,
    /// After so many of its steps the first side is finished.
    pub(crate) first: usize,
    pub(crate) second: Second,
    /// The edges within the seam: steps that go on where the first side ends.
    pub(crate) inner: Side,
    /// For each place of the seam on the first side its place on the second.
    pub(crate) places: Vec<usize>,
}

/// The sweep of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) steps: Vec<Step>,
    /// What each step decides.
    pub(crate) decided: Vec<Decided>,
    /// The vertices open at the end, by their places.
    pub(crate) open: Vec<Vertex>,
}

/// The edges that the choices of a step add, in the order of the choices.
pub(crate) type Decided = Vec<Vec<(Vertex, Vertex)>>;

/// Where the layer of the second side comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// From its own sweep.
    Swept(Side),
    /// It is a mirror image of a layer of the main sweep: after so many steps. The map takes the
    /// vertices finished then to those of the second side.
    Mirrored { steps: usize, map: Vec<Vertex> },
}

impl Plan {
    pub(crate) fn new(spec: &Spec) -> Result<Self, CountError> {
        Self::with(spec, &narrow(spec)?).ok_or_else(|| {
            CountError::stopped(StopCause::Fault, "a plan whose two sides do not meet")
        })
    }

    /// About how many states all layers have together.
    pub(crate) fn forecast(spec: &Spec) -> Result<f64, CountError> {
        Ok(narrow(spec)?.promise(spec))
    }

    /// None if the sides did not meet at the same vertices, which no cut should bring about.
    fn with(spec: &Spec, cut: &Cut) -> Option<Self> {
        let first = cut.first.len();
        let first_open = Side::sweep(spec, &cut.first, &cut.seam).open;
        let (main, second, second_open) = if let Some(map) = cut.mirror(spec) {
            let steps = cut.second.len();
            let main = Side::sweep(spec, &cut.order[..first.max(steps)], &[]);
            let open = Side::sweep(spec, &cut.order[..steps], &[]).open;
            let mut open: Vec<_> = open.iter().map(|&vertex| map[usize::from(vertex)]).collect();
            open.extend(missing(&open, &cut.seam));
            (main, Second::Mirrored { steps, map: map.clone() }, open)
        } else {
            let side = Side::sweep(spec, &cut.second, &cut.seam);
            let open = side.open.clone();
            (Side::sweep(spec, &cut.first, &cut.seam), Second::Swept(side), open)
        };
        let place = |vertex: &Vertex| second_open.iter().position(|other| other == vertex);
        let places = first_open.iter().map(place).collect::<Option<_>>()?;
        let inner = Side::inner(spec, &first_open);
        Some(Self { main, first, second, inner, places })
    }

    /// How many vertices the seam has.
    pub(crate) const fn seam(&self) -> usize {
        self.places.len()
    }

    /// All steps.
    pub(crate) const fn steps(&self) -> usize {
        let second = match &self.second {
            Second::Swept(side) => side.steps.len(),
            Second::Mirrored { .. } => 0,
        };
        self.main.steps.len() + second + self.inner.steps.len()
    }

    /// What tells this plan from others.
    pub(crate) fn fingerprint(&self, spec: &Spec) -> u64 {
        let mut print = Fingerprint::new();
        print.add(spec.fingerprint());
        print.add(self.first as u64);
        let second = match &self.second {
            Second::Swept(side) => side,
            Second::Mirrored { .. } => &Side::default(),
        };
        for side in [&self.main, second, &self.inner] {
            side.open.iter().for_each(|&vertex| print.add(u64::from(vertex)));
            for (a, b) in side.decided.iter().flatten().flatten() {
                print.add(u64::from(*a) << 16 | u64::from(*b));
            }
        }
        print.0
    }
}

fn missing<'a>(open: &[Vertex], all: &'a [Vertex]) -> impl Iterator<Item = Vertex> + use<'a> {
    let open: BTreeSet<_> = open.iter().copied().collect();
    all.iter().copied().filter(move |vertex| !open.contains(vertex))
}

/// The best cut, if it is narrow enough for a word.
fn narrow(spec: &Spec) -> Result<Cut, CountError> {
    let cut = Cut::choose(spec);
    let open = cut.widest();
    if open > MOST_OPEN { Err(CountError::too_wide(open)) } else { Ok(cut) }
}

impl Side {
    /// Finishes vertices one after the other. In the end the whole seam is open, touched or not.
    fn sweep(spec: &Spec, order: &[Vertex], seam: &[Vertex]) -> Self {
        let mut side = Self::default();
        let mut finished = BTreeSet::new();
        for &vertex in order {
            let others = spec.neighbours(vertex).iter().copied();
            let others: Vec<_> = others.filter(|other| !finished.contains(other)).collect();
            side.finish(spec, vertex, &others);
            finished.insert(vertex);
        }
        let late: Vec<_> = missing(&side.open, seam).collect();
        side.open.extend(late);
        side
    }

    fn place(&mut self, vertex: Vertex) -> usize {
        if let Some(place) = self.open.iter().position(|&other| other == vertex) {
            return place;
        }
        self.open.push(vertex);
        self.open.len() - 1
    }

    /// The step that gives a vertex its last edges, to two of the others at most.
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
        self.open.remove(at);
        self.decided.push(decided);
        self.steps.push(Step { choices, removed: Some(at), open: self.open.len() });
    }

    /// Decides the edges between open vertices one after the other, those that end with the same
    /// vertex together.
    fn inner(spec: &Spec, open: &[Vertex]) -> Self {
        let mut side = Self { open: open.to_vec(), ..Self::default() };
        for (at, &a) in open.iter().enumerate() {
            for (place, &b) in open[..at].iter().enumerate() {
                if spec.neighbours(a).binary_search(&b).is_err() {
                    continue;
                }
                let mut choices = vec![Choice::two(None, place, at)];
                let mut decided = vec![vec![sorted(a, b)]];
                if !spec.is_required(a, b) {
                    choices.push(Choice::none(None));
                    decided.push(vec![]);
                }
                side.decided.push(decided);
                side.steps.push(Step { choices, removed: None, open: open.len() });
            }
        }
        side
    }
}
