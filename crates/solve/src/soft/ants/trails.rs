//! The trails on all moves of a board.

use caracole_core::{Graph, StopCause};

use super::settings::{Evaporation, Exponent, Strength};
use crate::Run;

/// Moves of a square are looked at so many at once, without a branch.
pub(super) const LANES: usize = 8;

/// No trail is fainter: all moves can be chosen, also after thousands of cycles without a visit.
const FAINTEST: f64 = 1e-290;
/// No trail is stronger: the sum of all that meet at a square is a number.
const STRONGEST: f64 = 1e290;

/// Looks at the run lie so many trails apart, which take about a millisecond.
const TRAILS_BETWEEN_LOOKS: usize = 1 << 20;

/// The trails.
///
/// Every square has the same number of places for its moves, a multiple of [`LANES`]. A place
/// that is not needed leads to the square itself, which an ant that stands on it has visited.
#[derive(Debug)]
pub(super) struct Trails {
    /// Places a square.
    width: usize,
    /// Where each place leads.
    targets: Vec<u32>,
    /// How strong the trail of each place is.
    strengths: Vec<f64>,
    /// What the ants of this cycle have left so far.
    fresh: Vec<f64>,
    /// What the chances are in proportion to, where that is not the strengths themselves.
    powers: Option<Vec<f64>>,
    exponent: Exponent,
}

impl Trails {
    /// Bytes that trails take on a square with at most `moves` moves, with a list of them for
    /// whoever watches.
    pub(super) const fn bytes(moves: usize, exponent: Exponent) -> u64 {
        let numbers = if has_powers(exponent) { 3 } else { 2 };
        width(moves) as u64 * (4 + 8 * numbers) + moves as u64 * 8
    }

    /// The same strength everywhere.
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
            if targets.len() % TRAILS_BETWEEN_LOOKS < width {
                run.look()?;
            }
            targets.extend_from_slice(graph.neighbours(vertex));
            targets.resize((vertex as usize + 1) * width, vertex);
        }
        let strengths = vec![first.get().clamp(FAINTEST, STRONGEST); all];
        // Equal trails have equal powers, and any number will do.
        let powers = has_powers(exponent).then(|| vec![1.0; all]);
        run.look()?;
        Ok(Self { width, targets, strengths, fresh: vec![0.0; all], powers, exponent })
    }

    /// Places a square.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Where all places lead.
    pub(super) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// What the chances of all places are in proportion to: above 0, and finite in any sum.
    pub(super) fn weights(&self) -> &[f64] {
        self.powers.as_deref().unwrap_or(&self.strengths)
    }

    /// An ant has gone along these places, and goes no further. The longer the way that still lay
    /// before it at a move, the more it leaves there; an ant that visits all squares leaves
    /// `deposit` on every move.
    pub(super) fn leave(&mut self, walk: &[usize], deposit: Strength) {
        let squares = self.targets.len() / self.width;
        let (deposit, mut made, mut most) =
            (deposit.get(), walk.len() as f64, (squares - 1) as f64);
        for &place in walk {
            self.fresh[place] += deposit * made / most;
            made -= 1.0;
            most -= 1.0;
        }
    }

    /// Ends a cycle: a share of every trail is gone, and what was left in the cycle is added.
    pub(super) fn renew(
        &mut self,
        evaporation: Evaporation,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let kept = 1.0 - evaporation.get();
        let strengths = self.strengths.chunks_mut(TRAILS_BETWEEN_LOOKS);
        for (strengths, fresh) in strengths.zip(self.fresh.chunks_mut(TRAILS_BETWEEN_LOOKS)) {
            for (strength, fresh) in strengths.iter_mut().zip(fresh) {
                *strength = (*strength * kept + *fresh).clamp(FAINTEST, STRONGEST);
                *fresh = 0.0;
            }
            if strengths.len() == TRAILS_BETWEEN_LOOKS {
                run.look()?;
            }
        }
        self.raise(run)
    }

    /// Finds the powers of the strengths, where they are wanted.
    fn raise(&mut self, run: &mut Run<'_>) -> Result<(), StopCause> {
        let Some(powers) = &mut self.powers else { return Ok(()) };
        let squares = self.strengths.chunks(self.width).zip(powers.chunks_mut(self.width));
        for (number, (strengths, powers)) in (1..).zip(squares) {
            // Proportions at a square are all that counts; with its strongest trail as 1 no power
            // is too large.
            let strongest = strengths.iter().copied().fold(FAINTEST, f64::max);
            for (power, strength) in powers.iter_mut().zip(strengths) {
                *power = (strength / strongest).powf(self.exponent.get()).max(FAINTEST);
            }
            if number % (TRAILS_BETWEEN_LOOKS / LANES) == 0 {
                run.look()?;
            }
        }
        Ok(())
    }

    /// The strengths as the graph lists its moves.
    pub(super) fn listed(&self, graph: &Graph) -> Vec<f64> {
        let squares = (0..graph.vertices()).zip(self.strengths.chunks(self.width));
        squares
            .flat_map(|(vertex, trails)| &trails[..graph.degree(vertex) as usize])
            .copied()
            .collect()
    }
}

/// Places for so many moves.
const fn width(moves: usize) -> usize {
    if moves == 0 { LANES } else { moves.next_multiple_of(LANES) }
}

/// Are the chances in proportion to anything but the strengths?
#[expect(clippy::float_cmp, reason = "any other exponent, however near, is another")]
const fn has_powers(exponent: Exponent) -> bool {
    exponent.get() != 1.0
}
