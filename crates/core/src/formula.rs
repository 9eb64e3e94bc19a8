//! Tours that are arithmetic.

use std::fmt;

use crate::{Board, File, Place, Rank};

/// A tour as arithmetic: which square is a step, and which step is a square. Nothing is stored.
///
/// A formula makes claims and proves nothing. [`Tour::from_formula`] goes through all its steps
/// and has them checked; what it gives is a tour like any other, and takes no memory. Boards that
/// are too large for that have formulas all the same; there [`verify::check_step`] checks single
/// answers.
///
/// Three laws hold, and the check rests on them: every answer depends on what is asked alone;
/// many answers at once are the single answers; and nothing changes from one question to the next.
/// The check asks for many at a time and compares some of them with the single ones.
///
/// The board is a plain rectangle. Steps count from 1 to the number of squares; for other steps,
/// and for places beyond the board, an implementation may answer anything or panic.
///
/// [`Tour::from_formula`]: crate::Tour::from_formula
/// [`verify::check_step`]: crate::verify::check_step
pub trait Formula: fmt::Debug + Send + Sync {
    /// The board, a plain rectangle.
    fn board(&self) -> &Board;

    /// The place of a step.
    fn place_at(&self, step: u64) -> Place;

    /// The step of a place.
    fn step_of(&self, place: Place) -> u64;

    /// The places of the steps from `step` on, as many as there is room for.
    fn walk(&self, step: u64, places: &mut [Place]) {
        for (place, step) in places.iter_mut().zip(step..) {
            *place = self.place_at(step);
        }
    }

    /// The steps of many places.
    fn steps_of(&self, places: &[Place], steps: &mut [u64]) {
        for (step, &place) in steps.iter_mut().zip(places) {
            *step = self.step_of(place);
        }
    }

    /// The steps of the squares of a rank from a file on, as many as there is room for.
    fn number_rank(&self, rank: Rank, file: File, steps: &mut [u64]) {
        for (step, file) in steps.iter_mut().zip(file.index()..) {
            *step = self.step_of(Place::flat(File::new(file), rank));
        }
    }

    /// The same in 32 bits, for boards with less than 2^32 squares.
    fn number_rank_u32(&self, rank: Rank, file: File, steps: &mut [u32]) {
        for (step, file) in steps.iter_mut().zip(file.index()..) {
            *step = self.step_of(Place::flat(File::new(file), rank)) as u32;
        }
    }
}
