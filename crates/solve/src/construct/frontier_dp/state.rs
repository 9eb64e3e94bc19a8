//! Frontier states: how the paths behind the frontier end on it.

/// A step of the frontier over one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Step {
    /// The rank of the square.
    pub(super) rank: u8,
    /// The role of the square in the tour.
    pub(super) role: Role,
    /// True if the next number that enters the frontier is a square of the board.
    pub(super) enters_square: bool,
    /// True if no square is beyond the frontier.
    pub(super) is_last_frontier: bool,
}

/// The role of a square in the tour: an inner square, a possible end or a given end.
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

/// The frontier over `ranks` ranks.
///
/// Squares are numbered file by file. All moves from a square to later squares stay within the next
/// `2 * ranks + 1`, so the frontier consists of the current square and these.
///
/// A state contains for each frontier square its *mate* in four bits: itself if it has no move yet, the other
/// end of the path that ends on it, or `FULL` if it has two moves or is not a square. The last slot is a
/// virtual vertex, the *gate*, which is joined to both ends of an open tour and makes it a cycle. For closed
/// tours the gate is full from the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frontier {
    pub(super) ranks: u8,
    /// True if the ends must not be a move apart. Then a state also contains the distance in squares to the first
    /// end while that is within a move, else 0.
    pub(super) ends_apart: bool,
}

/// The maximum number of ranks: their states fit into 64 bits.
pub(super) const MAX_RANKS: u8 = 6;

const FULL: u8 = 15;
const DISTANCE: u8 = 15;

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
    /// Returns the number of frontier squares, which is the slot of the gate.
    pub(super) const fn width(self) -> u8 {
        2 * self.ranks + 2
    }

    /// Returns the state before the first square.
    pub(super) fn first(self, has_ends: bool, is_square: impl Fn(u8) -> bool) -> State {
        let gate = self.width();
        let state = State(0).with(gate, if has_ends { gate } else { FULL });
        (0..gate)
            .fold(state, |state, slot| state.with(slot, if is_square(slot) { slot } else { FULL }))
    }

    /// Returns the state after the last square of a tour: all slots are full.
    pub(super) fn last(self) -> State {
        (0..=self.width()).fold(State(0), |state, slot| state.with(slot, FULL))
    }

    /// Returns the later squares a move away from a square of this rank, as differences of numbers.
    pub(super) fn ahead(self, rank: u8) -> [Option<u8>; 4] {
        [(1, -2), (1, 2), (2, -1), (2, 1)].map(|(files, up): (i8, i8)| {
            let to = rank.checked_add_signed(up).filter(|&to| to < self.ranks)?;
            Some(files as u8 * self.ranks + to - rank)
        })
    }

    /// Calls `follow` with all next states and the choices that lead to them.
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
            options[count] = (END, self.width());
            count += 1;
        }
        if step.role == Role::MustEnd && (missing == 0 || count == inner) {
            return;
        }
        // The end is the last option. If it is required, it is the second of two choices.
        let first_second = if step.role == Role::MustEnd { inner } else { 0 };
        match missing {
            0 => follow(self.shift(state, step, false), 0),
            1 => {
                for &(bit, slot) in &options[first_second..count] {
                    if let Some(next) = self.join(state, slot, step.is_last_frontier) {
                        follow(self.shift(next, step, bit == END), bit);
                    }
                }
            }
            _ => {
                for second in first_second..count {
                    for first in 0..second {
                        let ((bit, slot), (other_bit, other)) = (options[first], options[second]);
                        let next = self
                            .join(state, slot, step.is_last_frontier)
                            .and_then(|next| self.join(next, other, step.is_last_frontier));
                        if let Some(next) = next {
                            follow(self.shift(next, step, other_bit == END), bit | other_bit);
                        }
                    }
                }
            }
        }
    }

    /// Returns true if the other end allows the current square as an end.
    const fn may_end(self, state: State, rank: u8) -> bool {
        let gate = state.get(self.width());
        if gate == FULL {
            return false;
        }
        let back = state.get(DISTANCE);
        if !self.ends_apart || back == 0 {
            return true;
        }
        // The rank of the other end, and its distance in files.
        let other = (rank + 3 * self.ranks - back) % self.ranks;
        let files = (back + other - rank) / self.ranks;
        files * other.abs_diff(rank) != 2
    }

    /// Returns the state with a move between the current square and another frontier square.
    ///
    /// A move that closes a cycle must close the whole tour.
    fn join(self, state: State, slot: u8, is_last_frontier: bool) -> Option<State> {
        let (mate, other) = (state.get(0), state.get(slot));
        if mate == FULL || other == FULL {
            return None;
        }
        if mate == slot {
            let state = state.with(0, FULL).with(slot, FULL);
            let is_tour =
                is_last_frontier && (0..=self.width()).all(|slot| state.get(slot) == FULL);
            return is_tour.then_some(state);
        }
        // Both are now inside a path unless they had no move. The ends of the joined path become mates.
        let mut state = state;
        if mate != 0 {
            state = state.with(0, FULL);
        }
        if other != slot {
            state = state.with(slot, FULL);
        }
        Some(state.with(mate, other).with(other, mate))
    }

    /// Returns the state for the next square. The square that leaves the frontier is full.
    fn shift(self, state: State, step: Step, is_end: bool) -> State {
        let gate = self.width();
        debug_assert_eq!(state.get(0), FULL);
        let closer = |mate: u8| if mate < gate { mate - 1 } else { mate };
        let next = (1..gate)
            .fold(State(0), |next, slot| next.with(slot - 1, closer(state.get(slot))))
            .with(gate - 1, if step.enters_square { gate - 1 } else { FULL })
            .with(gate, closer(state.get(gate)));
        if !self.ends_apart {
            return next;
        }
        let back = match state.get(DISTANCE) {
            // After both ends are placed, their distance does not matter.
            _ if state.get(gate) == FULL => 0,
            _ if is_end => 1,
            0 => 0,
            back if back + 1 < gate => back + 1,
            _ => 0,
        };
        next.with(DISTANCE, back)
    }
}
