//! In which order tours come, so that the first come soon.

use std::ops::ControlFlow;

use super::ground::Ground;
use super::region::Region;
use super::walk::{Halt, Walk, steps_between_looks};

/// Which squares come first: where a walk begins, and of two squares with as many ways.
pub(crate) struct Order {
    pub(crate) starts: Vec<u32>,
    pub(crate) rank: Vec<u32>,
}

impl Order {
    /// The order of the squares' numbers.
    pub(crate) fn natural(ground: &Ground) -> Self {
        Self { starts: ground.starts.clone(), rank: (0..ground.squares() as u32).collect() }
    }

    /// The first of some orders that comes to a tour within a number of steps, or the natural one if
    /// none does. Depends on the ground alone, so the tours of a question always come in the same
    /// order.
    pub(crate) fn quick<R: Region, E>(
        ground: &Ground,
        look: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        const ORDERS: usize = 24;
        for number in 0..ORDERS {
            let order = Self::numbered(ground, number);
            let Some(&start) = order.starts.first() else { break };
            if leads_soon::<R, E>(ground, &order, start, look)? {
                return Ok(order);
            }
        }
        Ok(Self::natural(ground))
    }

    /// One of the orders that are tried; the natural one is the first. The others begin elsewhere,
    /// and rank the squares as if they had been shuffled.
    fn numbered(ground: &Ground, number: usize) -> Self {
        let mut order = Self::natural(ground);
        if number == 0 {
            return order;
        }
        if let Some(begin) = (number * 5).checked_rem(order.starts.len()) {
            order.starts.rotate_left(begin);
        }
        for rank in &mut order.rank {
            *rank = shuffled(*rank, number as u32);
        }
        order
    }
}

/// A number that seems to have nothing to do with another.
const fn shuffled(number: u32, seed: u32) -> u32 {
    let mixed = number.wrapping_add(seed.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    (mixed ^ mixed >> 15).wrapping_mul(0xc2b2_ae35) ^ number
}

/// How many steps are soon, beside those that a large board takes anyway.
const SOON: usize = 1 << 15;

/// Does a walk in this order come to a tour soon?
fn leads_soon<R: Region, E>(
    ground: &Ground,
    order: &Order,
    start: u32,
    look: &mut impl FnMut() -> Result<(), E>,
) -> Result<bool, E> {
    // A walk that never retreats needs a step for each square.
    let steps = SOON + 2 * ground.squares();
    let mut patience = steps.div_ceil(steps_between_looks(ground.squares()));
    let mut look_patiently = || {
        look().map_err(Some)?;
        patience -= 1;
        if patience == 0 { Err(None) } else { Ok(()) }
    };
    let mut found = false;
    let mut show = |_: &[u32]| {
        found = true;
        ControlFlow::Break(())
    };
    let mut walk = Walk::<R>::new(ground, &order.rank);
    match walk.go(&[start], ground.squares(), &mut look_patiently, &mut show) {
        Err(Halt::Stopped(Some(why))) => Err(why),
        Ok(()) | Err(Halt::Stopped(None) | Halt::Enough) => Ok(found),
    }
}
