//! Conflicts, components and remaining moves that an explanation shows, from the state that the checker derives.

use caracole_core::{Problem, Square, SquareSet};
use caracole_verify::propagation::MoveStatus;

use crate::snapshot::{Snapshot, cut_counts, demand_and_supply};

/// The place where forced moves contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConflictSite {
    /// A square with more than two forced moves and ends.
    TooManyMoves {
        square: Square,
        /// The squares to which its forced moves lead.
        to: Vec<Square>,
        /// The number of path ends on it.
        ends: u32,
    },
    /// A square with fewer than two moves and ends left.
    TooFewMoves(Square),
    /// Forced moves that close a cycle which does not visit all squares.
    Cycle(Vec<Square>),
    /// Forced moves from one end to the other that do not visit all squares.
    Path(Vec<Square>),
    /// More path ends of one colour than a tour can have.
    Ends {
        squares: Vec<Square>,
        /// The number of ends that the colour can have.
        most: u64,
    },
}

/// The components that a vertex cut leaves.
pub(crate) struct Separation {
    pub(crate) forced: Vec<[Square; 2]>,
    pub(crate) components: Vec<Component>,
}

/// A component of the board without a vertex cut.
pub(crate) struct Component {
    /// Its squares; in an unbalanced bipartite component, those of the larger colour class.
    pub(crate) squares: Vec<Square>,
    /// In an unbalanced bipartite component, the squares of the smaller colour class.
    pub(crate) fewer: Vec<Square>,
}

/// A snapshot with adjacency lists.
struct SnapshotGraph {
    snapshot: Snapshot,
    /// The index in `neighbours` of the first neighbour of each square, and the length of `neighbours`.
    firsts: Vec<usize>,
    /// The neighbours of all squares, with the status of the move.
    neighbours: Vec<(u32, MoveStatus)>,
}

impl SnapshotGraph {
    fn new(snapshot: Snapshot) -> Self {
        let mut firsts = vec![0; snapshot.squares.len() + 1];
        for &at in snapshot.moves.iter().flat_map(|(pair, _)| pair) {
            firsts[at as usize + 1] += 1;
        }
        for at in 1..firsts.len() {
            firsts[at] += firsts[at - 1];
        }
        let mut ends = firsts.clone();
        let mut neighbours = vec![(0, MoveStatus::Open); 2 * snapshot.moves.len()];
        for &([a, b], status) in &snapshot.moves {
            for (from, to) in [(a, b), (b, a)] {
                let end = &mut ends[from as usize];
                neighbours[*end] = (to, status);
                *end += 1;
            }
        }
        Self { snapshot, firsts, neighbours }
    }

    const fn len(&self) -> usize {
        self.snapshot.squares.len()
    }

    fn neighbours(&self, square: usize) -> &[(u32, MoveStatus)] {
        &self.neighbours[self.firsts[square]..self.firsts[square + 1]]
    }

    fn number(&self, square: Square) -> Option<usize> {
        self.snapshot.squares.binary_search_by_key(&square, |state| state.square).ok()
    }

    fn names(&self, numbers: &[usize]) -> Vec<Square> {
        numbers.iter().map(|&at| self.snapshot.squares[at].square).collect()
    }

    fn moves(&self, is_shown: impl Fn(MoveStatus) -> bool) -> Vec<[Square; 2]> {
        let moves = self.snapshot.moves.iter().filter(|&&(_, status)| is_shown(status));
        moves.map(|(pair, _)| pair.map(|at| self.snapshot.squares[at as usize].square)).collect()
    }

    fn included_moves(&self) -> Vec<[Square; 2]> {
        self.moves(|status| status == MoveStatus::Included)
    }

    fn included(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let moves = self.neighbours(square).iter();
        moves.filter(|(_, status)| *status == MoveStatus::Included).map(|&(to, _)| to as usize)
    }

    fn not_excluded(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let moves = self.neighbours(square).iter();
        moves.filter(|(_, status)| *status != MoveStatus::Excluded).map(|&(to, _)| to as usize)
    }

    /// Returns the squares along the included moves, from one of them.
    fn fragment(&self, start: usize, is_visited: &mut [bool]) -> Vec<usize> {
        let mut fragment = vec![start];
        is_visited[start] = true;
        let mut at = start;
        while let Some(next) = self.included(at).find(|&next| !is_visited[next]) {
            is_visited[next] = true;
            fragment.push(next);
            at = next;
        }
        fragment
    }

    fn conflict_site(&self) -> Option<ConflictSite> {
        let squares = &self.snapshot.squares;
        let all = self.len();
        let is_crowded = |&at: &usize| self.included(at).count() as u32 + squares[at].min_ends > 2;
        if let Some(at) = (0..all).find(is_crowded) {
            let to: Vec<usize> = self.included(at).collect();
            let (square, ends) = (squares[at].square, squares[at].min_ends);
            return Some(ConflictSite::TooManyMoves { square, to: self.names(&to), ends });
        }
        let has_too_few =
            |&at: &usize| self.not_excluded(at).count() as u32 + squares[at].max_ends < 2;
        if let Some(at) = (0..all).find(has_too_few) {
            // A move that would close a cycle is excluded. If no other move is left, the cycle is the conflict.
            let fragment = self.fragment(at, &mut vec![false; all]);
            let end = fragment[fragment.len() - 1];
            let closes = self.neighbours(at).iter().any(|&(to, _)| to as usize == end);
            return Some(if fragment.len() > 2 && closes {
                ConflictSite::Cycle(self.names(&fragment))
            } else {
                ConflictSite::TooFewMoves(squares[at].square)
            });
        }
        let ends: Vec<usize> = (0..all).filter(|&at| squares[at].min_ends > 0).collect();
        for colour in 0..2 {
            let of_colour: Vec<usize> =
                ends.iter().copied().filter(|&at| squares[at].colour == colour).collect();
            let most = self.snapshot.ends_by_colour[colour].max(0) as u64;
            if of_colour.len() as u64 > most {
                return Some(ConflictSite::Ends { squares: self.names(&of_colour), most });
            }
        }
        self.short_fragment(&ends)
    }

    /// Returns a cycle, or a path from one end to another, that does not visit all squares.
    fn short_fragment(&self, ends: &[usize]) -> Option<ConflictSite> {
        let all = self.len();
        let mut is_visited = vec![false; all];
        // Fragments at the ends come first. The others are cycles and fragments with open ends.
        for start in ends.iter().copied().chain(0..all) {
            if is_visited[start] {
                continue;
            }
            let fragment = self.fragment(start, &mut is_visited);
            let last = fragment[fragment.len() - 1];
            if fragment.len() == all {
                continue;
            }
            if fragment.len() > 2 && self.included(last).any(|to| to == start) {
                return Some(ConflictSite::Cycle(self.names(&fragment)));
            }
            if last != start && ends.contains(&start) && ends.contains(&last) {
                return Some(ConflictSite::Path(self.names(&fragment)));
            }
        }
        None
    }

    fn components(&self, cut: &[usize]) -> Vec<Component> {
        const UNSEEN: u8 = 2;
        const CUT: u8 = 3;
        let mut colours = vec![UNSEEN; self.len()];
        for &at in cut {
            colours[at] = CUT;
        }
        let mut components = Vec::new();
        for first in 0..self.len() {
            if colours[first] != UNSEEN {
                continue;
            }
            colours[first] = 0;
            let (mut members, mut at, mut is_bipartite) = (vec![first], 0, true);
            while let Some(&square) = members.get(at) {
                at += 1;
                for to in self.not_excluded(square) {
                    if colours[to] == UNSEEN {
                        colours[to] = 1 - colours[square];
                        members.push(to);
                    }
                    is_bipartite &= colours[to] != colours[square];
                }
            }
            members.sort_unstable();
            let (first, second): (Vec<usize>, Vec<usize>) =
                members.iter().partition(|&&at| colours[at] == 0);
            let is_balanced = !is_bipartite || first.len() == second.len();
            let (squares, fewer) = match first.len() < second.len() {
                _ if is_balanced => (members, Vec::new()),
                true => (second, first),
                false => (first, second),
            };
            components.push(Component { squares: self.names(&squares), fewer: self.names(&fewer) });
        }
        components
    }
}

/// Returns the conflict that propagation of the constraints ends in, or `None` if it ends in none that a sentence
/// can name.
pub(crate) fn conflict_site(problem: &Problem) -> Option<ConflictSite> {
    let snapshot = Snapshot::after_propagation(problem, &[]).filter(|state| state.has_conflict)?;
    SnapshotGraph::new(snapshot).conflict_site()
}

/// Returns the components without the squares of a cut, after propagation and the tight sets, or `None` if
/// propagation ends in a conflict first or the board is too large.
///
/// If the cut excludes a tour before propagation, no moves are forced.
pub(crate) fn separation(
    problem: &Problem,
    tight: &[&[Square]],
    cut: &[Square],
) -> Option<Separation> {
    let state = state(problem, tight, cut, cut_counts(problem, cut).is_some())?;
    let cut = cut.iter().map(|&square| state.number(square)).collect::<Option<Vec<usize>>>()?;
    Some(Separation { forced: state.included_moves(), components: state.components(&cut) })
}

/// Returns the moves of some squares that are not excluded after propagation and the tight sets.
pub(crate) fn remaining_moves(
    problem: &Problem,
    tight: &[&[Square]],
    squares: &[Square],
) -> Option<Vec<[Square; 2]>> {
    let state = state(problem, tight, squares, demand_and_supply(problem, squares).is_some())?;
    let mut set = SquareSet::new(problem.board());
    for &square in squares {
        set.insert(square);
    }
    let mut left = state.moves(|status| status != MoveStatus::Excluded);
    left.retain(|pair| pair.iter().any(|&square| set.contains(square)));
    Some(left)
}

/// The state after propagation and the tight sets, without a conflict. Propagation is skipped if the squares
/// exclude a tour without it.
fn state(
    problem: &Problem,
    tight: &[&[Square]],
    squares: &[Square],
    excludes_a_tour: bool,
) -> Option<SnapshotGraph> {
    let mut sorted = squares.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let snapshot = if tight.is_empty() && excludes_a_tour {
        Snapshot::before_propagation(problem)
    } else {
        Snapshot::after_propagation(problem, tight)
    };
    snapshot.filter(|snapshot| !snapshot.has_conflict).map(SnapshotGraph::new)
}

/// Returns the moves that propagation forces, up to the first conflict.
pub(crate) fn forced_moves(problem: &Problem) -> Vec<[Square; 2]> {
    let snapshot = Snapshot::after_propagation(problem, &[]);
    snapshot.map(|snapshot| SnapshotGraph::new(snapshot).included_moves()).unwrap_or_default()
}
