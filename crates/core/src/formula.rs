//! Tours as arithmetic formulas.

use std::fmt;

use crate::{Board, Coord, File, Rank};

/// A tour as a pair of functions, from steps to squares and back. It is not stored.
///
/// A formula is a claim. `Tour::from_formula` of `caracole-verify` checks all its steps without storing them; on
/// boards that are too large for that, `check_step` checks single steps.
///
/// Implementations must be pure functions, and the functions for several steps must return the same as those for a
/// single one. The check relies on this: it calls the functions for several steps and compares a sample with the
/// others.
///
/// The board is a plain rectangle. Steps count from 1 to the number of squares; for other steps, and for coordinates
/// off the board, an implementation may return anything or panic.
///
/// ```
/// use caracole_core::{Board, File, Formula, Coord, Rank};
///
/// /// Rank by rank, to and fro, by steps to the next square.
/// #[derive(Debug)]
/// struct Snake(Board);
///
/// impl Formula for Snake {
///     fn board(&self) -> &Board {
///         &self.0
///     }
///
///     fn coord_at(&self, step: u64) -> Coord {
///         let files = u64::from(self.0.files());
///         let (rank, at) = ((step - 1) / files, (step - 1) % files);
///         let file = if rank % 2 == 0 { at } else { files - 1 - at };
///         Coord::flat(File::new(file as u32), Rank::new(rank as u32))
///     }
///
///     fn step_of(&self, place: Coord) -> u64 {
///         let files = u64::from(self.0.files());
///         let (file, rank) = (u64::from(place.file.index()), u64::from(place.rank.index()));
///         rank * files + if rank % 2 == 0 { file } else { files - 1 - file } + 1
///     }
/// }
///
/// let snake = Snake("1000x1000".parse()?);
/// // Many answers at once; a formula that knows a shorter way writes these functions itself.
/// let mut places = [snake.coord_at(1); 3];
/// snake.walk(999, &mut places);
/// let mut steps = [0; 3];
/// snake.steps_of(&places, &mut steps);
/// assert_eq!(steps, [999, 1000, 1001]);
/// snake.number_rank(Rank::new(1), File::new(997), &mut steps);
/// assert_eq!(steps, [1003, 1002, 1001], "the second rank goes back");
/// let mut narrow = [0; 3];
/// snake.number_rank_u32(Rank::new(1), File::new(997), &mut narrow);
/// assert_eq!(narrow, [1003, 1002, 1001]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Formula: fmt::Debug + Send + Sync {
    /// Returns the board, a plain rectangle.
    fn board(&self) -> &Board;

    /// Returns the square of a step.
    fn coord_at(&self, step: u64) -> Coord;

    /// Returns the step of a square.
    fn step_of(&self, place: Coord) -> u64;

    /// Fills `places` with the squares of the steps from `step` on.
    fn walk(&self, step: u64, places: &mut [Coord]) {
        for (place, step) in places.iter_mut().zip(step..) {
            *place = self.coord_at(step);
        }
    }

    /// Fills `steps` with the steps of several squares.
    fn steps_of(&self, places: &[Coord], steps: &mut [u64]) {
        for (step, &place) in steps.iter_mut().zip(places) {
            *step = self.step_of(place);
        }
    }

    /// Fills `steps` with the steps of the squares of a rank from a file on.
    fn number_rank(&self, rank: Rank, file: File, steps: &mut [u64]) {
        for (step, file) in steps.iter_mut().zip(file.index()..) {
            *step = self.step_of(Coord::flat(File::new(file), rank));
        }
    }

    /// The same in 32 bits, for boards with less than 2^32 squares. `Tour::number` compares it with
    /// [`Formula::steps_of`] before it relies on it.
    fn number_rank_u32(&self, rank: Rank, file: File, steps: &mut [u32]) {
        for (step, file) in steps.iter_mut().zip(file.index()..) {
            *step = self.step_of(Coord::flat(File::new(file), rank)) as u32;
        }
    }
}
