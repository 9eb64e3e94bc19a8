//! The steps of all squares.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use caracole_core::{Coord, File, Formula, OneThread, Rank, Workers};

use super::{Route, Tour};

impl Tour {
    /// Returns the step of each square, from 1, at the index of the square, and 0 at holes.
    ///
    /// Takes four bytes per square.
    ///
    /// ```
    /// use caracole_core::{OneThread, Path, Problem};
    /// use caracole_verify::Tour;
    ///
    /// let problem = Problem::new("3x4".parse()?);
    /// let steps = vec![0, 7, 2, 3, 10, 5, 6, 1, 8, 9, 4, 11];
    /// let tour = Tour::verify(&problem, Path::from_indices(steps))?;
    /// let numbering = tour.numbering();
    /// let rows: Vec<&[u32]> = numbering.chunks(3).rev().collect();
    /// assert_eq!(
    ///     rows,
    ///     [
    ///         [10, 5, 12],
    ///         [7, 2, 9],
    ///         [4, 11, 6],
    ///         [1, 8, 3],
    ///     ],
    /// );
    ///
    /// // The same into an array of one's own, on several threads if the workers have them.
    /// let mut steps = vec![0; 12];
    /// tour.number(&mut steps, &OneThread);
    /// assert_eq!(steps, numbering);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the tour has 2^32 squares or more.
    pub fn numbering(&self) -> Vec<u32> {
        self.assert_narrow();
        let mut numbering = vec![0; self.board.area() as usize];
        self.number(&mut numbering, &OneThread);
        numbering
    }

    fn assert_narrow(&self) {
        assert!(u32::try_from(self.len()).is_ok(), "steps of 32 bits cannot number {}", self.len());
    }

    /// Writes the step of each square into an array with an entry for each square and hole. The result does not depend on
    /// the number of threads.
    ///
    /// The first call on a tour by formula compares every number with the checked steps; later calls
    /// are faster.
    ///
    /// # Panics
    /// If the array has another length than the area of the board, or the tour has 2^32 squares.
    pub fn number(&self, numbering: &mut [u32], workers: &dyn Workers) {
        self.assert_narrow();
        assert_eq!(numbering.len() as u64, self.board.area(), "a number for each square");
        match &self.route {
            Route::Formula { formula, ranks_checked } => {
                let is_checked = ranks_checked.get().is_some();
                if number_ranks(&**formula, numbering, workers, is_checked) {
                    ranks_checked.get_or_init(|| ());
                }
            }
            Route::Stored { path, .. } => {
                numbering.fill(0);
                for (square, step) in path.iter().zip(1..) {
                    numbering[square.index() as usize] = step;
                }
            }
        }
    }
}

/// Numbers all ranks, some consecutive ones on each thread. Returns true if the formula numbers every rank as it was
/// checked.
///
/// The verifier never calls `number_rank_u32`. Unless `is_checked`, its steps are compared with those of
/// `steps_of`, which the verifier did check, and replaced by them if they differ.
fn number_ranks(
    formula: &dyn Formula,
    numbering: &mut [u32],
    workers: &dyn Workers,
    is_checked: bool,
) -> bool {
    /// Smaller boards are numbered by one thread.
    const MIN_SQUARES_PER_THREAD: usize = 1 << 18;
    let files = formula.board().files() as usize;
    let ranks = formula.board().ranks() as usize;
    let number = |first: usize, part: &mut [u32]| {
        let mut is_right = true;
        for (rank, row) in (first..).zip(part.chunks_mut(files)) {
            let rank = Rank::new(rank as u32);
            formula.number_rank_u32(rank, File::new(0), row);
            if !is_checked {
                is_right &= correct_rank(formula, rank, row);
            }
        }
        is_right
    };
    let threads = workers.threads().min(numbering.len().div_ceil(MIN_SQUARES_PER_THREAD));
    if threads <= 1 {
        return number(0, numbering);
    }
    let share = ranks.div_ceil(threads);
    let parts = Mutex::new(numbering.chunks_mut(share * files).enumerate());
    let is_right = AtomicBool::new(true);
    workers.run(&|| {
        loop {
            let next = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((at, part)) = next else { break };
            if !number(at * share, part) {
                is_right.store(false, Ordering::Relaxed);
            }
        }
    });
    is_right.into_inner()
}

/// Writes the checked steps of a rank to `row`. Returns true if `row` already contained them.
fn correct_rank(formula: &dyn Formula, rank: Rank, row: &mut [u32]) -> bool {
    const AT_ONCE: usize = 256;
    let mut places = [Coord::flat(File::new(0), rank); AT_ONCE];
    let mut steps = [0; AT_ONCE];
    let mut is_right = true;
    for (first, part) in (0..).step_by(AT_ONCE).zip(row.chunks_mut(AT_ONCE)) {
        let (places, steps) = (&mut places[..part.len()], &mut steps[..part.len()]);
        for (place, file) in places.iter_mut().zip(first..) {
            place.file = File::new(file);
        }
        formula.steps_of(places, steps);
        for (written, &step) in part.iter_mut().zip(&*steps) {
            if u64::from(*written) != step {
                *written = step as u32;
                is_right = false;
            }
        }
    }
    is_right
}
