//! Where a block lies on the board, and how it is turned.

use super::super::sides::Sides;
use super::cut::USUAL;
use super::stem::{Edge, Hook};

/// Turns places of a block into places of the board: the block's first square, and whether its
/// files and ranks go on upwards from there, or downwards as in a mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    file: u32,
    rank: u32,
    /// 1, or -1 as a number that wraps around.
    right: u32,
    up: u32,
}

const BACK: u32 = u32::MAX;

impl Frame {
    /// A block whose first square lies here on a board, if the board is seen in these mirrors.
    #[inline]
    pub(super) const fn new((file, rank): (u32, u32), board: Sides, mirrors: [bool; 2]) -> Self {
        Self {
            file: if mirrors[0] { board.files - 1 - file } else { file },
            rank: if mirrors[1] { board.ranks - 1 - rank } else { rank },
            right: if mirrors[0] { BACK } else { 1 },
            up: if mirrors[1] { BACK } else { 1 },
        }
    }

    /// The place on the board of a place of the block.
    #[inline]
    pub(super) const fn place(self, right: u32, up: u32) -> (u32, u32) {
        (
            self.file.wrapping_add(self.right.wrapping_mul(right)),
            self.rank.wrapping_add(self.up.wrapping_mul(up)),
        )
    }

    const fn moved(self, right: u32, up: u32) -> Self {
        let (file, rank) = self.place(right, up);
        Self { file, rank, ..self }
    }

    /// The next block of a tooth, away from the middle.
    pub(super) const fn outward(self) -> Self {
        self.moved(USUAL, 0)
    }

    /// The block of a tooth before this one.
    pub(super) const fn inward(self) -> Self {
        self.moved(USUAL.wrapping_neg(), 0)
    }

    const fn mirrored_files(self) -> Self {
        Self { right: self.right.wrapping_neg(), ..self }
    }

    const fn mirrored_ranks(self) -> Self {
        Self { up: self.up.wrapping_neg(), ..self }
    }

    /// The frame of block `at` of the piece that hangs on a hook of this block.
    #[inline]
    pub(super) const fn hung(self, hook: &Hook, at: u64, sides: Sides) -> Self {
        let away = at as u32 * USUAL;
        let back = 0_u32.wrapping_sub(1).wrapping_sub(away);
        let frame = match hook.edge {
            Edge::Right => self.moved(sides.files + away, 0),
            Edge::Left => self.moved(back, 0).mirrored_files(),
            Edge::Up => self.moved(0, sides.ranks + away),
            Edge::Down => self.moved(0, back).mirrored_ranks(),
        };
        match hook.edge {
            _ if !hook.is_flipped => frame,
            Edge::Left | Edge::Right => frame.moved(0, sides.ranks - 1).mirrored_ranks(),
            Edge::Down | Edge::Up => frame.moved(sides.files - 1, 0).mirrored_files(),
        }
    }
}
