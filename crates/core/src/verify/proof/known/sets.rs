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
    /// What the squares can take as ends, and what the others leave of them.
    ends: [u64; 2],
}

/// A neighbour of the set.
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
    /// How many pieces of tours they take.
    pub(crate) needed: u64,
    /// How many pieces there are at most.
    pub(crate) most: u64,
    /// Is that a contradiction?
    pub(crate) is_too_many: bool,
}

impl Known<'_> {
    /// Weighs a set of different squares. Fails with two of them that a move joins.
    pub(in super::super) fn balance(&mut self, squares: &[u32]) -> Result<Balance, [u32; 2]> {
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

    fn balance_inside(&self, squares: &[u32]) -> Result<Balance, [u32; 2]> {
        // For each neighbour, its moves to the set, and those of them that are made.
        let mut neighbours: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
        for &square in squares {
            for &Near { to, by } in self.list.near(square) {
                match self.fates.get(by) {
                    Fate::Out => {}
                    _ if self.inside[to as usize] => return Err([square, to]),
                    fate => {
                        let [moves, made] = neighbours.entry(to).or_default();
                        *moves += 1;
                        *made += u32::from(fate == Fate::Made);
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
        let sum = |ends: &dyn Fn(u32) -> u32| -> u64 {
            squares.iter().map(|&square| u64::from(ends(square))).sum()
        };
        let taken = u64::from(self.sums.get(LOW)) - sum(&|square| self.low.get(square));
        let left = u64::from(self.all_ends).saturating_sub(taken);
        let ends = [sum(&|square| self.high.get(square)), left];
        let moves: u64 = givers.iter().map(|giver| u64::from(giver.moves.min(giver.room))).sum();
        Ok(Balance {
            need: 2 * squares.len() as u64,
            supply: moves + ends[0].min(ends[1]),
            givers,
            ends,
        })
    }

    /// The squares take all that is left for them.
    pub(in super::super) fn tighten(&mut self, squares: &[u32], balance: &Balance) -> Held {
        self.enclose(squares, true);
        let held = self.tighten_inside(squares, balance);
        self.enclose(squares, false);
        held
    }

    fn tighten_inside(&mut self, squares: &[u32], balance: &Balance) -> Held {
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
        let [of_squares, left] = balance.ends;
        if of_squares <= left {
            for &square in squares {
                self.set_low(square, self.high.get(square))?;
            }
        }
        if left <= of_squares {
            for square in 0..list.len() {
                if !self.inside[square as usize] {
                    self.set_high(square, self.low.get(square))?;
                }
            }
        }
        Ok(())
    }

    /// Counts the parts of the board without a set of different squares.
    pub(in super::super) fn count_parts(&self, squares: &[u32]) -> CutCount {
        const UNSEEN: u8 = 2;
        const CUT: u8 = 3;
        let mut colours = vec![UNSEEN; self.list.len() as usize];
        for &square in squares {
            colours[square as usize] = CUT;
        }
        let (mut parts, mut needed, mut is_uneven) = (0, 0, false);
        let mut waiting = Vec::new();
        for first in 0..self.list.len() {
            if colours[first as usize] != UNSEEN {
                continue;
            }
            colours[first as usize] = 0;
            waiting.push(first);
            let (mut counts, mut alternates) = ([0_u64; 2], true);
            while let Some(square) = waiting.pop() {
                let colour = colours[square as usize];
                counts[usize::from(colour)] += 1;
                for &Near { to, by } in self.list.near(square) {
                    let there = &mut colours[to as usize];
                    if self.fates.get(by) == Fate::Out || *there == CUT {
                        continue;
                    }
                    if *there == UNSEEN {
                        *there = 1 - colour;
                        waiting.push(to);
                    }
                    alternates &= *there != colour;
                }
            }
            let pieces = if alternates { counts[0].abs_diff(counts[1]) } else { 0 };
            parts += 1;
            needed += pieces.max(1);
            is_uneven |= pieces > 0;
        }
        let most = self.pieces_without(squares, &colours, CUT);
        let is_too_many = if self.is_closed && squares.is_empty() {
            parts != 1 || is_uneven
        } else {
            needed > most
        };
        CutCount { parts, needed, most, is_too_many }
    }

    /// How many pieces are left of the paths at most.
    ///
    /// Every path of `m` squares has `m - 1` moves. A square takes its moves along, two of them
    /// less its ends, and a move between two of the squares is taken along once.
    fn pieces_without(&self, squares: &[u32], colours: &[u8], cut: u8) -> u64 {
        let knights = if self.is_closed { 0 } else { u64::from(self.problem.knights()) };
        let ends: u64 = squares.iter().map(|&square| u64::from(self.low.get(square))).sum();
        let near = squares.iter().flat_map(|&square| self.list.near(square));
        let inner = near.filter(|near| {
            colours[near.to as usize] == cut && self.fates.get(near.by) == Fate::Made
        });
        (knights + squares.len() as u64).saturating_sub(ends + inner.count() as u64 / 2)
    }
}
