//! A tour in the making: each square knows its neighbours along the tour.

use caracole_core::StopCause;

use crate::{Reservation, Run};

/// For each square the at most two squares that stand beside it in the tour.
///
/// Pieces of tours are written here one by one, in any order. Takes eight bytes a square.
#[derive(Debug)]
pub(super) struct Links {
    beside: Vec<[u32; 2]>,
    _memory: Reservation,
}

/// No square: boards that are built here have less squares than this.
const NONE: u32 = u32::MAX;

impl Links {
    /// How many bytes a board of this area takes, with the path that is made of it, which may
    /// have grown to twice its size.
    pub(super) const fn bytes(area: u64) -> u64 {
        area.saturating_mul(16)
    }

    /// No links yet, in memory that the run has granted.
    pub(super) fn new(
        area: u64,
        memory: Reservation,
        run: &mut Run<'_>,
    ) -> Result<Self, StopCause> {
        const UNTIL_LOOK: usize = 1 << 20;
        let area = area as usize;
        let mut beside = Vec::with_capacity(area);
        while beside.len() < area {
            run.look()?;
            beside.resize(area.min(beside.len() + UNTIL_LOOK), [NONE; 2]);
        }
        Ok(Self { beside, _memory: memory })
    }

    /// The squares beside a square in the tour.
    pub(super) fn of(&self, square: u32) -> impl Iterator<Item = u32> + use<> {
        self.beside[square as usize].into_iter().filter(|&other| other != NONE)
    }

    /// Says which squares are beside a square, at most two; whoever does so tells it of all.
    pub(super) fn set(&mut self, square: u32, others: impl IntoIterator<Item = u32>) {
        let mut beside = [NONE; 2];
        beside.iter_mut().zip(others).for_each(|(place, other)| *place = other);
        self.beside[square as usize] = beside;
    }

    /// Links two squares, each of which has a place left.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        self.replace(a, NONE, b);
        self.replace(b, NONE, a);
    }

    /// Writes a chain of squares.
    pub(super) fn join_all(&mut self, squares: impl IntoIterator<Item = u32>) {
        let mut before = None;
        for square in squares {
            if let Some(before) = before {
                self.join(before, square);
            }
            before = Some(square);
        }
    }

    fn replace(&mut self, square: u32, old: u32, new: u32) {
        let beside = &mut self.beside[square as usize];
        debug_assert!(beside.contains(&old), "{square} is beside {beside:?}, not {old}");
        beside[usize::from(beside[0] != old)] = new;
    }

    /// A square that has one neighbour only, or, if there is none, the first that has any.
    pub(super) fn loose_end(&self) -> Option<u32> {
        let places = || (0..).zip(&self.beside);
        let with = |empty: usize| {
            places()
                .find(|(_, beside)| beside.iter().filter(|&&other| other == NONE).count() == empty)
                .map(|(square, _)| square)
        };
        with(1).or_else(|| with(0))
    }

    /// The squares from `start` on, along the tour to its other end, or once round.
    pub(super) fn walk(&self, start: u32) -> impl Iterator<Item = u32> + '_ {
        let mut before = NONE;
        std::iter::successors(Some(start), move |&square| {
            let beside = self.beside[square as usize];
            let next = beside[usize::from(beside[0] == before)];
            before = square;
            (next != NONE && next != start).then_some(next)
        })
    }
}
