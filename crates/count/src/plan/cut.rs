//! The choice of the separator.

use std::collections::BTreeSet;

use crate::spec::{Spec, Vertex};

/// Two halves and the separator between them.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// The vertices of the first half in the order in which they are finished.
    pub(super) first: Vec<Vertex>,
    pub(super) second: Vec<Vertex>,
    pub(super) separator: Vec<Vertex>,
    /// All squares; those of the first half come first.
    pub(super) order: Vec<Vertex>,
    max_frontier: usize,
}

/// The estimated factor by which each frontier vertex multiplies the states.
const FRONTIER_FACTOR: f64 = 3.4;
/// The estimated share of the possible states at the start of a sweep. The share is about a hundredth when as
/// many vertices are finished as the frontier has, and nearly 1 after twice as many.
const INITIAL_SHARE: f64 = 0.0001;
/// The estimated factor by which each edge within the separator multiplies the states.
const INNER_FACTOR: f64 = 1.25;
/// The number of cuts whose cost is estimated precisely.
const MAX_CANDIDATES: usize = 64;

impl Cut {
    /// Returns the cut with the smallest estimated number of states, among cuts along each axis.
    pub(super) fn choose(spec: &Spec) -> Self {
        let all = orders(spec);
        let mut estimates: Vec<(f64, usize, usize)> = Vec::new();
        for (which, order) in all.iter().enumerate() {
            let costs = estimates_along(spec, order);
            estimates.extend(costs.into_iter().enumerate().map(|(done, cost)| (cost, which, done)));
        }
        estimates.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let cuts = estimates.iter().take(MAX_CANDIDATES).map(|&(_, which, done)| {
            let cut = Self::after(spec, &all[which], done);
            (cut.estimated_states(spec), cut)
        });
        let best =
            cuts.filter(|(_, cut)| !cut.second.is_empty()).min_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or_else(|| Self::after(spec, &all[0], 0), |(_, cut)| cut)
    }

    /// Estimates the number of states of all layers.
    pub(super) fn estimated_states(&self, spec: &Spec) -> f64 {
        let half = |half: &[Vertex]| -> f64 {
            let profile = profile(spec, half.iter().copied());
            profile.iter().enumerate().map(|(done, &frontier)| states(done, frontier)).sum()
        };
        let halves = if self.mirror(spec).is_some() {
            half(&self.order[..self.first.len().max(self.second.len())])
        } else {
            half(&self.first) + half(&self.second)
        };
        let separator: BTreeSet<_> = self.separator.iter().copied().collect();
        let inner =
            separator.iter().filter(|&&vertex| Some(vertex) != spec.apex()).flat_map(|&vertex| {
                spec.neighbours(vertex).iter().filter(move |other| vertex < **other)
            });
        let inner = inner.filter(|other| separator.contains(other)).count();
        let inner = INNER_FACTOR.powi(inner as i32);
        halves + states(self.first.len(), separator.len()) * inner
    }

    /// Returns the cut whose first half is the beginning of an order.
    fn after(spec: &Spec, order: &[Vertex], done: usize) -> Self {
        let mut first = order[..done].to_vec();
        let touched: BTreeSet<_> =
            first.iter().flat_map(|&vertex| spec.neighbours(vertex)).copied().collect();
        let apex = spec.apex();
        let (mut separator, mut second) = (Vec::new(), Vec::new());
        for &vertex in &order[done..] {
            if touched.contains(&vertex) { separator.push(vertex) } else { second.push(vertex) }
        }
        if first.is_empty()
            && let Some(last) = second.pop()
        {
            // An empty first half: the second half is the last vertex alone.
            let (near, far) = second.drain(..).partition(|v| spec.neighbours(last).contains(v));
            separator = near;
            first = far;
            second = vec![last];
        }
        second.reverse();
        if let Some(apex) = apex {
            place_apex(spec, apex, [&mut first, &mut second, &mut separator]);
        }
        let order = order.to_vec();
        let max_frontier = [&first, &second]
            .into_iter()
            .flat_map(|half| profile(spec, half.iter().copied()))
            .max()
            .unwrap_or(0)
            .max(separator.len());
        Self {
            first,
            second,
            separator,
            order,
            max_frontier: max_frontier + 1 + usize::from(apex.is_some()),
        }
    }

    /// Returns the largest number of frontier vertices.
    pub(super) const fn max_frontier(&self) -> usize {
        self.max_frontier
    }

    /// Returns a symmetry that maps the beginning of the order to the second half.
    pub(super) fn mirror<'a>(&self, spec: &'a Spec) -> Option<&'a Vec<Vertex>> {
        let beginning = self.order.get(..self.second.len())?;
        let second: BTreeSet<_> = self.second.iter().copied().collect();
        let first_begins = self.order.starts_with(&self.first);
        spec.symmetries().iter().find(|map| {
            let images = beginning.iter().map(|&vertex| map[usize::from(vertex)]);
            first_begins && images.collect::<BTreeSet<_>>() == second
        })
    }
}

/// Estimates the number of states of all layers for the cut after each beginning of an order, without
/// symmetries and the edges within the separator.
fn estimates_along(spec: &Spec, order: &[Vertex]) -> Vec<f64> {
    let sums = |profile: &[usize]| -> Vec<f64> {
        let costs = profile.iter().enumerate().map(|(done, &frontier)| states(done, frontier));
        let add = |sum: &mut f64, cost| {
            *sum += cost;
            Some(*sum)
        };
        costs.scan(0.0, add).collect()
    };
    let forward = profile(spec, order.iter().copied());
    let first = sums(&forward);
    let second = sums(&profile(spec, order.iter().rev().copied()));
    let estimate = |(done, &frontier): (usize, &usize)| {
        // The estimate decides only which cut is used. Any cut leads to the same count.
        let behind = order.len().saturating_sub(done + frontier);
        first[done] + second[behind] + 4.0 * states(done, frontier)
    };
    forward.iter().enumerate().map(estimate).collect()
}

/// Estimates the number of states of a layer from its finished vertices and its frontier.
fn states(done: usize, frontier: usize) -> f64 {
    let share = INITIAL_SHARE.powf(1.0 - 0.5 * done as f64 / frontier.max(1) as f64);
    FRONTIER_FACTOR.powi(frontier as i32) * share.min(1.0)
}

/// Adds the apex to a half if none of its edges leads to the other half, otherwise to the separator.
fn place_apex(spec: &Spec, apex: Vertex, [first, second, separator]: [&mut Vec<Vertex>; 3]) {
    let last_on = |half: &[Vertex]| {
        let ends = spec.neighbours(apex);
        half.iter().rposition(|vertex| ends.binary_search(vertex).is_ok()).map(|at| at + 1)
    };
    match (last_on(first), last_on(second)) {
        (Some(_), Some(_)) => separator.push(apex),
        (None, Some(at)) => second.insert(at, apex),
        (at, None) => first.insert(at.unwrap_or(first.len()), apex),
    }
}

/// Returns the vertices of a graph from a first one on; each next vertex adds as few vertices to the frontier as
/// possible, and among these it has been in the frontier for longest.
fn greedy_order(spec: &Spec, first: usize) -> Vec<Vertex> {
    let count = spec.squares();
    // When a vertex entered the frontier; other vertices have no entry.
    let mut entered: Vec<Option<usize>> = vec![None; count];
    let mut is_done = vec![false; count];
    let mut order: Vec<Vertex> = Vec::with_capacity(count);
    let mut next = Some(first);
    while let Some(vertex) = next {
        is_done[vertex] = true;
        order.push(vertex as Vertex);
        let near = |vertex: usize| {
            spec.neighbours(vertex as Vertex).iter().map(|&other| usize::from(other))
        };
        for other in near(vertex).filter(|&other| other < count) {
            entered[other].get_or_insert(order.len());
        }
        let is_new =
            |other: &usize| *other < count && !is_done[*other] && entered[*other].is_none();
        let cost = |vertex: &usize| {
            let added = near(*vertex).filter(|other| is_new(other)).count();
            // A vertex outside the frontier begins another component.
            (entered[*vertex].is_none(), added, entered[*vertex], *vertex)
        };
        next = (0..count).filter(|&vertex| !is_done[vertex]).min_by_key(cost);
    }
    order
}

/// Returns the squares sorted along each axis. The vertices of a graph have no axes, so they come in greedy orders
/// from several first vertices.
fn orders(spec: &Spec) -> Vec<Vec<Vertex>> {
    const MAX_STARTS: usize = 64;
    if spec.is_graph() {
        let step = spec.squares().div_ceil(MAX_STARTS).max(1);
        return (0..spec.squares()).step_by(step).map(|first| greedy_order(spec, first)).collect();
    }
    let key = |vertex: Vertex| {
        let place = spec.place(vertex);
        [place.file.index(), place.rank.index(), place.level.index()]
    };
    let sorted_by = |axes: [usize; 3]| {
        let mut order: Vec<_> = (0..spec.squares() as Vertex).collect();
        order.sort_by_key(|&vertex| axes.map(|axis| key(vertex)[axis]));
        order
    };
    let mut orders: Vec<_> = [[2, 1, 0], [2, 0, 1], [1, 2, 0], [0, 2, 1]].map(sorted_by).into();
    orders.dedup();
    orders
}

/// Returns the number of frontier vertices before the first vertex is finished and after each, without the
/// apex.
fn profile(spec: &Spec, order: impl Iterator<Item = Vertex>) -> Vec<usize> {
    let apex = spec.apex();
    let mut state = vec![0_u8; spec.len()];
    let mut frontier = 0;
    let mut profile = vec![0];
    for vertex in order {
        for &other in spec.neighbours(vertex) {
            if state[usize::from(other)] == 0 && Some(other) != apex {
                state[usize::from(other)] = 1;
                frontier += 1;
            }
        }
        if state[usize::from(vertex)] == 1 {
            frontier -= 1;
        }
        state[usize::from(vertex)] = 2;
        profile.push(frontier);
    }
    profile
}
