//! A flow for large boards, all at once.

use caracole_core::StopCause;

use crate::Random;
use crate::factor::{Answer, Lack, Wanted};

use super::knot::Mark;
use super::nodes::Nodes;
use super::shortfall::shortfall;
use super::state::State;
use super::supply::Supply;
use super::think::Look;

/// On boards with more squares the simple way takes too long.
pub(super) const LARGE: usize = 2000;

/// What came of filling a large board.
pub(super) enum Filled {
    /// All that is needed flows.
    All,
    /// These squares starve.
    Short(Vec<u32>),
    Unclear,
}

impl Supply {
    /// Fills a large board by a method for large boards.
    pub(super) fn fill_at_once(
        &mut self,
        state: &State<'_>,
        look: &mut Look<'_>,
    ) -> Result<Filled, StopCause> {
        let model = state.model;
        let nodes = Nodes::of(model);
        let Some(colours) = model.colours.as_deref() else { return Ok(Filled::Unclear) };
        let needs: Vec<u8> = state.knots.iter().map(|knot| knot.need()).collect();
        let more = |colour: usize| model.ends_wanted[colour] - state.ends(colour)[0];
        let wanted = Wanted {
            graph: model.graph(),
            colours,
            needs: &needs,
            ends: (more(0) + more(1)).max(0) as u32,
            room: |vertex: u32| {
                let knot = state.knots[vertex as usize];
                knot.high - knot.low
            },
            is_open: |a: u32, b: u32| {
                model.edge(a, b).is_some_and(|edge| state.mark(edge) == Mark::Open)
            },
        };
        // Chance plays no part in whether there is a factor.
        let factor = match wanted.factor(&mut Random::new(0, "supply"), look)? {
            Answer::Factor(factor) => factor,
            Answer::Lack(Lack::Starved(squares)) => return Ok(Filled::Short(squares)),
            // Here it is known how many ends each colour has. If the first set cannot have all of
            // them, it starves by itself; else the second does.
            Answer::Lack(Lack::TightThenStarved(sets)) => {
                let starved = sets.into_iter().find(|squares| shortfall(state, squares) > 0);
                return Ok(starved.map_or(Filled::Unclear, Filled::Short));
            }
            Answer::Lack(Lack::Ends) => return Ok(Filled::Unclear),
        };
        self.left.fill(0);
        self.carries.fill([false; 2]);
        for from in nodes.side(model, true) {
            for to in factor.beside[from as usize] {
                if let Some(edge) = model.edge(from, to) {
                    self.carries[edge as usize][usize::from(to < from)] = true;
                }
            }
        }
        for vertex in factor.ends {
            let sends = colours[vertex as usize] == 0;
            let node = if sends { nodes.sender(vertex) } else { nodes.taker(vertex) };
            self.ends[node as usize] += 1;
        }
        Ok(Filled::All)
    }
}
