//! The trails of a colony, the walk of one ant, and the different tours that were found.

use std::array;
use std::collections::HashSet;

use caracole_core::Graph;
use caracole_verify::StopCause;

use super::settings::{Evaporation, Exponent, Strength};
use crate::classic::PathConstraints;
use crate::instance::Instance;
use crate::{Random, Reservation, Run};

/// The number of moves that are processed together, without a branch.
pub(super) const LANES: usize = 8;

/// The minimum strength. Every move can be chosen, even after thousands of cycles without a visit.
const MIN_STRENGTH: f64 = 1e-290;
/// The maximum strength. The sum of the strengths at a square is finite.
const MAX_STRENGTH: f64 = 1e290;

/// The number of trails between two checks of the limits, which take about a millisecond.
const TRAILS_BETWEEN_CHECKS: usize = 1 << 20;

/// The trails.
///
/// Every square has the same number of slots for its moves, a multiple of [`LANES`]. A spare slot leads to the
/// square itself, which an ant on this square has visited.
#[derive(Debug)]
pub(super) struct Trails {
    /// The number of slots per square.
    width: usize,
    /// The vertex that each slot leads to.
    targets: Vec<u32>,
    /// The strength of the trail of each slot.
    strengths: Vec<f64>,
    /// The deposits of the ants of this cycle.
    fresh: Vec<f64>,
    /// The weights, if they differ from the strengths.
    powers: Option<Vec<f64>>,
    exponent: Exponent,
}

impl Trails {
    /// Returns the bytes of the trails per square with at most `moves` moves, including the list for observers.
    pub(super) const fn bytes(moves: usize, exponent: Exponent) -> u64 {
        let numbers = if has_powers(exponent) { 3 } else { 2 };
        width(moves) as u64 * (4 + 8 * numbers) + moves as u64 * 8
    }

    /// Returns trails of equal strength.
    pub(super) fn new(
        graph: &Graph,
        moves: usize,
        first: Strength,
        exponent: Exponent,
        run: &mut Run<'_>,
    ) -> Result<Self, StopCause> {
        let width = width(moves);
        let all = graph.vertices() as usize * width;
        let mut targets = Vec::with_capacity(all);
        for vertex in 0..graph.vertices() {
            if targets.len() % TRAILS_BETWEEN_CHECKS < width {
                run.check_limits()?;
            }
            targets.extend_from_slice(graph.neighbours(vertex));
            targets.resize((vertex as usize + 1) * width, vertex);
        }
        let strengths = vec![first.get().clamp(MIN_STRENGTH, MAX_STRENGTH); all];
        // Equal trails have equal weights, and only their ratios matter.
        let powers = has_powers(exponent).then(|| vec![1.0; all]);
        run.check_limits()?;
        Ok(Self { width, targets, strengths, fresh: vec![0.0; all], powers, exponent })
    }

    /// Returns the number of slots per square.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Returns the vertex that each slot leads to.
    pub(super) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Returns the weights of all slots: positive, and finite in any sum. Probabilities are proportional to them.
    pub(super) fn weights(&self) -> &[f64] {
        self.powers.as_deref().unwrap_or(&self.strengths)
    }

    /// Adds the deposits of an ant that made the moves of these slots. A move gets more if more moves followed it;
    /// an ant that visits all squares deposits `deposit` on every move.
    pub(super) fn deposit(&mut self, walk: &[usize], deposit: Strength) {
        let squares = self.targets.len() / self.width;
        let (deposit, mut made, mut most) =
            (deposit.get(), walk.len() as f64, (squares - 1) as f64);
        for &place in walk {
            self.fresh[place] += deposit * made / most;
            made -= 1.0;
            most -= 1.0;
        }
    }

    /// Ends a cycle: a share of every trail evaporates, and the deposits of the cycle are added.
    pub(super) fn update(
        &mut self,
        evaporation: Evaporation,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let kept = 1.0 - evaporation.get();
        let strengths = self.strengths.chunks_mut(TRAILS_BETWEEN_CHECKS);
        for (strengths, fresh) in strengths.zip(self.fresh.chunks_mut(TRAILS_BETWEEN_CHECKS)) {
            for (strength, fresh) in strengths.iter_mut().zip(fresh) {
                *strength = (*strength * kept + *fresh).clamp(MIN_STRENGTH, MAX_STRENGTH);
                *fresh = 0.0;
            }
            if strengths.len() == TRAILS_BETWEEN_CHECKS {
                run.check_limits()?;
            }
        }
        self.update_powers(run)
    }

    /// Computes the weights, if they differ from the strengths.
    fn update_powers(&mut self, run: &mut Run<'_>) -> Result<(), StopCause> {
        let Some(powers) = &mut self.powers else { return Ok(()) };
        let squares = self.strengths.chunks(self.width).zip(powers.chunks_mut(self.width));
        for (number, (strengths, powers)) in (1..).zip(squares) {
            // Only the ratios at a square matter. Relative to the strongest trail no power is too large.
            let strongest = strengths.iter().copied().fold(MIN_STRENGTH, f64::max);
            for (power, strength) in powers.iter_mut().zip(strengths) {
                *power = (strength / strongest).powf(self.exponent.get()).max(MIN_STRENGTH);
            }
            if number % (TRAILS_BETWEEN_CHECKS / LANES) == 0 {
                run.check_limits()?;
            }
        }
        Ok(())
    }

    /// Returns the strengths in the order of the moves of the graph.
    pub(super) fn listed(&self, graph: &Graph) -> Vec<f64> {
        let squares = (0..graph.vertices()).zip(self.strengths.chunks(self.width));
        squares
            .flat_map(|(vertex, trails)| &trails[..graph.degree(vertex) as usize])
            .copied()
            .collect()
    }
}

/// Returns the number of slots for a number of moves.
const fn width(moves: usize) -> usize {
    if moves == 0 { LANES } else { moves.next_multiple_of(LANES) }
}

/// Returns true if the weights differ from the strengths.
#[expect(clippy::float_cmp, reason = "any other exponent, however near, is another")]
const fn has_powers(exponent: Exponent) -> bool {
    exponent.get() != 1.0
}

/// The walks of the ants, one after the other, at random along the trails.
pub(super) struct Ant<'a> {
    instance: &'a Instance<'a>,
    constraints: &'a PathConstraints,
    random: Random,
    /// For each vertex all bits if it may be visited, and none if it was visited or is reserved for its clue.
    free: Vec<u64>,
    /// The visited vertices.
    path: Vec<u32>,
    /// The slots of the moves.
    slots: Vec<usize>,
    /// The prefix sums of the weights at the current square.
    sums: Vec<[f64; LANES]>,
}

const FREE: u64 = u64::MAX;
const TAKEN: u64 = 0;

impl<'a> Ant<'a> {
    /// Bytes per vertex.
    pub(super) const BYTES: u64 = 8 + 4 + 8;

    /// Returns an ant before its first walk.
    pub(super) fn new(
        instance: &'a Instance<'a>,
        constraints: &'a PathConstraints,
        trails: &Trails,
        random: Random,
    ) -> Self {
        let all = instance.graph().vertices() as usize;
        let mut free = vec![FREE; all];
        for reserved in constraints.reserved() {
            free[reserved as usize] = TAKEN;
        }
        let (path, slots) = (Vec::with_capacity(all), Vec::with_capacity(all));
        Self {
            instance,
            constraints,
            random,
            free,
            path,
            slots,
            sums: vec![[0.0; LANES]; trails.width() / LANES],
        }
    }

    /// Returns true if the vertex has no clue.
    pub(super) fn is_open(&self, vertex: u32) -> bool {
        self.free[vertex as usize] == FREE
    }

    /// Returns the vertices that the last ant visited.
    pub(super) fn path(&self) -> &[u32] {
        &self.path
    }

    /// Returns the slots of the moves that the last ant made.
    pub(super) fn slots(&self) -> &[usize] {
        &self.slots
    }

    /// Walks from `start` until no move is left.
    pub(super) fn walk(
        &mut self,
        start: u32,
        trails: &Trails,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        // A walk that a limit prevents is not counted.
        run.check_limits()?;
        run.begin_walk(self.instance.square(start))?;
        let constraints = self.constraints;
        if constraints.is_empty() {
            self.follow(start, trails, run, |free, _, to| free[to as usize])?;
        } else {
            self.follow(start, trails, run, |free, path, to| {
                constrained_mask(constraints, free, path, to)
            })?;
        }
        for (step, &vertex) in self.path.iter().enumerate() {
            if constraints.clue_at(step).is_none() {
                self.free[vertex as usize] = FREE;
            }
        }
        Ok(())
    }

    /// Extends the path from `start` while `mask` returns all bits for a vertex. It receives the free vertices and
    /// the path.
    fn follow(
        &mut self,
        start: u32,
        trails: &Trails,
        run: &mut Run<'_>,
        mask: impl Fn(&[u64], &[u32], u32) -> u64,
    ) -> Result<(), StopCause> {
        let (width, targets, weights) = (trails.width(), trails.targets(), trails.weights());
        let Self { instance, random, free, path, slots, sums, .. } = self;
        path.clear();
        slots.clear();
        let mut at = start;
        loop {
            path.push(at);
            free[at as usize] = TAKEN;
            let first = at as usize * width;
            let (here, next) = (&weights[first..first + width], &targets[first..first + width]);
            let Some(lane) = choose(here, next, |to| mask(free, path, to), sums, random) else {
                return Ok(());
            };
            at = next[lane];
            run.visit(path.len() as u64 + 1, instance.square(at))?;
            slots.push(first + lane);
        }
    }
}

/// Returns the mask of `to` for a problem with constraints.
fn constrained_mask(constraints: &PathConstraints, free: &[u64], path: &[u32], to: u32) -> u64 {
    let is_next = match constraints.clue_at(path.len()) {
        Some(clue) => to == clue,
        None => free[to as usize] == FREE,
    };
    let (before, at) = match *path {
        [.., before, at] => (Some(before), at),
        [at] => (None, at),
        [] => return TAKEN,
    };
    if is_next && constraints.allows_required(before, at, to) { FREE } else { TAKEN }
}

/// Chooses a slot at random by the weights, among those whose vertex has a mask; `None` if there is none.
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
    let slot: usize = sums.iter().map(|sums| below(sums, point)).sum();
    Some(slot.min(LANES * sums.len() - 1))
}

/// Returns the prefix sums of the weights whose vertex has a mask, starting from `before`.
///
/// Branches on visited squares are not predictable, so the weights of visited squares are masked to 0 instead.
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
    // Pairs keep the chains of dependent additions short.
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

/// Returns the number of sums that are at most `point`. The slot after them has a weight, because the sum of a slot
/// without a weight equals the sum before.
#[inline]
fn below(sums: &[f64; LANES], point: f64) -> usize {
    // Prefix sums do not decrease, so those of at most `point` come first.
    let bits = (0..LANES).fold(0_u32, |bits, lane| bits | u32::from(sums[lane] <= point) << lane);
    bits.trailing_ones() as usize
}

/// Returns a random number of 53 bits, at least 0 and less than 1.
fn fraction(random: &mut Random) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    (random.bits() >> 11) as f64 * STEP
}

/// The set of different tours.
pub(super) struct Tours {
    set: HashSet<Box<[u8]>>,
    /// The number of tours for which memory is reserved.
    capacity: usize,
    /// Bytes per vertex of an encoded tour.
    width: usize,
    memory: Reservation,
    /// The encoding of the last tour.
    encoded: Vec<u8>,
}

/// The first capacity.
const FIRST_CAPACITY: usize = 1 << 10;

/// Bytes of the hash table for each tour: pointer, length and one more byte. One slot of eight stays empty, and the
/// number of slots is a power of two.
const TABLE: u64 = 2 * (8 + 8 + 1);

/// Bytes that the allocator adds to a tour.
const MARGIN: u64 = 16;

impl Tours {
    /// Returns an empty set of tours of a number of vertices. `memory` grows with the set.
    pub(super) fn new(vertices: u32, memory: Reservation) -> Self {
        let width = match vertices {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        Self { set: HashSet::new(), capacity: 0, width, memory, encoded: Vec::new() }
    }

    /// Returns the number of tours.
    pub(super) fn count(&self) -> u64 {
        self.set.len() as u64
    }

    /// Stores a tour if it is new. Another direction or start is another tour.
    pub(super) fn insert(&mut self, path: &[u32], run: &Run<'_>) -> Result<(), StopCause> {
        let Self { set, encoded, width, .. } = self;
        encoded.clear();
        encoded
            .extend(path.iter().flat_map(|vertex| vertex.to_le_bytes().into_iter().take(*width)));
        if set.contains(encoded.as_slice()) {
            return Ok(());
        }
        if set.len() == self.capacity {
            self.grow(run)?;
        }
        self.set.insert(self.encoded.as_slice().into());
        Ok(())
    }

    /// Doubles the capacity for tours of equal length. Both tables exist while entries are moved.
    fn grow(&mut self, run: &Run<'_>) -> Result<(), StopCause> {
        let capacity = (2 * self.capacity).max(FIRST_CAPACITY);
        let tours = (capacity as u64).saturating_mul(TABLE + self.encoded.len() as u64 + MARGIN);
        let old_table = self.capacity as u64 * TABLE;
        self.memory.resize(tours.saturating_add(old_table), run)?;
        self.set.reserve(capacity - self.set.len());
        self.capacity = capacity;
        Ok(())
    }
}
