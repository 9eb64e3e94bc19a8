//! Closed tours with few turns and few crossings.

mod pieces;

use caracole_core::StopCause;

use crate::Run;

use super::links::Links;
use super::sides::{LEAPS, Sides};
use pieces::{Bend, CORNER, HEEL, LEFT_CORNERS, PHASES, RIGHT_CORNERS, SIDE};

/// The least side of a board that can be braided: two corners lie along it.
pub(super) const SHORTEST: u32 = 2 * CORNER;

/// A closed tour of a board with sides of at least 12 and an even number of squares; `None` for
/// other boards.
///
/// Nearly all squares lie on straight strands, two files to the right for each rank down. Four
/// strands side by side go to and fro together: at the top and at the bottom they turn in heels,
/// at the left and at the right in pieces of two files. So they zigzag from the lower left to the
/// upper right, and the corners join their ends to one closed tour. The moves of a square follow
/// from its place alone. With heels along `n` files and `m` ranks beside them there are less than
/// 5n + 4m turns, and at most 5.75n + 5m crossings.
///
/// The idea is that of Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour"
/// (2022), who come to 9.25n turns and 12n crossings on squares, up to a constant. The pieces here
/// were searched anew: their heels end where the next begins, these overlap.
///
/// Why it is one tour on large boards too: a heel carries the four strands over in the order
/// 2 3 4 1, a side piece in the order 2 1 4 3. A heel and a side piece together, two heels, or
/// two side pieces, done twice, leave the order as it was. So nothing changes when the board
/// grows by 8 ranks or 16 files, unless its middle strands then go from edge to edge another way,
/// which is only the question whether it has more files than twice its ranks.
pub(super) fn braid(sides: Sides, run: &mut Run<'_>) -> Result<Option<Links>, StopCause> {
    let Some(weave) = Weave::new(sides) else {
        return Ok(None);
    };
    let memory = run.reserve(Links::bytes(sides.area()))?;
    let mut links = Links::new(sides.area(), memory, run)?;
    for rank in 0..weave.sides.ranks {
        run.look()?;
        for file in 0..weave.sides.files {
            for other in weave.beside(file, rank) {
                let (here, there) = (weave.number((file, rank)), weave.number(other));
                // Each move is met from both ends.
                if here < there {
                    links.join(here, there);
                }
            }
        }
    }
    Ok(Some(links))
}

/// How the pieces lie on a board.
struct Weave {
    /// The sides, heels along the files.
    sides: Sides,
    /// Are files and ranks swapped, so that the heels may lie along the files?
    is_swapped: bool,
    /// The phases of the upper half, and of the lower half after half a turn.
    phases: [u32; 2],
}

impl Weave {
    const fn new(sides: Sides) -> Option<Self> {
        if sides.shorter() < SHORTEST || !sides.area().is_multiple_of(2) {
            return None;
        }
        // Heels lie along an even side; they cost more than the pieces along the other sides.
        let is_swapped = !sides.files.is_multiple_of(2)
            || (sides.ranks.is_multiple_of(2) && sides.ranks < sides.files);
        let Sides { files, ranks } = sides;
        let (files, ranks) = if is_swapped { (ranks, files) } else { (files, ranks) };
        let upper = PHASES[(ranks % 4) as usize][(files / 2 % 4) as usize];
        // Four strands that the upper half joins to those on their left, the lower half joins to
        // those on their right. Eleven is one less than nothing, modulo 4.
        let lower = (ranks % 4 + 11 - upper - files / 2 % 4) % 4;
        Some(Self { sides: Sides { files, ranks }, is_swapped, phases: [upper, lower] })
    }

    /// The number of a square on the board.
    const fn number(&self, (file, rank): (u32, u32)) -> u32 {
        if self.is_swapped { file * self.sides.ranks + rank } else { self.sides.at(file, rank) }
    }

    /// The two places beside a place in the tour.
    fn beside(&self, file: u32, rank: u32) -> [(u32, u32); 2] {
        self.bend(file, self.sides.ranks - 1 - rank).moves().map(|leap| {
            let (right, up) = LEAPS[usize::from(leap)];
            ((i64::from(file) + right) as u32, (i64::from(rank) + up) as u32)
        })
    }

    /// The two moves of a square, counted from the left and from the top.
    fn bend(&self, file: u32, down: u32) -> Bend {
        let [upper, lower] = self.phases;
        let turned = (self.sides.files - 1 - file, self.sides.ranks - 1 - down);
        self.near_edge(upper, (file, down))
            .or_else(|| self.near_edge(lower, turned).map(Bend::turned))
            .unwrap_or(Bend::STRAIGHT)
    }

    /// The moves of a square near the top or the left edge, the lower left corner left out.
    const fn near_edge(&self, phase: u32, (file, down): (u32, u32)) -> Option<Bend> {
        let Sides { files, ranks } = self.sides;
        let from_corner = (file + CORNER).checked_sub(files);
        if down < CORNER && file < CORNER {
            Some(LEFT_CORNERS[phase as usize].at(file, down))
        } else if let (true, Some(file)) = (down < CORNER, from_corner) {
            Some(RIGHT_CORNERS[((files / 2 + phase + 1) % 4) as usize].at(file, down))
        } else if down < 3 {
            Some(HEEL.at((file + 2 * phase) % 8, down))
        } else if file < 2 && down < ranks - CORNER {
            Some(SIDE.at(file, (down + 4 - phase) % 4))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
