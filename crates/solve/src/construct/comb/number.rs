//! The steps of a whole rank at the speed of memory.
//!
//! From block to block the step of a square changes by the same number. So a rank of alike blocks
//! is six arithmetic progressions side by side, and costs an addition for each square.

use super::Comb;
use super::cut::USUAL;
use super::zones::Span;

const WIDTH: usize = USUAL as usize;

/// A step number of 32 or 64 bits. Sums wrap around, for a change may be below 0.
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

impl Comb {
    /// Writes the steps of a rank from a file on.
    pub(super) fn number<N: Number>(&self, rank: u32, file: u32, steps: &mut [N]) {
        let mut left = steps;
        let mut file = file;
        for (span, squares) in self.zones.rank(rank) {
            let Span { begin, width, count, .. } = span;
            let end = begin + width * count;
            if file >= end {
                continue;
            }
            let room = left.len().min((end - file) as usize);
            let (part, rest) = left.split_at_mut(room);
            self.number_span(&squares, file - begin, part);
            (left, file) = (rest, end);
            if left.is_empty() {
                break;
            }
        }
    }

    /// Writes the steps of some of the squares of alike blocks, from one of them on.
    fn number_span<N: Number>(&self, squares: &[(u64, i64)], from: u32, steps: &mut [N]) {
        let width = squares.len();
        let step = |at: usize| {
            let (offset, change) = squares[at % width];
            self.turned(offset.wrapping_add_signed(change.wrapping_mul((at / width) as i64)))
        };
        let mut at = from as usize;
        let mut left = steps;
        while !left.is_empty() {
            let mut count = 1;
            if width == WIDTH && at.is_multiple_of(WIDTH) && left.len() >= WIDTH {
                let first = std::array::from_fn(|lane| step(at + lane));
                let changes = std::array::from_fn(|lane| {
                    let change = squares[lane].1;
                    if self.turn.is_backward { change.wrapping_neg() } else { change }
                });
                let blocks = (left.len() / WIDTH) as u64;
                count = blocks.min(self.blocks_before_turn(first, changes)) as usize * WIDTH;
                progress(first, changes, &mut left[..count]);
            } else {
                left[0] = N::new(step(at));
            }
            left = &mut left[count..];
            at += count;
        }
    }

    /// Over how many blocks no step goes beyond the last, nor below the first. A closed tour that
    /// begins elsewhere jumps there from its last step to its first.
    fn blocks_before_turn(&self, first: [u64; WIDTH], changes: [i64; WIDTH]) -> u64 {
        let room = |(step, change): (u64, i64)| {
            let room = if change > 0 { self.len() - step } else { step - 1 };
            room.checked_div(change.unsigned_abs()).map_or(u64::MAX, |blocks| blocks + 1)
        };
        first.into_iter().zip(changes).map(room).min().unwrap_or(1)
    }
}

/// Six arithmetic progressions side by side. The array holds whole blocks.
fn progress<N: Number>(first: [u64; WIDTH], changes: [i64; WIDTH], steps: &mut [N]) {
    /// So many blocks are written at a time: enough for whole vectors of any width.
    const BLOCKS: usize = 4;
    const LANES: usize = BLOCKS * WIDTH;
    let after = |lane: usize, blocks: usize| changes[lane].wrapping_mul(blocks as i64);
    let mut lanes: [N; LANES] = std::array::from_fn(|at| {
        let (block, lane) = (at / WIDTH, at % WIDTH);
        N::new(first[lane].wrapping_add_signed(after(lane, block)))
    });
    let by: [N; LANES] = std::array::from_fn(|at| N::new(after(at % WIDTH, BLOCKS) as u64));
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
