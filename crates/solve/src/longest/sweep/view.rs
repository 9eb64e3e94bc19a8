//! One step of a sweep.

use super::super::order::Order;
use super::super::part::Part;
use super::state::{Choice, FULL, GATE, Mates, State, WHOLE};

/// One square and the later ones in view when it is settled: everything a step depends on.
pub(super) struct View {
    /// The squares in view, the one to be settled first.
    squares: Vec<u32>,
    /// Where the squares of the state before come to stand.
    slots: Vec<u8>,
    /// The squares a move away from the first.
    ahead: Vec<u8>,
    /// For each square in view: how many moves can touch it, and its colour.
    room: Vec<u8>,
    colours: Vec<u8>,
    /// How many moves can touch the squares beyond the view, by colour.
    beyond: [u32; 2],
    /// Do moves change colour?
    is_coloured: bool,
    /// How many more ends may be chosen freely once the given ones are there.
    free_ends: u8,
    /// How many given ends come before this square, and are there any after it?
    given_before: u8,
    given_after: bool,
}

/// What follows from a choice.
pub(super) struct Followed {
    /// How many moves were made.
    pub(super) moves: u32,
    /// The state, and how many moves there is room for; `None` if the path is finished.
    pub(super) state: Option<(State, u32)>,
}

impl View {
    /// The views along an order.
    pub(super) fn all(part: &Part, order: &Order) -> Vec<Self> {
        let mut turn = vec![0; part.len() as usize];
        for (&vertex, at) in order.vertices.iter().zip(0_u32..) {
            turn[vertex as usize] = at;
        }
        let colour = |vertex: u32| part.colours.as_ref().map_or(0, |all| all[vertex as usize]);
        let mut beyond = [0; 2];
        for vertex in 0..part.len() {
            beyond[usize::from(colour(vertex))] += part.room(vertex);
        }
        let given = part.given_ends() as u8;
        let mut given_before = 0;
        let mut before: Vec<u32> = Vec::new();
        let mut is_seen = vec![false; part.len() as usize];
        let mut views = Vec::with_capacity(order.vertices.len());
        for (&first, at) in order.vertices.iter().zip(0_u32..) {
            let later =
                part.graph.neighbours(first).iter().copied().filter(|&to| turn[to as usize] > at);
            let later: Vec<u32> = later.collect();
            let mut squares = before.clone();
            for &vertex in [first].iter().chain(&later) {
                if !std::mem::replace(&mut is_seen[vertex as usize], true) {
                    squares.push(vertex);
                    beyond[usize::from(colour(vertex))] -= part.room(vertex);
                }
            }
            squares.sort_by_key(|&vertex| turn[vertex as usize]);
            let slot_of = |vertex: &u32| {
                squares.iter().position(|other| other == vertex).unwrap_or_default() as u8
            };
            let given_here = u8::from(part.is_given_end(first));
            let next = squares[1..].to_vec();
            views.push(Self {
                slots: before.iter().map(slot_of).collect(),
                ahead: later.iter().map(slot_of).collect(),
                room: squares.iter().map(|&vertex| part.room(vertex) as u8).collect(),
                colours: squares.iter().map(|&vertex| colour(vertex)).collect(),
                squares,
                beyond,
                is_coloured: part.colours.is_some(),
                free_ends: 2 - given,
                given_before,
                given_after: given_before + given_here < given,
            });
            given_before += given_here;
            before = next;
        }
        views
    }

    /// The moves of a choice.
    pub(super) fn moves(&self, choice: Choice) -> impl Iterator<Item = (u32, u32)> + '_ {
        let slots = choice.into_iter().filter(|&slot| slot != 0);
        slots.map(|slot| (self.squares[0], self.squares[usize::from(slot)]))
    }

    /// All that can follow from a state, with the choices that lead there.
    pub(super) fn expand(&self, state: State, mut follow: impl FnMut(Followed, Choice)) {
        let mates = state.widen(&self.slots, self.squares.len());
        self.follow(&mates, [0, 0], &mut follow);
        for (at, &one) in self.ahead.iter().enumerate() {
            let Some(with_one) = self.join(&mates, one) else { continue };
            self.follow(&with_one, [one, 0], &mut follow);
            for &other in &self.ahead[at + 1..] {
                if let Some(with_both) = self.join(&with_one, other) {
                    self.follow(&with_both, [one, other], &mut follow);
                }
            }
        }
    }

    /// The mates after a move from the first square to another; `None` where there is no room for
    /// it, or it would close a ring.
    fn join(&self, mates: &Mates, slot: u8) -> Option<Mates> {
        let other = usize::from(slot);
        if touches(mates, 0) >= self.room[0] || touches(mates, other) >= self.room[other] {
            return None;
        }
        let (mate, mate_of_other) = (mates[0], mates[other]);
        if mate == slot {
            return None;
        }
        let mut joined = *mates;
        // Both are inside a piece now, unless they were alone; its ends become mates.
        if mate != 0 {
            joined[0] = FULL;
        }
        if mate_of_other != slot {
            joined[other] = FULL;
        }
        if [mate, mate_of_other] == [GATE, GATE] {
            // Both ends are out of view, so this is a whole path.
            joined[0] = WHOLE;
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

    /// The first square is settled and goes out of view.
    fn follow(&self, mates: &Mates, choice: Choice, follow: &mut impl FnMut(Followed, Choice)) {
        let width = self.squares.len();
        let moves = choice.iter().map(|&slot| u32::from(slot != 0)).sum();
        let is_given = self.room[0] == 1;
        let mut mates = *mates;
        match mates[0] {
            // It is left out, which an end may not be.
            0 if is_given => return,
            0 | FULL => {}
            // The path is whole. No other piece may have been begun, and no given end be left.
            GATE | WHOLE => {
                let mut others = mates[1..width].iter().zip(1..);
                if others.all(|(&mate, slot)| mate == FULL || mate == slot) && !self.given_after {
                    follow(Followed { moves, state: None }, choice);
                }
                return;
            }
            // It is an end of the path.
            mate => {
                mates[usize::from(mate)] = GATE;
                let gates: u8 = mates[1..width].iter().map(|&mate| u8::from(mate == GATE)).sum();
                let given = if is_given { self.given_before + 1 } else { self.given_before };
                if gates > self.free_ends + given {
                    return;
                }
            }
        }
        let room = self.room_ahead(&mates);
        let state = State::without_first(&mates, width);
        follow(Followed { moves, state: Some((state, room)) }, choice);
    }

    /// How many moves there is room for among the squares to come.
    fn room_ahead(&self, mates: &Mates) -> u32 {
        let mut room = self.beyond;
        for slot in 1..self.squares.len() {
            let left = self.room[slot] - touches(mates, slot);
            room[usize::from(self.colours[slot])] += u32::from(left);
        }
        // Elsewhere each move takes up room on two of them.
        if self.is_coloured { room[0].min(room[1]) } else { room.into_iter().sum::<u32>() / 2 }
    }
}

/// How many moves touch a square.
fn touches(mates: &Mates, slot: usize) -> u8 {
    match mates[slot] {
        FULL | WHOLE => 2,
        mate if usize::from(mate) == slot => 0,
        _ => 1,
    }
}
