//! The steps of a whole rank at the speed of memory.
//!
//! Blocks of a tooth are alike: from one to the next the step of a square changes by the same
//! number, which depends on its place in the block only. So a rank of a tooth is six arithmetic
//! progressions side by side, and costs an addition for each square.

use caracole_core::{File, Formula, Place, Rank};

use super::cut::{Band, USUAL};
use super::stem::{Edge, Hook};
use super::{Comb, Seat};

const WIDTH: usize = USUAL as usize;

/// A step number of 32 or 64 bits. Sums wrap around, for a difference may be below 0.
pub(super) trait Number: Copy {
    fn new(number: u64) -> Self;
    fn plus(self, other: Self) -> Self;
}

impl Number for u32 {
    fn new(number: u64) -> Self {
        number as Self
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

impl Number for u64 {
    fn new(number: u64) -> Self {
        number
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

/// Blocks that follow each other along a rank and are alike.
struct Alike {
    /// How many, from here on in the direction of rising files.
    blocks: u64,
    /// By how much the steps of the six squares change from one to the next.
    deltas: [i64; WIDTH],
}

impl Comb {
    /// Writes the steps of a rank from a file on.
    pub(super) fn number<N: Number>(&self, rank: u32, file: u32, steps: &mut [N]) {
        let step =
            |at: usize| self.step_of(Place::flat(File::new(file + at as u32), Rank::new(rank)));
        let mut at = 0;
        while at < steps.len() {
            let left = &mut steps[at..];
            let alike =
                if left.len() < 2 * WIDTH { None } else { self.alike(file + at as u32, rank) };
            if let Some(Alike { blocks, deltas }) = alike {
                let first: [u64; WIDTH] = std::array::from_fn(|lane| step(at + lane));
                let blocks = blocks.min(self.blocks_before_turn(first, deltas)) as usize;
                let count = blocks.min(left.len() / WIDTH) * WIDTH;
                progress(first, deltas, &mut left[..count]);
                at += count;
            } else {
                left[0] = N::new(step(at));
                at += 1;
            }
        }
    }

    /// The blocks alike from this place on, if one of them begins here.
    fn alike(&self, file: u32, rank: u32) -> Option<Alike> {
        let seen = self.seen(file, rank);
        let (band, right) = self.cuts[0].find(seen.0);
        let is_outward = matches!(band, Band::After(_)) != self.mirrors[0];
        if band == Band::Middle || right != if is_outward { 0 } else { USUAL - 1 } {
            return None;
        }
        let (index, count, delta) = self.row(seen)?;
        let lane = |lane: u32| if is_outward { lane } else { USUAL - 1 - lane };
        let deltas = std::array::from_fn(|at| {
            let delta = delta(lane(at as u32));
            if is_outward == self.turn.is_backward { -delta } else { delta }
        });
        Some(Alike { blocks: if is_outward { count - index } else { index + 1 }, deltas })
    }

    /// For a place beside the middle: which of how many alike blocks it is in, from the middle
    /// outwards, and how the offset changes from one to the next, by place in the block.
    fn row(&self, seen: (u32, u32)) -> Option<(u64, u64, impl Fn(u32) -> i64 + '_)> {
        let (stem, edge, block, up, is_forward) = match self.seat(seen) {
            Seat::Tooth(section, _, edge, block, (_, up)) => (&section.stem, edge, block, up, true),
            Seat::Stage(section, edge, _, (column, (_, up))) => {
                let (hook, stage) = section.stem.hook(edge).zip(self.stage(edge))?;
                let (is_left, block) = match column {
                    Band::Before(block) => (true, block),
                    Band::After(block) => (false, block),
                    Band::Middle => return None,
                };
                let edge = if is_left == hook.is_flipped { Edge::Right } else { Edge::Left };
                (stage, edge, block.into(), up, hook.is_forward)
            }
            Seat::Trunk(section, copy, _) => {
                // Of the blocks of the trunk beside the middle only those that reach are alike.
                let reach = u64::from(self.trunk.reach);
                let is_reaching = section.stride.0 > 0;
                let steps = section.stem.len() as i64;
                return is_reaching.then(|| (copy, reach, Delta { hook: None, steps }.by(0, None)));
            }
        };
        let (hook, order) = stem.hook(edge).zip(self.teeth_of(stem))?;
        let up = if hook.is_flipped { order.sides().ranks - 1 - up } else { up };
        let steps = if is_forward == hook.is_forward { 1 } else { -1 };
        Some((block, hook.chain.count, Delta { hook: Some(hook), steps }.by(up, Some(order))))
    }

    /// Over how many blocks no step goes beyond the last, nor below the first. A closed tour that
    /// begins elsewhere jumps there from its last step to its first.
    fn blocks_before_turn(&self, first: [u64; WIDTH], deltas: [i64; WIDTH]) -> u64 {
        let room = |(step, delta): (u64, i64)| {
            let room = if delta > 0 { self.len() - step } else { step - 1 };
            room / delta.unsigned_abs() + 1
        };
        first.into_iter().zip(deltas).map(room).min().unwrap_or(1)
    }
}

/// How an offset changes from block to block.
struct Delta<'a> {
    hook: Option<&'a Hook>,
    /// The change of a block of the trunk, or the direction of a tooth.
    steps: i64,
}

impl<'a> Delta<'a> {
    /// By the place in the block, on one of its ranks.
    fn by(self, up: u32, order: Option<&'a super::Order>) -> impl Fn(u32) -> i64 + 'a {
        move |right| match self.hook.zip(order) {
            Some((hook, order)) => self.steps * hook.chain.delta(order.find((right, up))),
            None => self.steps,
        }
    }
}

/// Six arithmetic progressions side by side. The array holds whole blocks.
fn progress<N: Number>(first: [u64; WIDTH], deltas: [i64; WIDTH], steps: &mut [N]) {
    /// So many blocks are written at a time: enough for whole vectors of any width.
    const BLOCKS: usize = 4;
    const LANES: usize = BLOCKS * WIDTH;
    let at = |lane: usize| {
        let (block, lane) = (lane / WIDTH, lane % WIDTH);
        first[lane].wrapping_add_signed(deltas[lane].wrapping_mul(block as i64))
    };
    let mut lanes: [N; LANES] = std::array::from_fn(|lane| N::new(at(lane)));
    let by: [N; LANES] = std::array::from_fn(|lane| {
        N::new((deltas[lane % WIDTH].wrapping_mul(BLOCKS as i64)) as u64)
    });
    let mut pieces = steps.chunks_exact_mut(LANES);
    for piece in &mut pieces {
        piece.copy_from_slice(&lanes);
        for (lane, by) in lanes.iter_mut().zip(by) {
            *lane = lane.plus(by);
        }
    }
    let rest = pieces.into_remainder();
    rest.copy_from_slice(&lanes[..rest.len()]);
}
