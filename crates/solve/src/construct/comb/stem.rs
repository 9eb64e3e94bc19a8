//! A block with others hung on it.

use std::borrow::Cow;

use super::super::sides::Sides;
use super::chain::Chain;
use super::order::{Order, Spot};

/// The sides of a block on which others can hang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Left,
    Right,
    Down,
    Up,
}

/// A path through a block, in which other pieces are put between two steps each.
#[derive(Clone, Debug)]
pub(super) struct Stem {
    order: Cow<'static, Order>,
    /// In the order in which they are met.
    hooks: Vec<Hook>,
    len: u64,
}

/// Where a piece of the tour hangs on a block: one move of the block is taken out, and the piece
/// is walked instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hook {
    pub(super) edge: Edge,
    /// The piece comes after this step of the block alone.
    after: u64,
    /// How many steps of the stem come before the piece.
    begin: u64,
    /// How the piece is made.
    pub(super) chain: Chain,
    /// Is the piece walked from its first step to its last?
    pub(super) is_forward: bool,
    /// Does it hang on the other corner of the edge? Then it is seen in a mirror along the edge.
    pub(super) is_flipped: bool,
}

/// What stands at an offset of a stem.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    /// The block itself at this place of its order.
    Own(u64),
    /// A piece that hangs on it, at this offset of its own.
    Hung(&'a Hook, u64),
}

impl Stem {
    /// A block on which nothing hangs yet.
    pub(super) fn new(order: Cow<'static, Order>) -> Self {
        let len = order.len();
        Self { order, hooks: Vec::new(), len }
    }

    /// Hangs a piece on an edge, which may depend on whether it is flipped; `None` if the block does
    /// not make a move where it could. A piece of no steps hangs anywhere.
    ///
    /// Each edge has two corners, and each corner one move for each of its edges. A tour makes
    /// both moves of every corner that is not one of its ends.
    pub(super) fn hang(self, edge: Edge, chain: impl Fn(bool) -> Chain) -> Option<Self> {
        if chain(false).size() == 0 {
            return Some(self);
        }
        let hook = |is_flipped| self.find_hook(edge, is_flipped, chain(is_flipped));
        let hook = hook(false).or_else(|| hook(true))?;
        Some(self.with(hook))
    }

    /// The same on the first corner only, and only if the piece is walked forward. A piece of no
    /// steps marks where one could be.
    pub(super) fn hang_straight(self, edge: Edge, chain: Chain) -> Option<Self> {
        let hook = self.find_hook(edge, false, chain).filter(|hook| hook.is_forward)?;
        Some(self.with(hook))
    }

    fn find_hook(&self, edge: Edge, is_flipped: bool, chain: Chain) -> Option<Hook> {
        let corner = corner_move(self.order.sides(), edge, is_flipped);
        let (after, is_forward) = self.order.find_move(corner)?;
        Some(Hook { edge, after, begin: 0, chain, is_forward, is_flipped })
    }

    fn with(mut self, hook: Hook) -> Self {
        self.hooks.push(hook);
        self.hooks.sort_by_key(|hook| hook.after);
        let mut hung = 0;
        for hook in &mut self.hooks {
            hook.begin = hook.after + 1 + hung;
            hung += hook.chain.size();
        }
        self.len = self.order.len() + hung;
        self
    }

    pub(super) fn order(&self) -> &Order {
        &self.order
    }

    /// The steps of the block and of all that hangs on it.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn hook(&self, edge: Edge) -> Option<&Hook> {
        self.hooks.iter().find(|hook| hook.edge == edge)
    }

    /// When a square of the block itself is walked, counted from 0.
    #[inline]
    pub(super) fn offset(&self, spot: Spot) -> u64 {
        let own = self.order.find(spot);
        let before = |hook: &&Hook| hook.after < own;
        own + self.hooks.iter().filter(before).map(|hook| hook.chain.size()).sum::<u64>()
    }

    /// What is walked at an offset.
    #[inline]
    pub(super) fn find(&self, offset: u64) -> Step<'_> {
        let mut hung = 0;
        for hook in &self.hooks {
            if offset < hook.begin {
                break;
            }
            if offset < hook.begin + hook.chain.size() {
                return Step::Hung(hook, hook.turned(offset - hook.begin));
            }
            hung += hook.chain.size();
        }
        Step::Own(offset - hung)
    }

    /// How many steps of the block are walked without a break up to step `own`, and from it on,
    /// that step counted in both.
    #[inline]
    pub(super) fn stretch(&self, own: u64) -> (u64, u64) {
        let (mut begin, mut end) = (0, self.order.len());
        for hook in &self.hooks {
            if hook.after < own {
                begin = hook.after + 1;
            } else {
                end = hook.after + 1;
                break;
            }
        }
        (own + 1 - begin, end - own)
    }
}

impl Hook {
    /// When step `at` of the piece is walked in the stem.
    #[inline]
    pub(super) const fn offset(&self, at: u64) -> u64 {
        self.begin + self.turned(at)
    }

    /// How many steps of the stem are before the piece.
    pub(super) const fn begin(&self) -> u64 {
        self.begin
    }

    #[inline]
    const fn turned(&self, at: u64) -> u64 {
        if self.is_forward { at } else { self.chain.size() - 1 - at }
    }
}

/// The move of a block that is taken out to hang another on an edge: a corner and where it leads.
/// The first corner of an edge is the lower or the left one.
fn corner_move(sides: Sides, edge: Edge, is_flipped: bool) -> [Spot; 2] {
    let Sides { files, ranks } = sides;
    let spots = match edge {
        Edge::Right => [(files - 1, 0), (files - 2, 2)],
        Edge::Left => [(0, 0), (1, 2)],
        Edge::Up => [(0, ranks - 1), (2, ranks - 2)],
        Edge::Down => [(0, 0), (2, 1)],
    };
    spots.map(|(right, up)| match edge {
        _ if !is_flipped => (right, up),
        Edge::Left | Edge::Right => (right, ranks - 1 - up),
        Edge::Down | Edge::Up => (files - 1 - right, up),
    })
}
