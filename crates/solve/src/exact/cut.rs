//! Squares without which the board falls apart.

use caracole_core::StopCause;

use super::knot::Mark;
use super::model::Model;
use super::state::State;
use super::think::Look;

/// Room for looking at the parts of a board, kept between uses.
#[derive(Default)]
pub(super) struct Cuts {
    /// When each vertex was met, from 1; 0 is never.
    met: Vec<u32>,
    /// The earliest that its branch is joined to.
    low: Vec<u32>,
    /// The way down, with how many of its neighbours were looked at.
    way: Vec<(u32, u32)>,
    /// How many branches hang on each vertex alone.
    hanging: Vec<(u32, u32)>,
    part: Vec<u32>,
}

/// What is known of a part of the board.
#[derive(Clone, Copy, Default)]
struct Part {
    /// Squares of the first colour less those of the second.
    balance: i64,
    /// The fewest ends.
    ends: i64,
}

impl Cuts {
    /// Squares without which the board falls into too many parts, if they are seen at once: none
    /// at all, or a single one.
    pub(super) fn find(
        &mut self,
        state: &State<'_>,
        look: &mut Look<'_>,
    ) -> Result<Option<Vec<u32>>, StopCause> {
        // One path cannot be in two parts at once; several can.
        let is_apart = !self.is_connected(state);
        if is_apart && (state.model.paths <= 1 || self.is_too_much(state, &[])) {
            return Ok(Some(Vec::new()));
        }
        let joints = std::mem::take(&mut self.hanging);
        let mut cut = None;
        for &(joint, _) in &joints {
            look()?;
            if self.is_too_much(state, &[joint]) {
                cut = Some(vec![joint]);
                break;
            }
        }
        self.hanging = joints;
        Ok(cut)
    }

    /// Walks through the whole board, and notes the squares that it hangs on.
    fn is_connected(&mut self, state: &State<'_>) -> bool {
        let model = state.model;
        let len = model.len();
        for list in [&mut self.met, &mut self.low] {
            list.clear();
            list.resize(len, 0);
        }
        self.hanging.clear();
        self.way.clear();
        self.way.push((0, 0));
        self.met[0] = 1;
        self.low[0] = 1;
        let mut count = 1;
        let mut branches_of_root = 0;
        while let Some(&mut (at, ref mut next)) = self.way.last_mut() {
            let neighbours = model.graph().neighbours(at);
            if let Some(&to) = neighbours.get(*next as usize) {
                let edge = model.number(at, *next);
                *next += 1;
                if state.mark(edge) == Mark::Out {
                    continue;
                }
                if self.met[to as usize] == 0 {
                    count += 1;
                    self.met[to as usize] = count;
                    self.low[to as usize] = count;
                    self.way.push((to, 0));
                } else {
                    self.low[at as usize] = self.low[at as usize].min(self.met[to as usize]);
                }
                continue;
            }
            self.way.pop();
            let Some(&(before, _)) = self.way.last() else { break };
            let low = self.low[at as usize];
            self.low[before as usize] = self.low[before as usize].min(low);
            if before == 0 {
                branches_of_root += 1;
            } else if low >= self.met[before as usize] {
                self.hanging.push((before, at));
            }
        }
        if branches_of_root > 1 {
            self.hanging.push((0, 0));
        }
        count as usize == len
    }

    /// Without these squares, are there more parts than the tour can visit?
    pub(super) fn is_too_much(&mut self, state: &State<'_>, squares: &[u32]) -> bool {
        let parts = self.parts(state, squares);
        let model = state.model;
        let colours = model.colours.is_some();
        if model.is_closed() && squares.is_empty() {
            return parts.len() > 1 || colours && parts.iter().any(|part| part.balance != 0);
        }
        let is_one_path = model.paths == 1 && (parts.len() > 1 || !squares.is_empty());
        let needs = parts.iter().map(|part| {
            let mut pieces = if colours { part.balance.abs().max(1) } else { 1 };
            pieces = pieces.max((part.ends + 1) / 2);
            if is_one_path {
                // The path leaves every part, for it goes to others.
                pieces = pieces.max(part.ends / 2 + 1);
            }
            2 * pieces - part.ends
        });
        let ends = |vertex: u32| i64::from(state.knots[vertex as usize].low);
        let free = 2 * i64::from(model.paths) - (0..model.len() as u32).map(ends).sum::<i64>();
        let of_squares: i64 = squares.iter().map(|&at| 2 - ends(at)).sum();
        let inside = 2 * made_between(model, state, squares);
        needs.sum::<i64>() - free > of_squares - inside
    }

    fn parts(&mut self, state: &State<'_>, squares: &[u32]) -> Vec<Part> {
        const NONE: u32 = u32::MAX;
        let model = state.model;
        self.part.clear();
        self.part.resize(model.len(), NONE);
        for &square in squares {
            self.part[square as usize] = 0;
        }
        let mut parts = Vec::new();
        for root in 0..model.len() as u32 {
            if self.part[root as usize] != NONE {
                continue;
            }
            let mut part = Part::default();
            self.part[root as usize] = 0;
            self.way.clear();
            self.way.push((root, 0));
            while let Some((at, _)) = self.way.pop() {
                part.balance += if model.colour(at) == 0 { 1 } else { -1 };
                part.ends += i64::from(state.knots[at as usize].low);
                for (to, edge) in model.around(at) {
                    if state.mark(edge) != Mark::Out && self.part[to as usize] == NONE {
                        self.part[to as usize] = 0;
                        self.way.push((to, 0));
                    }
                }
            }
            parts.push(part);
        }
        parts
    }
}

/// Moves made between squares of a set.
fn made_between(model: &Model, state: &State<'_>, squares: &[u32]) -> i64 {
    let made = squares.iter().enumerate().flat_map(|(at, &a)| {
        squares[..at]
            .iter()
            .filter(move |&&b| model.edge(a, b).is_some_and(|edge| state.mark(edge) == Mark::Made))
    });
    made.count() as i64
}
