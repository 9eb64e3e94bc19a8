//! Sets of squares: those that need more than there is, those that need all there is, and those
//! without which the board falls apart.

use std::collections::BTreeMap;

use super::super::list::Near;
use super::{Fate, Held, Known, LOW};

/// What a set of squares needs, and what there is for it.
pub(in super::super) struct Balance {
    /// Two moves or ends for each square.
    pub(in super::super) need: u64,
    /// What its neighbours and the ends can give.
    pub(in super::super) supply: u64,
    givers: Vec<Giver>,
    /// For each colour, what the squares can take as ends, and what the others leave of them.
    ends: [[i64; 2]; 2],
}

/// A neighbour of the set, within it or not.
struct Giver {
    square: u32,
    /// Its moves to the set that are not out.
    moves: u32,
    /// What its ends and its moves to others leave.
    room: u32,
}

/// What is left without a set of squares.
pub(in super::super) struct CutCount {
    /// The parts.
    pub(crate) parts: u64,
    /// How many moves lead from them to the squares of the set, at least.
    pub(crate) needed: u64,
    /// How many moves those have to give, at most.
    pub(crate) most: u64,
    /// Is that a contradiction?
    pub(crate) is_too_many: bool,
}

impl Known<'_> {
    /// Weighs a set of different squares.
    ///
    /// The moves and ends of the squares, two each, are the moves to them from all squares, their
    /// own included, and their ends.
    pub(in super::super) fn balance(&mut self, squares: &[u32]) -> Balance {
        self.enclose(squares, true);
        let balance = self.balance_inside(squares);
        self.enclose(squares, false);
        balance
    }

    fn enclose(&mut self, squares: &[u32], is_inside: bool) {
        for &square in squares {
            self.inside[square as usize] = is_inside;
        }
    }

    fn balance_inside(&self, squares: &[u32]) -> Balance {
        // For each neighbour, its moves to the set, and those of them that are made.
        let mut neighbours: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
        for &square in squares {
            for &Near { to, by } in self.list.near(square) {
                match self.fates.get(by) {
                    Fate::Out => {}
                    fate => {
                        let [moves, made] = neighbours.entry(to).or_default();
                        *moves += 1;
                        if fate == Fate::Made {
                            *made += 1;
                        }
                    }
                }
            }
        }
        let giver = |(&square, &[moves, made]): (&u32, &[u32; 2])| {
            let elsewhere = self.made.get(square) - made;
            let room = 2_u32.saturating_sub(self.low.get(square) + elsewhere);
            Giver { square, moves, room }
        };
        let givers: Vec<Giver> = neighbours.iter().map(giver).collect();
        let mut ends = [0, 1].map(|colour| {
            let taken = i64::from(self.sums.get(LOW[colour]));
            [0, self.all_ends[colour] - taken]
        });
        for &square in squares {
            let [of_squares, left] = &mut ends[self.colour(square)];
            *of_squares += i64::from(self.high.get(square));
            *left += i64::from(self.low.get(square));
        }
        let moves: u64 = givers.iter().map(|giver| u64::from(giver.moves.min(giver.room))).sum();
        let of_ends = ends.map(|[of_squares, left]| of_squares.min(left).max(0) as u64);
        Balance {
            need: 2 * squares.len() as u64,
            supply: moves + of_ends[0] + of_ends[1],
            givers,
            ends,
        }
    }

    /// The squares take all that is left for them.
    pub(in super::super) fn tighten(&mut self, squares: &[u32], balance: &Balance) -> Held {
        self.enclose(squares, true);
        let held = self.tighten_inside(balance);
        self.enclose(squares, false);
        held
    }

    fn tighten_inside(&mut self, balance: &Balance) -> Held {
        let list = self.list;
        for &Giver { square, moves, room } in &balance.givers {
            for &Near { to, by } in list.near(square) {
                let is_inside = self.inside[to as usize];
                if self.fates.get(by) != Fate::Open {
                    continue;
                }
                if is_inside && moves <= room {
                    self.make(by)?;
                } else if !is_inside && room <= moves {
                    self.take_out(by)?;
                }
            }
            if room <= moves {
                self.set_high(square, self.low.get(square))?;
            }
        }
        for square in 0..list.len() {
            let [of_squares, left] = balance.ends[self.colour(square)];
            let is_inside = self.inside[square as usize];
            if is_inside && of_squares <= left {
                self.set_low(square, self.high.get(square))?;
            } else if !is_inside && left <= of_squares {
                self.set_high(square, self.low.get(square))?;
            }
        }
        Ok(())
    }

    /// Counts the parts of the board without a set of different squares.
    pub(in super::super) fn count_parts(&self, squares: &[u32]) -> CutCount {
        let parts = self.parts_without(squares);
        let knights = if self.is_closed { 0 } else { u64::from(self.problem.knights()) };
        let goes_on = knights == 1 && (parts.len() > 1 || !squares.is_empty());
        let needed = parts.iter().map(|part| part.moves_needed(goes_on)).sum::<u64>();
        // An end whose place is not known yet saves a move at most, wherever it will be.
        let known: u64 = (0..self.list.len()).map(|square| u64::from(self.low.get(square))).sum();
        let needed = needed.saturating_sub((2 * knights).saturating_sub(known));
        let most = self.moves_of(squares);
        let is_too_many = if self.is_closed && squares.is_empty() {
            parts.len() != 1 || parts.iter().any(|part| part.uneven > 0)
        } else {
            needed > most
        };
        CutCount { parts: parts.len() as u64, needed, most, is_too_many }
    }

    /// The parts of the board without some squares.
    fn parts_without(&self, squares: &[u32]) -> Vec<Part> {
        let mut parts = Vec::new();
        self.for_each_part(squares, |part, _, _| parts.push(part));
        parts
    }

    /// Tells of each part of the board without some squares: its squares, and the colours of all as the
    /// moves change them, which are worth something where the part has two.
    pub(in super::super) fn for_each_part(
        &self,
        squares: &[u32],
        mut tell: impl FnMut(Part, &[u32], &[u8]),
    ) {
        const UNSEEN: u8 = 2;
        const CUT: u8 = 3;
        let mut colours = vec![UNSEEN; self.list.len() as usize];
        for &square in squares {
            colours[square as usize] = CUT;
        }
        let mut members = Vec::new();
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
                ends += u64::from(self.low.get(square));
                for &Near { to, by } in self.list.near(square) {
                    let there = &mut colours[to as usize];
                    if self.fates.get(by) == Fate::Out || *there == CUT {
                        continue;
                    }
                    if *there == UNSEEN {
                        *there = 1 - colour;
                        members.push(to);
                    }
                    alternates &= *there != colour;
                }
            }
            let uneven = if alternates { counts[0].abs_diff(counts[1]) } else { 0 };
            tell(Part { uneven, ends }, &members, &colours);
        }
    }

    /// How many moves lead from these squares to others, at most: two of each square less its ends,
    /// and a move between two of them is a move of both.
    fn moves_of(&self, squares: &[u32]) -> u64 {
        let mut sorted = squares.to_vec();
        sorted.sort_unstable();
        let is_among = |square: u32| sorted.binary_search(&square).is_ok();
        let ends: u64 = squares.iter().map(|&square| u64::from(self.low.get(square))).sum();
        let near = squares.iter().flat_map(|&square| self.list.near(square));
        let inner =
            near.filter(|near| self.fates.get(near.by) == Fate::Made && is_among(near.to)).count();
        (2 * squares.len() as u64).saturating_sub(ends + inner as u64)
    }
}

/// A part of the board without some squares.
pub(in super::super) struct Part {
    /// By how much the numbers of its two colours differ, if it has two.
    pub(in super::super) uneven: u64,
    /// Ends that are known to be in it.
    ends: u64,
}

impl Part {
    /// How many moves lead from it to the squares that were taken, at least: it holds pieces of the
    /// paths, and each piece has two ends, which are ends of a path or go on.
    fn moves_needed(&self, goes_on: bool) -> u64 {
        let pieces = self.uneven.max(1).max(self.ends.div_ceil(2));
        // A single path cannot begin and end here in one piece, for there is more to visit.
        let pieces = if goes_on { pieces.max(self.ends / 2 + 1) } else { pieces };
        2 * pieces - self.ends
    }
}
