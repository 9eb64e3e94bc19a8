//! The search for vertex cuts of any size.
//!
//! The *excess* of a set of vertices is how many more moves the components without the set need than
//! its vertices have, as [`Case::VertexCut`](caracole_core::Case::VertexCut) counts. A set with a
//! positive excess is a vertex cut and refutes the branch. Deciding whether there is one is
//! NP-hard, so only some sets are tried: unions of vertex groups such as ranks, files and symmetry
//! orbits, and the sets that tabu search visits. One depth-first search finds the change of the excess
//! for every vertex that could join the set, because such a vertex splits its component into the
//! subtrees that hang on it.

use caracole_verify::StopCause;

use crate::Random;
use crate::graph::{DepthFirstSearch, Entry, Visitor};

use super::CheckLimits;
use super::edge_orbits::vertex_orbits;
use super::model::Model;
use super::state::{EdgeState, State};

/// A vertex that a search did not visit.
const UNSEEN: u32 = u32::MAX;

/// The largest number of groups whose unions are all tried. Local search selects the unions of more groups.
const MAX_GROUPS_FOR_ALL_UNIONS: usize = 10;

/// The vertices of a component, or of a part of it.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct ComponentSums {
    vertices: u32,
    /// Vertices of the first colour less those of the second.
    balance: i64,
    /// The minimum number of path ends.
    min_ends: i64,
}

impl ComponentSums {
    const fn plus(self, other: Self) -> Self {
        Self {
            vertices: self.vertices + other.vertices,
            balance: self.balance + other.balance,
            min_ends: self.min_ends + other.min_ends,
        }
    }

    const fn minus(self, other: Self) -> Self {
        Self {
            vertices: self.vertices - other.vertices,
            balance: self.balance - other.balance,
            min_ends: self.min_ends - other.min_ends,
        }
    }
}

/// A search for vertex cuts, with memory that is kept between uses.
#[derive(Default)]
pub(super) struct CutSearch {
    is_in: Vec<bool>,
    /// The component of each vertex that is not in the set.
    component: Vec<u32>,
    components: Vec<ComponentSums>,
    search: DepthFirstSearch,
    /// The subtree of each vertex.
    subtree: Vec<ComponentSums>,
    /// The subtrees that only the vertex joins to the rest, and the moves that they need.
    hanging: Vec<(ComponentSums, i64)>,
    /// The components beside a vertex.
    met: Vec<u32>,
    /// The steps before which a vertex does not change sides again.
    tabu_until: Vec<u64>,
}

/// Adds up the subtrees of a component.
struct Subtrees<'a, 'b, 'm> {
    counts: &'a Counts<'b, 'm>,
    /// The number of the component.
    number: u32,
    component: &'a mut Vec<u32>,
    subtree: &'a mut Vec<ComponentSums>,
    hanging: &'a mut Vec<(ComponentSums, i64)>,
}

impl Visitor for Subtrees<'_, '_, '_> {
    #[inline]
    fn enter(&mut self, vertex: u32) {
        self.component[vertex as usize] = self.number;
        self.subtree[vertex as usize] = self.counts.part(vertex);
    }

    #[inline]
    fn leave(&mut self, vertex: u32, parent: u32, is_hanging: bool) {
        let part = self.subtree[vertex as usize];
        self.subtree[parent as usize] = self.subtree[parent as usize].plus(part);
        if is_hanging {
            let (hangs, needs) = &mut self.hanging[parent as usize];
            *hangs = hangs.plus(part);
            *needs += self.counts.need(part);
        }
    }
}

/// The data that do not change during a search.
struct Counts<'a, 'm> {
    state: &'a State<'m>,
    is_bipartite: bool,
    is_one_path: bool,
    /// Path ends whose vertex is not known.
    free_ends: i64,
}

impl<'a, 'm> Counts<'a, 'm> {
    fn new(state: &'a State<'m>) -> Self {
        let model = state.model;
        let known: i64 = state.vertices.iter().map(|its| i64::from(its.min_ends)).sum();
        Self {
            state,
            is_bipartite: model.colours.is_some(),
            is_one_path: model.paths == 1,
            free_ends: 2 * i64::from(model.paths) - known,
        }
    }

    fn part(&self, vertex: u32) -> ComponentSums {
        let balance = if self.state.model.colour(vertex) == 0 { 1 } else { -1 };
        let min_ends = i64::from(self.state.vertices[vertex as usize].min_ends);
        ComponentSums { vertices: 1, balance, min_ends }
    }

    /// Returns the moves that a component needs to the vertices of a set that is not empty.
    fn need(&self, part: ComponentSums) -> i64 {
        if part.vertices == 0 {
            return 0;
        }
        let mut pieces = if self.is_bipartite { part.balance.abs().max(1) } else { 1 };
        pieces = pieces.max((part.min_ends + 1) / 2);
        if self.is_one_path {
            pieces = pieces.max(part.min_ends / 2 + 1);
        }
        2 * pieces - part.min_ends
    }

    /// Returns the moves that a vertex of the set has.
    fn supply(&self, vertex: u32) -> i64 {
        2 - i64::from(self.state.vertices[vertex as usize].min_ends)
    }

    fn is_open(&self, vertex: u32, place: usize) -> bool {
        self.state.edge_state(self.state.model.edge_at(vertex, place)) != EdgeState::Excluded
    }

    /// Returns the number of included edges between a vertex and a set.
    fn included_to(&self, vertex: u32, is_in: &[bool]) -> i64 {
        let near = self.state.model.incident(vertex);
        near.filter(|&(to, edge)| {
            is_in[to as usize] && self.state.edge_state(edge) == EdgeState::Included
        })
        .count() as i64
    }
}

impl CutSearch {
    /// Searches among unions of groups, then by tabu search from several sets, for about as many steps
    /// as `effort` says. Returns a cut that no single vertex can be left out of.
    pub(super) fn find(
        &mut self,
        state: &State<'_>,
        groupings: &[Vec<Vec<u32>>],
        effort: u64,
        random: &mut Random,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Option<Vec<u32>>, StopCause> {
        let model = state.model;
        if model.len() < 2 {
            return Ok(None);
        }
        let counts = Counts::new(state);
        let steps_per_scan = model.len() as u64 + 2 * model.edge_count() as u64;
        let scans = effort / steps_per_scan;
        for groups in groupings {
            if self.search_unions(&counts, groups, scans, check_limits)? {
                return Ok(Some(self.shrunk(&counts)));
            }
        }
        // Half of a bipartite graph as the set leaves single vertices, one for each of the set.
        let colours = if model.colours.is_some() { 2 } else { 0 };
        let starts = colours + 1;
        for start in 0..starts {
            self.is_in.clear();
            let is_in = |vertex| start < colours && model.colour(vertex) == start;
            self.is_in.extend((0..model.len() as u32).map(is_in));
            if self.tabu_search(&counts, scans / starts as u64, random, check_limits)? {
                return Ok(Some(self.shrunk(&counts)));
            }
        }
        Ok(None)
    }

    /// Tries unions of groups; all of them if there are few groups. Leaves the set in `is_in`, and
    /// returns true if it is a cut.
    fn search_unions(
        &mut self,
        counts: &Counts<'_, '_>,
        groups: &[Vec<u32>],
        scans: u64,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<bool, StopCause> {
        let len = counts.state.model.len();
        self.is_in.clear();
        self.is_in.resize(len, false);
        if groups.len() <= MAX_GROUPS_FOR_ALL_UNIONS {
            for number in 1_u32..1 << groups.len() {
                // A Gray code changes one group at a time.
                self.toggle(&groups[number.trailing_zeros() as usize]);
                if number % 64 == 0 {
                    check_limits()?;
                }
                if self.excess(counts) > 0 {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let mut best = self.excess(counts);
        for _ in 0..scans / groups.len() as u64 {
            check_limits()?;
            let mut change = None;
            for (number, group) in groups.iter().enumerate() {
                self.toggle(group);
                let excess = self.excess(counts);
                self.toggle(group);
                if excess > best {
                    (best, change) = (excess, Some(number));
                }
            }
            let Some(number) = change else { break };
            self.toggle(&groups[number]);
            if best > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn toggle(&mut self, vertices: &[u32]) {
        for &vertex in vertices {
            self.is_in[vertex as usize] ^= true;
        }
    }

    /// Changes one vertex at a time, the best that was not changed lately. Returns true if the set is a
    /// cut.
    fn tabu_search(
        &mut self,
        counts: &Counts<'_, '_>,
        scans: u64,
        random: &mut Random,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<bool, StopCause> {
        /// The smallest number of steps for which a vertex is not moved, and the largest addition to it.
        const REST: u64 = 3;
        const MORE_REST: u64 = 12;
        let len = counts.state.model.len() as u32;
        self.tabu_until.clear();
        self.tabu_until.resize(len as usize, 0);
        for step in 0..scans {
            if step % 16 == 0 {
                check_limits()?;
            }
            let excess = self.excess(counts);
            if excess > 0 {
                return Ok(true);
            }
            let mut best = (i64::MIN, 0, UNSEEN);
            for vertex in 0..len {
                let change = if self.is_in[vertex as usize] {
                    self.change_if_left_out(counts, vertex)
                } else {
                    self.change_if_added(counts, vertex)
                };
                let is_resting = self.tabu_until[vertex as usize] > step && excess + change <= 0;
                let candidate = (change, random.below(1 << 16), vertex);
                if !is_resting && candidate > best {
                    best = candidate;
                }
            }
            let (_, _, vertex) = best;
            if vertex == UNSEEN {
                continue;
            }
            self.is_in[vertex as usize] ^= true;
            self.tabu_until[vertex as usize] = step + 1 + REST + random.below(MORE_REST);
        }
        Ok(self.excess(counts) > 0)
    }

    /// Returns the excess of the set; 0 for the empty set, to which other rules apply.
    fn excess(&mut self, counts: &Counts<'_, '_>) -> i64 {
        self.search_components(counts);
        let needs: i64 = self.components.iter().map(|&part| counts.need(part)).sum();
        let mut supply = 0;
        let mut is_empty = true;
        for vertex in 0..self.is_in.len() as u32 {
            if self.is_in[vertex as usize] {
                is_empty = false;
                // Each edge inside is counted from both of its vertices.
                supply += counts.supply(vertex) - counts.included_to(vertex, &self.is_in);
            }
        }
        if is_empty { 0 } else { needs - counts.free_ends - supply }
    }

    /// Returns the change of the excess if a vertex joins the set.
    fn change_if_added(&self, counts: &Counts<'_, '_>, vertex: u32) -> i64 {
        let whole = self.components[self.component[vertex as usize] as usize];
        let (hanging, needs) = self.hanging[vertex as usize];
        let rest = whole.minus(counts.part(vertex)).minus(hanging);
        let splits = needs + counts.need(rest) - counts.need(whole);
        splits - counts.supply(vertex) + 2 * counts.included_to(vertex, &self.is_in)
    }

    /// Returns the change of the excess if a vertex of the set is left out.
    fn change_if_left_out(&mut self, counts: &Counts<'_, '_>, vertex: u32) -> i64 {
        let model = counts.state.model;
        let mut merged = counts.part(vertex);
        let mut needs = 0;
        // A vertex has few neighbours: a list is as good as a set.
        let mut met = std::mem::take(&mut self.met);
        met.clear();
        for (place, (near, _)) in model.incident(vertex).enumerate() {
            if self.is_in[near as usize] || !counts.is_open(vertex, place) {
                continue;
            }
            let component = self.component[near as usize];
            if met.contains(&component) {
                continue;
            }
            met.push(component);
            let part = self.components[component as usize];
            merged = merged.plus(part);
            needs += counts.need(part);
        }
        self.met = met;
        counts.need(merged) - needs + counts.supply(vertex)
            - 2 * counts.included_to(vertex, &self.is_in)
    }

    /// Finds the components without the set, and the parts into which each vertex would split its
    /// component.
    fn search_components(&mut self, counts: &Counts<'_, '_>) {
        let len = self.is_in.len();
        let graph = counts.state.model.graph();
        let Self { is_in, component, components, search, subtree, hanging, .. } = self;
        component.clear();
        component.resize(len, UNSEEN);
        subtree.clear();
        subtree.resize(len, ComponentSums::default());
        hanging.clear();
        hanging.resize(len, (ComponentSums::default(), 0));
        components.clear();
        search.start(len as u32);
        let entry = |vertex: u32, place: usize| match graph.neighbours(vertex).get(place) {
            Some(&next) if !is_in[next as usize] && counts.is_open(vertex, place) => {
                Entry::Open(next)
            }
            Some(_) => Entry::Closed,
            None => Entry::End,
        };
        for root in 0..len as u32 {
            if is_in[root as usize] || search.has_visited(root) {
                continue;
            }
            let number = components.len() as u32;
            let mut visitor = Subtrees { counts, number, component, subtree, hanging };
            search.visit_from(root, entry, &mut visitor);
            components.push(subtree[root as usize]);
        }
    }

    /// Returns the vertices of the set without those that it does not need.
    fn shrunk(&mut self, counts: &Counts<'_, '_>) -> Vec<u32> {
        const MAX_VERTICES: usize = 500;
        let set = |is_in: &[bool]| -> Vec<u32> {
            (0..is_in.len() as u32).filter(|&vertex| is_in[vertex as usize]).collect()
        };
        let vertices = set(&self.is_in);
        if vertices.len() <= MAX_VERTICES {
            for &vertex in &vertices {
                self.is_in[vertex as usize] = false;
                if self.excess(counts) <= 0 {
                    self.is_in[vertex as usize] = true;
                }
            }
        }
        set(&self.is_in)
    }
}

/// Returns groups of vertices whose unions are tried as vertex cuts: symmetry orbits, ranks, files and
/// levels.
pub(super) fn groupings(model: &Model<'_>) -> Vec<Vec<Vec<u32>>> {
    let board = model.instance.board();
    let sides = [board.files(), board.ranks(), board.levels()];
    let lines = (0..3).map(|axis| {
        let mut groups = vec![Vec::new(); sides[axis] as usize];
        for vertex in 0..model.len() as u32 {
            let place = board.coord(model.square(vertex));
            let line = [place.file.index(), place.rank.index(), place.level.index()][axis];
            groups[line as usize].push(vertex);
        }
        groups.retain(|group| !group.is_empty());
        groups
    });
    let groupings = std::iter::once(vertex_orbits(model)).chain(lines);
    groupings.filter(|groups| groups.len() > 1 && groups.len() < model.len()).collect()
}
