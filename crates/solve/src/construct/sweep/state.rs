//! What a sweep knows of the squares at its edge.

/// A move of the sweep's frontier over one square, everything it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Step {
    /// The rank of the square.
    pub(super) rank: u8,
    /// May, or must, the square be an end of the tour?
    pub(super) role: Role,
    /// Is the square that comes into view a square of the board?
    pub(super) meets_square: bool,
    /// Are all squares of the board in view?
    pub(super) sees_all: bool,
}

/// May a square be an end of the tour?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Inner,
    MayEnd,
    MustEnd,
}

/// The moves taken from a square: bit `i` for the `i`-th of [`Frontier::ahead`], and `END` if the
/// square is an end of the tour.
pub(super) type Choice = u8;

pub(super) const END: Choice = 1 << 4;

/// What is the same for all states of a sweep over `ranks` ranks.
///
/// Squares are numbered file by file. From a square all moves to later squares stay within the
/// next `2 * ranks + 1`, so the squares in view are the one to be settled and so many more.
///
/// A state holds for each square in view its *mate* in four bits: itself if no move of the tour
/// touches it yet, the other end of the path that ends on it, or `FULL` if two moves touch it or
/// it is no square. Behind the squares stands one that is on no board, the *gate*: it is joined to
/// both ends of the tour, and so a tour becomes a closed one. Where closed tours are asked for,
/// the gate is full from the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frontier {
    pub(super) ranks: u8,
    /// Must the ends not be a move apart? Then a state holds also how many squares back the first
    /// end was, as long as that is within a move; 0 if it is not.
    pub(super) ends_apart: bool,
}

/// The most ranks whose states fit into 64 bits.
pub(super) const MAX_RANKS: u8 = 6;

const FULL: u8 = 15;
const SINCE_END: u8 = 15;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State(u64);

impl State {
    const fn get(self, slot: u8) -> u8 {
        (self.0 >> (4 * slot) & 15) as u8
    }

    const fn with(self, slot: u8, value: u8) -> Self {
        let shift = 4 * slot;
        Self(self.0 & !(15 << shift) | (value as u64) << shift)
    }
}

impl Frontier {
    /// How many squares are in view; also the number of the gate.
    pub(super) const fn view(self) -> u8 {
        2 * self.ranks + 2
    }

    /// The state before the first square.
    pub(super) fn first(self, has_ends: bool, is_square: impl Fn(u8) -> bool) -> State {
        let gate = self.view();
        let state = State(0).with(gate, if has_ends { gate } else { FULL });
        (0..gate)
            .fold(state, |state, slot| state.with(slot, if is_square(slot) { slot } else { FULL }))
    }

    /// The state after the last square of a tour: all is full.
    pub(super) fn last(self) -> State {
        (0..=self.view()).fold(State(0), |state, slot| state.with(slot, FULL))
    }

    /// The later squares a move away from a square of this rank, as distances in numbers.
    pub(super) fn ahead(self, rank: u8) -> [Option<u8>; 4] {
        [(1, -2), (1, 2), (2, -1), (2, 1)].map(|(files, up): (i8, i8)| {
            let to = rank.checked_add_signed(up).filter(|&to| to < self.ranks)?;
            Some(files as u8 * self.ranks + to - rank)
        })
    }

    /// All states that can follow, with the choices that lead there.
    pub(super) fn expand(self, state: State, step: Step, mut follow: impl FnMut(State, Choice)) {
        let missing = match state.get(0) {
            FULL => 0,
            0 => 2,
            _ => 1,
        };
        let mut options = [(0, 0); 5];
        let mut count = 0;
        for (bit, slot) in self.ahead(step.rank).into_iter().enumerate() {
            if let Some(slot) = slot.filter(|&slot| state.get(slot) != FULL) {
                options[count] = (1 << bit, slot);
                count += 1;
            }
        }
        let inner = count;
        if step.role != Role::Inner && self.may_end(state, step.rank) {
            options[count] = (END, self.view());
            count += 1;
        }
        if step.role == Role::MustEnd && (missing == 0 || count == inner) {
            return;
        }
        // An end that must be is chosen as the second of two, which it is in the list.
        let first_of_last = if step.role == Role::MustEnd { inner } else { 0 };
        match missing {
            0 => follow(self.shift(state, step, false), 0),
            1 => {
                for &(bit, slot) in &options[first_of_last..count] {
                    if let Some(next) = self.join(state, slot, step.sees_all) {
                        follow(self.shift(next, step, bit == END), bit);
                    }
                }
            }
            _ => {
                for second in first_of_last..count {
                    for first in 0..second {
                        let ((bit, slot), (other_bit, other)) = (options[first], options[second]);
                        let next = self
                            .join(state, slot, step.sees_all)
                            .and_then(|next| self.join(next, other, step.sees_all));
                        if let Some(next) = next {
                            follow(self.shift(next, step, other_bit == END), bit | other_bit);
                        }
                    }
                }
            }
        }
    }

    /// May the square to be settled be an end, as far as the other end tells?
    const fn may_end(self, state: State, rank: u8) -> bool {
        let gate = state.get(self.view());
        if gate == FULL {
            return false;
        }
        let back = state.get(SINCE_END);
        if !self.ends_apart || back == 0 {
            return true;
        }
        // The rank of the other end, and how many files back it lies.
        let other = (rank + 3 * self.ranks - back) % self.ranks;
        let files = (back + other - rank) / self.ranks;
        files * other.abs_diff(rank) != 2
    }

    /// The state with a move between the square to be settled and another in view.
    ///
    /// A move that closes a path must close the whole tour.
    fn join(self, state: State, slot: u8, sees_all: bool) -> Option<State> {
        let (mate, other) = (state.get(0), state.get(slot));
        if mate == FULL || other == FULL {
            return None;
        }
        if mate == slot {
            let state = state.with(0, FULL).with(slot, FULL);
            let is_whole = sees_all && (0..=self.view()).all(|slot| state.get(slot) == FULL);
            return is_whole.then_some(state);
        }
        // Both are inside a path now, unless they were alone; the ends of it become mates.
        let mut state = state;
        if mate != 0 {
            state = state.with(0, FULL);
        }
        if other != slot {
            state = state.with(slot, FULL);
        }
        Some(state.with(mate, other).with(other, mate))
    }

    /// The state seen from the next square. The square that goes out of view is full.
    fn shift(self, state: State, step: Step, is_end: bool) -> State {
        let gate = self.view();
        debug_assert_eq!(state.get(0), FULL);
        let closer = |mate: u8| if mate < gate { mate - 1 } else { mate };
        let next = (1..gate)
            .fold(State(0), |next, slot| next.with(slot - 1, closer(state.get(slot))))
            .with(gate - 1, if step.meets_square { gate - 1 } else { FULL })
            .with(gate, closer(state.get(gate)));
        if !self.ends_apart {
            return next;
        }
        let back = match state.get(SINCE_END) {
            // Once both ends are there, it does not matter any more where they are.
            _ if state.get(gate) == FULL => 0,
            _ if is_end => 1,
            0 => 0,
            back if back + 1 < gate => back + 1,
            _ => 0,
        };
        next.with(SINCE_END, back)
    }
}
