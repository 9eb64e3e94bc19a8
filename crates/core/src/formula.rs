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
///
/// ```
/// use std::sync::Arc;
///
/// use caracole_core::{
///     Board, File, Formula, Leaper, Piece, Place, Problem, Rank, Tour, unwatched,
/// };
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
///     fn place_at(&self, step: u64) -> Place {
///         let files = u64::from(self.0.files());
///         let (rank, at) = ((step - 1) / files, (step - 1) % files);
///         let file = if rank % 2 == 0 { at } else { files - 1 - at };
///         Place::flat(File::new(file as u32), Rank::new(rank as u32))
///     }
///
///     fn step_of(&self, place: Place) -> u64 {
///         let files = u64::from(self.0.files());
///         let (file, rank) = (u64::from(place.file.index()), u64::from(place.rank.index()));
///         rank * files + if rank % 2 == 0 { file } else { files - 1 - file } + 1
///     }
/// }
///
/// let snake = Snake("1000x1000".parse()?);
/// let problem = Problem::with_piece(snake.board().clone(), Piece::from(Leaper::new(0, 1)?));
///
/// // Many answers at once; a formula that knows a shorter way writes these functions itself.
/// let mut places = [snake.place_at(1); 3];
/// snake.walk(999, &mut places);
/// let mut steps = [0; 3];
/// snake.steps_of(&places, &mut steps);
/// assert_eq!(steps, [999, 1000, 1001]);
/// snake.number_rank(Rank::new(1), File::new(997), &mut steps);
/// assert_eq!(steps, [1003, 1002, 1001], "the second rank goes back");
/// let mut narrow = [0; 3];
/// snake.number_rank_u32(Rank::new(1), File::new(997), &mut narrow);
/// assert_eq!(narrow, [1003, 1002, 1001]);
///
/// let tour = Tour::from_formula(&problem, Arc::new(snake), &unwatched)?;
/// assert_eq!(tour.len(), 1_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// The same in 32 bits, for boards with less than 2^32 squares. [`Tour::number`] compares it with
    /// [`Formula::steps_of`] before it relies on it.
    ///
    /// [`Tour::number`]: crate::Tour::number
    fn number_rank_u32(&self, rank: Rank, file: File, steps: &mut [u32]) {
        for (step, file) in steps.iter_mut().zip(file.index()..) {
            *step = self.step_of(Place::flat(File::new(file), rank)) as u32;
        }
    }
}
