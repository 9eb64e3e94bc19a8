//! Longest paths by frontier dynamic programming over all paths of a component.
//!
//! [`construct::frontier_dp`](crate::construct) and `count` use frontier states with mates, too, but no
//! common implementation, because their states differ in more than the width:
//!
//! * Here vertices can be left out, and a state is weighted by its number of edges. Only the best
//!   predecessor of a state is stored, and states are dropped by an upper bound. The graph and the order
//!   are any, so each step has its own slots.
//! * The construction visits every square of a strip. Its slots are fixed distances on the strip, equal
//!   layers are stored once, and transitions are cached, which decides a strip of any length in constant
//!   time per square. Its states also contain the distance between the ends of an open tour.
//! * `count` adds exact weights over the matchings of a degree pattern, and moves blocks of them
//!   between workers and files.

use std::cmp::Reverse;

use caracole_core::{Coord, Graph};
use caracole_verify::StopCause;
use rustc_hash::FxHashMap;

use super::component::Component;
use crate::Run;
use crate::links::Links;

/// Finds a longest path of a component if it has more than `best` vertices; `None` if there is none.
///
/// The vertices are processed in order. A step chooses the edges from a vertex to later ones. A state
/// contains only the mates of the frontier vertices; of all partial solutions with the same state the one
/// with the most edges is kept. A state is dropped if an upper bound shows that it leads to no longer path
/// than the best known: every later vertex has at most two edges, and in a bipartite graph this holds for
/// each colour alone.
pub(super) fn longest_path(
    component: &Component,
    order: &VertexOrder,
    mut best: u32,
    run: &mut Run<'_>,
) -> Result<Option<Vec<u32>>, StopCause> {
    let steps = Step::all(component, order);
    let mut layers: Vec<Vec<(u32, Choice)>> = Vec::new();
    let mut layer = vec![(State::EMPTY, 0)];
    let mut completion: Option<Completion> = None;
    let mut stored = 0;
    let mut memory = run.reserve(0)?;
    for (step, at) in steps.iter().zip(0..) {
        let mut next = NextLayer { entries: Vec::new(), numbers: FxHashMap::default(), stored };
        for (&(state, edges), parent) in layer.iter().zip(0..) {
            if parent % STATES_BETWEEN_CHECKS == 0 {
                run.check_limits()?;
                memory.resize(next.bytes(), run)?;
            }
            step.expand(state, |transition, choice| {
                let edges = edges + transition.edges;
                match transition.state {
                    None if edges + 1 > best => {
                        best = edges + 1;
                        completion = Some(Completion { layer: at, parent, choice });
                    }
                    Some((state, bound)) if edges + bound + 1 > best => {
                        next.insert((state, edges, parent, choice));
                    }
                    _ => {}
                }
            });
        }
        // A longer path may have been found meanwhile. The next step drops the states that it excludes.
        layer = next.entries.iter().map(|&(state, edges, ..)| (state, edges)).collect();
        let parents = next.entries.into_iter().map(|(.., parent, choice)| (parent, choice));
        layers.push(parents.collect());
        stored += layer.len() as u64 * BYTES_STORED;
        run.count_steps(layer.len() as u64, best.into());
        if layer.is_empty() {
            break;
        }
    }
    Ok(completion.map(|completion| trace_back(&steps, &layers, completion)))
}

/// The last transition of a path: its layer, the state before, and the choice.
#[derive(Clone, Copy)]
struct Completion {
    layer: usize,
    parent: u32,
    choice: Choice,
}

/// The number of states between two checks of the limits.
const STATES_BETWEEN_CHECKS: u32 = 1 << 12;

/// Bytes per state of an earlier layer.
const BYTES_STORED: u64 = size_of::<(u32, Choice)>() as u64;

/// A state, its number of edges, the index of the state before, and the choice that leads here.
type Entry = (State, u32, u32, Choice);

/// The entries of the next layer, one for each state, in the order in which the states were found.
struct NextLayer {
    entries: Vec<Entry>,
    numbers: FxHashMap<State, u32>,
    /// Bytes of the layers before.
    stored: u64,
}

impl NextLayer {
    /// Keeps the first entry with the most edges for each state.
    fn insert(&mut self, entry: Entry) {
        let (state, edges, ..) = entry;
        let number = *self.numbers.entry(state).or_insert(self.entries.len() as u32) as usize;
        match self.entries.get_mut(number) {
            None => self.entries.push(entry),
            Some(known) if known.1 < edges => *known = entry,
            Some(_) => {}
        }
    }

    fn bytes(&self) -> u64 {
        let entries = self.entries.capacity() * size_of::<Entry>();
        let numbers = self.numbers.capacity() * 2 * size_of::<(State, u32)>();
        self.stored + (entries + numbers) as u64
    }
}

/// Returns the path that ends with a completion.
fn trace_back(steps: &[Step], layers: &[Vec<(u32, Choice)>], completion: Completion) -> Vec<u32> {
    let mut links = Links::new(steps.len());
    let Completion { mut layer, mut parent, mut choice } = completion;
    loop {
        steps[layer].edges(choice).for_each(|(a, b)| links.join(a, b));
        let Some(before) = layer.checked_sub(1) else { break };
        (parent, choice) = layers[before][parent as usize];
        layer = before;
    }
    links.first_end().map_or_else(Vec::new, |end| links.walk(end).collect())
}

/// The maximum number of frontier vertices: their mates fit into 128 bits.
pub(super) const MAX_WIDTH: usize = 25;

/// The mate of a fragment end whose other end has left the frontier. That other end is an end of
/// the complete path.
const GATE: u8 = 30;
/// A vertex whose two edges join two fragments that both end at [`GATE`], so that the path is
/// complete. It does not occur in a state.
const COMPLETE: u8 = 29;
/// A vertex with two edges.
const FULL: u8 = 31;

const BITS: usize = 5;

/// The frontier vertices in their slots, five bits each: the slot of the *mate*, which is the vertex
/// itself if it has no edge, and otherwise the other end of its path fragment; or [`GATE`] or [`FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State(u128);

/// The mates of a state, one byte each.
type Mates = [u8; MAX_WIDTH];

impl State {
    /// The state of an empty frontier.
    const EMPTY: Self = Self(0);

    /// Returns the mates in a frontier of `width` vertices, to whose slots `slots` the vertices of this
    /// state move. The other vertices have no edge.
    fn widen(self, slots: &[u8], width: usize) -> Mates {
        let mut mates = [FULL; MAX_WIDTH];
        for (mate, slot) in mates.iter_mut().zip(0..).take(width) {
            *mate = slot;
        }
        let mut rest = self.0;
        for &slot in slots {
            let mate = (rest & 31) as u8;
            mates[usize::from(slot)] = match mate {
                GATE | FULL => mate,
                mate => slots[usize::from(mate)],
            };
            rest >>= BITS;
        }
        mates
    }

    /// Returns the state after the first vertex has left the frontier.
    fn without_first(mates: &Mates, width: usize) -> Self {
        let bits = mates[1..width].iter().rev().fold(0, |bits, &mate| {
            let mate = if mate >= GATE { mate } else { mate - 1 };
            bits << BITS | u128::from(mate)
        });
        Self(bits)
    }
}

/// The slots that edges from the processed vertex lead to; 0, its own slot, for none.
type Choice = [u8; 2];

/// The frontier when a vertex is processed. Its slots are the vertex and the later frontier vertices.
struct Step {
    /// The frontier vertices, the processed one first.
    vertices: Vec<u32>,
    /// The slots of the vertices of the state before.
    slots: Vec<u8>,
    /// The slots of the later neighbours of the processed vertex.
    ahead: Vec<u8>,
    /// For each frontier vertex the maximum number of its edges, and its colour.
    max_degrees: Vec<u8>,
    colours: Vec<u8>,
    /// The sum of the maximum degrees of the vertices beyond the frontier, by colour.
    beyond: [u32; 2],
    is_bipartite: bool,
    /// The number of ends that are not given.
    free_ends: u8,
    /// The number of given ends before this vertex, and whether any come after it.
    given_before: u8,
    has_given_after: bool,
}

/// The result of a choice.
struct Transition {
    /// The number of edges that the choice adds.
    edges: u32,
    /// The next state, with an upper bound on the edges that can still be added; `None` if the path is
    /// complete.
    state: Option<(State, u32)>,
}

impl Step {
    /// Returns the steps along an order.
    fn all(component: &Component, order: &VertexOrder) -> Vec<Self> {
        let mut position = vec![0; component.len() as usize];
        for (&vertex, at) in order.vertices.iter().zip(0_u32..) {
            position[vertex as usize] = at;
        }
        let colour = |vertex: u32| component.colours.as_ref().map_or(0, |all| all[vertex as usize]);
        let mut beyond = [0; 2];
        for vertex in 0..component.len() {
            beyond[usize::from(colour(vertex))] += component.max_degree(vertex);
        }
        let given = component.given_ends() as u8;
        let mut given_before = 0;
        let mut before: Vec<u32> = Vec::new();
        let mut is_entered = vec![false; component.len() as usize];
        let mut steps = Vec::with_capacity(order.vertices.len());
        for (&first, at) in order.vertices.iter().zip(0_u32..) {
            let neighbours = component.graph.neighbours(first).iter().copied();
            let later: Vec<u32> = neighbours.filter(|&to| position[to as usize] > at).collect();
            let mut vertices = before.clone();
            for &vertex in [first].iter().chain(&later) {
                if !std::mem::replace(&mut is_entered[vertex as usize], true) {
                    vertices.push(vertex);
                    beyond[usize::from(colour(vertex))] -= component.max_degree(vertex);
                }
            }
            vertices.sort_by_key(|&vertex| position[vertex as usize]);
            let slot_of = |vertex: &u32| {
                vertices.iter().position(|other| other == vertex).unwrap_or_default() as u8
            };
            let given_here = u8::from(component.is_given_end(first));
            let next = vertices[1..].to_vec();
            let max_degrees = vertices.iter().map(|&vertex| component.max_degree(vertex) as u8);
            steps.push(Self {
                slots: before.iter().map(slot_of).collect(),
                ahead: later.iter().map(slot_of).collect(),
                max_degrees: max_degrees.collect(),
                colours: vertices.iter().map(|&vertex| colour(vertex)).collect(),
                vertices,
                beyond,
                is_bipartite: component.colours.is_some(),
                free_ends: 2 - given,
                given_before,
                has_given_after: given_before + given_here < given,
            });
            given_before += given_here;
            before = next;
        }
        steps
    }

    /// Returns the edges of a choice.
    fn edges(&self, choice: Choice) -> impl Iterator<Item = (u32, u32)> + '_ {
        let slots = choice.into_iter().filter(|&slot| slot != 0);
        slots.map(|slot| (self.vertices[0], self.vertices[usize::from(slot)]))
    }

    /// Calls `follow` with all transitions from a state and the choices that lead to them.
    fn expand(&self, state: State, mut follow: impl FnMut(Transition, Choice)) {
        let mates = state.widen(&self.slots, self.vertices.len());
        self.leave(&mates, [0, 0], &mut follow);
        for (at, &one) in self.ahead.iter().enumerate() {
            let Some(with_one) = self.join(&mates, one) else { continue };
            self.leave(&with_one, [one, 0], &mut follow);
            for &other in &self.ahead[at + 1..] {
                if let Some(with_both) = self.join(&with_one, other) {
                    self.leave(&with_both, [one, other], &mut follow);
                }
            }
        }
    }

    /// Returns the mates after an edge from the processed vertex to another; `None` if one of the two has
    /// all its edges, or if the edge would close a cycle.
    fn join(&self, mates: &Mates, slot: u8) -> Option<Mates> {
        let other = usize::from(slot);
        let is_full = |slot: usize| degree(mates, slot) >= self.max_degrees[slot];
        if is_full(0) || is_full(other) {
            return None;
        }
        let (mate, mate_of_other) = (mates[0], mates[other]);
        if mate == slot {
            return None;
        }
        let mut joined = *mates;
        // A vertex that had an edge is now inside a fragment. The ends of the fragment become mates.
        if mate != 0 {
            joined[0] = FULL;
        }
        if mate_of_other != slot {
            joined[other] = FULL;
        }
        if [mate, mate_of_other] == [GATE, GATE] {
            // Both ends have left the frontier, so the path is complete.
            joined[0] = COMPLETE;
            return Some(joined);
        }
        if mate < GATE {
            joined[usize::from(mate)] = mate_of_other;
        }
        if mate_of_other < GATE {
            joined[usize::from(mate_of_other)] = mate;
        }
        Some(joined)
    }

    /// Removes the processed vertex from the frontier, and calls `follow` if the result is possible.
    fn leave(&self, mates: &Mates, choice: Choice, follow: &mut impl FnMut(Transition, Choice)) {
        let width = self.vertices.len();
        let edges = choice.iter().map(|&slot| u32::from(slot != 0)).sum();
        let is_given = self.max_degrees[0] == 1;
        let mut mates = *mates;
        match mates[0] {
            // The path does not visit the vertex, which must not be a given end.
            0 if is_given => return,
            0 | FULL => {}
            // The path is complete. No other fragment may exist, and no given end may follow.
            GATE | COMPLETE => {
                let mut others = mates[1..width].iter().zip(1..);
                let is_only = others.all(|(&mate, slot)| mate == FULL || mate == slot);
                if is_only && !self.has_given_after {
                    follow(Transition { edges, state: None }, choice);
                }
                return;
            }
            // The vertex is an end of the path.
            mate => {
                mates[usize::from(mate)] = GATE;
                let given = if is_given { self.given_before + 1 } else { self.given_before };
                let max_gates = usize::from(self.free_ends + given);
                if mates[1..width].iter().filter(|&&mate| mate == GATE).nth(max_gates).is_some() {
                    return;
                }
            }
        }
        let bound = self.max_edges_left(&mates);
        let state = State::without_first(&mates, width);
        follow(Transition { edges, state: Some((state, bound)) }, choice);
    }

    /// Returns an upper bound on the edges between later vertices: each edge uses one of the missing
    /// degrees of either colour, or two of all if the graph is not bipartite.
    fn max_edges_left(&self, mates: &Mates) -> u32 {
        let mut left = self.beyond;
        for slot in 1..self.vertices.len() {
            let missing = self.max_degrees[slot] - degree(mates, slot);
            left[usize::from(self.colours[slot])] += u32::from(missing);
        }
        if self.is_bipartite { left[0].min(left[1]) } else { left.into_iter().sum::<u32>() / 2 }
    }
}

/// Returns the number of edges of a frontier vertex.
fn degree(mates: &Mates, slot: usize) -> u8 {
    match mates[slot] {
        FULL | COMPLETE => 2,
        mate if usize::from(mate) == slot => 0,
        _ => 1,
    }
}

/// An order of the vertices, with the maximum size of its frontier.
pub(super) struct VertexOrder {
    /// The vertices, first to last.
    pub(super) vertices: Vec<u32>,
    /// The maximum number of frontier vertices.
    pub(super) width: usize,
}

impl VertexOrder {
    /// Returns the order of the smallest frontier among some: along each side of the board, and
    /// breadth-first from vertices of low degree.
    pub(super) fn best(graph: &Graph, places: &[Coord]) -> Option<Self> {
        const ROOTS: u32 = 8;
        let all = || (0..graph.vertices()).collect::<Vec<u32>>();
        let sides = |vertex: u32| {
            let place = places[vertex as usize];
            [place.file.index(), place.rank.index(), place.level.index()]
        };
        let turns = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let along = turns.into_iter().map(|turn| {
            let mut vertices = all();
            vertices.sort_by_key(|&vertex| turn.map(|side: usize| sides(vertex)[side]));
            vertices
        });
        let mut roots = all();
        roots.sort_by_key(|&vertex| graph.degree(vertex));
        roots.truncate(ROOTS as usize);
        let breadth_first = roots.into_iter().map(|root| breadth_first(graph, root));
        let orders = along.chain(breadth_first).map(|vertices| {
            let (width, sum) = widths(graph, &vertices);
            (Self { vertices, width }, sum)
        });
        orders.min_by_key(|(order, sum)| (order.width, *sum)).map(|(order, _)| order)
    }
}

/// Returns the vertices in breadth-first order. The new neighbours of a vertex come in the order of
/// most neighbours among the vertices found so far.
fn breadth_first(graph: &Graph, root: u32) -> Vec<u32> {
    let mut is_known = vec![false; graph.vertices() as usize];
    let mut order = vec![root];
    is_known[root as usize] = true;
    let mut at = 0;
    while let Some(&vertex) = order.get(at) {
        at += 1;
        let mut next: Vec<u32> = Vec::new();
        for &other in graph.neighbours(vertex) {
            if !std::mem::replace(&mut is_known[other as usize], true) {
                next.push(other);
            }
        }
        next.sort_by_key(|&other| {
            let before = graph.neighbours(other).iter().filter(|&&n| is_known[n as usize]).count();
            (Reverse(before), other)
        });
        order.append(&mut next);
    }
    order
}

/// Returns the maximum number of frontier vertices, and the sum over all steps.
fn widths(graph: &Graph, order: &[u32]) -> (usize, u64) {
    let mut is_in_frontier = vec![false; order.len()];
    let (mut width, mut most, mut sum) = (0_usize, 0, 0);
    for &vertex in order {
        let mut enter = |vertex: u32| {
            if !std::mem::replace(&mut is_in_frontier[vertex as usize], true) {
                width += 1;
            }
        };
        enter(vertex);
        graph.neighbours(vertex).iter().for_each(|&next| enter(next));
        most = most.max(width);
        sum += width as u64;
        width -= 1;
    }
    (most, sum)
}
