//! The exact sweep: all paths of a part at once, square by square.

mod state;
mod view;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use caracole_core::StopCause;

use super::order::Order;
use super::part::Part;
use crate::Run;
use state::{Choice, Mix, State};
use view::View;

/// The most squares in view whose states fit into 128 bits.
pub(super) const MAX_WIDTH: usize = state::MAX_SLOTS;

/// Finds a path in a part with more than `best` squares that is as long as any; `None` if there is
/// none.
///
/// Squares are settled one after the other: which moves lead from a square to later ones. Of all
/// that can stand behind only the joints at the squares in view matter, and the number of moves:
/// of two ways to the same joints the one with more moves is kept. Ways that cannot grow longer
/// than the best path that is known are dropped, for the squares to come have room for so many
/// moves only, two each, and where moves change colour this holds for either colour alone.
pub(super) fn sweep(
    part: &Part,
    order: &Order,
    mut best: u32,
    run: &mut Run<'_>,
) -> Result<Option<Vec<u32>>, StopCause> {
    let views = View::all(part, order);
    let mut layers: Vec<Vec<(u32, Choice)>> = Vec::new();
    let mut layer = vec![(State::EMPTY, 0)];
    let mut ending: Option<Ending> = None;
    let mut stored = 0;
    let mut memory = run.reserve(0)?;
    for (view, at) in views.iter().zip(0..) {
        let mut next = Growing { ways: Vec::new(), numbers: HashMap::default(), stored };
        for (&(state, moves), parent) in layer.iter().zip(0..) {
            if parent % LOOK == 0 {
                run.look()?;
                memory.resize(next.bytes(), run)?;
            }
            view.expand(state, |followed, choice| {
                let moves = moves + followed.moves;
                match followed.state {
                    None if moves + 1 > best => {
                        best = moves + 1;
                        ending = Some(Ending { layer: at, parent, choice });
                    }
                    Some((state, room)) if moves + room + 1 > best => {
                        next.push((state, moves, parent, choice));
                    }
                    _ => {}
                }
            });
        }
        // A longer path may have been found meanwhile, but what it drops is seen at the next step.
        layer = next.ways.iter().map(|&(state, moves, ..)| (state, moves)).collect();
        layers.push(next.ways.into_iter().map(|(.., parent, choice)| (parent, choice)).collect());
        stored += layer.len() as u64 * BYTES_STORED;
        run.take(layer.len() as u64, best.into());
        if layer.is_empty() {
            break;
        }
    }
    Ok(ending.map(|ending| trace_back(&views, &layers, ending)))
}

/// Where a path was finished: at this layer, from this way, by this choice.
#[derive(Clone, Copy)]
struct Ending {
    layer: usize,
    parent: u32,
    choice: Choice,
}

/// Ways between two looks at the clock.
const LOOK: u32 = 1 << 12;

/// What stays of a way when the sweep has gone on.
const BYTES_STORED: u64 = size_of::<(u32, Choice)>() as u64;

/// A state with its moves, the state before, and the choice that led here.
type Way = (State, u32, u32, Choice);

/// The ways of a layer as they are found, one to each state, in the order in which the states came.
struct Growing {
    ways: Vec<Way>,
    numbers: HashMap<State, u32, BuildHasherDefault<Mix>>,
    /// Bytes of the layers before.
    stored: u64,
}

impl Growing {
    /// Of all ways to the same state keeps the one with most moves, the first of them.
    fn push(&mut self, way: Way) {
        let (state, moves, ..) = way;
        let number = *self.numbers.entry(state).or_insert(self.ways.len() as u32) as usize;
        match self.ways.get_mut(number) {
            None => self.ways.push(way),
            Some(known) if known.1 < moves => *known = way,
            Some(_) => {}
        }
    }

    fn bytes(&self) -> u64 {
        let ways = self.ways.capacity() * size_of::<Way>();
        let numbers = self.numbers.capacity() * 2 * size_of::<(State, u32)>();
        self.stored + (ways + numbers) as u64
    }
}

/// The path that was finished.
fn trace_back(views: &[View], layers: &[Vec<(u32, Choice)>], ending: Ending) -> Vec<u32> {
    let mut links: Vec<(u32, u32)> = Vec::new();
    let Ending { mut layer, mut parent, mut choice } = ending;
    loop {
        links.extend(views[layer].moves(choice));
        let Some(before) = layer.checked_sub(1) else { break };
        (parent, choice) = layers[before][parent as usize];
        layer = before;
    }
    walk_along(&links)
}

/// The vertices of a path whose moves are given in any order.
fn walk_along(links: &[(u32, u32)]) -> Vec<u32> {
    let size = links.iter().map(|&(a, b)| a.max(b) as usize + 1).max().unwrap_or_default();
    let mut beside = vec![[None; 2]; size];
    for &(a, b) in links {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(slot) = beside[from as usize].iter_mut().find(|slot| slot.is_none()) {
                *slot = Some(to);
            }
        }
    }
    let is_end = |at: &usize| matches!(beside[*at], [Some(_), None]);
    let Some(first) = (0..size).find(is_end) else { return Vec::new() };
    let mut path = vec![first as u32];
    let mut before = None;
    let mut here = first as u32;
    while let Some(next) =
        beside[here as usize].into_iter().flatten().find(|&to| Some(to) != before)
    {
        before = Some(here);
        here = next;
        path.push(next);
    }
    path
}
