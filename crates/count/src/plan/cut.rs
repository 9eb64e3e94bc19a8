//! Where to cut the board.

use std::collections::BTreeSet;

use crate::spec::{Spec, Vertex};

/// Two sides and the seam between them.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// The vertices of the first side in the order in which they are finished.
    pub(super) first: Vec<Vertex>,
    pub(super) second: Vec<Vertex>,
    pub(super) seam: Vec<Vertex>,
    /// All squares, those of the first side first.
    pub(super) order: Vec<Vertex>,
    widest: usize,
}

/// Each open vertex multiplies the states by about so much.
const BREADTH: f64 = 3.4;
/// A sweep that has finished as many vertices as are open has reached about a hundredth of the states
/// that it reaches in the end, and after twice as many nearly all.
const SHARE: f64 = 0.0001;
/// Each edge within the seam multiplies the states by about so much.
const INNER: f64 = 1.25;
/// So many of the most promising cuts are looked at closely.
const LOOKED_AT: usize = 64;

impl Cut {
    /// The cut that promises the fewest states: along the ranks or along the files, and not too far
    /// from the middle.
    pub(super) fn choose(spec: &Spec) -> Self {
        let all = orders(spec);
        let mut guesses: Vec<(f64, usize, usize)> = Vec::new();
        for (which, order) in all.iter().enumerate() {
            let guess = guesses_along(spec, order);
            guesses.extend(guess.into_iter().enumerate().map(|(done, cost)| (cost, which, done)));
        }
        guesses.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let cuts = guesses.iter().take(LOOKED_AT).map(|&(_, which, done)| {
            let cut = Self::after(spec, &all[which], done);
            (cut.promise(spec), cut)
        });
        let best =
            cuts.filter(|(_, cut)| !cut.second.is_empty()).min_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or_else(|| Self::after(spec, &all[0], 0), |(_, cut)| cut)
    }

    /// About how many states all layers have together.
    pub(super) fn promise(&self, spec: &Spec) -> f64 {
        let side = |side: &[Vertex]| -> f64 {
            let profile = profile(spec, side.iter().copied());
            profile.iter().enumerate().map(|(done, &open)| states(done, open)).sum()
        };
        let sides = if self.mirror(spec).is_some() {
            side(&self.order[..self.first.len().max(self.second.len())])
        } else {
            side(&self.first) + side(&self.second)
        };
        let seam: BTreeSet<_> = self.seam.iter().copied().collect();
        let inner =
            seam.iter().filter(|&&vertex| Some(vertex) != spec.apex()).flat_map(|&vertex| {
                spec.neighbours(vertex).iter().filter(move |other| vertex < **other)
            });
        let inner = inner.filter(|other| seam.contains(other)).count();
        let inner = INNER.powi(inner as i32);
        sides + states(self.first.len(), seam.len()) * inner
    }

    /// The first vertices of an order as the first side.
    fn after(spec: &Spec, order: &[Vertex], done: usize) -> Self {
        let mut first = order[..done].to_vec();
        let touched: BTreeSet<_> =
            first.iter().flat_map(|&vertex| spec.neighbours(vertex)).copied().collect();
        let apex = spec.apex();
        let (mut seam, mut second) = (Vec::new(), Vec::new());
        for &vertex in &order[done..] {
            if touched.contains(&vertex) { seam.push(vertex) } else { second.push(vertex) }
        }
        if first.is_empty()
            && let Some(last) = second.pop()
        {
            // Nothing is finished on the first side: the last vertex alone is the second.
            let (near, far) = second.drain(..).partition(|v| spec.neighbours(last).contains(v));
            seam = near;
            first = far;
            second = vec![last];
        }
        second.reverse();
        if let Some(apex) = apex {
            place_apex(spec, apex, [&mut first, &mut second, &mut seam]);
        }
        let order = order.to_vec();
        let widest = [&first, &second]
            .into_iter()
            .flat_map(|side| profile(spec, side.iter().copied()))
            .max()
            .unwrap_or(0)
            .max(seam.len());
        Self { first, second, seam, order, widest: widest + 1 + usize::from(apex.is_some()) }
    }

    /// The most vertices that are open at a time.
    pub(super) const fn widest(&self) -> usize {
        self.widest
    }

    /// A symmetry that turns the beginning of the order into the second side.
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

/// For each beginning of an order about how many states a cut behind it has in all layers; symmetries and
/// the moves within the seam are left out.
fn guesses_along(spec: &Spec, order: &[Vertex]) -> Vec<f64> {
    let sums = |profile: &[usize]| -> Vec<f64> {
        let costs = profile.iter().enumerate().map(|(done, &open)| states(done, open));
        let add = |sum: &mut f64, cost| {
            *sum += cost;
            Some(*sum)
        };
        costs.scan(0.0, add).collect()
    };
    let forward = profile(spec, order.iter().copied());
    let first = sums(&forward);
    let second = sums(&profile(spec, order.iter().rev().copied()));
    let guess = |(done, &open): (usize, &usize)| {
        let behind = order.len().saturating_sub(done + open);
        first[done] + second[behind] + 4.0 * states(done, open)
    };
    forward.iter().enumerate().map(guess).collect()
}

/// About how many states there are after so many vertices, with so many open.
fn states(done: usize, open: usize) -> f64 {
    let share = SHARE.powf(1.0 - 0.5 * done as f64 / open.max(1) as f64);
    BREADTH.powi(open as i32) * share.min(1.0)
}

/// The apex joins a side if none of its edges leads to the other, else the seam.
fn place_apex(spec: &Spec, apex: Vertex, [first, second, seam]: [&mut Vec<Vertex>; 3]) {
    let last_on = |side: &[Vertex]| {
        let ends = spec.neighbours(apex);
        side.iter().rposition(|vertex| ends.binary_search(vertex).is_ok()).map(|at| at + 1)
    };
    match (last_on(first), last_on(second)) {
        (Some(_), Some(_)) => seam.push(apex),
        (None, Some(at)) => second.insert(at, apex),
        (at, None) => first.insert(at.unwrap_or(first.len()), apex),
    }
}

/// The squares rank by rank, file by file, level by level.
fn orders(spec: &Spec) -> Vec<Vec<Vertex>> {
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

/// How many vertices are open, the apex not counted, before the first is finished and after each.
fn profile(spec: &Spec, order: impl Iterator<Item = Vertex>) -> Vec<usize> {
    let apex = spec.apex();
    let mut state = vec![0_u8; spec.len()];
    let mut open = 0;
    let mut profile = vec![0];
    for vertex in order {
        for &other in spec.neighbours(vertex) {
            if state[usize::from(other)] == 0 && Some(other) != apex {
                state[usize::from(other)] = 1;
                open += 1;
            }
        }
        if state[usize::from(vertex)] == 1 {
            open -= 1;
        }
        state[usize::from(vertex)] = 2;
        profile.push(open);
    }
    profile
}
