//! Merging cycles by exchanges of moves.

use caracole_verify::StopCause;

use super::cycles::{Bridge, Cycles, MAX_EXCHANGE, inverse};
use crate::{Random, Run};

/// Merges cycles until one is left or the work limit is reached.
pub(crate) fn merge(
    cycles: &mut Cycles<'_>,
    random: &mut Random,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    join_pairs(cycles, random, run)?;
    repair(cycles, random, run)
}

/// Joins cycles by exchanges of two edges while any exist. Later passes visit only the vertices outside the
/// largest cycle.
///
/// On large boards this joins nearly all cycles.
pub(super) fn join_pairs(
    cycles: &mut Cycles<'_>,
    random: &mut Random,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    let mut order: Vec<u32> = (0..cycles.graph().vertices()).collect();
    for part in order.chunks_mut(SQUARES_BETWEEN_CHECKS) {
        run.check_limits()?;
        random.shuffle(part);
    }
    while cycles.count() > 1 {
        let before = cycles.count();
        for part in order.chunks(SQUARES_BETWEEN_CHECKS) {
            run.check_limits()?;
            for &vertex in part {
                if let Some(alternating) = joining_exchange(cycles, vertex) {
                    cycles.exchange(&alternating);
                }
            }
        }
        if cycles.count() == before {
            break;
        }
        let largest = cycles.largest();
        order.retain(|&vertex| cycles.of(vertex) != largest);
    }
    Ok(())
}

/// The number of vertices between two checks of the limits.
const SQUARES_BETWEEN_CHECKS: usize = 1 << 13;

/// Returns an exchange of two edges that joins the cycle of a vertex to another one, and starts at the vertex.
#[inline]
pub(super) fn joining_exchange(cycles: &Cycles<'_>, b: u32) -> Option<[u32; 4]> {
    let (graph, own) = (cycles.graph(), cycles.of(b));
    for &c in graph.neighbours(b) {
        if cycles.of(c) == own {
            continue;
        }
        for d in cycles.partners(c) {
            for a in cycles.partners(b) {
                if graph.has_edge(d, a) && !cycles.is_fixed(a, b) && !cycles.is_fixed(c, d) {
                    return Some([a, b, c, d]);
                }
            }
        }
    }
    None
}

/// Joins the remaining cycles by exchanges of up to four edges. Without such an exchange it makes a random one
/// and retries, until one cycle is left or the work limit is reached.
pub(super) fn repair(
    cycles: &mut Cycles<'_>,
    random: &mut Random,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    let vertices = u64::from(cycles.graph().vertices());
    let limit = cycles.work() + MAX_WORK.min(300 * vertices) + 64 * vertices;
    let mut repair = Repair { random, tries: 0, max_steps: 0, limit, next_check: 0 };
    let mut perturbations = 0;
    while cycles.count() > 1 && perturbations < MAX_PERTURBATIONS && repair.work(cycles) < limit {
        let (before, largest) = (cycles.count(), cycles.largest());
        let outside: Vec<u32> =
            (0..cycles.graph().vertices()).filter(|&vertex| cycles.of(vertex) != largest).collect();
        repair.repair_all(cycles, &outside, run)?;
        if cycles.count() >= before {
            repair.perturb(cycles, &outside, run)?;
            perturbations += 1;
        }
    }
    Ok(())
}

/// The limit of work, in steps along cycles and candidates, in addition to 64 per vertex.
const MAX_WORK: u64 = 2_000_000;

/// The step limit for the first, fast exchanges.
const SHORT_STEPS: u32 = 1 << 10;

/// The limit of random exchanges.
const MAX_PERTURBATIONS: u32 = 400;

/// The repair of the remaining cycles.
struct Repair<'a> {
    random: &'a mut Random,
    /// The number of alternating cycles and paths that were tried.
    tries: u64,
    /// The step limit for one exchange.
    max_steps: u32,
    /// The work limit.
    limit: u64,
    next_check: u64,
}

impl Repair<'_> {
    const fn work(&self, cycles: &Cycles<'_>) -> u64 {
        self.tries + cycles.work()
    }

    fn check(&mut self, cycles: &Cycles<'_>, run: &mut Run<'_>) -> Result<(), StopCause> {
        const WORK_BETWEEN_CHECKS: u64 = 1 << 16;
        if self.work(cycles) >= self.next_check {
            self.next_check = self.work(cycles) + WORK_BETWEEN_CHECKS;
            run.check_limits()?;
        }
        Ok(())
    }

    /// Tries exchanges of two, three and four edges from the vertices outside the largest cycle: first those
    /// with short segments, because the others take longer.
    fn repair_all(
        &mut self,
        cycles: &mut Cycles<'_>,
        outside: &[u32],
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let largest = cycles.largest();
        for (max_steps, edges) in
            [(SHORT_STEPS, 2), (SHORT_STEPS, 3), (SHORT_STEPS, 4), (u32::MAX, 3), (u32::MAX, 4)]
        {
            self.max_steps = max_steps;
            for &vertex in outside {
                run.check_limits()?;
                if cycles.count() > 1 && cycles.of(vertex) != largest {
                    self.repair_at(cycles, vertex, edges, run)?;
                }
            }
        }
        for fixed_end in 0..2 {
            if cycles.count() > 1
                && let Some(bridge) = cycles.bridge()
                && bridge.is_free[1 - fixed_end]
            {
                self.repair_from(
                    cycles,
                    bridge.ends[fixed_end],
                    bridge.ends[1 - fixed_end],
                    2,
                    run,
                )?;
            }
        }
        Ok(())
    }

    /// Makes an exchange of `edges` edges, the first at a vertex, if fewer cycles remain.
    fn repair_at(
        &mut self,
        cycles: &mut Cycles<'_>,
        vertex: u32,
        edges: usize,
        run: &mut Run<'_>,
    ) -> Result<bool, StopCause> {
        for second in cycles.partners(vertex) {
            if self.repair_from(cycles, vertex, second, edges, run)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Enumerates the alternating cycles with `edges` removed edges, the first of which is given. Iterative:
    /// `next` contains for each depth the next pair to try.
    fn repair_from(
        &mut self,
        cycles: &mut Cycles<'_>,
        first: u32,
        second: u32,
        edges: usize,
        run: &mut Run<'_>,
    ) -> Result<bool, StopCause> {
        let is_bridge = leaves_bridge(cycles, first, second);
        if cycles.is_fixed(first, second) && !is_bridge {
            return Ok(false);
        }
        let mut alternating = vec![first, second];
        let mut next = [0_usize; MAX_EXCHANGE / 2];
        while let depth @ 1.. = alternating.len() / 2 {
            self.tries += 1;
            if self.work(cycles) > self.limit {
                return Ok(false);
            }
            if depth == edges {
                self.check(cycles, run)?;
                if can_close(cycles, &alternating, is_bridge)
                    && improves(cycles, &alternating, self.max_steps)
                {
                    return Ok(true);
                }
                alternating.truncate(2 * depth - 2);
                continue;
            }
            match extension(cycles, &alternating, &mut next[depth]) {
                Some(pair) => {
                    alternating.extend(pair);
                    if let Some(next) = next.get_mut(depth + 1) {
                        *next = 0;
                    }
                }
                None => alternating.truncate(2 * depth - 2),
            }
        }
        Ok(false)
    }

    /// Makes a random exchange of two edges near the remaining cycles.
    fn perturb(
        &mut self,
        cycles: &mut Cycles<'_>,
        outside: &[u32],
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        for _ in 0..64 {
            run.check_limits()?;
            let graph = cycles.graph();
            let near = outside[self.random.below(outside.len() as u64) as usize];
            let all = graph.neighbours(near);
            let near = match self.random.below(all.len() as u64 + 1) as usize {
                at if at < all.len() => all[at],
                _ => near,
            };
            let second = cycles.partners(near)[self.random.below(2) as usize];
            let is_bridge = leaves_bridge(cycles, near, second);
            if cycles.is_fixed(near, second) && !is_bridge {
                continue;
            }
            let mut candidates = Vec::new();
            let mut next = 0;
            while let Some([c, d]) = extension(cycles, &[near, second], &mut next) {
                let alternating = [near, second, c, d];
                if can_close(cycles, &alternating, is_bridge) {
                    candidates.push(alternating);
                }
            }
            if !candidates.is_empty() {
                let alternating = candidates[self.random.below(candidates.len() as u64) as usize];
                cycles.exchange(&alternating);
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Returns true if this is the bridge and the path may end on another vertex than `second`.
pub(super) fn leaves_bridge(cycles: &Cycles<'_>, first: u32, second: u32) -> bool {
    let leaves = |bridge: &Bridge| bridge.joins(first, second) && bridge.can_leave(second);
    cycles.bridge().is_some_and(leaves)
}

/// Returns the next two vertices of an alternating path: a neighbour of the last, and a neighbour of that one
/// on its cycle.
pub(super) fn extension(
    cycles: &Cycles<'_>,
    alternating: &[u32],
    next: &mut usize,
) -> Option<[u32; 2]> {
    let &last = alternating.last()?;
    let all = cycles.graph().neighbours(last);
    let partners = cycles.partners(last);
    while let Some(&c) = all.get(*next / 2) {
        let d = cycles.partners(c)[*next % 2];
        *next += 1;
        let is_new = !alternating.contains(&c) && !alternating.contains(&d);
        if is_new && !partners.contains(&c) && !cycles.is_fixed(c, d) {
            return Some([c, d]);
        }
    }
    None
}

/// Returns true if the last vertex of an alternating path can be joined to the first.
pub(super) fn can_close(cycles: &Cycles<'_>, alternating: &[u32], is_bridge: bool) -> bool {
    let (first, last) = (alternating[0], alternating[alternating.len() - 1]);
    if is_bridge {
        let may_close = cycles.bridge().is_some_and(|bridge| bridge.may_close);
        return !cycles.partners(first).contains(&last)
            && (may_close || !cycles.graph().has_edge(first, last));
    }
    cycles.graph().has_edge(last, first) && !cycles.partners(first).contains(&last)
}

/// Makes an exchange, and reverts it unless fewer cycles remain, possibly after one more exchange.
pub(super) fn improves(cycles: &mut Cycles<'_>, alternating: &[u32], max_steps: u32) -> bool {
    let own = cycles.of(alternating[0]);
    if alternating.iter().all(|&vertex| cycles.of(vertex) == own) {
        return false;
    }
    let before = cycles.count();
    if !cycles.exchange_within(alternating, max_steps) {
        return false;
    }
    if cycles.count() < before || (cycles.count() == before && rejoin(cycles, alternating)) {
        return true;
    }
    cycles.exchange(&inverse(alternating));
    false
}

/// Joins the smaller cycles to others, if possible, after an exchange has split a cycle.
fn rejoin(cycles: &mut Cycles<'_>, alternating: &[u32]) -> bool {
    let largest = cycles.largest();
    for &vertex in alternating {
        let number = cycles.of(vertex);
        if number == largest {
            continue;
        }
        let exchange = cycles.walk(vertex, u32::MAX).find_map(|at| joining_exchange(cycles, at));
        if let Some(exchange) = exchange {
            cycles.exchange(&exchange);
            return true;
        }
    }
    false
}
