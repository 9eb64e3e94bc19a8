//! Deficient sets, tight sets and vertex cuts.

use std::collections::BTreeMap;

use super::super::move_list::Near;
use super::{LOW, MoveStatus, Propagation, Propagator};

/// The demand of a set of squares, and its supply.
pub struct Balance {
    /// Two moves or ends for each square.
    pub need: u64,
    /// The moves and ends that are available.
    pub supply: u64,
    suppliers: Vec<Supplier>,
    /// For each colour, the ends that the squares can have, and those that the other squares leave.
    ends: [[i64; 2]; 2],
}

/// A neighbour of the set, within it or not.
struct Supplier {
    square: u32,
    /// The moves to the set that are not excluded.
    moves: u32,
    /// The moves that its ends and its moves to other squares leave.
    room: u32,
}

/// The components without a set of squares.
pub struct CutBalance {
    /// The number of components.
    pub parts: u64,
    /// The smallest number of moves between them and the set.
    pub needed: u64,
    /// The largest number of such moves.
    pub most: u64,
    /// True if that is a contradiction.
    pub is_too_many: bool,
}

impl Propagator<'_> {
    /// Compares demand and supply of a set of different squares.
    ///
    /// The moves and ends of the squares, two each, are the moves to them from all squares, their
    /// own included, and their ends.
    pub fn balance(&mut self, squares: &[u32]) -> Balance {
        self.mark_inside(squares, true);
        let balance = self.balance_inside(squares);
        self.mark_inside(squares, false);
        balance
    }

    fn mark_inside(&mut self, squares: &[u32], is_inside: bool) {
        for &square in squares {
            self.inside[square as usize] = is_inside;
        }
    }

    fn balance_inside(&self, squares: &[u32]) -> Balance {
        // For each neighbour, its moves to the set, and the included ones.
        let mut neighbours: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
        for &square in squares {
            for &Near { to, by } in self.list.near(square) {
                match self.statuses.get(by) {
                    MoveStatus::Excluded => {}
                    status => {
                        let [moves, included] = neighbours.entry(to).or_default();
                        *moves += 1;
                        if status == MoveStatus::Included {
                            *included += 1;
                        }
                    }
                }
            }
        }
        let supplier = |(&square, &[moves, included]): (&u32, &[u32; 2])| {
            let elsewhere = self.included.get(square) - included;
            let room = 2_u32.saturating_sub(self.min_ends.get(square) + elsewhere);
            Supplier { square, moves, room }
        };
        let suppliers: Vec<Supplier> = neighbours.iter().map(supplier).collect();
        let mut ends = [0, 1].map(|colour| {
            let taken = i64::from(self.sums.get(LOW[colour]));
            [0, self.all_ends[colour] - taken]
        });
        for &square in squares {
            let [of_squares, left] = &mut ends[self.colour(square)];
            *of_squares += i64::from(self.max_ends.get(square));
            *left += i64::from(self.min_ends.get(square));
        }
        let moves: u64 =
            suppliers.iter().map(|supplier| u64::from(supplier.moves.min(supplier.room))).sum();
        let of_ends = ends.map(|[of_squares, left]| of_squares.min(left).max(0) as u64);
        Balance {
            need: 2 * squares.len() as u64,
            supply: moves + of_ends[0] + of_ends[1],
            suppliers,
            ends,
        }
    }

    /// Applies the rule for a tight set: its squares take the whole supply.
    pub fn apply_tight_set(&mut self, squares: &[u32], balance: &Balance) -> Propagation {
        self.mark_inside(squares, true);
        let result = self.apply_tight_set_inside(balance);
        self.mark_inside(squares, false);
        result
    }

    fn apply_tight_set_inside(&mut self, balance: &Balance) -> Propagation {
        let list = self.list;
        for &Supplier { square, moves, room } in &balance.suppliers {
            for &Near { to, by } in list.near(square) {
                let is_inside = self.inside[to as usize];
                if self.statuses.get(by) != MoveStatus::Open {
                    continue;
                }
                if is_inside && moves <= room {
                    self.include(by)?;
                } else if !is_inside && room <= moves {
                    self.exclude(by)?;
                }
            }
            if room <= moves {
                self.lower_max_ends(square, self.min_ends.get(square))?;
            }
        }
        for square in 0..list.len() {
            let [of_squares, left] = balance.ends[self.colour(square)];
            let is_inside = self.inside[square as usize];
            if is_inside && of_squares <= left {
                self.raise_min_ends(square, self.max_ends.get(square))?;
            } else if !is_inside && left <= of_squares {
                self.lower_max_ends(square, self.min_ends.get(square))?;
            }
        }
        Ok(())
    }

    /// Counts the components of the board without a set of different squares.
    pub fn cut_balance(&self, squares: &[u32]) -> CutBalance {
        let parts = self.components_without(squares);
        let knights = if self.is_closed { 0 } else { u64::from(self.problem.knights()) };
        let continues = knights == 1 && (parts.len() > 1 || !squares.is_empty());
        let needed = parts.iter().map(|part| part.moves_needed(continues)).sum::<u64>();
        // A free end saves at most one move.
        let propagator: u64 =
            (0..self.list.len()).map(|square| u64::from(self.min_ends.get(square))).sum();
        let needed = needed.saturating_sub((2 * knights).saturating_sub(propagator));
        let most = self.moves_of(squares);
        let is_too_many = if self.is_closed && squares.is_empty() {
            parts.len() != 1 || parts.iter().any(|part| part.imbalance > 0)
        } else {
            needed > most
        };
        CutBalance { parts: parts.len() as u64, needed, most, is_too_many }
    }

    /// Returns the components of the board without some squares and without excluded moves.
    fn components_without(&self, squares: &[u32]) -> Vec<Component> {
        const UNSEEN: u8 = 2;
        const CUT: u8 = 3;
        let mut colours = vec![UNSEEN; self.list.len() as usize];
        for &square in squares {
            colours[square as usize] = CUT;
        }
        let (mut components, mut members) = (Vec::new(), Vec::new());
        for first in 0..self.list.len() {
            if colours[first as usize] != UNSEEN {
                continue;
            }
            colours[first as usize] = 0;
            members.clear();
            members.push(first);
            let (mut counts, mut alternates, mut ends, mut at) = ([0_u64; 2], true, 0, 0);
            while let Some(&square) = members.get(at) {
                at += 1;
                let colour = colours[square as usize];
                counts[usize::from(colour)] += 1;
                ends += u64::from(self.min_ends.get(square));
                for &Near { to, by } in self.list.near(square) {
                    let there = &mut colours[to as usize];
                    if self.statuses.get(by) == MoveStatus::Excluded || *there == CUT {
                        continue;
                    }
                    if *there == UNSEEN {
                        *there = 1 - colour;
                        members.push(to);
                    }
                    alternates &= *there != colour;
                }
            }
            let imbalance = if alternates { counts[0].abs_diff(counts[1]) } else { 0 };
            components.push(Component { imbalance, ends });
        }
        components
    }

    /// Returns the maximum number of moves from these squares to others: two per square, minus its ends, minus two for each
    /// included move between two of them.
    fn moves_of(&self, squares: &[u32]) -> u64 {
        let mut sorted = squares.to_vec();
        sorted.sort_unstable();
        let is_among = |square: u32| sorted.binary_search(&square).is_ok();
        let ends: u64 = squares.iter().map(|&square| u64::from(self.min_ends.get(square))).sum();
        let near = squares.iter().flat_map(|&square| self.list.near(square));
        let inner = near
            .filter(|near| self.statuses.get(near.by) == MoveStatus::Included && is_among(near.to))
            .count();
        (2 * squares.len() as u64).saturating_sub(ends + inner as u64)
    }
}

/// A component of the board without some squares.
struct Component {
    /// The difference between the numbers of its two colours, if it has two.
    imbalance: u64,
    /// The ends that it certainly contains.
    ends: u64,
}

impl Component {
    /// Returns the minimum number of moves to the cut: each piece of a path in the component has two ends, which are ends of
    /// the path or have a move to the cut.
    fn moves_needed(&self, continues: bool) -> u64 {
        let pieces = self.imbalance.max(1).max(self.ends.div_ceil(2));
        // A single path cannot be one piece here, because squares outside remain.
        let pieces = if continues { pieces.max(self.ends / 2 + 1) } else { pieces };
        2 * pieces - self.ends
    }
}
