//! What is seen beyond the rules: cuts, squares that starve, and moves that no flow makes.

use caracole_core::StopCause;

use super::cut::Cuts;
use super::knot::{Broken, Mark};
use super::record::Record;
use super::shortfall::fewest;
use super::state::State;
use super::supply::Supply;

/// Looks at the limits, and stops the work when there is reason to.
pub(super) type Look<'a> = dyn FnMut() -> Result<(), StopCause> + 'a;

/// Looks for what the rules do not tell.
#[derive(Default)]
pub(super) struct Thinker {
    supply: Supply,
    cuts: Cuts,
}

impl Thinker {
    /// Looks at the whole board before the search, until nothing more is to be seen.
    pub(super) fn think_hard(
        &mut self,
        state: &mut State<'_>,
        record: &mut Record,
        look: &mut Look<'_>,
    ) -> Result<Result<(), Broken>, StopCause> {
        loop {
            look()?;
            if let Some(squares) = self.cuts.find(state, look)? {
                record.cut(squares);
                return Ok(Err(Broken));
            }
            look()?;
            if let Some(squares) = self.supply.starved(state, look)? {
                record.starved(fewest(state, squares));
                return Ok(Err(Broken));
            }
            look()?;
            match self.tighten(state, record, look)? {
                Ok(true) => {}
                Ok(false) => return Ok(Ok(())),
                Err(Broken) => return Ok(Err(Broken)),
            }
        }
    }

    /// Looks once.
    pub(super) fn think(
        &mut self,
        state: &State<'_>,
        record: &mut Record,
        look: &mut Look<'_>,
    ) -> Result<Result<(), Broken>, StopCause> {
        if let Some(squares) = self.cuts.find(state, look)? {
            record.cut(squares);
            return Ok(Err(Broken));
        }
        if let Some(squares) = self.supply.starved(state, look)? {
            // Few squares are easier to read, and proofs of many cases are not read.
            let is_first = record.is_empty();
            record.starved(if is_first { fewest(state, squares) } else { squares });
            return Ok(Err(Broken));
        }
        Ok(Ok(()))
    }

    /// Takes what the flow tells. Says whether it told anything.
    fn tighten(
        &self,
        state: &mut State<'_>,
        record: &mut Record,
        look: &mut Look<'_>,
    ) -> Result<Result<bool, Broken>, StopCause> {
        let Some(tight) = self.supply.tight(state, look)? else { return Ok(Ok(false)) };
        for set in tight.sets {
            record.tight(set);
        }
        for edge in tight.out {
            if state.mark(edge) == Mark::Open {
                state.take_out(edge);
            }
        }
        let made = tight.made.into_iter().try_for_each(|edge| state.make(edge));
        let ends = made.and_then(|()| {
            tight.ends.into_iter().try_for_each(|(vertex, ends)| state.set_ends(vertex, ends, ends))
        });
        let known = match ends {
            Ok(()) => state.settle(look)?,
            broken => broken,
        };
        Ok(known.map(|()| true).inspect_err(|_| record.forced()))
    }
}
