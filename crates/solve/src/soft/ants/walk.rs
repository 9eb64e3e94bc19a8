//! One ant on its way.

use std::array;

use caracole_core::StopCause;

use super::trails::{LANES, Trails};
use crate::classic::{Rules, Task};
use crate::{Random, Run};

/// Walks at random along trails, one ant after the other.
pub(super) struct Walker<'a> {
    task: &'a Task<'a>,
    random: Random,
    /// For each vertex all bits if it may be visited, and none if it was, or waits for its clue.
    free: Vec<u64>,
    /// The vertices visited.
    path: Vec<u32>,
    /// The places of the moves made.
    places: Vec<usize>,
    /// The weights that an ant has before it, each with the sum of all places before.
    sums: Vec<[f64; LANES]>,
}

const FREE: u64 = u64::MAX;
const TAKEN: u64 = 0;

impl<'a> Walker<'a> {
    /// Bytes a vertex.
    pub(super) const BYTES: u64 = 8 + 4 + 8;

    /// Nobody has walked yet; all chance comes from `random`.
    pub(super) fn new(task: &'a Task<'a>, trails: &Trails, random: Random) -> Self {
        let all = task.graph().vertices() as usize;
        let mut free = vec![FREE; all];
        for kept in task.rules().kept() {
            free[kept as usize] = TAKEN;
        }
        let (path, places) = (Vec::with_capacity(all), Vec::with_capacity(all));
        Self { task, random, free, path, places, sums: vec![[0.0; LANES]; trails.width() / LANES] }
    }

    /// Is no step fixed for the vertex?
    pub(super) fn is_open(&self, vertex: u32) -> bool {
        self.free[vertex as usize] == FREE
    }

    /// The vertices that the last ant visited.
    pub(super) fn path(&self) -> &[u32] {
        &self.path
    }

    /// The places of the moves that the last ant made.
    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    /// One ant walks from `start` until it has no move.
    pub(super) fn walk(
        &mut self,
        start: u32,
        trails: &Trails,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        // An ant that must not go out is no attempt.
        run.look()?;
        run.attempt(self.task.square(start))?;
        let rules = self.task.rules();
        if rules.are_none() {
            self.follow(start, trails, run, |free, _, to| free[to as usize])?;
        } else {
            self.follow(start, trails, run, |free, path, to| by_rules(rules, free, path, to))?;
        }
        for (step, &vertex) in self.path.iter().enumerate() {
            if rules.clue_at(step).is_none() {
                self.free[vertex as usize] = FREE;
            }
        }
        Ok(())
    }

    /// Goes on from `start` while `mask`, told which vertices are free and the path so far, gives
    /// all bits for a vertex.
    fn follow(
        &mut self,
        start: u32,
        trails: &Trails,
        run: &mut Run<'_>,
        mask: impl Fn(&[u64], &[u32], u32) -> u64,
    ) -> Result<(), StopCause> {
        let (width, targets, weights) = (trails.width(), trails.targets(), trails.weights());
        let Self { task, random, free, path, places, sums } = self;
        path.clear();
        places.clear();
        let mut at = start;
        loop {
            path.push(at);
            free[at as usize] = TAKEN;
            let first = at as usize * width;
            let (here, ways) = (&weights[first..first + width], &targets[first..first + width]);
            let Some(lane) = choose(here, ways, |to| mask(free, path, to), sums, random) else {
                return Ok(());
            };
            at = ways[lane];
            run.visit(path.len() as u64 + 1, task.square(at))?;
            places.push(first + lane);
        }
    }
}

/// The mask of `to` where the problem fixes more than the board.
fn by_rules(rules: &Rules, free: &[u64], path: &[u32], to: u32) -> u64 {
    let is_next = match rules.clue_at(path.len()) {
        Some(clue) => to == clue,
        None => free[to as usize] == FREE,
    };
    let (before, at) = match *path {
        [.., before, at] => (Some(before), at),
        [at] => (None, at),
        [] => return TAKEN,
    };
    if is_next && rules.keep_used(before, at, to) { FREE } else { TAKEN }
}

/// Chooses a place whose vertex the mask lets pass, by the weights; `None` if there is none.
#[inline]
pub(super) fn choose(
    weights: &[f64],
    targets: &[u32],
    mask: impl Fn(u32) -> u64,
    sums: &mut [[f64; LANES]],
    random: &mut Random,
) -> Option<usize> {
    let (weights, targets) = (weights.as_chunks().0, targets.as_chunks().0);
    // Nearly all boards have a single group of lanes, whose sums fit into registers.
    if let ([weights], [targets]) = (weights, targets) {
        let sums = add_up(0.0, weights, targets, mask);
        let total = sums[LANES - 1];
        return (total > 0.0).then(|| below(&sums, fraction(random) * total).min(LANES - 1));
    }
    let mut total = 0.0;
    for ((weights, targets), sums) in weights.iter().zip(targets).zip(&mut *sums) {
        *sums = add_up(total, weights, targets, &mask);
        total = sums[LANES - 1];
    }
    let point = if total > 0.0 { fraction(random) * total } else { return None };
    let place: usize = sums.iter().map(|sums| below(sums, point)).sum();
    Some(place.min(LANES * sums.len() - 1))
}

/// Adds the weights whose vertex the mask lets pass to what was before, one after the other.
///
/// Which squares an ant has visited cannot be foretold, so there is no branch on it: a weight that
/// must not count is made 0.
#[inline]
fn add_up(
    before: f64,
    weights: &[f64; LANES],
    targets: &[u32; LANES],
    mask: impl Fn(u32) -> u64,
) -> [f64; LANES] {
    let weights: [f64; LANES] =
        array::from_fn(|lane| f64::from_bits(weights[lane].to_bits() & mask(targets[lane])));
    let pair = |lane: usize| weights[lane] + weights[lane + 1];
    // In pairs, so that no sum has to wait for seven others.
    let half = before + (pair(0) + pair(2));
    [
        before + weights[0],
        before + pair(0),
        before + (pair(0) + weights[2]),
        half,
        half + weights[4],
        half + pair(4),
        half + (pair(4) + weights[6]),
        half + (pair(4) + pair(6)),
    ]
}

/// How many sums are not above a point. The place after them has a weight, for the sum of a place
/// without is that of the place before.
#[inline]
fn below(sums: &[f64; LANES], point: f64) -> usize {
    // Sums never fall, so that those below the point come first.
    let bits = (0..LANES).fold(0_u32, |bits, lane| bits | u32::from(sums[lane] <= point) << lane);
    bits.trailing_ones() as usize
}

/// A number from 0 to 1, less than 1, with 53 random bits.
fn fraction(random: &mut Random) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    (random.bits() >> 11) as f64 * STEP
}
